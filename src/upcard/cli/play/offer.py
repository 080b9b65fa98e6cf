"""A wager on offer: what may be put down, in cents, as far as the document and the money of the player say."""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.present.sentence import money
from upcard.units import parse_cents

SAID_YES = -1
"""Whatever is on offer, once the first wager lies there."""
DOLLAR = 100


def cents(amount: str) -> int:
    """
    >>> cents("10.00"), cents("-3.50")
    (1000, -350)
    """
    return -parse_cents(amount[1:]) if amount.startswith("-") else parse_cents(amount)


class Offer(NamedTuple):
    """The bounds of a wager; `high` is 0 where there is none, or where it is not known before the first wager lies."""

    wager: str
    label: str
    low: int
    high: int
    amounts: tuple[int, ...]
    limit: str
    affordable: bool
    found: Any
    """The offer as it stands in the document."""

    def allows(self, amount: int) -> bool:
        if self.amounts:
            return amount in self.amounts
        return self.low <= amount and not 0 < self.high < amount

    def nearest(self, amount: int) -> int:
        """The amount as far as it may be put down; what a yes stands for is the first on offer, or a dollar."""
        if self.amounts:
            return amount if amount in self.amounts else self.amounts[0]
        wanted = max(self.low, DOLLAR if amount == SAID_YES else amount)
        return min(wanted, self.high) if self.high else wanted

    def __str__(self) -> str:
        if self.amounts:
            return " or ".join(money(amount) for amount in self.amounts)
        if self.high:
            return f"{money(self.low)} to {money(self.high)}" if self.low > 1 else f"up to {money(self.high)}"
        return f"from {money(self.low)}" if self.low > 1 else ""


def offered(found: Any, left: int | None) -> Offer:
    """An offer of the document; of a purse so much is `left`, or nobody counts it."""
    low, high = (cents(found[bound]) if found.get(bound) else 0 for bound in ("low", "high"))
    amounts, limit = tuple(cents(amount) for amount in found.get("amounts") or ()), found["limit"]
    affordable = True
    if left is not None:
        most = left // found["times"]
        affordable = most >= min(amounts, default=max(low, 1))
        amounts = tuple(amount for amount in amounts if amount <= most)
        if high > most or (low and not high):
            high, limit = most, "Your money covers no more, with the bets that may follow."
    return Offer(found["wager"], found["label"], max(low, 1), high, amounts, limit, affordable, found)
