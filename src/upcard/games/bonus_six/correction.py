"""Cards that were keyed wrongly, put right until the round is over: only where the cards are real.

What comes out otherwise is reversed: a hand is judged again and, where it asked for a bonus card and the right cards
say otherwise whether it wins without one, verified again. A card that it should not have had is no part of it. The
deal itself is taken back and keyed again, as long as nobody has decided on it.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from upcard.cards import Card
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import BEFORE_BONUS, Round, Seat
from upcard.games.bonus_six.settlement import FEES, carded, ended, hand_value
from upcard.games.moves import EXCHANGED, keyed_twice
from upcard.games.payment import Payment
from upcard.law.registry import implements
from upcard.rules.bonus_six import BonusSixRules

Keyed = dict[int, tuple[Card, ...]]
"""By seat, the cards that lie there."""

COMMUNITY = 0
"""The place of the community card among what is corrected together."""


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
    return round.keyed and round.turned and round.phase != "complete" and round.void is None


def deal_correctable(rules: BonusSixRules, round: Round) -> bool:
    """Whether the deal was keyed and nothing has come after it but what its own counts made of it."""
    if not round.keyed or round.phase not in ("turning", "second", "settled") or round.void is not None:
        return False
    first = rules.law.first_cards
    return not any(
        seat.decisions or (seat.void == "wrong_count" and seat.count == first) for seat in round.seats.values()
    )


def take_back_deal(rules: BonusSixRules, round: Round) -> tuple[e.Event, ...]:
    """The deal that was keyed, with all that followed from it."""
    if not deal_correctable(rules, round):
        because = "a deal is taken back that was keyed and that nothing has followed yet"
        raise rules.refuse(None, because)
    counted = {number for number, seat in round.seats.items() if seat.void == "wrong_count"}
    return (e.DealTakenBack(tuple(payment for payment in round.payments if payment.seat in counted)),)


def correct_hand(rules: BonusSixRules, round: Round, command: c.CorrectHand) -> tuple[e.Event, ...]:
    """As many cards as were keyed, in the order in which they were dealt, of one hand or of several together."""
    if command.seat in command.also:
        raise rules.refuse(None, f"the cards of seat {command.seat} are told twice")
    keyed = {command.seat: command.cards, **command.also}
    for number, cards in keyed.items():
        if number == COMMUNITY and number != command.seat:
            if len(cards) != 1:
                raise rules.refuse("community_cards", "one card is everybody's")
            continue
        if number not in correctable(round):
            raise rules.refuse(None, f"no cards of seat {number} were keyed that are judged")
        count = len(round.seats[number].cards)
        if len(cards) != count:
            raise rules.refuse(None, f"{count} cards of seat {number} have been keyed")
    return _corrected(rules, round, keyed, command.also)


def correct_community(rules: BonusSixRules, round: Round, command: c.CorrectCommunity) -> tuple[e.Event, ...]:
    """The one card that is everybody's, and all that it makes otherwise."""
    if not community_correctable(round):
        raise rules.refuse(None, "no community card has been keyed")
    return _corrected(rules, round, {COMMUNITY: (command.card,)}, {})


def _corrected(rules: BonusSixRules, round: Round, keyed: Keyed, also: Keyed) -> tuple[e.Event, ...]:
    """Each place as it lies, the community card last; what all of them make otherwise stands with the last."""
    assert round.community is not None
    seats = {n: replace(seat, cards=keyed.get(n, seat.cards)) for n, seat in round.seats.items()}
    right = replace(round, seats=seats, community=keyed.get(COMMUNITY, (round.community,))[0])
    if because := keyed_twice((*right.lying(), *(card for card in (right.community, right.burnt) if card is not None))):
        raise rules.refuse("single_deck", f"{because}; {EXCHANGED}")
    hands = [number for number in keyed if number != COMMUNITY]
    if any(seats[n].cards == round.seats[n].cards for n in hands):
        raise rules.refuse(None, "these are the cards that were keyed")
    if COMMUNITY in keyed and right.community == round.community:
        raise rules.refuse(None, "this is the card that was keyed")
    found = _again(rules, round, right)
    values = {n: _value(rules, right, n, found) for n in correctable(round)}
    told = {hands[0]: also} if also else {}
    events: list[e.HandCorrected | e.CommunityCorrected] = [
        e.HandCorrected(n, round.seats[n].cards, seats[n].cards, values[n], also=told.get(n, UNSET)) for n in hands
    ]
    if COMMUNITY in keyed:
        events.append(e.CommunityCorrected(round.community, keyed[COMMUNITY][0], values))
    last = replace(events[-1], reversed=found.reversed, unverified=found.unverified, unsettled=found.unsettled)
    return (*events[:-1], last)


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


@implements(stray_bonus_card="taken away")
def _again(rules: BonusSixRules, round: Round, right: Round) -> _Again:
    """What the right cards make otherwise of the fees at the bonus card and of the hands that were judged."""
    back: list[Payment] = []
    unverified: list[int] = []
    unsettled: list[int] = []
    for number in correctable(round):
        seat = right.seats[number]
        lines = [payment for payment in round.payments if payment.seat == number]
        fees = [payment for payment in lines if seat.verified and payment.wager in FEES]
        rest = [payment for payment in lines if payment not in fees]
        owed = set(_judged(rules, right, number, seat)) if number in round.settled else set()
        if seat.verified and fees != _fees(rules, right, number, seat):
            unverified.append(number)
            back += fees
        elif set(rest) == owed or number not in round.settled:
            continue
        if number in round.settled:
            unsettled.append(number)
            back += [payment for payment in rest if payment.wager not in FEES or payment not in owed]
    return _Again(tuple(back), tuple(unverified), tuple(unsettled))


def _fees(rules: BonusSixRules, right: Round, number: int, seat: Seat) -> list[Payment]:
    """The fees at the bonus card, by the hand as it was before it."""
    four = _ranked(rules, right, seat, all_cards=False)
    return list(carded(rules, number, four, winner=rules.schedule.odds(four.value) is not None))


def _judged(rules: BonusSixRules, right: Round, number: int, seat: Seat) -> tuple[Payment, ...]:
    return ended(rules, number, _ranked(rules, right, seat, all_cards=True))
