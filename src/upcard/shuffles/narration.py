"""What happened to the shuffles of a table. A secret is never told: what may be shown of it, the proof shows."""

from __future__ import annotations

from typing import assert_never

from upcard.present.sentence import Sentence
from upcard.shuffles import events as e

HEAD = 16
"""Letters of a hash: enough to find the whole one."""


def of_shuffle(event: e.FairEvent) -> tuple[Sentence, ...]:
    """The sentence for an event."""
    match event:
        case e.ShuffleCommitted():
            text = f"The system commits itself to shuffle {event.number}: {event.commitment[:HEAD]}…"
        case e.ContributionGiven(value=""):
            text = f"{event.player} takes the contribution to the shuffles back."
        case e.ContributionGiven():
            text = f"{event.player} contributes “{event.value}” to the shuffles to come."
        case e.ShuffleDrawn():
            seats = [str(given.seat) for given in event.contributions]
            many = "s" * (len(seats) > 1)
            words = f", with the contribution{many} of seat{many} {', '.join(seats)}" if seats else ""
            text = f"Shuffle {event.number} is drawn for the {event.deck} deck{words}."
        case e.ShuffleRevealed():
            used = f"round {event.round} was dealt from it" if event.round else "nothing was dealt from it"
            text = f"The secret of shuffle {event.number} is revealed; {used}."
        case _:
            assert_never(event)
    return (Sentence(text),)
