"""A progressive jackpot of a house: its schedule, its meters, what feeds them, and the other titles that share it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from upcard.errors import HouseError
from upcard.law import Edition
from upcard.rules.election import Elections, house_of
from upcard.units import is_day, parse_cents

if TYPE_CHECKING:
    from upcard.rules.table import TableRules

PER_UNIT = 1_000_000
TOO_MUCH = "rates and reserves together are more than the whole wager"
FIVE_CARD = "five-card"
"""The schedule of a jackpot for the five card hand bonus."""

TOP_AWARD_WON = "top award won"
"""How a jackpot ends of itself; all other ways take a petition."""

PETITION_GRANTED = "petition granted"
AWARD_VERIFIED = "award being verified"
ORDERED = "order of the authority"
"""What else it may stand still for that the books bear out, or that the authority says."""

_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?%")


def parse_rate(text: str) -> int:
    """A percentage as millionths.

    >>> parse_rate("69.99%")
    699900
    """
    match = _PERCENT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a percentage such as '70%', with at most four decimals")
    rate = int(match[1] + (match[2] or "").ljust(4, "0"))
    if rate > PER_UNIT:
        raise ValueError(f"{text!r} is more than the whole wager")
    return rate


def show_rate(millionths: int) -> str:
    """Millionths as a percentage.

    >>> show_rate(700_000), show_rate(699_900)
    ('70%', '69.99%')
    """
    whole, fraction = divmod(millionths, PER_UNIT // 100)
    return f"{whole}.{fraction:04d}".rstrip("0").rstrip(".") + "%"


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One meter: what it starts from and goes back to, what each wager adds, and where it stops."""

    seed: int
    rate: int
    reserve_rate: int = 0
    limit: int | None = None
    overflow: Literal["reserve", "revenue"] = "reserve"

    @property
    def progression(self) -> tuple[int, int | None]:
        """What of a wager the players get: its rate, and the limit from which on it goes to the house instead."""
        return self.rate, self.limit if self.to_revenue else None

    @property
    def to_revenue(self) -> bool:
        """Whether what it would take beyond its limit goes to the house."""
        return self.limit is not None and self.overflow == "revenue"


class Title(msgspec.Struct, frozen=True):
    """Another game title on the same jackpot."""

    name: str
    pay_table: str
    wager: int
    decks: int


class _TitleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    pay_table: str
    wager: str
    decks: int


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Under which reference, and on which day, the values of a meter were submitted and approved."""

    reference: str
    date: str

    def __str__(self) -> str:
        return f"{self.reference} of {self.date}"

    @property
    def fault(self) -> str:
        """What is missing of it, or empty."""
        if not self.reference.strip():
            return "an approval has a reference"
        return "" if is_day(self.date) else f"{self.date!r} is no date such as 2026-03-01"

    def fault_at(self, at: str) -> str:
        """What is wrong with it at some time, or empty; a clock that tells no day knows none that is yet to come."""
        yet_to_come = is_day(at[:10]) and self.date > at[:10]
        return self.fault or (f"{self.date} is yet to come" if yet_to_come else "")


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot and its meters by level."""

    name: str
    schedule: str
    levels: dict[str, Level]
    titles: tuple[Title, ...] = ()
    wager: str | None = None
    """Another wager than the schedule lists, as it was elected."""
    approval: Approval | None = None

    @property
    def rate(self) -> int:
        """What all its meters together take of a wager, in millionths."""
        return sum(level.rate for level in self.levels.values())

    @property
    def reserve_rate(self) -> int:
        """What all its reserves together take of a wager, in millionths."""
        return sum(level.reserve_rate for level in self.levels.values())


def _rate(house: Elections, field: str, *, default: int | None, rule: str | None) -> int:
    value = house.take(field)
    if value is None:
        if default is None:
            raise house.error(field, "a rate must be elected", rule)
        return default
    if not isinstance(value, str):
        raise house.error(field, f'{value!r} is not a percentage written as text, such as "70%"')
    try:
        return parse_rate(value)
    except ValueError as error:
        raise house.error(field, str(error)) from error


