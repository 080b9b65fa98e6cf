"""What is out of the ordinary about a table's jackpots: easier terms, an end, wagers that are not taken.

Easier terms hold where a petition for them was granted: until the top award is won, and for that award.

The award is locked before it is paid, and ends the terms when it is locked. The hand that won it is still paid by them,
and so is everyone with whom it is divided. Where it is rejected they hold again, but not for an award that was locked
at another table in the meantime: that one is paid as it was locked, to all who divide it.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from upcard.cards import Category
from upcard.games.game import core_of_round
from upcard.money.books import Books
from upcard.money.jackpot_reactions import present
from upcard.money.link import Link, Member
from upcard.rules.jackpot import jackpots_of
from upcard.rules.table import TableRules
from upcard.tables.state import Table

ENDED: Final = "ended"

Terms: TypeAlias = Category | Literal["ended"] | None
"""The hand that wins on easier terms, that the jackpot has ended, or nothing out of the ordinary."""


def terms_at(books: Books, jackpot: str, name: str, table: Table | None) -> Terms:
    """What is out of the ordinary about a jackpot for a table as it stands."""
    link = books.links.get(jackpot)
    return ENDED if link is not None and link.ended else easier_hand(books, jackpot, name, table)


def easier_hand(books: Books, jackpot: str, name: str, table: Table | None) -> Category | None:
    """The hand from which the whole top meter is won at a table as it stands, where that is not the schedule's."""
    link = books.links.get(jackpot)
    if link is None or not link.eased:
        return None
    if _worked_out(link, name, table) if link.easier else not _won_here(link, name, table):
        return None
    return next(hand for hand in Category if hand.key == link.eased)


def _won_here(link: Link, name: str, table: Table | None) -> bool:
    """Whether what is settled next at the table is the award that ended the terms, or a part of it."""
    step = _meter_step(table)
    if table is None or step is None:
        return False
    won = next((hit for hit in (*link.open.values(), *link.last) if hit.number == link.eased_won), None)
    if won is None or won.title or (won.table, won.round, won.kind) != (name, table.number, step.kind):
        return False
    return won.seat == step.seat or any(draw.ways > 1 for draw in won.draws)


def _worked_out(link: Link, name: str, table: Table | None) -> bool:
    """Whether what is settled next at the table was locked, or is divided already, while the terms did not hold."""
    step = _meter_step(table)
    if table is None or step is None:
        return False
    divided = core_of_round(table.round).divided(table.round, step.kind)
    return divided or link.hit_at(name, step.kind, step.seat) is not None


def _meter_step(table: Table | None) -> Any:
    """What is settled next at the table, where it draws on a meter."""
    step = present(table) if table is not None else None
    return step if step and table and step.kind in core_of_round(table.round).METER_STEPS else None


PLAYS_FOR = {"progressive": "jackpot", "five_card_player": "five_card_jackpot", "five_card_dealer": "five_card_jackpot"}


def stopped_at(books: Books, t: TableRules) -> tuple[tuple[str, str], ...]:
    """The wagers for a jackpot that the table has lost or that stands still, each with why it is not taken."""
    found = []
    for wager, elected in PLAYS_FOR.items():
        name: str | None = getattr(t, elected)
        jackpot = books.jackpot_of(t.name, wager)
        if jackpot != name and name is not None:
            instead = f" but on that of {jackpot}, which it leaves first" if jackpot is not None else ""
            found.append((wager, f"{t.name} is not on the link of {name}{instead}: it takes no {wager} wager"))
        elif name is not None and books.links[name].members[t.name] != Member(*jackpots_of(t).fed_by(t, name)):
            because = f"{t.name} joined {name} under another edition: it takes no {wager} wager until it joins anew"
            found.append((wager, because))
        elif jackpot is not None and not (link := books.links[jackpot]).operating:
            found.append((wager, f"{jackpot} takes no wagers: {link.ended or link.suspended}"))
    return tuple(found)
