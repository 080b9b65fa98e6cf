"""The casino as it stood after a commit: taken by the one thread that writes, and never changed afterwards.

Whoever draws a page reads a moment, so that no page is half before and half after an act.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.audit.shuffles.document import Fairness
from upcard.games.meter import Meter
from upcard.journal.casino import Casino
from upcard.money.coupon import Coupons, by_table
from upcard.money.link import Link
from upcard.money.slip import Slip
from upcard.rules.table import TableRules
from upcard.tables.state import Table


class Line(NamedTuple):
    """One sentence of a table's log."""

    seq: int
    at: str
    text: str
    clause: str | None


class Finished(NamedTuple):
    """A table's last finished round: what each seat's receipt is made from."""

    number: int
    round: Any
    players: dict[int, str]


class Frozen(NamedTuple):
    """The entry that locked an award, and the version of its jackpot with that entry."""

    seq: int
    version: int


class StateSnapshot(NamedTuple):
    """Everything that a page is drawn from."""

    seq: int
    at: str
    house_name: str
    tables: dict[str, Table]
    rules: dict[str, TableRules]
    """By table, what it is run by, with terms eased where a petition was granted."""
    links: dict[str, Link]
    readings: dict[str, dict[str, Meter]]
    """By table and level, the meters that it plays for."""
    meters: dict[str, dict[str, int]]
    """By jackpot and level, what is displayed, in micros."""
    versions: dict[str, int]
    slips: dict[int, Slip]
    fair: dict[str, Fairness]
    """By table, what is public of its shuffles."""
    logs: dict[str, tuple[Line, ...]]
    finished: dict[str, Finished]
    since: dict[str, str]
    """By table, when its present step began: the time of its last entry."""
    ends: dict[str, tuple[str, ...]]
    """By table, when its last rounds ended."""
    called: dict[str, str]
    """By table, when its supervisor was called, or came."""
    acknowledged: dict[str, str]
    """By alert, who has seen it and when."""
    frozen: dict[tuple[str, int], Frozen]
    """By jackpot and number, where an award was locked."""
    coupons: dict[str, Coupons]
    """By table, the coupons since the last gaming day ended, all kinds together."""
    day: str
    """The gaming day that ended last, or empty."""
    outdated: frozenset[str]
    """The tables that are open under another text of the law, and take nothing but being closed."""
    coupon_alert: int
    """Cents of coupons at a table in a gaming day that somebody should look at."""
    locked: str = ""
    """Why nothing is done any more, or empty."""

    def has_round(self, table: str, number: int) -> bool:
        """Whether a round of that number was ever begun."""
        return 1 <= number <= self.tables[table].number


UNTOUCHED = Table()
"""A table that was never opened: the same one each time, so that it is seen not to have changed."""


def standing(casino: Casino) -> dict[str, Any]:
    """What a moment holds of the casino itself."""
    books = casino.books
    names = [t.name for t in casino.house.tables]
    return {
        "seq": casino.seq,
        "house_name": casino.house.name,
        "tables": {name: casino.tables.get(name, UNTOUCHED) for name in names},
        "rules": {name: casino.rules_of(name) for name in names},
        "links": dict(books.links),
        "readings": {name: books.readings(name) for name in names},
        "meters": {
            name: {level: books.meter(name, level).amount for level in link.tiers} for name, link in books.links.items()
        },
        "versions": dict(casino.versions),
        "slips": dict(books.slips),
        "coupons": by_table(books.coupons.values()),
        "day": books.day,
        "outdated": frozenset(name for name in names if casino.outdated(name)),
        "coupon_alert": casino.house.coupon_alert,
    }
