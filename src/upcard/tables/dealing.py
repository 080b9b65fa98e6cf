"""The way of dealing in use at a table: which it is, what stands in its way, and how it changes between rounds.

A house registers one way or several. With what is at the table a way is open or not: `hindrance` says why not, for the
way in use and for one that is wanted, and `obstacle` adds what a floorperson does about it.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.rules.election import house_of
from upcard.rules.table import DealingMethod, TableRules
from upcard.tables import commands as c
from upcard.tables.commands import Due, says
from upcard.tables.state import Table

SHUFFLER, AUTOMATED_SHOE = "shuffler", "automated-shoe"
BY_HAND = "hand"


def known_ways(t: TableRules) -> tuple[DealingMethod, ...]:
    """The ways that the house has registered, and what its text permits by hand alone, for when their devices fail."""
    lawful = house_of(t.edition).dealing_methods(t.rules.law).values()
    return (*t.ways, *(one for one in lawful if one not in t.ways and one.device is None and one.needs is None))


def dealing_of(t: TableRules, table: Table) -> DealingMethod | None:
    """The way of dealing in use: the one that was changed to, or the first that the house has registered."""
    if not table.dealing:
        return t.dealing
    return next((method for method in known_ways(t) if method.name == table.dealing), t.dealing)


def shuffle_methods(t: TableRules) -> tuple[str, ...]:
    return says(t, "shuffle_methods") or (BY_HAND, SHUFFLER)


def shuffle_method(t: TableRules, table: Table) -> str:
    """How a used deck is shuffled with what is at the table."""
    if SHUFFLER not in table.devices:
        return BY_HAND
    return SHUFFLER if says(t, "device_removed_first") else t.shuffle


def from_shuffler(method: DealingMethod | None) -> bool:
    """Whether a deck that is dealt this way comes from the shuffler."""
    return method is not None and SHUFFLER in (method.needs, method.device)


class Hindrance(NamedTuple):
    """Why a way of dealing is not open: the rule, in words, and the device that is missing or too much."""

    rule: str
    because: str
    device: str


def hindrance(t: TableRules, table: Table, method: DealingMethod) -> Hindrance | None:
    """What keeps a way of dealing from being used with what is at the table."""
    if AUTOMATED_SHOE in table.devices and method.device != AUTOMATED_SHOE and says(t, "device_removed_first"):
        because = "the automated shoe leaves the table before another way is used"
        return Hindrance("device_removed_first", because, AUTOMATED_SHOE)
    if method.device is not None and method.device not in table.devices:
        return Hindrance(method.permit_rule, f"the {method.device} is not at the table", method.device)
    if method.needs is not None and method.needs not in table.devices:
        because = f"the {method.needs} that this way of dealing takes is not at the table"
        return Hindrance(method.needs_rule or method.order_rule, because, method.needs)
    return None


def held_up(t: TableRules, table: Table) -> bool:
    """Whether wagers lie that cannot be dealt: devices and ways change around them, or they are handed back."""
    return wagers_wait(table) and obstacle(t, table) is not None


def wagers_wait(table: Table) -> bool:
    """Whether no card of the round has been dealt yet."""
    return table.round is not None and table.round.phase in ("betting", "closed") and not table.drawn


class Obstacle(NamedTuple):
    """Why the table cannot be dealt, and what a floorperson does about it."""

    rule: str
    because: str
    remedy: c.Command


def obstacle(t: TableRules, table: Table) -> Obstacle | None:
    """What keeps the table from being dealt; a deck that the shuffler made ready before it left is dealt once more."""
    method = dealing_of(t, table)
    found = hindrance(t, table, method) if method is not None else None
    if method is None or found is None:
        return None
    if found.device == method.needs and table.deck.stage == "ready" and table.deck.method == method.needs:
        return None
    others = [other for other in known_ways(t) if other is not method]
    missing = [(other, hindrance(t, table, other)) for other in others]
    remedy: c.Command
    if opened := [other for other, why in missing if why is None]:
        remedy = c.ChangeDealing(opened[0].name)
    elif found.device in table.devices:
        remedy = c.RemoveDevice(found.device)
    else:
        lacking = [why.device for _, why in missing if why is not None and why.device not in table.devices]
        remedy = c.InstallDevice((*lacking, found.device)[0])
    return Obstacle(found.rule, found.because, remedy)


def deal_command(t: TableRules, table: Table) -> c.DealCards:
    """Cards leave the deck as the way of dealing has it: drawn by the hand nearest the shoe, held by one hand."""
    method = dealing_of(t, table)
    draws = method is not None and method.drawing_hand_rule is not None
    holds = method is not None and method.needs_rule is not None
    held: c.Hand = "right" if (table.holding_hand or t.shoe_side) == "right" else "left"
    return c.DealCards(t.shoe_side if draws else None, held if holds else None)


# ---- An open table without play ----------------------------------------------------------------------------
# while nobody sits there, its cards are spread before anything else is done.


WHILE_IDLE = (c.SpreadIdle, c.CloseTable, c.TakeSeat, c.LeaveSeat, c.CallSupervisor, c.AnswerCall, c.EndCall)
"""What may be done before the cards of an idle table are spread: people come and go."""


def idle_step(t: TableRules, table: Table) -> Due | None:
    """The spreading of the cards, where it is due.

    It is due also after somebody has come, as long as a deck has not been spread since the table stood empty.
    """
    rule = "idle_cards_spread"
    if says(t, rule) is None or not table.is_open or not table.without_wagers:
        return None
    return Due("SpreadIdle", rule) if table.deserted else None
