"""What is done by hand is said at its step: each way of dealing, shuffling and settling in its own order, alone."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import (
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    south_dakota,
)  # fmt: skip
from upcard.cards import DECK
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.game import CORES, game
from upcard.law import editions
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.registry import load, parts
from upcard.law.step_line import CONDITIONS, STEPS
from upcard.rules.caribbean_stud.dealing import dealing_methods
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.next_step import guide, lines_of
from upcard.tables.step_lines import FACTS


def said(desk: Desk) -> list[str]:
    step = guide(desk.t, desk.table)
    assert step is not None
    return [f"{line.cites}: {line.do}" for line in step.lines]


def cites(desk: Desk, act: str) -> list[str]:
    """The clauses of the lines at the next step, which is this one."""
    step = guide(desk.t, desk.table)
    assert step is not None
    assert step.act == act
    return [line.cites.removeprefix(desk.t.edition.id) for line in step.lines]


def test_the_law_knows_the_steps_and_conditions_that_tables_have() -> None:
    def named(module: object) -> set[str]:
        return {name for name, _ in inspect.getmembers(module, inspect.isclass)}

    assert set(STEPS) <= named(c) | {"Decide"}
    for key, core in CORES.items():
        law = load(parts(key).law)
        assert set(law.STEPS) <= named(core)
        assert {*CONDITIONS, *law.CONDITIONS} <= {*FACTS, *game(key).FACTS}
        assert {*game(key).FACTS} <= set(law.CONDITIONS)
    methods = {name for e in editions() if isinstance(e.law, CaribbeanStudLaw) for name in dealing_methods(e.law)}
    assert set(CaribbeanStudLaw.CONDITIONS["dealing"]) == methods


@pytest.mark.rule("deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed", "cut_after", "cut_minimum")
def test_a_deck_is_opened_and_cut_line_by_line() -> None:
    desk = Desk(massachusetts()).open(1)
    assert cites(desk, "InspectDeck") == ["-2(a)", "-2(a)", "-3(a)"]
    desk.deck_act("InspectDeck", "red", _whoever(desk))
    assert cites(desk, "VerifyDeck") == ["-3(b)"]
    desk.deck_act("VerifyDeck", "red", _whoever(desk))
    assert said(desk) == [
        "ma-3(b): Spread the cards face up on the table.",
        "ma-3(b): Lay them out by suit and in sequence.",
    ]
    desk.deck_act("SpreadDeck", "red", _whoever(desk))
    assert cites(desk, "WashDeck") == ["-3(c)"] * 4
    desk.deck_act("WashDeck", "red", _whoever(desk))
    assert cites(desk, "ShuffleDeck") == ["-4(a)", "-4(a)", "-4(b)(2)"]
    desk.deck_act("ShuffleDeck", "red", _whoever(desk))
    assert said(desk) == [
        "ma-4(c)(1): Use one hand only for the cut.",
        "ma-4(c)(1)(i): Put the cover card on the table in front of the deck.",
        "ma-4(c)(1)(ii): Lift at least ten cards off the top and put them on the cover card.",
        "ma-4(c)(1)(iii): Put the rest of the deck on top of them.",
        "ma-4(c)(1)(iv): Pull out the cover card and put it in the discard rack.",
    ]


def _whoever(desk: Desk) -> Actor:
    step = guide(desk.t, desk.table)
    assert step is not None
    return by_role(step.roles[0])


SEQUENCE = [f"({n})" for n in range(1, 6)]
DEALT = {
    "manual-shoe": (
        ["-7(a)", "-6(a)", "-6(b)", "-6(f)", "-7(c)", "-7(c)"],
        ["-7(b)", "-7(d)", "-7(e)", *(f"-7(e){part}" for part in SEQUENCE)],
        ["-7(f)", "-7(f)"],
    ),
    "from-hand": (
        ["-8(c)(2)", "-6(a)", "-6(b)", "-6(f)", "-7(c)", "-7(c)", "-8(c)(3)"],
        ["-8(c)(2)(i)", "-8(c)(2)(ii)", "-8(b)", "-8(c)(3)", "-8(d)",
         *(f"-8(d){part}" for part in SEQUENCE)],
        ["-8(e)"],
    ),
    "automated-shoe": (
        ["-9(c)(1)", "-6(a)", "-6(b)", "-6(f)", "-7(c)", "-7(c)", "-9(c)(2)"],
        ["-9(b)", "-9(d)", "-9(d)", "-9(d)"],
        ["-9(e)", "-9(e)"],
    ),
}  # fmt: skip


@pytest.mark.rule("manual_shoe", "from_hand_needs", "automated_shoe_up_card", "lock_out", "progressive_chips_counted")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("dealing", DEALT)
def test_each_way_of_dealing_has_its_own_lines_in_order(dealing: str, mode: str) -> None:
    lock, deal, stub = DEALT[dealing]
    shuffler: dict[str, Any] = {"shuffler": True} if dealing != "manual-shoe" else {}
    desk = Desk(massachusetts(dealing=dealing, mode=mode, **shuffler)).open(1).ready().bets(1, progressive=100)
    assert cites(desk, "LockOut") == lock
    desk.act(c.LockOut())
    assert cites(desk, "CountChips") == ["-7(c)"] * 4
    assert said(desk)[-1] == "ma-7(c): Then put the chips into the tray."
    desk.act(c.CountChips(1))
    assert cites(desk, "DealCards") == deal
    desk.act(c.DealCards("left", "left"))
    if mode == "keyed":
        assert cites(desk, "DealUnseen") == []
        desk.play(stud.DealUnseen({1: 5}, 5, None if dealing == "automated-shoe" else QUALIFIES[0]))
    assert cites(desk, "RackStub") == stub
    if dealing == "automated-shoe":
        desk.act(c.RackStub())
        assert cites(desk, "TurnUpCard") == ["-9(h)", "-9(h)"]


@pytest.mark.rule("stub_counted_every", "full_count_racked", "stub_count_wrong")
def test_the_stub_is_counted_face_down() -> None:
    desk = Desk(massachusetts()).open(1).ready()
    desk.table = replace(desk.table, since_count=4)
    desk.bets(1).deal()
    assert cites(desk, "CountStub") == ["-7(f)", "-7(g)", "-7(g)(1)", "-7(g)(2)"]
    assert said(desk)[1] == "ma-7(g): Count the stub face down on the layout."


@pytest.mark.rule("dealer_qualifies_with", "no_hand_paid", "winner_key", "envy_hand_stays", "keypad_reset")
def test_south_dakota_moves_its_hand_forward_calls_no_hand_and_keys_winners() -> None:
    desk = Desk(south_dakota()).to_reveal(HANDS, QUALIFIES, {"progressive": 100})
    assert (
        "sd-2015(12): If it is an ace and a king or better, move the hand forward so that the players see it."
        in said(desk)
    )
    desk.play(stud.Reveal())
    assert cites(desk, "Settle") == ["(18)", "(14)", "(16)", "(17)", "(19)"]  # a flush: it stays for the progressive
    desk.settle()
    assert cites(desk, "Settle")[:4] == ["(18)", "(14)", "(16)", "(17)"]

    desk = Desk(south_dakota()).revealed(HANDS, NO_HAND, {"progressive": 100})
    assert said(desk)[0] == 'sd-2015(13): Announce "No hand."'

    desk = Desk(south_dakota()).revealed({1: HANDS[1], 4: ROYAL}, QUALIFIES, {"progressive": 100})
    assert "(21)(g)(ii)" in cites(desk, "Settle")


@pytest.mark.rule("burn_cards", "bonus_card_multiple", "winning_hand_stands", "uninsured_discards")
def test_bonus_six_burns_a_card_and_names_the_four_ways_to_end() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2).ready().bets(1).bets(2, insurance=500)
    desk.act(c.LockOut())
    assert said(desk)[0] == "sd-bonus6(5): Burn the top card."
    for command in (six.DealUnseen({1: 2, 2: 2}), six.TurnCommunity(DECK[0]), six.Bet(1), six.Bet(2), six.DealStreet()):
        desk.play(command)
    for command in (six.Bet(1), six.Bet(2), six.DealStreet()):
        desk.play(command)
    assert cites(desk, "Decide") == ["(1)", "(9)", "(9)(a)", "(9)(b)"]
    desk.play(six.Discard(1))
    assert cites(desk, "Decide") == ["(1)", "(9)", "(9)(a)", "(9)(a)", "(9)(c)", "(9)(d)"]


def test_nothing_is_told_of_a_hand_that_lies_face_down() -> None:
    """The lines before the hole cards are turned are the same whatever everybody holds."""
    told = set()
    for dealer in (QUALIFIES, NO_HAND):
        desk = Desk(south_dakota()).to_reveal({4: ROYAL} if dealer is NO_HAND else {4: HANDS[1]}, dealer)
        told.add(tuple(said(desk)))
    assert len(told) == 1


def test_a_command_that_is_not_the_next_step_has_its_lines_too() -> None:
    desk = Desk(massachusetts()).open(1).ready()
    assert [line.cites for line in lines_of(desk.t, desk.table, c.OrderRecut("red"))] == ["ma-4(d)"]


@pytest.mark.rule("uninsured_discards", "insured_may_discard")
def test_a_hand_is_thrown_in_under_the_paragraph_of_its_insurance() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2).ready().bets(1).bets(2, insurance=500)
    desk.act(c.LockOut())
    streets = (six.Bet(1), six.Bet(2), six.DealStreet())
    for command in (six.DealUnseen({1: 2, 2: 2}), six.TurnCommunity(DECK[0]), *streets, *streets):
        desk.play(command)
    under = [six.decided(desk.t.rules, desk.six, seat, "Discard")[1] for seat in (1, 2)]
    assert [desk.t.rules.clause(rule) for rule in under] == ["sd-bonus6(9)(b)", "sd-bonus6(9)(c)"]


@pytest.mark.rule("exposed_card")
def test_whoever_deals_bonus_six_is_told_to_turn_an_exposed_card_over() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1).ready().bets(1)
    desk.act(c.LockOut())
    line = "sd-bonus6(6): If a card is exposed, turn it over and go on dealing: it is no misdeal."
    assert line in said(desk)
    for command in (six.DealUnseen({1: 2}), six.TurnCommunity(DECK[0]), six.Bet(1)):
        desk.play(command)
    assert line in said(desk)
