"""The derivation of a jackpot on paper: first what it shows and from what, then step by step."""

from __future__ import annotations

from upcard.reports.money.blocks import Column, Fact, Facts, Paper, Part, Prose, Table, Value, show
from upcard.reports.money.meter_history import By, Derivation, grouped
from upcard.units import micros

STEPS = (
    Column("entries", "Entries"),
    Column("day", "Date"),
    Column("where", "Where"),
    Column("reason", "What"),
    Column("count", "How many", "number"),
    Column("wagered", "Wagered", "cents"),
    Column("amount", "Amount", "micros"),
    Column("after", "Meter after", "micros"),
    Column("why", "Why, and by whom", "long"),
)
REASONS = (Column("reason", "What"), Column("count", "How many", "number"), Column("amount", "Amount", "micros"))
LISTING = (
    Column("jackpot", "Jackpot"),
    Column("level", "Level", "words"),
    Column("entry", "Entry", "number"),
    Column("at", "Time", "time"),
    Column("table", "Table"),
    Column("round", "Round", "number"),
    Column("seat", "Seat", "number"),
    Column("reason", "What"),
    Column("wagered", "Wagered", "cents"),
    Column("amount", "Amount", "micros"),
    Column("after", "Meter after", "micros"),
    Column("by", "By"),
    Column("why", "Why"),
)


def jackpot_paper(levels: tuple[Derivation, ...], house: str = "", by: By = "table") -> Paper:
    """Every level of one jackpot."""
    name = levels[0].jackpot
    rows = tuple(row for one in levels for row in _listed(one))
    listing = Table("movements", f"Every movement of {name}", LISTING, rows)
    parts = tuple(_level(one, by) for one in levels)
    return Paper("jackpot", f"Derivation of {name}", house, levels[0].head, parts, listing)


def _level(one: Derivation, by: By) -> Part:
    facts = (
        Fact("displayed", "Displayed", one.displayed, "cents"),
        Fact("fraction", "Fraction of a cent that is not displayed", one.amount - micros(one.displayed), "micros"),
        Fact("amount", "Derived from the movements below", one.amount, "micros"),
        Fact("posted", "Sum of the journal's postings", one.posted, "micros"),
        *(() if one.held is None else (Fact("held", "Balance that the store keeps", one.held, "micros"),)),
    )
    summed = tuple((reason, count, amount) for reason, (count, amount) in one.by_reason.items())
    reserve = tuple(one.reserve.items())
    total = ("Together", sum(one.reserve.values()))
    steps = tuple(
        (
            str(group.first) if group.first == group.last else f"{group.first} to {group.last}", group.day,
            f"{group.table}, round {group.round}" if group.round else group.table, group.reason, group.count,
            group.wagered or None, group.micros, group.after, "; ".join(filter(None, (group.why, group.by))),
        )
        for group in grouped(one.movements, by)
    )  # fmt: skip
    blocks = (
        Facts("amounts", "What it shows", facts),
        Prose(_says(one), strong=True),
        Table("reasons", "From what", REASONS, summed, ("Together", len(one.movements), one.amount)),
        *((Table("reserve", "Its reserve, which is not displayed", REASONS[::2], reserve, total),) if reserve else ()),
        Table("steps", "Step by step", STEPS, steps),
    )
    return Part(f"level-{one.level}", f"{one.jackpot}, {show(one.level, 'words')}", blocks)


def _says(one: Derivation) -> str:
    if one.proven:
        return (
            f"The movements come to {show(one.amount, 'micros')}, which is what the books hold to the micro (a "
            f"millionth of a cent); rounded down to the cent, {show(one.displayed, 'cents')} is displayed."
        )
    return f"NOT PROVEN: the movements come to {show(one.amount, 'micros')} and the books hold another amount."


def _listed(one: Derivation) -> list[tuple[Value, ...]]:
    return [
        (
            one.jackpot, one.level, each.entry, each.at, each.table, each.round or None, each.seat or None,
            each.reason, each.wagered or None, each.micros, each.after, each.by, each.why,
        )
        for each in one.movements
    ]  # fmt: skip
