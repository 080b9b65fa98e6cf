"""A card keyed in one place that really lies in another: whatever became of the hands, the table is put right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import DEE, HANDS, QUALIFIES, SUE, Desk, bonus_six, by_role, massachusetts, south_dakota
from tests.tables.stack import hand
from tests.tables.test_keyed import keyed
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.game import game_of_round
from upcard.games.payment import Payment
from upcard.games.settle import settle_or_error
from upcard.present.narration import at_table
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.next_step import guide
from upcard.tables.options import options, voids_late

STUDS = (south_dakota(mode="keyed"), south_dakota("sd-2011", mode="keyed"), massachusetts(mode="keyed"))

TRUTH = {1: hand("Ac Ad 2h 9s"), 3: hand("Kc Kd 3h 8s")}
"""What lies at the seats of a table of Bonus 6."""


def six_desk(final: Any = six.Stand, **wagers: int) -> Desk:
    """Two hands of Bonus 6 that stand, or end as told, with a six of hearts for both."""
    desk = Desk(bonus_six(mode="keyed")).open(1, 3).ready().bets(1, 3, **wagers)
    desk.act(c.LockOut())
    desk.play(six.DealUnseen({1: 2, 3: 2}))
    desk.play(six.TurnCommunity(hand("6h")[0]))
    for _ in range(2):
        for seat in (1, 3):
            desk.play(six.Bet(seat))
        desk.play(six.DealStreet())
    for seat in (1, 3):
        desk.play(final(seat))
    return desk


def stud_desk(t: TableRules) -> Desk:
    """Hands that are bet on, with the dealer's cards keyed."""
    desk = keyed(t).clear().decide().clear()
    desk.play(stud.Reveal(QUALIFIES))
    return desk


def led(desk: Desk, hands: Any) -> Desk:
    """The rest of the round as the guide names it, with the cards that really lie there."""
    game: Any = six if desk.t.edition.game == "bonus-six" else stud
    number = desk.table.number
    while desk.table.number == number and (step := guide(desk.t, desk.table)) is not None:
        command = step.command
        if step.act == "ShowHand":
            command = c.Play(game.ShowHand(step.seat, hands[step.seat]))
        elif step.act == "CountStub":
            dealt = sum(seat.count for seat in desk.stud.seats.values()) + desk.stud.dealer_count
            command = c.CountStub(52 - dealt - desk.table.discarded)
        elif isinstance(command, c.Play) and isinstance(command.command, stud.Settle):
            command = c.Play(stud.Settle(command.command.kind, command.command.seat, dict(desk.meters)))
        assert command is not None
        if isinstance(command, c.Reconcile):
            return desk
        desk.act(command, by_role(step.roles[0]))
    raise AssertionError("the round is not reconciled")


def settled_again(desk: Desk) -> dict[str, Any]:
    """The round as it is written down, settled as a whole."""
    round: Any = desk.table.round
    events = [entry.event for entry in desk.recorded]
    document = game_of_round(round).recorded(desk.t.rules, round, desk.meters, events, over=True)
    again = settle_or_error(document, keyed=True, rules=desk.t.rules)
    assert "error" not in again, again
    found = [(line["seat"], line["wager"], line["result"], line["clause"]) for line in again["payments"]]
    assert sorted(found) == sorted(
        (str(p.seat), p.wager, p.result, desk.t.rules.clause(p.rule)) for p in round.payments
    )
    return document


# ---- cards of a hand that is void ------------------------------------------------------------------------------------


@pytest.mark.rule("single_deck", "wrong_count", "card_off_table")
@pytest.mark.parametrize("why", ["wrong-count", "card-off-table"])
def test_a_card_keyed_of_a_void_hand_of_bonus_six_is_keyed_where_it_lies(why: str) -> None:
    desk = six_desk()
    desk.play(six.ShowHand(3, hand("Ac Kd 3h 8s")))  # the king is keyed as an ace that lies at seat 1
    assert desk.refused_play(six.CorrectCommunity(hand("Ac")[0]), SUE) == "single_deck"
    desk.play(six.Report(why, 3), SUE)
    led(desk, TRUTH)
    assert desk.payments("ante")[1].result == "win"
    document = settled_again(desk)
    assert document["seats"]["3"]["cards"] == []
    desk.play(six.CorrectCommunity(hand("Kd")[0]), SUE)
    desk.play(six.CorrectHand(1, hand("Ac Ad 3h 8s")), SUE)
    led(desk, TRUTH)
    settled_again(desk)


