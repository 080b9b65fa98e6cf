"""What the lines of a step may depend on in Caribbean stud. Nothing is asked of cards that lie face down."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from upcard.games.caribbean_stud.plugin.award_procedure import five_card_awards
from upcard.games.caribbean_stud.plugin.racking import brings_envy, envy_at_stake, wins_progressive
from upcard.games.caribbean_stud.refunds import forfeits
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.tables.step_lines import StepContext, Values, turned_up, yes


def by_hand(moment: StepContext) -> StepContext:
    """The step by the name that it has with real cards: a card that completes the dealer's hand is dealt too."""
    round = moment.table.round
    short = moment.act == "DealCards" and round is not None and round.phase == "short"
    return moment._replace(act="CompleteDealer") if short else moment


def wagers_of(seat: Seat) -> Collection[str]:
    """The wagers besides the ante that lie at a seat."""
    placed = {name for name, cents in seat.wagers.items() if cents}
    return placed | {"progressive"} if seat.coupon else placed


def _kind(moment: StepContext) -> Values:
    round: Round | None = moment.table.round
    return (round.agenda[0].kind,) if round is not None and round.agenda else ()


def _dealer(moment: StepContext) -> Values:
    qualifies = getattr(moment.table.round, "qualifies", None)
    return () if qualifies is None else ("qualifies" if qualifies else "no hand",)


def _hand(moment: StepContext) -> Values:
    """How the seat's hand stands, once it is turned up; how it may stand, where the step turns it up."""
    round: Round | None = moment.table.round
    if not moment.seat or round is None or round.qualifies is None:
        return ()
    if moment.seat in moment.hidden:
        return ("wins", "loses", "ties")
    dealer, values = round.dealer_value, [seat.value for seat in turned_up(moment) if seat.value]
    return tuple("wins" if value > dealer else "ties" if value == dealer else "loses" for value in values)


def _awarded(moment: StepContext) -> Values:
    """Whether the progressive or the five card wager that is settled now wins."""
    round, rules = moment.table.round, moment.t.rules
    if round is None or moment.seat not in round.seats:
        return ()
    seat = round.seats[moment.seat]
    if moment.seat in moment.hidden:
        seat = replace(seat, value=0)
    if _kind(moment) == ("five_card",):
        return yes(bool(five_card_awards(rules, round, moment.seat, seat)))
    return yes(wins_progressive(rules, seat))


def _stays(moment: StepContext) -> Values:
    """What the hands of the step are left on the table for, when their turn is over."""
    round, rules = moment.table.round, moment.t.rules
    if round is None or round.qualifies is None or rules.law.progressive_settled == "in turn":
        return ()
    if moment.seat in moment.hidden:
        seat = round.seats[moment.seat]
        wagered = "progressive" in wagers_of(seat)
        return ("progressive",) * wagered + ("envy",) * envy_at_stake(rules, round, seat)
    seats = [seat for seat in turned_up(moment) if seat.standing]
    progressive = any(wins_progressive(rules, seat) for seat in seats)
    envy = any(brings_envy(rules, round, seat) for seat in seats)
    return ("progressive",) * progressive + ("envy",) * envy


def _envy(moment: StepContext) -> Values:
    """Whether some hand, unseen as it is, may bring envy to another seat."""
    round, rules = moment.table.round, moment.t.rules
    seats = [seat for seat in round.seats.values() if seat.standing] if round is not None else []
    return ("at stake",) if any(envy_at_stake(rules, round, seat) for seat in seats) else ()


def _forfeits(moment: StepContext) -> Values:
    """What the seat's fold gives up besides the ante, of what still lies there: a device took the progressive."""
    round, lying = moment.table.round, moment.t.law.CONDITIONS["forfeits"]
    folded = round is not None and moment.seat in round.seats and round.seats[moment.seat].folded
    given_up = forfeits(moment.t.rules, moment.seat, round.seats[moment.seat]) if round is not None and folded else ()
    return tuple(payment.wager for payment in given_up if payment.wager in lying)


FACTS: dict[str, Callable[[StepContext], Values]] = {
    "kind": _kind,
    "dealer": _dealer,
    "hand": _hand,
    "awarded": _awarded,
    "stays": _stays,
    "envy": _envy,
    "forfeits": _forfeits,
    "offers": lambda moment: moment.t.rules.wagers,
}
