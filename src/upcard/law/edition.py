"""The editions that there are: the files that come with Upcard, with games of other packages, and of one's own.

One registry for all: a file is known by the id that stands in it. Folders of one's own are named by `UPCARD_LAW`, by
`--law` and by a `law` folder beside a house; an id that exists already is refused. A file is read when its edition is
first asked for, so that one with a slip in it stops nobody who plays by another.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, NamedTuple

from upcard.errors import LawError
from upcard.law.folders import files_in, name_folder, own_folders
from upcard.law.registry import BUILT_IN, installed
from upcard.law.text import Edition, digest_of, read_edition

__all__ = [
    "EDITIONS", "Edition", "as_opened", "check_dates", "default", "edition", "edition_ids", "editions", "given_ids",
    "giving",
    "instead", "of_game", "on", "own_folders", "source",
]  # fmt: skip
if TYPE_CHECKING:
    from pathlib import Path


class File(NamedTuple):
    """The file of an edition, and the id in it."""

    id: str
    name: str
    path: Traversable
    effective: str

    @property
    def text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise LawError(f"{self.name}: it cannot be read as UTF-8 text") from error


_ID = re.compile(r'^id = "([^"\\]*)"\s*(?:#.*)?$', re.MULTILINE)
_EFFECTIVE = re.compile(r"^effective = ([0-9-]+)", re.MULTILINE)


def _file(path: Traversable, name: str) -> File:
    """A file by the id that it names first, which is the edition's own; the text as a whole is read later."""
    text = File("", name, path, "").text
    found = _ID.search(text.partition("\n[[")[0])
    effective = _EFFECTIVE.search(text)
    return File(found[1] if found else _id_of(name, text), name, path, effective[1] if effective else "")


def _id_of(name: str, text: str) -> str:
    """The id, where it is written otherwise than usual."""
    try:
        id = tomllib.loads(text).get("id")
    except tomllib.TOMLDecodeError as error:
        raise LawError(f"{name}: {error}") from error
    if not isinstance(id, str):
        raise LawError(f"{name}: an edition has an id")
    return id


# ---- The files that come with games ------------------------------------------------------------------------


@cache
def _of_package(package: str) -> tuple[File, ...]:
    """The files of a game: those with a date by their dates, then the others by their ids."""
    found = [
        _file(path, path.name) for path in files(package).joinpath("texts").iterdir() if path.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda file: (not file.effective, file.effective, file.id)))


@cache
def _of_game(key: str) -> tuple[File, ...]:
    """The files of a game that comes with Upcard; those of all its games lie together."""
    return tuple(file for file in _of_package(BUILT_IN[key].package) if _game_of(file) == key)


_GAME = re.compile(r'^game = "([^"\\]*)"', re.MULTILINE)


@cache
def _game_of(file: File) -> str:
    found = _GAME.search(file.text)
    return found[1] if found else ""


@cache
def _built_in() -> dict[str, File]:
    return {file.id: file for key in BUILT_IN for file in _of_game(key)}


EDITIONS = tuple(_built_in())
"""The editions that come with Upcard, as their files are found."""


def _of_others() -> dict[str, File]:
    """The editions that come with games of other packages."""
    found: dict[str, File] = {}
    for game in installed().values():
        for file in _of_package(game.package):
            if file.id in found or file.id in _built_in():
                raise LawError(f"there are two games or editions {file.id!r}: uninstall the package of one of them")
            found[file.id] = file
    return found


# ---- Editions of one's own ---------------------------------------------------------------------------------


@cache
def _of_folders(folders: tuple[Path, ...]) -> dict[str, File]:
    """Their files by id, as they were when they were first looked at: a house goes on with the text that it has."""
    found: dict[str, File] = {}
    for folder in folders:
        for path in files_in(folder):
            file = _file(path, f"{folder.name}/{path.name}")
            there = found.get(file.id)
            if there is not None or file.id in _built_in():
                whose = f"in {there.name}" if there else "and comes with Upcard"
                raise LawError(f"{file.name}: the edition {file.id!r} exists already, {whose}: give it another id")
            found[file.id] = file
    return found


def _own() -> dict[str, File]:
    return _of_folders(own_folders())


def given_ids() -> tuple[str, ...]:
    """The editions of one's own."""
    return tuple(_own())


def forget() -> None:
    """Look at the folders anew when they are next asked for."""
    _of_folders.cache_clear()
    _read.cache_clear()


def add_folder(folder: Path) -> None:
    """One more folder of editions, from now on; an id that exists already is refused at once."""
    name_folder(folder)
    _own()


# ---- An edition by its id ----------------------------------------------------------------------------------


_INSTEAD: dict[str, Edition] = {}


