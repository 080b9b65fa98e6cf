"""The auditor of the crashes is able to fail: a journal with a fault in it is found out, and a whole one is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.faults.audit import Auditor, Dealt
from tests.faults.crash import Said, TalkingFloor, Told
from tests.faults.house import house, pits
from upcard.bots.table_bot import Playing
from upcard.store.sqlite import SqliteStore
from upcard.store.store import GENESIS, Answer, Entry, Head, Seal, chained

HOUSE = house(2)


class Copy:
    """A journal in memory, which can be made wrong; of a store it has what an auditor reads."""

    def __init__(self, entries: list[Entry], balances: dict[str, int], answers: list[Answer]) -> None:
        self.kept, self.sums, self.given = entries, balances, answers

    def head(self) -> Head:
        return Head(self.kept[-1].seq, self.kept[-1].hash) if self.kept else Head(0, GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        assert stream is None
        return iter(self.kept[after:upto])

    def balances(self) -> dict[str, int]:
        return dict(self.sums)

    def answer(self, command: str) -> Answer | None:
        return next((answer for answer in self.given if answer.id == command), None)

    def answers(self) -> Iterator[Answer]:
        return iter(self.given)

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        return iter(())

    @contextmanager
    def snapshot(self) -> Iterator[Copy]:
        yield self


@cache
def played() -> tuple[Copy, Said]:
    """A few rounds, and what was said about them; the last batch was not answered."""
    heard: list[Any] = []
    with TemporaryDirectory() as folder:
        store = SqliteStore(str(Path(folder) / "journal.db"))
        floor = TalkingFloor(HOUSE, store, heard.append)
        playing = Playing(floor, pits(HOUSE, "seed"), "run")
        for _ in range(120):
            playing.step()
        copy = Copy([*store.entries()], store.balances(), [*store.answers()])
        store.close()
    told: list[Told] = [told for replies in heard[1:-1:2] for told in replies]
    return copy, Said(tuple(told), heard[-2], ())


def looked_at(spoil: Callable[[Copy], None]) -> None:
    copy, said = played()
    spoiled: Any = Copy([*copy.kept], dict(copy.sums), [*copy.given])
    spoil(spoiled)
    Auditor(HOUSE).look(spoiled, None, said)


def test_a_journal_in_order_passes() -> None:
    looked_at(lambda copy: None)


def keep(copy: Copy, upto: int) -> None:
    """Nothing after an entry, and everything else as if that were the end."""
    del copy.kept[upto:]
    copy.given = [answer for answer in copy.given if answer.last <= upto]
    copy.sums = {}
    for entry in copy.kept:
        for account, micros in entry.moved.items():
            copy.sums[account] = copy.sums.get(account, 0) + micros


def lose_the_end(copy: Copy) -> None:
    keep(copy, played()[1].told[-1].first - 1)


def lose_an_answer(copy: Copy) -> None:
    copy.given.remove(next(answer for answer in copy.given if answer.id == played()[1].told[5].command))


def lose_half_a_batch(copy: Copy) -> None:
    last = copy.answer(played()[1].lost[-1].id)
    assert last is not None
    keep(copy, last.first - 1)


def lose_a_micro(copy: Copy) -> None:
    copy.sums["house"] -= 1


def do_it_twice(copy: Copy) -> None:
    """A command's entry once more at the end, properly chained."""
    last, first = copy.kept[-1], next(entry for entry in copy.kept if '"SeatTaken"' in entry.event)
    version = max(entry.version for entry in copy.kept if entry.stream == first.stream) + 1
    copy.kept.append(chained(last.hash, first._replace(seq=last.seq + 1, version=version)))


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lose_the_end, "acknowledged, and is lost"),
        (lose_an_answer, "was not answered with it"),
        (lose_half_a_batch, "half of a batch"),
        (lose_a_micro, "the balance of house"),
        (do_it_twice, "none has an effect twice"),
    ],
)
def test_a_fault_is_found(spoil: Callable[[Copy], None], fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        looked_at(spoil)


def follow(entries: Iterable[Entry]) -> None:
    dealt = Dealt()
    for entry in entries:
        dealt.follow(entry)


def test_other_cards_after_a_crash_are_found() -> None:
    """As if a deck had been shuffled anew, and nobody had written it down."""
    kept = played()[0].kept
    last = max(place for place, entry in enumerate(kept) if "HandsDealt" in entry.event)
    event = json.loads(kept[last].event)
    event["event"]["hands"]["1"].reverse()
    follow(kept)
    with pytest.raises(AssertionError, match="shuffled for it"):
        follow([*kept[:last], kept[last]._replace(event=json.dumps(event))])


def test_a_round_that_is_left_out_is_found() -> None:
    kept = played()[0].kept
    first = next(entry for entry in kept if "RoundReconciled" in entry.event)
    with pytest.raises(AssertionError, match="left out"):
        follow(entry for entry in kept if entry != first)
