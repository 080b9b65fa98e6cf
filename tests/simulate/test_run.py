"""Work divided: the same bits however it is divided, and every cent of it somewhere."""

from __future__ import annotations

import os
import signal
import threading

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.simulate.tables import lone, massachusetts, six, south_dakota, stud_tables
from upcard.errors import Refused
from upcard.exact.caribbean_stud import LINES, PAYS
from upcard.simulate import caribbean_stud
from upcard.simulate.run import METERED_BLOCK, Work, played, run, stopping, stretch, work
from upcard.simulate.table import StudTable, Table
from upcard.simulate.tally import MOST_LOGGED, Line, MeterTally, Tally, key_of
from upcard.units import MICROS_PER_CENT, micros

TABLES = [massachusetts(), south_dakota(), lone(), six(2, insured=True, tip=100)]


@pytest.mark.parametrize("table", TABLES, ids=["ma", "sd", "lone", "six"])
def test_one_core_and_two_and_any_stretch_give_the_same_bits(table: Table) -> None:
    asked = work(table, "divided", 50_000, block=7_000)
    one = run(asked, cores=1).tally
    assert one == run(asked, cores=2).tally
    assert one == run(asked, cores=5).tally
    assert one == stretch(asked, 3, 8) + stretch(asked, 0, 3)
    assert (one.rounds, one.blocks) == (50_000, 8)
    assert one != run(work(table, "divide", 50_000, block=7_000)).tally


def test_blocks_matter_where_there_are_meters_and_nowhere_else() -> None:
    def lines(table: Table, block: int) -> dict[str, Line]:
        return run(work(table, "blocks", 60_000, block=block)).tally.lines

    assert lines(lone(), 60_000) == lines(lone(), 11_000)
    assert lines(massachusetts(), 60_000) != lines(massachusetts(), 11_000)
    assert lines(massachusetts(), 60_000)["bonus"] == lines(massachusetts(), 11_000)["bonus"]
    assert work(massachusetts(), "", METERED_BLOCK + 1).block == METERED_BLOCK
    assert work(massachusetts(), "", 10).block == 10


def test_meters_start_anew_in_every_block() -> None:
    asked = work(south_dakota(), "anew", 10_000, block=1_000)
    found = [played(asked, block).meters["main"] for block in (0, 4, 9)]
    assert {meter.started for meter in found} == {micros(1_000_000)}
    assert all(meter.ended > meter.started for meter in found)


@given(table=stud_tables(), block=st.integers(0, 2))
@settings(max_examples=30, deadline=None)
def test_what_players_lose_house_and_meters_gain(table: StudTable, block: int) -> None:
    """Each of the three from sums of its own: seats, lines and outcomes, and where meters began and ended."""
    asked = work(table, "every cent", 9_000, block=4_000)
    found = played(asked, block)
    rounds = asked.length(block)
    side = table.before_the_deal - sum(table.staked("ante")) - sum(table.staked("tip"))
    players = sum(found.seats) - rounds * side

    lines = {"tip": 0, **{name: line.sum for name, line in found.lines.items()}}
    tips = rounds * sum(table.staked("tip"))
    back = sum(lines[name] for name in lines if name not in ("game", "tip", "table"))
    for_the_dealer = lines["tip"] - _pushed_tips(asked, block, found)
    house_and_meters = -lines["game"] + rounds * side - back
    house_and_meters += tips - lines["tip"]  # what tips lost, less what they won

    contributed = sum(meter.added + meter.reserved + meter.revenue for meter in found.meters.values())
    put_up = sum(found.meters[name].resets * micros(level.seed) for name, level in table.levels)
    drawn = sum(meter.drawn for meter in found.meters.values()) * MICROS_PER_CENT
    revenue = sum(meter.revenue for meter in found.meters.values())
    meters = sum(meter.ended - meter.started for meter in found.meters.values())
    house = micros(house_and_meters) - (contributed - revenue) - put_up + drawn

    assert micros(players) + house + meters + micros(for_the_dealer) == 0
    assert contributed == rounds * _due(table)
    assert lines["table"] == sum(found.seats)
    assert sum(found.outcomes.values()) == rounds * table.seats
    assert sum(found.best.values()) == rounds * bool(found.best)


