"""What is answered when something cannot be: one sentence, with the rule and the clause where there is one."""

from __future__ import annotations

from starlette.responses import Response

from upcard.errors import Conflict, Refused
from upcard.web.encoding import encode


def failure(
    status: int, message: str, rule: str | None = None, clause: str | None = None, headers: dict[str, str] | None = None
) -> Response:
    """An answer for a program."""
    body = encode({"error": {"message": message, "rule": rule, "clause": clause}})
    return Response(body, status, media_type="application/json", headers=headers)


def refusal(error: Refused | Conflict) -> Response:
    """Why the floor did not do something: a rule, or a state that is no longer the present one."""
    if isinstance(error, Conflict):
        return failure(409, str(error))
    return failure(422, str(error), error.rule, error.clause)
