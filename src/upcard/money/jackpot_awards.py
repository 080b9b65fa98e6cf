"""The jackpot lock: an award that was keyed waits until a supervisor closes it, and a second person where one signs.

Who keyed it does not validate it, but where the text has one supervisor verify, announce and pay it: there the second
person is the other one. A key that was wrong is put back by whoever keyed it, too, once a second person signs that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from upcard.cards import Category
from upcard.errors import Refused
from upcard.games.game import core_of, core_of_round, game_of
from upcard.games.moves import MeterStep, Moves
from upcard.games.payment import Meter, draw, share_of
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import FLOOR, Books, Standing, for_role, title_on
from upcard.money.link import Hit, Link
from upcard.money.slip import issue
from upcard.rules.election import house_of
from upcard.rules.jackpot import FIVE_CARD
from upcard.rules.table import TableRules
from upcard.tables import events as te
from upcard.tables.commands import SUPERVISOR, Actor, refuse
from upcard.tables.state import Table
from upcard.units import FULL_PERCENT, Award, Share, micros


def _hit(link: Link, number: int) -> Hit:
    if number not in link.open:
        raise Refused(None, f"hit {number} of {link.name} is not open")
    return link.open[number]


def _another(now: Standing, by: Actor, hit: Hit, *, with_second: bool) -> None:
    """Refuses who keyed an award, unless a second person signs and that is enough."""
    if by.id == hit.keyed_by and not (with_second and now.second not in ("", by.id)):
        raise Refused(None, "an award is validated or rejected by another than who keyed it")


def keyer_validates(rules: Any, hit: Hit) -> bool:
    """Whether who keyed an award may be one of the two who validate it: the text has one supervisor see to it all."""
    return not hit.title and rules is not None and bool(getattr(rules.law, "supervisor_verifies", None))


def may_validate(tables: Mapping[str, TableRules], hit: Hit, id: str) -> bool:
    """Whether a supervisor may be the first of the two who validate an award."""
    return id != hit.keyed_by or (hit.table in tables and keyer_validates(tables[hit.table].rules, hit))


def lock_again(now: Standing, by: Actor, command: c.LockHit) -> tuple[e.JackpotEvent, ...]:
    """After a rejection the same award may be keyed once more."""
    for_role(by, ("dealer", *FLOOR), "keying an award")
    link = now.link(command.jackpot)
    if command.table not in link.members:
        raise Refused(None, f"{command.table} does not play for {link.name}")
    t, table = now.table(command.table), now.tables.get(command.table)
    if table is None or present(table) is None:
        raise Refused(None, f"nothing is being settled at {command.table}")
    found = tuple(event for event in lock(t, now.books, table) if event.jackpot == link.name)
    if not found:
        raise Refused(None, f"no award off a meter is due now at {command.table}")
    if not keyed(table):
        raise refuse(t, "winner_key", "the winner is keyed first, at the table")
    return found


def _shares(now: Standing, link: Link) -> list[Award]:
    """What the schedule that all titles of a link share pays off its meters."""
    rules = now.house.tables_on(link.name)[0].rules
    assert rules.progressive is not None
    return [line.award for line in rules.progressive.lines.values()]


def lock_title_hit(now: Standing, by: Actor, command: c.LockTitleHit) -> tuple[e.JackpotEvent, ...]:
    """An award at another title's table."""
    for_role(by, (*FLOOR, "licensee"), "keying an award")
    link = now.link(command.jackpot)
    title_on(now, link, command.title, command.table)
    share = Share(command.percent, command.level)
    if share not in _shares(now, link):
        raise Refused(None, f"{share} is no award of {link.name}")
    meter = now.books.meter(link.name, command.level)
    taken = draw(meter, command.level, share)
    return (
        e.HitLocked(
            link.name, link.sequence + 1, command.table, 0, "progressive", 0, 0, (taken,), {command.level: meter},
            command.title,
        ),
    )  # fmt: skip


def validate(now: Standing, by: Actor, command: c.ValidateHit) -> tuple[e.JackpotEvent, ...]:
    """The award may be paid; another title is paid at once, since its table is not run here."""
    for_role(by, SUPERVISOR, "validating an award")
    link = now.link(command.jackpot)
    hit = _hit(link, command.number)
    rules = None if hit.title else now.table(hit.table).rules
    _another(now, by, hit, with_second=keyer_validates(rules, hit))
    if hit.state != "pending":
        raise Refused(None, f"hit {hit.number} of {link.name} is {hit.state} already")
    validated = e.HitValidated(link.name, hit.number)
    return (validated, e.HitPaid(link.name, hit.number)) if hit.title else (validated,)


def reject(now: Standing, by: Actor, command: c.RejectHit) -> tuple[e.JackpotEvent, ...]:
    """The amount goes back, also after it was validated, as long as it is not paid."""
    for_role(by, FLOOR, "rejecting an award")
    link = now.link(command.jackpot)
    hit = _hit(link, command.number)
    _another(now, by, hit, with_second=True)
    if not command.reason.strip():
        raise Refused(None, "an award is rejected for a reason")
    return (e.HitRejected(link.name, hit.number, command.reason),)


# ---- What goes where when an award is rejected, so that all is as if it had never been keyed ---------------
# A full award had its level start again: one seed came in from the house, and the reserve was poured out. The seed
# goes out with the rejection in any case, also where another full award has carried the one that came in off since:
# that award stands at what it was frozen at, and the seed is made good out of the amount that comes back. The reserve
# goes back where nothing has emptied the level since; where something has, it would have been poured out then, and
# waits there.