def _find(id: str) -> File | None:
    """The file of an edition; other packages are looked through last."""
    return _built_in().get(id) or _own().get(id) or _of_others().get(id)


def source(id: str) -> str:
    """The text of an edition."""
    file = _find(id)
    if file is None:
        raise LawError(f"there is no edition {id!r}; there are {', '.join(edition_ids())}")
    return file.text


def edition(id: str) -> Edition:
    """The edition of that id.

    >>> edition("sd-2015").law.bet_multiple
    2
    """
    if id in _INSTEAD:
        return _INSTEAD[id]
    file = _find(id)
    if file is None:
        raise LawError(f"there is no edition {id!r}; there are {', '.join(edition_ids())}")
    return _read(file)


@cache
def _read(file: File) -> Edition:
    found = read_edition(file.name, file.text)
    if found.id != file.id:
        raise LawError(f"{file.name}: its id is {found.id!r}; write it first in the file, on a line of its own")
    return found


def edition_ids() -> tuple[str, ...]:
    """Every edition by its id: those that come with Upcard, those of one's own, those of other packages."""
    return (*_built_in(), *_own(), *(id for id in _of_others() if id not in _own()))


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


def editions() -> tuple[Edition, ...]:
    """Every edition that loads; those that come with Upcard are checked together."""
    others = (_tried(id) for id in edition_ids() if id not in _built_in())
    return (*_packaged(), *(found for found in others if isinstance(found, Edition)))


def not_in_order() -> tuple[LawError, ...]:
    """Why editions of one's own are not among them."""
    tried = (_tried(id) for id in edition_ids() if id not in _built_in())
    return tuple(error for error in tried if isinstance(error, LawError))


def _tried(id: str) -> Edition | LawError:
    try:
        return edition(id)
    except LawError as error:
        return error


@cache
def _packaged() -> tuple[Edition, ...]:
    every = tuple(edition(id) for id in EDITIONS)
    check_dates(every)
    return every


def of_game(game: str) -> tuple[str, ...]:
    """The editions of a game by their ids."""
    return tuple(one.id for one in editions() if one.game == game)


def giving(rule: str) -> str:
    """The first edition that is not silent on a rule, of those that come with Upcard."""
    return next(id for id in EDITIONS if getattr(edition(id).law, rule, None) is not None)


def default(game: str = next(iter(BUILT_IN))) -> str:
    """The edition of a game that holds where none is named: of those that come with Upcard, the last one in force.

    >>> default(), default("bonus-six")
    ('sd-2015', 'sd-bonus6')
    """
    dated = [file for file in _of_game(game) if file.effective]
    return (dated or _of_game(game))[-1].id


def check_dates(editions: tuple[Edition, ...]) -> None:
    """Two editions of one game in one jurisdiction are never in force on the same day."""
    for i, one in enumerate(editions):
        if one.effective and one.ended and one.ended < one.effective:
            raise LawError(f"{one.id}.toml: it ends before it begins")
        for other in editions[i + 1 :]:
            if day := both_in_force(one, other):
                raise LawError(f"{other.id}.toml: {one.id} is in force on {day} too")


def both_in_force(one: Edition, other: Edition) -> date | None:
    """The first day on which two editions of one game and jurisdiction are in force, if there is one."""
    if (one.game, one.jurisdiction) != (other.game, other.jurisdiction):
        return None
    starts = max(one.effective or date.min, other.effective or date.min)
    ends = min(one.ended or date.max, other.ended or date.max)
    return starts if starts <= ends else None


def on(day: date, game: str = "caribbean-stud") -> tuple[Edition, ...]:
    """The dated editions of a game that were in force on that day.

    >>> [e.id for e in on(date(2013, 6, 1))]
    ['sd-2011']
    """
    return tuple(e for e in editions() if e.game == game and e.effective is not None and e.in_force(day))


# ---- The edition that a journal holds ----------------------------------------------------------------------


def as_opened(id: str, digest: str, text: str) -> Edition:
    """The edition that a table was opened under: as the journal holds it, else the one of that id here.

    Journals of earlier versions hold no text, and one of an earlier version may say less than today's rules ask: then
    the edition is the one that there is now, and the digests tell that it is another.
    """
    if id in _INSTEAD or not text:
        return edition(id)
    file = _find(id)
    if file is not None and digest_of(file.text) == digest:
        return _read(file)
    try:
        return _held(id, digest, text)
    except LawError:
        if file is None:
            raise
        return _read(file)


@cache
def _held(id: str, digest: str, text: str) -> Edition:
    del digest  # it is the text's
    found = read_edition(f"{id}.toml", text)
    if found.id != id:
        raise LawError(f"{id}.toml: it is the text of {found.id}")
    return found
