"""Signed heads: what is written, what is forgiven, and what stops a house from opening."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.journal.proof.evidence import alone
from tests.journal.proof.forgeries import signed_line
from tests.journal.proof.synthetic import fill
from upcard.journal.proof import Forged, Heads, heads_beside, public_key
from upcard.journal.proof import heads as heads_module
from upcard.journal.proof.heads import proven, signed_heads
from upcard.journal.proof.key import create, load_or_make
from upcard.store import Head, Store, StoreError, open_store

AT = "2026-01-01T12:00:00Z"


def head(seq: int) -> Head:
    return Head(seq, seq.to_bytes(32, "big"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return heads_beside(tmp_path / "house.db")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:{tmp_path / 'house.db'}")
    yield store
    store.close()


def written(path: Path, *seqs: int) -> bytes:
    heads = Heads(path)
    for seq in seqs:
        heads.sign(head(seq), AT)
    heads.close()
    return path.read_bytes()


def test_a_line_is_as_documented(path: Path) -> None:
    line = written(path, 3)
    key = public_key(path).hex()
    start = f'{{"seq":3,"hash":"{head(3).hash.hex()}","at":"{AT}","key":"{key}","before":"{"0" * 64}","signature":"'
    assert path.name == "house.db.heads"
    assert line.startswith(start.encode())
    assert line.endswith(b'"}\n')
    assert len(line) == len(start) + 128 + 3


def test_signing_goes_on_where_it_stood(path: Path) -> None:
    written(path, 3, 4)
    written(path, 9)
    assert [line.head for line in signed_heads(path)] == [head(3), head(4), head(9)]
    last = proven(path, public_key(path))
    assert last
    assert last.head == head(9)


def test_a_start_proves_the_end_of_a_long_file_and_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole of it is for a verification: a start takes no longer after a year than after a night."""
    written(path, *range(1, 201))
    monkeypatch.setattr(heads_module, "AT_A_START", 5000)
    read = 0
    lines = heads_module._lines

    def counted(path: Path, begin: int = 0) -> Iterator[bytes]:
        nonlocal read
        for line in lines(path, begin):
            read += 1
            yield line

    monkeypatch.setattr(heads_module, "_lines", counted)
    written(path, 201)
    assert read < 50
    last = proven(path, public_key(path))
    assert last is not None
    assert last.head == head(201)
    text = path.read_bytes()
    path.write_bytes(text[:-200] + bytes([text[-200] ^ 1]) + text[-199:])
    with pytest.raises(Forged):
        written(path, 202)


def test_a_head_is_signed_once_and_an_empty_journal_never(path: Path) -> None:
    heads = Heads(path, sync=True)
    heads.sign(head(0), AT)
    heads.sign(head(2), AT)
    heads.sign(head(2), "2026-01-01T12:00:01Z")
    assert [line.at for line in signed_heads(path)] == [AT]
    assert heads.last == head(2)
    heads.close()
    heads.close()


def test_a_journal_does_not_go_back(path: Path) -> None:
    heads = Heads(path)
    heads.sign(head(5), AT)
    with pytest.raises(StoreError, match="entry 4 comes before entry 5"):
        heads.sign(head(4), AT)
    with pytest.raises(StoreError, match="entry 5 was signed with another hash"):
        heads.sign(Head(5, bytes(32)), AT)
    with pytest.raises(StoreError, match="cannot be signed"):
        heads.sign(head(6), 'a "time"')
    heads.sign(head(6), AT)
    heads.close()
    assert len(list(signed_heads(path))) == 2


def test_a_torn_last_line_is_forgiven_wherever_it_was_torn(path: Path) -> None:
    whole = written(path, 1, 2)
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole)):
        path.write_bytes(whole[:end])
        again = written(path, 2)
        assert again == whole, "the torn line is cut off, and written anew"


def test_anything_else_is_not_forgiven(path: Path) -> None:
    whole = written(path, 1, 2, 3)
    lines = whole.splitlines(keepends=True)
    for wrong, named in (
        (b"\n" + whole, "line 1 "),
        (lines[0][:-9] + b"\n" + b"".join(lines[1:]), "line 1 "),
        (whole + b"\n", "line 4 "),
        (lines[0] + lines[2], "line 2 .* entry 3, does not follow"),
        (whole[:-4] + b'f"}\n' if whole[-4:-3] != b"f" else whole[:-4] + b'e"}\n', "line 3 .* not signed"),
    ):
        path.write_bytes(wrong)
        with pytest.raises(Forged, match=named):
            Heads(path)


def test_lines_go_forward_even_when_they_are_signed_well(path: Path) -> None:
    first = written(path, 5)
    key = load_or_make(path.with_suffix(".key"))
    before = sha256(first[:-1]).hexdigest()
    line = signed_line(key, 4, head(4).hash.hex(), AT, public_key(path).hex(), before)
    path.write_bytes(first + line)
    with pytest.raises(Forged, match=r"line 2 .* entry 4, does not go forward"):
        Heads(path)
    found = alone(["", os.devnull, "--heads", str(path), "--key", str(path.with_suffix(".pub"))])
    assert found == "line 2 of the signed heads, at entry 4, does not follow the line before"


