"""What code and tests say of the rules, gathered from a checkout, and the record that guards it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

from upcard.cli.law.test_marks import cited_rules, marked_tests
from upcard.law.trace_evidence import RECORD, Places, every_rule, read_code, read_record

PACKAGE = Path(__file__).resolve().parents[2]


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
