"""PAR sheets as their readers see them: the pages of the example houses, read back from their markup."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser

from tests.house_texts import house_text
from upcard.reports.blocks import Paper
from upcard.reports.par import sheet
from upcard.reports.par.sheet import Entry, page
from upcard.rules.house import House, TableRules, read_house

HOUSES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")
VOID = {"meta", "wbr", "br", "link", "img"}


@dataclass
class Grid:
    """A table of a page: its caption, its columns, its rows with their names first, and the last row."""

    caption: str = ""
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    total: list[str] = field(default_factory=list)
    figures: dict[str, list[str]] = field(default_factory=dict)

    def column(self, name: str) -> list[str]:
        return [row[self.columns.index(name)] for row in self.rows]

    def row(self, name: str) -> dict[str, str]:
        found = [row for row in self.rows if row[0] == name]
        assert len(found) == 1, (name, [row[0] for row in self.rows])
        return dict(zip(self.columns, found[0], strict=True))


class Page(HTMLParser):
    """Reads a page: its tables by name, its tags with their attributes, its names and what points at them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: dict[str, Grid] = {}
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.names: list[str] = []
        self.targets: list[str] = []
        self.text: dict[str, list[str]] = {}
        self._open: list[str] = []
        self._grid: Grid | None = None
        self._row: list[str] = []
        self._figure: str | None = None
        self._cell: list[str] | None = None
        self.feed(text)
        self.close()
        assert not self._open, f"left open: {self._open}"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = self._seen(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            name = found["data-name"]
            assert name not in self.grids, f"{name} stands twice"
            self._grid = self.grids[name] = Grid()
        elif tag == "tr":
            self._row, self._figure = [], found.get("data-figure")
        elif tag in ("th", "td", "caption"):
            self._cell = []

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> dict[str, str]:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if "id" in found:
            self.names.append(found["id"])
        self.targets += [value[1:] for name, value in found.items() if name.endswith("href") and value[:1] == "#"]
        return found

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)
        if self._open:
            self.text.setdefault(self._open[-1], []).append(data)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if self._grid is None:
            return
        said = "".join(self._cell or []).strip()
        if tag == "caption":
            self._grid.caption, self._cell = said, None
        elif tag in ("th", "td"):
            self._row.append(said)
            self._cell = None
        elif tag == "tr" and "thead" in self._open:
            self._grid.columns = self._row
        elif tag == "tr" and "tfoot" in self._open:
            self._grid.total = self._row
        elif tag == "tr":
            self._grid.rows.append(self._row)
            if self._figure:
                self._grid.figures[self._figure] = self._row
        elif tag == "table":
            self._grid = None


def number(text: str) -> Fraction:
    """A number as a sheet writes it: digits with commas, a fraction, a percentage, or dollars.

    >>> number("−1,234.5"), number("50%"), number("1/1,000"), number("$2.50")
    (Fraction(-2469, 2), Fraction(1, 2), Fraction(1, 1000), Fraction(5, 2))
    """
    plain = text.replace(",", "").replace("−", "-").replace("$", "").replace("+", "")
    return Fraction(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)


def close(text: str, exact: Fraction | int) -> bool:
    """Whether a decimal is the exact number, rounded."""
    shown = number(text)
    plain = text.rstrip("%")
    unit = Fraction(1, 10 ** len(plain.partition(".")[2])) / (100 if text.endswith("%") else 1)
    return abs(shown - exact) <= unit / 2


def check_figures(page: Page, grid: str, expected: dict[str, Fraction]) -> None:
    """Each figure exactly, and its decimal the rounded one."""
    for key, exact in expected.items():
        _, value, exactly, *_ = page.grids[grid].figures[key]
        assert number(exactly) == exact, key
        assert close(value, exact), key


@cache
def example(name: str) -> House:
    return read_house(house_text(name))


@cache
def sheet_of(name: str, at: int) -> Paper:
    house = example(name)
    return sheet(house, house.tables[at])


@cache
def markup(name: str, at: int) -> str:
    return page(Entry(sheet_of(name, at), "page.html", "print.pdf"))


@cache
def read(name: str, at: int) -> Page:
    """The page of a table of an example house."""
    return Page(markup(name, at))


def table(name: str, at: int) -> TableRules:
    return example(name).tables[at]


EVERY = tuple((name, at) for name in HOUSES for at in range(len(example(name).tables)))
STUD = tuple((name, at) for name, at in EVERY if table(name, at).edition.game == "caribbean-stud")
SIX = tuple((name, at) for name, at in EVERY if table(name, at).edition.game == "bonus-six")
