"""The jackpots of a house against the law: links, rates, seeds, levels and the titles that share them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.houses import (
    Fields,
    five_card,
    house,
    jackpot,
    jackpot_refused,
    ma,
    ma_jackpot,
    multi,
    refusal,
    sd,
    sd_2011,
    six,
    table_refused,
    title,
)
from upcard.errors import HouseError
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud.jackpots import check_jackpot
from upcard.rules.house import check_approvals


@pytest.mark.rule("unlinked_tables")
@pytest.mark.parametrize("schedule", ["A", "B", "C", "E"])
def test_a_table_that_may_not_be_linked(schedule: str) -> None:
    house([ma(jackpot="J")], [ma_jackpot(schedule)])
    two = [ma(jackpot="J"), ma(name="N", jackpot="J")]
    jackpot_refused(ma_jackpot(schedule), two, "schedule", "ma-11(d)(4)")
    jackpot_refused(ma_jackpot(schedule) | {"titles": [title()]}, two[:1], "schedule", "ma-11(d)(4)")


@pytest.mark.rule("unlinked_tables", "tables_may_link")
def test_tables_that_may_be_linked() -> None:
    assert len(house([ma(jackpot="J"), ma(name="N", jackpot="J")], [ma_jackpot()]).tables_on("J")) == 2
    assert len(house([sd(jackpot="J"), sd(name="T", jackpot="J")], [jackpot()]).tables_on("J")) == 2


@pytest.mark.rule("progression_rate_minimum")
@pytest.mark.parametrize(("rate", "good"), [("69.99%", False), ("69.9999%", False), ("70%", True), ("70.0001%", True)])
def test_the_lowest_rate_of_progression(rate: str, good: bool) -> None:
    if good:
        house([ma(jackpot="J")], [ma_jackpot(rate=rate)])
    else:
        because = jackpot_refused(ma_jackpot(rate=rate), [ma(jackpot="J")], "levels.main.rate", "ma-11(d)(5)")
        assert because == f"the rate of progression is {rate}, below 70%"
    house([sd(jackpot="J")], [jackpot(rate=rate)])


def not_opened(one: Fields, table: Fields) -> tuple[str, str | None, str]:
    """The field, the clause and the reason of a jackpot that is not put into play."""
    found = house([table], [one])
    with pytest.raises(HouseError) as refused:
        check_approvals(found)
    return refused.value.field, refused.value.clause, refused.value.because


@pytest.mark.rule("five_card_submission")
def test_the_five_card_meter_progresses_and_starts_from_something() -> None:
    table = ma(five_card_jackpot="J")
    because = "a meter without a rate never progresses"
    assert not_opened(five_card(rate="0%"), table) == ("jackpot 'J'.levels.five_card.rate", None, because)
    stuck = five_card()
    stuck["levels"]["five_card"]["limit"] = "10000.00"
    jackpot_refused(stuck, [table], "levels.five_card.limit", None)
    jackpot_refused(five_card(seed="0.00"), [table], "levels.five_card.seed", "ma-11(e)(4)")
    check_approvals(house([table], [five_card(rate="0.0001%")]))


@pytest.mark.rule("contribution_at")
def test_a_meter_that_each_token_advances_has_no_limit() -> None:
    limited = jackpot()
    limited["levels"]["main"]["limit"] = "250000.00"
    because = "each token that is accepted advances the meter: it has no limit"
    assert not_opened(limited, sd_2011(jackpot="J")) == ("jackpot 'J'.levels.main.limit", "sd-2011(4)", because)
    check_approvals(house([sd(jackpot="J")], [limited]))
    check_approvals(house([sd_2011(jackpot="J")], [jackpot()]))


@pytest.mark.rule("meter_approval")
def test_what_a_meter_starts_from_is_something() -> None:
    assert not_opened(ma_jackpot(seed="0.00"), ma(jackpot="J"))[:2] == ("jackpot 'J'.levels.main.seed", "ma-11(d)(5)")
    check_approvals(house([ma(jackpot="J")], [ma_jackpot(seed="0.01")]))


@pytest.mark.rule("meter_approval", "five_card_submission")
@pytest.mark.parametrize(
    ("one", "table", "clause", "what"),
    [
        (ma_jackpot(), ma(jackpot="J"), "ma-11(d)(5)", "the initial and reset amount of a meter"),
        (multi(), ma(jackpot="J"), "ma-11(d)(5)", "the initial and reset amount of a meter"),
        (five_card(), ma(five_card_jackpot="J"), "ma-11(e)(4)", "the rate of progression and the initial and reset"),
    ],
)
def test_a_jackpot_names_the_approval_of_its_meters(one: Fields, table: Fields, clause: str, what: str) -> None:
    check_approvals(house([table], [one]))
    with pytest.raises(HouseError, match=what) as refused:
        check_approvals(house([table], [one | {"approval": None}]))
    assert (refused.value.field, refused.value.clause) == ("jackpot 'J'.approval", clause)
    assert 'add approval = { reference = "…", date = "2026-03-01" }' in refused.value.because
    for approval in ({"reference": "25-114"}, {"reference": " ", "date": "2025-12-15"}, "25-114",
                     {"reference": "25-114", "date": "soon"}):  # fmt: skip
        assert refusal([table], [one | {"approval": approval}])[0] == "jackpot 'J'.approval"


def test_south_dakota_wants_no_approval_of_a_meter() -> None:
    check_approvals(house([sd(jackpot="J")], [jackpot(seed="0.00")]))


@pytest.mark.rule("progression_rate_over", "progression_beyond_limit")
def test_how_the_least_rate_is_read() -> None:
    """All levels together, and a reserve counts; read the other way, the same jackpots are refused."""
    limited = ma_jackpot()
    limited["levels"]["main"]["limit"] = "20000.00"
    for one, rule, other, field in (
        (multi(), "progression_rate_over", "each level", "levels.mega.rate"),
        (limited, "progression_beyond_limit", "to the meter alone", "levels.main.limit"),
    ):
        permitted = house([ma(jackpot="J")], [one])
        table = permitted.tables[0]
        assert isinstance(table.rules, CaribbeanStudRules)
        law = replace(table.rules.law, **{rule: other})
        with pytest.raises(HouseError) as refused:
            check_jackpot(permitted.jackpots["J"], (replace(table, rules=replace(table.rules, law=law)),))
        assert (refused.value.field, refused.value.clause) == (f"jackpot 'J'.{field}", "ma-11(d)(5)")


@pytest.mark.rule("progression_rate_minimum")
@pytest.mark.parametrize("rate", ["70%", "99%"])
def test_a_limit_turns_nothing_away_to_the_house_that_the_players_are_due(rate: str) -> None:
    one = ma_jackpot(rate=rate)
    one["levels"]["main"] |= {"limit": "10000.01", "overflow": "revenue"}
    because = jackpot_refused(one, [ma(jackpot="J")], "levels.main.overflow", "ma-11(d)(5)")
    assert because == "beyond the limit 0% of a wager would go to the players, below 70%: the rest is reserve"
    one["levels"]["main"]["overflow"] = "reserve"
    house([ma(jackpot="J")], [one])
    south = jackpot()
    south["levels"]["main"] |= {"limit": "10000.01", "overflow": "revenue"}
    house([sd(jackpot="J")], [south])
    five = five_card()
    five["levels"]["five_card"] |= {"limit": "10000.01", "overflow": "revenue"}
    check_approvals(house([ma(five_card_jackpot="J")], [five]))


@pytest.mark.rule("progression_rate_minimum")
@pytest.mark.parametrize(("rates", "good"), [(("45%", "25%", "5%"), True), (("45%", "24.9999%", "5.0001%"), False)])
def test_levels_without_such_a_limit_may_reach_the_rate_alone(rates: tuple[str, ...], good: bool) -> None:
    one = multi(rates=rates)
    one["levels"]["minor"] |= {"limit": "300.00", "overflow": "revenue"}
    if good:
        house([ma(jackpot="J")], [one])
    else:
        jackpot_refused(one, [ma(jackpot="J")], "levels.minor.overflow", "ma-11(d)(5)")


@pytest.mark.rule("progression_rate_minimum")
def test_the_lowest_rate_counts_all_levels_but_no_reserve() -> None:
    low = multi(rates=("30%", "25%", "14.9999%"))
    jackpot_refused(low, [ma(jackpot="J")], "levels", "ma-11(d)(5)")
    for level in low["levels"].values():
        level["reserve_rate"] = "5%"
    jackpot_refused(low, [ma(jackpot="J")], "levels", "ma-11(d)(5)")
    house([ma(jackpot="J")], [multi()])


@pytest.mark.rule("progression_rate_minimum", "five_card_seed_minimum")
@pytest.mark.parametrize("missing", ["seed", "rate"])
def test_seed_and_rate_are_the_licensees_to_set(missing: str) -> None:
    one = ma_jackpot()
    del one["levels"]["main"][missing]
    jackpot_refused(one, [ma(jackpot="J")], f"levels.main.{missing}", "ma-11(d)(5)")
    five = five_card()
    del five["levels"]["five_card"][missing]
    jackpot_refused(five, [ma(five_card_jackpot="J")], f"levels.five_card.{missing}", "ma-11(e)(4)")


@pytest.mark.rule("five_card_seed_minimum")
@pytest.mark.parametrize(("seed", "good"), [("9999.99", False), ("10000.00", True), ("10000.01", True)])
def test_the_lowest_seed_of_the_five_card_bonus(seed: str, good: bool) -> None:
    if good:
        house([ma(five_card_jackpot="J")], [five_card(seed)])
    else:
        where = "levels.five_card.seed"
        because = jackpot_refused(five_card(seed), [ma(five_card_jackpot="J")], where, "ma-11(e)(4)")
        assert because == "the initial and reset amount is at least $10,000.00"


@pytest.mark.rule("seeds_scale")
@pytest.mark.parametrize(
    ("schedule", "seed", "due"),
    [
        ("PTMGL01", "9999.99", "$10,000.00"),
        ("PTMGL01", "10000.01", "$10,000.00"),
        ("PTMGL02", "10000.00", "$50,000.00"),
        ("PTMGL02", "49999.99", "$50,000.00"),
        ("PTMGL04", "10000.00", "$1,000.00"),
    ],
)
def test_a_seed_that_the_law_does_not_list(schedule: str, seed: str, due: str) -> None:
    one = ma_jackpot(schedule, seed)
    because = jackpot_refused(one, [ma(jackpot="J")], "levels.main.seed", "ma-12(l)")
    assert because.endswith(f"is {due}")


@pytest.mark.rule("seeds_scale")
def test_the_seeds_that_the_law_lists() -> None:
    for schedule, seed in (("PTMGL01", "10000.00"), ("PTMGL02", "50000.00"), ("PTMGL04", "1000.00")):
        house([ma(jackpot="J")], [ma_jackpot(schedule, seed)])
    house([ma(jackpot="J")], [multi("PTMGLML01", ("50%", "20%"))])
    for schedule in ("PTMGLML02", "PTMGLML03"):
        house([ma(jackpot="J")], [multi(schedule)])
        jackpot_refused(multi(schedule, minor="249.99"), [ma(jackpot="J")], "levels.minor.seed", "ma-12(l)")
        jackpot_refused(multi(schedule, major="999.99"), [ma(jackpot="J")], "levels.major.seed", "ma-12(l)")


@pytest.mark.rule("linked_titles_share")
@pytest.mark.parametrize(
    ("changes", "because"),
    [
        ({"pay_table": "PTMGL02"}, "Let It Ride differs in its pay table (PTMGL02) from this game (PTMGL01)"),
        ({"wager": "5.00"}, "Let It Ride differs in its wager ($5.00) from this game ($1.00)"),
        ({"wager": "1.01"}, "Let It Ride differs in its wager ($1.01) from this game ($1.00)"),
        ({"decks": 2}, "Let It Ride differs in its decks (2) from this game (1)"),
        ({"wager": 1}, "a title has a name, a pay_table, a wager and decks: "),
        ({"wager": "one"}, "a title has a name, a pay_table, a wager and decks: "),
        ({"decks": True}, "a title has a name, a pay_table, a wager and decks: "),
        ({"dekcs": 1}, "a title has a name, a pay_table, a wager and decks: "),
        ({"name": None}, "a title has a name, a pay_table, a wager and decks: "),
    ],
)
def test_a_title_that_does_not_share_everything(changes: Fields, because: str) -> None:
    other = {name: value for name, value in title(**changes).items() if value is not None}
    one = ma_jackpot("PTMGL01") | {"titles": [title(name="First"), other]}
    assert jackpot_refused(one, [ma(jackpot="J")], "titles", "ma-12(n)").startswith(because)


@pytest.mark.rule("linked_titles_share")
@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("Caribbean Stud Poker", "is this game"),
        ("CARIBBEAN  stud", "is this game"),
        ("Carribean-Stud, pit 2", "is this game"),
        ("Caríbbean Stud", "is this game"),
        ("C\u0430ribbean Stud", "mixes Latin letters with Cyrillic ones"),
        ("Caribbean\u200b Stud", "is no name"),
        ("", "is no name"),
        (" ", "is no name"),
        ("...", "is no name"),
        (" Faro", "is no name"),
        ("F" * 61, "is no name"),
        ("n-1", "is a table of this house"),
        ("Pit  Two", "is a table of this house"),
        ("LET IT  RIDE", "stands twice"),
    ],
)
def test_another_title_is_another_games(name: str, because: str) -> None:
    """Its name is not this game's, however it is spelled, nor that of a table of this house, at whatever game."""
    tables = [ma(name="N 1", jackpot="J"), ma(name="Pit Two")]
    one = ma_jackpot("PTMGL01") | {"titles": [title(), title(name=name)]}
    assert because in jackpot_refused(one, tables, "titles", "ma-12(n)")


