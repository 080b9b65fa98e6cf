"""`upcard house`: the examples pass their own check, and what is refused is named in one sentence."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.house_texts import house_text, shipped
from tests.rules.houses import ma, ma_jackpot, sd, six, text
from upcard.cli import main
from upcard.rules.house import read_house

EXAMPLES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")


class Said:
    """What a command printed and returned."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main(["house", *arguments])
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def written(folder: Path, content: str) -> str:
    file = folder / "house.toml"
    file.write_text(content, encoding="utf-8")
    return str(file)


# ---- examples ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_printed_as_it_stands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "example", name)
    assert (said.status, said.out, said.err) == (0, shipped(name), "")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_passes_the_check(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path, shipped(name))
    plain = Said(capsys, "check", file)
    assert (plain.status, plain.err) == (0, "")
    house = read_house(shipped(name))
    assert plain.out.startswith(f"{house.name} is in order.\n")
    for table in house.tables:
        assert f"\nTable {table.name}\n" in plain.out
    said = Said(capsys, "check", file, "--json")
    assert (said.status, said.err) == (0, "")
    assert list(said.json) == ["ok", "house", "tables", "jackpots", "warnings"]
    assert (said.json["ok"], said.json["house"]) == (True, house.name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_richly_commented(name: str) -> None:
    lines = shipped(name).splitlines()
    assert sum("#" in line for line in lines) * 6 > len(lines)
    assert max(map(len, lines)) <= 120


def test_every_example_file_has_a_name() -> None:
    kept = {file.name for file in files("upcard.cli").joinpath("houses").iterdir() if file.is_file()}
    assert kept == {f"{name}.toml" for name in EXAMPLES}


def test_an_unknown_example(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "example", "reno")
    assert (said.status, said.out) == (2, "")
    assert all(name in said.err for name in EXAMPLES)


def test_the_examples_show_what_they_are_for() -> None:
    deadwood, massachusetts, bonus_6 = (read_house(shipped(n)) for n in ("deadwood", "massachusetts", "bonus-6"))
    assert {t.edition.id for t in deadwood.tables} == {"sd-2015"}
    assert [len(deadwood.tables_on(name)) for name in deadwood.jackpots] == [2, 1]
    assert {t.edition.id for t in read_house(shipped("deadwood-2011")).tables} == {"sd-2011"}
    assert {t.dealing.name for t in massachusetts.tables if t.dealing} == {"automated-shoe", "from-hand", "manual-shoe"}
    assert {j.schedule for j in massachusetts.jackpots.values()} == {"D", "five-card", "PTMGL01"}
    assert {t.rules.schedule.name for t in bonus_6.tables if hasattr(t.rules, "schedule")} == {"black-hawk", "own"}


# ---- the check -----------------------------------------------------------------------------------------------------


def test_a_house_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, shipped("massachusetts")), "--json").json
    first = said["tables"][0]
    assert (first["name"], first["edition"], first["game"], first["seats"]) == ("Stud 1", "ma", "caribbean-stud", 7)
    assert (first["dealing"], first["shuffle"], first["backs"]) == ("automated-shoe", "shuffler", ["red", "blue"])
    assert (first["minimum"], first["maximum"], first["limit"]) == ("10.00", "500.00", None)
    assert first["wagers"] == [
        "ante", "bet", "progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all",
    ]  # fmt: skip
    assert (first["progressive"], first["bonus"], first["jackpot"]) == ("D", "B", "Harbor")
    assert first["draws"] == {"magic_card": "1/26", "lucky": "1/20"}
    assert first["elections"] == {
        "awards_from": "meter",
        "cover_all_after_fold": "forfeited",
        "cover_all_counts": "hands",
        "exposed_hole_card": "void",
        "five_card_wager": "1.00",
    }
    assert [table["stub_count_every"] for table in said["tables"]] == [None, 5, 5]
    harbor, _, link = said["jackpots"]
    assert harbor["levels"] == {
        "main": {"seed": "10000.00", "rate": "70%", "reserve_rate": "5%", "limit": None, "overflow": "reserve"}
    }
    assert harbor["tables"] == ["Stud 1", "Stud 2"]
    assert link["titles"] == [{"name": "Let It Ride, pit 2", "pay_table": "PTMGL01", "wager": "1.00", "decks": 1}]
    folds = ("table 'Stud 1'.cover_all_after_fold", "ma-10(b)")
    assert [(warning["field"], warning["clause"]) for warning in said["warnings"]] == [folds]
    levels = Said(capsys, "check", written(tmp_path, house_text("massachusetts")), "--json").json
    assert Fraction(levels["jackpots"][2]["long_run_return"]) > 1
    assert [(warning["field"], warning["clause"]) for warning in levels["warnings"]] == [
        ("jackpot 'Tri-Game Link'.levels", "ma-10(c)(progressive)"),
        folds,
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_house_that_ships_pays_back_more_on_a_jackpot_than_is_wagered(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    jackpots = Said(capsys, "check", written(tmp_path, shipped(name)), "--json").json["jackpots"]
    assert all(Fraction(jackpot["long_run_return"]) < 1 for jackpot in jackpots)


def test_a_bonus_six_table_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, shipped("bonus-6")), "--json").json
    first, second = said["tables"]
    assert (first["pay_table"], first["lowest_pair"], first["further_tips"]) == ("black-hawk", "6", True)
    assert next(iter(first["pays"].items())) == ("royal_flush", "1,000 to 1")
    assert (second["pay_table"], second["lowest_pair"], second["further_tips"]) == ("own", "7", False)
    assert said["jackpots"] == said["warnings"] == []


