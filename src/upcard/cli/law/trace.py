"""`upcard law trace`: clause × rule × value × code × test: what an edition needs, what there is, what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from upcard.cli.law import by_value
from upcard.cli.law import by_value as ev
from upcard.cli.law.by_value import Evidence, first_of
from upcard.cli.law.editions import AsJson
from upcard.cli.options import says
from upcard.cli.output import complain, console, show_json, table, tell
from upcard.errors import LawError, Refused
from upcard.law import Edition
from upcard.law.edition import EDITIONS, edition_ids, source
from upcard.law.text import checked
from upcard.law.trace import BROKEN, Recorded, Status, Traced, every_rule, for_edition, read_outcomes

INCOMPLETE = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of an edition: the clause that it stands in, where it is read, and what tests it."""

    clause: str
    rule: str
    reading: str | None
    code: tuple[str, ...]
    tests: tuple[str, ...]
    status: Status | None = None
    """What came of changing its value; None where that was not tried."""
    seen_by: tuple[str, ...] = ()
    """What comes out otherwise when its value is changed."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something missing or left over, in one sentence, with the clause, rule and test that it is about."""

    message: str
    clause: str | None = None
    rule: str | None = None
    test: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """The file of an edition and what it says."""

    file: str
    text: str


def load(text: Text) -> Edition | tuple[Fault, ...]:
    """The edition, or everything that keeps it from being loaded."""
    _, found, faults = checked(text.file, text.text)
    return found or tuple(Fault(each.line(text.file), each.clause, each.rule) for each in faults)


def rows(edition: Edition, evidence: Evidence, tried: Mapping[str, Traced] | None = None) -> tuple[Row, ...]:
    """Every rule of an edition, in the order of the law, with what came of changing its value where that was tried."""
    known = tried or {}
    place = {clause.id: number for number, clause in enumerate(edition.clauses)}
    code, tests = for_edition(evidence.code, edition), for_edition(evidence.tests, edition)
    cited = sorted(edition.citations.items(), key=lambda item: place[item[1].clause])
    return tuple(
        Row(
            citation.clause,
            rule,
            citation.reading,
            code.get(rule, ()),
            tests.get(rule, ()),
            *((known[rule].status, known[rule].seen_by) if rule in known else ()),
        )
        for rule, citation in cited
    )


def empty_cells(rows: Iterable[Row]) -> Iterator[Fault]:
    """Rules that no code reads or no test exercises."""
    for row in rows:
        if not row.code:
            yield Fault(f"{row.clause}: no code reads {row.rule}", row.clause, row.rule)
        if not row.tests:
            yield Fault(f"{row.clause}: no test exercises {row.rule}", row.clause, row.rule)


def without_effect(tried: Mapping[str, Traced]) -> Iterator[Fault]:
    """Values that could be anything: nothing comes out otherwise."""
    for rule, one in tried.items():
        for leaf in one.without_effect:
            yield Fault(f"{one.clause}: {leaf} has no effect: with another value everything stays", one.clause, rule)


def broken(edition: Edition, now: Recorded) -> Iterator[Fault]:
    """Probes that cannot be played by the text as it stands, and so say little."""
    for name, kept in now.probes.items():
        if kept.startswith(BROKEN):
            yield Fault(f"{edition.id}: the probe {name!r} was {kept}")


def other_outcomes(edition: Edition, recorded: Recorded | None, now: Recorded) -> Iterator[Fault]:
    """Where the values of an edition, and what comes of them, are not those that were recorded."""
    if recorded is None:
        yield Fault(f"{edition.id}: what comes of its values is not recorded (--record)")
        return
    probes = [name for name, digest in now.probes.items() if recorded.probes.get(name) != digest]
    probes += [name for name in recorded.probes if name not in now.probes]
    such = (
        f"{len(probes)} probes come out otherwise, such as {probes[0]!r}" if probes else "nothing comes out otherwise"
    )
    changed = [rule for rule in now.rules | recorded.rules if now.rules.get(rule) != recorded.rules.get(rule)]
    for rule in changed:
        clause = edition.citations[rule].clause if rule in edition.citations else None
        is_now, was = now.rules.get(rule, "silent"), recorded.rules.get(rule, "silent")
        yield Fault(f"{clause or edition.id}: {rule} is {is_now}, recorded was {was}: {such} (--record)", clause, rule)
    if probes and not changed:
        yield Fault(f"{edition.id}: by the values that were recorded {such} (--record)")


def unrecorded(editions: Iterable[Edition], evidence: Evidence) -> Iterator[Fault]:
    """Where the tests of a rule and the record of them differ."""
    clauses: dict[str, list[str]] = {}
    for edition in editions:
        for rule, citation in edition.citations.items():
            clauses.setdefault(rule, []).append(citation.clause)
    for rule, cited in clauses.items():
        where, clause = ", ".join(cited), cited[0]
        tests, recorded = set(evidence.tests.get(rule, ())), set(evidence.recorded.get(rule, ()))
        for test in sorted(recorded - tests):
            became = "no longer carries the rule" if test in evidence.known_tests else "no longer exists"
            yield Fault(f"{where}: {test}, recorded for {rule}, {became}", clause, rule, test)
        for test in sorted(tests - recorded):
            yield Fault(f"{where}: {test} exercises {rule} and is not recorded (--record)", clause, rule, test)


