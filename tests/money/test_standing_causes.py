"""What a jackpot stands still for, cause by cause, and the awards that a round in play still hangs on."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.money.keyed import PLAYERS, SAM, Keyed
from tests.money.pit import FAULT, PEOPLE, STRAIGHT_FLUSH, Evening, linked
from tests.money.test_correct import PLAYS, finished
from tests.money.test_easier_terms import RIGHT, on_easier_terms, table_beside
from tests.money.test_paid_percentage import paid as award_paid
from upcard.cards import parse_cards
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import Command, money_event
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.commands import MoneyCommand
from upcard.money.evolve import evolve
from upcard.money.jackpot_guards import lapsed
from upcard.money.link import LAST_HITS, Cause, Link, counted_as
from upcard.rules.jackpot import Title
from upcard.tables import commands as tc
from upcard.tables.commands import Actor, Role
from upcard.units import DAY, later, time_of

LEE = Actor("lee", "licensee")
HOUR = DAY // 24
NOTHING, ROYAL = "9h 7d 5d 3s 2c", "As Ks Qs Js Ts"


@pytest.mark.rule("jackpot_ends_by", "eased_terms_end")
@pytest.mark.parametrize("others", [0, LAST_HITS])
@pytest.mark.parametrize("eased", [False, True])
def test_a_paid_award_whose_round_is_in_play_is_not_forgotten(*, eased: bool, others: int) -> None:
    """However many awards are keyed and rejected at another table before its hand turns out to be a pair."""
    hands = {1: NOTHING, 2: "Kc Jc 8c 6c 3c" if eased else ROYAL}
    schedule = "PMG-01" if eased else "classic-10pct"
    desk = Keyed(linked(2, schedule=schedule, reserve="0%"), hands, PLAYS)
    if eased:
        on_easier_terms(desk)
    else:
        for seat in hands:
            desk.asks(PLAYERS[seat], tc.Play(stud.PlaceWager(seat, "progressive", 100)))
    desk.until("Reveal")
    beside = table_beside(desk, STRAIGHT_FLUSH)
    beside.until("T2", "HoleCardsRevealed")
    award_paid(desk)
    paid = desk.link("Link").last[-1].number
    beside.until("T2", "HitLocked")
    for _ in range(others):
        beside.does("supervisor", c.RejectHit("Link", max(desk.link("Link").open), "look again"))
        beside.does("dealer", c.LockHit("Link", "T2"))
    beside.until("T2", "RoundReconciled")
    assert desk.link("Link").top_won
    desk.plays(stud.CorrectHand(2, parse_cards(RIGHT["pair"])), SAM)
    link = desk.link("Link")
    assert (link.not_won, link.top_won) == ((paid,), False)
    assert link.easier == ("flush" if eased else "")
    assert len(link.last) <= LAST_HITS + 1
    finished(desk)
    won = c.SuspendLink("Link", "it was won", "top award won", FAULT[1])
    with pytest.raises(Refused, match="is not so"):
        desk.asks(LEE, won)


# ---- cause by cause ----------------------------------------------------------------------------------------------

LINK, TITLE, TABLE = "Link", "Let It Ride, pit 2", "LIR 1"
ORDER, MONTH = "order of the authority", 30


class Days:
    """A link whose end is announced, at hours since the new year; awards are keyed at another title's table."""

    def __init__(self) -> None:
        self.casino = Evening(linked(1)).casino
        self.casino.books.links[LINK] = replace(self.link, titles=(Title(TITLE, "", 100, 1),))
        self.hour = 0
        self.number = 0
        self.does("licensee", c.AnnounceEnd(LINK))

    @property
    def link(self) -> Link:
        return self.casino.books.links[LINK]

    def at(self, hours: int) -> str:
        return later("2026-01-01T00:00", hours * HOUR)

    def does(self, role: Role, ask: MoneyCommand) -> None:
        """The floor ends what is over before anything else is done."""
        if lapsed(self.link, self.at(self.hour)):
            self._decides("licensee", c.EndSuspension(LINK))
        self._decides(role, ask)

    def _decides(self, role: Role, ask: MoneyCommand) -> None:
        self.number += 1
        self.casino.decide(Command(str(self.number), PEOPLE[role], ask), self.at(self.hour))

    def keys(self) -> None:
        self.does("floorperson", c.LockTitleHit(LINK, TITLE, TABLE, self.link.top, 100))

    def rejects(self, number: int) -> None:
        self.does("supervisor", c.RejectHit(LINK, number, "look again"))

    def stops(self, role: Role, cause: str, days: int) -> None:
        self.does(role, c.SuspendLink(LINK, "dark", cause, self.at(self.hour + 24 * days)))

    def resumes(self, role: Role) -> None:
        self.does(role, c.ResumeLink(LINK, "another"))

    @property
    def until(self) -> str:
        return self.link.longest.until


@pytest.mark.rule("suspension_days")
def test_the_days_for_a_top_award_count_on_however_often_it_is_keyed() -> None:
    days = Days()
    for passed, left in ((0, 7), (4, 3), (2, 1)):
        days.hour += passed * 24
        if days.link.open:
            days.rejects(max(days.link.open))
            assert days.link.operating
        days.keys()
        assert days.until == days.at(days.hour + left * 24)
    days.hour += 24
    days.rejects(max(days.link.open))
    days.keys()
    assert days.link.operating, "no day is left: more is for the regulator"
    days.stops("regulator", ORDER, MONTH)
    assert not days.link.operating


