"""The books: what every account holds, how every jackpot stands, what the round in play has added to a meter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games.game import game_of_round
from upcard.games.payment import Meter, Payment
from upcard.money import account
from upcard.money.link import Link, MeterContribution, Spared, Tier
from upcard.money.purse import Purse
from upcard.money.slip import Coupons, Slip, together
from upcard.rules.house import House
from upcard.rules.jackpot import Title
from upcard.rules.table import TableRules, in_letters
from upcard.tables.commands import Actor, Role
from upcard.tables.state import Table
from upcard.units import micros, show_cents

if TYPE_CHECKING:
    from upcard.money.ledger import Recorded

# ---- How much any account may ever hold or owe -------------------------------------------------------------
# far more than a casino has, and well within what every store can keep.


MOST = 10**12
"""Cents: ten thousand million dollars. In micros it is a ninth of the largest number of 64 bits, so that no account and
no difference between two is beyond a database or a file of the state."""


COUNTERS = tuple(field.name for field in msgspec.structs.fields(Tier) if field.type is int)
"""What a level of a jackpot counts."""


def refuse_beyond(name: str, before: int, after: int) -> None:
    """Refuses what takes an account further beyond the bound; one that is beyond it already may come back."""
    if abs(after) > micros(MOST) and abs(after) > abs(before):
        raise Refused(None, f"{name} would pass ${show_cents(MOST)}, more than any account may hold or owe")


def refuse_counters_beyond(before: Mapping[str, Link], after: Mapping[str, Link]) -> None:
    """The same for what a jackpot counts beside its accounts: wagers, awards, what its limit has turned away."""
    for name, link in after.items():
        if link is before.get(name):
            continue
        for level, tier in link.tiers.items():
            was = before[name].tiers.get(level) if name in before else None
            for field in COUNTERS if tier is not was else ():
                if (now := getattr(tier, field)) > micros(MOST):
                    refuse_beyond(f"{field} of {name}/{level}", getattr(was, field, 0), now)


# ---- books -------------------------------------------------------------------------------------------------


K = TypeVar("K")
V = TypeVar("V")


class Books:
    """Balances in micros; they change by postings alone."""

    def __init__(self) -> None:
        self.house = ""
        """Whose books they are."""
        self.balances: dict[str, int] = {}
        self.links: dict[str, Link] = {}
        self.jackpots_at: dict[str, tuple[str, ...]] = {}
        """By table, the jackpots that it plays for, the last that it joined last."""
        self.fed: dict[tuple[str, int], tuple[MeterContribution, ...]] = {}
        """By table and seat, what the round in play has added to meters."""
        self.spared: dict[str, tuple[Spared, ...]] = {}
        """By table, what meters keep of void contributions of the round in play, for fixed awards off them."""
        self.posted: dict[str, tuple[Recorded, ...]] = {}
        """By table where cards are keyed, what each thing has moved that it remembers as its past."""
        self.divided: dict[tuple[str, str], int] = {}
        """By table and jackpot, the hit of the round in play whose award is paid to several seats."""
        self.slips: dict[int, Slip] = {}
        self.coupons: dict[tuple[str, str, str], Coupons] = {}
        """Since the last gaming day ended, by table, kind and who put them down."""
        self.down: dict[tuple[str, int, str], str] = {}
        """By table, seat and kind, who put down a coupon of the round in play."""
        self.purses: dict[tuple[str, int], Purse] = {}
        """By table and seat, of those who bought chips there."""
        self.day = ""
        """The gaming day that ended last."""
        self.shifts: tuple[str, tuple[str, ...]] = ("", ())
        """The last gaming day of which a shift has ended, and its shifts that have."""
        self._tried: list[tuple[dict[Any, Any], Any, Any]] | None = None
        """While an act is tried, what it changed of balances and slips: where, which, and what was there before."""

    def jackpots_of(self, table: str) -> tuple[str, ...]:
        """The jackpots that a table plays for."""
        return self.jackpots_at.get(table, ())

    def jackpot_of(self, table: str, wager: str) -> str | None:
        """The jackpot that a wager of a table plays for: of several that old journals have, the last that it joined."""
        joined = reversed(self.jackpots_of(table))
        return next((name for name in joined if wager in self.links[name].members[table].wagers), None)

    def meter_of(self, table: str, wager: str) -> str:
        """The same, where the wager has drawn on a meter or may."""
        jackpot = self.jackpot_of(table, wager)
        if jackpot is None:
            raise KeyError(f"{wager} at {table} plays for no jackpot")
        return jackpot

    def join(self, table: str, jackpot: str) -> None:
        self.leave(table, jackpot)
        self.jackpots_at[table] = (*self.jackpots_of(table), jackpot)

    def leave(self, table: str, jackpot: str) -> None:
        self.jackpots_at[table] = tuple(name for name in self.jackpots_of(table) if name != jackpot)

    def move(self, postings: dict[str, int]) -> None:
        """What an entry moved; it sums to nothing."""
        for name, amount in postings.items():
            was = self.balances.get(name, 0)
            if self._tried is not None:
                refuse_beyond(name, was, was + amount)
            self._put(self.balances, name, was + amount)

    def keep(self, slip: Slip) -> None:
        """A slip that is new, or has changed."""
        self._put(self.slips, slip.issued.number, slip)

    def _put(self, found: dict[K, V], key: K, value: V) -> None:
        if self._tried is not None:
            self._tried.append((found, key, found.get(key)))
        found[key] = value

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Within it no account passes the bound, and after an error every balance and slip is what it was."""
        tried: list[tuple[dict[Any, Any], Any, Any]] = []
        self._tried = tried
        try:
            yield
        except BaseException:
            for found, key, was in reversed(tried):
                if was is None:
                    del found[key]
                else:
                    found[key] = was
            raise
        finally:
            self._tried = None

    def meter(self, jackpot: str, level: str) -> Meter:
        """A meter as it stands."""
        tier = self.links[jackpot].tiers[level]
        amount = self.balances.get(account.meter(jackpot, level), 0)
        return Meter(amount, micros(tier.level.seed), self.balances.get(account.reserve(jackpot, level), 0))

    def readings(self, table: str) -> dict[str, Meter]:
        """Every meter that a table plays for, by level."""
        return {level: self.meter(name, level) for name in self.jackpots_of(table) for level in self.links[name].tiers}

    def posted_at(self, name: str, table: Table) -> tuple[Recorded, ...]:
        """What each thing of a table's past has moved."""
        return self.posted.get(name, ())[-len(table.past) :] if table.past else ()

    def add_fed(self, table: str, fed: Iterable[MeterContribution]) -> None:
        """Contributions are remembered until the round is over, and counted for good."""
        for one in fed:
            key = (table, one.seat)
            self.fed[key] = (*self.fed.get(key, ()), one)
            self.count_fed(one, 1)

    def fed_now(self, table: str, one: MeterContribution) -> MeterContribution | None:
        """A contribution as it is remembered now, in the era that its money is in; None where it counts no more."""
        known = self.fed.get((table, one.seat), ())
        return next((each for each in known if each._replace(era=one.era, reserve_era=one.reserve_era) == one), None)

    def drop_fed(self, table: str, fed: Iterable[MeterContribution]) -> None:
        """Contributions that were taken back."""
        for one in fed:
            key = (table, one.seat)
            self.fed[key] = tuple(other for other in self.fed[key] if other != one)
            self.count_fed(one, -1)
            self._void_waiting(one)

    def count_fed(self, one: MeterContribution, sign: int) -> None:
        link = self.links[one.jackpot]
        tier = link.tiers[one.level]
        contributed = one.contribution
        over = one.cents * tier.level.rate - contributed.meter
        since = tier.since_reset + sign * one.cents if tier.era == one.era else tier.since_reset
        counted = replace(
            tier,
            wagered=tier.wagered + sign * one.cents,
            overflowed=tier.overflowed + sign * over,
            since_reset=since,
        )
        self.links[one.jackpot] = replace(link, tiers={**link.tiers, one.level: counted})

    def count_fixed(self, table: str, payment: Payment, sign: int) -> None:
        """A fixed award that the meter has paid, or has back."""
        link = self.links[self.meter_of(table, payment.wager)]
        level, tier = next(iter(link.tiers.items()))
        paid = replace(tier, fixed=tier.fixed + sign * payment.drawn)
        self.links[link.name] = replace(link, tiers={**link.tiers, level: paid})

    def count_coupons(self, seat: int, found: Coupons) -> None:
        if found.number > 0 and seat:  # one that comes back has never lost whoever put it down
            self.down[found.table, seat, found.kind] = found.by
        self.coupons |= together((self.coupons.get(found.key, Coupons(*found.key)), found))

    def close_shift(self, day: str, shift: str) -> None:
        """A shift of an earlier day changes nothing about the last one."""
        last, shifts = self.shifts
        if day >= last:
            self.shifts = (day, (*shifts, shift) if day == last else (shift,))

    def close_day(self, day: str) -> None:
        """What was counted in a gaming day is its own: the end of a shift alone does not take it out of sight."""
        self.coupons, self.day = {}, day

    def _void_waiting(self, one: MeterContribution) -> None:
        """A void contribution that waits with full awards: it is owed to the house if they are rejected."""
        link = self.links[one.jackpot]
        waiting = dict(link.open)
        for number, hit in link.open.items():
            was = hit.emptied.get(one.level)
            if was is None or was.era == link.tiers[one.level].era:
                continue
            if was.era == one.era:
                void = was.void_meter + one.contribution.meter
                was = replace(was, since=was.since - one.cents, void_meter=void)
            if was.era == one.reserved_in:
                was = replace(was, void_reserve=was.void_reserve + one.contribution.reserve)
            waiting[number] = replace(hit, emptied={**hit.emptied, one.level: was})
        self.links[one.jackpot] = replace(link, open=waiting)

    def end_round(self, table: str) -> None:
        """The round is over: its contributions stand."""
        for key in [key for key in self.fed if key[0] == table]:
            del self.fed[key]
        self.spared.pop(table, None)
        self.divided = {key: number for key, number in self.divided.items() if key[0] != table}
        self.down = {key: by for key, by in self.down.items() if key[0] != table}


