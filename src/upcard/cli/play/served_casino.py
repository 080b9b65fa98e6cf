"""A served casino, as a terminal plays at it: the way to a seat, and the table from there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from getpass import getpass
from typing import Any

from rich.text import Text

from upcard.cli.card_text import row
from upcard.cli.play.screen import Left, Screen
from upcard.client import Client
from upcard.errors import Refused

PASSWORD = "UPCARD_PASSWORD"


class ServedCasino:
    """A seat at a table of a served casino."""

    def __init__(self, client: Client, slug: str, seat: int = 0) -> None:
        self.client, self.slug, self.seat = client, slug, seat

    def act(self, act: Mapping[str, Any]) -> None:
        self.client.act(act, self.slug)

    def document(self, as_: str = "seat") -> Any:
        return self.client.table(self.slug, as_)

    def following(self) -> Iterator[Any]:
        return self.client.follow(f"table:{self.slug}:seat")

    def advice(self) -> str:
        return self.client.advice(self.slug)["sentence"]


# ---- from the door to a seat -----------------------------------------------------------------------------------------


def joined(at: str, id: str | None, table: str | None, seat: int | None, screen: Screen) -> ServedCasino | None:
    """A casino with a seat of ours in it, or None for somebody who leaves at the list of tables."""
    client = Client(at)
    me = _sign_in(client, id)
    try:
        casino = ServedCasino(client, _table(client.lobby()["tables"], table, screen))
    except Left:
        return None
    casino.seat = _seat(casino, me, seat)
    return casino


def _sign_in(client: Client, id: str | None) -> str:
    """Signs in, or comes in as a guest of a demonstration; the id that one plays under."""
    try:
        me = client.visit() if id is None else client.sign_in(id, _password(id))
    except Refused as error:
        raise Refused(None, f"--as: {error}") from error
    if me["role"] != "player":
        raise Refused(None, f"--as: {me['id'] or 'nobody'} is no player but {me['role']}")
    return me["id"]


def _password(id: str) -> str:
    given = os.environ.get(PASSWORD)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Refused(None, f"nobody is there to type a password; set {PASSWORD}")
    try:
        return getpass(f"Password of {id}: ")
    except (EOFError, KeyboardInterrupt) as error:
        raise Refused(None, "no password was given") from error


def _table(tables: Sequence[Any], wanted: str | None, screen: Screen) -> str:
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


def _listed(tables: Sequence[Any]) -> list[Text]:
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
