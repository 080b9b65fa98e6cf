"""Cards that were keyed wrongly, put right while the round is settled: only where the cards are real.

What the hand has already won or lost against the dealer is judged again at once. Side wagers, envy and cover all wagers
that were settled by it stand: a hand is corrected before they are, or not at all. The order of the settlement
depends on no player's cards, so it stays.
"""

from __future__ import annotations

from typing import assert_never

from upcard.cards import Card, rank_five
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.against_dealer import hand
from upcard.games.caribbean_stud.agenda import agenda
from upcard.games.caribbean_stud.evolve import replay
from upcard.games.caribbean_stud.qualifying import qualifies
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.deck import of_one_deck
from upcard.rules.caribbean_stud import CaribbeanStudRules


def _done(rules: CaribbeanStudRules, round: Round) -> tuple[Step, ...]:
    """The steps of the settlement that have been done."""
    return tuple(step for step in agenda(rules, round) if step not in round.agenda)


def _fixed(round: Round, step: Step, number: int) -> bool:
    """Whether a step that was done has judged a seat's hand for good."""
    seat = round.seats[number]
    match step.kind:
        case "misdeal" | "no_hand" | "hand":
            return False
        case "progressive":
            return step.seat == number or (bool(round.shared) and bool(seat.progressive))
        case "envy":
            return step.seat in (0, number)
        case "five_card":
            return step.seat == number and bool(seat.wagers.get("five_card_player"))
        case "cover_all":
            return True
        case _:
            assert_never(step.kind)


def correctable(rules: CaribbeanStudRules, round: Round) -> tuple[int, ...]:
    """The seats whose keyed cards may still be corrected."""
    if not round.keyed or round.phase != "settling":
        return ()
    done = _done(rules, round)
    keyed = (n for n in round.clockwise if round.seats[n].cards and round.seats[n].void is None)
    return tuple(n for n in keyed if not any(_fixed(round, step, n) for step in done))


def dealer_correctable(rules: CaribbeanStudRules, round: Round) -> bool:
    """Whether the dealer's cards may still be corrected: nothing has been settled since they were turned up."""
    revealed = round.keyed and round.phase == "settling" and not round.misdealt
    return revealed and not _done(rules, round)


def correct_hand(rules: CaribbeanStudRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """The cards of a seat, and what they make of ante and bet where those are settled already."""
    number = command.seat
    if not round.keyed or number not in round.seats or not round.seats[number].cards:
        raise rules.refuse(None, f"no cards of seat {number} have been keyed")
    if number not in correctable(rules, round):
        raise rules.refuse("settlement_order", f"side wagers have been settled by the hand of seat {number}")
    seat = round.seats[number]
    others = [card for n, other in round.seats.items() if n != number for card in other.cards] + list(round.dealer)
    if round.up is not None and not round.dealer:
        others.append(round.up)
    _check(rules, seat.cards, command.cards, others, "player_wrong_count")
    corrected = e.HandCorrected(number, seat.cards, command.cards, rank_five(command.cards), (), ())
    if Step("hand", number) not in _done(rules, round):
        return (corrected,)
    again = hand(rules, replay(round, (corrected,)), number)
    return (e.HandCorrected(number, seat.cards, command.cards, corrected.value, again, hand(rules, round, number)),)


def correct_dealer(rules: CaribbeanStudRules, round: Round, command: c.CorrectDealer) -> tuple[e.Event, ...]:
    """The dealer's cards, and the settlement that follows from them."""
    if not dealer_correctable(rules, round):
        raise rules.refuse("settlement_order", "something has been settled by the dealer's cards, or none were keyed")
    others = [card for seat in round.seats.values() for card in seat.cards]
    _check(rules, round.dealer, command.dealer, others, "dealer_wrong_count")
    value = rank_five(command.dealer)
    corrected = e.DealerCorrected(round.dealer, command.dealer, value, qualifies(rules, value), ())
    steps = agenda(rules, replay(round, (corrected,)))
    return (e.DealerCorrected(round.dealer, command.dealer, value, corrected.qualifies, steps),)


def _check(
    rules: CaribbeanStudRules, before: tuple[Card, ...], cards: tuple[Card, ...], others: list[Card], count_rule: str
) -> None:
    if len(cards) != rules.law.hand_size:
        raise rules.refuse(count_rule, f"a hand has {rules.law.hand_size} cards")
    if not of_one_deck((*cards, *others)):
        raise rules.refuse("single_deck", "the cards are not of one deck")
    if set(cards) == set(before):
        raise rules.refuse(None, "these are the cards that were keyed")
