"""A document in a terminal of any width: nothing that it says may be lost.

A table that does not fit is turned on its side, with as many of its rows across as there is room for, down to one: then
each row is a block of names and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Made

from upcard.cli.output import table
from upcard.reports.blocks import RIGHT, Facts, Paper, Picture, Prose, Section, Signatures, Table, show

ACROSS = 4
"""How many rows at most stand side by side where a table is turned on its side."""
LONGEST_WORD = 14
"""So many letters of a text are not broken within a word; a figure never is."""

GAP = 3
"""Between two columns; one less at the edges together."""


def print_paper(paper: Paper, out: Console) -> None:
    out.print(f"{paper.title}{', ' * bool(paper.house)}{paper.house}", style="bold")
    for section in paper.sections:
        out.print()
        _print_title(out, section)
        for block in section.blocks:
            match block:
                case Prose():
                    out.print(block.text, style="bold" if block.strong else None)
                case Facts():
                    _print_pairs(out, block.caption, [(fact.name, show(fact.value, fact.kind)) for fact in block.facts])
                case Table():
                    _print_table(out, block)
                case Signatures():
                    _print_signatures(out, block)
                case Picture():
                    out.print(f"{block.caption}. {block.words}")
                case _:
                    assert_never(block)
    out.print()
    out.print(paper.source, soft_wrap=True)


def _print_title(out: Console, section: Section) -> None:
    """In a rule, or above one where it is too long to stand in it."""
    title = f"{section.title}{' ' * bool(section.mark)}{section.mark}"
    if len(title) + LONGEST_WORD <= out.width:
        out.rule(title, align="left", characters="─")
    else:
        out.print(title)
        out.rule(characters="─")


def _print_signatures(out: Console, block: Signatures) -> None:
    signed = [(line.role, line.by or "______________", show(line.at, "time")) for line in block.lines]
    made = table("Role", "Signed by", "At", title="Signatures")
    for line in signed:
        made.add_row(*line)
    if _fits(out, made, signed):
        out.print(made)
    else:
        _print_pairs(out, "Signatures", [(role, f"{by}, {at}") for role, by, at in signed])


def _print_table(out: Console, block: Table) -> None:
    rows = [*block.rows, *([block.total] if block.total else [])]
    cells = [[show(value, column.kind) for value, column in zip(row, block.columns, strict=True)] for row in rows]
    names = [column.name for column in block.columns]
    made = table(*names, title=block.caption)
    for row in cells:
        made.add_row(*row)
    if _fits(out, made, cells, [at for at, column in enumerate(block.columns) if column.kind in RIGHT]):
        out.print(made)
        return
    start = 0
    while start < len(cells):
        caption = block.caption if not start else ""
        start += _print_turned(out, caption, names, cells[start : start + ACROSS])


def _print_turned(out: Console, caption: str, names: list[str], cells: list[list[str]]) -> int:
    """Rows side by side under the first cell of each, as many as fit; says how many those were."""
    for many in range(len(cells), 0, -1):
        across = cells[:many]
        lines = [[name, *(row[at] for row in across)] for at, name in enumerate(names)]
        made = table(*lines[0], title=caption or None)
        for line in lines[1:]:
            made.add_row(*line)
        if _fits(out, made, lines, range(1, many + 1)):
            out.print(made)
            return many
    _print_pairs(out, caption, list(zip(names, cells[0], strict=True)))
    return 1


def _print_pairs(out: Console, caption: str, pairs: list[tuple[str, str]]) -> None:
    """Names beside their values, or before them where there is no room for two columns."""
    made = table("", "", title=caption or None)
    made.show_header = False
    for pair in pairs:
        made.add_row(*pair)
    if _fits(out, made, pairs):
        out.print(made)
        return
    if caption:
        out.print(caption, style="bold")
    for name, value in pairs:
        out.print(f"{name}: {value}")
    out.print()


def _fits(out: Console, made: Made, rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> bool:
    """Gives each column its width, if there is room for the longest word of each and the longest figure.

    The widths are set here, since a table that is left to find them cuts off what goes beyond the edge.
    """
    least, most = [], []
    for at, column in enumerate(made.columns):
        texts = [str(column.header), *(row[at] for row in rows)] if made.show_header else [row[at] for row in rows]
        word = max((cell_len(word) for text in texts for word in text.split()), default=1)
        figure = max((cell_len(text) for text in texts if at in right and text[-1:].isdigit()), default=1)
        least.append(max(min(word, LONGEST_WORD), figure))
        most.append(max(least[-1], *map(cell_len, texts)))
        column.justify = "right" if at in right else "left"
    left = out.width + 1 - GAP * len(least) - sum(least)
    if left < 0:
        return False
    wanted = sum(most) - sum(least)
    for column, low, high in zip(made.columns, least, most, strict=True):
        column.width = low + (high - low) * min(left, wanted) // max(wanted, 1)
    return True
