"""Who may ask for what, as tables for people to read: drawn from the routes, the permits and the views themselves.

`docs/roles.md` holds them, and a test asks the running site for everything in it as everybody.

>>> table("act", {"Fold": frozenset({"player", "dealer"})}).splitlines()[-1]
'| `Fold` | – | yes | yes | – | – | – | – | – |'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from upcard.web.act_codec import kinds
from upcard.web.act_roles import PERMITS
from upcard.web.app import routes
from upcard.web.roles import ALL, Roles
from upcard.web.routes.live import MAY_SEE, VIEWS

YES, NO = "yes", "–"


def table(of: str, rows: Mapping[str, Roles]) -> str:
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
        "Acts at a table": table("act", _permits(at_table=True)),
        "Acts at a jackpot, the cage or a slip": table("act", _permits(at_table=False)),
    }


def _permits(*, at_table: bool) -> dict[str, Roles]:
    names = {kind.name for kind in kinds().values() if kind.at_table is at_table}
    return {name: roles for name, roles in PERMITS.items() if name in names}


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
