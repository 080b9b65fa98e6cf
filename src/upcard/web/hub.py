"""Who waits for news: a stream is woken when what it shows has changed, and sees the newest moment only.

A reader that is slow misses what it was too slow for, and is shown how things stand; nobody waits for anybody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from upcard.money.purse import Purse
from upcard.tables.commands import Actor
from upcard.web.page import encode
from upcard.web.projection import StateSnapshot
from upcard.web.views.jackpots import jackpots_document, lobby_document
from upcard.web.views.supervisor import supervisor_document
from upcard.web.views.table import As, table_document

if TYPE_CHECKING:
    from upcard.web.site import Site


# ---- Documents ready to be sent ----------------------------------------------------------------------------
# each is made once for everyone who sees the same, and kept until something changes.


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
                return table_document(moment, wanted.table, site.slugs[wanted.table], as_, wanted.by, site.pace)


MOST_KEPT = 2000
"""So that many who come and go do not fill the memory."""


# ---- hub ---------------------------------------------------------------------------------------------------


HOUSE = ""
"""The topic of whatever shows the whole house; a table's topic is its name."""


class Hub:
    """The newest moment, and whoever waits for the next one. It belongs to the loop that serves."""

    def __init__(self, moment: StateSnapshot) -> None:
        self.moment = moment
        self._closed = False
        self.commits = 0
        """How often the journal was seen to grow."""
        self.streams = 0
        """How many streams are open."""
        self.present: Counter[tuple[str, str]] = Counter()
        """By table and player, how many screens of that player show the table here."""
        self.marks: dict[str, int] = dict.fromkeys((HOUSE, *moment.tables), moment.seq)
        """By topic, the entry after which it last changed."""
        self._waiting: dict[str, asyncio.Future[None]] = {}

    def tell(self, moment: StateSnapshot) -> None:
        """The casino has moved on, or stands still."""
        before, self.moment = self.moment, moment
        self.commits += moment.seq != before.seq
        if moment.seq == before.seq and moment.locked == before.locked:
            return
        topics = [name for name in moment.tables if _moved(before, moment, name)]
        for topic in (HOUSE, *topics):
            self.marks[topic] = moment.seq
        self._wake((HOUSE, *topics))

    def close(self) -> None:
        """No more news: every stream ends."""
        self._closed = True
        self._wake(tuple(self._waiting))

    def closed(self) -> bool:
        """Whether there will be no more news."""
        return self._closed

    async def changed(self, topic: str, timeout: float) -> bool:
        """Whether there are news of a topic; False when nothing was heard for so many seconds."""
        if self._closed:
            return True
        waiting = self._waiting.get(topic)
        if waiting is None:
            waiting = self._waiting[topic] = asyncio.get_running_loop().create_future()
        heard, _ = await asyncio.wait([waiting], timeout=timeout)
        return bool(heard)

    def shown(self, table: str, player: str) -> None:
        """One more screen of a player shows a table: a dealer who is a bot waits for that player from now on."""
        self.present[table, player] += 1
        self._wake((table,))

    def _wake(self, topics: Iterable[str]) -> None:
        for topic in topics:
            waiting = self._waiting.pop(topic, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(None)


def _moved(before: StateSnapshot, now: StateSnapshot, name: str) -> bool:
    """Whether anything that is seen at a table has changed."""
    if before.locked != now.locked or before.tables.get(name) is not now.tables[name]:
        return True
    if before.versions.get(f"table/{name}") != now.versions.get(f"table/{name}"):
        return True
    if before.sittings.get(name) is not now.sittings.get(name) or _purses(before, name) != _purses(now, name):
        return True
    if before.readings.get(name) != now.readings[name] or before.fair.get(name) != now.fair.get(name):
        return True
    if before.versions.get("slips") != now.versions.get("slips") and _slips_moved(before, now, name):
        return True
    rules = now.rules[name]
    names = (rules.jackpot, rules.five_card_jackpot)
    return any(before.links.get(link or "") is not now.links.get(link or "") for link in names)


def _purses(moment: StateSnapshot, name: str) -> dict[int, Purse]:
    return {seat: purse for (table, seat), purse in moment.purses.items() if table == name}


def _slips_moved(before: StateSnapshot, now: StateSnapshot, name: str) -> bool:
    """Whether a slip of a table was signed or voided."""
    return any(before.slips.get(n) is not slip for n, slip in now.slips.items() if slip.issued.table == name)
