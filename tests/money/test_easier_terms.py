"""Easier terms of a jackpot: a hand wins the whole meter, or its own award if that is more, and that ends them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import pytest

from tests.audit.insider import remade
from tests.audit.journals import Memory
from tests.money.keyed import PLAYERS, SAM, Keyed
from tests.money.pit import FAULT, ROYALS, STRAIGHT_FLUSH, Evening, dealt, linked
from tests.money.test_correct import PLAYS, finished
from tests.money.test_paid_percentage import paid as award_paid
from tests.money.told import Told
from upcard.audit import Replayed, replay
from upcard.bots import Pit
from upcard.cards import parse_cards
from upcard.games import caribbean_stud as stud
from upcard.games.payment import draw
from upcard.journal.casino import Casino
from upcard.money import account
from upcard.money import commands as c
from upcard.money.jackpot_end import EASIER
from upcard.rules.jackpot import Jackpot
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.units import Share, parse_cents

METER = account.meter("Link", "main")
QUADS = "9h 9d 9c 9s 5h"
FLUSHES = ("Kh Qh Jh 3h 2h", "Kd Qd Jd 3d 2d")
FULL_HOUSE = "Kc Ks Kh 4c 4d"


def eased(evening: Evening, hand: str) -> None:
    evening.does("licensee", c.RecordPetition("Link", EASIER, hand, "nobody wins it"))
    number = len(evening.link().petitions)
    evening.does("regulator", c.DecidePetition("Link", number, True, "order 7"))
    evening.does("supervisor", c.SuspendLink("Link", "new terms", *FAULT))
    evening.does("licensee", c.EndJackpot("Link", "another", number))
    evening.does("licensee", c.ResumeLink("Link", "another"))


def paid(evening: Evening) -> Iterator[dict[str, Any]]:
    """Every award of the progressive that was won, in order."""
    for entry in evening.entries:
        event = msgspec.json.decode(entry.event)
        for payment in event.get("event", {}).get("payments", ()) if event["type"] == "Played" else ():
            if (payment["wager"], payment["result"]) == ("progressive", "win"):
                yield payment


def again(evening: Evening) -> None:
    """The journal, played again by a casino that knows nothing else, leads to the same."""
    other = Casino(evening.casino.house)
    for entry in evening.entries:
        other.apply(entry)
    assert other.books.balances == evening.casino.books.balances
    assert other.books.links == evening.casino.books.links
    assert sum(evening.casino.books.balances.values()) == 0


def at_its_limit(jackpot: Jackpot) -> Jackpot:
    """A jackpot that starts a cent below where it stops, so that the first wagers bring it there."""
    level = jackpot.levels["main"]
    assert level.limit is not None
    return msgspec.structs.replace(jackpot, levels={"main": msgspec.structs.replace(level, seed=level.limit - 1)})


@pytest.mark.rule("eased_hand_paid", "jackpot_ends_by", "classic_straight_flush")
def test_the_laws_fixed_award_is_not_cut_by_a_small_meter() -> None:
    evening = Evening(linked(1, schedule="classic-5000", seed="1000.00"), rig=dealt(STRAIGHT_FLUSH), seats=2)
    eased(evening, "straight_flush")
    before = evening.balance(METER)
    evening.play("T1")
    (award,) = paid(evening)
    assert (award["paid"], award["source"], award["rule"]) == (500_000, "tray", "classic_straight_flush")
    assert evening.balance(METER) > before, "nothing left the meter"
    assert (evening.link().sequence, evening.link().easier) == (0, "straight_flush"), "its top award is still to be won"
    again(evening)


@pytest.mark.rule("eased_hand_paid")
@pytest.mark.parametrize("limit", ["100.00", "299.99", "300.00", "300.01"])
def test_the_larger_award_to_the_cent(limit: str) -> None:
    """Four of a kind pays 300 for 1 on one dollar; the meter stops at its limit."""
    house = linked(1, schedule="PMG-01", seed="99.50", level=f'limit = "{limit}"')
    house = msgspec.structs.replace(house, jackpots={"Link": at_its_limit(house.jackpots["Link"])})
    evening = Evening(house, rig=dealt(QUADS), seats=2)
    eased(evening, "flush")
    evening.until("T1", "HandsDealt")
    shown = evening.casino.books.meter("Link", "main").displayed
    assert shown == parse_cents(limit)
    evening.until("T1", "RoundReconciled")
    (award,) = paid(evening)
    assert award["paid"] == max(30_000, shown)
    assert bool(evening.link().sequence) == (shown >= 30_000)
    again(evening)


@pytest.mark.rule("eased_terms_end", "jackpot_ends_by")
def test_the_next_hand_is_judged_by_the_schedule_in_the_same_round_and_later() -> None:
    evening = Evening(linked(1), rig=dealt(*FLUSHES, rounds=(1, 2)), seats=3)
    eased(evening, "flush")
    evening.play("T1", 2)
    first, *rest = paid(evening)
    assert (first["odds"], first["rule"]) == ("100% of main", "jackpot_ends_by")
    assert [(award["paid"], award["rule"], award["source"]) for award in rest] == [(5_000, "classic_flush", "tray")] * 3
    assert (evening.link().easier, evening.link().eased_won, evening.link().sequence) == ("", 1, 1)
    again(evening)


@pytest.mark.rule("eased_terms_end", "winner_key")
def test_a_key_that_was_pressed_ahead_locks_nothing_on_terms_that_have_ended() -> None:
    evening = Evening(linked(1), rig=dealt(*FLUSHES), seats=3)
    eased(evening, "flush")
    evening.until("T1", "HoleCardsRevealed")
    for seat in (1, 2):
        evening.does(Actor("T1 dealer", "dealer"), tc.KeyWinner(seat), "T1")
    evening.until("T1", "RoundReconciled")
    assert [award["odds"] for award in paid(evening)] == ["100% of main", "$50"]
    assert evening.link().sequence == 1
    again(evening)


@pytest.mark.rule("eased_terms_end")
def test_a_rejected_award_did_not_end_them_and_one_elsewhere_did() -> None:
    evening = Evening(linked(2), rig=dealt(FLUSHES[0]), seats=2)
    eased(evening, "flush")
    evening.until("T1", "HitLocked")
    assert evening.link().easier == ""
    evening.does("supervisor", c.RejectHit("Link", 1, "look again"))
    assert evening.link().easier == "flush"
    evening.does("dealer", c.LockHit("Link", "T1"))
    evening.play("T2")
    assert [award["odds"] for award in paid(evening)] == ["$50"], "it waits at the first table, and is won"
    evening.until("T1", "RoundReconciled")
    assert [award["odds"] for award in paid(evening)] == ["$50", "100% of main"]
    again(evening)


@pytest.mark.rule("eased_terms_end")
@pytest.mark.parametrize(("right", "holds"), [("8h 8d 4s 3h 2h", True), ("Kc Jc 7c 6c 3c", False)])
def test_terms_that_a_hand_ended_which_did_not_win_hold_again(right: str, holds: bool) -> None:
    """A flush was keyed, and paid the whole meter; it is a pair, or another flush."""
    desk = Keyed(linked(1, schedule="PMG-01"), {1: "9h 7d 5d 3s 2c", 2: "Kc Jc 8c 6c 3c"}, PLAYS)
    on_easier_terms(desk)
    award_paid(desk)
    assert not desk.link("Link").easier
    desk.plays(stud.CorrectHand(2, parse_cards(right)), SAM)
    finished(desk)
    assert isinstance(replay(desk.store, settle=True), Replayed)
    assert desk.link("Link").easier == ("flush" if holds else "")


@pytest.mark.rule("eased_terms_end")
def test_terms_hold_again_for_whoever_comes_next_in_the_same_round() -> None:
    """The hand that was paid the meter is no flush: the next one that is gets what the meter shows then."""
    desk = Keyed(linked(1, schedule="PMG-01"), {1: "Qh Jh 9h 3h 2h", 2: "Kc Jc 8c 6c 3c", 3: "Qd Jd 9d 7d 3d"}, PLAYS)
    on_easier_terms(desk)
    award_paid(desk)
    desk.plays(stud.CorrectHand(3, parse_cards("8h 8d 6s Ac 2c")), SAM)
    shown = desk.floor.casino.books.meter("Link", "main").displayed
    finished(desk)
    awards = [
        (payment["seat"], payment["odds"], payment["paid"])
        for event in (msgspec.json.decode(entry.event) for entry in desk.store.rows)
        for payment in (event.get("event", {}).get("payments", ()) if event["type"] == "Played" else ())
        if (payment["wager"], payment["result"]) == ("progressive", "win")
    ]
    assert awards[1:] == [(2, "100% of main", shown), (1, "40 for 1", 4_000)]
    assert isinstance(replay(desk.store, settle=True), Replayed)
    assert not desk.link("Link").easier, "somebody has won it"


def table_beside(desk: Keyed, dealt_there: str) -> Evening:
    """The casino of the desk as an evening whose second table plays by itself and holds such a hand."""
    evening = Evening.__new__(Evening)
    evening.casino, evening.entries, evening._ids = desk.floor.casino, desk.store.rows, count(10_000)
    t = evening.casino.house.tables[1]
    evening.pits = {t.name: Pit(t, "beside", 2, rig=dealt(dealt_there))}
    return evening


RIGHT = {"pair": "8h 8d 4s 3h 2h", "flush": "Kc Jc 7c 6c 3c"}


@pytest.mark.rule("eased_terms_end", "suspension_causes")
@pytest.mark.parametrize(("found", "odds"), [("pair", "100% of main"), ("flush", "40 for 1"), ("dead", "100% of main")])
def test_terms_hold_again_at_every_table_from_the_moment_of_the_correction(found: str, odds: str) -> None:
    """The round is not over at the table that was wrong: another one of the link plays by the terms already."""
    desk = Keyed(linked(2, schedule="PMG-01"), {1: "9h 7d 5d 3s 2c", 2: "Kc Jc 8c 6c 3c"}, PLAYS)
    on_easier_terms(desk)
    award_paid(desk)
    wrong = stud.Report("player-wrong-count", 2) if found == "dead" else stud.CorrectHand(2, parse_cards(RIGHT[found]))
    desk.plays(wrong, SAM)
    assert desk.table.round is not None
    assert desk.round.phase != "complete"
    unwon = found != "flush"
    assert desk.link("Link").easier == ("flush" if unwon else "")
    assert desk.link("Link").top_won is not unwon
    beside = table_beside(desk, FLUSHES[0])
    beside.until("T2", "RoundReconciled")
    assert [award["odds"] for award in paid(beside)][1:] == [odds]
    assert isinstance(replay(Memory(*remade(beside.entries)), settle=True), Replayed)
    assert sum(beside.casino.books.balances.values()) == 0


@pytest.mark.rule("eased_terms_end", "jackpot_ends_by", "suspension_causes")
def test_terms_that_hold_again_as_a_lawyer_reads_it() -> None:
    desk = Keyed(linked(2, schedule="PMG-01"), {1: "9h 7d 5d 3s 2c", 2: "Kc Jc 8c 6c 3c"}, PLAYS)
    on_easier_terms(desk)
    award_paid(desk)
    beside = table_beside(desk, FLUSHES[0])
    told = Told("South Dakota: easier terms hold again at every table once the hand that was paid has not won", beside)
    told.says("By a granted petition a flush wins the whole meter. Seat 2 of T1 was keyed with one, and is paid.")
    won = c.SuspendLink("Link", "it was won", "top award won", FAULT[1])
    told.asks("licensee", won)
    told.asks("licensee", c.ResumeLink("Link", "another"))
    told.says("The cards of seat 2 are a pair. The round at T1 goes on.")
    told.asks(SAM, tc.Play(stud.CorrectHand(2, parse_cards(RIGHT["pair"]))), "T1")
    told.asks("licensee", won)
    told.says("At T2, the other table of the jackpot, a player holds a flush.")
    told.records(beside.until("T2", "HitLocked"))
    told.says("The cards of seat 2 of T1 are looked at once more: they are a flush. What is locked at T2 stays locked.")
    told.asks(SAM, tc.Play(stud.CorrectHand(2, parse_cards(RIGHT["flush"]))), "T1")
    told.says("The award at T2 is paid.")
    told.records(beside.until("T2", "HitPaid"))
    told.compare("sd-2015-easier-terms-hold-again")


@pytest.mark.rule("eased_terms_end", "jackpot_ends_by")
@pytest.mark.parametrize("won", ["nowhere", "beside", "rejected"])
def test_an_award_that_stands_after_all_ends_the_terms_once_more(won: str) -> None:
    """A flush, then a pair, then the flush again; meanwhile another table may have won, or have keyed by mistake."""
    desk = Keyed(linked(2, schedule="PMG-01"), {1: "9h 7d 5d 3s 2c", 2: "Kc Jc 8c 6c 3c"}, PLAYS)
    on_easier_terms(desk)
    award_paid(desk)
    desk.plays(stud.CorrectHand(2, parse_cards(RIGHT["pair"])), SAM)
    beside = table_beside(desk, FLUSHES[0])
    if won != "nowhere":
        beside.until("T2", "HitLocked")
        assert desk.link("Link").eased_won == 2
    desk.plays(stud.CorrectHand(2, parse_cards(RIGHT["flush"])), SAM)
    assert (desk.link("Link").easier, desk.link("Link").not_won) == ("", ())
    if won == "rejected":
        beside.does("supervisor", c.RejectHit("Link", 2, "mistaken"))
        assert desk.link("Link").easier == "", "it was won at the first table"
    beside.until("T2", "RoundReconciled")
    odds = {"nowhere": "40 for 1", "beside": "100% of main", "rejected": "40 for 1"}[won]
    assert [award["odds"] for award in paid(beside)][1:] == [odds]
    finished(desk)
    assert (desk.link("Link").easier, desk.link("Link").top_won) == ("", True)
    assert isinstance(replay(Memory(*remade(beside.entries)), settle=True), Replayed)
    assert sum(beside.casino.books.balances.values()) == 0


def on_easier_terms(desk: Keyed) -> None:
    """A flush wins the meter, and every seat plays for it."""
    lee = Actor("lee", "licensee")
    desk.asks(lee, c.RecordPetition("Link", EASIER, "flush", "nobody wins it"))
    desk.asks(Actor("rae", "regulator"), c.DecidePetition("Link", 1, True, "order 7"))
    desk.asks(lee, c.SuspendLink("Link", "new terms", *FAULT))
    desk.asks(lee, c.EndJackpot("Link", "another", 1))
    desk.asks(lee, c.ResumeLink("Link", "another"))
    for seat in desk.hands:
        desk.asks(PLAYERS[seat], tc.Play(stud.PlaceWager(seat, "progressive", 100)))


@pytest.mark.rule("eased_terms_end")
def test_terms_that_a_later_award_ended_do_not_come_back_with_a_rejection() -> None:
    evening = Evening(linked(2), rig=dealt(FLUSHES[0]), seats=2)
    eased(evening, "flush")
    evening.until("T1", "HitLocked")
    evening.pits["T2"] = Pit(evening.casino.rules_of("T2"), "evening", 2, rig=dealt(ROYALS[0]))
    evening.until("T2", "HitLocked")
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    assert (evening.link().easier, evening.link().eased_won) == ("", 2), "a royal flush has won the top award"
    evening.does("supervisor", c.RejectHit("Link", 2, "mistaken"))
    assert evening.link().easier == "flush"


MEANWHILE = {
    "royal": ((ROYALS[0],), ["100% of main"]),
    "straight flush": ((STRAIGHT_FLUSH,), ["10% of main"]),
    "divided": ((STRAIGHT_FLUSH, "Td 9d 8d 7d 6d"), ["10% of main"] * 2),
    "fixed": ((FLUSHES[1],), ["100% of main"]),
}
"""What is held at the other table while an award waits that is rejected then, and what that is paid."""


@pytest.mark.rule("eased_terms_end", "jackpot_ends_by", "same_round_jackpots")
@pytest.mark.parametrize("held", list(MEANWHILE))
@pytest.mark.parametrize("when", ["HitLocked", "HitPaid"])
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_an_award_that_was_locked_meanwhile_is_paid_as_it_was_locked(edition: str, when: str, held: str) -> None:
    """Terms that hold again concern what is not worked out yet, and an audit knows by which each step was judged."""
    hands, odds = MEANWHILE[held]
    house = linked(2, edition=edition, more='same_round_jackpots = "split"')
    evening = Evening(house, rig=dealt(FLUSHES[0]), seats=2)
    eased(evening, "flush")
    evening.until("T1", "HitLocked")
    evening.pits["T2"] = Pit(evening.casino.rules_of("T2"), "evening", 2, rig=dealt(*hands))
    evening.until("T2", "HoleCardsRevealed" if held == "fixed" else when)
    before = {hit.number: hit.draws for hit in (*evening.link().open.values(), *evening.link().last)}
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    evening.until("T2", "RoundReconciled")
    assert [award["odds"] for award in paid(evening)] == odds
    assert held == "fixed" or sum(award["paid"] for award in paid(evening)) == sum(draw.cents for draw in before[2])
    assert evening.balance(account.pending("Link", "main")) == 0
    assert isinstance(replay(Memory(*remade(evening.entries)), settle=True), Replayed)
    again(evening)


@pytest.mark.rule("eased_terms_end", "jackpot_ends_by")
def test_after_the_award_another_petition_may_ask_for_the_same_hand() -> None:
    evening = Evening(linked(1), rig=dealt(FLUSHES[0], rounds=(1, 2)), seats=2)
    eased(evening, "flush")
    evening.play("T1")
    eased(evening, "flush")
    assert evening.link().easier == "flush"
    evening.play("T1")
    assert [award["odds"] for award in paid(evening)] == ["100% of main"] * 2
    again(evening)


@pytest.mark.rule("eased_hand_paid", "same_round_jackpots")
@pytest.mark.parametrize(("seed", "sharing"), [("60.00", 1), ("100.00", 2), ("10000.00", 3)])
def test_split_with_easier_terms_gives_nobody_less_than_the_own_line(seed: str, sharing: int) -> None:
    """A flush pays $50, a full house $100: of a small meter the full house would have less than its own award."""
    hands = (FULL_HOUSE, "Qh Jh 9h 3h 2h", "Qd Jd 9d 3d 2d")
    house = linked(1, seed=seed, more='same_round_jackpots = "split"')
    evening = Evening(house, rig=dealt(*hands), seats=3)
    eased(evening, "flush")
    evening.until("T1", "RoundReconciled")
    awards = list(paid(evening))
    (hit,) = evening.link().last
    taken = draw(hit.readings["main"], "main", Share(100, "main"), hit.draws[0].ways)
    assert taken.ways == len([award for award in awards if award["odds"] == "100% of main"])
    assert sum(award["paid"] for award in awards if award["odds"] == "100% of main") == taken.cents
    assert taken.ways == sharing
    assert [award["paid"] >= own for award, own in zip(awards, (5_000, 5_000, 10_000), strict=True)] == [True] * 3
    assert evening.balance(account.pending("Link", "main")) == 0
    again(evening)


@pytest.mark.rule("eased_hand_paid", "same_round_jackpots")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_who_has_an_own_award_that_is_more_does_not_share_after_hands_that_have_none(place: int) -> None:
    """Three of a kind and a straight have no award of their own here; the full house has $100 from the tray."""
    hands = ["9d 9c 9h 4d As", "4h 3s 5c 2s Ad"]
    hands.insert(place, "Jh Jc 8h 8d Jd")
    house = linked(1, schedule="classic-5000", seed="150.00", more='same_round_jackpots = "split"')
    evening = Evening(house, rig=dealt(*hands), seats=3)
    eased(evening, "two_pair")
    evening.pits["T1"] = Pit(evening.casino.rules_of("T1"), "evening", 3, rig=dealt(*hands))
    evening.until("T1", "RoundReconciled")
    awards = {award["seat"]: (award["paid"], award["source"]) for award in paid(evening)}
    assert awards.pop(place + 1) == (10_000, "tray")
    assert {source for _, source in awards.values()} == {"meter"}
    assert len({cents for cents, _ in awards.values()}) == 1
    (hit,) = evening.link().last
    assert hit.draws[0].ways == 2
    again(evening)