@pytest.mark.rule("single_deck", "player_wrong_count")
@pytest.mark.parametrize("t", STUDS, ids=lambda t: t.edition.id)
def test_a_card_keyed_of_a_void_hand_is_keyed_where_it_lies(t: TableRules) -> None:
    desk = stud_desk(t)
    desk.play(stud.ShowHand(4, hand("Ac Jc 7c 9c 9d")))  # two of its cards lie at seat 3
    desk.play(stud.Report("player-wrong-count", 4), SUE)
    led(desk, HANDS)
    assert desk.payments("ante")[3].result == "win"
    assert settled_again(desk)["seats"]["4"]["cards"] == []
    desk.play(stud.CorrectDealer(hand("Ah Kd 5s 4c Jc")), SUE)
    desk.play(stud.CorrectHand(1, hand("8c 7d 4d 3h 7c")), SUE)
    led(desk, HANDS)
    settled_again(desk)


@pytest.mark.rule("single_deck", "dealer_wrong_count", "player_wrong_count")
@pytest.mark.parametrize("t", STUDS, ids=lambda t: t.edition.id)
def test_a_round_that_is_void_after_all_is_settled_again_by_its_document(t: TableRules) -> None:
    desk = stud_desk(t)
    desk.play(stud.ShowHand(4, hand("Ac Jc 7c 9c 9d")))
    desk.play(stud.Report("player-wrong-count", 4), SUE)
    desk.play(stud.ShowHand(3, HANDS[3]))
    desk.play(stud.Report("dealer-wrong-count"), SUE)
    led(desk, HANDS)
    settled_again(desk)


@pytest.mark.rule("single_deck", "dealer_completes_from")
def test_a_dealers_hand_is_completed_with_a_card_keyed_of_a_void_hand() -> None:
    desk = stud_desk(massachusetts(mode="keyed"))
    desk.play(stud.ShowHand(4, hand("Ac Jc 7c 6c Th")))
    desk.play(stud.Report("player-wrong-count", 4), SUE)
    desk.play(stud.Report("dealer-short"), SUE)
    desk.act(c.DealCards("left"))
    desk.play(stud.CompleteDealer())
    desk.clear()
    desk.play(stud.Reveal((*QUALIFIES[:4], hand("Th")[0])))
    led(desk, HANDS)
    settled_again(desk)


# ---- cards that were exchanged while they were keyed -----------------------------------------------------------------


@pytest.mark.rule("single_deck", "settlement_order", "community_cards")
@pytest.mark.parametrize("settled", [1, 2])
def test_hands_of_bonus_six_keyed_the_other_way_round_are_put_right_together(settled: int) -> None:
    desk = six_desk()
    for place, (seat, wrong) in enumerate(((3, TRUTH[1]), (1, TRUTH[3]))):
        desk.play(six.ShowHand(seat, wrong))
        if place < settled:
            desk.play(six.SettleSeat(seat))
    assert desk.refused_play(six.CorrectHand(1, TRUTH[1]), SUE) == "single_deck"
    desk.play(six.CorrectHand(1, TRUTH[1], {3: TRUTH[3]}), SUE)
    assert {n: seat.cards for n, seat in desk.six.seats.items()} == TRUTH
    led(desk, TRUTH)
    settled_again(desk)


@pytest.mark.rule("single_deck", "community_cards")
def test_a_community_card_exchanged_with_one_of_a_hand_is_put_right_with_it() -> None:
    desk = six_desk()
    desk.play(six.ShowHand(3, TRUTH[3]))
    desk.play(six.SettleSeat(3))
    right = hand("6h Kd 3h 8s")
    assert desk.refused_play(six.CorrectHand(3, right), SUE) == "single_deck"
    assert desk.refused_play(six.CorrectHand(3, right, {0: hand("Kc Qc")}), SUE) == "community_cards"
    desk.play(six.CorrectHand(3, right, {0: hand("Kc")}), SUE)
    assert (desk.six.community, desk.six.seats[3].cards) == (hand("Kc")[0], right)
    led(desk, TRUTH)
    settled_again(desk)


