"""A table with real cards: what bots would do, with the cards told to the system only as the law lets them be seen."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from tests.audit.journals import Memory, every_second, house
from upcard.bots import Pit
from upcard.cards import DECK, byte_stream, shuffle
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.decide import unseen
from upcard.games.caribbean_stud.round import Round
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import commands as c
from upcard.tables import due
from upcard.tables.commands import Actor
from upcard.tables.state import Table

DEALER = Actor("dee", "dealer")


class KeyedTable:
    """The first table of an example house, dealt with real cards by hand."""

    def __init__(self, name: str) -> None:
        found = house(name)
        self.t = replace(found.tables[0], mode="keyed")
        self.store = Memory()
        whole = replace(found, tables=(self.t, *found.tables[1:]))
        self.floor = Floor(whole, self.store, every_second())
        open_house(self.floor)
        self._pit = Pit(found.tables[0], "keyed", found.tables[0].seats)
        self._ids = (f"keyed/{number}" for number in count(1))

    @property
    def table(self) -> Table:
        return self.floor.casino.tables.get(self.t.name, Table())

    def play(self, rounds: int) -> KeyedTable:
        while self.table.number <= rounds:
            self._act(*self._next())
        return self

    def reports(self, report: stud.Report) -> KeyedTable:
        """A round to the end, in which something is found wrong when everybody has decided."""
        while not (isinstance(self.table.round, Round) and self.table.round.phase == "decided"):
            self._act(*self._next())
        if report.seat in self.table.racked:
            seats = (number for number, seat in self.table.round.seats.items() if not seat.folded)
            report = replace(report, seat=next(seats))
        self._act(DEALER, c.Play(report))
        return self.play(self.table.number)

    def _act(self, by: Actor, ask: AnyCommand) -> None:
        (reply,) = self.floor.process([Command(next(self._ids), by, ask, self.t.name)])
        if reply.error is not None:
            raise reply.error

    def _next(self) -> tuple[Actor, c.Command]:
        """What a bot would do, but for the cards, which it does not know here."""
        table, round = self.table, self.table.round
        if not isinstance(round, Round):
            return self._pits()
        rules, seats = self.t.rules, round.clockwise
        assert isinstance(rules, CaribbeanStudRules)
        order = shuffle(DECK, byte_stream(f"cards {table.number}".encode()))
        hands = {seat: order[5 * place : 5 * place + 5] for place, seat in enumerate(seats)}
        dealer = order[5 * len(seats) : 5 * len(seats) + 5]
        if table.drawn:
            assert self.t.dealing is not None
            up = None if self.t.dealing.turned_rule else dealer[4]
            return DEALER, c.Play(stud.DealUnseen(dict.fromkeys(seats, 5), 5, up))
        if [step.act for step in due(self.t, table)] == ["TurnUpCard"]:
            return DEALER, c.Play(stud.TurnUpCard(dealer[4]))
        if due(self.t, table):
            return self._pits()
        if round.phase == "deciding":
            seat = next(n for n in seats if round.seats[n].decision is None)
            return Actor(table.players[seat], "player"), c.Play(stud.Fold(seat) if seat % 2 else stud.Bet(seat))
        if round.phase == "decided":
            return DEALER, c.Play(stud.Reveal(dealer))
        if round.phase == "settling" and (missing := unseen(rules, round, round.agenda[0])):
            return DEALER, c.Play(stud.ShowHand(missing[0], hands[missing[0]]))
        return self._pits()

    def _pits(self) -> tuple[Actor, c.Command]:
        doing = self._pit.next(self.table)
        assert doing is not None
        by, command = doing
        return by, replace(command, order=()) if isinstance(command, c.ShuffleDeck) else command