def test_readings_are_those_that_touch_the_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, shipped("massachusetts")), "--json").json
    every, plain, _ = (table["readings"] for table in said["tables"])
    assert {"who-counts-for-cover-all", "draws-of-the-system", "coupons"} <= set(every)
    assert set(every) - set(plain) == {
        "who-counts-for-cover-all", "draws-of-the-system", "dealer-award-at-the-first-backer",
        "what-a-five-card-wager-is", "cover-all-needs-its-shuffler",
    }  # fmt: skip
    bare = Said(capsys, "check", written(tmp_path, text([ma()])), "--json").json["tables"][0]
    assert "where-fixed-awards-come-from" not in bare["readings"]
    assert "void-hand-returns-all" in bare["readings"]
    assert bare["elections"] == {"exposed_hole_card": "void"}


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        (sd(), "limit $100.00, total"),
        (sd(minimum="5.00", limit_applies_to="each-wager"), "antes from $5.00; limit $100.00, each wager"),
        (ma(maximum="1000.00"), "antes up to $1,000.00"),
        (ma(), "no limits of the house"),
        (six(minimum="5.00", maximum="50.00", signs=["pay schedule", "limits"]), "antes from $5.00 to $50.00"),
    ],
)
def test_limits_as_people_read_them(
    table: dict[str, Any], shown: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = Said(capsys, "check", written(tmp_path, text([table])))
    (line,) = (line for line in said.out.splitlines() if line.startswith("  limits"))
    assert line.split(maxsplit=1)[1].strip() == shown


def test_a_schedule_without_a_winning_pair(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = six(pay_table={"royal_flush": 9, "straight_flush": 8, "four_of_a_kind": 7})
    file = written(tmp_path, text([table]))
    assert Said(capsys, "check", file, "--json").json["tables"][0]["lowest_pair"] is None
    assert "lowest winning pair" not in Said(capsys, "check", file).out


def test_a_warning_is_not_a_refusal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, text([ma(awards_from="meter")])))
    assert said.status == 0
    assert said.out.splitlines()[-1] == (
        "Warning: table 'M'.awards_from: it has no effect: no progressive is offered (ma-10(c)(progressive))"
    )


# ---- what is refused -----------------------------------------------------------------------------------------------

LOW = text([ma(jackpot="J")], [ma_jackpot(rate="69.99%")])
SENTENCE = "jackpot 'J'.levels.main.rate: the rate of progression is 69.99%, below 70% (ma-11(d)(5))\n"


@pytest.mark.rule("progression_rate_minimum")
def test_a_refusal_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, LOW))
    assert (said.status, said.out, said.err) == (2, "", SENTENCE)


@pytest.mark.rule("progression_rate_minimum")
def test_a_refusal_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, LOW), "--json")
    assert (said.status, said.err) == (2, SENTENCE)
    assert said.json == {
        "ok": False,
        "error": {
            "field": "jackpot 'J'.levels.main.rate",
            "message": "the rate of progression is 69.99%, below 70%",
            "clause": "ma-11(d)(5)",
        },
    }


def test_a_refusal_without_a_clause(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = Said(capsys, "check", written(tmp_path, text([ma(color="red")])), "--json")
    assert said.json["error"] == {"field": "table 'M'.color", "message": "ma has no such election", "clause": None}


@pytest.mark.parametrize("content", [b"name = \xff", b"name = ", b"x" * 1_000_001])
def test_a_file_that_cannot_be_read(content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    for extra in ([], ["--json"]):
        said = Said(capsys, "check", str(file), *extra)
        assert said.status == 2
        assert said.err.count("\n") == 1
        assert said.out == "" if not extra else said.json["ok"] is False


def test_no_file_and_no_file_that_could_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.toml"), str(tmp_path), "a\0b"):
        said = Said(capsys, "check", name)
        assert (said.status, said.out) == (2, "")
        assert "cannot be read" in said.err
        assert said.err.count("\n") == 1


def test_a_byte_order_mark_is_no_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert Said(capsys, "check", written(tmp_path, "\ufeff" + text([sd()]))).status == 0


def test_a_house_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text([sd()]).encode())))
    assert Said(capsys, "check", "-").out.startswith("Test is in order.")


def test_a_missing_file_name_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "check")
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1


def test_an_example_does_not_wait_for_the_law() -> None:
    """Printing a file imports neither law nor rules."""
    code = (
        "import sys; from upcard.cli.house import example; example('deadwood');"
        "sys.exit(any(name.startswith(('upcard.law', 'upcard.rules')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