@pytest.mark.rule("single_deck", "settlement_order")
@pytest.mark.parametrize("t", STUDS, ids=lambda t: t.edition.id)
@pytest.mark.parametrize("when", ["shown", "settled"])
def test_hands_keyed_the_other_way_round_are_put_right_together(t: TableRules, when: str) -> None:
    desk = stud_desk(t)
    swapped = {**HANDS, 3: HANDS[4], 4: HANDS[3]}
    while not (desk.stud.seats[3].cards and desk.stud.seats[4].cards):
        step = guide(desk.t, desk.table)
        assert step is not None
        command = c.Play(stud.ShowHand(step.seat, swapped[step.seat])) if step.act == "ShowHand" else step.command
        assert command is not None
        desk.act(command, by_role(step.roles[0]))
    if when == "settled":
        led(desk, swapped)
    for seat in (3, 4):
        assert desk.refused_play(stud.CorrectHand(seat, HANDS[seat]), SUE) == "single_deck"
    desk.play(stud.CorrectHand(3, HANDS[3], {4: HANDS[4]}), SUE)
    led(desk, HANDS)
    assert {n: seat.cards for n, seat in desk.stud.seats.items()} == HANDS
    settled_again(desk)


@pytest.mark.rule("single_deck", "dealer_qualifies_with")
@pytest.mark.parametrize("t", STUDS, ids=lambda t: t.edition.id)
def test_a_dealers_card_exchanged_with_a_players_is_put_right_with_it(t: TableRules) -> None:
    desk = led(stud_desk(t), HANDS)
    right, dealer = hand("9c 9d 4s Kd 2c"), hand("Ah Jh 5s 4c 2d")
    assert desk.refused_play(stud.CorrectHand(3, right), SUE) == "single_deck"
    assert desk.refused_play(stud.CorrectDealer(dealer), SUE) == "single_deck"
    desk.play(stud.CorrectHand(3, right, {0: dealer}), SUE)
    assert (desk.stud.dealer, desk.stud.qualifies, desk.stud.phase) == (dealer, False, "settling")
    led(desk, HANDS)
    settled_again(desk)


@pytest.mark.rule("single_deck")
def test_what_is_corrected_together_is_checked_one_by_one() -> None:
    desk = led(stud_desk(STUDS[0]), HANDS)
    right = hand("9c 9d 4s Jh 5d")
    for also, rule in (
        ({3: HANDS[3]}, None), ({2: HANDS[4]}, None), ({4: HANDS[4]}, None), ({4: HANDS[4][:4]}, "player_wrong_count"),
        ({4: hand("Ac Jc 7c 6c 3c")}, None), ({4: hand("Ac Jc 7c 6c 9c")}, "single_deck"),
        ({0: QUALIFIES}, None), ({0: QUALIFIES[:4]}, "dealer_wrong_count"),
    ):  # fmt: skip
        assert desk.refused_play(stud.CorrectHand(3, right, also), SUE) == rule, also
    six_table = led(six_desk(), TRUTH)
    for also, rule in (
        ({3: TRUTH[3]}, None), ({2: TRUTH[1]}, None), ({1: TRUTH[1]}, None), ({1: TRUTH[1][:3]}, None),
        ({1: hand("Ac Ad 2h Qs")}, "single_deck"), ({0: hand("6h")}, None),
    ):  # fmt: skip
        assert six_table.refused_play(six.CorrectHand(3, hand("Qs Kd 3h 8s"), also), SUE) == rule, also


@pytest.mark.rule("single_deck", "dealer_completes_from")
@pytest.mark.parametrize("right", ["Ac Jc 7c 6c 3c", "Ac Jc 7c 6c 2d"])
def test_a_players_hand_is_corrected_before_a_completed_dealers_hand_is_keyed(right: str) -> None:
    """The card that the dealer lacked was keyed as a player's, or the player's was keyed as the dealer's."""
    desk = stud_desk(massachusetts(mode="keyed"))
    desk.play(stud.ShowHand(4, hand("Ac Jc 7c 6c Th")))
    desk.play(stud.Report("dealer-short"), SUE)
    desk.act(c.DealCards("left"))
    desk.play(stud.CompleteDealer())
    desk.clear()
    whole = stud.Reveal((*QUALIFIES[:4], hand("Th")[0]))
    assert desk.refused_play(whole) == "single_deck"
    desk.play(stud.CorrectHand(4, hand(right)), SUE)
    assert desk.stud.phase == "decided"
    desk.play(whole)
    led(desk, HANDS)
    settled_again(desk)


# ---- cards that really lie there twice, or should not have been dealt ------------------------------------------------


