"""What is said of an entry: something for everything, and no card before the table saw it."""

from __future__ import annotations

import re

import pytest

from tests.audit.journals import HOUSES, STEPS, Night, irregular_night, stories, two_royals
from upcard.audit import Step, Story, told
from upcard.cards import pretty
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.view import view as six_view
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.view import view as stud_view
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import events as te

CARD = re.compile("[2-9TJQKA][♣♦♥♠]")


def all_stories(name: str) -> list[Story]:
    found = stories(irregular_night(name, STEPS).store.rows)
    return found if name == "bonus-6" else found + stories(Night(name, rigs=two_royals).play(300).store.rows)


def seen(story: Story, step: Step) -> set[str]:
    """The cards that lie face up after a step."""
    round, rules = step.after.round, story.rules
    if isinstance(round, SixRound):
        assert isinstance(rules, BonusSixRules)
        six = six_view(rules, round, "surveillance")
        found = [*(card for seat in six.seats.values() for card in seat.cards), six.community]
    else:
        assert isinstance(rules, CaribbeanStudRules)
        assert isinstance(round, StudRound)
        stud = stud_view(rules, round, "surveillance")
        found = [*(card for seat in stud.seats.values() for card in seat.cards), *stud.dealer, stud.magic_card]
    return {pretty(card) for card in found if card is not None}


@pytest.mark.parametrize("name", HOUSES)
def test_everything_is_said_in_sentences_under_clauses_of_the_edition(name: str) -> None:
    for story in all_stories(name):
        for step in story.steps:
            said = told(story, step)
            completed = isinstance(step.event, te.Played) and type(step.event.event).__name__ == "RoundCompleted"
            assert bool(said) != completed
            for line in said:
                assert line.text.endswith(".")
                assert line.text[0].isupper()
                assert "_" not in line.text
                assert "None" not in line.text
                assert line.rule is None or story.rules.clause(line.rule), line


@pytest.mark.parametrize("name", HOUSES)
def test_no_card_is_told_before_it_lies_face_up(name: str) -> None:
    cards = 0
    for story in all_stories(name):
        for step in story.steps:
            named = {card for line in told(story, step) for card in CARD.findall(line.text)}
            cards += len(named)
            if named:
                assert named <= seen(story, step), (story.id, step.entry.seq)
    assert cards > 100


@pytest.mark.parametrize("name", HOUSES)
def test_every_payment_is_told_once_or_reversed(name: str) -> None:
    for story in all_stories(name):
        assert story.round is not None
        lines = [line for step in story.steps for line in told(story, step) if line.payment]
        reversed = sum(line.text.startswith("Reversed: ") for line in lines)
        assert len(lines) - 2 * reversed == len(story.round.payments), story.id
