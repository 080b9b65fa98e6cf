"""`upcard audit` as people and programs call it, on a journal that bots have played."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import apsw
import pytest
from msgspec.structs import replace

from tests.audit.journals import Night, stories, two_royals
from tests.cli.running import Ran, Run, one_sentence
from tests.house_texts import house_text
from upcard.audit import Story, find
from upcard.cli.audit.round import tell
from upcard.journal.command import Command
from upcard.journal.floor import open_house
from upcard.journal.journal import opened
from upcard.journal.proof import Heads, heads_beside
from upcard.money.commands import FillTray
from upcard.rules.house import read_house
from upcard.store.open import open_store
from upcard.tables.commands import Actor

Audit = Callable[..., Ran]


@pytest.fixture(scope="session")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Massachusetts night on disk, with its signed heads beside it."""
    path = tmp_path_factory.mktemp("audit") / "casino.db"
    night = Night("massachusetts", irregular=Fraction(1, 4)).play(500)
    store = open_store(f"sqlite:{path}")
    with store.turn(0) as turn:
        turn.append(night.store.rows, night.store.balances(), list(night.store.answers()))
    heads = Heads(heads_beside(path))
    heads.sign(store.head(), night.floor.clock())
    heads.close()
    store.close()
    return path


@pytest.fixture
def audit(upcard: Run, journal: Path) -> Audit:
    return lambda command, *arguments: upcard("audit", command, *arguments, "--db", f"sqlite:{journal}")


def ended(audit: Audit) -> list[str]:
    lines = audit("round", "--json", "--limit", "200").json["rounds"]
    return [line["id"] for line in lines if line["state"] != "in play"]


def test_a_whole_journal_is_verified(audit: Audit, journal: Path) -> None:
    ran = audit("verify", "--json")
    assert ran.status == 0
    assert ran.json == {
        "ok": True, "events": ran.json["events"], "rounds": len(ended(audit)), "head": ran.json["head"],
        "signed": {"from": ran.json["events"], "to": ran.json["events"], "key": key_of(journal)[:16]},
        "sealed": None, "approvals": ran.json["approvals"], "replayed": ran.json["events"], "settled": None,
        "not_compared": None,
    }  # fmt: skip
    assert audit("verify", "--json", "--books-only").json["replayed"] is None
    assert audit("verify", "--json", "--settle").json["settled"] == ran.json["rounds"]
    said = audit("verify", "--settle").out
    assert "The journal is whole" in said
    assert "Played again, it comes out the same" in said
    assert f"Settled once more, {ran.json['rounds']} rounds pay what was paid." in said
    assert audit("verify", "--key", key_of(journal)).status == 0


def key_of(journal: Path) -> str:
    return Path(f"{journal}.pub").read_text().strip()


def test_heads_that_were_begun_anew_vouch_for_nothing_older(
    upcard: Run, audit: Audit, journal: Path, tmp_path: Path
) -> None:
    """A journal made anew, with heads and a key of whoever made it: only what was signed later is vouched for."""
    copy = tmp_path / "forged.db"
    shutil.copy(journal, copy)
    store = open_store(f"sqlite:{copy}", read_only=True)
    heads = Heads(heads_beside(copy))
    heads.sign(store.head(), "2026-01-02T00:00:00Z")
    heads.close()
    end = store.head().seq
    store.close()
    said = upcard("audit", "verify", "--books-only", "--db", f"sqlite:{copy}").out
    assert f"Signed heads vouch for it from entry {end:,} to entry {end:,}." in said
    assert f"Their key is {key_of(copy)[:16]}, by their own word" in said
    assert f"Before entry {end:,} nobody vouches for it" in said
    assert key_of(copy) not in audit("verify", "--books-only").out
    ran = upcard("audit", "verify", "--books-only", "--db", f"sqlite:{copy}", "--key", key_of(journal))
    assert ran.status == 1
    assert "signed with another key" in ran.out


def test_who_names_a_key_or_heads_asks_for_signatures(upcard: Run, journal: Path, tmp_path: Path) -> None:
    copy, empty = tmp_path / "unsigned.db", tmp_path / "empty.heads"
    shutil.copy(journal, copy)
    empty.touch()
    assert upcard("audit", "verify", "--books-only", "--db", f"sqlite:{copy}").status == 0
    for arguments in (("--key", key_of(journal)), ("--heads", str(empty))):
        ran = upcard("audit", "verify", "--books-only", "--db", f"sqlite:{copy}", *arguments)
        assert (ran.status, ran.out.count("\n")) == (1, 1)
        assert "no signed head is there" in ran.out


