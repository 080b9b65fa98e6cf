"""The lines of a step: what the clauses have a person do by hand at it, as far as it concerns the table as it stands.

Nothing is asked of cards that lie face down. Where the step itself turns a hand up and pays it, whoever takes the step
is told of each way that the hand may stand; otherwise a line depends on a hand only once the hand is turned up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec

from upcard.games.game import game_of
from upcard.law.step_line import NamedLine
from upcard.rules.table import TableRules
from upcard.tables.dealing import dealing_of
from upcard.tables.state import Table


class Line(msgspec.Struct, frozen=True):
    """One thing to do, with the clause that has it done."""

    id: str
    do: str
    clause: str
    cites: str
    """The clause with the part of it that is meant."""


class StepContext(NamedTuple):
    """A step at a table: its command by name, the rule that it stands under, its seat, its deck, the shuffle.

    Whoever is told the lines may not know of the hands of the `hidden` seats.
    """

    t: TableRules
    table: Table
    act: str
    rule: str | None
    seat: int
    deck: str
    method: str
    hidden: Collection[int] = ()


Values = tuple[str, ...]


def lines(moment: StepContext) -> tuple[Line, ...]:
    """What is to be done by hand at a step, in order."""
    moment = game_of(moment.t).by_hand(moment)
    found = moment.t.edition.steps.get(moment.act, ())
    return tuple(_filled(moment, one) for one in found if _holds(moment, one))


def _holds(moment: StepContext, named: NamedLine) -> bool:
    conditions = named.line.conditions.items()
    known = {**FACTS, **game_of(moment.t).FACTS}
    return all(name in known and set(values) & set(known[name](moment)) for name, values in conditions)


IF = {
    "wins": "If the hand wins", "loses": "If the hand loses", "ties": "If the hands tie",
    "progressive": "If the hand wins the progressive", "envy": "If the hand brings envy",
}  # fmt: skip
"""How a hand may stand that the step turns up."""


def _filled(moment: StepContext, named: NamedLine) -> Line:
    deck = described(moment.t, moment.table, moment.deck or moment.table.current)
    do = named.line.do.format(seat=moment.seat, deck=deck)
    if moment.seat in moment.hidden:
        stands = [value for name in ("hand", "stays") for value in named.line.conditions.get(name, ())]
        do = f"{IF[stands[0]]}: {do[:1].lower()}{do[1:]}" if stands else do
    return Line(named.id, do, named.clause, named.cites)


def described(t: TableRules, table: Table, back: str) -> str:
    """A deck at the table as the house describes it, or by its back alone."""
    here = table.decks[back].id if back in table.decks else ""
    return next((deck.words for deck in t.decks if deck.id == here), f"{back} deck")


# ------------------------------------------------------------------------------------- what a line may depend on


def yes(fact: bool) -> Values:
    return ("yes" if fact else "no",)


def _dealing(moment: StepContext) -> Values:
    method = dealing_of(moment.t, moment.table)
    return (method.name,) if method else ()


def _shuffle(moment: StepContext) -> Values:
    deck = moment.table.decks.get(moment.deck or moment.table.current)
    return (moment.method or (deck.method if deck else ""),)


def _phase(moment: StepContext) -> Values:
    return (moment.table.round.phase,) if moment.table.round is not None else ()


def concerned(moment: StepContext) -> list[Any]:
    """The seat that the step concerns, or every one where it concerns none."""
    return list(_seats(moment).values())


def turned_up(moment: StepContext) -> list[Any]:
    """Those of them whose hands may be told of."""
    return [seat for number, seat in _seats(moment).items() if number not in moment.hidden]


def _seats(moment: StepContext) -> dict[int, Any]:
    seats = moment.table.round.seats if moment.table.round is not None else {}
    return {number: seat for number, seat in seats.items() if moment.seat in (0, number)}


def _placed(moment: StepContext) -> Values:
    wagers = game_of(moment.t).wagers_of
    return tuple({wager for seat in concerned(moment) for wager in wagers(seat)})


def _without(moment: StepContext) -> Values:
    placed, known = _placed(moment), moment.t.law.CONDITIONS.get("without", ())
    return tuple(wager for wager in known if wager not in placed)


def _void(moment: StepContext) -> Values:
    rule = getattr(moment.table.round, "void", None)
    return (rule,) if rule else ()


FACTS: dict[str, Callable[[StepContext], Values]] = {
    "mode": lambda moment: (moment.t.mode,),
    "dealing": _dealing,
    "shuffle": _shuffle,
    "two_decks": lambda moment: yes(len(moment.table.decks) > 1),
    "withdrawn": lambda moment: yes(moment.table.deck.stage == "withdrawn"),
    "phase": _phase,
    "placed": _placed,
    "without": _without,
    "void": _void,
    "rule": lambda moment: (moment.rule,) if moment.rule else (),
}
"""What holds at a step whatever is played, for each thing that a line may depend on; a game knows the rest."""
