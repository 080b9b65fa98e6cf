"""What has happened in a round of Bonus 6: past tense, frozen, carrying all that was decided."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.cards import Card
from upcard.games.bonus_six.round import Decision
from upcard.games.payment import Payment


def _tag(name: str) -> str:
    """Both games have names in common; a journal tells them apart."""
    return f"six.{name}"


class _Event(msgspec.Struct, frozen=True, tag=_tag):
    """A fact."""


class WagerPlaced(_Event, frozen=True):
    seat: int
    wager: str
    cents: int


class WagerTakenBack(_Event, frozen=True):
    seat: int
    wager: str
    cents: int


class BetsClosed(_Event, frozen=True):
    pass


class HandsDealt(_Event, frozen=True):
    burnt: Card
    hands: dict[int, tuple[Card, ...]]
    community: Card


class HandsDealtUnseen(_Event, frozen=True):
    counts: dict[int, int]


class CommunityTurned(_Event, frozen=True):
    card: Card


class HandFolded(_Event, frozen=True):
    seat: int
    payments: tuple[Payment, ...]


class BetMade(_Event, frozen=True):
    seat: int
    cents: int
    tip: int


class StreetDealt(_Event, frozen=True):
    """The next card to each seat, and the rank of the hands that now have five."""

    cards: dict[int, Card]
    seats: tuple[int, ...]
    values: dict[int, int]


class FinalDecided(_Event, frozen=True):
    """A last decision, with the fees and wagers that are collected at once; `fee` is put down for a bonus card."""

    seat: int
    decision: Decision
    payments: tuple[Payment, ...]
    fee: int = 0


class HandShown(_Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    value: int


class HandCorrected(_Event, frozen=True):
    """A hand was keyed wrongly; what it makes otherwise is reversed.

    A seat in `unverified` is verified for its bonus card again, one in `unsettled` is judged again. What was corrected
    together with it, in `also`, follows as events of its own; the last of them tells what is reversed.
    """

    seat: int
    before: tuple[Card, ...]
    cards: tuple[Card, ...]
    value: int
    reversed: tuple[Payment, ...] = ()
    unverified: tuple[int, ...] = ()
    unsettled: tuple[int, ...] = ()
    also: dict[int, tuple[Card, ...]] | msgspec.UnsetType = msgspec.UNSET


class CommunityCorrected(_Event, frozen=True):
    """The community card was keyed wrongly; `values` are the hands that are known, with the right one."""

    before: Card
    card: Card
    values: dict[int, int]
    reversed: tuple[Payment, ...] = ()
    unverified: tuple[int, ...] = ()
    unsettled: tuple[int, ...] = ()


class DealTakenBack(_Event, frozen=True):
    """The deal was keyed wrongly and is keyed again; what followed from it is reversed."""

    reversed: tuple[Payment, ...]


class BonusCardDealt(_Event, frozen=True):
    """A verified losing hand gets its card; both fees are collected."""

    seat: int
    card: Card | None
    value: int
    payments: tuple[Payment, ...]


class BonusCardRefused(_Event, frozen=True):
    """The hand wins as it is: the card fee is pushed back and the hand stands."""

    seat: int
    payments: tuple[Payment, ...]


class HandVoided(_Event, frozen=True):
    """One hand is void; what it had already lost is reversed."""

    seat: int
    rule: str
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...] = ()


class RoundVoided(_Event, frozen=True):
    """Every hand is void; what had already been paid, lost or given back is reversed."""

    rule: str
    irregularity: str
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...] = ()


class IrregularityNoted(_Event, frozen=True):
    """Something that does not stop the hand."""

    irregularity: str
    rule: str
    seat: int


class SeatSettled(_Event, frozen=True, omit_defaults=True):
    """A hand is judged; a fee that was collected as if it won stands under another rule where it does not."""

    seat: int
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...] = ()


class RoundCompleted(_Event, frozen=True):
    pass


Event: TypeAlias = (
    WagerPlaced | WagerTakenBack | BetsClosed | HandsDealt | HandsDealtUnseen | CommunityTurned | HandFolded
    | BetMade | StreetDealt | FinalDecided | HandShown | HandCorrected | CommunityCorrected | DealTakenBack
    | BonusCardDealt | BonusCardRefused | HandVoided | RoundVoided | IrregularityNoted | SeatSettled | RoundCompleted
)  # fmt: skip
