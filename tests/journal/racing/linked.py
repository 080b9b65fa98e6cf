"""Houses whose tables all play for one jackpot, and journals in which every table stands right before it wins it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from tests.tables.stack import hand, stud_order
from upcard.bots import Pit, virtual
from upcard.bots.table_bot import Rig
from upcard.cards import Card
from upcard.games import caribbean_stud as stud
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as mc
from upcard.money.jackpot_awards import present
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules
from upcard.store.store import Store
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.state import Table

JACKPOT = "Link"
METER, RESERVE, PENDING = f"meter/{JACKPOT}/main", f"reserve/{JACKPOT}/main", f"pending/{JACKPOT}/main"
SUPERVISOR, SECOND = Actor("pit supervisor", "supervisor"), Actor("second supervisor", "supervisor")

ROYAL, OTHER_ROYAL, LOW = hand("As Ks Qs Js Ts"), hand("Ah Kh Qh Jh Th"), hand("2c 3d 4h 5c 9d")
DEALER = hand("Ac Kd Tc 9s 2s")

SCHEDULES = {"sd-2015": "PMG-01", "sd-2011": "PMG-01", "ma": "D"}
LAYOUT = {
    "sd-2015": 'devices = ["progressive system", "signage", "coin sensor"]\ndesignated = true\ndealing = "singly"\n'
    'signs = ["bet schedule", "progressive schedule"]',
    "sd-2011": 'devices = ["progressive system", "signage", "coin-in slot"]\ndesignated = true\ndealing = "singly"\n'
    'signs = ["bet schedule", "progressive schedule"]',
    "ma": 'devices = ["acceptor"]\ndealing = "from-hand"\nshuffler = true',
}


class Terms(NamedTuple):
    """The parameters of the jackpot in dollars and parts of a wager."""

    seed: Fraction = Fraction(10_000)
    rate: Fraction = Fraction("0.701237")
    """So uneven that a meter in whole cents would be noticed."""
    reserve: Fraction = Fraction("0.030071")
    limit: Fraction | None = None


class Flavour(NamedTuple):
    """A kind of trial. At a table with twins two seats of one round hold a royal flush."""

    edition: str
    winners: int
    feeders: int = 2
    twins: int = 0
    split: bool = False
    terms: Terms = Terms()

    @property
    def winning(self) -> tuple[str, ...]:
        return tuple(f"W{number}" for number in range(1, self.winners + 1))

    @property
    def feeding(self) -> tuple[str, ...]:
        return tuple(f"F{number}" for number in range(1, self.feeders + 1))

    def royals(self, table: str) -> int:
        """How many seats of a table have won the whole meter."""
        return 2 if table in self.winning[: self.twins] else 1


def house_of(flavour: Flavour) -> House:
    seed, rate, reserve, limit = flavour.terms
    text = f'name = "Trial"\n[[jackpot]]\nname = "{JACKPOT}"\nschedule = "{SCHEDULES[flavour.edition]}"\n'
    text += 'approval = { reference = "25-114", date = "2025-12-15" }\n'
    text += f'[jackpot.levels.main]\nseed = "{dollars(seed)}"\nrate = "{percent(rate)}"\n'
    text += f'reserve_rate = "{percent(reserve)}"\n'
    text += f'limit = "{dollars(limit)}"\n' if limit is not None else ""
    for name in (*flavour.winning, *flavour.feeding):
        text += f'[[table]]\nname = "{name}"\nedition = "{flavour.edition}"\n{LAYOUT[flavour.edition]}\n'
        text += f'jackpot = "{JACKPOT}"\nminimum = "5.00"\nsame_round_jackpots = "{same_round(flavour)}"\n'
    house = read_house(text)
    return replace(house, tables=tuple(virtual(t) for t in house.tables))


def same_round(flavour: Flavour) -> str:
    return "split" if flavour.split else "in-turn"


def dollars(amount: Fraction) -> str:
    whole, cents = divmod(int(amount * 100), 100)
    return f"{whole}.{cents:02d}"


def percent(rate: Fraction) -> str:
    whole, parts = divmod(int(rate * 1_000_000), 10_000)
    return f"{whole}.{parts:04d}%"


def deck(t: TableRules, royals: int) -> tuple[Card, ...]:
    assert t.dealing is not None
    hands = {1: ROYAL, 2: OTHER_ROYAL if royals == 2 else LOW}
    return stud_order(hands, DEALER, singly=t.dealing.order.deal == "singly")


def pits_of(flavour: Flavour, house: House) -> dict[str, Pit]:
    """Two players to a table, who always win their first round."""
    decks = {t.name: deck(t, flavour.royals(t.name)) for t in house.tables}
    return {t.name: Pit(t, "races", 2, rig=in_round(1, decks[t.name])) for t in house.tables}


def in_round(lucky: int, cards: tuple[Card, ...]) -> Rig:
    return lambda number: cards if number == lucky else None


def keys(table: Table, command: c.Command) -> bool:
    """Whether an act keys an award whose turn has come."""
    step = present(table)
    if step is None or step.kind != "progressive":
        return False
    return isinstance(command, c.KeyWinner | c.VerifyAward | c.VerifyHand)


def feeds(edition: str, command: c.Command) -> bool:
    """Whether an act adds to the meter: a token where each counts at once, else the lock-out."""
    if edition == "sd-2011":
        return isinstance(command, c.Play) and getattr(command.command, "wager", "") == "progressive"
    return isinstance(command, c.LockOut)


def settles(command: c.Command) -> bool:
    """Whether an act pays the progressive of a seat."""
    play = command.command if isinstance(command, c.Play) else None
    return isinstance(play, stud.Settle) and play.kind == "progressive"


class Ready(NamedTuple):
    """A journal up to the moment before, and what happens next, by table."""

    house: House
    path: Path
    keying: dict[str, tuple[Actor, c.Command]]
    feeding: dict[str, tuple[Actor, c.Command]]


def make_ready(flavour: Flavour, store: Store, path: Path) -> Ready:
    """Everybody plays up to the moment before the awards are keyed; the feeders up to their next contribution."""
    house = house_of(flavour)
    floor = Floor(house, store)
    open_house(floor)
    carried = mc.CorrectMeter(JACKPOT, "main", 1_234_567_890_123, "carried over", SECOND.id)
    assert floor.process([Command("carried", SUPERVISOR, carried)])[0].error is None
    found: dict[str, tuple[Actor, c.Command]] = {}
    pits = pits_of(flavour, house)
    ids = (f"ready/{number}" for number in count(1))
    while len(found) < len(pits):
        batch = []
        for name, (by, ask) in _acts(floor, pits, found):
            table = floor.casino.tables.get(name, Table())
            if keys(table, ask) if name in flavour.winning else feeds(flavour.edition, ask):
                found[name] = by, ask
            else:
                batch.append(Command(next(ids), by, ask, name))
        assert not any(reply.error for reply in floor.process(batch))
    keying = {name: found[name] for name in flavour.winning}
    return Ready(house, path, keying, {name: found[name] for name in flavour.feeding})


def _acts(
    floor: Floor, pits: dict[str, Pit], done: dict[str, tuple[Actor, c.Command]]
) -> Iterator[tuple[str, tuple[Actor, c.Command]]]:
    for name, pit in pits.items():
        if name not in done:
            doing = pit.next(floor.casino.tables.get(name, Table()))
            assert doing is not None
            yield name, doing
