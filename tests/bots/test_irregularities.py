"""What goes wrong: each mishap of a table, once in its round and lawfully, and what it leaves in the journal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.bots.playing import ALWAYS, TABLES, Evening, evening, titled
from upcard.bots.wager_plans import (
    CHIPS_STRUCK,
    CHIPS_VOID,
    JAM,
    MISDEALT,
    WRONG_CHIPS,
    WRONG_COUNT,
    WRONG_STUB,
    mishaps,
)
from upcard.games.caribbean_stud import events as stud
from upcard.rules.table import TableRules
from upcard.tables import events as e

LEAVES: dict[str, Callable[[Any], bool]] = {
    WRONG_CHIPS: lambda event: isinstance(event, e.ChipsCounted) and event.chips != event.accepted,
    WRONG_STUB: lambda event: isinstance(event, e.StubCounted) and event.rule == "stub_count_wrong",
    MISDEALT: lambda event: isinstance(event, e.StubCounted) and event.rule == "misdeal_found_at",
    JAM: lambda event: isinstance(event, e.ShufflerJammed),
    WRONG_COUNT: lambda event: isinstance(event, e.DeckCounted) and event.cards != 52,
}
"""The event by which a step that was done wrongly is known."""

PUT_RIGHT: dict[str, Callable[[Any], bool]] = {
    CHIPS_STRUCK: lambda event: isinstance(event, stud.ProgressiveCorrected),
    CHIPS_VOID: lambda event: isinstance(event, stud.RoundVoided) and event.irregularity == "chips-miscounted",
}
"""What is done about chips that were counted wrongly."""


def came_about(played: Evening) -> set[tuple[str, str]]:
    """The mishaps that happened, by kind and phase."""
    known = LEAVES | PUT_RIGHT
    steps = {(kind, "") for kind, left in known.items() if any(left(event) for event in played.events)}
    return steps | {(kind, phase) for _, kind, phase in played.reports if kind != "chips-miscounted"}


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_everything_that_can_go_wrong_at_a_table_does(t: TableRules) -> None:
    known = {(mishap.kind, mishap.phase) for mishap in mishaps(t)}
    played = evening(t, 200, irregular=ALWAYS)
    assert came_about(played) == known


def test_a_hole_card_is_seen_late_where_the_house_voids_the_round_for_it() -> None:
    late = [t for t in TABLES if any(mishap.kind == "hole-card-exposed-late" for mishap in mishaps(t))]
    cited = [t for t in TABLES if "exposed_hole_card" in t.edition.citations]
    assert late == [t for t in cited if getattr(t.rules, "exposed_hole_card", "") == "void"] != []


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_nothing_goes_wrong_twice_in_a_round(t: TableRules) -> None:
    played = evening(t, 60, irregular=ALWAYS)
    ends = [place for place, event in enumerate(played.events) if isinstance(event, e.RoundReconciled)]
    for number, (start, end) in enumerate(pairwise([0, *ends]), 1):
        steps = sum(left(event) for event in played.events[start:end] for left in LEAVES.values())
        said = [kind for reported, kind, _ in played.reports if reported == number and kind != "chips-miscounted"]
        assert steps + len(said) <= 1


def test_nothing_goes_wrong_unless_it_is_asked_for() -> None:
    for t in TABLES:
        assert came_about(evening(t, 20)) == set()


def test_void_hands_void_rounds_and_reversals_are_among_it() -> None:
    kinds: set[str] = set()
    reversed = []
    for t in TABLES:
        played = evening(t, 60, irregular=ALWAYS)
        kinds |= played.kinds()
        reversed += [type(event).__name__ for event in played.events if getattr(event, "reversed", ())]
    assert {"HandVoided", "RoundVoided", "ProgressiveCorrected", "DeckWithdrawn", "ShufflerJammed"} <= kinds
    assert {"HandVoided"} <= set(reversed)


def test_a_deck_that_was_withdrawn_is_replaced_and_the_play_goes_on() -> None:
    replaced = 0
    for t in TABLES:
        played = evening(t, 60, irregular=ALWAYS)
        withdrawn = sum(isinstance(event, e.DeckWithdrawn) for event in played.events)
        received = sum(isinstance(event, e.DeckStaged) and event.stage == "received" for event in played.events)
        assert 0 <= withdrawn - received <= 1, "the last round may have ended with it"
        replaced += received
    assert replaced > 0
