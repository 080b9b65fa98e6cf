"""Whole evenings without anybody: lawful at every table, the same after every interruption, and the felt empty."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import msgspec
import pytest

from tests.bots.playing import ALWAYS, OFTEN, TABLES, Evening, evening, titled
from tests.tables.desk import bonus_six as six_table
from tests.tables.desk import massachusetts, south_dakota
from tests.tables.walk import HOUSES
from upcard.bots import Pit, virtual
from upcard.games import caribbean_stud as stud
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables import events as e

BY_PLAYERS = massachusetts(None, cover_all=True, cover_all_counts="players", shuffler={"cover_all_mode": True}, seats=8)
"""Its cover all wager is not paid to a player who is alone."""

ODD_TABLES = (
    *HOUSES,
    south_dakota(seats=9),
    south_dakota(limit="3.00"),
    south_dakota(schedule=None, maximum="0.03"),
    BY_PLAYERS,
    massachusetts("E", seats=9, five_card=True),
    six_table(seats=9, maximum="0.05"),
)
"""Tables with elections that a house seldom makes; several bear the same name, which is nothing to a pit."""


@pytest.mark.parametrize("irregular", [Fraction(0), OFTEN])
@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_every_example_table_is_played_without_a_refusal_and_the_felt_is_empty_after_each_round(
    t: TableRules, irregular: Fraction
) -> None:
    played = evening(t, 200, irregular=irregular)
    assert played.table.number == 201


@pytest.mark.parametrize("seats", [1, 2, 9])
@pytest.mark.parametrize("t", ODD_TABLES, ids=titled)
def test_odd_tables_are_played_with_few_players_and_with_many(t: TableRules, seats: int) -> None:
    played = evening(t, 12, seats=min(seats, t.seats), irregular=OFTEN)
    assert played.table.number == 13


@pytest.mark.rule("racked_decks_at_once", "counting_shuffler")
def test_a_deck_that_somebody_left_in_the_rack_is_shuffled_before_the_deal() -> None:
    t = massachusetts(None, dealing="automated-shoe", shuffler={"counts": True}, backs=["red", "blue"], seats=2)
    pit = Pit(t, "seed", 2)
    played = Evening(t).play(1, lambda: pit)

    def led() -> c.Command:
        doing = pit.next(played.table)
        assert doing is not None
        played.do(*doing)
        return doing[1]

    while not isinstance(led(), c.LockOut):
        pass
    racked = msgspec.structs.replace(played.table.decks["red"], stage="racked", order=(), counted=False)
    played.table = msgspec.structs.replace(played.table, decks={**played.table.decks, "red": racked})
    assert [type(led()) for _ in range(2)] == [c.ShuffleDeck, c.DealCards]


# ---- left at any moment


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_a_table_left_after_every_act_goes_on_as_if_nobody_had_left(t: TableRules) -> None:
    stayed = evening(t, 4, irregular=ALWAYS)
    left = Evening(t).play(4, lambda: Pit(t, "seed", t.seats, irregular=ALWAYS))
    assert left.acts == stayed.acts
    assert left.events == stayed.events


def test_the_table_read_back_from_its_events_is_told_the_same() -> None:
    for t in TABLES:
        pit = Pit(t, "seed", t.seats, irregular=OFTEN)
        live, kept = Evening(t), Evening(t)
        while live.table.number < 4:
            doing = pit.next(live.table)
            assert doing == pit.next(kept.table)
            assert doing is not None
            before = len(live.events)
            live.do(*doing)
            for event in live.events[before:]:
                whole = event if type(event).__module__ == e.__name__ else e.Played(event)
                kept.happened(msgspec.json.decode(msgspec.json.encode(whole), type=e.Event))
        assert kept.table == live.table


@pytest.mark.parametrize("t", [*TABLES, BY_PLAYERS], ids=titled)
def test_a_pit_with_another_seed_and_other_company_goes_on_lawfully(t: TableRules) -> None:
    asked = iter(range(10_000))

    def other() -> Pit:
        number = next(asked)
        return Pit(t, f"seed {number}", 1 + number % min(t.seats, 3), irregular=Fraction(1, 50))

    assert Evening(t).play(6, other).table.number == 7


def test_a_cover_all_wager_that_would_not_be_paid_is_taken_back() -> None:
    alone = Pit(BY_PLAYERS, "seed", 1)
    played = Evening(BY_PLAYERS)
    while not any(deck.stage == "ready" for deck in played.table.decks.values()):
        played.do(*(alone.next(played.table) or pytest.fail("there is something to do")))
    for wager in ("ante", "cover_all"):
        played.do(Actor(played.table.players[1], "player"), c.Play(stud.PlaceWager(1, wager, 12_300)))
    played.play(2, lambda: alone)
    assert stud.TakeBackWager(1, "cover_all") in played.commands()


def test_a_pit_keeps_nothing_of_the_play() -> None:
    for t in TABLES:
        pit = Pit(t, "seed", t.seats)
        played = Evening(t).play(3, partial(pit.under, t))
        again = Evening(t).play(3, partial(pit.under, t))
        assert again.acts == played.acts
        for _ in range(3):
            assert pit.next(played.table) == pit.next(played.table)


def test_other_seeds_tables_and_rounds_have_other_cards() -> None:
    t = TABLES[0]
    named = msgspec.structs.replace(t, name="Another")
    orders = [
        command.order
        for played in (evening(t, 20), evening(t, 20, seed="another"), evening(named, 20))
        for command in played.commands()
        if isinstance(command, c.ShuffleDeck)
    ]
    assert len(orders) == len(set(orders)) == 60


# ---- who sits there


def test_players_and_staff_are_known_by_the_name_of_their_table() -> None:
    t = TABLES[0]
    played = evening(t, 5, seats=3)
    assert played.table.players == {1: "Stud 1 1", 2: "Stud 1 2", 3: "Stud 1 3"}
    assert {by.id for by, _ in played.acts} >= {"Stud 1 1", "Stud 1 2", "Stud 1 3", "Stud 1 dealer"}


def test_whoever_else_sits_there_plays_under_the_own_name() -> None:
    t = TABLES[0]
    played = evening(t, 1)
    played.do(Actor("boss", "dealer"), c.LeaveSeat(2))
    played.do(Actor("ann", "player"), c.TakeSeat(2, "ann"))
    pit = Pit(t, "seed", t.seats)
    played.play(5, lambda: pit)
    assert Actor("ann", "player") in {by for by, _ in played.acts}


def test_a_table_that_was_closed_is_opened_again() -> None:
    t = TABLES[0]
    pit = Pit(t, "seed", t.seats)
    played = evening(t, 2)
    dealer, command = pit.next(Table()) or (None, None)
    assert command == c.OpenTable()
    assert dealer == Actor("Stud 1 dealer", "dealer")
    played.do(dealer, c.CloseTable())
    assert pit.next(played.table) == (dealer, c.OpenTable())


def test_a_pit_deals_no_real_cards_and_seats_nobody_where_there_is_no_seat() -> None:
    t = msgspec.structs.replace(TABLES[0], mode="keyed")
    with pytest.raises(ValueError, match="real cards"):
        Pit(t, "seed", 3)
    for seats in (0, t.seats + 1):
        with pytest.raises(ValueError, match="players cannot sit"):
            Pit(virtual(t), "seed", seats)
    assert virtual(t) == TABLES[0]
