"""`upcard law show`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.law.list_editions import AsJson

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.law import Clause, Edition


def show(
    id: Annotated[str, Parameter(name="ID", help="An edition: sd-2011, sd-2015, ma or sd-bonus6.")],
    /,
    *,
    clause: Annotated[
        str | None, Parameter(help="One clause, by its number; a bare number finds what stands below it too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show an edition clause by clause.

    Each clause with our summary, its duty, its rules, where they are read in
    the code and which tests exercise them; then our readings, with the
    clauses that they read.

    upcard law show sd-2015
    upcard law show ma --clause "6(c)"
    upcard law show ma --json
    """
    from upcard.cli.output import show_json
    from upcard.law import edition
    from upcard.law.document import clauses_cited, clauses_read, shown
    from upcard.law.trace_evidence import every_rule, for_edition, read_code, read_record

    found = edition(id)
    wanted = _named(found, clause) if clause is not None else found.clauses
    code, tests = for_edition(read_code(every_rule()), found), for_edition(read_record(), found)
    ids = {one.id for one in wanted}
    readings = [
        reading
        for reading in found.readings
        if clause is None or ids & (clauses_read(reading, found) | clauses_cited(reading, found))
    ]
    document = shown(found, wanted, readings, code, tests)
    if clause is None:
        document["silent"] = list(found.silent)
    if as_json:
        show_json(document)
    else:
        _print(document, one=clause is not None)


def _named(edition: Edition, name: str) -> tuple[Clause, ...]:
    """A clause by its id or by its number alone; or, where it has none of its own, the clauses below that number."""
    from upcard.errors import Refused

    asked = name.removeprefix(edition.id).lstrip("-")
    numbers = (asked, f"({asked})")
    short = {clause.id: clause.id.removeprefix(edition.id).lstrip("-") for clause in edition.clauses}
    exact = tuple(c for c in edition.clauses if short[c.id] in numbers)
    below = tuple(c for c in edition.clauses if asked and any(short[c.id].startswith(f"{n}(") for n in numbers))
    if not exact and not below:
        raise Refused(None, f"--clause: {edition.id} has no clause {name!r}")
    return exact or below


# ---- for people ----------------------------------------------------------------------------------------------


def _print(document: dict[str, Any], *, one: bool) -> None:
    from rich.text import Text

    from upcard.cli.output import console
    from upcard.law.clause import DUTIES
    from upcard.law.document import in_force

    out = console()
    force = in_force(document["effective"], document["ended"])
    out.print(Text.assemble((document["title"], "bold"), f"  ({document['citation']}; {force})"))
    for clause in document["clauses"]:
        duty = f"{clause['duty']}: {DUTIES[clause['duty']]}" if one else clause["duty"]
        out.print(Text.assemble("\n", (clause["id"], "bold cyan"), "  ", (duty, "italic")))
        out.print(Text(clause["summary"]))
        out.print(_rule_table(clause["rules"], whole=one))
    if document["readings"]:
        out.print(Text("\nOur readings", style="bold"))
    for reading in document["readings"]:
        reads = ", ".join(reading["reads"])
        out.print(Text.assemble("\n", (reading["name"], "bold cyan"), "  reads ", (reads, "italic")))
        out.print(Text(reading["summary"]))
        out.print(_rule_table(reading["rules"], whole=one))
    out.print(Text("\nSummaries are ours; the official text decides.", style="italic"))


def _rule_table(rules: list[dict[str, Any]], *, whole: bool) -> Table:
    """Each rule with its value; the places of code and tests in full, or how many there are."""
    from upcard.cli.output import table
    from upcard.law.document import plain

    made = table("rule", "kind", "value", "read in", "tested by")
    for rule in rules:
        code, tests = rule["code"], rule["tests"]
        places = (
            (_lines(code, "src/upcard/"), _lines(tests, "tests/"))
            if whole
            else (_count(code, "place"), _count(tests, "test"))
        )
        made.add_row(rule["name"], rule["kind"], plain(rule["value"]), *places)
    return made


def _lines(places: list[str], prefix: str) -> str:
    return "\n".join(place.removeprefix(prefix) for place in places)


def _count(places: list[str], what: str) -> str:
    """
    >>> _count([], "test"), _count(["a"], "test"), _count(["a", "b"], "test")
    ('no test', '1 test', '2 tests')
    """
    return f"{len(places) or 'no'} {what}{'s' * (len(places) > 1)}"
