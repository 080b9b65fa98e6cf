"""The books: what every account holds, how every jackpot stands, what the round in play has added to a meter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec.structs import replace

from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.money import account
from upcard.money.bound import refuse_beyond
from upcard.money.coupon import Coupons, together
from upcard.money.link import Link
from upcard.money.meter_contributions import MeterContribution, Spared
from upcard.money.slip import Slip
from upcard.units import micros

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
        self.divided: dict[tuple[str, str], int] = {}
        """By table and jackpot, the hit of the round in play whose award is paid to several seats."""
        self.slips: dict[int, Slip] = {}
        self.coupons: dict[tuple[str, str, str], Coupons] = {}
        """Since the last gaming day ended, by table, kind and who put them down."""
        self.down: dict[tuple[str, int, str], str] = {}
        """By table, seat and kind, who put down a coupon of the round in play."""
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

    def add_fed(self, table: str, fed: Iterable[MeterContribution]) -> None:
        """Contributions are remembered until the round is over, and counted for good."""
        for one in fed:
            key = (table, one.seat)
            self.fed[key] = (*self.fed.get(key, ()), one)
            self.count_fed(one, 1)

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
        if found.number > 0:
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