def _read_level(house: Elections, rule: str) -> Level:
    """A meter's parameters; `rule` is the one that wants a seed and a rate set."""
    seed, limit = house.cents("seed"), house.cents("limit")
    if seed is None:
        raise house.error("seed", "a seed must be elected", rule)
    rate, reserve = _rate(house, "rate", default=None, rule=rule), _rate(house, "reserve_rate", default=0, rule=None)
    overflow = house.take("overflow") or "reserve"
    if overflow not in ("reserve", "revenue"):
        raise house.error("overflow", f"{overflow!r} is neither reserve nor revenue")
    house.done()
    above: Literal["reserve", "revenue"] = "revenue" if overflow == "revenue" else "reserve"
    level = Level(seed=seed, rate=rate, reserve_rate=reserve, limit=limit, overflow=above)
    if fault := level_fault(level):
        raise house.error(*fault)
    return level


def level_fault(level: Level) -> tuple[str, str] | None:
    """The field of a level that cannot be, and why; or None."""
    if level.seed < 0:
        return "seed", "a seed is not less than nothing"
    if not 0 <= level.rate <= PER_UNIT or not 0 <= level.reserve_rate <= PER_UNIT:
        return "rate", "a rate is between nothing and the whole wager"
    if level.limit is not None and level.limit < level.seed:
        return "limit", "a meter's limit is not below its seed"
    return None


def _read_titles(house: Elections) -> tuple[Title, ...]:
    """The other game titles of a jackpot."""
    value = house.take("titles")
    try:
        texts = msgspec.convert(value or [], tuple[_TitleText, ...])
        return tuple(Title(t.name, t.pay_table, parse_cents(t.wager), t.decks) for t in texts)
    except ValueError as error:
        because = f"a title has a name, a pay_table, a wager and decks: {error}"
        raise house.error("titles", because, "linked_titles_share") from error


def _approval(house: Elections, rule: str) -> Approval | None:
    """Under what the values of its meters were approved, where the house says so; `rule` wants it."""
    value = house.take("approval")
    if value is None:
        return None
    try:
        approval = msgspec.convert(value, Approval)
    except msgspec.ValidationError as error:
        raise house.error("approval", f"an approval has a reference and a date: {error}", rule) from error
    if approval.fault:
        raise house.error("approval", approval.fault, rule)
    return approval


def _wager(house: Elections, schedule: str) -> str | None:
    """The wager elected for all its tables; a table is asked whether the schedule lets it be."""
    value = house.take("progressive_wager")
    if value is not None and schedule == FIVE_CARD:
        because = "the wager of the five card hand bonus is elected at the table, as five_card_wager"
        raise house.error("progressive_wager", because, "five_card_wager")
    if value is not None and not isinstance(value, str):
        raise house.error("progressive_wager", f'{value!r} is not an amount written as text, such as "2.00"')
    return value


def _schedule(house: Elections, edition: Edition | None) -> str:
    """Its schedule, which the edition of its tables must know."""
    value = house.take("schedule")
    if not isinstance(value, str):
        raise house.error("schedule", "a schedule must be elected", "progressive_tables")
    if edition is not None and (jackpots := house_of(edition).JACKPOTS) is not None:
        known = jackpots.schedule_names(edition.law)
        if value not in known:
            because = f"{value!r} is no schedule that its tables may use: {', '.join(known)}"
            raise house.error("schedule", because, "progressive_tables")
    return value


def read_jackpot(value: Mapping[str, Any], edition: Edition | None) -> Jackpot:
    """A jackpot, read under the edition of the first table that plays for it."""
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise HouseError("jackpot.name", "a jackpot has a name")
    where = f"jackpot {name!r}"
    house = Elections(edition, {k: v for k, v in value.items() if k != "name"}, where)
    schedule = _schedule(house, edition)
    listed = house.take("levels")
    if not isinstance(listed, Mapping) or not listed:
        raise house.error("levels", "a jackpot has at least one level")
    levels = {}
    rule = "five_card_seed_minimum" if schedule == FIVE_CARD else "progression_rate_minimum"
    for level, parameters in listed.items():
        if not isinstance(parameters, Mapping):
            raise house.error(f"levels.{level}", "a level has a seed and a rate", rule)
        levels[str(level)] = _read_level(Elections(edition, parameters, f"{where}.levels.{level}"), rule)
    jackpot = Jackpot(
        name=name, schedule=schedule, levels=levels, titles=_read_titles(house), wager=_wager(house, schedule),
        approval=_approval(house, "five_card_submission" if schedule == FIVE_CARD else "meter_approval"),
    )  # fmt: skip
    if jackpot.rate + jackpot.reserve_rate > PER_UNIT:
        raise house.error("levels", TOO_MUCH)
    house.done()
    return jackpot


def jackpots_of(t: TableRules) -> Any:
    """What the game of a table that plays for a jackpot is asked about it."""
    return house_of(t.edition).JACKPOTS
