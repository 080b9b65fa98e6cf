"""A trace by value: each value of an edition is changed, and a fixed set of probes says what comes out otherwise.

A *probe* is a function without arguments that plays something under the editions as they stand and yields what people
and programs would see of it, line by line. The probes stand with the tests (`tests/law/probes.py`), since they are made
of the same transcripts, houses and desks. Only probes that read a rule are run again for it: the law that they are
first played under writes down what is asked of it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from msgspec.structs import replace as with_fields

from upcard.cli.output import Advance, steps
from upcard.errors import Refused
from upcard.law import Edition
from upcard.law.edition import instead
from upcard.law.trace import (
    BROKEN,
    OUTCOMES,
    RECORD,
    Leaf,
    Places,
    Recorded,
    Traced,
    every_rule,
    flips,
    for_edition,
    leaves,
    read_code,
    read_outcomes,
    read_record,
)
from upcard.law.trace import by_rule as recorded_by_rule

# ---- What code and tests say of the rules, gathered from a checkout, and the record that guards it ---------


PACKAGE = Path(__file__).resolve().parents[2]
MARK = "rule"
CITES = "Rules:"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where each rule is read, which tests carry it, and which tests were recorded as carrying it."""

    code: Places
    tests: Places
    recorded: Places
    known_tests: frozenset[str] = frozenset()
    """Every test there is, marked or not."""
    unclear: tuple[str, ...] = ()
    """Marks that cannot be read from the source."""

    def recording(self, rules: Set[str]) -> Evidence:
        """The same with the tests as they stand recorded."""
        return replace(self, recorded={rule: tests for rule, tests in self.tests.items() if rule in rules})


def read_tests(folder: Path) -> tuple[dict[str, frozenset[str]], tuple[str, ...]]:
    """The rules that each test and transcript below a folder carries, and the marks that cannot be read."""
    tests: dict[str, frozenset[str]] = {}
    unclear: list[str] = []
    for file in sorted(folder.rglob("test_*.py")):
        path = "tests/" + file.relative_to(folder).as_posix()
        marked = marked_tests(path, file.read_text(encoding="utf-8"))
        tests |= marked.tests
        unclear += marked.unclear
    for file in sorted((folder / "rounds").rglob("*.txt")):
        path = "tests/" + file.relative_to(folder).as_posix()
        tests[path] = cited_rules(file.read_text(encoding="utf-8"))
    return tests, tuple(unclear)


def by_rule(tests: Mapping[str, Iterable[str]]) -> Places:
    """Tests with their rules, turned into rules with their tests.

    >>> by_rule({"b": ["tie"], "a": ["tie"]})
    {'tie': ('a', 'b')}
    """
    found: dict[str, list[str]] = {}
    for test in sorted(tests):
        for rule in tests[test]:
            found.setdefault(rule, []).append(test)
    return {rule: tuple(ids) for rule, ids in sorted(found.items())}


def first_of(places: tuple[str, ...], prefix: str) -> str:
    """The first place, and how many more there are.

    >>> first_of(("tests/tables/test_deal.py::test_a", "step CutDeck"), "tests/"), first_of((), "tests/")
    ('tables/test_deal.py::test_a (+1)', 'NONE')
    """
    if not places:
        return "NONE"
    more = f" (+{len(places) - 1})" if len(places) > 1 else ""
    return places[0].removeprefix(prefix) + more


