"""A thousand tamperings, each found by both verifiers, with the right entry named; and what remains outside."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.journal.proof import attacks, forgeries
from tests.journal.proof.attacks import Attack
from tests.journal.proof.evidence import EVERY, editing, honest, judged, rehashed, rewrite, rows
from upcard.journal.proof import Bad, Verified, verify_sqlite
from upcard.store import Head

TAMPERINGS: tuple[tuple[Callable[[Random], Attack], int], ...] = (
    (attacks.edit_a_field, 150),
    (attacks.edit_a_type, 60),
    (attacks.delete_an_entry, 50),
    (attacks.insert_an_entry, 40),
    (attacks.swap_two, 60),
    (attacks.unreadable_text, 40),
    (attacks.truncate_the_tail, 60),
    (attacks.roll_back, 40),
    (attacks.rewrite_history, 110),
    (attacks.remove_and_renumber, 50),
    (attacks.change_a_balance, 60),
    (attacks.change_an_answer, 100),
    (forgeries.edit_a_line, 50),
    (forgeries.edit_and_chain_anew, 20),
    (forgeries.delete_a_line, 20),
    (forgeries.cut_the_heads_short, 20),
    (forgeries.reorder_lines, 20),
    (forgeries.repeat_a_line, 20),
    (forgeries.forge_a_line, 15),
    (forgeries.swap_the_key, 15),
)


def test_there_are_a_thousand() -> None:
    assert sum(times for _, times in TAMPERINGS) == 1000


@pytest.mark.parametrize(("tamper", "times"), TAMPERINGS, ids=[tamper.__name__ for tamper, _ in TAMPERINGS])
def test_tampering_is_found_and_named(tmp_path: Path, tamper: Callable[[Random], Attack], times: int) -> None:
    for seed in range(times):
        attack = tamper(Random(seed))
        verdict = judged(tmp_path, attack.evidence)
        assert isinstance(verdict.books, Bad), f"{tamper.__name__} {seed}: not found"
        assert verdict.alone, f"{tamper.__name__} {seed}: not found by the stand-alone verifier"
        said = f"{tamper.__name__} {seed}: {verdict}, not one of {attack.places}"
        assert set(verdict.places) <= attack.places, said
        assert 0 not in verdict.places or 0 in attack.places, said


@pytest.mark.parametrize("tamper", [tamper for tamper, _ in TAMPERINGS], ids=lambda tamper: tamper.__name__)
def test_tampering_with_a_sealed_journal_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tamper: Callable[[Random], Attack]
) -> None:
    """The same attacks by somebody who leaves the seals as they are."""
    for module in (attacks, forgeries):
        monkeypatch.setattr(module, "honest", partial(honest, sealed=True))
    for seed in range(3):
        verdict = judged(tmp_path, tamper(Random(seed)).evidence)
        assert isinstance(verdict.books, Bad), f"{tamper.__name__} {seed}: not found"
        assert verdict.alone, f"{tamper.__name__} {seed}: not found by the stand-alone verifier"


@pytest.mark.parametrize("sealed", [False, True])
def test_what_nobody_touched_is_in_order(tmp_path: Path, sealed: bool) -> None:
    for commands in (1, EVERY + 7, 160):
        verdict = judged(tmp_path, honest(commands, sealed=sealed))
        assert isinstance(verdict.books, Verified), verdict
        assert verdict.alone == ""


def test_who_names_a_key_wants_signatures(tmp_path: Path) -> None:
    for evidence in (honest(0), honest()._replace(heads=())):
        verdict = judged(tmp_path, evidence)
        assert isinstance(verdict.books, Bad)
        assert verdict.books.what.endswith("no signed head is there")
        assert verdict.alone == "no signed head is there, though --key or --heads asks for them"


def test_an_entry_without_a_place_is_found(tmp_path: Path) -> None:
    evidence = honest()
    with editing(evidence.database) as database:
        database.execute("INSERT INTO entry (stream, version) VALUES ('cage', 1)")
        verdict = judged(tmp_path, evidence._replace(database=database.serialize()))
    assert isinstance(verdict.books, Bad)
    assert re.match(r"there are (\d+) entries in a journal that ends at entry", verdict.books.what)
    assert verdict.alone.startswith("entry 1 is missing: entry None")


# ---- outside: what no verifier can see without help ------------------------------------------------------------------


def test_entries_and_heads_cut_back_together_are_found_by_a_noted_head_only(tmp_path: Path) -> None:
    whole, older = honest(), honest(EVERY * 3)
    with editing(whole.database) as database:
        end = rows(database)[-1]
    cut = whole._replace(database=older.database, heads=whole.heads[:3])
    assert isinstance(judged(tmp_path, cut).books, Verified), "back to an earlier signed moment"
    assert judged(tmp_path, cut).alone == ""
    verdict = judged(tmp_path, cut._replace(noted=Head(end[0], end[8])))
    assert verdict.places == (end[0], end[0])


def test_a_noted_head_finds_another_history_without_any_signed_heads(tmp_path: Path) -> None:
    whole = honest()
    with editing(whole.database) as database:
        entries = rows(database)
        noted = Head(entries[99][0], entries[99][8])
        entries[49][attacks.BY] = "dealer nobody"
        other = rewrite(database, rehashed(entries))
    (tmp_path / "copy.db").write_bytes(other)
    assert isinstance(verify_sqlite(tmp_path / "copy.db"), Verified)
    assert judged(tmp_path, whole._replace(database=other, heads=(), noted=noted)).places == (100, 100)


def test_what_the_chain_does_not_hold_can_be_changed(tmp_path: Path) -> None:
    """The digest of a command's body, and answers without entries: no money hangs on them, and nothing vouches."""
    evidence = honest()
    for change in (
        "UPDATE command SET digest = x'00'",
        "UPDATE command SET refusal = '{\"message\":\"other\"}' WHERE refusal <> ''",
        "DELETE FROM command WHERE refusal <> ''",
    ):
        with editing(evidence.database) as database:
            database.execute(change)
            verdict = judged(tmp_path, evidence._replace(database=database.serialize()))
        assert isinstance(verdict.books, Verified), change
        assert verdict.alone == ""
