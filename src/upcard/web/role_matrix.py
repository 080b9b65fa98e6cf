"""Who may ask for what, as tables for people to read: drawn from the routes, the permits and the views themselves.

`docs/roles.md` holds them, and a test asks the running site for everything in it as everybody.

>>> table("act", {"Fold": frozenset({"player", "dealer"})}).splitlines()[-1]
'| `Fold` | – | yes | yes | – | – | – | – | – |'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from upcard.journal.act_table import ACTS
from upcard.web.app import routes
from upcard.web.router import ALL
from upcard.web.routes.live import MAY_SEE, VIEWS

YES, NO = "yes", "–"


def table(of: str, rows: Mapping[str, Collection[str]]) -> str:
    """One row for each thing, one column for each role."""
    head = [f"| {of} | {' | '.join(ALL)} |", f"|---|{'---|' * len(ALL)}"]
    each = [
        f"| `{thing}` | {' | '.join(YES if role in roles else NO for role in ALL)} |" for thing, roles in rows.items()
    ]
    return "\n".join(head + each)


def tables() -> dict[str, str]:
    """By the title of its section, each table of the document."""
    asked = {f"{route.method} {route.path}": route.roles for route in routes()}
    return {
        "Pages and addresses": table("address", asked),
        "A table, looked at": table("as", MAY_SEE),
        "Live views": table("view", VIEWS | {f"table:…:{as_}": roles for as_, roles in MAY_SEE.items()}),
        "Acts at a table": table("act", _permits("table")),
        "Acts at a jackpot, the cage or a slip": table("act", _permits("jackpot", "cage", "slips")),
    }


def _permits(*where: str) -> dict[str, Collection[str]]:
    return {name: act.roles for name, act in ACTS.items() if act.where in where}


def written(document: str) -> str:
    """A document with its tables drawn anew, each where it stands under its title."""
    for title, drawn in tables().items():
        section = re.compile(rf"(?:^## {re.escape(title)}\n(?:(?!\||## ).*\n)*)(?P<old>(?:\|.*\n)*)", re.MULTILINE)
        found = list(section.finditer(document))
        if len(found) != 1:
            raise ValueError(f"the document has {len(found)} sections {title!r}")
        start, end = found[0].span("old")
        document = f"{document[:start]}{drawn}\n{document[end:]}"
    return document
