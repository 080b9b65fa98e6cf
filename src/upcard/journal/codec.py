"""Events and commands as bytes: one JSON for the journal, its exports and whoever sends commands.

An event at a table may end with a salt, which is nobody's to see before the event itself. Whoever knows all of an entry
but a few cards could otherwise try them all, and its hash would say which they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from upcard.money.events import MoneyEvent
from upcard.shuffles.events import SHUFFLE, FairEvent
from upcard.store.entry import Entry
from upcard.tables import events as te

Event: TypeAlias = te.Event | MoneyEvent | FairEvent

TABLE = "table/"
"""How the name of a table's stream begins."""

_encoder = msgspec.json.Encoder()
table_event: Callable[[str], te.Event] = msgspec.json.Decoder(te.Event).decode
money_event: Callable[[str], MoneyEvent] = msgspec.json.Decoder(MoneyEvent).decode
fair_event: Callable[[str], FairEvent] = msgspec.json.Decoder(FairEvent).decode


def encode(value: object) -> str:
    """JSON without a line break, the fields in their order."""
    return _encoder.encode(value).decode()


_SALT = re.compile(r',"salt":"([0-9a-f]{32})"}\Z')


def salted(text: str, salt: str) -> str:
    """An event's JSON with a salt as its last member, where there is one.

    >>> salted('{"type":"TableClosed"}', "00" * 16)
    '{"type":"TableClosed","salt":"00000000000000000000000000000000"}'
    >>> salt_of(salted('{"type":"TableClosed"}', "00" * 16)) == "00" * 16
    True
    """
    return f'{text[:-1]},"salt":"{salt}"}}' if salt else text


def salt_of(text: str) -> str:
    """The salt of an event, or empty."""
    found = _SALT.search(text, len(text) - SALT_LENGTH) if len(text) > SALT_LENGTH else None
    return found[1] if found else ""


SALT_LENGTH = len(salted("}", "0" * 32))


def event_of(entry: Entry) -> Event:
    """What an entry of any stream says."""
    if entry.stream.startswith(TABLE):
        return table_event(entry.event)
    return fair_event(entry.event) if entry.stream.startswith(SHUFFLE) else money_event(entry.event)


def exported(entry: Entry) -> str:
    """An entry as a JSON object with the journal's own names; the hash in hexadecimal, no line break."""
    return encode(entry._asdict() | {"hash": entry.hash.hex()})


def told_in_part(entry: Entry) -> str:
    """The same without its event, which nobody may know yet."""
    return encode(entry._asdict() | {"event": None, "hash": entry.hash.hex()})
