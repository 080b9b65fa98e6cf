"""The meters on demand: parameters and meters of every level, who plays for it, its last hits, its signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from upcard.cards import Card, describe, pretty
from upcard.games.caribbean_stud import events as stud
from upcard.games.payment import Draw, Meter, draw, drawn, shares_of
from upcard.money import account
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.jackpot_admin import SIGN_VARIANCE
from upcard.money.link import LAST_HITS, Link, Member, Tier
from upcard.reports.blocks import Column, Paper, Prose, Section, Table, Value, by_key, headed, plain, show
from upcard.reports.money.ledger_replay import REVERSED, LedgerEntry, LedgerReplay, kind, lines
from upcard.reports.money.shifts import METER, Statement, moved
from upcard.rules.jackpot import Approval, Level, Title, show_rate
from upcard.store.store import Entry, Head
from upcard.tables import events as te
from upcard.units import FULL_PERCENT, MICROS_PER_CENT, micros, show_dollars, whole_cents

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
        return self.statement.explained and 0 <= self.fraction < MICROS_PER_CENT

    @property
    def fraction(self) -> int:
        """What is held and not displayed, in micros."""
        return self.amount - micros(self.displayed)


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
    def level(name: str, tier: Tier) -> LevelMeters:
        meter, reserve, pending = (of(link.name, name) for of in (account.meter, account.reserve, account.pending))
        amount, held, waiting = (books.balances.get(each, 0) for each in (meter, reserve, pending))
        statement = Statement(meter, 0, dict(moved.get(meter, {})), amount)
        return LevelMeters(
            name, tier.level, tier.wagered, amount, books.meter(link.name, name).displayed, tier.hits, tier.won,
            tier.resets, tier.overflowed, held, waiting, statement,
        )  # fmt: skip

    levels = tuple(level(name, tier) for name, tier in link.tiers.items())
    return JackpotMeters(
        link.name, link.edition, link.schedule, _state(link), levels, link.members, link.titles,
        tuple(sorted(awards, key=lambda one: one.number)[-LAST_HITS:]), tuple(signs), link.wager,
        link.approval,
    )  # fmt: skip


def _state(link: Link) -> str:
    if link.ended:
        return f"ended: {link.ended}"
    return f"suspended: {link.suspended}" if link.suspended else "in operation"


# ---- on paper: a part for each jackpot --------------------------------------------------------------------------

PARAMETERS = headed("level:Level|words", "seed:Seed (base and reset)|cents", "rate:Rate|number",
                    "reserve_rate:Reserve rate|number", "limit:Limit|cents", "overflow:Above it, to")  # fmt: skip
METERS = headed("level:Level|words", "displayed:Displayed|cents", "fraction:Fraction|micros",
                "wagered:Wagers in|cents", "hits:Hits|number", "won:Won|cents", "fixed:Fixed awards|cents",
                "resets:Resets|number", "overflowed:Overflow|micros", "reserve:Reserve|micros",
                "pending:Pending|micros")  # fmt: skip
SUMS = "What moved the meters, each with its sign: a row adds up to what is displayed and the fraction behind it"
HITS = headed("hit:Hit|number", "entry:Entry|number", "table:Table", "round:Round|number", "seat:Seat|number",
              "hand:Hand", "cards:Cards", "award:Award", "amount:Amount|cents", "state:State",
              "reason:Because|long")  # fmt: skip
PEOPLE = headed("hit:Hit|number", "keyed:Keyed|time", "keyed_by:By", "validated:Validated|time",
                "validated_by:By", "closed:Closed|time", "closed_by:By")  # fmt: skip
SIGNS = headed("at:Read|time", "by:By", "sign:Sign", "level:Level|words", "shown:Shown|cents",
               "held:Held|cents", "variance:Variance|cents", "reported:Reported")  # fmt: skip
TABLES = headed("table:Table", "wagers:Wagers that play for it", "fed:Fed at")
TITLES = headed("title:Other title", "pay_table:Pay table", "wager:Wager|cents", "decks:Decks|number")
LISTING = headed("jackpot:Jackpot", "part:Part", "row:Row", "field:Field", "value:Value")


def meters_paper(meters: Meters, house: str = "", jackpot: str = "") -> Paper:
    """All jackpots, or one of them."""
    wanted = [one for one in meters.jackpots if jackpot in ("", one.name)]
    sections = tuple(_jackpot_section(number, one) for number, one in enumerate(wanted, 1))
    if not sections:
        sections = (Section("none", "No jackpot", (Prose("The journal has no such jackpot."),)),)
    rows = tuple(row for one, part in zip(wanted, sections, strict=False) for row in _listed(one.name, part))
    listing = Table("meters", "Every parameter and meter", LISTING, rows)
    return Paper("meters", "Meters on demand", house, meters.head, sections, listing)


def _jackpot_section(number: int, one: JackpotMeters) -> Section:
    members = tuple(
        (name, ", ".join(show(wager, "wager") for wager in member.wagers), member.fed_at)
        for name, member in one.members.items()
    )
    people = tuple(
        (hit.number, hit.keyed_at, hit.keyed_by, hit.validated_at, hit.validated_by or None, hit.closed_at,
         hit.closed_by or None)
        for hit in one.hits
    )  # fmt: skip
    titles = tuple((title.name, title.pay_table, title.wager, title.decks) for title in one.titles)
    hits = f"The last {LAST_HITS} hits, in the order in which they were keyed"
    signs = f"Readings of signs; a variance of more than {show_dollars(SIGN_VARIANCE)} is reported"
    tables = (
        Table("parameters", "Parameters", PARAMETERS, tuple(map(_parameters, one.levels))),
        Table("meters", "Meters", METERS, by_key(METERS, one.levels)),
        _sums(one),
        Table("tables", "Participating tables", TABLES, members),
        Table("titles", "Other game titles on the link", TITLES, titles),
        Table("hits", hits, HITS, tuple(map(_hit, one.hits))),
        Table("people", "Who keyed, validated and closed them", PEOPLE, people),
        Table("signs", signs, SIGNS, by_key(SIGNS, one.signs)),
    )
    wager = f", for a wager of ${one.wager}" if one.wager else ""
    approved = (
        f" What its meters start from and take was submitted and approved: {one.approval}." if one.approval else ""
    )
    about = f"Schedule {one.schedule} of edition {one.edition}{wager}; {one.state}.{approved}"
    said = Prose(_says(one), strong=not all(level.proven for level in one.levels))
    return Section(f"jackpot-{number}", one.name, (Prose(about), said, *(table for table in tables if table.rows)))


def _parameters(one: LevelMeters) -> tuple[Value, ...]:
    terms = one.terms
    return (
        one.level, terms.seed, show_rate(terms.rate), show_rate(terms.reserve_rate), terms.limit,
        terms.overflow if terms.limit is not None else None,
    )  # fmt: skip


def _sums(one: JackpotMeters) -> Table:
    """From nothing to what the meter holds: each row adds up."""
    kept, amounts = moved(METER, [level.statement for level in one.levels])
    columns = (
        Column("level", "Level", "words"), *(Column(key, title, "micros") for key, title, _ in kept),
        Column("amount", "Displayed and fraction", "micros"),
    )  # fmt: skip
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (level.level, *some, level.amount) for level, some in zip(one.levels, amounts, strict=True)
    )
    return Table("sums", SUMS, columns, rows)


def _says(one: JackpotMeters) -> str:
    if wrong := [show(level.level, "words") for level in one.levels if not level.proven]:
        return f"NOT PROVEN: what moved {', '.join(wrong)} does not come to what the books hold."
    return (
        "All that moved each meter comes to what is displayed and the fraction behind it: what the books hold, to the "
        "micro (a millionth of a cent)."
    )


def _hit(one: Award) -> tuple[Value, ...]:
    award = ", ".join(f"{each.percent}% of {show(each.level, 'words')}" for each in one.draws)
    table = f"{one.title}, {one.table}" if one.title else one.table
    return (
        one.number, one.entry, table, one.round or None, one.seat or None, one.hand or None,
        " ".join(map(pretty, one.cards)) or None, award, one.cents, one.state, one.reason or None,
    )  # fmt: skip


def _listed(jackpot: str, part: Section) -> Iterable[tuple[Value, ...]]:
    """Each cell of each table in a line of its own, since the tables have different columns."""
    for block in part.blocks:
        if isinstance(block, Table):
            for at, row in enumerate(block.rows, 1):
                named = str(at if block.name == "signs" else row[0])
                for column, value in zip(block.columns, row, strict=True):
                    written = plain(value, column.kind)
                    yield jackpot, block.name, named, column.key, "" if written is None else str(written)


# ---- Every award off a meter from its lock to its end ------------------------------------------------------
# the journal keeps them all, the books only the last.


class Drawn(msgspec.Struct, frozen=True):
    """What an award took off one level, and what applied to the level when it was keyed."""

    level: str
    percent: int | str
    """Of what the meter then held; 0 where the amount is none that an award may be."""
    cents: int
    ways: int
    resets: bool
    before: Meter
    terms: Level


class Award(msgspec.Struct, frozen=True):
    """A hit with everybody who had a hand in it."""

    jackpot: str
    number: int
    entry: int
    """Where its lock stands in the journal: of two hits the lower was first."""
    table: str
    title: str
    round: int
    seat: int
    player: str
    hand: str
    cards: tuple[Card, ...]
    draws: tuple[Drawn, ...]
    keyed_by: str
    keyed_at: str
    validated_by: str = ""
    validated_at: str = ""
    closed_by: str = ""
    closed_at: str = ""
    state: Literal["pending", "validated", "paid", "rejected"] = "pending"
    reason: str = ""

    @property
    def cents(self) -> int:
        return sum(one.cents for one in self.draws)


Awards = dict[tuple[str, int], Award]
"""By jackpot and number."""


def see_award(awards: Awards, journal: LedgerReplay, moment: LedgerEntry) -> None:
    """The awards after one more moment."""
    event, by, at = moment.event, moment.entry.by, moment.entry.at
    match event:
        case e.HitLocked():
            awards[event.jackpot, event.number] = _locked(journal, moment, event)
        case e.HitValidated():
            _change(awards, event, state="validated", validated_by=by, validated_at=at)
        case e.HitPaid():
            _change(awards, event, state="paid", closed_by=by, closed_at=at)
        case e.HitRejected():
            _change(awards, event, state="rejected", closed_by=by, closed_at=at, reason=event.reason)
        case te.Played(event=stud.AwardKept() as kept):
            _kept(awards, moment, kept)
        case _:
            pass


def _kept(awards: Awards, moment: LedgerEntry, event: stud.AwardKept) -> None:
    """What stays with its winner, though the cards say otherwise, is said of the award that it is, or is a part of."""
    here = [one for one in awards.values() if (one.table, one.round, one.state) == (moment.table, moment.round, "paid")]
    own = [one for one in here if one.seat == event.seat]
    for one in (own or [one for one in here if any(part.ways > 1 for part in one.draws)])[-1:]:
        said = f"{show_dollars(event.cents)} stays with seat {event.seat}: for the cage and the regulator"
        awards[one.jackpot, one.number] = replace(one, reason=f"{one.reason}; {said}" if one.reason else said)


def _change(awards: Awards, event: e.HitValidated | e.HitPaid | e.HitRejected, **changes: str) -> None:
    key = (event.jackpot, event.number)
    awards[key] = replace(awards[key], **changes)


def _locked(journal: LedgerReplay, moment: LedgerEntry, event: e.HitLocked) -> Award:
    cards = () if event.title else journal.cards(event.table, event.seat, event.hand)
    player = "" if event.title else journal.player(event.table, event.seat)
    return Award(
        event.jackpot, event.number, moment.entry.seq, event.table, event.title, event.round, event.seat, player,
        describe(event.hand) if event.hand else "", cards, _draws(journal.books.links[event.jackpot], event),
        moment.entry.by, moment.entry.at,
    )  # fmt: skip


def _draws(link: Link, event: e.HitLocked) -> tuple[Drawn, ...]:
    """One after the other, each off what the one before it has left."""
    meters = dict(event.readings)
    found = []
    for taken in event.draws:
        before = meters[taken.level]
        terms = link.tiers[taken.level].level
        percent = _percent(before, taken)
        found.append(Drawn(taken.level, percent, taken.cents, taken.ways, taken.resets, before, terms))
        meters[taken.level] = drawn(before, taken)
    return tuple(found)


def _percent(meter: Meter, taken: Draw) -> int | str:
    """The percentage that gives what was taken; the lock keeps the amount alone."""
    if taken.resets:
        return FULL_PERCENT
    found = (share.shown for share in shares_of(taken.level) if draw(meter, taken.level, share, taken.ways) == taken)
    return next(found, 0)
