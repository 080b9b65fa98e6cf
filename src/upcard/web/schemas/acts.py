"""Acts as documents offer them: by their names and fields, without what is asked for before they are sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from upcard.web.act_codec import LEVEL, schemas
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import SeatNumber, Why


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
    Form(
        "OfferedAct",
        description="An act to be sent, once what it asks for has been put into it under the names of the asks.",
        anyOf=_offered(),
    ),
]


class WrongCount(TypedDict):
    """What another number of cards than the right one would lead to."""

    count: Annotated[int | None, "That number, or null for every other."]
    effect: Annotated[str, "What would follow from it."]
    why: Annotated[Why | None, "The rule that says what follows."]


class Ask(TypedDict):
    """Something that an act needs before it is sent."""

    name: Annotated[str, "The field of the act that the answer goes into."]
    kind: Annotated[
        str, one_of("cards", "card", "count", "counts", "choice", "amount", "text"), "How the answer is written."
    ]
    label: Annotated[str, "What is asked for, in words."]
    optional: Annotated[bool, "Whether it may be left out."]
    count: NotRequired[Annotated[int | None, "How many cards."]]
    seats: NotRequired[Annotated[list[int] | None, "The seats that each have a count."]]
    of: NotRequired[Annotated[list[str] | None, "What may be chosen."]]
    right: NotRequired[Annotated[int | None, "The number that is right; another is shown with what it does, first."]]
    wrong: NotRequired[Annotated[list[WrongCount] | None, "What wrong numbers do."]]
    value: NotRequired[Annotated[int | str | dict[SeatNumber, int] | None, "What stands there at first."]]


class Choice(TypedDict):
    """Something that may be done now beside the next step."""

    label: Annotated[str, "What the button says."]
    key: Annotated[str, "The key that does it, or empty."]
    act: Annotated[OfferedAct, "What is sent."]
    asks: Annotated[list[Ask], "What has to be said first."]
    seat: Annotated[int | None, "The seat that it concerns."]
    why: Annotated[Why | None, "The rule behind it."]
    second: Annotated[bool, "Whether a second person signs it."]
    house: NotRequired[Annotated[Literal[True], "It is an act of the house and is sent to /api/acts."]]
    version: NotRequired[Annotated[None, "It is meant for no version."]]


class LineToDo(TypedDict):
    """One thing that is done by hand at a step."""

    id: Annotated[str, "Its name: the step, the clause and its place there."]
    do: Annotated[str, "What is done."]
    clause: Annotated[str, "The clause that has it done, with the part that is meant."]
    href: Annotated[str, "Where the clause stands on this site."]


class NextStep(TypedDict):
    """The one next step of the procedure."""

    label: Annotated[str, "What the button says."]
    act: Annotated[OfferedAct | None, "What is sent, where it may be done now by whoever looks."]
    asks: Annotated[list[Ask], "What has to be said first."]
    by: Annotated[
        list[Annotated[str, one_of("player", "dealer", "floorperson", "supervisor", "cage", "licensee", "regulator")]],
        "Whose step it is.",
    ]
    yours: Annotated[bool, "Whether whoever looks may do it now."]
    seat: Annotated[int | None, "The seat that it concerns."]
    deck: Annotated[str, "The deck that it concerns, or empty."]
    why: Annotated[Why | None, "The rule behind it."]
    waits: Annotated[str, "What it waits for, or empty."]
    lines: Annotated[list[LineToDo], "What is done by hand, in order."]


class PlayerStep(TypedDict):
    """What a player does next, or waits for."""

    label: Annotated[str, "What is to be done."]
    kind: Annotated[str, one_of("wait", "sit", "wager", "decide"), "What sort of step it is."]
    waits: Annotated[str, "What is waited for, or empty."]


class Irregularity(TypedDict):
    """Something that can go wrong, and may be reported now."""

    label: Annotated[str, "What has happened."]
    act: Annotated[OfferedAct, "The report; a seat is put into it where there are seats."]
    seats: Annotated[list[int] | None, "The seats that it may concern."]
    effect: Annotated[str, "What would follow from it."]
    why: Annotated[Why | None, "The rule that says what follows."]
    second: Annotated[bool, "Whether a second person signs it."]
