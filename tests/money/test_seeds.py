"""Seeds and reserves when awards are rejected: afterwards all is as if only the awards that stand had been keyed.

The reckoning beside the books knows nothing of eras: it goes through the story once more, leaves out what was rejected,
and takes from the meter what the others were frozen at. One seed comes in for each full award that stands, and no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.money.pit import ROYALS, Evening, dealt, linked
from upcard.errors import Refused
from upcard.games.payment import draw
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.account import totals
from upcard.money.books import Books
from upcard.money.ledger import record_money
from upcard.money.link import feed, moved_back, moved_in
from upcard.rules.jackpot import Level, Title
from upcard.store.store import Entry
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.units import Share, micros

CENT = micros(1)
METER, RESERVE, PENDING = (of("Link", "main") for of in (account.meter, account.reserve, account.pending))
LEVELS = {
    "mega": Level(seed=100_000, rate=253_001, reserve_rate=30_007),
    "minor": Level(seed=700, rate=150_000, reserve_rate=11_111),
}
TITLE = Title("Other", "PTMGLML02", 100, 1)


class Wagered(NamedTuple):
    """What came in, in cents: to the meter and to its reserve."""

    meter: Fraction
    reserve: Fraction


class Keyed(NamedTuple):
    """An award as it was frozen."""

    number: int
    cents: int
    full: bool


class Reckoned(NamedTuple):
    """A level in cents, with the seeds that came in for awards that stand."""

    meter: Fraction
    reserve: Fraction
    seeds: int


def reckoned(seed: int, story: Iterable[Wagered | Keyed], rejected: set[int]) -> Reckoned:
    """The level as if nobody had ever keyed what was rejected."""
    meter, reserve, seeds = Fraction(seed), Fraction(0), 1
    for happened in story:
        match happened:
            case Wagered():
                meter, reserve = meter + happened.meter, reserve + happened.reserve
            case Keyed(number=number) if number not in rejected:
                meter -= happened.cents
                if happened.full:
                    meter, reserve, seeds = meter + seed + reserve, Fraction(0), seeds + 1
    return Reckoned(meter, reserve, seeds)


@dataclass
class Part:
    """What a seat's wager added to a meter or to its reserve, and which award has carried it off or poured it out."""

    seat: int
    amount: Fraction
    reserve: bool
    award: int = 0
    void: bool = False


