"""From the door to a seat: signing in, choosing a table, sitting down."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from typing import Any

from rich.text import Text

from upcard.cli.card_text import row
from upcard.cli.play.screen import Left, Screen
from upcard.cli.play.served_casino import ServedCasino
from upcard.errors import Refused

PASSWORD = "UPCARD_PASSWORD"
SEE_OTHER = 303


def sign_in(casino: ServedCasino, id: str | None) -> str:
    """Signs in, or comes in as a guest of a demonstration; the id that one plays under."""
    casino.first()
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


def choose_table(casino: ServedCasino, wanted: str | None, screen: Screen) -> str:
    """The slug of a table: the one named, the only one, or one of those listed; empty for leaving."""
    casino.slug = _chosen(casino, wanted, screen)
    return casino.slug


def _chosen(casino: ServedCasino, wanted: str | None, screen: Screen) -> str:
    tables = casino.get("/api/lobby")["tables"]
    if wanted is not None:
        for table in tables:
            if wanted in (table["slug"], table["name"]):
                return str(table["slug"])
        known = ", ".join(table["slug"] for table in tables)
        raise Refused(None, f"--table: there is no table {wanted!r}; there is {known}")
    if len(tables) == 1:
        return str(tables[0]["slug"])
    screen.show(_listed(tables))
    while True:
        try:
            answer = screen.ask(" Which table? [1] > ") or "1"
        except Left:
            return ""
        if answer in ("q", "quit"):
            return ""
        for number, table in enumerate(tables, 1):
            if answer in (str(number), table["slug"]):
                return str(table["slug"])
        screen.show([Text(f" {answer[:20]!r} is no table; a number is.")])


def _listed(tables: list[Any]) -> list[Text]:
    lines = []
    for number, table in enumerate(tables, 1):
        free = sum(seat["player"] is None for seat in table["seats"])
        state = f"{free} free of {len(table['seats'])}" if table["open"] else "closed"
        lines.append(row((f" {number}", 4), (table["name"], 20), (table["title"], 43), (state, -12), style="bold"))
        lines.append(row(("", 4), (table["limits"], 75), style="dim"))
    return lines


def join(casino: ServedCasino, me: str, wanted: int | None) -> None:
    """Sits down in the seat asked for, or in the first that is free; whoever sits there already stays."""
    document = casino.document()
    if document.get("you"):
        casino.seat = int(document["you"])
        return
    free = [seat["seat"] for seat in document["seats"] if seat["player"] is None]
    seats = [wanted] if wanted is not None else free
    because = Refused(None, f"--table: every seat of {document['table']['name']} is taken")
    for seat in seats:
        try:
            casino.act({"act": "TakeSeat", "seat": seat, "player": me})
        except Refused as error:
            because = error
            continue
        casino.seat = int(seat)
        return
    raise because
