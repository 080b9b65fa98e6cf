"""A document for programs: one list for spreadsheets, one JSON document."""

from __future__ import annotations

import csv
import io
import re
from typing import Any, assert_never

from upcard.reports.blocks import Block, Facts, Paper, Picture, Prose, Signatures, Table, Value, plain

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a cell begins that a spreadsheet would take for a formula."""

AMOUNT = re.compile(r"-[0-9]+(\.[0-9]+)?")


def as_csv(paper: Paper) -> str:
    """The one table of the document: comma separated, the keys of the columns in the first line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    columns = paper.listing.columns
    writer.writerow(column.key for column in columns)
    for row in paper.listing.rows:
        writer.writerow(_cell(plain(value, column.kind), value) for value, column in zip(row, columns, strict=True))
    return out.getvalue()


def _cell(written: str | int | None, value: Value) -> str:
    """A name that would be a formula is made a text again; an amount below nothing stays a number."""
    text = "" if written is None else str(written)
    formula = isinstance(value, str) and text.startswith(FORMULA) and not AMOUNT.fullmatch(text)
    return f"'{text}" if formula else text


def as_document(paper: Paper) -> dict[str, Any]:
    """What `--json` prints: the parts with their tables by name, each row by the keys of its columns."""
    return {
        "document": paper.kind,
        "house": paper.house or None,
        "entries": paper.head.seq,
        "head": paper.head.hash.hex(),
        "parts": [
            {"name": section.name, "title": section.title, "mark": section.mark or None} | _blocks(section.blocks)
            for section in paper.sections
        ],
    }


def _blocks(blocks: tuple[Block, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    said: list[str] = []
    for block in blocks:
        match block:
            case Prose():
                said.append(block.text)
            case Facts():
                found[block.name] = {fact.key: plain(fact.value, fact.kind) for fact in block.facts}
            case Table():
                found[block.name] = [
                    {column.key: plain(value, column.kind) for column, value in zip(block.columns, row, strict=True)}
                    for row in block.rows
                ]
            case Signatures():
                found["signatures"] = [
                    {"role": line.role, "by": line.by or None, "at": line.at or None} for line in block.lines
                ]
            case Picture():
                said.append(block.words)
            case _:
                assert_never(block)
    return {"said": said} | found
