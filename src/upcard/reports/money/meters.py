"""The meters on demand: parameters and meters of every level, who plays for it, its last hits, its signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from upcard.money import account
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.jackpot_admin import SIGN_VARIANCE
from upcard.money.link import LAST_HITS, Link, Member
from upcard.reports.money.award_history import Award, Awards, see_award
from upcard.reports.money.ledger_replay import LedgerReplay
from upcard.reports.money.posting_reason import REVERSED, kind, lines
from upcard.reports.money.shifts import Statement
from upcard.rules.jackpot import Approval, Level, Title
from upcard.store.entry import Entry
from upcard.store.store import Head
from upcard.units import MICROS_PER_CENT, micros, whole_cents

__all__ = ["LAST_HITS", "SIGN_VARIANCE", "JackpotMeters", "LevelMeters", "Meters", "SignReading", "meters"]

FIXED = ("fixed award", "fixed award" + REVERSED)

Moved: TypeAlias = Mapping[str, Counter[str]]
"""What moved each meter, by its account and the reason."""


class LevelMeters(msgspec.Struct, frozen=True):
    """One level: `amount`, `overflowed`, `reserve` and `pending` in micros, the others in cents.

    `statement` is its meter from the first entry of the journal: what moved it and why, beside what the books hold.
    """

    level: str
    terms: Level
    wagered: int
    amount: int
    displayed: int
    hits: int
    won: int
    resets: int
    overflowed: int
    reserve: int
    pending: int
    statement: Statement

    @property
    def fixed(self) -> int:
        """Fixed awards that the meter has paid, less those that a void hand or round gave back."""
        return whole_cents(-self.statement.of(*FIXED))

    @property
    def proven(self) -> bool:
        """All that moved the meter comes to what the books hold, which is what is displayed and a part of a cent."""
        return self.statement.explained and 0 <= self.amount - micros(self.displayed) < MICROS_PER_CENT


class SignReading(msgspec.Struct, frozen=True):
    """What a sign showed of a level beside what the meter held, in cents."""

    at: str
    by: str
    sign: str
    level: str
    shown: int
    held: int

    @property
    def variance(self) -> int:
        return self.shown - self.held

    @property
    def reported(self) -> bool:
        return abs(self.variance) > SIGN_VARIANCE


class JackpotMeters(msgspec.Struct, frozen=True):
    """One jackpot."""

    name: str
    edition: str
    schedule: str
    state: str
    levels: tuple[LevelMeters, ...]
    members: dict[str, Member]
    titles: tuple[Title, ...]
    hits: tuple[Award, ...]
    """The last ones in the order in which they were keyed, whatever became of them."""
    signs: tuple[SignReading, ...]
    wager: str = ""
    """Another wager than the schedule lists, or empty."""
    approval: Approval | None = None


class Meters(msgspec.Struct, frozen=True):
    jackpots: tuple[JackpotMeters, ...]
    head: Head

    @property
    def proven(self) -> bool:
        return all(level.proven for jackpot in self.jackpots for level in jackpot.levels)


def meters(entries: Iterable[Entry]) -> Meters:
    """Every jackpot of a journal as it stands at its end."""
    journal = LedgerReplay()
    awards: Awards = {}
    signs: dict[str, list[SignReading]] = {}
    moved: dict[str, Counter[str]] = {}
    for moment in journal.read(entries):
        see_award(awards, journal, moment)
        for line in lines(moment):
            if kind(line.account) == "meter":
                moved.setdefault(line.account, Counter())[line.reason] += line.micros
        event = moment.event
        if isinstance(event, e.SignRead):
            signs.setdefault(event.jackpot, []).extend(
                SignReading(moment.entry.at, moment.entry.by, event.sign, level, shown, event.held[level])
                for level, shown in event.shown.items()
            )
    found = [
        _jackpot(journal.books, link, moved, [a for a in awards.values() if a.jackpot == name], signs.get(name, []))
        for name, link in journal.books.links.items()
    ]
    return Meters(tuple(found), journal.head)


def _jackpot(books: Books, link: Link, moved: Moved, awards: list[Award], signs: list[SignReading]) -> JackpotMeters:
    levels = tuple(
        LevelMeters(
            level, tier.level, tier.wagered, books.balances.get(account.meter(link.name, level), 0),
            books.meter(link.name, level).displayed, tier.hits, tier.won, tier.resets, tier.overflowed,
            books.balances.get(account.reserve(link.name, level), 0),
            books.balances.get(account.pending(link.name, level), 0),
            _statement(books, moved, account.meter(link.name, level)),
        )
        for level, tier in link.tiers.items()
    )  # fmt: skip
    return JackpotMeters(
        link.name, link.edition, link.schedule, _state(link), levels, link.members, link.titles,
        tuple(sorted(awards, key=lambda one: one.number)[-LAST_HITS:]), tuple(signs), link.wager,
        link.approval,
    )  # fmt: skip


def _statement(books: Books, moved: Moved, name: str) -> Statement:
    return Statement(name, 0, dict(moved.get(name, {})), books.balances.get(name, 0))


def _state(link: Link) -> str:
    if link.ended:
        return f"ended: {link.ended}"
    return f"stands still: {link.suspended}" if link.suspended else "in operation"
