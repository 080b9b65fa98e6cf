"""`upcard audit round`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.audit.options import AsJson, Db, reading
from upcard.cli.integer_option import Whole
from upcard.cli.output import console, say, show_json, table
from upcard.errors import Refused
from upcard.store.open import DEFAULT
from upcard.units import show_cents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from upcard.audit.round_index import Listed
    from upcard.store.store import Reading


def round_(
    id: Annotated[str | None, Parameter(name="ID", help="TABLE:NUMBER, such as 'Stud 1:17'; none lists them.")] = None,
    /,
    *,
    db: Db = DEFAULT,
    law: Annotated[bool, Parameter(help="Say in our words what each clause says that is cited.")] = False,
    every: Annotated[bool, Parameter(help="Draw the felt after every act that changed it.")] = False,
    at: Annotated[str, Parameter(name="--table", help="List the rounds of this table only.")] = "",
    limit: Annotated[Whole, Parameter(help="How many rounds to list; 20 unless said.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Show a round as the table looked, from the journal alone.

    Step by step: who did what and when, the felt, every payment with its
    clause, the jackpots, and where the entries are. With --json the round in
    the form that upcard settle reads, beside the settlement that was paid.
    Without an ID the last rounds are listed.

    upcard audit round
    upcard audit round "Stud 1:17" --law
    """
    from upcard.audit import document, find

    if limit < 1:
        raise Refused(None, f"--limit: {limit} is not more than nothing")
    with reading(db) as journal:
        if id is None:
            _list(journal, limit, at, as_json=as_json)
            return
        story = find(journal, id)
    if as_json:
        show_json(document(story))
    else:
        from upcard.cli.audit.round_text import tell

        tell(story, law=law, every=every)


def _list(journal: Reading, limit: int, at: str, *, as_json: bool) -> None:
    from upcard.audit import listing

    found = listing(journal, limit, at)
    if as_json:
        show_json({"rounds": [_document(line) for line in found]})
        return
    if not found:
        say("No round is in the journal.")
        return
    from upcard.cli.audit.columns import LEAST
    from upcard.cli.audit.settlement import fits

    out = console()
    out.width = max(out.width, LEAST)
    rows = _rows(found, "players' net")
    if not fits(rows, out.width):
        rows = _rows(found, "net")
        rows.padding = (0, 1, 0, 0)
    out.print(rows)


def _rows(found: Sequence[Listed], net: str) -> Table:
    rows = table("round", "time", "seats", net, "state", "hits", "entries")
    rows.columns[2].justify = rows.columns[3].justify = "right"
    for place in (1, 3, 4, 6):
        rows.columns[place].no_wrap = True
    for line in found:
        when = line.at[:19].replace("T", " ")
        gained, hits = "" if line.state == "in play" else show_cents(line.net), ", ".join(line.hits)
        rows.add_row(line.id, when, str(line.seats), gained, line.state, hits, f"{line.first}-{line.last}")
    return rows


def _document(line: Listed) -> dict[str, object]:
    return {
        "id": line.id,
        "table": line.table,
        "number": line.number,
        "at": line.at,
        "seats": line.seats,
        "net": show_cents(line.net),
        "state": line.state,
        "hits": list(line.hits),
        "entries": [line.first, line.last],
    }
