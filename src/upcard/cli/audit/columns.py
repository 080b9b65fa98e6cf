"""How wide everything is in the telling of a round: for the terminal that is there, and for the names in the round."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from upcard.audit.round_record import Story

LEAST, MOST = 80, 120
"""A narrower terminal is written past its edge; a wider one is not used up, since nobody reads such lines."""

ROOMY = 100
"""From so many columns on there is no need to save any."""

TIME = 13
CARDS = 16
TITLES = ("Dealer", "Community card")


class Layout(NamedTuple):
    """Columns, each with the space behind it."""

    width: int
    entry: int
    who: int
    indent: int
    """Of the felt."""
    name: int

    @property
    def said(self) -> int:
        """What is left for a sentence."""
        return self.width - self.entry - TIME - self.who

    @property
    def felt(self) -> int:
        """What is left inside the frame of the felt."""
        return self.width - self.indent - 2

    @property
    def told(self) -> int:
        """What is left there beside a hand."""
        return self.felt - self.name - CARDS

    @property
    def narrow(self) -> bool:
        return self.width < ROOMY


def layout(story: Story, width: int) -> Layout:
    """The widths for a round on a terminal of so many columns."""
    width = min(max(width, LEAST), MOST)
    narrow = width < ROOMY
    digits = len(str(story.steps[-1].entry.seq))
    persons = {step.entry.by for step in story.steps}
    names = {name_of(story, seat) for seat in story.players}
    return Layout(
        width,
        max(digits, 4 if narrow else 6) + 2,
        _column(persons, 15 if narrow else 31) + 2,
        2 if narrow else 8,
        _column({*names, *TITLES}, 14 if narrow else 24) + (1 if narrow else 2),
    )


def name_of(story: Story, seat: int) -> str:
    """The seat with the player in it."""
    player = story.players.get(seat, "")
    return f"{seat} {player}" if player else f"Seat {seat}"


def _column(texts: set[str], room: int) -> int:
    """As wide as the longest text, but no wider than the room for it, unless a single word is."""
    word = max((len(word) for text in texts for word in text.split()), default=0)
    return max(min(max(map(len, texts), default=0), room), min(word, 30))


def wrapped(text: str, width: int, indent: str = "", more: str = "") -> list[str]:
    """The text in lines; a word is broken only where it is longer than a line."""
    return wrap(text, width, initial_indent=indent, subsequent_indent=indent + more, break_on_hyphens=False)
