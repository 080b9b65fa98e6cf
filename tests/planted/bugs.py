"""The planted bugs: small mistakes that a programmer could make, each with the tests that must see it.

A file for each room lists them by name. A bug is a text in a file of the package and what stands there instead, so
that it is found again by eye when its file is renamed or rewritten.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGE = Path("src", "upcard")


class Bug(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes wrong, the text in `file` (under src/upcard) that becomes another, and the tests that must see it."""

    wrong: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    name: str = ""
    room: str = ""

    def planted(self, root: Path) -> str:
        """The file with the bug in it."""
        source = (root / PACKAGE / self.file).read_text(encoding="utf-8")
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.name}: its old text stands {source.count(self.old)} times in {self.file}, not once"
            )
        return source.replace(self.old, self.new)


def read_bugs() -> dict[str, Bug]:
    """All of them by name."""
    bugs: dict[str, Bug] = {}
    for listed in sorted(HERE.glob("*.toml")):
        for name, fields in tomllib.loads(listed.read_text(encoding="utf-8")).items():
            if name in bugs:
                raise ValueError(f"{name}: a bug of that name stands in {bugs[name].room} and in {listed.stem}")
            bugs[name] = msgspec.convert({**fields, "name": name, "room": listed.stem}, Bug)
    return bugs
