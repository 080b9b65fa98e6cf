"""A jackpot as it stands: the parameters and meters of its levels, who plays for it, awards that wait to be paid.

The amounts themselves are balances of the books; here is what the books do not say.

>>> fed(Level(seed=100, rate=500_000, limit=120), micros(100), 100)
Contribution(meter=20000000, reserve=30000000, revenue=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec

from upcard.games.payment import Draw, Meter, Payment
from upcard.money import account
from upcard.money.account import Transfer, Transfers
from upcard.money.events import FedAt
from upcard.rules.jackpot import AWARD_VERIFIED, ORDERED, PETITION_GRANTED, TOP_AWARD_WON, Approval, Level, Title
from upcard.units import micros, time_of

LAST_HITS = 25
"""How many hits are told on demand."""


class Tier(msgspec.Struct, frozen=True):
    """A level of a jackpot with the meters beside its amount, in cents but for the overflow."""

    level: Level
    wagered: int = 0
    hits: int = 0
    won: int = 0
    fixed: int = 0
    """Fixed awards that were paid off the meter, where the house elected so."""
    overflowed: int = 0
    """Micros that a limit has turned away, to the reserve or to the house."""
    resets: int = 0
    """How often a full award has emptied it."""
    era: int = 0
    """The number of the hit that emptied it last, 0 before the first: a name for all that was added since."""
    since_reset: int = 0
    """Cents wagered, or brought in otherwise, since a full award last emptied it."""
    put_up: int = 0
    """Cents that the house put in when it was opened or last emptied, whatever its seed has been changed to since."""
    owed: int = 0
    """Micros due to the house for rejected awards that the meter did not have: they go out of the next one put back."""


class Member(msgspec.Struct, frozen=True):
    """A table on the link."""

    wagers: tuple[str, ...]
    fed_at: FedAt


class Emptied(msgspec.Struct, frozen=True):
    """What a full award did to a level: the era that it ended, and what the meter started again from, in micros."""

    era: int
    since: int
    """Cents wagered in that era."""
    starts: int
    seed: int
    reserve: int
    void_meter: int = 0
    """Contributions to that era that were found void while the award waited: owed to the house if it is rejected."""
    void_reserve: int = 0
    put_up: int = 0
    """What the house had put into that era, in cents."""


class Hit(msgspec.Struct, frozen=True):
    """An award off the meter."""

    number: int
    table: str
    round: int
    kind: str
    seat: int
    hand: int
    draws: tuple[Draw, ...]
    readings: dict[str, Meter]
    by: str
    at: str
    state: Literal["pending", "validated", "paid", "rejected"] = "pending"
    title: str = ""
    emptied: dict[str, Emptied] = {}
    """The levels that it emptied."""
    eras: dict[str, int] = {}
    """The era of each level that it drew on, when it was locked."""
    closed_by: str = ""
    reason: str = ""
    eased: str = ""
    """The hand from which the top award was won on easier terms, where that is how it was locked."""
    stops: bool = False
    """Whether the jackpot stood still for it beside any other cause."""

    @property
    def cents(self) -> int:
        return sum(draw.cents for draw in self.draws)

    @property
    def keyed_by(self) -> str:
        """Who keyed it, by name."""
        return self.by.split(" ", 1)[-1].split(" with ")[0]


class Petition(msgspec.Struct, frozen=True):
    number: int
    way: str
    to: str
    grounds: str
    granted: bool | None = None
    reference: str = ""
    used: bool = False
    stated: str = ""
    document: str = ""
    """The day and the reference of the statement that the business closes, where that is what it is about."""


PROVEN = (TOP_AWARD_WON, PETITION_GRANTED, AWARD_VERIFIED, ORDERED)
"""Causes of standing still that the books, or the authority, bear out."""


def counted_as(cause: str) -> str:
    """Under what the days count for which a jackpot stands still: those that somebody only says count together."""
    return cause if cause in PROVEN else "a fault, a dispute or a change"


class Cause(msgspec.Struct, frozen=True):
    """One of the things that a jackpot stands still for, with a term of its own."""

    notice: str
    """What every sign says of it."""
    cause: str = ""
    """As its law lists it, or empty."""
    until: str = ""
    """The end of its term, or empty."""
    ordered: bool = False
    """Whether the regulator said so: then the regulator ends it, or its term."""
    hit: int = 0
    """The top award for which it stands still by itself, where the journal says so."""


class Link(msgspec.Struct, frozen=True):
    """One jackpot."""

    name: str
    edition: str
    schedule: str
    top: str
    tiers: dict[str, Tier]
    titles: tuple[Title, ...] = ()
    ends_by: tuple[str, ...] = ()
    members: dict[str, Member] = {}
    offering: tuple[str, ...] = ()
    """The tables on the link that are open, and were on it when they were opened."""
    played: tuple[str, ...] = ()
    """Every table that has been on the link, also those that have left it, or came when one of them was gone."""
    causes: tuple[Cause, ...] = ()
    """All that it stands still for: it is in operation when none is left."""
    ended: str = ""
    owed: int = 0
    """Cents that it held for players when it ended, until a petition moves them."""
    ends_after_top: bool = False
    days: int = 0
    """For how many days it then stands still at most, 0 where its law does not say."""
    not_won: tuple[int, ...] = ()
    """Hits on the top award that were paid, and in whose round no hand turned out to win it."""
    eased: str = ""
    """The hand that wins the whole top meter since a petition was granted, or empty."""
    eased_won: int = 0
    """The number of the hit that won the top award on those terms and ended them, 0 while they hold."""
    sequence: int = 0
    """The number of the last hit."""
    open: dict[int, Hit] = {}
    """Hits that are locked and not closed, by number."""
    last: tuple[Hit, ...] = ()
    """The last hits that were paid or rejected, the newest last; before them older ones whose round may be in play."""
    petitions: tuple[Petition, ...] = ()
    since: str = ""
    """Since when it stands still, or is offered as it is now; empty where it has never stood still."""
    stood: dict[str, int] = {}
    """By cause, for how many microseconds it had stood still then, less those for which it was offered in between."""
    wager: str = ""
    """Another wager than its schedule lists, or empty."""
    approval: Approval | None = None
    """Under what the values of its meters were approved, where somebody said so."""

    @property
    def easier(self) -> str:
        """The hand that wins the whole top meter on easier terms that hold now, or empty."""
        return "" if self.eased_won else self.eased

    @property
    def top_won(self) -> bool:
        """Whether the award that last emptied its top level was won by a hand that stood."""
        era = self.tiers[self.top].era
        return bool(era) and era not in self.not_won

    @property
    def longest(self) -> Cause:
        """The cause for which it stands still the longest; an empty one while it is in operation."""
        return max(self.causes, key=lambda one: (not one.until, time_of(one.until) or 0), default=Cause(""))

    @property
    def suspended(self) -> str:
        """Why it stands still, or empty while it is in operation."""
        return self.longest.notice

    @property
    def operating(self) -> bool:
        return not self.suspended and not self.ended

    def stood_still(self, at: str) -> dict[str, int]:
        """By cause, for how long it has stood still up to some time, less for how long it was offered since."""
        now, since = time_of(at), time_of(self.since)
        if now is None or since is None:
            return self.stood
        if not self.causes:
            offered = max(0, now - since) if self.offering else 0
            return {cause: span - offered for cause, span in self.stood.items() if span > offered}
        spans: dict[str, int] = {}
        for one in self.causes:
            cause, span = counted_as(one.cause), max(0, min(now, time_of(one.until) or now) - since)
            spans[cause] = max(span, spans.get(cause, 0))
        return {**self.stood, **{cause: self.stood.get(cause, 0) + span for cause, span in spans.items()}}

    def hit_at(self, table: str, round: int, kind: str, seat: int) -> Hit | None:
        """The open hit of a step of a table's settlement."""
        asked = (table, round, kind, seat)
        found = (h for h in self.open.values() if (h.table, h.round, h.kind, h.seat) == asked and not h.title)
        return next(found, None)


