"""The kinds of value that a clause may give a rule, as the texts write them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

OddsTo = Annotated[str, Meta(pattern=r"^[0-9][0-9,]* to 1$")]
OddsFor = Annotated[str, Meta(pattern=r"^[0-9][0-9,]* for 1$")]
Dollars = Annotated[str, Meta(pattern=r"^\$[0-9][0-9,]*$")]
Percent = Annotated[str, Meta(pattern=r"^[0-9]+%$")]
MeterShare = Annotated[str, Meta(pattern=r"^[0-9]+% of [a-z_]+$")]
Line = Annotated[str, Meta(pattern=r"^([0-9][0-9,]* for 1|[0-9]+% of [a-z_]+|\$[0-9][0-9,]*)$")]

HandName = Annotated[
    str,
    Meta(
        pattern="^(royal_flush|straight_flush|four_of_a_kind|full_house|flush|straight|three_of_a_kind|two_pair"
        "|pair|high_card)$"
    ),
]


class DealOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How cards leave the deck, and which of the dealer's five (from the first dealt) lies face up."""

    deal: Literal["singly", "stacks"]
    up_card: Annotated[int, Meta(ge=1, le=5)]


class ScheduleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive schedule: the wagers it takes, what it pays, and the envy for the first of those wagers."""

    wagers: tuple[Dollars, ...]
    lines: dict[HandName, Line]
    envy: dict[HandName, Dollars] = {}
    seeds: dict[str, Dollars] = {}


class EnvyByWager(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Envy for one table of the law, listed for each wager."""

    table: str
    wagers: dict[Dollars, dict[HandName, Dollars]]


class BonusTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a bonus wager, and the lowest pair that they pay."""

    lowest_pair: Annotated[str, Meta(pattern="^[2-9TJQKA]$")]
    tables: dict[str, dict[HandName, OddsTo]]


class PayTableText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A licensee's schedule of odds 'to 1': a hand without a line does not win."""

    royal_flush: int | None = None
    straight_flush: int | None = None
    four_of_a_kind: int | None = None
    full_house: int | None = None
    flush: int | None = None
    straight: int | None = None
    three_of_a_kind: int | None = None
    two_pair: int | None = None
    pair: int | None = None
    lowest_pair: Annotated[str, Meta(pattern="^[2-9TJQKA]$")] | None = None
