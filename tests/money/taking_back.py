"""A floor with a table of real cards whose dealer keys everything, some of it by mistake, and takes it back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.audit.journals import Memory, every_second, house
from tests.tables.desk import DEE, SUE, bare
from tests.tables.led import Led
from upcard.cards import DECK
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.tables import Actor, Table, options
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.take_back import last_step

BY_GUESTS = ("PlaceWager", "TakeBackWager", "PlaceCoupon", "Fold", "Bet", "Stand", "Discard", "BuyCard")


def standing(casino: Casino, name: str) -> dict[str, Any]:
    """Felt, purse, meters and what may be done, whatever led to it."""
    books, t = casino.books, casino.rules_of(name)
    table = bare(casino.tables[name])
    return {
        "table": msgspec.json.encode(table),
        "balances": {of: held for of, held in books.balances.items() if held},
        "meters": books.readings(name),
        "links": books.links,
        "fed": {seat: Counter(found) for seat, found in books.fed.items() if found},
        "coupons": {key: one for key, one in books.coupons.items() if one.number or one.face or one.paid},
        "options": options(t, table, DEE),
    }


class TakingBack(Led):
    """One table of an example house, led; `commands` are the acts that stand."""

    def __init__(self, name: str, place: int, seed: int) -> None:
        found = house(name)
        self.house = replace(found, tables=tuple(replace(t, mode="keyed") for t in found.tables))
        self.store = Memory()
        self.floor = Floor(self.house, self.store, every_second())
        open_house(self.floor)
        self.commands: list[Command] = []
        self.taken: Counter[str] = Counter()
        self.asked = 0
        super().__init__(self.house.tables[place], seed)
        self.meters = {}  # the floor reads them

    @property
    def table(self) -> Table:
        return self.floor.casino.tables.get(self.t.name, Table())

    @table.setter
    def table(self, table: Table) -> None:
        """It stands as the floor has it."""

    def asks(self, command: Any, by: Actor = DEE, second: Actor | None = None) -> tuple[e.Event, ...]:
        """An act at the floor, by the dealer where a guest did it, or its refusal raised."""
        inner = command.command if isinstance(command, c.Play) else None
        by = DEE if type(inner).__name__ in BY_GUESTS else by
        self.asked += 1
        asked = Command(f"act {self.asked}", by, command, self.t.name, None, second)
        (reply,) = self.floor.process([asked])
        if reply.error is not None:
            raise reply.error
        if not isinstance(command, c.TakeBackStep):
            self.commands.append(asked)
        return ()

    def act(self, command: c.Command, by: Actor = DEE, at: str = "20:00") -> tuple[e.Event, ...]:
        return self.asks(command, by)

    def take_back(self) -> bool:
        """The last step goes back, where it may."""
        step = last_step(self.table)
        if step is None:
            return False
        kept = standing(self.floor.casino, self.t.name)
        try:
            self.asks(c.TakeBackStep(step.command), DEE, SUE)
        except Refused:
            assert standing(self.floor.casino, self.t.name) == kept
            return False
        self.taken[step.act] += 1
        self.commands = [one for one in self.commands if one.id != step.command]
        while self.table.drawn and self.table.round.phase == "closed":
            self.lead()  # the cards lie there
        return True

    def lead(self) -> str:
        round: Any = self.table.round
        if round is not None:
            seen = {card for seat in round.seats.values() for card in seat.cards}
            seen |= {*getattr(self, "dealer", ()), getattr(round, "community", None)}
            self.pack = [card for card in self.rng.sample(DECK, len(DECK)) if card not in seen]
        return super().lead()

    def report(self) -> None:
        """Something that can have gone wrong."""
        told = [o for o in options(self.t, self.table, DEE).in_round if o.act == "Report"]
        if told:
            self.play(game_of(self.t).core.Report(**self.rng.choice(told).fields))

    def never_keyed(self) -> Casino:
        """A casino in which nothing was keyed that was taken back."""
        times = {entry.command: entry.at for entry in reversed(self.store.rows)}
        now = [""]
        floor = Floor(self.house, Memory(), lambda: now[0])
        now[0] = self.store.rows[0].at
        open_house(floor)
        for command in self.commands:
            now[0] = times[command.id]
            (reply,) = floor.process([command])
            assert reply.error is None, (command, reply.error)
        return floor.casino
