"""Every round of every edition, settled once more from its own document, pays what was paid."""

from __future__ import annotations

import json
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.audit.journals import HOUSES, STEPS, Night, irregular_night, stories, two_royals
from tests.money.pit import ROYALS, Evening, dealt, linked
from upcard.audit import Otherwise, Replayed, Story, document, replay
from upcard.audit import opened_rules as pinned_room
from upcard.audit.document import differences
from upcard.audit.opened_rules import pinned
from upcard.cli.audit.round import tell
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import Report, Round
from upcard.games.caribbean_stud import events as stud
from upcard.games.settle import settle, settle_or_error
from upcard.law import edition as law_edition
from upcard.money import commands as mc
from upcard.tables import events as te
from upcard.tables.commands import Actor, Play


def kinds(found: list[Story]) -> Counter[str]:
    """What happened in rounds, and what went wrong in them."""
    played = [e.event for s in found for e in s.of_table if isinstance(e, te.Played)]
    return Counter(type(event).__name__ for event in played) + Counter(
        event.irregularity for event in played if isinstance(event, stud.RoundVoided)
    )


@pytest.mark.parametrize("name", HOUSES)
def test_every_round_settles_again_to_what_was_paid(name: str) -> None:
    found = stories(irregular_night(name, STEPS).store.rows)
    assert len(found) > STEPS // 25
    for story in found:
        told = json.loads(json.dumps(document(story)))
        assert differences(story) == ()
        assert told["settles_again"] is True
        if not story.meters_moved:
            assert settle(told["round"]) == told["settlement"], story.id


def test_the_nights_are_irregular_enough() -> None:
    ma = kinds(stories(irregular_night("massachusetts", STEPS).store.rows))
    assert ma.keys() >= {
        "CouponPlaced", "HandFolded", "RoundVoided", "IrregularityNoted", "stub-count", "face-up-cards",
        "hole-card-exposed", "hole-card-exposed-late", "chips-miscounted", "ProgressiveCorrected",
    }  # fmt: skip
    sd = kinds(stories(irregular_night("deadwood", STEPS).store.rows))
    assert sd.keys() >= {"HandFolded", "StepSettled"}


DEALT = ("deciding", "decided")


def test_a_journal_of_before_goes_on_whose_people_told_of_wrong_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines before 0.6 took a report of a wrong count also of the system's own cards."""
    with monkeypatch.context() as before:
        before.setattr(sys.modules["upcard.games.caribbean_stud.irregularity"], "COUNTS", ())
        before.setattr(sys.modules["upcard.tables.decide"], "__version__", "0.5.0")
        night = Night("deadwood", irregular=Fraction(0)).play(40)
        rounds = {name: table.round for name, table in night.floor.casino.tables.items()}
        name, round = next((n, r) for n, r in rounds.items() if isinstance(r, Round) and r.phase in DEALT)
        report = Report("player-wrong-count", next(n for n, seat in round.seats.items() if not seat.folded))
        night.do(Actor("dee", "dealer"), Play(report), name)
    found = replay(night.store, settle=True)
    assert isinstance(found, Replayed), found
    monkeypatch.setattr(pinned_room, "COUNTS_TOLD_BEFORE", (0, 1))
    told = replay(night.store, settle=True)
    assert isinstance(told, Otherwise)
    assert "knows how many each hand has" in str(told.differences[0])
    bonus = stories(irregular_night("bonus-6", STEPS).store.rows)
    assert kinds(bonus).keys() >= {"HandVoided", "BonusCardDealt", "BonusCardRefused", "FinalDecided"}
    played = [e.event for s in bonus for e in s.of_table if isinstance(e, te.Played)]
    assert {event.rule for event in played if isinstance(event, six.HandVoided)} == {"card_off_table"}


@pytest.mark.parametrize("name", [name for name in HOUSES if name != "bonus-6"])
def test_two_royals_at_every_table_settle_again(name: str) -> None:
    found = [story for story in stories(Night(name, rigs=two_royals).play(500).store.rows) if story.number == 2]
    assert len(found) >= 3
    for story in found:
        assert differences(story) == ()
        seats = [hit.seat for hit in story.hits if hit.kind == "progressive"]
        assert seats in ([3, 2], [3]), "the dealer's right comes first"
    alone = [story for story in found if not story.meters_moved]
    assert alone, "at least one table hit while nobody else moved its meter"
    for story in alone:
        told = document(story)
        assert settle(told["round"]) == told["settlement"]


