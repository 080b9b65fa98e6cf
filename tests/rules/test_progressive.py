"""The fifteen progressive schedules, line by line as the rule texts print them."""

from __future__ import annotations

import msgspec
import pytest

from upcard.cards import Category
from upcard.errors import LawError
from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import EnvyByWager, ScheduleText
from upcard.rules.caribbean_stud.progressive import Schedule, schedules

HANDS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pair",
)  # fmt: skip

Columns = dict[str, tuple[str, ...]]
"""Each from the royal flush down; where a column ends, nothing lower is paid."""

CLASSIC: Columns = {
    "classic-10pct": ("100% of main", "10% of main", "$500", "$100", "$50"),
    "classic-5000": ("100% of main", "$5,000", "$500", "$100", "$50"),
}
PMG = ("100% of main", "10% of main", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1")
SOUTH_DAKOTA: Columns = {"PMG-01": PMG, "PMG-02": PMG}
MASSACHUSETTS: Columns = {
    "A": ("100% of main", "5,000 for 1", "500 for 1", "100 for 1", "50 for 1", "10 for 1", "3 for 1", "2 for 1"),
    "B": ("100% of main", "10% of main", "500 for 1", "100 for 1", "50 for 1", "10 for 1", "3 for 1", "2 for 1"),
    "C": ("100% of main", "10% of main", "200 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "D": ("100% of main", "10% of main", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "E": ("100% of main", "10% of main", "500 for 1", "100 for 1", "50 for 1"),
}
LINK: Columns = {
    "PTMGL01": ("100% of main", "10% of main", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "PTMGL02": ("100% of main", "10% of main", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "PTMGL04": ("100% of main", "100% of main", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "PTMGLML01": ("100% of major", "100% of minor", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "PTMGLML02": ("100% of mega", "100% of major", "100% of minor", "50 for 1", "40 for 1", "30 for 1", "10 for 1"),
    "PTMGLML03": ("100% of mega", "100% of major", "100% of minor", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
}

# Wagers, envy for a royal and for a straight flush at the first of them, seeds; in dollars.
TERMS: dict[str, tuple[tuple[int, ...], tuple[int, ...], dict[str, int]]] = {
    "classic-10pct": ((1,), (), {}),
    "classic-5000": ((1,), (), {}),
    "PMG-01": ((1,), (1000, 300), {}),
    "PMG-02": ((5,), (5000, 1500), {}),
    "A": ((1,), (), {}),
    "B": ((1,), (), {}),
    "C": ((1,), (), {}),
    "D": ((1, 5), (1000, 300), {}),
    "E": ((1,), (), {}),
    "PTMGL01": ((1,), (1000, 300), {"main": 10_000}),
    "PTMGL02": ((5,), (5000, 1500), {"main": 10_000}),
    "PTMGL04": ((1,), (250, 250), {"main": 1000}),
    "PTMGLML01": ((1,), (1000, 300), {"major": 10_000, "minor": 1000}),
    "PTMGLML02": ((1,), (1000, 300), {"mega": 10_000, "major": 1000, "minor": 250}),
    "PTMGLML03": ((1,), (1000, 300), {"mega": 10_000, "major": 1000, "minor": 250}),
}


def law_of(id: str) -> CaribbeanStudLaw:
    law = edition(id).law
    assert isinstance(law, CaribbeanStudLaw)
    return law


def of(id: str, name: str) -> Schedule:
    return schedules(law_of(id))[name]


def columns(id: str, names: Columns) -> None:
    for name, column in names.items():
        lines = of(id, name).lines
        assert [hand.key for hand in lines] == list(HANDS[: len(column)]), name
        assert tuple(str(line.award) for line in lines.values()) == column, name


def test_the_schedules_of_each_edition() -> None:
    assert list(schedules(law_of("sd-2011"))) == list(schedules(law_of("sd-2015"))) == [*CLASSIC, *SOUTH_DAKOTA]
    assert list(schedules(law_of("ma"))) == [*MASSACHUSETTS, *LINK]
    assert len(CLASSIC | SOUTH_DAKOTA | MASSACHUSETTS | LINK) == 15


@pytest.mark.rule(
    "classic_royal_flush",
    "classic_straight_flush",
    "classic_four_of_a_kind",
    "classic_full_house",
    "classic_flush",
)
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_the_classic_schedules(id: str) -> None:
    columns(id, CLASSIC)
    rules = [line.rule for line in of(id, "classic-10pct").lines.values()]
    assert rules == [f"classic_{hand}" for hand in HANDS[:5]]


@pytest.mark.rule("progressive_tables")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_the_two_tables_of_south_dakota(id: str) -> None:
    columns(id, SOUTH_DAKOTA)


@pytest.mark.rule("progressive_tables")
def test_the_five_tables_of_massachusetts() -> None:
    columns("ma", MASSACHUSETTS)


@pytest.mark.rule("link_tables", "straight_flush_includes_royal")
def test_the_six_link_tables() -> None:
    columns("ma", LINK)


@pytest.mark.rule("progressive_tables", "link_tables", "classic_wager", "envy_by_wager")
@pytest.mark.parametrize("name", TERMS)
def test_wagers_envy_and_seeds(name: str) -> None:
    wagers, envy, seeds = TERMS[name]
    for id in ("ma",) if name in MASSACHUSETTS | LINK else ("sd-2011", "sd-2015"):
        schedule = of(id, name)
        assert schedule.wagers == tuple(100 * dollars for dollars in wagers)
        assert [hand.key for hand in schedule.envy] == list(HANDS[: len(envy)])
        assert tuple(schedule.envy.values()) == tuple(100 * dollars for dollars in envy)
        assert schedule.seeds == {level: 100 * dollars for level, dollars in seeds.items()}
        assert schedule.linked is (name in LINK)


@pytest.mark.rule("envy_scales", "envy_by_wager")
def test_envy_follows_the_receivers_wager() -> None:
    royal, straight_flush = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH
    d = of("ma", "D")
    assert [d.envy_cents(royal, wager) for wager in (100, 500)] == [100_000, 500_000]
    assert [d.envy_cents(straight_flush, wager) for wager in (100, 500)] == [30_000, 150_000]
    assert d.envy_rule == "envy_by_wager"
    five = of("ma", "PTMGL02")
    assert (five.envy_cents(royal, 500), five.envy_cents(straight_flush, 500)) == (500_000, 150_000)
    assert five.envy_rule == "link_tables"
    assert of("sd-2015", "PMG-01").envy_rule == "envy_to"


def test_a_hand_that_brings_no_envy_brings_none() -> None:
    assert of("ma", "D").envy_cents(Category.FOUR_OF_A_KIND, 500) == 0
    assert of("ma", "A").envy_cents(Category.ROYAL_FLUSH, 100) == 0


@pytest.mark.parametrize(
    ("name", "levels", "top"),
    [
        ("D", ("main",), Category.ROYAL_FLUSH),
        ("PTMGL04", ("main",), Category.ROYAL_FLUSH),
        ("PTMGLML01", ("major", "minor"), Category.ROYAL_FLUSH),
        ("PTMGLML03", ("mega", "major", "minor"), Category.ROYAL_FLUSH),
    ],
)
def test_the_meters_of_a_schedule_highest_first(name: str, levels: tuple[str, ...], top: Category) -> None:
    assert of("ma", name).levels == levels
    assert of("ma", name).top_hand is top


@pytest.mark.rule("straight_flush_includes_royal")
def test_without_that_reading_a_royal_flush_is_not_in_the_table() -> None:
    law = msgspec.structs.replace(law_of("ma"), straight_flush_includes_royal=None)
    plain = schedules(law)["PTMGL04"]
    assert plain.top_hand is Category.STRAIGHT_FLUSH
    assert list(plain.envy) == [Category.STRAIGHT_FLUSH]


@pytest.mark.rule("classic_wager", "progressive_amount")
def test_the_rule_behind_a_wager() -> None:
    assert of("sd-2015", "classic-5000").wager_rule == "classic_wager"
    assert of("sd-2015", "PMG-01").wager_rule == "progressive_amount"
    assert of("ma", "A").lost_rule == "progressive_needs_wager"
    assert of("ma", "PTMGL01").lost_rule == "link_tables"


@pytest.mark.rule("envy_by_wager")
@pytest.mark.parametrize("dollars", ["$4,999", "$5,001"])
def test_envy_out_of_proportion_is_an_error_of_the_text(dollars: str) -> None:
    law = law_of("ma")
    assert law.envy_by_wager is not None
    wagers = {**law.envy_by_wager.wagers, "$5": {"royal_flush": dollars, "straight_flush": "$1,500"}}
    crooked = msgspec.structs.replace(law, envy_by_wager=EnvyByWager("D", wagers))
    with pytest.raises(LawError, match="the amounts for 500 cents do not follow those for 100"):
        schedules(crooked)


def test_a_wager_that_envy_cannot_be_divided_for_is_a_fault_of_ours() -> None:
    text = ScheduleText(wagers=("$3",), lines={"royal_flush": "100% of main"}, envy={"royal_flush": "$100"})
    law = msgspec.structs.replace(law_of("sd-2015"), progressive_tables={"odd": text})
    with pytest.raises(AssertionError, match="not a whole number of cents"):
        schedules(law)["odd"].envy_cents(Category.ROYAL_FLUSH, 100)