# ---- context -----------------------------------------------------------------------------------------------
# All that an act at a jackpot or the cage is judged by, and what more than one of them asks first.


FLOOR: tuple[Role, ...] = ("floorperson", "supervisor")
IN_CHARGE: tuple[Role, ...] = ("supervisor", "licensee")
STAFF: tuple[Role, ...] = ("dealer", "floorperson", "supervisor", "licensee")
CAGE: tuple[Role, ...] = ("cage", "supervisor", "licensee")


ENDS_BY = "jackpot_ends_by"


class Standing(NamedTuple):
    """The house, the books and the tables as they stand."""

    house: House
    books: Books
    tables: Mapping[str, Table]
    table: Callable[[str], TableRules]
    """What a table of the house is run by now, terms that were eased among it; another name is refused."""
    at: str = ""
    """When the act is done."""
    second: str = ""
    """Who signs the act beside whoever does it, or empty."""

    def link(self, jackpot: str) -> Link:
        if jackpot not in self.books.links:
            raise Refused(None, f"no jackpot {jackpot!r} is in play")
        link = self.books.links[jackpot]
        if link.ended:
            raise Refused(None, f"{jackpot} has ended: {link.ended}")
        return link

    def idle(self, name: str) -> bool:
        """Whether nobody has a wager down at a table, or it is closed."""
        table = self.tables.get(name)
        return table is None or table.without_wagers

    def wagered(self, name: str, wagers: tuple[str, ...]) -> bool:
        """Whether one of these wagers lies at a table and is not settled."""
        table = self.tables.get(name)
        round = table.round if table else None
        if round is None:
            return False
        lying = game_of_round(round).wagers_of
        return any(wager in lying(seat) for seat in round.seats.values() for wager in wagers)


