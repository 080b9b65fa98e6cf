"""Every award off a meter from its lock to its end: the journal keeps them all, the books only the last."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.cards import Card, describe
from upcard.games.caribbean_stud import events as stud
from upcard.games.meter import Draw, Meter, draw, drawn
from upcard.money import events as e
from upcard.money.link import Link
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.rules.jackpot import Level
from upcard.tables import events as te
from upcard.units import FULL_PERCENT, Share, show_dollars


class Drawn(msgspec.Struct, frozen=True):
    """What an award took off one level, and what applied to the level when it was keyed."""

    level: str
    percent: int
    """Of what the meter then held; 0 where the amount is no whole percentage."""
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


def _percent(meter: Meter, taken: Draw) -> int:
    """The percentage that gives what was taken; the lock keeps the amount alone."""
    if taken.resets:
        return FULL_PERCENT
    shares = range(1, FULL_PERCENT)
    return next((p for p in shares if draw(meter, taken.level, Share(p, taken.level), taken.ways) == taken), 0)
