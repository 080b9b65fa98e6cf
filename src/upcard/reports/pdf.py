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
from typing import Any, NamedTuple, assert_never
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

# ---- How wide tables are in print --------------------------------------------------------------------------
# which side of the sheet they need, in which size they are set, what a column gets.
#
# All lengths are tenths of a point. A letter counts as half its height and a little more, so that no figure is broken
# over two lines; what is left of the sheet goes to the columns whose text would still gain from it.


UPRIGHT, ACROSS = 5_100, 7_560
"""What the margins leave of the short and of the long side of an A4 sheet."""
SIZES = (82, 72, 64, 56)
READABLE = 72
"""A sheet is turned before its tables are set smaller."""
LETTER = 52
"""The width of a letter in hundredths of its size."""
GAP = 72
"""Between two columns."""

LEAST: dict[Kind, int] = {"time": 12, "long": 20}
"""Letters that a column is given without need, where it has as many to show."""
LEAST_TEXT = 14
SPACE, CLAUSE = re.compile(r"\s+"), re.compile(r"\s+|(?<=\))(?=\()")
"""Where a text, and the number of a clause, may be broken."""
MOST: dict[Kind, int] = {"time": 23, "long": 60, "exact": 40}
MOST_TEXT = 26


class Need(NamedTuple):
    """What a column cannot do without, and what it could use, in letters."""

    least: int
    most: int


class Setting(NamedTuple):
    """The size of the letters of a table, and how the width of the sheet is divided among its columns."""

    size: int
    shares: tuple[int, ...]


def wide(paper: Paper) -> bool:
    """Some table needs the long side of the sheet."""
    tables = (block for section in paper.sections for block in section.blocks if isinstance(block, Table))
    return any(_width(_needs(table), READABLE) > UPRIGHT for table in tables)


def setting(table: Table, *, across: bool) -> Setting:
    """As large as it fits."""
    needs, sheet = _needs(table), ACROSS if across else UPRIGHT
    size = next((size for size in SIZES if _width(needs, size) <= sheet), SIZES[-1])
    letters = (sheet - GAP * len(needs)) * 100 // (size * LETTER)
    left = max(letters - sum(need.least for need in needs), 0)
    wanted = sum(need.most - need.least for need in needs)
    given = [need.least + (need.most - need.least) * min(left, wanted) // max(wanted, 1) for need in needs]
    return Setting(size, tuple(letters * size * LETTER // 100 + GAP for letters in given))


def _width(needs: tuple[Need, ...], size: int) -> int:
    return sum(need.least * size * LETTER // 100 + GAP for need in needs)


def _needs(table: Table) -> tuple[Need, ...]:
    rows = (*table.rows, *((table.total,) if table.total else ()))
    return tuple(_need(column, [show(row[at], column.kind) for row in rows]) for at, column in enumerate(table.columns))


def _need(column: Column, cells: list[str]) -> Need:
    """A figure that is no fraction stands on one line; of a text, and the name of a column, no word is broken."""
    title = max(map(len, column.name.split()), default=0)
    longest = max(map(len, cells), default=0)
    if column.kind == "exact":
        return Need(max(title, min(longest, LEAST_TEXT)), max(title, min(longest, MOST["exact"])))
    if column.kind in RIGHT:
        return Need(max(title, longest), max(title, longest))
    between = CLAUSE if column.kind == "clause" else SPACE
    word = max((len(word) for cell in cells for word in between.split(cell)), default=0)
    least = max(title, word, min(longest, LEAST.get(column.kind, LEAST_TEXT)))
    return Need(least, max(least, min(longest, MOST.get(column.kind, MOST_TEXT))))


# ---- pdf ---------------------------------------------------------------------------------------------------


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
