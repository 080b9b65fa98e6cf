"""`upcard law list`, `on`, `show`, `diff` and `sentences`: the editions by date, clause by clause, beside another."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.law import by_value as ev
from upcard.cli.law.by_value import first_of
from upcard.cli.options import says
from upcard.cli.output import complain, console, say, show_json, table, tell
from upcard.errors import Refused
from upcard.law import EDITIONS, Clause, Edition, edition, editions, sentence
from upcard.law.clause import DUTIES
from upcard.law.document import clauses_cited, clauses_read, compare, in_force, plain, shown
from upcard.law.edition import not_in_order
from upcard.law.sentence import KEPT, Known, gaps, proof
from upcard.law.sentence import document as sentence_document
from upcard.law.trace import Places, code_places, every_rule, for_edition, read_code, read_record

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

INCOMPLETE = 1
AsJson = Annotated[bool, Parameter(name="--json", help="One JSON document, and nothing else on standard output.")]


def _named(edition: Edition) -> tuple[str, ...]:
    """What is told of an edition first."""
    return edition.id, edition.title, edition.citation, in_force(edition.effective, edition.ended)


def listing(*, as_json: AsJson = False) -> None:
    """List the editions, each with its dates and its size.

    upcard law list
    upcard law list --json
    """
    for error in not_in_order():
        complain(str(error))
    if as_json:
        show_json({"editions": [_document(each) for each in editions()]})
        return
    counted = ((*_named(one), *(f"{len(part)}" for part in _sizes(one).values())) for one in editions())
    columns = ("edition", "title", "citation", "in force", ">clauses", ">rules", ">readings")
    console().print(table(*columns, rows=(row[: len(columns)] for row in counted)))


def _sizes(edition: Edition) -> dict[str, Any]:
    return {
        "clauses": edition.clauses, "rules": edition.citations, "readings": edition.readings, "silent": edition.silent
    }  # fmt: skip


def _document(edition: Edition) -> dict[str, Any]:
    return {
        **{name: getattr(edition, name) for name in ("id", "game", "jurisdiction", "title", "citation")},
        "effective": edition.effective and edition.effective.isoformat(),
        "ended": edition.ended and edition.ended.isoformat(),
        **{name: len(part) for name, part in _sizes(edition).items()},
        "digest": edition.digest,
    }


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
    when = _day(day)
    dated = [edition for edition in editions() if edition.effective is not None]
    others = [edition for edition in editions() if edition.effective is None]
    found = [edition for edition in dated if edition.in_force(when)]
    listed = found + (others if undated else [])
    if as_json:
        show_json({"date": when.isoformat(), "editions": [edition.id for edition in listed]})
        return
    if not found:
        first = min(dated, key=lambda edition: str(edition.effective))
        before = first.effective is not None and when < first.effective
        because = f": the first, {first.id}, is of {first.effective}" if before else ""
        tell(f"No dated edition was in force on {when}{because}.")
    if listed:
        console().print(table("edition", "title", "citation", "in force", rows=map(_named, listed)))
    if not undated:
        named = ", ".join(edition.id for edition in others)
        tell(f"Without a date, and not listed: {named} (--all lists them too).")


def _day(text: str) -> date:
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError as error:
        raise Refused(None, f"DATE: {text!r} is not a day such as 2013-06-01") from error


# ---- one edition ---------------------------------------------------------------------------------------------------


def show(
    id: Annotated[str, Parameter(name="ID", help="An edition, as `upcard law list` names it.")],
    /,
    *,
    clause: Annotated[
        str | None, says("One clause, by its number; a bare number finds what stands below it too.")
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
    found = edition(id)
    wanted = _clauses(found, clause) if clause is not None else found.clauses
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


def _clauses(edition: Edition, name: str) -> tuple[Clause, ...]:
    """A clause by its id or by its number alone; or, where it has none of its own, the clauses below that number."""
    asked = name.removeprefix(edition.id).lstrip("-")
    numbers = (asked, f"({asked})")
    short = {clause.id: clause.id.removeprefix(edition.id).lstrip("-") for clause in edition.clauses}
    exact = tuple(c for c in edition.clauses if short[c.id] in numbers)
    below = tuple(c for c in edition.clauses if asked and any(short[c.id].startswith(f"{n}(") for n in numbers))
    if not exact and not below:
        raise Refused(None, f"--clause: {edition.id} has no clause {name!r}")
    return exact or below


def _print(document: dict[str, Any], *, one: bool) -> None:
    from rich.text import Text

    out = console()

    def part(name: str, between: str, said: str, each: dict[str, Any]) -> None:
        out.print(Text.assemble("\n", (name, "bold cyan"), between, (said, "italic")))
        out.print(Text(each["summary"]))
        out.print(_rule_table(each["rules"], whole=one))

    force = in_force(document["effective"], document["ended"])
    out.print(Text.assemble((document["title"], "bold"), f"  ({document['citation']}; {force})"))
    for clause in document["clauses"]:
        part(clause["id"], "  ", f"{clause['duty']}: {DUTIES[clause['duty']]}" if one else clause["duty"], clause)
    if document["readings"]:
        out.print(Text("\nOur readings", style="bold"))
    for reading in document["readings"]:
        part(reading["name"], "  reads ", ", ".join(reading["reads"]), reading)
    where = ": {rule}. {published}, {wording}".format(**document["official"]) if document["official"] else ""
    out.print(Text(f"\nSummaries are ours; the official text decides{where}.", style="italic"))


def _rule_table(rules: list[dict[str, Any]], *, whole: bool) -> Table:
    """Each rule with its value; the places of code and tests in full, or how many there are."""
    made = table("rule", "kind", "value", "read in", "tested by")
    for rule in rules:
        listed = ((rule["code"], "place", "src/upcard/"), (rule["tests"], "test", "tests/"))
        places = (
            "\n".join(place.removeprefix(prefix) for place in each) if whole else _count(each, what)
            for each, what, prefix in listed
        )
        made.add_row(rule["name"], rule["kind"], plain(rule["value"]), *places)
    return made


def _count(places: list[str], what: str) -> str:
    """
    >>> _count([], "test"), _count(["a"], "test"), _count(["a", "b"], "test")
    ('no test', '1 test', '2 tests')
    """
    return f"{len(places) or 'no'} {what}{'s' * (len(places) > 1)}"


# ---- two editions of one game --------------------------------------------------------------------------------------


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
    before, after = edition(old), edition(new)
    if before.game != after.game:
        raise Refused(None, f"B: {after.id} is a law of {after.game} and {before.id} one of {before.game}")
    document = compare(before, after)
    if as_json:
        show_json(document)
        return
    clauses, rules, both = document["clauses"], document["rules"], (document["from"], document["to"])
    if not rules and not any(clauses.values()):
        say(f"{document['from']} and {document['to']} say the same.")
    made = table("clause", "", *both, title="Clauses")
    for change in clauses["changed"]:
        made.add_row(change["clause"], "changed", _side(change, "old"), _side(change, "new"), end_section=True)
    for clause in clauses["removed"]:
        made.add_row(clause["clause"], "removed", clause["summary"], "", end_section=True)
    for clause in clauses["added"]:
        made.add_row(clause["clause"], "added", "", clause["summary"], end_section=True)
    named = table("rule", "", *both, title="Rules")
    for rule in rules:
        cells = (
            f"{side['clause'] or 'our reading ' + side['reading']}\n{plain(side['value'])}" if side else "silent"
            for side in (rule["old"], rule["new"])
        )
        named.add_row(rule["name"], rule["change"], *cells, end_section=True)
    for each in (made, named):
        if each.row_count:
            console().print(each)


def _side(change: dict[str, Any], side: str) -> Text:
    """What a changed clause said on one side: its duty and its summary where they differ, else its rules."""
    from rich.text import Text

    parts = [change[field][side] for field in ("duty", "summary") if field in change]
    if "summary" not in change and "rules" in change:
        listed = change["rules"]["removed" if side == "old" else "added"]
        names = [rule["name"] for rule in (*listed, *change["rules"]["changed"])]
        parts.append(", ".join(names))
    return Text("\n".join(parts))


# ---- every sentence -------------------------------------------------------------------------------------------


def sentences(
    *ids: Annotated[str, Parameter(name="ID", help="The editions to list; all of them when none is named.")],
    strict: Annotated[bool, says("Refuse also what is marked as still to be named.")] = False,
    as_json: AsJson = False,
) -> int:
    """List every sentence of the law, how it is kept, and what proves it.

    A sentence is a full sentence of the text, or one item of a list or line
    of a pay table that has a duty of its own. It is

      enforced   nothing else is accepted, and the refusal cites the clause
      computed   the program works it out
      shown      a step of the procedure or a sign says it in its moment
      recorded   it is kept in the journal, with who and when
      not-ours   no software can keep it; the reason stands beside it

    and each has the tests, steps, signs or documents that prove it. The table
    names the first of them; --json and the page of the law name all. The list
    fails, with exit status 1 and a line for each gap, when a clause has no
    sentence, a number is missing, a rule or a line of a step has no sentence,
    a test, step, sign or document that is named does not exist, or nothing
    proves a sentence.

    upcard law sentences
    upcard law sentences ma
    upcard law sentences sd-2015 --json
    """
    wanted = [edition(id) for id in ids or EDITIONS]
    for each in wanted:
        if each.id not in EDITIONS and not sentence.sentences(each.id):
            raise Refused(None, f"ID: {each.id} comes without a list of its sentences")
    known = what_is_known()
    if as_json:
        show_json({"sentences": [one for each in wanted for one in sentence_document(each, known.recorded)]})
    else:
        _print_sentences(wanted, known.recorded)
    faults = [gap for each in wanted for gap in gaps(each, sentence.sentences(each.id), known, strict=strict)]
    for gap in faults:
        complain(gap)
    if faults:
        complain(f"The sentences are not complete: {len(faults)} gaps.")
    return INCOMPLETE if faults else 0


def what_is_known() -> Known:
    """The tests and documents of the checkout, if this is one; the steps that there are, and the rules on signs."""
    from upcard.web.act_codec import kinds

    folder = ev.checkout_tests()
    docs = folder.parent / "docs" if folder else None
    signs = [file.read_text(encoding="utf-8") for file in ev.PACKAGE.rglob("signs.py")]
    steps = {kind.name for kind in kinds().values()}
    steps |= {line.id for each in editions() for lines in each.steps.values() for line in lines}
    return Known(
        recorded=read_record(),
        tests=frozenset(ev.read_tests(folder)[0]) if folder else None,
        steps=steps,
        signs={rule for text in signs for rule in code_places("signs.py", text, every_rule())} if signs else None,
        documents={f"docs/{file.name}" for file in docs.glob("*.md")} if docs and docs.is_dir() else None,
    )


def _print_sentences(shown: list[Edition], recorded: Places) -> None:
    total: Counter[str] = Counter()
    for each in shown:
        made = table("sentence", "kept", "in our words", "proof", title=each.title)
        made.columns[0].no_wrap = made.columns[1].no_wrap = True
        found = sentence.sentences(each.id)
        for one, after in zip(found, (*found[1:], None), strict=True):
            proofs = proof(one, each, recorded)
            last = after is None or after.clause != one.clause
            made.add_row(one.id, one.kept, one.summary, first_of(proofs, "tests/"), end_section=last)
        console().print(made)
        total.update(one.kept for one in found)
    counts = ", ".join(f"{total[kind]} {kind}" for kind in KEPT)
    where = f"{len(shown)} editions" if len(shown) > 1 else shown[0].id
    tell(f"{total.total()} sentences in {where}: {counts}.")