def stray(evidence: Evidence, known: Set[str]) -> Iterator[Fault]:
    """Marks that name no rule of any game, or that cannot be read."""
    for rule in sorted(evidence.tests.keys() - known):
        for test in evidence.tests[rule]:
            yield Fault(f"{test}: there is no rule {rule}", rule=rule, test=test)
    for rule in sorted(evidence.recorded.keys() - known):
        yield Fault(f"{rule} is recorded and is no rule of any game (--record)", rule=rule)
    for place in evidence.unclear:
        yield Fault(f"{place}: a mark belongs on a test and names its rules as plain strings")


# ---- the command -----------------------------------------------------------------------------------------------


def trace(
    *ids: Annotated[str, Parameter(name="ID", help="The editions to trace; all of them when none is named.")],
    tests: Annotated[Path | None, says("The folder of the tests; the checkout's own when not given.")] = None,
    texts: Annotated[Path | None, says("A folder of other texts of law to try, ID.toml each.")] = None,
    record: Annotated[
        bool, says("First record which tests exercise which rules, and what comes of each value.")
    ] = False,
    by_name: Annotated[bool, says("Follow names alone, which is quick; no value is changed.")] = False,
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
    sources = _texts(ids, texts)
    folder = tests or ev.checkout_tests()
    if folder is None or not folder.is_dir():
        needs = "trace needs the checkout of Upcard, whose tests it reads; name their folder with --tests"
        raise Refused(None, f"--tests: {str(tests)!r} is no folder" if tests else needs)
    if record and ev.checkout_tests() is None:
        where = "the record stands beside the texts of law in the checkout of Upcard, which this is not"
        raise Refused(None, f"--record: {where}")
    known, outcomes = every_rule(), read_outcomes()
    try:
        found = ev.gather(folder)
    except SyntaxError as error:
        raise Refused(None, f"{error.filename}:{error.lineno}: it is not Python: {error.msg}") from error
    if record:
        found = found.recording(known)
        ev.write_record(found.recorded)
    loaded = [load(source) for source in sources]
    editions = [edition for edition in loaded if not isinstance(edition, tuple)]
    tried = {} if by_name else by_value.trace(editions, folder)
    if record and tried:
        by_value.write_outcomes(tried)
    values = {edition.id: by_value.statuses(edition, found, tried) for edition in editions}
    traced = {edition.id: rows(edition, found, values[edition.id]) for edition in editions}
    faults: list[Fault] = []
    for outcome in loaded:
        faults += outcome if isinstance(outcome, tuple) else empty_cells(traced[outcome.id])
    for edition in editions:
        faults += without_effect(values[edition.id])
        if now := tried.get(edition.id):
            faults += broken(edition, now)
            faults += other_outcomes(edition, now if record else outcomes.get(edition.id), now)
    faults += unrecorded(editions, found)
    faults += stray(found, known)
    if as_json:
        show_json(
            {
                "ok": not faults,
                "editions": [{"id": id, "rules": [asdict(row) for row in found]} for id, found in traced.items()],
                "faults": [asdict(fault) for fault in faults],
            }
        )
    else:
        _print(traced, faults)
    return INCOMPLETE if faults else 0


def _texts(ids: Sequence[str], folder: Path | None) -> list[Text]:
    if folder is None:
        for id in ids:
            if id not in EDITIONS:
                none = f"{id} is traced by --texts" if id in edition_ids() else f"there is no edition {id!r}"
                raise LawError(f"{none}; those that come with Upcard are {', '.join(EDITIONS)}")
        return [Text(f"{id}.toml", source(id)) for id in ids or EDITIONS]
    try:
        files = [folder / f"{id}.toml" for id in ids] or sorted(folder.glob("*.toml"))
        found = [Text(file.name, file.read_text(encoding="utf-8")) for file in files]
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(None, f"--texts: {error}") from error
    if not found:
        raise Refused(None, f"--texts: {str(folder)!r} holds no text of law")
    return found


def _print(traced: dict[str, tuple[Row, ...]], faults: list[Fault]) -> None:
    for id, found in traced.items():
        cells = (
            (f"{row.clause}\nby {row.reading}" if row.reading else row.clause, row.rule, row.status or "",
             first_of(row.code, "src/upcard/"), first_of(row.tests, "tests/"))
            for row in found
        )  # fmt: skip
        console().print(table("clause", "rule", "value", "code", "tests", title=id, rows=cells))
    for fault in faults:
        complain(fault.message)
    if not faults:
        tried = all(row.status for found in traced.values() for row in found)
        matters = ", makes a difference" if tried else ""
        rules, clauses = sum(map(len, traced.values())), sum(len({r.clause for r in rs}) for rs in traced.values())
        tell(f"{rules} rules of {clauses} clauses in {len(traced)} editions: each is read{matters} and is tested.")
    else:
        complain(f"The trace is not complete: {len(faults)} faults.")
