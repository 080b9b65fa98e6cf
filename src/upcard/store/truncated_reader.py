"""A journal up to an entry, as if it ended there: what may be given away while something after it is still hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from upcard.store.entry import GENESIS, Answer, Entry
from upcard.store.seal import Seal
from upcard.store.store import Head, Reading, SealedReading


def between_seals(reading: SealedReading, seq: int) -> int:
    """That entry, or the last one before it with which a turn ends: half of what was sealed cannot be checked."""
    covering = next(reading.seals(seq), None)
    return covering[0].first - 1 if covering is not None and covering[0].first <= seq else seq


def between_commands(reading: Reading, seq: int) -> int:
    """That entry, or the last one before it with which a command ends: half of an answer cannot be checked."""
    following = next(iter(reading.entries(seq, upto=seq + 1)), None)
    while following is not None and seq:
        (entry,) = reading.entries(seq - 1, upto=seq)
        if entry.command != following.command:
            break
        seq -= 1
    return seq


class Until:
    """The entries, the answers and the balances of that moment, read from a longer journal."""

    def __init__(self, reading: SealedReading, seq: int) -> None:
        self._reading = reading
        self._seq = seq

    def head(self) -> Head:
        last = next(iter(self._reading.entries(self._seq - 1, upto=self._seq)), None) if self._seq else None
        return Head(last.seq, last.hash) if last is not None else Head(0, GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        end = self._seq if upto is None else min(upto, self._seq)
        return self._reading.entries(after, stream=stream, upto=end)

    def balances(self) -> dict[str, int]:
        """Added up anew: what is stored is the balances of now."""
        found: dict[str, int] = {}
        for entry in self.entries():
            for account, micros in entry.moved.items():
                found[account] = found.get(account, 0) + micros
        return found

    def answer(self, command: str) -> Answer | None:
        found = self._reading.answer(command)
        return found if found is not None and found.last <= self._seq else None

    def answers(self) -> Iterator[Answer]:
        return (answer for answer in self._reading.answers() if answer.last <= self._seq)

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        return takewhile(lambda found: found[0].last <= self._seq, self._reading.seals(after))

    def last_seal(self, upto: int | None = None) -> Seal | None:
        return self._reading.last_seal(self._seq if upto is None else min(upto, self._seq))
