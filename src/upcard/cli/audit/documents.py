"""`upcard audit slips | tax | day | jackpot | meters`: the documents of money, each made from the journal alone."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from upcard.cli.options import AsJson, Db, Whole, reading, says, text_of, vouched
from upcard.cli.output import console, say, show_json
from upcard.errors import Refused
from upcard.journal.command import money_event
from upcard.money.events import HouseOpened
from upcard.reports.blocks import Paper
from upcard.reports.html import as_csv, as_document
from upcard.reports.money.meter_history import derivations, jackpot_paper
from upcard.reports.money.meters import meters as read_meters
from upcard.reports.money.meters import meters_paper
from upcard.reports.money.shifts import Shifts, shifts, shifts_paper
from upcard.reports.money.slips import slips as read_slips
from upcard.reports.money.slips import slips_paper, with_signed_head
from upcard.reports.money.tax import tax as read_tax
from upcard.reports.money.tax import tax_paper, thresholds
from upcard.rules.house import read_house
from upcard.store.open import DEFAULT, open_store

Format = Literal["text", "html", "pdf", "csv"]

ENDINGS: dict[str, Format] = {".html": "html", ".htm": "html", ".pdf": "pdf", ".csv": "csv", ".txt": "text", "": "text"}
"""What the name of a file ends with says how it is written."""


@Parameter(name="*")
@dataclass(frozen=True)
class Document:
    """What all documents are asked for: from which journal, in whose name, how written, and where to."""

    db: Db = DEFAULT
    house: Annotated[
        str | None, says("A house as TOML whose name is printed on top; the one that the journal names by default.")
    ] = None
    format: Annotated[
        Format | None, says("text, html, pdf or csv; what the name of --output ends with by default, else text.")
    ] = None
    output: Annotated[str | None, says("The file to write; the terminal by default.")] = None
    as_json: AsJson = False

    @property
    def name(self) -> str:
        """The casino's name: of the house that is given, else as the journal has it."""
        if self.house is not None:
            return read_house(text_of(self.house)).name
        store = open_store(self.db, read_only=True)
        try:
            events = (money_event(entry.event) for entry in store.entries(stream="cage"))
            return next((event.name for event in reversed([*events]) if isinstance(event, HouseOpened)), "")
        finally:
            store.close()

    def give(self, paper: Paper) -> None:
        """Writes it, or shows it; slips and days carry the newest signed head."""
        paper = with_signed_head(paper, vouched(self.db, None).heads)
        wanted = self.format or self._ending()
        if self.output is None and wanted == "pdf":
            raise Refused(None, "--output: a PDF is written to a file")
        if self.output is not None:
            try:
                Path(self.output).write_bytes(_made(paper, wanted))
            except OSError as error:
                raise Refused(None, f"--output: {self.output!r} cannot be written: {error.strerror}") from error
        if self.as_json:
            show_json(as_document(paper))
        elif self.output is not None:
            say(f"{paper.title}: {self.output}")
        elif wanted == "text":
            from upcard.cli.audit.report_text import print_paper

            print_paper(paper, console())
        else:
            sys.stdout.write(_made(paper, wanted).decode())

    def _ending(self) -> Format:
        ending = Path(self.output or "").suffix.lower()
        if ending in ENDINGS:
            return ENDINGS[ending]
        known = ", ".join(found for found in ENDINGS if found)
        asks = "--format says how it is written, --json prints JSON"
        raise Refused(None, f"--output: {self.output!r} ends with none of {known}; {asks}")


TO = Document()


def _made(paper: Paper, wanted: Format) -> bytes:
    match wanted:
        case "html":
            from upcard.reports.html import as_page

            return as_page(paper).encode()
        case "pdf":
            from upcard.reports.pdf import as_pdf

            return as_pdf(paper)
        case "csv":
            return as_csv(paper).encode()
        case "text":
            from upcard.cli.audit.report_text import print_paper

            text = StringIO()
            print_paper(paper, console(text))
            return text.getvalue().encode()


# ---- the commands ----------------------------------------------------------------------------------------------------


def slips(
    *,
    number: Annotated[
        tuple[Whole, ...], says("A slip by its number; may be given again. All of them by default.")
    ] = (),
    to: Document = TO,
) -> None:
    """Jackpot slips: the register, then one slip a page.

    Every number that was ever used, without a gap: who won what with which
    hand, in figures and in words, who keyed and validated it, which caps and
    policies applied, who has signed and who has still to. A void slip is
    kept and marked, with the reason and the slip that replaces it.

    upcard audit slips
    upcard audit slips --house house.toml --output slips.pdf
    upcard audit slips --number 7 --format html > slip-7.html
    """
    with reading(to.db) as journal:
        found = read_slips(journal.entries())
    for asked in number:
        if asked not in (slip.number for slip in found.slips):
            last = max((slip.number for slip in found.slips), default=0)
            there = f"the numbers are 1 to {last}" if last else "none has been issued"
            raise Refused(None, f"--number: there is no slip {asked}; {there}")
    to.give(slips_paper(found, to.name, number))


