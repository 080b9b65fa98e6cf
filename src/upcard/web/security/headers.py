"""Around the whole site: headers on every answer, no other names, no large bodies. Nothing is buffered."""

from __future__ import annotations

import logging
import re

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.errors import Refused
from upcard.people import Busy
from upcard.store.store import StoreError
from upcard.web.operator_log import OperatorLog
from upcard.web.page import failure, page_refusal
from upcard.web.page import refusal as told
from upcard.web.security.allowed_hosts import is_loopback, named
from upcard.web.security.authorize import STATIC
from upcard.web.security.rate_limit import kind_of, network
from upcard.web.security.security import COOKIE, FORM_COOKIE, Security

LARGEST_BODY = 64 * 1024
TOO_LARGE = f"A request has at most {LARGEST_BODY // 1024} kB."

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: a browser would then say of our own forms that they come from nowhere.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

SESSION = re.compile(rf"(?:^|; ?){COOKIE}=([A-Za-z0-9_-]{{43}})(?:;|$)")
OPERATORS = ("/health", "/metrics")
"""What tells an operator how things stand: it is most wanted when there are too many requests."""
LOCAL = 10
"""This machine may stand for many: a proxy, or every screen of a demonstration."""
CROWDED = "Too many wait to be served at this moment. Try again in a few seconds."

_log = logging.getLogger("upcard.web")


def secured(app: Starlette) -> None:
    """Puts the guard around a site's application, and has what it cannot answer said as everything else is."""
    site = app.state.site
    site.people.demo = site.demo
    app.add_middleware(Guard, security=site.security, log=site.monitor.log)
    app.add_exception_handler(HTTPException, _unanswered)
    app.add_exception_handler(StoreError, _unreachable)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Busy, _busy)


async def _unanswered(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = SAID.get(error.status_code, error.detail) if error.detail in USUAL else error.detail
    return page_refusal(request, error.status_code, said, dict(error.headers or {}))


async def _unreachable(request: Request, error: Exception) -> Response:
    """Whatever was asked for, and from whichever store; one that can only be read is found by nobody else."""
    what = f"{request.method} {request.url.path}: {error}"
    request.app.state.site.monitor.log.report("failed", what=what)
    return page_refusal(request, 503, AWAY, {"Retry-After": "5"})


async def _refused(request: Request, error: Exception) -> Response:
    """What was asked for is refused, with the rule where there is one."""
    assert isinstance(error, Refused)
    return told(error) if request.url.path.startswith("/api/") else page_refusal(request, 422, str(error))


async def _busy(request: Request, error: Exception) -> Response:
    """The one worker for passwords has its hands full."""
    return page_refusal(request, 429, f"{str(error).capitalize()}.", {"Retry-After": "1"})


AWAY = "The store does not answer at this moment, so nothing was done. Try again in a moment."
SAID = {404: "There is no such page here.", 405: "That cannot be done to this address."}
USUAL = {"Not Found", "Method Not Allowed"}
"""What the framework says, which are no sentences."""


class Guard:
    """Pure ASGI, so that a stream of events goes through as it comes."""

    def __init__(self, app: ASGIApp, security: Security, log: OperatorLog) -> None:
        self.app = app
        self.security = security
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            scope.setdefault("state", {})
            await self._http(scope, receive, self._adorned(scope, send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refused = await self._in_turn(scope, headers) or self._refused(headers, scope["path"])
        if refused is not None:
            await refused(scope, receive, send)
            return
        try:
            await self.app(scope, _limited(receive), send)
        except ClientDisconnect:
            return  # there is nobody to answer
        except Exception:
            _log.exception("%s %s failed", scope["method"], scope["path"])
            if scope["state"].get("begun"):
                raise  # half an answer is out: the connection is dropped
            failed = page_refusal(Request(scope), 500, "Something failed here. Nothing is known to have been done.")
            await failed(scope, receive, send)

    async def _in_turn(self, scope: Scope, headers: Headers) -> Response | None:
        """Waits until it is this request's turn; the answer where that is never, or where there were too many."""
        security, path, kind = self.security, scope["path"], kind_of(scope["method"], scope["path"])
        address = scope["client"][0] if scope.get("client") else ""
        found = SESSION.search(headers.get("cookie", ""))
        known = security.people.known(found[1]) if found else ""
        whose, wait = known or network(address), 0
        if kind == "acts":
            passes, first = bool(known) and not security.acts.empty(known), False
        else:
            wait = security.reads[kind].take(whose, LOCAL if is_loopback(address) else 1)
            passes, first = False, not wait and (bool(known) or path in OPERATORS)
        if not passes and not await security.scheduler.turn(whose, first=first):
            return _plainly(path, 503, CROWDED, {"Retry-After": "5", "Connection": "close"})
        if not wait:
            return None
        after = f"{wait} second{'' if wait == 1 else 's'}"
        return _plainly(path, 429, f"Too many requests at once: try again in {after}.", {"Retry-After": str(wait)})

    def _refused(self, headers: Headers, path: str) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or named(hosts[0]) not in self.security.hosts:
            self.log.report("unknown-name", name=", ".join(hosts) or "nothing")
            return _plainly(path, 421, "This is not a name of this site. Whoever runs it names it with --name.")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return _plainly(path, 400, "The length of the request cannot be read.")
        if len(length) > 9 or int(length) > LARGEST_BODY:
            return _plainly(path, 413, TOO_LARGE, {"Connection": "close"})
        return None

    def _adorned(self, scope: Scope, send: Send) -> Send:
        async def adorned(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["state"]["begun"] = True
                self._adorn(scope, MutableHeaders(scope=message))
            await send(message)

        return adorned

    def _adorn(self, scope: Scope, headers: MutableHeaders) -> None:
        for name, value in HEADERS.items():
            headers[name] = value
        if self.security.https:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        headers.setdefault("Cache-Control", _kept(scope))
        form_cookie = scope["state"].get("form_cookie")
        if form_cookie:
            headers.append("Set-Cookie", self.security.cookie(FORM_COOKIE, form_cookie))


def _plainly(path: str, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """No, before anything of the site is asked: a page would say too much to whoever calls it by another name."""
    if path.startswith("/api/"):
        return failure(status, message, headers=headers)
    return PlainTextResponse(f"{message}\n", status, headers)


def _kept(scope: Scope) -> str:
    """How long a browser keeps an answer: a file under the name of its hash for ever, anything else not at all."""
    if not scope["path"].startswith(STATIC):
        return "no-store"
    return "public, max-age=31536000, immutable" if scope["query_string"].startswith(b"v=") else "no-cache"


def _limited(receive: Receive) -> Receive:
    """A body that says nothing of its length is counted as it comes."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise HTTPException(413, TOO_LARGE)
        return message

    return limited
