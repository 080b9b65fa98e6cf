"""The next step in a round of Caribbean stud."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from upcard.games.caribbean_stud import commands as stud
from upcard.games.caribbean_stud.decide import undecided, unseen
from upcard.games.caribbean_stud.main_wagers import forfeits
from upcard.games.caribbean_stud.plugin.award_procedure import (
    brings_envy,
    cards,
    dealers_hand,
    documents,
    envy_at_stake,
    five_card_awards,
    folded_cards,
    settled_by,
    settled_under,
    shown_under,
    verification,
    wins_progressive,
)
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.commands import Due, first_rule
from upcard.tables.dealing import deal_command, dealing_of
from upcard.tables.next_step import PLAYERS, Next
from upcard.tables.procedure import StepContext, Values, broken_off, stub_step, turned_up, yes
from upcard.tables.state import Table

# ---- What the law wants done next in a round of Caribbean stud, before it goes on --------------------------


def due(t: TableRules, table: Table) -> Iterator[Due]:
    """The steps that stand before anything else, the first of them first."""
    rules: CaribbeanStudRules = t.rules
    round: Round = table.round
    match round.phase:
        case "closed":
            counted = table.chips or (not accepted_chips(round) and "right")
            if rules.law.progressive_chips_counted and counted != "right":
                yield Due("CountChips", "progressive_chips_counted")
        case "deciding" | "decided" | "settling" | "settled" if table.stub == "out" and not broken_off(table):
            yield stub_step(t, table)
        case "deciding" | "decided" if round.up is None:
            dealing = dealing_of(t, table)
            assert dealing is not None
            yield Due("TurnUpCard", dealing.turned_under)
        case "deciding" | "decided":
            yield from folded_cards(rules, table, round)
        case "settling":
            yield from cards(rules, table, round)
            yield from verification(rules, table, round, round.agenda[0])
        case "settled" if round.void is not None:
            yield from documents(table)
        case "settled":
            yield from cards(rules, table, round)
            yield from documents(table)
            yield from dealers_hand(rules, table)


def accepted_chips(round: Round) -> int:
    """How many progressive wagers lie there in chips; coupons are none."""
    return sum(bool(seat.wagers.get("progressive")) for seat in round.seats.values())


# ---- What the lines of a step may depend on in Caribbean stud ----------------------------------------------
# Nothing is asked of cards that lie face down.


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


def _envy_facts(moment: StepContext) -> Values:
    """Whether the hand, or some hand where it is for no seat, may bring envy to another seat, unseen as it is."""
    round, rules = moment.table.round, moment.t.rules
    all_seats = round.seats.items() if round is not None else ()
    seats = [seat for number, seat in all_seats if seat.standing and moment.seat in (0, number)]
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
    "envy": _envy_facts,
    "forfeits": _forfeits,
    "offers": lambda moment: moment.t.rules.wagers,
}


# ---- next step ---------------------------------------------------------------------------------------------


def next_step(t: TableRules, table: Table) -> Next | None:
    """What comes next once the bets are closed and no step is due."""
    rules: CaribbeanStudRules = t.rules
    round: Round = table.round
    keyed = t.mode == "keyed"
    method = dealing_of(t, table)
    assert method is not None
    match round.phase:
        case "closed" if keyed and table.drawn:
            size = rules.law.hand_size
            counts = dict.fromkeys(round.clockwise, size)
            asks = ("counts", "dealer_count", *(() if method.turned_rule else ("up_card",)))
            suggests = {"counts": counts, "dealer_count": size}
            return Next(act="DealUnseen", rule=method.order_rule, asks=asks, suggests=suggests)
        case "short" if keyed and table.drawn:
            completed = c.Play(stud.CompleteDealer())  # face down: the system is told when the hand is turned up
            return Next(act="CompleteDealer", command=completed, rule="dealer_completes_from")
        case "closed" | "short":
            rule = method.order_rule if round.phase == "closed" else "dealer_completes_from"
            return Next(act="DealCards", command=deal_command(t, table), rule=rule)
        case "deciding":
            seats = undecided(round)
            return Next(act="Decide", rule="decision_choices", roles=PLAYERS, seat=seats[0])
        case "decided":
            turned = first_rule(t, "forfeits_collected_first", "dealer_qualifies_with")
            if not keyed:
                return Next(act="Reveal", command=c.Play(stud.Reveal()), rule=turned)
            return Next(act="Reveal", rule=turned, asks=("dealer",))
        case "settling":
            step = round.agenda[0]
            if missing := unseen(rules, round, step):
                return Next(act="ShowHand", rule=shown_under(rules, round), seat=missing[0], asks=("cards",))
            roles, rule = settled_by(rules, round)[0], settled_under(rules, round, step)
            settle = c.Play(stud.Settle(step.kind, step.seat))
            return Next(act="Settle", command=settle, rule=rule, roles=roles, seat=step.seat)
        case _:
            return None
