"""A served casino as a program uses it: documents, acts under an id of their own, and views as they change.

    casino = Client("http://127.0.0.1:8000")
    casino.sign_in("pat", "upcard-demo")
    casino.act({"act": "TakeSeat", "seat": 1, "player": "pat"}, table="deadwood-1")
    for table in casino.follow("table:deadwood-1:seat"):
        ...

A program that runs by itself shows an API token instead: `Client(address, token="upc_...")`.

An act that gets no answer is sent again under the same id, so it has one effect. `Refused` says why something was not
done, with its rule, its clause and the HTTP `status`; `Conflict` that the table has moved on; `ConnectionError` that no
casino answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPErrorProcessor, ProxyHandler, Request, build_opener
from uuid import uuid4

from upcard.errors import Conflict, Refused

if TYPE_CHECKING:
    from upcard.web.router import Me
    from upcard.web.routes.acts import Done
    from upcard.web.views.jackpots import Jackpots, Lobby
    from upcard.web.views.odds import Advice, Odds

OK, SEE_OTHER, UNAUTHORIZED, FORBIDDEN, CONFLICT = 200, 303, 401, 403, 409
QUIET = 40.0
"""Seconds without a sign of life after which a stream is taken to be lost; the server gives one every fifteen."""

PATIENCE, AGAIN = 60.0, 1.0
"""Seconds for which a server that has gone away is asked again, and between two times."""

Failed = (OSError, HTTPException, ValueError)
"""The server is away, or something that is no server answers; a timeout is an OSError too."""


class _AsItIs(HTTPErrorProcessor):
    """Every answer is one, whatever its status, and no other address is asked instead."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class RefusedByServer(Refused):
    """What the server did not do; `status` is that of HTTP: 401 not signed in, 403 not for this role, 422 a rule."""

    def __init__(self, rule: str | None, because: str, *, clause: str | None = None, status: int) -> None:
        super().__init__(rule, because, clause=clause)
        self.status = status


