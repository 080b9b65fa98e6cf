"""Meters on demand: each figure counted again from the plain events."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from msgspec.structs import replace

from tests.reports.evening import FLOOR, SUPERVISOR, Evening, events, house, whole
from tests.reports.test_shifts import played
from upcard.money import commands as c
from upcard.reports.blocks import Table
from upcard.reports.money.meters import LevelMeters, meters, meters_paper
from upcard.units import MICROS_PER_CENT

TITLE = "Let It Ride, pit 2"


def level(e: Evening, jackpot: str, name: str) -> LevelMeters:
    found = next(one for one in meters(e.entries).jackpots if one.name == jackpot)
    return next(one for one in found.levels if one.level == name)


def test_wagers_in_are_what_was_accepted_and_not_voided() -> None:
    """Where the whole table is fed at the lock-out and no hand is voided, they are the accepted wagers."""
    e = Evening(house(), {("Stud 2", n): (1, whole().rigged["Stud 1", 5][1]) for n in (1, 2, 3)})
    e.pits = {"Stud 2": e.pits["Stud 2"]}
    e.play(3)
    accepted = sum(sum(event["accepted"].values()) for _, event in events(e, "stud.BetsClosed"))
    assert accepted
    assert level(e, "Harbor", "main").wagered == accepted


def test_hits_and_amounts_won_leave_out_what_was_rejected() -> None:
    e = whole()
    rejected = {(x["jackpot"], x["number"]) for _, x in events(e, "HitRejected")}
    hits: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for _, event in events(e, "HitLocked"):
        if (event["jackpot"], event["number"]) not in rejected:
            for draw in event["draws"]:
                hits[event["jackpot"], draw["level"]] += 1
                won[event["jackpot"], draw["level"]] += draw["each"] * draw["ways"]
    for jackpot in meters(e.entries).jackpots:
        for one in jackpot.levels:
            assert (one.hits, one.won) == (hits[jackpot.name, one.level], won[jackpot.name, one.level])


def test_amount_reserve_and_pending_are_the_sums_of_the_postings() -> None:
    for e in (whole(), played("deadwood"), played("massachusetts")):
        held: Counter[str] = Counter()
        for entry in e.entries:
            held.update(json.loads(entry.postings))
        for jackpot in meters(e.entries).jackpots:
            for one in jackpot.levels:
                name = f"{jackpot.name}/{one.level}"
                assert one.amount == held[f"meter/{name}"]
                assert one.displayed == one.amount // MICROS_PER_CENT
                assert (one.reserve, one.pending) == (held[f"reserve/{name}"], held[f"pending/{name}"])


@pytest.mark.parametrize("name", ["whole", "massachusetts", "deadwood"])
def test_what_moved_a_meter_adds_up_to_what_is_displayed(name: str) -> None:
    found = meters((whole() if name == "whole" else played(name)).entries)
    assert found.proven
    for jackpot, section in zip(found.jackpots, meters_paper(found).sections, strict=True):
        sums = next(block for block in section.blocks if isinstance(block, Table) and block.name == "sums")
        keys = [column.key for column in sums.columns]
        for one, row in zip(jackpot.levels, sums.rows, strict=True):
            amounts = [int(str(cell or 0)) for cell in row[1:]]
            assert sum(amounts[:-1]) == amounts[-1] == one.amount
            cells = dict(zip(keys, row, strict=True))
            assert -int(str(cells.get("awards") or 0)) == one.won * MICROS_PER_CENT
            assert -int(str(cells.get("fixed") or 0)) == one.fixed * MICROS_PER_CENT


def test_fixed_awards_off_the_meter_are_those_of_the_payments() -> None:
    e = played("massachusetts")
    paid: Counter[tuple[str, str]] = Counter()
    for kind, sign in (("stud.StepSettled", 1), ("stud.HandVoided", -1), ("stud.RoundVoided", -1)):
        for entry, event in events(e, kind):
            for payment in event["payments" if sign == 1 else "reversed"]:
                if payment.get("drawn") and "%" not in payment["odds"]:
                    paid[entry.stream.removeprefix("table/"), payment["wager"]] += sign * payment["drawn"]
    assert paid
    for jackpot in meters(e.entries).jackpots:
        wagers = [(table, wager) for table, member in jackpot.members.items() for wager in member.wagers]
        assert sum(one.fixed for one in jackpot.levels) == sum(paid[wager] for wager in wagers)


def test_a_meter_that_does_not_add_up_is_said_to() -> None:
    found = meters(whole().entries)
    (main,) = found.jackpots[0].levels
    wrong = replace(main, statement=replace(main.statement, closing=main.statement.closing + 1))
    assert not wrong.proven
    changed = replace(found, jackpots=(replace(found.jackpots[0], levels=(wrong,)),))
    assert not changed.proven
    assert "NOT PROVEN: what moved main does not" in str(meters_paper(changed).sections[0].blocks)


def test_names_of_wagers_and_levels_are_those_of_the_round() -> None:
    found = next(section for section in meters_paper(meters(whole().entries)).sections if section.title == "Five Card")
    assert "five card (own hand), five card (dealer's hand)" in str(found.blocks)
    assert "% of five_card" not in str(found.blocks)


def test_an_award_that_waits_is_pending_and_among_the_hits() -> None:
    e = Evening(house(), {("Stud 2", 1): (2, whole().rigged["Stud 2", 3][1])})
    e.pits = {"Stud 2": e.pits["Stud 2"]}
    e.play(1, validate=False)
    one = level(e, "Harbor", "main")
    harbor = meters(e.entries).jackpots[0]
    (hit,) = harbor.hits
    assert (hit.state, hit.validated_by, hit.hand) == ("pending", "", "royal flush")
    assert one.pending == hit.cents * MICROS_PER_CENT > 0


def test_the_last_25_hits_come_in_the_order_in_which_they_were_keyed() -> None:
    e = Evening(house())
    for _ in range(27):
        e.do(FLOOR, c.LockTitleHit("Tri-Game Link", TITLE, "Ride 1", "major", 100))
    for number in (27, 3, 26):
        e.do(SUPERVISOR, c.ValidateHit("Tri-Game Link", number))
    e.do(SUPERVISOR, c.RejectHit("Tri-Game Link", 20, "keyed twice"))
    found = next(one for one in meters(e.entries).jackpots if one.name == "Tri-Game Link")
    assert [hit.number for hit in found.hits] == list(range(3, 28))
    states = {hit.number: hit.state for hit in found.hits}
    assert [states[n] for n in (3, 20, 26, 27, 4)] == ["paid", "rejected", "paid", "paid", "pending"]
    entries = [hit.entry for hit in found.hits]
    assert entries == sorted(entries)
    assert {(hit.title, hit.table, hit.draws[0].percent) for hit in found.hits} == {(TITLE, "Ride 1", 100)}


def test_a_sign_is_read_beside_its_meter() -> None:
    harbor = meters(whole().entries).jackpots[0]
    (reading,) = harbor.signs
    assert (reading.sign, reading.level, reading.variance, reading.reported) == ("door", "main", 5_001, True)


def test_tables_titles_and_state_are_told() -> None:
    found = {one.name: one for one in meters(whole().entries).jackpots}
    assert list(found["Harbor"].members) == ["Stud 1", "Stud 2"]
    assert [title.name for title in found["Tri-Game Link"].titles] == [TITLE]
    assert found["Harbor"].state == "in operation"
    assert found["Five Card"].state == "ended: liability to another game"


def test_every_cell_of_the_page_is_in_the_list() -> None:
    paper = meters_paper(meters(whole().entries))
    cells = sum(
        len(block.rows) * len(block.columns)
        for section in paper.sections
        for block in section.blocks
        if isinstance(block, Table)
    )
    assert len(paper.listing.rows) == cells
    assert len({row[:4] for row in paper.listing.rows}) == cells, "each cell is found by its names"


def test_one_jackpot_can_be_asked_for() -> None:
    assert [section.title for section in meters_paper(meters(whole().entries), jackpot="Harbor").sections] == ["Harbor"]
