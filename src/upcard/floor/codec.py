"""Events and commands as bytes: one JSON for the journal, its exports and whoever sends commands."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.floor.fair.events import SHUFFLE, FairEvent
from upcard.floor.store.entry import Entry
from upcard.money.events import MoneyEvent
from upcard.tables import events as te

Event: TypeAlias = te.Event | MoneyEvent | FairEvent

TABLE = "table/"
"""How the name of a table's stream begins."""

_encoder = msgspec.json.Encoder()
_table: msgspec.json.Decoder[te.Event] = msgspec.json.Decoder(te.Event)
_money: msgspec.json.Decoder[MoneyEvent] = msgspec.json.Decoder(MoneyEvent)
_fair: msgspec.json.Decoder[FairEvent] = msgspec.json.Decoder(FairEvent)
_postings = msgspec.json.Decoder(dict[str, int])


def encode(value: object) -> str:
    """JSON without a line break, the fields in their order."""
    return _encoder.encode(value).decode()


def table_event(text: str) -> te.Event:
    return _table.decode(text)


def money_event(text: str) -> MoneyEvent:
    return _money.decode(text)


def fair_event(text: str) -> FairEvent:
    return _fair.decode(text)


def event_of(entry: Entry) -> Event:
    """What an entry of any stream says."""
    if entry.stream.startswith(TABLE):
        return table_event(entry.event)
    return fair_event(entry.event) if entry.stream.startswith(SHUFFLE) else money_event(entry.event)


def postings(text: str) -> dict[str, int]:
    return _postings.decode(text)
