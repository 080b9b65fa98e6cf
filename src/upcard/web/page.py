"""Pages of the site: drawn once for everybody who sees the same, and how the site says no.

What belongs to one person alone (the token of the forms, the id and the name) is never kept: in its place stand marks
that nobody can guess, and each answer has its own words there.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypedDict, TypeVar, cast

import msgspec
from jinja2 import Environment, PackageLoader, TemplateError
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from upcard.document import doc
from upcard.errors import Conflict, Refused
from upcard.web.router import ANYONE, LICENSEES, NOBODY, PIT, REGULATORS, Roles, Who
from upcard.web.security.security import DEMO_PEOPLE, PASSWORD, token_of

if TYPE_CHECKING:
    from upcard.web.site import Site


MOST, LARGEST = 512, 32 * 1024 * 1024
"""How many pages are kept, and how many bytes of them: the one that was asked for longest ago goes first."""

_SECRET = secrets.token_hex(16)
TOKEN, ID, NAME = (f"{_SECRET}-{what}-" for what in ("token", "id", "name"))
"""The marks: letters, digits and hyphens, which stay as they are wherever in a page they stand."""
_MARKS = re.compile(f"({TOKEN}|{ID}|{NAME})".encode())


class Own(NamedTuple):
    """What is each person's own in a page."""

    token: str
    id: str
    name: str


class PageCache:
    """The pages of one site."""

    def __init__(self, most: int = MOST, largest: int = LARGEST) -> None:
        self._most = most
        self._largest = largest
        self._kept: OrderedDict[Hashable, tuple[bytes, ...]] = OrderedDict()
        self._bytes = 0
        self.drawn = 0
        """How many pages were drawn."""

    def page(self, key: Hashable, own: Own, draw: Callable[[], str]) -> bytes:
        """The page under this key, drawn where it is not kept, with each person's own words in it."""
        parts = self._kept.pop(key, None)
        if parts is None:
            self.drawn += 1
            parts = tuple(_MARKS.split(draw().encode()))
            self._bytes += sum(map(len, parts))
        self._kept[key] = parts
        while len(self._kept) > self._most or (self._bytes > self._largest and len(self._kept) > 1):
            self._bytes -= sum(map(len, self._kept.popitem(last=False)[1]))
        words = {mark.encode(): str(escape(word)).encode() for mark, word in zip((TOKEN, ID, NAME), own, strict=True)}
        return b"".join(words.get(part, part) for part in parts)


NAVIGATION: tuple[tuple[str, str, Roles], ...] = (
    ("/", "Tables", ANYONE),
    ("/dealer", "Deal", frozenset({"dealer"})),
    ("/dealer", "Consoles", frozenset({"floorperson"})),
    ("/supervisor", "Floor", frozenset({"floorperson"})),
    ("/supervisor", "Supervisor", frozenset({"supervisor"})),
    ("/surveillance", "Surveillance", frozenset({"surveillance", "regulator"})),
    ("/petitions", "Petitions", REGULATORS),
    ("/documents", "Documents", frozenset({"supervisor", "surveillance", "regulator", "licensee"})),
    ("/attempts", "Sign-ins", frozenset({"surveillance", "regulator", "licensee"})),
    ("/status", "Status", frozenset({"regulator", "licensee"})),
    ("/house", "House", frozenset({"licensee", "supervisor"})),
    ("/training", "Training", PIT | LICENSEES),
    ("/sign", "Display board", ANYONE - {"player"}),
    ("/law", "Law", ANYONE),
    ("/help", "Help", ANYONE),
)


@cache
def _hashed(name: str) -> str:
    """A static file's address, which changes with the file so that a browser may keep it."""
    content = files("upcard.web").joinpath("static", *name.split("/")).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("upcard.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    signers = {role: id for id, _, role in reversed(DEMO_PEOPLE) if role in ("supervisor", "surveillance", "licensee")}
    made.globals |= {"static": _hashed, "embed": embed}
    made.globals["demo_signers"] = json.dumps({"password": PASSWORD, "people": signers})
    return made


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page of the site."""
    return HTMLResponse(_drawn(request, template, _who(request), token_of(request), context), status)


def kept_page(
    request: Request, template: str, key: Hashable, context: Callable[[], dict[str, Any]], status: int = 200
) -> Response:
    """A page that is the same for everybody of a role, but for token, id and name: drawn once for its key.

    The context is asked for only where the page is drawn, and must not hang on anything that the key does not tell.
    """
    site, who = _site(request), _who(request)
    current = tuple((item["label"], item["current"]) for item in _navigation(request.url.path, who, site))
    whole = (template, key, who.role, current, request.url.path == "/password", site.moment.house_name)
    somebody = Who(ID, who.role, NAME) if who.id else who
    own = Own(token_of(request), who.id, who.name or who.id)
    body = site.pages.page(whole, own, lambda: _drawn(request, template, somebody, TOKEN, context()))
    return HTMLResponse(body, status)


def _navigation(path: str, who: Who, site: Site) -> list[dict[str, Any]]:
    """The pages for a role; what waits for somebody's decision is counted."""
    waits = {"/petitions": site.moment.petitions_waiting} if who.role in REGULATORS else {}
    return [
        {
            "href": href,
            "label": f"{label} ({waits[href]})" if waits.get(href) else label,
            "current": path == href or (href != "/" and path.startswith(f"{href}/")),
        }
        for href, label, roles in NAVIGATION
        if who.role in roles
    ]


def _drawn(request: Request, template: str, who: Who, token: str, context: dict[str, Any]) -> str:
    site, path = _site(request), request.url.path
    house, nav = site.moment.house_name, _navigation(path, who, site)
    found = environment().get_template(template)
    return found.render(who=who, site=site, house=house, token=token, nav=nav, path=path, **context)


# ---- how the site says no: a document for programs, a page for people, plain text where no page can be drawn

TITLES = {
    403: "This is not open to you",
    404: "There is nothing here",
    429: "Not so fast",
    500: "Something failed",
    503: "Not at this moment",
}


def page_refusal(request: Request, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """No, and why."""
    if request.url.path.startswith("/api/"):
        return failure(status, message, headers=headers)
    message = f"{message[:1].upper()}{message[1:]}{'' if message[-1:] in '.!?' else '.'}"
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


def _site(request: Request) -> Site:
    return cast("Site", request.app.state.site)


def _who(request: Request) -> Who:
    return cast("Who", request.state.who)


# ---- Documents as they are sent and answered ---------------------------------------------------------------
# read, written as bytes or into a page, and how a program is told no.


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