class Returned(NamedTuple):
    """One level, in micros."""

    award: int
    void: int
    """Contributions that were found void while the award waited: to the house."""
    seed: int
    """To the house too, with what was still owed."""
    to_reserve: int
    void_reserve: int
    """What goes from the reserve to the house after that."""
    owed: int
    """What the meter did not have."""


def returned(books: Books, jackpot: str, hit: Hit, level: str) -> Returned:
    """What a rejection moves at a level, before the books know of it."""
    tier = books.links[jackpot].tiers[level]
    award = micros(sum(draw.cents for draw in hit.draws if draw.level == level))
    held = books.balances.get(account.meter(jackpot, level), 0) + award
    was = hit.emptied.get(level)
    void, seed = (was.void_meter, was.seed) if was is not None else (0, 0)
    taken = min(void, held)
    back = min(seed + tier.owed, held - taken)
    owed = void + seed + tier.owed - taken - back
    if was is None or tier.era != hit.number:
        return Returned(award, taken, back, 0, 0, owed)
    poured = min(was.reserve, held - taken - back)
    return Returned(award, taken, back, poured, min(was.void_reserve, poured), owed)


# ---- What follows at a jackpot from what happened at a table -----------------------------------------------
# a keyed award is locked, and closed once it is paid.
#
# The amount is frozen with its number when the verification of the hand begins and its turn has come, so that of two
# tables that hit within a moment the journal says who was first, and each is paid what the meter then held.


class Ruled(Protocol):
    """A table by its name and the rules in force there; an audit knows no more of it."""

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> Any: ...


def follows(
    t: Ruled, books: Books, table: Table, event: te.Event, *, unwon_at_end: bool = False
) -> Iterator[e.MoneyEvent]:
    """The events at jackpots and slips, one after the other; the books know each before the next is asked for.

    With `unwon_at_end` a top award that was not won is told with the end of the round, as early engines did.
    """
    match event:
        case te.WinnerKeyed(lit=False):
            found = _open(t, books, table, "progressive", event.seat)
            if found is not None:
                yield e.HitRejected(found[0], found[1].number, "the winner key was taken back")
        case te.Played():
            core = core_of(event.event)
            moves = core.moves(None, event.event) if isinstance(event.event, core.MAY_LOCK) else None
            if moves is not None and moves.settled is not None:
                found = _open(t, books, table, moves.settled.kind, moves.settled.seat)
                if found is not None:
                    yield e.HitPaid(found[0], found[1].number)
                yield from _slips(t, books, table, moves, found[1] if found else None)
            if moves is not None:
                yield from _keyed(t, books, table)
            if core.METER_STEPS and table.round is not None:
                yield from (_unwon_at_end if unwon_at_end else _stands)(t, books, table, table.round)
        case te.WinnerKeyed() | te.StepDone():
            yield from _keyed(t, books, table)
        case _:
            return


def _tops_paid(t: Ruled, books: Books, table: Table) -> Iterator[tuple[Link, list[Hit]]]:
    """The jackpots whose top award was paid in the round of a table, and under which numbers."""
    here = (t.name, table.number, "paid")
    for link in [books.links[jackpot] for jackpot in books.jackpots_of(t.name)]:
        if hits := [h for h in link.last if (h.table, h.round, h.state) == here and link.top in h.emptied]:
            yield link, hits


def _stands(t: Ruled, books: Books, table: Table, round: Any) -> Iterator[e.HitUnwon | e.HitStands]:
    """The top awards that no hand has won which was paid one, as cards are known now; and those that one has again."""
    core = core_of_round(round)
    for link, hits in _tops_paid(t, books, table):
        top = Share(FULL_PERCENT, link.top)
        stand = any(core.earned(_terms_of(t, link, hit), round, top) for hit in hits)
        for hit in hits:
            if stand == (hit.number in link.not_won):
                yield (e.HitStands if stand else e.HitUnwon)(link.name, hit.number)


def _terms_of(t: Ruled, link: Link, hit: Hit) -> Any:
    """The rules that an award was won by, easier terms among them."""
    if not hit.eased:
        return t.rules
    easier = next(hand for hand in Category if hand.key == hit.eased)
    return house_of(t.rules.edition).JACKPOTS.eased(t.rules, easier, five_card=link.schedule == FIVE_CARD)


def _unwon_at_end(t: Ruled, books: Books, table: Table, round: Any) -> Iterator[e.HitUnwon]:
    """The top awards that were paid in a round that is over, where no hand has won one that stood."""
    for link, hits in _tops_paid(t, books, table) if round.phase == "complete" else ():
        top = str(Share(FULL_PERCENT, link.top))
        if not any(line.odds == top and line.result == "win" for entry in round.done for line in entry.payments):
            yield from (e.HitUnwon(link.name, hit.number) for hit in hits)


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


def _open(t: Ruled, books: Books, table: Table, kind: str, seat: int) -> tuple[str, Hit] | None:
    for jackpot in books.jackpots_of(t.name):
        if hit := books.links[jackpot].hit_at(t.name, table.number, kind, seat):
            return jackpot, hit
    return None


def _worth(t: Ruled, books: Books, table: Table, step: Any) -> Any:
    """What the step would pay, where a percentage of a meter is among it that is not worked out yet."""
    return core_of_round(table.round).worth(t.rules, table.round, step, books.readings(t.name))


def lock(t: Ruled, books: Books, table: Table) -> Iterator[e.HitLocked]:
    """The award of the present step, frozen."""
    step, of_meter = _meter_step(table)
    if of_meter is None or _open(t, books, table, step.kind, step.seat) is not None:
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
    found = _open(t, books, table, step.kind, step.seat)
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
