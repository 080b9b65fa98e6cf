"""An edition from the text of its file, with every fault that the text has.

Whoever only wants the edition is told the first fault (`read_edition`); whoever writes one is told all of them at once
(`faults`). Both go the same way, so that nothing loads that a check would refuse.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec

from upcard.document import displayed
from upcard.errors import LawError
from upcard.law.clause import Citation, Clause, NamedLine, Reading, StepLine, nearest
from upcard.law.registry import games, load, parts
from upcard.law.value import allowed, describe, fields_of, fits_kind, misfits, without, worthless


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edition's file, field by field."""

    id: str
    game: str
    title: str
    citation: str
    jurisdiction: str
    silent: tuple[str, ...]
    clause: tuple[Clause, ...]
    reading: tuple[Reading, ...] = ()
    undecided: tuple[str, ...] = ()
    """Rules whose values were put in by `law new` and that nobody has decided yet."""
    effective: date | None = None
    ended: date | None = None


@displayed
class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: its clauses in legal order, our readings of them, and the rules that both give."""

    id: str
    game: str
    title: str
    citation: str
    jurisdiction: str
    effective: date | None
    ended: date | None
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]
    silent: tuple[str, ...]
    law: Any
    """The rules by name, in the struct of the game."""
    citations: dict[str, Citation]
    steps: dict[str, tuple[NamedLine, ...]]
    """What is done by hand at each step, in the order of the law."""
    digest: str
    text: str = ""
    """Its file, whole: what a journal keeps of it."""
    undecided: tuple[str, ...] = ()

    def _line(self) -> str:
        return f"{self.id}, {self.title}, {len(self.clauses)} clauses"

    @property
    def game_name(self) -> str:
        return parts(self.game).name

    def clause(self, id: str) -> Clause:
        for clause in self.clauses:
            if clause.id == id:
                return clause
        raise LawError(f"{self.id} has no clause {id}")

    def in_force(self, day: date) -> bool:
        return (self.effective is None or self.effective <= day) and (self.ended is None or day <= self.ended)


class Fault(NamedTuple):
    """Something in a text that is not in order."""

    message: str
    where: str = ""
    """The clause, the reading or the part of the file that it stands in."""
    clause: str | None = None
    rule: str | None = None
    allowed: tuple[Any, ...] | None = None

    def line(self, file: str) -> str:
        return f"{file}{', ' if self.where else ''}{self.where}: {self.message}"


Giver = Clause | Reading


class Given(NamedTuple):
    """A value as a text gives it."""

    where: str
    citation: Citation
    value: Any


class _Missing(Exception):
    """A rule that a check asks for and that the text gives no value that fits."""


class Known:
    """The rules of a text as far as they are in order; a check that asks for another one is not made."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getattr__(self, rule: str) -> Any:
        if rule.startswith("_") or rule not in self._values:
            raise _Missing(rule)
        return self._values[rule]


Check = Callable[[Any], Iterator[tuple[str, str]]]
"""What holds between rules: the rule that is wrong and why, for each fault."""


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def rules_of(game: str) -> set[str]:
    """The names of the rules that a game has."""
    return set(load(parts(game).law).__struct_fields__)


