"""What Caribbean stud pays: qualifying, bonus, progressive, envy, five card hand bonus and cover all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.houses import MA_SCHEDULES, SD_SCHEDULES
from tests.games.rounds import (
    AK,
    LOSES,
    NO_HAND,
    ROYALS,
    STRAIGHT_FLUSHES,
    WINS,
    line,
    lines,
    meter,
    outcome,
    seat,
    stud,
)
from upcard.cards import DECK, Category, category, rank_five, show_card, show_cards

EDITIONS = ("sd-2011", "sd-2015", "ma")
HANDS = {
    "royal_flush": "Ts Js Qs Ks As",
    "straight_flush": "5s 6s 7s 8s 9s",
    "four_of_a_kind": "8s 8h 8d 8c 3h",
    "full_house": "8s 8h 8d 3c 3h",
    "flush": "2s 6s 7s 8s Ks",
    "straight": "5s 6h 7s 8s 9s",
    "three_of_a_kind": "8s 8h 8d 3c 4h",
    "two_pair": "8s 8h 3d 3c 4h",
    "pair": "8s 8h 3d 6c Jh",
}
DEALER = "Ac Kd 9c 7d 2h"


@pytest.mark.rule("dealer_qualifies_with", "no_hand_ante", "no_hand_bet")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Ah Qd Js Tc 9d", False), ("Kh Qd Js Tc 8d", False), ("Ah Kd 4s 3c 2d", True), ("2h 2d 5s 4c 3d", True)],
)
def test_the_dealer_plays_with_ace_king_or_better(edition: str, dealer: str, qualifies: bool) -> None:
    document = stud(edition, {}, dealer, seat("9h 9s 6s 7h Jd"))
    assert document["dealer"]["qualifies"] is qualifies
    assert outcome(line(document, 1, "ante")) == ("win", "10.00", "10.00")
    assert outcome(line(document, 1, "bet")) == (("win", "20.00", "20.00") if qualifies else ("push", "20.00", "0.00"))


@pytest.mark.rule("tip_follows_ante")
@pytest.mark.parametrize(
    ("dealer", "cards", "expected", "net"),
    [
        (AK, WINS, ("win", "5.00", "5.00"), "25.00"),
        (AK, LOSES, ("lose", "0.00", "0.00"), "-35.00"),
        (AK, "As Kh 5d 4d 2c", ("push", "5.00", "0.00"), "0.00"),
        (NO_HAND, "7c 5d 4s 3h 2c", ("win", "5.00", "5.00"), "5.00"),
    ],
)
def test_a_tip_follows_the_ante(dealer: str, cards: str, expected: tuple[str, str, str], net: str) -> None:
    document = stud("sd-2015", {}, dealer, seat(cards, tip="5.00"))
    assert outcome(line(document, 1, "tip")) == expected
    assert document["tips"] == ("10.00" if expected[0] == "win" else "0.00")
    assert document["net"]["1"] == net


BONUS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 100,
    "full_house": 50,
    "flush": 40,
    "two_pair": 3,
}
BONUS_STRAIGHT, BONUS_THREE = {"A": 25, "B": 25, "C": 20}, {"A": 7, "B": 6, "C": 6}


@pytest.mark.rule("bonus_tables", "bonus_settled", "side_wagers_settled")
@pytest.mark.parametrize("table", "ABC")
@pytest.mark.parametrize("dealer", [DEALER, "Ac Qd 9c 7d 2h"])
def test_the_bonus_wager(table: str, dealer: str) -> None:
    pays = BONUS | {"straight": BONUS_STRAIGHT[table], "three_of_a_kind": BONUS_THREE[table]}
    for kind, cards in HANDS.items():
        payment = line(stud("ma", {"bonus": table}, dealer, seat(cards, bonus="5.00")), 1, "bonus")
        odds = pays.get(kind)
        assert outcome(payment) == (("win", "5.00", f"{5 * odds}.00") if odds else ("lose", "0.00", "0.00"))
    for cards, wins in (("9h 9s 4h 3s 5h", False), ("Th Ts 4h 3s 5h", True), ("Jh Js 4h 3s 5h", True)):
        payment = line(stud("ma", {"bonus": table}, dealer, seat(cards, bonus="5.00")), 1, "bonus")
        assert outcome(payment) == (("win", "5.00", "5.00") if wins else ("lose", "0.00", "0.00"))


# ---- the progressive, line by line

FLAT = {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}
AWARDS: dict[str, dict[str, int | str]] = {
    "classic-10pct": {"royal_flush": "100 main", "straight_flush": "10 main", "four_of_a_kind": 500, "full_house": 100,
                      "flush": 50},
    "classic-5000": {"royal_flush": "100 main", "straight_flush": 5000, "four_of_a_kind": 500, "full_house": 100,
                     "flush": 50},
    "PMG-01": {"royal_flush": "100 main", "straight_flush": "10 main", **FLAT},
    "A": {"royal_flush": "100 main", "straight_flush": 5000, "four_of_a_kind": 500, "full_house": 100, "flush": 50,
          "straight": 10, "three_of_a_kind": 3, "two_pair": 2},
    "B": {"royal_flush": "100 main", "straight_flush": "10 main", "four_of_a_kind": 500, "full_house": 100,
          "flush": 50, "straight": 10, "three_of_a_kind": 3, "two_pair": 2},
    "C": {"royal_flush": "100 main", "straight_flush": "10 main", **FLAT, "four_of_a_kind": 200},
    "D": {"royal_flush": "100 main", "straight_flush": "10 main", **FLAT},
    "E": {"royal_flush": "100 main", "straight_flush": "10 main", "four_of_a_kind": 500, "full_house": 100,
          "flush": 50},
    "PTMGL04": {"royal_flush": "100 main", "straight_flush": "100 main", **FLAT},
    "PTMGLML01": {"royal_flush": "100 major", "straight_flush": "100 minor", **FLAT},
    "PTMGLML03": {"royal_flush": "100 mega", "straight_flush": "100 major", **FLAT, "four_of_a_kind": "100 minor"},
}  # fmt: skip
AWARDS |= {"PMG-02": AWARDS["PMG-01"], "PTMGL01": AWARDS["PMG-01"], "PTMGL02": AWARDS["PMG-01"]}
AWARDS["PTMGLML02"] = AWARDS["PTMGLML03"] | {"three_of_a_kind": 10}
ENVY = {
    **dict.fromkeys(
        ("PMG-01", "PMG-02", "D", "PTMGL01", "PTMGL02", "PTMGLML01", "PTMGLML02", "PTMGLML03"), (1000, 300)
    ),
    "PTMGL04": (250, 250),
}
"""Dollars for each dollar wagered: for a royal flush, for a straight flush."""
FIVE_DOLLARS = ("PMG-02", "PTMGL02")
METERS = {"main": "50000.019", "mega": "50000.019", "major": "7000.019", "minor": "300.019"}


def levels(schedule: str) -> dict[str, dict[str, str]]:
    named = {str(award).split()[1] for award in AWARDS[schedule].values() if isinstance(award, str)}
    return {level: meter(METERS[level], "1000.00", "20.001") for level in named}


@pytest.mark.rule(
    "progressive_tables", "link_tables", "classic_royal_flush", "classic_straight_flush", "classic_four_of_a_kind",
    "classic_full_house", "classic_flush", "progressive_needs_wager", "progressive_irrespective_of_dealer",
    "progressive_payout_hand", "progressive_awards_per_hand", "percentage_source", "percentage_rounding",
    "full_award_resets_to", "straight_flush_includes_royal", "link_cards",
)  # fmt: skip
@pytest.mark.parametrize(
    ("edition", "schedule"),
    [(e, s) for e in ("sd-2011", "sd-2015") for s in SD_SCHEDULES] + [("ma", s) for s in MA_SCHEDULES],
)
@pytest.mark.parametrize("dealer", [DEALER, "Ac Qd 9c 7d 2h"])
def test_every_line_of_every_schedule(edition: str, schedule: str, dealer: str) -> None:
    stake = 5 if schedule in FIVE_DOLLARS else 1
    for kind, cards in HANDS.items():
        down = seat(cards, progressive=f"{stake}.00")
        document = stud(edition, {"progressive": schedule}, dealer, down, meters=levels(schedule))
        payment = line(document, 1, "progressive")
        award = AWARDS[schedule].get(kind)
        untouched = {level: reading["amount"] for level, reading in levels(schedule).items()}
        if award is None:
            assert outcome(payment) == ("lose", "0.00", "0.00")
            assert document["meters"] == untouched
        elif isinstance(award, int):
            fixed = award * (1 if schedule.startswith("classic") else stake)
            assert outcome(payment) == ("win", "0.00", f"{fixed}.00")
            assert payment["source"] == "tray"
            assert document["meters"] == untouched
        else:
            percent, level = award.split()
            cents = (int(METERS[level].replace(".", "")) // 10) * int(percent) // 100
            assert outcome(payment) == ("win", "0.00", f"{cents // 100}.{cents % 100:02d}")
            assert payment["source"] == "meter"
            left = "1020.01" if percent == "100" else "45000.019"
            assert document["meters"] == untouched | {level: left}


@pytest.mark.rule("progressive_needs_wager", "envy_to")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_no_progressive_award_and_no_envy_without_the_wager(edition: str) -> None:
    document = stud(edition, {"progressive": "PMG-01"}, AK.replace("Kd", "Kc"), seat(ROYALS[0]))
    assert {p["wager"] for p in document["payments"]} == {"ante", "bet"}


@pytest.mark.rule("envy_to", "envy_hands", "envy_scales", "envy_by_wager", "link_tables")
@pytest.mark.parametrize(
    ("edition", "schedule"), [("sd-2015", s) for s in SD_SCHEDULES] + [("ma", s) for s in MA_SCHEDULES]
)
def test_envy_of_every_schedule(edition: str, schedule: str) -> None:
    stake = 5 if schedule in FIVE_DOLLARS else 1
    royal, straight = ENVY.get(schedule, (0, 0))
    document = stud(
        edition, {"progressive": schedule}, "Ac Kd 9c 7d 2h",
        seat(ROYALS[0]), seat(STRAIGHT_FLUSHES[1], progressive=f"{stake}.00"),
        seat("3s 3d 4c 6c Jd", progressive=f"{stake}.00"), meters=levels(schedule),
    )  # fmt: skip
    assert lines(document, 1, "envy") == [], "without the wager there is none"
    mine, watching = ([p["paid"] for p in lines(document, number, "envy")] for number in (2, 3))
    assert mine == ([f"{royal * stake}.00"] if royal else []), "and none for one's own hand"
    assert sorted(watching) == sorted([f"{royal * stake}.00", f"{straight * stake}.00"] if royal else [])
    assert all(p["source"] == "tray" for p in document["payments"] if p["wager"] == "envy")


@pytest.mark.rule("envy_by_wager", "envy_scales")
def test_envy_under_table_d_scales_with_the_wager_of_its_receiver() -> None:
    document = stud(
        "ma", {"progressive": "D"}, "Ac Kd 9c 7d 2h",
        seat(ROYALS[0]), seat("3s 3d 4c 6c Jd", progressive="5.00"), seat("5h 5d 6d 8c Jc", coupon_progressive="1.00"),
        meters={"main": meter("100.00")},
    )  # fmt: skip
    assert [line(document, number, "envy")["paid"] for number in (2, 3)] == ["5000.00", "1000.00"]
    coupon = line(document, 3, "progressive")
    assert (coupon["staked"], coupon["result"]) == ("0.00", "lose")


@pytest.mark.rule("envy_to")
@pytest.mark.parametrize(("edition", "schedule"), [("sd-2011", "PMG-01"), ("sd-2015", "PMG-01"), ("ma", "D")])
def test_the_dealers_hand_brings_nobody_envy(edition: str, schedule: str) -> None:
    house, meters = {"progressive": schedule}, {"main": meter("100.00")}
    document = stud(edition, house, ROYALS[0], seat("3s 3d 4c 6c Jd", progressive="1.00"), meters=meters)
    assert lines(document, 1, "envy") == []
    document = stud(edition, house, "3s 3d 4c 6c Jd", seat(ROYALS[0]), seat(LOSES, progressive="1.00"), meters=meters)
    assert line(document, 2, "envy")["paid"] == "1000.00", "while a player's does"


@pytest.mark.rule("folded_hand_envy", "void_hand_envy", "fold_keeps", "fold_forfeits")
@pytest.mark.parametrize(("edition", "schedule"), [("sd-2015", "PMG-01"), ("ma", "D")])
def test_envy_and_hands_that_are_out(edition: str, schedule: str) -> None:
    house, meters = {"progressive": schedule}, {"main": meter("100.00")}
    folded = stud(edition, house, DEALER, seat(ROYALS[0], decision="fold", progressive="1.00"),
                  seat(STRAIGHT_FLUSHES[1], progressive="1.00"), meters=meters)  # fmt: skip
    assert lines(folded, 2, "envy") == [], "a folded hand brings none"
    assert line(folded, 1, "envy")["paid"] == "300.00", "but its right to envy stays"
    assert line(folded, 1, "progressive")["result"] == "forfeit"
    dead = stud(edition, house, DEALER, seat(ROYALS[0] + " 2c", progressive="1.00"),
                seat(STRAIGHT_FLUSHES[1], progressive="1.00"), meters=meters)  # fmt: skip
    assert lines(dead, 1, "envy") == lines(dead, 2, "envy") == []
    assert outcome(line(dead, 1, "progressive")) == ("void", "1.00", "0.00")


# ---- several awards from one meter


@pytest.mark.rule("same_round_jackpots", "split_odd_cents", "full_award_resets_to")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_two_royals_in_turn_or_split(edition: str) -> None:
    seats = [seat(cards, progressive="1.00") for cards in ROYALS[:2]]
    meters = {"main": meter("1000.0150", "500.00", "7.00")}
    house = {"progressive": "classic-10pct"}
    turn = stud(edition, house, "Ac Kd 5s 4c 2d", *seats, meters=meters)
    assert [line(turn, number, "progressive")["paid"] for number in (2, 1)] == ["1000.01", "507.00"]
    assert turn["meters"] == {"main": "500.005"}, "the reserve is poured out once"
    split = stud(edition, house | {"same_round_jackpots": "split"}, "Ac Kd 5s 4c 2d", *seats, meters=meters)
    assert [line(split, number, "progressive")["paid"] for number in (2, 1)] == ["500.00", "500.00"]
    assert split["meters"] == {"main": "507.015"}, "the odd cent stays in the meter"


@pytest.mark.rule("same_round_jackpots")
@pytest.mark.parametrize(("amount", "each"), [("100.19", "3.33"), ("100.20", "3.34"), ("100.21", "3.34")])
def test_three_straight_flushes_share_a_tenth(amount: str, each: str) -> None:
    seats = [seat(cards, progressive="1.00") for cards in STRAIGHT_FLUSHES]
    house = {"progressive": "PMG-01", "same_round_jackpots": "split"}
    document = stud("sd-2015", house, "Ah Kd 5d 4d 2d", *seats, seat(ROYALS[0]), meters={"main": meter(amount)})
    assert [line(document, number, "progressive")["paid"] for number in (1, 2, 3)] == [each] * 3


@pytest.mark.rule("same_round_jackpots")
def test_massachusetts_pays_each_from_the_meter_at_its_turn() -> None:
    seats = [seat(cards, progressive="1.00") for cards in (*STRAIGHT_FLUSHES[:2], ROYALS[2])]
    document = stud("ma", {"progressive": "B"}, "Ah Kd 5d 4d 2d", *seats, meters={"main": meter("1000.00", "100.00")})
    assert [line(document, number, "progressive")["paid"] for number in (3, 2, 1)] == ["1000.00", "10.00", "9.00"]
    assert document["meters"] == {"main": "81.00"}


@pytest.mark.rule("percentage_rounding", "full_award_resets_to")
@pytest.mark.parametrize(
    ("amount", "paid", "left"),
    [("0.09999999", "0.00", "0.09999999"), ("0.10", "0.01", "0.09"), ("10.05999999", "1.00", "9.05999999")],
)
def test_a_tenth_is_rounded_down_to_the_cent(amount: str, paid: str, left: str) -> None:
    document = stud("ma", {"progressive": "B"}, AK, seat("6c 7c 8c 9c Tc", progressive="1.00"),
                    meters={"main": meter(amount)})  # fmt: skip
    assert line(document, 1, "progressive")["paid"] == paid
    assert document["meters"] == {"main": left}


@pytest.mark.rule("awards_from", "meter_floor")
@pytest.mark.parametrize(
    ("amount", "source", "left"),
    [("150.01", "meter", "100.01"), ("150.00", "meter", "100.00"), ("149.99", "meter", "100.00"),
     ("149.9999", "meter", "100.0099"), ("100.01", "meter", "100.00"), ("100.0099", "tray", "100.0099"),
     ("100.00", "tray", "100.00"), ("99.99", "tray", "99.99"), ("0.00", "tray", "0.00")],
)  # fmt: skip
def test_fixed_awards_take_nothing_of_the_seed(amount: str, source: str, left: str) -> None:
    """Off the meter as far as it stands above its seed, the rest from the tray; below the seed all of it."""
    house = {"progressive": "E", "awards_from": "meter"}
    reading = {"amount": amount, "seed": "100.00"}
    document = stud("ma", house, AK, seat("2c 6c 7c 8c Kc", progressive="1.00"), meters={"main": reading})
    payment = line(document, 1, "progressive")
    assert (payment["paid"], payment["source"], document["meters"]["main"]) == ("50.00", source, left)


@pytest.mark.rule("meter_floor", "awards_from", "envy_paid")
def test_a_royal_after_a_fixed_award_wins_the_seed_at_least_and_envy_is_the_trays() -> None:
    house = {"progressive": "D", "awards_from": "meter"}
    main = {"amount": "10020.00", "seed": "10000.00"}
    document = stud("ma", house, AK, seat("As Ks Qs Js Ts", progressive="1.00"),
                    seat("2c 6c 7c 8c Kc", progressive="1.00"), meters={"main": main})  # fmt: skip
    assert (line(document, 2, "progressive")["paid"], line(document, 2, "progressive")["source"]) == ("40.00", "meter")
    assert line(document, 1, "progressive")["paid"] == "10000.00", "the flush took the $20 above the seed and no more"
    assert (line(document, 2, "envy")["source"], document["meters"]["main"]) == ("tray", "10000.00")


@pytest.mark.rule("awards_from")
def test_tables_of_several_levels_pay_fixed_awards_from_the_tray() -> None:
    house = {"progressive": "PTMGLML01"}
    meters = {"major": meter("100.00"), "minor": meter("100.00")}
    document = stud("ma", house, AK, seat("2c 6c 7c 8c Kc", progressive="1.00"), meters=meters)
    assert (line(document, 1, "progressive")["source"], document["meters"]["major"]) == ("tray", "100.00")


# ---- the five card hand bonus


@pytest.mark.rule("five_card_table", "five_card_hands", "fold_keeps")
def test_the_five_card_hand_bonus_on_either_hand() -> None:
    meters = {"five_card": meter("10000.019", "10000.00", "5.00")}
    pays = {"royal_flush": "10000.01", "straight_flush": "1000.00", "four_of_a_kind": "500.00", "full_house": "100.00",
            "flush": "50.00"}  # fmt: skip
    for decision in ("bet", "fold"):
        for kind, cards in HANDS.items():
            mine = seat(cards, decision=decision, five_card_player="1.00")
            own = stud("ma", {"five_card": True}, DEALER, mine, meters=meters)
            theirs = seat("Jc Td 4c 7h 2d", decision=decision, five_card_dealer="1.00")
            dealers = stud("ma", {"five_card": True}, cards, theirs, meters=meters)
            for payment in (line(own, 1, "five_card_player"), line(dealers, 1, "five_card_dealer")):
                won = kind in pays
                assert outcome(payment) == (("win", "0.00", pays[kind]) if won else ("lose", "0.00", "0.00"))
                percent = kind in ("royal_flush", "straight_flush")
                assert payment["source"] == (("meter" if percent else "account") if won else None)


@pytest.mark.rule("dealer_award_divided", "dealer_award_worked_out")
@pytest.mark.parametrize(
    ("amount", "each", "left"), [("10.00", "3.33", "7.01"), ("9.99", "3.33", "7.00"), ("9.98", "3.32", "7.02")]
)
def test_a_percentage_on_the_dealers_hand_is_divided(amount: str, each: str, left: str) -> None:
    backers = [
        seat("2c 3d 4d 6h 7h", five_card_dealer="1.00"),
        seat("2h 3h 4h 6c 7c", five_card_dealer="9.00", decision="fold"),
        seat("8c 9d Td 2d 3c", five_card_dealer="1.00"),
        seat("8d 9c Tc 5d", five_card_dealer="1.00"),
        seat("8h 9h Jd 5c 6d"),
    ]
    meters = {"five_card": meter(amount, "5.00", "2.00")}
    document = stud("ma", {"five_card": True}, "Ts Js Qs Ks As", *backers, meters=meters)
    shares = [line(document, number, "five_card_dealer")["paid"] for number in (1, 2, 3)]
    assert shares == [each] * 3, "a void seat is no backer"
    assert document["meters"] == {"five_card": left}


@pytest.mark.rule("magic_card", "lucky", "draws_paid_on")
def test_the_magic_card_and_the_lucky_bonus() -> None:
    def drawn(magic: str | None, lucky: str | None) -> list[tuple[str, str, str, str]]:
        fields = {"magic_card": magic} if magic else {}
        fields |= {"lucky": lucky} if lucky else {}
        both = seat("2c 3d 4d 6h 7h", five_card_player="1.00", five_card_dealer="2.00")
        other = seat("2h 3h 4h 6c 7c", decision="fold", five_card_player="3.00")
        document = stud("ma", {"five_card": True}, AK, both, other, meters={"five_card": meter("1.00")}, **fields)
        wanted = ("magic_card", "lucky")
        return [(p["seat"], p["wager"], p["paid"], p["source"]) for p in document["payments"] if p["wager"] in wanted]

    assert drawn(None, None) == drawn("Qs", None) == []
    assert drawn("2c", None) == [("1", "magic_card", "20.00", "account")]
    assert drawn("2h", "2") == [("2", "magic_card", "60.00", "account"), ("2", "lucky", "15.00", "account")]
    assert drawn("Ah", "dealer") == [("1", "magic_card", "40.00", "account"), ("1", "lucky", "10.00", "account")]
    assert drawn(None, "1") == [("1", "lucky", "5.00", "account")]


# ---- cover all

COVER = {
    2: (500, 200, 60, 40, 35, 25, 9), 3: (300, 125, 40, 30, 20, 17, 6), 4: (250, 100, 30, 20, 15, 10, 5),
    5: (200, 90, 20, 15, 10, 8, 4), 6: (150, 80, 17, 12, 9, 7, 3), 7: (125, 70, 15, 9, 7, 5, 3),
    8: (100, 40, 7, 6, 5, 4, 3),
}  # fmt: skip
LOW_DEALER = "Kc Qh Jd 9h 2c"


def low_hands(taken: str, count: int) -> list[str]:
    """Hands of a pair at most, from what those cards leave of the deck."""
    rng = Random(count)
    while True:
        deck = [card for card in DECK if show_card(card) not in taken.split()]
        rng.shuffle(deck)
        hands = [tuple(deck[5 * at : 5 * at + 5]) for at in range(count)]
        if all(category(rank_five(cards)) <= Category.PAIR for cards in hands):
            return [show_cards(cards) for cards in hands]


@pytest.mark.rule("cover_all_columns", "cover_all_eight", "cover_all_lowest", "cover_all_varies", "cover_all_awards")
@pytest.mark.parametrize("hands", range(2, 9))
def test_every_column_of_cover_all(hands: int) -> None:
    for kind, cards in HANDS.items():
        others = low_hands(f"{cards} {LOW_DEALER}", hands - 2)
        seats = [seat(cards, cover_all="2.00"), *(seat(text) for text in others)]
        document = stud("ma", {"cover_all": True}, LOW_DEALER, *seats)
        column = dict(zip(HANDS, COVER[hands], strict=False))
        odds = column.get(kind)
        expected = ("win", "2.00", f"{2 * odds}.00") if odds else ("lose", "0.00", "0.00")
        assert outcome(line(document, 1, "cover_all")) == expected


@pytest.mark.rule("cover_all_after_fold", "cover_all_excludes", "cover_all_counts")
def test_cover_all_and_hands_that_are_out() -> None:
    three, low = HANDS["three_of_a_kind"], "2h 4c 6h 9d Th"

    def settled(decision: str, **house: Any) -> dict[str, Any]:
        seats = (seat(three, decision=decision, cover_all="1.00"), seat(low, cover_all="1.00"))
        return stud("ma", {"cover_all": True, **house}, LOW_DEALER, *seats)

    played = settled("bet")
    assert [outcome(line(played, n, "cover_all")) for n in (1, 2)] == [("win", "1.00", "6.00")] * 2
    assert outcome(line(settled("bet", cover_all_counts="players"), 2, "cover_all")) == ("win", "1.00", "9.00")
    forfeited = settled("fold")
    assert line(forfeited, 1, "cover_all")["result"] == "forfeit"
    assert line(forfeited, 2, "cover_all")["result"] == "lose", "a folded hand is not the highest"
    stands = settled("fold", cover_all_after_fold="stands")
    assert line(stands, 1, "cover_all")["result"] == "lose"
    dealers = stud("ma", {"cover_all": True}, three, seat(low, cover_all="1.00"))
    assert outcome(line(dealers, 1, "cover_all")) == ("win", "1.00", "9.00")
    void = stud("ma", {"cover_all": True}, LOW_DEALER, seat(three[:-3], cover_all="1.00"), seat(low, cover_all="1.00"))
    assert outcome(line(void, 1, "cover_all")) == ("void", "1.00", "0.00")
    assert line(void, 2, "cover_all")["result"] == "lose"


@pytest.mark.rule("fold_forfeits_ante", "fold_forfeits", "fold_keeps", "match_play", "progressive_coupon")
def test_what_a_fold_gives_up() -> None:
    house = {"progressive": "D", "bonus": "A", "five_card": True, "cover_all": True}
    down = seat(LOSES, decision="fold", bonus="1.00", five_card_player="1.00", five_card_dealer="1.00",
                cover_all="1.00", coupon_match_play="5.00", coupon_progressive="1.00")  # fmt: skip
    document = stud("ma", house, AK, down, meters={"main": meter("1.00"), "five_card": meter("1.00")})
    results = {p["wager"]: p["result"] for p in document["payments"]}
    assert results == {
        "ante": "forfeit", "match_play": "forfeit", "bonus": "forfeit", "progressive": "forfeit",
        "cover_all": "forfeit", "five_card_player": "lose", "five_card_dealer": "lose",
    }  # fmt: skip
    tipped = stud("sd-2015", {}, AK, seat(LOSES, decision="fold", tip="1.00"))
    assert {p["wager"]: (p["result"], p["clause"]) for p in tipped["payments"]} == {
        "ante": ("forfeit", "sd-2015(11)(a)"), "tip": ("forfeit", "sd-2015(8)"),
    }, "the fold speaks of the ante alone; the tip is lost as it is to a better hand"  # fmt: skip
