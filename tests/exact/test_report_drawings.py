"""What the drawings of a PAR sheet show: every cell of the chart, every break-even, and exact quantiles."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.exact.sheets import sheet_of
from upcard.exact import caribbean_stud, stud_chart
from upcard.reports.blocks import Picture
from upcard.reports.html import COLOURS, on_page
from upcard.reports.par import bankroll, drawings
from upcard.reports.par.bankroll import LEVELS, Outcome, fan
from upcard.reports.par.drawings import FIRST, SOFT, WASH, chart


def pictures(name: str, at: int) -> dict[str, Picture]:
    blocks = [block for section in sheet_of(name, at).sections for block in section.blocks]
    return {block.name: block for block in blocks if isinstance(block, Picture)}


# ---- the bankroll --------------------------------------------------------------------------------------------


def quantiles_by_hand(outcomes: list[Outcome], rounds: int) -> tuple[Fraction, ...]:
    """By listing every run."""
    deals = sum(each.deals for each in outcomes)
    sums: Counter[Fraction] = Counter()
    for run in product(outcomes, repeat=rounds):
        ways = 1
        for each in run:
            ways *= each.deals
        sums[sum((each.net for each in run), Fraction(0))] += ways
    found = []
    for level in LEVELS:
        below = 0
        for won in sorted(sums):
            below += sums[won]
            if below >= level * deals**rounds:
                found.append(won)
                break
    return tuple(found)


nets = st.fractions(-4, 30, max_denominator=2)


# Two wins go through the first ceiling, and falls from there would pass for a lower sum.
THROWN_BACK = [Outcome("win", 5, Fraction(28)), Outcome("lose", 28, Fraction(-4)), Outcome("lose", 9, Fraction(-1))]


@example(THROWN_BACK)
@settings(max_examples=60, deadline=None)
@given(st.lists(st.builds(Outcome, st.just("end"), st.integers(1, 9), nets), min_size=2, max_size=4))
def test_quantiles_are_those_of_every_run(outcomes: list[Outcome]) -> None:
    found = fan(outcomes, rounds=4, every=2)
    assert found is not None
    assert found.rounds == (0, 2, 4)
    assert [row[0] for row in found.quantiles] == [Fraction(0)] * 5
    for at, rounds in ((1, 2), (2, 4)):
        assert tuple(row[at] for row in found.quantiles) == quantiles_by_hand(outcomes, rounds)


def test_long_shots_neither_fill_the_memory_nor_move_a_quantile() -> None:
    usual = [Outcome("lose", 10**9, Fraction(-1)), Outcome("win", 10**9 - 1, Fraction(1))]
    found = fan([*usual, Outcome("royal", 1, Fraction(10**12))], rounds=100)
    plain = fan([*usual, Outcome("royal", 1, Fraction(50))], rounds=100)
    assert found is not None
    assert plain is not None
    assert found.quantiles == plain.quantiles
    assert fan([Outcome("lose", 1, Fraction(-1)), Outcome("win", 1, Fraction(10**12))]) is None


def test_a_bankroll_falls_as_fast_as_the_house_edge() -> None:
    best = caribbean_stud.solve()
    words = pictures("deadwood", 0)["bankroll"].words
    low, *_, high = (int(each.replace("−", "-")) for each in re.findall(r"below (−?\d+)", words))
    spread = 1.644854 * float(best.standard_deviation) * 1000**0.5
    middle = float(-best.house_edge * 1000)
    assert low == pytest.approx(middle - spread, abs=8)
    assert high == pytest.approx(middle + spread, abs=8)


# ---- the chart -----------------------------------------------------------------------------------------------


def squares(svg: str, face: str, edge: str) -> int:
    """How many closed shapes are drawn with that fill and that edge."""
    found = 0
    for drawn, style in re.findall(r'<path d="([^"]*)"[^>]* style="([^"]*)"', svg):
        if f"fill: {face}" in style and (f"stroke: {edge}" in style if edge else "stroke:" not in style):
            found += drawn.count("M ")
    return found


def test_the_chart_has_every_cell() -> None:
    found = stud_chart.chart()
    kinds = Counter(found.cells.values())
    svg = chart(found)
    keyed = 1  # each sign stands once in the key too
    assert squares(svg, FIRST, FIRST) == kinds["bet"] + keyed
    assert squares(svg, WASH, FIRST) == kinds["suits"] + keyed
    assert squares(svg, FIRST, "") == kinds["suits"] + keyed
    assert svg.count(f"fill: {SOFT}") >= kinds["fold"] + keyed
    assert len(found.rows) == 164
    assert found.rows[0] == "AKQJ9"
    assert found.rows[-1] == "AK432"


def test_the_chart_is_told_in_words() -> None:
    words = pictures("deadwood", 0)["chart"].words
    kinds = Counter(stud_chart.chart().cells.values())
    assert [int(each.replace(",", "")) for each in re.findall(r"[\d,]*\d", words)] == [
        2132,
        kinds["bet"],
        kinds["fold"],
        kinds["suits"],
    ]


# ---- meters --------------------------------------------------------------------------------------------------


def test_break_evens_are_marked_where_the_return_is_whole() -> None:
    slope = drawings.Slope("alone", Fraction(1, 4), Fraction(1, 1000))
    assert slope.break_even == 750
    assert slope.at(Fraction(750)) == 1
    assert drawings.Slope("generous", Fraction(1), Fraction(1)).break_even is None
    assert drawings.Panel("main", Fraction(10), (slope,)).widest > 750
    assert drawings.Panel("main", Fraction(5000), (slope,)).widest > 5000


def test_pictures_of_meters_tell_the_break_even_of_the_table() -> None:
    said = pictures("massachusetts", 0)
    assert "all comes back at $160,531" in said["meters"].words
    assert "all comes back at $148,846" in said["meters"].words
    assert "all comes back at $182,067" in said["five-card-meter"].words
    assert set(said) == {"outcomes", "bankroll", "chart", "meters", "five-card-meter"}


# ---- as text -------------------------------------------------------------------------------------------------


def test_a_drawing_is_the_same_twice_and_tells_nothing_of_its_maker() -> None:
    bars = [drawings.Bar("Win", "+1", Fraction(1, 3)), drawings.Bar("Lose", "−1", Fraction(2, 3))]
    one = drawings.outcomes(bars)
    assert one == drawings.outcomes(bars)
    assert one.startswith("<svg")
    assert "<text" not in one, "letters are shapes"
    assert "metadata" not in one
    assert "matplotlib" not in one


def test_a_drawing_never_happens_is_left_out() -> None:
    bars = [drawings.Bar("Win", "+1", Fraction(1, 2)), drawings.Bar("Lose", "−1", Fraction(1, 2))]
    assert drawings.outcomes([*bars, drawings.Bar("Never", "0", Fraction(0))]) == drawings.outcomes(bars)


def test_on_a_page_names_are_its_own_and_colours_have_names() -> None:
    svg = f'<svg><g id="a" style="fill: {FIRST}"/><use href="#a" clip-path="url(#b)"/></svg>'
    assert on_page(svg, "x") == (
        '<svg><g id="x-a" style="fill: var(--first)"/><use href="#x-a" clip-path="url(#x-b)"/></svg>'
    )
    assert len(set(COLOURS.values())) == len(COLOURS)


def test_the_ceiling_of_sums_is_far_away() -> None:
    assert bankroll.MOST_SUMS > 20 * bankroll.ROUNDS
