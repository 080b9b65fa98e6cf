"""Acts as the outside writes them: a command by its name and fields, amounts as dollars and cards as two characters.

One table, made from the command classes themselves, reads acts, writes them and describes them to OpenAPI, so that
none of the three can differ. What the system itself fills in (the order of a shuffle, the meters that an award is paid
from) is no part of an act.

>>> read_act({"act": "PlaceWager", "seat": 3, "wager": "ante", "amount": "10.00"}, "caribbean-stud")
Play(command=PlaceWager(seat=3, wager='ante', cents=1000), tender='chips')
>>> write_act(_)
{'act': 'PlaceWager', 'seat': 3, 'wager': 'ante', 'amount': '10.00'}
"""

from __future__ import annotations

import re
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from upcard.cards import Card, parse_card, show_card
from upcard.document import closed, named
from upcard.games.game import CORES, game
from upcard.journal.act_table import ACTS, BY_THE_TABLE
from upcard.journal.command import AnyCommand
from upcard.money import commands as money
from upcard.rules.jackpot import Approval, Level
from upcard.shuffles.events import Contribute
from upcard.tables import commands as tables
from upcard.units import parse_cents, show_cents

FILLED_IN = {("ShuffleDeck", "order"), ("Settle", "meters"), ("Play", "command"), ("Play", "tender")}
"""What the system fills in, or the name of the act says."""

NOT_FROM_OUTSIDE = {"Play", "OpenHouse", "EndSuspension", *BY_THE_TABLE}
"""What the table's own steps do, or the house when it starts."""

SEAT_NUMBER = re.compile("0|[1-9][0-9]{0,2}")
"""A seat as the name of a field: one way to write it, so that none is there twice."""

LONGEST_ID = 50
"""Of an act; the floor keeps it with its sender's before it."""

ID = {"minLength": 1, "maxLength": LONGEST_ID}


class Unreadable(ValueError):
    """An act that cannot be read: the sentence names the field."""


class Field(NamedTuple):
    """A field of an act: its name outside and inside, how it is written, and whether it may be left out."""

    outside: str
    inside: str
    hint: Any
    amount: bool
    optional: bool
    default: Any = msgspec.NODEFAULT


TENDER = Field("tender", "tender", get_type_hints(tables.Play)["tender"], amount=False, optional=True)
"""How a wager is made: in chips or plaques, or spoken with cash in hand."""


class Kind(NamedTuple):
    """A kind of act."""

    name: str
    game: str
    """The game that it belongs to, or empty where it is an act at any table, or at none."""
    at_table: bool
    made: type[msgspec.Struct]
    fields: tuple[Field, ...]


def _classes(union: Any) -> tuple[type[msgspec.Struct], ...]:
    return tuple(found for found in get_args(union) if found.__name__ not in NOT_FROM_OUTSIDE)


@cache
def _fields(made: type[msgspec.Struct]) -> tuple[Field, ...]:
    hints = get_type_hints(made)
    found = []
    for field in msgspec.structs.fields(made):
        if (made.__name__, field.name) in FILLED_IN:
            continue
        amount = field.name == "cents" or (made.__name__, field.name) == ("ReadSign", "shown") or field.name == "tip"
        outside = "amount" if field.name == "cents" else field.name
        found.append(Field(outside, field.name, hints[field.name], amount, not field.required, field.default))
    return tuple(found)


@cache
def kinds() -> dict[tuple[str, str], Kind]:
    """Every kind of act by the game that it belongs to and its name."""
    found: dict[tuple[str, str], Kind] = {}
    at_tables: tuple[type[msgspec.Struct], ...] = (*_classes(tables.Command), Contribute)
    for made in at_tables:
        found["", made.__name__] = Kind(made.__name__, "", True, made, _fields(made))
    for key, core in CORES.items():
        for made in _classes(core.Command):
            tendered = (TENDER,) if made.__name__ in game(key).WAGERS else ()
            found[key, made.__name__] = Kind(made.__name__, key, True, made, (*_fields(made), *tendered))
    for made in _classes(money.MoneyCommand):
        found["", made.__name__] = Kind(made.__name__, "", False, made, _fields(made))
    return found