class Awards(RuleBasedStateMachine):
    """One jackpot of two levels: wagers, some found void, full awards and tenths at two tables, closed in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.books = Books()
        self.happens(e.JackpotOpened("Link", "ma", "PTMGLML02", LEVELS, "mega", (TITLE,)))
        self.stories: dict[str, list[Wagered | Keyed]] = {name: [] for name in LEVELS}
        self.rejected: set[int] = set()
        self.parts: dict[str, list[Part]] = {name: [] for name in LEVELS}
        self.seats: list[int] = []
        self.paid = dict.fromkeys(LEVELS, 0)
        self.strained: set[str] = set()
        """Levels that once could not give back all that was due: what is where may differ, what there is may not."""

    def happens(self, event: e.MoneyEvent) -> None:
        assert sum(record_money(self.books, event, "dealer dana", "now").moved.values()) == 0

    def held(self, of: Any, level: str) -> Fraction:
        return Fraction(self.books.balances.get(of("Link", level), 0), CENT)

    @rule(dollars=st.integers(1, 2_000))
    def wager(self, dollars: int) -> None:
        cents = 100 * dollars
        self.happens(e.TitleWagered("Link", TITLE.name, "9", cents))
        for name, level in LEVELS.items():
            added = Wagered(Fraction(cents * level.rate, CENT), Fraction(cents * level.reserve_rate, CENT))
            self.stories[name].append(added)

    @rule(dollars=st.integers(1, 2_000))
    def wager_at_a_seat(self, dollars: int) -> None:
        seat = len(self.seats) + 1
        fed = feed(self.books.links["Link"], self.books.balances, [(seat, 100 * dollars)])
        self.books.move(totals(moved_in(fed)))
        self.books.add_fed("T1", fed)
        self.seats.append(seat)
        for one in fed:
            added = Wagered(*(Fraction(part, CENT) for part in (one.contribution.meter, one.contribution.reserve)))
            self.stories[one.level].append(added)
            self.parts[one.level] += [Part(seat, added.meter, False), Part(seat, added.reserve, True)]

    @precondition(lambda self: any(self.books.fed.values()))
    @rule(data=st.data())
    def find_void(self, data: st.DataObject) -> None:
        self.is_void(data.draw(st.sampled_from([seat for seat in self.seats if self.books.fed["T1", seat]])))

    def is_void(self, seat: int) -> None:
        unfed = self.books.fed["T1", seat]
        self.books.move(totals(moved_back(unfed, self.books.links, self.books.balances)))
        self.books.drop_fed("T1", unfed)
        for part in (part for parts in self.parts.values() for part in parts if part.seat == seat):
            part.void = True
        self.take_back()

    def take_back(self) -> None:
        """Parts that are void go to the house from where they are, once no award has them."""
        for level, parts in self.parts.items():
            for part in [part for part in parts if part.void and not part.award]:
                parts.remove(part)
                gone = (Fraction(0), -part.amount) if part.reserve else (-part.amount, Fraction(0))
                self.stories[level].append(Wagered(*gone))

    @rule(table=st.sampled_from(["T1", "T2"]), levels=st.sampled_from([("mega",), ("minor",), ("mega", "minor")]),
          percent=st.sampled_from([100, 100, 10]))  # fmt: skip
    def key(self, table: str, levels: tuple[str, ...], percent: int) -> None:
        number = self.books.links["Link"].sequence + 1
        meters = {name: self.books.meter("Link", name) for name in levels}
        taken = tuple(draw(meters[name], name, Share(percent, name)) for name in levels)
        self.happens(
            e.HitLocked("Link", number, table, 0, "progressive", 0, 0, taken, meters, TITLE.name),
        )
        for one in taken:
            self.stories[one.level].append(Keyed(number, one.cents, one.resets))
            for part in self.parts[one.level]:
                if one.resets and not part.award:
                    part.award = number

    def rejects(self, number: int, reason: str) -> None:
        self.happens(e.HitRejected("Link", number, reason))
        for level, tier in self.books.links["Link"].tiers.items():
            assert not tier.owed or not self.held(account.meter, level), "what is due goes out of what comes back"
        self.rejected.add(number)
        for level, parts in self.parts.items():
            later = (one.number for one in self.stories[level] if isinstance(one, Keyed) and one.full)
            poured = min((award for award in later if award > number and award not in self.rejected), default=0)
            for part in parts:
                if part.award == number:
                    part.award = poured if part.reserve else 0
        self.take_back()

    @precondition(lambda self: self.books.links["Link"].open)
    @rule(data=st.data())
    def reject(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.books.links["Link"].open)))
        self.rejects(number, "mistaken")

    @precondition(lambda self: self.books.links["Link"].open)
    @rule(data=st.data(), again=st.booleans())
    def reject_and_key_again(self, data: st.DataObject, again: bool) -> None:
        """What a dealer does with the winner key alone."""
        number = data.draw(st.sampled_from(sorted(self.books.links["Link"].open)))
        hit = self.books.links["Link"].open[number]
        self.rejects(number, "the winner key was taken back")
        if again:
            levels = tuple(one.level for one in hit.draws)
            self.key(hit.table, levels, 100 if hit.draws[0].resets else 10)

    @precondition(lambda self: self.books.links["Link"].open)
    @rule(data=st.data())
    def validate_and_pay(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.books.links["Link"].open)))
        for one in self.books.links["Link"].open[number].draws:
            self.paid[one.level] += one.cents
        self.happens(e.HitValidated("Link", number))
        self.happens(e.HitPaid("Link", number))

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        for name, level in LEVELS.items():
            story = self.stories[name]
            meter, reserve, pending = (self.held(of, name) for of in (account.meter, account.reserve, account.pending))
            expected = reckoned(level.seed, story, self.rejected)
            owed = Fraction(self.books.links["Link"].tiers[name].owed, CENT)
            contributed = sum(one.meter + one.reserve for one in story if isinstance(one, Wagered))
            there = meter + reserve + pending + self.paid[name]
            if owed or expected.meter < 0:
                self.strained.add(name)
            if name not in self.strained or len(self.parts[name]) == 2 * len(self.seats):
                assert there - owed == contributed + expected.seeds * level.seed
            assert min(meter, reserve, pending, owed) >= 0
            if name not in self.strained:
                assert (meter, reserve) == (expected.meter, expected.reserve)
            tier = self.books.links["Link"].tiers[name]
            standing = [one for one in story if isinstance(one, Keyed) and one.number not in self.rejected]
            assert tier.resets == sum(one.full for one in standing) == expected.seeds - 1
            assert (tier.hits, tier.won) == (len(standing), sum(one.cents for one in standing))


TestAwards = Awards.TestCase
TestAwards.settings = settings(max_examples=150, stateful_step_count=25, deadline=None)


def test_a_reserve_that_a_later_award_keeps_gives_a_void_share_back_with_that_award() -> None:
    """The first award is rejected, then a hand is found void: others' shares of the reserve stay where they are."""
    awards = Awards()
    awards.wager_at_a_seat(100)
    for _ in range(2):
        awards.key("T1", ("mega",), 100)
    awards.rejects(1, "mistaken")
    awards.wager(100)
    awards.is_void(1)
    awards.nothing_is_made_or_lost()
    awards.rejects(2, "mistaken")
    awards.nothing_is_made_or_lost()


