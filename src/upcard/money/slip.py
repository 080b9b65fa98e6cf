"""A jackpot slip: what it says, who signs for which amount, and how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sized

import msgspec

from upcard.games.payment import Payment
from upcard.money.events import SlipIssued
from upcard.tables.actor import Role

SIGNERS: tuple[tuple[int, tuple[Role, ...]], ...] = (
    (0, ("dealer", "floorperson")),
    (1_000_000, ("dealer", "floorperson", "supervisor")),
    (10_000_000, ("dealer", "floorperson", "supervisor", "licensee")),
)
"""Who signs a slip, from so many cents upwards."""


def signers(cents: int) -> tuple[Role, ...]:
    """Who signs for an amount.

    >>> signers(999_999), signers(1_000_000)[-1]
    (('dealer', 'floorperson'), 'supervisor')
    """
    return next(roles for least, roles in reversed(SIGNERS) if cents >= least)


def issue(slips: Sized, jackpot: str, hit: int, table: str, round: int, payment: Payment) -> SlipIssued:
    """The slip of an award that was paid, under the next number."""
    return SlipIssued(
        len(slips) + 1, jackpot, hit, table, round, payment.seat, payment.hand or 0,
        payment.wager, payment.staked, payment.paid, signers(payment.paid),
    )  # fmt: skip


class Signature(msgspec.Struct, frozen=True):
    role: str
    by: str
    at: str


class Slip(msgspec.Struct, frozen=True):
    """What was issued, who has signed it, and whether it was voided; its number is never used again."""

    issued: SlipIssued
    at: str
    signatures: tuple[Signature, ...] = ()
    voided: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """The roles that have still to sign."""
        waiting = list(self.issued.signers)
        for signature in self.signatures:
            waiting.remove(signature.role)
        return tuple(waiting)

    @property
    def complete(self) -> bool:
        return not self.missing and not self.voided


def slips_of(slips: Iterable[Slip], table: str, round: int, seat: int) -> list[Slip]:
    """The slips of a seat's awards in a round that stand."""
    place = (table, round, seat)
    return [s for s in slips if (s.issued.table, s.issued.round, s.issued.seat) == place and not s.voided]