def test_a_journal_without_its_guards_is_not_verified(upcard: Run, journal: Path, tmp_path: Path) -> None:
    ran = upcard("audit", "verify", "--db", tampered(journal, tmp_path), "--json")
    assert (ran.status, ran.json["ok"], ran.json["entry"]) == (1, False, None)
    assert ran.json["what"].startswith("the trigger ")


def test_a_head_that_was_noted_down_is_held_against_the_journal(audit: Audit) -> None:
    seq, head = audit("verify", "--json").json["events"], audit("verify", "--json").json["head"]
    assert audit("verify", "--books-only", "--head", f"{seq}:{head}").status == 0
    ran = audit("verify", "--books-only", "--json", "--head", f"{seq}:{'0' * 64}")
    assert (ran.status, ran.json["ok"], ran.json["entry"]) == (1, False, seq)


def tampered(journal: Path, to: Path, *statements: str) -> str:
    """A copy of the journal in which somebody has written who may write everything; its heads are beside it."""
    copy = to / "tampered.db"
    for ending in ("", ".heads", ".pub"):
        shutil.copy(f"{journal}{ending}", f"{copy}{ending}")
    connection = apsw.Connection(str(copy))
    for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{row[0]}"')
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return f"sqlite:{copy}"


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("UPDATE entry SET event = event || ' ' WHERE seq = 60", 60),
        ("UPDATE entry SET \"by\" = 'dealer nobody' WHERE seq = 100", 100),
        ("DELETE FROM entry WHERE seq = 77", 77),
        ("UPDATE balance SET micros = micros + 1 WHERE account = 'house'", None),
    ],
)
def test_a_journal_that_was_touched_is_not_verified(
    upcard: Run, journal: Path, tmp_path: Path, statement: str, entry: int | None
) -> None:
    db = tampered(journal, tmp_path, statement)
    ran = upcard("audit", "verify", "--db", db, "--json")
    assert (ran.status, ran.json["ok"], ran.json["entry"]) == (1, False, entry)
    assert ran.json["what"]
    said = upcard("audit", "verify", "--db", db)
    assert said.status == 1
    assert said.out.startswith("NOT in order: ")


def test_a_replay_names_the_entry_that_does_not_follow(upcard: Run, journal: Path, tmp_path: Path) -> None:
    first = "SELECT min(seq) FROM entry WHERE seq > 40 AND postings <> '{}'"
    db = tampered(journal, tmp_path, f"UPDATE entry SET postings = '{{}}' WHERE seq = ({first})")
    ran = upcard("audit", "replay", "--db", db, "--json")
    assert ran.status == 1
    assert ran.json["ok"] is False
    assert 40 < ran.json["entry"] <= 100


