"""What is done by hand is said at its step: each way of dealing, shuffling and settling in its own order, alone."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import (
    FULL_MA,
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    SUE,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import hand
from upcard.cards import DECK
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.game import CORES, game
from upcard.law import editions
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import CONDITIONS, STEPS
from upcard.law.registry import load, parts
from upcard.present.narration import at_table
from upcard.present.table_document import face_down
from upcard.rules.caribbean_stud.house import dealing_methods
from upcard.rules.table import TableRules
from upcard.tables import Actor, signs
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide, lines_of
from upcard.tables.procedure import FACTS


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
    assert cites(desk, "InspectDeck") == ["-2(a)", "-2(a)", "-3(a)", "-3(a)"]
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
    desk.act(deal_command(desk.t, desk.table))
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


@pytest.mark.rule("further_tips", "further_tips_equal")
@pytest.mark.parametrize("elected", [True, False])
def test_a_further_tip_bet_is_told_of_where_the_house_takes_one(elected: bool) -> None:
    desk = Desk(bonus_six(mode="keyed", further_tips=elected)).open(1).ready().bets(1, tip=200)
    desk.act(c.LockOut())
    for street in ((six.DealUnseen({1: 2}), six.TurnCommunity(DECK[0])), (six.Bet(1), six.DealStreet())):
        for command in street:
            desk.play(command)
        assert ("sd-bonus6(3): A further tip bet is as large as the first." in said(desk)) is elected


ENVY_STAYS = "(21)(g)(ii): Leave a hand that brings envy face up until all payments are made."


@pytest.mark.rule("envy_hand_stays", "dealer_wrong_count", "no_hand_paid")
@pytest.mark.parametrize("id", ["sd-2015", "sd-2011"])
def test_a_hand_that_may_bring_envy_stays_also_where_no_hand_is_compared(id: str) -> None:
    wagers = {"progressive": 100}
    desk = Desk(south_dakota(id)).revealed(HANDS, NO_HAND, wagers)
    assert f"{id}{ENVY_STAYS}" in said(desk)
    misdealt = Desk(south_dakota(id, mode="keyed")).open(*HANDS).ready().bets(*HANDS, **wagers)
    misdealt.deal().play(stud.DealUnseen(dict.fromkeys(HANDS, 5), 6, QUALIFIES[0]))
    assert said(misdealt.clear()) == [
        f"{id}(10): Your hand is misdealt: leave every player the ante and the bet.",
        f"{id}(10): Let the hands play for the progressive only; leave those that win it face up.",
        f"{id}{ENVY_STAYS}",
    ]
    without = Desk(south_dakota(id, "classic-5000")).revealed(HANDS, NO_HAND, wagers)
    alone = Desk(south_dakota(id)).revealed({1: HANDS[1]}, NO_HAND, wagers)
    assert not [line for one in (without, alone) for line in said(one) if "envy" in line]


@pytest.mark.rule("settlement_order", "no_hand_paid", "envy_paid", "cover_all_last", "five_card_verification")
@pytest.mark.parametrize(
    ("t", "dealer", "wagers", "steps"),
    [
        (
            south_dakota(), QUALIFIES, {"progressive": 100},
            {"hand": "(18)", "progressive": "(20)(f)", "envy": "(21)(g)(iii)"},
        ),
        (south_dakota(), NO_HAND, {"progressive": 100}, {"no_hand": "(13)", "progressive": "(20)(f)"}),
        (
            massachusetts(**FULL_MA, dealing="automated-shoe"),
            QUALIFIES,
            {"progressive": 100, "five_card_player": 100, "cover_all": 500},
            {"hand": "-10(c)", "progressive": "-10(c)(progressive)", "envy": "-10(c)(progressive)",
             "five_card": "-10(c)(five-card)", "cover_all": "-12(j)"},
        ),
        (massachusetts(None), NO_HAND, {}, {"hand": "-10(c)(3)(i)"}),
    ],
)  # fmt: skip
def test_a_step_of_the_settlement_is_told_under_the_rule_that_ordered_it(
    t: TableRules, dealer: Any, wagers: dict[str, int], steps: dict[str, str]
) -> None:
    desk = Desk(t).revealed(HANDS, dealer, wagers)
    found: dict[str, str] = {}
    while desk.clear().stud.agenda:
        kind, step = desk.stud.agenda[0].kind, guide(desk.t, desk.table)
        assert step is not None
        desk.settle()
        told = next(r.event for r in reversed(desk.recorded) if getattr(getattr(r.event, "event", None), "step", None))
        sentence = at_table(desk.t.rules, told, desk.table.round, desk.t.dealing)[0]
        assert sentence.rule == step.rule, kind
        found[kind] = str(desk.t.rules.clause(step.rule or "")).removeprefix(desk.t.edition.id)
    assert found.items() >= steps.items()


@pytest.mark.rule("dealer_qualifies_with", "higher_hand_wins", "no_hand_cards_collected", "dealer_wrong_count")
def test_a_hand_is_turned_up_to_be_compared_only_where_there_is_something_to_compare() -> None:
    def clauses(t: TableRules, dealer: Any, count: int = 5) -> list[str]:
        desk = Desk(t).open(*HANDS).ready().bets(*HANDS, **({"progressive": 100} if t.edition.id != "ma" else {}))
        desk.deal().play(stud.DealUnseen(dict.fromkeys(HANDS, 5), count, dealer[0]))
        desk.decide_rest()
        found = []
        for _ in range(3):
            step = guide(desk.t, desk.table)
            assert step is not None
            if step.act in ("Reveal", "ShowHand"):
                found.append(f"{step.act} {desk.t.rules.clause(step.rule or '')}")
            if step.act == "Reveal":
                desk.play(stud.Reveal(dealer))
            elif step.act == "Settle":
                desk.settle()
            desk.clear()
        return list(dict.fromkeys(found))

    sd, ma = south_dakota(mode="keyed"), massachusetts(None, mode="keyed")
    assert clauses(sd, QUALIFIES) == ["Reveal sd-2015(12)", "ShowHand sd-2015(14)"]
    assert clauses(sd, NO_HAND) == ["Reveal sd-2015(12)", "ShowHand sd-2015(13)"]
    assert clauses(sd, QUALIFIES, 6) == ["ShowHand sd-2015(10)"]
    assert clauses(ma, QUALIFIES) == clauses(ma, NO_HAND) == ["Reveal ma-10(c)", "ShowHand ma-10(c)"]


@pytest.mark.rule("hand_confirmed_by")
def test_the_floor_is_told_to_verify_a_progressive_hand() -> None:
    desk = Desk(massachusetts()).revealed({4: ROYAL}, QUALIFIES, {"progressive": 100})
    while (step := guide(desk.t, desk.table)) is not None and step.act != "ConfirmHand":
        assert step.command is not None
        desk.settle() if step.act == "Settle" else desk.act(step.command, by_role(step.roles[0]))
    assert cites(desk, "ConfirmHand") == ["-10(c)(progressive)iii."]


@pytest.mark.rule("exposed_card", "tip_with_ante", "tip_odds", "bonus_card_order")
@pytest.mark.parametrize("tip", [{}, {"tip": 100}])
def test_lines_of_bonus_six_come_in_the_order_of_the_acts_and_of_tips_where_one_lies(tip: dict[str, int]) -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1).ready().bets(1, insurance=500, **tip)
    assert ("(3)" in cites(desk, "LockOut")) == bool(tip)
    desk.act(c.LockOut())
    desk.play(six.DealUnseen({1: 2}))
    desk.play(six.TurnCommunity(hand("2h")[0]))
    for _ in range(2):
        desk.play(six.Bet(1), player(1))
        desk.play(six.DealStreet())
    desk.play(six.BuyCard(1), player(1))
    desk.play(six.ShowHand(1, hand("6c Th 9c As")))
    assert cites(desk, "DealBonusCard") == ["(9)(d)", "(9)(d)", "(6)", "(9)(d)"]
    assert "Deal a fifth card" in said(desk)[1]
    desk.play(six.DealBonusCard(1))
    desk.play(six.ShowHand(1, hand("6c Th 9c As Ad")))
    assert cites(desk, "SettleSeat") == ["(10)", *["(3)"] * bool(tip)]


def test_what_the_law_does_not_say_is_not_cited() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1).ready().bets(1)
    desk.act(c.LockOut())
    for command in (six.DealUnseen({1: 2}), six.TurnCommunity(DECK[0]), six.Fold(1)):
        desk.play(command)
    assert desk.rule_of(c.Play(six.CorrectHand(1, (DECK[1],) * 2)), SUE) is None
    desk.act(c.Reconcile())
    assert desk.rules(e.RoundReconciled) == [""]
    limits = [
        sign.rule
        for sign in signs(massachusetts(minimum="5.00"), Desk(massachusetts()).table)
        if "limits" in sign.title
    ]
    assert limits == [None]


@pytest.mark.rule("percentage_source", "awards_from", "same_round_jackpots")
def test_a_line_of_a_hand_is_told_as_soon_as_the_hand_lies_face_up() -> None:
    """At a table that deals its own cards: nothing of a hand before its turn, and all of it after."""
    desk = Desk(south_dakota()).revealed({1: HANDS[1], 4: HANDS[4]}, QUALIFIES, {"progressive": 100})

    def told() -> list[str]:
        step = guide(desk.t, desk.table, face_down(desk.t, desk.table))
        assert step is not None
        return [line.cites.removeprefix("sd-2015") for line in step.lines]

    step = guide(desk.t, desk.table, face_down(desk.t, desk.table))
    assert step is not None
    assert {f"{line.cites.removeprefix('sd-2015')} {line.do}" for line in step.lines if line.do.startswith("If ")} == {
        "(15) If the hands tie: the hands are equal: leave ante and bet to the player.",
        "(16) If the hand wins: pay the ante even money.",
        "(17) If the hand wins: pay the bet by the posted schedule.",
        "(18) If the hand loses: take the ante and the bet.",
        "(19) If the hand wins the progressive: leave this hand face up on the table: it wins the progressive.",
        "(21)(g)(ii) If the hand brings envy: leave this hand face up until all payments are made: it brings envy.",
    }
    assert "If " not in "".join(said(desk)), "who may know of the hand is told what is to be done"
    while desk.clear().stud.agenda[0].kind != "progressive":
        desk.settle()
    assert told() == ["(20)(a)", "(20)(b)", "(20)(e)", "(20)(f)"] == cites(desk, "Settle")
