"""How a jackpot came to show what it shows: from its seed through every rise and fall of its meter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from upcard.errors import Refused
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.journal.codec import Event
from upcard.money import account
from upcard.money import events as e
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.reports.money.posting_reason import lines
from upcard.store.entry import Entry
from upcard.store.store import Head
from upcard.tables import events as te
from upcard.units import show_dollars, whole_cents

By = Literal["day", "table", "round"]

CONTRIBUTION = "contribution"
TERMS = "parameters"
"""A change that moves nothing and explains what follows."""


class Movement(msgspec.Struct, frozen=True):
    """One rise or fall, in micros, with what the meter held after it."""

    entry: int
    at: str
    table: str
    round: int
    seat: int
    reason: str
    wagered: int
    """In cents, where it is the contribution of a wager."""
    micros: int
    after: int
    by: str
    why: str

    @property
    def day(self) -> str:
        return self.at[:10]


class Group(msgspec.Struct, frozen=True):
    """Contributions of one day, table or round, between two other movements; or one of those."""

    first: int
    last: int
    day: str
    table: str
    round: int
    reason: str
    count: int
    wagered: int
    micros: int
    after: int
    by: str
    why: str


class Derivation(msgspec.Struct, frozen=True):
    """A level of a jackpot from nothing to now.

    `posted` is the sum of all that the journal's postings put on the meter's account, added up beside the movements;
    `held` is what a store keeps as its balance, where one was asked.
    """

    jackpot: str
    level: str
    movements: tuple[Movement, ...]
    posted: int
    reserve: dict[str, int]
    """What moved the reserve of the level, by reason."""
    head: Head
    held: int | None = None

    @property
    def amount(self) -> int:
        return self.movements[-1].after if self.movements else 0

    @property
    def displayed(self) -> int:
        return whole_cents(self.amount)

    @property
    def proven(self) -> bool:
        return self.amount == self.posted and self.held in (None, self.posted)

    @property
    def by_reason(self) -> dict[str, tuple[int, int]]:
        """How often and how much, for each reason, in the order in which they were first met."""
        found: dict[str, tuple[int, int]] = {}
        for one in self.movements:
            count, micros = found.get(one.reason, (0, 0))
            found[one.reason] = (count + 1, micros + one.micros)
        return found


def derivations(
    entries: Iterable[Entry], jackpot: str, held: Mapping[str, int] | None = None
) -> tuple[Derivation, ...]:
    """Every level of a jackpot; `held` are the balances of the store that the entries came from."""
    journal = LedgerReplay()
    found: dict[str, list[Movement]] = {}
    reserves: dict[str, Counter[str]] = {}
    posted: Counter[str] = Counter()
    for moment in journal.read(entries):
        if isinstance(moment.event, e.JackpotOpened) and moment.event.jackpot == jackpot:
            found = {account.meter(jackpot, level): [] for level in moment.event.levels}
            reserves = {account.reserve(jackpot, level): Counter() for level in moment.event.levels}
        if found and (moment.transfers or isinstance(moment.event, e.LevelChanged)):
            moved = moment.entry.moved
            for meter, known in found.items():
                known.extend(_movements(moment, meter, known[-1].after if known else 0))
                posted[meter] += moved.get(meter, 0)
            for line in lines(moment):
                if line.account in reserves:
                    reserves[line.account][line.reason] += line.micros
    if jackpot not in journal.books.links:
        there = ", ".join(map(repr, journal.books.links)) or "none at all"
        raise Refused(None, f"the journal knows no jackpot {jackpot!r}, only {there}")
    levels = journal.books.links[jackpot].tiers
    names = {level: account.meter(jackpot, level) for level in levels}
    return tuple(
        Derivation(
            jackpot, level, tuple(found[name]), posted[name], dict(reserves[account.reserve(jackpot, level)]),
            journal.head, None if held is None else held.get(name, 0),
        )
        for level, name in names.items()
    )  # fmt: skip


def _movements(moment: LedgerEntry, meter: str, after: int) -> Iterator[Movement]:
    """What one entry did to one meter."""
    event, entry = moment.event, moment.entry
    wagers = iter(
        [fed for fed in moment.fed if account.meter(fed.jackpot, fed.level) == meter and fed.contribution.meter]
    )
    table = moment.table or getattr(event, "table", "")
    if isinstance(event, e.LevelChanged) and account.meter(event.jackpot, event.level) == meter:
        yield Movement(entry.seq, entry.at, "", 0, 0, TERMS, 0, 0, after, entry.by, _why(event))
    for line in lines(moment):
        if line.account != meter:
            continue
        after += line.micros
        fed = next(wagers) if line.reason == CONTRIBUTION else None
        yield Movement(
            entry.seq, entry.at, table, moment.round or getattr(event, "round", 0), fed.seat if fed else _seat(event),
            line.reason, fed.cents if fed else 0, line.micros, after, entry.by, _why(event),
        )  # fmt: skip


def _seat(event: Event) -> int:
    inner = event.event if isinstance(event, te.Played) else event
    return getattr(inner, "seat", 0)


def _why(event: Event) -> str:
    """The words that the journal has for it."""
    match event:
        case e.JackpotOpened():
            return "put into play"
        case e.HitLocked():
            return f"hit {event.number} keyed at {event.title + ', ' if event.title else ''}{event.table}"
        case e.HitRejected():
            return f"hit {event.number} rejected: {event.reason}"
        case e.MeterCorrected():
            what = f" of entry {event.corrects}" if event.corrects else ""
            return f"correction{what}, with {event.second}: {event.reason}"
        case e.LevelChanged():
            limit = "no limit" if event.after.limit is None else f"limit {show_dollars(event.after.limit)}"
            return f"seed {show_dollars(event.after.seed)}, {limit}, with {event.second}: {event.reason}"
        case e.FundTransferred():
            return f"{event.jackpot} to {event.to}, petition {event.petition}"
        case e.JackpotEnded():
            return f"ended: {event.way}"
        case e.TitleWagered():
            return f"wagers of {event.title}"
        case te.Played(event=stud.StepSettled(step=step)):
            return f"paid off the meter: {step.kind.replace('_', ' ')}"
        case te.Played(event=stud.HandVoided() | six.HandVoided()):
            return "the hand was voided"
        case te.Played(event=stud.HandCorrected() | stud.DealerCorrected()):
            return "cards were corrected: an award goes back"
        case te.Played(event=stud.PartsReturned()):
            return "a part of an award that nobody is due any more"
        case te.Played(event=stud.DealTakenBack()):
            return "the deal was keyed again: a void hand plays"
        case te.Played(event=stud.ProgressiveCorrected(cents=cents)):
            return "the device took the wager" if cents else "the device did not take the wager"
        case te.Played(event=stud.RoundVoided(irregularity=irregularity)):
            return f"the round was voided: {irregularity}"
        case te.Played(event=stud.WagerTakenBack() | six.WagerTakenBack()):
            return "the wager was taken back"
        case _:
            return ""


def grouped(movements: Iterable[Movement], by: By = "table") -> tuple[Group, ...]:
    """Contributions together, as long as nothing else moves the meter between them; everything else one by one."""
    found: list[Group] = []
    run: dict[tuple[str, str, int], list[Movement]] = {}
    after = 0

    def close() -> None:
        nonlocal after
        for (day, table, round), some in run.items():
            micros = sum(one.micros for one in some)
            after += micros
            wagered = sum(one.wagered for one in some)
            found.append(
                Group(
                    some[0].entry, some[-1].entry, day, table, round, CONTRIBUTION, len(some), wagered, micros, after,
                    "", some[0].why,
                )
            )  # fmt: skip
        run.clear()

    for one in movements:
        if one.reason == CONTRIBUTION:
            key = (one.day, one.table if by != "day" else "", one.round if by == "round" else 0)
            run.setdefault(key, []).append(one)
            continue
        close()
        after += one.micros
        found.append(
            Group(
                one.entry, one.entry, one.day, one.table, one.round, one.reason, 1, 0, one.micros, after, one.by,
                one.why,
            )
        )  # fmt: skip
    close()
    return tuple(found)
