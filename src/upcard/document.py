"""What documents are made of, and how OpenAPI is told: msgspec derives the components from the types themselves.

A document is a `TypedDict` beside the view that makes it; `doc` gives a member its words. Whatever JSON Schema can say
and a type cannot (a form of text, one of several documents) is a named component here or an annotation there.

>>> from typing import TypedDict
>>> class Bulb(TypedDict):
...     seat: Annotated[int, doc("Whose it is.")]
>>> derived([list[Bulb]])[0]
[{'type': 'array', 'items': {'$ref': '#/components/schemas/Bulb'}}]
>>> derived([Bulb])[1]["Bulb"]["properties"]
{'seat': {'description': 'Whose it is.', 'type': 'integer'}}

>>> @displayed
... class Purse:
...     def _line(self) -> str:
...         return "2 chips"
...     def _rows(self) -> Rows:
...         return ("chip", "worth"), [("red & white", 5), ("green", 25)]
>>> Purse()
<Purse: 2 chips>
>>> Purse()._repr_html_()[:64]
'<table><caption>Purse: 2 chips</caption><thead><tr><th>chip</th>'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Annotated, Any, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta

PLACE = "#/components/schemas/"

Schema: TypeAlias = dict[str, Any]

_named: dict[str, Schema] = {}
"""Components that are no type of Python, by name."""
_alternatives: list[Any] = []
"""Documents that stand in a place of several: msgspec takes no union of them."""


def doc(words: str) -> Meta:
    """What a member is."""
    return Meta(description=words)


def one_of(*values: str) -> Meta:
    """One of some words."""
    return Meta(extra_json_schema={"enum": list(values)})


def named(name: str, **schema: Any) -> Meta:
    """A component that is described once for all."""
    assert name not in _named, f"there are two parts called {name}"
    _named[name] = schema
    return Meta(extra_json_schema={"$ref": PLACE + name})


def listed(name: str, values: Sequence[str] = (), description: str = "") -> Meta:
    """One of a closed list of words under a name: a reference to it, and the list itself where the values are given."""
    if values:
        named(name, type="string", enum=list(values), description=description)
    return Meta(extra_json_schema={"$ref": PLACE + name})


def either(*documents: Any, name: str = "") -> Meta:
    """One of several documents, or null; under a name of its own where it is an answer."""
    _alternatives.extend(each for each in documents if each is not None)
    found = [{"type": "null"} if each is None else {"$ref": PLACE + each.__name__} for each in documents]
    return named(name, anyOf=found) if name else Meta(extra_json_schema={"anyOf": found})


def derived(types: Sequence[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """What values of some types look like, and every component that they refer to."""
    schemas, parts = msgspec.json.schema_components((*types, *_alternatives), ref_template="{name}")
    components = {name: closed(part) for name, part in parts.items()}
    twice = components.keys() & _named.keys() | {name for name in components if "." in name}
    assert not twice, f"there are two parts called {', '.join(twice)}"
    return [closed(each) for each in schemas[: len(types)]], {**_named, **components}


def closed(schema: Any, called: Callable[[str], str] = str) -> Any:
    """Objects have no member that is not named, a reference stands alone; `called` names what is referred to."""
    if isinstance(schema, list):
        return [closed(one, called) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == {"type": "object"}:
        return {"type": "object", "additionalProperties": {"$ref": PLACE + "Value"}}
    words = {"description": " ".join(schema["description"].split())} if "description" in schema else {}
    if "$ref" in schema:
        return {"$ref": PLACE + called(schema["$ref"].removeprefix(PLACE)), **words}
    found = {word: closed(said, called) for word, said in schema.items() if word not in (*LEFT_OUT, "properties")}
    if "properties" in schema:
        members = {name: closed(member, called) for name, member in schema["properties"].items()}
        found |= {"properties": members, "additionalProperties": False}
    return found | words


LEFT_OUT = ("title", "default", "discriminator")
"""What is said of a schema, and not by it."""

# ---- amounts ---------------------------------------------------------------------------------------------------------

WHOLE = "(0|[1-9][0-9]*)"
SECOND = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z"


def _text(name: str, pattern: str, description: str, example: str) -> Meta:
    return named(name, type="string", pattern=f"^{pattern}$", description=description, examples=[example])


Money: TypeAlias = Annotated[str, _text("Money", rf"{WHOLE}\.[0-9]{{2}}", "Dollars, to the cent.", "1234.50")]
SignedMoney: TypeAlias = Annotated[
    str, _text("SignedMoney", rf"-?{WHOLE}\.[0-9]{{2}}", "Dollars, to the cent; less than nothing is a loss.", "-5.00")
]
ExactMoney: TypeAlias = Annotated[
    str,
    _text("ExactMoney", rf"-?{WHOLE}\.[0-9]{{2,8}}", "Dollars, to the millionth of a cent where there is one.", "0.25"),
]
Ratio: TypeAlias = Annotated[str, _text("Ratio", r"-?[0-9]+/[1-9][0-9]*", "An exact number, as a fraction.", "1/2")]
Rate: TypeAlias = Annotated[str, _text("Rate", r"[0-9]+(\.[0-9]+)?%", "A part of each wager.", "25%")]

# ---- cards, times, places --------------------------------------------------------------------------------------------

CardText: TypeAlias = Annotated[
    str, _text("Card", "[2-9TJQKA][cdhs]", "A card: its rank, then the first letter of its suit.", "As")
]
Time: TypeAlias = Annotated[str, _text("Time", SECOND, "A time of the day in UTC.", "2026-03-01T14:02:11.000000Z")]
Clock: TypeAlias = Annotated[str, _text("Clock", "[0-9]{2}:[0-9]{2}:[0-9]{2}", "A time of the day in UTC.", "14:02:11")]
Hash: TypeAlias = Annotated[str, _text("Hash", "[0-9a-f]{64}", "SHA-256, in hexadecimal digits.", "0" * 64)]
SeatNumber: TypeAlias = Annotated[str, _text("SeatNumber", "[1-9][0-9]?", "A seat as the name of a member.", "3")]
Level: TypeAlias = Annotated[
    str, _text("MeterLevel", "[a-z_]+", "A meter of a jackpot, by the name that its schedule gives it.", "main")
]

# ---- names from a closed list, which stands where the list is known --------------------------------------------------

Wager: TypeAlias = Annotated[str, listed("Wager")]
Game: TypeAlias = Annotated[str, listed("Game")]
EditionId: TypeAlias = Annotated[str, listed("EditionId")]
Mode: TypeAlias = Annotated[str, listed("Mode")]
Stage: TypeAlias = Annotated[str, listed("Stage")]
Lamp: TypeAlias = Annotated[str, listed("Lamp")]
Phase: TypeAlias = Annotated[str, listed("Phase")]
SeatState: TypeAlias = Annotated[str, listed("SeatState")]
Stub: TypeAlias = Annotated[str, one_of("", "out", "racked")]

# ---- anything --------------------------------------------------------------------------------------------------------

Value: TypeAlias = Annotated[
    Any,
    named(
        "Value",
        description="Words, a number, or a list or table of such, as the law or a house gives them.",
        anyOf=[
            {"type": ["string", "integer", "boolean", "null"]},
            {"type": "array", "items": {"$ref": PLACE + "Value"}},
            {"type": "object", "additionalProperties": {"$ref": PLACE + "Value"}},
        ],
    ),
]


# ---- How a value shows itself to a programmer --------------------------------------------------------------
# in one line at a prompt, as a small table in a notebook.
#
# A class that is `displayed` has `_line`, what it is in a few words, and may have `_rows`, a heading and rows. The
# rest is the same for all: `repr` sets the line in angle brackets, and a notebook is given plain HTML with every text
# escaped.


Rows: TypeAlias = tuple[Sequence[str], Iterable[Sequence[object]]]
"""The heading of each column, and the rows."""

C = TypeVar("C", bound=type[Any])


def displayed(cls: C) -> C:
    """Give a class its `repr` and, where it has a table, its HTML; subclasses inherit both."""
    cls.__repr__ = cast("Any", _repr)
    if hasattr(cls, "_rows"):
        cls._repr_html_ = _html
    return cls


def _said(value: Any) -> str:
    return f"{type(value).__name__}: {value._line()}"


def _repr(value: Any) -> str:
    return f"<{_said(value)}>"


def _html(value: Any) -> str:
    heading, rows = value._rows()
    body = "".join(_row(row, "td") for row in rows)
    caption = escape(_said(value))
    return f"<table><caption>{caption}</caption><thead>{_row(heading, 'th')}</thead><tbody>{body}</tbody></table>"


def _row(cells: Sequence[object], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{'' if cell is None else escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
