"""Why money moved, from the event and the two accounts: the names of the lines of every statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.journal.codec import Event
from upcard.money import events as e
from upcard.money.transfer import Transfer
from upcard.reports.money.ledger_replay import LedgerEntry
from upcard.tables import events as te

SETTLED = {
    ("felt", "seat"): "stake returned",
    ("felt", "tray"): "stake collected",
    ("felt", "fees"): "fee",
    ("felt", "tips"): "tip",
    ("tray", "seat"): "payment",
    ("tray", "tips"): "payment",
    ("pending", "seat"): "award paid",
    ("meter", "seat"): "fixed award",
    ("house", "account"): "account credited",
}
"""What a settlement moves; a void hand may move it back."""

ROUTES = SETTLED | {
    ("seat", "felt"): "wager",
    ("pending", "title"): "award paid",
    ("cage", "tray"): "fill",
    ("tray", "cage"): "credit",
    ("tray", "drop"): "chips sold",
    ("variance", "tray"): "count",
    ("variance", "drop"): "count",
    ("drop", "cage"): "drop",
    ("meter", "pending"): "award",
    ("pending", "meter"): "award put back",
    ("reserve", "meter"): "reserve poured",
    ("meter", "reserve"): "reserve taken back",
    ("meter", "meter"): "transfer",
    ("reserve", "reserve"): "transfer",
    ("meter", "licensee"): "transfer",
    ("reserve", "licensee"): "transfer",
    ("title", "meter"): "contribution",
    ("title", "reserve"): "contribution",
    ("house", "reserve"): "contribution",
}
REVERSED = ", reversed"

_VOIDS = (
    stud.HandVoided | stud.RoundVoided | stud.TableMisdealt | stud.HandCorrected | stud.DealerCorrected
    | six.HandVoided | six.HandCorrected | six.CommunityCorrected | stud.DealTakenBack | six.DealTakenBack
)  # fmt: skip


class Line(NamedTuple):
    """What one account gained, or lost, and why."""

    account: str
    reason: str
    micros: int


def kind(account: str) -> str:
    """
    >>> kind("meter/Harbor/main"), kind("house")
    ('meter', 'house')
    """
    return account.partition("/")[0]


def reason(event: Event, transfer: Transfer, before: Transfer | None = None) -> str:
    """The name of what a transfer did; `before` is the one before it in the same entry."""
    route = (kind(transfer.source), kind(transfer.to))
    played = event.event if isinstance(event, te.Played) else None
    if isinstance(played, _VOIDS) and route[::-1] in SETTLED:
        return SETTLED[route[::-1]] + REVERSED
    match route, event:
        case ("felt", "seat"), te.Played(event=stud.WagerTakenBack() | six.WagerTakenBack()):
            return "wager taken back"
        case ("felt", "seat"), te.Played(event=stud.ProgressiveCorrected()):
            return "wager struck"
        case ("house", "meter"), e.JackpotOpened() | e.HitLocked():
            return "seed"
        case ("house", "meter"), e.MeterCorrected():
            return "correction"
        case ("house", "meter"), _:
            return "contribution"
        case ("meter", "house"), e.HitRejected():
            # Contributions that were found void while the award waited leave with it, the seed only after its reserve.
            waited = before is not None and kind(before.source) == "pending"
            return "contribution" + REVERSED if waited else "seed taken back"
        case ("meter" | "reserve", "house"), e.JackpotEnded():
            return "left over"
        case ("meter" | "reserve", "house"), _:
            return "contribution" + REVERSED
        case _:
            return ROUTES[route]


def lines(moment: LedgerEntry) -> Iterator[Line]:
    """Both sides of every transfer: together they are nothing."""
    before: Transfer | None = None
    for transfer in moment.transfers:
        if transfer.micros:
            why = reason(moment.event, transfer, before)
            yield Line(transfer.source, why, -transfer.micros)
            yield Line(transfer.to, why, transfer.micros)
        before = transfer