def read_act(document: Any, game: str = "") -> AnyCommand:
    """The command that an act is; `game` is the table's, or empty for an act at a jackpot, the cage or a slip."""
    if not isinstance(document, dict) or not isinstance(document.get("act"), str):
        raise Unreadable("act: an act has a name")
    name = document["act"]
    kind = kinds().get((game, name)) or kinds().get(("", name))
    if kind is None or kind.at_table is not bool(game):
        raise Unreadable(f"act: there is no act {name[:40]!r} {'at this table' if game else 'here'}")
    known = {field.outside for field in kind.fields}
    for given in document:
        if given != "act" and given not in known:
            raise Unreadable(f"{given[:40]}: {name} has no such field")
    values = {}
    for field in kind.fields:
        if field.outside not in document:
            if not field.optional:
                raise Unreadable(f"{field.outside}: {name} needs it")
            continue
        values[field.inside] = _read(document[field.outside], field.hint, field)
    tender = values.pop(TENDER.inside, "chips")
    command: Any = kind.made(**values)
    return tables.Play(command, tender) if kind.game else command


def _read(value: Any, hint: Any, field: Field) -> Any:
    """A value by its type; anything else is unreadable."""
    bad = Unreadable(f"{field.outside}: {_shown(value)} is not {_wanted(hint, field)}")
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    if options:
        if value is None and NoneType in options:
            return None
        return _read(value, next(one for one in options if one is not NoneType), field)
    if hint is Card:
        if not isinstance(value, str):
            raise bad
        try:
            return parse_card(value)
        except ValueError as error:
            raise Unreadable(f"{field.outside}: {error}") from None
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or len(value) > 60:
            raise bad
        return tuple(_read(one, get_args(hint)[0], field) for one in value)
    if get_origin(hint) is dict:
        if not isinstance(value, dict) or len(value) > 60:
            raise bad
        key, each = get_args(hint)
        return {_key(name, key, field): _read(one, each, field) for name, one in value.items()}
    if field.amount and hint is int:
        if not isinstance(value, str):
            raise bad
        try:
            return int(parse_cents(value))
        except ValueError as error:
            raise Unreadable(f"{field.outside}: {error}") from None
    try:
        return msgspec.convert(value, hint, strict=True)
    except msgspec.ValidationError:
        raise bad from None


def _key(name: Any, hint: Any, field: Field) -> Any:
    if hint is not int:
        return name
    if not (isinstance(name, str) and SEAT_NUMBER.fullmatch(name)):
        raise Unreadable(f"{field.outside}: {_shown(name)} is not the number of a seat")
    return int(name)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _wanted(hint: Any, field: Field) -> str:
    if field.amount:
        return "an amount of dollars such as '10.00'"
    if hint is int:
        return "a whole number"
    if hint is bool:
        return "true or false"
    if hint is str:
        return "text"
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    return "what this field holds"


def write_act(command: Any) -> dict[str, Any]:
    """An act as the outside writes it; fields that say nothing are left out."""
    made: Any = command.command if isinstance(command, tables.Play) else command
    kind: type[msgspec.Struct] = type(made)
    found: dict[str, Any] = {"act": kind.__name__}
    for field in _fields(kind):
        value = getattr(made, field.inside)
        if field.optional and field.default is not msgspec.NODEFAULT and value == field.default:
            continue
        found[field.outside] = _write(value, field.hint, field)
    if isinstance(command, tables.Play) and command.tender != "chips":
        found[TENDER.outside] = command.tender
    return found


def _write(value: Any, hint: Any, field: Field) -> Any:
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    if options:
        return None if value is None else _write(value, next(one for one in options if one is not NoneType), field)
    if hint is Card:
        return show_card(value)
    if get_origin(hint) is tuple:
        return [_write(one, get_args(hint)[0], field) for one in value]
    if get_origin(hint) is dict:
        return {str(name): _write(one, get_args(hint)[1], field) for name, one in value.items()}
    if field.amount and hint is int:
        return show_cents(value)
    return msgspec.to_builtins(value)


