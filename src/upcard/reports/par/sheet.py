"""The PAR sheet of a table, put together from its wagers; every sheet of a house in a folder, and the index to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from upcard.reports.blocks import Paper, Prose, Section, Table
from upcard.reports.html import as_page
from upcard.reports.par.games import six_blocks, stud_blocks
from upcard.reports.par.header import authorities, identity
from upcard.reports.par.side_wagers import Added, at_seeds, cover_all_blocks, five_card_blocks, progressive_blocks
from upcard.reports.pdf import as_pdf
from upcard.reports.wagers import GLANCE, Row, WagerReport, wager_reports
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, TableRules
from upcard.store.store import Head

INDEX = "index.html"
LONGEST = 40
NOWHERE = Head(0, b"")


def _added(house: House, table: TableRules, wager: WagerReport) -> Added:
    """What a sheet says of a wager beside its figures."""
    rules = table.rules
    if not isinstance(rules, CaribbeanStudRules):
        return (() if wager.key == "insurance" else six_blocks(rules, insured=wager.key == "insured")), ()
    match wager.key:
        case "game":
            return stud_blocks(rules), ()
        case "progressive" if rules.progressive is not None:
            return progressive_blocks(house, table, rules, rules.progressive)
        case "five_card":
            return five_card_blocks(house, table, rules)
        case "cover_all":
            return cover_all_blocks(table, rules), ()
        case _:
            return (), ()


def sheet(house: House, table: TableRules) -> Paper:
    """Everything that the PAR sheet of a table says."""
    glances: list[Row] = []
    sections = [identity(house, table)]
    for wager in wager_reports(table, at_seeds(house, table), "at its seeds"):
        more, further = _added(house, table, wager)
        glances += [*wager.glances, *further]
        name = "ante-and-bet" if wager.key == "game" else wager.key.replace("_", "-")
        sections.append(Section(name, wager.title, (Prose(wager.said), wager.figures, *wager.tables, *more)))
    edition = table.edition
    said = Prose(
        "A probability accounting report. Every probability is counted, not simulated; chances and returns are rounded "
        "from exact fractions."
    )
    glance = Section(
        "glance", "At a glance", (said, Table("glance", "Every wager of the table", GLANCE, tuple(glances)))
    )
    return Paper(
        "par",
        f"PAR sheet: {table.name}",
        house.name,
        NOWHERE,
        (glance, *sections, authorities(edition, sections)),
        under=Prose(f"{edition.game_name} at {house.name}, under {edition.title}"),
        made_from=f"Made from the elections of the house and {edition.citation}.",
        contents=True,
    )


class Entry(NamedTuple):
    """A sheet in the index of its house, with the names of its files."""

    sheet: Paper
    page: str
    print: str


def page(entry: Entry) -> str:
    """The page of one table, with links to the others and to its print."""
    assert entry.sheet.under is not None
    links = ((INDEX, "All tables of the house"), (entry.print, "This sheet as a PDF"))
    return as_page(replace(entry.sheet, under=replace(entry.sheet.under, links=links)))


def index(house: House, entries: Sequence[Entry]) -> str:
    """The page of the house: every table with its figures at a glance."""
    sections = []
    for number, (table, entry) in enumerate(zip(house.tables, entries, strict=True), 1):
        links = ((entry.page, f"The sheet of {table.name}"), (entry.print, "as a PDF"))
        said = Prose(f"{table.edition.title} ({table.edition.id}).", links=links)
        sections.append(Section(f"table-{number}", table.name, (said, entry.sheet.sections[0].blocks[1])))
    about = Prose("A probability accounting report for every table of the house.")
    made_from = "Made from the elections of the house."
    return as_page(
        Paper("par", f"PAR sheets: {house.name}", "", NOWHERE, tuple(sections), under=about, made_from=made_from)
    )


# ---- files -----------------------------------------------------------------------------------------------------


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
    entries: list[Entry] = []
    written: list[Path] = []

    def put(name: str, content: bytes) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    for number, table in enumerate(house.tables, 1):
        name = file_name(number, table.name)
        progress(Step(len(written), steps, table.name))
        entry = Entry(sheet(house, table), f"{name}.html", f"{name}.pdf")
        entries.append(entry)
        written.append(put(entry.page, page(entry).encode()))
        progress(Step(len(written), steps, f"{table.name}, in print"))
        written.append(put(entry.print, as_pdf(entry.sheet)))
    progress(Step(len(written), steps, "the index"))
    written.insert(0, put(INDEX, index(house, entries).encode()))
    progress(Step(steps, steps, "done"))
    return written
