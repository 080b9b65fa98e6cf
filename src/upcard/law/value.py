"""The values that a rule may have: each kind in words, what of it is allowed, and what of a value does not fit.

>>> describe(OddsTo), describe(Literal["dead", "void"] | None), describe(tuple[HandName, ...])[:26]
('odds such as "7 to 1"', '"dead" or "void"', 'a list of hands: royal_flu')
>>> [misfit.because for misfit in misfits(Literal["dead", "void"], "dad")]
["it is 'dead' or 'void'; did you mean 'dead'?"]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from upcard.cards import RANKS, Category
from upcard.law.clause import (
    Dollars,
    FiveCardLine,
    HandName,
    Line,
    MeterShare,
    OddsFor,
    OddsTo,
    Percent,
    RankName,
    nearest,
)
from upcard.units import FULL_PERCENT

HANDS = tuple(hand.key for hand in sorted(Category, reverse=True))

WORDS: tuple[tuple[Any, str, tuple[str, ...] | None], ...] = (
    (OddsTo, 'odds such as "7 to 1"', None),
    (OddsFor, 'odds such as "100 for 1"', None),
    (Dollars, 'dollars such as "$1,000"', None),
    (Percent, 'a share from "0%" to "100%"', None),
    (MeterShare, 'a share of a meter, up to "100% of main"', None),
    (Line, 'an award: "300 for 1", "$500" or a share of a meter such as "10% of main"', None),
    (FiveCardLine, 'odds such as "100 for 1", or a share of the meter such as "10% of five_card"', None),
    (HandName, f"a hand: {', '.join(HANDS)}", HANDS),
    (RankName, f"a rank of {RANKS}", tuple(RANKS)),
)
"""The kinds that have a name: in words, and their values where these can be listed."""


class Misfit(NamedTuple):
    """What of a value does not fit its kind: where in it, what stands there, why not, and what could."""

    path: tuple[str | int, ...]
    value: Any
    because: str
    allowed: tuple[Any, ...] | None = None

    unknown: bool = False
    """Whether it is a name that stands where there is no such name."""

    def of(self, rule: str) -> str:
        """The whole in a sentence."""
        if self.unknown:
            where = ".".join((rule, *map(str, self.path[:-1])))
            return f"{where}: there is no {self.value!r} here: {self.because}"
        return f"{'.'.join((rule, *map(str, self.path)))} cannot be {self.value!r}: {self.because}"


@cache
def fields_of(kind: Any) -> dict[str, Any]:
    """The fields of a struct with their kinds, annotations included."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def may_be_silent(kind: Any) -> bool:
    return NoneType in get_args(kind)


def spoken(kind: Any) -> Any:
    """A kind without the silence that it allows."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not NoneType]
        return kinds[0] if len(kinds) == 1 else kind
    return kind


def allowed(kind: Any) -> tuple[Any, ...] | None:
    """The values of a kind where they can be listed; of a list, what may stand in it."""
    kind = spoken(kind)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (True, False)
    if get_origin(kind) is tuple:
        return allowed(get_args(kind)[0])
    return next((values for named, _, values in WORDS if kind == named), None)


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def describe(kind: Any) -> str:
    """A kind in words, as a lawyer writes its values into a text."""
    kind = spoken(kind)
    for named, words, _ in WORDS:
        if kind == named:
            return words
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(map(_toml, inner))
    if origin is tuple:
        return f"a list of {_several(describe(inner[0]))}"
    if origin in (dict, Mapping):
        return f"a table: for each {_one(inner[0])}, {describe(inner[1])}"
    if origin is Annotated:
        said = next((m.description for m in inner[1:] if getattr(m, "description", None)), None)
        return said or f"{describe(inner[0])}{_bounds(inner[1:])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = (f"{name} ({describe(hint)})" for name, hint in fields_of(kind).items())
        return f"a table with {', '.join(parts)}"
    plain = {bool: "true or false", int: "a whole number", str: "words", date: "a day such as 2027-01-31"}
    return plain.get(kind, "a value")


def _several(what: str) -> str:
    return f"hands: {what.removeprefix('a hand: ')}" if what.startswith("a hand: ") else what


def _one(kind: Any) -> str:
    return "hand" if kind == HandName else "name" if kind is str else "amount" if kind == Dollars else describe(kind)


def _bounds(meta: tuple[Any, ...]) -> str:
    least = next((m.ge for m in meta if getattr(m, "ge", None) is not None), None)
    most = next((m.le for m in meta if getattr(m, "le", None) is not None), None)
    if least is not None:
        return f" from {least} to {most}" if most is not None else f" from {least} upwards"
    return f" up to {most}" if most is not None else ""


# ---- what does not fit ---------------------------------------------------------------------------------------------


def misfits(kind: Any, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Misfit]:
    """Every part of a value that is not of its kind."""
    if not path and fits_kind(kind, value):
        return
    if value is None and may_be_silent(kind):
        return
    kind = spoken(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return
    if value is None:
        yield Misfit(path, None, "an edition may not be silent on it", allowed(kind))
    elif origin is Literal:
        if not any(type(one) is type(value) and one == value for one in inner):
            meant = nearest(value, inner) if len(inner) > 1 else ""
            yield Misfit(path, value, f"it is {' or '.join(map(repr, inner))}{meant}", inner)
    elif origin is tuple:
        if not isinstance(value, list | tuple):
            yield Misfit(path, value, f"it is {describe(kind)}, in brackets", allowed(kind))
        else:
            for place, one in enumerate(value):
                yield from misfits(inner[0], one, (*path, place))
    elif origin is dict:
        if not isinstance(value, Mapping):
            yield Misfit(path, value, f"it is {describe(kind)}")
        else:
            for key, one in value.items():
                yield from _unknown_key(inner[0], key, path)
                yield from misfits(inner[1], one, (*path, key))
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _struct(kind, value, path)
    else:
        yield from _leaf(kind, value, path)


def fits_kind(kind: Any, value: Any) -> bool:
    """Whether a value is of its kind, as a whole: most are, and this is quick."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _unknown_key(kind: Any, key: str, path: tuple[str | int, ...]) -> Iterator[Misfit]:
    if next(_leaf(kind, key, path), None) is not None:
        known = allowed(kind)
        yield Misfit((*path, key), key, f"it is {describe(kind)}{nearest(key, known or ())}", known, unknown=True)


