"""The documents of money as pages, prints and lists, made from the journal when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.reports.blocks import Paper
from upcard.reports.csv_json import as_csv, as_document
from upcard.reports.html import as_page
from upcard.reports.money.meter_history import derivations, jackpot_paper
from upcard.reports.money.meters import meters, meters_paper
from upcard.reports.money.shifts import shifts, shifts_paper
from upcard.reports.money.slips import slips, slips_paper, with_signed_head
from upcard.reports.money.tax import tax, tax_paper, thresholds
from upcard.reports.pdf import as_pdf
from upcard.store.store import Head, Reading
from upcard.web.wire import encode

Asked = Mapping[str, str]

STYLE = "/documents/style.css"


class Kind(NamedTuple):
    """A document that is offered: its name on the page, and what it is for."""

    title: str
    summary: str
    make: Callable[[Reading, str, Asked], Paper]


def _slips(reading: Reading, house: str, asked: Asked) -> Paper:
    found = slips(reading.entries())
    number = _number(asked)
    if number and number not in [slip.number for slip in found.slips]:
        raise Refused(None, f"number: there is no slip {number}")
    return slips_paper(found, house, (number,) if number else ())


def _number(asked: Asked) -> int:
    text = asked.get("number", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refused(None, f"number: {text[:40]!r} is not the number of a slip")
    return int(text or 0)


def _tax(reading: Reading, house: str, asked: Asked) -> Paper:
    del asked
    return tax_paper(tax(reading.entries(), thresholds(), "US"), house)


def _day(reading: Reading, house: str, asked: Asked) -> Paper:
    return shifts_paper(shifts(reading.entries(), "day" if asked.get("by") == "day" else "shift"), house)


def _meters(reading: Reading, house: str, asked: Asked) -> Paper:
    del asked
    return meters_paper(meters(reading.entries()), house)


def _jackpot(reading: Reading, house: str, asked: Asked) -> Paper:
    return jackpot_paper(derivations(reading.entries(), asked.get("jackpot", ""), reading.balances()), house)


KINDS: dict[str, Kind] = {
    "slips": Kind("Jackpot slips", "The register, then one slip a page, with who has signed it.", _slips),
    "meters": Kind("Meters", "Every meter with its parameters, what moved it, and the last hits.", _meters),
    "jackpot": Kind(
        "Derivation of a jackpot", "From its seed through every movement to what the sign shows.", _jackpot
    ),
    "day": Kind("Reconciliation", "Trays, drops, win, tips and fees, shift by shift, with the proof.", _day),
    "tax": Kind("Tax thresholds", "Winnings that a tax form is made out for.", _tax),
}


class Written(NamedTuple):
    """A document as bytes."""

    body: bytes
    media: str
    name: str


def written(
    reading: Reading, kind: str, form: str, house: str, hashes_upto: int, asked: Asked, heads: Path | None = None
) -> Written:
    """A document in one form: html, pdf, csv or json; `heads` is the file of signed heads."""
    if kind not in KINDS:
        raise Refused(None, f"there is no document {kind[:40]!r}, only {', '.join(KINDS)}")
    paper = with_signed_head(KINDS[kind].make(reading, house, asked), heads, hashes_upto)
    if paper.head.seq > hashes_upto:
        paper = replace(paper, head=Head(paper.head.seq, b""))
    match form:
        case "html":
            return Written(_linked(as_page(paper)).encode(), "text/html; charset=utf-8", f"{kind}.html")
        case "pdf":
            return Written(as_pdf(paper), "application/pdf", f"{kind}.pdf")
        case "csv":
            return Written(as_csv(paper).encode(), "text/csv; charset=utf-8", f"{kind}.csv")
        case "json":
            return Written(encode(as_document(paper)), "application/json", f"{kind}.json")
        case _:
            raise Refused(None, f"format: {form[:20]!r} is none of html, pdf, csv, json")


_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_LANDSCAPE = "@page { size: A4 landscape; }"


def _linked(page: str) -> str:
    """The page with its style beside it rather than in it: pages of this site bring no style of their own."""
    found = _STYLE.search(page)
    assert found is not None
    wide = "?wide=1" if _LANDSCAPE in found[1] else ""
    return f'{page[: found.start()]}<link rel="stylesheet" href="{STYLE}{wide}">{page[found.end() :]}'


def style(*, wide: bool) -> str:
    """The style of every document; a wide one is printed across the sheet."""
    text = files("upcard.reports").joinpath("templates", "style.css").read_text(encoding="utf-8")
    return text + (_LANDSCAPE if wide else "")
