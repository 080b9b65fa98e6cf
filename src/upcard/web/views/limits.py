"""What may be wagered at a table, and what the wagers could come to cost the house."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from upcard.document import EditionId, Mode, Money, doc
from upcard.games.game import game_of
from upcard.number_format import money
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import show_cents


class TableBasics(TypedDict):
    """What a table is, wherever it is listed."""

    name: Annotated[str, doc("Its name.")]
    slug: Annotated[str, doc("Its name in addresses.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    title: Annotated[str, doc("That law in words.")]
    mode: Annotated[Mode, doc("Whose cards it plays with.")]
    open: Annotated[bool, doc("Whether it is open.")]
    round: Annotated[int, doc("The number of the present round.")]
    dealer: Annotated[str, doc("Who deals, or empty.")]
    limits: Annotated[str, doc("What may be wagered, in words.")]


class Liability(TypedDict):
    """What the wagers on a table could come to cost."""

    most: Annotated[Money, doc("The tray pays no more than this, whatever is dealt; a bound.")]
    limit: Annotated[Money | None, doc("The most that the house has elected, if any.")]
    words: Annotated[str, doc("Both in a sentence, or empty.")]


OVER = ("settled", "complete")


_known: dict[str, tuple[Any, Any, int]] = {}
"""By table, the rules and the wagers that a bound was last worked out for: they change only while bets are open."""


def most_owed(t: TableRules, table: Table) -> int:
    """The most that the round on the table can come to cost the tray, in cents."""
    round = table.round
    if round is None or round.phase in OVER:
        return 0
    wagers = {number: game_of(t).laid(seat) for number, seat in round.seats.items()}
    rules, known, most = _known.get(t.name, (None, None, 0))
    if rules is not t.rules or known != wagers:
        most = game_of(t).core.liability(t.rules, round.seats)
        _known[t.name] = t.rules, wagers, most
    return most


def liability_document(t: TableRules, table: Table) -> Liability:
    """The bound, the limit that the house has elected against it, and both in a sentence."""
    most, limit = most_owed(t, table), t.rules.liability_limit
    played_for = "; what the meters pay comes besides" if t.jackpot or t.five_card_jackpot else ""
    taken = f", of {money(limit)} that the house takes upon itself" if limit is not None else ""
    words = f"These wagers cost the tray no more than {money(most)}, whatever is dealt{taken}{played_for}."
    return {
        "most": show_cents(most),
        "limit": None if limit is None else show_cents(limit),
        "words": words if most or limit is not None else "",
    }
