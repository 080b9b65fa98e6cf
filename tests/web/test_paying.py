"""What the console says about money: what the tray pays and in which chips, and what goes elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.stud import Walk
from tests.web.keyed import Hand, Keyed
from tests.web.served import casino
from upcard.games.caribbean_stud import preview

HARBOR = """
name = "Harbor"
[[jackpot]]
name = "Harbor"
schedule = "D"
approval = { reference = "25-114", date = "2025-12-15" }
[jackpot.levels.main]
seed = "10000.00"
rate = "70%"
[[jackpot]]
name = "Five Card"
schedule = "five-card"
approval = { reference = "25-114", date = "2025-12-15" }
[jackpot.levels.five_card]
seed = "10000.00"
rate = "45%"
[[table]]
name = "One"
edition = "ma"
seats = 7
dealing = "automated-shoe"
shoe_approved = true
backs = ["red", "blue"]
devices = ["acceptor"]
shuffler = { counts = true, cover_all_mode = true }
jackpot = "Harbor"
bonus = "B"
five_card_jackpot = "Five Card"
cover_all = true
minimum = "10.00"
mode = "keyed"
"""

GOLD = """
name = "Gold"
[[jackpot]]
name = "Gold"
schedule = "PMG-01"
[jackpot.levels.main]
seed = "10000.00"
rate = "25%"
[[table]]
name = "One"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "Gold"
minimum = "5.00"
mode = "keyed"
"""

HAPPENS = Callable[[Keyed], Awaitable[Any]]


def play(folder: Path, house: str, hands: dict[int, Hand], dealer: str, happens: HAPPENS) -> None:
    async def run() -> None:
        async with casino(folder, house) as room:
            desk = Keyed(room, "one", hands, dealer)
            await desk.arrive()
            await happens(desk)

    asyncio.run(run())


def sums(pay: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(item["to"], item["seat"], item["amount"]) for item in pay["sums"]]


FIVE = {"ante": "10.00", "five_card_player": "1.00", "five_card_dealer": "1.00"}


def test_what_is_lost_says_to_which_hand_and_which_hand_would_have_won(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        told = {
            line["wager"]: line["why"]["arithmetic"]
            for step in ("Settle seat 1", "Settle seat 1's progressive")
            for line in (await desk.until(step))["pay"]["lines"]
        }
        lost = "is lost, pair of threes to the dealer's pair of nines"
        assert told == {
            "ante": f"ante $5 {lost}",
            "bet": f"bet $10 {lost}",
            "progressive": "progressive $1 is lost, with pair of threes; "
            "the least hand that it pays is three of a kind",
        }

    hands = {1: Hand({"ante": "5.00", "progressive": "1.00"}, "3c 3d 7h 8s Ks")}
    play(tmp_path, GOLD, hands, "9c 9d Ah Qc Kc", happens)


@pytest.mark.rule("percentage_source", "five_card_verification")
def test_an_account_and_a_meter_are_not_cut_in_chips(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        pay = (await desk.until("Settle seat 1's five card"))["pay"]
        assert (pay["pay"], pay["chips"], pay["cuts"]) == ("0.00", [], [])
        assert sums(pay) == [("meter, documented", 1, "1000.09"), ("account", 1, "500.00")]
        assert pay["collect"] == "2.00", "an award 'for 1' keeps the stake"

    hands = {1: Hand(FIVE, "3c 3d 3h 3s Ks"), 3: Hand({"ante": "10.00"}, "2d 4h 6s 8c Th")}
    play(tmp_path, HARBOR, hands, "9c Tc Jc Qc Kc", happens)


def test_a_progressive_percentage_comes_off_the_meter_alone(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        hand = (await desk.until("Settle seat 1's progressive"))["pay"]
        assert (hand["pay"], hand["chips"], hand["collect"]) == ("0.00", [], "1.00")
        assert sums(hand) == [("meter, documented", 1, "1000.14")]

    hands = {
        1: Hand({"ante": "10.00", "progressive": "1.00"}, "4h 5h 6h 7h 8h"),
        3: Hand({"ante": "10.00", "progressive": "1.00"}, "2d 4c 6s 8c Th"),
    }
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


def test_envy_is_cut_for_each_seat_by_itself(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        pay = (await desk.until("Settle envy on seat 1"))["pay"]
        assert pay["pay"] == "600.00"
        assert pay["chips"] == []
        assert [(cut["seat"], cut["amount"], cut["chips"]) for cut in pay["cuts"]] == [
            (3, "300.00", [["100", 3]]),
            (2, "300.00", [["100", 3]]),
        ]

    wagers = {"ante": "10.00", "progressive": "1.00"}
    hands = {1: Hand(wagers, "4h 5h 6h 7h 8h"), 2: Hand(wagers, "2d 4c 6s 8c Th"), 3: Hand(wagers, "2s 4d 6c 8d Ts")}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


@pytest.mark.rule("tip_follows_ante", "no_hand_ante", "no_hand_paid")
def test_antes_without_a_dealers_hand_are_cut_for_each_seat_and_tips_are_the_dealers(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Pay all antes")
        pay = view["pay"]
        assert view["next"]["why"]["clause"] == "sd-2015(13)"
        assert [(cut["seat"], cut["amount"]) for cut in pay["cuts"]] == [(3, "20.00"), (1, "10.00")]
        assert sums(pay) == [("tray→player", 3, "20.00"), ("tray→player", 1, "10.00"), ("dealer's tips", 1, "10.00")]
        assert (pay["pay"], pay["collect"]) == ("30.00", "0.00")
        said = {(line["seat"], line["wager"]): line["why"]["arithmetic"] for line in pay["lines"]}
        assert said[1, "ante"] == "the dealer has no hand, 1 to 1: ante $10 wins $10, and $10 is returned"
        assert said[1, "tip"].endswith("tip $5 wins $5; stake and winnings, $10, are the dealer's")
        assert {line["hand"] for line in pay["lines"]} == {None}

    hands = {
        1: Hand({"ante": "10.00", "tip": "5.00"}, "3s 3d 4h 5c 6c"),
        3: Hand({"ante": "20.00"}, "Ts Td 4d 5h 6h"),
    }
    play(tmp_path, GOLD, hands, "2c 3c 7s 8s 9h", happens)


def test_a_folded_seat_that_backs_the_dealers_hand_is_shown_what_it_is_paid(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Settle seat 1's five card")
        pay = view["pay"]
        assert sums(pay) == [("account", 1, "100.00")]
        assert pay["hand"] == "the dealer's full house, aces over kings"
        assert view["seats"][0]["cards"] == [None] * 5, "its own cards stay face down"
        assert view["next"]["why"]["clause"] == "ma-10(c)(five-card)"

    hands = {
        1: Hand({"ante": "10.00", "five_card_dealer": "1.00"}, "2d 4h 6s 8c Th", "Fold"),
        3: Hand({"ante": "10.00"}, "2s 4d 6c 8d Ts"),
    }
    play(tmp_path, HARBOR, hands, "Ac Ad Ah Kc Kd", happens)


@pytest.mark.rule("cover_all_last")
def test_cover_all_is_cut_for_each_seat_and_cites_its_own_clause(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Settle the cover all wagers")
        cuts = view["pay"]["cuts"]
        assert view["next"]["why"]["clause"] == "ma-12(j)"
        assert [cut["seat"] for cut in cuts] == [3, 1]
        assert cuts[0]["amount"] == cuts[1]["amount"]
        assert float(view["pay"]["pay"]) == 2 * float(cuts[0]["amount"])

    wagers = {"ante": "10.00", "cover_all": "5.00"}
    hands = {1: Hand(wagers, "3c 3d 3h 3s Ks"), 3: Hand(wagers, "2d 4h 6s 8c Th")}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


def test_nothing_is_said_of_a_hand_that_lies_face_down() -> None:
    down = 0
    for seed in range(30):
        walk = Walk(Random(seed)).play()
        for round in walk.rounds:
            for step in round.agenda:
                if step.kind == "hand" and not round.seats[step.seat].shown:
                    down += 1
                    assert preview(walk.rules, round, step, {}) is None
    assert down
