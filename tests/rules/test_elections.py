"""A round can be written down with what its house elected: the rules keep it as it was written."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upcard.errors import LawError
from upcard.law import edition
from upcard.rules.bonus_six import bonus_six
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.rules.election import check_ranking


@pytest.mark.parametrize(
    ("id", "house"),
    [
        ("ma", {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True, "awards_from": "meter"}),
        ("ma", {"five_card": True, "five_card_wager": ["1.00", "5.00"]}),
        ("sd-2015", {"progressive": "PMG-02", "limit": "50.00", "limit_applies_to": "each-wager"}),
        ("sd-2011", {}),
    ],
)
def test_the_elections_of_a_game_are_kept(id: str, house: dict[str, Any]) -> None:
    rules = caribbean_stud(id, house)
    assert rules.elections == house
    assert caribbean_stud(id, rules.elections) == rules


def test_the_elections_of_bonus_six_are_kept_also_what_is_refused() -> None:
    house = {"pay_table": "black-hawk", "minimum": "5.00", "further_tips": False}
    assert bonus_six(house).elections == house
    assert not bonus_six(house).further_tips


def test_what_is_about_the_table_is_no_election_of_the_game() -> None:
    assert caribbean_stud("ma", {"five_card": True, "magic_card": "1/52"}).elections == {"five_card": True}


@pytest.mark.rule("card_order", "hand_ranks")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015", "ma", "sd-bonus6"])
def test_every_edition_ranks_as_the_cards_do(id: str) -> None:
    law = edition(id).law
    check_ranking(law)
    swapped = (law.hand_ranks[1], law.hand_ranks[0], *law.hand_ranks[2:])
    with pytest.raises(LawError, match="hand_ranks"):
        check_ranking(msgspec.structs.replace(law, hand_ranks=swapped))
