"""Acts of two people and the log of approvals: each has exactly its own, and what was forged is found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run, here
from tests.store.scribe import database
from tests.web.served import FAULT, casino
from upcard.journal.command import Command
from upcard.journal.proof.key import load_or_make
from upcard.money import commands as money
from upcard.people import database as schema
from upcard.people.person import Approval
from upcard.tables.commands import Actor

CORRECTION = {
    "act": "CorrectMeter", "jackpot": "Gold Rush", "level": "main", "micros": 5, "reason": "a fault", "second": "",
}  # fmt: skip
LEE = {"id": "lee", "password": "upcard-demo"}


@pytest.fixture
def upcard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return here(capsys, monkeypatch)


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    """A house in which two people have corrected a meter; one correction was sent twice, and one was too late."""

    async def work() -> None:
        async with casino(tmp_path) as house:
            sam = await house.somebody("supervisor", "sam")
            await sam.do("", {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "a fault", **FAULT})
            version = house.site.moment.versions["jackpot/Gold Rush"]
            body = {"id": "one", "act": CORRECTION, "version": version, "second": LEE}
            for _ in range(2):
                assert (await sam.post("/api/acts", body)).status_code == 200
            assert (await sam.post("/api/acts", {**body, "id": "late"})).status_code == 409
            bots = Actor("Stud 1 supervisor", "supervisor"), Actor("Stud 1 second", "licensee")
            ask = money.CorrectMeter("Gold Rush", "main", 5, "a fault", "Stud 1 second")
            reply = await house.site.send(Command("company/1", bots[0], ask, second=bots[1]))
            assert reply.error is None

    asyncio.run(work())
    return tmp_path / "casino.db"


def test_every_act_of_two_people_has_exactly_its_approval(corrected: Path, upcard: Run) -> None:
    found = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--json")
    assert found.json["approvals"] == {"compared": 1, "by_bots": 1, "unused": 1, "not_compared": ""}
    said = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--books-only").out
    said = " ".join(said.split())
    assert "Acts of two people: 1, each with its approval; 1 approvals unused." in said
    assert "by bots, as which nobody signs in: 1" in said


Execute = Callable[..., list[Any]]
FORGERIES: dict[str, tuple[str, str]] = {
    "removed": ("DELETE FROM approval WHERE number = 1", "nobody has approved it"),
    "of another act": ("UPDATE approval SET digest = '00' || substr(digest, 3) WHERE number = 1", "is not signed"),
    "by another": ("UPDATE approval SET by = replace(by, 'lee', 'liz') WHERE number = 1", "is not signed by the house"),
    "made up": (
        "INSERT INTO approval SELECT 3, at, 'sam/two', digest, by, signer, signature FROM approval WHERE number = 1",
        "approval 3, of command sam/two, is not signed by the house",
    ),
    "made up without a key": (
        "UPDATE approval SET signer = '', signature = '' WHERE number = 1", "its approval is not signed by the house",
    ),
    "twice": (
        "INSERT INTO approval SELECT 3, at, command, digest, by, signer, signature FROM approval WHERE number = 1",
        "was approved 2 times",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGERIES)
def test_an_approval_that_was_forged_or_removed_is_found(corrected: Path, upcard: Run, kind: str) -> None:
    change, what = FORGERIES[kind]
    with database(f"sqlite:{corrected.with_name('casino.people.db')}") as execute:
        for trigger in ("is_not_changed", "is_not_deleted"):
            execute(f"DROP TRIGGER approval_{trigger}")
        execute(change)
    found = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--json")
    assert found.status == 1
    assert what in found.json["what"]


def test_an_approval_of_another_act_under_the_same_id_is_none(corrected: Path, upcard: Run) -> None:
    """The house has signed it, so that the act that it was signed for alone tells them apart."""
    key = load_or_make(corrected.with_name("casino.db.key"))
    columns = "at, command, digest, by, signer"
    with database(f"sqlite:{corrected.with_name('casino.people.db')}") as execute:
        execute("DROP TRIGGER approval_is_not_changed")
        ((at, command, digest, by, signer),) = execute(f"SELECT {columns} FROM approval WHERE number = 1")
        other = Approval(at, command, digest[::-1], by, signer)
        signature = key.sign(other.message).hex()
        execute(f"UPDATE approval SET digest = '{other.digest}', signature = '{signature}' WHERE number = 1")
    found = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--json")
    assert found.status == 1
    assert "nobody has approved it as it stands" in found.json["what"]


def test_without_the_log_of_approvals_it_is_said_that_nothing_was_compared(corrected: Path, upcard: Run) -> None:
    people = corrected.with_name("casino.people.db")
    with database(f"sqlite:{people}") as execute:
        execute(f"PRAGMA user_version = {schema.WITH_APPROVALS - 1}")
    found = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--json")
    assert (found.status, found.json["approvals"]["compared"]) == (0, 0)
    assert "before there were approvals" in found.json["approvals"]["not_compared"]
    people.rename(people.with_suffix(".away"))
    assert not list(corrected.parent.glob("*people.db*"))
    said = upcard("audit", "verify", "--db", f"sqlite:{corrected}", "--books-only").out
    said = " ".join(said.split())
    assert "Acts of two people were not compared with their approvals: there is no" in said
    assert not people.exists(), "evidence is not touched"
