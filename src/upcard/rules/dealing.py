"""A way to deal: how cards leave the deck, what that needs, and what becomes of the stub."""

from __future__ import annotations

import msgspec

from upcard.law.types import DealOrder


class DealingMethod(msgspec.Struct, frozen=True, kw_only=True):
    """One way to deal, with the names of the rules that order it."""

    name: str
    order: DealOrder
    order_rule: str
    turned_rule: str | None = None
    """The rule by which the dealer's card is turned up once the stub is away; None where it is dealt face up."""
    permit_rule: str
    device: str | None = None
    """The device that the cards are dealt from."""
    needs: str | None = None
    needs_rule: str | None = None
    drawing_hand_rule: str | None = None
    hidden_rule: str
    lock_out_rule: str
    stub_rule: str
    count_every: int | None = None
    count_rule: str | None = None
    counting_shuffler_rule: str | None = None
    """The rule that spares a stub count where the shuffler counts."""

    @property
    def turned_under(self) -> str:
        """The rule that has one of the dealer's cards lie face up."""
        return self.turned_rule or self.order_rule
