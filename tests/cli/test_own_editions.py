"""Editions of one's own: folders of files, one registry, and journals that hold the text they were opened under."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from upcard.errors import LawError
from upcard.law import edition
from upcard.law.edition import EDITIONS, add_folder, edition_ids, forget, given_ids, on, source
from upcard.law.folders import FOLDERS
from upcard.law.text import digest_of

DB = ("--db", "sqlite:house.db")


def own(id: str, like: str = "sd-2015", **swapped: str) -> str:
    """An edition of one's own, with lines of another one changed."""
    text = source(like).replace(f'id = "{like}', f'id = "{id}')
    for old, new in swapped.items():
        assert text.count(f"{old} = ") == 1, old
        start = text.index(f"{old} = ")
        text = text[:start] + f"{old} = {new}" + text[text.index("\n", start) :]
    return text


def settled(upcard: Run, round: Any) -> Any:
    return upcard("settle", "-", stdin=json.dumps(round).encode()).lines[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "editions"
    made.mkdir()
    (made / "any-name.toml").write_text(own("nd-2027", bet_flush='"6 to 1"'), encoding="utf-8")
    return made


@pytest.fixture
def named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(FOLDERS, "")
    add_folder(folder)
    yield
    forget()


@pytest.mark.usefixtures("named")
def test_a_folder_is_known_while_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given_ids() == ("nd-2027",)
    assert edition_ids() == (*EDITIONS, "nd-2027")
    assert edition("nd-2027").law.bet_flush == "6 to 1"
    monkeypatch.delenv(FOLDERS)
    with pytest.raises(LawError, match="there is no edition 'nd-2027'"):
        edition("nd-2027")


@pytest.mark.parametrize("id", ["sd-2015", "nd-2027"])
def test_an_id_that_exists_already_is_refused(upcard: Run, folder: Path, id: str) -> None:
    (folder / "other.toml").write_text(own(id), encoding="utf-8")
    ran = upcard("law", "list", "--law", str(folder))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"editions/other.toml: the edition {id!r} exists already")


def test_a_file_with_a_slip_stops_nobody_who_plays_by_another(upcard: Run, folder: Path) -> None:
    (folder / "slip.toml").write_text(own("slip").replace('tie = "push"', "tie = push"), encoding="utf-8")
    assert upcard("law", "show", "nd-2027", "--law", str(folder), "--json").json["id"] == "nd-2027"
    ran = upcard("law", "show", "slip", "--law", str(folder))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("editions/slip.toml: Invalid value (at line ")
    ran = upcard("law", "list", "--law", str(folder), "--json")
    assert [one["id"] for one in ran.json["editions"]] == [*EDITIONS, "nd-2027"]
    assert ran.err.startswith("editions/slip.toml: Invalid value (at line ")


@pytest.mark.parametrize("words", [["--law"], ["--law="], ["--law", "--json"], ["--law", "nowhere"]])
def test_a_folder_that_is_none(upcard: Run, words: list[str]) -> None:
    ran = upcard("law", "list", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("--law: ")


def test_every_command_knows_it(upcard: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nd-2027" in upcard(f"--law={folder}", "law", "list").out
    changed = upcard("law", "diff", "sd-2015", "nd-2027", "--json", "--law", str(folder)).json
    assert [rule["name"] for rule in changed["rules"]] == ["bet_flush"]
    monkeypatch.setenv("UPCARD_LAW", str(folder))
    round = {
        "edition": "nd-2027", "house": {}, "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
        "seats": {"1": {"cards": ["9c", "7c", "3c", "Jc", "2c"], "decision": "bet", "wagers": {"ante": "10.00"}}},
    }  # fmt: skip
    assert settled(upcard, round)["net"] == {"1": "130.00"}
    assert upcard("play", "--edition", "nd-2027", "--auto", "--rounds", "1", "--json").status == 0
    monkeypatch.delenv("UPCARD_LAW")
    assert settled(upcard, round)["error"]["message"].startswith("there is no edition 'nd-2027'")


def test_two_editions_may_be_in_force_on_one_day(folder: Path, request: pytest.FixtureRequest) -> None:
    """The packaged ones cannot be told of an end: whoever brings a later one is not stopped by that."""
    (folder / "later.toml").write_text(own("sd-2027", effective="2027-01-01"), encoding="utf-8")
    request.getfixturevalue("named")
    assert [one.id for one in on(date(2027, 1, 1))] == ["sd-2015", "nd-2027", "sd-2027"]


# ---- a house and its journal -------------------------------------------------------------------------------------


@pytest.fixture
def night(upcard: Run, folder: Path) -> Path:
    """A journal that was played under an edition beside the house, which is gone afterwards."""
    folder.rename("law")
    house = upcard("house", "example", "deadwood").out.replace("sd-2015", "nd-2027")
    Path("house.toml").write_text(house, encoding="utf-8")
    ran = upcard("floor", "run", "house.toml", "--bots", "--rounds", "12", "--seed", "k", *DB, "--json")
    assert ran.status == 0, ran.err
    kept = Path("law").rename("kept")
    assert upcard("house", "check", "house.toml").status == 2
    return kept


def test_a_journal_is_audited_by_the_text_that_it_holds(upcard: Run, night: Path) -> None:
    verified = upcard("audit", "verify", "--settle", *DB, "--json")
    assert (verified.status, verified.json["ok"]) == (0, True)
    assert verified.json["settled"] >= 12
    assert upcard("audit", "replay", *DB).status == 0
    listed = upcard("audit", "round", *DB, "--json").json["rounds"]
    shown = upcard("audit", "round", listed[0]["id"], *DB, "--json").json
    assert (shown["pinned"]["edition"], shown["pinned"]["same_text"]) == ("nd-2027", True)
    assert shown["pinned"]["digest"] == digest_of((night / "any-name.toml").read_text(encoding="utf-8"))
    assert shown["settles_again"] is True
    for papers in ("slips", "tax", "day", "meters"):
        assert upcard("audit", papers, *DB, "--json").status == 0
    assert upcard("audit", "export", "--output", "bundle.zip", *DB).status == 0


def test_a_text_that_is_another_now_changes_nothing_that_was_played(upcard: Run, night: Path) -> None:
    shutil.copytree(night, "law")
    changed = own("nd-2027", bet_flush='"6 to 1"', bet_pair_or_less='"2 to 1"')
    Path("law/any-name.toml").write_text(changed, encoding="utf-8")
    assert upcard("audit", "verify", "--settle", *DB, "--law", "law", "--json").json["ok"] is True


def test_a_house_is_opened_with_its_edition_again(upcard: Run, night: Path) -> None:
    going = ("floor", "run", "house.toml", "--bots", "--rounds", "3", "--close", *DB, "--json")
    refused = upcard(*going)
    assert refused.status == 2
    assert "there is no edition 'nd-2027'" in refused.err
    assert upcard(*going, "--law", str(night)).status == 0
    assert upcard("audit", "verify", "--settle", *DB, "--json").json["ok"] is True


def test_adding_an_edition_stops_no_other_house(upcard: Run, night: Path) -> None:
    """A digest covers one edition: the tables that are open stay as they are."""
    (night / "more.toml").write_text(own("nd-2028"), encoding="utf-8")
    ran = upcard("floor", "run", "house.toml", "--bots", "--rounds", "3", *DB, "--json", "--law", str(night))
    assert (ran.status, ran.json["rounds"] >= 3) == (0, True)
