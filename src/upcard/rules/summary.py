"""A house that the law permits, summed up: what its tables and jackpots are run by, as one document."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from upcard.cards import RANKS
from upcard.document import EditionId, Level, Mode, Money, Rate, Ratio, Wager, doc, either, one_of
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import Advice, long_run
from upcard.rules.jackpot import FIVE_CARD, show_rate
from upcard.rules.payback import Bound, Part
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


class _Elected(TypedDict):
    name: Annotated[str, doc("Its name.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    seats: Annotated[int, doc("How many seats it has.")]
    mode: Annotated[Mode, doc("Whose cards it plays with.")]
    shuffle: Annotated[str, doc("How its decks are shuffled.")]
    backs: Annotated[list[str], doc("The colours of their backs.")]
    decks: Annotated[list[str], doc("The decks that the house owns for it, where it describes them.")]
    minimum: Annotated[Money, doc("The least ante.")]
    maximum: Annotated[Money | None, doc("The most ante.")]
    maxima: Annotated[dict[str, Money], doc("By side wager, the most that the house takes, where it has posted that.")]
    liability_limit: Annotated[Money | None, doc("The most that the wagers of a round may come to cost the tray.")]
    readings: Annotated[list[str], doc("The readings of the law that touch it.")]


class StudElected(_Elected):
    """What a table of Caribbean stud is run by."""

    game: Annotated[Literal["caribbean-stud"], doc("Its game.")]
    dealing: Annotated[str | None, doc("How cards are dealt when it opens.")]
    ways: Annotated[list[str], doc("Every way of dealing that the house has registered for it.")]
    stub_count_every: Annotated[int | None, doc("After how many rounds the stub is counted.")]
    limit: Annotated[Money | None, doc("The most that may be at risk.")]
    wagers: Annotated[list[Wager], doc("The wagers that it takes.")]
    progressive: Annotated[str | None, doc("The schedule of its progressive.")]
    bonus: Annotated[str | None, doc("The pay table of its bonus wager.")]
    jackpot: Annotated[str | None, doc("The jackpot that it plays for.")]
    five_card_jackpot: Annotated[str | None, doc("The jackpot of its five card wager.")]
    draws: Annotated[dict[str, Ratio], doc("By what is drawn, the chance of it.")]
    elections: Annotated[dict[str, str], doc("The choices that the law leaves open, as they were made.")]


class SixElected(_Elected):
    """What a table of Bonus 6 is run by."""

    game: Annotated[Literal["bonus-six"], doc("Its game.")]
    pay_table: Annotated[str, doc("Its pay table.")]
    pays: Annotated[dict[str, str], doc("By hand, what it pays.")]
    lowest_pair: Annotated[str | None, doc("The lowest pair that is paid.")]
    further_tips: Annotated[bool, doc("Whether tips may be added with bets.")]


TableElected: TypeAlias = Annotated[Any, either(StudElected, SixElected)]


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


_FEATURES = {
    "progressive": ("progressive_", "classic_", "schedule_", "awards_", "percentage_", "same_round", "split_",
                    "full_award", "seeds_", "envy_", "folded_hand_envy", "straight_flush_includes", "misdeal_envy",
                    "meter_floor"),
    "five_card": ("five_card", "draw", "dealer_award"),
    "cover_all": ("cover_all",),
}  # fmt: skip
"""What the names of rules begin with that matter only where a wager is offered."""


def _feature(rule: str) -> str | None:
    return next((feature for feature, starts in _FEATURES.items() if rule.startswith(starts)), None)


def _readings(one: TableRules) -> list[str]:
    """The readings that touch this table: those that are only about a wager it does not offer are left out."""
    rules = one.rules
    absent: set[str | None] = set()
    if isinstance(rules, CaribbeanStudRules):
        absent = {feature for feature in _FEATURES if getattr(rules, feature) is None}
    return [r.name for r in one.edition.readings if not {_feature(rule) for rule in r.rules} <= absent]


def _elections(rules: CaribbeanStudRules) -> dict[str, str]:
    """The choices that the law leaves open, as they were made."""
    fields = (
        "limit_applies_to", "same_round_jackpots", "awards_from", "cover_all_after_fold", "cover_all_counts",
        "exposed_hole_card", "misdeal_envy",
    )  # fmt: skip
    open_to_choice = (field for field in fields if len(getattr(rules.law, field) or ()) > 1)
    offered = (field for field in open_to_choice if (of := _feature(field)) is None or getattr(rules, of) is not None)
    found = {field: getattr(rules, field) for field in offered}
    if rules.five_card_wagers:
        found["five_card_wager"] = " or ".join(show_cents(wager) for wager in rules.five_card_wagers)
    return found


def _money(cents: int | None) -> str | None:
    return None if cents is None else show_cents(cents)


def posted(rules: CaribbeanStudRules | BonusSixRules) -> dict[str, int]:
    """The most that the house takes on each side wager, in cents, where it has posted that."""
    if isinstance(rules, CaribbeanStudRules):
        return rules.maxima
    return {} if rules.tip_maximum is None else {"tip": rules.tip_maximum}


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
        "maxima": {wager: show_cents(most) for wager, most in posted(rules).items()},
        "liability_limit": _money(rules.liability_limit),
    }
    if isinstance(rules, CaribbeanStudRules):
        document |= {
            "dealing": one.dealing.name if one.dealing else None,
            "ways": [method.name for method in one.ways],
            "stub_count_every": one.stub_count_due_after,
            "limit": _money(rules.limit),
            "wagers": ["ante", "bet", *rules.wagers],
            "progressive": rules.progressive.name if rules.progressive else None,
            "bonus": rules.bonus.name if rules.bonus else None,
            "jackpot": one.jackpot,
            "five_card_jackpot": one.five_card_jackpot,
            "draws": {draw: f"{chance.numerator}/{chance.denominator}" for draw, chance in one.draws.items()},
            "elections": _elections(rules),
        }
    else:
        lowest = RANKS[rules.schedule.lowest_pair]
        document |= {
            "pay_table": rules.schedule.name,
            "pays": {hand.key: str(odds) for hand, odds in sorted(rules.schedule.lines.items(), reverse=True)},
            "lowest_pair": lowest if "pair" in {hand.key for hand in rules.schedule.lines} else None,
            "further_tips": rules.further_tips,
        }
    return {**document, "readings": _readings(one)}


def jackpot_document(house: House, jackpot: Jackpot) -> JackpotElected:
    """A jackpot with its levels and what it pays back in the long run."""
    long = long_run(house, jackpot)
    return {
        "name": jackpot.name,
        "schedule": jackpot.schedule,
        "tables": [one.name for one in house.tables_on(jackpot.name)],
        "progressive_wager": _wager(house, jackpot),
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
        "long_run_return": _ratio(long.total),
        "long_run_bound": long.bound,
        "payback": [{"part": s.part, "because": s.because, "share": _ratio(s.share)} for s in long.steps],
        "fixed_awards_from_meter": long.from_meter,
    }


def _wager(house: House, jackpot: Jackpot) -> str | None:
    """What its tables take for it; the five card hand bonus is elected table by table."""
    rules = house.tables_on(jackpot.name)[0].rules
    schedule = rules.progressive if isinstance(rules, CaribbeanStudRules) and jackpot.schedule != FIVE_CARD else None
    return None if schedule is None else " or ".join(show_cents(wager) for wager in schedule.wagers)


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
