"""Caribbean stud by other values of its rules: random editions play random rounds, and every sum is the edition's."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.games.houses import House, massachusetts, south_dakota
from tests.games.rounds import line, outcome
from tests.games.stud import Walk
from tests.games.test_stud_walk import refused, settled_alike
from tests.law.own_editions import others, played, terms
from tests.law.planting import Planted, text_with
from upcard.cli.law.trace import load
from upcard.errors import HouseError
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import options, replay
from upcard.games.caribbean_stud.plugin.narration import narrate
from upcard.games.caribbean_stud.round import Round
from upcard.games.caribbean_stud.wagers import liability
from upcard.games.settle import settle
from upcard.law import edition
from upcard.law.trace import Leaf, with_value
from upcard.rules import caribbean_stud

walks = settings(
    derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow],
    max_examples=effort(60, 400),
)  # fmt: skip


def own_walk(rng: Random, id: str) -> Walk:
    """A round by the edition of that id, at a table that elects much."""
    house: House = massachusetts(rng) if rng.random() < 0.5 else south_dakota(rng)
    house = {name: value for name, value in house.items() if name not in ("limit", "minimum", "liability_limit")}
    known: House = {}
    for name, value in house.items():
        try:
            caribbean_stud(id, {**known, name: value})
        except HouseError:
            continue
        known[name] = value
    return Walk(rng, made=(id, known, caribbean_stud(id, known)))


@walks
@given(st.randoms(use_true_random=True))
def test_a_random_edition_plays_random_rounds(rng: Random) -> None:
    """Offered is accepted, the purse balances at every event, the felt ends empty, and `settle` pays what was paid."""
    id = rng.choice(("sd-2011", "sd-2015", "ma"))
    with played(id, **others(rng, id), **terms(rng)) as one:
        walk = own_walk(rng, one.id)
        rules, law = walk.rules, walk.rules.law
        most = 0
        while walk.round.phase != "complete":
            for option in options(rules, walk.round):
                for command in walk.well_formed(option):
                    assert not refused(walk, command), command
            most = max(most, liability(rules, walk.round.seats))
            for event in walk.apply(walk.choose()):
                if type(event).__name__ == "BetMade":
                    assert event.cents == law.bet_multiple * walk.round.seats[event.seat].ante  # type: ignore[union-attr]
        walk.purse.settled()
        assert replay(Round(), walk.events) == walk.round
        tray = sum(p.paid for p in walk.round.payments if p.source != "meter")
        assert tray <= most, "nothing costs more than what was counted on"
        if walk.round.qualifies is not None and not walk.round.misdealt:
            assert walk.round.qualifies is (walk.round.dealer_value >= rules.qualifies_from)
        if not any(type(event).__name__ in TOLD_OTHERWISE for event in walk.events):
            settled_alike(walk, rng)


TOLD_OTHERWISE = ("HandCorrected", "DealerCorrected", "ProgressiveCorrected", "TableMisdealt", "RoundVoided")
"""What a finished round does not tell: cards that were keyed wrongly, and what was found after something else."""


# ---- by hand -----------------------------------------------------------------------------------------------

LOW, ACE_QUEEN, ACE_KING, FOURS = "Kh Qd 9s 7c 2d", "Ah Qd 9s 7c 2d", "Ah Kd 9s 7c 2d", "4h 4d 9s 7c 2d"
PAIR = "9h 9c 6s 8h Jd"


def settled(dealer: str, cards: str = PAIR, decision: str = "bet", **values: Any) -> dict[str, Any]:
    """A round of one seat with an ante of $10 under an edition with these values."""
    with played("sd-2015", **values) as one:
        player = {"cards": cards.split(), "decision": decision, "wagers": {"ante": "10.00"}}
        return settle({"edition": one.id, "house": {}, "dealer": dealer.split(), "seats": {"1": player}})


@pytest.mark.rule("dealer_qualifies_with")
@pytest.mark.parametrize(
    ("lowest", "qualifying"),
    [
        ("any hand", (LOW, ACE_QUEEN, ACE_KING, FOURS)), ("king", (LOW, ACE_QUEEN, ACE_KING, FOURS)),
        ("ace-queen", (ACE_QUEEN, ACE_KING, FOURS)), ("ace-king", (ACE_KING, FOURS)), ("pair of fours", (FOURS,)),
        ("pair of fives", ()),
    ],
)  # fmt: skip
def test_the_dealer_plays_with_the_hand_that_the_edition_names(lowest: str, qualifying: tuple[str, ...]) -> None:
    for dealer in (LOW, ACE_QUEEN, ACE_KING, FOURS):
        document = settled(dealer, dealer_qualifies_with=lowest)
        assert document["dealer"]["qualifies"] is (dealer in qualifying)
        bet = outcome(line(document, 1, "bet"))
        assert bet == (("win", "20.00", "20.00") if dealer in qualifying else ("push", "20.00", "0.00"))


@pytest.mark.rule("bet_multiple", "no_hand_ante", "no_hand_bet", "ante_odds", "tie")
def test_every_value_pays_what_it_says() -> None:
    three = settled(ACE_KING, bet_multiple=3)
    assert outcome(line(three, 1, "bet")) == ("win", "30.00", "30.00")
    assert three["net"] == {"1": "40.00"}
    one = settled(ACE_KING, "2h 3c 5s 7h Jd", bet_multiple=1)
    assert one["net"] == {"1": "-20.00"}
    none = settled(LOW, no_hand_ante="3 to 2", no_hand_bet="1 to 1")
    assert outcome(line(none, 1, "ante")) == ("win", "10.00", "15.00")
    assert outcome(line(none, 1, "bet")) == ("win", "20.00", "20.00")
    assert outcome(line(settled(ACE_KING, ante_odds="6 to 5"), 1, "ante")) == ("win", "10.00", "12.00")
    tied = "As Kc 9d 7h 2s"
    assert settled(ACE_KING, tied)["net"] == {"1": "0.00"}
    assert settled(ACE_KING, tied, tie="player wins")["net"] == {"1": "30.00"}
    lost = settled(ACE_KING, tied, tie="dealer wins")
    assert lost["net"] == {"1": "-30.00"}
    assert {p["clause"] for p in lost["payments"]} == {"sd-2015(15)"}


@pytest.mark.rule("bet_flush")
def test_what_comes_to_a_part_of_a_cent_is_rounded_down() -> None:
    with played("sd-2015", ante_odds="3 to 2") as one:
        player = {"cards": PAIR.split(), "decision": "bet", "wagers": {"ante": "0.05"}}
        document = settle({"edition": one.id, "house": {}, "dealer": ACE_KING.split(), "seats": {"1": player}})
    assert outcome(line(document, 1, "ante")) == ("win", "0.05", "0.07")


@pytest.mark.rule("no_hand_ante", "no_hand_bet", "no_hand_paid")
def test_an_edition_is_silent_on_what_cannot_be() -> None:
    silent: dict[str, Any] = dict.fromkeys(("no_hand_ante", "no_hand_bet", "no_hand_paid"))
    document = settled(LOW, dealer_qualifies_with="any hand", **silent)
    assert document["net"] == {"1": "30.00"}


def test_sentences_say_the_value_of_the_edition() -> None:
    with played("sd-2015", bet_multiple=3, no_hand_bet="1 to 1") as one:
        rules = caribbean_stud(one.id)
        walk = Walk(Random(1), made=(one.id, {}, rules))
        with pytest.raises(Exception, match="exactly 3 times the ante"):
            walk.apply(c.PlaceWager(1, "bet", 100))
        settles = [text for seed in range(40) for text in told(Random(seed), one.id)]
    assert "The dealer has no hand: antes are paid, then bets." in settles
    assert not [text for text in settles if "bets go back" in text]


def told(rng: Random, id: str) -> list[str]:
    """What is said of the steps of a settlement."""
    walk = Walk(rng, made=(id, {}, caribbean_stud(id))).play()
    settled = [event for event in walk.events if type(event).__name__ == "StepSettled"]
    return [said.text for event in settled for said in narrate(walk.rules, None, walk.round, event)]  # type: ignore[arg-type]


# ---- what no table can be run by ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "value", "because"),
    [
        ("dealer_qualifies_with", "ace-five", "no hand of a high card begins with ace-five"),
        ("dealer_qualifies_with", "queen-ace", "no hand of a high card begins with queen-ace"),
        ("dealer_qualifies_with", "royal flush", "matching regex"),
        ("bet_multiple", 0, ">= 1"),
        ("bet_multiple", 101, "<= 100"),
        ("no_hand_bet", "lost", "matching regex"),
        ("ante_odds", "2,000,000 to 1", "matching regex"),
        ("ante_odds", "3 to 0", "matching regex"),
        ("tie", "half", "Invalid enum value"),
    ],
)  # fmt: skip
def test_what_the_game_cannot_be_is_refused_at_load(rule: str, value: Any, because: str) -> None:
    """With the clause and the rule, and why."""
    found = load(text_with("sd-2015", Planted(Leaf(rule), value)))
    assert isinstance(found, tuple)
    message = found[0].message
    assert because in message
    assert f"{edition('sd-2015').citations[rule].clause}: {rule} cannot be {value!r}" in message


def test_a_dealer_who_may_have_no_hand_needs_a_rule_for_it() -> None:
    law = edition("sd-2015").law
    for rule in ("no_hand_ante", "no_hand_bet", "no_hand_paid"):
        ((named, because),) = with_value(edition("sd-2015"), rule, None).law.faults()
        assert named == rule
        assert because == f"with {law.dealer_qualifies_with} the dealer may have no hand, so that it must be said"
