"""The end of the thread in the code: a function says by which values of which rules it plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from upcard.errors import LawError
from upcard.law.bonus_six import BonusSixLaw
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.registry import installed, load

Function = TypeVar("Function", bound=Callable[..., Any])

RULES = frozenset(CaribbeanStudLaw.__struct_fields__) | frozenset(BonusSixLaw.__struct_fields__)
"""The name of every rule of the games that come with Upcard."""


def plays(law: Any, rule: str, value: Any) -> None:
    """Says that what follows carries a rule out in the one way that it knows, and ends it where the law says otherwise.

    An edition that is silent on the rule is none of its business.
    """
    says = getattr(law, rule, None)
    if says is not None and says != value:
        raise LawError(f"{rule}: the games know {value!r} and no {says!r}")


def implements(**values: Any) -> Callable[[Function], Function]:
    """Marks a function as the place where rules are carried out in the one way that it knows.

    A rule with several values is read where it matters. One that the games know a single way to play decides nothing
    there; the function names the value that it plays by and, called with rules that say otherwise, plays nothing. Its
    first argument has the law.

    >>> from upcard.rules import caribbean_stud
    >>> @implements(tie="push")
    ... def push(rules) -> str:
    ...     return "returned"
    >>> push(caribbean_stud("ma"))
    'returned'
    >>> implements(no_such_rule=1)
    Traceback (most recent call last):
    ValueError: no_such_rule is no rule of any game
    """
    for rule in values:
        if rule not in RULES and not any(rule in load(game.law).__struct_fields__ for game in installed().values()):
            raise ValueError(f"{rule} is no rule of any game")

    def guarded(function: Function) -> Function:
        known: list[Any] = []  # the law that was last found to say so, which is nearly always the one asked about

        @wraps(function)
        def play(rules: Any, *arguments: Any, **named: Any) -> Any:
            law = rules.law
            if not known or known[0] is not law:
                for rule, value in values.items():
                    plays(law, rule, value)
                known[:] = [law]
            return function(rules, *arguments, **named)

        return play  # type: ignore[return-value]  # `wraps` keeps the signature, which mypy does not see

    return guarded
