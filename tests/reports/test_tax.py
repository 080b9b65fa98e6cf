"""Tax thresholds: one cent and one day on either side of each of them."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reports.evening import ROYAL, SUPERVISOR, Evening, house, whole
from upcard.games.caribbean_stud import events as stud
from upcard.journal.command import TABLE, encode
from upcard.money.account import totals
from upcard.money.commands import ValidateHit
from upcard.money.table_postings import post
from upcard.reports.blocks import Table
from upcard.reports.money.ledger_replay import LedgerReplay
from upcard.reports.money.tax import Threshold, in_force, judge, read_thresholds, tax, tax_paper, thresholds
from upcard.store import Entry, chained
from upcard.tables import events as te

OLD, NEW = (in_force(thresholds(), day) for day in ("2025-12-31", "2026-01-01"))


@pytest.mark.parametrize(
    ("day", "cents"), [("1977-01-01", 60_000), ("2025-12-31", 60_000), ("2026-01-01", 200_000), ("2030-06-01", 200_000)]
)
def test_the_amount_depends_on_the_day(day: str, cents: int) -> None:
    found = in_force(thresholds(), day)
    assert (found.cents, found.multiple) == (cents, 300)


def test_a_day_before_all_thresholds_has_none() -> None:
    with pytest.raises(ValueError, match="no tax threshold of US holds on 1976-12-31"):
        in_force(thresholds(), "1976-12-31")


@pytest.mark.parametrize("due", [OLD, NEW], ids=["600", "2000"])
@pytest.mark.parametrize(("off", "verdict"), [(-1, "gross only"), (0, "reportable"), (1, "reportable")])
def test_the_multiple_counts_net_to_the_cent(due: Threshold, off: int, verdict: str) -> None:
    staked = 1_000
    assert judge(staked, staked + 300 * staked + off, due) == verdict


@pytest.mark.parametrize("due", [OLD, NEW], ids=["600", "2000"])
@pytest.mark.parametrize(("off", "verdict"), [(-1, "below amount"), (0, "reportable"), (1, "reportable")])
def test_the_amount_counts_net_to_the_cent(due: Threshold, off: int, verdict: str) -> None:
    assert judge(100, 100 + due.cents + off, due) == verdict


@pytest.mark.parametrize(("off", "verdict"), [(-1, "below multiple"), (0, "gross only"), (1, "gross only")])
def test_gross_that_reaches_the_multiple_alone_is_listed_apart(off: int, verdict: str) -> None:
    assert judge(1_000, 300 * 1_000 + off, OLD) == verdict


def test_three_hundred_for_one_is_299_net_and_three_hundred_to_one_is_300() -> None:
    assert judge(1_000, 300 * 1_000, NEW) == "gross only"
    assert judge(1_000, 301 * 1_000, NEW) == "reportable"


@pytest.mark.parametrize(("off", "verdict"), [(-1, "below multiple"), (0, "by a person"), (1, "by a person")])
def test_a_payment_without_a_stake_is_left_to_a_person_from_the_amount_on(off: int, verdict: str) -> None:
    assert judge(0, NEW.cents + off, NEW) == verdict


@given(st.integers(0, 10_000), st.integers(0, 10_000_000))
def test_reportable_is_exactly_both_conditions(staked: int, gross: int) -> None:
    both = staked > 0 and (gross - staked) >= 300 * staked and gross - staked >= OLD.cents
    assert (judge(staked, gross, OLD) == "reportable") == both


def raw_wins(e: Evening) -> list[tuple[int, int, str, int, int, int]]:
    """Every winning payment of a journal, read by nothing of ours but JSON."""
    found = []
    for entry in e.entries:
        event = json.loads(entry.event)
        for p in event.get("event", {}).get("payments", ()) if event["type"] == "Played" else ():
            if p["result"] == "win" and p["paid"] and p["wager"] != "tip":
                found.append((entry.seq, p["seat"], p["wager"], p["staked"], p["returned"], p["paid"]))
    return found


def test_every_win_at_every_table_is_looked_at() -> None:
    wins = tax(whole().entries).wins
    mine = [
        (w.entry, w.payment.seat, w.payment.wager, w.payment.staked, w.payment.returned, w.payment.paid) for w in wins
    ]
    assert mine == raw_wins(whole())
    for win, (*_, staked, returned, paid) in zip(wins, raw_wins(whole()), strict=True):
        assert (win.gross, win.net) == (returned + paid, returned + paid - staked)
        assert win.player == f"{win.table} {win.payment.seat}"


def test_what_is_reportable_is_found_among_them_and_listed_once() -> None:
    found = tax(whole().entries)
    expected = [w for w in raw_wins(whole()) if w[3] and w[4] + w[5] - w[3] >= max(300 * w[3], 200_000)]
    assert [(w.entry, w.payment.seat, w.payment.wager) for w in found.of("reportable")] == [w[:3] for w in expected]
    assert expected
    paper = tax_paper(found)
    listed = [block.rows for section in paper.sections[1:] for block in section.blocks if isinstance(block, Table)]
    assert sum(len(rows) for rows in listed) == sum(win.verdict != "below multiple" for win in found.wins)
    assert len(paper.listing.rows) == len(found.wins)


def test_the_same_win_is_judged_by_the_amount_of_its_year() -> None:
    verdicts = {}
    for day in ("2025-12-31", "2026-01-01"):
        e = Evening(house(), {("Stud 1", 2): (3, ROYAL)})
        e.day = day
        e.play(2)
        verdicts[day] = [win.verdict for win in tax(e.entries).wins if win.payment.odds == "1,000 to 1"]
    assert verdicts == {"2025-12-31": ["reportable"], "2026-01-01": ["below amount"]}


def with_void(e: Evening, table: str) -> list[Entry]:
    """The journal with a last entry that takes back everything the round at a table has paid."""
    journal = LedgerReplay()
    for _ in journal.read(e.entries):
        pass
    state = journal.tables[table]
    assert state.round is not None
    event = te.Played(stud.RoundVoided("void", "shoe-jam", (), state.round.payments))
    moved = encode(totals(post(journal.books, table, state, event).transfers))
    last = e.entries[-1]
    version = 1 + sum(entry.stream == TABLE + table for entry in e.entries)
    made = Entry(last.seq + 1, TABLE + table, version, "void", last.at, str(SUPERVISOR.id), encode(event), moved)
    return [*e.entries, chained(last.hash, made)]


def test_what_was_reversed_was_not_won() -> None:
    e = Evening(house(), {("Stud 2", 1): (2, whole().rigged["Stud 2", 3][1])})
    pit = e.pits["Stud 2"]
    while not tax(e.entries).of("reportable"):
        doing = pit.next(e.table("Stud 2"))
        assert doing is not None
        if waiting := e.open_hits():
            jackpot, number, state = waiting[0]
            if state == "pending":
                e.do(SUPERVISOR, ValidateHit(jackpot, number))
                continue
        e.do(*doing, "Stud 2")
    before, after = tax(e.entries), tax(with_void(e, "Stud 2"))
    assert before.of("reversed") == ()
    assert after.of("reportable") == ()
    assert {win.payment for win in after.of("reversed")} >= {win.payment for win in before.of("reportable")}
    assert all(win.reversed for win in after.wins)


def test_parameters_are_read_in_the_order_of_their_dates() -> None:
    text = "".join(
        f'[[threshold]]\njurisdiction = "X"\nfrom = {day}\nmultiple = 2\ncents = {cents}\n'
        for day, cents in (("2027-01-01", 7), ("2001-01-01", 1))
    )
    found = read_thresholds(text)
    assert [one.since for one in found] == [date(2001, 1, 1), date(2027, 1, 1)]
    assert [in_force(found, day, "X").cents for day in ("2026-12-31", "2027-01-01")] == [1, 7]
    with pytest.raises(ValueError, match="no tax threshold of US"):
        in_force(found, "2026-01-01")


def test_only_the_days_that_are_asked_for_count() -> None:
    everything = tax(whole().entries)
    none = tax(whole().entries, within={"1999-01-01"})
    assert (len(none.wins), none.payments, none.head) == (0, 0, everything.head)
    days = {entry.at[:10] for entry in whole().entries}
    assert tax(whole().entries, within=days) == everything
