"""Entries of a journal in words, a few at a time: only the round that an entry belongs to is read again for it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, get_args

from upcard.audit.narration import told
from upcard.audit.opened_rules import pinned
from upcard.audit.round_record import Step, Story
from upcard.errors import LawError
from upcard.games.game import CORES
from upcard.games.settle import Rules
from upcard.journal.codec import TABLE, fair_event, money_event, table_event
from upcard.money.events import CageEvent, JackpotEvent, SlipEvent
from upcard.present.money import in_books
from upcard.present.sentence import Sentence
from upcard.rules.house import House
from upcard.shuffles.events import SHUFFLE, FairEvent
from upcard.shuffles.narration import of_shuffle
from upcard.store.entry import Entry
from upcard.store.store import Reading, StoreError
from upcard.tables import Table, evolve
from upcard.tables import events as te
from upcard.web.views.disclosure import Disclosure, TableTimeline

_KIND = re.compile(r'\{"type":"(?:Played","event":\{"type":")?([A-Za-z.]+)"')
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(event: str) -> str:
    """The kind of an event, from its JSON.

    >>> kind_of('{"type":"Played","event":{"type":"stud.BetMade","seat":3}}'), kind_of('{"type":"SeatLeft"}')
    ('stud.BetMade', 'SeatLeft')
    """
    found = _KIND.match(event)
    return found[1] if found else ""


def label_of(kind: str) -> str:
    """A kind in words.

    >>> label_of("stud.HoleCardsRevealed"), label_of("")
    ('Hole cards revealed', 'Something')
    """
    name = kind.rpartition(".")[2]
    return _WORD.sub(" ", name).capitalize() if name else "Something"


def _tags(union: Any) -> list[str]:
    return [str(event.__struct_config__.tag) for event in get_args(union)]


GROUPS: dict[str, tuple[str, ...]] = {
    "At a table": tuple(tag for tag in _tags(te.Event) if tag != "Played"),
    **{f"In a round of {core.NAME}": tuple(_tags(core.Event)) for core in CORES.values()},
    "At a jackpot": tuple(_tags(JackpotEvent)),
    "At the cage": tuple(_tags(CageEvent)),
    "Jackpot slips": tuple(_tags(SlipEvent)),
    "Shuffles": tuple(_tags(FairEvent)),
}
"""Every kind under where it happens."""


def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """What a form offers: under each heading the kinds with their words."""
    return [(heading, [(kind, label_of(kind)) for kind in kinds]) for heading, kinds in GROUPS.items()]


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
            before, table = table, evolve(table, event)
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


def _said(rules: Rules, found: tuple[Sentence, ...]) -> tuple[Told, ...]:
    edition = rules.edition.id
    return tuple(
        Told(s.text, rules.clause(s.rule) if s.rule else None, s.rule, edition, s.payment) for s in found
    )  # fmt: skip
