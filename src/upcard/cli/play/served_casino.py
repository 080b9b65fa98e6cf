"""A served casino, as a terminal plays at it: documents by GET, acts by POST, and views as they change."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from upcard import __version__
from upcard.errors import Refused

QUIET = 40.0
"""Seconds without a sign of life after which a stream is taken to be lost; the server gives one every fifteen."""

PATIENCE = 60.0
"""Seconds for which a server that has gone away is asked again."""

AGAIN = 1.0
MOST_COOKIES = 10

Failed = (OSError, http.client.HTTPException, ValueError)
"""The server is away, or something that is no server answers; a timeout is an OSError too."""


class ServedCasino:
    """A server by its address, with the cookies that it gave, and the table that is played at."""

    def __init__(self, address: str, *, patience: float = PATIENCE, again: float = AGAIN) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        try:
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError as error:
            raise Refused(None, f"--at: {address!r} has no such port") from error
        if parts.scheme not in ("http", "https") or not self._host:
            raise Refused(None, f"--at: {address!r} is no address such as http://127.0.0.1:8000")
        self._https = parts.scheme == "https"
        self._origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._cookies: dict[str, str] = {}
        self._token = ""
        self._patience, self._again = patience, again
        self.slug, self.seat, self.pause = "", 0, 0.0

    # ---- one question

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._https else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout)

    def _headers(self, more: Mapping[str, str] = {}) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        found = {"User-Agent": f"upcard/{__version__}", "Accept": "application/json", "Origin": self._origin}
        return {**found, **({"Cookie": cookies} if cookies else {}), **more}

    def _asked(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        connection = self._open(20.0)
        try:
            connection.request(method, path, body, self._headers(headers))
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or []:
            self._keep(line)
        return answer.status, content

    def _keep(self, line: str) -> None:
        """A cookie that the server gives, or takes away."""
        name, _, value = line.partition(";")[0].partition("=")
        self._cookies.pop(name.strip(), None)
        if value and len(self._cookies) < MOST_COOKIES:
            self._cookies[name.strip()] = value.strip()

    def _once(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}) -> Any:
        """An answer, also where the server is away for a moment; the same question may be asked twice."""
        until = monotonic() + self._patience
        while True:
            try:
                return self._asked(method, path, body, headers)
            except Failed as error:
                if monotonic() >= until:
                    raise self._away(error) from error
                sleep(self._again)

    def _away(self, error: BaseException) -> Refused:
        because = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or "no answer"
        return Refused(None, f"--at: {self._origin} does not answer ({because})")

    def get(self, path: str) -> Any:
        """A document."""
        return self._read(*self._once("GET", path))

    def first(self) -> Any:
        """Who we are, asked at once and only once, so that a wrong address is said without delay."""
        try:
            found = self._read(*self._asked("GET", "/api/me", None, {}))
        except Failed as error:
            raise self._away(error) from error
        return self._met(found)

    def me(self) -> Any:
        """Who we are to the server; its token goes with everything that is sent from then on."""
        return self._met(self.get("/api/me"))

    def _met(self, found: Any) -> Any:
        if not isinstance(found, dict) or not isinstance(found.get("token"), str):
            raise Refused(None, f"--at: {self._origin} is no casino of Upcard")
        self._token = found["token"]
        return found

    def _read(self, status: int, content: bytes) -> Any:
        try:
            found = json.loads(content)
        except ValueError as error:
            because = f"it answered {status}" if status != 200 else "its answer cannot be read"
            raise Refused(None, f"--at: {self._origin} is no casino of Upcard: {because}") from error
        if status != 200:
            raise _refusal(found, status)
        return found

    # ---- what is done

    def form(self, path: str, fields: Mapping[str, str]) -> int:
        """Sends a form, as signing in does; the status of the answer."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Upcard-Token": self._token}
        status: int = self._once("POST", path, urlencode(fields).encode(), headers)[0]
        return status

    def act(self, act: Mapping[str, Any]) -> None:
        """An act at the table, under one id however often it has to be sent; a `Refused` says why it was not done."""
        body = json.dumps({"id": uuid4().hex, "version": None, "act": act}).encode()
        headers = {"Content-Type": "application/json", "X-Upcard-Token": self._token}
        self._read(*self._once("POST", f"/api/tables/{self.slug}/acts", body, headers))

    # ---- what happens

    def document(self, as_: str = "seat") -> Any:
        return self.get(f"/api/tables/{self.slug}?as={as_}")

    def following(self) -> Iterator[Any]:
        """The table whenever it changes, the present one first; a lost connection is taken up where it broke off."""
        last, until = "", monotonic() + self._patience
        while True:
            connection = self._open(QUIET)
            try:
                headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
                connection.request("GET", f"/api/stream?view=table:{self.slug}:seat", headers=self._headers(headers))
                answer = connection.getresponse()
                if answer.status != 200:
                    self._read(answer.status, answer.read())
                for id, document in _events(answer):
                    last, until = id or last, monotonic() + self._patience
                    yield document
            except Failed as error:
                if monotonic() >= until:
                    raise self._away(error) from error
            finally:
                connection.close()
            if monotonic() >= until:
                raise self._away(ConnectionError("the stream ended"))
            sleep(self._again)


def _events(answer: http.client.HTTPResponse) -> Iterator[tuple[str, Any]]:
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


def _refusal(found: Any, status: int) -> Refused:
    """Why the server did not do it, in its words."""
    error = found.get("error") if isinstance(found, dict) else None
    if not isinstance(error, dict):
        return Refused(None, f"the server answered {status}")
    clause = error.get("clause")
    return Refused(error.get("rule"), str(error.get("message")), clause=clause if isinstance(clause, str) else None)
