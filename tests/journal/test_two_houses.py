"""Two processes with different house files on one journal: what one has opened, the other does not play otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import TypeAlias

import pytest

from upcard.errors import HouseError
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.money.commands import FillTray
from upcard.rules.house import House, read_house
from upcard.store.open import open_store
from upcard.store.store import StoreError
from upcard.tables import commands as c
from upcard.tables.commands import Actor

DEALER = Actor("dana", "dealer")
CAGE = Actor("cage", "cage")
TEXT = """
name = "Test House"

[[table]]
name = "Stud 1"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
minimum = "5.00"
maximum = "{maximum}"
seats = {seats}
"""


def house(maximum: str = "10.00", seats: int = 7) -> House:
    return read_house(TEXT.format(maximum=maximum, seats=seats))


def opening(id: str) -> Command:
    return Command(id, DEALER, c.OpenTable(), "Stud 1")


OTHERS = {"a higher limit": house("30.00"), "other seats": house(seats=5)}


Floors: TypeAlias = Callable[..., list[Floor]]


@pytest.fixture
def floors(postgres_url: str) -> Iterator[Floors]:
    """Makes a floor for each house, all on one journal."""
    with ExitStack() as stack:

        def make(*houses: House) -> list[Floor]:
            return [Floor(each, stack.enter_context(closing(open_store(postgres_url)))) for each in houses]

        yield make


@pytest.mark.parametrize("other", OTHERS)
def test_a_table_that_another_process_has_opened_is_not_played_by_other_terms(floors: Floors, other: str) -> None:
    """Neither when it is heard of, nor in the turn in which it is heard of; once it is closed, all is well again."""
    first, second, third = floors(house(), OTHERS[other], OTHERS[other])
    open_house(first)
    second.follow()
    (opened,) = first.process([opening("open")])
    assert opened.error is None
    with pytest.raises(HouseError, match="opened with"):
        second.follow()
    with pytest.raises(HouseError, match="opened with"):
        third.process([Command("sit", Actor("pat", "player"), c.TakeSeat(1, "pat"), "Stud 1")])
    for floor in (second, third):
        assert "another house" in floor.locked
        with pytest.raises(StoreError, match="locked"):
            floor.process([Command("fill", CAGE, FillTray("Stud 1", 100))])
        with pytest.raises(HouseError):
            floor.recover()
    with pytest.raises(HouseError):
        floors(OTHERS[other])
    (closed,) = first.process([Command("close", DEALER, c.CloseTable(), "Stud 1")])
    assert closed.error is None
    second.recover()
    assert not second.locked
    (again,) = second.process([opening("open again")])
    assert again.error is None
    with pytest.raises(HouseError):
        first.follow()
