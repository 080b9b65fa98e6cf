"""A round on a table in memory: real commands from opening to end, each with the table as it stood before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.bots.table_bot import Pit
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.exercise import Place, Plan
from upcard.games.game import game_of
from upcard.games.meter import Meter, drawn
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, Table, decide, evolve
from upcard.tables import commands as c
from upcard.tables.events import Event, Played, Recorded

Meters = Mapping[str, Meter]


class RoundMoment(NamedTuple):
    """One act: the table and its meters before it, who does what, what follows, and the table after it."""

    table: Table
    meters: Meters
    by: Actor
    command: c.Command
    events: tuple[Event, ...]
    after: Table

    @property
    def act(self) -> Any:
        """The command, or the one in the round that it carries."""
        return self.command.command if isinstance(self.command, c.Play) else self.command

    @property
    def payments(self) -> tuple[Any, ...]:
        inner = [event.event for event in self.events if isinstance(event, Played)]
        return tuple(payment for event in inner for payment in getattr(event, "payments", ()))


def applied(table: Table, recorded: Iterable[Recorded]) -> Table:
    for entry in recorded:
        table = evolve(table, entry.event)
    return table


def after(t: TableRules, table: Table, by: Actor, command: c.Command) -> Table:
    """The table after an act; a `Refused` says why there is none."""
    return applied(table, decide(t, table, Act(by, "", command)))


class Walk:
    """A table on its way through one round."""

    def __init__(self, place: Place, plan: Plan, meters: Meters) -> None:
        self.t = place.t
        self._core = game_of(place.t).core
        self.plan = plan
        self.table = Table()
        self.meters: dict[str, Meter] = dict(meters)
        self.moments: list[RoundMoment] = []
        self._pit = Pit(place.t, "training", plan.seats, rig=self._rig)
        self._wagered = False

    def _rig(self, number: int) -> tuple[Card, ...] | None:
        return self.plan.order if number > self.plan.rounds else None

    def step(self) -> bool:
        """The next act; False when the round is over."""
        if self.table.number > self.plan.rounds + 1:
            return False
        doing = self._pit.next(self.table)
        if doing is None:
            return False
        self.do(*self._instead(*doing))
        return True

    def to_the_end(self) -> list[RoundMoment]:
        while self.step():
            pass
        return self.moments

    def do(self, by: Actor, command: c.Command) -> RoundMoment:
        recorded = decide(self.t, self.table, Act(by, "", command))
        before = RoundMoment(
            self.table, dict(self.meters), by, command, tuple(entry.event for entry in recorded), self.table
        )
        for event in before.events:
            for award in self._core.moves(self.table.round, event.event).draws if isinstance(event, Played) else ():
                self.meters[award.level] = drawn(self.meters[award.level], award)
        self.table = applied(self.table, recorded)
        found = before._replace(after=self.table)
        self.moments.append(found)
        return found

    def _instead(self, by: Actor, command: c.Command) -> tuple[Actor, c.Command]:
        """What the plan has in the place of the bots' own choice."""
        round = self.table.round
        act: Any = command.command if isinstance(command, c.Play) else command
        if self.table.number <= self.plan.rounds or round is None:
            return by, self._with_meters(command)
        game, name = game_of(self.t), type(act).__name__
        if round.phase == "betting" and name in (*game.STAKES, "LockOut"):
            return self._betting()
        if name in game.DECISIONS:
            return by, self._decided(act, command)
        if isinstance(act, type(self.plan.instead)):
            return by, c.Play(self.plan.instead)
        return by, self._with_meters(command)

    def _betting(self) -> tuple[Actor, c.Command]:
        """The planned wagers as far as the table takes them, then the end of the betting."""
        dealer = Actor("dealer", "dealer")
        while not self._wagered:
            for wager in self.plan.wagers:
                by = dealer if hasattr(wager, "coupon") else self._player(wager.seat)
                try:
                    self.do(by, c.Play(wager))
                except Refused:
                    continue
            self._wagered = True
        return dealer, c.LockOut()

    def _player(self, seat: int) -> Actor:
        return Actor(self.table.players[seat], "player")

    def _decided(self, act: Any, command: c.Command) -> c.Command:
        planned = self.plan.decisions.get(act.seat, ())
        round: Any = self.table.round
        made = len(getattr(round.seats[act.seat], "decisions", ()))
        if made >= len(planned):
            return command
        may = [
            o
            for o in self._core.options(self.t.rules, round)
            if (o.act, o.fields.get("seat")) == (planned[made], act.seat)
        ]
        best = max(may, key=lambda option: option.fields.get("tip", 0), default=None)
        return command if best is None else c.Play(getattr(self._core, best.act)(**best.fields))

    def _with_meters(self, command: c.Command) -> c.Command:
        if isinstance(command, c.Play) and hasattr(command.command, "meters"):
            return c.Play(replace(command.command, meters=dict(self.meters)))
        return command


def walked(place: Place, plan: Plan, meters: Meters) -> Walk:
    """The whole round."""
    found = Walk(place, plan, meters)
    found.to_the_end()
    return found
