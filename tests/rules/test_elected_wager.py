"""Another wager than a schedule lists: where the law lets a licensee elect it, envy, seeds and odds follow it."""

from __future__ import annotations

from typing import Any

import pytest

import upcard
from tests.rules.houses import (
    APPROVAL,
    Fields,
    house,
    jackpot,
    jackpot_refused,
    ma,
    refusal,
    sd,
    sd_2011,
    shared,
    title,
)
from upcard.cards import Category
from upcard.errors import HouseError
from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.rules import caribbean_stud
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud.progressive import schedules
from upcard.rules.house_warnings import long_run
from upcard.rules.summary import house_document
from upcard.tables import Table
from upcard.tables.signs import signs

ELECTABLE = {
    "sd-2011": ("PMG-01", "PMG-02"),
    "sd-2015": ("PMG-01", "PMG-02"),
    "ma": ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03"),
}
FIXED = {"classic-10pct": "(3)", "classic-5000": "(3)"} | dict.fromkeys("ABCDE", "-6(c)")
ENVY = {"PTMGL04": (250, 250)}
AMOUNTS = ("0.01", "0.50", "1.00", "2.00", "2.50", "5.00", "7.77", "10.00")


@pytest.mark.rule("elected_wager_tables", "envy_scales", "seeds_scale")
@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize(("id", "schedule"), [(id, name) for id, names in ELECTABLE.items() for name in names])
def test_envy_and_seeds_follow_an_elected_wager(id: str, schedule: str, amount: str) -> None:
    law = edition(id).law
    assert isinstance(law, CaribbeanStudLaw)
    listed = schedules(law)[schedule]
    found = caribbean_stud(id, {"progressive": schedule, "progressive_wager": amount}).progressive
    assert found is not None
    cents = int(amount.replace(".", ""))
    assert found.wagers == (cents,)
    assert found.lines == listed.lines
    royal, straight = ENVY.get(schedule, (1000, 300))
    assert found.envy == {Category.ROYAL_FLUSH: royal * cents, Category.STRAIGHT_FLUSH: straight * cents}
    assert {level: found.seed_cents(level) for level in found.seeds} == {
        level: dollars * cents // 100 for level, dollars in listed.seeds.items()
    }


@pytest.mark.rule("elected_wager_tables", "progressive_amount", "classic_wager")
@pytest.mark.parametrize(("id", "schedule"), [("sd-2015", "classic-10pct"), ("sd-2011", "classic-5000"),
                                              *(("ma", name) for name in "ABCDE")])  # fmt: skip
def test_a_schedule_whose_wager_is_fixed(id: str, schedule: str) -> None:
    for amount in ("1.00", "2.00"):
        with pytest.raises(HouseError, match="is fixed by the law") as refused:
            caribbean_stud(id, {"progressive": schedule, "progressive_wager": amount})
        assert refused.value.clause == id + FIXED[schedule]


@pytest.mark.rule("elected_wager_tables")
@pytest.mark.parametrize("amount", ["0.00", "-1.00", "two", "1.005"])
def test_an_amount_that_is_no_wager(amount: str) -> None:
    with pytest.raises(HouseError, match="progressive_wager"):
        caribbean_stud("sd-2015", {"progressive": "PMG-01", "progressive_wager": amount})
    with pytest.raises(HouseError, match="no progressive is offered"):
        caribbean_stud("sd-2015", {"progressive_wager": "2.00"})


def _round(wagers: dict[str, str], **elected: Any) -> dict[str, Any]:
    return {
        "edition": "sd-2015", "house": {"progressive": "PMG-01", **elected},
        "meters": {"main": {"amount": "50000.00", "seed": "20000.00"}}, "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
        "seats": {
            "1": {"cards": ["9c", "9d", "9s", "Jh", "Js"], "decision": "bet",
                  "wagers": {"ante": "10.00", "progressive": wagers["1"]}},
            "2": {"cards": ["9h", "8h", "7h", "6h", "5h"], "decision": "bet",
                  "wagers": {"ante": "10.00", "progressive": wagers["2"]}},
            "3": {"cards": ["8c", "7d", "4d", "3h", "2h"], "decision": "fold",
                  "wagers": {"ante": "10.00", "progressive": wagers["3"]}},
        },
    }  # fmt: skip


@pytest.mark.rule("elected_wager_tables", "envy_scales", "progressive_amount")
@pytest.mark.parametrize(("amount", "house_pays", "envy"), [("2.00", "100.00", "600.00"), ("0.50", "25.00", "150.00"),
                                                            ("10.00", "500.00", "3000.00")])  # fmt: skip
def test_a_finished_round_is_paid_by_the_elected_wager(amount: str, house_pays: str, envy: str) -> None:
    found = upcard.settle(_round(dict.fromkeys("123", amount), progressive_wager=amount))
    paid = {(line["seat"], line["wager"]): line["paid"] for line in found["payments"]}
    assert paid["1", "progressive"] == house_pays
    assert paid["2", "progressive"] == "5000.00", "a tenth of the meter, whatever is wagered"
    assert (paid["1", "envy"], paid["3", "envy"]) == (envy, envy)
    assert found["meters"] == {"main": "45000.00"}


