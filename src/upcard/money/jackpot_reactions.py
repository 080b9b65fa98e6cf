"""What follows at a jackpot from what happened at a table: a keyed award is locked, and closed once it is paid.

The amount is frozen with its number when the verification of the hand begins and its turn has come, so that of two
tables that hit within a moment the journal says who was first, and each is paid what the meter then held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from upcard.games.game import core_of, core_of_round, game_of
from upcard.games.meter import Meter
from upcard.games.moves import MeterStep, Moves
from upcard.games.payment import share_of
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.link import Hit
from upcard.money.slip import issue
from upcard.rules.table import TableRules
from upcard.tables import events as te
from upcard.tables.due import refuse
from upcard.tables.state import Table
from upcard.units import FULL_PERCENT, Share


class Ruled(Protocol):
    """A table by its name and the rules in force there; an audit knows no more of it."""

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> Any: ...


def follows(t: Ruled, books: Books, table: Table, event: te.Event) -> Iterator[e.MoneyEvent]:
    """The events at jackpots and slips, one after the other; the books know each before the next is asked for."""
    match event:
        case te.WinnerKeyed(lit=False):
            found = _open(books, t.name, "progressive", event.seat)
            if found is not None:
                yield e.HitRejected(found[0], found[1].number, "the winner key was taken back")
        case te.Played():
            core = core_of(event.event)
            moves = core.moves(None, event.event) if isinstance(event.event, core.MAY_LOCK) else None
            if moves is not None and moves.settled is not None:
                found = _open(books, t.name, moves.settled.kind, moves.settled.seat)
                if found is not None:
                    yield e.HitPaid(found[0], found[1].number)
                yield from _slips(t, books, table, moves, found[1] if found else None)
            if moves is not None:
                yield from _keyed(t, books, table)
            if core.METER_STEPS and table.round is not None and table.round.phase == "complete":
                yield from _unwon(t, books, table, table.round)
        case te.WinnerKeyed() | te.StepDone():
            yield from _keyed(t, books, table)
        case _:
            return


def _unwon(t: Ruled, books: Books, table: Table, round: Any) -> Iterator[e.HitUnwon]:
    """The top awards that were paid in a round that is over, where no hand has won one that stood."""
    lines = [line.odds for entry in round.done for line in entry.payments if line.result == "win"]
    for jackpot in books.jackpots_of(t.name):
        link = books.links[jackpot]
        if str(Share(FULL_PERCENT, link.top)) not in lines:
            for hit in link.last:
                if (hit.table, hit.round, hit.state) == (t.name, table.number, "paid") and link.top in hit.emptied:
                    yield e.HitUnwon(jackpot, hit.number)


def _slips(t: Ruled, books: Books, table: Table, moves: Moves, hit: Hit | None) -> Iterator[e.SlipIssued]:
    """A slip for each percentage that was paid; of an award that was divided, for each part of it."""
    drawn_now = [draw.each for draw in moves.draws]
    for payment in moves.paid:
        if share_of(payment) is None:
            continue
        jackpot = books.meter_of(t.name, payment.wager)
        if hit is not None and drawn_now and drawn_now[0] == payment.paid:
            del drawn_now[0]
            number = hit.number
        else:  # a part of what was worked out at an earlier seat
            number = books.divided[t.name, jackpot]
        yield issue(books.slips, jackpot, number, t.name, table.number, payment)


def _keyed(t: Ruled, books: Books, table: Table) -> Iterator[e.HitLocked]:
    if keyed(table):
        yield from lock(t, books, table)


def keyed(table: Table) -> bool:
    """Whether the award of the present step has been keyed, or its verification has begun."""
    step, of_meter = _meter_step(table)
    if of_meter is None:
        return False
    begun = any((act, step.seat) in table.done for act in of_meter.verified_by)
    return begun or (step.kind == "progressive" and step.seat in table.winners)


def present(table: Table) -> Any:
    """The step that is settled next, where one is."""
    return core_of_round(table.round).present(table.round) if table.round is not None else None


def _meter_step(table: Table) -> tuple[Any, MeterStep | None]:
    """The step that is settled next, and how it draws on a meter, where it does."""
    step = present(table)
    return step, core_of_round(table.round).METER_STEPS.get(step.kind) if step else None


def _open(books: Books, table: str, kind: str, seat: int) -> tuple[str, Hit] | None:
    for jackpot in books.jackpots_of(table):
        if hit := books.links[jackpot].hit_at(table, kind, seat):
            return jackpot, hit
    return None


def _worth(t: Ruled, books: Books, table: Table, step: Any) -> Any:
    """What the step would pay, where a percentage of a meter is among it that is not worked out yet."""
    return core_of_round(table.round).worth(t.rules, table.round, step, books.readings(t.name))


def lock(t: Ruled, books: Books, table: Table) -> Iterator[e.HitLocked]:
    """The award of the present step, frozen."""
    step, of_meter = _meter_step(table)
    if of_meter is None or _open(books, t.name, step.kind, step.seat) is not None:
        return
    outcome = _worth(t, books, table, step)
    if outcome is None:
        return
    jackpot = books.meter_of(t.name, of_meter.wager)
    readings = books.readings(t.name)
    yield e.HitLocked(
        jackpot, books.links[jackpot].sequence + 1, t.name, table.number, step.kind, step.seat, hand_of(outcome),
        outcome.draws, {draw.level: readings[draw.level] for draw in outcome.draws},
    )  # fmt: skip


def hand_of(outcome: Any) -> int:
    """The hand that wins a percentage of a meter."""
    return next(p.hand for p in outcome.payments if share_of(p)) or 0


def paid_from(t: Ruled, books: Books, table: Table) -> tuple[dict[str, Meter], str]:
    """The meters that the present step is paid from: as they were locked for it, else as they stand.

    With them, why it may not be paid yet, or empty: a percentage is not paid before it was locked and validated.
    """
    readings = books.readings(t.name)
    step, of_meter = _meter_step(table)
    if of_meter is None:
        return readings, ""
    found = _open(books, t.name, step.kind, step.seat)
    if found is not None:
        jackpot, hit = found
        waits = f"hit {hit.number} of {jackpot} is validated by a supervisor before it is paid"
        return {**readings, **hit.readings}, waits if hit.state != "validated" else ""
    due = _worth(t, books, table, step) is not None
    return readings, "the award is keyed and validated before it is paid" if due else ""


def readings_for(t: TableRules, books: Books, table: Table) -> dict[str, Meter]:
    """The meters that the present step is paid from; refused where an award waits for somebody."""
    readings, because = paid_from(t, books, table)
    if because:
        raise refuse(t, game_of(t).validated_under(t, table.round, present(table).kind), because)
    return readings
