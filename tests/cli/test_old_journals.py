"""Journals that earlier versions wrote: they verify, play again to the same books, settle to what was paid, and go on.

Each is an archive of a store with its heads and keys and the house that it was opened with. Bots played them; the one
of `deadwood-2011` was left in the middle of rounds.
"""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tests.cli.running import Run

ARCHIVES = sorted(Path(__file__).with_name("journals").glob("*/*.tar.xz"))


@pytest.mark.parametrize(
    "archive", ARCHIVES, ids=lambda path: f"{path.parent.name}/{path.name.removesuffix('.tar.xz')}"
)
def test_an_old_journal_is_proven_and_goes_on(archive: Path, tmp_path: Path, upcard: Run) -> None:
    with tarfile.open(archive) as kept:
        kept.extractall(tmp_path, filter="data")
    db = f"sqlite:{tmp_path / 'house.db'}"
    before = upcard("audit", "verify", "--settle", "--db", db, "--json").json
    assert before["ok"], before
    assert before["rounds"] >= 16
    house = str(tmp_path / "house.toml")
    ran = upcard("floor", "run", house, "--bots", "--rounds", "6", "--seed", "later", "--close", "--db", db, "--json")
    assert ran.status == 0, ran.err
    after = upcard("audit", "verify", "--settle", "--db", db, "--json").json
    assert after["ok"], after
    assert after["rounds"] >= before["rounds"] + 6
    assert after["events"] > before["events"]
