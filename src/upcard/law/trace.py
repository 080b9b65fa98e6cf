"""What is known of each rule by trial: whether its value matters, to what, and which tests hold it.

`upcard law trace --record` changes every value of every edition in turn, plays a fixed set of probes under it, and
keeps beside the texts which of them came out otherwise (`outcomes.json`), next to the tests that carry the rule
(`exercised.json`). Here both are read back; nothing is played.

>>> from upcard.law.trace import traced
>>> traced("ma")["bet_flush"].status
'tested'

>>> from upcard.law import edition
>>> from upcard.law.trace import leaves, flips
>>> sd = edition("sd-2015")
>>> [leaf.name for leaf in leaves(sd) if leaf.rule in ("tie", "fold_keeps", "dealt_singly")]
['dealt_singly.deal', 'dealt_singly.up_card', 'fold_keeps.0', 'tie']
>>> [flip.law.bet_flush for flip in flips(sd, Leaf("bet_flush"))]
['6 to 1', '4 to 1']
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Hashable, Iterator, Mapping, Set
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from upcard.law.clause import Clause, Reading
from upcard.law.edition import Edition, edition
from upcard.law.registry import BUILT_IN, RULES

OUTCOMES = "outcomes.json"

BROKEN = "ended by "
"""How the last line of a probe begins that an error ended."""

Status = Literal["tested", "untested", "no effect"]


class Traced(msgspec.Struct, frozen=True):
    """A rule of an edition: its clause, what changes with its value, and the tests that exercise it."""

    clause: str
    status: Status
    seen_by: tuple[str, ...]
    """The probes that come out otherwise when the value is changed, one at least for each line of it."""
    tests: tuple[str, ...]
    without_effect: tuple[str, ...] = ()
    """The lines and members of its value that change nothing."""


class Recorded(msgspec.Struct, frozen=True):
    """What was recorded of an edition."""

    rules: dict[str, Any] = {}
    """The value of each rule."""
    seen_by: dict[str, list[str]] = {}
    """For each leaf of a rule, by its name, the first probe that sees it; none where nothing does."""
    probes: dict[str, str] = {}
    """A digest of what came out of each probe, or the error that ended it."""


def status_of(seen: bool, tests: tuple[str, ...]) -> Status:
    if not seen:
        return "no effect"
    return "tested" if tests else "untested"


@cache
def read_outcomes() -> dict[str, Recorded]:
    """The recorded outcomes by edition; none before the first recording."""
    record = files("upcard.law").joinpath(OUTCOMES)
    if not record.is_file():
        return {}
    return msgspec.convert(json.loads(record.read_text(encoding="utf-8")), dict[str, Recorded])


def by_rule(edition: Edition, seen_by: dict[str, list[str]], tests: dict[str, tuple[str, ...]]) -> dict[str, Traced]:
    """Leaves with what sees them, gathered by the rule that they belong to."""
    found: dict[str, Traced] = {}
    for rule, citation in edition.citations.items():
        own = {leaf: probes for leaf, probes in seen_by.items() if leaf == rule or leaf.startswith(f"{rule}.")}
        lost = tuple(leaf for leaf, probes in own.items() if not probes)
        probes = tuple(dict.fromkeys(probe for probes in own.values() for probe in probes))
        status = status_of(bool(own) and not lost, tests.get(rule, ()))
        found[rule] = Traced(citation.clause, status, probes, tests.get(rule, ()), lost)
    return found


def traced(id: str) -> dict[str, Traced]:
    """Every rule of an edition by its name, as it was last recorded."""
    one = edition(id)
    recorded = read_outcomes().get(id, Recorded())
    return by_rule(one, recorded.seen_by, dict(for_edition(read_record(), one)))


# ---- trace evidence ----------------------------------------------------------------------------------------
# Where the code of this installation reads each rule, and which tests were recorded as exercising it.


ROOMS = ("rules", "games", "tables", "money", "journal", "exact")
"""The rooms that play by the law. The law itself and the command line only speak of it."""

RECORD = "exercised.json"

Places = Mapping[str, tuple[str, ...]]
"""For each rule, where: places in code, or ids of tests."""


def every_rule() -> frozenset[str]:
    """The names of all rules of the games that come with Upcard."""
    return RULES


def code_places(path: str, source: str, rules: Set[str]) -> dict[str, list[str]]:
    """Where code reads each rule: the attribute loaded, its name as a string, or as what `implements` names.

    >>> code_places("games/a.py", "if law.tie == 'push':\\n    refuse('tie')\\n    round.limit = 1", {"tie", "limit"})
    {'tie': ['games/a.py:1', 'games/a.py:2']}
    """
    lines: dict[str, set[int]] = {}
    for node in ast.walk(ast.parse(source, path)):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in rules:
                lines.setdefault(name, set()).add(node.end_lineno or node.lineno)
            case ast.Call(func=ast.Name(id="implements" | "plays"), keywords=obeyed):
                for keyword in obeyed:
                    if keyword.arg is not None and keyword.arg in rules:
                        lines.setdefault(keyword.arg, set()).add(keyword.lineno)
            case ast.Constant(value=str(name)) if name in rules:
                lines.setdefault(name, set()).add(node.lineno)
    return {rule: [f"{path}:{line}" for line in sorted(found)] for rule, found in sorted(lines.items())}


def read_code(rules: Set[str], package: Traversable | None = None) -> Places:
    """Where the rooms read each rule; nowhere that is known where the sources are not part of the installation."""
    package = files("upcard") if package is None else package
    places: dict[str, list[str]] = {}
    for room in ROOMS:
        for path, file in sorted(_sources(package.joinpath(room), (room,))):
            named = "/".join(("src/upcard", *path))
            for rule, found in code_places(named, file.read_text(encoding="utf-8"), rules).items():
                places.setdefault(rule, []).extend(found)
    return {rule: tuple(found) for rule, found in places.items()}


def _sources(folder: Traversable, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    """Every Python file below a folder, with the way to it."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, (*path, entry.name))
        elif entry.name.endswith(".py"):
            yield (*path, entry.name), entry