def tax(*, jurisdiction: Annotated[str, says("Whose thresholds; US by default.")] = "US", to: Document = TO) -> None:
    """Winnings that a tax form is made out for.

    Of every payment at every table: net winnings of at least so many times
    the wager, and at or above the amount in force on the day. Net is all
    that came back less the wager, so that 300 for 1 is 299 times and does
    not reach 300. What only gross reaches, what stays below the amount and
    what has no stake behind it is listed apart. CSV has every win.

    upcard audit tax
    upcard audit tax --output wins.csv
    """
    known = thresholds()
    names = {one.jurisdiction: None for one in known}
    if jurisdiction not in names:
        raise Refused(None, f"--jurisdiction: there are no thresholds of {jurisdiction!r}, only of {_named(names)}")
    with reading(to.db) as journal:
        found = read_tax(journal.entries(), known, jurisdiction)
    to.give(tax_paper(found, to.name))


def day(
    *,
    day: Annotated[str, says("One gaming day, as it was named when it was closed.")] = "",
    shift: Annotated[str, says("One shift, as it was named when it was closed.")] = "",
    by: Annotated[Literal["shift", "day"], says("One reconciliation for each shift, or for each day.")] = "shift",
    to: Document = TO,
) -> int:
    """The reconciliation of shifts and gaming days.

    Trays from opening to closing beside what was counted, drop boxes, win,
    tips and fees; every meter, its reserve and the awards that wait; all
    other accounts; and the proof that together they are nothing. What has
    happened since the last closing comes last. Exit status 1 where the
    proof fails.

    upcard audit day
    upcard audit day --day 2026-03-01 --by day --output day.pdf
    """
    with reading(to.db) as journal:
        found = shifts(journal.entries(), by)
    _asked_for(found, day, shift)
    to.give(shifts_paper(found, to.name, day, shift))
    return 0 if all(period.proven for period in found.periods) else 1


def jackpot(
    name: Annotated[str, Parameter(name="JACKPOT", help="A jackpot, by its name.")],
    /,
    *,
    by: Annotated[
        Literal["day", "table", "round"],
        says("Contributions together by day, by day and table, or by day, table and round."),
    ] = "table",
    to: Document = TO,
) -> int:
    """How a jackpot came to show what it shows.

    From its seed through every contribution, reversal, award, rejection,
    correction, new start and transfer to the amount on the sign and the
    fraction of a cent behind it, beside what the books hold. CSV has every
    single movement. Exit status 1 where they differ by as much as a
    millionth of a cent.

    upcard audit jackpot "Gold Rush"
    upcard audit jackpot "Gold Rush" --by round --output gold-rush.html
    """
    with reading(to.db) as journal:
        found = derivations(journal.entries(), name, journal.balances())
    to.give(jackpot_paper(found, to.name, by))
    return 0 if all(level.proven for level in found) else 1


def meters(*, jackpot: Annotated[str, says("One jackpot, by its name.")] = "", to: Document = TO) -> int:
    """Every meter on demand.

    For each level its parameters and meters: wagers in, displayed, hits, won,
    fixed awards, overflow, reserve, pending; all that moved the meter, added
    up to what is displayed; the tables and other titles that play for it;
    the last 25 hits in the order in which they were keyed, with who keyed,
    validated and closed them; and what was read off the signs. Exit status 1
    where a meter does not add up.

    upcard audit meters
    upcard audit meters --jackpot "Gold Rush" --json
    """
    with reading(to.db) as journal:
        found = read_meters(journal.entries())
    names = [one.name for one in found.jackpots]
    if jackpot and jackpot not in names:
        raise Refused(None, f"--jackpot: the journal knows no jackpot {jackpot!r}, only {_named(names)}")
    to.give(meters_paper(found, to.name, jackpot))
    return 0 if found.proven else 1


def _asked_for(found: Shifts, day: str, shift: str) -> None:
    """A gaming day or a shift that was never closed is no empty document."""
    closed = [one for one in found.periods if one.closed_at]
    if any(day in ("", one.day) and shift in ("", one.shift) for one in closed) or not (day or shift):
        return
    option, asked = ("--day", day) if day else ("--shift", shift)
    if day and shift and any(day == one.day for one in closed):
        option, asked = "--shift", f"{shift} of {day}"
    there = {one.day if found.span == "day" else f"{one.day} {one.shift}": None for one in closed}
    only = f"only {_named(there)}" if there else "nor any other"
    raise Refused(None, f"{option}: the journal closes no {option.removeprefix('--')} {asked!r}, {only}")


NAMED = 12
"""So many names are told, and then only how many more there are."""


def _named(names: Iterable[str]) -> str:
    found = [*names]
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(map(repr, found[:NAMED])) + more if found else "none"
