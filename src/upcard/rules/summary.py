"""A house that the law permits, summed up: what its tables and jackpots are run by, as one document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from upcard.cards import RANKS
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, Jackpot, TableRules
from upcard.rules.house_warnings import Advice, long_run
from upcard.rules.jackpot import FIVE_CARD, show_rate
from upcard.units import show_cents

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


def jackpot_document(house: House, jackpot: Jackpot) -> dict[str, Any]:
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
