"""The trace by value: a value that changes nothing is found, and a value that is changed is noticed.

Ordinarily a sample is tried; UPCARD_LONG=1 tries every value of every edition, which takes some minutes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.law.planting import RECORD, Planted, every_probe, noticed, otherwise, plants
from upcard.cli.law.by_value import Probe, play, recorded, seen_by, undated
from upcard.cli.law.trace import broken, other_outcomes, without_effect
from upcard.law import EDITIONS, Edition, edition
from upcard.law.trace import Leaf, Recorded, by_rule, flips, leaves, read_outcomes, traced, with_value

LONG = bool(os.environ.get("UPCARD_LONG"))

SAME = {
    ("five_card_verified_from", "499 for 1"),  # no award lies between it and 500 for 1
    ("cover_all_lowest", "two_pair"),  # no column pays two pair
}
"""Values whose change can show in nothing but themselves."""


# ---- the editions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EDITIONS)
def test_what_comes_of_an_edition_is_as_recorded(id: str) -> None:
    assert otherwise(edition(id), []) is None, "if it is meant: upcard law trace --record"
    assert list(broken(edition(id), read_outcomes()[id])) == []


@pytest.mark.parametrize("id", EDITIONS)
def test_every_value_was_recorded_with_an_effect_and_a_test(id: str) -> None:
    assert read_outcomes()[id].seen_by.keys() == {leaf.name for leaf in leaves(edition(id))}
    assert {rule: one.without_effect for rule, one in traced(id).items() if one.status != "tested"} == {}


@pytest.mark.parametrize("id", EDITIONS)
def test_the_probe_that_was_recorded_sees_the_value(id: str) -> None:
    """A sample of the values, each with the probe that is said to see it."""
    one, seen = undated(edition(id)), read_outcomes()[id].seen_by
    wanted = leaves(one)[:: 1 if LONG else 17]
    names = {name for leaf in wanted for name in seen[leaf.name]}
    probes = {name: every_probe(id)[name] for name in names}
    found = seen_by(one, probes, play(one, probes), wanted, seen)
    assert [leaf for leaf, by in found.items() if not by] == []


def sample(every: int) -> list[tuple[str, Planted]]:
    return [(id, plant) for id in EDITIONS for plant in list(plants(id))[:: 1 if LONG else every]]


@pytest.mark.parametrize(
    ("id", "plant"), sample(23), ids=lambda p: p if isinstance(p, str) else f"{p.leaf.name}={p.value}"
)
def test_a_value_changed_in_the_text_is_noticed(id: str, plant: Planted) -> None:
    """The text does not load, or a probe comes out otherwise than recorded."""
    by = noticed(id, plant)
    assert by is not None
    assert by != RECORD or (plant.leaf.name, plant.value) in SAME


@pytest.mark.parametrize("id", EDITIONS)
def test_words_changed_in_the_text_are_noticed(id: str) -> None:
    one = edition(id)
    clauses = (replace(one.clauses[0], summary="Anything goes."), *one.clauses[1:])
    assert otherwise(replace(one, clauses=clauses), ["why"]) == "why"
    readings = (*one.readings[:-1], replace(one.readings[-1], summary="Anything goes."))
    assert otherwise(replace(one, readings=readings), ["why"]) == "why"


# ---- planted rules ---------------------------------------------------------------------------------------------


def tried(one: Edition, probes: dict[str, Probe]) -> Recorded:
    """A trace of one edition by probes of our own."""
    played = play(one, probes)
    return recorded(one, played, seen_by(one, probes, played, leaves(one), {}))


def reading(*rules: str) -> Probe:
    def probe() -> Iterable[str]:
        return [str(getattr(edition("sd-bonus6").law, rule)) for rule in rules]

    return probe


def test_a_rule_is_tested_untested_or_without_effect() -> None:
    one = undated(edition("sd-bonus6"))
    found = tried(one, {"burns": reading("burn_cards"), "deals": reading("first_cards", "pay_tables")})
    statuses = by_rule(one, found.seen_by, {"burn_cards": ("tests/test_a.py::test_one",), "exposed_card": ("a",)})
    assert (statuses["burn_cards"].status, statuses["burn_cards"].seen_by) == ("tested", ("burns",))
    assert (statuses["first_cards"].status, statuses["first_cards"].seen_by) == ("untested", ("deals",))
    assert (statuses["exposed_card"].status, statuses["exposed_card"].seen_by) == ("no effect", ())
    faults = {fault.rule: fault for fault in without_effect(statuses)}
    assert "burn_cards" not in faults
    assert "pay_tables" not in faults
    assert faults["exposed_card"].message == (
        "sd-bonus6(6): exposed_card has no effect: with another value everything stays"
    )


def test_one_line_without_effect_is_enough() -> None:
    """A table whose other lines matter is still at fault for the one that does not."""
    one = undated(edition("sd-bonus6"))

    def probe() -> Iterable[str]:
        table = edition("sd-bonus6").law.pay_tables["black-hawk"]
        return [str(getattr(table, hand)) for hand in table.__struct_fields__ if hand != "flush"]

    status = by_rule(one, tried(one, {"pays": probe}).seen_by, {"pay_tables": ("a",)})["pay_tables"]
    assert (status.status, status.without_effect) == ("no effect", ("pay_tables.black-hawk.flush",))


def test_an_error_and_an_endless_probe_come_out_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.cli.law.by_value.LONGEST", 0.2)
    one = undated(edition("sd-bonus6"))

    def probe() -> Iterable[str]:
        law = edition("sd-bonus6").law
        while law.burn_cards != 1:
            pass
        return [str(1 // (3 - law.first_cards))]

    seen = tried(one, {"probe": probe}).seen_by
    assert (seen["burn_cards"], seen["first_cards"], seen["community_cards"]) == (["probe"], ["probe"], [])


def test_another_value_than_recorded_is_named_with_what_it_changes() -> None:
    one = undated(edition("sd-bonus6"))
    probes = {"burns": reading("burn_cards"), "deals": reading("first_cards")}
    before = tried(one, probes)
    assert list(other_outcomes(one, before, before)) == []
    changed = with_value(one, "burn_cards", 2)
    (fault,) = other_outcomes(changed, before, recorded(changed, play(changed, probes), {}))
    assert (fault.rule, fault.clause) == ("burn_cards", "sd-bonus6(5)")
    assert fault.message == (
        "sd-bonus6(5): burn_cards is 2, recorded was 1: 1 probes come out otherwise, such as 'burns' (--record)"
    )
    (fault,) = other_outcomes(one, before, replace(before, probes={"burns": "other"}))
    assert fault.message.startswith("sd-bonus6: by the values that were recorded 2 probes come out otherwise")
    (fault,) = broken(one, tried(one, {"burns": reading("burn_cards"), "fails": reading("no_such_rule")}))
    assert fault.message.startswith("sd-bonus6: the probe 'fails' was ended by AttributeError: ")
    (fault,) = other_outcomes(one, None, before)
    assert "not recorded" in fault.message


def test_what_a_leaf_is_changed_to() -> None:
    ma, sd = edition("ma"), edition("sd-2015")

    def values(one: Edition, rule: str, *path: str | int) -> list[object]:
        return [getattr(flip.law, rule) for flip in flips(one, Leaf(rule, path))]

    assert values(sd, "player_wrong_count") == ["void"]
    assert values(ma, "cut_minimum") == [11, 9, None]
    assert values(ma, "deck_washed") == [False, None]
    assert values(ma, "fold_forfeits", 0) == [("progressive", "progressive"), ("progressive",)]
    assert values(ma, "cover_all_lowest") == ["two_pair", "straight", None]
    bonus = values(ma, "bonus_tables", "lowest_pair")
    assert [table.lowest_pair for table in bonus] == ["9", "J"]  # type: ignore[attr-defined]
