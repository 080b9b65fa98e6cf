"""A table walked at random: whatever is offered to somebody may be done next, by that person."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.rigged import KINDS, Stub
from tests.tables.desk import (
    DEE,
    FLO,
    FULL_MA,
    SUE,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from upcard.cards import Card
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.games.option import Option
from upcard.rules.table import TableRules
from upcard.tables import Actor, due, options
from upcard.tables import commands as c
from upcard.tables.dealing import idle_step
from upcard.tables.procedure import deck_step

HOUSES: tuple[TableRules, ...] = (
    south_dakota(),
    south_dakota(schedule="PMG-02", dealing="groups", shuffler=True, same_round_jackpots="split"),
    south_dakota("sd-2011", "classic-10pct"),
    south_dakota("sd-2011", "PMG-01"),
    massachusetts("D", **FULL_MA),
    massachusetts(
        "A", dealing="from-hand", shuffler={"cover_all_mode": True}, cover_all=True, backs=["red", "blue"],
        awards_from="meter",
    ),
    massachusetts(
        "PTMGLML02", dealing="automated-shoe", shuffler={"counts": True, "cover_all_mode": True}, cover_all=True,
        five_card=True, cover_all_after_fold="stands",
    ),
    massachusetts("C", dealing="automated-shoe", exposed_hole_card="play-on"),
    bonus_six(),
    bonus_six(minimum="5.00", maximum="50.00"),
)  # fmt: skip

SEATS = (1, 2, 4, 7)
PEOPLE = (DEE, FLO, SUE, *(player(seat) for seat in SEATS))

RARELY = (
    "CloseTable", "RemoveDevice", "InstallDevice", "SpreadIdle", "ReplaceDeck", "LeaveSeat", "CallSupervisor",
    "TakeBackWager", "Report", "OrderRecut", "ReportShufflerJam", "KeyWinner", "Fold", "CorrectProgressive",
)  # fmt: skip
"""What is offered often and leads nowhere, or ends a round early."""

Doing = tuple[Actor, c.Command]


class Walk(Desk):
    """A desk whose acts are drawn by lot."""

    def __init__(self, rng: Random, t: TableRules | None = None) -> None:
        super().__init__(t if t is not None else rng.choice(HOUSES))
        self.rng = rng
        self.company = rng.randrange(1, len(SEATS) + 1)
        """How many players come before the cards are shuffled."""

    def order(self) -> tuple[Card, ...]:
        """A shuffle in which good hands lie far oftener than by chance."""
        stub = Stub(self.rng)
        hands = [stub.deal(self.rng.choice(KINDS)) for _ in range(len(self.table.players) + 1)]
        if self.t.dealing is not None and self.t.dealing.order.deal == "singly":
            dealt = [hand[place] for place in range(5) for hand in hands]
        else:
            dealt = [card for hand in hands for card in hand]
        return (*dealt, *stub.cards)

    def given(self) -> list[Doing]:
        """Steps whose numbers, names or orders come from whoever gives them, as they should be."""
        found: list[Doing] = []
        for name in self.table.decks:
            step = deck_step(self.t, self.table, name)
            if step is None or idle_step(self.t, self.table) is not None:
                continue
            by = by_role(step.roles[0])
            if step.act == "ShuffleDeck":
                found.append((by, c.ShuffleDeck(name, self._method(), self.order())))
            if step.act == "CutDeck":
                found.append((by, c.CutDeck(name, self.rng.randrange(10, 52))))
            if step.act == "ReportShufflerCount":
                found.append((by, c.ReportShufflerCount(name, self.rng.choice((52, 52, 52, 51)))))
        for waiting in due(self.t, self.table)[:1]:
            if waiting.act == "CountChips":
                found.append((DEE, c.CountChips(accepted_chips(self.stud))))
            if waiting.act == "CountStub":
                dealt = sum(seat.count for seat in self.stud.seats.values()) + self.stud.dealer_count
                more = self.stud.miscounted(5) == 1
                told = self.stud.miscounted(5) or self.table.count_again == "with hands"
                left = 52 - dealt - more - self.table.discarded
                found.append((DEE, c.CountStub(left, hands=dealt + more if told else None)))
        free = [seat for seat in SEATS if seat not in self.table.players]
        if self.table.is_open and free:
            found.append((player(free[0]), c.TakeSeat(free[0], f"p{free[0]}")))
        return found

    def _method(self) -> str:
        return "shuffler" if "shuffler" in self.table.devices else "hand"

    def doings(self, by: Actor) -> list[Doing]:
        """Every act of a person that should be taken now."""
        offered = options(self.t, self.table, by)
        found = [doing for doing in self.given() if doing[0] == by]
        found += [(by, step) for step in offered.steps]
        return found + [(by, c.Play(act)) for option in offered.in_round for act in self.acts_of(option)]

    def acts_of(self, option: Option) -> tuple[Any, ...]:
        """An act for each bound of an option."""
        game: Any = six if self.t.edition.game == "bonus-six" else stud
        kind = getattr(game, option.act)
        if option.act in ("PlaceWager", "PlaceCoupon", "CorrectProgressive"):
            amounts = option.amounts or (option.low, option.high if option.high is not None else 2000)
            return tuple(kind(**option.fields, cents=cents) for cents in dict.fromkeys(amounts))
        if option.act == "Settle":
            return (kind(**option.fields, meters=dict(self.meters)),)
        return (kind(**option.fields),)

    def choose(self, without: tuple[str, ...] = ()) -> Doing | None:
        """An act of somebody; what leads on is likelier, and the dealer does most."""
        free = [seat for seat in SEATS if seat not in self.table.players]
        if self.table.is_open and len(self.table.players) < self.company and self.rng.random() < 0.9:
            return player(free[0]), c.TakeSeat(free[0], f"p{free[0]}")
        people = sorted(PEOPLE, key=lambda by: self.rng.random() - (by == DEE))
        rare: list[Doing] = []
        for by in people:
            doings = [doing for doing in self.doings(by) if name_of(doing[1]) not in without]
            onward = [doing for doing in doings if name_of(doing[1]) not in RARELY]
            if self.rng.random() < 0.95:  # wagers first, then the lock-out
                onward = [doing for doing in onward if name_of(doing[1]) != "LockOut"] or onward
            if onward:
                return self.rng.choice(onward if self.rng.random() < 0.93 else doings)
            rare += doings
        keys = [doing for doing in rare if name_of(doing[1]) in [step.act for step in due(self.t, self.table)[:1]]]
        return self.rng.choice(keys or rare) if rare else None

    def step(self, without: tuple[str, ...] = ()) -> bool:
        """One act, if there is one left."""
        chosen = self.choose(without)
        if chosen is None:
            return False
        by, command = chosen
        self.act(command, by, at=f"{len(self.acts):04d}")
        return True


def name_of(command: c.Command) -> str:
    return type(command.command if isinstance(command, c.Play) else command).__name__
