"""Decks before play: opened one by one, shuffled, counted, cut, recut, spread on an idle table, taken off it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import DEE, FLO, SUE, Desk, bonus_six, by_role, massachusetts, player, south_dakota
from upcard import __version__
from upcard.cards import DECK
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.tables import Actor, Table, evolve
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide

OPENING: tuple[Any, ...] = (c.InspectDeck, c.VerifyDeck, c.SpreadDeck, c.WashDeck)


def two_decks(**elected: Any) -> Desk:
    return Desk(massachusetts(**{"shuffler": True, "backs": ["red", "blue"], **elected}))


@pytest.mark.rule("deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed")
def test_a_deck_is_opened_step_by_step_and_by_the_right_people() -> None:
    desk = Desk(massachusetts()).open(1)
    wanted = (
        (c.InspectDeck("red"), DEE, "deck_inspected_by"),
        (c.VerifyDeck("red"), FLO, "deck_verified_by"),
        (c.SpreadDeck("red"), DEE, "deck_spread"),
        (c.WashDeck("red"), DEE, "deck_washed"),
    )
    for command, by, rule in wanted:
        for other in OPENING:
            if other is not type(command):
                assert desk.rule_of(other("red"), by) == rule
        assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == rule
        assert desk.rule_of(command, FLO if by is DEE else DEE) == rule
        assert desk.rule_of(command, player(1)) == rule
        desk.act(command, by)
    assert desk.rules(e.DeckStaged) == [rule for _, _, rule in wanted]
    desk.act(c.ShuffleDeck("red", "hand", DECK))
    assert desk.rule_of(c.WashDeck("red")) == "cut_after"


@pytest.mark.rule("deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed")
@pytest.mark.parametrize("steps", range(4))
def test_a_deck_that_is_found_unfit_in_its_opening_is_sent_away(steps: int) -> None:
    decks = [{"id": id, "back": "red", "cut_card": "yellow", "cover_card": "green"} for id in ("R1", "R2")]
    desk = Desk(massachusetts(None, deck=decks)).open(1)
    for kind, by in list(zip(OPENING, (DEE, FLO, DEE, DEE), strict=True))[:steps]:
        desk.act(kind("red"), by)
    found = ("deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed")[steps]
    assert desk.rule_of(c.ReplaceDeck("red"), player(1)) is None
    events = desk.act(c.ReplaceDeck("red"), (DEE, FLO, SUE)[steps % 3])
    assert events == (e.DeckWithdrawn("red", found), e.DeckStaged("red", "received", found, id="R2"))
    assert desk.rule_of(c.SpreadDeck("red")) == "deck_inspected_by", "the other one is opened like any"
    desk.ready()
    assert desk.table.deck.id == "R2"
    assert desk.rule_of(c.ReplaceDeck("red", "R3"), FLO) is None, "a deck that was shuffled is in use"
    desk.act(c.CloseTable())
    desk.act(c.OpenTable())
    assert desk.table.deck.id == "R2", "it does not come back"


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("rules", [massachusetts, south_dakota])
def test_a_deck_that_is_seen_to_be_wrong_between_rounds_is_sent_away(rules: Any) -> None:
    """A card is marked or missing: real cards leave whenever no wager lies there, and the next deck is opened."""
    desk = Desk(rules(mode="keyed")).open(1).ready()
    assert desk.act(c.ReplaceDeck("red"), FLO) == (
        e.DeckWithdrawn("red", "wrong_deck"), e.DeckStaged("red", "received", "wrong_deck"),
    )  # fmt: skip
    assert desk.rule_of(c.LockOut()) is not None, "the other deck is not ready"
    Desk(rules()).open(1).ready().refused(c.ReplaceDeck("red"), FLO)  # the system's own deck is right


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("rules", [massachusetts, south_dakota, bonus_six])
@pytest.mark.parametrize("closed", [False, True])
def test_a_deck_that_is_seen_to_be_wrong_under_wagers_is_sent_away_until_a_card_is_dealt(
    rules: Any, closed: bool
) -> None:
    """The wagers wait for another deck; a card that was dealt makes the round void instead."""
    desk = Desk(rules(mode="keyed")).open(1).ready().bets(1)
    if closed:
        desk.act(c.LockOut())
    desk.act(c.ReplaceDeck("red"), FLO)
    assert (desk.table.deck.stage, desk.table.round.phase) == ("received", "closed" if closed else "betting")
    real = c.Play(six.DealUnseen({1: 2}))
    deal = real if rules is bonus_six else deal_command(desk.t, desk.table)
    desk.refused(deal)
    while (step := guide(desk.t, desk.table)) is not None and step.deck:
        desk.deck_act(step.act, step.deck, by_role(step.roles[0]))
    if not closed:
        desk.act(c.LockOut())
    desk.act(deal)
    assert desk.table.deck.stage == "in play"
    desk.refused(c.ReplaceDeck("red"), FLO)


@pytest.mark.rule("second_deck_alternates")
def test_two_decks_go_on_in_turn_over_a_closing() -> None:
    desk = two_decks().open(1).ready()
    assert desk.table.current == "red"
    desk.table = replace(desk.table, current="blue")  # as after a round
    desk.act(c.LeaveSeat(1), player(1))
    desk.act(c.CloseTable())
    (opened,) = desk.act(c.OpenTable())
    assert isinstance(opened, e.TableOpened)
    assert opened.decks == ("blue", "red")
    assert desk.table.current == "blue"


@pytest.mark.rule("deck_verified_by")
def test_a_supervisor_may_verify_a_deck() -> None:
    desk = Desk(massachusetts()).open(1)
    desk.act(c.InspectDeck("red"))
    desk.act(c.VerifyDeck("red"), SUE)
    assert desk.table.deck.stage == "verified"


@pytest.mark.rule("deck_washed")
def test_cards_are_washed_after_the_first_player_has_seen_them() -> None:
    desk = Desk(massachusetts()).open()
    for kind, by in zip(OPENING[:3], (DEE, FLO, DEE), strict=True):
        desk.act(kind("red"), by)
    assert desk.rule_of(c.WashDeck("red")) == "first_player_sees"
    desk.act(c.TakeSeat(1, "p1"))
    desk.act(c.WashDeck("red"))


@pytest.mark.rule("first_player_sees", "deck_washed")
def test_the_first_player_after_each_opening_sees_the_cards_whoever_sat_there_before() -> None:
    desk = Desk(massachusetts()).open(1, 3).ready()
    closed = desk.act(c.CloseTable())
    assert closed == (e.SeatLeft(1), e.SeatLeft(3), e.TableClosed())
    desk.act(c.OpenTable())
    for kind, by in zip(OPENING[:3], (DEE, FLO, DEE), strict=True):
        desk.act(kind("red"), by)
    assert desk.rule_of(c.WashDeck("red")) == "first_player_sees"
    desk.act(c.TakeSeat(3, "p3"))
    desk.act(c.WashDeck("red"))


@pytest.mark.rule("first_player_sees")
def test_whoever_still_sits_at_a_closed_table_of_an_older_journal_can_leave_and_does_not_stay_for_the_opening() -> None:
    desk = Desk(massachusetts())
    desk.table = Table(players={1: "p1", 3: "p3"}, number=4)
    assert desk.rule_of(c.LeaveSeat(1), player(3)) is None
    desk.act(c.LeaveSeat(1), player(1))
    opened = desk.act(c.OpenTable())
    assert opened[0] == e.SeatLeft(3)
    assert (desk.table.players, desk.table.is_open, desk.table.deserted) == ({}, True, False)


@pytest.mark.rule("deck_verified_by", "deck_inspected_by")
def test_who_has_inspected_a_deck_does_not_verify_it() -> None:
    desk = Desk(massachusetts()).open()
    desk.act(c.InspectDeck("red"))
    for role in ("floorperson", "supervisor"):
        same = desk.refused(c.VerifyDeck("red"), Actor(DEE.id, role))
        assert (same.rule, "somebody else verifies it" in str(same)) == ("deck_verified_by", True)
    desk.act(c.VerifyDeck("red"), FLO)
    old = Desk(massachusetts()).open()
    old.table = evolve(old.table, e.DeckStaged("red", "inspected", "deck_inspected_by"))
    old.act(c.VerifyDeck("red"), Actor(DEE.id, "floorperson"))


@pytest.mark.rule("each_deck_opened")
def test_each_of_two_decks_is_opened_by_itself() -> None:
    desk = two_decks().open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        if kind is not c.InspectDeck:
            assert desk.rule_of(c.InspectDeck("blue")) == "each_deck_opened"
        desk.act(kind("red"), by)
    assert desk.rule_of(c.InspectDeck("blue")) == "each_deck_opened"
    desk.act(c.ShuffleDeck("red", "shuffler", DECK))
    desk.ready("blue")
    assert [deck.stage for deck in desk.table.decks.values()] == ["ready", "ready"]


@pytest.mark.rule("each_deck_opened", "second_deck_alternates")
def test_bets_are_not_closed_while_one_of_two_decks_has_not_been_opened() -> None:
    desk = two_decks().open(1).ready("red").bets(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        assert desk.rule_of(c.LockOut()) == "each_deck_opened"
        desk.act(kind("blue"), by)
    assert desk.rule_of(c.LockOut()) == "each_deck_opened"
    desk.act(c.ShuffleDeck("blue", "shuffler", DECK))
    desk.act(c.LockOut())


def test_south_dakota_opens_a_deck_with_its_shuffle() -> None:
    for t in (south_dakota(), south_dakota("sd-2011"), bonus_six()):
        desk = Desk(t).open()
        assert desk.rule_of(c.InspectDeck("red")) == "shuffled_every_round"
        desk.ready()
        assert desk.table.deck.stage == "ready"


def test_a_deck_that_is_not_there_is_refused() -> None:
    desk = Desk(massachusetts()).open(1)
    for command in (c.InspectDeck("green"), c.CutDeck("green", 20), c.ShuffleDeck("green", "hand", DECK)):
        assert desk.rule_of(command) is None
    assert desk.rule_of(c.OrderRecut("green"), SUE) is None


# ---- the table itself


def test_a_table_opens_once_and_closes_between_rounds() -> None:
    desk = Desk(south_dakota())
    assert desk.refused(c.TakeSeat(1, "p1")).because == "the table is closed"
    assert desk.rule_of(c.OpenTable(), player(1)) is None
    desk.open(1)
    assert desk.rule_of(c.OpenTable()) is None
    assert desk.rule_of(c.CloseTable(), player(1)) is None
    desk.bets(1)
    assert desk.rule_of(c.CloseTable()) is None
    desk.play(stud.TakeBackWager(1, "ante"), player(1))
    desk.act(c.CloseTable())
    assert not desk.table.is_open
    desk.act(c.OpenTable(), SUE)
    assert desk.table.number == 2
    assert desk.table.players == {}


@pytest.mark.parametrize("make", [massachusetts, south_dakota, bonus_six])
def test_the_opening_pins_what_the_rounds_are_played_by(make: Any) -> None:
    desk = Desk(make()).open(1)
    opened = next(entry.event for entry in desk.recorded if isinstance(entry.event, e.TableOpened))
    rules = desk.t.rules
    assert (opened.edition, opened.digest) == (rules.edition.id, rules.edition.digest)
    assert (opened.elections, opened.engine) == (rules.elections, __version__)
    assert len(opened.digest) == 64
