"""Every edition with many elections: what a licensee could have chosen for a table."""

from __future__ import annotations

from random import Random
from typing import Any

from upcard.games.payment import Meter
from upcard.rules import bonus_six, caribbean_stud
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules

House = dict[str, Any]

SD_SCHEDULES = ("classic-10pct", "classic-5000", "PMG-01", "PMG-02")
MA_SCHEDULES = (
    "A", "B", "C", "D", "E", "PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03",
)  # fmt: skip


def south_dakota(rng: Random) -> House:
    house: House = {
        "limit_applies_to": rng.choice(("total", "each-wager")),
        "same_round_jackpots": rng.choice(("in-turn", "split")),
        "misdeal_envy": rng.choice(("played-hands", "all-hands")),
    }
    if rng.random() < 0.2:
        house["tip_maximum"] = rng.choice(("0.50", "2.00"))
    if rng.random() < 0.85:
        house["progressive"] = rng.choice(SD_SCHEDULES)
    if rng.random() < 0.3:
        house["limit"] = rng.choice(("3.00", "8.00", "30.00", "99.99"))
    return house | _range(rng)


def massachusetts(rng: Random) -> House:
    house: House = {
        "awards_from": rng.choice(("tray", "meter")),
        "cover_all_after_fold": rng.choice(("forfeited", "stands")),
        "cover_all_counts": rng.choice(("hands", "players")),
        "exposed_hole_card": rng.choice(("void", "play-on")),
        "five_card": rng.random() < 0.6,
        "cover_all": rng.random() < 0.6,
    }
    if rng.random() < 0.85:
        house["progressive"] = rng.choice(MA_SCHEDULES)
    if house.get("progressive", "").startswith("PTMGLML"):
        house["awards_from"] = "tray"
    if rng.random() < 0.6:
        house["bonus"] = rng.choice("ABC")
    for wager in ("bonus", "cover_all", "five_card"):
        if house.get(wager) and rng.random() < 0.2:
            house[f"{wager}_maximum"] = rng.choice(("0.50", "2.00"))
    return house | _range(rng)


def _range(rng: Random) -> House:
    house = {}
    if rng.random() < 0.3:
        house["minimum"] = rng.choice(("0.01", "0.50", "1.00"))
    if rng.random() < 0.3:
        house["maximum"] = rng.choice(("5.00", "25.00", "33.33"))
    if rng.random() < 0.05:
        house["liability_limit"] = rng.choice(("3500.00", "8000.00", "20000.00"))  # the least ante fits
    return house


def _room(rng: Random, house: House) -> House:
    """A limit that leaves room for a progressive wager beside the least ante."""
    if "progressive" in house and "liability_limit" in house:
        return house | {"liability_limit": rng.choice(("25000.00", "60000.00", "150000.00"))}
    return house


def stud_house(rng: Random) -> tuple[str, House, CaribbeanStudRules]:
    edition = rng.choice(("sd-2011", "sd-2015", "ma", "ma"))
    house = _room(rng, massachusetts(rng) if edition == "ma" else south_dakota(rng))
    return edition, house, caribbean_stud(edition, house)


OWN_TABLE = {
    "royal_flush": 500, "straight_flush": 500, "four_of_a_kind": 40, "full_house": 12, "flush": 9, "straight": 5,
    "three_of_a_kind": 3, "two_pair": 2, "pair": 1, "lowest_pair": "J",
}  # fmt: skip


def six_house(rng: Random) -> tuple[House, BonusSixRules]:
    house: House = {"pay_table": rng.choice(("black-hawk", OWN_TABLE))}
    if rng.random() < 0.3:
        house["further_tips"] = "refused"
    house |= _range(rng)
    return house, bonus_six(house)


def meters_for(rng: Random, rules: CaribbeanStudRules) -> dict[str, Meter]:
    """Readings with fractions of a cent, also small ones and a reserve."""
    return {
        level: Meter(
            amount=rng.choice((0, 1, 999_999, 4_321_000_001, rng.randrange(10**13))),
            seed=rng.choice((0, 10**12, rng.randrange(10**12))),
            reserve=rng.choice((0, 0, 1, rng.randrange(10**11))),
        )
        for level in rules.levels
    }
