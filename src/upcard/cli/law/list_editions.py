"""`upcard law list`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

AsJson = Annotated[bool, Parameter(name="--json", help="One JSON document, and nothing else on standard output.")]


def listing(*, as_json: AsJson = False) -> None:
    """List the editions, each with its dates and its size.

    upcard law list
    upcard law list --json
    """
    from upcard.cli.output import console, show_json, table
    from upcard.law import editions
    from upcard.law.document import in_force

    if as_json:
        show_json(
            {
                "editions": [
                    {
                        "id": edition.id,
                        "game": edition.game,
                        "jurisdiction": edition.jurisdiction,
                        "title": edition.title,
                        "citation": edition.citation,
                        "effective": edition.effective and edition.effective.isoformat(),
                        "ended": edition.ended and edition.ended.isoformat(),
                        "clauses": len(edition.clauses),
                        "rules": len(edition.citations),
                        "readings": len(edition.readings),
                        "silent": len(edition.silent),
                        "digest": edition.digest,
                    }
                    for edition in editions()
                ]
            }
        )
        return
    rows = table("edition", "title", "citation", "in force", "clauses", "rules", "readings")
    for column in rows.columns[4:]:
        column.justify = "right"
    for edition in editions():
        force = in_force(edition.effective, edition.ended)
        counts = (len(edition.clauses), len(edition.citations), len(edition.readings))
        rows.add_row(edition.id, edition.title, edition.citation, force, *map(str, counts))
    console().print(rows)
