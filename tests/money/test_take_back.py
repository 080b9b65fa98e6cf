"""What was keyed by mistake and taken back leaves felt, purse, meters and options as if it had never been keyed."""

from __future__ import annotations

import pytest

from tests.money.taking_back import TakingBack, standing
from upcard.audit.replay import Replayed, replay
from upcard.errors import Refused

TABLES = [("deadwood", 0), ("deadwood-2011", 0), ("massachusetts", 0), ("massachusetts", 1), ("bonus-6", 0)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "place"), TABLES)
def test_what_is_taken_back_was_never_keyed(name: str, place: int, seed: int) -> None:
    taking = TakingBack(name, place, seed)
    for _ in range(220):
        chance = taking.rng.random()
        if chance < 0.2:
            back = [taking.take_back() for _ in range(taking.rng.randint(1, 4))]
            if any(back) and taking.rng.random() < 0.3:
                again = taking.never_keyed()
                assert standing(taking.floor.casino, taking.t.name) == standing(again, taking.t.name)
        elif chance < 0.24:
            taking.report()
        else:
            try:
                taking.lead()
            except Refused:  # nobody here knows what a wrong hand holds
                if not taking.take_back():
                    break
    assert sum(taking.taken.values()) > 5, taking.taken
    assert isinstance(replay(taking.store, settle=True), Replayed)
