"""Journals of this version: houses that bots played, and floors walked at random with all that goes wrong.

Keys, times and secrets are those of the day, so that a journal is made once and kept.
"""

from __future__ import annotations

import tarfile
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.audit.insider import honest
from tests.frozen.commands import DB, HOUSES, run
from tests.frozen.kept import JOURNALS
from upcard import __version__

ROUNDS = 18
WALKED = (
    ("ma", "keyed", "frozen 8", False), ("sd-2015", "keyed", "frozen 14", True),
    ("sd-2011", "keyed", "frozen 2", False), ("sd-bonus6", "keyed", "frozen 16", False),
    ("sd-2015", "virtual", "frozen 14", True),
)  # fmt: skip
"""The edition, whose cards, a seed by which much goes wrong, and whether the floor is as it is served: with acts of two
people and its own shuffles."""


def make() -> None:
    """Whatever journal of this version there is not yet."""
    folder = JOURNALS / __version__
    folder.mkdir(exist_ok=True)
    for house in HOUSES:
        with TemporaryDirectory() as place:
            if not (folder / f"{house}.tar.xz").exists():
                _played(house, Path(place))
                _packed(Path(place), folder / f"{house}.tar.xz")
    for edition, mode, seed, sourced in WALKED:
        archive = folder / f"{edition}-{mode}.tar.xz"
        with TemporaryDirectory() as place:
            if not archive.exists():
                honest(Path(place), edition, mode, seed, ROUNDS, sourced=sourced)
                _packed(Path(place), archive)


def _played(house: str, place: Path) -> None:
    with chdir(place):
        Path("house.toml").write_text(run(["house", "example", house]).out, encoding="utf-8")
        ran = run(["floor", "run", "house.toml", "--bots", "--rounds", "15", *DB, "--json"])
        assert ran.status == 0, ran.err


def _packed(place: Path, archive: Path) -> None:
    with tarfile.open(archive, "w:xz", preset=9) as kept:
        for path in sorted(place.iterdir()):
            if not path.name.endswith("-lock"):
                kept.add(path, path.name.replace("night.", "house.", 1), filter=_anybody)


def _anybody(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Nothing of whoever made it."""
    info.uid = info.gid = info.mtime = 0
    info.uname = info.gname = ""
    return info
