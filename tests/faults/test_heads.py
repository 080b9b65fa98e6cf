"""The file of signed heads after a power cut: whatever is left of its end, the house opens again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import upcard.journal.journal as journal_module
from tests.faults.disk import Disk, Platter
from tests.faults.house import house, pits
from tests.faults.scale import LONG
from upcard.bots.table_bot import Playing
from upcard.journal.floor import Floor
from upcard.journal.journal import heads_of, opened
from upcard.journal.proof import Heads

HOUSE = house(1, six=False)
CUTS = 5000 if LONG else 200
SIGNED = 30


class NotedHeads(Heads):
    """Notes what it does to its file on a disk of ours."""

    disk = Disk()

    def _append(self, line: bytes) -> None:
        self.disk.write(0, self._end, line)
        super()._append(line)
        if self._sync:
            self.disk.sync(0)


def test_a_house_opens_whatever_a_power_cut_left_of_its_heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:{tmp_path / 'journal.db'}"
    path = heads_of(url)
    assert path is not None
    disk = Disk()
    disk.make("heads")
    disk.sync_folder()
    monkeypatch.setattr(NotedHeads, "disk", disk)
    monkeypatch.setattr(journal_module, "Heads", NotedHeads)
    with opened(url) as journal:
        floor = Floor(HOUSE, journal.store)
        playing = Playing(floor, pits(HOUSE, "seed"), "run")
        for _ in range(SIGNED):
            playing.step()
            journal.sign(floor)
    monkeypatch.undo()
    chance = Random(5)
    for _ in range(CUTS):
        platter = Platter({})
        for deed in disk.deeds[: chance.randrange(2, len(disk.deeds) + 1)]:
            platter.do(deed)
        path.write_bytes(platter.cut(chance)["heads"])
        with opened(url) as journal:
            journal.sign(floor)
