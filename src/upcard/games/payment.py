"""Meters, and one line of a settlement: a wager, what became of it, and the rule that decided.

>>> meter = Meter(amount=micros(5_012_345) + 500_000, seed=micros(1_000_000), reserve=micros(12_000))
>>> full = draw(meter, "main", Share(100, "main"), ways=2)
>>> full.each, show_meter(drawn(meter, full).amount)
(2506172, '10120.015')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from upcard.cards import Card
from upcard.document import displayed
from upcard.units import (
    FULL_PERCENT,
    MICROS_PER_CENT,
    Award,
    Cents,
    For,
    Share,
    To,
    micros,
    parse_award,
    show_cents,
    show_meter,
    whole_cents,
)

# ---- A progressive meter -----------------------------------------------------------------------------------
# what it shows, what it falls back to, and how an award leaves it.


__all__ = ["Draw", "Meter", "contribute", "draw", "drawn", "micros", "show_meter", "take", "written_meters"]

PER_UNIT = 1_000_000
"""Rates are whole millionths of a wager, so that a contribution is a whole number of micros."""


class Meter(msgspec.Struct, frozen=True):
    """A meter in millionths of a cent."""

    amount: int
    seed: int
    reserve: int = 0

    @property
    def displayed(self) -> Cents:
        return whole_cents(self.amount)


class Draw(msgspec.Struct, frozen=True):
    """What one award takes from a meter: so many equal parts, and whether the meter starts again."""

    level: str
    each: int
    ways: int
    resets: bool

    @property
    def cents(self) -> int:
        return self.each * self.ways


def draw(meter: Meter, level: str, share: Share, ways: int = 1) -> Draw:
    """A percentage award in equal parts, each rounded down to the cent."""
    whole = meter.amount * share.percent // (share.parts * MICROS_PER_CENT)
    return Draw(level, whole // ways, ways, share.whole)


def shares_of(level: str) -> Iterator[Share]:
    """Every percentage of a meter that may be an award: the whole ones first."""
    yield from (Share(percent, level) for percent in range(1, FULL_PERCENT + 1))
    yield from (Share(part, level, FULL_PERCENT * 10) for part in range(1, FULL_PERCENT * 10) if part % 10)


def take(meter: Meter, level: str, cents: int, floor: int = 0) -> Draw:
    """As much of a fixed sum as the meter stands above a floor, in its own unit."""
    return Draw(level, min(cents, whole_cents(max(meter.amount - floor, 0))), 1, resets=False)


def drawn(meter: Meter, award: Draw) -> Meter:
    """The meter after an award; a full one leaves seed, reserve and what could not be paid out in cents."""
    left = meter.amount - micros(award.cents)
    assert left >= 0, "an award is larger than its meter"
    if not award.resets:
        return Meter(left, meter.seed, meter.reserve)
    return Meter(meter.seed + meter.reserve + left, meter.seed, 0)


def contribute(meter: Meter, wager: int, rate: int, reserve_rate: int = 0) -> Meter:
    """The meter after a wager in cents, at rates in millionths."""
    return Meter(meter.amount + wager * rate, meter.seed, meter.reserve + wager * reserve_rate)


def written_meters(meters: Mapping[str, Meter]) -> dict[str, dict[str, str]]:
    """Meters as they are displayed, with what they fall back to."""
    return {
        level: {
            "amount": show_meter(meter.amount),
            "seed": show_meter(meter.seed),
            "reserve": show_meter(meter.reserve),
        }
        for level, meter in meters.items()
    }


# ---- What a game answers that has no dealer's hand, plays for no meter and settles a seat at once ----------


def stays(events: Any) -> list[str]:
    """Everything is taken back."""
    return []


def why_unjudged(round: Any, payment: Any) -> str:
    """Every payment is for a hand."""
    return ""


def preview(*asked: Any) -> None:
    """No step of a settlement is known before it is taken."""


def award_shares(*asked: Any) -> list[AwardShare]:
    """No award comes off a meter."""
    return []


# ---- payment -----------------------------------------------------------------------------------------------


Result = Literal["win", "lose", "forfeit", "push", "void", "fee"]
Source = Literal["tray", "meter", "account"]


@displayed
class Payment(msgspec.Struct, frozen=True):
    """`returned` is the stake handed back, `paid` what the house adds; `hand` and `odds` say why."""

    seat: int
    wager: str
    result: Result
    staked: int
    returned: int
    paid: int
    source: Source | None
    rule: str
    hand: int | None = None
    odds: str | None = None
    drawn: int = 0
    """The part of `paid` that came off a meter."""

    def _line(self) -> str:
        source = f" from {self.source}" if self.source else ""
        money = f"staked {show_cents(self.staked)}, returned {show_cents(self.returned)}, paid {show_cents(self.paid)}"
        return f"seat {self.seat} {self.wager} {self.result}, {money}{source}, by {self.rule}"


def won(
    seat: int, wager: str, stake: int, odds: To | For, rule: str, hand: int | None = None, source: Source = "tray"
) -> Payment:
    """A win at odds: 'to 1' hands the stake back, 'for 1' does not."""
    returned = stake if isinstance(odds, To) else 0
    return Payment(seat, wager, "win", stake, returned, odds.pays(stake), source, rule, hand, str(odds))


def awarded(
    seat: int, wager: str, stake: int, cents: int, source: Source, rule: str, hand: int, award: Award
) -> Payment:
    """An award that keeps the stake."""
    taken = cents if source == "meter" else 0
    return Payment(seat, wager, "win", stake, 0, cents, source, rule, hand, str(award), taken)


def lost(seat: int, wager: str, stake: int, rule: str, hand: int | None = None, result: Result = "lose") -> Payment:
    """A wager that the house keeps: judged and lost, forfeited by a fold, or a fee."""
    return Payment(seat, wager, result, stake, 0, 0, None, rule, hand)


KEPT = "paid_percentage"
"""The rule by which a percentage stays with its winner whose hand a wrong count has taken away.

