"""`upcard simulate`, as people and other programs see it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, one_sentence
from upcard.cli import simulate as command
from upcard.simulate import caribbean_stud
from upcard.simulate.price_arrays import prices

SOON = ("--rounds", "20000", "--check", "20")


def by_wager(document: Any) -> dict[str, Any]:
    return {figure["wager"]: figure for figure in document["wagers"]}


def test_a_document_says_everything(upcard: Run) -> None:
    upcard("simulate", *SOON)  # so that nothing is left to be compiled, which would be said
    ran = upcard("simulate", "--edition", "ma", "--seats", "7", "--rounds", "2e5", "--json")
    assert ran.status == 0
    assert ran.err == ""
    found = ran.json
    assert (found["rounds"], found["rounds_asked"], found["block"]) == ("200000", "200000", "200000")
    assert found["seed"] == "1"
    assert found["interrupted"] is False
    assert len(found["seats"]) == 7
    assert found["seats"][0]["five_card_dealer"] == "1.00"
    figures = by_wager(found)
    assert next(iter(figures)) == "game"
    for name in ("game", "progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all"):
        figure = figures[name]
        if name in ("progressive", "five_card_player", "five_card_dealer"):  # too few whole awards in so few rounds
            assert (figure["interval"], figure["standard_error"], figure["z"]) == (None, None, None)
            continue
        low, high = map(float, figure["interval"])
        assert low < Fraction(figure["return"]) < high
        assert abs(float(figure["z"])) < 5
        near = float(Fraction(figure["return"]) - Fraction(figure["exact"])) / float(figure["standard_error"])
        assert float(figure["z"]) == pytest.approx(near, rel=1e-6)
    assert set(found["meters"]) == {"main", "five_card"}
    assert int(found["meters"]["main"]["awards"]) > 0
    assert int(found["checked"]["rounds"]) == 200 + int(found["checked"]["jackpots"])
    assert int(found["checked"]["jackpots"]) > 0
    assert sum(map(int, found["outcomes"].values())) == 7 * 200_000
    assert float(found["rounds_per_second"]) > 0


@pytest.mark.parametrize("edition", ["sd-2015", "sd-bonus6"])
def test_that_something_is_compiled_is_said_once(upcard: Run, edition: str) -> None:
    _, again = (upcard("simulate", "--edition", edition, *SOON) for _ in range(2))
    assert (again.status, again.err) == (0, "")


def _without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in ("seconds", "rounds_per_second")}


def test_cores_do_not_matter_and_seeds_do(upcard: Run) -> None:
    asked = ("simulate", "--seats", "3", *SOON, "--block", "3000", "--json", "--strategy", "AK,pair,optimal")
    one = _without_time(upcard(*asked, "--cores", "1").json)
    assert one == _without_time(upcard(*asked, "--cores", "2").json)
    other = _without_time(upcard(*asked, "--seed", "another").json)
    assert other["wagers"] != one["wagers"]


def test_people_get_a_table(upcard: Run) -> None:
    ran = upcard("simulate", "--edition", "ma", "--seats", "2", "--strategy", "optimal,pair", *SOON)
    assert ran.status == 0
    for words in (
        "Massachusetts", "2 seats, ante $10.00, optimal, pair", "Seed '1', 20,000 rounds\n",
        "ante and bet", "95% interval", "exact", "five card dealer", "cover all, had it stood", "whole table",
        "whole awards", "a second.", "The engine settled 2", "paid the same to the cent", "No interval where",
        "No exact figure for cover all: a fold", "exact at the mean of that meter in this run", "main meter",
    ):  # fmt: skip
        assert words in ran.out, words


def test_without_a_check_nothing_is_claimed(upcard: Run) -> None:
    ran = upcard("simulate", "--rounds", "100", "--check", "0")
    assert "The engine settled none of these rounds again." in ran.out
    assert "to the cent" not in ran.out


def test_bonus_six_insured_and_not(upcard: Run) -> None:
    asked = ("simulate", "--edition", "sd-bonus6", *SOON, "--wagers", "tip=1", "--seats", "2")
    insured = upcard(*asked, "--insured")
    assert "insured, best play" in insured.out
    assert "ante, bets and fees" in insured.out
    plain = upcard(*asked, "--json").json
    assert (plain["insured"], plain["game"]) == (False, "bonus-six")
    assert set(by_wager(plain)) == {"game", "tip", "table"}


def test_the_base_game_alone(upcard: Run) -> None:
    found = upcard("simulate", "--wagers", "none", "--strategy", "AKJ83", "--rounds", "3e6", "--json").json
    (figure,) = found["wagers"]
    assert abs(float(figure["z"])) < 4.5
    assert found["checked"]["rounds"] == "200"
    assert found["meters"] == {}
    assert found["seats"] == [{"strategy": "AKJ83", "ante": "10.00"}]


@pytest.mark.parametrize(("text", "rounds"), [("1e4", 10_000), ("2.5e3", 2500), ("1_000", 1000), ("1,234", 1234)])
def test_rounds_are_written_as_people_write_them(upcard: Run, text: str, rounds: int) -> None:
    assert upcard("simulate", "--rounds", text, "--check", "1", "--json").json["rounds"] == str(rounds)


# ---- tables ---------------------------------------------------------------------------------------------------


def test_a_house_and_its_tables(upcard: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(upcard("house", "example", "massachusetts").out, encoding="utf-8")
    first = upcard("simulate", "--house", str(file), *SOON, "--json").json
    assert first["elections"]["bonus"] == "B"
    assert first["draws"] == {"lucky": "1/20", "magic_card": "1/26"}
    assert first["meters"]["five_card"]["seed"] == "10000.00"
    third = upcard("simulate", "--house", str(file), "--table", "Stud 3", *SOON, "--json").json
    assert set(third["meters"]) == {"main"}
    assert third["meters"]["main"]["seed"] == "10000.00"
    none = one_sentence(upcard("simulate", "--house", str(file), "--table", "Stud 9"))
    assert none == "--table: Harbor House, Massachusetts has no table 'Stud 9'; there is 'Stud 1', 'Stud 2', 'Stud 3'"
    assert "--edition: " in one_sentence(upcard("simulate", "--house", str(file), "--edition", "sd-2015"))


def test_elections_in_place_of_a_house(upcard: Run) -> None:
    asked = ("simulate", "--edition", "ma", *SOON, "--json", "--seats", "2")
    elected = ("progressive=PTMGLML01", "five_card=true", "magic_card=1/3", "minor.seed=77", "minor.rate=50%")
    found = upcard(*asked, *(word for each in elected for word in ("--elect", each))).json
    assert found["elections"] == {"five_card": True, "progressive": "PTMGLML01"}
    assert found["draws"] == {"magic_card": "1/3"}
    assert found["meters"]["minor"]["seed"] == "77.00"
    assert found["meters"]["minor"]["added"] == "20000.00"
    assert found["besides"]["magic_card"] != "0.00"
    six = upcard(
        "simulate", "--edition", "sd-bonus6", "--elect", 'pay_table={"pair": 1, "two_pair": 2, "three_of_a_kind": 3, '
        '"straight": 4, "flush": 5, "full_house": 6, "four_of_a_kind": 7, "straight_flush": 8, "royal_flush": 9}',
        *SOON, "--json",
    ).json  # fmt: skip
    assert six["elections"]["pay_table"]["royal_flush"] == 9


def test_thousands_may_be_parted(upcard: Run) -> None:
    asked = ("simulate", "--edition", "ma", "--elect", "maximum=2000.00", *SOON, "--json")
    found = upcard(*asked, "--seats", "3", "--ante", "$1,000", "--wagers", "none")
    assert [seat["ante"] for seat in found.json["seats"]] == ["1000.00"] * 3
    assert upcard(*asked, "--ante", "1,000", "--wagers", "none").json["seats"][0]["ante"] == "1000.00"


def test_antes_and_wagers_by_seat(upcard: Run) -> None:
    found = upcard("simulate", "--seats", "3", "--ante", "5,10,20", "--wagers", "tip=2.50,progressive", *SOON, "--json")
    assert [seat["ante"] for seat in found.json["seats"]] == ["5.00", "10.00", "20.00"]
    assert found.json["seats"][2] == {
        "strategy": "optimal", "ante": "20.00", "tip": "2.50", "progressive": "1.00",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rounds", "0"), "--rounds"), (("--rounds", "1.5"), "--rounds"), (("--rounds", "many"), "--rounds"),
        (("--rounds", "inf"), "--rounds"), (("--rounds", "nan"), "--rounds"), (("--rounds", "1e99999999"), "--rounds"),
        (("--seats", "8"), "--seats"), (("--seats", "0"), "--seats"), (("--ante", "x"), "--ante"),
        (("--ante", "5,10"), "--ante: there are 2 values and 1 seat"), (("--ante", "33.34"), "sd-2015(limit)"),
        (("--ante", "1"), "ante: the house takes no less than $5.00"),
        (("--strategy", "wild"), "strategy: 'wild'"), (("--wagers", "bonus=5"), "--wagers: this table takes no"),
        (("--wagers", "tip"), "--wagers: tip needs an amount"), (("--wagers", "tip=11"), "a tip wager"),
        (("--wagers", "progressive=2"), "sd-2015(21)(f)"), (("--cores", "0"), "cores"), (("--check", "-1"), "--check"),
        (("--block", "0"), "block"), (("--insured",), "--insured"), (("--house", "nowhere.toml"), "--house"),
        (("--elect", "bonus"), "--elect"), (("--elect", "bonus=B"), "house.bonus: sd-2015 knows no bonus table"),
        (("--elect", "progressive=PMG-01", "--elect", "progressive=PMG-01"), "--elect: progressive stands twice"),
        (("--elect", "main.seed=5"), "--elect: main.seed"), (("--elect", "magic_card=2"), "magic_card"),
        (("--elect", "progressive=PMG-01", "--elect", "main.rate=x"), "--elect: main.rate"),
        (("--elect", "progressive=PMG-01", "--elect", "main.colour=x"), "--elect: main.colour"),
        (("--elect", "limit={"), "--elect: limit"), (("--house", "a", "--elect", "a=b"), "--elect"),
        (("--edition", "sd-bonus6", "--strategy", "AK"), "--strategy"), (("--edition", "nv"), "nv"),
        (("--edition", "sd-bonus6", "--insured", "--ante", "5.01"), "ante: half of $5.01"),
        (("--edition", "ma", "--wagers", "tip=1"), "--wagers"), (("--cores", "1", "--cluster", "tcp://a:1"), "--cores"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_that_names_the_field(upcard: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in one_sentence(upcard("simulate", *arguments))


def test_help_teaches(upcard: Run) -> None:
    ran = upcard("simulate", "--help")
    assert "upcard simulate --rounds 1e9 --wagers none --strategy AKJ83" in ran.out
    for option in ("--rounds", "--seed", "--cores", "--cluster", "--json", "--edition", "--house", "--table", "--elect",
                   "--seats", "--ante", "--wagers", "--strategy", "--insured", "--check", "--block"):  # fmt: skip
        assert option in ran.out


# ---- what goes wrong, and what is interrupted -----------------------------------------------------------------


def test_a_difference_to_the_engine_is_an_error(upcard: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(table: Any, block: int) -> Any:
        made = prices(table, block)
        made.by_outcome[0][0, 24] += 1
        return made

    monkeypatch.setattr(caribbean_stud, "prices", wrong)
    ran = upcard("simulate", *SOON, "--ante", "7")
    prices.cache_clear()
    assert ran.status == command.DIFFERS
    assert ran.out == ""
    said = [line for line in ran.err.splitlines() if not line.startswith("Compiling the kernel")]
    assert len(said) == 1
    assert said[0].startswith("The simulation and the engine differ: round ")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to others in another way there")
def test_an_interrupted_simulation_says_what_it_has() -> None:
    found: dict[str, Any] = {}
    for wait in (1, 2, 4, 8, 16, 32):  # before it plays, the end is an empty one
        if out := _interrupted(wait):
            found = json.loads(out)
            break
    assert found["interrupted"] is True
    assert 0 < int(found["rounds"]) < int(found["rounds_asked"]) == 10**15
    assert found["wagers"][0]["rounds"] == found["rounds"]


def _interrupted(seconds: int) -> bytes:
    """What a simulation says that is interrupted after so many seconds."""
    words = [sys.executable, "-m", "upcard", "simulate", "--rounds", "1e15", "--block", "20000", "--json"]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == command.INTERRUPTED, err
    return out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--edition", "ma", "--elect", "bonus=B", "--seats", "7", "--wagers", "none", "--ante", "45000000000000"),
        ("--edition", "ma", "--elect", "bonus=B", "--wagers", "bonus=10000000000000"),
        ("--edition", "sd-bonus6", "--elect", "pay_table=black-hawk", "--ante", "10000000000000"),
    ],
)
def test_amounts_beyond_all_measure_are_refused(arguments: tuple[str, ...], upcard: Run) -> None:
    assert "more in one round than a simulation can hold" in one_sentence(upcard("simulate", *arguments))


def test_a_short_run_is_not_refused_for_rounds_that_nobody_asked_for(upcard: Run) -> None:
    wagers = "progressive=5,five_card_player=5,five_card_dealer=5"
    ran = upcard("simulate", "--edition", "ma", "--seats", "7", "--rounds", "2000", "--wagers", wagers, "--json")
    assert ran.status == 0, ran
