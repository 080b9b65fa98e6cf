"""The tables to train at: for each edition a few that together offer all of it, or one table of the house."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from upcard.law import EDITIONS
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules

_STUD = """
name = "Training"
[[jackpot]]
name = "With envy"
schedule = "PMG-01"
[jackpot.levels.main]
seed = "10000.00"
rate = "20%"
[[jackpot]]
name = "Five dollars"
schedule = "PMG-02"
[jackpot.levels.main]
seed = "20000.00"
rate = "20%"
[[jackpot]]
name = "A tenth"
schedule = "classic-10pct"
[jackpot.levels.main]
seed = "5000.00"
rate = "40%"
[[jackpot]]
name = "Fixed"
schedule = "classic-5000"
[jackpot.levels.main]
seed = "5000.00"
rate = "40%"
"""

_STUD_TABLE = """
[[table]]
name = "{name}"
edition = "{edition}"
designated = true
devices = ["progressive system", "signage", "{device}"]
signs = ["bet schedule", "progressive schedule"]
minimum = "5.00"
jackpot = "{jackpot}"
{more}
"""

_MASSACHUSETTS = """
name = "Training"
[[jackpot]]
name = "Wager of one or five"
schedule = "D"
[jackpot.levels.main]
seed = "10000.00"
rate = "70%"
[[jackpot]]
name = "Five card"
schedule = "five-card"
[jackpot.levels.five_card]
seed = "10000.00"
rate = "25%"
[[jackpot]]
name = "Three levels"
schedule = "PTMGLML02"
[jackpot.levels.mega]
seed = "10000.00"
rate = "30%"
[jackpot.levels.major]
seed = "1000.00"
rate = "25%"
[jackpot.levels.minor]
seed = "250.00"
rate = "15%"
[[jackpot]]
name = "By hand"
schedule = "A"
[jackpot.levels.main]
seed = "10000.00"
rate = "70%"

[[table]]
name = "Automated shoe"
edition = "ma"
devices = ["acceptor"]
shuffler = { counts = true, cover_all_mode = true }
backs = ["red", "blue"]
dealing = "automated-shoe"
shoe_approved = true
minimum = "5.00"
maximum = "200.00"
jackpot = "Wager of one or five"
five_card_jackpot = "Five card"
bonus = "B"
cover_all = true
magic_card = "1/10"
lucky = "1/20"

[[table]]
name = "Manual shoe"
edition = "ma"
devices = ["acceptor"]
dealing = "manual-shoe"
shoe_approved = true
shoe_side = "right"
minimum = "10.00"
maximum = "500.00"
jackpot = "Three levels"
bonus = "A"

[[table]]
name = "From the hand"
edition = "ma"
devices = ["acceptor"]
shuffler = true
dealing = "from-hand"
minimum = "5.00"
maximum = "300.00"
jackpot = "By hand"
awards_from = "meter"
bonus = "C"
exposed_hole_card = "play-on"
"""

_SIX = """
name = "Training"
[[table]]
name = "Black Hawk"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule", "limits"]
pay_table = "black-hawk"
minimum = "5.00"
maximum = "100.00"
further_tips = true

[[table]]
name = "Own schedule"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule", "limits"]
minimum = "10.00"
maximum = "50.00"
[table.pay_table]
royal_flush = 500
straight_flush = 100
four_of_a_kind = 40
full_house = 12
flush = 8
straight = 5
three_of_a_kind = 3
two_pair = 2
pair = 1
lowest_pair = "7"
"""


def _stud(edition: str, device: str) -> str:
    tables = (
        ("Singly", "With envy", 'dealing = "singly"'),
        ("Groups", "Five dollars", 'dealing = "groups"\nshuffler = true\nsame_round_jackpots = "split"'),
        ("A tenth of the meter", "A tenth", 'dealing = "singly"\nlimit_applies_to = "each-wager"'),
        ("A fixed sum", "Fixed", 'dealing = "singly"'),
    )
    return _STUD + "".join(
        _STUD_TABLE.format(name=name, edition=edition, device=device, jackpot=jackpot, more=more)
        for name, jackpot, more in tables
    )


HOUSES = {
    "sd-2011": _stud("sd-2011", "coin-in slot"),
    "sd-2015": _stud("sd-2015", "coin sensor"),
    "ma": _MASSACHUSETTS,
    "sd-bonus6": _SIX,
}


class Place(NamedTuple):
    """A table to train at, and what its meters start from, in cents."""

    t: TableRules
    seeds: dict[str, int]


class School(NamedTuple):
    """Tables under one edition, by the key that exercises name them with."""

    key: str
    title: str
    places: tuple[Place, ...]


def _place(house: House, t: TableRules) -> Place:
    """The table with cards of the system's own: a situation is dealt, not keyed."""
    levels = [house.jackpots[name].levels for name in (t.jackpot, t.five_card_jackpot) if name]
    seeds = {key: level.seed for found in levels for key, level in found.items()}
    return Place(replace(t, mode="virtual"), seeds)


@cache
def school(edition: str) -> School:
    """The tables of an edition with everything on offer."""
    house = read_house(HOUSES[edition])
    return School(edition, house.tables[0].edition.title, tuple(_place(house, t) for t in house.tables))


def at_table(house: House, name: str, key: str) -> School:
    """One table of a house, with what it offers."""
    t = next(t for t in house.tables if t.name == name)
    return School(key, t.name, (_place(house, t),))


assert tuple(HOUSES) == EDITIONS, "every edition is trained"
