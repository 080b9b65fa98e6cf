"""The copy for the regulator, checked by what is in it and nothing else."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.audit.journals import Night
from upcard.audit.bundle import bundle
from upcard.journal.proof import Heads

FILES = {
    "journal.jsonl", "balances.json", "answers.jsonl", "seals.jsonl", "heads.jsonl", "heads.pub", "verify_journal.py",
    "check_manifest.py", "README.txt", "manifest.json", "manifest.sig",
}  # fmt: skip


@pytest.fixture(scope="module")
def night() -> Night:
    return Night("deadwood").play(60)


@pytest.fixture(scope="module")
def heads(night: Night, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("heads") / "upcard.db.heads"
    signing = Heads(path)
    signing.sign(night.store.head(), "2026-01-01T00:00:00Z")
    signing.close()
    return path


def copied(night: Night, heads: Path | None) -> bytes:
    output = io.BytesIO()
    bundle(night.store, output, heads)
    return output.getvalue()


def unpacked(copy: bytes, to: Path) -> Path:
    with ZipFile(io.BytesIO(copy)) as archive:
        archive.extractall(to)
    return to


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of the copy, by a Python that has never heard of this package."""
    command = [sys.executable, "-I", "-c", RUN, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


RUN = """
import runpy, sys
sys.path.insert(0, ".")
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""What `python SCRIPT` does, without the environment and the packages of whoever runs these tests."""


def test_the_same_journal_gives_the_same_bytes(night: Night, heads: Path) -> None:
    copy = copied(night, heads)
    assert copy == copied(night, heads)
    with ZipFile(io.BytesIO(copy)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}, "no clock is in it"


def test_a_copy_holds_the_whole_journal_and_says_how_to_check_it(night: Night, heads: Path, tmp_path: Path) -> None:
    folder = unpacked(copied(night, heads), tmp_path)
    assert {path.name for path in folder.iterdir()} == FILES
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["hash"] for line in lines] == [entry.hash.hex() for entry in night.store.rows]
    assert json.loads((folder / "balances.json").read_text()) == night.store.balances()
    assert len((folder / "answers.jsonl").read_text().splitlines()) == len(list(night.store.answers()))
    assert night.store.head().hash.hex() in (folder / "README.txt").read_text()
    manifest = json.loads((folder / "manifest.json").read_text())
    for name, digest in manifest["files"].items():
        assert sha256((folder / name).read_bytes()).hexdigest() == digest
    assert manifest["files"].keys() == FILES - {"manifest.json", "manifest.sig"}


def test_a_stranger_checks_the_copy_with_plain_python(night: Night, heads: Path, tmp_path: Path) -> None:
    folder = unpacked(copied(night, heads), tmp_path)
    done = run(folder, "verify_journal.py", "journal.jsonl", "--heads", "heads.jsonl", "--key", "heads.pub")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"verified {len(night.store.rows)} entries" in done.stdout
    done = run(folder, "check_manifest.py", "heads.pub")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "9 files are as the manifest says; the manifest is signed by the key\n"


@pytest.mark.parametrize("name", ["journal.jsonl", "balances.json", "answers.jsonl", "heads.jsonl", "README.txt"])
def test_a_file_that_was_changed_is_named(night: Night, heads: Path, tmp_path: Path, name: str) -> None:
    folder = unpacked(copied(night, heads), tmp_path)
    (folder / name).write_bytes((folder / name).read_bytes().replace(b"e", b"f", 1))
    done = run(folder, "check_manifest.py")
    assert done.returncode == 1
    assert name in done.stderr


def test_a_manifest_that_was_made_anew_is_not_signed(night: Night, heads: Path, tmp_path: Path) -> None:
    folder = unpacked(copied(night, heads), tmp_path)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"entries": 1}))
    done = run(folder, "check_manifest.py")
    assert done.returncode == 1
    assert "not signed by the key" in done.stderr


def test_without_the_key_a_copy_is_made_unsigned(night: Night, tmp_path: Path) -> None:
    output = io.BytesIO()
    found = bundle(night.store, output)
    assert not found.signed
    folder = unpacked(output.getvalue(), tmp_path)
    assert {path.name for path in folder.iterdir()} == FILES - {"heads.jsonl", "heads.pub", "manifest.sig"}
    assert "the manifest is not signed" in run(folder, "check_manifest.py").stdout
