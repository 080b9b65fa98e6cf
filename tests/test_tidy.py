"""House style that a machine can check.

Each check is a function from a source string, and the place of its file under src/upcard, to the faults that
it finds. Each is tried twice: on the whole package, where it must find nothing, and on planted faults, where
it must find them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "upcard"

Check = Callable[[str, str], list[str]]

# ---- the rooms ---------------------------------------------------------------------------------------------

FLOORS = {"errors", "units", "number_format", "compiled", "cards", "document"}
"""Underneath everything."""

PURE_LINE = ("law", "rules", "games", "tables", "money", "present", "plugins")
LINE = (*PURE_LINE[:-1], "store", "people", "shuffles", "journal", "bots", "audit")
"""From left to right; a room imports only rooms to its left, and the floors."""

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "units": {"errors"},
    "number_format": {"errors", "units"},
    "compiled": set(),
    "document": set(),
    "cards": {"errors", "units", "number_format", "compiled"},
    **{room: FLOORS | set(LINE[:at]) for at, room in enumerate(LINE)},
    "plugins": FLOORS | set(PURE_LINE) - {"plugins"},  # nobody imports them: law/registry.py names them
    "exact": FLOORS | {"law", "rules"},
    "simulate": FLOORS | {"law", "rules", "games", "tables", "money", "exact"},
    "reports": FLOORS | {*LINE, "exact"},
    "web": FLOORS | {*LINE, "exact", "simulate", "reports"},
    "arrow": FLOORS | {*LINE, "exact", "simulate"},
    "client": FLOORS | {*LINE, "exact", "simulate", "reports", "web"},  # types of documents, no more
    "cli": FLOORS | {*LINE, "exact", "simulate", "reports", "web", "arrow", "client"},
}

PURE = FLOORS - {"compiled"} | set(PURE_LINE)
"""No clock, no random source, no file, no socket; only machine code is kept in files."""

EXACT_MONEY = {"units", *PURE_LINE}
"""No float and no division that makes one."""

OUTSIDE_THE_ROOMS = {"__init__.py", "__main__.py"}


def room_of(place: str) -> str:
    """The room that a file is in: `games/settle.py` is in games, `units.py` is units."""
    parts = PurePosixPath(place).parts
    return "plugins" if _plugged_in(parts) else parts[0].removesuffix(".py")


def _plugged_in(parts: Sequence[str]) -> bool:
    """Whether it is what a game knows of tables and money."""
    return parts[0] == "games" and parts[2:3] == ("plugin",)


def imports(source: str, place: str) -> Iterator[tuple[int, str, str | None]]:
    """Each import as (line, module, name or None), with relative ones made whole."""
    package = ("upcard", *PurePosixPath(place).parent.parts)
    tree = ast.parse(source)
    for_types = {id(node) for node in ast.walk(tree) if _for_types(node) for node in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *(node.module or "").split(".")]).strip(".")
            yield from ((node.lineno, module, alias.name) for alias in node.names)


def _for_types(node: ast.AST) -> bool:
    """What only the type checker reads."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


# ---- the checks --------------------------------------------------------------------------------------------


def import_direction(source: str, place: str) -> list[str]:
    if place in OUTSIDE_THE_ROOMS:
        return []
    room = room_of(place)
    if room not in MAY_IMPORT:
        return [f"line 1: {room} is not a room: give it a place in MAY_IMPORT"]
    faults = []
    for line, module, name in imports(source, place):
        path = f"{module}.{name}" if name else module
        parts = path.split(".")
        if parts[0] != "upcard" or parts[1:] == ["__version__"]:
            continue
        if len(parts) == 1:
            faults.append(f"line {line}: import a room by its name, not the whole of upcard")
            continue
        imported = "plugins" if _plugged_in(tuple(parts[1:])) else parts[1]
        if imported != room and imported not in MAY_IMPORT[room]:
            faults.append(f"line {line}: {room} may not import {path}")
    return faults


