"""The jackpot lock: an award that was keyed waits until a supervisor closes it, and a second person where one signs.

Who keyed it does not validate it, but where the text has one supervisor verify, announce and pay it: there the second
person is the other one. A key that was wrong is put back by whoever keyed it, too, once a second person signs that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.errors import Refused
from upcard.games.meter import draw
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.context import FLOOR, Standing, for_role
from upcard.money.jackpot_reactions import keyed, lock, present
from upcard.money.link import Hit, Link
from upcard.rules.table import TableRules
from upcard.tables.actor import SUPERVISOR, Actor
from upcard.tables.due import refuse
from upcard.units import Award, Share


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
    if command.title not in (title.name for title in link.titles):
        raise Refused(None, f"{command.title} is no title on {link.name}")
    if not command.table.strip():
        raise Refused(None, "table: an award is keyed at a table")
    if command.table in (t.name for t in now.house.tables):
        raise Refused(None, f"table: {command.table} is a table of this house, and keys its own awards")
    if Share(command.percent, command.level) not in _shares(now, link):
        raise Refused(None, f"{command.percent}% of {command.level} is no award of {link.name}")
    meter = now.books.meter(link.name, command.level)
    taken = draw(meter, command.level, Share(command.percent, command.level))
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
