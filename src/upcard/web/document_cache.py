"""Documents ready to be sent: each is made once for everyone who sees the same, and kept until something changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from upcard.tables.actor import Actor
from upcard.web.hub import HOUSE
from upcard.web.views.jackpots import jackpots_document, lobby_document
from upcard.web.views.supervisor import supervisor_document
from upcard.web.views.table import As, table_document
from upcard.web.wire import encode

if TYPE_CHECKING:
    from upcard.web.site import Site


class ViewRequest(NamedTuple):
    """What somebody looks at; two who want the same are sent the same bytes."""

    view: str
    table: str = ""
    as_: str = ""
    by: Actor | None = None

    @property
    def topic(self) -> str:
        """What it changes with."""
        return self.table or HOUSE


class Documents:
    """The documents of the newest moment."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kept: dict[ViewRequest, tuple[int, str, bytes]] = {}

    def state(self, wanted: ViewRequest) -> tuple[int, str]:
        """What a document changes with: the same state, the same document."""
        hub = self._site.hub
        return hub.marks[wanted.topic], hub.moment.locked

    def bytes_of(self, wanted: ViewRequest) -> tuple[int, bytes]:
        """The entry that the document stands after, and the document."""
        mark, locked = self.state(wanted)
        kept = self._kept.get(wanted)
        if kept is not None and kept[:2] == (mark, locked):
            return mark, kept[2]
        made = encode(self.current(wanted))
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        self._kept[wanted] = (mark, locked, made)
        return mark, made

    def current(self, wanted: ViewRequest) -> dict[str, object]:
        """The document, with the entry after which it last changed."""
        return {**self.document(wanted), "seq": self._site.hub.marks[wanted.topic]}

    def document(self, wanted: ViewRequest) -> Mapping[str, object]:
        """The document as it stands now."""
        site = self._site
        moment = site.hub.moment
        match wanted.view:
            case "lobby":
                return lobby_document(moment, site.slugs, demo=site.demo)
            case "jackpots":
                return jackpots_document(moment)
            case "supervisor":
                return supervisor_document(moment, site.slugs, wanted.by)
            case _:
                as_ = cast("As", wanted.as_)
                return table_document(moment, wanted.table, site.slugs[wanted.table], as_, wanted.by)


MOST_KEPT = 2000
"""So that many who come and go do not fill the memory."""