WITHOUT_GAMES = {"tables", "money", "present", "shuffles", "journal", "bots", "audit", "web"}
"""They ask `games/game.py` for what a game knows, and name none."""

OF_A_GAME = re.compile(r"upcard\.(?:law|rules|games)\.(?:caribbean_stud|bonus_six)\b")


def no_game_named(source: str, place: str) -> list[str]:
    if room_of(place) not in WITHOUT_GAMES:
        return []
    paths = ((line, f"{module}.{name}" if name else module) for line, module, name in imports(source, place))
    return [f"line {line}: names a game, {path}" for line, path in paths if OF_A_GAME.match(path)]


def no_float(source: str, place: str) -> list[str]:
    if room_of(place) not in EXACT_MONEY:
        return []
    faults = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex()):
                faults.append(f"line {node.lineno}: a float, {node.value!r}")
            case ast.Call(func=ast.Name(id="float" | "complex" as kind)):
                faults.append(f"line {node.lineno}: a call of {kind}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                faults.append(f"line {node.lineno}: a division that makes a float")
            case ast.arg(annotation=ast.expr() as kept) | ast.AnnAssign(annotation=kept):
                faults += _floats_named(kept)
            case ast.FunctionDef(returns=ast.expr() as kept) | ast.AsyncFunctionDef(returns=ast.expr() as kept):
                faults += _floats_named(kept)
    faults += [
        f"line {line}: {name} makes a float"
        for line, module, name in imports(source, place)
        if module in {"operator", "math"} and name in {"truediv", "itruediv", "sqrt", "exp", "log", "fsum"}
    ]
    return faults


def _floats_named(annotation: ast.expr) -> list[str]:
    names = (node for node in ast.walk(annotation) if isinstance(node, ast.Name))
    return [f"line {name.lineno}: kept as a float" for name in names if name.id == "float"]


# fmt: off
WORLDLY_MODULES = {
    "asyncio", "builtins", "calendar", "concurrent", "datetime", "fileinput", "glob", "http", "io",
    "importlib", "linecache", "mmap", "multiprocessing", "os", "pathlib", "random", "sched",
    "secrets", "select", "selectors", "shutil", "signal", "socket", "socketserver", "sqlite3",
    "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}
# fmt: on
WORLDLY_NAMES = {"open", "input", "print", "eval", "exec", "__import__"}
FILE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}
CLOCK_METHODS = {"today", "now", "utcnow", "fromtimestamp"}


def purity(source: str, place: str) -> list[str]:
    """Left of the store nothing reads a clock, a random source, a file or a socket; law reads texts of law."""
    room = room_of(place)
    if room not in PURE or place in OUTSIDE_THE_ROOMS:
        return []
    faults = []
    for line, module, name in imports(source, place):
        path = f"{module}.{name}" if name else module
        dates = path == "datetime.date" and name is not None
        texts = path == "importlib.resources" or path.startswith("importlib.resources.")
        finds = module == "importlib" and place == "law/registry.py"
        finds |= module in {"os", "pathlib"} and place == "law/folders.py"
        if module.split(".")[0] in WORLDLY_MODULES and not (finds or (room == "law" and (dates or texts))):
            faults.append(f"line {line}: imports {path}")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=used, ctx=ast.Load()) if used in WORLDLY_NAMES:
                faults.append(f"line {node.lineno}: uses {used}")
            case ast.Call(func=ast.Attribute(attr=used)) if used in CLOCK_METHODS:
                faults.append(f"line {node.lineno}: reads a clock with {used}")
            case ast.Call(func=ast.Attribute(attr=used)) if used in FILE_METHODS:
                if room != "law" or used.startswith("write"):
                    faults.append(f"line {node.lineno}: reaches for a file with {used}")
    return faults


CLAUSE_NUMBERS = re.compile(
    r"\b(?:sd|ma)-\w+\("  # an edition with a clause behind it
    r"|\(\d+\)\([a-z]\)"  # a subsection and its paragraph
    r"|\b\d+:\d+:\d+:\d+"  # a chapter of administrative rules
    r"|\b(?:ARSD|CMR) \d"
    r"|§\s*\d"
)


