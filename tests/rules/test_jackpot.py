"""Rates of progression, and what a jackpot gives back in the long run."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.rules.houses import Fields, five_card, house, jackpot, ma, ma_jackpot, multi, sd, sd_2011, six
from upcard.audit.opened_rules import pinned
from upcard.cards import Category
from upcard.errors import HouseError
from upcard.games.settle import settle
from upcard.number_format import percent
from upcard.rules.house_warnings import DEALS, HANDS, PARTS, Part, Payback, Step, advise, long_run
from upcard.rules.jackpot import parse_rate, show_rate
from upcard.store.store import StoreError
from upcard.tables.events import TableOpened

COVER_ALL = {"cover_all_mode": True}


@pytest.mark.parametrize(
    ("text", "millionths"),
    [
        ("0%", 0), ("0.0001%", 1), ("1%", 10_000), ("69.99%", 699_900), ("69.9999%", 699_999), ("70%", 700_000),
        ("70.0%", 700_000), ("070%", 700_000), ("99.9999%", 999_999), ("100%", 1_000_000), ("100.0000%", 1_000_000),
    ],
)  # fmt: skip
def test_a_rate_in_millionths(text: str, millionths: int) -> None:
    assert parse_rate(text) == millionths
    assert parse_rate(show_rate(millionths)) == millionths


@pytest.mark.parametrize(
    "text", ["", "%", "70", "70 %", "70.%", ".5%", "-1%", "+1%", "69.99999%", "1e1%", "٧٠%", "7O%"]
)
def test_what_is_no_rate(text: str) -> None:
    with pytest.raises(ValueError, match="is not a percentage such as '70%'"):
        parse_rate(text)


@pytest.mark.parametrize("text", ["100.0001%", "101%", "999%"])
def test_a_rate_above_the_whole(text: str) -> None:
    with pytest.raises(ValueError, match="is more than the whole wager"):
        parse_rate(text)


@pytest.mark.parametrize(
    ("millionths", "shown"), [(0, "0%"), (1, "0.0001%"), (100_000, "10%"), (699_900, "69.99%"), (1_000_000, "100%")]
)
def test_a_rate_as_people_write_it(millionths: int, shown: str) -> None:
    assert show_rate(millionths) == shown


# ---- the long run --------------------------------------------------------------------------------------------------


def test_the_hands_are_all_the_deals() -> None:
    assert sum(HANDS.values()) == DEALS == 2_598_960
    assert [HANDS[hand] for hand in sorted(Category, reverse=True)] == [
        4, 36, 624, 3744, 5108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540,
    ]  # fmt: skip


def test_table_d_at_the_lowest_rate_gives_back_more_than_is_wagered() -> None:
    found = house([ma(jackpot="J")], [ma_jackpot()])
    long = long_run(found, found.jackpots["J"])
    assert long.fixed == Fraction(300 * 624 + 50 * 3744 + 40 * 5108 + 30 * 10_200 + 9 * 54_912, DEALS)
    assert long.meters == Fraction(7, 10)
    assert long.seeds == Fraction(10_000 * 4, DEALS)
    assert long.envy == 6 * Fraction(1000 * 4 + 300 * 36, DEALS)
    assert long.total == long.fixed + long.meters + long.seeds + long.envy
    (advice,) = advise(found)
    assert (advice.field, advice.clause) == ("jackpot 'J'.levels", "ma-10(c)(progressive)")
    assert advice.message.startswith(
        "PAYS BACK MORE THAN IS WAGERED, 128.0% in the long run: 53.1% in fixed awards, 70.0%"
    )


@pytest.mark.rule("awards_from")
def test_fixed_awards_off_the_meter_are_paid_from_the_contributions() -> None:
    found = house([ma(jackpot="J", awards_from="meter")], [ma_jackpot()])
    long = long_run(found, found.jackpots["J"])
    assert long.total == Fraction(7, 10) + long.seeds + long.envy
    assert long.bound == "at least"
    assert advise(found) == ()


def test_a_meter_that_fixed_awards_would_empty_is_helped_by_the_tray() -> None:
    seeds, envy = Fraction(1, 100), Fraction(3, 100)
    parts: dict[Part, Fraction] = {"fixed": Fraction(6, 10), "meters": Fraction(5, 10), "seeds": seeds, "envy": envy}
    steps = tuple(Step(part, "", share) for part, share in parts.items())
    poor = Payback(steps=steps, from_meter=True)
    assert poor.total == Fraction(64, 100)


def test_what_a_limit_turns_away_to_revenue_does_not_come_back() -> None:
    """Awards can bring no more than their parts of a meter that always stands at its limit."""

    def limited(limit: str, overflow: str) -> Payback:
        level = {"seed": "10000.00", "rate": "70%", "limit": limit, "overflow": overflow}
        found = house([sd(jackpot="J")], [jackpot("PMG-01") | {"levels": {"main": level}}])
        return long_run(found, found.jackpots["J"])

    kept = limited("20000.00", "reserve")
    assert (kept.meters, kept.bound) == (Fraction(7, 10), "exactly")
    turned = limited("20000.00", "revenue")
    assert turned.bound == "at most"
    assert turned.meters + turned.seeds == Fraction(19, 6_497_400) * 20_000
    assert limited("90000000.00", "revenue").meters == Fraction(7, 10)


def test_a_five_dollar_wager_is_worked_out_for_five_dollars() -> None:
    one = house([sd(jackpot="J")], [jackpot("PMG-01")])
    five = house([sd(jackpot="J")], [jackpot("PMG-02", seed="50000.00")])
    for_one, for_five = long_run(one, one.jackpots["J"]), long_run(five, five.jackpots["J"])
    assert [for_one.part(part) for part in PARTS] == [for_five.part(part) for part in PARTS]
    assert any("on $5.00" in step.because for step in for_five.steps)


def test_fixed_dollars_and_several_levels() -> None:
    classic = house([sd(jackpot="J")], [jackpot("classic-5000")])
    long = long_run(classic, classic.jackpots["J"])
    assert long.fixed == Fraction(5000 * 36 + 500 * 624 + 100 * 3744 + 50 * 5108, DEALS)
    assert long.envy == 0
    levels = house([ma(jackpot="J")], [multi()])
    seeds = long_run(levels, levels.jackpots["J"]).seeds
    assert seeds == Fraction(10_000 * 4 + 1000 * 36 + 250 * 624, DEALS)
    both = house([ma(jackpot="J")], [ma_jackpot("PTMGL04", "1000.00")])
    assert long_run(both, both.jackpots["J"]).seeds == Fraction(1000 * 40, DEALS)


def test_the_five_card_bonus_in_the_long_run() -> None:
    found = house([ma(five_card_jackpot="J")], [five_card()])
    long = long_run(found, found.jackpots["J"])
    assert long.fixed == Fraction(500 * 624 + 100 * 3744 + 50 * 5108, DEALS)
    assert advise(found) == ()
    (advice,) = advise(house([ma(five_card_jackpot="J")], [five_card(rate="63%")]))
    assert advice.clause == "ma-11(e)(4)"
    assert "100.8% in the long run" in advice.message


@pytest.mark.rule("magic_card", "lucky")
def test_draws_are_paid_back_too() -> None:
    """A table that draws often may give back more than is wagered, whatever its meter takes."""
    quiet = house([ma(five_card_jackpot="J", magic_card="1/26", lucky="1/20")], [five_card()])
    drawn = long_run(quiet, quiet.jackpots["J"]).draws
    assert drawn == Fraction(1, 26) * Fraction(5, 52) * 20 + Fraction(1, 20) * Fraction(1, 8) * 5
    (advice,) = advise(house([ma(five_card_jackpot="J", magic_card="1/4")], [five_card()]))
    assert "PAYS BACK MORE" in advice.message
    assert "in draws" in advice.message


@pytest.mark.parametrize(
    ("part", "shown"),
    [(Fraction(0), "0.0%"), (Fraction(1), "100.0%"), (Fraction(1, 3), "33.3%"), (Fraction(2, 3), "66.7%")],
)
def test_a_part_as_people_write_it(part: Fraction, shown: str) -> None:
    assert percent(part, 1) == shown


# ---- other advice --------------------------------------------------------------------------------------------------


def fields(tables: list[Fields], *jackpots: Fields) -> list[tuple[str, str | None]]:
    return [(a.field, a.clause) for a in advise(house(tables, list(jackpots))) if "PAYS BACK" not in a.message]


def test_a_house_without_a_blemish() -> None:
    assert fields([sd(jackpot="J"), sd(name="T", jackpot="J", maximum="33.33")], jackpot()) == []
    assert fields([six()]) == []
    assert fields([ma(jackpot="J", dealing="automated-shoe", cover_all=True, shuffler=COVER_ALL)], ma_jackpot()) == []


@pytest.mark.rule("awards_from")
def test_awards_from_the_meter_without_effect() -> None:
    clause = "ma-10(c)(progressive)"
    assert fields([ma(awards_from="meter")]) == [("table 'M'.awards_from", clause)]


@pytest.mark.rule("awards_from")
def test_fixed_awards_come_off_no_meter_where_there_are_several() -> None:
    """A house cannot elect it, nor can a round that is settled; a journal in which it was elected is still read."""
    clause = "ma-10(c)(progressive)"
    table = ma(jackpot="J", awards_from="meter")
    two = multi("PTMGLML01", ("50%", "20%"))
    for schedule in (multi(), two):
        with pytest.raises(HouseError, match="has several levels: its fixed awards come from the tray") as refused:
            house([table], [schedule])
        assert (refused.value.field, refused.value.clause) == ("table 'M'.awards_from", clause)
    tray = house([ma(jackpot="J")], [two])
    assert not long_run(tray, tray.jackpots["J"]).from_meter
    elections = {"progressive": "PTMGLML01", "awards_from": "meter"}
    round = {
        "edition": "ma", "house": elections, "dealer": ["Ah", "Kd", "5s", "4d", "2d"],
        "meters": {level: {"amount": "20000.00", "seed": "10000.00"} for level in ("major", "minor")},
        "seats": {"1": {"cards": ["9c", "Jc", "4c", "3c", "2c"], "decision": "bet",
                        "wagers": {"ante": "10.00", "progressive": "1.00"}}},
    }  # fmt: skip
    with pytest.raises(HouseError) as refused:
        settle(round)
    assert (refused.value.field, refused.value.clause) == ("house.awards_from", clause)
    opened = TableOpened("ma", "", elections, "0.6.0", (), (), "caribbean-stud")
    assert pinned(opened).rules.awards_from == "tray"
    with pytest.raises(StoreError, match="is not permitted"):
        pinned(replace(opened, edition="sd-2015", elections={"progressive": "PMG-01", "awards_from": "meter"}))
    mixed = [ma(jackpot="J", awards_from="meter"), ma(name="N", jackpot="J")]
    assert fields(mixed, ma_jackpot()) == [("jackpot 'J'.tables", clause)]


@pytest.mark.rule("same_round_jackpots", "cover_all_after_fold", "cover_all_counts")
def test_elections_about_what_is_not_offered() -> None:
    assert fields([sd(same_round_jackpots="split")]) == [("table 'S'.same_round_jackpots", "sd-2015(20)(e)")]
    assert fields([ma(cover_all_after_fold="stands", cover_all_counts="players")]) == [
        ("table 'M'.cover_all_after_fold", "ma-10(b)"),
        ("table 'M'.cover_all_counts", "ma-12(c)"),
    ]


@pytest.mark.rule("cover_all_counts", "cover_all_display")
def test_cover_all_by_players_and_without_stacks() -> None:
    table = ma(cover_all=True, shuffler=COVER_ALL, cover_all_counts="players")
    assert fields([table]) == [("table 'M'.cover_all_counts", "ma-12(c)"), ("table 'M'.cover_all", "ma-12(e)")]


@pytest.mark.rule("counting_shuffler")
def test_a_counting_shuffler_that_spares_nothing() -> None:
    assert fields([ma(shuffler={"counts": True})]) == [("table 'M'.shuffler", "ma-9(g)")]
    assert fields([ma(shuffler={"counts": True}, dealing="automated-shoe")]) == []
    assert fields([sd(shuffler={"counts": True})]) == []


@pytest.mark.rule("limit", "bet_multiple", "limit_applies_to")
@pytest.mark.parametrize(
    ("counted", "maximum", "warned"),
    [
        ("total", "33.33", False),
        ("total", "33.34", True),
        ("each-wager", "50.00", False),
        ("each-wager", "50.01", True),
    ],
)
def test_a_maximum_that_nobody_reaches(counted: str, maximum: str, warned: bool) -> None:
    due = [("table 'S'.maximum", "sd-2015(limit)")] if warned else []
    assert fields([sd(limit_applies_to=counted, maximum=maximum)]) == due


def test_an_overflow_without_a_limit_and_an_edition_that_has_ended() -> None:
    one = jackpot()
    one["levels"]["main"]["overflow"] = "revenue"
    assert fields([sd(jackpot="J")], one) == [("jackpot 'J'.levels.main.overflow", None)]
    (advice,) = advise(house([sd_2011()]))
    assert str(advice) == (
        "table 'S'.edition: sd-2011 was in force until 2015-05-12; a table of today needs a later one"
    )


def test_advice_names_its_clause() -> None:
    (advice,) = advise(house([ma(awards_from="meter")]))
    assert str(advice).endswith("no progressive is offered (ma-10(c)(progressive))")
