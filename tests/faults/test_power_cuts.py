"""Power cuts: whatever the disk kept of what was not synced, each commit that was acknowledged is there to the byte."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from tests.faults.disk import Disk, Image, Note, Platter
from tests.faults.faulty import HastyStore
from tests.faults.recorded import NOT_OPEN, Recorded, opened, record, seen, state_of, writer
from tests.faults.scale import LONG, progress
from tests.faults.vfs import DiskVfs

CUTS = 100_000 if LONG else 4_000
AGAIN = 20
"""One cut in so many is followed by another while the journal is recovered."""
STEPS = 45


class Cut(NamedTuple):
    """What is on the disk when the power is back, and how many commits had been acknowledged."""

    image: Image
    acknowledged: int
    done: int
    """How many deeds had been done."""


def cuts(run: Recorded, chance: Random, number: int) -> Iterator[Cut]:
    """So many cuts, each at a moment of its own."""
    platter, acknowledged, at = Platter({}), NOT_OPEN, 0
    for moment in sorted(chance.randrange(len(run.deeds) + 1) for _ in range(number)):
        for deed in run.deeds[at:moment]:
            platter.do(deed)
            acknowledged = deed.what if isinstance(deed, Note) else acknowledged
        at = moment
        yield Cut(platter.cut(chance), acknowledged, moment)


def survivor(run: Recorded, vfs: DiskVfs, image: Image) -> int:
    """After which commit the journal on an image stands; one that stands at no such place is half there."""
    found = seen(vfs, image)
    number = bisect_left([len(state.entries) for state in run.states], len(found.entries))
    assert found == run.states[number], "the journal is half one commit and half another"
    return number


@pytest.fixture(scope="module")
def run() -> Recorded:
    return record(STEPS)


def test_a_power_cut_loses_nothing_that_was_acknowledged(run: Recorded) -> None:
    chance, vfs = Random(407), DiskVfs(Disk())
    ahead: Counter[int] = Counter()
    for number, cut in enumerate(progress(cuts(run, chance, CUTS), CUTS, "cuts")):
        found = survivor(run, vfs, cut.image)
        known = max(cut.acknowledged, 0)
        assert known <= found <= known + 1, (cut.done, known, found)
        ahead[found - known] += 1
        if not number % AGAIN:
            platter = Platter(cut.image)
            for deed in vfs.disk.deeds[: chance.randrange(len(vfs.disk.deeds) + 1)]:
                platter.do(deed)
            assert survivor(run, vfs, platter.cut(chance)) == found, "what was recovered once is recovered again"
    print(f"{len(run.deeds)} deeds, {len(run.states)} states, {ahead[1]} of {CUTS} cuts a commit ahead")
    assert ahead[1], "some commits were on disk before anybody knew"


def lost(run: Recorded, number: int) -> int:
    """How many of so many cuts lose a commit that was acknowledged."""
    chance, vfs = Random(12), DiskVfs(Disk())
    return sum(survivor(run, vfs, cut.image) < cut.acknowledged for cut in cuts(run, chance, number))


def test_without_a_sync_for_each_commit_it_would() -> None:
    run = record(STEPS, spoil=lambda store: writer(store).pragma("synchronous", "normal"))
    assert lost(run, 300) > 100


def test_an_answer_before_the_commit_would_be_found_out() -> None:
    run = record(STEPS, kind=HastyStore)
    assert lost(run, 300) > 100


def test_what_was_read_after_a_kill_survives_a_power_cut_too(run: Recorded) -> None:
    """The log of a floor that was killed may hold a commit that was never synced; a retry is answered from it."""
    chance, vfs = Random(77), DiskVfs(Disk())
    for _ in range(300):
        vfs.disk = Disk()
        for deed in run.deeds[: chance.randrange(len(run.deeds) + 1)]:
            vfs.disk.do(deed)
        store = opened(vfs)
        read = len(state_of(store).entries)
        platter = Platter({})
        for deed in vfs.disk.deeds:
            platter.do(deed)
        store.close()
        found = survivor(run, vfs, platter.cut(chance))
        assert len(run.states[found].entries) >= read
