"""A casino without a store, played by bots: the money of whole evenings, and jackpots that are sure to be hit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

from msgspec.structs import replace

from tests.house_texts import house_text
from upcard.bots import Pit, virtual
from upcard.bots.table_bot import next_signature
from upcard.cards import DECK, Card, parse_cards
from upcard.games.caribbean_stud import Report, Round
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command
from upcard.money import commands as c
from upcard.money.link import Link
from upcard.rules.house import House, read_house
from upcard.store.store import Entry
from upcard.tables.commands import Actor, Play, Role
from upcard.tables.state import Table

MOST_ACTS = 1_000
"""More than any round takes."""

HOUSES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")

PEOPLE: dict[str, Actor] = {
    role: Actor(f"a {role}", role) for role in ("dealer", "floorperson", "supervisor", "cage", "licensee", "regulator")
}


def example(name: str) -> str:
    return house_text(name)


def house_of(text: str) -> House:
    house = read_house(text)
    return replace(house, tables=tuple(virtual(t) for t in house.tables))


def linked(
    tables: int,
    *,
    edition: str = "sd-2015",
    schedule: str = "classic-10pct",
    seed: str = "10000.00",
    reserve: str = "3.0001%",
    level: str = "",
    more: str = "",
    wager: str = "",
) -> House:
    """So many South Dakota tables on one jackpot, which deal hands in groups of five; rates are awkward on purpose."""
    text = f"""
name = "Linked"
[[jackpot]]
name = "Link"
schedule = "{schedule}"
{f'progressive_wager = "{wager}"' if wager else ""}
[jackpot.levels.main]
seed = "{seed}"
rate = "71.0307%"
reserve_rate = "{reserve}"
{level}
"""
    for number in range(1, tables + 1):
        text += f"""
[[table]]
name = "T{number}"
edition = "{edition}"
designated = true
devices = ["progressive system", "signage", "{"coin-in slot" if edition == "sd-2011" else "coin sensor"}"]
signs = ["bet schedule", "progressive schedule"]
dealing = "groups"
shuffler = true
jackpot = "Link"
minimum = "5.00"
{more}
"""
    return house_of(text)


class Evening:
    """A casino whose tables play themselves, one act after the other."""

    def __init__(
        self,
        house: House,
        *,
        seed: str = "evening",
        irregular: Fraction = Fraction(0),
        rig: Callable[[int], tuple[Card, ...] | None] | None = None,
        seats: int = 4,
    ) -> None:
        self.casino = Casino(house)
        self.entries: list[Entry] = []
        self._ids = count(1)
        self.pits = {t.name: Pit(t, seed, min(seats, t.seats), irregular=irregular, rig=rig) for t in house.tables}
        for name in house.jackpots:
            self.does("licensee", c.OpenJackpot(name))
            for t in house.tables_on(name):
                self.does("licensee", c.JoinTable(name, t.name))

    def link(self, name: str = "Link") -> Link:
        return self.casino.books.links[name]

    def balance(self, account: str) -> int:
        return self.casino.books.balances.get(account, 0)

    def does(self, by: Role | Actor, ask: AnyCommand, table: str = "") -> list[Entry]:
        person = by if isinstance(by, Actor) else PEOPLE[by]
        made = self.casino.decide(Command(str(next(self._ids)), person, ask, table), f"at {len(self.entries)}")
        self.entries += made
        return made

    def miscounts(self, table: str, seat: int) -> None:
        """A hand at the table is found to have a wrong number of cards, as real ones may."""
        for real in (True, False):
            there = self.table(table)
            assert isinstance(there.round, Round)
            self.casino.tables[table] = replace(there, round=replace(there.round, keyed=real))
            if real:
                self.does("dealer", Play(Report("player-wrong-count", seat)), table)

    def step(self, name: str) -> list[Entry]:
        """The next act at a table; an award that waits is validated."""
        for link in self.casino.books.links.values():
            for hit in link.open.values():
                if hit.table == name and hit.state == "pending":
                    return self.does("supervisor", c.ValidateHit(link.name, hit.number))
        doing = self.pits[name].next(self.table(name))
        assert doing is not None
        act, seat = type(doing[1]).__name__, getattr(doing[1], "seat", 0)
        if (signed := self.signature(name, seat, act)) is not None:
            return self.does(*signed)
        return self.does(doing[0], doing[1], name)

    def signature(self, name: str, seat: int, act: str = "DocumentAward") -> tuple[Actor, c.SignSlip] | None:
        """The next signature that an act for a seat waits for."""
        slips = self.casino.books.slips.values()
        return next_signature(self.casino.rules_of(name), slips, self.table(name).number, act, seat)

    def table(self, name: str) -> Table:
        return self.casino.tables.get(name, Table())

    def play(self, name: str, rounds: int = 1) -> None:
        """So many rounds to their end."""
        for _ in range(rounds):
            self.until(name, "RoundReconciled")

    def until(self, name: str, event: str) -> list[Entry]:
        """Acts at a table until something of that name has happened."""
        for _ in range(MOST_ACTS):
            made = self.step(name)
            if any(f'{event}"' in entry.event for entry in made):
                return made
        raise AssertionError(f"{event} never happens at {name}")


FAULT = ("device fault", "2026-01-05T00:00")
"""A cause for which a jackpot may stand still, and a term: the times of an evening are in no calendar."""

ROYALS = ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc")
STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"


def dealt(*hands: str, rounds: tuple[int, ...] = (1,)) -> Callable[[int], tuple[Card, ...] | None]:
    """In these rounds these hands are dealt from the first seat on, where hands are dealt in groups."""
    held = parse_cards(" ".join(hands))
    rest = [card for card in DECK if card not in held]
    low = sorted(rest, key=lambda card: card // 4)  # what is left makes nobody else rich

    def rig(number: int) -> tuple[Card, ...] | None:
        return (*held, *_mixed(low)) if number in rounds else None

    return rig


def _mixed(cards: list[Card]) -> tuple[Card, ...]:
    """Neighbours apart, so that no hand of the rest is a flush or a straight."""
    return tuple(cards[place * 7 % len(cards)] for place in range(len(cards))) if len(cards) % 7 else tuple(cards)


def steps(evening: Evening, acts: int) -> Iterator[list[Entry]]:
    """So many acts, at each table in turn."""
    names = list(evening.pits)
    for number in range(acts):
        yield evening.step(names[number % len(names)])
