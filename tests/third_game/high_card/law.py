"""What an edition of High Card has to say."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from upcard.law.clause import OddsTo


class HighCardLaw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One field for each rule."""

    STEPS: ClassVar[tuple[str, ...]] = ("TurnDealer", "SettleSeat")
    CONDITIONS: ClassVar[dict[str, tuple[str, ...]]] = {"hand": ("wins", "loses")}

    single_deck: Literal[1]
    shuffled_every_round: Literal[True]
    cut_required: bool
    ante_required: Literal[True]
    ante_odds: OddsTo
    tie: Literal["push"]
    suits_count: Literal[False]
    misdeal: Literal["returned"]
