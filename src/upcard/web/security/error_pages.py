"""How the site says no: a document for programs, a page for people, plain text where no page can be drawn."""

from __future__ import annotations

from jinja2 import TemplateError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from upcard.web.roles import NOBODY
from upcard.web.security.security import token_of
from upcard.web.site import kept_page
from upcard.web.wire import failure

TITLES = {
    403: "This is not open to you",
    404: "There is nothing here",
    429: "Not so fast",
    500: "Something failed",
    503: "Not at this moment",
}


class Denied(Exception):
    """What a person may not do, with the status that says so and a sentence that says why."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


def refusal(request: Request, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """No, and why."""
    if request.url.path.startswith("/api/"):
        return failure(status, message, headers=headers)
    answer = _page(request, status, message) or PlainTextResponse(f"{message}\n", status)
    answer.headers.update(headers or {})
    return answer


def _page(request: Request, status: int, message: str) -> Response | None:
    if not hasattr(request.state, "who"):  # no route was found, so nobody was recognised
        request.state.who, request.state.session = NOBODY, ""
        request.state.token = token_of(request)
    try:
        told = {"title": TITLES.get(status, "That was not possible"), "message": message, "why": None, "clause": None}
        return kept_page(request, "error.html", (status, message), lambda: told, status)
    except TemplateError:
        return None
