"""A served casino, as a terminal plays at it: the way to a seat, documents, acts, and views as they change."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from getpass import getpass
from http.client import HTTPException
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPErrorProcessor, ProxyHandler, Request, build_opener
from uuid import uuid4

from rich.text import Text

from upcard import __version__
from upcard.cli.card_text import row
from upcard.cli.play.screen import Left, Screen
from upcard.errors import Refused

PASSWORD = "UPCARD_PASSWORD"
SEE_OTHER = 303
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


class ServedCasino:
    """A server by its address, with the cookies that it gave, and the table that is played at."""

    def __init__(self, address: str, *, patience: float = PATIENCE, again: float = AGAIN) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(None, f"--at: {address!r} is no address such as http://127.0.0.1:8000")
        try:
            parts.port  # noqa: B018 - a port that is none is found here
        except ValueError as error:
            raise Refused(None, f"--at: {address!r} has no such port") from error
        self._origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(), _AsItIs())
        self._token = ""
        self._patience, self._again = patience, again
        self.slug, self.seat = "", 0

    # ---- one question

    def _open(self, path: str, body: bytes | None, headers: Mapping[str, str], timeout: float = 20.0) -> Any:
        common = {"User-Agent": f"upcard/{__version__}", "Accept": "application/json", "Origin": self._origin}
        return self._opener.open(Request(self._origin + path, body, {**common, **headers}), timeout=timeout)

    def _asked(self, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}) -> tuple[int, bytes]:
        with self._open(path, body, headers) as answer:
            return answer.status, answer.read()

    def _until_answered(self, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
        """An answer, also where the server is away for a moment; the same question may be asked twice."""
        headers = {"Content-Type": kind, "X-Upcard-Token": self._token} if kind else {}
        until = monotonic() + self._patience
        while True:
            try:
                return self._asked(path, body, headers)
            except Failed as error:
                if monotonic() >= until:
                    raise self._away(error) from error
                sleep(self._again)

    def _away(self, error: BaseException) -> Refused:
        cause = getattr(error, "reason", error)
        because = getattr(cause, "strerror", None) or str(cause) or "no answer"
        return Refused(None, f"--at: {self._origin} does not answer ({because})")

    def get(self, path: str) -> Any:
        """A document."""
        return self._read(*self._until_answered(path))

    def me(self, *, first: bool = False) -> Any:
        """Who we are to the server; its token goes with everything that is sent from then on.

        The `first` time it is asked only once, so that a wrong address is said without delay.
        """
        try:
            found = self._read(*self._asked("/api/me")) if first else self.get("/api/me")
        except Failed as error:
            raise self._away(error) from error
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
        return self._until_answered(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")[0]

    def act(self, act: Mapping[str, Any]) -> None:
        """An act at the table, under one id however often it has to be sent; a `Refused` says why it was not done."""
        body = json.dumps({"id": uuid4().hex, "version": None, "act": act}).encode()
        self._read(*self._until_answered(f"/api/tables/{self.slug}/acts", body, "application/json"))

    # ---- what happens

    def document(self, as_: str = "seat") -> Any:
        return self.get(f"/api/tables/{self.slug}?as={as_}")

    def following(self) -> Iterator[Any]:
        """The table whenever it changes, the present one first; a lost connection is taken up where it broke off."""
        last, until = "", monotonic() + self._patience
        while True:
            lost: BaseException = ConnectionError("the stream ended")
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
            try:
                with self._open(f"/api/stream?view=table:{self.slug}:seat", None, headers, QUIET) as answer:
                    if answer.status != 200:
                        self._read(answer.status, answer.read())
                    for id, document in _events(answer):
                        last, until = id or last, monotonic() + self._patience
                        yield document
            except Failed as error:
                lost = error
            if monotonic() >= until:
                raise self._away(lost) from lost
            sleep(self._again)


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


def _refusal(found: Any, status: int) -> Refused:
    """Why the server did not do it, in its words."""
    error = found.get("error") if isinstance(found, dict) else None
    if not isinstance(error, dict):
        return Refused(None, f"the server answered {status}")
    clause = error.get("clause")
    return Refused(error.get("rule"), str(error.get("message")), clause=clause if isinstance(clause, str) else None)


# ---- from the door to a seat -----------------------------------------------------------------------------------------


def joined(at: str, id: str | None, table: str | None, seat: int | None, screen: Screen) -> ServedCasino | None:
    """A casino with a seat of ours in it, or None for somebody who leaves at the list of tables."""
    casino = ServedCasino(at)
    me = _sign_in(casino, id)
    try:
        casino.slug = _table(casino.get("/api/lobby")["tables"], table, screen)
    except Left:
        return None
    casino.seat = _seat(casino, me, seat)
    return casino


def _sign_in(casino: ServedCasino, id: str | None) -> str:
    """Signs in, or comes in as a guest of a demonstration; the id that one plays under."""
    casino.me(first=True)
    if id is None:
        if casino.form("/demo/player", {}) != SEE_OTHER:
            raise Refused(None, "--as: this house wants to know who plays; say --as and your id")
    elif casino.form("/sign-in", {"id": id, "password": _password(id), "next": "/"}) != SEE_OTHER:
        raise Refused(None, f"--as: the id {id!r} or its password is not right, or it is locked for a while")
    me = casino.me()
    if me.get("role") != "player":
        raise Refused(None, f"--as: {me.get('id') or 'nobody'} is no player but {me.get('role')}")
    return str(me["id"])


def _password(id: str) -> str:
    given = os.environ.get(PASSWORD)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Refused(None, f"--as: nobody is there to type a password; set {PASSWORD}")
    try:
        return getpass(f"Password of {id}: ")
    except (EOFError, KeyboardInterrupt) as error:
        raise Refused(None, "--as: no password was given") from error


def _table(tables: list[Any], wanted: str | None, screen: Screen) -> str:
    """The slug of a table: the one named, the only one, or one of those listed."""
    slugs = {name: str(table["slug"]) for table in tables for name in (table["slug"], table["name"])}
    if wanted is not None and wanted not in slugs:
        known = ", ".join(table["slug"] for table in tables)
        raise Refused(None, f"--table: there is no table {wanted!r}; there is {known}")
    if wanted is not None or len(tables) == 1:
        return slugs[wanted or tables[0]["slug"]]
    slugs |= {str(number): table["slug"] for number, table in enumerate(tables, 1)}
    screen.show(_listed(tables))
    while (answer := screen.ask(" Which table? [1] > ") or "1") not in slugs:
        if answer in ("q", "quit"):
            raise Left
        screen.show([Text(f" {answer[:20]!r} is no table; a number is.")])
    return slugs[answer]


def _listed(tables: list[Any]) -> list[Text]:
    lines = []
    for number, table in enumerate(tables, 1):
        free = sum(seat["player"] is None for seat in table["seats"])
        state = f"{free} free of {len(table['seats'])}" if table["open"] else "closed"
        lines.append(row((f" {number}", 4), (table["name"], 20), (table["title"], 43), (state, -12), style="bold"))
        lines.append(row(("", 4), (table["limits"], 75), style="dim"))
    return lines


def _seat(casino: ServedCasino, me: str, wanted: int | None) -> int:
    """Sits down in the seat asked for, or in the first that is free; whoever sits there already stays."""
    document = casino.document()
    if document.get("you"):
        return int(document["you"])
    free = [int(seat["seat"]) for seat in document["seats"] if seat["player"] is None]
    because = Refused(None, f"--table: every seat of {document['table']['name']} is taken")
    for seat in free if wanted is None else [wanted]:
        try:
            casino.act({"act": "TakeSeat", "seat": seat, "player": me})
        except Refused as error:
            because = error
        else:
            return seat
    raise because
