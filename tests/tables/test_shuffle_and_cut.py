"""Shuffles, their counts and cuts: what the law and the table know, and when they are made again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import CUT, DEE, FLO, SUE, Desk, bonus_six, by_role, massachusetts, player, south_dakota
from tests.tables.test_opening import OPENING, two_decks
from upcard.cards import DECK, cut, parse_card
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide
from upcard.tables.procedure import deck_step
from upcard.web.views.actions import reshuffles


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