class Client:
    """A served casino by its address, with the cookies that it gave or an API token.

    A server that does not answer is tried again for `patience` seconds, with `again` seconds between two tries.
    """

    def __init__(self, address: str, *, token: str = "", patience: float = PATIENCE, again: float = AGAIN) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address!r} is not an address such as http://127.0.0.1:8000")
        try:
            parts.port  # noqa: B018 - a port that is none is found here
        except ValueError as error:
            raise ValueError(f"{address!r} has no such port") from error
        self.address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(), _AsItIs())
        self._token = ""
        self._api_token = token
        self._patience, self._again = patience, again

    def __repr__(self) -> str:
        return f"Client({self.address!r})"

    # ---- who one is

    def me(self, *, once: bool = False) -> Me:
        """Who is signed in; the token that goes with everything sent is renewed.

        Asked only `once`, a wrong address is said without delay.
        """
        try:
            found = self._read(*self._asked("/api/me")) if once else self.get("/api/me")
        except Failed as error:
            raise self._away(error) from error
        if not isinstance(found, dict) or not isinstance(found.get("token"), str):
            raise ConnectionError(f"{self.address} is no casino of Upcard")
        self._token = found["token"]
        return cast("Me", found)

    def sign_in(self, id: str, password: str) -> Me:
        """Sign in; every later request is made as this person."""
        self.me(once=True)
        if self._form("/sign-in", {"id": id, "password": password, "next": "/"}) != SEE_OTHER:
            raise RefusedByServer(
                None, f"the id {id!r} or its password is not right, or it is locked for a while", status=UNAUTHORIZED
            )
        return self.me()

    def visit(self, role: str = "player") -> Me:
        """Come in as a guest, which only a demonstration allows."""
        self.me(once=True)
        if self._form(f"/demo/{role}", {}) != SEE_OTHER:
            raise RefusedByServer(None, "this house is not a demonstration: sign in", status=FORBIDDEN)
        return self.me()

    # ---- documents

    def get(self, path: str, **query: str) -> Any:
        """Any document, by its address: `get("/api/journal", table="Stud 1")`."""
        return self._read(*self._until_answered(path + (f"?{urlencode(query)}" if query else "")))

    def post(self, path: str, body: Mapping[str, Any] = {}) -> Any:
        """Anything else that a program may send, by its address: `post("/api/house/check", {"toml": "..."})`.

        Unlike an act it is sent once only: where no answer comes, nothing says whether it was done.
        """
        try:
            return self._read(*self._asked(path, json.dumps(body).encode(), self._sent("application/json")))
        except Failed as error:
            raise self._away(error) from error

    def lobby(self) -> Lobby:
        """The house at a glance."""
        return cast("Lobby", self.get("/api/lobby"))

    def jackpots(self) -> Jackpots:
        """Every meter, pending awards and the last hits."""
        return cast("Jackpots", self.get("/api/jackpots"))

    def table(self, slug: str, as_: str = "seat") -> dict[str, Any]:
        """A table as it may be seen now: as a `seat`, `dealer`, `sign` or `surveillance`."""
        return cast("dict[str, Any]", self.get(f"/api/tables/{quote(slug)}", **{"as": as_}))

    def odds(self, slug: str) -> Odds:
        """The exact odds of every wager of a table, at its meters as they stand."""
        return cast("Odds", self.get(f"/api/odds/{quote(slug)}"))

    def advice(self, slug: str) -> Advice:
        """What each decision on one's own hand is worth."""
        return cast("Advice", self.get(f"/api/tables/{quote(slug)}/advice"))

    # ---- acts

    def act(
        self,
        act: Mapping[str, Any],
        table: str = "",
        *,
        version: int | None = None,
        second: tuple[str, str] | None = None,
        id: str = "",
    ) -> Done:
        """Do something at a table, or without one at a jackpot, the cage or a slip; it is on disk when this returns.

        `second` is the id and password of the second person, where an act takes two. `version` is the version of the
        table that the act is meant for. `id` is made up unless given.
        """
        body: dict[str, Any] = {"id": id or uuid4().hex, "version": version, "act": act}
        if second is not None:
            body["second"] = dict(zip(("id", "password"), second, strict=True))
        path = f"/api/tables/{quote(table)}/acts" if table else "/api/acts"
        done: Done = self._read(*self._until_answered(path, json.dumps(body).encode(), "application/json"))
        return done

    # ---- what happens

    def follow(self, view: str) -> Iterator[Any]:
        """A view whenever it changes, the present one first; a lost connection is taken up where it broke off.

        Views: `lobby`, `jackpots`, `supervisor`, and `table:SLUG:AS`.
        """
        last, until = "", monotonic() + self._patience
        while True:
            lost: BaseException = ConnectionError("the stream ended")
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
            try:
                with self._open(f"/api/stream?{urlencode({'view': view})}", None, headers, QUIET) as answer:
                    if answer.status != OK:
                        self._read(answer.status, answer.read())
                    for id, document in _events(answer):
                        last, until = id or last, monotonic() + self._patience
                        yield document
            except Failed as error:
                lost = error
            if monotonic() >= until:
                raise self._away(lost) from lost
            sleep(self._again)

    # ---- one question

    def _open(self, path: str, body: bytes | None, headers: Mapping[str, str], timeout: float = 20.0) -> Any:
        common = {"User-Agent": "upcard", "Accept": "application/json", "Origin": self.address}
        if self._api_token:
            common["Authorization"] = f"Bearer {self._api_token}"
        return self._opener.open(Request(self.address + path, body, {**common, **headers}), timeout=timeout)

    def _asked(self, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}) -> tuple[int, bytes]:
        with self._open(path, body, headers) as answer:
            return answer.status, answer.read()

    def _until_answered(self, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
        """An answer, also where the server is away for a moment; the same question may be asked twice."""
        headers = self._sent(kind) if kind else {}
        until = monotonic() + self._patience
        while True:
            try:
                return self._asked(path, body, headers)
            except Failed as error:
                if monotonic() >= until:
                    raise self._away(error) from error
                sleep(self._again)

    def _sent(self, kind: str) -> dict[str, str]:
        return {"Content-Type": kind, "X-Upcard-Token": self._token}

    def _form(self, path: str, fields: Mapping[str, str]) -> int:
        """Sends a form, as signing in does; the status of the answer."""
        return self._until_answered(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")[0]

    def _away(self, error: BaseException) -> ConnectionError:
        cause = getattr(error, "reason", error)
        because = getattr(cause, "strerror", None) or str(cause) or "no answer"
        return ConnectionError(f"{self.address} does not answer ({because})")

    def _read(self, status: int, content: bytes) -> Any:
        try:
            found = json.loads(content)
        except ValueError as error:
            because = f"it answered {status}" if status != OK else "its answer cannot be read"
            raise ConnectionError(f"{self.address} is no casino of Upcard: {because}") from error
        if status != OK:
            raise _refusal(found, status)
        return found


def _events(answer: Any) -> Iterator[tuple[str, Any]]:
    """The views of a stream of server-sent events, with their ids."""
    id, kind, lines = "", "", []
    while line := answer.readline():
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        field, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if text:
            id = value if field == "id" else id
            kind = value if field == "event" else kind
            lines += [value] if field == "data" else []
            continue
        if kind == "view" and lines:
            yield id, json.loads("\n".join(lines))
        kind, lines = "", []


def _refusal(found: Any, status: int) -> Refused | Conflict:
    """Why the server did not do it, in its words."""
    error = found.get("error") if isinstance(found, dict) else None
    if not isinstance(error, dict):
        return RefusedByServer(None, f"the server answered {status}", status=status)
    message, clause = str(error.get("message")), error.get("clause")
    if status == CONFLICT:
        return Conflict(message)
    if not isinstance(clause, str):
        return RefusedByServer(error.get("rule"), message, status=status)
    because = message.removesuffix(f" ({clause})")
    return RefusedByServer(error.get("rule"), because, clause=clause, status=status)
