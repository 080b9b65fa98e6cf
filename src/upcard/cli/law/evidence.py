"""What code and tests say of the rules, gathered from a checkout, and the record that guards it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

from upcard.law.trace_evidence import RECORD, Places, every_rule, read_code, read_record

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