# ---- The wagers that feed a meter --------------------------------------------------------------------------
# what each adds, in the order of the seats, and what a void hand takes back.


class Contribution(NamedTuple):
    """Where the micros of one wager went: the meter, its reserve, and what the house kept above the limit."""

    meter: int
    reserve: int
    revenue: int


def fed(level: Level, amount: int, cents: int) -> Contribution:
    """The contribution of a wager in cents to a meter that stands at `amount` micros.

    Rates are whole millionths of a wager and a cent has a million micros, so nothing is ever rounded. A meter that is
    above its limit already, because a reserve was poured into it, stays and takes no more.
    """
    full, held = cents * level.rate, cents * level.reserve_rate
    if level.limit is None:
        return Contribution(full, held, 0)
    room = max(0, micros(level.limit) - amount)
    taken = min(full, room)
    over = full - taken
    if level.overflow == "reserve":
        return Contribution(taken, held + over, 0)
    return Contribution(taken, held, over)


class MeterContribution(NamedTuple):
    """What the wager of one seat has added to one level, and in which era of the meter and of its reserve."""

    seat: int
    jackpot: str
    level: str
    cents: int
    contribution: Contribution
    era: int
    fixed: int = 0
    """Cents of fixed awards that had come off the level before."""
    reserve_era: int | None = None
    """Where it is another than the meter's: the award came back, and a later one keeps the reserve that it poured."""

    @property
    def reserved_in(self) -> int:
        return self.era if self.reserve_era is None else self.reserve_era