@pytest.mark.rule("linked_titles_share")
@pytest.mark.parametrize("name", ["Let It Ride, pit 2", "Caribbean Draw Poker", "Three Card Poker", "Faro 11", "Техас"])
def test_titles_that_are_other_games(name: str) -> None:
    one = ma_jackpot("PTMGL01") | {"titles": [title(), title(name=name), title(name="Faro 1")]}
    assert len(house([ma(jackpot="J")], [one]).jackpots["J"].titles) == 3


@pytest.mark.rule("link_tables")
def test_a_link_table_is_for_several_titles() -> None:
    alone = "PTMGL01 is a table for several game titles, and no other title shares this jackpot"
    for tables in ([ma(jackpot="J")], [ma(jackpot="J"), ma(name="N", jackpot="J")]):
        assert jackpot_refused(ma_jackpot("PTMGL01") | {"titles": []}, tables, "titles", "ma-12(l)") == alone


@pytest.mark.rule("linked_titles_share")
def test_titles_that_share_everything() -> None:
    one = ma_jackpot("PTMGL01") | {"titles": [title(), title(name="Other")]}
    two_decks = ma(jackpot="J", backs=["red", "blue"], shuffler=True)
    assert [t.name for t in house([two_decks], [one]).jackpots["J"].titles] == ["Let It Ride", "Other"]


