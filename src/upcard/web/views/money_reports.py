"""The documents of money as pages, prints and lists, made from the journal when asked for; and jackpot slips."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from msgspec.structs import replace

from upcard.cards import describe
from upcard.document import Money, Time, doc
from upcard.errors import Refused
from upcard.money.slip import Slip as IssuedSlip
from upcard.money.slip import unsigned
from upcard.present.payment import WAGERS
from upcard.reports.blocks import Paper
from upcard.reports.html import as_csv, as_document, as_page
from upcard.reports.money.meter_history import derivations, jackpot_paper
from upcard.reports.money.meters import meters, meters_paper
from upcard.reports.money.shifts import shifts, shifts_paper
from upcard.reports.money.slips import slips, slips_paper, with_signed_head
from upcard.reports.money.tax import tax, tax_paper, thresholds
from upcard.reports.pdf import as_pdf
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.store.store import Head, Reading
from upcard.tables import Table
from upcard.tables.commands import FLOORPERSON, Actor
from upcard.units import show_cents, show_dollars
from upcard.web.act_codec import OfferedAct
from upcard.web.page import encode
from upcard.web.projection import StateSnapshot
from upcard.web.views.irregularity_actions import Choice, Rejection, choice

Asked = Mapping[str, str]

STYLE = "/documents/style.css"


class Kind(NamedTuple):
    """A document that is offered: its name on the page, and what it is for."""

    title: str
    summary: str
    make: Callable[[Reading, str, Asked], Paper]


class Dates(NamedTuple):
    """From which day to which, both included; an empty one is no bound."""

    since: str = ""
    until: str = ""

    def __contains__(self, day: object) -> bool:
        return isinstance(day, str) and self.since <= day and (not self.until or day <= self.until)

    @property
    def words(self) -> str:
        """Both as a title has them."""
        return "".join(f"{name}{day}" for name, day in ((", from ", self.since), (" to ", self.until)) if day)


def dates(asked: Asked) -> Dates:
    """The days that a report is asked for.

    >>> "2026-03-01" in dates({"since": "2026-03-01"}), "2026-03-02" in dates({"until": "2026-03-01"})
    (True, False)
    """
    found = Dates(asked.get("since", ""), asked.get("until", ""))
    for name, label in (("since", "From"), ("until", "To")):
        with suppress(ValueError):
            if not asked.get(name) or date.fromisoformat(asked[name]).isoformat() == asked[name]:
                continue
        raise Refused(None, f"{label}: {asked[name][:40]!r} is not a date such as 2026-03-01")
    if found.until and found.until < found.since:
        raise Refused(None, f"From: {found.since} is after {found.until}")
    return found


def _slips(reading: Reading, house: str, asked: Asked) -> Paper:
    found, days = slips(reading.entries()), dates(asked)
    number = _number(asked)
    if number and number not in [slip.number for slip in found.slips]:
        raise Refused(None, f"number: there is no slip {number}")
    numbers: tuple[int, ...] = (number,) if number else ()
    if days != Dates():
        numbers = tuple(slip.number for slip in found.slips if slip.issued_at[:10] in days) or (0,)
    return _titled(slips_paper(found, house, numbers), days)


def _titled(paper: Paper, days: Dates) -> Paper:
    return replace(paper, title=paper.title + days.words)


def _number(asked: Asked) -> int:
    text = asked.get("number", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refused(None, f"number: {text[:40]!r} is not the number of a slip")
    return int(text or 0)


def _tax(reading: Reading, house: str, asked: Asked) -> Paper:
    days = dates(asked)
    return _titled(tax_paper(tax(reading.entries(), thresholds(), "US", within=days), house), days)


def _day(reading: Reading, house: str, asked: Asked) -> Paper:
    """By gaming days; what is not closed yet belongs to no day, and is left out where the last day is named."""
    found, days = shifts(reading.entries(), "day" if asked.get("by") == "day" else "shift"), dates(asked)
    if days != Dates():
        kept = (one for one in found.periods if (one.day in days if one.closed_at else not days.until))
        found = replace(found, periods=tuple(kept))
    return _titled(shifts_paper(found, house), days)


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


def par_sheet(house: House, table: TableRules, form: str) -> Written:
    """The PAR sheet of a table as it is played now, as a print or for programs."""
    from upcard.reports.par import plain_name, sheet  # noqa: PLC0415  (its drawings take a second to load)

    paper, name = sheet(house, table), f"par-{plain_name(table.name, 'table')}"
    if form == "json":
        return Written(encode(as_document(paper)), "application/json", f"{name}.json")
    if form != "pdf":
        raise Refused(None, f"format: {form[:20]!r} is neither pdf nor json")
    return Written(as_pdf(paper), "application/pdf", f"{name}.pdf")


_BODY = re.compile(r"<body[^>]*>")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_BACK = "@media print { .back { display: none; } }\n"
_LANDSCAPE = "@page { size: A4 landscape; }"


def _linked(page: str) -> str:
    """The page with its style beside it rather than in it: pages of this site bring no style of their own."""
    found = _STYLE.search(page)
    assert found is not None
    wide = "?wide=1" if _LANDSCAPE in found[1] else ""
    styled = f'{page[: found.start()]}<link rel="stylesheet" href="{STYLE}{wide}">{page[found.end() :]}'
    return _BODY.sub(r'\g<0><p class="back"><a href="/documents">All documents</a></p>', styled, count=1)


def style(*, wide: bool) -> str:
    """The style of every document; a wide one is printed across the sheet."""
    text = files("upcard.reports").joinpath("templates", "style.css").read_text(encoding="utf-8")
    return text + _BACK + (_LANDSCAPE if wide else "")


# ---- Jackpot slips -----------------------------------------------------------------------------------------
# who has signed, who is missing, and what may be done about it by whoever looks.


class Signed(TypedDict):
    """A signature."""

    role: Annotated[str, doc("The role that it was given in.")]
    by: Annotated[str, doc("Who gave it.")]
    at: Annotated[Time, doc("When.")]


class SlipSigning(TypedDict):
    """How a slip is signed."""

    act: Annotated[OfferedAct, doc("What is sent.")]
    label: Annotated[str, doc("What the button says.")]


class SlipVoiding(Rejection):
    """How a slip is voided."""

    label: Annotated[str, doc("What the button says.")]


class Slip(TypedDict):
    """A jackpot slip."""

    key: Annotated[str, doc("Its name in a list.")]
    number: Annotated[int, doc("Its number, which is never used again.")]
    text: Annotated[str, doc("What it is for, in words.")]
    amount: Annotated[Money, doc("The amount.")]
    hand: Annotated[str, doc("The hand, or empty.")]
    wager: Annotated[str, doc("The wager in words.")]
    round: Annotated[int, doc("The round.")]
    replaces: Annotated[int | None, doc("The slip that was voided for it.")]
    signed: Annotated[list[Signed], doc("Who has signed.")]
    missing: Annotated[list[str], doc("Whose signatures are missing.")]
    complete: Annotated[bool, doc("Whether all have signed.")]
    voided: Annotated[str, doc("Why it was voided, or empty.")]
    href: Annotated[str, doc("Where it can be printed.")]
    version: Annotated[int, doc("The version of the slips.")]
    sign: Annotated[SlipSigning | None, doc("How whoever looks signs it, if they may.")]
    void: Annotated[SlipVoiding | None, doc("How whoever looks voids it, if they may.")]


STREAM = "slips"


def slip_document(moment: StateSnapshot, slip: IssuedSlip, by: Actor | None) -> Slip:
    """One slip, with the signatures that are there and those that are not."""
    issued = slip.issued
    version = moment.versions.get(STREAM, 0)
    said = f"slip {issued.number}, {show_dollars(issued.cents)} to seat {issued.seat} of {issued.table}"
    return {
        "key": f"slip {issued.number}",
        "number": issued.number,
        "text": f"{issued.jackpot}: {show_dollars(issued.cents)}, {issued.table}, seat {issued.seat}",
        "amount": show_cents(issued.cents),
        "hand": describe(issued.hand) if issued.hand else "",
        "wager": WAGERS.get(issued.wager, issued.wager),
        "round": issued.round,
        "replaces": issued.replaces or None,
        "signed": [{"role": one.role, "by": one.by.split(" ", 1)[-1], "at": one.at} for one in slip.signatures],
        "missing": missing(slip) if not slip.voided else [],
        "complete": slip.complete,
        "voided": slip.voided,
        "href": f"/documents/slips?number={issued.number}",
        "version": version,
        "sign": {"act": {"act": "SignSlip", "number": issued.number}, "label": "Sign"} if may_sign(slip, by) else None,
        "void": {
            "act": {"act": "VoidSlip", "number": issued.number},
            "asks": [{"name": "reason", "kind": "text", "label": "Reason", "optional": False}],
            "second": True,
            "label": f"Void slip {issued.number}",
            "statement": f"Void {said}; the award is written out again under the next number.",
        }
        if by is not None and by.role == "supervisor" and not slip.voided
        else None,
    }


def missing(slip: IssuedSlip) -> list[str]:
    """Whose signatures are missing; in a floorperson's place a supervisor signs."""
    return ["floorperson (or a supervisor)" if role == "floorperson" else role for role in slip.missing]


