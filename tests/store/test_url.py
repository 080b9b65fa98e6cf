"""The addresses of stores."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from upcard.store import StoreError, open_store
from upcard.store.open import PostgresUrl, parse

REFUSED = {
    "": "a store is",
    "upcard.db": "did you mean sqlite:upcard.db?",
    "mysql://root:secret@db/upcard": "a store is",
    "postgresql:upcard": "a store is",
    "sqlite:": "path of a file",
    "sqlite:?synchronous=full": "path of a file",
    "sqlite:a.db?sync=full": "no option sync",
    "sqlite:a.db?synchronous=maybe": "synchronous is one of",
    "sqlite:a.db?locking_mode=shared": "locking_mode is one of",
    "postgresql://db/upcard?schema=Pit;drop": "a schema is named",
    "postgresql://db/upcard?schema=": "a schema is named",
}


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_means_nothing_is_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=REFUSED[url]) as refused:
        open_store(url)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_what_is_not_ours_in_a_postgresql_address_is_left_to_the_driver() -> None:
    url = "postgresql://a:b@/casino?host=%2Fvar%2Frun&schema=pit&sslmode=require"
    assert parse(url) == PostgresUrl("postgresql://a:b@/casino?host=%2Fvar%2Frun&sslmode=require", "pit")


def test_the_default_is_a_file_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_store()):
        assert (tmp_path / "upcard.db").exists()


def test_no_driver_is_imported_until_it_is_needed() -> None:
    code = "import sys, upcard.store; print([m for m in ('apsw', 'psycopg') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
