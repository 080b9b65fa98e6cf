"""A house that the law permits, summed up: what its tables and jackpots are run by, as one document."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from upcard.document import Level, Money, Rate, Ratio, doc, either, one_of
from upcard.law.registry import games, load
from upcard.number_format import ratio
from upcard.rules.election import house_of
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import Advice, Bound, Part, long_run
from upcard.rules.jackpot import jackpots_of, show_rate
from upcard.units import show_cents


class WrongField(TypedDict):
    """A field that is not in order."""

    field: Annotated[str, doc("Which one.")]
    message: Annotated[str, doc("What is wrong with it.")]
    clause: Annotated[str | None, doc("The clause that does not permit it.")]


class HouseWrong(TypedDict):
    """A house that is not in order."""

    ok: Annotated[Literal[False], doc("It is not in order.")]
    error: Annotated[WrongField, doc("The first thing that is wrong.")]


TableElected: TypeAlias = Annotated[Any, either(*(load(game.house).ELECTED for game in games().values()))]


class LevelElected(TypedDict):
    """The parameters of a meter."""

    seed: Annotated[Money, doc("What it starts from.")]
    rate: Annotated[Rate, doc("What of each wager goes to it.")]
    reserve_rate: Annotated[Rate, doc("What of each wager goes to its reserve.")]
    limit: Annotated[Money | None, doc("Where it stops.")]
    overflow: Annotated[str, one_of("reserve", "revenue"), doc("What a limit turns away goes there.")]


class TitleElected(TypedDict):
    """Another game title on a jackpot."""

    name: Annotated[str, doc("Its name.")]
    pay_table: Annotated[str, doc("Its pay table.")]
    wager: Annotated[Money, doc("Its wager.")]
    decks: Annotated[int, doc("How many decks it plays with.")]


class PaybackStep(TypedDict):
    """One term of what a jackpot gives back."""

    part: Annotated[Part, doc("Which part it belongs to.")]
    because: Annotated[str, doc("Where it comes from.")]
    share: Annotated[Ratio, doc("What it gives back of each dollar.")]


class JackpotElected(TypedDict):
    """A jackpot with what it gives back in the long run."""

    name: Annotated[str, doc("Its name.")]
    schedule: Annotated[str, doc("The schedule of its awards.")]
    tables: Annotated[list[str], doc("The tables that play for it.")]
    progressive_wager: Annotated[
        str | None, doc("What is wagered on it; elected at the table for the five card hand bonus.")
    ]
    approval: Annotated[str | None, doc("Under which reference the values of its meters were approved, and when.")]
    levels: Annotated[dict[Level, LevelElected], doc("By name, its meters.")]
    titles: Annotated[list[TitleElected], doc("Other game titles on it.")]
    long_run_return: Annotated[Ratio, doc("What it gives back of each dollar.")]
    long_run_bound: Annotated[Bound, doc("How exactly that is known.")]
    payback: Annotated[list[PaybackStep], doc("How that adds up.")]
    fixed_awards_from_meter: Annotated[bool, doc("Whether fixed awards come off the meter.")]


class HouseRight(TypedDict):
    """A house that is in order."""

    ok: Annotated[Literal[True], doc("It is in order.")]
    house: Annotated[str, doc("The name of the house.")]
    tables: Annotated[list[TableElected], doc("Its tables.")]
    jackpots: Annotated[list[JackpotElected], doc("Its jackpots.")]
    warnings: Annotated[list[WrongField], doc("What its licensee should know.")]
    same: Annotated[bool, doc("Whether it is the house that is running.")]


HouseChecked: TypeAlias = Annotated[Any, either(HouseRight, HouseWrong, name="HouseChecked")]


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


def jackpot_document(house: House, jackpot: Jackpot) -> JackpotElected:
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
                "seed": show_cents(level.seed),
                "rate": show_rate(level.rate),
                "reserve_rate": show_rate(level.reserve_rate),
                "limit": _money(level.limit),
                "overflow": level.overflow,
            }
            for name, level in jackpot.levels.items()
        },
        "titles": [
            {"name": t.name, "pay_table": t.pay_table, "wager": show_cents(t.wager), "decks": t.decks}
            for t in jackpot.titles
        ],
        "long_run_return": ratio(long.total),
        "long_run_bound": long.bound,
        "payback": [{"part": s.part, "because": s.because, "share": ratio(s.share)} for s in long.steps],
        "fixed_awards_from_meter": long.from_meter,
    }


def house_document(house: House, warnings: tuple[Advice, ...]) -> dict[str, Any]:
    """The whole of a house that is in order, with what its licensee should know besides."""
    return {
        "ok": True,
        "house": house.name,
        "tables": [table_document(one) for one in house.tables],
        "jackpots": [jackpot_document(house, jackpot) for jackpot in house.jackpots.values()],
        "warnings": [{"field": w.field, "message": w.message, "clause": w.clause} for w in warnings],
    }
