"""Requests to the application in this process, as a server makes them; of streams, as much as has come."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, NamedTuple

from starlette.applications import Starlette

from tests.web.conforming import conforms
from tests.web.served import BASE

HOST = BASE.removeprefix("http://")
TURNS = 12
"""How often others have their turn before a stream that is silent is taken to have nothing to say."""

NOT_COMPARED = (b"set-cookie", b"date", b"last-modified", b"etag")
"""Cookies are random; the others tell when a file was made for whoever asked, and how long it is."""


class Answer(NamedTuple):
    """What came back: all of it, but cookies and times."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def held(self, method: str, path: str) -> Answer:
        """The answer, once it was found to be as OpenAPI describes it."""
        conforms(method, path, self.status, dict(self.headers).get(b"content-type", b"").decode(), self.body)
        return self


class Browser:
    """Somebody's cookies, and the token of their pages."""

    def __init__(self, app: Starlette, cookies: dict[str, str], token: str) -> None:
        self._app = app
        self._headers = [
            (b"host", HOST.encode()),
            (b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()),
        ]
        self._sending = [
            *self._headers,
            (b"origin", BASE.encode()),
            (b"content-type", b"application/json"),
            (b"x-upcard-token", token.encode()),
        ]

    async def get(self, path: str, **headers: str) -> Answer:
        """A whole answer."""
        more = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        heard = _Heard()
        await self._app(_scope("GET", path, [*self._headers, *more]), _Body(b""), heard)
        return heard.answer().held("GET", path)

    async def post(self, path: str, body: bytes) -> Answer:
        heard = _Heard()
        await self._app(_scope("POST", path, self._sending), _Body(body), heard)
        return heard.answer().held("POST", path)

    def stream(self, path: str, **headers: str) -> Stream:
        """An answer that goes on for as long as somebody listens."""
        more = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        return Stream(self._app, _scope("GET", path, [*self._headers, *more]))

    async def first(self, path: str, **headers: str) -> Answer:
        """What a stream says before it waits."""
        stream = self.stream(path, **headers)
        await stream.heard()
        return (await stream.end()).held("GET", path)


class Stream:
    """A stream of events that is being listened to."""

    def __init__(self, app: Starlette, scope: dict[str, Any]) -> None:
        self._heard = _Heard()
        self._read = 0

        async def listen() -> None:
            await app(scope, _Body(b""), self._heard)

        self._task = asyncio.get_running_loop().create_task(listen())

    async def heard(self) -> bytes:
        """What was said since this was asked last."""
        await self._heard.begun.wait()  # who it is may be asked of a thread
        for _ in range(TURNS):
            await asyncio.sleep(0)
        new = bytes(self._heard.body[self._read :])
        self._read = len(self._heard.body)
        return new

    def leave(self) -> None:
        """Nobody listens any more."""
        self._task.cancel()

    async def end(self) -> Answer:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        return self._heard.answer()


class _Body:
    """What a request sends; after that whoever asked stays on the line."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body

    async def __call__(self) -> dict[str, Any]:
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


class _Heard:
    """What is sent back."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()
        self.begun = asyncio.Event()

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
            self.begun.set()
        else:
            self.body += message.get("body", b"")

    def answer(self) -> Answer:
        headers = tuple(sorted((name, value) for name, value in self.headers if name.lower() not in NOT_COMPARED))
        return Answer(self.status, headers, bytes(self.body))


def _scope(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    plain, _, query = path.partition("?")
    host, port = HOST.split(":")
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": plain, "raw_path": plain.encode(), "query_string": query.encode(), "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 50_000), "server": (host, int(port)), "state": {},
    }  # fmt: skip
