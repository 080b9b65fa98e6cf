"""How a jackpot came to show what it shows: from its seed through every rise and fall of its meter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.journal.command import Event
from upcard.money import account
from upcard.money import events as e
from upcard.reports.blocks import Fact, Facts, Paper, Prose, Section, Table, Value, headed, show
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay, lines
from upcard.store.store import Entry, Head
from upcard.tables import events as te
from upcard.units import micros, show_dollars, whole_cents

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
    last: int = 0
    """The last entry, where it is several contributions."""
    count: int = 1

    @property
    def day(self) -> str:
        return self.at[:10]


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
    seat = getattr(moment.played or event, "seat", 0)
    if isinstance(event, e.LevelChanged) and account.meter(event.jackpot, event.level) == meter:
        yield Movement(entry.seq, entry.at, "", 0, 0, TERMS, 0, 0, after, entry.by, _why(event))
    for line in lines(moment):
        if line.account != meter:
            continue
        after += line.micros
        fed = next(wagers) if line.reason == CONTRIBUTION else None
        yield Movement(
            entry.seq, entry.at, table, moment.round or getattr(event, "round", 0), fed.seat if fed else seat,
            line.reason, fed.cents if fed else 0, line.micros, after, entry.by, _why(event),
        )  # fmt: skip


WHY: dict[type, str] = {
    e.JackpotOpened: "put into play",
    e.HitRejected: "hit {0.number} rejected: {0.reason}",
    e.FundTransferred: "{0.jackpot} to {0.to}, petition {0.petition}",
    e.JackpotEnded: "ended: {0.way}",
    e.TitleWagered: "wagers of {0.title}",
    te.StepTakenBack: "it was keyed by mistake: {0.step}",
    stud.HandVoided: "the hand was voided",
    six.HandVoided: "the hand was voided",
    stud.HandCorrected: "cards were corrected: an award goes back",
    stud.DealerCorrected: "cards were corrected: an award goes back",
    stud.PartsReturned: "a part of an award that nobody is due any more",
    stud.DealTakenBack: "the deal was keyed again: a void hand plays",
    stud.RoundVoided: "the round was voided: {0.irregularity}",
    stud.WagerTakenBack: "the wager was taken back",
    six.WagerTakenBack: "the wager was taken back",
}


def _why(event: Event) -> str:
    """The words that the journal has for it."""
    match event:
        case e.HitLocked():
            return f"hit {event.number} keyed at {event.title + ', ' if event.title else ''}{event.table}"
        case e.MeterCorrected():
            what = f" of entry {event.corrects}" if event.corrects else ""
            return f"correction{what}, with {event.second}: {event.reason}"
        case e.LevelChanged():
            limit = "no limit" if event.after.limit is None else f"limit {show_dollars(event.after.limit)}"
            return f"seed {show_dollars(event.after.seed)}, {limit}, with {event.second}: {event.reason}"
        case te.Played(event=stud.StepSettled(step=step)):
            return f"paid off the meter: {step.kind.replace('_', ' ')}"
        case te.Played(event=stud.ProgressiveCorrected(cents=cents)):
            return "the device took the wager" if cents else "the device did not take the wager"
        case te.Played(event=played):
            return WHY.get(type(played), "").format(played)
        case _:
            return WHY.get(type(event), "").format(event)


def grouped(movements: Iterable[Movement], by: By = "table") -> tuple[Movement, ...]:
    """Contributions together, as long as nothing else moves the meter between them; everything else one by one."""
    found: list[Movement] = []
    run: dict[tuple[str, str, int], list[Movement]] = {}

    def close() -> None:
        for (_, table, round), some in run.items():
            micros = sum(one.micros for one in some)
            after = (found[-1].after if found else 0) + micros
            found.append(
                replace(
                    some[0], table=table, round=round, seat=0, wagered=sum(one.wagered for one in some), micros=micros,
                    after=after, by="", last=some[-1].entry, count=len(some),
                )
            )  # fmt: skip
        run.clear()

    for one in movements:
        if one.reason == CONTRIBUTION:
            key = (one.day, one.table if by != "day" else "", one.round if by == "round" else 0)
            run.setdefault(key, []).append(one)
        else:
            close()
            found.append(one)
    close()
    return tuple(found)


# ---- on paper: first what it shows and from what, then step by step ---------------------------------------------

STEPS = headed("entries:Entries", "day:Date", "where:Where", "reason:What", "count:How many|number",
               "wagered:Wagered|cents", "amount:Amount|micros", "after:Meter after|micros",
               "why:Why, and by whom|long")  # fmt: skip
REASONS = headed("reason:What", "count:How many|number", "amount:Amount|micros")
LISTING = headed("jackpot:Jackpot", "level:Level|words", "entry:Entry|number", "at:Time|time", "table:Table",
                 "round:Round|number", "seat:Seat|number", "reason:What", "wagered:Wagered|cents",
                 "amount:Amount|micros", "after:Meter after|micros", "by:By", "why:Why")  # fmt: skip


def jackpot_paper(levels: tuple[Derivation, ...], house: str = "", by: By = "table") -> Paper:
    """Every level of one jackpot."""
    name = levels[0].jackpot
    rows = tuple(row for one in levels for row in _listed(one))
    listing = Table("movements", f"Every movement of {name}", LISTING, rows)
    sections = tuple(_level(one, by) for one in levels)
    return Paper("jackpot", f"Derivation of {name}", house, levels[0].head, sections, listing)


def _level(one: Derivation, by: By) -> Section:
    facts = (
        Fact("displayed", "Displayed", one.displayed, "cents"),
        Fact("fraction", "Fraction of a cent that is not displayed", one.amount - micros(one.displayed), "micros"),
        Fact("amount", "Derived from the movements below", one.amount, "micros"),
        Fact("posted", "Sum of the journal's postings", one.posted, "micros"),
        *(() if one.held is None else (Fact("held", "Balance that the store keeps", one.held, "micros"),)),
    )
    summed = tuple((reason, count, amount) for reason, (count, amount) in one.by_reason.items())
    reserve = tuple(one.reserve.items())
    total = ("Together", sum(one.reserve.values()))
    steps = tuple(
        (
            str(group.entry) if group.last in (0, group.entry) else f"{group.entry} to {group.last}", group.day,
            f"{group.table}, round {group.round}" if group.round else group.table, group.reason, group.count,
            group.wagered or None, group.micros, group.after, "; ".join(filter(None, (group.why, group.by))),
        )
        for group in grouped(one.movements, by)
    )  # fmt: skip
    blocks = (
        Facts("amounts", "What it shows", facts),
        Prose(_says(one), strong=True),
        Table("reasons", "From what", REASONS, summed, ("Together", len(one.movements), one.amount)),
        *((Table("reserve", "Its reserve, which is not displayed", REASONS[::2], reserve, total),) if reserve else ()),
        Table("steps", "Step by step", STEPS, steps),
    )
    return Section(f"level-{one.level}", f"{one.jackpot}, {show(one.level, 'words')}", blocks)


def _says(one: Derivation) -> str:
    if one.proven:
        return (
            f"The movements come to {show(one.amount, 'micros')}, which is what the books hold to the micro (a "
            f"millionth of a cent); rounded down to the cent, {show(one.displayed, 'cents')} is displayed."
        )
    return f"NOT PROVEN: the movements come to {show(one.amount, 'micros')} and the books hold another amount."


def _listed(one: Derivation) -> list[tuple[Value, ...]]:
    return [
        (
            one.jackpot, one.level, each.entry, each.at, each.table, each.round or None, each.seat or None,
            each.reason, each.wagered or None, each.micros, each.after, each.by, each.why,
        )
        for each in one.movements
    ]  # fmt: skip
