"""One entry of the journal, and the chain that binds each entry to all before it.

The hash of an entry is the SHA-256 of the hash before it and of the entry's own fields, one to a line; the first stands
on 32 zero bytes. Nothing else is hashed, so that a stranger can check a journal with a page of any language.

>>> first = chained(GENESIS, Entry(1, "table/One", 1, "c1", "2026-01-01T00:00:00Z", "dealer ada", "{}", "{}"))
>>> first.hash.hex()[:16], intact(GENESIS, first)
('a42578d3a17abf06', True)
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import msgspec

from upcard.display import displayed

GENESIS = bytes(32)
"""What the first entry stands on."""


@displayed
class Entry(NamedTuple):
    """An event as it was recorded: where, after which command, when, by whom, and the money that it moved.

    `event` and `postings` are JSON without line breaks, kept to the byte; `postings` leads from accounts to micros.
    """

    seq: int
    """The place in the whole journal, from 1 without a gap."""
    stream: str
    """What it happened to: `table/NAME`, `jackpot/NAME`, `cage`."""
    version: int
    """The place in its stream, from 1 without a gap."""
    command: str
    """The id of the command that it follows from."""
    at: str
    by: str
    """The role and the identity, with a space between."""
    event: str
    postings: str
    hash: bytes = b""

    @property
    def moved(self) -> dict[str, int]:
        """The micros that each account gained or lost."""
        return _postings.decode(self.postings)

    @property
    def kind(self) -> str:
        """The kind of its event."""
        return _kind.decode(self.event).type

    def _line(self) -> str:
        return f"{self.seq}, {self.stream} {self.version}, {self.kind} by {self.by} at {self.at}"


class _Kind(msgspec.Struct):
    type: str = ""


_postings = msgspec.json.Decoder(dict[str, int])
_kind = msgspec.json.Decoder(_Kind)


class Answer(NamedTuple):
    """What a command was answered: the entries that it led to, or why it was refused. A retry is given the same."""

    id: str
    digest: bytes
    """The SHA-256 of the command's body; the same id with another body is refused."""
    first: int
    last: int
    """The entries that it led to; `last` is `first - 1` where there were none."""
    refusal: str = ""
    """A refusal as JSON, or empty where the command was accepted."""


def digest(before: bytes, entry: Entry) -> bytes:
    """The hash of an entry that follows on `before`."""
    seq, stream, version, command, at, by, event, postings, _ = entry
    lines = f"{seq}\n{stream}\n{version}\n{command}\n{at}\n{by}\n{event}\n{postings}"
    return sha256(before + lines.encode()).digest()


def chained(before: bytes, entry: Entry) -> Entry:
    """The entry with its hash."""
    return entry._replace(hash=digest(before, entry))


def intact(before: bytes, entry: Entry) -> bool:
    """Whether the entry is what was recorded after `before`."""
    return entry.hash == digest(before, entry)
