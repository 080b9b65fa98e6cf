"""A house that the law permits, summed up: what its tables and jackpots are run by, as one document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from upcard.rules.game_rules import house_of
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import Advice, long_run
from upcard.rules.jackpot import jackpots_of, show_rate
from upcard.units import show_cents


def _money(cents: int | None) -> str | None:
    return None if cents is None else show_cents(cents)


def table_document(one: TableRules) -> dict[str, Any]:
    """What a table is run by."""
    rules = one.rules
    document: dict[str, Any] = {
        "name": one.name,
        "edition": one.edition.id,
        "game": one.edition.game,
        "seats": one.seats,
        "mode": one.mode,
        "shuffle": one.shuffle,
        "backs": list(one.backs),
        "decks": [deck.words for deck in one.decks],
        "minimum": _money(rules.minimum),
        "maximum": _money(rules.maximum),
        "maxima": {wager: show_cents(most) for wager, most in rules.maxima.items()},
        "liability_limit": _money(rules.liability_limit),
    }
    house = house_of(one.edition)
    touched = [r.name for r in one.edition.readings if any(house.touches(rules, rule) for rule in r.rules)]
    return {**document, **house.summary(one), "readings": touched}


def jackpot_document(house: House, jackpot: Jackpot) -> dict[str, Any]:
    """A jackpot with its levels and what it pays back in the long run."""
    long, tables = long_run(house, jackpot), house.tables_on(jackpot.name)
    return {
        "name": jackpot.name,
        "schedule": jackpot.schedule,
        "tables": [one.name for one in tables],
        "progressive_wager": jackpots_of(tables[0]).wager_shown(jackpot, tables[0].rules),
        "approval": str(jackpot.approval) if jackpot.approval else None,
        "levels": {
            name: {
                "seed": _money(level.seed),
                "rate": show_rate(level.rate),
                "reserve_rate": show_rate(level.reserve_rate),
                "limit": _money(level.limit),
                "overflow": level.overflow,
            }
            for name, level in jackpot.levels.items()
        },
        "titles": [
            {"name": t.name, "pay_table": t.pay_table, "wager": _money(t.wager), "decks": t.decks}
            for t in jackpot.titles
        ],
        "long_run_return": _ratio(long.total),
        "long_run_bound": long.bound,
        "payback": [{"part": s.part, "because": s.because, "share": _ratio(s.share)} for s in long.steps],
        "fixed_awards_from_meter": long.from_meter,
    }


def _ratio(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def house_document(house: House, warnings: tuple[Advice, ...]) -> dict[str, Any]:
    """The whole of a house that is in order, with what its licensee should know besides."""
    return {
        "ok": True,
        "house": house.name,
        "tables": [table_document(one) for one in house.tables],
        "jackpots": [jackpot_document(house, jackpot) for jackpot in house.jackpots.values()],
        "warnings": [{"field": w.field, "message": w.message, "clause": w.clause} for w in warnings],
    }