class _Reader:
    """A text read part by part; whatever is not in order is noted, and the rest goes on."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.faults: list[Fault] = []
        self.id = ""
        self.clauses: list[Clause] = []
        self.readings: list[Reading] = []
        self.given: dict[str, Given] = {}
        self.steps: dict[str, tuple[NamedLine, ...]] = {}
        self.silent: tuple[str, ...] = ()
        self.values: dict[str, Any] = {}
        self.partly: dict[str, Any] = {}
        """What is left of values that are not in order: enough to see what else is wrong."""
        self.law: Any = None
        self._lost: tuple[tuple[str, dict[str, Any]], ...] = ()
        """Readings that are not in order themselves, with what they give."""

    def note(self, message: str, where: str = "", **more: Any) -> None:
        self.faults.append(Fault(message, where, **more))

    def read(self) -> Edition | None:
        """The edition, where there is no fault."""
        try:
            raw = tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            self.note(str(error) or "it is nested too deeply")
            return None
        self.id = raw["id"] if isinstance(raw.get("id"), str) else ""
        self._shape(_Text, raw, "", leaving=("clause", "reading", "silent"))
        if not self._game(raw.get("game")):
            return None
        self._givers(raw)
        self._gather()
        self._silence(raw.get("silent", []))
        self._draft(raw.get("undecided"))
        self._values()
        self._check()
        return self._edition(raw) if not self.faults else None

    # ---- the parts of the file -----------------------------------------------------------------------------------

    def _shape(self, kind: Any, raw: Mapping[str, Any], where: str, *, leaving: tuple[str, ...] = ()) -> bool:
        """Whether a part of the file has the fields that it should, each of its kind."""
        before, fields = len(self.faults), fields_of(kind)
        clause = where or None
        for name in raw:
            if name not in fields:
                message = f"there is no field {name!r}{nearest(name, fields)}"
                self.note(message, where, clause=clause, allowed=tuple(fields))
        for field in msgspec.structs.fields(kind):
            hint = fields[field.name]
            if field.name not in raw:
                if field.required:
                    self.note(f"{field.name} is missing: {describe(hint)}", where, clause=clause)
            elif field.name not in leaving:
                for misfit in misfits(hint, raw[field.name]):
                    self.note(misfit.of(field.name), where, clause=clause, allowed=misfit.allowed)
        return len(self.faults) == before

    def _game(self, key: Any) -> bool:
        try:
            self.law = load(parts(key).law) if isinstance(key, str) else None
        except LawError as error:
            known = tuple(games())
            self.note(f"{error}{nearest(key, known)}", allowed=known)
        return self.law is not None

    def _tables(self, raw: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
        """The parts of one kind, as far as they are tables."""
        found = raw.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
            self.note(f"write each {name} as [[{name}]]")
            return []
        return found

    def _givers(self, raw: Mapping[str, Any]) -> None:
        for number, each in enumerate(self._tables(raw, "clause"), 1):
            id = each.get("id")
            where = id if isinstance(id, str) else f"clause {number}"
            fits = self._shape(Clause, each, where, leaving=("steps",))
            lines = self._lines(each, where)
            plain = {name: value for name, value in each.items() if name != "steps"}
            if fits:
                self.clauses.append(msgspec.convert({**plain, "steps": lines}, Clause))
            elif isinstance(id, str):  # what it gives is judged all the same
                self.clauses.append(Clause(id=id, duty="show", summary="", **_kinds(each)))
        for number, each in enumerate(self._tables(raw, "reading"), 1):
            where = f"reading {each.get('number', number)} ({each.get('name', 'without a name')})"
            if self._shape(Reading, each, where):
                self.readings.append(msgspec.convert(each, Reading))
            else:
                self._lost += ((where, _kinds(each)),)

    def _lines(self, raw: Mapping[str, Any], where: str) -> list[Mapping[str, Any]]:
        """The lines of a clause that can be said."""
        rules, found = set(self.law.__struct_fields__), []
        listed = raw.get("steps", [])
        if not isinstance(listed, list):
            self.note("steps are lines in brackets", where, clause=where)
            return []
        for line in listed:
            if not isinstance(line, Mapping):
                self.note(f"{line!r} is no line of the procedure", where, clause=where)
            elif self._shape(StepLine, line, where):
                for trouble, known in msgspec.convert(line, StepLine).troubles(self.law, rules):
                    self.note(trouble, where, clause=where, allowed=known)
                found.append(line)
        return found

    # ---- who gives which rule ------------------------------------------------------------------------------------

    def _give(self, where: str, rule: str, value: Any, citation: Citation) -> None:
        named: dict[str, Any] = {"where": where, "clause": citation.clause or None, "rule": rule}
        known = self.law.__struct_fields__
        if rule not in known:
            message = f"{rule} is no rule of {parts_key(self.law)}{nearest(rule, known)}"
            self.note(message, **named)
        elif rule in self.given:
            self.note(f"{rule} is set by {self.given[rule].citation.clause} already", **named)
        else:
            self.given[rule] = Given(where, citation, value)

    def _gather(self) -> None:
        """Every rule once, with its citation; a second giver, an unknown name or an idle clause is a fault."""
        seen: set[str] = set()
        for clause in self.clauses:
            if clause.id in seen:
                self.note("the clause stands twice", clause.id, clause=clause.id)
            if not clause.id.startswith(self.id):
                self.note(f"the clause is not of {self.id}", clause.id, clause=clause.id)
            seen.add(clause.id)
            if not clause.rules:
                self.note("the clause sets no rule", clause.id, clause=clause.id)
            for rule, value in clause.gifts:
                self._give(clause.id, rule, value, Citation(clause.id))
        for reading in self.readings:
            self._reading(reading, seen)
        for where, kinds in self._lost:  # what it gives is judged all the same
            for rule, value in (gift for gifts in kinds.values() for gift in gifts.items()):
                self._give(where, rule, value, Citation("", where))

    def _reading(self, reading: Reading, seen: set[str]) -> None:
        where = f"reading {reading.number} ({reading.name})"
        if not reading.rules:
            self.note("the reading sets no rule", where)
        for rule in reading.clauses:
            if rule not in reading.rules:
                self.note(f"a clause is named for {rule}, which it does not set", where, rule=rule)
        if not reading.reads:
            self.note("it names no clause that it reads", where)
            self._lost += ((where, _kinds(msgspec.structs.asdict(reading))),)
            return
        for suffix in (*reading.reads, *reading.clauses.values()):
            if self.id + suffix not in seen:
                own = [id.removeprefix(self.id) for id in seen]
                self.note(f"there is no clause {self.id}{suffix}{nearest(suffix, own)}", where)
        for rule, value in reading.gifts:
            self._give(where, rule, value, Citation(reading.clause_of(rule, self.id), reading.name))

    def _silence(self, raw: Any) -> None:
        if not isinstance(raw, list) or not all(isinstance(rule, str) for rule in raw):
            self.note("it lists names of rules, in brackets", "silent")
            raw = []
        kinds = fields_of(self.law)
        for rule in raw:
            if rule in self.given:
                given = self.given[rule]
                named = {"clause": given.citation.clause, "rule": rule}
                self.note(f"{rule} is said to be silent in {self.file}", given.where, **named)
            elif rule not in kinds:
                self.note(f"{rule} is no rule of {parts_key(self.law)}{nearest(rule, kinds)}", "silent", rule=rule)
            elif raw.count(rule) > 1 and rule not in self.silent:
                self.note(f"{rule} stands twice", "silent", rule=rule)
            self.silent += (rule,)
        for rule in kinds:
            if rule not in self.given and rule not in self.silent:
                because = f"no clause sets {rule}, and the text does not call itself silent on it"
                self.note(because, rule=rule, allowed=allowed(kinds[rule]))

    def _draft(self, raw: Any) -> None:
        """What nobody has decided yet is a rule that the text gives."""
        for rule in raw if isinstance(raw, list) else ():
            if isinstance(rule, str) and rule not in self.given:
                self.note(f"{rule} is no rule that the text gives{nearest(rule, self.given)}", "undecided", rule=rule)

    def _values(self) -> None:
        """The value of each rule as the struct of the game has it."""
        kinds, silent = fields_of(self.law), dict.fromkeys(self.silent)
        for rule, kind in kinds.items():
            if rule not in self.given and rule not in silent:
                continue
            given = self.given.get(rule)
            value, where = (given.value, given.where) if given else (None, "silent")
            clause = (given.citation.clause or None) if given else None
            fits = True
            found = [*misfits(kind, value)] or [*worthless(value)]
            for misfit in found:
                fits = False
                place = clause if given and given.citation.reading else where
                self.note(misfit.of(rule), place or where, clause=clause, rule=rule, allowed=misfit.allowed)
            if fits:
                self.values[rule] = msgspec.convert(value, kind)
            elif (left := without(value, [misfit.path for misfit in found])) is not None and fits_kind(kind, left):
                self.partly[rule] = msgspec.convert(left, kind)

    def _check(self) -> None:
        """What holds between rules, as far as those are in order that it holds between."""
        checks: list[Check] = [*getattr(self.law, "CHECKS", ())]
        if hasattr(self.law, "faults"):
            checks.append(self.law.faults)
        known = Known({**self.values, **self.partly})
        for check in checks:
            try:
                found = list(check(known))
            except _Missing:
                continue
            for rule, because in found:
                given = self.given.get(rule)
                clause = (given.citation.clause or None) if given else None
                self.note(f"{rule}: {because}", clause or "silent", clause=clause, rule=rule)

    # ---- the edition ---------------------------------------------------------------------------------------------

    def _edition(self, raw: Mapping[str, Any]) -> Edition:
        head = msgspec.convert({**raw, "clause": (), "reading": ()}, _Text)
        return Edition(
            id=head.id,
            game=head.game,
            title=head.title,
            citation=head.citation,
            jurisdiction=head.jurisdiction,
            effective=head.effective,
            ended=head.ended,
            clauses=tuple(self.clauses),
            readings=tuple(self.readings),
            silent=head.silent,
            law=self.law(**self.values),
            citations={rule: given.citation for rule, given in self.given.items()},
            steps=_steps(self.clauses),
            digest=digest_of(self.text),
            text=self.text,
            undecided=head.undecided,
        )


KINDS = ("sets", "permits", "leaves")


def _kinds(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What a clause or reading gives, as far as it can be read."""
    return {kind: raw[kind] for kind in KINDS if isinstance(raw.get(kind), dict)}


def parts_key(law: Any) -> str:
    """The game of a law."""
    return next(key for key, game in games().items() if load(game.law) is law)


def _steps(clauses: list[Clause]) -> dict[str, tuple[NamedLine, ...]]:
    """The lines of each step, each with its name."""
    found: dict[str, list[NamedLine]] = {}
    for clause in clauses:
        for line in clause.steps:
            for step in line.steps:
                listed = found.setdefault(step, [])
                place = sum(other.clause == clause.id for other in listed) + 1
                listed.append(NamedLine(f"{step}/{clause.id}/{place}", clause.id, line))
    return {step: tuple(sorted(lines, key=lambda one: not one.line.first)) for step, lines in found.items()}


def checked(file: str, text: str) -> tuple[str, Edition | None, list[Fault]]:
    """The id of a text, its edition where it is in order, and else everything that is not."""
    reader = _Reader(file, text)
    found = reader.read()
    return reader.id, found, reader.faults


def read_edition(file: str, text: str) -> Edition:
    """An edition from the text of its file; whatever is not in order is a `LawError`."""
    _, found, faults = checked(file, text)
    if found is None:
        raise LawError(faults[0].line(file))
    return found