Where other cards give the winner another or none, it stays under the rule that it was paid by.
"""


@cache
def _percentage(odds: str) -> Share | None:
    award = parse_award(odds)
    return award if isinstance(award, Share) else None


def percentage(line: Payment) -> Share | None:
    """The percentage of a meter that a line has paid."""
    return _percentage(line.odds) if line.source == "meter" and line.odds else None


def covered(award: Share | int, kept: tuple[Payment, ...]) -> bool:
    """Whether percentages that stay with a seat leave nothing due of a percentage, or of so many cents.

    A percentage is not paid off a meter of which as large a one was paid already; what it is worth shows at its turn.
    """
    if isinstance(award, int):
        return sum(line.paid for line in kept) >= award
    found = (percentage(line) for line in kept)
    return any(one is not None and one.level == award.level and one.ratio >= award.ratio for one in found)


def stake_alone(line: Payment) -> Payment:
    """The stake of an award that was paid, without the award: as much of it as may go back."""
    return replace(line, result="lose", paid=0, source=None, odds=None, drawn=0)


def stake_of_kept(line: Payment, payments: tuple[Payment, ...]) -> bool:
    """Whether a line is the stake alone of an award that stands among these without it."""
    return any(stake_alone(award) == replace(line, staked=0) for award in payments if percentage(award) is not None)


def award_alone(line: Payment) -> Payment:
    """An award that was paid, without its stake."""
    return replace(line, staked=0)


def given_back(seat: int, wager: str, stake: int, rule: str, result: Result, hand: int | None = None) -> Payment:
    """A stake that goes back whole: a push or a void."""
    return Payment(seat, wager, result, stake, stake, 0, None, rule, hand)


def net(payments: tuple[Payment, ...], seat: int) -> int:
    """What a seat has more, or less, than before; a winning tip is the dealer's."""
    mine = [p for p in payments if p.seat == seat]
    return sum(p.returned + p.paid - p.staked for p in mine) - tips(tuple(mine))


def tips(payments: tuple[Payment, ...]) -> int:
    """Stakes and winnings of the tip wagers that won."""
    return sum(p.returned + p.paid for p in payments if p.wager == "tip" and p.result == "win")


def share_of(payment: Payment) -> str | None:
    """The level that a payment is a percentage of; such an award is locked before it is paid."""
    award = percentage(payment)
    return award.level if award is not None else None


# ---- One seat's share of an award off a meter --------------------------------------------------------------


class AwardShare(NamedTuple):
    """On which hand, by which line, how much."""

    seat: int
    wager: str
    staked: int
    whose: str
    cards: tuple[Card, ...]
    value: int
    award: Award
    rule: str
    cents: int
