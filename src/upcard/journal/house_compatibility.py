"""Whether a house and the journal that it is opened on agree about open tables and the jackpots in play."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from upcard.errors import HouseError
from upcard.journal.casino import Casino
from upcard.money.context import ENDS_BY, stands_in
from upcard.rules.house import House, TableRules
from upcard.rules.owned_deck import reads_as


def check_terms(house: House, casino: Casino, *, jackpots: bool = True, fresh: Collection[str] = ()) -> None:
    """Refuses a house that changes what an open table is played by, or the terms of a jackpot in play.

    After an upgrade an open table between rounds may have been opened under an older text of its edition: the house
    opens, and the table takes nothing but being closed. A table that another process opens now (`fresh`) may not.
    Without `jackpots` only tables are looked at: what a licensee has changed at a jackpot since the start is in the
    journal, and not yet in the house.
    """
    try:
        if jackpots:
            _check_names(house, casino)
            _check_jackpots(house, casino)
        _check_tables(house, casino, fresh)
    except HouseError as error:
        theirs = casino.books.house
        if not theirs or theirs == house.name:
            raise
        because = f"{error.because}. The store holds the journal of {theirs}: name another one with --db"
        raise HouseError(error.field, because, rule=error.rule, clause=error.clause) from error


def _check_names(house: House, casino: Casino) -> None:
    """A name that reads like another one of the journal would have two tables taken for one."""
    known = {*casino.tables, *(table for link in casino.books.links.values() for table in link.played)}
    read = {reads_as(name): name for name in known}
    for t in house.tables:
        if t.name not in known and reads_as(t.name) in read:
            because = f"it reads like {read[reads_as(t.name)]!r}, which is in the journal: take another name"
            raise HouseError(f"table {t.name!r}", because)


def _check_tables(house: House, casino: Casino, fresh: Collection[str]) -> None:
    """A table that is open was opened under an edition, its text and the elections: it is closed before they change."""
    tables = {t.name: t for t in house.tables}
    for name, opened in casino.pinned.items():
        t = tables.get(name)
        if t is None:
            raise HouseError(f"table {name!r}", "it is open in the journal: close it before it is taken away")
        if casino.outdated(name) and name not in fresh:
            continue  # it takes nothing but being closed
        now: dict[str, Any] = {"edition": t.edition.id, "elections": t.rules.elections}
        then: dict[str, Any] = {"edition": opened.edition, "elections": opened.elections}
        if name in fresh:
            now["text of the law"], then["text of the law"] = t.edition.digest, opened.digest
        now |= {"mode": t.mode, **t.equipment}
        then |= {"mode": casino.mode_of(name) or t.mode, **(opened.equipment or t.equipment)}
        for what, value in now.items():
            if value != then.get(what):
                named = _changed(opened.elections, t.rules.elections) if what == "elections" else what
                bots = "" if then["mode"] == "keyed" else " or with `upcard floor run --close`"
                because = (
                    f"the table was opened with another {named}: with the house as it was, close it on the House page"
                    f"{bots}, before that changes"
                )
                raise HouseError(f"table {name!r}", because)


def _changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    return ", ".join(field for field in {**before, **after} if before.get(field) != after.get(field))


def _fixed(t: TableRules, name: str, schedule: str) -> HouseError:
    """A schedule stays as it was chosen: when, the law says where it has a rule for it."""
    chosen = t.law.schedule_fixed
    because = f"{schedule} was chosen {chosen}, and stays" if chosen else f"{schedule} was put into play, and stays"
    rule = "schedule_fixed" if chosen else None
    return HouseError(f"jackpot {name!r}.schedule", because, rule=rule, clause=t.rules.clause(rule) if rule else None)


def _check_order(house: House, casino: Casino) -> None:
    """Refuses a house whose tables wait for each other: none opens before one that offers what it once played for."""
    elected = {t.name: {t.jackpot, t.five_card_jackpot} for t in house.tables}
    kept = {name: link.played for name, link in casino.books.links.items() if link.ends_by and not link.ended}
    once = {
        t.name: {name for name in kept if t.name in kept[name] and ENDS_BY in t.edition.citations}.union(
            stands_in(house, casino.books.links, t)
        )
        - elected[t.name]
        for t in house.tables
    }
    offered: set[str | None] = set()
    waiting = list(elected)
    while ready := [table for table in waiting if once[table] <= offered]:
        offered = offered.union(*(elected[table] for table in ready))
        waiting = [table for table in waiting if table not in ready]
    if waiting:
        missing = sorted(set().union(*(once[table] for table in waiting)) - offered)
        because = (
            f"{', '.join(missing)} would be offered only at tables that may not open before each other "
            f"({', '.join(waiting)}): elect one that has been on no other link"
        )
        raise HouseError(f"jackpot {missing[0]!r}", because)


def _check_jackpots(house: House, casino: Casino) -> None:
    for name, link in casino.books.links.items():
        if link.ended:
            # A table that is open was opened with it, and is closed under the house as it was.
            if name in house.jackpots and not any(t.name in casino.pinned for t in house.tables_on(name)):
                raise HouseError(f"jackpot {name!r}", f"it has ended: {link.ended}")
            continue
        jackpot = house.jackpots.get(name)
        if jackpot is None:
            raise HouseError(f"jackpot {name!r}", "it is in play and is offered until it has ended by the law's ways")
        if jackpot.schedule != link.schedule:
            raise _fixed(house.tables_on(name)[0], name, link.schedule)
        if (jackpot.wager or "") != link.wager:
            put = link.wager or "the one that its schedule lists"
            raise HouseError(f"jackpot {name!r}.progressive_wager", f"the wager put into play is {put}, and stays")
        if jackpot.titles != link.titles:
            raise HouseError(f"jackpot {name!r}.titles", "other titles are on the link than the house elects")
        for level, tier in link.tiers.items():
            if jackpot.levels.get(level) != tier.level:
                because = "its parameters are not those in play, which change only while the link is suspended"
                raise HouseError(f"jackpot {name!r}.levels.{level}", because)
    _check_order(house, casino)
