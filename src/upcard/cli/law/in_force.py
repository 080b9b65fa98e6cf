"""`upcard law on`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.law.list_editions import AsJson

if TYPE_CHECKING:
    from datetime import date


def on(
    day: Annotated[str, Parameter(name="DATE", help="A day, such as 2013-06-01.")],
    /,
    *,
    undated: Annotated[
        bool, Parameter(name="--all", help="The editions without a date too, which hold whenever they are elected.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say which editions were in force on a day.

    upcard law on 2013-06-01
    upcard law on 2015-05-13 --all --json
    """
    from upcard.cli.output import console, say, show_json, table
    from upcard.law import editions
    from upcard.law.document import in_force

    when = _day(day)
    dated = [edition for edition in editions() if edition.effective is not None]
    found = [edition for edition in dated if edition.in_force(when)]
    timeless = [edition for edition in editions() if edition.effective is None] if undated else []
    if as_json:
        show_json({"date": when.isoformat(), "editions": [edition.id for edition in (*found, *timeless)]})
        return
    if not found:
        first = min(dated, key=lambda edition: str(edition.effective))
        before = first.effective is not None and when < first.effective
        because = f": the first, {first.id}, is of {first.effective}" if before else ""
        say(f"No dated edition was in force on {when}{because}.")
    if found or timeless:
        rows = table("edition", "title", "citation", "in force")
        for edition in (*found, *timeless):
            force = in_force(edition.effective, edition.ended)
            rows.add_row(edition.id, edition.title, edition.citation, force)
        console().print(rows)
    if not undated:
        others = [edition.id for edition in editions() if edition.effective is None]
        say(f"Without a date, and not listed: {', '.join(others)} (--all lists them too).")


def _day(text: str) -> date:
    from datetime import date

    from upcard.errors import Refused

    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError as error:
        raise Refused(None, f"DATE: {text!r} is not a day such as 2013-06-01") from error