def _struct(kind: Any, value: Any, path: tuple[str | int, ...]) -> Iterator[Misfit]:
    if not isinstance(value, Mapping):
        yield Misfit(path, value, f"it is {describe(kind)}")
        return
    fields = fields_of(kind)
    for key in value:
        if key not in fields:
            because = f"it has {', '.join(fields)}{nearest(key, fields)}"
            yield Misfit((*path, key), key, because, tuple(fields), unknown=True)
    for field in msgspec.structs.fields(kind):
        if field.name in value:
            yield from misfits(fields[field.name], value[field.name], (*path, field.name))
        elif field.required:
            yield Misfit(path, value, f"{field.name} is missing: {describe(fields[field.name])}")


def _leaf(kind: Any, value: Any, path: tuple[str | int, ...]) -> Iterator[Misfit]:
    if not fits_kind(kind, value):
        known = allowed(kind)
        yield Misfit(path, value, f"it is {describe(kind)}{nearest(value, known or ())}", known)


_NUMBER = r"\$?[0-9][0-9,]*(?:\.[0-9]+)?"
_AMOUNT = re.compile(rf"(?P<number>{_NUMBER}) (?:to|for) [0-9]+|(?P<dollars>(?=\$){_NUMBER})")
_SHARE = re.compile(r"([0-9]+)%( of [a-z_]+)?")
_COMMAS = re.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+")


def worthless(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Misfit]:
    """Odds, amounts and shares that are written as they should be and could not be paid.

    >>> [misfit.because for misfit in worthless(["0 to 1", "$1,00", "101% of main", "5 to 1"])]
    ['it pays nothing', 'commas part thousands', 'a share is at most 100%']
    """
    match value:
        case Mapping():
            for key, one in value.items():
                yield from worthless(one, (*path, key))
        case list() | tuple():
            for place, one in enumerate(value):
                yield from worthless(one, (*path, place))
        case str() if found := _AMOUNT.fullmatch(value):
            number = (found["number"] or found["dollars"]).removeprefix("$")
            if not number.strip("0,."):
                yield Misfit(path, value, "it pays nothing")
            elif not _COMMAS.fullmatch(number.partition(".")[0]):
                yield Misfit(path, value, "commas part thousands")
        case str() if found := _SHARE.fullmatch(value):
            if int(found[1]) > FULL_PERCENT:
                yield Misfit(path, value, f"a share is at most {FULL_PERCENT}%")
            elif found[2] and not int(found[1]):
                yield Misfit(path, value, "it pays nothing")


def without(value: Any, paths: Collection[tuple[str | int, ...]]) -> Any:
    """A value without what stands at some places, or nothing where that is all of it.

    >>> without({"a": [1, 2, 3], "b": 4}, [("a", 0), ("b",)]), without(1, [()])
    ({'a': [2, 3]}, None)
    """
    if () in paths:
        return None
    below = {key: [path[1:] for path in paths if path[0] == key] for key in {path[0] for path in paths}}
    kept = value.items() if isinstance(value, Mapping) else enumerate(value)
    left = [(key, without(one, below[key]) if key in below else one) for key, one in kept if below.get(key) != [()]]
    return dict(left) if isinstance(value, Mapping) else [one for _, one in left]