def no_clause_numbers(source: str, place: str) -> list[str]:
    """Not in code, not in strings, not in docstrings or comments: they belong in the texts of law."""
    del place
    return _lines_with(CLAUSE_NUMBERS, source, "a clause number")


MACHINE_PATHS = re.compile(
    r"(?<![\w.:/])/(?:home|root|work|tmp|Users|mnt|opt|srv|private)/\w"
    r"|\b[A-Za-z]:\\{1,2}\w"
    r"|(?<![\w.])\.\.[/\\]\w"
)


def no_machine_paths(source: str, place: str) -> list[str]:
    del place
    return _lines_with(MACHINE_PATHS, source, "the path of a machine")


def _lines_with(pattern: re.Pattern[str], source: str, what: str) -> list[str]:
    found = ((line, pattern.search(text)) for line, text in enumerate(source.splitlines(), 1))
    return [f"line {line}: {what}, {match[0]}" for line, match in found if match]


EDITIONS = frozenset(path.stem for path in (PACKAGE / "law" / "texts").glob("*.toml"))


def no_edition_named(source: str, place: str) -> list[str]:
    """Which editions there are is found in their files: no id of one stands in code; examples may name them."""
    del place
    tree = ast.parse(source)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        f"line {node.lineno}: names the edition {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in EDITIONS and id(node) not in said
    ]


MOST_LINES = 500


def file_length(source: str, place: str) -> list[str]:
    del place
    lines = len(source.splitlines())
    return [f"line {lines}: a file of more than {MOST_LINES} lines has more than one idea"] * (lines > MOST_LINES)


MOST_DOCSTRING_LINES = 40


def package_docstring(source: str, place: str) -> list[str]:
    if PurePosixPath(place).name != "__init__.py":
        return []
    docstring = ast.get_docstring(ast.parse(source))
    if not docstring:
        return ["line 1: a package says in a docstring what it is for"]
    lines = len(docstring.splitlines())
    return ["line 1: a package says what it is for within one screen"] * (lines > MOST_DOCSTRING_LINES)


EMPTY_WORDS = {"Manager", "Helper", "Util", "Base", "Data", "Info"}


def class_names(source: str, place: str) -> list[str]:
    del place
    faults = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            words = {word.removesuffix("s") for word in re.findall(r"[A-Z][a-z0-9]*", node.name)}
            faults += [f"line {node.lineno}: {word} in {node.name}" for word in sorted(words & EMPTY_WORDS)]
    return faults


CHECKS: tuple[Check, ...] = (
    import_direction,
    no_game_named,
    no_float,
    purity,
    no_clause_numbers,
    no_edition_named,
    no_machine_paths,
    file_length,
    package_docstring,
    class_names,
)

# ---- the package is tidy -----------------------------------------------------------------------------------


@pytest.mark.parametrize("check", CHECKS)
def test_the_package_is_tidy(check: Check) -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert files, "there is a package to look at"
    faults = [
        f"src/upcard/{place}: {fault}"
        for file in files
        for place in [file.relative_to(PACKAGE).as_posix()]
        for fault in check(file.read_text(encoding="utf-8"), place)
    ]
    assert not faults, "\n" + "\n".join(faults)


def test_every_package_has_an_init() -> None:
    packages = {file.parent for file in PACKAGE.rglob("*.py")}
    assert not [str(package.relative_to(PACKAGE)) for package in packages if not (package / "__init__.py").exists()]


# ---- and each check is able to fail ------------------------------------------------------------------------

