"""High Card as it is played: what acts lead to, who is paid, what may be done, seen, settled and written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tests.third_game.high_card import round as r
from tests.third_game.high_card.round import Round, Seat
from tests.third_game.high_card.rules import HighCardRules
from upcard.cards import Card, distinct, show_card
from upcard.games import settle as read
from upcard.games.moves import STILL, Going, MeterStep, Moves, Stake
from upcard.games.option import Option, Viewer, act_name, check_whole, range_of, with_fields_of
from upcard.games.payment import Meter, Payment, given_back, lost, won
from upcard.units import show_cents

TOLD: tuple[type, ...] = ()
METER_STEPS: Mapping[str, MeterStep] = {}
MAY_LOCK: tuple[type, ...] = ()


def judged(rules: HighCardRules, number: int, seat: Seat, dealer: Card | None) -> tuple[Payment, ...]:
    assert seat.card is not None
    assert dealer is not None
    mine, theirs = seat.card >> 2, dealer >> 2
    if mine == theirs:
        return (given_back(number, "ante", seat.ante, "tie", "push"),)
    if mine < theirs:
        return (lost(number, "ante", seat.ante, "ante_odds"),)
    return (won(number, "ante", seat.ante, rules.odds, "ante_odds"),)


def liability(rules: HighCardRules, seats: Mapping[int, Seat]) -> int:
    return sum(rules.odds.pays(seat.ante) for seat in seats.values())


def decide(rules: HighCardRules, round: Round, command: r.Command) -> tuple[r.Event, ...]:
    """The events that follow from a command."""
    if type(command) not in r.PHASES[round.phase]:
        raise rules.refuse(None, f"{act_name(command)} is not for now")
    match command:
        case r.PlaceWager():
            return (_placed(rules, round, command),)
        case r.TakeBackWager():
            if command.seat not in round.seats or command.wager != "ante":
                raise rules.refuse(None, f"seat {command.seat} has no {command.wager}")
            return (r.WagerTakenBack(command.seat, "ante", round.seats[command.seat].ante),)
        case r.CloseBets():
            if not round.seats:
                raise rules.refuse("ante_required", "nobody has an ante down")
            return (r.BetsClosed(),)
        case r.Deal():
            if command.hands.keys() != round.seats.keys():
                raise rules.refuse("ante_required", "cards go to every seat with an ante and to no other")
            if not distinct([*command.hands.values(), command.dealer]):
                raise rules.refuse("single_deck", "a card stands twice")
            return (r.CardsDealt(command.hands, command.dealer),)
        case r.TurnDealer():
            return (r.DealerRevealed(),)
        case r.SettleSeat():
            if command.seat not in round.to_settle:
                raise rules.refuse(None, f"nothing is to be settled at seat {command.seat}")
            seat = round.seats[command.seat]
            return (r.SeatSettled(command.seat, judged(rules, command.seat, seat, round.dealer)),)
        case r.Report():
            if command.irregularity != "misdeal":
                raise rules.refuse(None, f"{command.irregularity!r} is unknown here")
            back = (given_back(n, "ante", seat.ante, "misdeal", "void") for n, seat in round.seats.items())
            return (r.RoundVoided("misdeal", tuple(back)),)
        case r.Complete():
            return (r.RoundCompleted(),)


def _placed(rules: HighCardRules, round: Round, command: r.PlaceWager) -> r.WagerPlaced:
    check_whole(command.cents, command.wager)
    if command.wager != "ante" or command.seat in round.seats or not 1 <= command.seat <= read.MOST_SEATS:
        raise rules.refuse(None, "each seat has one ante, and no other wager")
    high = most(rules, round)
    if not rules.minimum <= command.cents <= high:
        raise rules.refuse("ante_required", f"ante: {show_cents(command.cents)} is not taken")
    return r.WagerPlaced(command.seat, "ante", command.cents)


def most(rules: HighCardRules, round: Round) -> int:
    """The most that an ante may be now."""
    room = rules.most_owed - liability(rules, round.seats)
    return room if rules.maximum is None else min(room, rules.maximum)


def options(rules: HighCardRules, round: Round) -> tuple[Option, ...]:
    """Every act that would be accepted now."""
    match round.phase:
        case "betting":
            low, high = rules.minimum, most(rules, round)
            free = [n for n in range(1, read.MOST_SEATS + 1) if n not in round.seats and range_of(low, high)]
            put = [Option(act="PlaceWager", fields={"seat": n, "wager": "ante"}, low=low, high=high) for n in free]
            back = [Option(act="TakeBackWager", fields={"seat": n, "wager": "ante"}) for n in round.clockwise]
            return (*put, *back, *((Option(act="CloseBets"),) if round.seats else ()))
        case "closed":
            return (Option(act="Deal"),)
        case "dealt":
            return (Option(act="TurnDealer"), Option(act="Report", fields={"irregularity": "misdeal"}))
        case "settling":
            return tuple(Option(act="SettleSeat", fields={"seat": n}) for n in round.to_settle)
        case "settled":
            return (Option(act="Complete"),)
        case "complete":
            return ()


class RoundView(msgspec.Struct, frozen=True, tag="high"):
    """A round as a viewer sees it; a card that lies face down is None."""

    phase: r.Phase
    seats: dict[int, Seat]
    dealer: Card | None
    payments: tuple[Payment, ...]


def view(rules: HighCardRules, round: Round, viewer: Viewer, *, picked_up: bool = True) -> RoundView:
    up = round.phase not in ("closed", "dealt")
    seats = {n: s if up or viewer == n else msgspec.structs.replace(s, card=None) for n, s in round.seats.items()}
    return RoundView(round.phase, seats, round.dealer if up else None, round.payments)


# ---- money -----------------------------------------------------------------------------------------------------


def moves(round: Round | None, event: r.Event) -> Moves:
    """What an event moves."""
    match event:
        case r.WagerPlaced():
            return Moves(((event.seat, event.cents),), (Stake(event.seat, event.wager, event.cents),))
        case r.WagerTakenBack():
            return Moves(((event.seat, -event.cents),), withdrawn=((event.seat, event.wager),))
        case r.SeatSettled():
            return Moves(paid=event.payments)
        case r.RoundVoided():
            return Moves(void=tuple(payment.seat for payment in event.payments), paid=event.payments)
        case _:
            return STILL


def on_coupon(round: Round, payment: Payment) -> None:
    """No payment is made on a coupon."""


def present(round: Round) -> None:
    """No step draws on a meter."""


def undoes(command: r.Command) -> None:
    """No award waits."""


# ---- what a journal tells --------------------------------------------------------------------------------------

ASKED: dict[Any, type[r.Command]] = {
    r.WagerPlaced: r.PlaceWager, r.WagerTakenBack: r.TakeBackWager, r.BetsClosed: r.CloseBets, r.CardsDealt: r.Deal,
    r.DealerRevealed: r.TurnDealer, r.SeatSettled: r.SettleSeat, r.RoundCompleted: r.Complete,
}  # fmt: skip


def asked(round: Round, event: r.Event, meters: Mapping[str, Meter]) -> r.Command:
    """The act that an event is the first of."""
    return r.Report(event.rule) if isinstance(event, r.RoundVoided) else with_fields_of(event, ASKED[type(event)])


def leaving(event: r.Event, deal: str) -> tuple[Going, ...] | None:
    """The cards that an event deals."""
    if not isinstance(event, r.CardsDealt):
        return None
    return *(Going(str(seat), event.hands[seat]) for seat in sorted(event.hands)), Going("dealer", event.dealer)


def lies_right(round: Round, event: r.Event) -> bool:
    return not isinstance(event, r.CardsDealt) or event.hands.keys() == round.seats.keys()


def house_draws(of: Any) -> None:
    """Nothing is drawn beside the cards."""


# ---- finished rounds -------------------------------------------------------------------------------------------


def settle(rules: HighCardRules, value: Mapping[str, Any], *, keyed: bool = False) -> read.Settled:
    """The settlement of a finished round."""
    read.known_fields(value, "", ("edition", "house", "dealer", "seats", "irregularity"))
    dealer = read.card(read.required(value, "dealer"), "dealer")
    round = Round(phase="settling", dealer=dealer)
    for number, seat in read.seats(read.required(value, "seats")).items():
        card = read.card(read.required(seat, "card", f"seats.{number}"), f"seats.{number}.card")
        ante = read.cents(read.required(seat, "ante", f"seats.{number}"), f"seats.{number}.ante")
        _placed(rules, round, r.PlaceWager(number, "ante", ante))
        round = msgspec.structs.replace(round, seats={**round.seats, number: Seat(ante, card)})
    if "irregularity" in value:
        round = msgspec.structs.replace(round, phase="dealt")
        round = r.replay(round, decide(rules, round, r.Report(value["irregularity"])))
    for number in () if round.void else round.clockwise:
        round = r.replay(round, decide(rules, round, r.SettleSeat(number)))
    return read.Settled(round, round.payments, {})


def dealer_said(round: Round) -> dict[str, Any]:
    assert round.dealer is not None
    return {"card": show_card(round.dealer)}


def listed(round: Round) -> tuple[Payment, ...]:
    return round.payments


def applied(rules: HighCardRules, round: Round, payments: tuple[Payment, ...]) -> Iterator[str]:
    for payment in payments:
        yield payment.rule
        if payment.result == "push":
            yield "suits_count"


def written(rules: HighCardRules, round: Round, meters: Mapping[str, Meter]) -> dict[str, Any]:
    def shown(card: Card | None) -> str | None:
        return None if card is None else show_card(card)

    seats = {str(n): {"card": shown(round.seats[n].card), "ante": show_cents(round.seats[n].ante)} for n in round.seats}
    return {
        "edition": rules.edition.id, "house": rules.elections, "dealer": shown(round.dealer), "seats": seats,
    }  # fmt: skip
