"""A PAR sheet in print: a PDF with tags and words for its drawings, set by typst from blocks given as JSON.

Nothing of a house is ever part of the template, so that no name in it can be taken for markup. Only the fonts that come
with typst are used, and no date is set, so that the same sheet gives the same bytes everywhere.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typst

from upcard import __version__
from upcard.reports.par.blocks import GLANCE_COLUMNS, Block, Cell, Facts, Picture, Prose, Sheet, Table

TEMPLATE = "sheet.typ"


def _cells(row: tuple[Cell, ...] | None) -> list[str] | None:
    return None if row is None else [str(cell) for cell in row]


def _table(table: Table) -> dict[str, Any]:
    return {
        "kind": "table",
        "caption": table.caption,
        "columns": [{"name": column.name, "kind": column.kind} for column in table.columns],
        "rows": [_cells(row) for row in table.rows],
        "total": _cells(table.total),
    }


def _facts(facts: Facts) -> dict[str, Any]:
    columns = [("Figure", "text"), ("Value", "value")]
    if facts.exact:
        columns.append(("Exactly", "exactly"))
    if facts.cited:
        columns.append(("Clause", "clause"))
    rows = []
    for fact in facts.facts:
        row = [fact.name, fact.value]
        row += [fact.exactly] if facts.exact else []
        row += [str(fact.cite or "")] if facts.cited else []
        rows.append(row)
    return {
        "kind": "table",
        "caption": facts.caption,
        "columns": [{"name": name, "kind": kind} for name, kind in columns],
        "rows": rows,
        "total": None,
    }


def _block(block: Block, pictures: dict[str, str]) -> dict[str, Any]:
    match block:
        case Prose():
            return {"kind": "prose", "text": block.text}
        case Facts():
            return _facts(block)
        case Table():
            return _table(block)
        case Picture():
            pictures[f"{block.name}.svg"] = block.svg
            return {
                "kind": "picture",
                "caption": block.caption,
                "words": block.words,
                "file": f"{block.name}.svg",
                "tall": block.tall,
            }


def pdf(sheet: Sheet) -> bytes:
    """The print of one table."""
    pictures: dict[str, str] = {}
    glance = Table("glance", "At a glance", GLANCE_COLUMNS, tuple(each.row for each in sheet.glances))
    document = {
        "house": sheet.house,
        "table": sheet.table,
        "game": sheet.game,
        "version": __version__,
        "glance": _table(glance),
        "sections": [
            {"title": section.title, "blocks": [_block(block, pictures) for block in section.blocks]}
            for section in sheet.sections
        ],
    }
    with TemporaryDirectory() as folder:
        root = Path(folder)
        template = files("upcard.reports.par").joinpath("templates", TEMPLATE).read_text(encoding="utf-8")
        written = {**pictures, TEMPLATE: template, "sheet.json": json.dumps(document)}
        for name, text in written.items():
            (root / name).write_text(text, encoding="utf-8", newline="\n")
        made = typst.compile(
            str(root / TEMPLATE), root=str(root), ignore_system_fonts=True, pdf_standards=["ua-1"], format="pdf"
        )
    assert isinstance(made, bytes)
    return made
