"""An edition of the law, loaded whole from its text and checked before anything is played under it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from upcard.document import displayed
from upcard.errors import LawError
from upcard.law.clause import Citation, Clause, NamedLine, Reading
from upcard.law.registry import BUILT_IN, games, load, parts

EDITIONS = tuple(id for game in BUILT_IN.values() for id in game.editions)
"""The editions that come with Upcard."""

READINGS_FILE = "interpretations.toml"


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edition's file, field by field."""

    id: str
    game: str
    title: str
    citation: str
    jurisdiction: str
    silent: tuple[str, ...]
    clause: tuple[Clause, ...]
    effective: date | None = None
    ended: date | None = None


class _Readings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reading: tuple[Reading, ...] = ()


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


def source(name: str, package: str = "upcard.law") -> str:
    """The text of one of our law files, or of those of another package."""
    folder = files(package)
    path = folder.joinpath(name) if name == READINGS_FILE else folder.joinpath("texts", name)
    return path.read_text(encoding="utf-8")


def _parse(file: str, text: str, type_: type[Any]) -> Any:
    try:
        return msgspec.convert(tomllib.loads(text), type_)
    except tomllib.TOMLDecodeError as error:
        raise LawError(f"{file}: {error}") from error
    except msgspec.ValidationError as error:
        raise LawError(f"{file}: {error}") from error


def rules_of(game: str) -> set[str]:
    """The names of the rules that a game has."""
    return {field.name for field in msgspec.structs.fields(load(parts(game).law))}


def _gather(file: str, text: _Text, readings: tuple[Reading, ...]) -> tuple[dict[str, Any], dict[str, Citation]]:
    """Every rule once, with its citation; a second giver, an unknown name or an idle clause is an error."""
    known = rules_of(text.game)
    values: dict[str, Any] = {}
    citations: dict[str, Citation] = {}

    def give(where: str, rule: str, value: Any, citation: Citation) -> None:
        if rule not in known:
            raise LawError(f"{where}: {rule} is no rule of {text.game}")
        if rule in citations:
            raise LawError(f"{where}: {rule} is set by {citations[rule].clause} already")
        if rule in text.silent:
            raise LawError(f"{where}: {rule} is said to be silent in {file}")
        values[rule] = value
        citations[rule] = citation

    seen: set[str] = set()
    for clause in text.clause:
        where = f"{file}, {clause.id}"
        if clause.id in seen:
            raise LawError(f"{where}: the clause stands twice")
        if not clause.id.startswith(text.id):
            raise LawError(f"{where}: the clause is not of {text.id}")
        seen.add(clause.id)
        if not clause.rules:
            raise LawError(f"{where}: the clause sets no rule")
        for rule, value in clause.gifts:
            give(where, rule, value, Citation(clause.id))
    for reading in readings:
        where = f"{READINGS_FILE}, reading {reading.number} ({reading.name})"
        if not reading.rules:
            raise LawError(f"{where}: the reading sets no rule")
        for rule in reading.clauses:
            if rule not in reading.rules:
                raise LawError(f"{where}: a clause is named for {rule}, which it does not set")
        for suffix in (*reading.reads, *reading.clauses.values()):
            if text.id + suffix not in seen:
                raise LawError(f"{where}: there is no clause {text.id}{suffix}")
        for rule, value in reading.gifts:
            give(where, rule, value, Citation(reading.clause_of(rule, text.id), reading.name))
    for rule in text.silent:
        if rule not in known:
            raise LawError(f"{file}, silent: {rule} is no rule of {text.game}")
        values[rule] = None
    if missing := sorted(known - values.keys()):
        raise LawError(f"{file}: no clause sets {', '.join(missing)}, and the text does not call itself silent on it")
    return values, citations


def _steps(file: str, text: _Text) -> dict[str, tuple[NamedLine, ...]]:
    """The lines of each step, each with its name; an unknown step or condition is an error."""
    known, law = rules_of(text.game), load(parts(text.game).law)
    found: dict[str, list[NamedLine]] = {}
    for clause in text.clause:
        for line in clause.steps:
            if trouble := line.trouble(law, known):
                raise LawError(f"{file}, {clause.id}: {trouble}")
            for step in line.steps:
                listed = found.setdefault(step, [])
                place = sum(other.clause == clause.id for other in listed) + 1
                listed.append(NamedLine(f"{step}/{clause.id}/{place}", clause.id, line))
    return {step: tuple(sorted(lines, key=lambda one: not one.line.first)) for step, lines in found.items()}


