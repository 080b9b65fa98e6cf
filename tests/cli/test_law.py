"""`upcard law list`, `show`, `diff`, `on` and `sentences`."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.running import Run, one_sentence
from upcard.cli.law import editions as command
from upcard.law import EDITIONS, edition, sentence
from upcard.law.clause import DUTIES
from upcard.law.document import compare, plain
from upcard.law.sentence import sentences

AMENDED = {"(3)", "(4)", "(5)", "(13)"}
REPEALED = {"(13)(a)", "(13)(b)", "(20)"}
NEW = {"(20)(a)", "(20)(b)", "(20)(c)", "(20)(d)", "(20)(e)", "(20)(f)", "(22)"}

# ---- list ----------------------------------------------------------------------------------------------------


def test_list(upcard: Run) -> None:
    ran = upcard("law", "list", "--json")
    assert ran.status == 0
    listed = {edition["id"]: edition for edition in ran.json["editions"]}
    assert tuple(listed) == EDITIONS
    assert (listed["sd-2011"]["effective"], listed["sd-2011"]["ended"]) == ("2011-01-10", "2015-05-12")
    assert listed["ma"]["effective"] is None
    assert listed["ma"]["clauses"] == len(edition("ma").clauses)
    for id in EDITIONS:
        assert id in upcard("law", "list").out


# ---- show ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EDITIONS)
def test_show_has_every_clause_and_every_rule(upcard: Run, id: str) -> None:
    law = edition(id)
    ran = upcard("law", "show", id, "--json")
    assert ran.status == 0
    shown = ran.json
    assert [clause["id"] for clause in shown["clauses"]] == [clause.id for clause in law.clauses]
    assert all(clause["summary"] and clause["duty"] in DUTIES and clause["rules"] for clause in shown["clauses"])
    given = [rule for giver in (*shown["clauses"], *shown["readings"]) for rule in giver["rules"]]
    assert {rule["name"] for rule in given} == law.citations.keys()
    assert len(given) == len(law.citations)
    for rule in given:
        assert rule.keys() >= {"name", "value", "kind", "code", "tests"}
        assert rule["kind"] in ("sets", "permits", "leaves")
        assert all(":" in place and place.startswith("src/upcard/") for place in rule["code"])
    ids = {clause.id for clause in law.clauses}
    assert all(ids.issuperset(reading["reads"]) for reading in shown["readings"])
    assert set(shown["silent"]) == set(law.silent)


def test_show_says_where_a_rule_is_read(upcard: Run) -> None:
    (clause,) = upcard("law", "show", "sd-2015", "--clause", "(11)(b)", "--json").json["clauses"]
    (rule,) = clause["rules"]
    assert (rule["name"], rule["value"], rule["kind"]) == ("bet_multiple", 2, "sets")
    assert any(place.startswith("src/upcard/games/caribbean_stud/") for place in rule["code"])


@pytest.mark.parametrize("name", ["ma-6(c)", "6(c)", "-6(c)"])
def test_show_one_clause(upcard: Run, name: str) -> None:
    shown = upcard("law", "show", "ma", f"--clause={name}", "--json").json
    assert [clause["id"] for clause in shown["clauses"]] == ["ma-6(c)"]
    text = upcard("law", "show", "ma", f"--clause={name}").out
    assert "ma-6(c)" in text
    assert "progressive_amount" in text
    assert "verbal_cash_wagers" not in text


def test_show_one_clause_with_the_readings_of_it(upcard: Run) -> None:
    shown = upcard("law", "show", "sd-2015", "--clause", "(8)", "--json").json
    assert shown["clauses"][0]["readings"] == ["tip-follows-the-ante"]
    (reading,) = shown["readings"]
    assert reading["reads"] == ["sd-2015(8)"]
    assert reading["rules"][0]["clause"] == "sd-2015(8)"


@pytest.mark.parametrize("id", EDITIONS)
def test_show_for_people(upcard: Run, id: str) -> None:
    ran = upcard("law", "show", id)
    assert ran.status == 0
    for clause in edition(id).clauses:
        assert clause.id in ran.out
    for reading in edition(id).readings:
        assert reading.name in ran.out


def test_show_no_such_clause(upcard: Run) -> None:
    assert "ma has no clause '99'" in one_sentence(upcard("law", "show", "ma", "--clause", "99"))


def test_values_for_people() -> None:
    assert plain({"wagers": ["$1"], "lines": {"flush": "5 to 1"}}) == "wagers: $1\nlines: flush: 5 to 1"


# ---- diff ----------------------------------------------------------------------------------------------------


def numbers(clauses: list[dict[str, Any]]) -> set[str]:
    return {clause["clause"] for clause in clauses}


def test_diff_shows_the_real_amendments_and_nothing_else(upcard: Run) -> None:
    document = upcard("law", "diff", "sd-2011", "sd-2015", "--json").json
    assert numbers(document["clauses"]["changed"]) == AMENDED
    assert numbers(document["clauses"]["removed"]) == REPEALED
    assert numbers(document["clauses"]["added"]) == NEW
    changes = {rule["name"]: rule["change"] for rule in document["rules"]}
    assert changes == {
        "wagers_frozen_after": "changed",
        "progressive_device": "changed",
        "contribution_at": "moved and changed",
        "no_hand_cards_collected": "moved",
        "progressive_settled": "moved",
        "percentage_source": "moved",
        "awards_from": "moved",
        "same_round_jackpots": "moved",
        "full_award_resets_to": "moved",
        "keypad_reset": "no longer silent",
        "winner_key": "no longer silent",
        "supervisor_called": "no longer silent",
        "lock_out_cleared": "now silent",
        "supervisor_verifies": "now silent",
        "supervisor_verifies_no_hand": "now silent",
    }
    named = {standing["clause"] for rule in document["rules"] for standing in (rule["old"], rule["new"]) if standing}
    assert named - {None} <= AMENDED | REPEALED | NEW


@pytest.mark.rule("progressive_device", "contribution_at")
def test_diff_gives_old_and_new(upcard: Run) -> None:
    document = upcard("law", "diff", "sd-2011", "sd-2015", "--json").json
    changed = {clause["clause"]: clause for clause in document["clauses"]["changed"]}
    assert changed["(3)"]["rules"]["changed"] == [
        {
            "name": "progressive_device",
            "old": {"kind": "sets", "value": "coin-in slot"},
            "new": {"kind": "sets", "value": "coin sensor"},
        }
    ]
    assert [rule["name"] for rule in changed["(4)"]["rules"]["removed"]] == ["contribution_at"]
    assert "duty" not in changed["(3)"]
    moved = next(rule for rule in document["rules"] if rule["name"] == "contribution_at")
    assert moved["old"] == {"clause": "(4)", "reading": None, "value": "token"}
    assert moved["new"] == {"clause": "(5)", "reading": None, "value": "lock-out"}


def test_diff_backwards_is_the_mirror() -> None:
    there, back = compare(edition("sd-2011"), edition("sd-2015")), compare(edition("sd-2015"), edition("sd-2011"))
    assert there["clauses"]["added"] == back["clauses"]["removed"]
    assert there["clauses"]["removed"] == back["clauses"]["added"]
    assert numbers(there["clauses"]["changed"]) == numbers(back["clauses"]["changed"])
    assert [(r["name"], r["old"], r["new"]) for r in there["rules"]] == [
        (r["name"], r["new"], r["old"]) for r in back["rules"]
    ]


@pytest.mark.parametrize("id", EDITIONS)
def test_diff_with_itself_is_empty(upcard: Run, id: str) -> None:
    document = upcard("law", "diff", id, id, "--json").json
    assert document == {
        "from": id,
        "to": id,
        "clauses": {"added": [], "removed": [], "changed": []},
        "rules": [],
    }
    assert "say the same" in upcard("law", "diff", id, id).out


def test_diff_for_people(upcard: Run) -> None:
    out = upcard("law", "diff", "sd-2011", "sd-2015").out
    for number in AMENDED | REPEALED | NEW:
        assert number in out
    assert "coin sensor" in out
    assert "(21)" not in out


def test_diff_across_states(upcard: Run) -> None:
    document = upcard("law", "diff", "sd-2015", "ma", "--json").json
    assert "6(c)" in numbers(document["clauses"]["added"])
    assert upcard("law", "diff", "sd-2015", "ma").status == 0


def test_diff_of_two_games_is_refused(upcard: Run) -> None:
    assert "bonus-six" in one_sentence(upcard("law", "diff", "ma", "sd-bonus6"))


def test_diff_notices_duty_summary_and_kind() -> None:
    import msgspec

    law = edition("sd-2015")
    first, *rest = law.clauses
    other = msgspec.structs.replace(first, duty="show", summary="Otherwise.", sets={}, permits=first.sets)
    document = compare(law, msgspec.structs.replace(law, clauses=(other, *rest)))
    (change,) = document["clauses"]["changed"]
    assert change["duty"] == {"old": "enforce", "new": "show"}
    assert change["summary"]["new"] == "Otherwise."
    assert len(change["rules"]["changed"]) == len(first.sets)


# ---- on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "editions"),
    [
        ("2011-01-09", []),
        ("2011-01-10", ["sd-2011"]),
        ("2013-06-01", ["sd-2011"]),
        ("2015-05-12", ["sd-2011"]),
        ("2015-05-13", ["sd-2015"]),
        ("9999-12-31", ["sd-2015"]),
    ],
)
def test_on_a_day(upcard: Run, day: str, editions: list[str]) -> None:
    ran = upcard("law", "on", day, "--json")
    assert (ran.status, ran.json) == (0, {"date": day, "editions": editions})
    ran = upcard("law", "on", day, "--all", "--json")
    assert ran.json == {"date": day, "editions": [*editions, "ma", "sd-bonus6"]}
    for id in editions:
        assert id in upcard("law", "on", day).out


def test_on_a_day_before_any(upcard: Run) -> None:
    ran = upcard("law", "on", "1999-12-31")
    assert ran.status == 0
    first, rest = ran.out.splitlines()
    assert first == "No dated edition was in force on 1999-12-31: the first, sd-2011, is of 2011-01-10."
    assert rest == "Without a date, and not listed: ma, sd-bonus6 (--all lists them too)."
    ran = upcard("law", "on", "1999-12-31", "--all")
    assert "No dated edition" in ran.out
    assert "sd-bonus6" in ran.out


@pytest.mark.parametrize("day", ["", "today", "2013", "2013-6-1", "20130601", "2013-W01-1", "2013-02-29", "2013-13-01"])
def test_on_a_day_that_is_none(upcard: Run, day: str) -> None:
    assert one_sentence(upcard("law", "on", day)).startswith("DATE: ")


# ---- sentences -----------------------------------------------------------------------------------------------


what_is_known = cache(command.what_is_known)
"""The tests of the checkout are read once for all of these."""


@pytest.fixture
def known_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "what_is_known", what_is_known)


@pytest.mark.usefixtures("known_once")
@pytest.mark.parametrize("ids", [(), ("ma",), ("sd-2011", "sd-bonus6")])
def test_sentences_of_some_editions_or_of_all(upcard: Run, ids: tuple[str, ...]) -> None:
    ran = upcard("law", "sentences", *ids, "--json")
    assert ran.status == 0, ran.err
    assert ran.err == ""
    (listed,) = ran.json.values()
    assert [one["sentence"] for one in listed] == [one.id for id in ids or EDITIONS for one in sentences(id)]
    for one in listed:
        assert one.keys() == {"sentence", "clause", "summary", "kept", "proof"}
        assert one["sentence"].startswith(one["clause"] + ".")
        assert one["proof"]


@pytest.mark.usefixtures("known_once")
def test_sentences_for_people(upcard: Run) -> None:
    ran = upcard("law", "sentences", "sd-bonus6")
    assert ran.status == 0
    assert all(one.id in ran.out for one in sentences("sd-bonus6"))
    total = len(sentences("sd-bonus6"))
    assert ran.out.splitlines()[-1].startswith(f"{total} sentences in sd-bonus6: ")


@pytest.mark.usefixtures("known_once")
def test_a_sentence_that_nothing_proves_fails_by_its_number(upcard: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = sentences("sd-bonus6")
    broken = (replace(first, tests=("tests/test_nix.py::test_nix",)), *rest)
    monkeypatch.setattr(sentence, "sentences", lambda id: broken)
    for json in ((), ("--json",)):
        ran = upcard("law", "sentences", "sd-bonus6", *json)
        assert ran.status == 1
        assert ran.err.splitlines() == [
            f"{first.id}: there is no test tests/test_nix.py::test_nix",
            "The sentences are not complete: 1 gaps.",
        ]


def test_sentences_of_no_edition(upcard: Run) -> None:
    assert "nix" in one_sentence(upcard("law", "sentences", "nix"))
