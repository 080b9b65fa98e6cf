"""One document, five ways to show it: all of them say the same, and the same journal gives the same bytes."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]
from pypdfium2.raw import FPDF_PAGEOBJ_PATH  # type: ignore[import-untyped]

from tests.reports.evening import HARBOR, whole
from upcard.reports.blocks import (
    RIGHT,
    Column,
    Fact,
    Facts,
    Paper,
    Prose,
    Section,
    Signature,
    Signatures,
    Table,
    plain,
    show,
)
from upcard.reports.html import as_csv, as_document, as_page
from upcard.reports.money.meter_history import derivations, jackpot_paper
from upcard.reports.money.meters import meters, meters_paper
from upcard.reports.money.shifts import shifts, shifts_paper
from upcard.reports.money.slips import slips, slips_paper
from upcard.reports.money.tax import tax, tax_paper
from upcard.reports.pdf import as_pdf
from upcard.store import Head

KINDS = ("slips", "tax", "day", "jackpot", "meters")
MARGIN = 42.5
"""In points."""
HOSTILE = '<b>"Four & Aces"</b> #[$x$] {{ 1 }} =1+1'


@cache
def paper(kind: str, house: str = HARBOR) -> Paper:
    e = whole()
    match kind:
        case "slips":
            return slips_paper(slips(e.entries), house)
        case "tax":
            return tax_paper(tax(e.entries), house)
        case "day":
            return shifts_paper(shifts(e.entries), house)
        case "jackpot":
            return jackpot_paper(derivations(e.entries, "Tri-Game Link", e.store.held), house)
        case _:
            return meters_paper(meters(e.entries), house)


def texts(found: Paper) -> list[str]:
    """Everything that a reader of a document is told, in its order."""
    said = [found.title, found.house]
    for section in found.sections:
        said += [section.title, section.mark]
        for block in section.blocks:
            match block:
                case Prose():
                    said.append(block.text)
                case Facts():
                    said.append(block.caption)
                    said += [text for fact in block.facts for text in (fact.name, show(fact.value, fact.kind))]
                case Table():
                    said += [block.caption, *(column.name for column in block.columns)]
                    rows = (*block.rows, *([block.total] if block.total else []))
                    said += [show(v, c.kind) for row in rows for v, c in zip(row, block.columns, strict=True)]
                case Signatures():
                    said += [text for line in block.lines for text in (line.by, line.role)]
    return [text for text in said if text]


def tables(found: Paper) -> list[Table]:
    return [block for section in found.sections for block in section.blocks if isinstance(block, Table)]


def figures(found: Paper) -> Counter[str]:
    """Every number and amount that stands in a table, and how often."""
    return Counter(
        show(value, column.kind)
        for block in tables(found)
        for row in (*block.rows, *([block.total] if block.total else []))
        for value, column in zip(row, block.columns, strict=True)
        if column.kind in RIGHT
    )


def squeezed(text: str) -> str:
    """Without spaces and line breaks, which a page and a print set each in its own way."""
    return re.sub(r"\s+", "", text).casefold()


def words_of_page(page: str) -> str:
    body = page.split("<body", 1)[1]
    return squeezed(html.unescape(re.sub(r"<[^>]*>", " ", body)))


def words_of_print(pdf: bytes) -> str:
    document = PdfDocument(pdf)
    return squeezed("".join(page.get_textpage().get_text_range() for page in document))


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_and_the_print_say_everything(kind: str) -> None:
    found = paper(kind)
    page, print_ = words_of_page(as_page(found)), words_of_print(as_pdf(found))
    for text in texts(found):
        assert squeezed(text) in page, text
        letters = squeezed(text)
        # A cell of a print may be broken over lines that stand beside other cells.
        if letters not in print_:
            assert all(squeezed(word) in print_ for word in re.split(r"[\s-]+", text)), text


@pytest.mark.parametrize("kind", KINDS)
def test_the_list_has_every_row_under_its_keys(kind: str) -> None:
    listing = paper(kind).listing
    first, *rows = csv.reader(io.StringIO(as_csv(paper(kind))))
    assert first == [column.key for column in listing.columns]
    assert len(set(first)) == len(first)
    assert len(rows) == len(listing.rows) > 0
    for row, given in zip(rows, listing.rows, strict=True):
        for cell, value, column in zip(row, given, listing.columns, strict=True):
            written = plain(value, column.kind)
            assert cell == ("" if written is None else str(written))


@pytest.mark.parametrize("kind", KINDS)
def test_the_json_document_has_the_tables_of_the_page(kind: str) -> None:
    found = paper(kind)
    document = json.loads(json.dumps(as_document(found)))
    assert (document["document"], document["house"], document["entries"]) == (kind, HARBOR, len(whole().entries))
    assert document["head"] == whole().store.head().hash.hex()
    for section, written in zip(found.sections, document["parts"], strict=True):
        for block in section.blocks:
            if isinstance(block, Table):
                assert [list(row.values()) for row in written[block.name]] == [
                    [plain(v, c.kind) for v, c in zip(row, block.columns, strict=True)] for row in block.rows
                ]
            if isinstance(block, Facts):
                assert len(written[block.name]) == len(block.facts), "no two facts have one key"


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_never_markup(kind: str) -> None:
    found = paper(kind, HOSTILE)
    page = as_page(found)
    assert "<b>&#34;Four" not in page
    assert '<b>"Four' not in page
    assert squeezed(HOSTILE) in words_of_page(page)
    assert squeezed(HOSTILE) in words_of_print(as_pdf(found))


def test_no_word_of_a_journal_is_markup_wherever_it_stands() -> None:
    blocks = (
        Prose(HOSTILE),
        Facts("f", HOSTILE, (Fact("k", HOSTILE, HOSTILE),)),
        Table("t", HOSTILE, (Column("c", HOSTILE), Column("d", HOSTILE)), ((HOSTILE, HOSTILE),), (HOSTILE, HOSTILE)),
        Signatures((Signature(HOSTILE, HOSTILE, "2026-01-01T00:00:00Z"),)),
    )
    listing = Table("t", "T", (), ())
    found = Paper("t", HOSTILE, HOSTILE, Head(0, bytes(32)), (Section("p", HOSTILE, blocks, mark=HOSTILE),), listing)
    page = as_page(found)
    assert "<b>" not in page.split("</style>")[1].replace('<b class="mark">', "")
    times = sum({"paper": 2, "part": 2, "prose": 1, "facts": 3, "table": 7, "signatures": 2}.values())
    assert words_of_page(page).count(squeezed(HOSTILE)) == times
    assert words_of_print(as_pdf(found)).count(squeezed(HOSTILE)) >= times


@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_of_a_print_is_broken(kind: str) -> None:
    found = paper(kind)
    print_ = "".join(page.get_textpage().get_text_range() for page in PdfDocument(as_pdf(found)))
    assert not [figure for figure in figures(found) if figure not in print_]


def test_a_sheet_stands_upright_where_its_tables_fit() -> None:
    """The list of wins has sixteen columns; the others fit the short side."""
    turned = {}
    for kind in KINDS:
        width, height = PdfDocument(as_pdf(paper(kind)))[0].get_size()
        turned[kind] = width > height
        assert ("size: A4 landscape" in as_page(paper(kind))) == turned[kind]
    assert turned == {"slips": False, "tax": True, "day": False, "jackpot": False, "meters": False}


@pytest.mark.parametrize("kind", ["tax", "day", "jackpot", "meters"])
def test_a_table_takes_the_width_of_the_page(kind: str) -> None:
    """The lines under its rows run from margin to margin."""
    for page in PdfDocument(as_pdf(paper(kind))):
        lines: dict[int, list[float]] = {}
        for drawn in page.get_objects(filter=[FPDF_PAGEOBJ_PATH]):
            left, bottom, right, top = drawn.get_bounds()
            if top - bottom < 2:
                lines.setdefault(round(bottom), []).extend((left, right))
        assert lines
        for ends in lines.values():
            assert min(ends) == pytest.approx(MARGIN, abs=2)
            assert max(ends) == pytest.approx(page.get_width() - MARGIN, abs=2)


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_ends_with_the_heading_of_what_is_on_the_next(kind: str) -> None:
    found = paper(kind)
    cells = {show(value, "text") for t in tables(found) for row in t.rows for value in row}
    titles = [section.title for section in found.sections if section.title.lower() not in cells]
    captions = [squeezed(text) for text in (*titles, *(t.caption for t in tables(found)))]
    for page in PdfDocument(as_pdf(found)):
        text = squeezed(page.get_textpage().get_text_range()).split("upcard0.")[0]
        assert not text.endswith(tuple(captions))


def test_a_slip_of_a_journal_without_a_name_has_a_line_to_write_it_on() -> None:
    casino = [fact.value for section in paper("slips", "").sections for b in section.blocks if isinstance(b, Facts)
              for fact in b.facts if fact.key == "casino"]  # fmt: skip
    assert casino
    assert all(isinstance(value, str) and set(value) == {"_"} for value in casino)


@pytest.mark.parametrize("kind", KINDS)
def test_names_for_programs_are_not_shown_to_people(kind: str) -> None:
    assert not [text for text in texts(paper(kind)) if re.search(r"[a-z]_[a-z]", text)]


def test_a_slip_stands_on_a_page_of_its_own() -> None:
    found = paper("slips")
    document = PdfDocument(as_pdf(found))
    slips_ = [section for section in found.sections if section.alone]
    assert len(document) == len(slips_) + 1
    for section, page in zip(slips_, list(document)[1:], strict=True):
        text = squeezed(page.get_textpage().get_text_range())
        assert squeezed(section.title) in text
        assert ("void" in text) == bool(section.mark or "Replaces slip" in str(section.blocks[0]))


def test_a_print_has_tags_a_title_and_no_date() -> None:
    reader = PdfReader(io.BytesIO(as_pdf(paper("slips"))))
    assert reader.metadata is not None
    assert reader.metadata.title == f"Jackpot slips, {HARBOR}"
    assert reader.metadata.creation_date is None
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]


def test_a_page_needs_nothing_from_anywhere() -> None:
    for kind in KINDS:
        assert not re.search(r"(src|href)\s*=|@import|url\(|<script", as_page(paper(kind)))


def test_a_name_that_looks_like_a_formula_is_a_text_in_the_list() -> None:
    columns = (Column("name", "Name"), Column("amount", "Amount", "micros"))
    rows = (("=1+1", -1_500_000), ("-x", 0), ("plain", 25_000_000))
    listing = Table("t", "T", columns, rows)
    found = Paper("t", "T", "", Head(0, bytes(32)), (Section("p", "P", ()),), listing)
    assert list(csv.reader(io.StringIO(as_csv(found)))) == [
        ["name", "amount"], ["'=1+1", "-0.015"], ["'-x", "0.00"], ["plain", "0.25"],
    ]  # fmt: skip
    assert found.source == "Made from an empty journal."


MAKE_AGAIN = """
from hashlib import sha256
from tests.reports.test_formats import KINDS, as_csv, as_page, as_pdf, paper
for kind in KINDS:
    found = paper(kind)
    made = (as_page(found).encode(), as_pdf(found), as_csv(found).encode())
    print(kind, *(sha256(each).hexdigest() for each in made))
"""


def test_the_same_journal_gives_the_same_bytes_in_another_process() -> None:
    root = Path(__file__).parents[2]
    printed = set()
    for seed in ("1", "2"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")]),
        }
        ran = subprocess.run(
            [sys.executable, "-c", MAKE_AGAIN], capture_output=True, text=True, check=True, env=environment, cwd=root
        )
        printed.add(ran.stdout)
    assert len(printed) == 1
    assert len(printed.pop().split()) == 4 * len(KINDS)
