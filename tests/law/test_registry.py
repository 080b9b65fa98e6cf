"""Games of other packages: found by their entry points, and refused where they cannot be what they say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from upcard.errors import LawError
from upcard.law import registry
from upcard.law.edition import edition_ids
from upcard.law.registry import implements

GAME = "tests.third_game.high_card.parts:GAME"


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Puts entry points there, as packages would."""

    def add(*values: tuple[str, str]) -> None:
        listed = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in values)
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: listed.select(group=group))

    registry.installed.cache_clear()
    yield add
    registry.installed.cache_clear()


def test_a_game_is_added_after_those_that_come_with_upcard(added: Any) -> None:
    added(("high-card", GAME))
    assert list(registry.games()) == ["caribbean-stud", "bonus-six", "high-card"]
    assert edition_ids()[-1] == "nowhere"
    assert registry.parts("high-card").package == "tests.third_game.high_card"
    implements(misdeal="returned")
    with pytest.raises(ValueError, match="no_such_rule is no rule of any game"):
        implements(no_such_rule=1)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([("high-card", "nowhere.at_all:GAME")], "'high-card' of another package"),
        ([("high-card", "tests.third_game.high_card.parts:HAND")], "cannot be loaded"),
        ([("bonus-six", GAME)], "two games or editions 'bonus-six'"),
        ([("high-card", GAME)] * 2, "two games or editions 'high-card'"),
        ([("high-card", GAME), ("low-card", GAME)], "two games or editions 'nowhere'"),
    ],
)
def test_what_cannot_be_a_game_is_named(added: Any, entries: list[tuple[str, str]], said: str) -> None:
    added(*entries)
    with pytest.raises(LawError, match=said):
        edition_ids()


def test_ours_are_found_without_looking_at_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.installed.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: pytest.fail("they were looked through"))
    assert registry.parts("bonus-six").name == "Bonus 6"