def test_a_payment_that_differs_is_found() -> None:
    story = next(s for s in stories(irregular_night("deadwood", STEPS).store.rows) if s.round and s.round.payments)
    assert differences(story) == ()
    last = next(step for step in reversed(story.steps) if step.after.number == story.number)
    round = last.after.round
    assert round is not None
    first, *others = round.payments
    wrong = replace(round, payments=(replace(first, staked=first.staked + 1), *others))
    story.steps[story.steps.index(last)] = last._replace(after=replace(last.after, round=wrong))
    assert any("payment" in what for what in differences(story))


def test_a_meter_that_others_moved_excuses_only_what_came_off_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = [s for s in stories(irregular_night("massachusetts", STEPS).store.rows) if s.meters_moved and s.round]
    drawn = [s for s in stories(Night("massachusetts", rigs=two_royals).play(500).store.rows) if s.meters_moved]
    for story in (*found[:20], *drawn):
        capsys.readouterr()
        tell(story, clauses=False, every=False)
        awarded = story.round is not None and any(p.source == "meter" for p in story.round.payments)
        assert ("but for what came off a meter" in " ".join(capsys.readouterr().out.split())) == awarded, story.id
    plain = next(s for s in found if s.round and not any(p.source == "meter" for p in s.round.payments))
    last = next(step for step in reversed(plain.steps) if step.after.number == plain.number)
    round = last.after.round
    assert round is not None
    won = next(p for p in round.payments if p.result == "win")
    more = tuple(replace(p, paid=p.paid + 100) if p is won else p for p in round.payments)
    plain.steps[plain.steps.index(last)] = last._replace(after=replace(last.after, round=replace(round, payments=more)))
    assert any(what.startswith("net is ") for what in differences(plain))


def test_a_rejection_that_brings_what_others_owed_the_meter_has_moved_it() -> None:
    """A hand elsewhere is void while the award waits: what it had added to the meter is missing once it goes back."""
    evening = Evening(linked(2, edition="sd-2011"), rig=dealt(ROYALS[0]), seats=2)
    evening.until("T2", "HandsDealt")
    evening.until("T1", "HitLocked")
    evening.miscounts("T2", 2)
    evening.does("supervisor", mc.RejectHit("Link", 1, "mistaken"))
    evening.does("dealer", mc.LockHit("Link", "T1"))
    evening.until("T1", "RoundReconciled")
    (story,) = stories(evening.entries)
    locked = [hit.readings["main"].amount for hit in story.hits]
    assert locked[0] > locked[1]
    assert story.meters_moved
    assert differences(story) == ()


@pytest.mark.rule("limit_combines", "meter_floor", "match_play_ceiling")
@pytest.mark.parametrize(
    ("engine", "same", "then"),
    [("0.4.0", False, True), ("0.5.0", False, True), ("0.5.0", True, False), ("0.6.0", False, False)],
)
def test_a_table_that_an_earlier_engine_opened_is_judged_by_the_readings_of_its_time(
    engine: str, same: bool, then: bool
) -> None:
    """A bet of $100 beside the progressive wager, an award that took of the seed, a coupon larger than its ante."""
    rounds: dict[str, dict[str, Any]] = {
        "sd-2015": {"house": {"progressive": "PMG-01", "limit_applies_to": "each-wager"}, "ante": "50.00"},
        "ma": {"house": {"progressive": "D", "awards_from": "meter"}, "ante": "10.00",
               "coupons": {"match_play": "10.01"}},
    }  # fmt: skip
    for edition, played in rounds.items():
        digest = law_edition(edition).digest if same else "0" * 64
        opened = te.TableOpened(edition, digest, played["house"], engine, ("red",), (), "caribbean-stud")
        found = pinned(opened)
        assert found.read_otherwise is then
        seat = {"cards": ["Ac", "Jc", "7c", "6c", "3c"], "decision": "bet", "coupons": played.get("coupons"),
                "wagers": {"ante": played["ante"], "progressive": "1.00"}}  # fmt: skip
        document = {"edition": edition, "house": played["house"], "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
                    "meters": {"main": {"amount": "10020.00", "seed": "10000.00"}}, "seats": {"1": seat}}  # fmt: skip
        answer = settle_or_error(document, rules=found.rules)
        assert ("error" not in answer) is then
        if then:
            assert answer["meters"] == {"main": "9980.00" if edition == "ma" else "10020.00"}
