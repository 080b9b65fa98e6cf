"""`upcard audit shuffle` as people and programs call it, on a night whose cards the floor drew itself."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.audit.journals import Memory
from tests.audit.journals import Night as Plain
from tests.cli.running import Ran, Run, one_sentence
from tests.shuffles.nights import Night, dealer
from upcard.audit import listing
from upcard.audit.standalone import verify_shuffle
from upcard.store.open import open_store
from upcard.tables import commands as c

Audit = Callable[..., Ran]


def on_disk(memory: Memory, path: Path) -> Path:
    store = open_store(f"sqlite:{path}")
    with store.turn(0) as turn:
        turn.append(memory.rows, memory.balances(), list(memory.answers()))
    store.close()
    return path


@pytest.fixture(scope="module")
def evening() -> Night:
    return Night("deadwood").play(160, words=True)


@pytest.fixture(scope="module")
def journal(evening: Night, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return on_disk(evening.memory, tmp_path_factory.mktemp("shuffle") / "casino.db")


@pytest.fixture
def audit(upcard: Run, journal: Path) -> Audit:
    return lambda command, *arguments: upcard("audit", command, *arguments, "--db", f"sqlite:{journal}")


@pytest.fixture(scope="module")
def over(evening: Night) -> str:
    return [line.id for line in listing(evening.memory, 100) if line.state != "in play"][-1]


def test_a_round_as_promised(audit: Audit, over: str) -> None:
    ran = audit("shuffle", over)
    assert (ran.status, ran.err) == (0, "")
    table, _, number = over.rpartition(":")
    assert ran.out.startswith(f"{table}, round {number}, shuffle ")
    assert ": as promised\n" in ran.out
    assert "BAD" not in ran.out
    for text in ("SHA-256 of the secret", "commitment, then shuffle, then cut, then the end", "all as given: "):
        assert text in ran.out
    assert "Committed: " in ran.out
    assert "Secret:    " in ran.out


def test_for_programs(audit: Audit, over: str) -> None:
    found = audit("shuffle", over, "--json").json
    assert found["ok"] is True
    whats = [check["what"] for check in found["checks"]]
    assert whats == [
        "commitment", "turn", "published", "contributions", "order", "cut", "terms", "dealt", "revealed",
    ]  # fmt: skip
    entries = found["entries"]
    assert entries["committed"]["seq"] < entries["drawn"]["seq"] < entries["bets_closed"]["seq"]
    assert verify_shuffle.verify(found)


def test_the_proof_for_a_stranger(audit: Audit, over: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    ran = audit("shuffle", over, "--export", str(proof))
    assert ran.out.endswith(f"The proof is in {proof}.\n")
    command = [sys.executable, "-I", "-S", verify_shuffle.__file__, str(proof)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "checks" not in json.loads(proof.read_text(encoding="utf-8")), "it is not told what to find"
    assert "cannot be written" in one_sentence(audit("shuffle", over, "--export", str(proof)))


def test_shuffles_that_were_given_up_are_told_aloud(upcard: Run, tmp_path: Path) -> None:
    """No fault, and nothing to be overlooked either."""
    evening = Night("massachusetts").play_until("Stud 1", lambda table: table.deck.stage == "shuffled")
    deck, method = evening.table("Stud 1").current, evening.casino.rules["Stud 1"].shuffle
    for ask in (c.ReportShufflerJam(deck), c.ShuffleDeck(deck, method)) * 2:
        evening.do(dealer("Stud 1"), ask, "Stud 1")
    evening.play_until("Stud 1", lambda table: table.number > 1)
    path = on_disk(evening.memory, tmp_path / "casino.db")
    ran = upcard("audit", "shuffle", "Stud 1:1", "--db", f"sqlite:{path}")
    assert ran.status == 0
    assert ran.out.startswith("Stud 1, round 1, shuffle 3 of the table after 2 GIVEN UP: as promised\n")
    assert "\n  !!   before it, shuffles 1, 2 were drawn and given up without a card dealt" in ran.out


def test_a_round_in_play_is_refused(audit: Audit, evening: Night) -> None:
    playing = next(line.id for line in listing(evening.memory, 100) if line.state == "in play")
    assert "its shuffle is revealed after the round" in one_sentence(audit("shuffle", playing))


def test_what_is_not_there(audit: Audit) -> None:
    assert "knows no table 'Nowhere'; it has " in one_sentence(audit("shuffle", "Nowhere:1"))
    assert "has no round 999" in one_sentence(audit("shuffle", "Stud 1:999"))
    assert "a round is TABLE:NUMBER" in one_sentence(audit("shuffle", "Stud 1"))


def test_a_floor_without_a_source_says_so(upcard: Run, tmp_path: Path) -> None:
    path = on_disk(Plain("deadwood").play(100).store, tmp_path / "plain.db")
    ran = upcard("audit", "shuffle", "Stud 1:1", "--db", f"sqlite:{path}")
    assert "nobody had committed himself" in one_sentence(ran)


def test_a_tampered_round_is_found(upcard: Run, journal: Path, over: str, tmp_path: Path) -> None:
    """The chain is broken, too; here only the cards are looked at."""
    path = tmp_path / "bent.db"
    shutil.copy(journal, path)
    table = over.rpartition(":")[0]
    database = apsw.Connection(str(path))
    for (trigger,) in list(database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")):
        database.execute(f'DROP TRIGGER "{trigger}"')
    sql = """UPDATE entry SET event = replace(event, '"value":"s', '"value":"S') WHERE stream = ?"""
    database.execute(sql, (f"shuffle/{table}",))
    database.close()
    ran = upcard("audit", "shuffle", over, "--db", f"sqlite:{path}")
    assert ran.status == 1
    assert ": NOT AS PROMISED\n" in ran.out
    assert "BAD  NOT so: the order of the deck follows from secret and contributions" in ran.out
    assert upcard("audit", "shuffle", over, "--db", f"sqlite:{path}", "--json").json["ok"] is False
    assert upcard("audit", "verify", "--db", f"sqlite:{path}").status == 1


def test_the_whole_journal_is_in_order(audit: Audit, over: str) -> None:
    assert audit("verify").status == 0
    assert audit("replay", "--settle").status == 0
    told = audit("round", over).out
    assert "The system commits itself to shuffle" in told
    assert "is revealed; round" in told
    assert audit("round", over, "--json").json["settles_again"] is True
    assert audit("day").status == 0


def test_a_copy_for_the_regulator(audit: Audit, tmp_path: Path) -> None:
    assert audit("export", "--output", str(tmp_path / "copy.zip")).status == 0
