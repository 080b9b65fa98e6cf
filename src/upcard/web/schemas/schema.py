"""Types as JSON Schema: each member with its words, each named part once under the components of OpenAPI.

>>> from typing import TypedDict
>>> class Lamp(TypedDict):
...     seat: Annotated[int, "Whose it is."]
...     lit: NotRequired[Annotated[bool, "Whether it is on."]]
>>> parts = Parts()
>>> parts.schema(list[Lamp])
{'type': 'array', 'items': {'$ref': '#/components/schemas/Lamp'}}
>>> parts.named["Lamp"]["required"], parts.named["Lamp"]["properties"]["lit"]
(['seat'], {'type': 'boolean', 'description': 'Whether it is on.'})
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

PLACE = "#/components/schemas/"

Schema = dict[str, Any]


class Form:
    """How a value is written, where its type does not say it; one with a name is described once for all."""

    def __init__(self, name: str = "", **schema: Any) -> None:
        self.name = name
        self.schema = schema


def one_of(*values: str) -> Form:
    """One of some words."""
    return Form(type="string", enum=list(values))


class Parts:
    """The named parts of some types, gathered while they are written down."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._made: dict[str, object] = {}

    def schema(self, hint: Any) -> Schema:
        """What a value of this type looks like; whatever is not said exactly is no type of a document."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin is NotRequired:
            return self.schema(args[0])
        if origin in (Union, UnionType):
            return self._any(args)
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": sorted(args, key=str)}  # Python keeps no order
        if origin is list:
            return {"type": "array", "items": self.schema(args[0])}
        if origin is tuple:
            each = [self.schema(one) for one in args]
            return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}
        if origin is dict:
            return {
                "type": "object",
                "propertyNames": self.schema(args[0]),
                "additionalProperties": self.schema(args[1]),
            }
        if is_typeddict(hint):
            return self._reference(hint.__name__, hint, lambda: self._members(hint))
        return {"type": PLAIN[hint]}

    def _annotated(self, inner: Any, notes: tuple[Any, ...]) -> Schema:
        form = next((note for note in notes if isinstance(note, Form)), None)
        words = [note for note in notes if isinstance(note, str)]
        if form is not None and form.name:
            found = self._reference(form.name, form, lambda: form.schema or self.schema(inner))
        else:
            found = form.schema if form is not None else self.schema(inner)
        return {**found, "description": words[-1]} if words else found

    def _any(self, hints: tuple[Any, ...]) -> Schema:
        found = [self.schema(hint) for hint in hints]
        if len(found) == 2 and NoneType in hints and all(set(one) == {"type"} for one in found):
            return {"type": [one["type"] for one in found]}
        return {"anyOf": found}

    def _reference(self, name: str, of: object, make: Any) -> Schema:
        if name not in self._made:
            self._made[name] = of
            self.named[name] = {}
            self.named[name] = make()
        assert self._made[name] is of, f"there are two parts called {name}"
        return {"$ref": PLACE + name}

    def _members(self, shape: Any) -> Schema:
        hints = get_type_hints(shape, include_extras=True)
        return {
            "type": "object",
            "description": " ".join((shape.__doc__ or "").split()),
            "properties": {name: self.schema(hint) for name, hint in hints.items()},
            "required": [name for name, hint in hints.items() if get_origin(hint) is not NotRequired],
            "additionalProperties": False,
        }


PLAIN = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
