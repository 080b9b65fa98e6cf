"""What has happened to the shuffles of a table: past tense, frozen, in a stream of their own."""

from __future__ import annotations

from typing import TypeAlias, assert_never

import msgspec

from upcard.present.payment import Sentence

# ---- What may be asked of the shuffles at a table ----------------------------------------------------------


class Contribute(msgspec.Struct, frozen=True, tag=True):
    """A seated player's own word for the shuffles to come; an empty one takes it back."""

    value: str


class CommitShuffle(msgspec.Struct, frozen=True, tag=True):
    """A table that is open without a commitment gets one; where tables are opened by this floor, they have it."""


FairCommand: TypeAlias = Contribute | CommitShuffle


# ---- events ------------------------------------------------------------------------------------------------


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


# ---- What happened to the shuffles of a table --------------------------------------------------------------
# A secret is never told: what may be shown of it, the proof shows.


HEAD = 16
"""Letters of a hash: enough to find the whole one."""


def of_shuffle(event: FairEvent) -> tuple[Sentence, ...]:
    """The sentence for an event."""
    match event:
        case ShuffleCommitted():
            text = f"The system commits itself to shuffle {event.number}: {event.commitment[:HEAD]}…"
        case ContributionGiven(value=""):
            text = f"{event.player} takes the contribution to the shuffles back."
        case ContributionGiven():
            text = f"{event.player} contributes “{event.value}” to the shuffles to come."
        case ShuffleDrawn():
            seats = [str(given.seat) for given in event.contributions]
            many = "s" * (len(seats) > 1)
            words = f", with the contribution{many} of seat{many} {', '.join(seats)}" if seats else ""
            text = f"Shuffle {event.number} is drawn for the {event.deck} deck{words}."
        case ShuffleRevealed():
            used = f"round {event.round} was dealt from it" if event.round else "nothing was dealt from it"
            text = f"The secret of shuffle {event.number} is revealed; {used}."
        case _:
            assert_never(event)
    return (Sentence(text),)
