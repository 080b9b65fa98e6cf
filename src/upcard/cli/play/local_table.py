"""The table with its meters: acts go in, events come out, and the meters follow the events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from upcard.cards import byte_stream
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.settlement import bets, card_fee
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.stakes import put_down
from upcard.games.game import GameRound as Round
from upcard.games.meter import Meter, drawn
from upcard.games.option import Option
from upcard.money import meter_contributions
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.house import House, TableRules
from upcard.rules.jackpot import Level
from upcard.tables import Act, Actor, Table, decide, evolve
from upcard.tables.actor import Role
from upcard.tables.commands import Command, Play
from upcard.tables.events import Played, Recorded
from upcard.tables.next_step import lines_of
from upcard.tables.step_lines import Line
from upcard.units import micros

Meters = Mapping[str, Meter]

FIVE_CARD_WAGERS = ("five_card_player", "five_card_dealer")
ROLES: tuple[Role, ...] = ("dealer", "floorperson", "supervisor")
STAFF = {role: Actor(role, role) for role in ROLES}


def fed(meter: Meter, level: Level, wager: int) -> Meter:
    """The meter after a wager in cents."""
    added = meter_contributions.fed(level, meter.amount, wager)
    return Meter(meter.amount + added.meter, meter.seed, meter.reserve + added.reserve)


class State(NamedTuple):
    """Table and meters; they change together, so that nothing falls between them."""

    table: Table
    meters: Meters


@dataclass(slots=True)
class Session:
    """One table from its opening to its end."""

    t: TableRules
    levels: dict[str, Level]
    stream: Any
    state: State
    watch: Callable[[tuple[Recorded, ...]], None]
    by_hand: Callable[[tuple[Line, ...]], None] | None = None
    """Told what is done by hand at each act, where somebody wants to know."""

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def meters(self) -> Meters:
        return self.state.meters

    @property
    def round(self) -> Round:
        found = self.state.table.round
        assert found is not None
        return found

    def do(self, command: Command, role: Role = "dealer") -> None:
        """An act of the staff."""
        self._act(STAFF[role], command)

    def play(self, command: Any, role: Role = "dealer") -> None:
        """An act of the staff in the round."""
        self._act(STAFF[role], Play(command))

    def play_seat(self, command: Any, seat: int) -> None:
        """An act of the player who sits there."""
        self._act(Actor(self.table.players[seat], "player"), Play(command))

    def _act(self, by: Actor, command: Command) -> None:
        table, meters = self.state
        recorded = decide(self.t, table, Act(by, f"round {table.number}", command))
        if self.by_hand is not None:
            self.by_hand(lines_of(self.t, table, command))
        for entry in recorded:
            meters = self._moved(table, meters, entry)
            table = evolve(table, entry.event)
        self.state = State(table, meters)
        self.watch(recorded)

    def _moved(self, table: Table, meters: Meters, entry: Recorded) -> Meters:
        """The meters after an event: fed by accepted wagers, drawn on by awards."""
        event: Any = entry.event.event if isinstance(entry.event, Played) else None
        rules = self.t.rules
        if not isinstance(rules, CaribbeanStudRules):
            return meters
        main = [level for level in self.levels if level != FIVE_CARD_METER]
        at_token = rules.law.contribution_at == "token"
        after = dict(meters)

        def feed(names: list[str], cents: int) -> None:
            for name in names:
                after[name] = fed(after[name], self.levels[name], cents)

        match event:
            case stud_events.WagerPlaced(wager="progressive") if at_token:
                feed(main, event.cents)
            case stud_events.BetsClosed():
                assert table.round is not None
                for number in table.round.clockwise:
                    if not at_token:
                        feed(main, event.accepted.get(number, 0))
                    wagers: dict[str, int] = getattr(table.round.seats[number], "wagers", {})
                    if FIVE_CARD_METER in self.levels:
                        feed([FIVE_CARD_METER], sum(wagers.get(wager, 0) for wager in FIVE_CARD_WAGERS))
            case stud_events.StepSettled():
                for award in event.draws:
                    after[award.level] = drawn(after[award.level], award)
            case _:
                return meters
        return after


def open_session(house: House, t: TableRules, seed: str, watch: Callable[[tuple[Recorded, ...]], None]) -> Session:
    """A closed table whose meters stand at their seeds."""
    named = (t.jackpot, t.five_card_jackpot)
    levels = {key: level for name in named if name for key, level in house.jackpots[name].levels.items()}
    meters = {key: Meter(micros(level.seed), micros(level.seed)) for key, level in levels.items()}
    return Session(t, levels, byte_stream(seed.encode()), State(Table(), meters), watch)


# ---- what a seat may do, and what it has put down ----------------------------------------------------------------


def choices(t: TableRules, round: Round) -> tuple[Option, ...]:
    """Every act in the round that would be accepted now."""
    if isinstance(t.rules, BonusSixRules):
        assert isinstance(round, six.Round)
        return six.options(t.rules, round)
    assert isinstance(round, stud.Round)
    return stud.options(t.rules, round)


def wager_names(t: TableRules) -> tuple[str, ...]:
    """The wagers that a seat may make before the deal, the ante first."""
    if isinstance(t.rules, BonusSixRules):
        return ("ante", "insurance", "tip")
    return ("ante", *t.rules.wagers)


def offer(t: TableRules, table: Table, seat: int, wager: str) -> Option | None:
    """The bounds of a wager that the seat could make now."""
    assert table.round is not None
    wanted = {"seat": seat, "wager": wager}
    found = (o for o in choices(t, table.round) if o.act == "PlaceWager" and o.fields == wanted)
    return next(found, None)


def place(t: TableRules, seat: int, wager: str, cents: int) -> Any:
    kind: Any = six.PlaceWager if isinstance(t.rules, BonusSixRules) else stud.PlaceWager
    return kind(seat, wager, cents)


def tried(t: TableRules, table: Table, seat: int, command: Any) -> Table:
    """The table as it would be; a `Refused` says why it would not."""
    by = Actor(table.players[seat], "player")
    for entry in decide(t, table, Act(by, "", Play(command))):
        table = evolve(table, entry.event)
    return table


def covered(t: TableRules, hands: int) -> bool:
    """Whether a cover all wager is paid with so many players in the round."""
    rules = t.rules
    if not isinstance(rules, CaribbeanStudRules) or rules.cover_all is None:
        return False
    return hands + (rules.cover_all_counts == "hands") in rules.cover_all


def staked(t: TableRules, round: Round, seat: int) -> int:
    """All that a seat has put down in the round so far, fees and tips included."""
    found: Any = round.seats.get(seat)
    if found is None:
        return 0
    if isinstance(t.rules, BonusSixRules):
        wagers = sum(cents for _, cents in bets(t.rules, found))
        total: int = wagers + found.insurance + card_fee(t.rules, found) + sum(found.tips)
        return total
    return sum(cents for _, cents in put_down(t.rules, found))


def refused(t: TableRules, table: Table, seat: int, command: Any) -> str | None:
    """Why the command would be refused, or None."""
    try:
        tried(t, table, seat, command)
    except Refused as error:
        return str(error)
    return None
