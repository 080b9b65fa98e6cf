"""Odds, sheets and exercises by other values of the rules: they say the edition's, and nothing that contradicts it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tests.house_texts import house_text
from tests.law.own_editions import changed
from upcard.cards import parse_card, parse_cards
from upcard.exact.advice import advice, chart
from upcard.exact.caribbean_stud import decision
from upcard.exact.stud_terms import pays_of, terms_of
from upcard.law.edition import instead
from upcard.reports.blocks import Prose, Table
from upcard.reports.par.additions import stud_blocks
from upcard.reports.wagers import stud_game
from upcard.rules.house import House, read_house
from upcard.web.training.model import Ticket
from upcard.web.training.tables import at_table
from upcard.web.training.topics import payouts

OTHER: dict[str, Any] = {
    "dealer_qualifies_with": "pair of fours", "bet_multiple": 3, "ante_odds": "6 to 5", "no_hand_ante": "3 to 2",
    "no_hand_bet": "1 to 1", "tie": "dealer wins",
}  # fmt: skip
ALWAYS: dict[str, Any] = {
    "dealer_qualifies_with": "any hand", "bet_multiple": 1,
    "no_hand_ante": None, "no_hand_bet": None, "no_hand_paid": None,
}  # fmt: skip
RARE: dict[str, Any] = {"dealer_qualifies_with": "straight"}


def own(id: str, name: str, values: dict[str, Any]) -> tuple[Any, House]:
    """A shipped house whose edition has these values; the edition must stand in while it is asked."""
    one = replace(changed(id, **values), id=id)
    with instead(one):
        return one, read_house(house_text(name))


@pytest.mark.parametrize(("values", "said"), [(OTHER, "3 times the ante"), (ALWAYS, "as much as the ante")])
def test_the_game_is_that_of_the_edition(values: dict[str, Any], said: str) -> None:
    one, house = own("sd-2015", "deadwood", values)
    with instead(one):
        table = next(t for t in house.tables if t.edition.id == "sd-2015")
        report = stud_game(table.rules)
        blocks = stud_blocks(table.rules)
    assert said in report.said
    assert "twice" not in report.said
    text = " ".join(block.text for block in blocks if isinstance(block, Prose))
    assert "ace-king" not in text or "ace-king or better is bet" in text
    (ends,) = report.tables
    names = [row[0] for row in ends.rows]
    assert ("Dealer has no hand" in names) == (values is OTHER)
    assert ("Push" in names) == (values is ALWAYS)
    rules = next(block for block in blocks if isinstance(block, Table) and block.name == "rules")
    shown = {str(row[0]): str(row[1]) for row in rules.rows}
    assert shown["The bet is"] == said
    if values is OTHER:
        assert ("Dealer has no hand", "ante 3 to 2, bet 1 to 1") in [row[:2] for row in ends.rows]
        assert shown["The dealer plays with"] == "pair of fours or better"
        assert shown["Without that the bet is"] == "paid 1 to 1"
        assert shown["With equal hands"] == "dealer wins"
    else:
        assert shown["The dealer plays with"] == "any hand"
        assert not any(name.startswith("Without that") for name in shown)
    edge = next(fact for fact in report.figures.facts if fact.key == "house_edge")
    assert report.glances[0][3] == edge.value


def test_advice_and_chart_follow_the_edition() -> None:
    one, house = own("sd-2015", "deadwood", OTHER)
    with instead(one):
        rules = next(t for t in house.tables if t.edition.id == "sd-2015").rules
        cards, up = parse_cards("7s 5d 4h 3c 2s"), parse_card("Kd")
        found = advice(rules, 1000, {"cards": cards, "up": up, "covered": 0, "column": 0})
        assert found is not None
        exact = decision(cards, up, pays_of(rules), terms_of(rules))
        assert (found.best, found.worth["bet"]) == (exact.best, exact.bet)
        best = chart(rules)
        assert best is not None
        assert best.words == "Bet any hand."


@pytest.mark.parametrize(("id", "name"), [("sd-2015", "deadwood"), ("ma", "massachusetts")])
@pytest.mark.parametrize(
    "values", [OTHER, ALWAYS, {"dealer_qualifies_with": "straight"}], ids=["other", "always", "rare"]
)
def test_every_exercise_is_dealt_and_paid_as_the_edition_says(id: str, name: str, values: dict[str, Any]) -> None:
    one, house = own(id, name, values)
    with instead(one):
        table = next(t for t in house.tables if t.edition.id == id)
        school = at_table(house, table.name, "own")
        dealt = 0
        for subject in payouts.subjects(table):
            ticket = Ticket("own", "pay", subject, 1, "1")
            found = payouts.exercise(school.places[0], ticket, ticket.stream())
            dealt += found is not None
            if found is not None and subject.startswith("bet:") and values is not ALWAYS:
                assert not re.search("twice as large", str(found))
    assert dealt > 10
