"""Whole evenings of every edition: after each entry all accounts sum to nothing, and every wager goes somewhere."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from itertools import chain

import msgspec
import pytest

from tests.money.pit import HOUSES, Evening, example, house_of, steps
from upcard.games.payment import Payment, net, tips
from upcard.journal.casino import Casino
from upcard.journal.command import table_event
from upcard.money import account
from upcard.tables import events as te
from upcard.units import micros

ACTS = 1_500


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("irregular", [Fraction(0), Fraction(1, 3)], ids=["smooth", "irregular"])
def test_every_entry_balances_and_nobody_is_overdrawn(name: str, irregular: Fraction) -> None:
    evening = Evening(house_of(example(name)), seed=f"{name} {irregular}", irregular=irregular)
    booked: dict[str, int] = defaultdict(int)
    rounds = 0
    for made in chain([list(evening.entries)], steps(evening, ACTS)):
        for entry in made:
            postings = json.loads(entry.postings)
            assert sum(postings.values()) == 0, entry
            for one, amount in postings.items():
                booked[one] += amount
            if '"RoundReconciled"' in entry.event:
                rounds += 1
                table = entry.stream.removeprefix("table/")
                assert booked[account.felt(table)] == 0, "something is left on the layout"
        overdrawn = [a for a, held in booked.items() if held < 0 and a.startswith(account.NEVER_NEGATIVE)]
        assert not overdrawn
    assert rounds > 15
    held = {one: amount for one, amount in booked.items() if amount}
    assert held == {one: amount for one, amount in evening.casino.books.balances.items() if amount}


@pytest.mark.parametrize("name", HOUSES)
def test_a_seat_has_what_its_payments_say(name: str) -> None:
    """The books against the settlement's own sums, round by round: nets, tips and fees."""
    evening = Evening(house_of(example(name)), seed=f"nets of {name}", irregular=Fraction(1, 5))
    before: dict[str, int] = {}
    payments: dict[str, list[Payment]] = defaultdict(list)
    compared = 0
    for made in steps(evening, ACTS):
        for entry in made:
            if not entry.stream.startswith("table/"):
                continue
            table = entry.stream.removeprefix("table/")
            event = table_event(entry.event)
            if isinstance(event, te.Played):
                for payment in getattr(event.event, "reversed", ()):
                    payments[table].remove(payment)
                payments[table] += getattr(event.event, "payments", ())
            if not isinstance(event, te.RoundReconciled):
                continue
            paid = tuple(payments.pop(table, []))
            players = evening.table(table).players
            for seat, player in players.items():
                mine = tuple(p for p in paid if p.seat == seat)
                credited = sum(p.paid for p in mine if p.source == "account")
                names = {account.seat(table, seat): net(mine, seat) - credited, account.game_account(player): credited}
                for one, cents in names.items():
                    assert evening.balance(one) - before.get(one, 0) == micros(cents), (one, mine)
                    before[one] = evening.balance(one)
                    compared += 1
            kept = account.tips(table)
            assert evening.balance(kept) - before.get(kept, 0) == micros(tips(paid))
            before[kept] = evening.balance(kept)
            fees = account.fees(table)
            assert evening.balance(fees) - before.get(fees, 0) == micros(
                sum(p.staked for p in paid if p.result == "fee")
            )
            before[fees] = evening.balance(fees)
    assert compared > 100


@pytest.mark.parametrize("name", HOUSES)
def test_a_casino_read_from_its_journal_is_the_one_that_wrote_it(name: str) -> None:
    evening = Evening(house_of(example(name)), irregular=Fraction(1, 5))
    for _ in steps(evening, 600):
        pass
    again = Casino(evening.casino.house)
    for entry in evening.entries:
        again.apply(entry)
    ours, theirs = again.books, evening.casino.books
    assert msgspec.json.encode(again.tables) == msgspec.json.encode(evening.casino.tables)
    assert (ours.balances, ours.links, ours.fed, ours.slips) == (
        theirs.balances,
        theirs.links,
        theirs.fed,
        theirs.slips,
    )
    assert (again.seq, again.hash, again.versions) == (evening.casino.seq, evening.casino.hash, evening.casino.versions)
