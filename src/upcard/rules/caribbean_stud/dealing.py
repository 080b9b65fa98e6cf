"""The ways to deal Caribbean stud that the editions know."""

from __future__ import annotations

from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.implements import plays
from upcard.law.types import DealOrder
from upcard.rules.dealing import DealingMethod


def dealing_methods(law: CaribbeanStudLaw) -> dict[str, DealingMethod]:
    """The ways to deal that an edition permits, by name.

    >>> from upcard.law import edition
    >>> list(dealing_methods(edition("ma").law))
    ['manual-shoe', 'from-hand', 'automated-shoe']
    """
    found = [*_south_dakota(law), *_massachusetts(law)]
    for method in found:
        _as_known(law, method)
    return {method.name: method for method in found}


def _as_known(law: CaribbeanStudLaw, method: DealingMethod) -> None:
    """Each is dealt in one way: unread cards face down, the stub unseen, the bets locked first, drawn by one hand."""
    if method.hidden_rule != method.order_rule:
        plays(law, method.hidden_rule, True)
    plays(law, method.stub_rule, "unexposed")
    if method.lock_out_rule == "automated_shoe_lock_out":
        plays(law, method.lock_out_rule, "before the first stack")
    if method.drawing_hand_rule is not None:
        plays(law, method.drawing_hand_rule, "nearest the shoe")
    if method.counting_shuffler_rule is not None:
        plays(law, method.counting_shuffler_rule, "no stub count")


def _south_dakota(law: CaribbeanStudLaw) -> list[DealingMethod]:
    pairs = (("singly", law.dealt_singly, "dealt_singly"), ("groups", law.dealt_in_groups, "dealt_in_groups"))
    return [
        DealingMethod(
            name=name, order=order, order_rule=rule, permit_rule=rule, hidden_rule=rule, lock_out_rule="lock_out",
            stub_rule="stub_racked", device="shuffler" if order.deal == "stacks" else None,
        )
        for name, order, rule in pairs if order is not None
    ]  # fmt: skip


def _massachusetts(law: CaribbeanStudLaw) -> list[DealingMethod]:
    found = []
    if law.manual_shoe is not None and law.manual_shoe_order is not None:
        found.append(
            DealingMethod(
                name="manual-shoe", order=law.manual_shoe_order, order_rule="manual_shoe_order",
                permit_rule="manual_shoe", device="manual-shoe", drawing_hand_rule="manual_shoe_drawing_hand",
                hidden_rule="manual_shoe_hidden", lock_out_rule="lock_out", stub_rule="manual_shoe_stub",
                count_every=law.stub_counted_every, count_rule="stub_counted_every",
            )
        )  # fmt: skip
    if law.from_hand is not None and law.from_hand_order is not None:
        found.append(
            DealingMethod(
                name="from-hand", order=law.from_hand_order, order_rule="from_hand_order", permit_rule="from_hand",
                needs=law.from_hand_needs, needs_rule="from_hand_needs", hidden_rule="from_hand_hidden",
                lock_out_rule="from_hand_needs", stub_rule="from_hand_stub",
                count_every=law.from_hand_stub_count, count_rule="from_hand_stub_count",
            )
        )  # fmt: skip
    if law.automated_shoe is not None and law.automated_shoe_order is not None:
        order = DealOrder(law.automated_shoe_order, law.automated_shoe_up_card or law.hand_size)
        found.append(
            DealingMethod(
                name="automated-shoe", order=order, order_rule="automated_shoe_order", permit_rule="automated_shoe",
                turned_rule="automated_shoe_up_card" if law.automated_shoe_up_card else None,
                device="automated-shoe", hidden_rule="automated_shoe_hidden", lock_out_rule="automated_shoe_lock_out",
                stub_rule="automated_shoe_stub", count_every=law.automated_shoe_stub_count,
                count_rule="automated_shoe_stub_count", counting_shuffler_rule="counting_shuffler",
            )
        )  # fmt: skip
    return found
