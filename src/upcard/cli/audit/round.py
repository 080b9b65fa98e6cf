"""`upcard audit round` and `shuffle`: one round as it was played, and the proof of the cards that it was dealt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.audit import document, find, listing
from upcard.audit.round_index import Listed, parse_id
from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.document import proof_document
from upcard.audit.shuffles.history import trail
from upcard.cli.options import AsJson, Db, Whole, reading
from upcard.cli.output import console, say, show_json, table
from upcard.errors import Refused
from upcard.store.open import DEFAULT
from upcard.store.store import Reading
from upcard.units import show_cents

if TYPE_CHECKING:
    from rich.table import Table

BROKEN = 1


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
    found = listing(journal, limit, at)
    if as_json:
        show_json({"rounds": [_document(line) for line in found]})
        return
    if not found:
        say("No round is in the journal.")
        return
    from upcard.cli.audit.table_text import LEAST, fits

    out = console()
    out.width = max(out.width, LEAST)
    rows = _rows(found, "players' net")
    if not fits(rows, out.width):
        rows = _rows(found, "net")
        rows.padding = (0, 1, 0, 0)
    out.print(rows)


def _rows(found: Sequence[Listed], net: str) -> Table:
    rows = table("round", "time", ">seats", f">{net}", "state", "hits", "entries")
    for place in (1, 3, 4, 6):
        rows.columns[place].no_wrap = True
    for line in found:
        when = line.at[:19].replace("T", " ")
        gained, hits = "" if line.state == "in play" else show_cents(line.net), ", ".join(line.hits)
        rows.add_row(line.id, when, str(line.seats), gained, line.state, hits, f"{line.first}-{line.last}")
    return rows


def _document(line: Listed) -> dict[str, Any]:
    known = {name: getattr(line, name) for name in ("id", "table", "number", "at", "seats", "net", "state", "hits")}
    return known | {"net": show_cents(line.net), "entries": [line.first, line.last]}


def shuffle(
    id: Annotated[str, Parameter(name="ID", help="TABLE:NUMBER, such as 'Stud 1:17'.")],
    /,
    *,
    db: Db = DEFAULT,
    export: Annotated[Path | None, Parameter(help="Write the proof to this file, for verify_shuffle.py.")] = None,
    as_json: AsJson = False,
) -> int:
    """Check that the cards of a round were drawn as promised.

    The system had committed itself to a secret before the bets closed, the
    order of the deck follows from it and from what players contributed, and
    the cards dealt lay on top of that deck: each with the entries that show
    it. The exit status is 1 where anything is otherwise. Shuffles of the same
    deck that were given up before, and rounds that were void, are no fault and
    are marked "!!". A round in play is refused: its secret is revealed when it
    is over.

    upcard audit shuffle "Stud 1:17"
    upcard audit shuffle "Stud 1:17" --export proof.json
    """
    table, number = parse_id(id)
    with reading(db) as journal:
        found = trail(journal, table, number)
    judged = judged_document(found)
    if export is not None:
        text = json.dumps(proof_document(found), indent=1, ensure_ascii=False)
        try:
            with export.open("x", encoding="utf-8") as file:
                file.write(f"{text}\n")
        except OSError as error:
            raise Refused(None, f"--export: {str(export)!r} cannot be written: {error.strerror}") from error
    if as_json:
        show_json(judged)
    else:
        _tell(judged, export)
    return 0 if judged["ok"] else BROKEN


def _tell(judged: dict[str, Any], export: Path | None) -> None:
    shuffle, before = judged["shuffle"], judged.get("given_up")
    said = f", shuffle {shuffle['number']} of the table" if shuffle else ""
    again = f" after {len(before)} GIVEN UP" if before else ""
    kept = "as promised" if judged["ok"] else "NOT AS PROMISED"
    say(f"{judged['table']}, round {judged['round']}{said}{again}: {kept}")
    for check in judged["checks"]:
        entries = ", ".join(f"{seq:,}" for seq in check["entries"])
        where = f"  (entr{'ies' if len(check['entries']) > 1 else 'y'} {entries})" if entries else ""
        mark = "BAD" if not check["ok"] else "!! " if check["what"] in ("given up", "void") else "ok "
        say(f"  {mark}  {check['text']}{where}")
    if shuffle:
        say(f"Committed: {shuffle['commitment']}")
        say(f"Secret:    {shuffle['secret']}")
        for given in shuffle["contributions"]:
            say(f"Seat {given['seat']}, {given['player']}: {given['value']}")
    if export is not None:
        say(f"The proof is in {export}.")
