"""What an event makes of a round of Bonus 6: total, and without asking the law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import BEFORE_BONUS, STREETS, Decision, Round, Seat, to_decide, to_judge, to_verify
from upcard.games.payment import Payment


def replay(round: Round, events: Iterable[e.Event]) -> Round:
    """The round after all of the events.

    >>> replay(Round(), [e.WagerPlaced(3, "ante", 1000)]).seats[3].ante
    1000
    """
    for event in events:
        round = evolve(round, event)
    return round


def evolve(round: Round, event: e.Event) -> Round:
    """The round after one event."""
    match event:
        case e.WagerPlaced():
            return _placed(round, event)
        case e.WagerTakenBack():
            return _taken_back(round, event)
        case e.BetsClosed():
            return replace(round, phase="closed")
        case e.HandsDealt():
            seats = {n: replace(s, cards=event.hands[n], count=len(event.hands[n])) for n, s in round.seats.items()}
            return replace(round, phase="turning", seats=seats, burnt=event.burnt, community=event.community)
        case e.HandsDealtUnseen():
            seats = {n: replace(s, count=event.counts[n]) for n, s in round.seats.items()}
            return replace(round, phase="turning", seats=seats, keyed=True)
        case e.CommunityTurned():
            return _onward(replace(round, phase="second", community=event.card))
        case e.HandFolded():
            return _onward(_paid(_decided(round, event.seat, "fold"), event.payments))
        case e.BetMade():
            seat = round.seats[event.seat]
            tips = (*seat.tips, *(0,) * (seat.bets + 1 - len(seat.tips)), event.tip)
            betting = replace(seat, decisions=(*seat.decisions, "bet"), tips=tips)
            return _with(round, event.seat, betting)
        case e.StreetDealt():
            return _street(round, event)
        case e.FinalDecided():
            return _onward(_paid(_decided(round, event.seat, event.decision), event.payments))
        case e.HandShown():
            seat = replace(round.seats[event.seat], cards=event.cards, value=event.value, shown=True)
            return _with(round, event.seat, seat)
        case e.HandCorrected():
            seat = replace(round.seats[event.seat], cards=event.cards, value=event.value, shown=True)
            return _again(_with(round, event.seat, seat), event)
        case e.CommunityCorrected():
            seats = {n: replace(s, value=event.values.get(n, s.value)) for n, s in round.seats.items()}
            return _again(replace(round, community=event.card, seats=seats), event)
        case e.DealTakenBack():
            return _dealt_again(round, event)
        case e.BonusCardDealt():
            seat = round.seats[event.seat]
            cards = seat.cards if event.card is None else (*seat.cards, event.card)
            seat = replace(
                seat, cards=cards, count=seat.count + 1, value=event.value, verified=True, shown=True, stray=False
            )
            return _onward(_paid(_with(round, event.seat, seat), event.payments))
        case e.BonusCardRefused():
            seat = replace(round.seats[event.seat], verified=True, shown=True)
            return _onward(_paid(_with(round, event.seat, seat), event.payments))
        case e.HandVoided():
            seat = replace(round.seats[event.seat], void=event.rule)
            kept = tuple(p for p in round.payments if p not in event.reversed)
            return _onward(replace(_with(round, event.seat, seat), payments=kept + event.payments))
        case e.RoundVoided():
            seats = {n: replace(s, void=event.rule) for n, s in round.seats.items()}
            return replace(
                round, phase="settled", seats=seats, settled=(), payments=event.payments, void=event.rule,
            )  # fmt: skip
        case e.IrregularityNoted():
            return round
        case e.SeatSettled():
            seat = replace(round.seats[event.seat], shown=True)
            kept = tuple(p for p in round.payments if p not in event.reversed)
            settled = replace(_with(round, event.seat, seat), settled=(*round.settled, event.seat), payments=kept)
            return _onward(_paid(settled, event.payments))
        case e.RoundCompleted():
            return replace(round, phase="complete")
        case _:
            assert_never(event)


def _with(round: Round, number: int, seat: Seat) -> Round:
    return replace(round, seats={**round.seats, number: seat})


def _paid(round: Round, payments: tuple[Payment, ...]) -> Round:
    return replace(round, payments=round.payments + payments)


def _decided(round: Round, number: int, decision: Decision) -> Round:
    seat = round.seats[number]
    return _with(round, number, replace(seat, decisions=(*seat.decisions, decision)))


def _placed(round: Round, event: e.WagerPlaced) -> Round:
    match event.wager:
        case "ante":
            return _with(round, event.seat, Seat(ante=event.cents))
        case "insurance":
            return _with(round, event.seat, replace(round.seats[event.seat], insurance=event.cents))
        case _:
            return _with(round, event.seat, replace(round.seats[event.seat], tips=(event.cents,)))


def _taken_back(round: Round, event: e.WagerTakenBack) -> Round:
    match event.wager:
        case "ante":
            return replace(round, seats={n: seat for n, seat in round.seats.items() if n != event.seat})
        case "insurance":
            return _with(round, event.seat, replace(round.seats[event.seat], insurance=0))
        case _:
            return _with(round, event.seat, replace(round.seats[event.seat], tips=()))


def _street(round: Round, event: e.StreetDealt) -> Round:
    seats = dict(round.seats)
    for number in event.seats:
        seat = seats[number]
        cards = (*seat.cards, event.cards[number]) if number in event.cards else seat.cards
        seats[number] = replace(seat, cards=cards, count=seat.count + 1, value=event.values.get(number, 0))
    street = round.dealt_street + 1
    return replace(round, phase=STREETS[street], seats=seats, dealt_street=street)


def _dealt_again(round: Round, event: e.DealTakenBack) -> Round:
    """The bets are closed and the cards are keyed again; a card that fell has fallen."""
    kept = tuple(payment for payment in round.payments if payment not in event.reversed)
    fell = {payment.seat for payment in kept}
    seats = {n: replace(s, count=0, void=s.void if n in fell else None) for n, s in round.seats.items()}
    return Round(phase="closed", seats=seats, payments=kept)


def _onward(round: Round) -> Round:
    """Where the round goes when nothing is left to do in its phase."""
    if round.phase in STREETS and not any(seat.in_play for seat in round.seats.values()):
        return replace(round, phase="settled")
    if round.phase == "fourth" and not to_decide(round):
        round = replace(round, phase="cards")
    if round.phase == "cards" and not to_verify(round):
        round = replace(round, phase="settling")
    if round.phase == "settling" and not to_judge(round):
        round = replace(round, phase="settled")
    return round


def _again(round: Round, event: e.HandCorrected | e.CommunityCorrected) -> Round:
    """What was reversed is to be done again; a bonus card that is dealt with again is no part of the hand."""
    seats = dict(round.seats)
    for number in event.unverified:
        seat = seats[number]
        seats[number] = replace(
            seat, cards=seat.cards[:BEFORE_BONUS], count=BEFORE_BONUS, verified=False, stray=seat.count > BEFORE_BONUS
        )
    kept = tuple(payment for payment in round.payments if payment not in event.reversed)
    settled = tuple(number for number in round.settled if number not in event.unsettled)
    again = replace(round, seats=seats, payments=kept, settled=settled)
    if round.phase not in ("cards", "settling", "settled"):
        return again
    return _onward(replace(again, phase="cards"))