class Spared(NamedTuple):
    """Micros of void contributions that a meter keeps, since fixed awards had carried them off; which of the round."""

    jackpot: str
    level: str
    micros: int
    awards: tuple[Payment, ...]


def feed(link: Link, balances: Mapping[str, int], wagers: Iterable[tuple[int, int]]) -> tuple[MeterContribution, ...]:
    """The contributions of wagers, by seat and cents, to every level of a jackpot."""
    found = []
    amounts = {name: balances.get(account.meter(link.name, name), 0) for name in link.tiers}
    for seat, cents in wagers:
        for name, tier in link.tiers.items():
            added = fed(tier.level, amounts[name], cents)
            amounts[name] += added.meter
            found.append(MeterContribution(seat, link.name, name, cents, added, tier.era, tier.fixed))
    return tuple(found)


def moved_in(contributions: Iterable[MeterContribution], source: str = account.HOUSE) -> Transfers:
    """The house owes what a meter shows: a contribution is its debt, whatever lies in the tray."""
    found = []
    for one in contributions:
        if one.contribution.meter:
            found.append(Transfer(source, account.meter(one.jackpot, one.level), one.contribution.meter))
        if one.contribution.reserve:
            found.append(Transfer(source, account.reserve(one.jackpot, one.level), one.contribution.reserve))
    return tuple(found)


NOTHING_FIXED: Mapping[str, int] = {}


def came_off(one: MeterContribution, unfed: Iterable[MeterContribution], transfers: Transfers) -> tuple[bool, bool]:
    """Whether the meter, and its reserve, gave back all of a void contribution, and not a part or nothing of it."""
    same = [each.contribution for each in unfed if (each.jackpot, each.level) == (one.jackpot, one.level)]
    meter, reserve = account.meter(one.jackpot, one.level), account.reserve(one.jackpot, one.level)
    taken = {of: sum(each.micros for each in transfers if each.source == of) for of in (meter, reserve)}
    return taken[meter] == sum(each.meter for each in same), taken[reserve] == sum(each.reserve for each in same)


def moved_back(
    contributions: Iterable[MeterContribution],
    links: Mapping[str, Link],
    balances: Mapping[str, int],
    fixed: Mapping[str, int] = NOTHING_FIXED,
) -> Transfers:
    """The reversal of contributions.

    What a full award has carried off since stays with its winner, or waits with it; and a meter gives back no more than
    it holds. With `fixed`, the cents of fixed awards that have come off each meter, one that has paid any since gives
    back no more than it holds above its seed.
    """
    found = []
    left: dict[str, int] = {}
    for one in contributions:
        tier, meter = links[one.jackpot].tiers[one.level], account.meter(one.jackpot, one.level)
        stays = micros(tier.level.seed) if fixed.get(meter, 0) > one.fixed else 0
        for name, era, added, least in (
            (meter, one.era, one.contribution.meter, stays),
            (account.reserve(one.jackpot, one.level), one.reserved_in, one.contribution.reserve, 0),
        ):
            if tier.era != era:
                continue
            held = left.get(name, balances.get(name, 0))
            taken = min(added, max(0, held - least))
            left[name] = held - taken
            if taken:
                found.append(Transfer(name, account.HOUSE, taken))
    return tuple(found)