@pytest.mark.rule("link_tables", "tables_may_link")
def test_several_titles_take_a_link_table() -> None:
    named = ma_jackpot("D") | {"titles": [title(pay_table="D")]}
    jackpot_refused(named, [ma(jackpot="J")], "schedule", "ma-12(l)")
    jackpot_refused(five_card() | {"titles": [title()]}, [ma(five_card_jackpot="J")], "titles", "ma-12(l)")
    other = jackpot() | {"titles": [title(pay_table="PMG-01")]}
    jackpot_refused(other, [sd(jackpot="J")], "titles", "sd-2015(4)")


@pytest.mark.rule("tables_may_link")
def test_tables_of_two_editions_share_no_jackpot() -> None:
    both = [sd(jackpot="J"), sd_2011(name="T", jackpot="J")]
    because = jackpot_refused(jackpot(), both, "tables", None)
    assert "sd-2015 and sd-2011" in because
    jackpot_refused(jackpot(), both[::-1], "tables", None)


@pytest.mark.rule("progressive_tables")
def test_tables_of_two_states_share_no_jackpot() -> None:
    table_refused_second = refusal([sd(jackpot="J"), ma(jackpot="J")], [jackpot()])
    assert table_refused_second[:2] == ("table 'M'.jackpot", "ma-11(d)")
    assert refusal([ma(jackpot="J"), sd(jackpot="J")], [ma_jackpot()])[:2] == ("table 'S'.jackpot", "sd-2015(21)(f)")


