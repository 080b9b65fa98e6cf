"""Running a jackpot: into play, tables joining and leaving, standing still, parameters, corrections, signs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from upcard.errors import HouseError, Refused
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import (
    FLOOR,
    IN_CHARGE,
    Standing,
    check_offered,
    for_role,
    refuse_ending,
    refuse_under,
    standing_still,
    stands_in,
    title_on,
    two_people,
)
from upcard.money.jackpot_guards import check_suspension, lapsed, over
from upcard.money.link import Link, Member
from upcard.rules.jackpot import PER_UNIT, TOO_MUCH, Approval, Jackpot, Level, jackpots_of, level_fault
from upcard.rules.table import TableRules
from upcard.tables.commands import Actor
from upcard.units import micros, show_dollars

MOST_SEATS = 9
"""More wagers than that in one round of another title are a malfunction."""
SIGN_VARIANCE = 5_000
"""Cents by which a sign may differ from its meter before it is reported."""


def open_jackpot(now: Standing, by: Actor, command: c.OpenJackpot) -> tuple[e.JackpotEvent, ...]:
    """The parameters are those that the house elected and that were checked against the law."""
    for_role(by, IN_CHARGE, "opening a jackpot")
    jackpot = now.house.jackpots.get(command.jackpot)
    if jackpot is None:
        raise Refused(None, f"the house has no jackpot {command.jackpot!r}")
    if command.jackpot in now.books.links:
        raise Refused(None, f"{command.jackpot} has been put into play already")
    tables = now.house.tables_on(jackpot.name)
    rules = tables[0].rules
    _lawful(jackpots_of(tables[0]).check_approval, jackpot, tables)
    _check_approval(now, jackpot, jackpot.approval)
    top = jackpots_of(tables[0]).top_level(jackpot, rules)
    ends_by = rules.law.jackpot_ends_by or ()
    return (
        e.JackpotOpened(
            jackpot.name,
            rules.edition.id,
            jackpot.schedule,
            jackpot.levels,
            top,
            jackpot.titles,
            tuple(ends_by),
            jackpot.wager or UNSET,
            jackpot.approval or UNSET,
        ),
    )


def join(now: Standing, by: Actor, command: c.JoinTable) -> tuple[e.JackpotEvent, ...]:
    """A table of the house that plays for the jackpot by its own election, and with these wagers for no other.

    One whose edition has its wagers feed the meter at another moment than before joins anew.
    """
    for_role(by, IN_CHARGE, "joining a table")
    link, t = now.link(command.jackpot), now.table(command.table)
    if link.name not in (t.jackpot, t.five_card_jackpot):
        raise Refused(None, f"{t.name} is not elected to play for {link.name}")
    member = Member(*jackpots_of(t).fed_by(t, link.name))
    if link.members.get(t.name) == member:
        raise Refused(None, f"{t.name} plays for {link.name} already")
    if not now.idle(t.name):
        raise Refused(None, f"{t.name} joins between rounds")
    for other in now.books.jackpots_of(t.name):
        if other != link.name and set(member.wagers) & set(now.books.links[other].members[t.name].wagers):
            raise Refused(
                None, f"{t.name} is on the link of {other}: a wager plays for one jackpot. It leaves that first"
            )
    if t.edition.id != link.edition or t.name in link.members:
        _lawful(jackpots_of(t).check_values, now.house.jackpots[link.name], now.house.tables_on(link.name))
    instead = sorted(stands_in(now.house, now.books.links, t))
    return (e.TableJoined(link.name, t.name, member.wagers, member.fed_at, tuple(instead)),)


def leave(now: Standing, by: Actor, command: c.LeaveLink) -> tuple[e.JackpotEvent, ...]:
    for_role(by, IN_CHARGE, "taking a table off a link")
    link = now.books.links.get(command.jackpot) or now.link(command.jackpot)
    if command.table not in link.members:
        raise Refused(None, f"{command.table} does not play for {link.name}")
    if not now.idle(command.table):
        raise Refused(None, f"{command.table} leaves {link.name} between rounds")
    elected = {t.name for t in now.house.tables_on(link.name)}
    if command.table in elected and not link.ended:  # else it does not offer the jackpot, and takes nothing away
        others = link.members.keys() - {command.table}
        if not others & elected:
            raise refuse_ending(now, link, f"{link.name} is offered at its last table until it has ended")
        check_offered(now, link, others)
    return (e.TableLeft(link.name, command.table),)


def suspend(now: Standing, by: Actor, command: c.SuspendLink) -> tuple[e.JackpotEvent, ...]:
    for_role(by, (*FLOOR, "licensee", "regulator"), "suspending a link")
    link = now.link(command.jackpot)
    if not command.reason.strip():
        raise Refused(None, "a link is suspended for a reason")
    if link.suspended and (by.role != "regulator" or any(one.ordered for one in link.causes)):
        raise Refused(None, f"{link.name} is suspended already: {link.suspended}")
    check_suspension(now, link, by, command)
    return (e.LinkSuspended(link.name, command.reason, command.cause, command.until),)


def resume(now: Standing, by: Actor, command: c.ResumeLink) -> tuple[e.JackpotEvent, ...]:
    """What the regulator ordered ends by the regulator or its term, all else by the house."""
    for_role(by, (*IN_CHARGE, "regulator"), "resuming a link")
    link = now.link(command.jackpot)
    two_people(by, command.second, "resuming a link")
    if not link.suspended:
        raise Refused(None, f"{link.name} is in operation")
    ordered = by.role == "regulator"
    stay = [one for one in link.causes if one.ordered != ordered and not over(link, one, now.at)]
    if len(stay) == len(link.causes):
        theirs = "for what the house ends" if ordered else "as the regulator ordered, who ends it before its term"
        raise refuse_under(now, link, "suspension_causes", f"{link.name} stands still {theirs}: {link.suspended}")
    return (e.LinkResumed(link.name, command.second, ordered if stay else UNSET),)


def end_suspension(now: Standing, command: c.EndSuspension) -> tuple[e.JackpotEvent, ...]:
    link = now.link(command.jackpot)
    if not lapsed(link, now.at):
        raise Refused(None, f"{link.name} does not stand still beyond its term or cause")
    return (e.LinkResumed(link.name, ""),)


def change_level(now: Standing, by: Actor, command: c.ChangeLevel) -> tuple[e.JackpotEvent, ...]:
    """Other parameters, by two people, while nothing plays for the jackpot; a limit is not set below what is there."""
    for_role(by, IN_CHARGE, "changing a level")
    link = now.link(command.jackpot)
    two_people(by, command.second, "changing a level")
    standing_still(link, "no parameter changes")
    _nothing_wagered(now, link)
    if command.level not in link.tiers:
        raise Refused(None, f"{link.name} has no level {command.level!r}")
    before, after = link.tiers[command.level].level, command.after
    if not command.reason.strip():
        raise Refused(None, "a level is changed for a reason")
    if fault := level_fault(after):
        raise Refused(None, f"{fault[0]}: {fault[1]}")
    if before == after:
        raise Refused(None, f"level {command.level} of {link.name} has these parameters already")
    held = now.books.meter(link.name, command.level).displayed
    if after.limit is not None and after.limit < held:
        shown = show_dollars(held)
        raise Refused(None, f"limit: {show_dollars(after.limit)} is below the {shown} that the meter shows")
    _check_law(now, link, command)
    approval = _approved(now, link, before, command)
    return (e.LevelChanged(link.name, command.level, before, after, command.second, command.reason, approval or UNSET),)


def _approved(now: Standing, link: Link, before: Level, command: c.ChangeLevel) -> Approval | None:
    """What the law wants approved of a meter changes under an approval of its own."""
    jackpot, after = now.house.jackpots[link.name], command.after
    t = now.house.tables_on(link.name)[0]
    rule, values = jackpots_of(t).approved_values(jackpot, t.law)
    changed = {
        "initial and reset amount": (before.seed, before.reserve_rate) != (after.seed, after.reserve_rate),
        "rate of progression": before.progression != after.progression,
    }
    wanted = [value for value in values if changed[value]]
    if wanted and command.approval is None:
        because = f"another {' and '.join(wanted)} is submitted and approved first: name its reference and date"
        raise t.rules.refuse(rule, because)
    _check_approval(now, jackpot, command.approval)
    return command.approval


def _check_approval(now: Standing, jackpot: Jackpot, approval: Approval | None) -> None:
    """An approval that is named has a reference and a day that has come, whether it is wanted or not."""
    if approval is not None and (fault := approval.fault_at(now.at)):
        t = now.house.tables_on(jackpot.name)[0]
        rule, values = jackpots_of(t).approved_values(jackpot, t.law)
        raise t.rules.refuse(rule if values else None, f"approval: {fault}")


def _nothing_wagered(now: Standing, link: Link) -> None:
    for name, member in link.members.items():
        if now.wagered(name, member.wagers):
            raise Refused(None, f"a wager for {link.name} lies at {name}")


def _check_law(now: Standing, link: Link, command: c.ChangeLevel) -> None:
    """The law has the same say as when the jackpot was put into play."""
    levels = {name: tier.level for name, tier in link.tiers.items()} | {command.level: command.after}
    jackpot = replace(now.house.jackpots[link.name], levels=levels)
    if jackpot.rate + jackpot.reserve_rate > PER_UNIT:
        raise Refused(None, TOO_MUCH)
    tables = now.house.tables_on(link.name)
    for check in (jackpots_of(tables[0]).check_jackpot, jackpots_of(tables[0]).check_values):
        _lawful(check, jackpot, tables)


def _lawful(
    check: Callable[[Jackpot, tuple[TableRules, ...]], None], jackpot: Jackpot, tables: tuple[TableRules, ...]
) -> None:
    """What a house file is refused for is refused here too."""
    try:
        check(jackpot, tables)
    except HouseError as error:
        raise Refused(error.rule, f"{error.field}: {error.because}", clause=error.clause) from error


def correct_meter(now: Standing, by: Actor, command: c.CorrectMeter) -> tuple[e.JackpotEvent, ...]:
    """A malfunction put right by a new entry: a meter falls by nothing else than awards, transfers and this.

    Whoever has wagered for a jackpot plays for what it shows: it is corrected while nobody has, and what the house put
    up stays in it.
    """
    for_role(by, IN_CHARGE, "correcting a meter")
    link = now.link(command.jackpot)
    two_people(by, command.second, "correcting a meter")
    if command.level not in link.tiers:
        raise Refused(None, f"{link.name} has no level {command.level!r}")
    if not command.micros or not command.reason.strip():
        raise Refused(None, "a correction has an amount and a reason")
    if link.open:
        raise Refused(None, f"hit {next(iter(link.open))} of {link.name} is open: it is paid first")
    _nothing_wagered(now, link)
    after = now.books.balances.get(account.meter(link.name, command.level), 0) + command.micros
    put_up = link.tiers[command.level].put_up
    if command.micros < 0 and after < micros(put_up):
        raise Refused(None, f"a meter is not corrected below the {show_dollars(put_up)} that the house put up")
    return (
        e.MeterCorrected(link.name, command.level, command.micros, command.reason, command.second, command.corrects),
    )


def read_sign(now: Standing, by: Actor, command: c.ReadSign) -> tuple[e.JackpotEvent, ...]:
    """What the sign showed beside what the meter held; a difference of more than so much is reported."""
    for_role(by, (*FLOOR, "licensee", "regulator"), "reading a sign")
    link = now.link(command.jackpot)
    if set(command.shown) != set(link.tiers):
        raise Refused(None, f"shown: a sign of {link.name} shows {', '.join(link.tiers)}")
    held: dict[str, int] = {name: now.books.meter(link.name, name).displayed for name in link.tiers}
    reported = any(abs(command.shown[name] - cents) > SIGN_VARIANCE for name, cents in held.items())
    return (e.SignRead(link.name, command.sign, command.shown, held, reported),)


def take_title_wagers(now: Standing, by: Actor, command: c.TakeTitleWagers) -> tuple[e.JackpotEvent, ...]:
    """Wagers at another title's table, in whole wagers of that title."""
    for_role(by, (*FLOOR, "licensee"), "taking wagers")
    link = now.link(command.jackpot)
    title = title_on(now, link, command.title, command.table)
    if link.suspended:
        raise Refused(None, f"{link.name} is suspended: {link.suspended}")
    if command.cents <= 0 or command.cents % title.wager:
        raise Refused(None, f"a wager of {title.name} is {show_dollars(title.wager)}")
    if command.cents > MOST_SEATS * title.wager:
        raise Refused(None, f"no table of {title.name} takes more than {MOST_SEATS} wagers at once")
    return (e.TitleWagered(link.name, command.title, command.table, command.cents),)
