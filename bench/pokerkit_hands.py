"""The yardstick: pokerkit playing one heads-up hand of five cards each.

A hand is a `State` of two players: antes, five hole cards each, one round of fixed-limit betting (a bet and a call), a
showdown on `StandardHighHand`, and the chips pushed and pulled. Two ways, because pokerkit's own dealing goes card by
card: every automation on; and every automation but the dealing, with five cards dealt to each player by one call. The
second is the fastest that we found. Pokerkit shuffles its deck while it makes a state, so a hand includes a shuffle.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

ANTE, BET, STACK = 10, 20, 1000

Hand = Callable[[], Any]


def hands() -> tuple[tuple[str, Hand], ...]:
    """Both ways to play a hand, by name; an ImportError where there is no pokerkit."""
    kit: Any = import_module("pokerkit")
    every = tuple(kit.Automation)
    but_dealing = tuple(one for one in every if one is not kit.Automation.HOLE_DEALING)
    streets = (kit.Street(False, (False,) * 5, 0, False, kit.Opening.POSITION, BET, 1),)

    def new(automations: tuple[Any, ...]) -> Any:
        return kit.State(
            automations,
            kit.Deck.STANDARD,
            (kit.StandardHighHand,),
            streets,
            kit.BettingStructure.FIXED_LIMIT,
            True,  # antes are alike
            (ANTE, ANTE),
            (0, 0),  # no blinds
            0,  # no bring-in
            (STACK, STACK),
            2,
        )

    def automatic() -> Any:
        state = new(every)
        state.complete_bet_or_raise_to()
        state.check_or_call()
        return state

    def dealt_at_once() -> Any:
        state = new(but_dealing)
        state.deal_hole(5)
        state.deal_hole(5)
        state.complete_bet_or_raise_to()
        state.check_or_call()
        return state

    ways = (("pokerkit, all automations", automatic), ("pokerkit, five cards a call", dealt_at_once))
    for name, hand in ways:
        state = hand()
        # Chips stay in the game, and unless the pot was split one player has the ante and the bet of the other.
        assert not state.status, f"{name} did not finish its hand"
        assert sum(state.stacks) == 2 * STACK, f"{name} lost chips"
        assert abs(state.stacks[0] - STACK) in (0, ANTE + BET), f"{name} played another hand"
    return ways
