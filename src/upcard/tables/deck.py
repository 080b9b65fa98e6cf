"""A deck at a table: the stages it goes through, and how its cards leave it."""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.cards import Card
from upcard.rules.table import DealingMethod

Stage = Literal[
    "received", "inspected", "verified", "spread", "washed", "shuffled", "ready", "in play", "racked", "withdrawn",
    "face down",
]  # fmt: skip
"""What has been done with a deck; `face down` is spread on an idle table."""

IN_USE: tuple[Stage, ...] = ("washed", "shuffled", "ready", "in play", "racked")
"""The stages that follow once a player has seen the cards, or that a deck comes in shuffled."""

SPREAD: tuple[Stage, ...] = ("spread", "face down")
"""The stages in which the cards lie spread."""

OPENED: tuple[Stage, ...] = ("inspected", "verified", "spread", "washed")
"""The stages of a deck whose opening is under way."""

FULL = 52


class Deck(msgspec.Struct, frozen=True):
    """One deck, known by the colour of its back; its order is known only where the system shuffles."""

    stage: Stage = "received"
    method: str = ""
    """How it was shuffled last."""
    order: tuple[Card, ...] = ()
    counted: bool = False
    """Whether the shuffler has counted it since the last shuffle."""
    withdrawn_under: str = ""
    """The rule that took it off the table, where one did."""
    inspected_by: str = ""
    """Who inspected it, as long as it is not shuffled."""
    idle: bool = False
    """Whether it lay here while nobody played, and has not been washed since."""
    id: str = ""
    """Which of the house's decks it is, where the house describes them."""

    @property
    def opened(self) -> bool:
        """Whether a player has seen its cards since they came, or it came shuffled: it is spread when nobody plays.

        The cards of a deck whose opening is under way are spread by the opening itself.
        """
        return self.stage in IN_USE or (self.idle and self.stage in SPREAD)


def deal_hands(
    order: tuple[Card, ...], seats: tuple[int, ...], method: DealingMethod, size: int
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """Hands clockwise from the dealer's left and the dealer's last, singly or in stacks.

    >>> from upcard.law import edition
    >>> from upcard.rules.caribbean_stud.house import dealing_methods
    >>> methods = dealing_methods(edition("ma").law)
    >>> deal_hands(tuple(range(20)), (1, 4), methods["manual-shoe"], 5)
    ({1: (0, 3, 6, 9, 12), 4: (1, 4, 7, 10, 13)}, (2, 5, 8, 11, 14))
    >>> deal_hands(tuple(range(20)), (1, 4), methods["automated-shoe"], 5)
    ({1: (0, 1, 2, 3, 4), 4: (5, 6, 7, 8, 9)}, (10, 11, 12, 13, 14))
    """
    places = len(seats) + 1
    if method.order.deal == "singly":
        hands = [order[place : place + places * size : places] for place in range(places)]
    else:
        hands = [order[place * size : (place + 1) * size] for place in range(places)]
    return dict(zip(seats, hands[:-1], strict=True)), hands[-1]


def deal_first(
    order: tuple[Card, ...], seats: tuple[int, ...], burn: int, each: int
) -> tuple[Card, dict[int, tuple[Card, ...]], Card]:
    """The burn card, the first cards singly and clockwise, and the community card.

    >>> deal_first(tuple(range(52)), (2, 5), 1, 2)
    (0, {2: (1, 3), 5: (2, 4)}, 5)
    """
    rest = order[burn:]
    hands = {seat: rest[place : len(seats) * each : len(seats)] for place, seat in enumerate(seats)}
    return order[0], hands, rest[len(seats) * each]