def void_and_replaced(desk: Desk) -> tuple[Payment, ...]:
    """A deck that is not one deck of 52: whoever tells it, two people, and no hand of it stands."""
    game: Any = six if desk.t.edition.game == "bonus-six" else stud
    report = c.Play(game.Report("wrong-deck"))
    assert voids_late(desk.t, desk.table, DEE, report)
    assert "name no seat" in desk.refused(c.Play(game.Report("wrong-deck", 3))).because
    desk.act(report)
    round: Any = desk.table.round
    assert (round.phase, round.void, {p.result for p in round.payments}) == ("settled", "wrong_deck", {"void"})
    assert settled_again(desk)["irregularity"] == "wrong-deck"
    assert {option.act for option in options(desk.t, desk.table, SUE).in_round} == set()
    for act, rule in (("Reconcile", None), ("ReplaceDeck", "wrong_deck")):
        step = guide(desk.t, desk.table)
        assert step is not None
        assert (step.act, len(step.lines) > 0) == (act, True)
        assert rule in (None, step.rule)
        desk.act(getattr(c, act)(*([desk.table.current] if rule else [])), SUE if rule else DEE)
    desk.ready()
    return tuple(round.payments)


@pytest.mark.rule("wrong_deck", "single_deck", "fees_returned")
@pytest.mark.parametrize("settled", [False, True])
def test_a_card_of_bonus_six_that_lies_there_twice_voids_the_round_and_the_deck_leaves(settled: bool) -> None:
    desk = six_desk(insurance=500, tip=100)
    if settled:
        desk.play(six.ShowHand(3, TRUTH[3]))
        desk.play(six.SettleSeat(3))
        assert desk.refused_play(six.ShowHand(1, hand("Ac Ad 2h 8s"))) == "single_deck"
    back = void_and_replaced(desk)
    assert sum(p.returned for p in back) == 2 * (3 * 1000 + 500 + 100)


@pytest.mark.rule("wrong_deck", "community_cards")
def test_a_community_card_that_is_none_of_the_deck_voids_the_round() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 3).ready().bets(1, 3)
    desk.act(c.LockOut())
    assert "can only be found" in desk.refused(c.Play(six.Report("wrong-deck"))).because
    desk.play(six.DealUnseen({1: 2, 3: 3}))
    void_and_replaced(desk)


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("t", STUDS, ids=lambda t: t.edition.id)
def test_a_card_that_lies_there_twice_voids_the_round_and_the_deck_leaves(t: TableRules) -> None:
    desk = stud_desk(t)
    desk.play(stud.ShowHand(4, HANDS[4]))
    desk.settle()
    desk.clear()
    assert desk.refused_play(stud.ShowHand(3, (*HANDS[3][:4], HANDS[4][0]))) == "single_deck"
    void_and_replaced(desk)


@pytest.mark.rule("winning_hand_stands", "losing_hand_stood")
def test_the_fee_of_a_losing_hand_that_stood_is_not_collected_as_that_of_a_winning_one() -> None:
    desk = six_desk(insurance=500)
    led(desk, {1: TRUTH[1], 3: hand("Kc Qd 3h 8s")})
    assert {n: p.rule for n, p in desk.payments("insurance").items()} == {
        1: "winning_hand_stands", 3: "losing_hand_stood",
    }  # fmt: skip
    settled_again(desk)
    for right, rule in ((TRUTH[3], "winning_hand_stands"), (hand("Kc Qd 3h 8s"), "losing_hand_stood")):
        desk.play(six.CorrectHand(3, right), SUE)
        led(desk, {3: right})
        assert desk.payments("insurance")[3].rule == rule
        assert len([p for p in desk.six.payments if (p.seat, p.wager) == (3, "insurance")]) == 1
        settled_again(desk)


@pytest.mark.rule("stray_bonus_card", "bonus_card_fee_on_winner")
def test_a_bonus_card_that_a_winning_hand_was_dealt_is_taken_away() -> None:
    desk = six_desk(six.BuyCard, insurance=500)
    truth = {1: hand("6c Th 9c As"), 3: hand("Kc Qd 3h 8s")}
    desk.play(six.CorrectCommunity(hand("2h")[0]), SUE)
    five = {n: (*cards, *hand(extra)) for (n, cards), extra in zip(truth.items(), ("4d", "5d"), strict=True)}
    for seat, cards in truth.items():
        desk.play(six.ShowHand(seat, cards))
        desk.play(six.DealBonusCard(seat))
    led(desk, five)
    desk.play(six.CorrectCommunity(hand("Td")[0]), SUE)
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.seat) == ("DealBonusCard", 1)
    assert any("Take away the bonus card" in line.do for line in step.lines)
    events = desk.play(six.DealBonusCard(1))
    told = [line for event in events for line in at_table(desk.t.rules, event, desk.table.round)]
    assert [(line.rule, "discarded" in line.text) for line in told if "taken away" in line.text] == [
        ("stray_bonus_card", True)
    ]
    led(desk, five)
    assert desk.payments("bonus_card")[1].result == "push"
    assert len(settled_again(desk)["seats"]["1"]["cards"]) == 4
