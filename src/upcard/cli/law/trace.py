"""`upcard law trace`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.cli.law.list_editions import AsJson

if TYPE_CHECKING:
    from upcard.cli.law.trace_report import Fault, Row, Text

INCOMPLETE = 1


def trace(
    *ids: Annotated[str, Parameter(name="ID", help="The editions to trace; all of them when none is named.")],
    tests: Annotated[Path | None, Parameter(help="The folder of the tests; the checkout's own when not given.")] = None,
    texts: Annotated[Path | None, Parameter(help="A folder of other texts of law to try, ID.toml each.")] = None,
    record: Annotated[
        bool, Parameter(help="First record which tests exercise which rules, and what comes of each value.")
    ] = False,
    by_name: Annotated[bool, Parameter(help="Follow names alone, which is quick; no value is changed.")] = False,
    as_json: AsJson = False,
) -> int:
    """Trace every rule from its clause to the code and the tests, by value.

    Every value of every rule is changed in turn, and finished rounds, tables,
    houses and jackpots are played under it: a rule is "tested" when something
    comes out otherwise and a test carries it, "untested" when no test does,
    and of "no effect" when nothing comes out otherwise.

    It fails, with exit status 1 and a line for each thing missing, when a
    clause has no rule, a rule is read nowhere, untested or without effect, a
    recorded test is gone or no longer carries its rule, a marked test is not
    recorded, or something comes out otherwise than recorded.

    upcard law trace
    upcard law trace sd-2015 --by-name
    upcard law trace ma --json
    upcard law trace --record
    """
    from upcard.cli.law import by_value
    from upcard.cli.law import evidence as ev
    from upcard.cli.law.trace_report import (
        broken,
        empty_cells,
        load,
        other_outcomes,
        rows,
        stray,
        unrecorded,
        without_effect,
    )
    from upcard.cli.output import show_json
    from upcard.errors import Refused
    from upcard.law.trace import read_outcomes
    from upcard.law.trace_evidence import every_rule

    sources = _texts(ids, texts)
    folder = tests or ev.checkout_tests()
    if folder is None or not folder.is_dir():
        raise Refused(
            None,
            f"--tests: {str(tests)!r} is no folder"
            if tests
            else "trace needs the checkout of Upcard, whose tests it reads; name their folder with --tests",
        )
    if record and ev.checkout_tests() is None:
        raise Refused(
            None, "--record: the record stands beside the texts of law in the checkout of Upcard, which this is not"
        )
    known, outcomes = every_rule(), read_outcomes()
    try:
        found = ev.gather(folder)
    except SyntaxError as error:
        raise Refused(None, f"{error.filename}:{error.lineno}: it is not Python: {error.msg}") from error
    if record:
        found = found.recording(known)
        ev.write_record(found.recorded)
    loaded = [(source, load(source)) for source in sources]
    editions = [edition for _, edition in loaded if not isinstance(edition, tuple)]
    tried = {} if by_name else by_value.trace(editions, folder)
    if record and tried:
        by_value.write_outcomes(tried)
    values = {edition.id: by_value.statuses(edition, found, tried) for edition in editions}
    traced = {edition.id: rows(edition, found, values[edition.id]) for edition in editions}
    faults: list[Fault] = []
    for _, outcome in loaded:
        faults += outcome if isinstance(outcome, tuple) else empty_cells(traced[outcome.id])
    for edition in editions:
        faults += without_effect(values[edition.id])
        if edition.id in tried:
            faults += broken(edition, tried[edition.id])
            faults += other_outcomes(
                edition, tried[edition.id] if record else outcomes.get(edition.id), tried[edition.id]
            )
    faults += unrecorded(editions, found)
    faults += stray(found, known)
    if as_json:
        show_json(
            {
                "ok": not faults,
                "editions": [{"id": id, "rules": [_row(row) for row in traced[id]]} for id in traced],
                "faults": [{"message": f.message, "clause": f.clause, "rule": f.rule, "test": f.test} for f in faults],
            }
        )
    else:
        _print(traced, faults)
    return INCOMPLETE if faults else 0


def _row(row: Row) -> dict[str, object]:
    return {
        "clause": row.clause,
        "rule": row.rule,
        "reading": row.reading,
        "code": list(row.code),
        "tests": list(row.tests),
        "status": row.status,
        "seen_by": list(row.seen_by),
    }


def _texts(ids: Sequence[str], folder: Path | None) -> list[Text]:
    from upcard.cli.law.trace_report import Text
    from upcard.errors import LawError, Refused
    from upcard.law.edition import EDITIONS, READINGS_FILE, source

    if folder is None:
        for id in ids:
            if id not in EDITIONS:
                raise LawError(f"there is no edition {id!r}; there are {', '.join(EDITIONS)}")
        readings = source(READINGS_FILE)
        return [Text(f"{id}.toml", source(f"{id}.toml"), readings) for id in ids or EDITIONS]
    own = folder / READINGS_FILE
    try:
        files = [folder / f"{id}.toml" for id in ids] or sorted(set(folder.glob("*.toml")) - {own})
        readings = own.read_text(encoding="utf-8") if own.is_file() else source(READINGS_FILE)
        found = [Text(file.name, file.read_text(encoding="utf-8"), readings) for file in files]
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(None, f"--texts: {error}") from error
    if not found:
        raise Refused(None, f"--texts: {str(folder)!r} holds no text of law")
    return found


def _print(traced: dict[str, tuple[Row, ...]], faults: list[Fault]) -> None:
    from upcard.cli.output import complain, console, say, table

    for id, found in traced.items():
        made = table("clause", "rule", "value", "code", "tests", title=id)
        for row in found:
            clause = f"{row.clause}\nby {row.reading}" if row.reading else row.clause
            made.add_row(
                clause, row.rule, row.status or "", _short(row.code, "src/upcard/"), _short(row.tests, "tests/")
            )
        console().print(made)
    for fault in faults:
        complain(fault.message)
    if not faults:
        tried = all(row.status for found in traced.values() for row in found)
        matters = ", makes a difference" if tried else ""
        rules, clauses = sum(map(len, traced.values())), sum(len({r.clause for r in rs}) for rs in traced.values())
        say(f"{rules} rules of {clauses} clauses in {len(traced)} editions: each is read{matters} and is tested.")
    else:
        complain(f"The trace is not complete: {len(faults)} faults.")


def _short(places: tuple[str, ...], prefix: str) -> str:
    """The first place, and how many more there are."""
    if not places:
        return "NONE"
    more = f" (+{len(places) - 1})" if len(places) > 1 else ""
    return places[0].removeprefix(prefix) + more