def for_role(by: Actor, roles: tuple[Role, ...], what: str) -> None:
    """Refuses an act that is another's to do."""
    if by.role not in roles:
        raise Refused(None, f"{what} is for a {' or '.join(roles)}, not a {by.role}")


def two_people(by: Actor, second: str, what: str) -> None:
    """Refuses an act by one person that takes two."""
    if not second.strip() or second.strip() == by.id.strip():
        raise Refused(None, f"{what} takes a second person")


def refuse_ending(now: Standing, link: Link, because: str) -> Refused:
    """A refusal under the clause that says how a jackpot ends, where the edition has one."""
    return refuse_under(now, link, ENDS_BY, because)


def refuse_under(now: Standing, link: Link, rule: str, because: str) -> Refused:
    """A refusal under the clause of a rule, where the edition of the jackpot has it."""
    tables = now.house.tables_on(link.name)
    rules = tables[0].rules if tables else None
    if rules is None or rule not in rules.edition.citations:
        return Refused(None, because)
    refused: Refused = rules.refuse(rule, because)
    return refused


def title_on(now: Standing, link: Link, name: str, table: str) -> Title:
    """Another title on a link, at a table of its own: none of this house, whose wagers and awards are its own."""
    title = next((title for title in link.titles if title.name == name), None)
    if title is None:
        raise Refused(None, f"{name} is no title on {link.name}")
    if not table.strip():
        raise Refused(None, "table: wagers are taken, and awards keyed, at a table")
    ours = {in_letters(t.name) for t in now.house.tables}
    for field, said in (("title", name), ("table", table)):
        if in_letters(said) in ours:
            because = f"{field}: {said} is a table of this house, which takes its own wagers and keys its own awards"
            raise refuse_under(now, link, "linked_titles_share", because)
    return title


