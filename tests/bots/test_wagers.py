"""What the bots put down: every wager of a table sooner or later, coupons, second thoughts, and seats that sit out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.playing import MOST_ACTS, TABLES, Evening, evening, titled
from upcard.bots import Pit
from upcard.bots.wager_plans import VARIANTS, plan
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables import events as e


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_every_wager_of_the_table_is_made_and_most_seats_play_for_the_progressive(t: TableRules) -> None:
    played = evening(t, 60)
    placed = [command for command in played.commands() if isinstance(command, stud.PlaceWager | six.PlaceWager)]
    antes = [command for command in placed if command.wager == "ante"]
    offered = ("ante", *(t.rules.wagers if isinstance(t.rules, CaribbeanStudRules) else ("insurance", "tip")))
    assert {command.wager for command in placed} == set(offered)
    assert len({command.cents for command in antes}) > 2, "not everybody stakes the same"
    if isinstance(t.rules, CaribbeanStudRules):
        progressive = [command for command in placed if command.wager == "progressive"]
        assert len(progressive) * 2 > len(antes)


def test_seats_sit_out_and_decide_both_ways() -> None:
    for t in TABLES:
        played = evening(t, 60)
        reconciled = sum(isinstance(event, e.RoundReconciled) for event in played.events)
        antes = [command for command in played.commands() if getattr(command, "wager", "") == "ante"]
        assert reconciled < len(antes) < reconciled * t.seats
        assert {"HandFolded", "BetMade"} <= played.kinds()


def test_wagers_are_taken_back_and_coupons_brought() -> None:
    seen: set[str] = set()
    coupons: set[str] = set()
    for t in TABLES:
        for number in range(4):
            played = evening(t, 10, seed=f"seed {number}")
            seen |= {f"{t.edition.game} {type(command).__name__}" for command in played.commands()}
            coupons |= {command.coupon for command in played.commands() if isinstance(command, stud.PlaceCoupon)}
    assert {"caribbean-stud TakeBackWager", "bonus-six TakeBackWager"} <= seen
    assert coupons == {"match_play", "progressive"}


def test_the_last_choices_of_bonus_six_are_all_made() -> None:
    kinds: set[str] = set()
    decisions: set[str] = set()
    for t in TABLES:
        if not isinstance(t.rules, BonusSixRules):
            continue
        played = evening(t, 200)
        kinds |= played.kinds()
        decisions |= {event.decision for event in played.events if hasattr(event, "decision")}
        assert any(getattr(event, "tip", 0) for event in played.events) == t.rules.further_tips
    assert {"BonusCardDealt", "BonusCardRefused", "SeatSettled"} <= kinds
    assert {"stand", "discard", "card"} <= decisions


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_the_first_plan_is_the_fullest_and_no_plan_is_empty(t: TableRules) -> None:
    covered = isinstance(t.rules, CaribbeanStudRules) and t.rules.cover_all is not None
    plans = [plan(t, "seed", 1, variant, covered=covered) for variant in range(VARIANTS)]
    wagers = {getattr(step.command, "wager", "") for step in plans[0].values()} - {""}
    offered = t.rules.wagers if isinstance(t.rules, CaribbeanStudRules) else ("insurance", "tip")
    assert wagers == {"ante", *offered}
    assert all(None in steps for steps in plans), "every plan begins at an empty place"


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_a_purse_covers_a_hand_to_its_end_whatever_is_put_down(t: TableRules) -> None:
    least = t.rules.minimum * t.rules.times("ante")
    for purse in (least, least + 1, least + 501, 3 * least, 20 * least):
        played, pit = Evening(t), Pit(t, str(purse), 1, players={2: "Ben"}, purse={2: purse}.get)
        while played.table.number < 7:
            doing = pit.next(played.table)
            assert doing is not None
            played.do(*doing)
            assert sum(cents * count for (_, _, cents), count in played.felt.items()) <= purse
    assert played.table.players == {2: "Ben"}


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_a_person_is_waited_for(t: TableRules) -> None:
    played, pit, person = Evening(t), Pit(t, "seed", 1, players={1: "Ada"}), Actor("pat", "player")
    game: Any = six if isinstance(t.rules, BonusSixRules) else stud
    played.do(*(pit.next(played.table) or pytest.fail("nobody opens the table")))
    played.do(person, c.TakeSeat(2, "pat"))
    played.do(person, c.Play(game.PlaceWager(2, "ante", t.rules.minimum)))
    while (doing := pit.next(played.table)) is not None:
        played.do(*doing)
        assert len(played.acts) < MOST_ACTS
    assert {actor.id for actor, command in played.acts if getattr(command, "seat", 0) == 2} == {"pat"}
    played.do(person, c.Play(game.Fold(2)))
    assert pit.next(played.table) is not None
