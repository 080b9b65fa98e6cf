"""A jackpot slip: what it says, who signs for which amount, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized

import msgspec

from upcard.games.payment import Payment
from upcard.money.events import SlipIssued
from upcard.rules.table import TableRules
from upcard.tables.actor import Role
from upcard.tables.due import says
from upcard.tables.state import DEALER

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
    def cards(self) -> int:
        """Whose cards won the award: the seat's, or the dealer's."""
        return DEALER if self.issued.wager == "five_card_dealer" else self.issued.seat

    @property
    def rule(self) -> str:
        """The rule that wants its award documented, where an edition has it."""
        return "progressive_verification" if self.issued.wager == "progressive" else "five_card_verification"

    @property
    def complete(self) -> bool:
        return not self.missing and not self.voided


WAITING: dict[str, Callable[[Slip, int], bool]] = {
    "DocumentAward": lambda slip, seat: slip.issued.seat == seat,
    "RackCards": lambda slip, seat: slip.cards == seat,
    "Reconcile": lambda slip, seat: True,
}
"""The acts at a table that wait for signatures, and for those on which slips."""


def unsigned(t: TableRules, slips: Iterable[Slip], round: int, act: str, seat: int = 0) -> Slip | None:
    """The slip that an act at a table waits for, since it lacks a signature.

    The cards of an award stay until its documents are complete, where the law says so: also where a slip was written
    anew after somebody had said that they are.
    """
    wants = WAITING.get(act)
    if wants is None:
        return None
    here = (slip for slip in slips if (slip.issued.table, slip.issued.round) == (t.name, round))
    found = (slip for slip in here if slip.missing and not slip.voided and wants(slip, seat) and says(t, slip.rule))
    return next(found, None)
