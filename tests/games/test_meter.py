"""A meter: what it shows, how awards leave it and wagers enter it, to the millionth of a cent."""

from __future__ import annotations

import pytest

from upcard.games.moves import could_be_dealt, keyed_twice
from upcard.games.payment import Draw, Meter, contribute, draw, drawn, take
from upcard.units import Share

CENT = 1_000_000


@pytest.mark.rule("percentage_rounding", "split_odd_cents")
@pytest.mark.parametrize(
    ("cents", "percent", "ways", "each"),
    [(100, 100, 3, 33), (99, 100, 3, 33), (101, 100, 3, 33), (102, 100, 3, 34), (2, 100, 3, 0), (1009, 10, 1, 100)],
)
def test_a_share_in_equal_parts(cents: int, percent: int, ways: int, each: int) -> None:
    meter = Meter(cents * CENT + 999_999, 50 * CENT, 7)
    award = draw(meter, "main", Share(percent, "main"), ways)
    assert (award.each, award.ways, award.cents, award.resets) == (each, ways, each * ways, percent == 100)
    left = meter.amount - each * ways * CENT
    after = drawn(meter, award)
    assert after == (Meter(meter.seed + 7 + left, meter.seed, 0) if percent == 100 else Meter(left, meter.seed, 7))


@pytest.mark.rule("full_award_resets_to")
def test_the_reserve_is_poured_out_once() -> None:
    meter = Meter(10 * CENT + 5, 100 * CENT, 30 * CENT)
    first = drawn(meter, draw(meter, "main", Share(100, "main")))
    assert first == Meter(130 * CENT + 5, 100 * CENT, 0)
    second = drawn(first, draw(first, "main", Share(100, "main")))
    assert second == Meter(100 * CENT + 5, 100 * CENT, 0)


@pytest.mark.rule("awards_from")
@pytest.mark.parametrize(("asked", "taken"), [(99, 99), (100, 100), (101, 100)])
def test_a_fixed_sum_as_far_as_the_meter_reaches(asked: int, taken: int) -> None:
    meter = Meter(100 * CENT + 1, 0)
    award = take(meter, "main", asked)
    assert award == Draw("main", taken, 1, resets=False)
    assert drawn(meter, award).amount == (100 - taken) * CENT + 1


def test_no_award_is_larger_than_its_meter() -> None:
    with pytest.raises(AssertionError):
        drawn(Meter(CENT - 1, 0), Draw("main", 1, 1, resets=False))


def test_a_contribution_is_exact() -> None:
    assert contribute(Meter(0, 5, 1), 100, 710_001, 3) == Meter(71_000_100, 5, 301)
    assert Meter(1_999_999, 0).displayed == 1


def test_cards_of_one_deck() -> None:
    for cards, real in (([0, 51], True), ([-1], False), ([52], False), ([7, 7], False), ([], True)):
        assert (not keyed_twice(cards)) is real  # type: ignore[arg-type]
    for counts, real in (([5] * 10, True), ([52], True), ([53], False), ([0], True), ([-1], False)):
        assert could_be_dealt(counts) is real