def test_what_is_due_to_the_house_does_not_go_out_of_what_players_add() -> None:
    """A share is found void while its award waits, and a tenth is gone that came of it: the next wager stays whole."""
    awards = Awards()
    awards.key("T1", ("minor",), 10)
    awards.wager_at_a_seat(1)
    awards.key("T1", ("minor",), 100)
    awards.is_void(1)
    for number in (1, 2):
        awards.rejects(number, "mistaken")
    awards.wager_at_a_seat(417)
    awards.key("T1", ("minor",), 10)
    awards.is_void(2)
    awards.rejects(3, "mistaken")
    before = awards.held(account.meter, "minor")
    awards.wager_at_a_seat(1)
    assert awards.held(account.meter, "minor") == before + 15
    awards.nothing_is_made_or_lost()


def test_what_a_meter_cannot_give_back_goes_out_of_the_next_award_that_comes_back() -> None:
    level = Level(seed=700, rate=1, reserve_rate=0)
    books = Books()

    def happens(event: e.MoneyEvent) -> None:
        record_money(books, event, "dealer dana", "now")

    def keyed(number: int, percent: int) -> None:
        meter = books.meter("Link", "main")
        taken = draw(meter, "main", Share(percent, "main"))
        happens(e.HitLocked("Link", number, "9", 0, "progressive", 0, 0, (taken,), {"main": meter}, TITLE.name))

    happens(e.JackpotOpened("Link", "ma", "PTMGL01", {"main": level}, "main", (TITLE,)))
    happens(e.MeterCorrected("Link", "main", -micros(700), "it never was put in", "vic"))
    keyed(1, 100)  # nothing, and the meter starts again
    keyed(2, 10)
    happens(e.HitRejected("Link", 1, "mistaken"))
    assert (books.balances[METER], books.links["Link"].tiers["main"].owed) == (0, micros(70))
    happens(e.HitRejected("Link", 2, "mistaken"))
    assert (books.balances[METER], books.links["Link"].tiers["main"].owed) == (0, 0)
    assert {one: held for one, held in books.balances.items() if held} == {}


# ---- the same at tables, where the winner key does it --------------------------------------------------------------


