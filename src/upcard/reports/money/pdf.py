"""A document in print: a PDF with tags, set by typst from blocks given as JSON.

No name is ever part of the template, only fonts that come with typst are used, and no date is set: the same journal
gives the same bytes everywhere.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, assert_never

import typst

from upcard import __version__
from upcard.reports.money.blocks import RIGHT, Block, Column, Facts, Kind, Paper, Prose, Signatures, Table, Value, show
from upcard.reports.money.column_widths import setting, wide
from upcard.reports.money.font_fallback import MARK, NOTE, european, named_missing, seen, spelled, without

TEMPLATE = "document.typ"


def _row(row: tuple[Value, ...], columns: tuple[Column, ...]) -> list[str]:
    return [_cell(value, column.kind) for value, column in zip(row, columns, strict=True)]


def _cell(value: Value, kind: Kind) -> str:
    """A time that does not fit on one line is broken behind its date."""
    text = show(value, kind)
    return "\u00a0".join(text.rsplit(" ", 1)) if kind == "time" else text


def _block(block: Block, *, across: bool) -> dict[str, Any]:
    match block:
        case Prose():
            return {"kind": "prose", "text": block.text, "strong": block.strong}
        case Facts():
            facts = [[fact.name, show(fact.value, fact.kind)] for fact in block.facts]
            return {"kind": "facts", "name": block.name, "caption": block.caption, "facts": facts}
        case Table():
            columns = [
                {"name": column.name, "kind": column.kind, "right": column.kind in RIGHT} for column in block.columns
            ]
            rows = [_row(row, block.columns) for row in block.rows]
            total = _row(block.total, block.columns) if block.total else None
            size, shares = setting(block, across=across)
            return {
                "kind": "table", "caption": block.caption, "columns": columns, "rows": rows, "total": total,
                "size": size, "shares": shares,
            }  # fmt: skip
        case Signatures():
            lines = [{"role": line.role, "by": line.by, "at": show(line.at, "time")} for line in block.lines]
            return {"kind": "signatures", "lines": lines}
        case _:
            assert_never(block)


def as_pdf(paper: Paper) -> bytes:
    across = wide(paper)
    document = {
        "title": paper.title,
        "house": paper.house,
        "source": paper.source,
        "version": __version__,
        "wide": across,
        "parts": [
            {
                "title": part.title,
                "alone": part.alone,
                "mark": part.mark,
                "blocks": [_block(block, across=across) for block in part.blocks],
            }
            for part in paper.parts
        ],
    }
    return _set(spelled(document, seen))


def _set(document: dict[str, Any]) -> bytes:
    """What cannot be set for want of a picture of a letter is set with a mark in its place."""
    try:
        return _compiled(document)
    except typst.TypstError as error:
        missing = named_missing(error.diagnostic)
    try:
        return _compiled(spelled(document, without(missing)))
    except typst.TypstError:
        return _compiled(spelled(document, european))


def _compiled(document: dict[str, Any]) -> bytes:
    written = json.dumps(document, ensure_ascii=False)
    noted = json.dumps(document | {"note": NOTE if MARK in written else ""})
    with TemporaryDirectory() as folder:
        root = Path(folder)
        template = files("upcard.reports.money").joinpath("templates", TEMPLATE).read_text(encoding="utf-8")
        for name, text in ((TEMPLATE, template), ("document.json", noted)):
            (root / name).write_text(text, encoding="utf-8", newline="\n")
        made = typst.compile(
            str(root / TEMPLATE), root=str(root), ignore_system_fonts=True, pdf_standards=["ua-1"], format="pdf"
        )
    assert isinstance(made, bytes)
    return made