def test_a_jackpot_of_another_game() -> None:
    table_refused(six(jackpot="J"), "jackpot", None, jackpot())
    table_refused(sd(five_card_jackpot="J"), "five_card_jackpot", None, jackpot())


@pytest.mark.rule("five_card_table", "progressive_tables")
def test_a_jackpot_for_the_wrong_wager() -> None:
    table_refused(ma(five_card_jackpot="J"), "five_card_jackpot", "ma-11(e)(1)", ma_jackpot())
    table_refused(ma(jackpot="J"), "jackpot", "ma-11(d)", five_card())


@pytest.mark.rule("progressive_tables", "link_tables", "classic_royal_flush", "five_card_table")
@pytest.mark.parametrize(
    ("one", "table", "clause"),
    [
        (jackpot("PMG-01", level="mega"), sd(jackpot="J"), "sd-2015(21)(f)"),
        (jackpot("classic-5000", level="mega"), sd(jackpot="J"), "sd-2015(21)(a)"),
        (jackpot("D", level="five_card", rate="70%"), ma(jackpot="J"), "ma-11(d)"),
        (jackpot("PTMGLML01", level="major", rate="70%"), ma(jackpot="J"), "ma-12(l)"),
        (multi() | {"schedule": "PTMGLML01"}, ma(jackpot="J"), "ma-12(l)"),
        (jackpot("five-card", level="main"), ma(five_card_jackpot="J"), "ma-11(e)(1)"),
    ],
)
def test_the_levels_are_those_of_the_schedule(one: Fields, table: Fields, clause: str) -> None:
    jackpot_refused(one, [table], "levels", clause)


