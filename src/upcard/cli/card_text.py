"""Cards, amounts and columns in a terminal: what a table in play and an audited round are drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from upcard.cards import RANKS, Card, pretty, rank_name, rank_of, rank_plural
from upcard.units import show_dollars

WIDTH = 80
HAND = 5
RED = (1, 2)
"""Diamonds and hearts."""

VERDICTS = {True: ": dealer qualifies", False: ": dealer doesn't qualify", None: ""}
"""What is said of a dealer's hand, by whether it qualifies."""
RESULTS = {"win": "wins", "lose": "loses", "forfeit": "forfeited", "push": "returned", "void": "void", "fee": "fee"}
Seen = Sequence[Card | None]


def signed(cents: int) -> str:
    """A gain or a loss.

    >>> signed(3000), signed(-1500), signed(0)
    ('+$30.00', '-$15.00', '$0.00')
    """
    return f"+{show_dollars(cents)}" if cents > 0 else show_dollars(cents)


def so_far(cards: Sequence[Card]) -> str:
    """What fewer than five cards amount to.

    >>> from upcard.cards import parse_cards
    >>> so_far(parse_cards("6h 6d Ts")), so_far(parse_cards("Ah 2c"))
    ('pair of sixes so far', 'ace high so far')
    """
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    count, rank = groups[0]
    if count == 1:
        return f"{rank_name(rank)} high so far"
    if count == 2 and len(groups) > 1 and groups[1][0] == 2:
        return f"two pair, {rank_plural(rank)} and {rank_plural(groups[1][1])} so far"
    return f"{ {2: 'pair of', 3: 'three', 4: 'four'}[count] } {rank_plural(rank)} so far"


def _style(card: Card | None) -> str:
    if card is None:
        return "dim"
    return "bold red" if card & 3 in RED else "bold"


def chips(cards: Seen, places: int = HAND) -> Text:
    """Cards in a line, as wide with none as with all."""
    text = Text()
    for place in range(places):
        if place < len(cards):
            card = cards[place]
            text.append("▒▒" if card is None else pretty(card), _style(card))
        else:
            text.append("  ")
        text.append(" " if place < places - 1 else "")
    return text


def boxes(cards: Seen, places: int, *, large: bool) -> list[Text]:
    """Cards as boxes of three rows or five; a place without a card is only an outline."""
    rows = [Text("  ") for _ in range(5 if large else 3)]
    for place in range(places):
        drawn = _box(cards[place] if place < len(cards) else None, place < len(cards), large)
        for row, (left, inside, right, style) in zip(rows, drawn, strict=True):
            frame = "" if place < len(cards) else "dim"
            row.append(left, frame).append(inside, style).append(right + " ", frame)
    return rows


def _box(card: Card | None, there: bool, large: bool) -> list[tuple[str, str, str, str]]:
    wide = 5 if large else 4
    blank = " " * wide
    if not there:
        edge = ("·", blank, "·", "dim")
        return [edge, *[(" ", blank, " ", "dim")] * (3 if large else 1), edge]
    top, bottom = ("╭", "─" * wide, "╮", ""), ("╰", "─" * wide, "╯", "")
    if card is None:
        return [top, *[("│", "▒" * wide, "│", "dim")] * (3 if large else 1), bottom]
    style, rank, suit = _style(card), RANKS[rank_of(card)], pretty(card)[1]
    if not large:
        return [top, ("│", f" {rank}{suit} ", "│", style), bottom]
    faces = (f"{rank}    ", f"  {suit}  ", f"    {rank}")
    return [top, *[("│", face, "│", style) for face in faces], bottom]


def row(*columns: tuple[str | Text, int], style: str = "") -> Text:
    """Columns of fixed width; a negative width sets its text to the right."""
    text = Text(style=style)
    for content, width in columns:
        cell = content.copy() if isinstance(content, Text) else Text(content)
        cell.truncate(abs(width), overflow="ellipsis")
        gap = " " * (abs(width) - cell.cell_len)
        text.append_text(Text(gap) + cell if width < 0 else cell).append("" if width < 0 else gap)
    return text


def rule() -> Text:
    return Text("─" * WIDTH, style="dim")
