"""No act leads to an amount that a store could not hold: it is refused, nothing is written and nothing moves."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.money.pit import FAULT, HOUSES, ROYALS, Evening, dealt, example, house_of, linked
from upcard.errors import Refused
from upcard.journal.casino import _MAPPINGS, _VALUES, Casino
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor
from upcard.money import commands as c
from upcard.money.books import MOST
from upcard.money.cage import MOST_AT_ONCE
from upcard.money.jackpot_awards import follows
from upcard.rules.jackpot import Level
from upcard.store.open import open_store
from upcard.tables import commands as t
from upcard.tables.commands import Actor
from upcard.units import micros

BOUND = micros(MOST)
DANA, CAGE = Actor("dana", "dealer"), Actor("cass", "cage")


def state(casino: Casino) -> tuple[Any, ...]:
    """All that an act can change."""
    books = casino.books
    mappings = (
        casino.tables, casino.versions, casino.pinned, casino.fair, books.balances, books.links,
        books.jackpots_at, books.fed, books.divided, books.slips, books.coupons, books.down,
    )  # fmt: skip
    return casino.seq, casino.hash, books.house, books.day, *(dict(each) for each in mappings)


def test_all_that_an_act_may_change_is_put_back() -> None:
    """What is added to the casino or its books is named where an act is attempted, or is no part of the state."""
    found = Casino(linked(1))
    put_back = {*_MAPPINGS, *_VALUES, "books", "books.balances", "books.slips", "books._tried", "redrawn"}
    assert put_back == {*vars(found), *(f"books.{name}" for name in vars(found.books))} - {
        "house", "rules", "source", "_terms",
    }  # fmt: skip


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found = (
        f"sqlite:{tmp_path / 'journal.db'}" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    )
    return str(found)


def test_purchases_without_end_are_refused_and_the_house_goes_on(address: str) -> None:
    with closing(open_store(address)) as store:
        floor = Floor(linked(1), store)
        for command in (
            Command("open", DANA, t.OpenTable(), "T1"),
            Command("sit", DANA, t.TakeSeat(1, "pat"), "T1"),
        ):
            assert floor.process([command])[0].error is None
        buys = [Command(f"buy {n}", DANA, c.BuyChips("T1", 1, MOST_AT_ONCE)) for n in range(1100)]
        replies = floor.process(buys)
        assert sum(reply.error is None for reply in replies) == MOST // MOST_AT_ONCE
        assert "more than any account may hold" in str(replies[-1].error)
        assert not floor.locked
        assert floor.process([Command("back", CAGE, c.FillTray("T1", 100))])[0].error is None
        assert store.balances()["tray/T1"] == -BOUND + micros(100)


def test_one_act_carries_no_more_than_a_tray_holds() -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "SeatTaken")
    evening.does("cage", c.FillTray("T1", MOST_AT_ONCE))
    for act in (c.FillTray("T1", MOST_AT_ONCE + 1), c.CreditTray("T1", MOST_AT_ONCE + 1)):
        with pytest.raises(Refused, match="at once"):
            evening.does("cage", act)
    with pytest.raises(Refused, match="at once"):
        evening.does("dealer", c.BuyChips("T1", 1, MOST_AT_ONCE + 1))
    evening.does("cage", c.CountTray("T1", MOST_AT_ONCE + 1))


def attempted(casino: Casino, by: Actor, ask: AnyCommand, table: str) -> bool:
    """Whether an act is done; a refusal leaves everything as it was, and nothing that was done passes the bound."""
    before, held = state(casino), dict(casino.books.balances)
    try:
        casino.decide(Command("an id", by, ask, table), "at some time")
    except Refused:
        assert state(casino) == before
        return False
    for name, amount in casino.books.balances.items():
        assert abs(amount) <= max(BOUND, abs(held.get(name, 0)))
    return True


def until_refused(evening: Evening) -> str:
    """Why an act of the evening is refused at last; it leaves everything as it was."""
    for _ in range(1000):
        before = state(evening.casino)
        try:
            evening.step("T1")
        except Refused as refused:
            assert state(evening.casino) == before
            return str(refused)
    raise AssertionError("nothing is ever refused")


def copied(casino: Casino) -> Casino:
    found, books = Casino(casino.house), casino.books
    for name in ("tables", "versions", "pinned", "fair"):
        setattr(found, name, dict(getattr(casino, name)))
    found.seq, found.hash, found.books.house = casino.seq, casino.hash, books.house
    for name in ("balances", "links", "jackpots_at", "fed", "divided", "slips"):
        setattr(found.books, name, dict(getattr(books, name)))
    return found


AT_THE_CAGE: tuple[tuple[str, AnyCommand], ...] = (
    ("cage", c.FillTray("T1", 100)), ("cage", c.CreditTray("T1", 100)), ("dealer", c.BuyChips("T1", 1, 100)),
    ("cage", c.CountDrop("T1", 100)), ("cage", c.CountTray("T1", 100)),
    ("licensee", c.CorrectMeter("Link", "main", 100, "why", "lee")),
    ("licensee", c.CorrectMeter("Link", "main", -100, "why", "lee")),
)  # fmt: skip


@pytest.mark.parametrize(("by", "ask"), AT_THE_CAGE, ids=lambda each: type(each).__name__)
def test_an_account_reaches_the_bound_and_does_not_pass_it(by: str, ask: AnyCommand) -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "SeatTaken")
    if isinstance(ask, c.CorrectMeter):
        evening.does("licensee", c.SuspendLink("Link", "a correction", *FAULT))
        evening.does("licensee", c.CorrectMeter("Link", "main", 100, "there is more than the seed", "lee"))
    tried = copied(evening.casino)
    person = Actor("somebody", by)  # type: ignore[arg-type]
    tried.decide(Command("an id", person, ask), "at some time")
    held = evening.casino.books.balances
    moved = {name: now - held.get(name, 0) for name, now in tried.books.balances.items() if now != held.get(name, 0)}
    assert moved
    for name, amount in moved.items():
        if isinstance(ask, c.CountDrop | c.CountTray) and not name.startswith(("cage", "variance")):
            continue  # a count sets what it counts
        if name.startswith("meter") and amount < 0:
            continue  # which never owes anything
        sign = 1 if amount > 0 else -1
        for beyond in (-1, 0, 1):
            casino = copied(evening.casino)
            casino.books.balances[name] = sign * (BOUND + beyond) - amount
            assert attempted(casino, person, ask, "") is (beyond < 1), (name, beyond)


def test_wagers_of_another_title_reach_the_bound_and_do_not_pass_it() -> None:
    evening = Evening(house_of(example("massachusetts")), seats=2)
    ask = c.TakeTitleWagers("Tri-Game Link", "Let It Ride, pit 2", "L1", 100)
    name = "title/Let It Ride, pit 2"
    evening.does("licensee", ask)
    amount = evening.balance(name)
    for beyond in (-1, 0, 1):
        evening.casino.books.balances[name] = -BOUND - beyond - amount
        assert attempted(evening.casino, Actor("lee", "licensee"), ask, "") is (beyond < 1)


def test_what_was_beyond_the_bound_before_there_was_one_comes_back() -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "SeatTaken")
    evening.casino.books.balances["tray/T1"] = 2 * BOUND
    assert not attempted(evening.casino, CAGE, c.FillTray("T1", 100), "")
    assert attempted(evening.casino, CAGE, c.CreditTray("T1", 100), "")


def test_what_a_jackpot_counts_is_bounded_too() -> None:
    evening = Evening(linked(1, level='limit = "10001.00"\noverflow = "revenue"'), seats=2)
    link = evening.link()
    tier = replace(link.tiers["main"], overflowed=BOUND)
    evening.casino.books.links["Link"] = replace(link, tiers={"main": tier})
    assert "overflowed of Link/main" in until_refused(evening)


def test_a_fault_late_in_an_act_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(linked(1, schedule="classic-10pct"), seats=2, rig=dealt(ROYALS[0]))
    evening.until("T1", "HitLocked")

    def broken(*_: Any) -> Any:
        yield from follows(*_)
        raise KeyError("a fault")

    monkeypatch.setattr("upcard.journal.casino.follows", broken)
    evening.does("supervisor", c.ValidateHit("Link", 1))
    assert "cannot be judged" in until_refused(evening)


@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_no_act_of_an_evening_passes_the_bound_and_a_refusal_moves_nothing(name: str, data: st.DataObject) -> None:
    """Before each act of a round some account it is about to move stands so that the act leads just to the bound."""
    evening = Evening(house_of(example(name)), seed=data.draw(st.text(max_size=3)), irregular=Fraction(1, 20), seats=3)
    table = next(iter(evening.pits))
    refused = done = 0
    for _ in range(60):
        for link in evening.casino.books.links.values():
            for hit in [hit for hit in link.open.values() if hit.state == "pending"]:
                evening.does("supervisor", c.ValidateHit(link.name, hit.number))
        doing = evening.pits[table].next(evening.table(table))
        assert doing is not None
        tried = copied(evening.casino)
        try:
            tried.decide(Command("an id", doing[0], doing[1], table), "at some time")
        except Refused:
            continue
        held = evening.casino.books.balances
        moved = [(each, now - held.get(each, 0)) for each, now in tried.books.balances.items()]
        moved = [(each, amount) for each, amount in moved if amount]
        if moved:
            account, amount = data.draw(st.sampled_from(moved))
            beyond = data.draw(st.sampled_from((-1, 0, 1)))
            casino = copied(evening.casino)
            casino.books.balances[account] = (1 if amount > 0 else -1) * (BOUND + beyond) - amount
            if attempted(casino, doing[0], doing[1], table):
                done += 1
            else:
                refused += 1
            if account.startswith(("seat/", "tray/", "felt/", "cage", "house")):
                assert (casino.seq > evening.casino.seq) is (beyond < 1) or account == "house"
        evening.does(doing[0], doing[1], table)
    assert refused + done


def test_a_level_is_changed_within_bounds() -> None:
    """What a command says outright is bounded when it is read, before anything is judged by it."""
    from upcard.journal.command import LARGEST, invalid_reason

    asked = c.ChangeLevel("Link", "main", Level(seed=LARGEST, rate=700_000), "lee", "why")
    assert invalid_reason(Command("id", CAGE, asked)) == "an amount is too large"
    assert micros(LARGEST) < BOUND
