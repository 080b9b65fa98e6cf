"""One entry of the journal as a document: in words, as it was recorded, and where it stands in the chain.

While it is hidden it is told without what nobody may see yet, and no hash is told by which a card could be guessed.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec

from upcard.journal.codec import TABLE
from upcard.store.entry import Entry
from upcard.units import show_meter
from upcard.web.schemas.journal import Moved, Sentence
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.entry_narration import Told
from upcard.web.views.event_labels import kind_of, label_of
from upcard.web.views.redact import redacted

_encoder = msgspec.json.Encoder()


def shown_event(entry: Entry, sealed: Disclosure) -> tuple[dict[str, Any], bool]:
    """The event as it may be seen now, and whether anything was kept back; its salt is none of it."""
    whole: dict[str, Any] = msgspec.json.decode(entry.event)
    whole.pop("salt", None)
    if not sealed.hides(entry):
        return whole, False
    shown = redacted(entry.event)
    return shown, shown != whole


def entry_document(entry: Entry, said: tuple[Told, ...], sealed: Disclosure, *, hashes_upto: int) -> dict[str, Any]:
    """An entry for whoever reads the journal."""
    event, hidden = shown_event(entry, sealed)
    kind = kind_of(entry.event)
    role, _, person = entry.by.partition(" ")
    return {
        "seq": entry.seq,
        "stream": entry.stream,
        "place": entry.stream.removeprefix(TABLE).removeprefix("jackpot/"),
        "version": entry.version,
        "at": entry.at,
        "by": entry.by,
        "role": role,
        "person": person,
        "kind": kind,
        "label": label_of(kind),
        "said": [said_document(one) for one in said],
        "event": event,
        "hidden": hidden,
        "raw": _encoder.encode(event).decode() if sealed.hides(entry) else entry.event,
        "command": entry.command,
        "moved": moved(entry),
        "hash": entry.hash.hex() if entry.seq <= hashes_upto else None,
    }


def said_document(said: Told) -> Sentence:
    href = f"/law/{said.edition}#{quote(said.clause)}" if said.clause else None
    mark = said.clause.removeprefix(said.edition).lstrip("-") if said.clause else None
    return {
        "text": said.text,
        "clause": said.clause,
        "mark": mark,
        "rule": said.rule,
        "href": href,
        "payment": said.payment,
    }


def moved(entry: Entry) -> list[Moved]:
    """The money that an entry moved: what each account gained or lost, in dollars."""
    return [{"account": name, "amount": show_meter(sum)} for name, sum in entry.moved.items()]
