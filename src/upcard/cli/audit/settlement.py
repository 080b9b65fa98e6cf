"""What came of a round as a table: every wager, what became of it, and under which clause."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from upcard.audit.round_record import Story
from upcard.cli.card_text import RESULTS
from upcard.cli.output import table
from upcard.games.game import GameRound as Round
from upcard.games.game import core_of_round
from upcard.games.payment import Payment
from upcard.present.payment import wager_name
from upcard.units import show_dollars

WAGER, RESULT, CLAUSE = 15, 12, 12
"""The widest that these columns are where columns are few; a longer text goes on below."""


def settlement(story: Story, round: Round, width: int) -> Table:
    """The payments in the order of `upcard settle`, with a column for everything where there is room for it."""
    title = "The settlement" if story.over else "Paid so far"
    found = _wide(story, round, title)
    return found if fits(found, width) else _narrow(story, round, title)


def fits(found: Table, width: int) -> bool:
    """Whether every text of a table has room in its line."""
    endless = Console(width=1000)
    return Measurement.get(endless, endless.options, found).maximum <= width


def _wide(story: Story, round: Round, title: str) -> Table:
    found = table("seat", "wager", "result", "odds", "put down", "back", "paid", "from", "under", title=title)
    for column in found.columns[4:7]:
        column.justify = "right"
    for p in core_of_round(round).listed(round):
        found.add_row(
            str(p.seat), wager_name(p.wager), RESULTS[p.result], _odds(p),
            show_dollars(p.staked), show_dollars(p.returned), show_dollars(p.paid), p.source or "",
            story.rules.clause(p.rule) or "",
        )  # fmt: skip
    return found


def _narrow(story: Story, round: Round, title: str) -> Table:
    """Odds and source stand with the result, and a long clause in two lines."""
    found = table("seat", "wager", "result", "down", "back", "paid", "under", title=title)
    found.padding = (0, 0, 0, 0)
    for place, width in ((1, WAGER), (2, RESULT), (6, CLAUSE)):
        found.columns[place].max_width = width
    for column in found.columns[3:6]:
        column.justify, column.no_wrap = "right", True
    for p in core_of_round(round).listed(round):
        how = " ".join(filter(None, (RESULTS[p.result], _odds(p), f"({p.source})" if p.source else "")))
        found.add_row(
            str(p.seat), wager_name(p.wager), how, show_dollars(p.staked), show_dollars(p.returned),
            show_dollars(p.paid), folded(story.rules.clause(p.rule) or ""),
        )  # fmt: skip
    return found


def _odds(payment: Payment) -> str:
    return (payment.odds or "").replace("_", " ")


def folded(clause: str) -> str:
    """A clause that is too long for one line goes on below with its paragraphs."""
    text, paren, rest = clause.partition("(")
    return f"{text}\n({rest}" if paren and len(clause) > CLAUSE else clause
