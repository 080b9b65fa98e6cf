"""The tables to train at: for each edition a few that together offer all of it, or one table of the house."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from msgspec.structs import replace

from upcard.games.exercise import Place
from upcard.law import EDITIONS
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules


class School(NamedTuple):
    """Tables under one edition, by the key that exercises name them with."""

    key: str
    title: str
    places: tuple[Place, ...]


def _place(house: House, t: TableRules) -> Place:
    """The table with cards of the system's own: a situation is dealt, not keyed."""
    levels = [house.jackpots[name].levels for name in (t.jackpot, t.five_card_jackpot) if name]
    seeds = {key: level.seed for found in levels for key, level in found.items()}
    return Place(replace(t, mode="virtual"), seeds)


def _house_of(edition: str) -> Traversable:
    return files("upcard.web.training").joinpath("houses", f"{edition}.toml")


def trained() -> list[str]:
    """The editions that there are tables to train at for."""
    return [edition for edition in EDITIONS if _house_of(edition).is_file()]


@cache
def school(edition: str) -> School:
    """The tables of an edition with everything on offer."""
    house = read_house(_house_of(edition).read_text("utf-8"))
    return School(edition, house.tables[0].edition.title, tuple(_place(house, t) for t in house.tables))


def at_table(house: House, name: str, key: str) -> School:
    """One table of a house, with what it offers."""
    t = next(t for t in house.tables if t.name == name)
    return School(key, t.name, (_place(house, t),))