FAULTY: tuple[tuple[Check, str, str], ...] = (
    (import_direction, "rules/house.py", "from upcard.games import settle"),
    (import_direction, "rules/house.py", "import upcard.games.settle"),
    (import_direction, "rules/house.py", "from upcard import games"),
    (import_direction, "rules/house.py", "from ..games import settle"),
    (import_direction, "rules/house.py", "from .. import games"),
    (import_direction, "rules/__init__.py", "from ..games import settle"),
    (import_direction, "law/deep/er.py", "from ...rules.house import x"),
    (import_direction, "law/clause.py", "def f():\n    from upcard.rules import house"),
    (import_direction, "law/clause.py", "import upcard"),
    (import_direction, "games/settle.py", "from upcard.exact import bonus_six"),
    (import_direction, "exact/bonus_six.py", "from upcard.games import bonus_six"),
    (import_direction, "exact/bonus_six.py", "from upcard.tables import life"),
    (import_direction, "money/meter.py", "from upcard.journal import service"),
    (import_direction, "journal/service.py", "from upcard.web import app"),
    (import_direction, "web/app.py", "from upcard.cli import main"),
    (import_direction, "units.py", "from upcard.cards import card"),
    (import_direction, "units.py", "from .cards import card"),
    (import_direction, "cards/hand.py", "from upcard.law import clause"),
    (import_direction, "errors.py", "from upcard import units"),
    (import_direction, "cellar/wine.py", "x = 1"),
    (no_game_named, "audit/verdict.py", "from upcard.games.caribbean_stud import events"),
    (no_game_named, "journal/casino.py", "from upcard.rules import bonus_six"),
    (no_float, "units.py", "x = 1.0"),
    (no_float, "units.py", "x = 1e6"),
    (no_float, "law/clause.py", "x = float('1')"),
    (no_float, "rules/house.py", "x = a / b"),
    (no_float, "tables/life.py", "a /= b"),
    (no_float, "money/meter.py", "def f(x: float | None) -> None: ..."),
    (no_float, "money/meter.py", "def f() -> float: ..."),
    (no_float, "money/meter.py", "class C:\n    x: float"),
    (no_float, "games/settle.py", "from operator import truediv"),
    (purity, "games/settle.py", "import time"),
    (purity, "games/settle.py", "from time import monotonic"),
    (purity, "cards/shuffle.py", "import random"),
    (purity, "cards/shuffle.py", "import secrets"),
    (purity, "units.py", "import os.path"),
    (purity, "tables/life.py", "import socket"),
    (purity, "tables/life.py", "from datetime import date"),
    (purity, "law/edition.py", "from datetime import datetime"),
    (purity, "law/edition.py", "import datetime"),
    (purity, "law/edition.py", "from datetime import date\nx = date.today()"),
    (purity, "law/edition.py", "from pathlib import Path"),
    (purity, "law/edition.py", "import importlib"),
    (purity, "law/edition.py", "x = open('a')"),
    (purity, "law/edition.py", "x.write_text('a')"),
    (purity, "rules/house.py", "from importlib.resources import files"),
    (purity, "rules/house.py", "x = y.read_text()"),
    (purity, "money/meter.py", "f = open"),
    (purity, "money/meter.py", "__import__('os')"),
    (no_clause_numbers, "rules/house.py", "x = 'sd-2015(" + "4)'"),
    (no_clause_numbers, "rules/house.py", "# as in ma-12(" + "a) says"),
    (no_clause_numbers, "cli/law.py", '"""See paragraph (3)' + '(b)."""'),
    (no_clause_numbers, "cli/law.py", "x = f'sd-bonus6(" + "{n})'"),
    (no_clause_numbers, "cli/law.py", "x = '20:18:" + "33:07'"),
    (no_clause_numbers, "cli/law.py", "x = '205 CMR " + "147'"),
    (no_clause_numbers, "cli/law.py", "x = '§ " + "7'"),
    (no_edition_named, "cli/play.py", "default = 'sd-2015'"),
    (no_machine_paths, "cli/play.py", "x = '/" + "home/me/table'"),
    (no_machine_paths, "cli/play.py", "# see /" + "tmp/table"),
    (no_machine_paths, "cli/play.py", r"x = 'C:" + r"\\table'"),
    (no_machine_paths, "cli/play.py", "x = '.." + "/other'"),
    (file_length, "cli/play.py", "x = 1\n" * (MOST_LINES + 1)),
    (package_docstring, "cli/__init__.py", ""),
    (package_docstring, "cli/__init__.py", "x = 1"),
    (package_docstring, "cli/__init__.py", '"""' + "a\n" * MOST_DOCSTRING_LINES + 'a"""'),
    (class_names, "cli/play.py", "class TableManager: ..."),
    (class_names, "cli/play.py", "class Helpers: ..."),
    (class_names, "cli/play.py", "def f():\n    class RoundData: ..."),
    (class_names, "cli/play.py", "class BaseGame: ..."),
    (class_names, "cli/play.py", "class MoneyUtils: ..."),
    (class_names, "cli/play.py", "class SeatInfo: ..."),
)

