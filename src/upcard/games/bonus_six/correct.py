"""Cards that were keyed wrongly, put right before the hand is settled: only where the cards are real.

A hand that was verified for a bonus card has had one or got its fee back: it is corrected as long as that stays right.
"""

from __future__ import annotations

from msgspec.structs import replace

from upcard.cards import Card
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Round
from upcard.games.bonus_six.settlement import hand_value
from upcard.games.deck import of_one_deck
from upcard.rules.bonus_six import BonusSixRules


def correctable(round: Round) -> tuple[int, ...]:
    """The seats whose keyed cards may still be corrected."""
    if not round.keyed or round.phase not in ("cards", "settling"):
        return ()
    seats = round.seats
    return tuple(n for n in round.clockwise if seats[n].cards and seats[n].in_play and n not in round.settled)


def correct_hand(rules: BonusSixRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """As many cards as were keyed, in the order in which they were dealt."""
    if command.seat not in correctable(round):
        raise rules.refuse(
            "settlement_order", f"no cards of seat {command.seat} were keyed that are still to be judged"
        )
    seat, cards = round.seats[command.seat], command.cards
    if len(cards) != len(seat.cards):
        raise rules.refuse("wrong_count", f"{len(seat.cards)} cards of seat {command.seat} have been keyed")
    others = [card for n, other in round.seats.items() if n != command.seat for card in other.cards]
    beside = [card for card in (round.community, round.burnt) if card is not None]
    if not of_one_deck((*cards, *others, *beside)):
        raise rules.refuse("single_deck", "the cards are not of one deck")
    if cards == seat.cards:
        raise rules.refuse(None, "these are the cards that were keyed")
    if seat.verified and _wins(rules, round, cards) != _wins(rules, round, seat.cards):
        because = f"the hand of seat {command.seat} was verified and its bonus card dealt with"
        raise rules.refuse("bonus_card_fee_on_winner", because)
    assert round.community is not None
    known = len(cards) == seat.count
    value = hand_value(rules, replace(seat, cards=cards), round.community) if known else 0
    return (e.HandCorrected(command.seat, seat.cards, cards, value),)


def _wins(rules: BonusSixRules, round: Round, cards: tuple[Card, ...]) -> bool:
    """Whether a hand wins without a bonus card."""
    assert round.community is not None
    own = rules.law.best_five_of - 2
    held = replace(next(iter(round.seats.values())), cards=cards[:own])
    return rules.schedule.odds(hand_value(rules, held, round.community)) is not None
