"""A meter against fractions: wagers by the hundred thousand at awkward rates, and not a micro of difference."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Literal

import pytest

from tests.effort import effort
from upcard.games.payment import draw
from upcard.money import account
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.ledger import record_money
from upcard.money.link import fed
from upcard.rules.jackpot import Level, Title, parse_rate
from upcard.units import MICROS_PER_CENT, Share, micros

WAGERS = effort(40_000, 1_000_000)
METER, RESERVE = account.meter("Link", "main"), account.reserve("Link", "main")


class Oracle:
    """The same meter in fractions of a dollar, written from the rules of contribution and award alone."""

    def __init__(self, level: Level) -> None:
        self.rate, self.reserve_rate = Fraction(level.rate, 10**6), Fraction(level.reserve_rate, 10**6)
        self.seed = Fraction(level.seed, 100)
        self.limit = None if level.limit is None else Fraction(level.limit, 100)
        self.overflow = level.overflow
        self.amount, self.reserve, self.turned_away = self.seed, Fraction(0), Fraction(0)

    def wager(self, dollars: Fraction) -> None:
        adds = dollars * self.rate
        if self.limit is not None and self.amount + adds > self.limit:
            over = min(adds, self.amount + adds - self.limit)
            adds -= over
            self.turned_away += over
            if self.overflow == "reserve":
                self.reserve += over
        self.amount += adds
        self.reserve += dollars * self.reserve_rate

    def award(self, percent: int) -> Fraction:
        cents = self.amount * percent  # a hundredth of a dollar is a cent
        paid = Fraction(cents.numerator // cents.denominator, 100)
        self.amount -= paid
        if percent == 100:
            self.amount += self.seed + self.reserve
            self.reserve = Fraction(0)
        return paid


@pytest.mark.no_cover  # measuring it would take longer than the wagers
@pytest.mark.parametrize(
    ("rate", "reserve_rate", "limit", "overflow"),
    [
        ("71.0307%", "3.0001%", None, "reserve"),
        ("0.0001%", "0.0003%", None, "reserve"),
        ("33.3333%", "0%", 1_200_001, "reserve"),
        ("70%", "9.0909%", 1_000_007, "revenue"),
    ],
)
def test_a_meter_is_exact_wager_after_wager(
    rate: str, reserve_rate: str, limit: int | None, overflow: Literal["reserve", "revenue"]
) -> None:
    """Four meters, with awards in between; a million wagers for each in a long run."""
    level = Level(
        seed=1_000_003, rate=parse_rate(rate), reserve_rate=parse_rate(reserve_rate), limit=limit, overflow=overflow
    )
    title = Title("Other", "PTMGL01", 100, 1)
    books, oracle, random = Books(), Oracle(level), Random(rate)

    def happens(event: e.MoneyEvent) -> None:
        record_money(books, event, "", "")

    happens(e.JackpotOpened("Link", "ma", "PTMGL01", {"main": level}, "main", (title,)))
    number = 0
    for turn in range(WAGERS):
        cents = random.choice((100, 100, 500, 700, random.randrange(1, 10_000)))
        happens(e.TitleWagered("Link", "Other", "9", cents))
        oracle.wager(Fraction(cents, 100))
        if turn % 20_011 == 0 or turn % 3_001 == 0:
            percent = 100 if turn % 20_011 == 0 else 10
            number += 1
            meter = books.meter("Link", "main")
            taken = draw(meter, "main", Share(percent, "main"))
            happens(e.HitLocked("Link", number, "9", 0, "progressive", 0, 0, (taken,), {"main": meter}, title="Other"))
            happens(e.HitPaid("Link", number))
            assert Fraction(taken.cents, 100) == oracle.award(percent)
        if turn % 1_009 == 0 or turn == WAGERS - 1:
            held = [Fraction(books.balances.get(name, 0), 100 * MICROS_PER_CENT) for name in (METER, RESERVE)]
            assert held == [oracle.amount, oracle.reserve]
    assert sum(books.balances.values()) == 0
    tier = books.links["Link"].tiers["main"]
    assert Fraction(tier.overflowed, 100 * MICROS_PER_CENT) == oracle.turned_away
    assert bool(tier.overflowed) == (limit is not None), "the limit is reached where there is one"


@pytest.mark.parametrize(
    ("room", "meter", "over"), [(99, 99, 1), (100, 100, 0), (101, 100, 0), (0, 0, 100), (-5, 0, 100)]
)
@pytest.mark.parametrize("overflow", ["reserve", "revenue"])
def test_the_limit_of_a_meter(room: int, meter: int, over: int, overflow: Literal["reserve", "revenue"]) -> None:
    level = Level(seed=100, rate=1_000_000, reserve_rate=0, limit=1_000, overflow=overflow)
    found = fed(level, micros(1_000 - room), 100)
    kept = over if overflow == "reserve" else 0
    assert found == (micros(meter), micros(kept), micros(over - kept))
