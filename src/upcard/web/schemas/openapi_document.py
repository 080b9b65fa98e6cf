"""The document that describes all others."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from upcard.web.schemas.schema import Form
from upcard.web.schemas.types import Value

JsonSchema: TypeAlias = Annotated[dict[str, Value], Form("JsonSchema")]
"""In the words of JSON Schema, which says itself what may stand in it."""


class Facts(TypedDict):
    """What is described."""

    title: Annotated[str, "Its name."]
    version: Annotated[str, "Its version."]
    description: Annotated[str, "What it is."]


_IN = Annotated[Literal["path", "query"], "Where it stands."]
_Placed = TypedDict("_Placed", {"in": _IN})


class Parameter(_Placed):
    """A part of an address."""

    name: Annotated[str, "Its name."]
    required: Annotated[bool, "Whether it may be left out."]
    schema: Annotated[JsonSchema, "What it looks like."]


class Media(TypedDict):
    """A document of one kind."""

    schema: Annotated[JsonSchema, "What it looks like."]


class RequestBody(TypedDict):
    """What is sent."""

    required: Annotated[Literal[True], "It may not be left out."]
    content: Annotated[dict[str, Media], "By its kind."]


class Answer(TypedDict):
    """What is answered."""

    description: Annotated[str, "When."]
    content: Annotated[dict[str, Media], "By its kind."]


class Operation(TypedDict):
    """Something that can be asked for."""

    summary: Annotated[str, "What it is."]
    description: Annotated[str, "Whom it is for."]
    operationId: Annotated[str, "Its name."]
    parameters: Annotated[list[Parameter], "The parts of its address."]
    responses: Annotated[dict[str, Answer], "By status, what is answered."]
    requestBody: NotRequired[Annotated[RequestBody, "What is sent with it."]]


class Place(TypedDict):
    """An address, and what can be asked there."""

    get: NotRequired[Annotated[Operation, "What is asked for."]]
    post: NotRequired[Annotated[Operation, "What is done."]]


class Components(TypedDict):
    """What is described once for all."""

    schemas: Annotated[dict[str, JsonSchema], "By name, what documents look like."]


class OpenApi(TypedDict):
    """This document."""

    openapi: Annotated[Literal["3.1.0"], "The version of OpenAPI."]
    info: Annotated[Facts, "What is described."]
    paths: Annotated[dict[str, Place], "By address, what can be asked."]
    components: Annotated[Components, "What is described once for all."]
