"""A jackpot slip: what it says, who signs for which amount, and how it stands; and coupons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized

import msgspec
from msgspec.structs import replace

from upcard.games.game import core_of
from upcard.games.payment import Payment
from upcard.money.events import SlipIssued
from upcard.rules.table import TableRules
from upcard.tables import events as te
from upcard.tables.commands import Role, says
from upcard.tables.state import DEALER, Table

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


# ---- Coupons -----------------------------------------------------------------------------------------------
# no money of the player's, but the house pays on them, so they are counted as money is.
#
# A coupon has a face and lies with a seat; who put it there answers for it. What is paid on it comes out of the tray
# or off a meter like everything else, so that it needs no account: this says how much of that was paid for coupons.


class Coupons(msgspec.Struct, frozen=True):
    """So many coupons of a kind at a table, by whoever put them down, with their faces and what was paid, in cents."""

    table: str
    kind: str
    by: str
    number: int = 0
    face: int = 0
    paid: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.table, self.kind, self.by


Down = Mapping[tuple[str, int, str], str]
"""By table, seat and kind, who put a coupon there."""


def coupons_of(name: str, table: Table, event: te.Event, by: str, down: Down) -> Iterator[Coupons]:
    """What an event adds to the count, or takes from it; `table` is as it was before."""
    if not isinstance(event, te.Played) or table.round is None:
        return
    core = core_of(event.event)
    moves = core.moves(table.round, event.event)
    for seat, kind, number, cents in moves.coupons:
        yield Coupons(name, kind, by if number > 0 else down.get((name, seat, kind), by), number, cents)
    for sign, payments in ((1, moves.paid), (-1, moves.reversed)):
        for payment in payments:
            if payment.paid and (kind := core.on_coupon(table.round, payment)):
                yield Coupons(name, kind, down.get((name, payment.seat, kind), by), paid=sign * payment.paid)


def by_table(found: Iterable[Coupons]) -> dict[str, Coupons]:
    """By table, all kinds of all people together."""
    return {one.table: one for one in together(replace(one, kind="", by="") for one in found).values()}


def together(found: Iterable[Coupons]) -> dict[tuple[str, str, str], Coupons]:
    """The same kinds of the same people summed up."""
    sums: dict[tuple[str, str, str], Coupons] = {}
    for one in found:
        was = sums.get(one.key, Coupons(*one.key))
        sums[one.key] = Coupons(*one.key, was.number + one.number, was.face + one.face, was.paid + one.paid)
    return sums
