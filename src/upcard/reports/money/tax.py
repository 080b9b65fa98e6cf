"""Winnings that a tax form is made out for: many times the wager, and at or above an amount that the date decides.

*Gross* is all that came back for a wager, its stake included where that was handed back. *Net* is gross less the wager.
An award '300 for 1' keeps the stake: it is 300 times the wager gross and 299 net, and net is what counts. '300 to 1'
hands the stake back: 301 gross, 300 net.

Where no stake lies behind a payment (a coupon of the house, an envy bonus, a drawn card or place) there is no wager to
multiply: at or above the amount it is left to a person, below it is not listed. A winning tip is the dealer's and no
player's winnings. What a void hand or round has reversed was not won.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from upcard.cards import describe
from upcard.games.payment import Payment
from upcard.reports.blocks import Fact, Facts, Paper, Prose, Section, Table, Value, headed
from upcard.reports.money.ledger_replay import LedgerReplay
from upcard.store.store import Entry, Head
from upcard.tables import events as te
from upcard.units import show_dollars

Verdict: TypeAlias = Literal["reportable", "below amount", "gross only", "by a person", "below multiple", "reversed"]

US = "US"


class Win(msgspec.Struct, frozen=True):
    """One payment that won, with both of its multiples."""

    entry: int
    at: str
    table: str
    round: int
    payment: Payment
    player: str
    threshold: Threshold
    reversed: bool = False

    @property
    def gross(self) -> int:
        return self.payment.returned + self.payment.paid

    @property
    def net(self) -> int:
        return self.gross - self.payment.staked

    @property
    def hand(self) -> str:
        return describe(self.payment.hand) if self.payment.hand else ""

    @property
    def verdict(self) -> Verdict:
        """A payment that notable multiples make of interest and that was reversed later is kept, and says so."""
        found = judge(self.payment.staked, self.gross, self.threshold)
        return "reversed" if self.reversed and found != "below multiple" else found


def judge(staked: int, gross: int, threshold: Threshold) -> Verdict:
    """What becomes of winnings, in cents.

    >>> from datetime import date
    >>> due = Threshold("US", date(2026, 1, 1), 300, 60_000)
    >>> judge(1_000, 300_000, due), judge(1_000, 301_000, due), judge(100, 30_100, due)
    ('gross only', 'reportable', 'below amount')
    >>> judge(0, 59_999, due), judge(0, 60_000, due)
    ('below multiple', 'by a person')
    """
    net = gross - staked
    if not staked:
        return "by a person" if gross >= threshold.cents else "below multiple"
    if net >= threshold.multiple * staked:
        return "reportable" if net >= threshold.cents else "below amount"
    return "gross only" if gross >= threshold.multiple * staked else "below multiple"


class Tax(msgspec.Struct, frozen=True):
    """Every win of a journal, and how many payments it was found among."""

    wins: tuple[Win, ...]
    payments: int
    head: Head

    def of(self, verdict: Verdict) -> tuple[Win, ...]:
        return tuple(win for win in self.wins if win.verdict == verdict)


def tax(
    entries: Iterable[Entry],
    known: tuple[Threshold, ...] | None = None,
    jurisdiction: str = US,
    *,
    within: Container[str] | None = None,
) -> Tax:
    """The wins of every wager in a journal, or of the days within; dates are those of the entries, in UTC."""
    known = thresholds() if known is None else known
    journal = LedgerReplay()
    wins: list[Win] = []
    payments = 0
    open_: dict[str, list[int]] = {}
    for moment in journal.read(entries):
        if isinstance(moment.event, te.RoundReconciled):
            open_.pop(moment.table, None)
        for payment in getattr(moment.played, "reversed", ()):
            here = open_.get(moment.table, [])
            at = next((at for at in reversed(here) if wins[at].payment == payment and not wins[at].reversed), None)
            if at is not None:
                wins[at] = replace(wins[at], reversed=True)
        for payment in getattr(moment.played, "payments", ()):
            payments += within is None or moment.day in within
            if payment.result == "win" and payment.wager != "tip" and payment.paid:
                due = in_force(known, moment.day, jurisdiction)
                player = journal.player(moment.table, payment.seat)
                open_.setdefault(moment.table, []).append(len(wins))
                wins.append(Win(moment.entry.seq, moment.entry.at, moment.table, moment.round, payment, player, due))
    kept = wins if within is None else [win for win in wins if win.at[:10] in within]
    return Tax(tuple(kept), payments, journal.head)


# ---- from which winnings on a tax form is made out, as TOML with the dates from which it holds ------------------


class Threshold(msgspec.Struct, frozen=True, rename={"since": "from"}, forbid_unknown_fields=True):
    """Winnings of so many times the wager and of so many cents, from a date on."""

    jurisdiction: str
    since: date
    multiple: int
    cents: int


class _Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: tuple[Threshold, ...]


def read_thresholds(text: str) -> tuple[Threshold, ...]:
    """The parameters of a file, the oldest first."""
    found = msgspec.convert(tomllib.loads(text), _Parameters).threshold
    return tuple(sorted(found, key=lambda one: (one.jurisdiction, one.since)))


@cache
def thresholds() -> tuple[Threshold, ...]:
    """The parameters that come with the package."""
    return read_thresholds(files("upcard.reports.money").joinpath("thresholds.toml").read_text(encoding="utf-8"))


def in_force(known: tuple[Threshold, ...], day: str, jurisdiction: str = US) -> Threshold:
    """The one that holds on a day.

    >>> in_force(thresholds(), "2025-12-31").cents, in_force(thresholds(), "2026-01-01").cents
    (60000, 200000)
    """
    on = date.fromisoformat(day)
    found = [one for one in known if one.jurisdiction == jurisdiction and one.since <= on]
    if not found:
        raise ValueError(f"no tax threshold of {jurisdiction} holds on {day}")
    return found[-1]


# ---- on paper: what is reportable, what is left to a person, what only just is neither --------------------------

COLUMNS = headed("entry:Entry|number", "paid_at:Paid|time", "table:Table", "round:Round|number",
                 "seat:Seat|number", "player:Player", "wager:Wager|wager", "hand:Hand", "odds:Award|words",
                 "staked:Wagered|cents", "gross:Gross|cents", "gross_multiple:Gross, times|number",
                 "net:Net|cents", "net_multiple:Net, times|number", "threshold:Amount in force|cents",
                 "verdict:Verdict")  # fmt: skip

SECTIONS: tuple[tuple[Verdict, str, str], ...] = (
    ("reportable", "Reportable", "A form is made out: net winnings reach the multiple and the amount in force."),
    ("by a person", "To be judged by a person", "No stake lies behind them, and they reach the amount in force."),
    ("gross only", "Reached by gross, not by net", "Gross reaches the multiple and net does not: not reportable."),
    ("below amount", "Below the amount", "Net reaches the multiple, and stays below the amount in force."),
    ("reversed", "Reversed", "Paid, and taken back when the hand or the round was voided: nothing was won."),
)

METHOD = (
    "Gross is all that came back for a wager, the stake included where it was handed back; net is gross less the "
    "wager. An award '300 for 1' keeps the stake, so it is 299 net. A payment without a stake behind it (a coupon, an "
    "envy bonus, a drawn card or place) has no multiple. Winning tips are the dealer's and are not listed. Dates are "
    "in UTC. The list for spreadsheets has every win."
)


def multiple(gross: int, staked: int) -> str | None:
    """To two places, down; the verdict itself is taken from whole cents.

    >>> multiple(30_000, 100), multiple(29_999, 100), multiple(5, 0)
    ('300.00', '299.99', None)
    """
    if not staked:
        return None
    whole, rest = divmod(gross * 100 // staked, 100)
    return f"{whole}.{rest:02d}"


def tax_paper(tax: Tax, house: str = "") -> Paper:
    used = list(dict.fromkeys(win.threshold for win in tax.wins))
    dated = tuple(
        Fact(
            f"from_{one.since}", f"{one.jurisdiction}, from {one.since}",
            f"net at least {one.multiple} times the wager, and at least {show_dollars(one.cents)}",
        )
        for one in used
    )  # fmt: skip
    counted = (
        Fact("payments", "Payments in the journal", tax.payments, "number"),
        Fact("wins", "Wins among them", len(tax.wins), "number"),
        *(Fact(verdict.replace(" ", "_"), title, len(tax.of(verdict)), "number") for verdict, title, _ in SECTIONS),
    )
    sections = [
        Section(
            "summary", "Summary",
            (Prose(METHOD), *((Facts("thresholds", "In force", dated),) if dated else ()),
             Facts("counts", "Found", counted)),
        )
    ]  # fmt: skip
    for verdict, title, about in SECTIONS:
        if found := tax.of(verdict):
            rows = tuple(_row(win) for win in found)
            sections.append(Section(verdict.replace(" ", "-"), title, (Table(verdict, about, COLUMNS, rows),)))
    listing = Table("wins", "Every win", COLUMNS, tuple(_row(win) for win in tax.wins))
    return Paper("tax", "Winnings and tax thresholds", house, tax.head, tuple(sections), listing)


def _row(win: Win) -> tuple[Value, ...]:
    payment = win.payment
    return (
        win.entry, win.at, win.table, win.round, payment.seat, win.player, payment.wager, win.hand, payment.odds or "",
        payment.staked, win.gross, multiple(win.gross, payment.staked), win.net, multiple(win.net, payment.staked),
        win.threshold.cents, win.verdict,
    )  # fmt: skip
