"""Houses for tests: small ones that the law permits, to be changed at one place."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from upcard.errors import HouseError
from upcard.law import edition
from upcard.rules.house import House, TableRules, read_house

Fields = dict[str, Any]


def with_petitions(house: House) -> House:
    """The same house under a law that knows petitions, as South Dakota's does."""
    ways = edition("sd-2015").law.jackpot_ends_by

    def petitioned(t: TableRules) -> TableRules:
        if t.edition.game != "caribbean-stud":
            return t
        return replace(t, rules=replace(t.rules, law=replace(t.rules.law, jackpot_ends_by=ways)))

    return replace(house, tables=tuple(petitioned(t) for t in house.tables))


def toml(value: Any) -> str:
    """A value as TOML; texts and numbers are written as JSON writes them."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


def section(kind: str, fields: Fields) -> str:
    return f"[[{kind}]]\n" + "".join(f"{name} = {toml(value)}\n" for name, value in fields.items() if value is not None)


def text(tables: list[Fields], jackpots: list[Fields] | None = None) -> str:
    parts = [section("jackpot", jackpot) for jackpot in jackpots or []] + [section("table", table) for table in tables]
    return 'name = "Test"\n' + "\n".join(parts)


def house(tables: list[Fields], jackpots: list[Fields] | None = None) -> House:
    return read_house(text(tables, jackpots))


def refusal(tables: list[Fields], jackpots: list[Fields] | None = None) -> tuple[str, str | None, str]:
    """The field, the clause and the reason of a house that is refused."""
    try:
        house(tables, jackpots)
    except HouseError as error:
        return error.field, error.clause, error.because
    raise AssertionError("the house was not refused")


def sd(**changes: Any) -> Fields:
    fields: Fields = {
        "name": "S",
        "edition": "sd-2015",
        "designated": True,
        "devices": ["progressive system", "signage", "coin sensor"],
        "signs": ["bet schedule", "progressive schedule"],
        "dealing": "singly",
    }
    return fields | changes


def sd_2011(**changes: Any) -> Fields:
    return sd(**{"edition": "sd-2011", "devices": ["progressive system", "signage", "coin-in slot"]} | changes)


def ma(**changes: Any) -> Fields:
    fields: Fields = {
        "name": "M",
        "edition": "ma",
        "dealing": "manual-shoe",
        "shoe_approved": True,
        "devices": ["acceptor"],
    }
    return fields | changes


def six(**changes: Any) -> Fields:
    fields: Fields = {
        "name": "6",
        "edition": "sd-bonus6",
        "designated": True,
        "signs": ["pay schedule"],
        "pay_table": "black-hawk",
        "maximum": "100.00",
    }
    return fields | changes


def jackpot(schedule: str = "PMG-01", *, level: str = "main", seed: str = "10000.00", rate: str = "25%") -> Fields:
    return {"name": "J", "schedule": schedule, "levels": {level: {"seed": seed, "rate": rate}}}


APPROVAL = {"reference": "25-114", "date": "2025-12-15"}


def ma_jackpot(schedule: str = "D", seed: str = "10000.00", rate: str = "70%") -> Fields:
    return jackpot(schedule, seed=seed, rate=rate) | {"approval": APPROVAL} | shared(schedule)


def five_card(seed: str = "10000.00", rate: str = "45%") -> Fields:
    return jackpot("five-card", level="five_card", seed=seed, rate=rate) | {"approval": APPROVAL}


SEEDS = {
    "PTMGLML01": {"major": "10000.00", "minor": "1000.00"},
    "PTMGLML02": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGLML03": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
}


def multi(schedule: str = "PTMGLML02", rates: tuple[str, ...] = ("30%", "25%", "15%"), **seeds: str) -> Fields:
    due = SEEDS[schedule] | seeds
    levels = {level: {"seed": seed, "rate": rate} for (level, seed), rate in zip(due.items(), rates, strict=True)}
    return {"name": "J", "schedule": schedule, "levels": levels, "approval": APPROVAL} | shared(schedule)


def title(**changes: Any) -> Fields:
    fields: Fields = {"name": "Let It Ride", "pay_table": "PTMGL01", "wager": "1.00", "decks": 1}
    return fields | changes


def table_refused(table: Fields, field: str, clause: str | None, *jackpots: Fields) -> None:
    where, cited, because = refusal([table], list(jackpots))
    assert (where, cited) == (f"table {table['name']!r}.{field}", clause), because


def jackpot_refused(one: Fields, tables: list[Fields], field: str, clause: str | None) -> str:
    where, cited, because = refusal(tables, [one])
    assert (where, cited) == (f"jackpot 'J'.{field}", clause), because
    return because


def shared(schedule: str, wager: str = "") -> Fields:
    """The other title that a link table is for."""
    if not schedule.startswith("PTMGL"):
        return {}
    return {"titles": [title(pay_table=schedule, wager=wager or ("5.00" if schedule == "PTMGL02" else "1.00"))]}
