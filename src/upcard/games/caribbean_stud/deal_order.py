"""Which cards of a deck the events of a round bring to the table, and which cards people tell of."""

from __future__ import annotations

from typing import Any

from upcard.cards import Card
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Round
from upcard.games.deal_order import STACKS, Going, clockwise, in_stacks, singly

TOLD = (
    e.HandsDealtUnseen, e.DealerFellShort, e.DealerCompleted, e.HandShown, e.HandCorrected, e.DealerCorrected,
    e.UpCardCorrected, e.DealTakenBack,
)  # fmt: skip
"""What people tell of real cards: none of it happens where the system deals."""

HAND = 5


def leaving(event: Any, deal: str) -> tuple[Going, ...] | None:
    """The cards of one act, from the top of the deck on, singly or in stacks; None where it deals none.

    >>> hands = e.HandsDealt({1: (10, 11), 4: (12, 13)}, {}, (14, 15), 1)
    >>> [each.card for each in leaving(hands, "stacks")]
    [10, 11, 12, 13, 14, 15]
    >>> [each.card for each in leaving(hands, "singly")]
    [10, 12, 14, 11, 13, 15]
    """
    if not isinstance(event, e.HandsDealt):
        return None
    hands = [*clockwise(event.hands), ("dealer", event.dealer)]
    return tuple(in_stacks(hands) if deal == STACKS else singly(hands))


def lies_right(round: Round, event: Any) -> bool:
    """Whether cards go to those who are next, to each as many as to the others, and are turned as they were dealt."""
    match event:
        case e.HandsDealt():
            even = all(len(hand) == HAND for hand in (*event.hands.values(), event.dealer))
            return even and round.phase == "closed" and tuple(sorted(event.hands)) == round.clockwise
        case e.UpCardTurned():
            return event.card == round.dealer[round.up_place - 1]
        case e.HoleCardsRevealed():
            return event.dealer == round.dealer
        case _:
            return True


def house_draws(of: Any) -> tuple[Card | None, str | None] | None:
    """The magic card and the lucky position in an act or event that the house draws them for."""
    return (of.magic_card, of.lucky) if isinstance(of, c.Reveal | e.HoleCardsRevealed) else None