AMOUNT = {"type": "string", "pattern": r"^[0-9]{1,15}(\.[0-9]{1,2})?$", "examples": ["10.00"]}
CARD = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$", "examples": ["As"]}

LEVEL, APPROVAL = (
    {**closed(msgspec.json.schema(each)["$defs"][each.__name__]), "description": words}
    for each, words in (
        (Level, "The parameters of a level, amounts in cents, rates in parts of a million."),
        (Approval, "Under which reference the values were approved, and on which day, such as 2026-03-01."),
    )
)
LEVEL.pop("additionalProperties")  # one that it does not have is passed over


def schemas() -> dict[str, Any]:
    """JSON Schema of every kind of act, by a name for OpenAPI's components."""
    return {_titled(kind): _schema(kind) for kind in kinds().values()}


def choices(at_table: bool) -> dict[str, Any]:
    """Any of the acts at a table, or of those at none."""
    return {
        "anyOf": [
            {"$ref": f"#/components/schemas/{_titled(kind)}"} for kind in kinds().values() if kind.at_table is at_table
        ]
    }


def _titled(kind: Kind) -> str:
    return f"{CORES[kind.game].TAG}{kind.name}" if kind.game else kind.name


def _schema(kind: Kind) -> dict[str, Any]:
    properties: dict[str, Any] = {"act": {"const": kind.name}}
    for field in kind.fields:
        properties[field.outside] = _described(field.hint, field)
    return {
        "type": "object",
        "title": _titled(kind),
        "description": f"{(kind.made.__doc__ or '').strip().partition(chr(10))[0]} {_asked_by(kind.name)}".strip(),
        "properties": properties,
        "required": ["act", *(field.outside for field in kind.fields if not field.optional)],
        "additionalProperties": False,
    }


def _asked_by(name: str) -> str:
    rule = ACTS[name]
    return f"For: {', '.join(sorted(rule.roles))}.{f' Takes two people: {rule.when}.' if rule.two else ''}"


def _described(hint: Any, field: Field) -> dict[str, Any]:
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    if options:
        inner = _described(next(one for one in options if one is not NoneType), field)
        return {"anyOf": [inner, {"type": "null"}]}
    if hint is Card:
        return CARD
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _described(get_args(hint)[0], field), "maxItems": 60}
    if get_origin(hint) is dict:
        key, each = get_args(hint)
        named = {"propertyNames": {"pattern": f"^({SEAT_NUMBER.pattern})$"}} if key is int else {}
        return {"type": "object", "additionalProperties": _described(each, field), "maxProperties": 60, **named}
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if field.amount and hint is int:
        return AMOUNT
    if hint in (Level, Approval):
        return LEVEL if hint is Level else APPROVAL
    return {int: {"type": "integer"}, bool: {"type": "boolean"}, str: {"type": "string"}}[hint]


def _offered() -> list[dict[str, Any]]:
    """Every kind of act with no field required but its name; an act of both games is there once."""
    found: dict[str, dict[str, Any]] = {}
    for schema in schemas().values():
        name = schema["properties"]["act"]["const"]
        known = found.get(name, {}).get("properties", {})
        fields = {field: _loose(one) for field, one in schema["properties"].items()}
        found[name] = {
            "type": "object", "description": schema["description"], "properties": known | fields, "required": ["act"],
            "additionalProperties": False,
        }  # fmt: skip
    return list(found.values())


def _loose(field: dict[str, Any]) -> dict[str, Any]:
    return {**LEVEL, "required": [], "additionalProperties": False} if field is LEVEL else field


OfferedAct: TypeAlias = Annotated[
    dict[str, Any],
    named(
        "OfferedAct",
        description="An act to be sent, once what it asks for has been put into it under the names of the asks.",
        anyOf=_offered(),
    ),
]
