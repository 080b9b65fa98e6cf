"""The tables to train at: for each edition a few that together offer all of it, or one table of the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.bots.table_bot import Pit
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import KNOWN, Scene
from upcard.games.payment import Meter, drawn
from upcard.games.play_round import Place, Plan
from upcard.law import EDITIONS
from upcard.present.payment import meter_label
from upcard.present.table_document import decks, phase_words, seat_drawn, shared_cards
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, decide, evolve
from upcard.tables import commands as c
from upcard.tables.events import Event, Played, Recorded
from upcard.tables.state import Table
from upcard.units import show_cents


class School(NamedTuple):
    """Tables under one edition, by the key that exercises name them with."""

    key: str
    title: str
    places: tuple[Place, ...]


def _place(house: House, t: TableRules) -> Place:
    """The table with cards of the system's own: a situation is dealt, not keyed."""
    levels = [house.jackpots[name].levels for name in (t.jackpot, t.five_card_jackpot) if name]
    seeds = {key: level.seed for found in levels for key, level in found.items()}
    return Place(replace(t, mode="virtual"), seeds)


def _house_of(edition: str) -> Traversable:
    return files("upcard.web.training").joinpath("houses", f"{edition}.toml")


def trained() -> list[str]:
    """The editions that there are tables to train at for."""
    return [edition for edition in EDITIONS if _house_of(edition).is_file()]


@cache
def school(edition: str) -> School:
    """The tables of an edition with everything on offer."""
    house = read_house(_house_of(edition).read_text("utf-8"))
    return School(edition, house.tables[0].edition.title, tuple(_place(house, t) for t in house.tables))


def at_table(house: House, name: str, key: str) -> School:
    """One table of a house, with what it offers."""
    t = next(t for t in house.tables if t.name == name)
    return School(key, t.name, (_place(house, t),))


# ---- A table of an exercise as a document to draw ----------------------------------------------------------
# what lies where, in the form of the documents of live tables.


def picture(
    t: TableRules, table: Table, meters: Mapping[str, Meter], faces: Set[int], *, named: bool
) -> dict[str, Any]:
    """The table with the hands of the seats in `faces` turned up; hands are named where that is asked for."""
    round, scene = table.round, _scene(t, table, faces)
    shared = shared_cards(scene)
    return {
        "table": {"name": t.name, "edition": t.edition.id, "title": t.edition.title, "game": t.edition.game},
        "phase": round.phase if round is not None else "",
        "words": phase_words(round),
        "back": table.current,
        "decks": decks(table, {back: f"{back} deck" for back in table.decks}),
        "devices": list(table.devices),
        "stub": table.stub,
        "meters": [
            {"level": level, "label": meter_label(level), "amount": show_cents(meter.displayed)}
            for level, meter in meters.items()
        ],
        "community": None,
        **shared,
        "dealer": shared["dealer"] if named else {**shared["dealer"], "hand": None, "qualifies": None},
        "seats": [_seat(table, scene, faces, number, named=named) for number in (round.clockwise if round else ())],
    }


def _scene(t: TableRules, table: Table, faces: Set[int]) -> Scene:
    """What the dealer sees, and the hands that are turned up."""
    seen, known = (game_of(t).core.scene(t.rules, table.round, eye) for eye in ("dealer", KNOWN))
    seats = {number: known.seats[number] if number in faces else place for number, place in seen.seats.items()}
    return Scene(seats, *seen[1:])


def _seat(table: Table, scene: Scene, faces: Set[int], number: int, *, named: bool) -> dict[str, Any]:
    seat = seat_drawn(table, scene, number)
    away = number in table.racked and number not in faces
    return {
        "seat": number,
        "player": "",
        "cards": [] if away else seat.cards,
        "hand": seat.hand if named and not away else None,
        "wagers": seat.wagers,
        "state": seat.state,
        "words": seat.words,
    }


# ---- A round on a table in memory --------------------------------------------------------------------------
# real commands from opening to end, each with the table as it stood before it.


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