def stands_in(house: House, links: Mapping[str, Link], t: TableRules) -> set[str]:
    """The jackpots that a table which was on no link yet counts for: one of their tables is gone from the house.

    Under another name, and with another game, it may be the same table. One that is elected for such a jackpot itself
    takes its place there.
    """
    if any(t.name in link.played for link in links.values()):
        return set()
    names = {t.name for t in house.tables}
    bereft = {link.name for link in links.values() if link.ends_by and not link.ended and set(link.played) - names}
    return set() if bereft & {t.jackpot, t.five_card_jackpot} else bereft


def check_offered(now: Standing, link: Link, members: Set[str], opens: str = "", closes: str = "") -> None:
    """Refuses an act after which tables of a jackpot are open and none of them offers it.

    A table offers it that the house has elected for it and that is on its link: neither alone is enough. Its tables are
    all that are elected for it, have ever been on its link or stand in for one that was, whatever is played there now,
    so that it is not left behind on one that never opens.
    """
    elected = {t.name for t in now.house.tables_on(link.name) if ENDS_BY in t.edition.citations}
    instead = {t.name for t in now.house.tables if link.name in stands_in(now.house, now.books.links, t)}
    known = {t.name for t in now.house.tables} & (elected | set(link.played) | instead)
    if not elected or not {opens, closes} <= known | {""}:
        return
    are_open = {name for name in known if now.tables.get(name, Table()).is_open or name == opens} - {closes}
    if are_open and not are_open & elected & members:
        because = (
            f"{link.name} is offered until it has ended: while a table is open that plays for it, or once did, so is "
            f"one that offers it ({', '.join(sorted(elected))})"
        )
        raise refuse_ending(now, link, because)


def standing_still(link: Link, what: str) -> None:
    """Refuses what may not happen while a link is in operation."""
    if link.operating:
        raise Refused(None, f"{what} while {link.name} is in operation: it is suspended first")
    if link.open:
        raise Refused(None, f"{what} while hit {next(iter(link.open))} of {link.name} is open")
