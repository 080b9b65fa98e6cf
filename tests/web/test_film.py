"""A round as a film: every entry in its place, the table as it looked, and what each viewer could see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.audit.journals import Memory, Night, irregular_night, two_royals
from tests.audit.keyed import KeyedTable
from upcard.audit import find
from upcard.cards import show_card
from upcard.errors import Refused
from upcard.games.caribbean_stud import view as stud_view
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.web.page import encode
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.event_kinds import kind_of
from upcard.web.views.round_replay import film


@pytest.fixture(scope="module")
def night() -> Night:
    return Night("deadwood", rigs=two_royals).play(300)


@pytest.fixture(scope="module")
def shown(night: Night) -> dict[str, Any]:
    return film(night.store, Disclosure().follow(night.store), "Stud 1", 2, "stud-1", 7)


def cards(shown: dict[str, Any], step: int, eye: str) -> dict[str, Any]:
    found: dict[str, Any] = shown["hands"][shown["steps"][step]["hands"][eye]]
    return found


def at(shown: dict[str, Any], kind: str) -> int:
    return next(place for place, step in enumerate(shown["steps"]) if step["kind"] == kind)


def test_every_entry_of_the_round_is_a_step(night: Night, shown: dict[str, Any]) -> None:
    story = find(night.store, "Stud 1:2")
    assert [step["seq"] for step in shown["steps"]] == [step.entry.seq for step in story.steps]
    assert [step["hash"] for step in shown["steps"]] == [step.entry.hash.hex() for step in story.steps]
    assert [step["raw"] for step in shown["steps"]] == [step.entry.event for step in story.steps]
    assert (shown["state"], shown["chain"]["whole"], shown["settles_again"]) == ("complete", True, True)
    assert (shown["before"], shown["after"]) == (1, 3)


def test_each_viewer_sees_what_the_game_showed_them(night: Night, shown: dict[str, Any]) -> None:
    story = find(night.store, "Stud 1:2")
    rules = story.rules
    assert isinstance(rules, CaribbeanStudRules)
    eyes: list[Any] = ["surveillance", "dealer", "sign", *range(1, 8)]
    for place, step in enumerate(story.steps):
        round = step.after.round if step.after.number == 2 else step.before.round
        assert isinstance(round, StudRound)
        for eye in eyes:
            seen = stud_view(rules, round, eye)
            drawn = cards(shown, place, str(eye))
            assert drawn["dealer"]["cards"] == [card and show_card(card) for card in seen.dealer] or 0 in seen.dealer
            for number, seat in seen.seats.items():
                codes = [None if card is None else show_card(card) for card in seat.cards]
                assert drawn["seats"][str(number)]["cards"] == codes


def test_before_the_reveal_a_player_sees_the_own_hand_and_nobody_elses(shown: dict[str, Any]) -> None:
    dealt = at(shown, "stud.HandsDealt")
    own = cards(shown, dealt, "3")["seats"]
    assert own["3"] == {"cards": ["Ah", "Kh", "Qh", "Jh", "Th"], "hand": "royal flush"}
    assert own["2"] == {"cards": [None] * 5, "hand": None}
    assert cards(shown, dealt, "dealer")["seats"]["3"]["cards"] == [None] * 5
    assert cards(shown, dealt, "known")["seats"]["2"]["hand"] == "royal flush"


def test_the_last_step_still_shows_the_round_that_it_ends(shown: dict[str, Any]) -> None:
    last = shown["boards"][shown["steps"][-1]["board"]]
    assert [seat["net"] for seat in last["seats"]][2].startswith("1")
    assert shown["steps"][-1]["kind"] == "RoundReconciled"


def test_money_moves_in_the_entry_that_moved_it(shown: dict[str, Any]) -> None:
    placed = shown["steps"][at(shown, "stud.WagerPlaced")]
    assert {one["account"]: one["amount"] for one in placed["moved"]} == {
        "felt/Stud 1": "5.00",
        "seat/Stud 1/1": "-5.00",
    }


def test_a_round_in_play_is_shown_as_far_as_it_may_be_seen(night: Night) -> None:
    rows = night.store.rows
    dealt = [e for e in rows if kind_of(e.event) == "stud.HandsDealt" and e.stream == "table/Stud 1"][1]
    early = Memory(rows[: dealt.seq])
    found = film(early, Disclosure().follow(early), "Stud 1", 2, "stud-1")
    assert [viewer["key"] for viewer in found["viewers"]] == ["surveillance", "dealer", "sign"]
    assert b"royal" not in encode(found)
    last = found["steps"][-1]
    assert (last["hash"], last["hidden"], found["chain"]["last"], found["after"]) == (None, True, None, None)
    assert found["payments"] == []


def test_an_entry_that_was_changed_breaks_the_chain(night: Night) -> None:
    rows = list(night.store.rows)
    step = find(night.store, "Stud 1:2").steps[5].entry
    rows[step.seq - 1] = step._replace(at="2026-01-01T09:00:00.000000Z")
    store = Memory(rows)
    chain = film(store, Disclosure().follow(store), "Stud 1", 2, "stud-1")["chain"]
    assert (chain["whole"], chain["broken_at"]) == (False, step.seq)


def test_a_round_that_is_not_there_is_refused(night: Night) -> None:
    sealed = Disclosure().follow(night.store)
    for table, number in (("Stud 1", 999), ("Stud 9", 1)):
        with pytest.raises(Refused):
            film(night.store, sealed, table, number, "slug")


@pytest.mark.parametrize("name", ["deadwood-2011", "massachusetts", "bonus-6"])
def test_every_round_of_an_irregular_night_is_a_film(name: str) -> None:
    night = irregular_night(name, 420)
    sealed = Disclosure().follow(night.store)
    for ended in sealed.rounds(12):
        found = film(night.store, sealed, ended.table, ended.number, "slug")
        assert found["over"] is ended.over
        assert found["settles_again"] is not False
        assert len(found["boards"]) <= len(found["steps"])


def test_real_cards_are_shown_as_they_were_told_to_the_system() -> None:
    keyed = KeyedTable("deadwood").play(2)
    found = film(keyed.store, Disclosure().follow(keyed.store), keyed.t.name, 1, "stud-1")
    dealt = at(found, "stud.HandsDealtUnseen")
    seats = cards(found, dealt, "known")["seats"]
    assert all(seat["cards"] == [None] * 5 for seat in seats.values())
    assert found["steps"][dealt]["hidden"] is False
