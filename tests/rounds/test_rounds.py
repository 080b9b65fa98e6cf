"""Transcripts that a lawyer can read, each played again and compared letter by letter.

UPCARD_REWRITE_ROUNDS=1 writes what is recorded now; the difference is then to be read and judged like any other.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.rounds.stage import played
from upcard.law import EDITIONS, edition

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.txt"))
REWRITES = bool(os.environ.get("UPCARD_REWRITE_ROUNDS"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).as_posix())
def test_a_transcript_is_played_as_it_is_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = played(text).text
    if REWRITES:
        file.write_text(found, encoding="utf-8")
        return
    assert found == text


def test_every_line_that_the_texts_have_done_by_hand_is_said_in_a_transcript() -> None:
    for id in EDITIONS:
        told = {name for file in FILES if file.parent.name == id for name in played(file.read_text("utf-8")).told}
        every = [one.id for lines in edition(id).steps.values() for one in lines]
        assert [name for name in every if name not in told] == []


def _cited(text: str) -> list[str]:
    """The rules that a transcript names."""
    head = text.split("\nEdition:", maxsplit=1)[0].partition("\nRules:")[2]
    return [name.strip() for name in head.replace("\n", " ").split(",") if name.strip()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).as_posix())
def test_a_transcript_names_rules_of_its_edition_and_shows_their_clauses(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = edition(file.parent.name)
    assert f"\nEdition: {found.id}\n" in text
    rules = _cited(text)
    assert rules
    assert len(set(rules)) == len(rules)
    assert not [rule for rule in rules if rule not in found.citations]
    assert max(map(len, text.splitlines())) <= 120


def test_every_edition_has_its_transcripts() -> None:
    counts = {id: len([file for file in FILES if file.parent.name == id]) for id in EDITIONS}
    least = {"sd-2011": 5, "sd-2015": 6, "ma": 14, "sd-bonus6": 6}
    assert {id for id, count in counts.items() if count < least[id]} == set()