FAULTLESS: tuple[tuple[Check, str, str], ...] = (
    (import_direction, "__init__.py", "from upcard.cli import main"),
    (import_direction, "__main__.py", "from upcard.cli import main"),
    (import_direction, "cli/play.py", "from upcard.web import app\nfrom upcard.exact import bonus_six"),
    (
        import_direction,
        "games/settle.py",
        "from upcard.rules import house\nfrom . import life\nimport msgspec",
    ),
    (import_direction, "games/__init__.py", "from .settle import settle\nfrom ..cards.hand import rank"),
    (import_direction, "exact/price.py", "from upcard.rules import house\nfrom upcard.units import Cents"),
    (import_direction, "journal/service.py", "from upcard import __version__"),
    (no_game_named, "audit/verdict.py", "from upcard.games.game import game_of"),
    (no_game_named, "games/caribbean_stud/plugin/signs.py", "from upcard.games.caribbean_stud import events"),
    (no_float, "units.py", "def f(x: int, /) -> int:\n    return x // 2 + isinstance(x, float)"),
    (no_float, "exact/price.py", "x = 1.5 / 2"),
    (purity, "law/edition.py", "from datetime import date\nfrom importlib.resources import files"),
    (purity, "law/edition.py", "from importlib import resources\nx = resources.files(y).read_text()"),
    (purity, "journal/service.py", "import time, random, os\nx = open('a')"),
    (no_clause_numbers, "rules/house.py", "x = 'sd-2015'  # one of (3) editions (a)"),
    (no_edition_named, "cli/play.py", '"""Such as sd-2015."""\nx = "play --edition sd-2015"'),
    (no_machine_paths, "web/app.py", "x = '/tables/3/rounds'  # 1/2, and/or, a...b"),
    (file_length, "cli/play.py", "x = 1\n" * MOST_LINES),
    (package_docstring, "cli/play.py", ""),
    (package_docstring, "cli/__init__.py", '"""' + "a\n" * (MOST_DOCSTRING_LINES - 1) + 'a"""'),
    (class_names, "cli/play.py", "class Database: ...\nclass Informed: ...\ndef helper(): ..."),
)


@pytest.mark.parametrize(("check", "place", "source"), FAULTY)
def test_a_planted_fault_is_found(check: Check, place: str, source: str) -> None:
    assert len(check(source, place)) == 1


@pytest.mark.parametrize(("check", "place", "source"), FAULTLESS)
def test_what_is_in_order_is_left_alone(check: Check, place: str, source: str) -> None:
    assert check(source, place) == []


def test_every_check_is_proven_able_to_fail() -> None:
    assert {check for check, _, _ in FAULTY} == set(CHECKS) == {check for check, _, _ in FAULTLESS}


def test_the_line_of_rooms_has_no_way_back() -> None:
    for room, allowed in MAY_IMPORT.items():
        assert room not in allowed
        assert all(MAY_IMPORT[further] <= allowed for further in allowed), room
    assert "games" not in MAY_IMPORT["exact"]
    assert "exact" not in MAY_IMPORT["games"]
