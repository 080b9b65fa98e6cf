"""`upcard floor run`: a house on a store, as other programs see it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.money.pit import HOUSES, example
from tests.shuffles.nights import Night
from upcard.journal.journal import opened
from upcard.people import open_people
from upcard.people.sessions import Cost


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(example("deadwood"), encoding="utf-8")
    return path


def db(folder: Path) -> str:
    return f"--db=sqlite:{folder}/floor.db"


@pytest.mark.parametrize("name", HOUSES)
def test_every_example_is_played_and_verified(upcard: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(example(name), encoding="utf-8")
    found = upcard("floor", "run", str(path), "--bots", "--rounds", "6", "--seed", "s", db(tmp_path), "--json")
    assert found.status == 0
    facts = json.loads(found.out)
    assert facts["rounds"] >= 6
    assert facts["refused"] == 0
    assert set(facts["latency_ms"]) == {"p50", "p95", "p99", "max"}
    assert all(
        re.fullmatch(r"\d+\.\d{2,8}", amount) for levels in facts["meters"].values() for amount in levels.values()
    )
    verified = json.loads(upcard("audit", "verify", db(tmp_path), "--json").out)
    assert verified["ok"] is True
    assert (verified["events"], verified["head"]) == (facts["events"], facts["journal"]["head"])
    assert verified["rounds"] == facts["rounds"]


def test_a_floor_goes_on_where_its_journal_ends(upcard: Run, house: Path, tmp_path: Path) -> None:
    runs = [
        json.loads(upcard("floor", "run", str(house), "--bots", "--rounds", "5", db(tmp_path), "--json").out)
        for _ in range(3)
    ]
    entries = [run["journal"]["entries"] for run in runs]
    assert entries == sorted(set(entries))
    assert entries[-1] == sum(run["events"] for run in runs)
    said = upcard("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path)).out
    assert "events a second" in said
    assert "Gold Rush" in said


def test_the_same_seed_plays_the_same_evening(upcard: Run, house: Path, tmp_path: Path) -> None:
    meters = []
    for name in ("a", "b"):
        url = f"--db=sqlite:{tmp_path}/{name}.db"
        run = upcard("floor", "run", str(house), "--bots", "--rounds", "9", "--seed", "friday", url, "--json")
        facts = json.loads(run.out)
        meters.append((facts["meters"], facts["events"], facts["rounds"]))
    assert meters[0] == meters[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--bots"),
        (("--bots", "--rounds", "0"), "--rounds"),
        (("--bots", "--seconds", "-1"), "--seconds"),
        (("--bots", "--pace", "nan"), "--pace"),
        (("--bots", "--db", "mysql:x"), "sqlite:PATH"),
        (("--bots", "--db", "sqlite:x?synchronous=normal"), "synchronous"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    upcard: Run, house: Path, tmp_path: Path, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = upcard("floor", "run", str(house), *arguments)
    assert found.status == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert not found.out
    assert not (tmp_path / "x").exists()


@pytest.mark.rule("schedule_fixed")
def test_another_house_on_the_same_journal_is_refused(upcard: Run, house: Path, tmp_path: Path) -> None:
    """A jackpot in play keeps its terms, and is not dropped."""
    assert upcard("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path)).status == 0
    text = house.read_text(encoding="utf-8")
    for wrong, said in (
        (text.replace('rate = "25%"', 'rate = "26%"'), "not those in play"),
        (text.replace("Gold Rush", "Silver Rush"), "offered until"),
        (text.replace("classic-5000", "classic-10pct"), "put into play, and stays"),
        (
            text.replace('"PMG-01"', '"PMG-01"\nprogressive_wager = "2.00"'),
            "the one that its schedule lists, and stays",
        ),
    ):
        house.write_text(wrong, encoding="utf-8")
        found = upcard("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path))
        assert (found.status, said in found.err) == (2, True), found.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(house: Path, tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "upcard", "floor", "run", str(house), "--bots", "--json", db(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ})
    heads = tmp_path / "floor.db.heads"
    end = time.monotonic() + 60
    while not (heads.exists() and heads.read_bytes().count(b"\n") > 1) and time.monotonic() < end:
        time.sleep(0.05)
    running.send_signal(number)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    facts = json.loads(out)
    last = json.loads(heads.read_text(encoding="ascii").splitlines()[-1])
    assert (last["seq"], last["hash"]) == (facts["journal"]["entries"], facts["journal"]["head"])


def test_a_pace_is_kept(upcard: Run, house: Path, tmp_path: Path) -> None:
    """Three tables at 7,200 rounds an hour play six rounds in a second, and not a dozen."""
    run = upcard("floor", "run", str(house), "--bots", "--seconds", "1", "--pace", "7200", db(tmp_path), "--json")
    facts = json.loads(run.out)
    assert facts["rounds"] <= facts["seconds"] * 6 + 3


def test_a_copy_is_taken_and_brought_back(upcard: Run, house: Path, tmp_path: Path) -> None:
    facts = json.loads(upcard("floor", "run", str(house), "--bots", "--rounds", "3", db(tmp_path), "--json").out)
    head = facts["journal"]["head"]
    copy, again = tmp_path / "copy.db", f"--db=sqlite:{tmp_path}/again.db"
    made = upcard("floor", "backup", str(copy), db(tmp_path), "--json")
    told = {"people": False, "signed": facts["events"], "new_key": False}
    assert json.loads(made.out) == {"ok": True, "at": str(copy), "events": facts["events"], "head": head} | told
    noted = upcard("floor", "backup", str(tmp_path / "noted.db"), db(tmp_path)).out.splitlines()[-1].split(": ")[1]
    assert upcard("audit", "verify", f"--db=sqlite:{copy}", *noted.split()).status == 0
    twice = upcard("floor", "backup", str(copy), db(tmp_path))
    assert (twice.status, twice.err.count("\n")) == (2, 1)
    assert json.loads(upcard("floor", "restore", str(copy), again, "--json").out)["head"] == head
    assert upcard("floor", "restore", str(copy), again).status == 2
    verified = upcard("audit", "verify", again, "--json")
    assert (verified.status, json.loads(verified.out)["head"]) == (0, head)
    gone_on = upcard("floor", "run", str(house), "--bots", "--rounds", "2", again, "--json")
    assert json.loads(gone_on.out)["journal"]["entries"] > facts["events"]
    assert json.loads(upcard("audit", "verify", again, "--json").out)["sealed"]["from"] == facts["events"] + 1


def test_tables_are_closed_before_a_house_changes(upcard: Run, house: Path, tmp_path: Path) -> None:
    """What an open table was opened with stays; once it is closed it may be another."""
    assert upcard("floor", "run", str(house), "--bots", "--rounds", "4", db(tmp_path)).status == 0
    text = house.read_text(encoding="utf-8")
    house.write_text(text.replace('maximum = "30.00"', 'maximum = "25.00"'), encoding="utf-8")
    refused = upcard("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path))
    assert refused.status == 2
    assert "close it on the House page or with `upcard floor run --close`" in refused.err
    house.write_text(text, encoding="utf-8")
    closed = upcard("floor", "run", str(house), "--bots", "--rounds", "1", "--close", db(tmp_path), "--json")
    assert closed.status == 0
    house.write_text(text.replace('maximum = "30.00"', 'maximum = "25.00"'), encoding="utf-8")
    assert upcard("floor", "run", str(house), "--bots", "--rounds", "2", db(tmp_path)).status == 0
    assert json.loads(upcard("audit", "verify", db(tmp_path), "--json").out)["ok"] is True


def test_a_floor_goes_on_drawing_what_was_committed_to(upcard: Run, house: Path, tmp_path: Path) -> None:
    """Bots at the tables of a served house bring no cards of their own."""
    with opened(f"sqlite:{tmp_path}/floor.db") as journal:
        evening = Night("deadwood", store=journal.store).play_until("Stud 1", lambda table: table.deck.stage == "ready")
        journal.keep(evening.floor)
    closed = upcard("floor", "run", str(house), "--bots", "--rounds", "3", "--close", db(tmp_path), "--seed", "mine")
    assert closed.status == 0, closed.err
    assert upcard("audit", "verify", "--settle", db(tmp_path)).status == 0
    for number in ("1", "2"):
        assert upcard("audit", "shuffle", f"Stud 1:{number}", db(tmp_path)).status == 0


def test_heads_that_begin_late_are_said_to(upcard: Run, house: Path, tmp_path: Path) -> None:
    """Whoever removes the heads to have new ones made is not helped in silence."""
    run = ("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path))
    assert not upcard(*run).err
    for ending in ("heads", "key", "pub"):
        (tmp_path / f"floor.db.{ending}").unlink()
    assert "or say --new-key" in upcard(*run).err
    assert "nobody has sealed" in upcard(*run, "--new-key").err
    assert not upcard(*run).err


def test_whoever_wants_no_signatures_is_told_at_every_start(upcard: Run, house: Path, tmp_path: Path) -> None:
    run = ("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path))
    for _ in range(2):
        assert "Nothing is signed (--no-heads)" in upcard(*run, "--no-heads").err
    assert not list(tmp_path.glob("*.heads"))
    assert "nobody has sealed" in upcard(*run).err, "heads that begin late are said to"
    refused = upcard(*run, "--no-heads")
    assert (refused.status, "the journal is sealed" in refused.err) == (2, True)


def test_heads_are_sent_elsewhere_too(upcard: Run, house: Path, tmp_path: Path) -> None:
    run = ("floor", "run", str(house), "--bots", "--rounds", "1", db(tmp_path))
    assert upcard(*run, "--push-heads", str(tmp_path / "regulator.heads")).status == 0
    assert (tmp_path / "regulator.heads").read_text() == (tmp_path / "floor.db.heads").read_text()
    assert upcard(*run, "--push-heads", str(tmp_path)).status == 0, "a place that takes none stops nobody"
    assert upcard(*run, "--push-heads", "gopher://x").status == 2


def test_a_regulator_is_enrolled_by_the_code_that_is_printed(upcard: Run, house: Path, tmp_path: Path) -> None:
    db = f"sqlite:{tmp_path / 'floor.db'}"
    assert upcard("floor", "regulator-code", "--db", db).status == 2, "there is no such house"
    assert not list(tmp_path.glob("*.people.db"))
    assert upcard("floor", "run", str(house), "--db", db, "--rounds", "1", "--bots").status == 0
    code = upcard("floor", "regulator-code", "--db", db, "--json").json["code"]
    assert upcard("floor", "regulator-code", "--db", db).out.strip() == code
    with open_people(db, cost=Cost(1, 8)) as people:
        assert people.enrol(code, "reg", "Reg", "a long enough one").role == "regulator"
    assert upcard("floor", "regulator-code", "--db", db, "--json").json["code"] != code
