"""`upcard exact report`: a PAR sheet for every table of a house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from upcard.cli.output import say, show_json
from upcard.cli.progress import steps
from upcard.errors import Refused


def report(
    house: Annotated[str, Parameter(help="A house as TOML; - is standard input.", allow_leading_hyphen=True)],
    /,
    *,
    out: Annotated[
        str | None, Parameter(help="The folder to write into; par-sheets/ and the name of the house unless said.")
    ] = None,
    json: Annotated[bool, Parameter(help="Print one JSON document that lists what was written.")] = False,
) -> None:
    """A PAR sheet for every table of a house, as a page and as a PDF.

    Pay schedules with their clauses, the exact chance of every line, the
    return of every wager, standard deviations, strategies, break-even meters
    and long-run paybacks, with plots. The same house gives the same bytes.

    upcard house example massachusetts > house.toml
    upcard exact report house.toml --out sheets
    """
    from upcard.cli.house import text_of
    from upcard.reports.par import plain_name, write
    from upcard.rules.house import read_house

    found = read_house(text_of(house))
    folder = Path("par-sheets", plain_name(found.name, "house")) if out is None else Path(out)
    with steps("Counting", 2 * len(found.tables) + 1) as advance:
        try:
            written = write(found, folder, lambda step: advance(step.doing) if step.done else None)
        except OSError as error:
            raise Refused(None, f"--out: {str(folder)!r} cannot be written to: {error.strerror}") from error
    if json:
        show_json({"house": found.name, "written": [str(path) for path in written]})
        return
    say(f"{found.name}: {len(found.tables)} table{'s' * (len(found.tables) != 1)}")
    for path in written:
        say(f"  {path}")
