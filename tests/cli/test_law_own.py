"""`law new` and `law check`: an edition of one's own from its first line to rounds that are played under it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, one_sentence
from tests.cli.test_own_editions import own
from upcard.law import EDITIONS, edition
from upcard.law.registry import BUILT_IN, load
from upcard.law.template import blank, copied, meanings
from upcard.law.text import checked
from upcard.law.value import fields_of, may_be_silent

ROUNDS = ("--rounds", "12")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swapped(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    return text


def check(upcard: Run, text: str, *options: str) -> Any:
    Path("edition.toml").write_text(text, encoding="utf-8")
    ran = upcard("law", "check", "edition.toml", "--json", *(options or ROUNDS))
    assert ran.err == ""
    assert list(ran.json) == ["edition", "ok", "faults", "warnings"]
    assert ran.status == (0 if ran.json["ok"] else 1)
    assert ran.json["ok"] == (not ran.json["faults"])
    return ran.json


# ---- law new -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_has_a_meaning_and_stands_where_the_law_has_it(game: str) -> None:
    listed = [rule for part in meanings(game).values() for rule in part]
    assert listed == list(fields_of(load(BUILT_IN[game].law)))
    assert all(said.endswith(".") for part in meanings(game).values() for said in part.values())


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_new_edition_has_every_rule_once_with_its_comment(game: str) -> None:
    text = blank("nd-2027", game)
    _, found, faults = checked("nd-2027.toml", text)
    assert found is not None, faults
    kinds = fields_of(load(BUILT_IN[game].law))
    lines = text.splitlines()
    for rule, kind in kinds.items():
        at = [n for n, line in enumerate(lines) if line.startswith((f"{rule} = ", f'  "{rule}",'))]
        stands = at[-1] if rule in found.citations else at[0]
        above: list[str] = []
        while lines[stands - 1].lstrip().startswith("# "):
            stands -= 1
            above.insert(0, lines[stands].lstrip(" #"))
        said = " ".join(above)
        meaning = next(part[rule] for part in meanings(game).values() if rule in part)
        assert f"{meaning} Its value: " in said
        assert said.endswith("A text may be silent on it.") == may_be_silent(kind)
    assert set(found.undecided) < set(found.citations)
    assert max(len(line) for line in lines if line.lstrip().startswith("# ")) <= 120


@pytest.mark.parametrize("id", EDITIONS)
def test_an_edition_is_written_whole_under_a_new_id(id: str) -> None:
    before = edition(id)
    _, found, faults = checked("nd-2027.toml", copied("nd-2027", id))
    assert found is not None, faults
    assert (found.id, found.law, found.readings) == ("nd-2027", before.law, before.readings)
    assert [clause.summary for clause in found.clauses] == [clause.summary for clause in before.clauses]
    renamed = {rule: citation.clause.replace(id, "nd-2027", 1) for rule, citation in before.citations.items()}
    assert {rule: citation.clause for rule, citation in found.citations.items()} == renamed
    assert (found.effective, found.undecided) == (None, ())


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["ma", "--game", "caribbean-stud"], "the edition 'ma' exists already: take another id"),
        (["ND 2027", "--game", "caribbean-stud"], "'ND 2027' is no id of an edition"),
        (["nd-2027"], "--game: name the game, caribbean-stud or bonus-six"),
        (["nd-2027", "--game", "baccarat"], "--game: 'baccarat' is no game that Upcard plays"),
        (["nd-2027", "--game", "bonus-six", "--like", "ma"], "--like: ma is an edition of caribbean-stud"),
        (["nd-2027", "--like", "mars"], "there is no edition 'mars'"),
        (["nd-2027", "--like", "ma", "--output", "there.toml"], "--output: there.toml is there already"),
    ],
)
def test_what_cannot_be_written(upcard: Run, here: Path, argv: list[str], said: str) -> None:
    (here / "there.toml").write_text("mine", encoding="utf-8")
    assert one_sentence(upcard("law", "new", *argv)).startswith(said)
    assert (here / "there.toml").read_text(encoding="utf-8") == "mine"


# ---- law check ---------------------------------------------------------------------------------------------------


def test_from_a_new_edition_to_a_house(upcard: Run, here: Path) -> None:
    assert upcard("law", "new", "nd-2027", "--game", "bonus-six", "--output", "law/nd-2027.toml").status == 0
    ran = upcard("law", "check", "law/nd-2027.toml", *ROUNDS)
    assert ran.status == 0, ran.err
    assert ran.out.startswith("Warning: 16 rules are listed as undecided, ")
    assert "nd-2027 is in order: 7 clauses, 40 rules. 12 rounds were played under it" in ran.out
    house = upcard("house", "example", "bonus-6").out.replace("sd-bonus6", "nd-2027")
    Path("house.toml").write_text(house, encoding="utf-8")
    checked_house = upcard("house", "check", "house.toml", "--json")
    assert checked_house.status == 0, checked_house.err
    assert any("is a draft" in one["message"] for one in checked_house.json["warnings"])


@pytest.mark.parametrize("id", EDITIONS)
def test_an_edition_that_comes_with_upcard_plays_under_another_name(upcard: Run, here: Path, id: str) -> None:
    assert check(upcard, copied("nd-2027", id)) == {"edition": "nd-2027", "ok": True, "faults": [], "warnings": []}


def test_each_fault_names_clause_rule_values_and_the_nearest_name(upcard: Run, here: Path) -> None:
    text = swapped(
        own("nd-2027"),
        ('tie = "push"', 'tie = "psh"'),
        ('bet_flush = "5 to 1"', 'bet_flsh = "5 to 1"'),
        ('"glossary", ', '"glosary", '),
    )
    found = check(upcard, text)
    assert found["faults"] == [
        {
            "clause": "nd-2027(17)(e)", "rule": "bet_flsh",
            "message": "bet_flsh is no rule of caribbean-stud; did you mean 'bet_flush'?", "allowed": None,
        },
        {
            "clause": None, "rule": "glosary",
            "message": "glosary is no rule of caribbean-stud; did you mean 'glossary'?", "allowed": None,
        },
        {
            "clause": None, "rule": "glossary",
            "message": "no clause sets glossary, and the text does not call itself silent on it", "allowed": None,
        },
        {
            "clause": None, "rule": "bet_flush",
            "message": "no clause sets bet_flush, and the text does not call itself silent on it", "allowed": None,
        },
        {
            "clause": "nd-2027(15)", "rule": "tie",
            "message": "tie cannot be 'psh': it is 'push' or 'player wins' or 'dealer wins'; did you mean 'push'?",
            "allowed": ["push", "player wins", "dealer wins"],
        },
    ]  # fmt: skip
    ran = upcard("law", "check", "edition.toml")
    assert ran.status == 1
    assert "edition.toml, nd-2027(15): tie cannot be 'psh': it is 'push' or" in ran.err
    assert 'Allowed: "push", "player wins", "dealer wins".' in ran.err
    assert ran.err.endswith("5 faults in edition.toml.\n")


@pytest.mark.parametrize(
    ("like", "rule", "before", "after", "said"),
    [
        ("sd-2015", "bet_multiple", "2", "0", "a whole number from 1 to 100"),
        ("sd-2015", "tip_area", '"ante"', '"none"', "there is no place for a tip"),
        ("sd-2015", "decision_choices", '["fold", "bet"]', '["bet"]', "a player may also fold"),
        ("sd-2015", "dealer_wrong_count", '"progressive-only"', '"void"', "it is 'progressive-only' or 'all-void'"),
        ("ma", "dealer_wrong_count", '"all-void"', '"progressive-only"', "nothing is said of match_play"),
        ("ma", "progressive_settled", '"in turn"', '"after all"', "five card wagers are settled with their seat"),
        ("ma", "envy_paid", '"in turn"', '"in tun"', "did you mean 'in turn'?"),
        ("ma", "progression_rate_minimum", '"70%"', '"170%"', 'a share from "0%" to "100%"'),
        ("sd-bonus6", "insurance_divisor", "2", "0", "from 1 upwards"),
        ("sd-bonus6", "odds_apply_to", '["ante", "bet_1", "bet_2"]', '["ante", "bet_1"]', "every wager of a winning"),
    ],
)
def test_what_no_table_can_be_run_by(
    upcard: Run, here: Path, like: str, rule: str, before: str, after: str, said: str
) -> None:
    text = swapped(own("nd-2027", like), (f"{rule} = {before}\n", f"{rule} = {after}\n"))
    found = check(upcard, text, "--rounds", "0")
    assert [fault for fault in found["faults"] if fault["rule"] == rule and said in fault["message"]], found
    assert all(fault["clause"] is None or fault["clause"].startswith("nd-2027") for fault in found["faults"])


def test_what_only_a_house_can_tell(upcard: Run, here: Path) -> None:
    """A limit below the wagers that it is held against: each rule is in order, and no table can be opened."""
    found = check(upcard, swapped(own("nd-2027"), ('limit = "$100"', 'limit = "$10"')))
    (fault,) = found["faults"]
    assert (fault["clause"], fault["rule"]) == ("nd-2027(limit)", "limit")
    assert "no house can be opened that offers all that it permits" in fault["message"]


def test_a_round_that_is_settled_otherwise_is_a_fault(upcard: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audited = sys.modules["upcard.audit.document"]
    monkeypatch.setattr(audited, "compared", lambda *a, **k: iter(("the ante was paid otherwise",)))
    found = check(upcard, own("nd-2027"))
    assert "comes out otherwise" in found["faults"][0]["message"]


def test_a_felt_that_is_not_empty_is_a_fault(upcard: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.journal.floor import Floor

    process = Floor.process

    def leaving(floor: Floor, commands: Any) -> Any:
        replies = process(floor, commands)
        for command in commands:
            floor.casino.books.balances[f"felt/{command.table}"] = 1
        return replies

    monkeypatch.setattr(Floor, "process", leaving)
    found = check(upcard, own("nd-2027"))
    assert "something is left on the felt" in found["faults"][0]["message"]


def test_dates_beside_another_are_a_warning(upcard: Run, here: Path) -> None:
    found = check(upcard, own("sd-2027", effective="2027-01-01"), "--rounds", "0")
    assert found["warnings"] == ["sd-2015 is in force on 2027-01-01 too"]


def test_a_file_that_is_no_edition(upcard: Run, here: Path) -> None:
    assert one_sentence(upcard("law", "check", "nowhere.toml")).startswith("FILE: nowhere.toml cannot be read")
    Path("bytes.toml").write_bytes(b"\xff\xfe\x00")
    assert one_sentence(upcard("law", "check", "bytes.toml")).startswith("FILE: bytes.toml cannot be read")
    assert check(upcard, "id = ")["edition"] is None
    assert check(upcard, 'clause = 1\nreading = "x"\nsilent = 3\ngame = "caribbean-stud"')["ok"] is False
    assert check(upcard, 'id = "x"\ngame = ["bonus-six"]')["ok"] is False
    found = check(upcard, own("ma", "sd-2015"), "--rounds", "0")
    assert found["faults"][0]["message"] == "the edition 'ma' comes with Upcard: give yours another id"


def test_odd_shapes_are_faults_and_never_a_traceback(upcard: Run, here: Path) -> None:
    text = own("nd-2027")
    for old, new in (
        ('duty = "record"', "duty = 4"),
        ('[clause.sets]\nbet_flush = "5 to 1"', "sets = 4"),
        ('reads = ["(13)"]', "reads = []"),
        ('tie = "push"', "tie = { push = true }"),
        ("bet_multiple = 2", "bet_multiple = [2]"),
        ('title = "South', 'title = 7\nother = "South'),
        ('envy_hands = ["royal_flush", "straight_flush"]', "envy_hands = 3"),
        ('wagers = ["$5"]', "wagers = [5, true]"),
    ):
        found = check(upcard, swapped(text, (old, new)), "--rounds", "0")
        assert found["faults"], (old, new)
        assert json.dumps(found)
