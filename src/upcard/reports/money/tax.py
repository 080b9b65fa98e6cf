"""Winnings that a tax form is made out for: many times the wager, and at or above an amount that the date decides.

*Gross* is all that came back for a wager, its stake included where that was handed back. *Net* is gross less the wager.
An award '300 for 1' keeps the stake: it is 300 times the wager gross and 299 net, and net is what counts. '300 to 1'
hands the stake back: 301 gross, 300 net.

Where no stake lies behind a payment (a coupon of the house, an envy bonus, a drawn card or place) there is no wager to
multiply: at or above the amount it is left to a person, below it is not listed. A winning tip is the dealer's and no
player's winnings. What a void hand or round has reversed was not won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from upcard.cards import describe
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import Payment
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.reports.money.tax_thresholds import US, Threshold, in_force, thresholds
from upcard.store.entry import Entry
from upcard.store.store import Head
from upcard.tables import events as te

Verdict: TypeAlias = Literal["reportable", "below amount", "gross only", "by a person", "below multiple", "reversed"]

NOTABLE: tuple[Verdict, ...] = ("reportable", "below amount", "gross only", "by a person", "reversed")
"""What a reader is shown; the list has every win."""

_PAYING = (
    stud.HandFolded | stud.StepSettled | stud.HandVoided | stud.RoundVoided | six.HandFolded | six.SeatSettled
    | stud.HandCorrected | six.BonusCardDealt | six.BonusCardRefused | six.FinalDecided | six.HandVoided
)  # fmt: skip
_REVERSING = (
    stud.HandVoided | stud.RoundVoided | stud.TableMisdealt | stud.HandCorrected | stud.DealerCorrected
    | six.HandVoided | six.HandCorrected | six.CommunityCorrected | stud.DealTakenBack | six.DealTakenBack
)  # fmt: skip


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

    @property
    def notable(self) -> tuple[Win, ...]:
        return tuple(win for win in self.wins if win.verdict in NOTABLE)


def tax(entries: Iterable[Entry], known: tuple[Threshold, ...] | None = None, jurisdiction: str = US) -> Tax:
    """The wins of every wager in a journal; dates are those of the entries, in UTC."""
    known = thresholds() if known is None else known
    journal = LedgerReplay()
    wins: list[Win] = []
    payments = 0
    open_: dict[str, list[int]] = {}
    for moment in journal.read(entries):
        if isinstance(moment.event, te.RoundReconciled):
            open_.pop(moment.table, None)
        for payment in _reversed(moment):
            here = open_.get(moment.table, [])
            at = next((at for at in reversed(here) if wins[at].payment == payment and not wins[at].reversed), None)
            if at is not None:
                wins[at] = replace(wins[at], reversed=True)
        for payment in _paid(moment):
            payments += 1
            if payment.result == "win" and payment.wager != "tip" and payment.paid:
                due = in_force(known, moment.day, jurisdiction)
                player = journal.player(moment.table, payment.seat)
                open_.setdefault(moment.table, []).append(len(wins))
                wins.append(Win(moment.entry.seq, moment.entry.at, moment.table, moment.round, payment, player, due))
    return Tax(tuple(wins), payments, journal.head)


def _paid(moment: LedgerEntry) -> Iterator[Payment]:
    if isinstance(moment.event, te.Played) and isinstance(moment.event.event, _PAYING):
        yield from moment.event.event.payments


def _reversed(moment: LedgerEntry) -> Iterator[Payment]:
    if isinstance(moment.event, te.Played) and isinstance(moment.event.event, _REVERSING):
        yield from moment.event.event.reversed
