"""The games that Upcard plays, by the key that their editions name, and the mark on code that plays by a rule.

The two that come with Upcard stand in `BUILT_IN`. A package adds another by an entry point of the group `upcard.games`:
its name is the key, and what it leads to is a `GameParts`. Parts are named here and loaded by the room that first asks
for them. Other packages are looked through only when somebody asks for a game or an edition that does not come with
Upcard, or for all of them: a command that settles a round of ours starts without it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from upcard.errors import LawError
from upcard.law.bonus_six import BonusSixLaw
from upcard.law.caribbean_stud import CaribbeanStudLaw

GROUP = "upcard.games"


class GameParts(NamedTuple):
    """A game: its name, and where its parts are, as `module` or `module:name`."""

    name: str
    law: str
    """The struct with a field for each rule, and the `STEPS` and `CONDITIONS` that lines of the procedure may name.
    Beside its module lie `texts/`, a file for each edition, and perhaps `meanings.toml`: what each rule means."""
    rules: str
    """The module with `resolve`: an edition and elections become the rules of a round."""
    house: str
    """What a house file has to say of a table of the game: `rules.election.GameHouse`."""
    core: str
    """Rounds, commands, events; its `plugin` is what a house asks of the game: `games.game.Game`."""

    @property
    def package(self) -> str:
        """Where the texts of its editions lie."""
        return self.law.partition(":")[0].rpartition(".")[0]


BUILT_IN = {
    "caribbean-stud": GameParts(
        name="Caribbean stud",
        law="upcard.law.caribbean_stud:CaribbeanStudLaw",
        rules="upcard.rules.caribbean_stud",
        house="upcard.rules.caribbean_stud.house",
        core="upcard.games.caribbean_stud",
    ),
    "bonus-six": GameParts(
        name="Bonus 6",
        law="upcard.law.bonus_six:BonusSixLaw",
        rules="upcard.rules.bonus_six",
        house="upcard.rules.bonus_six",
        core="upcard.games.bonus_six",
    ),
}


@cache
def installed() -> dict[str, GameParts]:
    """The games that other packages add; one that cannot be loaded, or that is there already, is a `LawError`."""
    metadata = import_module("importlib.metadata")  # slow to load, and seldom needed
    found: list[tuple[str, GameParts]] = []
    for one in metadata.entry_points(group=GROUP):
        try:
            found.append((one.name, one.load()))
        except Exception as error:
            raise LawError(
                f"the game {one.name!r} of another package ({one.value}) cannot be loaded: {error}"
            ) from error
    names = [*BUILT_IN, *(key for key, _ in found)]
    for name in names:
        if names.count(name) > 1:
            raise LawError(f"there are two games or editions {name!r}: uninstall the package of one of them")
    return dict(found)


def games() -> dict[str, GameParts]:
    """Every game by its key, those that come with Upcard first."""
    return {**BUILT_IN, **installed()}


def parts(key: str) -> GameParts:
    """The game of that key."""
    found = BUILT_IN.get(key) or installed().get(key)
    if found is None:
        raise LawError(f"{key!r} is no game that Upcard plays")
    return found


@cache
def load(path: str) -> Any:
    """A part of a game."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if name else import_module(module)


# ---- The end of the thread in the code ---------------------------------------------------------------------
# a function says by which values of which rules it plays.


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
