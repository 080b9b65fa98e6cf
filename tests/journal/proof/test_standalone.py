"""The stand-alone verifier as a stranger runs it: a file, a bare Python, a copy of a journal."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.journal.proof.evidence import alone, honest, judged
from tests.journal.proof.synthetic import fill, journal
from upcard.audit.standalone import verify_journal
from upcard.journal.proof import Heads, Verified, exported, heads_beside, public_key, verify_sqlite
from upcard.journal.proof.heads import signed_heads
from upcard.store import GENESIS, Entry, chained, open_store

SCRIPT = Path(verify_journal.__file__)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return journal(tmp_path_factory.mktemp("house"), 100, every=20)[0]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Without our package, without any other, in a Python that looks at nothing around it."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def digests(folder: Path) -> dict[str, str]:
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


def test_it_is_short_and_needs_nothing() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 290
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)


def test_one_line_for_a_journal_in_order(house: Path) -> None:
    store = open_store(f"sqlite:{house}", read_only=True)
    seq, hash_ = store.head()
    store.close()
    heads = heads_beside(house)
    first = next(signed_heads(heads)).head.seq
    done = run(house, "--heads", heads, "--key", heads.with_suffix(".pub"), "--head", f"{seq}:{hash_.hex()}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"verified {seq} entries: chain, postings, answers, ")
    said = f" balances, 5 signed heads from entry {first} to {seq}, no seals; {seq}:{hash_.hex()}\n"
    assert done.stdout.endswith(said)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--head", f"7:{'00' * 32}"], "entry 7 is not the one that was signed or noted"),
        (["--head", f"9999:{'00' * 32}"], "entry 9999 was signed or noted, but the journal ends"),
        (["--key", "07" * 32], "no signed head is there, though --key"),
        (["--heads", os.devnull], "no signed head is there, though --key"),
        (["--heads", "HEADS", "--key", "07" * 32], "line 1 of the signed heads, at entry .* has another key"),
    ],
)
def test_one_line_for_what_is_wrong(house: Path, arguments: list[str], what: str) -> None:
    done = run(house, *(argument.replace("HEADS", str(heads_beside(house))) for argument in arguments))
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert re.match(what, done.stderr)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run(tmp_path / "none.db")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_copy_with_its_log_is_read_whole_and_left_as_it_is(tmp_path: Path) -> None:
    """Copied while the house is open: most entries are in the write-ahead log only."""
    live, copy = tmp_path / "live", tmp_path / "copy"
    live.mkdir()
    copy.mkdir()
    store = open_store(f"sqlite:{live / 'house.db'}")
    heads = Heads(heads_beside(live / "house.db"))
    end = fill(store, 100, heads=heads)
    for name in ("house.db", "house.db-wal", "house.db.heads", "house.db.pub"):
        shutil.copy(live / name, copy / name)
    heads.close()
    store.close()
    assert (copy / "house.db-wal").stat().st_size > 50_000, "there is something in the log"
    before = digests(copy)
    done = run(copy / "house.db", "--heads", copy / "house.db.heads", "--key", copy / "house.db.pub")
    assert done.stdout.startswith(f"verified {end.seq} entries")
    found = verify_sqlite(copy / "house.db")
    assert isinstance(found, Verified)
    assert found.head == end
    assert digests(copy) == before, "not a byte, and no file more"


# ---- journals as text ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines(house: Path) -> list[str]:
    store = open_store(f"sqlite:{house}", read_only=True)
    found = [exported(entry) for entry in store.entries()]
    store.close()
    return found


def test_a_journal_as_text(house: Path, lines: list[str], tmp_path: Path) -> None:
    text = tmp_path / "journal.jsonl"
    text.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    heads = heads_beside(house)
    done = run(text, "--heads", heads, "--key", public_key(heads).hex())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"verified {len(lines)} entries: chain, postings, 5 signed heads from entry ")


def test_text_that_was_tampered_with(house: Path, lines: list[str], tmp_path: Path) -> None:
    random = Random(5)
    text = tmp_path / "journal.jsonl"
    for _ in range(60):
        place = random.randrange(len(lines))
        line = lines[place]
        at = random.randrange(len(line))
        new = random.choice([sign for sign in "019afZ\"'}{:,\\ " if sign != line[at]])
        other = [*lines[:place], line[:at] + new + line[at + 1 :], *lines[place + 1 :]]
        text.write_text("".join(f"{each}\n" for each in other), encoding="utf-8")
        assert alone(["", str(text)]).startswith(f"entry {place + 1} "), (line, at, new)


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("version", 3, "is not the next version of cage"),
        ("version", 1, "is not the next version of cage"),
        ("by", "dealer\nd", "has a line break in a field"),
        ("postings", '{"house":1,"house":-1}', "has an account twice"),
        ("postings", '{"house":1.0,"cage":-1}', "no whole number"),
        ("postings", '{"house":true,"cage":-1}', "no whole number"),
    ],
)
def test_a_writer_that_is_itself_wrong(tmp_path: Path, field: str, value: object, what: str) -> None:
    """The chain is whole: only the entry's own words show it."""
    first = chained(GENESIS, Entry(1, "cage", 1, "c", "t", "dealer d", "{}", "{}"))
    bare = first._asdict() | {"seq": 2, "version": 2} | {field: value}
    text = tmp_path / "journal.jsonl"
    text.write_text(f"{exported(first)}\n{exported(chained(first.hash, Entry(**bare)))}\n")
    found = alone(["", str(text)])
    assert found.startswith("entry 2 ")
    assert what in found


# ---- broken files ----------------------------------------------------------------------------------------------------


def test_a_file_with_broken_pages_is_never_taken_for_more_than_it_is(tmp_path: Path) -> None:
    """Bytes at random: either somebody says so in one line, or they were bytes that no table uses."""
    whole = honest()
    random = Random(6)
    found = 0
    for _ in range(60):
        bent = bytearray(whole.database)
        at = random.randrange(100, len(bent))
        bent[at] ^= 1 << random.randrange(8)
        verdict = judged(tmp_path, whole._replace(database=bytes(bent)))
        assert isinstance(verdict.books, Verified) == (verdict.alone == ""), (at, verdict)
        found += verdict.alone != ""
    assert found > 20
