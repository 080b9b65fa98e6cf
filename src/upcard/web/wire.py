"""Documents as they are sent and answered: read, written as bytes or into a page, and how a program is told no."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict, TypeVar

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from upcard.document import doc
from upcard.errors import Conflict, Refused

JSON = "application/json"

_encoder = msgspec.json.Encoder()
_IN_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program sends: these members and no others."""


Sent = TypeVar("Sent", bound=Message)


async def received(request: Request, kind: type[Sent]) -> Sent:
    """What was sent; where it cannot be read, that is the answer."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"what was sent cannot be read: {error}") from None


def encode(document: Any) -> bytes:
    """JSON, the fields in their order."""
    return _encoder.encode(document)


def embed(id: str, document: Any) -> Markup:
    """A document for a page's own script; it is no script itself.

    >>> embed("view", {"a": "</script>"})
    Markup('<script type="application/json" id="view">{"a":"\\\\u003c/script\\\\u003e"}</script>')
    """
    text = encode(document).decode().translate(_IN_HTML)
    return Markup(f'<script type="application/json" id="{id}">{text}</script>')


def answer(document: Any, status: int = 200) -> Response:
    """A document for a program; bytes are one that was written before."""
    return Response(document if isinstance(document, bytes) else encode(document), status, media_type=JSON)


class Refusal(TypedDict):
    """Why something was not done."""

    message: Annotated[str, doc("One sentence.")]
    rule: Annotated[str | None, doc("The rule that refuses it.")]
    clause: Annotated[str | None, doc("The clause that gives the rule.")]


class Error(TypedDict):
    """Something was not done, and nothing has changed."""

    error: Annotated[Refusal, doc("Why.")]


def failure(
    status: int, message: str, rule: str | None = None, clause: str | None = None, headers: dict[str, str] | None = None
) -> Response:
    """Something was not done: one sentence, with the rule and the clause where there is one."""
    body: Error = {"error": {"message": message, "rule": rule, "clause": clause}}
    return Response(encode(body), status, media_type=JSON, headers=headers)


def refusal(error: Refused | Conflict) -> Response:
    """Why the floor did not do something: a rule, or a state that is no longer the present one."""
    if isinstance(error, Conflict):
        return failure(409, str(error))
    return failure(422, str(error), error.rule, error.clause)
