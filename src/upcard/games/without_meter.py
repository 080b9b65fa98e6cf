"""What a game answers that has no dealer's hand, plays for no meter and settles a seat at once."""

from __future__ import annotations

from typing import Any

from upcard.games.award_share import AwardShare


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
