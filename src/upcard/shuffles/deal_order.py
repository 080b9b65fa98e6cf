"""The order in which cards leave a deck: round the table, with the dealer last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from upcard.cards import Card
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud

Dealt: TypeAlias = stud.HandsDealt | six.HandsDealt | six.StreetDealt | six.BonusCardDealt
"""What brings cards from a virtual deck to the table."""

TOLD = (
    stud.HandsDealtUnseen, stud.DealerFellShort, stud.DealerCompleted, stud.HandShown, stud.HandCorrected,
    stud.DealerCorrected, stud.UpCardCorrected, stud.DealTakenBack, six.HandsDealtUnseen, six.HandShown,
    six.HandCorrected, six.CommunityCorrected, six.DealTakenBack,
)  # fmt: skip
"""What people tell of real cards: none of it happens where the system deals."""

SINGLY, STACKS = "singly", "stacks"


class Going(NamedTuple):
    """A card that left the deck, and where it went."""

    to: str
    card: Card


def leaving(event: Dealt, deal: str) -> tuple[Going, ...]:
    """The cards of one act, from the top of the deck on; `deal` is for hands of stud, singly or in stacks.

    >>> hands = stud.HandsDealt({1: (10, 11), 4: (12, 13)}, {}, (14, 15), 1)
    >>> [each.card for each in leaving(hands, "stacks")]
    [10, 11, 12, 13, 14, 15]
    >>> [each.card for each in leaving(hands, "singly")]
    [10, 12, 14, 11, 13, 15]
    """
    return tuple(_leaving(event, deal))


def _leaving(event: Dealt, deal: str) -> Iterator[Going]:
    match event:
        case stud.HandsDealt():
            hands = [(str(seat), event.hands[seat]) for seat in sorted(event.hands)] + [("dealer", event.dealer)]
            if deal == STACKS:
                yield from (Going(to, card) for to, hand in hands for card in hand)
            else:
                yield from _singly(hands)
        case six.HandsDealt():
            yield Going("burnt", event.burnt)
            yield from _singly([(str(seat), event.hands[seat]) for seat in sorted(event.hands)])
            yield Going("community", event.community)
        case six.StreetDealt():
            yield from (Going(str(seat), event.cards[seat]) for seat in sorted(event.cards))
        case six.BonusCardDealt():
            if event.card is not None:
                yield Going(str(event.seat), event.card)


def _singly(hands: list[tuple[str, tuple[Card, ...]]]) -> Iterator[Going]:
    for place in range(max((len(hand) for _, hand in hands), default=0)):
        yield from (Going(to, hand[place]) for to, hand in hands if place < len(hand))
