"""A journal on PostgreSQL is read as one on SQLite is."""

from __future__ import annotations

import io
import json

import pytest

from tests.audit.journals import Night, stories
from upcard.audit import document, find, listing, replay
from upcard.audit.bundle import bundle
from upcard.audit.replay import Replayed
from upcard.cli import main
from upcard.store.open import open_store


def test_the_same_journal_reads_the_same(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    night = Night("deadwood").play(150)
    store = open_store(postgres_url)
    with store.turn(0) as turn:
        turn.append(night.store.rows, night.store.balances(), list(night.store.answers()))
    last = stories(night.store.rows)[-1]
    with store.snapshot() as reading:
        assert isinstance(replay(reading, settle=True), Replayed)
        assert document(find(reading, last.id)) == document(last)
        assert listing(reading, 3) == listing(night.store, 3)
        here, there = io.BytesIO(), io.BytesIO()
        assert bundle(reading, here) == bundle(night.store, there)
        assert here.getvalue() == there.getvalue()
    store.close()
    capsys.readouterr()
    assert main(["audit", "verify", "--db", postgres_url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == len(night.store.rows)
