"""A journal as text: one entry a line, for those who do not want to open a database."""

from __future__ import annotations

import msgspec

from upcard.store.entry import Entry

_encode = msgspec.json.Encoder().encode


def exported(entry: Entry) -> str:
    """An entry as a JSON object with the journal's own names; the hash in hexadecimal, no line break."""
    return _encode(entry._asdict() | {"hash": entry.hash.hex()}).decode()


def told_in_part(entry: Entry) -> str:
    """The same without its event, which nobody may know yet."""
    return _encode(entry._asdict() | {"event": None, "hash": entry.hash.hex()}).decode()
