"""Company: bots in some seats, and a dealer and a floor for the tables that nobody has taken.

They act like everybody else, by commands to the floor, at a pace that a person can follow, and wait for people: a
dealer closes the bets when those who sit there have made theirs, or after some patience. A table that a dealer has
taken by name is that dealer's alone, until no screen of that dealer has shown it for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import uuid
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from upcard.bots import attended
from upcard.bots.table_bot import next_signature
from upcard.bots.wager_plans import Fate, Plan, fate, found, lots, plan, taken
from upcard.cards import DECK, below
from upcard.games.game import game_of
from upcard.journal.command import Command
from upcard.money import commands as money
from upcard.rules.table import TableRules
from upcard.shuffles.service import left_in_stub
from upcard.store.postgres import PostgresStore
from upcard.store.store import StoreError
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables.commands import Role
from upcard.tables.next_step import Next, guide
from upcard.tables.procedure import stranded, taken_back
from upcard.web.projection import StateSnapshot
from upcard.web.site import Site
from upcard.web.views.seat import BETS_WAIT, DECISION_WAITS

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hana", "Ivo", "June", "Kit", "Luz")
DEALER_GONE = 60.0
"""Seconds without a screen at the table after which the bots take it back from a dealer who has walked away."""
GETS_UP = 300.0
"""Seconds after which a player whom nobody has seen gets up."""
FLOOR_WAITS = 12.0
"""Seconds that the floor leaves an award to a person."""
LEAST_CUT = 10
FLOAT = 2_000_000
"""Cents of chips that a tray of a demonstration begins with."""

PACE: dict[str, float] = {
    "TakeSeat": 0.2, "OpenTable": 0.2, "LockOut": 1.5, "DealCards": 0.8, "Reveal": 1.2, "Settle": 1.6,
    "SettleSeat": 1.6, "Reconcile": 2.5, "PlaceWager": 0.25, "Decide": 0.9, "RackCards": 0.5, "TurnCommunity": 0.8,
    "TurnUpCard": 0.8,
}  # fmt: skip
"""Seconds before an act, so that it can be followed; a third of a second for all others."""
USUAL_PACE = 0.35


class BotAction(NamedTuple):
    """Who does what, after how many seconds."""

    by: Actor
    ask: c.Command | money.MoneyCommand
    after: float
    table: str
    second: Actor | None = None


class Company:
    """The bots of one process."""

    def __init__(self, site: Site, *, speed: float = 1.0, seats: int = 2) -> None:
        self._site = site
        self._speed = site.pace = speed
        self._seed = os.urandom(16).hex()
        self._ids = (f"company/{uuid.uuid4().hex[:12]}/{number}" for number in count(1))
        self._names: dict[str, dict[int, str]] = {}
        self._plans: dict[tuple[str, int, int, bool], Plan] = {}
        names = iter(NAMES * 9)
        for t in site.house.tables:
            places = range(2, t.seats + 1, 2) if t.seats > 1 else ()
            self._names[t.name] = dict(zip(list(places)[:seats], names, strict=False))
        self._seen: dict[str, tuple[int, float]] = {}
        self._since: dict[tuple[str, str], float] = {}
        """By table and player, since when nobody has looked."""
        self._filled: set[str] = set()
        """The tables whose tray was filled before they were opened."""
        self._away: dict[str, tuple[str, float]] = {}
        """By table, the dealer who has walked away, and since when."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that bots can play at: those with cards of the system's own."""
        return tuple(t.name for t in self._site.house.tables if t.mode == "virtual")

    async def keep(self) -> None:
        """Bots at every table, until this is cancelled."""
        await asyncio.gather(*(self._tend(name) for name in self.tables))

    async def _tend(self, name: str) -> None:
        hub = self._site.hub
        while not hub.closed():
            moment = hub.moment
            doing = None if moment.locked else self.next(moment, name)
            if doing is None:
                await hub.changed(name, 1.0)
                continue
            if doing.after > 0 and await self._interrupted(name, doing.after / self._speed):
                continue
            version = moment.versions.get(f"table/{name}", 0) if doing.table else None
            command = Command(next(self._ids), doing.by, doing.ask, doing.table, version, doing.second)
            with contextlib.suppress(StoreError, RuntimeError):
                reply = await self._site.send(command)
                if reply.error is not None:
                    await asyncio.sleep(0.5)

    async def _interrupted(self, name: str, seconds: float) -> bool:
        """Whether something else happened at the table first."""
        return await self._site.hub.changed(name, seconds)

    # ---- what a table needs

    def next(self, moment: StateSnapshot, name: str) -> BotAction | None:
        """The next thing that one of the bots does at a table."""
        t, table = moment.rules[name], moment.tables[name]
        waited = self._waited(moment, name)
        ours = table.dealer == ""
        if not ours and self._dealer_away(name, table.dealer) > DEALER_GONE:
            return self._staff(t, "supervisor", c.RelieveDealer(""), 0.2)
        if not table.is_open:
            return self._opening(t) if ours and table.number == 0 else None
        if name in moment.outdated:
            return None  # people close it, and open it again
        assert table.round is not None
        if ours and (call := attended(table, table.round.phase)) is not None:
            return self._staff(t, "supervisor", call)
        if table.round.phase == "betting":
            return self._betting(moment, t, table, waited, ours=ours)
        if ours and (award := self._award(moment, name, waited)) is not None:
            return award
        step = guide(t, table)
        if step is None:
            return None
        if step.act == "Decide":
            return self._decision(t, table, step, waited, ours=ours)
        if signed := next_signature(t, moment.slips.values(), table.number, step.act, step.seat):
            return BotAction(*signed, max(0.0, FLOOR_WAITS - waited), "") if ours else None
        return self._step(t, table, step) if ours else None

    def _opening(self, t: TableRules) -> BotAction:
        """A table is opened; in a demonstration with chips in its tray, so that its books look like a casino's."""
        if self._site.demo and t.name not in self._filled:
            self._filled.add(t.name)
            return BotAction(Actor(f"{t.name} supervisor", "supervisor"), money.FillTray(t.name, FLOAT), 0.0, "")
        return self._staff(t, "dealer", c.OpenTable(), 0.2)

    def _waited(self, moment: StateSnapshot, name: str) -> float:
        """Seconds for which the table has stood as it does."""
        version = moment.versions.get(f"table/{name}", 0)
        seen = self._seen.get(name)
        if seen is None or seen[0] != version:
            seen = self._seen[name] = (version, time.monotonic())
        return (time.monotonic() - seen[1]) * self._speed

    def _staff(self, t: TableRules, role: Role, command: c.Command, after: float | None = None) -> BotAction:
        name = type(command.command if isinstance(command, c.Play) else command).__name__
        return BotAction(
            Actor(f"{t.name} {role}", role), command, PACE.get(name, USUAL_PACE) if after is None else after, t.name
        )

    def _step(self, t: TableRules, table: Table, step: Next) -> BotAction | None:
        """A step of the procedure, by whoever the law names for it; devices and ways of dealing are people's choice."""
        command = None if step.act in ("InstallDevice", "RemoveDevice", "ChangeDealing") else step.command
        if command is None and step.asks:
            command = self._told(t, table, step)
        return self._staff(t, step.roles[0], command) if command is not None else None

    def _told(self, t: TableRules, table: Table, step: Next) -> c.Command | None:
        """A step for which somebody has to say a number: of the system's own cards and wagers a bot knows it."""
        match step.act:
            case "CutDeck":
                deep = LEAST_CUT + below(52 - 2 * LEAST_CUT + 1, iter(os.urandom(64)))
                return c.CutDeck(step.deck, deep)
            case "ReportShufflerCount":
                return c.ReportShufflerCount(step.deck, len(DECK))
            case "CountChips":
                return c.CountChips(game_of(t).accepted_chips(table.round))
            case "CountStub":
                return c.CountStub(left_in_stub(t, table))
            case _:
                return None

    def _award(self, moment: StateSnapshot, name: str, waited: float) -> BotAction | None:
        """An award that a bot has keyed for a bot is validated by two of them; a person's waits for people."""
        players = moment.tables[name].players
        for link in moment.links.values():
            for hit in link.open.values():
                own = hit.by == f"dealer {name} dealer" and players.get(hit.seat) == self._names[name].get(hit.seat, "")
                if hit.table == name and not hit.title and hit.state == "pending" and own:
                    by = Actor(f"{name} supervisor", "supervisor")
                    ask = money.ValidateHit(link.name, hit.number)
                    second = Actor(f"{name} second", "licensee")
                    return BotAction(by, ask, max(0.0, FLOOR_WAITS - waited), "", second)
        return None

    # ---- before the deal

    def _betting(
        self, moment: StateSnapshot, t: TableRules, table: Table, waited: float, *, ours: bool
    ) -> BotAction | None:
        mine = self._names[t.name]
        for seat, player in mine.items():
            if seat not in table.players and player not in table.players.values():
                return BotAction(Actor(player, "player"), c.TakeSeat(seat, player), PACE["TakeSeat"], t.name)
        step = guide(t, table)
        if step is not None and step.act not in ("LockOut", "TakeBackWager"):
            return self._step(t, table, step) if ours else None
        drawn = self._fate(t, table)
        assert table.round is not None
        people = [seat for seat, player in table.players.items() if player != mine.get(seat)]
        covered = game_of(t).covered(t, table, len(table.round.seats.keys() | drawn.playing | set(people)))
        for seat in drawn.playing:
            if table.players.get(seat) != mine.get(seat):
                continue
            wager = self._plan(t, seat, drawn.variants[seat], covered=covered).get(found(t, table.round, seat))
            coupon = wager is not None and hasattr(wager.command, "coupon")
            if wager is not None and not coupon and taken(t, table, wager.command):
                return BotAction(Actor(mine[seat], "player"), wager, PACE["PlaceWager"], t.name)
        closing = next((taken_back(t, one) for one in stranded(t, table)), step.command if step is not None else None)
        if closing is None or not ours:
            return None
        gone = self._gone(t.name, table, people)
        for seat, seconds in gone.items():
            if seat not in table.round.seats and seconds > GETS_UP:
                return self._staff(t, "dealer", c.LeaveSeat(seat))
        missing = [seat for seat in people if seat not in table.round.seats and seat not in gone]
        patience = BETS_WAIT if missing else 4.0 if people else PACE["LockOut"]
        return self._staff(t, "dealer", closing, max(0.0, patience - waited))

    def _dealer_away(self, name: str, dealer: str) -> float:
        """For how many seconds no screen of its dealer has shown the table; none where others may show it."""
        if isinstance(self._site.floor.store, PostgresStore) or self._site.hub.present[name, dealer]:
            self._away.pop(name, None)
            return 0.0
        now = time.monotonic()
        whose, since = self._away.setdefault(name, (dealer, now))
        if whose != dealer:
            self._away[name] = (dealer, since := now)
        return (now - since) * self._speed

    def _gone(self, name: str, table: Table, people: list[int]) -> dict[int, float]:
        """By seat, for how many seconds no screen of its player has shown the table.

        Another process may show it where several share a store; then nobody is known to be gone.
        """
        if isinstance(self._site.floor.store, PostgresStore):
            return {}
        now, here = time.monotonic(), self._site.hub.present
        absent = {(name, table.players[seat]): seat for seat in people if not here[name, table.players[seat]]}
        for key in [key for key in self._since if key[0] == name and key not in absent]:
            del self._since[key]
        return {seat: (now - self._since.setdefault(key, now)) * self._speed for key, seat in absent.items()}

    def _fate(self, t: TableRules, table: Table) -> Fate:
        seats = tuple(self._names[t.name]) or (1,)
        return fate(lots(self._seed, t.name, table.number, "fate"), table.number, seats, Fraction(0), 0)

    def _plan(self, t: TableRules, seat: int, variant: int, *, covered: bool) -> Plan:
        key = (t.name, seat, variant, covered)
        if key not in self._plans:
            self._plans[key] = plan(t, self._seed, seat, variant, covered=covered)
        return self._plans[key]

    # ---- decisions

    def _decision(self, t: TableRules, table: Table, step: Next, waited: float, *, ours: bool) -> BotAction | None:
        """A bot decides for its own seat; for a person the dealer waits long, and then folds in the player's name."""
        round: Any = table.round
        mine = self._names[t.name]
        seats = game_of(t).to_decide(round)
        for seat in seats:
            if table.players.get(seat) == mine.get(seat) and seat in mine:
                return BotAction(
                    Actor(mine[seat], "player"), self._choice(t, table, round, seat), PACE["Decide"], t.name
                )
        if not ours or not seats:
            return None
        fold = game_of(t).choose_for_absent(t.rules, round, seats[0])
        return self._staff(t, "dealer", c.Play(fold), max(0.0, DECISION_WAITS - waited))

    def _choice(self, t: TableRules, table: Table, round: Any, seat: int) -> c.Play:
        drawn = self._fate(t, table)
        whims = {"whim": seat in drawn.whims, "late_whim": seat in drawn.late_whims}
        return c.Play(game_of(t).choose(t.rules, round, seat, **whims))