def for_edition(places: Places, edition: Edition) -> Places:
    """Without the code of other games, and with the transcripts of this edition first."""
    own = f"/rounds/{edition.id}/"
    others = [f"/{game.core.rpartition('.')[2]}" for key, game in BUILT_IN.items() if key != edition.game]

    def ours(place: str) -> bool:
        return not any(other in place for other in others)

    return {
        rule: tuple(sorted(filter(ours, found), key=lambda place: own not in place)) for rule, found in places.items()
    }


def read_record() -> Places:
    """The recorded tests of each rule, which travel with the package; none before the first recording."""
    record = files("upcard.law").joinpath(RECORD)
    if not record.is_file():
        return {}
    return {rule: tuple(tests) for rule, tests in json.loads(record.read_text(encoding="utf-8")).items()}


# ---- Every value of an edition with one place of it changed ------------------------------------------------
# what a trace by value tries.
#
# A *leaf* is one number, word or truth of a rule: a whole rule, or one line of a pay table, one member of a list. Its
# *flips* are the same law with that leaf changed: to the other words that its type allows, else to another value of
# the same kind, which is put past the check of the types; a member or line is also left out, and a rule on which an
# edition may be silent is silenced.


RANKS = "23456789TJQKA"
HANDS = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip

_NUMBER = re.compile("[0-9][0-9,]*")

Path = tuple[str | int, ...]


class Leaf(NamedTuple):
    """One place in the value of a rule."""

    rule: str
    path: Path = ()

    @property
    def name(self) -> str:
        return ".".join((self.rule, *map(str, self.path)))


# ---- where the leaves are --------------------------------------------------------------------------------------


def leaves(edition: Edition) -> tuple[Leaf, ...]:
    """Every leaf of every rule that the edition gives, in the law's order."""
    fields = (name for name in edition.law.__struct_fields__ if name in edition.citations)
    return tuple(Leaf(rule, path) for rule in fields for path in _paths(getattr(edition.law, rule)))


def _parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    """What a value is made of, where it is made of something."""
    match value:
        case msgspec.Struct():
            yield from ((name, part) for name in value.__struct_fields__ if (part := getattr(value, name)) is not None)
        case Mapping():
            yield from value.items()
        case tuple():
            yield from enumerate(value)


def _paths(value: Any) -> Iterator[Path]:
    if not isinstance(value, msgspec.Struct | Mapping | tuple):
        yield ()
    for key, part in _parts(value):
        for path in _paths(part):
            yield (key, *path)


def at(value: Any, path: Path) -> Any:
    """What stands at a place.

    >>> at({"a": (1, 2)}, ("a", 1))
    2
    """
    for key in path:
        value = getattr(value, str(key)) if isinstance(value, msgspec.Struct) else value[key]
    return value


