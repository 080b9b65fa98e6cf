"""Editions of one's own: a packaged one with other values, as a text that says so would give them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any

import msgspec

from upcard.law import Edition, edition
from upcard.law.edition import instead

NUMBERS = count(1)
"""Rules are kept by the id of their edition, so that no two editions have the same."""
HANDS = (
    "any hand", "seven", "jack-ten-nine-eight", "king", "ace", "ace-seven", "ace-queen", "ace-king",
    "ace-king-jack-eight-three", "pair", "pair of fours", "pair of aces", "two pair", "three of a kind", "straight",
)  # fmt: skip
LINES = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
         "two_pair", "pair_or_less")  # fmt: skip


def changed(id: str, **values: Any) -> Edition:
    """That edition with other values of its rules, checked as at load."""
    one = edition(id)
    kind = type(one.law)
    said = {name: getattr(one.law, name) for name in kind.__struct_fields__} | values
    law = msgspec.convert(msgspec.to_builtins(said), kind)
    assert not list(law.faults())
    silent = tuple(name for name, value in said.items() if value is None)
    citations = {rule: citation for rule, citation in one.citations.items() if rule not in silent}
    return msgspec.structs.replace(
        one, id=f"own-{next(NUMBERS)}", law=law, silent=silent, citations=citations, effective=None, ended=None
    )


@contextmanager
def played(id: str, **values: Any) -> Iterator[Edition]:
    """That edition under an id of its own, which holds while this lasts."""
    one = changed(id, **values)
    with instead(one):
        yield one


def odds(rng: Random, least: int = 0) -> str:
    """Such as 7 to 1, or 3 to 2."""
    return f"{rng.choice((least, 1, 2, 3, 5, 12))} to {rng.choice((1, 1, 1, 2, 3, 5))}"


def terms(rng: Random) -> dict[str, Any]:
    """Other values of what ante and bet come to."""
    found: dict[str, Any] = {
        "dealer_qualifies_with": rng.choice(HANDS),
        "bet_multiple": rng.choice((1, 1, 2, 3, 4, 10)),
        "ante_odds": odds(rng),
        "no_hand_ante": odds(rng),
        "no_hand_bet": rng.choice(("returned", "returned", "1 to 1", odds(rng))),
        "tie": rng.choice(("push", "player wins", "dealer wins")),
        "no_hand_paid": rng.choice(("at once", "in turn")),
    }
    if found["dealer_qualifies_with"] == "any hand" and rng.random() < 0.5:
        found |= dict.fromkeys(("no_hand_ante", "no_hand_bet", "no_hand_paid"))
    for line in LINES:
        if rng.random() < 0.3:
            found[f"bet_{line}"] = odds(rng)
    kept = {name: value for name, value in found.items() if rng.random() < 0.7 or value is None}
    if None in kept.values():
        kept["dealer_qualifies_with"] = "any hand"
    return kept


PAID = ("tip_follows_ante", "match_play", "bonus_tables", "five_card_table", "magic_card", "lucky", "cover_all_columns",
        "progressive_tables", "classic_straight_flush")  # fmt: skip
"""Rules whose odds and percentages may be any."""
AMOUNTS = ("limit", "classic_wager", "classic_four_of_a_kind", "classic_full_house", "classic_flush", "five_card_wager")


def others(rng: Random, id: str) -> dict[str, Any]:
    """Other odds, percentages and amounts of the wagers beside ante and bet, and envy by any hand."""
    law = msgspec.to_builtins(edition(id).law)
    found = {rule: _paid(rng, law[rule]) for rule in PAID if law[rule] is not None}
    found |= {rule: rng.choice(("$2.50", "$7", "$1,234.50")) for rule in AMOUNTS if law[rule] is not None}
    if "limit" in found:
        found["limit"] = rng.choice(("$97.50", "$1,000", "$250"))
    if law["cover_all_eight"] is not None:
        found["cover_all_eight"] = found["cover_all_columns"]["8"]
    if "classic_wager" in found:
        for table in found["progressive_tables"].values():
            table["wagers"] = rng.choice((["$2.50"], ["$3"], table["wagers"]))
            table["envy"] |= {"full_house": "$12.50", "pair": "$1"}
        found["envy_hands"] = [*law["envy_hands"], "full_house", "pair"]
    found |= rng.choice(TIPS)
    if law["limit"] is None and rng.random() < 0.5:
        found |= {"limit": "$1,000.50", "limit_applies_to": ["each-wager", "total"]}
    return {name: value for name, value in found.items() if rng.random() < 0.7 or name in WITH}


TIPS: tuple[dict[str, Any], ...] = (
    {},
    {"tip_area": "ante", "tip_follows_ante": "3 to 2", "tip_ceiling": None},
    {"tip_area": "ante", "tip_follows_ante": "2 to 1", "tip_ceiling": "ante"},
    {"tip_area": "none", "tip_follows_ante": None, "tip_ceiling": None},
)
"""Whether and how tips are taken, and what they win."""
WITH = ("cover_all_columns", "cover_all_eight", "progressive_tables", "envy_hands", "limit", "limit_applies_to",
        "tip_area", "tip_follows_ante", "tip_ceiling")  # fmt: skip
"""Values that go together."""


def _paid(rng: Random, value: Any) -> Any:
    """A value with other odds and percentages within it; the top award is the whole of a meter."""
    if isinstance(value, dict):
        return {key: part if key in ("wagers", "envy", "seeds") else _paid(rng, part) for key, part in value.items()}
    if not isinstance(value, str) or rng.random() < 0.5:
        return value
    if " to " in value:
        return odds(rng)
    if " for " in value:
        return odds(rng, 1).replace(" to ", " for ")
    if "%" in value and not value.startswith("100%"):
        return f"{rng.choice(('12.5', '62.5', '7', '0.1', '33.3'))}% of {value.partition(' of ')[2]}"
    return value