def write_record(recorded: Places, package: Path = PACKAGE) -> Path:
    """Puts the record beside the texts of law."""
    path = package / "law" / RECORD
    text = json.dumps({rule: sorted(recorded[rule]) for rule in sorted(recorded)}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def checkout_tests(package: Path = PACKAGE) -> Path | None:
    """The tests of the checkout that the package is in, if it is in one."""
    root = package.parent.parent
    return root / "tests" if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def gather(tests_folder: Path, package: Path = PACKAGE) -> Evidence:
    """All that a checkout has to say of the rules."""
    tests, unclear = read_tests(tests_folder)
    return Evidence(
        code=read_code(every_rule(), package),
        tests=by_rule(tests),
        recorded=read_record(),
        known_tests=frozenset(tests),
        unclear=unclear,
    )


# ---- rules found in the sources of tests: marked on them, cited by transcripts ---------------------------------


@dataclass(frozen=True, slots=True)
class Marked:
    """The tests of one file: the rules that each is marked with, and the marks that cannot be told from the source."""

    tests: dict[str, frozenset[str]]
    unclear: tuple[str, ...] = ()


def marked_tests(path: str, source: str) -> Marked:
    """Every test of a file by its id, with the rules of its marks, those of its class and module among them.

    >>> marked_tests("tests/test_a.py", '''
    ... import pytest
    ... class TestTie:
    ...     pytestmark = pytest.mark.rule("tie")
    ...     @pytest.mark.rule("ante_odds")
    ...     def test_push(self): ...
    ... ''').tests == {"tests/test_a.py::TestTie::test_push": frozenset({"tie", "ante_odds"})}
    True
    """
    return _Marks(path, source).found()


class _Marks:
    """A walk through one test file that remembers which marks it could give to a test."""

    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._tree = ast.parse(source, path)
        self._given: set[ast.Call] = set()
        self._named: dict[str, ast.expr] = {}
        for node in self._tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._named[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self._named[name] = value

    def found(self) -> Marked:
        tests = dict(self._tests(self._tree.body, self._path, frozenset()))
        every = [node for node in ast.walk(self._tree) if isinstance(node, ast.Call) and _is_mark(node.func)]
        lost = [node for node in every if node not in self._given or not _plain(node)]
        return Marked(tests, tuple(f"{self._path}:{node.lineno}" for node in lost))

    def _tests(self, body: list[ast.stmt], prefix: str, above: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        above |= self._own(body)
        for node in body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test"):
                    yield f"{prefix}::{name}", above | self._rules(node.decorator_list)
                case ast.ClassDef(name=name) if name.startswith("Test"):
                    yield from self._tests(node.body, f"{prefix}::{name}", above | self._rules(node.decorator_list))

    def _own(self, body: list[ast.stmt]) -> frozenset[str]:
        """The rules of a `pytestmark` in a module or class."""
        values: list[ast.expr] = []
        for node in body:
            match node:
                case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                    values.append(value)
        return self._rules(values)

    def _rules(self, expressions: Iterable[ast.expr]) -> frozenset[str]:
        """The rules of every mark in the expressions, and in the lists of cases that they name."""
        rules: set[str] = set()
        waiting, seen = list(expressions), set[str]()
        while waiting:
            for node in ast.walk(waiting.pop()):
                if isinstance(node, ast.Call) and _is_mark(node.func):
                    self._given.add(node)
                    rules |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
                elif isinstance(node, ast.Name) and node.id in self._named and node.id not in seen:
                    seen.add(node.id)
                    waiting.append(self._named[node.id])
        return frozenset(rules)


def _is_mark(node: ast.expr) -> bool:
    """`pytest.mark.rule`, or `mark.rule`."""
    match node:
        case ast.Attribute(attr=attr, value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return attr == MARK
    return False


def _plain(call: ast.Call) -> bool:
    """Whether a mark names its rules as strings, one at least, so that the source alone tells them."""
    strings = all(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in call.args)
    return bool(call.args) and strings and not call.keywords


def cited_rules(source: str) -> frozenset[str]:
    """The rules that a transcript cites on its lines `Rules: a, b`, which may go on, indented.

    >>> sorted(cited_rules("A push\\nRules: tie,\\n  ante_odds\\nDealer: As"))
    ['ante_odds', 'tie']
    """
    rules: set[str] = set()
    citing = False
    for line in source.splitlines():
        goes_on = citing and bool(line.strip()) and line[0].isspace()
        citing = goes_on or line.startswith(CITES)
        if citing:
            names = (name.strip() for name in line.removeprefix(CITES).split(","))
            rules |= {name for name in names if name}
    return frozenset(rules)


# ---- by value ----------------------------------------------------------------------------------------------


Probe = Callable[[], Iterable[str]]

PROBES = "law/probes.py"
LONGEST = 20
"""Seconds after which a probe that does not end is taken to have come out otherwise."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came out of a probe under an edition as it is written, what it asked of the law, and how long it took."""

    outcome: str
    asked: frozenset[str]
    seconds: float


def digest(outcome: str) -> str:
    """What is kept of an outcome: a hash, or the error that ended it."""
    last = outcome.rpartition("\n")[2]
    if last.startswith(BROKEN):
        return last
    return hashlib.sha256(outcome.encode()).hexdigest()[:16]


def read_probes(tests: Path, id: str) -> dict[str, Probe]:
    """The probes of an edition, from the tests of a checkout; none where the folder has none."""
    if not (tests / PROBES).is_file():
        return {}
    root = str(tests.resolve().parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    try:
        found: dict[str, Probe] = importlib.import_module(f"{tests.name}.law.probes").probes(id)
    except ModuleNotFoundError as error:
        how = "`python3 up.py law trace` installs it; --by-name does without"
        raise Refused(None, f"trace by value needs what the tests need, and {error.name} is missing: {how}") from error
    return found


# ---- playing a probe -------------------------------------------------------------------------------------------


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends what a changed value keeps from ending."""

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError("it does not end")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def outcome(probe: Probe) -> str:
    """What comes out of a probe, the error that ends it included."""
    lines: list[str] = []
    try:
        with _at_most(LONGEST):
            lines.extend(probe())
    except Exception as error:  # whatever a changed value leads to is what comes out
        lines.append(f"{BROKEN}{type(error).__name__}: {error}")
    return "\n".join(lines)


class _Citations(dict[str, Any]):
    """The citations of an edition, which write down what is asked of them."""

    def __init__(self, citations: dict[str, Any], asked: set[str]) -> None:
        super().__init__(citations)
        self._asked = asked

    def get(self, key: Any, default: Any = None) -> Any:
        self._asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: Any) -> Any:
        self._asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        self._asked.add(key)
        return super().__contains__(key)


def listening(edition: Edition, asked: set[str]) -> Edition:
    """The edition with a law that writes down which rules it is asked for."""
    kind: Any = type(edition.law)
    rules = frozenset(kind.__struct_fields__)

    def ask(self: Any, name: str) -> Any:
        if name in rules:
            asked.add(name)
        return super(heard, self).__getattribute__(name)

    heard: Any = type(kind)(kind.__name__, (kind,), {"__getattribute__": ask, "__module__": kind.__module__})
    fields = {name: getattr(edition.law, name) for name in kind.__struct_fields__}
    return with_fields(edition, law=heard(**fields), citations=_Citations(edition.citations, asked))


def play(edition: Edition, probes: dict[str, Probe], advance: Advance = lambda *_: None) -> dict[str, Played]:
    """Every probe under an edition as it is written."""
    found: dict[str, Played] = {}
    for name, probe in probes.items():
        asked: set[str] = set()
        with instead(listening(edition, asked)):
            outcome(probe)
        with instead(edition):
            start = time.perf_counter()
            out = outcome(probe)
            found[name] = Played(out, frozenset(asked), time.perf_counter() - start)
        advance()
    return found


# ---- changing a value ------------------------------------------------------------------------------------------


def _likeliest(leaf: Leaf, played: dict[str, Played], lately: list[str]) -> list[str]:
    """The probes that asked for the rule: first those whose names share a word with the leaf."""
    words = {str(key) for key in leaf.path}
    asking = [name for name, one in played.items() if leaf.rule in one.asked]

    def rank(name: str) -> tuple[int, int, float]:
        named = len(words & set(name.replace(",", " ").split()))
        return -named, lately.index(name) if name in lately else len(lately), played[name].seconds

    return sorted(asking, key=rank)


def seen_by(
    edition: Edition,
    probes: dict[str, Probe],
    played: dict[str, Played],
    wanted: Iterable[Leaf],
    hints: dict[str, list[str]],
    advance: Advance = lambda *_: None,
) -> dict[str, list[str]]:
    """For each leaf, the first probe that sees it changed; the one that did so before is tried first."""
    found: dict[str, list[str]] = {}
    lately: list[str] = []
    for leaf in wanted:
        others = list(flips(edition, leaf))
        before = [name for name in hints.get(leaf.name, ()) if name in probes]
        name = _first(others, before, probes, played)
        name = name or _first(others, _likeliest(leaf, played, lately), probes, played)
        found[leaf.name] = [name] if name is not None else []
        lately = [*found[leaf.name], *(one for one in lately if one != name)]
        advance(1, leaf.rule)
    return found


def _first(others: list[Edition], names: list[str], probes: dict[str, Probe], played: dict[str, Played]) -> str | None:
    """The first probe that comes out otherwise under one of the editions."""
    for other in others if names else ():
        with instead(other):
            for name in names:
                if outcome(probes[name]) != played[name].outcome:
                    return name
    return None


def recorded(edition: Edition, played: dict[str, Played], seen: dict[str, list[str]]) -> Recorded:
    """All of it, to be kept."""
    law = edition.law
    values = {rule: getattr(law, rule) for rule in law.__struct_fields__ if rule in edition.citations}
    rules = msgspec.json.decode(msgspec.json.encode(values))
    return Recorded(rules, seen, {name: digest(one.outcome) for name, one in played.items()})


# ---- whole editions --------------------------------------------------------------------------------------------


def trace(editions: Iterable[Edition], tests: Path) -> dict[str, Recorded]:
    """Every value of every one of the editions."""
    every = [(undated(one), read_probes(tests, one.id)) for one in editions]
    before = read_outcomes()
    total = sum(len(leaves(one)) + len(probes) for one, probes in every)
    found: dict[str, Recorded] = {}
    with steps("playing", total) as advance:
        for one, probes in every:
            played = play(one, probes, advance)
            hints = before[one.id].seen_by if one.id in before else {}
            found[one.id] = recorded(one, played, seen_by(one, probes, played, leaves(one), hints, advance))
    return found


def undated(edition: Edition) -> Edition:
    """The edition without its text and the digest of it, which would make every change of it an effect."""
    return with_fields(edition, digest="", text="")


def statuses(edition: Edition, evidence: Evidence, tried: dict[str, Recorded]) -> dict[str, Traced]:
    """What became of each rule; nothing where no value was tried."""
    if edition.id not in tried:
        return {}
    return recorded_by_rule(edition, tried[edition.id].seen_by, dict(for_edition(evidence.tests, edition)))


def write_outcomes(tried: dict[str, Recorded], package: Path = PACKAGE) -> Path:
    """Keeps what came of each value beside the texts of law, that of other editions as it was."""
    path = package / "law" / OUTCOMES
    kept = {id: msgspec.to_builtins(one) for id, one in sorted((read_outcomes() | tried).items())}
    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    read_outcomes.cache_clear()
    return path