# ---- other values ----------------------------------------------------------------------------------------------


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _fields(law: Any) -> dict[str, Any]:
    """The types of all rules of a law."""
    kind: Any = type(law)
    return _hints(kind)


def _only(kind: Any) -> Any:
    """A type without the silence that it allows."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not type(None)]
        return kinds[0] if len(kinds) == 1 else object
    return kind


def kind_of(law: Any, leaf: Leaf) -> Any:
    """The type of a leaf, as its field declares it."""
    kind = _only(_fields(law)[leaf.rule])
    for key in leaf.path:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = _only(_hints(kind)[str(key)])
        else:
            kind = _only(get_args(kind)[0 if get_origin(kind) is tuple else 1])
    return kind


def may_be_silent(law: Any, rule: str) -> bool:
    """Whether an edition may say nothing under a rule."""
    return type(None) in get_args(_fields(law)[rule])


def others(kind: Any, value: Any) -> tuple[Any, ...]:
    """Other values of a leaf: the words that its type allows besides, else something of the same kind.

    >>> others(Literal["dead", "void"], "dead"), others(str, "$1,000"), others(str, "100% of main"), others(bool, True)
    (('void',), ('$1,001', '$999'), ('101% of main', '99% of main'), (False,))
    """
    if get_origin(kind) is Literal:
        allowed = tuple(word for word in get_args(kind) if word != value)
        if allowed:
            return allowed
    match value:
        case bool():
            return (not value,)
        case int():
            return (value + 1, value - 1)
        case str() if value in HANDS:
            place = HANDS.index(value)
            return tuple(HANDS[near] for near in (place - 1, place + 1) if 0 <= near < len(HANDS))
        case str() if len(value) == 1 and value in RANKS:
            return tuple(RANKS[near] for near in (RANKS.index(value) - 1, RANKS.index(value) + 1) if 0 <= near < 13)
        case str() if found := _NUMBER.search(value):
            number = int(found[0].replace(",", ""))
            return tuple(
                f"{value[: found.start()]}{near:,}{value[found.end() :]}" for near in (number + 1, number - 1) if near
            )
    return (f"not {value}",)


_LEFT_OUT = object()


def _changed(value: Any, path: Path, new: Any) -> Any:
    """A value with something else at a place, or without what stands there; nothing is checked."""
    if not path:
        return new
    key, rest = path[0], path[1:]
    part = _changed(at(value, (key,)), rest, new)
    match value:
        case msgspec.Struct():
            parts = {name: getattr(value, name) for name in value.__struct_fields__}
            return type(value)(**parts | {str(key): None if part is _LEFT_OUT else part})
        case Mapping():
            return {k: part if k == key else v for k, v in value.items() if k != key or part is not _LEFT_OUT}
        case _:
            return tuple(
                part if place == key else v for place, v in enumerate(value) if place != key or part is not _LEFT_OUT
            )


def with_value(edition: Edition, rule: str, value: Any) -> Edition:
    """The edition with another value of a rule, unchecked."""
    fields = {name: getattr(edition.law, name) for name in edition.law.__struct_fields__}
    return replace(edition, law=type(edition.law)(**fields | {rule: value}))


def flips(edition: Edition, leaf: Leaf) -> Iterator[Edition]:
    """The edition with this leaf changed, in every way that is tried."""
    value = getattr(edition.law, leaf.rule)
    for other in others(kind_of(edition.law, leaf), at(value, leaf.path)):
        yield with_value(edition, leaf.rule, _changed(value, leaf.path, other))
    if leaf.path and not isinstance(at(value, leaf.path[:-1]), msgspec.Struct):
        yield with_value(edition, leaf.rule, _changed(value, leaf.path, _LEFT_OUT))
    if not leaf.path and may_be_silent(edition.law, leaf.rule):
        yield with_value(edition, leaf.rule, None)


# ---- what a clause says beside its rules -----------------------------------------------------------------------


def told(giver: Clause | Reading) -> dict[str, Any]:
    """What a clause or reading has people told: every word and number of it that gives no rule and names no clause."""
    plain = msgspec.to_builtins(giver)
    silent = ("id", "sets", "permits", "leaves", "duty", "number", "name", "editions", "reads", "clauses")
    return {field: said for field, said in plain.items() if field not in silent}