def may_sign(slip: IssuedSlip, by: Actor | None) -> bool:
    """Whether a signature of this person is missing: one for each person, a floorperson's also from above."""
    if by is None or slip.voided or any(one.by.split(" ", 1)[-1] == by.id for one in slip.signatures):
        return False
    return by.role in slip.missing or (by.role in FLOORPERSON and "floorperson" in slip.missing)


def signatures_wanted(moment: StateSnapshot, t: TableRules, table: Table, act: str, seat: int) -> str:
    """What the documents of an award, or the cards that it was won with, wait for; or empty."""
    slip = unsigned(t, moment.slips.values(), table.number, act, seat)
    if slip is None:
        return ""
    return f"Slip {slip.issued.number} waits for the signature of the {' and the '.join(missing(slip))}."


def to_sign(moment: StateSnapshot, table: str, by: Actor | None) -> list[Choice]:
    """What somebody at a table may sign: an act of the house, not of the table."""
    return [
        {
            **choice(
                f"Sign slip {slip.issued.number}: {show_dollars(slip.issued.cents)}, seat {slip.issued.seat}",
                {"act": "SignSlip", "number": slip.issued.number},
            ),
            "house": True,
        }
        for slip in list(moment.slips.values())[-LATEST:]
        if slip.issued.table == table and may_sign(slip, by)
    ]


LATEST = 25
"""How many slips are looked through for one that is not signed."""