@pytest.mark.rule("progressive_tables")
@pytest.mark.parametrize(
    ("schedule", "table", "clause"),
    [
        ("F", ma(jackpot="J"), "ma-11(d)"),
        ("PMG-01", ma(jackpot="J"), "ma-11(d)"),
        ("D", sd(jackpot="J"), "sd-2015(21)(f)"),
        ("five-card", sd(jackpot="J"), "sd-2015(21)(f)"),
        ("classic", sd_2011(jackpot="J"), "sd-2011(21)(f)"),
        (7, ma(jackpot="J"), "ma-11(d)"),
        (None, ma(jackpot="J"), "ma-11(d)"),
    ],
)
def test_an_unknown_schedule(schedule: Any, table: Fields, clause: str) -> None:
    jackpot_refused(jackpot() | {"schedule": schedule}, [table], "schedule", clause)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rate": "100.0001%"}, "levels.main.rate"),
        ({"rate": 25}, "levels.main.rate"),
        ({"rate": "25"}, "levels.main.rate"),
        ({"rate": "99%", "reserve_rate": "1.0001%"}, "levels"),
        ({"reserve_rate": "1"}, "levels.main.reserve_rate"),
        ({"limit": "9999.99"}, "levels.main.limit"),
        ({"overflow": "tips"}, "levels.main.overflow"),
        ({"seed": 10000}, "levels.main.seed"),
        ({"sede": "1.00"}, "levels.main.sede"),
    ],
)
def test_a_meter_that_cannot_be(change: Fields, field: str) -> None:
    one = jackpot()
    one["levels"]["main"] |= change
    jackpot_refused(one, [sd(jackpot="J")], field, None)


def test_a_meter_that_takes_everything() -> None:
    one = jackpot()
    one["levels"]["main"] |= {"rate": "99%", "reserve_rate": "1%", "overflow": "revenue", "limit": "10000.01"}
    found = house([sd(jackpot="J")], [one]).jackpots["J"]
    assert (found.rate, found.reserve_rate, found.levels["main"].overflow) == (990_000, 10_000, "revenue")


def test_levels_together_take_no_more_than_the_wager() -> None:
    jackpot_refused(multi(rates=("50%", "30%", "20.0001%")), [ma(jackpot="J")], "levels", None)
    house([ma(jackpot="J")], [multi(rates=("50%", "30%", "20%"))])


@pytest.mark.parametrize(
    ("change", "field"), [({"levels": None}, "levels"), ({"levels": {}}, "levels"), ({"color": "red"}, "color")]
)
def test_a_jackpot_that_cannot_be_read(change: Fields, field: str) -> None:
    jackpot_refused(jackpot() | change, [sd(jackpot="J")], field, None)


def test_a_level_is_a_table_of_its_own() -> None:
    jackpot_refused(jackpot() | {"levels": {"main": "25%"}}, [sd(jackpot="J")], "levels.main", None)


def test_a_progressive_needs_a_jackpot_of_the_house() -> None:
    table_refused(sd(jackpot="Gold"), "jackpot", None, jackpot())
    table_refused(sd(jackpot=["J"]), "jackpot", None, jackpot())
    table_refused(sd(progressive="PMG-01"), "progressive", None)
    table_refused(sd(progressive="PMG-01", jackpot="J"), "progressive", None, jackpot())
    table_refused(ma(five_card=True, five_card_jackpot="J"), "five_card", None, five_card())
