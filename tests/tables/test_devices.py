"""Devices that come and go, and the ways of dealing that they leave open."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import DEE, FLO, SUE, Desk, bonus_six, massachusetts, player, south_dakota
from tests.tables.test_opening import OPENING, two_decks
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import due, options
from upcard.tables import events as e


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
