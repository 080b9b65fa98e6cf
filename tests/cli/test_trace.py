"""`upcard law trace`: it fails when a rule loses its clause, its code or any one of its tests, and says which."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, apart, one_sentence
from tests.law.planting import Planted, parsed, text_with, written
from upcard.cli.law import by_value
from upcard.cli.law.by_value import Evidence, by_rule, cited_rules, gather, marked_tests, read_tests
from upcard.cli.law.trace import Text, empty_cells, load, rows, stray, unrecorded
from upcard.law import EDITIONS, edition, editions
from upcard.law.edition import source
from upcard.law.trace import Leaf, code_places, every_rule, read_code, read_record

TESTS = Path(__file__).resolve().parents[1]
RULES = [(id, rule) for id in EDITIONS for rule in edition(id).citations]
EVERY_RULE = sorted({rule for _, rule in RULES})


def full(rules: list[str] = EVERY_RULE) -> Evidence:
    """Evidence in which nothing is missing: every rule is read once and carried by two tests."""
    tests = by_rule(dict.fromkeys(("tests/test_a.py::test_one", "tests/rounds/ma/two.txt"), rules))
    ids = frozenset(test for found in tests.values() for test in found)
    code = {rule: (f"src/upcard/games/{rule}.py:1",) for rule in rules}
    return Evidence(code=code, tests=tests, recorded=tests, known_tests=ids)


@cache
def real() -> Evidence:
    return gather(TESTS)


@pytest.fixture
def nothing_missing(monkeypatch: pytest.MonkeyPatch) -> Evidence:
    """The command finds full evidence, whatever the state of the checkout, and changes no value."""
    found = full()
    monkeypatch.setattr(by_value, "gather", lambda *_: found)
    monkeypatch.setattr(by_value, "trace", lambda *_: {})
    return found


# ---- the checkout itself -------------------------------------------------------------------------------------


def test_the_trace_of_this_checkout_is_complete(upcard: Run) -> None:
    ran = upcard("law", "trace", "--by-name")
    assert ran.status == 0, ran.err


def test_every_recorded_test_that_disappears_is_missed() -> None:
    """Over the real tests: whichever one of them goes, for whichever rule, the trace names rule and test."""
    found = real()
    found = found.recording(every_rule())
    for rule, tests in found.recorded.items():
        for test in tests:
            left = tuple(other for other in tests if other != test)
            without = replace(found, tests={**found.tests, rule: left}, known_tests=found.known_tests - {test})
            (fault,) = unrecorded(editions(), without)
            assert (fault.rule, fault.test) == (rule, test)
            assert rule in fault.message
            assert f"{test}, recorded for {rule}, no longer exists" in fault.message


@pytest.mark.parametrize("file", sorted(TESTS.rglob("test_*.py")), ids=lambda f: f.relative_to(TESTS).as_posix())
def test_a_marked_test_deleted_from_its_file_is_missed(file: Path) -> None:
    """The same from the source: the first and the last marked function of each file are cut out of it."""
    text, path = file.read_text(encoding="utf-8"), "tests/" + file.relative_to(TESTS).as_posix()
    marked = {test: rules for test, rules in marked_tests(path, text).tests.items() if rules & set(EVERY_RULE)}
    for test in {*list(marked)[:1], *list(marked)[-1:]}:
        left = marked_tests(path, without_function(text, test.split("::")[-1])).tests
        assert left.keys() == marked_tests(path, text).tests.keys() - {test}
        now = Evidence({}, by_rule(left), by_rule(marked), known_tests=frozenset(left))
        faults = [fault for fault in unrecorded(editions(), now) if fault.test == test]
        assert {fault.rule for fault in faults} == marked[test] & set(EVERY_RULE)


def without_function(text: str, name: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            node.body = [one for one in node.body if getattr(one, "name", None) != name] or [ast.Pass()]
    return ast.unparse(tree)


# ---- a rule deleted from its text ----------------------------------------------------------------------------


def without_rule(givers: list[dict[str, Any]], rule: str) -> list[dict[str, Any]]:
    """Clauses or readings, less one rule."""
    kinds = ("sets", "permits", "leaves")
    return [
        {
            field: {name: one for name, one in value.items() if name != rule} if field in kinds else value
            for field, value in giver.items()
        }
        for giver in givers
    ]


@pytest.mark.parametrize("id", EDITIONS)
def test_a_text_written_back_is_the_same_law(id: str) -> None:
    loaded = load(Text(f"{id}.toml", written(parsed(f"{id}.toml"))))
    assert not isinstance(loaded, tuple)
    assert (loaded.law, loaded.citations) == (edition(id).law, edition(id).citations)


@pytest.mark.parametrize(("id", "rule"), RULES)
def test_a_rule_deleted_from_a_text_is_missed(
    upcard: Run, tmp_path: Path, nothing_missing: Evidence, id: str, rule: str
) -> None:
    text = parsed(f"{id}.toml")
    text = text | {kind: without_rule(text[kind], rule) for kind in ("clause", "reading")}
    (tmp_path / f"{id}.toml").write_text(written(text), encoding="utf-8")
    ran = upcard("law", "trace", id, "--texts", str(tmp_path))
    assert ran.status == 1
    assert f"{id}.toml: no clause sets {rule}, " in ran.err
    assert "Traceback" not in ran.err


def test_every_text_of_a_folder_is_tried(upcard: Run, tmp_path: Path, nothing_missing: Evidence) -> None:
    for id in ("ma", "sd-2015"):
        (tmp_path / f"{id}.toml").write_text(source(id), encoding="utf-8")
    ran = upcard("law", "trace", "--texts", str(tmp_path), "--json")
    assert (ran.status, [traced["id"] for traced in ran.json["editions"]]) == (0, ["ma", "sd-2015"])
    (tmp_path / "ma.toml").write_text("id = ", encoding="utf-8")
    ran = upcard("law", "trace", "--texts", str(tmp_path), "--json")
    assert ran.status == 1
    assert ran.json["ok"] is False
    assert [traced["id"] for traced in ran.json["editions"]] == ["sd-2015"]
    assert ran.json["faults"][0]["message"].startswith("ma.toml: ")


def test_a_value_that_is_another_is_named_with_what_it_changes(upcard: Run, tmp_path: Path) -> None:
    text = text_with("sd-bonus6", Planted(Leaf("burn_cards"), 2))
    (tmp_path / "sd-bonus6.toml").write_text(text.text, encoding="utf-8")
    ran = upcard("law", "trace", "sd-bonus6", "--texts", str(tmp_path))
    assert ran.status == 1
    assert "sd-bonus6(5): burn_cards is 2, recorded was 1: " in ran.err
    assert "probes come out otherwise" in ran.err
    ran = upcard("law", "trace", "sd-bonus6", "--json")
    (rule,) = (rule for rule in ran.json["editions"][0]["rules"] if rule["rule"] == "burn_cards")
    assert rule["status"] == "tested"
    assert rule["seen_by"]
    assert not [fault for fault in ran.json["faults"] if fault["rule"] == "burn_cards" and not fault["test"]]


def test_a_clause_without_a_rule_is_named(nothing_missing: Evidence) -> None:
    text = parsed("sd-2015.toml")
    emptied = [clause if clause["id"] != "sd-2015(3)" else clause | {"sets": {}} for clause in text["clause"]]
    faults = load(Text("sd-2015.toml", written(text | {"clause": emptied})))
    assert isinstance(faults, tuple)
    assert faults[0].message == "sd-2015.toml, sd-2015(3): the clause sets no rule"
    assert [fault.rule for fault in faults[1:]] == ["progressive_device"]


# ---- a test or a place in the code gone ----------------------------------------------------------------------


def test_nothing_missing_is_no_fault(upcard: Run, nothing_missing: Evidence) -> None:
    ran = upcard("law", "trace")
    assert ran.status == 0
    assert ran.err == ""
    assert f"{len(RULES)} rules" in ran.out
    document = upcard("law", "trace", "ma", "--json").json
    assert document["ok"] is True
    assert document["faults"] == []
    (traced,) = document["editions"]
    assert {rule["rule"] for rule in traced["rules"]} == edition("ma").citations.keys()
    assert traced["rules"][0].keys() == {"clause", "rule", "reading", "code", "tests", "status", "seen_by"}


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_any_one_recorded_test_deleted_is_missed(rule: str) -> None:
    found = full()
    traced = [edition(id) for id, known in RULES if known == rule]
    for test in found.tests[rule]:
        left = {**found.tests, rule: tuple(other for other in found.tests[rule] if other != test)}
        for known, became in (
            (found.known_tests, "no longer carries the rule"),
            (frozenset[str](), "no longer exists"),
        ):
            (fault,) = unrecorded(traced, replace(found, tests=left, known_tests=known))
            assert (fault.rule, fault.test) == (rule, test)
            assert f"{test}, recorded for {rule}, {became}" in fault.message
            assert all(one.citations[rule].clause in fault.message for one in traced)


def test_the_command_fails_when_a_recorded_test_is_gone(
    upcard: Run, monkeypatch: pytest.MonkeyPatch, nothing_missing: Evidence
) -> None:
    found = replace(nothing_missing, tests={**nothing_missing.tests, "tie": nothing_missing.tests["tie"][:1]})
    monkeypatch.setattr(by_value, "gather", lambda *_: found)
    ran = upcard("law", "trace", "sd-2015", "--json")
    assert ran.status == 1
    assert ran.json["ok"] is False
    (fault,) = ran.json["faults"]
    assert fault["clause"] == "sd-2015(15)"
    assert (fault["rule"], fault["test"]) == ("tie", "tests/test_a.py::test_one")
    assert fault["message"] in upcard("law", "trace", "sd-2015").err


@pytest.mark.parametrize(("id", "rule"), RULES)
def test_a_rule_that_nothing_reads_or_tests_is_named(id: str, rule: str) -> None:
    found = full([other for other in EVERY_RULE if other != rule])
    clause = edition(id).citations[rule].clause
    assert [fault.message for fault in empty_cells(rows(edition(id), found))] == [
        f"{clause}: no code reads {rule}",
        f"{clause}: no test exercises {rule}",
    ]


def test_a_test_that_is_not_recorded() -> None:
    found = full()
    tests = by_rule({"tests/test_b.py::test_new": ["tie"]})
    found = replace(found, tests={**found.tests, "tie": (*found.tests["tie"], *tests["tie"])})
    (fault,) = unrecorded([edition("ma")], found)
    assert fault.message == f"{fault.clause}: tests/test_b.py::test_new exercises tie and is not recorded (--record)"


def test_marks_that_mean_nothing() -> None:
    found = replace(
        full(),
        tests={"toe": ("tests/test_b.py::test_new",)},
        recorded={"toe": ("tests/test_b.py::test_new",)},
        unclear=("tests/test_b.py:3",),
    )
    assert [fault.message for fault in stray(found, every_rule())] == [
        "tests/test_b.py::test_new: there is no rule toe",
        "toe is recorded and is no rule of any game (--record)",
        "tests/test_b.py:3: a mark belongs on a test and names its rules as plain strings",
    ]


# ---- what is found in a source string ------------------------------------------------------------------------


def test_code_that_reads_a_rule() -> None:
    text = (
        "def f(law, round):\n"
        "    '''tie: not this'''\n"
        "    if (law\n"
        "            .tie) == 'push':\n"
        "        raise refuse('tie', 'because of a tie')\n"
        "    law.ante_odds = 1\n"
        "    return getattr(law, 'ante_odds'), limit\n"
    )
    assert code_places("games/a.py", text, {"tie", "ante_odds", "limit"}) == {
        "tie": ["games/a.py:4", "games/a.py:5"],
        "ante_odds": ["games/a.py:7"],
    }


MARKED = """
import pytest
from pytest import mark
CASES = [pytest.param(1, marks=pytest.mark.rule("from_cases"))]
pytestmark = [pytest.mark.slow, pytest.mark.rule("module")]

