"""A jackpot as it stands: the parameters and meters of its levels, who plays for it, awards that wait to be paid.

The amounts themselves are balances of the books; here is what the books do not say.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.games.caribbean_stud.round import StepKind
from upcard.games.meter import Draw, Meter
from upcard.money.events import FedAt
from upcard.rules.jackpot import Level, Title

LAST_HITS = 25
"""How many hits are told on demand."""


class Tier(msgspec.Struct, frozen=True):
    """A level of a jackpot with the meters beside its amount, in cents but for the overflow."""

    level: Level
    wagered: int = 0
    hits: int = 0
    won: int = 0
    overflowed: int = 0
    """Micros that a limit has turned away, to the reserve or to the house."""
    resets: int = 0
    """How often a full award has emptied it."""
    since_reset: int = 0
    """Cents wagered since a full award last emptied it, or since it was put into play."""


class Member(msgspec.Struct, frozen=True):
    """A table on the link."""

    wagers: tuple[str, ...]
    fed_at: FedAt


class Hit(msgspec.Struct, frozen=True):
    """An award off the meter."""

    number: int
    table: str
    round: int
    kind: StepKind
    seat: int
    hand: int
    draws: tuple[Draw, ...]
    readings: dict[str, Meter]
    by: str
    at: str
    state: Literal["pending", "validated", "paid", "rejected"] = "pending"
    title: str = ""
    resets: dict[str, int] = {}
    """How often each level that it drew on had been emptied once it was locked."""
    since: dict[str, int] = {}
    """What had been wagered since each of them was emptied before, in cents."""
    closed_by: str = ""
    reason: str = ""

    @property
    def cents(self) -> int:
        return sum(draw.cents for draw in self.draws)


class Petition(msgspec.Struct, frozen=True):
    number: int
    way: str
    to: str
    grounds: str
    granted: bool | None = None
    reference: str = ""
    used: bool = False


class Link(msgspec.Struct, frozen=True):
    """One jackpot."""

    name: str
    edition: str
    schedule: str
    top: str
    tiers: dict[str, Tier]
    titles: tuple[Title, ...] = ()
    ends_by: tuple[str, ...] = ()
    members: dict[str, Member] = {}
    suspended: str = ""
    """Why it stands still, or empty while it is in operation."""
    ended: str = ""
    ends_after_top: bool = False
    eased: str = ""
    """The hand that wins the whole top meter since a petition was granted, or empty."""
    sequence: int = 0
    """The number of the last hit."""
    open: dict[int, Hit] = {}
    """Hits that are locked and not closed, by number."""
    last: tuple[Hit, ...] = ()
    """The last hits that were paid or rejected, the newest last."""
    petitions: tuple[Petition, ...] = ()

    @property
    def operating(self) -> bool:
        return not self.suspended and not self.ended

    def hit_at(self, table: str, kind: str, seat: int) -> Hit | None:
        """The open hit of a step of a table's settlement."""
        found = (h for h in self.open.values() if (h.table, h.kind, h.seat) == (table, kind, seat) and not h.title)
        return next(found, None)
