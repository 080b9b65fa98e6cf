"""Cards that were keyed wrongly, put right until the round is over: only where the cards are real.

What would have come out otherwise is reversed and comes up again, to be settled by the cards that lie there. The order
of the settlement depends on no player's cards, so it stays when a hand is corrected.
"""

from __future__ import annotations

from msgspec.structs import replace

from upcard.cards import Card, rank_five
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.again import undone
from upcard.games.caribbean_stud.qualifying import qualifies
from upcard.games.caribbean_stud.round import Round
from upcard.games.deck import of_one_deck
from upcard.rules.caribbean_stud import CaribbeanStudRules

SETTLEMENT = ("settling", "settled")
"""The phases in which hands lie face up, until the round is over."""


def correctable(round: Round) -> tuple[int, ...]:
    """The seats whose keyed cards may be corrected."""
    if not round.keyed or round.phase not in SETTLEMENT:
        return ()
    return tuple(n for n in round.clockwise if round.seats[n].cards and round.seats[n].void is None)


def dealer_correctable(round: Round) -> bool:
    """Whether the dealer's cards were keyed and may be corrected."""
    judged = round.phase in SETTLEMENT and round.void is None and not round.misdealt
    return round.keyed and judged and bool(round.dealer)


def correct_hand(rules: CaribbeanStudRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """The cards of a seat, and what is settled again by them."""
    number = command.seat
    if number not in correctable(round):
        raise rules.refuse(None, f"no cards of seat {number} have been keyed")
    seat = round.seats[number]
    others = [card for n, other in round.seats.items() if n != number for card in other.cards] + list(round.dealer)
    if round.up is not None and not round.dealer:
        others.append(round.up)
    _check(rules, seat.cards, command.cards, others, "player_wrong_count")
    value = rank_five(command.cards)
    right = replace(seat, cards=command.cards, value=value)
    found = undone(rules, round, replace(round, seats={**round.seats, number: right}))
    return (e.HandCorrected(number, seat.cards, command.cards, value, (), found.reversed, found.steps),)


def correct_dealer(rules: CaribbeanStudRules, round: Round, command: c.CorrectDealer) -> tuple[e.Event, ...]:
    """The dealer's cards, and the settlement that follows from them."""
    if not dealer_correctable(round):
        raise rules.refuse(None, "no cards of the dealer have been keyed")
    others = [card for seat in round.seats.values() for card in seat.cards]
    _check(rules, round.dealer, command.dealer, others, "dealer_wrong_count")
    value = rank_five(command.dealer)
    right = replace(round, dealer=command.dealer, dealer_value=value, qualifies=qualifies(rules, value))
    found = undone(rules, round, right)
    kept = [entry.step for entry in round.done if entry.step not in found.steps]
    agenda = tuple(step for step in found.order if step in round.agenda or step not in kept)
    return (
        e.DealerCorrected(
            round.dealer, command.dealer, value, qualifies(rules, value), agenda, found.reversed, found.steps,
            found.order,
        ),
    )  # fmt: skip


def _check(
    rules: CaribbeanStudRules, before: tuple[Card, ...], cards: tuple[Card, ...], others: list[Card], count_rule: str
) -> None:
    if len(cards) != rules.law.hand_size:
        raise rules.refuse(count_rule, f"a hand has {rules.law.hand_size} cards")
    if not of_one_deck((*cards, *others)):
        raise rules.refuse("single_deck", "the cards are not of one deck")
    if set(cards) == set(before):
        raise rules.refuse(None, "these are the cards that were keyed")