def test_everything_that_differs_is_listed(upcard: Run, journal: Path, tmp_path: Path) -> None:
    """The chain is broken at the first place; the replay goes on to the others."""
    paid = "SELECT seq FROM entry WHERE event LIKE '%stud.StepSettled%' AND event LIKE '%\"paid\":1%' ORDER BY seq"
    places = [row[0] for row in apsw.Connection(str(journal)).execute(paid)]
    chosen = (places[0], places[len(places) // 2], places[-1])
    change = "UPDATE entry SET event = replace(event, '\"paid\":1', '\"paid\":2') WHERE seq IN {}"
    db = tampered(journal, tmp_path, change.format(chosen))
    for command in ("verify", "replay"):
        ran = upcard("audit", command, "--settle", "--db", db, "--json")
        assert (ran.status, ran.json["ok"], ran.json["entry"]) == (1, False, chosen[0])
        listed = ran.json["differences"]
        assert listed[0] == {"entry": chosen[0], "round": listed[0]["round"], "what": ran.json["what"]}
        by_the_rules = {each["entry"] for each in listed if "by the rules" in each["what"]}
        assert by_the_rules >= set(chosen)
        assert {each["round"] for each in listed if "by the rules" in each["what"]} != {None}
        said = upcard("audit", command, "--settle", "--db", db).out
        assert said.startswith("NOT in order: ")
        assert said.count("Nor is this: ") == min(len(listed), 20) - 1


def test_a_replay_of_a_whole_journal_comes_out_the_same(audit: Audit) -> None:
    ran = audit("replay", "--settle", "--json")
    assert ran.status == 0
    assert ran.json["settled"] == ran.json["rounds"] == len(ended(audit))
    assert "a second" in audit("replay").out


def test_upcard_settle_pays_what_was_paid(audit: Audit, upcard: Run) -> None:
    told = [audit("round", id, "--json").json for id in ended(audit)]
    assert len(told) > 20
    assert {found["state"] for found in told} >= {"complete", "void"}
    lines = "".join(json.dumps(found["round"]) + "\n" for found in told)
    settled = upcard("settle", stdin=lines.encode())
    assert settled.status == 0
    for found, again in zip(told, settled.lines, strict=True):
        if not found["meters_moved"]:
            assert again == found["settlement"], found["id"]
        assert [p["clause"] for p in again["payments"]] == [p["clause"] for p in found["settlement"]["payments"]]


def test_a_round_reads_as_the_table_looked(audit: Audit) -> None:
    id = next(id for id in ended(audit) if audit("round", id, "--json").json["state"] == "complete")
    found, said = audit("round", id, "--json").json, audit("round", id).out
    table, _, number = id.rpartition(":")
    assert said.startswith(f"{table}, round {number}: complete\n")
    for part in ("o more bets.", "│ Dealer", "▒▒ ▒▒ ▒▒ ▒▒", "The settlement", "it pays the same", "In the journal"):
        assert part in said
    for hash_ in found["hashes"].values():
        assert hash_ in said
    for payment in found["settlement"]["payments"]:
        assert payment["clause"] in said
    assert "in our words" not in said
    assert "The clauses, in our words; the official text decides" in audit("round", id, "--clauses").out
    assert audit("round", id, "--every").out.count("╭") > said.count("╭")
    assert max(map(len, said.splitlines())) <= 120


def test_a_round_in_play_has_no_settlement(audit: Audit) -> None:
    lines = audit("round", "--json").json["rounds"]
    playing = [line["id"] for line in lines if line["state"] == "in play"]
    assert playing
    found = audit("round", playing[0], "--json").json
    assert (found["state"], found["settlement"], found["settles_again"]) == ("in play", None, None)
    assert "The round is in play" in audit("round", playing[0]).out


def test_the_list_has_the_newest_last_and_no_more_than_asked_for(audit: Audit) -> None:
    every = ended(audit)
    playing = [line for line in audit("round", "--json").json["rounds"] if line["state"] == "in play"]
    assert playing
    some = audit("round", "--limit", str(3 + len(playing)), "--json").json["rounds"]
    assert [line["id"] for line in some] == [*every[-3:], *(line["id"] for line in playing)]
    assert audit("round", "--limit", "1", "--json").json["rounds"] == playing[-1:]
    table = every[-1].rpartition(":")[0]
    for line in audit("round", "--table", table, "--json").json["rounds"]:
        assert line["table"] == table
    assert every[-1] in audit("round").out


def test_the_list_and_the_round_name_the_same_entries(audit: Audit) -> None:
    for line in audit("round", "--json", "--limit", "12").json["rounds"]:
        assert audit("round", line["id"], "--json").json["entries"] == line["entries"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("round", "Stud 1"), "TABLE:NUMBER"),
        (("round", "Stud 1:9999"), "has no round 9999"),
        (("round", "--limit", "0"), "--limit"),
        (("round", "--table", "Nope"), "knows no table 'Nope'; it has Stud 1"),
        (("round", "stud-1:1"), "knows no table 'stud-1'; it has Stud 1"),
        (("verify", "--head", "12"), "--head"),
        (("verify", "--key", "xyz"), "--key"),
        (("verify", "--heads", "nowhere.heads"), "nowhere.heads"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(audit: Audit, arguments: tuple[str, ...], part: str) -> None:
    ran = audit(*arguments)
    if ran.status == 1:
        assert part in ran.out, "heads that cannot be read vouch for nothing"
    else:
        assert part in one_sentence(ran)


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("round",), ("export", "--output", "nothing.zip")])
def test_a_journal_that_is_not_there_is_not_made(upcard: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    missing = tmp_path / "missing.db"
    assert "no journal" in one_sentence(upcard("audit", *command, "--db", f"sqlite:{missing}"))
    assert not list(tmp_path.iterdir())


def test_a_copy_is_written_once_and_is_the_same_again(audit: Audit, tmp_path: Path) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    ran = audit("export", "--output", str(first), "--json")
    assert (ran.status, ran.json["signed"]) == (0, True)
    audit("export", "--output", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert "exists already" in one_sentence(audit("export", "--output", str(first)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.zip", "second.zip"]
    assert "cannot be written" in one_sentence(audit("export", "--output", str(tmp_path / "no" / "where.zip")))


PAGE = Path(__file__).parents[2] / "docs" / "audit.md"
BLOCK = re.compile(r"(<!-- the round -->\n```text\n)(.*?)(```\n<!-- the end of the round -->)", re.DOTALL)


def without_hashes(text: str) -> str:
    """Hashes and the version of Upcard change with every release."""
    return re.sub(r"[0-9a-f]{16,}|Upcard [0-9.]+", "…", text)


def test_the_page_shows_a_round_as_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    night = Night("deadwood", rigs=lambda t: two_royals(t, 3) if t.name == "Stud 1" else None, seats=3).play(120)
    capsys.readouterr()
    tell(find(night.store, "Stud 1:2"), clauses=False, every=False)
    printed = "".join(f"{line.rstrip()}\n" for line in capsys.readouterr().out.splitlines())
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("UPCARD_REWRITE"):
        page = BLOCK.sub(lambda found: found[1] + printed + found[3], page)
        PAGE.write_text(page, encoding="utf-8")
    shown = BLOCK.search(page)
    assert shown is not None
    assert without_hashes(shown[2]) == without_hashes(printed)


def printed(capsys: pytest.CaptureFixture[str], story: Story) -> str:
    capsys.readouterr()
    tell(story, clauses=True, every=True)
    return capsys.readouterr().out


def test_a_round_of_bonus_6_reads_as_the_table_looked(capsys: pytest.CaptureFixture[str]) -> None:
    for story in stories(Night("bonus-6", irregular=Fraction(1, 2)).play(250).store.rows):
        said = printed(capsys, story)
        assert "│ Community card" in said
        assert "it pays the same" in said


def test_what_is_not_as_it_should_be_is_said_in_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    story = stories(Night("deadwood").play(100).store.rows)[0]
    opened = story.pinned.opened
    story.pinned = story.pinned._replace(opened=replace(opened, digest="0" * 64))
    assert "THE TEXT OF sd-2015 IS ANOTHER ONE NOW" in printed(capsys, story)
    last = next(step for step in reversed(story.steps) if step.after.number == story.number)
    round = last.after.round
    assert round is not None
    wrong = replace(last.after, round=replace(round, payments=round.payments[1:]))
    story.steps[story.steps.index(last)] = last._replace(after=wrong)
    assert "SETTLED ONCE MORE IT PAYS OTHERWISE" in printed(capsys, story)
    story.eased = "straight_flush"
    said = printed(capsys, story)
    assert "By a granted petition straight flush or better wins the whole top meter." in said
    assert "its terms were eased by a petition" in said


def test_the_head_to_note_down_is_one_that_is_signed(upcard: Run, tmp_path: Path) -> None:
    """Whoever notes down a head after a crash, and looks again at once, is not told that something is wrong."""
    url = f"sqlite:{tmp_path / 'house.db'}"
    house = read_house(house_text("deadwood"))
    with opened(url) as journal:
        floor = journal.floor(house)
        open_house(floor)
        journal.sign(floor)
        signed = floor.casino.seq
        floor.process([Command("c", Actor("sam", "supervisor"), FillTray(house.tables[0].name, 100))])
    said = upcard("audit", "verify", "--db", url).out
    noted = said.split("--head ")[1].split()[0]
    assert noted.startswith(f"{signed}:")
    assert "there are seals, and no signed head yet" in " ".join(said.split())
    assert upcard("audit", "verify", "--db", url, "--head", noted).status == 0


def test_slips_and_days_carry_the_newest_signed_head(audit: Audit, journal: Path) -> None:
    last = json.loads(Path(f"{journal}.heads").read_text().splitlines()[-1])
    for kind in ("slips", "day"):
        for part in audit(kind, "--json").json["parts"]:
            assert f"Newest signed head: {last['seq']}:{last['hash']}." in part["said"][-1]
    assert "signed head" not in audit("meters").out
