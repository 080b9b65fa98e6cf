"""Reconciliations: against sums of raw postings, in all example houses, and with nothing lost between two periods."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from tests.house_texts import house_text
from tests.reports.evening import CAGE, FLOOR, GOES_ON, LICENSEE, ROYAL, SUPERVISOR, Evening, house, whole
from upcard.bots import Pit, virtual
from upcard.money import commands as c
from upcard.reports.blocks import Prose, Table
from upcard.reports.money.shifts import Period, Shifts, shifts, shifts_paper
from upcard.rules.house import House, read_house
from upcard.units import MICROS_PER_CENT

EXAMPLES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")


@cache
def played(name: str) -> Evening:
    """An example house with many mishaps, three shifts and counts between them."""
    text = house_text(name)
    found = read_house(text)
    of = replace(found, tables=tuple(virtual(t) for t in found.tables))
    e = Evening(of)
    e.pits = {t.name: Pit(t, "seed", t.seats, irregular=Fraction(1, 2)) for t in of.tables}
    for at, last in enumerate((False, True, False), 1):
        for table in e.pits:
            e.do(CAGE, c.FillTray(table, 100_000 * at))
        e.play(8)
        for table in e.pits:
            booked = e.floor.casino.books.balances[f"tray/{table}"] // MICROS_PER_CENT
            e.do(CAGE, c.CountTray(table, max(0, booked + at)))
        e.do(FLOOR, c.CloseShift("2026-03-01", f"shift {at}", last=last, reason=GOES_ON, second="lee"))
    return e


def evening(name: str) -> Evening:
    return whole() if name == "evening" else played(name)


EVENINGS = pytest.mark.parametrize("name", ["evening", *EXAMPLES])


def balances_at(e: Evening, seq: int) -> Counter[str]:
    """What every account holds after so many entries, from the postings alone."""
    found: Counter[str] = Counter()
    for entry in e.entries[:seq]:
        for name, micros in json.loads(entry.postings).items():
            found[name] += micros
    return found


def accounts_of(statement: str, balances: Counter[str]) -> int:
    """The accounts that a statement pools, added up by their names."""
    if statement == "account":
        return sum(micros for name, micros in balances.items() if name.startswith("account/"))
    if statement.startswith("seat/"):
        mine = (
            name for name in balances if name.startswith(f"{statement}/") and name[len(statement) + 1 :].isdecimal()
        )
        return sum(balances[name] for name in mine)
    return balances[statement]


@EVENINGS
@pytest.mark.parametrize("span", ["shift", "day"])
def test_statements_are_the_sums_of_raw_postings_and_together_nothing(name: str, span: str) -> None:
    e = evening(name)
    found = shifts(e.entries, "day" if span == "day" else "shift")
    seen = 0
    for period in found.periods:
        assert period.first == seen + 1
        seen = period.last
        opening, closing = balances_at(e, period.first - 1), balances_at(e, period.last)
        for statement in period.statements.values():
            assert statement.opening == accounts_of(statement.account, opening), statement.account
            assert statement.closing == accounts_of(statement.account, closing), statement.account
            assert statement.opening + sum(statement.moved.values()) == statement.closing, statement.account
        assert sum(one.closing for one in period.statements.values()) == sum(closing.values()) == 0
        assert period.proven
    assert seen == len(e.entries)


@EVENINGS
def test_no_account_is_in_no_statement(name: str) -> None:
    e = evening(name)
    last = shifts(e.entries).periods[-1]
    pooled = sum(one.closing for one in last.statements.values() if one.account.startswith("seat/"))
    seats = sum(micros for account, micros in e.store.held.items() if account.startswith("seat/"))
    assert pooled == seats
    for account, micros in e.store.held.items():
        if not account.startswith(("seat/", "account/")):
            assert last.statement(account).closing == micros


@EVENINGS
def test_the_tray_formula_and_the_win(name: str) -> None:
    e = evening(name)
    for period in shifts(e.entries).periods:
        for table in period.tables:
            tray, box = period.statement(f"tray/{table}"), period.statement(f"drop/{table}")
            reversed_ = tray.of("stake collected, reversed", "payment, reversed")
            assert tray.closing == (
                tray.opening + tray.of("fill") + tray.of("credit") + tray.of("chips sold") + tray.of("stake collected")
                + tray.of("payment") + reversed_ + tray.of("count")
            )  # fmt: skip
            assert tray.of("credit", "chips sold", "payment") <= 0 <= tray.of("fill", "stake collected")
            sold = -tray.of("chips sold")
            assert period.win(table) == (
                sold + tray.closing - tray.opening - tray.of("fill") - tray.of("credit") + box.of("count")
            )


def test_what_lost_wagers_bring_and_winning_ones_cost_is_what_the_payments_say() -> None:
    """The tray from the settlements themselves, without one posting."""
    e = played("deadwood")
    collected: Counter[str] = Counter()
    for entry in e.entries:
        event = json.loads(entry.event)
        inner = event.get("event", {}) if event["type"] == "Played" else {}
        for sign, payments in ((1, inner.get("payments", ())), (-1, inner.get("reversed", ()))):
            for p in payments:
                kept = p["staked"] - p["returned"] if p["result"] != "fee" else 0
                from_tray = p["paid"] - p["drawn"] if p["source"] != "account" else 0
                collected[entry.stream.removeprefix("table/")] += sign * (kept - from_tray) * MICROS_PER_CENT
    whole_time = shifts(e.entries).periods
    for table in e.pits:
        counts = sum(period.statement(f"tray/{table}").of("count") for period in whole_time)
        assert sum(period.win(table) for period in whole_time) - counts == collected[table]


def test_what_a_void_hand_gives_back_is_told_apart_from_what_was_lost() -> None:
    """Stakes and fees that were collected and reversed, from the events alone."""
    for name in EXAMPLES:
        e = played(name)
        given: Counter[str] = Counter()
        for entry in e.entries:
            event = json.loads(entry.event)
            for p in event.get("event", {}).get("reversed", ()) if event["type"] == "Played" else ():
                given["fee" if p["result"] == "fee" else "stake"] += p["staked"] - p["returned"]
        found: Counter[str] = Counter()
        for period in shifts(e.entries).periods:
            for table in period.tables:
                found["stake"] -= period.statement(f"tray/{table}").of("stake collected, reversed")
                found["fee"] -= period.statement(f"fees/{table}").of("fee, reversed")
        assert {k: v for k, v in found.items() if v} == {k: v * MICROS_PER_CENT for k, v in given.items() if v}
        assert given or name != "bonus-6", "a card that falls off the table gives back what was collected"
    assert given["fee"], "the last house collects fees"


@EVENINGS
def test_a_day_is_its_shifts_together(name: str) -> None:
    e = evening(name)
    by_shift, by_day = shifts(e.entries), shifts(e.entries, "day")
    first = by_day.periods[0]
    parts = [one for one in by_shift.periods if one.last <= first.last]
    assert len(parts) == 2
    for account, statement in first.statements.items():
        moved: Counter[str] = Counter()
        for part in parts:
            moved.update(part.statement(account).moved)
        assert {k: v for k, v in moved.items() if v} == {k: v for k, v in statement.moved.items() if v}
    assert (first.day, first.closed_at) == ("2026-03-01", parts[-1].closed_at)


def test_counts_stand_beside_what_was_booked() -> None:
    first, second = shifts(whole().entries).periods[:2]
    (tray,) = first.trays["Stud 1"]
    assert (tray.variance, tray.by) == (-2_500, "cage cal")
    assert first.statement("variance/Stud 1").closing == 2_500 * MICROS_PER_CENT
    assert {name: one.variance for name, (one,) in second.drops.items()} == {"Stud 1": 500, "Stud 2": 0}
    assert second.statement("drop/Stud 1").closing == 0


def table_of(found: Shifts, period: int, name: str) -> Table:
    blocks = shifts_paper(found).sections[period].blocks
    return next(block for block in blocks if isinstance(block, Table) and block.name == name)


def test_a_transfer_and_an_award_of_another_title_are_in_their_columns() -> None:
    found = shifts(whole().entries)
    open_: Period = found.periods[-1]
    assert open_.closed_at == ""
    meters = table_of(found, len(found.periods) - 1, "meters")
    keys = [column.key for column in meters.columns]
    rows = {row[0]: dict(zip(keys, row, strict=True)) for row in meters.rows}
    moved = rows["Five Card, five card"]["transfers"]
    assert isinstance(moved, int)
    assert moved < 0
    assert rows["Tri-Game Link, mega"]["transfers"] == -moved
    assert rows["Five Card, five card"]["closing"] == 0
    assert open_.statement("pending/Tri-Game Link/minor").moved.keys() == {"award", "award paid"}
    assert open_.statement("title/Let It Ride, pit 2").of("award paid") > 0


def without_reserve(of: House, jackpot: str) -> House:
    """The house with nothing held back for the next start of a jackpot: its meter then starts from the seed alone."""
    one = of.jackpots[jackpot]
    levels = {name: replace(level, reserve_rate=0) for name, level in one.levels.items()}
    return replace(of, jackpots={**of.jackpots, jackpot: replace(one, levels=levels)})


def test_what_is_left_of_a_jackpot_that_ended_goes_back_to_the_house() -> None:
    e = Evening(without_reserve(house(), "Harbor"), {("Stud 2", 1): (2, ROYAL)})
    e.pits = {"Stud 2": e.pits["Stud 2"]}
    e.do(LICENSEE, c.AnnounceEnd("Harbor"))
    e.play(1)
    e.do(FLOOR, c.CloseShift("2026-03-01", "swing", last=True, reason=GOES_ON, second="lee"))
    held = e.store.held["meter/Harbor/main"]
    e.do(SUPERVISOR, c.EndJackpot("Harbor", "lee"))
    found = shifts(e.entries)
    meters = table_of(found, 1, "meters")
    keys = [column.key for column in meters.columns]
    assert dict(zip(keys, meters.rows[0], strict=True)) == {
        "name": "Harbor, main", "opening": held, "left": -held, "closing": 0,
    }  # fmt: skip
    assert found.periods[1].proven


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_reason_has_a_column_in_every_house(name: str) -> None:
    found = shifts(played(name).entries)
    paper = shifts_paper(found)
    assert len(paper.sections) == 3
    for section in paper.sections:
        last = section.blocks[-1]
        assert isinstance(last, Prose)
        assert last.text.startswith("Proof: ")


def test_a_statement_that_is_not_explained_is_said_aloud() -> None:
    found = shifts(whole().entries)
    first = found.periods[0]
    wrong = replace(first.statement("cage"), closing=first.statement("cage").closing + 1)
    bent = replace(found, periods=(replace(first, statements={**first.statements, "cage": wrong}),))
    last = shifts_paper(bent).sections[0].blocks[-1]
    assert isinstance(last, Prose)
    assert last.text.startswith("NOT PROVEN")
    assert "cage" in last.text


def test_a_shift_that_is_asked_for_comes_alone() -> None:
    found = shifts(whole().entries)
    assert [section.title for section in shifts_paper(found, shift="grave").sections] == [
        "Gaming day 2026-03-01, grave shift"
    ]
    assert [section.name for section in shifts_paper(found, day="2020-01-01").sections] == ["none"]
