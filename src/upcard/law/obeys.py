"""The end of the thread in the code: a function names the rules that it carries out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from upcard.law.bonus_six import BonusSixLaw
from upcard.law.caribbean_stud import CaribbeanStudLaw

Function = TypeVar("Function", bound=Callable[..., Any])

RULES = frozenset(CaribbeanStudLaw.__struct_fields__) | frozenset(BonusSixLaw.__struct_fields__)
"""The name of every rule of every game."""


def obeys(*rules: str) -> Callable[[Function], Function]:
    """Marks a function as the place where rules are carried out that take one value only.

    A rule with several values is read where it matters. One that the games know a single way to play has nothing to be
    read for: its type pins the value when an edition is loaded, and this says where it is played.

    >>> @obeys("tie")
    ... def push() -> str:
    ...     return "returned"
    >>> obeys("no_such_rule")
    Traceback (most recent call last):
    ValueError: no_such_rule is no rule of any game
    """
    for rule in rules:
        if rule not in RULES:
            raise ValueError(f"{rule} is no rule of any game")

    def same(function: Function) -> Function:
        return function

    return same
