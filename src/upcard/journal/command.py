"""A command as it reaches the floor: who asks what of which table or desk, under an id that its sender made."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import msgspec

from upcard.errors import Conflict, Refused
from upcard.journal.act_table import ACTS
from upcard.money.commands import CorrectMeter, MoneyCommand, SlipCommand
from upcard.money.events import MoneyEvent
from upcard.shuffles.events import SHUFFLE, FairCommand, FairEvent
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables.commands import Actor, Play, TakeSeat
from upcard.tables.commands import Command as TableCommand
from upcard.units import micros

AnyCommand: TypeAlias = TableCommand | MoneyCommand | FairCommand

LONGEST_ID = 100
LONGEST_TEXT = 500
"""Letters of a reason or a name: whoever reads a document, or prints it, can read all of it."""
LARGEST = 10**10
"""No number in a command reaches it; what acts lead to together is bounded by `money.bound`."""


class Command(msgspec.Struct, frozen=True):
    """`table` is empty for an act at a jackpot, the cage or a slip.

    `version` is what the sender last saw of the stream, where the act is meant for that state and no other. `second`
    is the other person of an act that takes two, who has proved to be that person.
    """

    id: str
    by: Actor
    ask: AnyCommand
    table: str = ""
    version: int | None = None
    second: Actor | None = None

    @property
    def said_by(self) -> str:
        """Who acts, as an entry of the journal names them."""
        first = f"{self.by.role} {self.by.id}"
        return first if self.second is None else f"{first} with {self.second.role} {self.second.id}"

    @property
    def act(self) -> str:
        """What is done, by the name that the table of acts has it under."""
        return type(self.ask.command if isinstance(self.ask, Play) else self.ask).__name__

    @property
    def judged_by(self) -> Actor:
        """Whose act it is to the table: a correction that a dealer asks for is the supervisor's who signs it."""
        if self.second is None or self.second.role != "supervisor" or self.by.role != "dealer":
            return self.by
        rule = ACTS.get(self.act)
        return self.second if rule is not None and rule.people == "two with a supervisor" else self.by

    @property
    def stream(self) -> str:
        """What is asked of: a table, its shuffles, a jackpot, the cage or the slips."""
        if self.table:
            return (SHUFFLE if isinstance(self.ask, FairCommand) else TABLE) + self.table
        if isinstance(self.ask, SlipCommand):
            return "slips"
        jackpot: str | None = getattr(self.ask, "jackpot", None)
        return "cage" if jackpot is None else f"jackpot/{jackpot}"

    @property
    def digest(self) -> bytes:
        """What a retry must repeat to be one."""
        body = (self.by, self.ask, self.table, self.version)
        return sha256(_encoder.encode(body if self.second is None else (*body, self.second))).digest()


def two_people(command: Command) -> None:
    """Refuses an act by one person that nobody does alone at a floor that is served."""
    rule = ACTS.get(command.act)
    if rule is not None and rule.always_two and (command.second is None or command.second.id == command.by.id):
        raise Refused(None, f"{command.act} takes a second person")


def invalid_reason(command: Command) -> str:
    """Why no journal could hold what follows from a command, or empty: one that is unfit disturbs nobody else."""
    if not valid_id(command.id):
        return f"a command has an id of up to {LONGEST_ID} characters"
    if not valid_id(command.by.id):
        return f"whoever acts has an identity of up to {LONGEST_ID} characters"
    if isinstance(command.ask, MoneyCommand) is bool(command.table):
        return "an act at a table names the table, and no other act does"
    try:
        values = _values(msgspec.json.decode(_encoder.encode((command.ask, command.table, command.version))))
    except (UnicodeError, OverflowError, msgspec.MsgspecError):
        return "a command is written in whole characters and bounded numbers"
    if isinstance(command.ask, TakeSeat) and not valid_id(command.ask.player):
        return f"player: whoever sits down has a name of up to {LONGEST_ID} characters"
    if not isinstance(command.ask, FairCommand) and not all(map(_legible, values)):
        return f"what is written is up to {LONGEST_TEXT} characters on one line"
    most = micros(LARGEST) if isinstance(command.ask, CorrectMeter) else LARGEST
    return "" if all(_bounded(value, most) for value in values) else "an amount is too large"


def valid_id(text: str) -> bool:
    """Whether a name is one that every store can keep."""
    return 0 < len(text) <= LONGEST_ID and text.isprintable()


def _values(body: object) -> list[object]:
    """Every text and number in what is asked, names of fields among them."""
    found, waiting = [], [body]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting += each
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
        else:
            found.append(each)
    return found


def _legible(value: object) -> bool:
    return not isinstance(value, str) or not value or (len(value) <= LONGEST_TEXT and value.isprintable())


def _bounded(value: object, most: int) -> bool:
    """A float is a number that is too long to be read as a whole one."""
    return abs(value) < most if isinstance(value, int) else not isinstance(value, float)


_encoder = msgspec.json.Encoder()


class Reply(NamedTuple):
    """What a command led to: entries that are on disk, or why there are none."""

    entries: tuple[Entry, ...] = ()
    error: Refused | Conflict | None = None
    again: bool = False
    """Whether the command had been answered before and this is the first answer."""


# ---- Events and commands as bytes --------------------------------------------------------------------------
# one JSON for the journal, its exports and whoever sends commands.
#
# An event at a table may end with a salt, which is nobody's to see before the event itself. Whoever knows all of an
# entry but a few cards could otherwise try them all, and its hash would say which they are.


Event: TypeAlias = te.Event | MoneyEvent | FairEvent

TABLE = "table/"
"""How the name of a table's stream begins."""

_details = msgspec.json.Encoder()
table_event: Callable[[str], te.Event] = msgspec.json.Decoder(te.Event).decode
money_event: Callable[[str], MoneyEvent] = msgspec.json.Decoder(MoneyEvent).decode
fair_event: Callable[[str], FairEvent] = msgspec.json.Decoder(FairEvent).decode


def encode(value: object) -> str:
    """JSON without a line break, the fields in their order."""
    return _details.encode(value).decode()


_SALT = re.compile(r',"salt":"([0-9a-f]{32})"}\Z')


def salted(text: str, salt: str) -> str:
    """An event's JSON with a salt as its last member, where there is one.

    >>> salted('{"type":"TableClosed"}', "00" * 16)
    '{"type":"TableClosed","salt":"00000000000000000000000000000000"}'
    >>> salt_of(salted('{"type":"TableClosed"}', "00" * 16)) == "00" * 16
    True
    """
    return f'{text[:-1]},"salt":"{salt}"}}' if salt else text


def salt_of(text: str) -> str:
    """The salt of an event, or empty."""
    found = _SALT.search(text, len(text) - SALT_LENGTH) if len(text) > SALT_LENGTH else None
    return found[1] if found else ""


SALT_LENGTH = len(salted("}", "0" * 32))


def event_of(entry: Entry) -> Event:
    """What an entry of any stream says."""
    if entry.stream.startswith(TABLE):
        return table_event(entry.event)
    return fair_event(entry.event) if entry.stream.startswith(SHUFFLE) else money_event(entry.event)


def exported(entry: Entry) -> str:
    """An entry as a JSON object with the journal's own names; the hash in hexadecimal, no line break."""
    return encode(entry._asdict() | {"hash": entry.hash.hex()})


def told_in_part(entry: Entry) -> str:
    """The same without its event, which nobody may know yet."""
    return encode(entry._asdict() | {"event": None, "hash": entry.hash.hex()})
