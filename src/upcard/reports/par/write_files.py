"""Every PAR sheet of a house into a folder, and the index that leads to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from upcard.reports.par.html import Entry, index, page
from upcard.reports.par.pdf import pdf
from upcard.reports.par.sheet_builder import sheet
from upcard.rules.house import House

INDEX = "index.html"
LONGEST = 40


class Step(NamedTuple):
    """How far the writing has come: so many of all steps are done, and this one is next."""

    done: int
    steps: int
    doing: str


def file_name(number: int, name: str) -> str:
    """A name for the files of a table, safe on any disk; the number keeps two tables apart.

    >>> file_name(1, "Stud 1"), file_name(12, "Größe/..<b>"), file_name(2, "??")
    ('01-stud-1', '12-gro-e-b', '02-table')
    """
    return f"{number:02d}-{plain_name(name, 'table')}"


def plain_name(name: str, otherwise: str) -> str:
    """Small letters, digits and dashes, at most forty of them."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "replace").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("?", "-"))[:LONGEST].strip("-") or otherwise


def write(house: House, folder: Path, progress: Callable[[Step], None] = lambda _: None) -> list[Path]:
    """The sheets of all tables, and the index, which comes first in the list of what was written.

    The folder is made if it is not there; files of the same names are replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    steps = 2 * len(house.tables) + 1
    done = 0
    entries: list[Entry] = []
    written: list[Path] = []

    def doing(what: str) -> None:
        nonlocal done
        progress(Step(done, steps, what))
        done += 1

    for number, table in enumerate(house.tables, 1):
        name = file_name(number, table.name)
        doing(table.name)
        entry = Entry(sheet(house, table), f"{name}.html", f"{name}.pdf")
        entries.append(entry)
        written.append(_put(folder / entry.page, page(entry.sheet, entry.print).encode()))
        doing(f"{table.name}, in print")
        written.append(_put(folder / entry.print, pdf(entry.sheet)))
    doing("the index")
    written.insert(0, _put(folder / INDEX, index(house.name, entries).encode()))
    progress(Step(steps, steps, "done"))
    return written


def _put(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
