"""Copies, documents and proofs while rounds are in play: nothing hidden is given away, and all of it can be checked."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.audit.journals import Memory, Night, every_second, house, irregular_night
from tests.audit.test_bundle import run, unpacked
from tests.web.counting import counted
from tests.web.served import Casino, Person, casino
from tests.web.twins import twin
from upcard.audit.bundle import bundle
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.errors import Refused
from upcard.journal.command import salt_of
from upcard.journal.floor import Floor
from upcard.journal.proof import Heads, Verified, Vouched, attested, verify
from upcard.journal.proof.raw_reader import Snapshot
from upcard.store.open import Until, between_commands, open_store
from upcard.store.store import Entry, Head
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.money_reports import KINDS, STYLE, style, written
from upcard.web.views.verification_job import Proof, Proving, prove


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
    sealed = Disclosure().follow(Memory(rows[: len(rows) - back]))
    upto = between_commands(night.store, sealed.whole_upto)
    output = io.BytesIO()
    made = bundle(Until(night.store, upto), output, tmp_path / "j.heads")
    assert made.events == upto < len(rows) - back
    folder = unpacked(output.getvalue(), tmp_path / "copy")
    lines = (folder / "journal.jsonl").read_text().splitlines()
    assert len(lines) == upto
    checked = run(folder, "verify_journal.py", "journal.jsonl", "--heads", "heads.jsonl", "--key", "heads.pub")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    proof = verify(Snapshot(Until(night.store, upto)), attested(Vouched()))
    assert isinstance(proof, Verified), "its answers and balances are those of that moment"


def test_what_a_hash_would_give_away_is_copied_without_hashes(tmp_path: Path) -> None:
    """As in journals of before, whose entries have no salt."""
    rows = [entry for entry in irregular_night("deadwood", 420).store.rows if not salt_of(entry.event)]
    assert len(rows) == len(irregular_night("deadwood", 420).store.rows)
    end = next(n for n in range(len(rows), 0, -1) if Disclosure().follow(Memory(rows[:n])).chain_upto < n - 5)
    store = Memory(rows[:end])
    sealed = Disclosure().follow(store)
    upto, output = between_commands(store, sealed.chain_upto), io.BytesIO()
    made = bundle(Until(store, upto), output, hides=sealed.hides, after=store.entries(upto))
    folder = unpacked(output.getvalue(), tmp_path / "copy")
    told = [json.loads(line) for line in (folder / "unproven.jsonl").read_text().splitlines()]
    assert [line["seq"] for line in told] == [*range(upto + 1, end + 1)]
    assert {line["hash"] for line in told} == {""}
    assert [line["event"] is None for line in told] == [sealed.hides(entry) for entry in rows[upto:end]]
    assert made.withheld
    assert run(folder, "verify_journal.py", "journal.jsonl").returncode == 0


def test_a_copy_without_a_head_in_it_can_be_checked(tmp_path: Path) -> None:
    night = irregular_night("deadwood", 420)
    signing = Heads(tmp_path / "j.heads")
    signing.sign(_entry(200), "2026-01-01T00:00:00Z")
    signing.close()
    output = io.BytesIO()
    bundle(Until(night.store, between_commands(night.store, 100)), output, tmp_path / "j.heads")
    with ZipFile(output) as archive:
        assert archive.read("heads.jsonl") == b"", "no head vouches for more than is there"


async def _steps(dealer: Person, slug: str, phase: str) -> None:
    """What the large button does, until a phase is reached."""
    for _ in range(60):
        view = await dealer.view(slug, "dealer")
        following = view["next"]
        if view["phase"] == phase and not (following["yours"] and phase == "deciding"):
            return
        await dealer.do(slug, following["act"] | counted(view))
    raise AssertionError(f"{slug} never came to {phase}")


async def _exported(here: Casino, to: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]], str]:
    """The lines of a copy, those without hashes, and what its own verifier says."""
    regulator = await here.somebody("regulator")
    here.site.journal.sign(here.site.floor)
    folder = unpacked((await regulator.client.get("/surveillance/export")).content, to)
    after = folder / "unproven.jsonl"
    lines = [[json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
             for file in (folder / "journal.jsonl", after)]  # fmt: skip
    checked = run(folder, "verify_journal.py", "journal.jsonl", "--heads", "heads.jsonl", "--key", "heads.pub")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return lines[0], lines[1], checked.stdout + (folder / "README.txt").read_text()


def test_a_table_that_was_opened_and_never_played_keeps_nothing_from_the_regulator(tmp_path: Path) -> None:
    """Nor does one whose round is left lying half way: what is hidden there is left out, and the rest is copied."""

    async def play() -> None:
        async with casino(tmp_path) as here:
            dealer, player = await here.somebody("dealer"), await here.somebody("player")
            await dealer.do("stud-2", {"act": "OpenTable"})
            await dealer.do("stud-1", {"act": "OpenTable"})
            await player.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": player.id})
            for number in (1, 2):
                await player.do("stud-1", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
                await _steps(dealer, "stud-1", "deciding")
                if number == 1:
                    await player.do("stud-1", {"act": "Fold", "seat": 1})
                    await _steps(dealer, "stud-1", "betting")
                    end = here.site.moment.seq
                    lines, after, said = await _exported(here, tmp_path / "first")
                    assert [line["seq"] for line in (*lines, *after)] == [*range(1, end + 1)], "all entries are there"
                    assert len(lines) == end, "and can be checked"
                    assert "table/Stud 2: " in said
                    assert "without their events, whose hashes were taken as given" in said
            end = here.site.moment.seq
            lines, after, _ = await _exported(here, tmp_path / "second")
            assert [line["seq"] for line in (*lines, *after)] == [*range(1, end + 1)]
            folded = [line for line in lines if line["event"] and "stud.HandFolded" in line["event"]]
            assert folded, "the round that is over is told"
            for line in (*lines, *after):
                assert not (line["event"] and "secret" in line["event"] and "ShuffleCommitted" in line["event"]) or (
                    line["stream"] == "shuffle/Stud 1"
                )
            dealt = [line for line in (*lines, *after) if line["event"] and "HandsDealt" in line["event"]]
            assert len(dealt) == 1, "what was dealt in the round in play is not told"
            assert all(not line["hash"] for line in after)

    asyncio.run(play())


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
        sealed = Disclosure().follow(Memory(rows))
        assert sealed.hashes_upto < len(rows)
        store = Memory(rows, {})
        found.append(written(Until(store, len(rows)), kind, form, "House", sealed.hashes_upto, {}))
    assert found[0] == found[1]


def test_a_document_names_the_hash_that_it_stands_on_where_nothing_is_hidden() -> None:
    night = Night("deadwood").play(60)
    end = Disclosure().follow(night.store).whole_upto
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
        assert page.count('<a href="/documents">All documents</a>') == 1, "and back"
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
    proving.last = Proof(True, 10, 1, "aa", 0, 0, "", 0, "", None)
    assert proving.document(12, 9)["proof"].hash is None
    assert proving.document(12, 10)["proof"].hash == "aa"
    assert proving.document(12, 10)["proof"].since == 2
