"""What has happened to the shuffles of a table: past tense, frozen, in a stream of their own."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

SHUFFLE = "shuffle/"
"""How the name of such a stream begins."""


class Contribution(msgspec.Struct, frozen=True):
    """A player's word as it counts for one shuffle."""

    seat: int
    player: str
    value: str


class _Event(msgspec.Struct, frozen=True, tag=True):
    """A fact."""


class ShuffleCommitted(_Event, frozen=True, tag=True):
    """The commitment is published; the secret lies in the journal and is shown to nobody before it is revealed."""

    table: str
    number: int
    commitment: str
    secret: str


class ContributionGiven(_Event, frozen=True, tag=True):
    """It counts for every shuffle from the next one on, as long as the player stays and gives no other."""

    table: str
    player: str
    value: str


class ShuffleDrawn(_Event, frozen=True, tag=True):
    """The order of a deck follows from the secret of that number and from these words, and is recorded next.

    `draws` says how often the house draws a magic card or a lucky position in the round dealt from it, and `deal`
    whether its hands come singly or in stacks, where the game leaves a choice.
    """

    table: str
    number: int
    deck: str
    contributions: tuple[Contribution, ...] = ()
    draws: dict[str, str] = {}
    deal: str | msgspec.UnsetType = msgspec.UNSET


class ShuffleRevealed(_Event, frozen=True, tag=True):
    """From here on everybody may see the secret; `round` is the one that was dealt from it, 0 where none was."""

    table: str
    number: int
    round: int


FairEvent: TypeAlias = ShuffleCommitted | ContributionGiven | ShuffleDrawn | ShuffleRevealed


def stream_of(event: FairEvent) -> str:
    return SHUFFLE + event.table