@pytest.mark.rule("elected_wager_tables", "progressive_amount")
def test_any_other_amount_is_refused_with_and_without_an_election() -> None:
    for wagers, elected in (
        ({"1": "2.00", "2": "1.00", "3": "1.00"}, {}),
        ({"1": "1.00", "2": "2.00", "3": "2.00"}, {"progressive_wager": "2.00"}),
        ({"1": "2.00", "2": "5.00", "3": "2.00"}, {"progressive_wager": "2.00"}),
    ):
        with pytest.raises(upcard.Refused) as refused:
            upcard.settle(_round(wagers, **elected))
        assert refused.value.clause == "sd-2015(21)(f)"
    coupon = {
        "edition": "ma", "house": {"progressive": "PTMGL01", "progressive_wager": "2.00"},
        "meters": {"main": {"amount": "50000.00", "seed": "20000.00"}}, "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
        "seats": {"1": {"cards": ["9c", "9d", "9s", "Jh", "Js"], "decision": "bet", "wagers": {"ante": "10.00"},
                        "coupons": {"progressive": "1.00"}}},
    }  # fmt: skip
    with pytest.raises(upcard.Refused) as refused:
        upcard.settle(coupon)
    assert refused.value.clause == "ma-12(l)", "a one dollar coupon is no wager of a two dollar link"


# ---- a house -----------------------------------------------------------------------------------------------------


def link(amount: str, seed: str, schedule: str = "PTMGL01", **more: Any) -> Fields:
    elected = {"progressive_wager": amount, "approval": APPROVAL}
    return jackpot(schedule, seed=seed, rate="70%") | elected | shared(schedule, amount) | more


@pytest.mark.rule("elected_wager_tables", "seeds_scale", "linked_titles_share")
def test_a_link_takes_one_wager_at_every_table_and_title() -> None:
    two = [ma(jackpot="J"), ma(name="N", jackpot="J")]
    found = house(two, [link("2.00", "20000.00")])
    for t in found.tables:
        assert isinstance(t.rules, CaribbeanStudRules)
        assert t.rules.progressive is not None
        assert t.rules.progressive.wagers == (200,)
        assert t.rules.elections["progressive_wager"] == "2.00"
    (shown,) = house_document(found, ())["jackpots"]
    assert (shown["progressive_wager"], shown["approval"]) == ("2.00", "25-114 of 2025-12-15")
    because = jackpot_refused(link("2.00", "10000.00"), two, "levels.main.seed", "ma-12(l)")
    assert because == "the seed for a wager of $2.00 is $20,000.00"
    jackpot_refused(link("2.00", "20000.00", titles=[title(wager="1.00")]), two, "titles", "ma-12(n)")
    field, _, because = refusal([ma(jackpot="J", progressive_wager="2.00")], [link("2.00", "20000.00")])
    assert (field, because) == ("table 'M'.progressive_wager", "it is decided by jackpot")
    field, clause, because = refusal([ma(jackpot="J", progressive_wager="2.00")], [jackpot("PTMGL01", rate="70%")])
    assert (field, clause) == ("table 'M'.progressive_wager", "ma-12(l)")
    assert because == "all that play for J take the same wager: elect it there"
    five = jackpot("five-card", level="five_card", rate="45%") | {"progressive_wager": "2.00"}
    assert refusal([ma(five_card_jackpot="J")], [five])[0] == "jackpot 'J'.progressive_wager"


@pytest.mark.rule("elected_wager_tables", "limit")
def test_a_wager_that_the_limit_has_no_room_for() -> None:
    for table in (sd(jackpot="J", minimum="5.00"), sd_2011(jackpot="J", minimum="5.00")):
        house([table], [jackpot("PMG-01") | {"progressive_wager": "85.00"}])
        field, clause, _ = refusal([table], [jackpot("PMG-01") | {"progressive_wager": "85.01"}])
        assert (field, clause) == ("table 'S'.limit", f"{table['edition']}(limit)")


@pytest.mark.rule("elected_wager_tables")
def test_sign_and_long_run_are_those_of_the_elected_wager() -> None:
    plain = house([sd(jackpot="J")], [jackpot("PMG-01", seed="10000.00")])
    double = house([sd(jackpot="J")], [jackpot("PMG-01", seed="20000.00") | {"progressive_wager": "2.00"}])
    assert long_run(plain, plain.jackpots["J"]).total == long_run(double, double.jackpots["J"]).total
    shown = {sign.title: dict(sign.lines) for sign in signs(double.tables[0], Table())}
    assert shown["Progressive PMG-01"]["wager"] == "$2.00"
    assert shown["Envy bonus"] == {"royal flush": "$2,000.00", "straight flush": "$600.00"}
    before = {sign.title: dict(sign.lines) for sign in signs(plain.tables[0], Table())}
    assert "wager" not in before["Progressive PMG-01"]
