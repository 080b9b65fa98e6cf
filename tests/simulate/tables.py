"""Tables that the tests simulate, and hypothesis's way to make any other."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from hypothesis import strategies as st

from upcard.exact.caribbean_stud import STRATEGIES
from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.rules import bonus_six, caribbean_stud
from upcard.rules.caribbean_stud.progressive import schedules
from upcard.rules.jackpot import Level
from upcard.simulate.table import SixTable, StudTable, default_levels, six_table, stud_table

EVERYTHING = {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True}
WAGERS = {
    "ante": 1000, "progressive": 100, "bonus": 500, "five_card_player": 100, "five_card_dealer": 100, "cover_all": 500,
}  # fmt: skip
DRAWS = {"magic_card": Fraction(1, 3), "lucky": Fraction(1, 4)}


def massachusetts(seats: int = 7, **elections: Any) -> StudTable:
    """Every wager of Massachusetts at every seat."""
    rules = caribbean_stud("ma", {**EVERYTHING, **elections})
    return stud_table(rules, [WAGERS] * seats, draws=DRAWS)


def mixed() -> StudTable:
    """Massachusetts with three players of whom no two make the same wagers."""
    rules = caribbean_stud("ma", EVERYTHING)
    seats = [
        {"ante": 1000, "five_card_player": 200, "five_card_dealer": 100, "cover_all": 500},
        {"ante": 2000, "progressive": 500, "bonus": 100},
        {"ante": 500, "progressive": 100, "five_card_dealer": 300},
    ]
    return stud_table(rules, seats, draws=DRAWS)


def south_dakota(seats: int = 3, schedule: str = "PMG-01", **elections: Any) -> StudTable:
    """Every wager of South Dakota, tips among them, and different strategies side by side."""
    rules = caribbean_stud("sd-2015", {"progressive": schedule, **elections})
    assert rules.progressive is not None
    wagers = {"ante": 1000, "progressive": rules.progressive.wagers[0], "tip": 300}
    return stud_table(rules, [wagers] * seats, strategies=[STRATEGIES[seat % 7] for seat in range(seats)])


def lone(strategy: str = "optimal", edition: str = "sd-2015") -> StudTable:
    """One player with an ante and nothing else."""
    return stud_table(caribbean_stud(edition), [{"ante": 1000}], strategies=[strategy])


def six(seats: int = 2, *, insured: bool = False, tip: int = 0, further: bool = True) -> SixTable:
    rules = bonus_six({"pay_table": "black-hawk", "further_tips": further})
    return six_table(rules, [1000] * seats, tips=[tip] * seats, insured=insured)


def _level(draw: st.DrawFn, level: Level) -> Level:
    """A meter that starts low, so that limits and reserves come into play."""
    seed = level.seed // draw(st.sampled_from((1, 10)))
    limit = draw(st.sampled_from((None, seed, seed + 100_000)))
    overflow: Literal["reserve", "revenue"] = "reserve" if draw(st.booleans()) else "revenue"
    reserve = draw(st.sampled_from((0, 12_345)))
    return Level(seed=seed, rate=level.rate + 7, reserve_rate=reserve, limit=limit, overflow=overflow)


@st.composite
def stud_tables(draw: st.DrawFn) -> StudTable:
    """Any edition, any elections that a round hangs on, any seats, any wagers that are taken there."""
    id = draw(st.sampled_from(("sd-2011", "sd-2015", "ma")))
    law = edition(id).law
    assert isinstance(law, CaribbeanStudLaw)
    elections: dict[str, Any] = {"progressive": draw(st.sampled_from((None, *schedules(law))))}
    for field in ("same_round_jackpots", "awards_from", "cover_all_after_fold", "cover_all_counts"):
        if choices := getattr(law, field):
            elections[field] = draw(st.sampled_from(choices))
    if str(elections["progressive"]).startswith("PTMGLML"):  # fixed awards come off no meter of several
        elections.pop("awards_from", None)
    if law.bonus_tables is not None:
        elections["bonus"] = draw(st.sampled_from((None, *law.bonus_tables.tables)))
        elections["five_card"] = draw(st.booleans())
        elections["cover_all"] = draw(st.booleans())
    rules = caribbean_stud(id, {name: value for name, value in elections.items() if value is not None})
    seats = draw(st.integers(1, 7))
    covered = rules.cover_all is not None and seats + (rules.cover_all_counts == "hands") in rules.cover_all
    amounts = {
        "progressive": rules.progressive.wagers if rules.progressive else (),
        "bonus": (100, 725),
        "five_card_player": (100, 250),
        "five_card_dealer": (100, 300),
        "cover_all": (500, 1),
        "tip": (100, 999),
    }
    wagers = []
    for _ in range(seats):
        seat = {"ante": draw(st.sampled_from((1000, 2501)))}
        for wager in rules.wagers:
            if wager != "cover_all" or covered:
                seat[wager] = draw(st.sampled_from((0, *amounts[wager])))
        wagers.append(seat)
    levels = {name: _level(draw, level) for name, level in default_levels(rules).items()}
    draws = {}
    if rules.five_card is not None:
        draws = {name: draw(st.sampled_from((Fraction(0), Fraction(2, 3), Fraction(1)))) for name in DRAWS}
    strategies = [draw(st.sampled_from(STRATEGIES)) for _ in range(seats)]
    return stud_table(rules, wagers, strategies=strategies, levels=levels, draws=draws)
