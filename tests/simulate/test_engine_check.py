"""The engine beside the simulation: they agree to the cent, and where they do not it is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings

from tests.simulate.rigged import rig
from tests.simulate.tables import massachusetts, mixed, six, south_dakota, stud_tables
from upcard.cards import parse_cards
from upcard.games.payment import Meter
from upcard.games.settle import settle
from upcard.rules import caribbean_stud
from upcard.rules.jackpot import Level
from upcard.simulate import bonus_six as six_rounds
from upcard.simulate import caribbean_stud as stud_rounds
from upcard.simulate import engine_check
from upcard.simulate.engine_check import Checked, Differs, check, six_document, stud_document
from upcard.simulate.price_arrays import prices
from upcard.simulate.run import played, work
from upcard.simulate.table import StudTable, stud_table
from upcard.simulate.tally import Logged, Tally
from upcard.units import micros


@given(table=stud_tables())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_table_is_settled_as_the_engine_settles_it(table: StudTable) -> None:
    asked = work(table, "any table", 20_000, block=20_000)
    tally = played(asked, 0)
    found = check(asked, tally, 12)
    assert found.rounds == 12 + min(12, len(tally.log))


@pytest.mark.parametrize("insured", [False, True])
@pytest.mark.parametrize("further", [False, True])
def test_bonus_six_is_settled_as_the_engine_settles_it(insured: bool, further: bool) -> None:
    asked = work(six(3, insured=insured, tip=200, further=further), "six", 1000)
    assert check(asked, played(asked, 0), 150) == Checked(150, 0)
    decided = {tuple(seat["decisions"]) for round in range(150) for seat in _seats(asked.table, round)}
    assert ("fold",) in decided
    assert any(each[-1] == "stand" for each in decided)
    assert any(each[-1] == ("card" if insured else "discard") for each in decided)


def _seats(table: Any, round: int) -> list[dict[str, Any]]:
    return list(six_document(table, "six", round)["seats"].values())


def test_jackpots_are_checked_beside_the_first_rounds() -> None:
    asked = work(massachusetts(), "jackpots", 200_000)
    tally = played(asked, 0)
    found = check(asked, tally, 5)
    assert found == Checked(10, 5)
    assert tally.log[0].amounts[0] != micros(1_000_000), "the meter had moved when it was hit"


def test_documents_are_those_of_settle() -> None:
    table = massachusetts()
    asked = work(table, "documents", 100)
    standing = {name: Meter(micros(level.seed), micros(level.seed)) for name, level in table.levels}
    document = stud_document(table, asked.seed, 3, standing)
    settled = settle(document)
    assert set(settled["net"]) == {str(seat) for seat in range(1, 8)}
    assert {seat["decision"] for seat in document["seats"].values()} == {"bet", "fold"}
    assert settle(six_document(six(), "documents", 3))["payments"]


# ---- rounds that chance seldom deals -------------------------------------------------------------------------

OVERFLOWS: tuple[Literal["reserve", "revenue"], ...] = ("reserve", "revenue")
ROYALS = "As Ks Qs Js Ts Ah Kh Qh Jh Th 9c 8c 7c 6c 5c 4d 4h 4s 4c 2d"
DEALER_ROYAL = "As Ks Qs Js Ts Ah Kh Qh Jh Th 2c 3d 5h 7s 9c Ac Kc Qc Jc Tc"
FOURS = "8c 8d 8h 8s 2c 9c 9d 9h 9s 3c 4c 4d 4h 4s 5c 2d 3d 5d 7h Th"


@pytest.mark.parametrize("cards", [ROYALS, DEALER_ROYAL, FOURS])
@pytest.mark.parametrize(
    "table",
    [
        massachusetts(3),
        mixed(),
        massachusetts(3, awards_from="meter"),
        massachusetts(3, progressive="PTMGL04", cover_all_after_fold="stands"),
        massachusetts(3, progressive="PTMGLML02"),
        massachusetts(3, progressive="A", awards_from="meter"),
        south_dakota(3),
        south_dakota(3, same_round_jackpots="split"),
        south_dakota(3, "PMG-02", same_round_jackpots="split"),
        south_dakota(3, "classic-10pct", same_round_jackpots="split"),
        south_dakota(3, "classic-5000"),
    ],
)
def test_several_jackpots_in_one_round(table: StudTable, cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = work(table, "rigged", 1000)
    rig(monkeypatch, table, "rigged", 77, parse_cards(cards))
    for odd in (0, 123_457, 999_999):
        amounts = tuple(micros(level.seed + 3_333_331) + odd for _, level in table.levels)
        hit = Logged(77, amounts, tuple(odd * 7 for _ in table.levels))
        engine_check._check_hit(table, asked, hit)


def test_a_poor_meter_pays_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    table = massachusetts(3, awards_from="meter")
    rig(monkeypatch, table, "poor", 5, parse_cards(FOURS))
    for cents in (0, 1, 29_999, 30_000, 30_001, 59_999, 60_001, 90_000):
        engine_check._check_hit(table, work(table, "poor", 10), Logged(5, (micros(cents) + 999_999, micros(5)), (0, 0)))


# ---- and a wrong pay is seen -----------------------------------------------------------------------------------


def _wrong(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    def changed(table: StudTable, block: int) -> Any:
        made = prices(table, block)
        fields: dict[str, Any] = {
            "by_outcome": tuple(each.copy() for each in made.by_outcome),
            "by_kind": tuple(each.copy() for each in made.by_kind),
            "cover": made.cover.copy(),
            "feeds": made.feeds.copy(),
            "flags": made.flags.copy(),
            "awards": made.awards.copy(),
            "draws": (made.draws[0], made.draws[1].copy(), made.draws[2]),
        }
        wrong = replace(made, **fields)
        change(wrong)
        return wrong

    monkeypatch.setattr(stud_rounds, "prices", changed)


def _pair_pays_more(made: Any) -> None:
    made.by_outcome[0][2, 13] += 1


def _seat_gets_more(made: Any) -> None:
    made.by_outcome[2][4, 22] += 1


def _bonus_pays_more(made: Any) -> None:
    made.by_kind[0][0, 14] += 1


def _progressive_pays_less(made: Any) -> None:
    made.by_kind[1][1, 15] -= 1


def _dealer_bonus_pays_more(made: Any) -> None:
    made.awards[0, 13] |= 16  # a dealer's pair of aces pays
    made.by_kind[4][1, 13] += 1


def _cover_pays_more(made: Any) -> None:
    made.cover[:, 15] += 1


def _meter_gets_more(made: Any) -> None:
    made.feeds[0, 0] += 1


def _draws_pay_more(made: Any) -> None:
    made.draws[1][0] += 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (_pair_pays_more, "ante and bet"), (_seat_gets_more, "seat 5"), (_bonus_pays_more, "bonus"),
        (_progressive_pays_less, "progressive"), (_dealer_bonus_pays_more, "five card"),
        (_cover_pays_more, "cover_all"), (_meter_gets_more, "the meter main"), (_draws_pay_more, "five card"),
    ],
)  # fmt: skip
def test_a_wrong_pay_is_caught(change: Any, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = work(massachusetts(), "planted", 100_000)
    assert check(asked, Tally(), 200).rounds == 200
    _wrong(monkeypatch, change)
    with pytest.raises(Differs, match=rf"round \d+ of the seed 'planted': {named}"):
        check(asked, Tally(), 200)


def test_a_wrong_share_is_caught_by_the_jackpots(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = work(massachusetts(), "planted", 100_000)
    tally = played(asked, 0)

    def change(made: Any) -> None:
        made.awards[1, 20] += 1  # a straight flush takes 11% of the meter

    _wrong(monkeypatch, change)
    with pytest.raises(Differs, match="progressive"):
        check(asked, tally, 60)


def test_a_wrong_pay_of_bonus_six_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = work(six(2), "planted", 1000)
    right = six_rounds.prepared

    def wrong(table: Any) -> Any:
        made = right(table)
        paid = made.prices.copy()
        paid[0, 1, 0] -= 1
        return replace(made, prices=paid)

    monkeypatch.setattr(six_rounds, "prepared", wrong)
    with pytest.raises(Differs, match=r"round \d+ of the seed 'planted': game"):
        check(asked, Tally(), 20)


def test_a_meter_above_its_limit_stays_where_it_is() -> None:
    """As after a whole award whose reserve lifted it there: what is wagered goes past it."""
    rules = caribbean_stud("sd-2015", {"progressive": "classic-10pct"})
    for overflow in OVERFLOWS:
        level = Level(seed=1000, rate=250_000, reserve_rate=10_000, limit=2000, overflow=overflow)
        table = stud_table(rules, [{"ante": 1000, "progressive": 100}] * 2, levels={"main": level})
        for before in (1999, 2000, 2001, 5000):
            meters = stud_rounds.fresh(table, 100)
            meters.state[0] = micros(before)
            tally = stud_rounds.play(table, 1, 0, 1, meters, 100)
            standing = engine_check._fed(table, {"main": Meter(micros(before), micros(1000))})["main"]
            assert (*meters.amounts, *meters.reserves) == (standing.amount, standing.reserve)
            assert standing.amount == micros(max(before, 2000))
            assert tally.meters["main"].revenue == (0 if overflow == "reserve" else 2 * 25 * 10**6 - added(before))


def added(before: int) -> int:
    return micros(max(2000 - before, 0))
