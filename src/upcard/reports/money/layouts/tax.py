"""Tax thresholds on paper: what is reportable, what is left to a person, what only just is neither."""

from __future__ import annotations

from upcard.reports.money.blocks import Column, Fact, Facts, Paper, Part, Prose, Table, Value
from upcard.reports.money.tax import Tax, Verdict, Win
from upcard.units import show_dollars

COLUMNS = (
    Column("entry", "Entry", "number"),
    Column("paid_at", "Paid", "time"),
    Column("table", "Table"),
    Column("round", "Round", "number"),
    Column("seat", "Seat", "number"),
    Column("player", "Player"),
    Column("wager", "Wager", "wager"),
    Column("hand", "Hand"),
    Column("odds", "Award", "words"),
    Column("staked", "Wagered", "cents"),
    Column("gross", "Gross", "cents"),
    Column("gross_multiple", "Gross, times", "number"),
    Column("net", "Net", "cents"),
    Column("net_multiple", "Net, times", "number"),
    Column("threshold", "Amount in force", "cents"),
    Column("verdict", "Verdict"),
)

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
    parts = [
        Part(
            "summary", "Summary",
            (Prose(METHOD), *((Facts("thresholds", "In force", dated),) if dated else ()),
             Facts("counts", "Found", counted)),
        )
    ]  # fmt: skip
    for verdict, title, about in SECTIONS:
        if found := tax.of(verdict):
            rows = tuple(_row(win) for win in found)
            parts.append(Part(verdict.replace(" ", "-"), title, (Table(verdict, about, COLUMNS, rows),)))
    listing = Table("wins", "Every win", COLUMNS, tuple(_row(win) for win in tax.wins))
    return Paper("tax", "Winnings and tax thresholds", house, tax.head, tuple(parts), listing)


def _row(win: Win) -> tuple[Value, ...]:
    payment = win.payment
    return (
        win.entry, win.at, win.table, win.round, payment.seat, win.player, payment.wager, win.hand, payment.odds or "",
        payment.staked, win.gross, multiple(win.gross, payment.staked), win.net, multiple(win.net, payment.staked),
        win.threshold.cents, win.verdict,
    )  # fmt: skip
