"""A small house that something can happen to: eight tables on one jackpot, one without, and cards that win it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from tests.tables.stack import hand, stud_order
from upcard.bots import Pit, virtual
from upcard.cards import Card
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, read_house

JACKPOT = """
[[jackpot]]
name = "Gold Rush"
schedule = "PMG-01"

[jackpot.levels.main]
seed = "10000.00"
rate = "25%"
reserve_rate = "3%"
limit = "250000.00"
overflow = "reserve"
"""

STUD = """
[[table]]
name = "Stud {number}"
edition = "sd-2015"
seats = 2
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "Gold Rush"
minimum = "5.00"
maximum = "30.00"
"""

SIX = """
[[table]]
name = "Six"
edition = "sd-bonus6"
seats = 2
designated = true
signs = ["pay schedule", "limits"]
pay_table = "black-hawk"
minimum = "5.00"
maximum = "100.00"
"""

SEATS = 2
IRREGULAR = Fraction(1, 6)
"""How often a round that is not rigged goes wrong: void hands and void rounds are among what a crash may hit."""

DEALER = hand("Ah Kd Th 9s 2s")
SECOND = hand("2c 3d 4h 5c 9d")
HITS = (hand("As Ks Qs Js Ts"), hand("9h 8h 7h 6h 5h"), hand("Kc Qc Jc Tc 9c"))
"""All of the meter, and twice a tenth of it."""


@cache
def house(studs: int = 8, *, six: bool = True) -> House:
    """So many linked tables of Caribbean stud, and a table of Bonus 6 beside them."""
    tables = "".join(STUD.format(number=number) for number in range(1, studs + 1))
    found = read_house('name = "Short Straw"\n' + JACKPOT + tables + (SIX if six else ""))
    return replace(found, tables=tuple(virtual(t) for t in found.tables))


def rig(number: int) -> tuple[Card, ...] | None:
    """Two rounds of three win the jackpot, or a part of it; chance deals the third."""
    if number % 3 == 0:
        return None
    return stud_order({1: HITS[number % len(HITS)], 2: SECOND}, DEALER, singly=True)


def pits(of: House, seed: str, *, rigged: Callable[[int], tuple[Card, ...] | None] = rig) -> Mapping[str, Pit]:
    """Whoever plays at the tables, by chance from a seed."""
    return {
        t.name: Pit(
            t, seed, SEATS, irregular=IRREGULAR, rig=rigged if isinstance(t.rules, CaribbeanStudRules) else None
        )
        for t in of.tables
    }
