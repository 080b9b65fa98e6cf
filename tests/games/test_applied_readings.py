"""Our readings of the law are stamped on every round that they touch."""

from __future__ import annotations

from typing import Any

import pytest

from upcard.games.settle import settle

NO_HAND = ["9c", "7c", "5d", "4d", "2h"]
ROYALS = (["As", "Ks", "Qs", "Js", "Ts"], ["Ah", "Kh", "Qh", "Jh", "Th"])
PAIR = ["3c", "3d", "8h", "6s", "Qc"]
MAIN = {"main": {"amount": "10000.01", "seed": "5000.00"}}
FIVE = {"five_card": {"amount": "20000.00", "seed": "10000.00"}}


def touched(
    edition: str, house: dict[str, Any], dealer: list[str], seats: list[dict[str, Any]], **more: Any
) -> set[str]:
    numbered = {str(n): {"decision": "bet", **seat} for n, seat in enumerate(seats, 1)}
    for seat in numbered.values():
        seat["wagers"] = {"ante": "10.00", **seat.get("wagers", {})}
    value = {"edition": edition, "house": house, "dealer": dealer, "seats": numbered, **more}
    return set(settle(value, readings=True)["readings"])


CASES: list[tuple[set[str], set[str]]] = [
    (
        touched(
            "sd-2011", {"progressive": "PMG-01", "same_round_jackpots": "split"}, NO_HAND,
            [{"cards": cards, "wagers": {"progressive": "1.00"}} for cards in ROYALS], meters=MAIN,
        ),
        {
            "usual-ranking", "alternative-schedules", "what-the-limit-counts", "several-awards-from-one-meter",
            "awards-round-down", "bets-without-a-dealer-hand", "accounting-of-2015", "envy-by-the-receiver",
            "fold-surrenders-the-hand",
        },
    ),
    (
        touched("sd-2015", {}, NO_HAND[:3], [{"cards": PAIR, "decision": "fold", "wagers": {"tip": "10.00"}}]),
        {"misdeal-plays-the-progressive", "what-the-limit-counts", "dead-hand-returns-all"},
    ),
    (
        touched("sd-2015", {}, NO_HAND, [{"cards": PAIR[:4]}]),
        {"dead-hand-returns-all", "what-the-limit-counts"},
    ),
    (
        touched(
            "ma", {"progressive": "PTMGL04", "cover_all": True}, NO_HAND,
            [{"cards": ROYALS[0], "wagers": {"progressive": "1.00", "cover_all": "1.00"}}], meters=MAIN,
        ),
        {
            "what-the-table-pays", "side-wagers-in-every-case", "envy-and-seeds-scale", "awards-round-down",
            "who-counts-for-cover-all", "where-fixed-awards-come-from",
        },
    ),
    (
        touched(
            "ma", {"progressive": "D"}, NO_HAND, [{"cards": PAIR, "coupons": {"progressive": "1.00"}}], meters=MAIN
        ),
        {"what-the-table-pays", "side-wagers-in-every-case", "coupons"},
    ),
    (
        touched(
            "ma", {"five_card": True}, ROYALS[0], [{"cards": PAIR, "wagers": {"five_card_dealer": "1.00"}}],
            meters=FIVE, magic_card="As",
        ),
        {
            "side-wagers-in-every-case", "awards-round-down", "dealer-award-at-the-first-backer", "draws-of-the-system",
            "what-a-five-card-wager-is",
        },
    ),
    (touched("ma", {}, NO_HAND, [{"cards": PAIR[:4]}]), {"void-hand-returns-all"}),
    (touched("ma", {}, NO_HAND, [{"cards": PAIR}], irregularity="hole-card-exposed-late"),
     {"hole-card-exposed-late", "void-hand-returns-all"}),
]  # fmt: skip


@pytest.mark.parametrize(("found", "expected"), CASES)
def test_a_round_carries_the_readings_that_touched_it(found: set[str], expected: set[str]) -> None:
    assert found == expected


def test_a_void_hand_of_bonus_six_carries_its_reading() -> None:
    seat = {"cards": ["6d"], "decisions": ["bet", "bet", "stand"], "wagers": {"ante": "10.00"}}
    value = {"edition": "sd-bonus6", "house": {"pay_table": "black-hawk"}, "community": "6h", "seats": {"1": seat}}
    assert settle(value, readings=True)["readings"] == ["void-means-returned"]


def test_without_asking_a_settlement_is_what_the_contract_says() -> None:
    value = {"edition": "sd-2015", "house": {}, "dealer": NO_HAND,
             "seats": {"1": {"cards": PAIR, "decision": "bet", "wagers": {"ante": "10.00"}}}}  # fmt: skip
    assert settle(value).keys() == {"payments", "net", "tips", "meters", "dealer"}
