"""Each refusal says what is wrong, and cites the clause that has a sentence for it; where none has, it cites none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import (
    DEE,
    FLO,
    FULL_MA,
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    SUE,
    Desk,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import stud_order
from upcard.cards import parse_card
from upcard.games import caribbean_stud as stud
from upcard.rules.table import TableRules
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.commands import says

WAGER = {"progressive": 100}
BOTH = ("sd-2011", "sd-2015")
GUEST = Actor("p9", "player")

Stage = Callable[[Desk], Any]
Row = tuple[str, Stage, Any, Actor, str | None, str]


def seated(desk: Desk) -> None:
    desk.open(1, 3).ready()


def wagered(desk: Desk) -> None:
    seated(desk)
    desk.bets(1, 3)


def closed(desk: Desk) -> None:
    wagered(desk)
    desk.act(c.LockOut())


def deciding(desk: Desk) -> None:
    desk.to_decisions(HANDS, QUALIFIES, WAGER).clear()


def folded(desk: Desk) -> None:
    deciding(desk)
    desk.play(stud.Fold(1), player(1))
    desk.clear()


def folded_only(desk: Desk) -> None:
    """Seat 1 has folded and its cards wait for the rack."""
    deciding(desk)
    desk.play(stud.Fold(1), player(1))


def bonused(desk: Desk) -> None:
    seated(desk)
    desk.bets(1, bonus=100)


def voided(desk: Desk) -> None:
    """A hole card was seen before any card was dealt, and the round is void."""
    wagered(desk)
    desk.play(stud.Report("hole-card-exposed"))


def decided(desk: Desk) -> None:
    deciding(desk)
    desk.decide()


def settling(desk: Desk) -> None:
    desk.revealed(HANDS, QUALIFIES, WAGER)


def unwagered(desk: Desk) -> None:
    desk.revealed(HANDS, QUALIFIES)


def covered(desk: Desk) -> None:
    desk.revealed(HANDS, QUALIFIES, {"cover_all": 100})


def without_hand(desk: Desk) -> None:
    desk.revealed(HANDS, NO_HAND, WAGER)


def royal_settled(desk: Desk) -> None:
    """The royal flush at seat 4 is settled against the dealer, and others are not."""
    desk.revealed({**HANDS, 4: ROYAL}, QUALIFIES, WAGER)
    desk.settle()


def settled(desk: Desk) -> None:
    settling(desk)
    desk.settle_all()


def place(wager: str, cents: Any = 1000, seat: int = 1) -> c.Play:
    return c.Play(stud.PlaceWager(seat, wager, cents))


P1, P3 = player(1), player(3)

SOUTH_DAKOTA: tuple[Row, ...] = (
    ("lock-out twice", closed, c.LockOut(), DEE, "(5)", "the bets are closed already"),
    ("lock-out while settling", settling, c.LockOut(), DEE, "(5)", "the bets are closed already"),
    ("lock-out by the floor", wagered, c.LockOut(), FLO, "(5)", "is for a dealer"),
    ("dealt before the lock-out", wagered, c.DealCards(), DEE, "(5)", "before the bets are closed"),
    ("dealt twice", deciding, c.DealCards(), DEE, "(9)", "are dealt already"),
    ("dealt by the floor", closed, c.DealCards(), FLO, "(9)", "is for a dealer"),
    ("folded cards while others decide", folded, c.RackCards(1), DEE, "(11)(a)", "when everybody has decided"),
    ("cards in play", deciding, c.RackCards(3), DEE, "(19)", "seat 3 is still to be settled"),
    ("cards before the turn", settling, c.RackCards(1), DEE, "(19)", "seat 1 is still to be settled"),
    ("cards that bring envy", royal_settled, c.RackCards(4), DEE, "(21)(g)(ii)", "brings envy"),
    ("cards of nobody", settling, c.RackCards(7), DEE, None, "seat 7 has no cards"),
    ("a hand before no hand", without_hand, c.Play(stud.Settle("hand", 4)), DEE, "(13)", "every ante is paid first"),
    ("a hand out of turn", settling, c.Play(stud.Settle("hand", 1)), DEE, "(18)", "hand of seat 4 comes first"),
    ("no such hand", settling, c.Play(stud.Settle("hand", 7)), DEE, None, "seat 7 has no hand to be settled"),
    ("no hand, with a hand", settling, c.Play(stud.Settle("no_hand")), DEE, "(12)", "has a qualifying hand"),
    ("a misdeal that is none", settling, c.Play(stud.Settle("misdeal")), DEE, "(10)", "is not misdealt"),
    ("no progressive wager", unwagered, c.Play(stud.Settle("progressive", 4)), DEE, "(4)", "no progressive wager"),
    ("a bet as a wager, late", deciding, place("bet", 2000), P1, "(11)(b)", "not for now"),
    ("envy too early", settling, c.Play(stud.Settle("envy")), DEE, "(21)(g)(iii)", "hand of seat 4 comes first"),
    ("settled before the reveal", decided, c.Play(stud.Settle("hand", 4)), DEE, "(14)", "not for now"),
    ("settled again", settled, c.Play(stud.Settle("hand", 4)), DEE, None, "not for now"),
    ("a bet as a wager", wagered, place("bet", 2000), P1, "(11)(b)", "times the ante"),
    ("a bet without an amount", wagered, place("bet", None), P1, "(11)(b)", "times the ante"),
    ("a bet before the cards", wagered, c.Play(stud.Bet(1)), P1, "(11)", "bets are open"),
    ("a bet after all is settled", settled, c.Play(stud.Bet(1)), P1, "(11)", "the round is settled"),
    ("a fold before the cards", wagered, c.Play(stud.Fold(1)), P1, "(11)", "bets are open"),
    ("the hole cards too early", deciding, c.Play(stud.Reveal()), DEE, "(11)", "the players decide"),
    ("the hole cards by the floor", decided, c.Play(stud.Reveal()), FLO, "(12)", "is for a dealer"),
    ("the hole cards twice", settling, c.Play(stud.Reveal()), DEE, "(12)", "being settled"),
    ("an ante twice", wagered, place("ante"), P1, None, "take it back and place it anew"),
    ("no such seat", wagered, place("ante", seat=12), DEE, None, "nobody sits in seat 12"),
    ("a taken seat", wagered, c.TakeSeat(1, "p9"), GUEST, None, "seat 1 is taken"),
    ("two seats", wagered, c.TakeSeat(2, "p1"), P1, "(1)", "one seat and one hand"),
    ("a seat that is not there", wagered, c.TakeSeat(99, "p9"), GUEST, None, "the table has"),
    ("getting up with a wager", wagered, c.LeaveSeat(1), P1, None, "takes the wagers back first"),
    ("a closed table", lambda _: None, c.LockOut(), DEE, None, "the table is closed"),
    ("no such deck", wagered, c.ShuffleDeck("green", "hand"), DEE, None, "there is no deck 'green'"),
    ("a deck that is ready", wagered, c.ShuffleDeck("red", "hand"), DEE, None, "nothing is to be done with it"),
    ("no device", wagered, c.RemoveDevice("coin sensor"), FLO, None, "no device that comes and goes"),
    ("a card for the dealer", deciding, c.Play(stud.CompleteDealer()), DEE, None, "own deck"),
    ("a hand by the floor", deciding, c.Play(stud.Fold(1)), FLO, "(11)", "a floorperson does not play a hand"),
    ("another's hand", deciding, c.Play(stud.Fold(1)), P3, "(11)", "seat 1 is another player's"),
    ("a wager of another state, late", deciding, place("cover_all"), P1, "(5)", "not for now"),
    ("chips that nobody counts", closed, c.Play(stud.Report("chips-miscounted")), SUE, None, "knows no 'chips-mis"),
    ("a stub that nobody counts", deciding, c.Play(stud.Report("stub-count")), DEE, None, "knows no 'stub-count'"),
    ("a wager of chips that nobody counts", closed, c.Play(stud.CorrectProgressive(1, 0)), SUE, None, "has no count"),
    ("the dealer's cards, none dealt", wagered, c.RackCards(0), DEE, None, "the dealer has no cards"),
    ("nothing of the table's", wagered, c.Play(stud.CloseBets()), DEE, None, "the table's own step"),
    ("a corrected hand too early", deciding, c.Play(stud.CorrectHand(1, ())), SUE, None, "own deck"),
)  # fmt: skip

MASSACHUSETTS: tuple[Row, ...] = (
    ("lock-out twice", closed, c.LockOut(), DEE, "-7(c)", "the bets are closed already"),
    ("progressive without ante", seated, place("progressive", 100), P1, "-6(c)", "seat 1 has no ante"),
    ("its coupon without ante", seated, c.Play(stud.PlaceCoupon(1, "progressive", 100)), DEE, "-6(c)", "has no ante"),
    ("match play without ante", seated, c.Play(stud.PlaceCoupon(1, "match_play", 500)), DEE, "-6(a)", "has no ante"),
    ("bonus without ante", seated, place("bonus", 100), P1, "-1", "seat 1 has no ante"),
    ("a raise", wagered, place("ante", 2000), P1, None, "take it back and place it anew"),
    ("a raise after no more bets", closed, place("ante", 2000), P1, "-6(b)", "wagers stand after"),
    ("another's wager", wagered, place("bonus", 100), P3, None, "seat 1 is another player's"),
    ("another's hand", deciding, c.Play(stud.Fold(1)), P3, "-10(a)(1)", "seat 1 is another player's"),
    ("a wager by the floor", wagered, place("bonus", 100), FLO, "-6(f)", "a floorperson does not wager"),
    ("a hand by the floor", deciding, c.Play(stud.Fold(1)), FLO, "-10(a)(1)", "a floorperson does not play a hand"),
    ("a wager at no seat", wagered, place("ante", seat=5), DEE, "-6(f)", "nobody sits in seat 5"),
    ("up with a wager", wagered, c.LeaveSeat(1), P1, None, "takes the wagers back first"),
    ("up after no more bets", closed, c.LeaveSeat(1), P1, "-6(b)", "no wager is withdrawn"),
    ("up with cards", deciding, c.LeaveSeat(1), P1, "-6(f)", "stays seated until the round is over"),
    ("another gets up", wagered, c.LeaveSeat(1), P3, None, "for himself"),
    ("a five card step", settling, c.VerifyFiveCard(4), DEE, "-10(c)(five-card)", "not called for"),
    ("a five card step", settling, c.ValidateFiveCard(4), FLO, "-10(c)(five-card)", "not called for"),
    ("the light", decided, c.VerifyLight(4), DEE, "-11(d)(1)", "not called for"),
    ("cards before the turn", settling, c.RackCards(1), DEE, "-10(d)", "seat 1 is still to be settled"),
    ("the hole cards too early", deciding, c.Play(stud.Reveal()), DEE, "-10(c)", "the players decide"),
    ("cover all too early", covered, c.Play(stud.Settle("cover_all")), DEE, "-12(j)", "comes first"),
    ("a wager that is elected", wagered, place("progressive", 300), P1, "-12(l)", "as the house has elected"),
    ("a bet as a wager", wagered, place("bet", 2000), P1, "-10(b)", "times the ante"),
    ("the hole cards twice", settling, c.Play(stud.Reveal()), DEE, "-10(c)", "being settled"),
    ("dealt twice, with cards to rack", folded_only, c.DealCards("left"), DEE, "-7(e)", "dealt already"),
    ("settled early, with cards to rack", folded_only, c.Play(stud.Settle("hand", 1)), DEE, "-10(c)", "not for now"),
    ("bets closed without an ante", seated, c.LockOut(), DEE, "-1", "nobody has an ante down"),
    ("the ante under a wager", bonused, c.Play(stud.TakeBackWager(1, "ante")), P1, "-1", "need the ante"),
    ("a recut of no cut", lambda desk: desk.open(1), c.OrderRecut("red"), SUE, "-4(d)", "has not been cut"),
    ("a recut of a shuffler's deck", wagered, c.OrderRecut("red"), SUE, "-4(d)", "has not been cut"),
    ("a recut of dealt cards", deciding, c.OrderRecut("red"), SUE, "-4(d)", "before any card is dealt"),
    ("a recut of no deck", deciding, c.OrderRecut("green"), SUE, None, "no deck 'green'"),
    ("up after a void without cards", voided, c.LeaveSeat(1), P1, None, "the round is void: it is reconciled first"),
    ("cards after a void without cards", voided, c.RackCards(1), DEE, None, "collected when it is reconciled"),
    ("the acceptor", wagered, c.RemoveDevice("acceptor"), FLO, None, "no device that comes and goes"),
    ("a device by the dealer", wagered, c.RemoveDevice("shuffler"), DEE, None, "is for a floorperson or supervisor"),
)  # fmt: skip


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("row", SOUTH_DAKOTA, ids=lambda row: row[0])
def test_south_dakota(edition: str, row: Row) -> None:
    _refused(Desk(south_dakota(edition)), edition, row)


@pytest.mark.parametrize("row", MASSACHUSETTS, ids=lambda row: row[0])
def test_massachusetts(row: Row) -> None:
    elected = row[-1] == "as the house has elected"
    schedule, more = ("PTMGL01", {"progressive_wager": "2.00"}) if elected else ("D", FULL_MA)
    _refused(Desk(massachusetts(schedule, **more)), "ma", row)


def _refused(desk: Desk, edition: str, row: Row) -> None:
    _, stage, command, by, clause, words = row
    stage(desk)
    error = desk.refused(command, by)
    assert (error.clause, words in error.because) == (edition + clause if clause else None, True), str(error)


def test_what_was_paid_to_every_seat_at_once_is_not_paid_again_under_its_own_clause() -> None:
    desk = Desk(south_dakota())
    without_hand(desk)
    desk.settle()
    error = desk.clear().refused(c.Play(stud.Settle("no_hand")))
    assert (error.clause, "settled already" in error.because) == ("sd-2015(13)", True)


# ---- real cards that have left the deck and are not keyed yet


@pytest.mark.parametrize(
    ("command", "by", "clauses", "words"),
    [
        (c.RackStub(), DEE, ("-7(f)", "(9)"), "what was dealt is keyed first"),
        (c.CountStub(37), DEE, ("-7(f)", "(9)"), "what was dealt is keyed first"),
        (c.RackCards(1), DEE, (None, None), "keyed before the cards of seat 1 are racked"),
        (c.RackCards(0), DEE, (None, None), "keyed before the cards of the dealer are racked"),
        (c.Play(stud.Fold(1)), P1, ("-10(a)", "(11)"), "no deal is recorded yet"),
        (c.Play(stud.Report("player-wrong-count", 1)), DEE, ("-13(d)", "(10)"), "now bets are closed and no deal"),
        (c.DealCards("left"), DEE, ("-7(e)", "(9)"), "dealt already"),
        (c.LeaveSeat(1), P1, ("-6(f)", None), "stays seated until the round is over"),
    ],
)  # fmt: skip
def test_nothing_is_said_of_cards_that_lie_there_unkeyed_that_is_not_so(
    command: c.Command, by: Actor, clauses: tuple[str | None, str | None], words: str
) -> None:
    houses = (massachusetts(mode="keyed"), south_dakota(mode="keyed"))
    for t, clause in zip(houses, clauses, strict=True):
        desk = Desk(t).open(1, 3).ready().bets(1, 3).deal()
        error = desk.refused(command, by)
        assert (error.clause, words in error.because) == (t.edition.id + clause if clause else None, True), str(error)
        desk.play(stud.DealUnseen({1: 5, 3: 5}, 5, QUALIFIES[0]))
        error = desk.refused(c.Play(stud.DealUnseen({1: 5, 3: 5}, 5, QUALIFIES[0])))
        assert (error.rule, error.because) == (
            desk.rule_of(c.DealCards("left")),
            "the cards of this round are dealt already",
        )


def test_a_misdealt_dealer_is_completed_under_one_law_and_not_under_the_other() -> None:
    error = Desk(south_dakota(mode="keyed")).open(1).ready().bets(1).deal().refused(c.Play(stud.CompleteDealer()))
    assert (error.clause, "a wrong count is a misdeal" in error.because) == ("sd-2015(10)", True)


def test_a_hand_that_was_not_dealt_is_not_miscounted() -> None:
    desk = Desk(massachusetts(mode="keyed")).open(1).ready().bets(1).deal()
    desk.play(stud.DealUnseen({1: 5}, 5, QUALIFIES[0]))
    assert desk.refused(c.Play(stud.Report("player-wrong-count", 7))).clause is None


def test_bets_close_while_a_used_deck_that_jammed_waits_for_its_shuffle() -> None:
    """The clause on the opening of two decks speaks of a deck that has not been shuffled yet, and of no other."""
    desk = Desk(massachusetts("D", backs=["red", "blue"], shuffler=True, mode="keyed")).open(1).ready("red")
    desk.bets(1)
    opening = desk.refused(c.LockOut())
    assert (opening.clause, "the blue deck is opened and shuffled first" in opening.because) == ("ma-3(d)", True)
    desk.ready("blue")
    desk.deal()
    desk.play(stud.DealUnseen({1: 5}, 5, QUALIFIES[0]))
    desk.clear().decide(p1=True)
    desk.play(stud.Reveal(QUALIFIES))
    desk.clear()
    desk.act(c.Reconcile())
    desk.bets(1)
    desk.act(c.ReportShufflerJam("red"))
    desk.act(c.LockOut())
    jammed = desk.refused(c.DealCards("left"))
    assert (jammed.clause, "the red deck is not shuffled again" in jammed.because) == ("ma-2(b)", True)


@pytest.mark.parametrize(
    ("t", "wager", "clause"),
    [
        (massachusetts("D", **FULL_MA), "progressive", "ma-11(d)"),
        (massachusetts("D", **FULL_MA), "five_card_player", "ma-11(e)(1)"),
        (massachusetts("D", **FULL_MA), "five_card_dealer", "ma-11(e)(1)"),
        (south_dakota(), "progressive", "sd-2015(7)"),
        (south_dakota("sd-2011"), "progressive", "sd-2011(7)"),
    ],
)  # fmt: skip
def test_a_wager_for_a_jackpot_that_stands_still_falls_under_what_the_text_says_of_its_offer(
    t: TableRules, wager: str, clause: str
) -> None:
    desk = Desk(t).open(1).ready().bets(1)
    if says(t, "contribution_at") != "token":  # an accepted token plays, whatever happens
        desk.play(stud.PlaceWager(1, wager, 100), P1)
        desk.t = replace(t, stopped={wager: "link takes no wagers: a fault"})
        assert desk.refused(c.LockOut()).clause == clause
        desk.play(stud.TakeBackWager(1, wager), P1)
    desk.t = replace(t, stopped={wager: "link takes no wagers: a fault"})
    assert desk.refused(place(wager, 100), P1).clause == clause


# ---- people and idle cards


@pytest.mark.parametrize("other", ["P1", " p1", "p 1", "p１"])
def test_two_names_that_read_alike_do_not_sit_at_one_table(other: str) -> None:
    desk = Desk(massachusetts(mode="keyed")).open(1)
    assert f"seat 1 is taken by 'p1', and {other!r} reads like it" in desk.refused(c.TakeSeat(2, other)).because
    desk.act(c.LeaveSeat(1))
    desk.act(c.TakeSeat(2, other))


def test_a_name_that_mixes_scripts_may_look_like_another_and_takes_no_seat() -> None:
    desk = Desk(massachusetts(mode="keyed")).open()
    desk.act(c.TakeSeat(1, "pat"))
    error = desk.refused(c.TakeSeat(2, "p\u0430t"))
    assert error.because == "'p\u0430t' mixes Latin letters with Cyrillic ones, which may look the same"
    desk.act(c.TakeSeat(2, "Анна K"))


def test_idle_cards_that_lie_face_down_are_turned_by_a_step_of_their_own() -> None:
    desk = Desk(massachusetts()).open(1).ready()
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle(face_up=False))
    error = desk.refused(c.SpreadIdle())
    assert error.clause == "ma-4(e)"
    assert "spread already, face down: SpreadDeck turns them up once a player has come" in error.because


def test_a_hand_is_not_shown_before_the_hole_cards() -> None:
    for t, clause in ((south_dakota(mode="keyed"), "sd-2015(14)"), (massachusetts(mode="keyed"), "ma-10(c)")):
        desk = Desk(t).open(1).ready().bets(1)
        cards = tuple(parse_card(card) for card in ("9c", "9d", "4s", "Jh", "2c"))
        assert desk.refused(c.Play(stud.ShowHand(1, cards))).clause == clause


# ---- the dealer's card, the cut, envy, and decisions that nobody has


@pytest.mark.rule("automated_shoe_up_card", "manual_shoe_order")
def test_the_dealers_card_is_turned_up_where_and_when_the_text_has_it() -> None:
    turn = c.Play(stud.TurnUpCard())
    shoe, manual = massachusetts(dealing="automated-shoe"), massachusetts()
    for stage in (wagered, closed, settling, settled):
        for t, clause in ((shoe, "ma-9(h)"), (manual, "ma-7(e)")):
            desk = Desk(t)
            stage(desk)
            assert desk.refused(turn).clause == clause, stage
    for t, clause, words in ((manual, "ma-7(e)", "dealt face up"), (shoe, "ma-9(h)", "face up already")):
        desk = Desk(t).to_decisions(HANDS, QUALIFIES)
        error = (desk if t is manual else desk.clear()).refused(turn)
        assert (error.clause, words in error.because) == (clause, True), str(error)


@pytest.mark.rule("cut_after")
def test_a_deck_from_the_shuffler_is_not_cut_before_the_deal_nor_after_it() -> None:
    desk = Desk(massachusetts(shuffler=True)).to_decisions(HANDS, QUALIFIES)
    assert desk.refused(c.CutDeck("red", 20)).clause == "ma-4(b)"


@pytest.mark.rule("face_up_card")
def test_a_card_is_not_found_face_up_before_the_one_that_completes_the_dealer_leaves_the_deck() -> None:
    desk = Desk(massachusetts(mode="keyed")).open(1).ready().bets(1).deal()
    desk.play(stud.DealUnseen({1: 5}, 4, QUALIFIES[0]))
    error = desk.refused(c.Play(stud.Report("face-up-card")))
    assert (error.clause, error.because) == (
        "ma-13(b)",
        "a card is found face up while cards are being dealt, and the one that completes the dealer's hand is not yet",
    )


@pytest.mark.rule("decision_choices")
def test_nobody_decides_for_another_before_there_are_cards() -> None:
    for t, clause in ((massachusetts(), "ma-10(a)"), (south_dakota(), "sd-2015(11)")):
        for stage in (wagered, closed):
            desk = Desk(t)
            stage(desk)
            error = desk.refused(c.Play(stud.Fold(1)), P3)
            assert (error.clause, "is not for now" in error.because) == (clause, True), str(error)


@pytest.mark.rule("decision_choices", "player_wrong_count")
def test_where_every_hand_is_misdealt_nobody_is_said_to_have_decided() -> None:
    desk = Desk(south_dakota(mode="keyed")).open(1).ready().bets(1).deal()
    desk.play(stud.DealUnseen({1: 6}, 5, QUALIFIES[0]))
    assert "nobody is left to decide" in desk.clear().refused(c.Play(stud.Bet(1)), P1).because


@pytest.mark.rule("envy_hand_stays")
@pytest.mark.parametrize("others", [0, 100])
def test_a_hand_brings_envy_only_where_another_has_made_the_wager(others: int) -> None:
    desk = Desk(south_dakota())
    hands = {1: HANDS[1], 4: ROYAL}
    desk.orders.append(stud_order(hands, QUALIFIES, singly=True))
    desk.open(1, 4).ready().bets(4, progressive=100).bets(1, **({"progressive": others} if others else {})).deal()
    desk.clear().decide()
    desk.play(stud.Reveal())
    desk.settle()
    error = desk.refused(c.RackCards(4))
    assert (error.rule == "envy_hand_stays", "envy" in error.because) == (bool(others), bool(others)), str(error)


@pytest.mark.rule("lock_out", "automated_shoe_lock_out", "from_hand_needs")
@pytest.mark.parametrize(
    ("way", "clause"), [("manual-shoe", "ma-7(c)"), ("from-hand", "ma-8(c)"), ("automated-shoe", "ma-9(c)")]
)
def test_cards_that_are_keyed_before_the_bets_close_offend_as_dealing_them_does(way: str, clause: str) -> None:
    desk = Desk(massachusetts(None, mode="keyed", dealing=way, shuffler=True)).open(1).ready().bets(1)
    for command in (c.DealCards("left", "left"), c.Play(stud.DealUnseen({1: 5}, 5))):
        error = desk.refused(command)
        assert (error.clause, error.because.startswith("no card is dealt before the bets are closed")) == (clause, True)


def test_no_rule_has_the_dealer_s_own_hand_racked_last() -> None:
    desk = Desk(massachusetts(None)).revealed({1: HANDS[1]}, QUALIFIES)
    error = desk.refused(c.RackCards(0))
    assert (error.clause, error.because) == (None, "the dealer's own hand is racked last")
