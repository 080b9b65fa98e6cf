"""A floor with one table of real cards, which follows the guide, and whose dealer may key what does not lie there."""

from __future__ import annotations

from itertools import count
from typing import Any

from msgspec.structs import replace

from tests.audit.journals import Memory, every_second
from upcard.bots.table_bot import next_signature
from upcard.cards import Card, parse_cards
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.money.commands import MoneyCommand
from upcard.money.link import Link
from upcard.rules.house import House
from upcard.store.store import Entry
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.next_step import Next, guide

DANA, SAM, SOL = Actor("dana", "dealer"), Actor("sam", "supervisor"), Actor("sol", "supervisor")
PLAYERS = {1: Actor("pat", "player"), 2: Actor("quin", "player"), 3: Actor("rae", "player")}


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


class Keyed:
    """The first table of a house, with the cards as they are keyed."""

    def __init__(self, house: House, hands: dict[int, str], dealer: str, **wagers: int) -> None:
        table = replace(house.tables[0], mode="keyed")
        self.t = table
        self.store = Memory()
        self.floor = Floor(replace(house, tables=(table, *house.tables[1:])), self.store, every_second())
        open_house(self.floor)
        self._ids = (f"keyed/{number}" for number in count(1))
        self.hands = {seat: hand(text) for seat, text in hands.items()}
        self.dealer = hand(dealer)
        self.folds: tuple[int, ...] = ()
        """The seats that fold when they are asked."""
        self.asks(SAM, c.OpenTable())
        self.asks(DANA, c.RelieveDealer("dana"))
        for seat in hands:
            self.asks(PLAYERS[seat], c.TakeSeat(seat, PLAYERS[seat].id))
        self.until("LockOut")
        for seat in hands:
            self.asks(PLAYERS[seat], c.Play(stud.PlaceWager(seat, "ante", 1_000)))
            for wager, cents in wagers.items():
                self.asks(PLAYERS[seat], c.Play(stud.PlaceWager(seat, wager, cents)))

    @property
    def table(self) -> Table:
        return self.floor.casino.tables.get(self.t.name, Table())

    @property
    def round(self) -> stud.Round:
        assert isinstance(self.table.round, stud.Round)
        return self.table.round

    @property
    def balances(self) -> dict[str, int]:
        return {name: held for name, held in self.store.balances().items() if held}

    def link(self, name: str) -> Link:
        return self.floor.casino.books.links[name]

    def asks(self, by: Actor, ask: AnyCommand, second: Actor | None = None) -> tuple[Entry, ...]:
        """An act, or its refusal raised."""
        at = "" if isinstance(ask, MoneyCommand) else self.t.name
        before = len(self.store.rows)
        (reply,) = self.floor.process([Command(next(self._ids), by, ask, at, None, second)])
        if reply.error is not None:
            raise reply.error
        return tuple(self.store.rows[before:])

    def plays(self, command: Any, by: Actor = DANA) -> tuple[Entry, ...]:
        return self.asks(by, c.Play(command))

    def step(self) -> None:
        """Whatever the guide says next."""
        step = guide(self.t, self.table)
        assert step is not None
        self.follow(step)

    def until(self, act: str, seat: int = 0) -> Next:
        """The guide is followed until it leads to that act, of that seat where one is given."""
        for _ in range(200):
            step = guide(self.t, self.table)
            assert step is not None
            if step.act == act and seat in (0, step.seat):
                return step
            self.follow(step)
        raise AssertionError(f"nothing leads to {act}")

    def signs(self, seat: int, act: str = "DocumentAward") -> None:
        """The slips that an act for a seat waits for are signed by whoever is missing."""
        slips = self.floor.casino.books.slips
        while (signed := next_signature(self.t, slips.values(), self.table.number, act, seat)) is not None:
            self.asks(*signed)

    def follow(self, step: Next) -> None:
        by = DANA if "dealer" in step.roles else SAM
        self.signs(step.seat, step.act)
        if step.command is not None:
            self.asks(by, step.command)
            return
        match step.act:
            case "CutDeck":
                self.asks(DANA, c.CutDeck(step.deck, 26))
            case "ReportShufflerCount":
                self.asks(DANA, c.ReportShufflerCount(step.deck, 52))
            case "CountChips":
                self.asks(DANA, c.CountChips(accepted_chips(self.round)))
            case "CountStub":
                dealt = sum(seat.count for seat in self.round.seats.values()) + self.round.dealer_count
                self.asks(DANA, c.CountStub(52 - dealt - self.table.discarded))
            case "Decide":
                decided = stud.Fold if step.seat in self.folds else stud.Bet
                self.asks(PLAYERS[step.seat], c.Play(decided(step.seat)))
            case "DealUnseen":
                up = self.dealer[0] if "up_card" in step.asks else None
                self.plays(stud.DealUnseen(dict.fromkeys(self.hands, 5), 5, up))
            case "TurnUpCard":
                self.plays(stud.TurnUpCard(self.dealer[0]))
            case "Reveal":
                self.plays(stud.Reveal(self.dealer))
            case "ShowHand":
                self.plays(stud.ShowHand(step.seat, self.hands[step.seat]))
            case _:
                raise AssertionError(f"{step.act} is not played here")
