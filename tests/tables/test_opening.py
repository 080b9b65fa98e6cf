"""Decks before play: opened one by one, shuffled, counted, cut, recut, spread on an idle table, taken off it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import CUT, DEE, FLO, SUE, Desk, bonus_six, by_role, massachusetts, player, south_dakota
from upcard import __version__
from upcard.cards import DECK, cut, parse_card
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.tables import Actor, Table, due, evolve, options
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide
from upcard.tables.procedure import deck_step
from upcard.web.views.actions import reshuffles

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


# ---- shuffle


@pytest.mark.rule("single_deck")
def test_a_shuffle_is_an_order_of_the_one_deck() -> None:
    desk = Desk(south_dakota()).open()
    for wrong in ((), DECK[:51], (*DECK, DECK[0]), (*DECK[:51], DECK[0])):
        assert desk.rule_of(c.ShuffleDeck("red", "hand", wrong)) == "single_deck"
    desk.act(c.ShuffleDeck("red", "hand", DECK))


@pytest.mark.rule("shuffled_every_round")
def test_a_deck_is_shuffled_before_play_and_after_every_round() -> None:
    for t in (south_dakota(), bonus_six(), massachusetts(None)):
        desk = Desk(t).open(1)
        desk.bets(1)
        assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
        desk.ready()
        assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) is None
        desk.act(c.LockOut())
        desk.act(deal_command(desk.t, desk.table))
        assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == "shuffled_every_round"


@pytest.mark.rule("last_cards_shuffled")
def test_a_table_that_closed_after_a_round_deals_no_card_of_it_unshuffled() -> None:
    """The cards go with the table as they are, and are shuffled before they are dealt again."""
    for t in (south_dakota(), massachusetts(None)):
        desk = Desk(t).open(1).ready().bets(1).deal().clear().decide()
        desk.play(stud.Reveal())
        desk.settle_all().act(c.Reconcile())
        desk.act(c.CloseTable())
        desk.open(1)
        desk.bets(1)
        assert desk.rule_of(c.LockOut()) == "shuffled_every_round"


@pytest.mark.rule("shuffle_methods")
def test_a_deck_is_shuffled_in_a_way_that_the_law_and_the_table_know() -> None:
    desk = Desk(south_dakota()).open()
    for method in ("shuffler", "pre-shuffled", "riffle"):
        assert desk.rule_of(c.ShuffleDeck("red", method, DECK)) == "shuffle_methods"
    six = Desk(bonus_six()).open()
    assert six.rule_of(c.ShuffleDeck("red", "pre-shuffled", DECK)) is None
    six.act(c.ShuffleDeck("red", "hand", DECK))


@pytest.mark.rule("shuffle_methods", "cut_after")
def test_pre_shuffled_cards_need_no_opening_but_a_cut() -> None:
    desk = Desk(massachusetts()).open()
    assert desk.rule_of(c.ShuffleDeck("red", "pre-shuffled", DECK), FLO) == "shuffled_every_round"
    desk.act(c.TakeSeat(1, "p1"))
    desk.act(c.ShuffleDeck("red", "pre-shuffled", DECK))
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    desk.act(c.CutDeck("red", 10))
    assert desk.table.deck.stage == "ready"
    opened = Desk(massachusetts()).open(1)
    opened.act(c.InspectDeck("red"))
    assert opened.rule_of(c.ShuffleDeck("red", "pre-shuffled", DECK)) == "deck_verified_by"
    opened.ready()
    again = opened.bets(1).deal().clear().decide()
    again.play(stud.Reveal())
    again.settle_all().act(c.Reconcile())
    assert again.rule_of(c.ShuffleDeck("red", "pre-shuffled", DECK)) == "shuffle_methods"


@pytest.mark.rule("cut_after")
def test_machine_shuffled_cards_are_dealt_uncut_in_massachusetts_and_cut_in_south_dakota() -> None:
    ma = Desk(massachusetts(shuffler=True)).open(1).ready()
    assert not ma.rules(e.DeckCut)
    assert ma.rule_of(c.CutDeck("red", 20)) == "cut_after"
    assert ma.rule_of(c.OrderRecut("red"), SUE) == "recut_ordered_by"
    sd = Desk(south_dakota(shuffler=True)).open(1).ready()
    assert len(sd.rules(e.DeckCut)) == 1


@pytest.mark.rule("shuffler_jam")
def test_a_jammed_shuffler_means_shuffling_again() -> None:
    desk = two_decks().open(1)
    assert desk.rule_of(c.ReportShufflerJam("red")) == "shuffler_jam"
    desk.ready()
    assert desk.rule_of(c.ReportShufflerJam("red")) == "shuffler_jam"
    counting = Desk(massachusetts(dealing="automated-shoe", shuffler={"counts": True})).open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        counting.act(kind("red"), by)
    counting.act(c.ReportShufflerJam("red"), FLO)
    counting.act(c.ShuffleDeck("red", "shuffler", DECK))
    assert counting.rule_of(c.ReportShufflerJam("red"), player(1)) == "shuffler_jam"
    counting.act(c.ReportShufflerJam("red"))
    assert counting.table.deck.order == ()
    assert counting.rule_of(c.ReportShufflerCount("red", 52)) == "shuffled_every_round"
    counting.ready()
    assert Desk(south_dakota(shuffler=True)).open().rule_of(c.ReportShufflerJam("red")) is None


@pytest.mark.rule("shuffler_jam", "second_deck_alternates")
@pytest.mark.parametrize("counts", [False, True])
def test_a_jam_is_told_of_the_deck_that_waits_in_the_shuffler_during_a_round(counts: bool) -> None:
    """Real cards stick whatever was keyed before; the round goes on with the other deck, and this one is shuffled."""
    desk = two_decks(mode="keyed", shuffler={"counts": counts}).open(1).ready().bets(1)
    assert {deck.stage for deck in desk.table.decks.values()} == {"ready"}
    desk.act(c.LockOut())
    desk.act(c.DealCards("left"))
    desk.play(stud.DealUnseen({1: 5}, 5, parse_card("As")))
    assert desk.rule_of(c.ReportShufflerJam("red")) == "shuffler_jam", "it is being dealt"
    desk.act(c.ReportShufflerJam("blue"))
    assert desk.table.decks["red"].stage == "in play"
    step = deck_step(desk.t, desk.table, "blue")
    assert step is not None
    assert step.act == "ShuffleDeck"
    virtual = two_decks().open(1).ready()
    assert virtual.rule_of(c.ReportShufflerJam("blue")) == "shuffler_jam", "the system's own shuffle is whole"


@pytest.mark.rule("counting_shuffler", "shuffler_jam")
def test_a_deck_that_counts_wrong_after_no_more_bets_makes_way_for_another() -> None:
    """No card of it was dealt: the round goes on with a fresh deck."""
    desk = (
        Desk(massachusetts(mode="keyed", dealing="automated-shoe", shuffler={"counts": True})).open(1).ready().bets(1)
    )
    desk.act(c.LockOut())
    desk.act(c.ReportShufflerJam("red"))
    desk.act(c.ShuffleDeck("red", "shuffler"))
    desk.act(c.ReportShufflerCount("red", 51))
    step = deck_step(desk.t, desk.table, "red")
    assert step is not None
    assert step.act == "ReplaceDeck"
    desk.act(c.ReplaceDeck("red"), FLO)
    desk.ready()
    desk.act(c.DealCards())
    desk.play(stud.DealUnseen({1: 5}, 5))
    assert desk.table.round.phase == "deciding"


# ---- counts and cuts


@pytest.mark.rule("counting_shuffler")
@pytest.mark.parametrize("cards", [51, 52, 53])
def test_a_shuffler_that_counts_another_number_than_52_takes_the_deck_off_the_table(cards: int) -> None:
    desk = Desk(massachusetts(dealing="automated-shoe", shuffler={"counts": True})).open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        desk.act(kind("red"), by)
    desk.act(c.ShuffleDeck("red", "shuffler", DECK))
    desk.bets(1)
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    desk.act(c.ReportShufflerCount("red", cards))
    if cards == 52:
        assert desk.table.deck.stage == "ready"
        return
    assert desk.table.deck.stage == "withdrawn"
    assert desk.table.deck.order == ()
    assert desk.rules(e.DeckWithdrawn) == ["counting_shuffler"]
    assert desk.rule_of(c.ShuffleDeck("red", "shuffler", DECK)) == "counting_shuffler"
    assert desk.rule_of(c.ReplaceDeck("red"), player(1)) == "counting_shuffler"
    desk.act(c.ReplaceDeck("red"), FLO)
    assert desk.rule_of(c.ShuffleDeck("red", "shuffler", DECK)) == "deck_inspected_by"


@pytest.mark.rule("cut_minimum")
@pytest.mark.parametrize(("cards", "taken"), [(0, False), (9, False), (10, True), (11, True), (51, True), (52, False)])
def test_a_cut_takes_ten_cards_or_more(cards: int, taken: bool) -> None:
    desk = Desk(massachusetts()).open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        desk.act(kind("red"), by)
    desk.act(c.ShuffleDeck("red", "hand", DECK))
    if not taken:
        assert desk.rule_of(c.CutDeck("red", cards)) == "cut_minimum"
        return
    desk.act(c.CutDeck("red", cards))
    assert desk.table.deck.order == cut(DECK, cards)


@pytest.mark.rule("cut_after", "cut_required")
def test_any_cut_will_do_where_no_depth_is_written() -> None:
    for t, rule in ((south_dakota(), "cut_after"), (bonus_six(), "cut_required")):
        for cards in (0, 52):
            desk = Desk(t).open()
            desk.act(c.ShuffleDeck("red", "hand", DECK))
            assert desk.rule_of(c.CutDeck("red", cards)) == rule
        desk.act(c.CutDeck("red", 1))
        assert desk.table.deck.stage == "ready"


@pytest.mark.rule("deck_accessories")
def test_a_cut_is_made_over_the_cover_card_that_came_with_the_deck() -> None:
    ma, sd = Desk(massachusetts()).open(1).ready(), Desk(south_dakota()).open(1).ready()
    assert ma.table.accessories == ("cut card", "cover card")
    cuts = [[entry.event.over for entry in d.recorded if isinstance(entry.event, e.DeckCut)] for d in (ma, sd)]
    assert cuts == [["cover card"], [""]]


@pytest.mark.rule("recut_ordered_by")
def test_a_supervisor_may_have_the_cards_cut_again_until_one_is_dealt() -> None:
    desk = Desk(massachusetts(None)).open(1).ready().bets(1)
    first = desk.table.deck.order
    for by in (DEE, FLO, player(1)):
        assert desk.rule_of(c.OrderRecut("red"), by) == "recut_ordered_by"
    assert desk.rule_of(c.CutDeck("red", 15)) == "recut_ordered_by", "nobody has ordered it"
    desk.act(c.OrderRecut("red"), SUE)
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    assert desk.rule_of(c.OrderRecut("red"), SUE) == "recut_ordered_by"
    desk.act(c.CutDeck("red", 15))
    assert desk.table.deck.order == cut(first, 15)
    desk.act(c.LockOut())
    desk.act(c.OrderRecut("red"), SUE)
    assert desk.rule_of(deal_command(desk.t, desk.table)) == "shuffled_every_round"
    desk.act(c.CutDeck("red", CUT))
    desk.act(deal_command(desk.t, desk.table))
    assert desk.rule_of(c.OrderRecut("red"), SUE) == "recut_ordered_by"
    assert Desk(south_dakota()).open().ready().rule_of(c.OrderRecut("red"), SUE) is None


# ---- the idle table


@pytest.mark.rule("idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_an_idle_table_has_its_cards_spread_and_washed_again_when_a_player_comes(face_up: bool) -> None:
    desk = two_decks().open(1).ready()
    spread = c.SpreadIdle(face_up)
    desk.act(c.LeaveSeat(1))
    assert desk.rule_of(spread, FLO) == "idle_cards_spread"
    for other in (c.RemoveDevice("shuffler"), c.LockOut(), c.OrderRecut("red"), c.ReportShufflerJam("red")):
        for by in (DEE, FLO, SUE):
            assert desk.rule_of(other, by) == "idle_cards_spread", "before anything else"
    desk.act(spread)
    assert desk.rule_of(spread) == "idle_cards_spread"
    for name in ("red", "blue"):
        assert desk.rule_of(c.ShuffleDeck(name, "shuffler", DECK)) in ("deck_washed", "idle_cards_spread")
        assert desk.rule_of(c.SpreadDeck(name) if not face_up else c.WashDeck(name)) in (
            "first_player_sees", "idle_cards_spread",
        )  # fmt: skip
    waits = guide(desk.t, desk.table)
    assert waits is not None
    assert (waits.act, waits.command) == ("WashDeck" if face_up else "SpreadDeck", None)
    desk.act(c.TakeSeat(2, "p2"))
    if not face_up:
        assert desk.rule_of(c.WashDeck("red")) == "idle_cards_spread"
        desk.act(c.SpreadDeck("red"))
        assert desk.rules(e.DeckStaged)[-1] == "idle_cards_spread"
    desk.act(c.WashDeck("red"))
    assert [entry.event.face_up for entry in desk.recorded if isinstance(entry.event, e.CardsSpreadIdle)] == [face_up]
    desk.ready()
    assert desk.table.deck.stage == "ready"


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
def test_who_comes_before_the_cards_of_an_empty_table_are_spread_does_not_play_with_them_unseen() -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.LeaveSeat(1), player(1))
    desk.act(c.TakeSeat(2, "p2"), player(2))
    assert desk.refused_play(stud.PlaceWager(2, "ante", 1000), player(2)) == "idle_cards_spread"
    assert options(desk.t, desk.table, player(2)).in_round == ()
    assert desk.rule_of(c.SpreadIdle(face_up=False)) == "idle_cards_spread"
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.command, step.rule) == (c.SpreadIdle(), "idle_cards_spread")
    desk.act(c.SpreadIdle())
    desk.bets(2)
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    desk.act(c.WashDeck("red"))
    desk.ready().deal()
    assert [entry.event.stage for entry in desk.recorded if isinstance(entry.event, e.DeckStaged)][-1] == "washed"


@pytest.mark.rule("idle_cards_spread")
def test_people_who_come_and_go_while_the_cards_lie_spread_leave_them_spread() -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle())
    for seat in (2, 3):
        desk.act(c.TakeSeat(seat, f"p{seat}"))
        desk.act(c.LeaveSeat(seat))
    desk.act(c.TakeSeat(4, "p4"))
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.ready().bets(4).deal()


@pytest.mark.rule("idle_cards_spread", "each_deck_opened")
def test_a_deck_that_is_not_opened_yet_stays_as_it_is_when_the_other_is_spread() -> None:
    desk = two_decks().open(1).ready("red")
    desk.act(c.LeaveSeat(1))
    assert desk.rule_of(c.InspectDeck("blue")) == "idle_cards_spread"
    desk.act(c.SpreadIdle())
    assert {name: deck.stage for name, deck in desk.table.decks.items()} == {"red": "spread", "blue": "received"}
    desk.act(c.TakeSeat(1, "p1"))
    desk.ready().bets(1).deal()


@pytest.mark.rule("idle_cards_spread")
def test_pre_shuffled_cards_at_an_empty_table_are_spread_like_all_others() -> None:
    desk = Desk(massachusetts(None)).open()
    desk.act(c.ShuffleDeck("red", "pre-shuffled", DECK))
    assert desk.rule_of(c.CutDeck("red", 20)) == "idle_cards_spread"
    desk.act(c.SpreadIdle())


@pytest.mark.rule("idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_cards_are_spread_when_whoever_sits_there_does_not_play(face_up: bool) -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.SpreadIdle(face_up))
    assert "spread already" in str(desk.refused(c.SpreadIdle(face_up)))
    desk.ready().bets(1)
    assert [entry.event.stage for entry in desk.recorded if isinstance(entry.event, e.DeckStaged)][-1] == "washed"
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.deal()


@pytest.mark.rule("deck_spread", "idle_cards_spread", "each_deck_opened")
@pytest.mark.parametrize("face_up", [True, False])
@pytest.mark.parametrize("steps", [2, 3])
def test_a_new_deck_is_spread_by_its_opening_although_the_table_stands_idle(face_up: bool, steps: int) -> None:
    desk = two_decks().open(1).ready("red")
    for kind, by in list(zip(OPENING, (DEE, FLO, DEE), strict=False))[:steps]:
        desk.act(kind("blue"), by)
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle(face_up))
    assert desk.table.decks["blue"].stage == ("verified", "spread")[steps - 2]
    desk.act(c.TakeSeat(2, "p2"))
    desk.ready()
    assert [staged.rule for staged in desk.staged("blue")] == [
        "deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed",
    ]  # fmt: skip


@pytest.mark.rule("deck_spread", "idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_no_idle_spread_takes_the_place_of_the_spread_of_a_new_deck(face_up: bool) -> None:
    desk = Desk(massachusetts()).open()
    for kind, by in zip(OPENING[:3], (DEE, FLO, DEE), strict=True):
        error = desk.refused(c.SpreadIdle(face_up))
        assert (error.clause, "by suit and in sequence" in error.because) == ("ma-4(e)", True)
        desk.act(kind("red"), by)
    assert desk.rule_of(c.SpreadIdle(face_up)) == "idle_cards_spread"
    assert desk.rule_of(c.WashDeck("red")) == "first_player_sees"


@pytest.mark.rule("idle_cards_spread")
def test_cards_are_not_spread_idle_before_they_are_opened_or_with_wagers_down() -> None:
    desk = Desk(massachusetts()).open()
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.act(c.InspectDeck("red"))
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.act(c.VerifyDeck("red"), FLO)
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    busy = Desk(massachusetts()).open(1).ready().bets(1)
    assert busy.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    assert Desk(south_dakota()).open().rule_of(c.SpreadIdle()) is None


# ---- devices


@pytest.mark.rule("device_removed_first")
def test_a_shuffler_leaves_the_table_before_cards_are_shuffled_by_hand() -> None:
    desk = Desk(massachusetts(shuffler=True)).open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        desk.act(kind("red"), by)
    assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == "device_removed_first"
    for by in (DEE, player(1)):
        assert desk.rule_of(c.RemoveDevice("shuffler"), by) is None
    for wrong in (c.RemoveDevice("automated-shoe"), c.RemoveDevice("roulette"), c.InstallDevice("shuffler")):
        assert desk.rule_of(wrong, FLO) is None
    desk.act(c.RemoveDevice("shuffler"), FLO)
    assert desk.rule_of(c.ShuffleDeck("red", "shuffler", DECK)) == "shuffle_methods"
    desk.act(c.ShuffleDeck("red", "hand", DECK))
    desk.act(c.CutDeck("red", 20))
    desk.act(c.InstallDevice("shuffler"), SUE)
    desk.bets(1)
    assert desk.rule_of(c.RemoveDevice("shuffler"), FLO) is None


@pytest.mark.rule("device_removed_first", "manual_shoe")
def test_an_automated_shoe_leaves_before_a_manual_one_is_dealt_from_and_the_manual_one_must_be_there() -> None:
    desk = Desk(massachusetts(None, dealing=["manual-shoe", "automated-shoe"])).open(1).ready()
    desk.act(c.InstallDevice("automated-shoe"), FLO)
    assert desk.refused_play(stud.PlaceWager(1, "ante", 1000), player(1)) == "device_removed_first"
    assert desk.rule_of(c.LockOut()) == "device_removed_first"
    other = Desk(massachusetts(None)).open(1).ready()
    assert other.rule_of(c.InstallDevice("automated-shoe"), FLO) is None, "no way of this table"
    other.act(c.RemoveDevice("manual-shoe"), FLO)
    assert other.refused_play(stud.PlaceWager(1, "ante", 1000), player(1)) == "manual_shoe"
    assert other.rule_of(c.LockOut()) == "manual_shoe"
    assert "PlaceWager" not in [option.act for option in options(other.t, other.table, player(1)).in_round]


@pytest.mark.rule("automated_shoe", "device_removed_first")
def test_the_automated_shoe_must_be_at_the_table() -> None:
    desk = Desk(massachusetts(None, dealing="automated-shoe")).open(1).ready()
    desk.act(c.RemoveDevice("automated-shoe"), FLO)
    assert desk.refused_play(stud.PlaceWager(1, "ante", 1000), player(1)) == "automated_shoe"
    assert desk.rule_of(c.LockOut()) == "automated_shoe"


@pytest.mark.rule("from_hand_needs", "dealt_in_groups")
def test_dealing_from_the_hand_or_in_groups_takes_cards_from_the_shuffler() -> None:
    desk = Desk(massachusetts(None, dealing="from-hand", shuffler=True)).open(1)
    assert desk.rule_of(c.ShuffleDeck("red", "pre-shuffled", DECK)) == "from_hand_needs"
    desk.ready()
    desk.table = replace(desk.table, decks={"red": replace(desk.table.deck, method="hand")})  # journals of before
    assert desk.rule_of(c.LockOut()) == "from_hand_needs"
    desk.ready().bets(1).deal()
    groups = Desk(south_dakota(dealing="groups", shuffler=True)).open(1)
    assert groups.rule_of(c.ShuffleDeck("red", "hand", DECK)) == "dealt_in_groups"


@pytest.mark.rule("from_hand_needs", "dealt_in_groups")
@pytest.mark.parametrize("house", [{"dealing": "from-hand"}, {"dealing": "groups"}], ids=lambda house: house["dealing"])
def test_a_way_that_needs_the_shuffler_waits_for_it_once_the_last_deck_is_dealt(house: dict[str, Any]) -> None:
    ma = house["dealing"] == "from-hand"
    desk = Desk((massachusetts if ma else south_dakota)(schedule=None, shuffler=True, **house)).open(1).ready()
    desk.act(c.RemoveDevice("shuffler"), FLO)
    rule = "from_hand_needs" if ma else "dealt_in_groups"
    if ma:  # the shuffler shuffled it; groups come from the device itself
        desk.bets(1).deal().clear().decide()
        desk.play(stud.Reveal())
        desk.settle_all().act(c.Reconcile())
        assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == rule
    assert desk.refused_play(stud.PlaceWager(1, "ante", 1000), player(1)) == rule
    desk.act(c.InstallDevice("shuffler"), FLO)
    desk.ready().bets(1).deal()


# ---- ways of dealing

WAYS = ["from-hand", "manual-shoe", "automated-shoe"]


@pytest.mark.rule("device_removed_first", "from_hand", "manual_shoe", "automated_shoe", "from_hand_needs")
def test_the_way_of_dealing_changes_between_rounds_as_the_devices_allow() -> None:
    desk = Desk(massachusetts(None, dealing=WAYS, shuffler=True)).open(1).ready()
    change = [c.ChangeDealing(way) for way in WAYS]
    assert desk.rule_of(change[0], FLO) is None, "in use"
    assert desk.rule_of(change[1], FLO) == "manual_shoe", "not at the table"
    assert desk.rule_of(change[2], FLO) == "automated_shoe", "not at the table"
    assert desk.rule_of(c.ChangeDealing("singly"), FLO) is None
    desk.act(c.InstallDevice("manual-shoe"), FLO)
    for by in (DEE, player(1)):
        assert desk.rule_of(change[1], by) is None
    desk.bets(1)
    assert desk.rule_of(change[1], FLO) is None, "a wager lies there"
    desk.play(stud.TakeBackWager(1, "ante"), player(1))
    desk.act(change[1], FLO)
    assert desk.rules(e.DealingChanged) == ["manual_shoe"]
    assert desk.table.deck.stage == "washed", "it lay ready for another way"
    desk.act(c.RemoveDevice("shuffler"), FLO)
    assert desk.rule_of(change[0], FLO) == "from_hand_needs"
    desk.ready()
    assert desk.table.deck.method == "hand"
    desk.bets(1).deal()
    assert desk.rules(e.Played)
    assert [entry.event.drawing_hand for entry in desk.recorded if isinstance(entry.event, e.CardsLeftDeck)] == ["left"]
    desk.clear().decide()
    desk.play(stud.Reveal())
    desk.settle_all().act(c.Reconcile())
    desk.act(c.InstallDevice("automated-shoe"), FLO)
    desk.act(change[2], SUE)
    assert desk.rule_of(change[1], FLO) == "device_removed_first"
    desk.ready().bets(1).deal()
    assert desk.stud.up is None
    assert desk.rules(e.StubRacked) == ["manual_shoe_stub"]
    assert [step.rule for step in due(desk.t, desk.table)] == ["automated_shoe_stub"]
    assert desk.clear().stud.up == desk.stud.dealer[4]


@pytest.mark.rule("cut_after", "cut_minimum", "cut_required")
def test_whose_the_cut_is_is_cited_where_a_text_says_it() -> None:
    for t, rule in (
        (south_dakota("sd-2011"), None), (south_dakota(), None),
        (massachusetts(None), "cut_minimum"), (bonus_six(), "cut_required"),
    ):  # fmt: skip
        desk = Desk(t).open(1)
        while (step := deck_step(t, desk.table, "red")) is not None and step.act != "CutDeck":
            desk.deck_act(step.act, "red", by_role(step.roles[0]))
        assert desk.rule_of(c.CutDeck("red", 20), player(1)) == rule


def test_a_way_that_the_house_has_not_registered_is_not_changed_to() -> None:
    desk = Desk(massachusetts(None)).open(1)
    for way in ("from-hand", "automated-shoe"):
        assert desk.rule_of(c.ChangeDealing(way), FLO) is None, "the clause permits it: the house has not registered it"
    assert desk.rule_of(c.InstallDevice("automated-shoe"), FLO) is None
    assert [s for s in options(desk.t, desk.table, FLO).steps if isinstance(s, c.ChangeDealing)] == []
    assert Desk(bonus_six()).open().rule_of(c.ChangeDealing("singly"), FLO) is None


def test_a_table_that_is_opened_again_is_dealt_as_the_house_has_it() -> None:
    desk = Desk(massachusetts(None, dealing=["manual-shoe", "automated-shoe"])).open()
    desk.act(c.InstallDevice("automated-shoe"), FLO)
    desk.act(c.ChangeDealing("automated-shoe"), FLO)
    assert desk.table.dealing == "automated-shoe"
    desk.act(c.CloseTable())
    desk.act(c.OpenTable())
    assert (desk.table.dealing, desk.table.devices) == ("", ("manual-shoe",))


@pytest.mark.rule("counting_shuffler", "shuffled_every_round")
def test_a_shuffler_that_leaves_before_it_has_counted_leaves_the_deck_to_be_shuffled_again() -> None:
    desk = Desk(massachusetts(None, dealing="automated-shoe", shuffler={"counts": True})).open(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        desk.act(kind("red"), by)
    desk.act(c.ShuffleDeck("red", "shuffler", DECK))
    desk.act(c.RemoveDevice("shuffler"), FLO)
    assert desk.rule_of(c.ReportShufflerCount("red", 52)) == "shuffled_every_round"
    desk.ready().bets(1).deal()
    assert desk.table.deck.method == "hand"


@pytest.mark.rule("second_deck_needs")
def test_the_second_deck_leaves_with_the_shuffler() -> None:
    desk = two_decks().open(1).ready()
    events = desk.act(c.RemoveDevice("shuffler"), FLO)
    assert events[1:] == (e.DeckRemoved("blue", "second_deck_needs"),)
    assert list(desk.table.decks) == ["red"]
    assert desk.table.current == "red"


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


@pytest.mark.rule("shuffled_every_round", "cut_after", "cut_required", "idle_cards_spread")
@pytest.mark.parametrize("shuffle", ["hand", "shuffler"])
@pytest.mark.parametrize("t", [south_dakota("sd-2011", None), south_dakota(schedule=None), bonus_six()])
def test_a_ready_deck_is_shuffled_again_before_play_begins_as_long_as_nobody_has_a_wager_down(
    t: Any, shuffle: str
) -> None:
    """It may have lain there for hours, and the text has it shuffled immediately before play."""
    keyed = replace(t, mode="keyed")
    desk = Desk(keyed).open(1).ready()
    if shuffle == "shuffler":
        if t.edition.game == "bonus-six":
            return
        desk.act(c.InstallDevice("shuffler"), FLO)
    again = c.ShuffleDeck("red", shuffle)
    guided = guide(desk.t, desk.table)
    assert guided is not None
    assert guided.act == "LockOut", "nobody has to"
    (offered,) = reshuffles(desk.t, desk.table)
    assert offered["act"]["act"] == "ShuffleDeck"
    desk.act(again)
    assert desk.rule_of(c.LockOut()) is not None
    desk.act(c.CutDeck("red", 20))
    desk.act(again)
    desk.act(c.CutDeck("red", 20))
    assert desk.rule_of(again, FLO) == "shuffled_every_round"
    desk.bets(1)
    assert desk.refused(again).because == "the red deck is ready: nothing is to be done with it"
    assert reshuffles(desk.t, desk.table) == []


def test_a_ready_deck_is_not_shuffled_again_where_the_system_shuffles_or_a_text_has_idle_cards_spread() -> None:
    for t in (south_dakota(schedule=None), massachusetts(None, mode="keyed")):
        desk = Desk(t).open(1).ready()
        order = DECK if t.mode == "virtual" else ()
        said = desk.refused(c.ShuffleDeck("red", "hand", order)).because
        assert said == "the red deck is ready: nothing is to be done with it"
