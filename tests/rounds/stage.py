"""Plays a transcript through the tables room and writes down what was recorded."""

from __future__ import annotations

import re
import textwrap
from typing import Any, NamedTuple

from tests.rounds.acts import Reader
from tests.rounds.header import Header, read_header
from tests.rounds.speech import Speech
from tests.tables.desk import Desk
from tests.tables.stack import before_cuts
from upcard.errors import Refused
from upcard.games.caribbean_stud.events import HandsDealt
from upcard.games.payment import Payment
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import evolve
from upcard.tables.dealing import dealing_of
from upcard.tables.next_step import lines_of
from upcard.tables.procedure import cut_needed
from upcard.tables.take_back import last_step

ACT = re.compile(r" *\d+\. (\d\d:\d\d) (\w+) (.+)\.")
WIDTH = 120


class Stage:
    """One transcript as it is played."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.desk = Desk(header.rules)
        self.desk.meters = dict(header.meters)
        self.reader, self.speech = Reader(header), Speech(header)
        self.number = 0
        self.told: dict[str, int] = {}
        """The lines that have been said, and at which act first."""
        if header.before:
            self.desk.act(c.OpenTable())
            for name, seat in header.seats.items():
                self.desk.act(c.TakeSeat(seat, name))
            decks = list(self.desk.table.decks)
            self.desk.orders = [header.order(number + 1, header.rules.dealing) for number in range(len(decks))]
            self.desk.ready()
            self.desk.recorded.clear()

    def order(self, later: list[str], text: str) -> tuple[Any, ...]:
        """The order of a shuffle that the cuts still to come turn into the one to be dealt."""
        if self.header.rules.mode == "keyed" or not re.search(r"shuffles the|pre-shuffled", text):
            return ()
        named = re.search(r"(\w+) deck", text)
        assert named is not None
        deck, taken = named[1], 0
        if not cut_needed(self.header.rules, "shuffler" if "in the shuffler" in text else "hand"):
            later = []
        for line in later:
            if re.search(rf"(shuffles the|pre-shuffled) {deck} deck", line):
                break
            if found := re.search(rf"cuts (\d+) cards from the {deck} deck", line):
                taken += int(found[1]) if int(found[1]) >= self._least() else 0
        table = self.desk.table
        later_round = deck != table.current or table.deck.stage == "in play"
        dealing = dealing_of(self.header.rules, table)
        return before_cuts(self.header.order(table.number + later_round, dealing), taken)

    def _least(self) -> int:
        return getattr(self.header.rules.rules.law, "cut_minimum", None) or 1

    def act(self, time: str, actor: str, text: str, later: list[str]) -> list[str]:
        """What the system says of one act."""
        by = self.header.people[actor]
        self.number += 1
        found: list[str] = []
        for command in self.reader.commands(actor, text, dict(self.desk.meters), self.order(later, text)):
            payments, table = self._payments(), self.desk.table
            by_hand = self._by_hand(command)
            try:
                events = self.desk.act(self._last(command), by, time)
            except Refused as error:
                return [*found, self.speech.refusal(error)]
            found += by_hand if self.header.steps else []
            for event in events:
                self._as_written(event)
                before, table = table, evolve(table, event)
                found += self.speech.lines(table, event, before)
                if getattr(getattr(event, "event", None), "draws", ()):
                    found += self.speech.meters(self.desk.meters)
                if isinstance(event, e.RoundReconciled):
                    found += [self.speech.nets(payments), *self.speech.meters(self.desk.meters)]
        return found

    def _last(self, command: c.Command) -> c.Command:
        """What is taken back is named by the act that keyed it."""
        last = last_step(self.desk.table) if isinstance(command, c.TakeBackStep) else None
        return c.TakeBackStep(last.command) if last is not None else command

    def _by_hand(self, command: c.Command) -> list[str]:
        """What is done by hand: each line in full the first time, and after that where it stands."""
        lines = lines_of(self.desk.t, self.desk.table, command)
        acts = sorted({self.told.setdefault(line.id, self.number) for line in lines} - {self.number})
        known = [f"Do: as in {' and '.join(map(str, acts))}."] if acts else []
        return known + [f"Do: {line.do} [{line.cites}]" for line in lines if self.told[line.id] == self.number]

    def _as_written(self, event: Any) -> None:
        """The cards that are dealt are those at the head of the transcript."""
        dealt = getattr(event, "event", None)
        if isinstance(dealt, HandsDealt):
            number = self.desk.table.number
            written = self.header.deals.get(number) or self.header.deals[1]
            assert dealt.dealer == written["dealer"]
            assert dealt.hands == {seat: written[self.speech.names[seat]] for seat in dealt.hands}

    def _payments(self) -> tuple[Payment, ...]:
        return self.desk.table.round.payments if self.desk.table.round is not None else ()


class Played(NamedTuple):
    """A transcript with what is recorded now, and the names of the lines that were said by the way."""

    text: str
    told: frozenset[str]


def played(text: str) -> Played:
    """The transcript as it is played: its head and acts as they stand, with what is recorded now under each."""
    lines = [line.rstrip() for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if ACT.fullmatch(line))
    head = lines[:start]
    acts = [found.groups() for line in lines[start:] if (found := ACT.fullmatch(line))]
    stage = Stage(read_header([line for line in head if line]))
    out = [*head]
    for number, (time, actor, what) in enumerate(acts, 1):
        later = [line for _, who, line in acts[number:] if stage.header.people[who].role == "dealer"]
        out.append(f"{number:>3}. {time} {actor} {what}.")
        for line in stage.act(time, actor, what, later):
            out += textwrap.wrap(
                line, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 12, break_on_hyphens=False
            )
    return Played("\n".join(out) + "\n", frozenset(stage.told))
