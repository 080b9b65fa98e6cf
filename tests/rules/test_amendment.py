"""A jackpot in play keeps its schedule and is not dropped, except as the law lets it go."""

from __future__ import annotations

import msgspec
import pytest

from upcard.errors import HouseError, LawError, Refused
from upcard.law import edition
from upcard.rules.amendment import Ending, check_amendment, check_ending
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.rules.house import House, read_house
from upcard.rules.ranking import check_ranking

TABLE = """
[[table]]
name = "One"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
"""


def house(schedule: str | None) -> House:
    if schedule is None:
        return read_house('name = "H"\n' + TABLE)
    jackpot = (
        f'[[jackpot]]\nname = "Gold"\nschedule = "{schedule}"\n[jackpot.levels.main]\nseed = "100.00"\nrate = "50%"'
    )
    return read_house(f'name = "H"\n{jackpot}\n{TABLE}jackpot = "Gold"\n')


@pytest.mark.rule("schedule_fixed")
def test_a_schedule_stays_as_it_was_put_into_play() -> None:
    check_amendment(house("PMG-01"), house("PMG-01"))
    with pytest.raises(HouseError) as refused:
        check_amendment(house("classic-10pct"), house("classic-5000"))
    assert refused.value.clause == "sd-2015(21)(b)"


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_is_not_dropped() -> None:
    with pytest.raises(HouseError) as refused:
        check_amendment(house("PMG-01"), house(None))
    assert refused.value.clause == "sd-2015(7)"
    check_amendment(house("PMG-01"), house(None), (Ending("Gold", "top award won"),))


@pytest.mark.rule("jackpot_ends_by")
@pytest.mark.parametrize(
    ("way", "granted", "allowed"),
    [
        ("top award won", False, True),
        ("easier criteria", True, True),
        ("easier criteria", False, False),
        ("liability to another game", True, True),
        ("liability and fund to another licensee", True, True),
        ("liability and fund to another licensee", False, False),
        ("the house would rather not", True, False),
    ],
)
def test_a_jackpot_ends_only_as_the_law_lets_it(way: str, granted: bool, allowed: bool) -> None:
    rules = caribbean_stud("sd-2011", {"progressive": "PMG-01"})
    ending = Ending("Gold", way, granted)
    if allowed:
        check_ending(rules, ending)
        return
    with pytest.raises(Refused) as refused:
        check_ending(rules, ending)
    assert refused.value.clause == "sd-2011(7)"


def test_an_edition_without_such_a_rule_lets_a_jackpot_end() -> None:
    check_ending(caribbean_stud("ma", {"progressive": "D"}), Ending("Gold", "as it pleases"))


@pytest.mark.rule("card_order", "hand_ranks")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015", "ma", "sd-bonus6"])
def test_every_edition_ranks_as_the_cards_do(id: str) -> None:
    law = edition(id).law
    check_ranking(law)
    swapped = (law.hand_ranks[1], law.hand_ranks[0], *law.hand_ranks[2:])
    with pytest.raises(LawError, match="hand_ranks"):
        check_ranking(msgspec.structs.replace(law, hand_ranks=swapped))
