"""What has happened in a round of Caribbean stud: past tense, frozen, carrying all that was decided."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.cards import Card
from upcard.games.caribbean_stud.round import Step
from upcard.games.payment import Draw, Payment


def _tag(name: str) -> str:
    """Both games have names in common; a journal tells them apart."""
    return f"stud.{name}"


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


class CouponPlaced(_Event, frozen=True):
    seat: int
    coupon: str
    cents: int


class BetsClosed(_Event, frozen=True):
    """`accepted` are the progressive wagers that the system took, in cents by seat."""

    accepted: dict[int, int]


class HandsDealt(_Event, frozen=True, omit_defaults=True):
    """`up` is the place of the dealer's card that lies face up or, where it is not `turned` yet, that will."""

    hands: dict[int, tuple[Card, ...]]
    values: dict[int, int]
    dealer: tuple[Card, ...]
    up: int
    turned: bool = True


class HandsDealtUnseen(_Event, frozen=True):
    counts: dict[int, int]
    dealer_count: int
    up_card: Card | None


class UpCardTurned(_Event, frozen=True):
    card: Card


class DealerFellShort(_Event, frozen=True):
    """The dealer has a card too few and is to get it."""

    rule: str
    held: int


class DealerCompleted(_Event, frozen=True):
    card: Card | None
    rule: str


class HandVoided(_Event, frozen=True):
    """One hand is dead; what it had already won or lost is reversed.

    While the round is settled, `undone` are steps that come out otherwise without it, and `order` is the settlement.
    """

    seat: int
    rule: str
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...] = ()
    undone: tuple[Step, ...] = ()
    order: tuple[Step, ...] = ()


class RoundVoided(_Event, frozen=True):
    """Every hand is void; what had already been paid or lost is reversed."""

    rule: str
    irregularity: str
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...] = ()


class TableMisdealt(_Event, frozen=True):
    """The dealer's count is wrong and the hands play for the progressive alone."""

    rule: str
    agenda: tuple[Step, ...]
    reversed: tuple[Payment, ...] = ()


class IrregularityNoted(_Event, frozen=True):
    """Something that does not stop the round."""

    irregularity: str
    rule: str
    seat: int


class HandFolded(_Event, frozen=True):
    seat: int
    payments: tuple[Payment, ...]


class BetMade(_Event, frozen=True):
    seat: int
    cents: int


class HoleCardsRevealed(_Event, frozen=True):
    dealer: tuple[Card, ...]
    value: int
    qualifies: bool
    magic_card: Card | None
    lucky: str | None
    agenda: tuple[Step, ...]


class HandShown(_Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    value: int


class HandCorrected(_Event, frozen=True):
    """A hand was keyed wrongly; the steps in `undone` are reversed and come up again.

    Journals of before have it judged again at once, in `payments`. What was corrected together with it, in `also`,
    follows as events of its own; the last of them tells what is undone.
    """

    seat: int
    before: tuple[Card, ...]
    cards: tuple[Card, ...]
    value: int
    payments: tuple[Payment, ...]
    reversed: tuple[Payment, ...]
    undone: tuple[Step, ...] = ()
    also: dict[int, tuple[Card, ...]] | msgspec.UnsetType = msgspec.UNSET


class DealerCorrected(_Event, frozen=True):
    """The dealer's cards were keyed wrongly; what is not settled yet, or is settled again by these, is in `agenda`.

    `order` is the whole settlement; journals of before have none, since nothing had been settled there.
    """

    before: tuple[Card, ...]
    dealer: tuple[Card, ...]
    value: int
    qualifies: bool
    agenda: tuple[Step, ...]
    reversed: tuple[Payment, ...] = ()
    undone: tuple[Step, ...] = ()
    order: tuple[Step, ...] = ()


class AwardKept(_Event, frozen=True):
    """A percentage of a meter that was paid stays with its winner, though another or none is due by the cards.

    It comes after what was found out. What the house may claim is for the cage and the regulator.
    """

    seat: int
    wager: str
    odds: str
    cents: int
    rule: str


class PartsReturned(_Event, frozen=True):
    """Parts of an award that was divided go back to the meter: nobody is due them any more."""

    wager: str
    odds: str
    level: str
    parts: int
    each: int
    rule: str


class UpCardCorrected(_Event, frozen=True):
    """The dealer's face-up card was keyed wrongly, which was found before the hole cards were keyed."""

    before: Card
    card: Card


class DealTakenBack(_Event, frozen=True):
    """The deal was keyed wrongly and is keyed again; what followed from it is reversed."""

    reversed: tuple[Payment, ...]


class ProgressiveCorrected(_Event, frozen=True):
    """A progressive wager, or a coupon for one, of `before` cents is struck, or one of `cents` is taken."""

    seat: int
    wager: str
    before: int
    cents: int
    rule: str


class StepSettled(_Event, frozen=True):
    """One step of the settlement: its payments, what left the meters, awards worked out for later seats."""

    step: Step
    payments: tuple[Payment, ...]
    draws: tuple[Draw, ...]
    shared: dict[str, int]


class RoundCompleted(_Event, frozen=True):
    pass


Event: TypeAlias = (
    WagerPlaced | WagerTakenBack | CouponPlaced | BetsClosed | HandsDealt | HandsDealtUnseen | UpCardTurned
    | DealerFellShort | DealerCompleted | HandVoided | RoundVoided | TableMisdealt | IrregularityNoted | HandFolded
    | BetMade | HoleCardsRevealed | HandShown | HandCorrected | DealerCorrected | AwardKept | PartsReturned
    | UpCardCorrected | DealTakenBack | ProgressiveCorrected | StepSettled | RoundCompleted
)  # fmt: skip
