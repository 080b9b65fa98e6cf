"""Progressive schedules at their meters: returns, break-evens, envy, and the long run."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from upcard.cards import Card, Category, category, rank_five
from upcard.errors import HouseError
from upcard.exact import progressive as room
from upcard.exact.progressive import long_run, progressive, seeds
from upcard.exact.side_wagers import all_hands
from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.rules.caribbean_stud.progressive import Line, Schedule, schedules
from upcard.rules.house_warnings import DEALS
from upcard.rules.jackpot import Jackpot, Level
from upcard.units import Fixed, Micros, Share, parse_meter


def every(id: str) -> dict[str, Schedule]:
    law = edition(id).law
    assert isinstance(law, CaribbeanStudLaw)
    return schedules(law)


ALL = [(id, name) for id in ("sd-2011", "sd-2015", "ma") for name in every(id)]


def classic(four: int, full_house: int, flush: int) -> Schedule:
    """A schedule of dollars as they used to be, with a tenth of the meter for a straight flush."""
    hands = (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH)
    found = every("sd-2015")["classic-10pct"]
    dollars = {hand: Line(Fixed(100 * each), "") for hand, each in zip(hands, (four, full_house, flush), strict=True)}
    return msgspec.structs.replace(found, lines={**found.lines, **dollars})


@pytest.mark.parametrize(
    ("dollars", "printed"), [((100, 75, 50), 263_205), ((150, 100, 50), 246_784), ((500, 100, 50), 218_047)]
)
def test_published_break_evens(dollars: tuple[int, int, int], printed: int) -> None:
    """The last one is printed as 217,047 elsewhere: a digit is wrong there."""
    meter = progressive(classic(*dollars)).break_even
    assert meter is not None
    assert meter // 1 == printed
    assert progressive(classic(*dollars), meters={"main": Micros(int(meter * 10**8))}).return_ < 1
    assert progressive(classic(*dollars), meters={"main": Micros(int(meter * 10**8) + 1)}).return_ > 1


def test_the_true_break_even_of_a_misprint() -> None:
    """By hand: what 500, 100 and 50 dollars leave of a dollar, over the parts of the meter that are paid."""
    left = 2_598_960 - (624 * 500 + 3744 * 100 + 5108 * 50)
    assert progressive(classic(500, 100, 50)).break_even == Fraction(left * 10, 4 * 10 + 36) == Fraction(4_142_900, 19)


@pytest.mark.rule("progressive_tables")
@pytest.mark.parametrize(("id", "name"), ALL)
def test_every_schedule_comes_to_one_at_its_break_even(id: str, name: str) -> None:
    schedule = every(id)[name]
    for opponents in (0, 6):
        found = progressive(schedule, opponents=opponents)
        assert sum(found.counts.values()) == found.deals == DEALS
        assert found.hit_frequency == 1 - Fraction(found.counts["none"], DEALS)
        assert found.house_edge == 1 - found.return_
        expected = found.fixed + opponents * found.envy
        assert found.return_ == expected + sum(found.per_meter_dollar[x] * found.meters[x] for x in found.meters)
        if len(schedule.levels) > 1:
            assert found.break_even is None
        else:
            assert found.break_even is not None
            (part,) = found.per_meter_dollar.values()
            assert expected + part * found.break_even == 1


FIXED = {
    "classic-10pct": Fraction(1385, 3822), "classic-5000": Fraction(28045, 64974), "A": Fraction(40891, 64974),
    "B": Fraction(36391, 64974), "C": Fraction(82283, 162435), "D": Fraction(86183, 162435), "E": Fraction(1385, 3822),
    "PMG-01": Fraction(86183, 162435), "PMG-02": Fraction(86183, 162435), "PTMGL01": Fraction(86183, 162435),
    "PTMGL02": Fraction(86183, 162435), "PTMGL04": Fraction(86183, 162435), "PTMGLML01": Fraction(86183, 162435),
    "PTMGLML02": Fraction(15583, 32487), "PTMGLML03": Fraction(74483, 162435),
}  # fmt: skip


@pytest.mark.parametrize(("id", "name"), ALL)
def test_fixed_returns(id: str, name: str) -> None:
    assert progressive(every(id)[name]).fixed == FIXED[name]


@pytest.mark.rule("link_tables")
def test_each_level_has_its_part() -> None:
    found = progressive(every("ma")["PTMGLML02"])
    royal, straight, four = Fraction(4, DEALS), Fraction(36, DEALS), Fraction(624, DEALS)
    assert found.per_meter_dollar == {"mega": royal, "major": straight, "minor": four}
    assert found.meters == {"mega": 10_000, "major": 1000, "minor": 250}
    assert progressive(every("ma")["PTMGL04"]).per_meter_dollar == {"main": royal + straight}


@pytest.mark.rule("envy_by_wager", "envy_scales", "seeds_scale")
def test_five_dollars_win_one_meter() -> None:
    """Odds and envy grow with the wager, what the meter shows does not; seeds do."""
    d = every("ma")["D"]
    meter = {"main": parse_meter("100000")}
    one, five = progressive(d, meters=meter, opponents=3), progressive(d, wager=500, meters=meter, opponents=3)
    assert one.per_meter_dollar == {"main": Fraction(19, 6_497_400)}
    assert five.per_meter_dollar == {"main": Fraction(19, 5 * 6_497_400)}
    assert (one.fixed, one.envy) == (five.fixed, five.envy)
    assert one.envy == Fraction(4 * 1000 + 36 * 300, DEALS)
    assert one.return_ - five.return_ == Fraction(4, 5) * one.per_meter_dollar["main"] * 100_000
    small, large = progressive(every("ma")["PTMGL01"]), progressive(every("ma")["PTMGL02"])
    assert seeds(every("ma")["PTMGL02"], 500) == {"main": parse_meter("50000")}
    assert small.return_ == large.return_


def test_what_is_refused() -> None:
    d = every("ma")["D"]
    with pytest.raises(ValueError, match="does not take a wager of 200 cents"):
        progressive(d, wager=200)
    with pytest.raises(ValueError, match="9 opponents"):
        progressive(d, opponents=9)
    with pytest.raises(ValueError, match="has the meters main"):
        progressive(d, meters={"mega": Micros(0)})


# ------------------------------------------------------------------------------------------------ the variance


def test_the_variance_without_envy_is_that_of_the_own_hand() -> None:
    e = every("ma")["E"]
    found = progressive(e, meters={"main": parse_meter("1000")}, opponents=4)
    back = {"royal_flush": 1000, "straight_flush": 100, "four_of_a_kind": 500, "full_house": 100, "flush": 50}
    square = Fraction(sum(found.counts[hand] * each**2 for hand, each in back.items()), DEALS)
    assert found.variance == square - found.return_**2


def test_hands_beside_a_straight_flush_are_those_dealt_one_by_one() -> None:
    """On the whole deck for the envied hands themselves: which of the forty leave room for which."""
    forty = {
        frozenset(Card((rank % 13) << 2 | suit) for rank in range(top - 4, top + 1)): top
        for top in range(3, 13)
        for suit in range(4)
    }
    kinds = {cards: category(rank_five(tuple(cards))) for cards in forty}
    for first in (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH):
        for second in (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH):
            pairs = sum(kinds[a] is first and kinds[b] is second and not a & b for a in forty for b in forty)
            assert room._beside()[first][second] == pairs
        every_hand = all_hands().of(first) * 1_533_939
        assert sum(room._beside()[first].values()) == every_hand


@pytest.mark.parametrize("opponents", range(4))
def test_a_hand_that_is_paid_as_envy_is_one_more_opponent(opponents: int) -> None:
    envy = {Category.ROYAL_FLUSH: Fraction(1000), Category.STRAIGHT_FLUSH: Fraction(300)}
    assert room._square(envy, envy, opponents) == room._square({}, envy, opponents + 1)


# ------------------------------------------------------------------------------------------------ the long run


def jackpot(levels: dict[str, Level]) -> Jackpot:
    return Jackpot(name="J", schedule="D", levels=levels)


@pytest.mark.rule("progression_rate_minimum")
def test_the_long_run_is_the_return_at_the_mean_meter() -> None:
    d = every("ma")["D"]
    found = long_run(d, jackpot({"main": Level(seed=1_000_000, rate=700_000, reserve_rate=50_000)}), opponents=6)
    assert found.mean_meters is not None
    at_mean = progressive(d, opponents=6)
    meter = at_mean.per_meter_dollar["main"] * found.mean_meters["main"]
    assert found.return_ == at_mean.fixed + 6 * at_mean.envy + meter
    assert found.return_ == Fraction(86183, 162435) + Fraction(3, 4) + Fraction(10_000, 649_740) + 6 * at_mean.envy
    assert found.house_edge == 1 - found.return_


def test_the_long_run_of_several_levels() -> None:
    schedule = every("ma")["PTMGLML03"]
    levels = {"mega": (10_000, 300), "major": (1000, 250), "minor": (250, 150)}
    found = long_run(schedule, jackpot({x: Level(seed=s * 100, rate=r * 1000) for x, (s, r) in levels.items()}))
    parts = progressive(schedule).per_meter_dollar
    assert found.mean_meters is not None
    assert found.return_ == FIXED["PTMGLML03"] + sum(parts[x] * found.mean_meters[x] for x in parts)
    with pytest.raises(HouseError, match="has the meters mega, major, minor"):
        long_run(schedule, jackpot({"main": Level(seed=1, rate=1)}))


def test_a_meter_walks_to_its_mean() -> None:
    """A small jackpot followed step by step: a tenth at one chance, all of it at another."""
    whole, tenth, seed, flow = Fraction(1, 5), Fraction(3, 10), Fraction(100), Fraction(7)
    mean = Fraction(0)
    for _ in range(400):
        mean = mean + flow - whole * (mean + flow - seed) - tenth * (mean + flow) / 10
        mean = Fraction(round(mean * 10**12), 10**12)
    taken = whole + tenth / 10
    assert abs(mean + flow - (flow + whole * seed) / taken) < Fraction(1, 10**9)


def test_awards_from_the_meter() -> None:
    d = every("ma")["D"]
    set_up = jackpot({"main": Level(seed=1_000_000, rate=700_000)})
    tray, meter = long_run(d, set_up), long_run(d, set_up, from_meter=True)
    assert meter.return_ == tray.return_ - FIXED["D"]
    assert meter.mean_meters is None


def test_a_share_of_a_meter_is_no_fixed_sum() -> None:
    share = Share(10, "main")
    assert room.fixed_cents(share, 100) == 0
    assert room.meter_part(share, "main") == Fraction(1, 10)
    assert room.meter_part(share, "mega") == 0
