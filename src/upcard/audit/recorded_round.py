"""A round as `upcard settle` reads it, and its settlement as `upcard settle` writes it, from what the journal tells.

What was paid stands in the order in which `upcard settle` lists it. When each was paid is told by the steps of the
round.
"""

from __future__ import annotations

from typing import Any

from upcard.audit.round_record import Story
from upcard.games.game import game_of_round
from upcard.games.payment import Payment
from upcard.games.settle import settlement


def written_round(story: Story) -> dict[str, Any] | None:
    """The round, or nothing where nobody had a wager down. While it is in play, only the cards that lie face up."""
    round = story.round
    if round is None or not round.seats:
        return None
    meters = story.meters if story.meters is not None else story.steps[-1].meters
    return game_of_round(round).recorded(story.rules, round, meters, story.of_table, over=story.over)


def written_settlement(story: Story) -> dict[str, Any] | None:
    """What was paid, in the form that `upcard settle` writes; nothing while the round is in play."""
    if story.round is None or not story.over:
        return None
    return settlement(story.rules, story.round, in_order(story.round), story.meters_after)


def in_order(round: Any) -> tuple[Payment, ...]:
    """The payments of a round in the order of `upcard settle`."""
    listed: tuple[Payment, ...] = game_of_round(round).core.listed(round)
    return listed
