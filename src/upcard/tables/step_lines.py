"""The lines of a step: what the clauses have a person do by hand at it, as far as it concerns the table as it stands.

Nothing is asked of cards that lie face down: a line depends on a hand only once the hand is turned up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.round import Seat as SixSeat
from upcard.games.bonus_six.round import to_verify
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import Seat as StudSeat
from upcard.law.step_line import WAGERS, NamedLine
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.award_procedure import five_card_awards
from upcard.tables.dealing import dealing_of
from upcard.tables.racking import brings_envy, wins_progressive
from upcard.tables.state import Table


class Line(msgspec.Struct, frozen=True):
    """One thing to do, with the clause that has it done."""

    id: str
    do: str
    clause: str
    cites: str
    """The clause with the part of it that is meant."""


class StepContext(NamedTuple):
    """A step at a table: its command by name, the rule that it stands under, its seat, its deck, the shuffle."""

    t: TableRules
    table: Table
    act: str
    rule: str | None
    seat: int
    deck: str
    method: str


Values = tuple[str, ...]


def lines(moment: StepContext) -> tuple[Line, ...]:
    """What is to be done by hand at a step, in order."""
    moment = _as_by_hand(moment)
    found = moment.t.edition.steps.get(moment.act, ())
    return tuple(_filled(moment, one) for one in found if _holds(moment, one))


def _as_by_hand(moment: StepContext) -> StepContext:
    """The step by the name that it has with real cards: where the system deals, one command stands for several."""
    round = moment.table.round
    if moment.act == "DealUnseen" and isinstance(round, SixRound):
        return moment._replace(act="DealCards")
    if moment.act != "DealCards" or round is None:
        return moment
    match round.phase:
        case "short":
            return moment._replace(act="CompleteDealer")
        case "second" | "third":
            return moment._replace(act="DealStreet")
        case "cards" if isinstance(round, SixRound):
            return moment._replace(act="DealBonusCard", seat=to_verify(round)[0])
        case _:
            return moment


def _holds(moment: StepContext, named: NamedLine) -> bool:
    conditions = named.line.conditions.items()
    return all(set(values) & set(FACTS[name](moment)) for name, values in conditions)


def _filled(moment: StepContext, named: NamedLine) -> Line:
    deck = described(moment.t, moment.table, moment.deck or moment.table.current)
    return Line(named.id, named.line.do.format(seat=moment.seat, deck=deck), named.clause, named.cites)


def described(t: TableRules, table: Table, back: str) -> str:
    """A deck at the table as the house describes it, or by its back alone."""
    here = table.decks[back].id if back in table.decks else ""
    return next((deck.words for deck in t.decks if deck.id == here), f"{back} deck")


# ------------------------------------------------------------------------------------- what a line may depend on


def _yes(fact: bool) -> Values:
    return ("yes" if fact else "no",)


def _dealing(moment: StepContext) -> Values:
    method = dealing_of(moment.t, moment.table)
    return (method.name,) if method else ()


def _shuffle(moment: StepContext) -> Values:
    deck = moment.table.decks.get(moment.deck or moment.table.current)
    return (moment.method or (deck.method if deck else ""),)


def _phase(moment: StepContext) -> Values:
    return (moment.table.round.phase,) if moment.table.round is not None else ()


def _kind(moment: StepContext) -> Values:
    round = moment.table.round
    return (round.agenda[0].kind,) if isinstance(round, StudRound) and round.agenda else ()


def _dealer(moment: StepContext) -> Values:
    qualifies = getattr(moment.table.round, "qualifies", None)
    return () if qualifies is None else ("qualifies" if qualifies else "no hand",)


def _seats(moment: StepContext) -> list[StudSeat | SixSeat]:
    """The seat that the step concerns, or every one where it concerns none."""
    seats: dict[int, StudSeat | SixSeat] = dict(moment.table.round.seats) if moment.table.round is not None else {}
    return [seat for number, seat in seats.items() if moment.seat in (0, number)]


def _hand(moment: StepContext) -> Values:
    """How the seat's hand stands, once it is turned up."""
    round, rules = moment.table.round, moment.t.rules
    found = _seats(moment) if moment.seat else []
    match found:
        case [StudSeat(value=value)] if isinstance(round, StudRound) and round.qualifies is not None and value:
            return ("wins" if value > round.dealer_value else "ties" if value == round.dealer_value else "loses",)
        case [SixSeat(value=value)] if isinstance(rules, BonusSixRules) and _phase(moment)[0] in ("cards", "settling"):
            return ("wins" if value and rules.schedule.odds(value) is not None else "loses",)
        case _:
            return ()


def _awarded(moment: StepContext) -> Values:
    """Whether the progressive or the five card wager that is settled now wins."""
    round, rules = moment.table.round, moment.t.rules
    if not isinstance(round, StudRound) or not isinstance(rules, CaribbeanStudRules) or moment.seat not in round.seats:
        return ()
    seat = round.seats[moment.seat]
    if _kind(moment) == ("five_card",):
        return _yes(bool(five_card_awards(rules, round, moment.seat, seat)))
    return _yes(wins_progressive(rules, seat))


def _stays(moment: StepContext) -> Values:
    """What the hands of the step are left on the table for, when their turn is over."""
    round, rules = moment.table.round, moment.t.rules
    if not isinstance(round, StudRound) or not isinstance(rules, CaribbeanStudRules) or round.qualifies is None:
        return ()
    if rules.law.progressive_settled == "in turn":
        return ()
    seats = [seat for seat in _seats(moment) if isinstance(seat, StudSeat) and seat.standing]
    progressive = any(wins_progressive(rules, seat) for seat in seats)
    envy = any(brings_envy(rules, round, seat) for seat in seats)
    return ("progressive",) * progressive + ("envy",) * envy


def _wagers(seat: StudSeat | SixSeat) -> set[str]:
    if isinstance(seat, SixSeat):
        return {name for name, placed in (("insurance", seat.insurance), ("tip", any(seat.tips))) if placed}
    found = {name for name, cents in seat.wagers.items() if cents}
    return found | {"progressive"} if seat.coupon else found


def _placed(moment: StepContext) -> Values:
    return tuple({wager for seat in _seats(moment) for wager in _wagers(seat)})


def _without(moment: StepContext) -> Values:
    placed = _placed(moment)
    return tuple(wager for wager in WAGERS if wager not in placed)


def _offers(moment: StepContext) -> Values:
    rules = moment.t.rules
    return rules.wagers if isinstance(rules, CaribbeanStudRules) else ("insurance", "tip")


def _void(moment: StepContext) -> Values:
    rule = getattr(moment.table.round, "void", None)
    return (rule,) if rule else ()


FACTS: dict[str, Callable[[StepContext], Values]] = {
    "mode": lambda moment: (moment.t.mode,),
    "dealing": _dealing,
    "shuffle": _shuffle,
    "two_decks": lambda moment: _yes(len(moment.table.decks) > 1),
    "phase": _phase,
    "kind": _kind,
    "dealer": _dealer,
    "hand": _hand,
    "awarded": _awarded,
    "stays": _stays,
    "offers": _offers,
    "placed": _placed,
    "without": _without,
    "void": _void,
    "rule": lambda moment: (moment.rule,) if moment.rule else (),
}
"""What holds at a step, for each thing that a line may depend on."""
