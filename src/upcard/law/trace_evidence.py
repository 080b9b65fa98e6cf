"""Where the code of this installation reads each rule, and which tests were recorded as exercising it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Set
from importlib.resources import files
from importlib.resources.abc import Traversable

from upcard.law.edition import Edition
from upcard.law.implements import RULES
from upcard.law.registry import BUILT_IN

ROOMS = ("rules", "games", "tables", "money", "journal", "exact")
"""The rooms that play by the law. The law itself and the command line only speak of it."""

RECORD = "exercised.json"

Places = Mapping[str, tuple[str, ...]]
"""For each rule, where: places in code, or ids of tests."""


def every_rule() -> frozenset[str]:
    """The names of all rules of the games that come with Upcard."""
    return RULES


def code_places(path: str, source: str, rules: Set[str]) -> dict[str, list[str]]:
    """Where code reads each rule: the attribute loaded, its name as a string, or as what `implements` names.

    >>> code_places("games/a.py", "if law.tie == 'push':\\n    refuse('tie')\\n    round.limit = 1", {"tie", "limit"})
    {'tie': ['games/a.py:1', 'games/a.py:2']}
    """
    lines: dict[str, set[int]] = {}
    for node in ast.walk(ast.parse(source, path)):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in rules:
                lines.setdefault(name, set()).add(node.end_lineno or node.lineno)
            case ast.Call(func=ast.Name(id="implements" | "plays"), keywords=obeyed):
                for keyword in obeyed:
                    if keyword.arg is not None and keyword.arg in rules:
                        lines.setdefault(keyword.arg, set()).add(keyword.lineno)
            case ast.Constant(value=str(name)) if name in rules:
                lines.setdefault(name, set()).add(node.lineno)
    return {rule: [f"{path}:{line}" for line in sorted(found)] for rule, found in sorted(lines.items())}


def read_code(rules: Set[str], package: Traversable | None = None) -> Places:
    """Where the rooms read each rule; nowhere that is known where the sources are not part of the installation."""
    package = files("upcard") if package is None else package
    places: dict[str, list[str]] = {}
    for room in ROOMS:
        for path, file in sorted(_sources(package.joinpath(room), (room,))):
            named = "/".join(("src/upcard", *path))
            for rule, found in code_places(named, file.read_text(encoding="utf-8"), rules).items():
                places.setdefault(rule, []).extend(found)
    return {rule: tuple(found) for rule, found in places.items()}


def _sources(folder: Traversable, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    """Every Python file below a folder, with the way to it."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, (*path, entry.name))
        elif entry.name.endswith(".py"):
            yield (*path, entry.name), entry


def for_edition(places: Places, edition: Edition) -> Places:
    """Without the code of other games, and with the transcripts of this edition first."""
    own = f"/rounds/{edition.id}/"
    others = [f"/{game.core.rpartition('.')[2]}" for key, game in BUILT_IN.items() if key != edition.game]

    def ours(place: str) -> bool:
        return not any(other in place for other in others)

    return {
        rule: tuple(sorted(filter(ours, found), key=lambda place: own not in place)) for rule, found in places.items()
    }


def read_record() -> Places:
    """The recorded tests of each rule, which travel with the package; none before the first recording."""
    record = files("upcard.law").joinpath(RECORD)
    if not record.is_file():
        return {}
    return {rule: tuple(tests) for rule, tests in json.loads(record.read_text(encoding="utf-8")).items()}
