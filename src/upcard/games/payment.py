"""One line of a settlement: a wager, what became of it, and the rule that decided."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.display import displayed
from upcard.units import Award, For, Share, To, parse_award, show_cents

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
"""The rule by which a percentage stays with its winner whom the cards as they really are give another or none."""


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
    return any(one is not None and one.level == award.level and one.percent >= award.percent for one in found)


def stake_alone(line: Payment) -> Payment:
    """The stake of an award that was paid, without the award: as much of it as may go back."""
    return replace(line, result="lose", paid=0, source=None, odds=None, drawn=0)


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