def read_edition(file: str, text: str, readings_text: str) -> Edition:
    """An edition from the text of its file and of our readings; whatever is not in order is a `LawError`."""
    parsed: _Text = _parse(file, text, _Text)
    try:
        kind = load(parts(parsed.game).law)
    except LawError as error:
        raise LawError(f"{file}: {error}") from error
    everything: _Readings = _parse(READINGS_FILE, readings_text, _Readings)
    readings = tuple(r for r in everything.reading if parsed.id in r.editions)
    values, citations = _gather(file, parsed, readings)
    try:
        law = msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise _bad_value(file, kind, values, citations) from error
    for rule, because in law.faults() if hasattr(law, "faults") else ():
        where = citations[rule].clause if rule in citations else "silent"
        raise LawError(f"{file}, {where}: {rule} cannot be {values[rule]!r}: {because}")
    return Edition(
        id=parsed.id,
        game=parsed.game,
        title=parsed.title,
        citation=parsed.citation,
        jurisdiction=parsed.jurisdiction,
        effective=parsed.effective,
        ended=parsed.ended,
        clauses=parsed.clause,
        readings=readings,
        silent=parsed.silent,
        law=law,
        citations=citations,
        steps=_steps(file, parsed),
        digest=hashlib.sha256((text + readings_text).encode()).hexdigest(),
    )


def _bad_value(file: str, kind: Any, values: dict[str, Any], citations: dict[str, Citation]) -> LawError:
    """Which of the values it was, with its clause."""
    for field in msgspec.structs.fields(kind):
        value = values[field.name]
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            where = citations[field.name].clause if field.name in citations else "silent"
            return LawError(f"{file}, {where}: {field.name} cannot be {value!r}: {error}")
    raise AssertionError("every value fits by itself, but not all of them together")


def check_dates(editions: tuple[Edition, ...]) -> None:
    """Two editions of one game in one jurisdiction are never in force on the same day."""
    for i, one in enumerate(editions):
        if one.effective and one.ended and one.ended < one.effective:
            raise LawError(f"{one.id}.toml: it ends before it begins")
        for other in editions[i + 1 :]:
            if (one.game, one.jurisdiction) != (other.game, other.jurisdiction):
                continue
            starts = max(one.effective or date.min, other.effective or date.min)
            ends = min(one.ended or date.max, other.ended or date.max)
            if starts <= ends:
                raise LawError(f"{other.id}.toml: {one.id} is in force on {starts} too")


_INSTEAD: dict[str, Edition] = {}


def edition(id: str) -> Edition:
    """The edition of that id.

    >>> edition("sd-2015").law.bet_multiple
    2
    """
    if id in _INSTEAD:
        return _INSTEAD[id]
    return _packaged(id)


@cache
def _packaged(id: str) -> Edition:
    for game in (BUILT_IN if id in EDITIONS else games()).values():
        if id in game.editions:
            return read_edition(f"{id}.toml", source(f"{id}.toml", game.package), source(READINGS_FILE, game.package))
    raise LawError(f"there is no edition {id!r}; there are {', '.join(edition_ids())}")


def edition_ids() -> tuple[str, ...]:
    """Every edition by its id, those that come with Upcard first."""
    return tuple(id for game in games().values() for id in game.editions)


@contextmanager
def instead(other: Edition) -> Iterator[None]:
    """For a trial: while it lasts, this edition stands in for the one of its id."""
    before = _INSTEAD.get(other.id)
    _INSTEAD[other.id] = other
    try:
        yield
    finally:
        if before is None:
            del _INSTEAD[other.id]
        else:
            _INSTEAD[other.id] = before


@cache
def editions() -> tuple[Edition, ...]:
    """Every edition, checked together."""
    every = tuple(edition(id) for id in edition_ids())
    check_dates(every)
    return every


def on(day: date, game: str = "caribbean-stud") -> tuple[Edition, ...]:
    """The dated editions of a game that were in force on that day.

    >>> [e.id for e in on(date(2013, 6, 1))]
    ['sd-2011']
    """
    return tuple(e for e in editions() if e.game == game and e.effective is not None and e.in_force(day))
