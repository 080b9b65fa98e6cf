"""The list of planted bugs does not rot: each is found in its file, and each test that should see it exists."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.planted.__main__ import tried
from tests.planted.bugs import PACKAGE, ROOT, Bug, read_bugs

BUGS = read_bugs()
LEAST = 64


def test_there_are_bugs_in_every_room() -> None:
    rooms = Counter(Path(bug.file).parts[0].removesuffix(".py") for bug in BUGS.values())
    there = {path.name for path in (ROOT / PACKAGE).iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert there <= rooms.keys()
    assert rooms.total() >= LEAST


@pytest.mark.parametrize("room", sorted({bug.room for bug in BUGS.values()}))
def test_each_bug_is_found_in_its_file_and_its_tests_exist(room: str) -> None:
    for bug in (bug for bug in BUGS.values() if bug.room == room):
        with_it = bug.planted(ROOT)
        assert bug.old != bug.new, bug.name
        if bug.file.endswith(".py"):
            ast.parse(with_it)
        assert bug.tests, bug.name
        for test in bug.tests:
            file, _, name = test.partition("::")
            source = (ROOT / file).read_text(encoding="utf-8")
            assert not name or f"def {name.partition('[')[0]}(" in source, f"{bug.name}: there is no {test}"


SOURCE = "def double(n):\n    return n + n\n"
TESTS = "from upcard_tried import double\n\ndef test_double():\n    assert double(3) == 6\n"


@pytest.mark.parametrize(
    ("new", "verdict"),
    [("n * 3", "caught"), ("2 * n", "missed"), ("n +", "broken"), ("m + m", "broken")],
    ids=["wrong", "right all the same", "no program", "no such name"],
)
def test_a_bug_is_caught_missed_or_no_bug_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: str, verdict: str
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the test there needs none, and they take long to load
    copy = tmp_path / "copy"
    place = copy / PACKAGE / "tried.py"
    place.parent.mkdir(parents=True)
    place.write_text(SOURCE, encoding="utf-8")
    (copy / "src" / "upcard_tried.py").symlink_to(place)
    (copy / "test_tried.py").write_text(TESTS, encoding="utf-8")
    (copy / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    bug = Bug("It is not doubled.", "tried.py", "n + n", new, ("test_tried.py",), "tried")
    assert tried(copy, bug)[0] == verdict
    assert place.read_text(encoding="utf-8") == SOURCE
