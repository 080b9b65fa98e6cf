"""The ways to deal, and which rule stands behind each part of them."""

from __future__ import annotations

import msgspec
import pytest

from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import DealOrder
from upcard.rules.caribbean_stud.house import dealing_methods


def law_of(id: str) -> CaribbeanStudLaw:
    law = edition(id).law
    assert isinstance(law, CaribbeanStudLaw)
    return law


@pytest.mark.rule("dealt_singly", "dealt_in_groups")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_south_dakota_turns_the_dealers_fifth_card(id: str) -> None:
    methods = dealing_methods(law_of(id))
    assert list(methods) == ["singly", "groups"]
    assert methods["singly"].order == DealOrder("singly", 5)
    assert methods["groups"].order == DealOrder("stacks", 5)
    assert (methods["singly"].device, methods["groups"].device) == (None, "shuffler")
    assert methods["singly"].count_every is None


@pytest.mark.rule("manual_shoe_order", "from_hand_order", "automated_shoe_order", "automated_shoe_up_card")
def test_massachusetts_turns_the_first_card_or_the_bottom_of_the_stack() -> None:
    methods = dealing_methods(law_of("ma"))
    assert {name: method.order for name, method in methods.items()} == {
        "manual-shoe": DealOrder("singly", 1),
        "from-hand": DealOrder("singly", 1),
        "automated-shoe": DealOrder("stacks", 5),
    }


@pytest.mark.rule("stub_counted_every", "from_hand_stub_count", "automated_shoe_stub_count", "from_hand_needs")
def test_each_way_has_its_own_rules() -> None:
    methods = dealing_methods(law_of("ma"))
    assert {name: (m.count_every, m.count_rule) for name, m in methods.items()} == {
        "manual-shoe": (5, "stub_counted_every"),
        "from-hand": (5, "from_hand_stub_count"),
        "automated-shoe": (5, "automated_shoe_stub_count"),
    }
    assert [m.needs for m in methods.values()] == [None, "shuffler", None]
    assert [m.counting_shuffler_rule for m in methods.values()] == [None, None, "counting_shuffler"]


@pytest.mark.rule("manual_shoe", "from_hand", "automated_shoe", "dealt_singly")
def test_a_way_that_an_edition_does_not_permit_is_not_there() -> None:
    law = law_of("ma")
    for rule, name in (
        ("manual_shoe", "manual-shoe"),
        ("from_hand", "from-hand"),
        ("automated_shoe", "automated-shoe"),
    ):
        assert name not in dealing_methods(msgspec.structs.replace(law, **{rule: None}))
    assert list(dealing_methods(msgspec.structs.replace(law_of("sd-2015"), dealt_singly=None))) == ["groups"]


def test_every_rule_of_a_way_to_deal_has_a_clause() -> None:
    for id in ("sd-2011", "sd-2015", "ma"):
        for method in dealing_methods(law_of(id)).values():
            fields = msgspec.structs.asdict(method).items()
            rules = [value for name, value in fields if name.endswith("_rule") and value is not None]
            assert len(rules) >= 5
            assert set(rules) <= edition(id).citations.keys()
