"""The PAR sheet of a table, put together from its wagers; every sheet of a house in a folder, and the index to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard import __version__
from upcard.exact.advice import warnings
from upcard.law import Edition
from upcard.number_format import money
from upcard.reports.blocks import Block, Cite, Fact, Facts, Paper, Prose, Section, Table, cite, headed
from upcard.reports.html import as_page
from upcard.reports.par.additions import added, at_seeds
from upcard.reports.pdf import as_pdf
from upcard.reports.wagers import GLANCE, Row, wager_reports
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House, TableRules
from upcard.store.store import Head

INDEX = "index.html"
LONGEST = 40
NOWHERE = Head(0, b"")


def sheet(house: House, table: TableRules) -> Paper:
    """Everything that the PAR sheet of a table says."""
    glances: list[Row] = []
    sections = [identity(house, table)]
    for wager in wager_reports(table, at_seeds(house, table), "at its seeds"):
        more, further = added(house, table, wager)
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


# ---- what it is about: house, table, law, elections ----------------------------------------------------------


def _in_force(edition: Edition) -> str:
    if edition.effective is None:
        return "the text carries no date"
    until = f" to {edition.ended}" if edition.ended else ""
    return f"from {edition.effective}{until}"


def identity(house: House, table: TableRules) -> Section:
    """Which table, under which text, by which software."""
    edition = table.edition
    facts = (
        Fact("house", "House", house.name),
        Fact("table", "Table", table.name),
        Fact("game", "Game", edition.game_name),
        Fact("seats", "Seats", str(table.seats)),
        Fact("edition", "Edition of the rules", f"{edition.id}: {edition.title}"),
        Fact("citation", "Citation", edition.citation),
        Fact("in_force", "In force", _in_force(edition)),
        Fact("digest", "SHA-256 of our text and readings", edition.digest),
        Fact("software", "Software", f"Upcard {__version__}"),
    )
    blocks: tuple[Block, ...] = (Facts("identity", "Identity", facts), _elections(table), *_warnings(house, table))
    return Section("identity", "What this sheet is about", blocks)


def _warnings(house: House, table: TableRules) -> tuple[Table, ...]:
    """What the check of the house says of the table and of the jackpots that it plays for."""
    jackpots = [name for name in (table.jackpot, table.five_card_jackpot) if name]
    about = (f"table {table.name!r}.", *(f"jackpot {name!r}." for name in jackpots))
    said = [advice for advice in warnings(house) if advice.field.startswith(about)]
    if not said:
        return ()
    rows = tuple((advice.field, advice.message, Cite(advice.clause) if advice.clause else "") for advice in said)
    return (
        Table(
            "warnings",
            "Warnings from the check of the house",
            headed("Election", "Warning|long", "Clause|clause"),
            rows,
        ),
    )


# ---- elections -----------------------------------------------------------------------------------------------


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else "its own, as listed below"


def _money(amount: int | None) -> str:
    return "none" if amount is None else money(amount)


def _bounds(rules: CaribbeanStudRules | BonusSixRules) -> Iterable[tuple[str, str, str | None]]:
    """What the house takes upon itself, as far as it has elected that."""
    for name, elected in rules.elections.items():
        if name.endswith("_maximum") or name == "liability_limit":
            yield name, f"${elected}", None


def _stud_elections(table: TableRules, rules: CaribbeanStudRules) -> Iterable[tuple[str, str, str | None]]:
    """Each election that a round depends on: its name, its value and the rule that permits it."""
    yield "minimum", _money(rules.minimum) if "minimum" in rules.elections else "none", None
    yield "maximum", _money(rules.maximum), None
    yield from _bounds(rules)
    if rules.limit is not None:
        yield "limit", _money(rules.limit), "limit"
        yield "limit_applies_to", rules.limit_applies_to, "limit_applies_to"
    if table.dealing is not None:
        yield "dealing", table.dealing.name, table.dealing.permit_rule
    if rules.progressive is not None:
        yield "progressive", rules.progressive.name, rules.progressive.lines[rules.progressive.top_hand].rule
        yield "jackpot", str(table.jackpot), None
        yield "awards_from", rules.awards_from, "awards_from"
        yield "same_round_jackpots", rules.same_round_jackpots, "same_round_jackpots"
        if rules.law.misdeal_envy is not None:
            yield "misdeal_envy", rules.misdeal_envy, "misdeal_envy"
    if rules.bonus is not None:
        yield "bonus", rules.bonus.name, "bonus_tables"
    if rules.five_card is not None:
        yield "five_card_jackpot", str(table.five_card_jackpot), "five_card_table"
        yield "five_card_wager", " or ".join(money(wager) for wager in rules.five_card_wagers), "five_card_wager"
        for draw, often in table.draws.items():
            yield draw, f"{often.numerator}/{often.denominator}", "draw_probability"
    if rules.cover_all is not None:
        yield "cover_all", "yes", "cover_all_placed"
        yield "cover_all_counts", rules.cover_all_counts, "cover_all_counts"
        yield "cover_all_after_fold", rules.cover_all_after_fold, "cover_all_after_fold"
    if rules.law.exposed_hole_card is not None:
        yield "exposed_hole_card", rules.exposed_hole_card, "exposed_hole_card"


def _six_elections(rules: BonusSixRules) -> Iterable[tuple[str, str, str | None]]:
    yield "pay_table", _shown(rules.elections["pay_table"]), "pay_tables"
    yield "minimum", _money(rules.minimum) if "minimum" in rules.elections else "none", "ante_range"
    yield "maximum", _money(rules.maximum), "ante_range"
    yield "further_tips", _shown(rules.further_tips), "further_tips"
    yield from _bounds(rules)


def _elections(table: TableRules) -> Table:
    rules = table.rules
    listed = _six_elections(rules) if table.edition.game == "bonus-six" else _stud_elections(table, rules)
    written = {*rules.elections, "dealing", "jackpot", "five_card_jackpot", *table.draws}
    rows = tuple(
        (
            name.replace("_", " ").capitalize(),
            value,
            "by the house" if name in written else "nothing elected",
            cite(table.edition, rule) if rule else "",
        )
        for name, value, rule in listed
    )
    columns = headed("Election", "Value", "Elected", "Clause|clause")
    return Table("elections", "Elections that the game depends on", columns, rows)


# ---- clauses and readings ------------------------------------------------------------------------------------


def authorities(edition: Edition, sections: Iterable[Section]) -> Section:
    """Every clause that the sheet cites, and every reading of ours, in our words."""
    cited = [each for section in sections for each in section.cites]
    clauses = {each.clause for each in cited}
    readings = {each.reading for each in cited}
    texts = tuple((Cite(clause.id), clause.summary) for clause in edition.clauses if clause.id in clauses)
    read = tuple(
        (each.number, each.name.replace("-", " ").capitalize(), each.summary)
        for each in edition.readings
        if each.number in readings
    )
    first = Prose(
        f"Summaries are ours and the official text decides: {edition.citation}. A reading is how Upcard takes a clause "
        "that is silent or unclear."
    )
    columns = headed("Clause|clause", "What it says, in our words|long")
    blocks: list[Block] = [first, Table("clauses", "Clauses cited in this sheet", columns, texts)]
    if read:
        named = headed("Reading|number", "Name", "What we take it to mean|long")
        blocks.append(Table("readings", "Readings behind them", named, read))
    return Section("clauses", "Clauses and readings", tuple(blocks))


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
