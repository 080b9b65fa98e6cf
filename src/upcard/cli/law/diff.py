"""`upcard law diff`: two editions of one game, clause by clause and rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.law.list_editions import AsJson

if TYPE_CHECKING:
    from rich.text import Text


def diff(
    old: Annotated[str, Parameter(name="A", help="The edition to compare from.")],
    new: Annotated[str, Parameter(name="B", help="The edition to compare to.")],
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """Show what changed from one edition to another.

    Clauses added, removed and changed; and rules that changed, that moved to
    another clause, or on which one of the two editions is silent.

    upcard law diff sd-2011 sd-2015
    upcard law diff sd-2015 ma --json
    """
    from upcard.cli.output import show_json
    from upcard.errors import Refused
    from upcard.law import edition
    from upcard.law.diff import compare

    before, after = edition(old), edition(new)
    if before.game != after.game:
        raise Refused(None, f"B: {after.id} is a law of {after.game} and {before.id} one of {before.game}")
    document = compare(before, after)
    if as_json:
        show_json(document)
    else:
        _print(document)


# ---- for people ----------------------------------------------------------------------------------------------


def _print(document: dict[str, Any]) -> None:
    from upcard.cli.output import console, say, table
    from upcard.law.document import plain

    clauses, rules = document["clauses"], document["rules"]
    if not rules and not any(clauses.values()):
        say(f"{document['from']} and {document['to']} say the same.")
        return
    made = table("clause", "", document["from"], document["to"], title="Clauses")
    for change in clauses["changed"]:
        made.add_row(change["clause"], "changed", _side(change, "old"), _side(change, "new"), end_section=True)
    for clause in clauses["removed"]:
        made.add_row(clause["clause"], "removed", clause["summary"], "", end_section=True)
    for clause in clauses["added"]:
        made.add_row(clause["clause"], "added", "", clause["summary"], end_section=True)
    out = console()
    if made.row_count:
        out.print(made)
    made = table("rule", "", document["from"], document["to"], title="Rules")
    for rule in rules:
        cells = (f"{_where(s)}\n{plain(s['value'])}" if s else "silent" for s in (rule["old"], rule["new"]))
        made.add_row(rule["name"], rule["change"], *cells, end_section=True)
    if made.row_count:
        out.print(made)


def _where(standing: dict[str, Any]) -> str:
    return standing["clause"] or f"our reading {standing['reading']}"


def _side(change: dict[str, Any], side: str) -> Text:
    """What a changed clause said on one side: its duty and its summary where they differ, else its rules."""
    from rich.text import Text

    parts = [change[field][side] for field in ("duty", "summary") if field in change]
    if "summary" not in change and "rules" in change:
        listed = change["rules"]["removed" if side == "old" else "added"]
        names = [rule["name"] for rule in (*listed, *change["rules"]["changed"])]
        parts.append(", ".join(names))
    return Text("\n".join(parts))