def told(entries: list[Entry]) -> tuple[list[Wagered | Keyed], set[int]]:
    """The story of the one level as the journal tells it."""
    story: list[Wagered | Keyed] = []
    rejected = set()
    for entry in entries:
        event: dict[str, Any] = json.loads(entry.event)
        moved: dict[str, int] = json.loads(entry.postings)
        match event:
            case {"type": "HitLocked", "number": number, "draws": [drawn]}:
                story.append(Keyed(number, drawn["each"] * drawn["ways"], drawn["resets"]))
            case {"type": "HitRejected", "number": number}:
                rejected.add(number)
            case {"type": "Played"}:
                story.append(Wagered(*(Fraction(moved.get(one, 0), CENT) for one in (METER, RESERVE))))
    return story, rejected


def check(evening: Evening) -> None:
    tier = evening.link().tiers["main"]
    expected = reckoned(tier.level.seed, *told(evening.entries))
    assert tuple(Fraction(evening.balance(one), CENT) for one in (METER, RESERVE)) == expected[:2]
    assert tier.resets == expected.seeds - 1


DEALERS = {name: Actor(f"{name} dealer", "dealer") for name in ("T1", "T2")}


def unkey_or_key(evening: Evening, name: str) -> None:
    """The winner key of the royal, off or on again."""
    evening.does(DEALERS[name], tc.KeyWinner(1), name)


def test_taking_keys_back_in_turn_mints_nothing() -> None:
    """Two tables with a royal each: nothing but the winner keys, in turn, and the meter is where it was."""
    evening = Evening(linked(2), rig=dealt(ROYALS[0]), seats=2)
    for name in DEALERS:
        evening.until(name, "HitLocked")
    total = sum(evening.balance(one) for one in (METER, RESERVE, PENDING))
    for _ in range(4):
        for name in DEALERS:
            unkey_or_key(evening, name)
            check(evening)
        for name in DEALERS:
            unkey_or_key(evening, name)
            check(evening)
        for name in DEALERS:
            unkey_or_key(evening, name)
            unkey_or_key(evening, name)
            check(evening)
    assert sum(evening.balance(one) for one in (METER, RESERVE, PENDING)) == total
    assert sum(hit.cents for hit in evening.link().open.values()) == evening.balance(PENDING) // CENT


def test_an_award_that_was_validated_rejected_and_keyed_again_is_no_larger() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0]), seats=2)
    for name in DEALERS:
        evening.until(name, "HitLocked")
    first, second = evening.link().open.values()
    evening.does("supervisor", c.ValidateHit("Link", first.number))
    evening.does("supervisor", c.RejectHit("Link", first.number, "mistaken"))
    evening.does("dealer", c.LockHit("Link", first.table))
    again = evening.link().open[3]
    kept = first.readings["main"].reserve + second.readings["main"].reserve
    assert again.cents <= first.cents + (kept + CENT) // CENT, "not a seed more"
    check(evening)
    for name in DEALERS:
        evening.play(name)
        check(evening)


ACTS = st.tuples(st.sampled_from(list(DEALERS)), st.sampled_from(["key", "reject", "lock", "validate", "play", "step"]))


@settings(max_examples=12, deadline=None)
@given(st.lists(ACTS, min_size=6, max_size=24))
def test_whatever_is_keyed_and_rejected_at_two_tables(acts: list[tuple[str, str]]) -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=tuple(range(1, 30))), seats=2)
    for name in DEALERS:
        evening.until(name, "HitLocked")
    for name, act in acts:
        numbers = [hit.number for hit in evening.link().open.values() if hit.table == name]
        try:
            match act:
                case "key":
                    unkey_or_key(evening, name)
                case "reject":
                    for number in numbers:
                        evening.does("supervisor", c.RejectHit("Link", number, "mistaken"))
                case "lock":
                    evening.does("dealer", c.LockHit("Link", name))
                case "validate":
                    for number in numbers:
                        evening.does("supervisor", c.ValidateHit("Link", number))
                case "play" if numbers:
                    evening.until(name, "HitLocked")
                case _:
                    evening.step(name)
        except Refused:
            pass
        check(evening)
