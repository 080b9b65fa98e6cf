"""What is left of the deck after the deal: when it is counted, and what follows from the count."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables.desk import (
    FLO,
    HANDS,
    QUALIFIES,
    Desk,
    bonus_six,
    massachusetts,
    south_dakota,
)  # fmt: skip
from tests.tables.test_deal import AUTOMATED, FROM_HAND, _finish
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e


@pytest.mark.rule("stub_counted_every", "from_hand_stub_count", "automated_shoe_stub_count", "full_count_racked")
@pytest.mark.parametrize(
    ("house", "rule"),
    [
        (massachusetts(None), "stub_counted_every"),
        (massachusetts(None, **FROM_HAND), "from_hand_stub_count"),
        (massachusetts(None, **AUTOMATED), "automated_shoe_stub_count"),
    ],
)
def test_the_stub_is_counted_in_the_fifth_round_and_may_be_counted_before(house: Any, rule: str) -> None:
    desk = Desk(house).open(1)
    for number in range(1, 7):
        desk.ready().bets(1).deal()
        if number == 5:
            assert desk.steps == ["CountStub"]
            assert desk.rule_of(c.RackStub()) == rule
            assert desk.rule_of(c.CountStub(42), FLO) == rule
            desk.act(c.CountStub(42))
            assert desk.table.since_count == 0
        else:
            assert desk.steps == ["RackStub"]
            desk.act(c.RackStub())
        _finish(desk)
    assert desk.table.since_count == 1
    desk.ready().bets(1).deal()
    desk.act(c.CountStub(42))
    assert desk.table.since_count == 0
    assert desk.rules(e.StubCounted) == ["full_count_racked"] * 2


@pytest.mark.rule("counting_shuffler")
def test_a_counting_shuffler_spares_the_count_of_an_automated_shoe_alone() -> None:
    spared = massachusetts(None, dealing="automated-shoe", shuffler={"counts": True})
    bound = massachusetts(None, dealing="from-hand", shuffler={"counts": True})
    for house, step in ((spared, "RackStub"), (bound, "CountStub")):
        desk = Desk(house).open(1)
        for _ in range(4):
            desk.ready().bets(1).deal().clear()
            _finish(desk)
        desk.ready().bets(1).deal()
        assert desk.steps == [step]
        assert len(desk.rules(e.DeckCounted)) == (5 if house is spared else 0)
        desk.act(c.CountStub(42))


@pytest.mark.rule("full_count_racked")
def test_a_full_count_goes_on_whether_or_not_the_hands_are_counted() -> None:
    for hands in (None, 20):
        desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
        desk.act(c.CountStub(32, hands=hands))
        assert desk.stud.void is None
        assert desk.rules(e.StubCounted) == ["full_count_racked"]


@pytest.mark.rule("stub_count_wrong", "full_count_racked", "misdeal_found_at", "misdealt_deck_total")
@pytest.mark.parametrize(
    ("cards", "misdealt", "hands", "stays"),
    [
        (31, False, None, False), (33, False, None, False), (31, True, None, False), (33, True, None, False),
        (31, True, 21, True), (33, True, 19, True), (31, False, 21, True),
        (31, True, 20, False), (31, True, 22, False), (33, True, 21, False), (32, False, 21, False),
        (20, True, None, False), (20, True, 20, False), (0, True, 52, True),
    ],
)  # fmt: skip
def test_a_wrong_count_voids_the_round_and_only_a_misdealt_deck_of_52_stays(
    cards: int, misdealt: bool, hands: int | None, stays: bool
) -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    desk.act(c.CountStub(cards, misdealt, hands))
    assert desk.stud.void == "stub_count_wrong"
    assert {p.result for p in desk.stud.payments} == {"void"}
    (counted,) = [entry.event for entry in desk.recorded if isinstance(entry.event, e.StubCounted)]
    assert counted.total == (cards + 20 if cards != 32 else 53)
    found = misdealt or hands not in (None, 20)
    assert desk.rules(e.StubCounted) == ["misdeal_found_at" if found else "stub_count_wrong"]
    assert desk.table.deck.stage == ("in play" if stays else "withdrawn")
    desk.clear().act(c.Reconcile())
    assert desk.table.deck.stage == ("racked" if stays else "withdrawn")
    step = "shuffled_every_round" if stays else "misdealt_deck_total" if found else "stub_count_wrong"
    assert desk.rule_of(c.InspectDeck("red")) == step


@pytest.mark.rule("face_up_card", "misdealt_deck_total")
def test_a_card_in_the_rack_counts_for_the_52_of_a_misdealt_deck() -> None:
    for hands, stays in ((20, False), (21, True)):
        desk = Desk(massachusetts(None, mode="keyed")).open(1, 3, 4).ready().bets(1, 3, 4)
        desk.act(c.LockOut())
        desk.act(c.DealCards("left"))
        desk.play(stud.Report("face-up-card"))
        desk.play(stud.DealUnseen({1: 5, 3: 5, 4: 5}, 5, QUALIFIES[0]))
        desk.act(c.CountStub(30, hands=hands))
        assert (desk.table.deck.stage == "in play") is stays


@pytest.mark.rule("full_count_racked")
@pytest.mark.parametrize(("cards", "hands"), [(-1, None), (53, None), (99, None), (31, -1), (31, 53)])
def test_a_number_that_no_deck_has_is_no_count(cards: int, hands: int | None) -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    for misdealt in (False, True):
        assert desk.rule_of(c.CountStub(cards, misdealt, hands)) == "full_count_racked"
    assert desk.stud.void is None


def test_a_count_of_before_is_written_as_it_stands() -> None:
    entry = b'{"type":"StubCounted","cards":99,"total":109,"rule":"stub_count_wrong"}'
    assert msgspec.json.encode(msgspec.json.decode(entry, type=e.StubCounted)) == entry


@pytest.mark.rule("stub_counted_every", "manual_shoe_stub")
@pytest.mark.parametrize("owned", [False, True])
def test_rounds_without_a_count_are_not_forgotten_when_the_table_closes(owned: bool) -> None:
    described = [{"id": "R1", "back": "red", "cut_card": "yellow", "cover_card": "green"}]
    desk = Desk(massachusetts(None, deck=described) if owned else massachusetts(None))
    for opening in range(3):
        desk.open(1)
        for number in range(2):
            desk.ready().bets(1).deal()
            assert desk.steps == ["CountStub" if (opening, number) == (2, 0) else "RackStub"]
            desk.clear()
            _finish(desk)
        desk.act(c.CloseTable())
    assert desk.table.since_count == 1


@pytest.mark.rule("shuffle_methods", "stub_counted_every")
def test_a_deck_that_was_dealt_here_does_not_come_back_as_pre_shuffled() -> None:
    described = [{"id": id, "back": "red", "cut_card": "yellow", "cover_card": "green"} for id in ("R1", "R2")]
    desk = Desk(massachusetts(None, deck=described)).open(1)
    pre_shuffled = c.ShuffleDeck("red", "pre-shuffled", DECK)
    desk.act(pre_shuffled)
    desk.ready().bets(1).deal().clear()
    _finish(desk)
    desk.act(c.CloseTable())
    desk.open(1)
    error = desk.refused(pre_shuffled)
    assert (error.clause, "dealt at this table before" in error.because) == ("ma-4(a)", True)
    desk.ready().bets(1).deal()
    desk.act(c.CountStub(41))
    desk.act(c.Reconcile())
    desk.act(c.ReplaceDeck("red"), FLO)
    desk.act(pre_shuffled)


@pytest.mark.rule("shuffle_methods", "stub_counted_every")
def test_a_deck_that_was_dealt_here_is_known_however_its_id_is_written() -> None:
    desk = Desk(massachusetts(None))
    for id in ("X-1", "x-1", "\uff38 -1"):
        desk.open(1).act(c.ReplaceDeck("red", id), FLO)
        if id != "X-1":
            assert "dealt at this table before" in desk.refused(c.ShuffleDeck("red", "pre-shuffled", DECK)).because
        desk.ready().bets(1).deal()
        desk.act(c.RackStub())
        _finish(desk)
        desk.act(c.CloseTable())
    assert desk.table.uncounted == {"X-1": 3}


@pytest.mark.rule("stub_counted_every", "from_hand_stub_count")
def test_counts_of_one_deck_do_not_stand_for_the_other() -> None:
    desk = Desk(massachusetts(None, dealing="from-hand", shuffler=True, backs=["red", "blue"])).open(1)
    asked = []
    for number in range(1, 15):
        desk.ready().bets(1).deal()
        asked += [(number, desk.table.current)] * (desk.steps == ["CountStub"])
        desk.act(c.CountStub(42) if desk.table.current == "red" or desk.steps == ["CountStub"] else c.RackStub())
        _finish(desk)
    assert asked == [(10, "blue")]


@pytest.mark.rule("counted_deck_spared", "counting_shuffler", "automated_shoe_stub_count")
def test_a_deck_that_the_shuffler_did_not_count_has_its_stub_counted() -> None:
    """It depends on the shuffler that was used for this very deck: one that has left spares nothing."""
    desk = Desk(massachusetts(None, dealing="automated-shoe", shuffler={"counts": True})).open(1)
    for _ in range(3):
        desk.ready().bets(1).deal().clear()
        _finish(desk)
    desk.ready()
    desk.act(c.RemoveDevice("shuffler"), FLO)
    desk.bets(1).deal()
    assert desk.steps == ["RackStub"], "counted by the shuffler before it left"
    desk.clear()
    _finish(desk)
    desk.ready().bets(1).deal()
    assert desk.table.since_count == 5
    assert desk.steps == ["CountStub"]
    assert desk.rule_of(c.RackStub()) == "automated_shoe_stub_count"
    desk.clear()
    _finish(desk)
    desk.act(c.InstallDevice("shuffler"), FLO)
    for _ in range(5):
        desk.ready().bets(1).deal()
        assert desk.steps == ["RackStub"]
        desk.clear()
        _finish(desk)


@pytest.mark.rule("stub_count_wrong")
def test_a_stub_is_counted_by_its_own_step_and_south_dakota_knows_none() -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    assert desk.refused_play(stud.Report("stub-count")) == "stub_count_wrong"
    sd = Desk(south_dakota()).to_decisions(HANDS, QUALIFIES)
    assert sd.rule_of(c.CountStub(32)) is None
    assert Desk(bonus_six()).open().rule_of(c.RackStub()) is None
    void = Desk(massachusetts(None, mode="keyed", **AUTOMATED)).open(1).ready().bets(1).deal()
    void.play(stud.DealUnseen({1: 5}, 4))
    void.play(stud.Report("shoe-jam"))
    void.act(c.CountStub(31))
    assert void.stud.void == "shoe_jam"
    assert void.table.deck.stage == "withdrawn"