@pytest.mark.rule("suspension_days")
def test_a_second_top_award_has_no_days_of_its_own_and_takes_none_from_the_first() -> None:
    days = Days()
    days.keys()
    first = days.until
    days.hour = 72
    days.keys()
    assert days.until == first
    days.rejects(2)
    assert (list(days.link.open), days.until) == ([1], first), "the first one still stands"
    days.keys()
    days.rejects(1)
    assert days.until == first
    days.rejects(3)
    assert days.link.operating


@pytest.mark.rule("suspension_causes", "suspension_days")
@pytest.mark.parametrize(("role", "cause", "term"), [("regulator", ORDER, MONTH), ("licensee", "device fault", 7)])
def test_an_order_or_a_fault_outlasts_an_award_and_its_rejection(role: Role, cause: str, term: int) -> None:
    days = Days()
    days.stops(role, cause, term)
    stands = days.link.longest
    days.hour = 24
    days.keys()
    longer = stands if role == "regulator" else days.link.causes[1]
    assert days.link.longest == longer, "the longer of two holds"
    days.rejects(1)
    assert days.link.causes == (stands,)
    days.hour = 24 * term
    assert not lapsed(days.link, days.at(days.hour))
    assert lapsed(days.link, days.at(days.hour + 1))


@pytest.mark.rule("suspension_causes")
def test_what_the_regulator_ordered_is_the_regulators_to_end() -> None:
    days = Days()
    with pytest.raises(Refused, match="is in operation"):
        days.resumes("regulator")
    days.stops("licensee", "device fault", 7)
    fault = days.link.longest
    with pytest.raises(Refused, match="for what the house ends: device fault"):
        days.resumes("regulator")
    days.stops("regulator", ORDER, MONTH)
    order = days.link.longest
    with pytest.raises(Refused, match="is suspended already"):
        days.stops("regulator", ORDER, 2 * MONTH)
    days.resumes("regulator")
    assert days.link.causes == (fault,)
    days.stops("regulator", ORDER, MONTH)
    days.resumes("licensee")
    assert days.link.causes == (order,)
    for role in ("licensee", "supervisor"):
        with pytest.raises(
            Refused, match=r"as the regulator ordered, who ends it.*: order of the authority"
        ) as refused:
            days.resumes(role)
        assert refused.value.clause == "sd-2015(7)"
    days.resumes("regulator")
    assert days.link.operating


FAULTS = ("device fault", "sign fault", "dispute under investigation")


@pytest.mark.rule("suspension_causes", "suspension_days")
@pytest.mark.parametrize("seed", range(20))
def test_days_never_pass_seven_and_nothing_is_shortened_but_by_its_own_end(seed: int) -> None:
    """No table of the link is open, so that no day comes back."""
    chance, days = Random(seed), Days()
    spans: dict[str, int] = {}
    for _ in range(60):
        before = days.link.causes
        ended: tuple[Cause, ...] = ()
        what = chance.choice(("keys", "rejects", "fault", "order", "resumes", "lifts", "waits"))
        if what == "rejects" and days.link.open:
            number = chance.choice(list(days.link.open))
            ended = tuple(one for one in before if one.hit == number)
            days.rejects(number)
        elif what == "keys":
            days.keys()
        else:
            ended = tuple(one for one in before if one.ordered == (what == "lifts") and what in ("lifts", "resumes"))
            with suppress(Refused):
                match what:
                    case "fault":
                        days.stops("licensee", chance.choice(FAULTS), chance.randint(1, 7))
                    case "order":
                        days.stops("regulator", ORDER, chance.randint(1, MONTH))
                    case "resumes" | "lifts":
                        days.resumes("licensee" if what == "resumes" else "regulator")
        now = time_of(days.at(days.hour)) or 0
        for one in before:
            assert one in days.link.causes or one in ended or now > (time_of(one.until) or 0), what
        passed = chance.randint(0, 40)
        for hour in range(days.hour, days.hour + passed):
            begins = time_of(days.at(hour)) or 0
            for group in {counted_as(one.cause) for one in days.link.causes if (time_of(one.until) or 0) > begins}:
                spans[group] = spans.get(group, 0) + 1
        days.hour += passed
    spans.pop(ORDER, None)
    assert spans
    assert max(spans.values()) <= 7 * 24


@pytest.mark.rule("suspension_causes")
def test_a_journal_that_does_not_say_what_an_award_stops_means_what_it_meant() -> None:
    """There the stop took the place of an order with all its days, and ended with the award or with any resumption."""
    days = Days()
    days.stops("regulator", ORDER, MONTH)
    books, before = days.casino.books, days.link
    at = days.at(24)
    (locked,) = days.casino.decide(
        Command("key", PEOPLE["floorperson"], c.LockTitleHit(LINK, TITLE, TABLE, before.top, 100)), at
    )
    event = money_event(locked.event)
    assert isinstance(event, e.HitLocked)
    assert event.stops is True
    books.links[LINK] = before
    evolve(books, replace(event, stops=UNSET), "floorperson f", at)
    assert [(one.cause, one.hit, one.until) for one in days.link.causes] == [("top award won", 0, days.at(8 * 24))]
    evolve(books, e.HitRejected(LINK, event.number, "no"), "supervisor s", at)
    assert days.link.operating
    books.links[LINK] = before
    evolve(books, e.LinkResumed(LINK, "another"), "licensee l", at)
    assert days.link.operating