def _due(table: StudTable) -> int:
    """What the wagers of one round owe to meters and reserves."""
    five = sum(table.staked("five_card_player")) + sum(table.staked("five_card_dealer"))
    main = sum(table.staked("progressive"))
    each = ((five if name == "five_card" else main, level.rate + level.reserve_rate) for name, level in table.levels)
    return sum(cents * rate for cents, rate in each)


def _pushed_tips(asked: Work, block: int, found: Tally) -> int:
    """Tips that went back to the players: all of them, less what the seats would have more without them."""
    table = asked.table
    assert isinstance(table, StudTable)
    if not any(table.staked("tip")):
        return 0
    stakes = tuple(tuple(each for each in seat if each[0] != "tip") for seat in table.stakes)
    without = msgspec.structs.replace(table, stakes=stakes)
    meters = caribbean_stud.fresh(without, asked.block)
    played = caribbean_stud.play(without, key_of(asked.seed), block * asked.block, found.rounds, meters, asked.block)
    return found.rounds * sum(table.staked("tip")) - (sum(played.seats) - sum(found.seats))


def test_seats_and_outcomes_price_to_the_same_sum() -> None:
    found = run(work(lone("AKJ83"), "priced", 100_000)).tally
    worth = {name: 1 + 2 * odds for name, odds in zip(LINES, PAYS, strict=True)}
    worth |= {"no_hand": 1, "push": 0, "fold": -1, "dealer_wins": -3}
    assert found.lines["game"].sum == 1000 * sum(worth[name] * times for name, times in found.outcomes.items())
    assert found.lines["game"].squares == 10**6 * sum(worth[name] ** 2 * n for name, n in found.outcomes.items())


# ---- ends ----------------------------------------------------------------------------------------------------


def test_an_interrupted_run_is_a_shorter_one() -> None:
    asked = work(lone(), "interrupted", 10**12, block=20_000)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    seen: list[int] = []

    def advance(rounds: int) -> None:
        if not seen:
            timer.start()
        seen.append(rounds)

    found = run(asked, cores=2, advance=advance)
    timer.join()
    assert found.interrupted
    assert 0 < found.tally.rounds < asked.rounds
    assert found.tally.rounds == sum(seen)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    shorter = Work(asked.table, asked.seed, min(found.tally.rounds, 100_000), asked.block)
    if found.tally.rounds <= 100_000:
        assert run(shorter).tally == found.tally


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stopping() as stopped:
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert not stopped.is_set()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_second_interrupt_is_the_usual_one() -> None:
    with stopping() as stopped:
        os.kill(os.getpid(), signal.SIGINT)
        assert stopped.wait(5)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_run_says_how_far_it_is() -> None:
    told: list[int] = []
    assert not run(work(lone(), "far", 10_500, block=1_000), cores=2, advance=told.append).interrupted
    assert sorted(told) == [500, *[1_000] * 10]


@pytest.mark.parametrize("cores", [0, -1, 10_000])
def test_cores_are_refused_by_name(cores: int) -> None:
    with pytest.raises(Refused, match="cores"):
        run(work(lone(), "", 10), cores=cores)


@pytest.mark.parametrize(("rounds", "block"), [(0, 1), (2**58 + 1, 1), (10, 0), (10, 2**24 + 1)])
def test_work_is_refused_by_name(rounds: int, block: int) -> None:
    with pytest.raises(Refused, match=r"^(rounds|block): "):
        work(lone(), "", rounds, block=block)


def test_tallies_add_up_in_any_order() -> None:
    asked = work(massachusetts(), "order", 400_000, block=100_000)
    parts = [played(asked, block) for block in range(4)]
    there, back = sum(parts, Tally()), sum(reversed(parts), Tally())
    assert there == back
    assert len(there.log) == min(MOST_LOGGED, sum(len(part.log) for part in parts))
    assert there.log == tuple(sorted(there.log))
    assert MeterTally(awards=2) + MeterTally(awards=3, drawn=1) == MeterTally(awards=5, drawn=1)
