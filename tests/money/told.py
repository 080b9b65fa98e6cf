"""Acts at a jackpot, the cage and the slips as a lawyer can read them: who asked for what, and what was recorded."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.money.pit import PEOPLE, Evening
from upcard.errors import HouseError, Refused
from upcard.journal.command import TABLE, AnyCommand, money_event, table_event
from upcard.present.narration import at_table, in_books
from upcard.rules.house import read_house
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables.commands import Actor, Role

FOLDER = Path(__file__).parent / "evenings"
REWRITES = bool(os.environ.get("UPCARD_REWRITE_ROUNDS"))
WIDTH = 120


class Told:
    """An evening of which some acts are written down."""

    def __init__(self, title: str, evening: Evening) -> None:
        self.evening = evening
        self.lines = [title, ""]
        self._number = 0

    def says(self, text: str) -> None:
        """What happened meanwhile, in the words of whoever wrote the evening."""
        self.lines += [*([""] if self.lines[-1] else []), text]

    def asks(self, by: Role | Actor, ask: AnyCommand, table: str = "") -> None:
        """An act, and what was recorded of it or why it was refused."""
        person = by if isinstance(by, Actor) else PEOPLE[by]
        self._number += 1
        at = f" at {table}" if table else ""
        self._write(f"{self._number:>3}. {person.id} ({person.role}){at}: {_asked(ask)}", 5)
        try:
            made = self.evening.does(person, ask, table)
        except Refused as error:
            clause = f" [{error.clause}]" if error.clause else ""
            self._write(f"REFUSED: {error.because}.{clause}", 8)
            return
        self.records(made)

    def reads(self, what: str, text: str) -> None:
        """A house file, and whether it is taken."""
        self._number += 1
        self._write(f"{self._number:>3}. {what!r}", 5)
        try:
            read_house(text)
        except HouseError as error:
            clause = f" [{error.clause}]" if error.clause else ""
            self._write(f"REFUSED: {error.field}: {error.because}.{clause}", 8)
        else:
            self._write("The house file is taken.", 8)

    def records(self, made: Iterable[Entry]) -> None:
        """What was recorded, in words."""
        for entry in made:
            for line in self._told(entry):
                self._write(line, 8)

    def _told(self, entry: Entry) -> list[str]:
        house = self.evening.casino.house
        if entry.stream.startswith(TABLE):
            event = table_event(entry.event)
            rules = self.evening.casino.rules_of(entry.stream.removeprefix(TABLE)).rules
            found = () if isinstance(event, te.Played) else at_table(rules, event)
        else:
            money = money_event(entry.event)
            tables = house.tables_on(getattr(money, "jackpot", "")) or house.tables
            rules = tables[0].rules
            found = in_books(rules, money, {})
        clauses = [rules.clause(said.rule) if said.rule else None for said in found]
        return [f"{said.text}{f' [{clause}]' if clause else ''}" for said, clause in zip(found, clauses, strict=True)]

    def _write(self, text: str, indent: int) -> None:
        first = "" if indent == 5 else " " * indent
        self.lines += textwrap.wrap(
            text, WIDTH, initial_indent=first, subsequent_indent=" " * (indent + 4), break_on_hyphens=False
        )

    def compare(self, name: str) -> None:
        """Letter by letter with what is kept; UPCARD_REWRITE_ROUNDS=1 keeps what is recorded now."""
        file, found = FOLDER / f"{name}.txt", "\n".join(self.lines) + "\n"
        if REWRITES:
            file.write_text(found, encoding="utf-8")
        assert found == file.read_text(encoding="utf-8")


def _asked(ask: AnyCommand) -> str:
    fields = {name: value for name, value in msgspec.to_builtins(ask).items() if name != "type" and value}
    named = ", ".join(f"{name} {value}" for name, value in fields.items())
    return f"{type(ask).__name__}{f' ({named})' if named else ''}"
