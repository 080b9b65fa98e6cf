"""What the law permits and a licensee should still know before a house opens."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from upcard.rules.game_rules import house_of
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.jackpot import jackpots_of
from upcard.rules.payback import Payback


class Advice(msgspec.Struct, frozen=True):
    """A warning: the election it is about, a sentence, and the clause behind it, if there is one."""

    field: str
    message: str
    clause: str | None = None

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.field}: {self.message}{cited}"


def long_run(house: House, jackpot: Jackpot) -> Payback:
    """What a jackpot of the house gives back at its full tables."""
    tables = house.tables_on(jackpot.name)
    found: Payback = jackpots_of(tables[0]).long_run(jackpot, tables)
    return found


def advise(house: House) -> tuple[Advice, ...]:
    """Every warning, tables first."""
    found = [advice for table in house.tables for advice in _about_table(table)]
    return (*found, *(advice for jackpot in house.jackpots.values() for advice in _about_jackpot(house, jackpot)))


def _about_table(table: TableRules) -> Iterator[Advice]:
    edition, where = table.edition, f"table {table.name!r}"
    if edition.ended is not None:
        because = f"{edition.id} was in force until {edition.ended}; a table of today needs a later one"
        yield Advice(f"{where}.edition", because)
    for field, message, rule in house_of(edition).warnings(table):
        yield Advice(f"{where}.{field}", message, table.rules.clause(rule) if rule else None)


def _about_jackpot(house: House, jackpot: Jackpot) -> Iterator[Advice]:
    where = f"jackpot {jackpot.name!r}"
    for name, level in jackpot.levels.items():
        if level.overflow == "revenue" and level.limit is None:
            yield Advice(f"{where}.levels.{name}.overflow", "it has no effect: the meter has no limit")
    tables = house.tables_on(jackpot.name)
    for field, message, rule in jackpots_of(tables[0]).warnings(jackpot, tables):
        yield Advice(f"{where}.{field}", message, tables[0].rules.clause(rule) if rule else None)