@pytest.mark.rule("one", "two")
def test_function(): ...

@pytest.mark.parametrize("x", CASES)
async def test_cases(x): ...

@mark.rule("class_decorator")
class TestClass:
    pytestmark = pytest.mark.rule("class")

    @mark.rule("method")
    def test_method(self): ...

    def helper(self): ...

def test_unmarked(): ...
"""


def test_marks_on_functions_classes_and_modules() -> None:
    marked = marked_tests("tests/t.py", MARKED)
    assert marked.unclear == ()
    assert {test: set(rules) - {"module"} for test, rules in marked.tests.items()} == {
        "tests/t.py::test_function": {"one", "two"},
        "tests/t.py::test_cases": {"from_cases"},
        "tests/t.py::TestClass::test_method": {"class_decorator", "class", "method"},
        "tests/t.py::test_unmarked": set(),
    }
    assert all("module" in rules for rules in marked.tests.values())


@pytest.mark.parametrize(
    "text",
    [
        "@pytest.mark.rule(*NAMES)\ndef test_a(): ...",
        "@pytest.mark.rule(f'{x}')\ndef test_a(): ...",
        "@pytest.mark.rule()\ndef test_a(): ...",
        "@pytest.mark.rule(name='tie')\ndef test_a(): ...",
        "@pytest.mark.rule('tie')\ndef helper(): ...",
        "def test_a(request): request.applymarker(pytest.mark.rule('tie'))",
        "UNUSED = pytest.mark.rule('tie')",
    ],
)
def test_a_mark_that_no_test_bears_plainly_is_reported(text: str) -> None:
    assert len(marked_tests("tests/t.py", text).unclear) == 1


def test_rules_that_a_transcript_cites() -> None:
    text = "Title\nRules: tie, ante_odds,\n    bet_flush\n  bet_straight ,\n\n  not_this\n"
    text += "Rules: limit\nSeat 1\n  nor_this\n"
    assert cited_rules(text) == {"tie", "ante_odds", "bet_flush", "bet_straight", "limit"}
    assert cited_rules("No Rules: here\n") == set()


def test_tests_and_transcripts_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "rounds" / "ma").mkdir(parents=True)
    (tmp_path / "games" / "test_a.py").write_text("@pytest.mark.rule('tie')\ndef test_push(): ...")
    (tmp_path / "games" / "stud.py").write_text("def test_not_collected(): ...")
    (tmp_path / "rounds" / "ma" / "push.txt").write_text("Rules: tie\n")
    tests, unclear = read_tests(tmp_path)
    assert tests == {"tests/games/test_a.py::test_push": {"tie"}, "tests/rounds/ma/push.txt": {"tie"}}
    assert unclear == ()


def test_code_is_read_in_the_rooms_that_play(tmp_path: Path) -> None:
    for room in ("law", "cli", "games", "tables"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "a.py").write_text("x = law.tie")
    assert read_code({"tie"}, tmp_path) == {"tie": ("src/upcard/games/a.py:1", "src/upcard/tables/a.py:1")}
    assert by_value.checkout_tests(tmp_path) is None


# ---- the command ---------------------------------------------------------------------------------------------


def test_recording(upcard: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_missing: Evidence) -> None:
    """What is recorded is every rule of the law with its tests, in order, and then the trace agrees with it."""
    monkeypatch.setattr(by_value, "PACKAGE", tmp_path)
    (tmp_path / "law").mkdir()
    unrecorded_yet = replace(
        nothing_missing, recorded={}, tests={**nothing_missing.tests, "toe": ("tests/t.py::test",)}
    )
    path = by_value.write_record(unrecorded_yet.recording(every_rule()).recorded, tmp_path)
    recorded = json.loads(path.read_text())
    assert list(recorded) == EVERY_RULE
    assert recorded["tie"] == ["tests/rounds/ma/two.txt", "tests/test_a.py::test_one"]


def test_record_writes_what_stands(upcard: Run, monkeypatch: pytest.MonkeyPatch, nothing_missing: Evidence) -> None:
    kept: list[Any] = []
    without = replace(nothing_missing, recorded={})
    monkeypatch.setattr(by_value, "gather", lambda *_: without)
    monkeypatch.setattr(by_value, "write_record", kept.append)
    assert upcard("law", "trace").status == 1
    assert kept == []
    assert upcard("law", "trace", "--record").status == 0
    assert kept == [nothing_missing.tests]


def test_the_record_in_the_package_is_sorted() -> None:
    recorded = read_record()
    assert list(recorded) == sorted(recorded)
    assert all(list(tests) == sorted(set(tests)) for tests in recorded.values())


def test_without_a_checkout_it_says_so(upcard: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(by_value, "checkout_tests", lambda: None)
    assert "checkout" in one_sentence(upcard("law", "trace"))
    assert "--record" in one_sentence(upcard("law", "trace", "--record", "--tests", str(tmp_path)))


def test_folders_that_are_none(upcard: Run, tmp_path: Path) -> None:
    assert "--tests" in one_sentence(upcard("law", "trace", "--tests", str(tmp_path / "none")))
    assert "--texts" in one_sentence(upcard("law", "trace", "--texts", str(tmp_path / "none")))
    assert "--texts" in one_sentence(upcard("law", "trace", "--texts", str(tmp_path)))
    assert "--texts" in one_sentence(upcard("law", "trace", "ma", "--texts", str(tmp_path)))


def test_a_package_that_only_tests_need_is_asked_for_in_a_sentence(upcard: Run, tmp_path: Path) -> None:
    (tmp_path / "bare" / "law").mkdir(parents=True)
    (tmp_path / "bare" / "law" / "probes.py").write_text("import a_package_of_the_tests\n")
    said = one_sentence(upcard("law", "trace", "ma", "--tests", str(tmp_path / "bare")))
    assert "a_package_of_the_tests is missing" in said


def test_a_test_file_that_is_not_python(upcard: Run, tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def")
    assert "tests/test_a.py:1" in one_sentence(upcard("law", "trace", "--tests", str(tmp_path)))


def test_an_empty_tests_folder_leaves_every_rule_untested(tmp_path: Path) -> None:
    ran = apart("law", "trace", "sd-bonus6", "--tests", str(tmp_path), "--json")
    assert ran.status == 1
    untested = {fault["rule"] for fault in ran.json["faults"] if "no test exercises" in fault["message"]}
    assert untested == edition("sd-bonus6").citations.keys()
