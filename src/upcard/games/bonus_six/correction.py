"""Cards that were keyed wrongly, put right until the round is over: only where the cards are real.

What comes out otherwise is reversed: a hand is judged again and, where it asked for a bonus card and the right cards
say otherwise whether it wins without one, verified again. A card that it should not have had is no part of it. The
deal itself is taken back and keyed again, as long as nobody has decided on it.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import BEFORE_BONUS, Round, Seat
from upcard.games.bonus_six.settlement import FEES, carded, hand_value, judged
from upcard.games.card_checks import of_one_deck
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules


class _Again(NamedTuple):
    """What is reversed, and which seats are verified or judged again."""

    reversed: tuple[Payment, ...]
    unverified: tuple[int, ...]
    unsettled: tuple[int, ...]


def correctable(round: Round) -> tuple[int, ...]:
    """The seats whose keyed cards may be corrected."""
    if not round.keyed or round.phase not in ("cards", "settling", "settled"):
        return ()
    return tuple(n for n in round.clockwise if round.seats[n].cards and round.seats[n].in_play)


def community_correctable(round: Round) -> bool:
    """Whether the community card was keyed and may be corrected."""
    return round.keyed and round.turned and round.phase != "complete"


def deal_correctable(rules: BonusSixRules, round: Round) -> bool:
    """Whether the deal was keyed and nothing has come after it but what its own counts made of it."""
    if not round.keyed or round.phase not in ("turning", "second", "settled"):
        return False
    first = rules.law.first_cards
    return not any(
        seat.decisions or (seat.void is not None and (seat.count == first or seat.void != "wrong_count"))
        for seat in round.seats.values()
    )


def take_back_deal(rules: BonusSixRules, round: Round) -> tuple[e.Event, ...]:
    """The deal that was keyed, with all that followed from it."""
    if not deal_correctable(rules, round):
        because = "a deal is taken back that was keyed and that nothing has followed yet"
        raise rules.refuse(None, because)
    return (e.DealTakenBack(round.payments),)


def correct_hand(rules: BonusSixRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """As many cards as were keyed, in the order in which they were dealt."""
    if command.seat not in correctable(round):
        raise rules.refuse(None, f"no cards of seat {command.seat} were keyed that are judged")
    seat, cards = round.seats[command.seat], command.cards
    if len(cards) != len(seat.cards):
        raise rules.refuse("wrong_count", f"{len(seat.cards)} cards of seat {command.seat} have been keyed")
    beside = [card for card in (round.community, round.burnt) if card is not None]
    if not of_one_deck((*cards, *round.lying(but=command.seat), *beside)):
        raise rules.refuse("single_deck", "the cards are not of one deck")
    if cards == seat.cards:
        raise rules.refuse(None, "these are the cards that were keyed")
    assert round.community is not None
    right = replace(round, seats={**round.seats, command.seat: replace(seat, cards=cards)})
    found = _again(rules, round, right)
    value = _value(rules, right, command.seat, found)
    return (e.HandCorrected(command.seat, seat.cards, cards, value, *found),)


def correct_community(rules: BonusSixRules, round: Round, command: c.CorrectCommunity) -> tuple[e.Event, ...]:
    """The one card that is everybody's, and all that it makes otherwise."""
    if not community_correctable(round):
        raise rules.refuse(None, "no community card has been keyed")
    assert round.community is not None
    if not of_one_deck((command.card, *round.lying(), *(card for card in (round.burnt,) if card is not None))):
        raise rules.refuse("single_deck", "the cards are not of one deck")
    if command.card == round.community:
        raise rules.refuse(None, "this is the card that was keyed")
    right = replace(round, community=command.card)
    found = _again(rules, round, right)
    values = {n: _value(rules, right, n, found) for n in correctable(round)}
    return (e.CommunityCorrected(round.community, command.card, values, *found),)


def _value(rules: BonusSixRules, right: Round, number: int, found: _Again) -> int:
    """The rank of a hand whose cards are all known."""
    seat = right.seats[number]
    return _ranked(rules, right, seat, all_cards=number not in found.unverified).value


def _ranked(rules: BonusSixRules, right: Round, seat: Seat, *, all_cards: bool) -> Seat:
    """The hand with its rank, with the bonus card or before it."""
    assert right.community is not None
    held = seat if all_cards else replace(seat, cards=seat.cards[:BEFORE_BONUS], count=BEFORE_BONUS)
    known = len(held.cards) == held.count
    return replace(held, value=hand_value(rules, held, right.community) if known else 0)


def _again(rules: BonusSixRules, round: Round, right: Round) -> _Again:
    """What the right cards make otherwise of the fees at the bonus card and of the hands that were judged."""
    back: list[Payment] = []
    unverified: list[int] = []
    unsettled: list[int] = []
    for number in correctable(round):
        seat = right.seats[number]
        lines = [payment for payment in round.payments if payment.seat == number]
        fees = [payment for payment in lines if payment.wager in FEES]
        rest = [payment for payment in lines if payment.wager not in FEES]
        if seat.verified and fees != _fees(rules, right, number, seat):
            unverified.append(number)
            back += fees
        elif number not in round.settled or rest == list(_judged(rules, right, number, seat)):
            continue
        if number in round.settled:
            unsettled.append(number)
            back += rest
    return _Again(tuple(back), tuple(unverified), tuple(unsettled))


def _fees(rules: BonusSixRules, right: Round, number: int, seat: Seat) -> list[Payment]:
    """The fees at the bonus card, by the hand as it was before it."""
    four = _ranked(rules, right, seat, all_cards=False)
    return list(carded(rules, number, four, winner=rules.schedule.odds(four.value) is not None))


def _judged(rules: BonusSixRules, right: Round, number: int, seat: Seat) -> tuple[Payment, ...]:
    return judged(rules, number, _ranked(rules, right, seat, all_cards=True))
