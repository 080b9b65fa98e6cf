"""Events and commands as bytes: one JSON for the journal, its exports and whoever sends commands."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.money.events import MoneyEvent
from upcard.tables import events as te

Event: TypeAlias = te.Event | MoneyEvent

TABLE = "table/"
"""How the name of a table's stream begins."""

_encoder = msgspec.json.Encoder()
_table: msgspec.json.Decoder[te.Event] = msgspec.json.Decoder(te.Event)
_money: msgspec.json.Decoder[MoneyEvent] = msgspec.json.Decoder(MoneyEvent)
_postings = msgspec.json.Decoder(dict[str, int])


def encode(value: object) -> str:
    """JSON without a line break, the fields in their order."""
    return _encoder.encode(value).decode()


def table_event(text: str) -> te.Event:
    return _table.decode(text)


def money_event(text: str) -> MoneyEvent:
    return _money.decode(text)


def postings(text: str) -> dict[str, int]:
    return _postings.decode(text)
