"""Coupons on the day's report: by kind, dealer and table, with what was paid on them, against the raw events."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.reports.evening import Evening, events, whole
from tests.reports.test_shifts import played
from upcard.money.slip import by_table
from upcard.reports.blocks import Table
from upcard.reports.money.shifts import shifts, shifts_paper


def evening(name: str) -> Evening:
    return whole() if name == "evening" else played(name)


@pytest.mark.rule("match_play", "progressive_coupon")
@pytest.mark.parametrize("name", ["evening", "massachusetts"])
def test_every_coupon_is_on_the_report_of_its_shift(name: str) -> None:
    e = evening(name)
    found = shifts(e.entries)
    assert any(period.coupons for period in found.periods)
    for period in found.periods:
        number: Counter[tuple[str, str, str]] = Counter()
        face: Counter[tuple[str, str, str]] = Counter()
        for entry, event in events(e, "stud.CouponPlaced"):
            if period.first <= entry.seq <= period.last:
                key = (entry.stream.removeprefix("table/"), event["coupon"], entry.by)
                number[key] += 1
                face[key] += event["cents"]
        back: Counter[tuple[str, str]] = Counter()
        for entry, event in events(e, "stud.WagerTakenBack"):
            if period.first <= entry.seq <= period.last and event["wager"] in ("match_play", "progressive_coupon"):
                back[entry.stream.removeprefix("table/"), event["wager"].removesuffix("_coupon")] += 1
        assert {one.key for one in period.coupons} == set(number)
        for one in period.coupons:
            taken = back[one.table, one.kind]
            assert one.by.startswith("dealer ")
            assert number[one.key] - taken <= one.number <= number[one.key]
            assert taken or one.face == face[one.key]


@pytest.mark.parametrize("name", ["evening", "massachusetts"])
def test_what_was_paid_on_match_play_is_what_the_events_say(name: str) -> None:
    e = evening(name)
    paid = 0
    for entry in e.entries:
        event = json.loads(entry.event).get("event", {})
        for sign, field in ((1, "payments"), (-1, "reversed")):
            paid += sign * sum(line["paid"] for line in event.get(field) or () if line["wager"] == "match_play")
    told = sum(one.paid for period in shifts(e.entries).periods for one in period.coupons if one.kind == "match_play")
    assert told == paid > 0


def test_days_are_shifts_together_and_the_paper_says_all() -> None:
    e = played("massachusetts")
    by_shift, by_day = shifts(e.entries), shifts(e.entries, "day")
    total = sum(one.face for period in by_shift.periods for one in period.coupons)
    assert total == sum(one.face for period in by_day.periods for one in period.coupons)
    paper = shifts_paper(by_shift, "Harbor")
    tables = [block for section in paper.sections for block in section.blocks if isinstance(block, Table)]
    shown = [table for table in tables if table.name == "coupons"]
    assert sum(int(str(table.total[4] or 0)) for table in shown) == total
    lines = [row for row in paper.listing.rows if row[2] == "coupon"]
    assert sum(int(str(row[5] or 0)) for row in lines if str(row[4]).endswith("face")) == total * 1_000_000


def test_the_books_count_the_present_day_alone() -> None:
    e = whole()
    last = shifts(e.entries, "day").periods[-1]
    assert by_table(e.floor.casino.books.coupons.values()) == by_table(last.coupons)
    assert e.floor.casino.books.day == "2026-03-01"
