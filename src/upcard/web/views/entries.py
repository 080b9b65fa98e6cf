"""One entry of the journal as a document: in words, as it was recorded, and where it stands in the chain.

While it is hidden it is told without what nobody may see yet, and no hash is told by which a card could be guessed.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict, get_args
from urllib.parse import quote

import msgspec

from upcard.audit.document import told
from upcard.audit.opened_rules import pinned
from upcard.audit.round_reader import OPENED
from upcard.audit.round_record import Step, Story
from upcard.document import PLACE, ExactMoney, Hash, Schema, Time, closed, doc, named
from upcard.errors import LawError
from upcard.games.game import CORES
from upcard.games.settle import Rules
from upcard.journal.command import TABLE, fair_event, money_event, table_event
from upcard.money.events import MoneyEvent
from upcard.present.narration import in_books
from upcard.present.payment import Sentence as Said
from upcard.rules.house import House
from upcard.shuffles.events import SHUFFLE, FairEvent, of_shuffle
from upcard.store.store import Entry, Reading, StoreError
from upcard.tables import Table, evolve
from upcard.tables.events import Event as TableEvent
from upcard.units import show_meter
from upcard.web.views.disclosure import Disclosure, TableTimeline, redacted
from upcard.web.views.event_kinds import kind_of, label_of

# ---- Entries of a journal in words, a few at a time --------------------------------------------------------
# only the round that an entry belongs to is read again for it.


class Told(NamedTuple):
    """A sentence and the clause that it stands under."""

    text: str
    clause: str | None = None
    rule: str | None = None
    edition: str = ""
    payment: bool = False


class Teller:
    """Tells entries of one journal; what was read for one entry of a round serves the others."""

    def __init__(self, reading: Reading, sealed: Disclosure, house: House) -> None:
        self._reading = reading
        self._sealed = sealed
        self._house = house
        self._known: dict[int, tuple[Told, ...]] = {}

    def tell(self, entry: Entry) -> tuple[Told, ...]:
        """What an entry says; its kind alone where nothing more is known of it."""
        if entry.seq not in self._known:
            if entry.stream.startswith(TABLE):
                self._round(entry, entry.stream.removeprefix(TABLE))
            elif entry.stream.startswith(SHUFFLE):
                self._known[entry.seq] = tuple(Told(said.text) for said in of_shuffle(fair_event(entry.event)))
            else:
                self._known[entry.seq] = self._books(entry)
        return self._known.get(entry.seq) or (Told(f"{label_of(kind_of(entry.event))}."),)

    def number(self, entry: Entry) -> int | None:
        """The round that an entry at a table belongs to."""
        course = self._sealed.courses.get(entry.stream.removeprefix(TABLE))
        if course is None or not entry.stream.startswith(TABLE):
            return None
        ended = next((r for r in course.rounds_from(entry.seq) if r.first <= entry.seq), None)
        return ended.number if ended else None

    # ---- at a table ----------------------------------------------------------------------------------------------

    def _round(self, entry: Entry, name: str) -> None:
        """Every entry of the round that the entry belongs to; the round before is read for the decks alone."""
        course = self._sealed.courses.get(name)
        opening = course.opened_before(entry.seq) if course else None
        if course is None or opening is None:
            return
        opened_at, opened = opening
        try:
            story = Story(name, 0, (found := pinned(opened)), found.rules)
        except (StoreError, LawError):
            return
        first, since = course.span(entry.seq)
        table = evolve(Table(), opened) if since >= opened_at else Table()
        start, upto = max(since, opened_at - 1), _upto(course, entry.seq)
        for each in self._reading.entries(start, stream=TABLE + name, upto=upto):
            event = table_event(each.event)
            before, table = table, evolve(table, event, each.by, each.command)
            if each.seq >= first:
                self._known[each.seq] = _said(story.rules, told(story, Step(each, event, before, table, {})))

    # ---- in the books --------------------------------------------------------------------------------------------

    def _books(self, entry: Entry) -> tuple[Told, ...]:
        event = money_event(entry.event)
        tables = self._house.tables_on(getattr(event, "jackpot", "")) or self._house.tables
        return _said(tables[0].rules, in_books(tables[0].rules, event, {}))


def _upto(course: TableTimeline, seq: int) -> int:
    """The last entry of the round, as far as it was followed."""
    return next((ended.last for ended in course.rounds_from(seq)), course.last)


def _said(rules: Rules, found: tuple[Said, ...]) -> tuple[Told, ...]:
    edition = rules.edition.id
    return tuple(
        Told(s.text, rules.clause(s.rule) if s.rule else None, s.rule, edition, s.payment) for s in found
    )  # fmt: skip


# ---- entries -----------------------------------------------------------------------------------------------


PREFIX = "Event."

GAMES = {f"{one.__module__}.": f"{core.TAG.lower()}." for core in CORES.values() for one in get_args(core.Event)}


def _renamed(name: str) -> str:
    for module, game in GAMES.items():
        name = name.replace(module, game)
    return PREFIX + name


def _made() -> tuple[list[Schema], dict[str, Schema]]:
    """Events have names of their own beside the documents; an event of one game may be called as one of another."""
    unions, parts = msgspec.json.schema_components((TableEvent, MoneyEvent, FairEvent), ref_template="{name}")
    each = [closed(one, _renamed) for union in unions for one in union["anyOf"]]
    return each, {_renamed(name): closed(part, _renamed) for name, part in parts.items()}


_EACH, COMPONENTS = _made()
"""Every event, and every part of one, by its name."""
for _name, _part in COMPONENTS.items():
    named(_name, **_part)

RecordedEvent: TypeAlias = Annotated[
    dict[str, Any], named("RecordedEvent", description="What happened, as it is recorded for good.", anyOf=_EACH)
]

HiddenEvent: TypeAlias = Annotated[
    dict[str, Any],
    named(
        "HiddenEvent",
        description="What happened, with words in the place of everything that nobody may see yet.",
        type="object",
        properties={"type": {"type": "string", "description": "The kind of event."}},
        required=["type"],
        additionalProperties={"$ref": PLACE + "Value"},
    ),
]


class Sentence(TypedDict):
    """What an entry says."""

    text: Annotated[str, doc("One sentence.")]
    clause: Annotated[str | None, doc("The clause that it stands under.")]
    mark: Annotated[str | None, doc("That clause without the name of its edition.")]
    rule: Annotated[str | None, doc("The rule.")]
    href: Annotated[str | None, doc("Where the clause stands on this site.")]
    payment: Annotated[bool, doc("Whether it tells of a payment.")]


class Moved(TypedDict):
    """What an account gained or lost."""

    account: Annotated[str, doc("The account.")]
    amount: Annotated[ExactMoney, doc("What it gained; less than nothing was lost.")]


class Recorded(TypedDict):
    """What every entry of the journal tells."""

    seq: Annotated[int, doc("Its number.")]
    stream: Annotated[str, doc("Where it happened: a table, a jackpot, the cage, the slips, a table's shuffles.")]
    place: Annotated[str, doc("The same by its own name.")]
    version: Annotated[int, doc("Its number there.")]
    at: Annotated[Time, doc("When.")]
    by: Annotated[str, doc("By whom: a role and a name.")]
    role: Annotated[str, doc("The role.")]
    person: Annotated[str, doc("The name, or empty.")]
    kind: Annotated[str, doc("The kind of event.")]
    label: Annotated[str, doc("The kind in words.")]
    raw: Annotated[str, doc("The event as JSON.")]
    command: Annotated[str, doc("The act that it came of.")]
    moved: Annotated[list[Moved], doc("The money that it moved.")]
    hash: Annotated[Hash | None, doc("Its hash, where no card could be guessed by it.")]


class OpenEntry(Recorded):
    """An entry of which everything may be seen."""

    hidden: Annotated[Literal[False], doc("Nothing is kept back.")]
    event: Annotated[RecordedEvent, doc("What happened.")]
    said: Annotated[list[Sentence], doc("The same in words.")]
    round: Annotated[int | None, doc("The round that it belongs to.")]


class HiddenEntry(Recorded):
    """An entry of which something is kept back until its round is over."""

    hidden: Annotated[Literal[True], doc("Something is kept back.")]
    event: Annotated[HiddenEvent, doc("What happened, as far as it may be seen.")]
    said: Annotated[list[Sentence], doc("The same in words.")]
    round: Annotated[int | None, doc("The round that it belongs to.")]


_encoder = msgspec.json.Encoder()


def shown_event(entry: Entry, sealed: Disclosure) -> tuple[dict[str, Any], bool]:
    """The event as it may be seen now, and whether anything was kept back; its salt is none of it."""
    whole: dict[str, Any] = msgspec.json.decode(brief(entry.event))
    whole.pop("salt", None)
    if not sealed.hides(entry):
        return whole, False
    shown = redacted(brief(entry.event))
    return shown, shown != whole


_LAW = re.compile(r'"text":("(?:[^"\\]|\\.)*")')


def brief(event: str) -> str:
    """The JSON of an event; the text of the law, which an opening holds whole, is too long to be read there."""
    found = _LAW.search(event) if event.startswith(OPENED) else None
    if found is None:
        return event
    told = f"{len(json.loads(found[1])):,} characters; an export holds them"
    return f"{event[: found.start(1)]}{json.dumps(told)}{event[found.end(1) :]}"


def entry_document(entry: Entry, said: tuple[Told, ...], sealed: Disclosure, *, hashes_upto: int) -> dict[str, Any]:
    """An entry for whoever reads the journal."""
    event, hidden = shown_event(entry, sealed)
    kind = kind_of(entry.event)
    role, _, person = entry.by.partition(" ")
    return {
        "seq": entry.seq,
        "stream": entry.stream,
        "place": entry.stream.removeprefix(TABLE).removeprefix("jackpot/"),
        "version": entry.version,
        "at": entry.at,
        "by": entry.by,
        "role": role,
        "person": person,
        "kind": kind,
        "label": label_of(kind),
        "said": [said_document(one) for one in said],
        "event": event,
        "hidden": hidden,
        "raw": _encoder.encode(event).decode() if sealed.hides(entry) else brief(entry.event),
        "command": entry.command,
        "moved": moved(entry),
        "hash": entry.hash.hex() if entry.seq <= hashes_upto else None,
    }


def said_document(said: Told) -> Sentence:
    href = f"/law/{said.edition}#{quote(said.clause)}" if said.clause else None
    mark = said.clause.removeprefix(said.edition).lstrip("-") if said.clause else None
    return {
        "text": said.text,
        "clause": said.clause,
        "mark": mark,
        "rule": said.rule,
        "href": href,
        "payment": said.payment,
    }


def moved(entry: Entry) -> list[Moved]:
    """The money that an entry moved: what each account gained or lost, in dollars."""
    return [{"account": name, "amount": show_meter(sum)} for name, sum in entry.moved.items()]
