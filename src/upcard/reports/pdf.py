"""A document in print: a PDF with tags and words for its drawings, set by typst from blocks given as JSON.

No name is ever part of the template, only fonts that come with typst are used, and no date is set: the same document
gives the same bytes everywhere. Free text may be written in any script: a visible mark stands for each letter that the
print has no picture for, or that nobody sees. The page, the list and the document for programs have every letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, assert_never
from unicodedata import category

import typst

from upcard import __version__
from upcard.reports.blocks import (
    RIGHT,
    Block,
    Column,
    Facts,
    Kind,
    Paper,
    Picture,
    Prose,
    Signatures,
    Table,
    Value,
    headed,
    show,
)
from upcard.reports.column_widths import setting, wide

TEMPLATE = "document.typ"


def _row(row: tuple[Value, ...], columns: tuple[Column, ...]) -> list[str]:
    return [_cell(value, column.kind) for value, column in zip(row, columns, strict=True)]


def _cell(value: Value, kind: Kind) -> str:
    """A time that does not fit on one line is broken behind its date."""
    text = show(value, kind)
    return "\u00a0".join(text.rsplit(" ", 1)) if kind == "time" else text


def _table(block: Table, *, across: bool, right: tuple[Kind, ...] = RIGHT) -> dict[str, Any]:
    size, shares = setting(block, across=across)
    return {
        "kind": "table",
        "caption": block.caption,
        "columns": [{"name": each.name, "kind": each.kind, "right": each.kind in right} for each in block.columns],
        "rows": [_row(row, block.columns) for row in block.rows],
        "total": _row(block.total, block.columns) if block.total else None,
        "size": size,
        "shares": shares,
    }


def _figures(block: Facts) -> Table:
    """Facts with more to them than a name and a value."""
    kinds = {"Exactly": "|exact", "Clause": "|clause"}
    rows = tuple(
        (fact.name, show(fact.value, fact.kind), *((fact.exactly,) if "Exactly" in block.headed else ()),
         *((fact.cite or "",) if "Clause" in block.headed else ()))
        for fact in block.facts
    )  # fmt: skip
    return Table(block.name, block.caption, headed(*(name + kinds.get(name, "") for name in block.headed)), rows)


def _block(block: Block, pictures: dict[str, str], *, across: bool) -> dict[str, Any]:
    match block:
        case Prose():
            return {"kind": "prose", "text": block.text, "strong": block.strong}
        case Facts() if block.headed:
            return _table(_figures(block), across=across, right=())
        case Facts():
            facts = [[fact.name, show(fact.value, fact.kind)] for fact in block.facts]
            return {"kind": "facts", "name": block.name, "caption": block.caption, "facts": facts}
        case Table():
            return _table(block, across=across)
        case Signatures():
            lines = [{"role": line.role, "by": line.by, "at": show(line.at, "time")} for line in block.lines]
            return {"kind": "signatures", "lines": lines}
        case Picture():
            pictures[f"{block.name}.svg"] = block.svg
            return {
                "kind": "picture", "caption": block.caption, "words": block.words, "file": f"{block.name}.svg",
                "tall": block.tall,
            }  # fmt: skip
        case _:
            assert_never(block)


def as_pdf(paper: Paper) -> bytes:
    across = wide(paper)
    pictures: dict[str, str] = {}
    document = {
        "title": paper.title,
        "house": paper.house,
        "under": paper.under.text if paper.under else paper.house,
        "source": paper.source,
        "version": __version__,
        "wide": across,
        "sections": [
            {
                "title": section.title,
                "alone": section.alone,
                "mark": section.mark,
                "blocks": [_block(block, pictures, across=across) for block in section.blocks],
            }
            for section in paper.sections
        ],
    }
    return _set(spelled(document, seen), pictures)


def _set(document: dict[str, Any], pictures: dict[str, str]) -> bytes:
    """What cannot be set for want of a picture of a letter is set with a mark in its place."""
    try:
        return _compiled(document, pictures)
    except typst.TypstError as error:
        missing = named_missing(error.diagnostic)
    try:
        return _compiled(spelled(document, without(missing)), pictures)
    except typst.TypstError:
        return _compiled(spelled(document, european), pictures)


def _compiled(document: dict[str, Any], pictures: dict[str, str]) -> bytes:
    written = json.dumps(document, ensure_ascii=False)
    noted = json.dumps(document | {"note": NOTE if MARK in written else ""})
    with TemporaryDirectory() as folder:
        root = Path(folder)
        template = files("upcard.reports").joinpath("templates", TEMPLATE).read_text(encoding="utf-8")
        for name, text in {**pictures, TEMPLATE: template, "document.json": noted}.items():
            (root / name).write_text(text, encoding="utf-8", newline="\n")
        made = typst.compile(
            str(root / TEMPLATE), root=str(root), ignore_system_fonts=True, pdf_standards=["ua-1"], format="pdf"
        )
    assert isinstance(made, bytes)
    return made


# ---- letters that the print has no picture for ---------------------------------------------------------------

MARK = "\u25a1"
NOTE = f"{MARK} stands for a letter that this print has no picture for. The page and the list have it."

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Letters that nobody sees: controls, such as those of direction, and what is no letter of any script."""

_NAMED = re.compile('the text `"(.*?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def seen(text: str) -> str:
    """A text with a mark for each letter that nobody sees; a line break is a space.

    >>> seen("two\\nlines"), seen("\\u202etxet \\u0007") == f"{MARK}txet {MARK}"
    ('two lines', True)
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if each in "\n\r\t" else MARK if category(each) in UNSEEN else each for each in text)


def without(missing: frozenset[str]) -> Callable[[str], str]:
    """Texts with a mark for each of these letters."""
    table = dict.fromkeys(map(ord, missing), MARK)
    return lambda text: text.translate(table)


def european(text: str) -> str:
    """A text in the letters that every font has; a mark for any other.

    >>> european("na\\u00efve \\u2013 \\u7406") == f"na\\u00efve \\u2013 {MARK}"
    True
    """
    return "".join(each if each < "\u0180" or "\u2010" <= each <= "\u2027" else MARK for each in text)


def named_missing(complaint: str) -> frozenset[str]:
    """The letters that typst says it cannot display.

    >>> sorted(named_missing('error: the text `"\\u7406"` could not be displayed with font `"x"`')) == ["\\u7406"]
    True
    """
    texts = (_ESCAPED.sub(_letter, text) for text in _NAMED.findall(complaint))
    return frozenset(each for text in texts for each in text if not each.isascii())


def _letter(escaped: re.Match[str]) -> str:
    number = int(escaped[1], 16)
    return chr(number) if number < 0x110000 else ""


def spelled(value: Any, spell: Callable[[str], str]) -> Any:
    """A document with every text in it written another way."""
    match value:
        case str():
            return spell(value)
        case list():
            return [spelled(each, spell) for each in value]
        case dict():
            return {name: spelled(each, spell) for name, each in value.items()}
        case _:
            return value
