"""Copies, documents and proofs while rounds are in play: nothing hidden is given away, and all of it can be checked."""

from __future__ import annotations

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.floor.audit.journals import Memory, Night, every_second, house, irregular_night
from tests.floor.audit.test_bundle import run, unpacked
from tests.web.twins import twin
from upcard.errors import Refused
from upcard.floor.audit.bundle import bundle
from upcard.floor.bots import Pit
from upcard.floor.floor import Floor
from upcard.floor.play import Playing
from upcard.floor.proof import Heads, Verified, Vouched, attested, verify
from upcard.floor.proof.snapshot import ReadingSnapshot
from upcard.floor.store.entry import Entry
from upcard.floor.store.open import open_store
from upcard.floor.store.store import Head
from upcard.floor.truncated_reader import Until, between_commands
from upcard.web.views.papers import KINDS, STYLE, style, written
from upcard.web.views.proving import Proof, Proving, prove
from upcard.web.views.sealed import Sealed


def _entry(seq: int) -> Head:
    return Head(seq, irregular_night("deadwood", 420).store.rows[seq - 1].hash)


@pytest.mark.parametrize("back", [0, 9, 23, 40])
def test_a_copy_ends_before_what_is_hidden_and_can_be_checked(back: int, tmp_path: Path) -> None:
    night = irregular_night("deadwood", 420)
    rows = night.store.rows
    signing = Heads(tmp_path / "j.heads")
    for seq in (50, len(rows) - 120, len(rows)):
        signing.sign(_entry(seq), "2026-01-01T00:00:00Z")
    signing.close()
    sealed = Sealed().follow(Memory(rows[: len(rows) - back]))
    upto = between_commands(night.store, sealed.whole_upto)
    output = io.BytesIO()
    made = bundle(Until(night.store, upto), output, tmp_path / "j.heads")
    assert made.events == upto < len(rows) - back
    folder = unpacked(output.getvalue(), tmp_path / "copy")
    lines = (folder / "journal.jsonl").read_text().splitlines()
    assert len(lines) == upto
    checked = run(folder, "verify_journal.py", "journal.jsonl", "--heads", "heads.jsonl", "--key", "heads.pub")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    proof = verify(ReadingSnapshot(Until(night.store, upto)), attested(Vouched()))
    assert isinstance(proof, Verified), "its answers and balances are those of that moment"


def test_a_copy_without_a_head_in_it_can_be_checked(tmp_path: Path) -> None:
    night = irregular_night("deadwood", 420)
    signing = Heads(tmp_path / "j.heads")
    signing.sign(_entry(200), "2026-01-01T00:00:00Z")
    signing.close()
    output = io.BytesIO()
    bundle(Until(night.store, between_commands(night.store, 100)), output, tmp_path / "j.heads")
    with ZipFile(output) as archive:
        assert archive.read("heads.jsonl") == b"", "no head vouches for more than is there"


def test_a_copy_ends_between_commands() -> None:
    def entry(seq: int, command: str) -> Entry:
        return Entry(seq, "cage", seq, command, "", "", "{}", "{}")

    store = Memory([entry(1, "a"), entry(2, "b"), entry(3, "b"), entry(4, "b"), entry(5, "c")])
    assert [between_commands(store, seq) for seq in range(6)] == [0, 1, 1, 1, 4, 5]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "jackpot"])
@pytest.mark.parametrize("form", ["html", "csv", "json"])
def test_a_document_tells_nothing_of_cards_that_lie_face_down(kind: str, form: str) -> None:
    night = irregular_night("deadwood", 420)
    entries = next(
        night.store.rows[:end]
        for end in range(len(night.store.rows), 0, -3)
        if twin(night.store.rows[:end], dealt=True) != night.store.rows[:end]
    )
    found = []
    for rows in (entries, twin(entries, dealt=True)):
        sealed = Sealed().follow(Memory(rows))
        assert sealed.hashes_upto < len(rows)
        store = Memory(rows, {})
        found.append(written(Until(store, len(rows)), kind, form, "House", sealed.hashes_upto, {}))
    assert found[0] == found[1]


def test_a_document_names_the_hash_that_it_stands_on_where_nothing_is_hidden() -> None:
    night = Night("deadwood").play(60)
    end = Sealed().follow(night.store).whole_upto
    document = json.loads(written(Until(night.store, end), "meters", "json", "House", end, {}).body)
    assert document["head"] == night.store.rows[end - 1].hash.hex()


def test_a_page_brings_no_style_in_it() -> None:
    """The site lets no page do so; the style is asked for by its own address, and is the one of the document."""
    night = Night("deadwood").play(60)
    for kind in ("slips", "meters"):
        page = written(night.store, kind, "html", "House", 0, {}).body.decode()
        assert "style>" not in page
        assert "style=" not in page.replace('href="/documents/style.css', "")
        assert f'<link rel="stylesheet" href="{STYLE}' in page
    assert style(wide=True).startswith(style(wide=False))
    assert "landscape" in style(wide=True)
    assert written(night.store, "meters", "pdf", "House", 0, {}).body.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("kind", "form", "asked"),
    [("nothing", "html", {}), ("slips", "docx", {}), ("slips", "html", {"number": "9999"}),
     ("slips", "html", {"number": "x"}), ("jackpot", "html", {"jackpot": "None such"})],
)  # fmt: skip
def test_a_document_that_is_not_there_is_refused(kind: str, form: str, asked: dict[str, str]) -> None:
    with pytest.raises(Refused):
        written(Night("deadwood").play(30).store, kind, form, "House", 0, asked)


# ---- the proof -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A journal on disk."""
    url = f"sqlite:{tmp_path_factory.mktemp('journal') / 'j.db'}"
    store, found = open_store(url), house("deadwood")
    playing = Playing(Floor(found, store, every_second()), {t.name: Pit(t, "web", 3) for t in found.tables}, "night")
    for _ in range(120):
        playing.step()
    store.close()
    return url


def test_a_journal_that_is_whole_is_proven(journal: str) -> None:
    store = open_store(journal, read_only=True)
    head = store.head()
    store.close()
    proof = prove(journal, None)
    assert (proof.whole, proof.entries, proof.hash, proof.signed_to) == (True, head.seq, head.hash.hex(), 0)


def test_a_journal_that_cannot_be_read_is_not_proven(tmp_path: Path) -> None:
    proof = prove(f"sqlite:{tmp_path / 'none.db'}", None)
    assert not proof.whole
    assert "no journal" in proof.what


def test_the_hash_of_a_proof_is_told_when_nothing_can_be_guessed_by_it() -> None:
    proving = Proving()
    assert proving.document(5, 5)["state"] == "never"
    proving.last = Proof(True, 10, 1, "aa")
    assert proving.document(12, 9)["proof"]["hash"] is None
    assert proving.document(12, 10)["proof"]["hash"] == "aa"
    assert proving.document(12, 10)["proof"]["since"] == 2