def test_one_process_signs_and_another_takes_over_when_it_is_gone(path: Path) -> None:
    one, two = Heads(path), Heads(path)
    assert (one.standing_by, two.standing_by) == (False, True)
    one.sign(head(3), AT)
    two.sign(head(3), AT)
    one.sign(head(4), AT)
    assert len(list(signed_heads(path))) == 2, "whoever stands by signs nothing"
    assert two.last == one.last == head(4)
    one.close()
    two.sign(head(3), AT)
    two.sign(head(5), AT)
    with pytest.raises(StoreError, match="comes before entry 5"):
        two.sign(head(4), AT)
    two.close()
    assert [line.head.seq for line in signed_heads(path)] == [3, 4, 5]
    assert proven(path) is not None


def test_whoever_writes_without_the_lock_is_noticed(path: Path) -> None:
    heads = Heads(path)
    heads.sign(head(1), AT)
    with path.open("ab") as file:
        file.write(b"something")
    with pytest.raises(StoreError, match="somebody else has written"):
        heads.sign(head(2), AT)
    heads.close()


def test_where_the_seals_begin_is_written_once(path: Path) -> None:
    heads = Heads(path)
    heads.sign(head(3), AT)
    heads.begin_seals(head(3), 3, AT)
    heads.begin_seals(head(3), 2, AT)
    heads.sign(head(4), AT)
    heads.close()
    assert [(line.head.seq, line.sealed) for line in signed_heads(path)] == [(3, None), (3, 3), (4, 3)]
    assert alone(["", os.devnull, "--heads", str(path), "--key", str(path.with_suffix(".pub"))]).startswith("entry 3")
    key, before = load_or_make(path.with_suffix(".key")), list(signed_heads(path))[-1].digest.hex()
    line = signed_line(key, 5, head(5).hash.hex(), AT, public_key(path).hex(), before)
    path.write_bytes(path.read_bytes() + line)
    with pytest.raises(Forged, match=r"line 4 .* says otherwise than the line before where the seals begin"):
        Heads(path)
    assert alone(["", os.devnull, "--heads", str(path), "--key", str(path.with_suffix(".pub"))]).startswith("line 4")


# ---- the key ---------------------------------------------------------------------------------------------------------


def test_the_key_is_for_its_owner_only(path: Path) -> None:
    written(path, 1)
    assert path.with_suffix(".key").stat().st_mode & 0o777 == 0o600
    ours = ["house.db.heads", "house.db.heads-lock", "house.db.key", "house.db.pub"]
    assert sorted(file.name for file in path.parent.iterdir()) == ours


def test_heads_without_their_key_are_not_gone_on_with(path: Path) -> None:
    written(path, 1)
    path.with_suffix(".key").unlink()
    with pytest.raises(StoreError, match=r"key .* is missing"):
        Heads(path)


def test_a_key_without_its_heads_is_not_begun_anew(path: Path) -> None:
    written(path, 1)
    path.unlink()
    with pytest.raises(StoreError, match="is missing"):
        Heads(path)


def test_another_key_is_not_gone_on_with(path: Path) -> None:
    written(path, 1)
    path.with_suffix(".key").write_text("07" * 32)
    with pytest.raises(StoreError, match="not the public half"):
        Heads(path)
    path.with_suffix(".pub").unlink()
    with pytest.raises(Forged, match="signed with another key"):
        Heads(path)


@pytest.mark.parametrize("text", ["", "07", "zz" * 32, "ü"])
def test_a_key_that_is_none_is_refused(path: Path, text: str) -> None:
    path.with_suffix(".key").write_text(text)
    with pytest.raises(StoreError, match="cannot be read as a key"):
        load_or_make(path.with_suffix(".key"))


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "one.key"
    path.write_text("first")
    create(path, "second", 0o600)
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]


def _public(path: Path) -> bytes:
    return load_or_make(path).public_key().public_bytes_raw()


def test_processes_that_make_a_key_at_once_have_one(tmp_path: Path) -> None:
    with get_context("spawn").Pool(2) as pool:
        made = pool.map(_public, [tmp_path / "one.key"] * 4)
    assert len(set(made)) == 1
    assert sorted(os.listdir(tmp_path)) == ["one.key", "one.pub"]


# ---- at the start of a house -----------------------------------------------------------------------------------------


def test_a_house_opens_on_its_own_journal(path: Path, store: Store) -> None:
    heads = Heads(path)
    heads.check(store)
    last = fill(store, 60, heads=heads, every=9)
    assert heads.last == last
    heads.check(store)
    heads.close()


def test_a_house_does_not_open_on_an_older_journal(path: Path, store: Store, tmp_path: Path) -> None:
    other = open_store(f"sqlite:{tmp_path / 'other.db'}")
    heads = Heads(path)
    last = fill(other, 60, heads=heads, every=20).seq
    end = fill(store, 30).seq
    with pytest.raises(StoreError, match=f"entry {last} was signed at .* but the journal ends at entry {end}"):
        heads.check(store)
    heads.close()
    other.close()


def test_a_house_does_not_open_on_another_journal(path: Path, store: Store, tmp_path: Path) -> None:
    other = open_store(f"sqlite:{tmp_path / 'other.db'}")
    heads = Heads(path)
    last = fill(other, 60, seed=2, heads=heads, every=20).seq
    assert fill(store, 80, seed=1).seq > last
    with pytest.raises(StoreError, match=f"entry {last} is not the one that was signed"):
        heads.check(store)
    heads.close()
    other.close()
