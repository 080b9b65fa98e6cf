"""A round as `upcard audit` prints it on terminals of several widths: nothing is cut, and no word is broken."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from rich.console import Console

from tests.audit.journals import Night, stories, two_royals
from upcard.audit import Story, document
from upcard.cards import pretty
from upcard.cli.audit import round as round_text
from upcard.cli.audit.report_text import folded
from upcard.cli.options import RESULTS
from upcard.present.payment import wager_name
from upcard.store.store import Entry
from upcard.units import show_dollars


def at_width(story: Story, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(
        round_text, "console", lambda: Console(file=sys.stdout, width=width, highlight=False, emoji=False)
    )
    capsys.readouterr()
    round_text.tell(story, clauses=True, every=True)
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def rounds() -> list[Story]:
    """Of every kind, with the longest names of wagers, clauses and persons, and awards off a meter."""
    nights = (
        Night("massachusetts", irregular=Fraction(1, 4)).play(200),
        Night("deadwood", rigs=two_royals, irregular=Fraction(1, 4)).play(150),
        Night("bonus-6", irregular=Fraction(1, 4)).play(100),
    )
    return [story for night in nights for story in stories(night.store.rows)][::3]


@pytest.mark.parametrize("width", [40, 80, 100, 120, 200])
def test_every_line_has_room_and_every_word_is_whole(
    rounds: list[Story], width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for story in rounds:
        said = at_width(story, width, monkeypatch, capsys)
        lines = said.splitlines()
        assert max(map(len, lines)) <= min(max(width, 80), 120), story.id
        assert "…" not in said
        words = {word for step in document(story)["steps"] for what in step["what"] for word in what["text"].split()}
        words |= {word for step in story.steps for word in step.entry.by.split()}
        words |= {
            card for hand in (story.round.seats.values() if story.round else ()) for card in map(pretty, hand.cards)
        }
        assert words <= set(said.split()), story.id
        assert settled(story) <= set(said.partition("The settlement")[2].partition("Net:")[0].split()), story.id


def settled(story: Story) -> set[str]:
    """The words of the settlement but for the clauses, which may go on below."""
    found: set[str] = set()
    for payment in story.round.payments if story.round else ():
        amounts = (show_dollars(cents) for cents in (payment.staked, payment.returned, payment.paid))
        odds = (payment.odds or "").replace("_", " ")
        found |= {*wager_name(payment.wager).split(), *odds.split(), *amounts, *RESULTS[payment.result].split()}
    return found


def test_a_long_pause_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rows = Night("deadwood").play(60).store.rows
    story = stories(rows)[0]
    assert " later" not in at_width(story, 80, monkeypatch, capsys)
    half = len(story.steps) // 2
    story.steps[half:] = [step._replace(entry=an_hour_on(step.entry)) for step in story.steps[half:]]
    assert at_width(story, 80, monkeypatch, capsys).count("… 1 h 0 min later\n") == 1


def an_hour_on(entry: Entry) -> Entry:
    return entry._replace(at=f"{entry.at[:11]}{int(entry.at[11:13]) + 1:02}{entry.at[13:]}")


def test_a_long_clause_goes_on_below_with_its_paragraphs() -> None:
    assert folded("sd-2015(21)(g)(i)") == "sd-2015\n(21)(g)(i)"
    assert folded("ma-10(a)") == "ma-10(a)"
