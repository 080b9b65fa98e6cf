"""Every game answers all that a house asks of one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import upcard
from tests.third_game import high_card as high_card_core
from tests.third_game.high_card import plugin as high_card
from tests.third_game.high_card import rules as high_card_house
from upcard.errors import LawError
from upcard.games.bonus_six import plugin as bonus_six
from upcard.games.caribbean_stud import plugin as caribbean_stud
from upcard.games.game import CORES, Core, Game, game
from upcard.law.registry import BUILT_IN, load, parts
from upcard.rules.caribbean_stud import house as caribbean_stud_house
from upcard.rules.election import GameHouse

PLUGINS: tuple[object, ...] = (caribbean_stud, bonus_six, high_card)
HOUSES: tuple[object, ...] = (caribbean_stud_house, load(BUILT_IN["bonus-six"].house), high_card_house)
PACKAGES: tuple[object, ...] = (*CORES.values(), high_card_core)


@pytest.mark.parametrize(("protocol", "modules"), [(Game, PLUGINS), (GameHouse, HOUSES), (Core, PACKAGES)])
def test_every_game_answers_all_that_is_asked_of_one(protocol: type, modules: tuple[object, ...]) -> None:
    asked = {*protocol.__annotations__, *(name for name in vars(protocol) if name.islower())}
    for module in modules:
        assert [name for name in asked if not name.startswith("_") and not hasattr(module, name)] == []


ASKED_OF_A_CORE = re.compile(r"\b(?:core|core_of(?:_round)?\([^()]*\))\.([A-Za-z]\w*)")
FOR_METERS = {"Step", "earned", "worth", "divided", "kept"}


def test_nothing_else_is_asked_of_a_core() -> None:
    """Its own commands apart, which an act's name leads to, and what only a step that draws on a meter leads to."""
    commands = {made.__name__ for core in CORES.values() for made in get_args(core.Command)}
    rooms = [path for path in Path(upcard.__file__).parent.glob("*/**/*.py") if "law" not in path.parts]
    asked = {name for path in rooms for name in ASKED_OF_A_CORE.findall(path.read_text("utf-8"))}
    assert asked > {"decide", "LABELS", "scene"}
    assert asked - {*Core.__annotations__} - commands - FOR_METERS == set()


def test_a_game_is_found_by_its_key_or_not_at_all() -> None:
    assert (game("caribbean-stud"), game("bonus-six")) == PLUGINS[:2]
    with pytest.raises(LawError, match="'high-card' is no game that Upcard plays"):
        parts("high-card")
