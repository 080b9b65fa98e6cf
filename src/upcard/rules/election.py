"""What a licensee elects for one game, what a house may come to owe, and what the rules of every game have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar, cast

import msgspec

from upcard.cards import RANKS, Category, rank_plural
from upcard.document import EditionId, Mode, Money, displayed, doc
from upcard.errors import HouseError, LawError, Refused
from upcard.law import Edition, edition
from upcard.law.registry import load, parts
from upcard.number_format import money
from upcard.units import Cents, parse_cents, show_dollars

if TYPE_CHECKING:
    from upcard.rules.table import DealingMethod, Setup, TableRules


T = TypeVar("T")


FieldKind: TypeAlias = Literal["choice", "flag", "amount", "list", "other", "decided"]


class Offered(NamedTuple):
    """A field that a table may elect: how it is written, what may be chosen, and the rule that leaves the choice."""

    kind: FieldKind
    of: tuple[str, ...] = ()
    rule: str | None = None
    standard: str = ""
    """What holds where nothing is elected, where that is one value."""


_heard: ContextVar[dict[str, Offered] | None] = ContextVar("heard", default=None)


@contextmanager
def hearing() -> Iterator[dict[str, Offered]]:
    """Every field that is asked for meanwhile, in order: what a form offers is what the reader of a house asks."""
    found: dict[str, Offered] = {}
    token = _heard.set(found)
    try:
        yield found
    finally:
        _heard.reset(token)


class Elections:
    """A reader of one table of elections: each field is taken once, and what is left over is refused."""

    def __init__(self, edition: Edition | None, values: Mapping[str, Any], where: str = "house") -> None:
        self._edition = edition
        self._id = edition.id if edition else "a jackpot"
        self._values = dict(values)
        self._where = where

    def error(self, field: str, because: str, rule: str | None = None) -> HouseError:
        citation = self._edition.citations.get(rule) if rule and self._edition else None
        return HouseError(f"{self._where}.{field}", because, rule=rule, clause=citation.clause if citation else None)

    def has(self, field: str) -> bool:
        return field in self._values

    def offers(
        self, field: str, kind: FieldKind, of: Iterable[str] = (),
        rule: str | None = None, standard: str = "",
    ) -> None:  # fmt: skip
        """Says to whoever hears it what may be elected here; what was said first stays."""
        if (heard := _heard.get()) is not None:
            heard.setdefault(field, Offered(kind, tuple(of), rule, standard))

    def put(self, field: str, value: Any, because_of: str) -> None:
        """A value that another field decides."""
        self.offers(field, "decided")
        if field in self._values:
            raise self.error(field, f"it is decided by {because_of}")
        self._values[field] = value

    def elected(self, fields: tuple[str, ...]) -> dict[str, Any]:
        """What was elected among these fields, as it was written."""
        return {field: self._values[field] for field in fields if self._values.get(field) is not None}

    def take(self, field: str) -> Any:
        """The raw value, or None where nothing was elected."""
        self.offers(field, "other")
        value = self._values.pop(field, None)
        return None if value is False else value

    def flag(self, field: str, *, default: bool, no: str, rule: str) -> bool:
        """True or false, where both are elections and `no` is a word for false."""
        self.offers(field, "flag", rule=rule, standard=str(default).lower())
        value = self._values.pop(field, default)
        if value == no:
            return False
        if not isinstance(value, bool):
            raise self.error(field, f"{value!r} is neither true nor false nor {no}", rule)
        return value

    def one_of(self, field: str, choices: tuple[str, ...] | None, *, rule: str, default: str) -> str:
        """One of the values that the law permits; where the law is silent nothing may be elected."""
        self.offers(field, "choice" if choices else "decided", choices or (), rule, choices[0] if choices else "")
        value = self.take(field)
        if value is None:
            return choices[0] if choices else default
        if choices is None:
            raise self.error(field, f"{self._id} has nothing to elect here")
        if value not in choices:
            raise self.error(field, f"{value!r} is not permitted; it is {' or '.join(choices)}", rule)
        assert isinstance(value, str)
        return value

    def named(self, field: str, catalogue: Mapping[str, T] | None, *, rule: str, what: str) -> tuple[str, T] | None:
        """A table of the law by its name."""
        self.offers(field, "choice" if catalogue else "decided", catalogue or (), rule)
        value = self.take(field)
        if value is None:
            return None
        if catalogue is None:
            raise self.error(field, f"{self._id} knows no {what}")
        if not isinstance(value, str) or value not in catalogue:
            raise self.error(field, f"{value!r} is no {what} of {self._id}: {', '.join(catalogue)}", rule)
        return value, catalogue[value]

    def offered(self, field: str, known: bool, what: str) -> bool:
        """Whether an optional wager is offered."""
        self.offers(field, "flag" if known else "decided", standard="false")
        value = self.take(field)
        if value is None:
            return False
        if value is not True:
            raise self.error(field, f"{value!r} is neither true nor false")
        if not known:
            raise self.error(field, f"{self._id} knows no {what}")
        return True

    def cents(self, field: str) -> Cents | None:
        self.offers(field, "amount")
        return self._parsed(field, parse_cents)

    def amounts(self, field: str, *, rule: str, known: bool) -> tuple[Cents, ...]:
        """One amount or a list of them, each above nothing and named once, least first; none where none is elected."""
        self.offers(field, "other" if known else "decided", rule=rule)
        value = self.take(field)
        if value is None:
            return ()
        if not known:
            raise self.error(field, f"{self._id} has nothing to elect here")
        listed = value if isinstance(value, list) else [value]
        try:
            found = [parse_cents(each) for each in listed if isinstance(each, str)]
        except ValueError as error:
            raise self.error(field, str(error), rule) from error
        if len(found) != len(listed):
            raise self.error(field, f'{value!r} is not an amount written as text, such as "1.00", or a list', rule)
        if not found or min(found) <= 0 or len(set(found)) != len(found):
            raise self.error(field, "each amount is above nothing and is named once", rule)
        return tuple(sorted(found))

    def _parsed(self, field: str, parse: Callable[[str], T]) -> T | None:
        value = self.take(field)
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.error(field, f'{value!r} is not an amount written as text, such as "10.00"')
        try:
            return parse(value)
        except ValueError as error:
            raise self.error(field, str(error)) from error

    def done(self) -> None:
        """Refuses whatever nobody asked for."""
        for field in self._values:
            raise self.error(field, f"{self._id} has no such election")


# ---- What a house takes upon itself ------------------------------------------------------------------------
# the most on each side wager, and the most that a round could come to cost.


MOST_OWED = 10**11
"""Cents: a thousand million dollars, the most that a round may come to cost, whatever a house elects. A tenth of what
an account may owe, so that what is taken can be paid."""

MOST_ODDS = 1_000_000
"""To 1: beyond what would be fair on a royal flush."""


def posted_maxima(house: Elections, offered: Mapping[str, bool]) -> dict[str, int]:
    """The most that the house takes on each side wager that may have such a maximum, in cents, where it has one."""
    found: dict[str, int] = {}
    for wager, on_offer in offered.items():
        house.offers(f"{wager}_maximum", "amount" if on_offer else "decided")
        most = house.cents(f"{wager}_maximum")
        if most is None:
            continue
        if not on_offer:
            raise house.error(f"{wager}_maximum", f"the {wager.replace('_', ' ')} wager is not offered")
        if most <= 0:
            raise house.error(f"{wager}_maximum", "a maximum is more than nothing")
        found[wager] = most
    return found


def liability_limit(house: Elections) -> int | None:
    """The most that the wagers of a round may come to cost the tray, in cents."""
    limit = house.cents("liability_limit")
    if limit is not None and limit <= 0:
        raise house.error("liability_limit", "a limit is more than nothing")
    return limit


def check_least(
    house: Elections, least: int, limit: int | None, what: str = "the smallest ante alone", rule: str | None = None
) -> None:
    """A limit must leave room for the smallest wagers, which could come to cost so much."""
    if least > bounded(limit):
        field = "minimum" if limit is None or least > MOST_OWED else "liability_limit"
        because = f"{what} could come to cost {show_dollars(least)}"
        least_limit = f": a limit here is at least {show_dollars(least)}" if field == "liability_limit" else ""
        raise house.error(field, because + least_limit, rule)


def bounded(limit: int | None) -> int:
    """The most that the wagers of a round may come to cost where a house has elected that limit, or none."""
    return MOST_OWED if limit is None else min(limit, MOST_OWED)


# ---- What the tray could come to owe at most on wagers that lie on a table, whatever cards are dealt -------
# A bound, and named as one: each seat is given the hand that costs most, as far as one deck has royal flushes for all
# of them. With bets alone at up to eight seats the bound is met. What comes off a meter is no debt of the tray: the
# meter holds it.


ROYALS = 4
"""Royal flushes in a deck."""

Costs = Mapping[Category, int]
"""What a seat is paid for each hand, in cents."""


def least_of(lines: Iterable[Category], lowest_pair: int = 0) -> str:
    """The least hand of a pay table, in words.

    >>> least_of([Category.FLUSH, Category.STRAIGHT]), least_of([Category.PAIR], 8)
    ('a straight', 'a pair of tens')
    """
    least = min(lines)
    if least is Category.PAIR:
        return f"a pair of {rank_plural(lowest_pair)}"
    return least.words if least.words[-1] in "dr" else f"a {least.words}"


def most_owed(seats: Iterable[Costs]) -> int:
    """The most that these seats can be paid together, in cents."""
    owed, more = 0, []
    for costs in seats:
        without = max((cents for hand, cents in costs.items() if hand is not Category.ROYAL_FLUSH), default=0)
        owed += without
        more.append(max(0, costs.get(Category.ROYAL_FLUSH, 0) - without))
    return owed + sum(sorted(more, reverse=True)[:ROYALS])


# ---- What the rules of every game have, and what a house file is asked about each game ---------------------


Rules: TypeAlias = Any
"""The rules of a game, of its own kind."""

Caution: TypeAlias = tuple[str, str, str | None]
"""The election that a warning is about, a sentence, and the rule behind it."""


@displayed
class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """The law of an edition and the elections of a house, resolved and frozen; each game adds what it is played by."""

    edition: Edition
    law: Any
    elections: dict[str, Any]
    """What the house elected for the game, as it was written."""
    minimum: int
    maximum: int | None
    maxima: dict[str, int] = {}
    """The most that the house takes on a side wager, in cents, where it has posted that."""
    liability_limit: int | None = None
    """The most that the wagers of a round may come to cost the tray, in cents."""

    def _line(self) -> str:
        most = f" to {money(self.maximum)}" if self.maximum is not None else " or more"
        elected = ", ".join(f"{name} {value}" for name, value in self.elections.items() if isinstance(value, str | int))
        return f"{self.edition.id}, antes of {money(self.minimum)}{most}" + (f"; {elected}" if elected else "")

    @property
    def most_owed(self) -> int:
        """What no round may come to cost more than, in cents, elected or not."""
        return bounded(self.liability_limit)

    def times(self, wager: str) -> int:
        """How many times its amount a wager may come to cost in a hand that is played to its end."""
        del wager
        return 1

    def least_paid(self, wager: str) -> str:
        """The least hand that a wager is paid on, in words; empty for one that is not paid on a hand of its own."""
        del wager
        return ""

    def clause(self, rule: str) -> str | None:
        citation = self.edition.citations.get(rule)
        return citation.clause if citation else None

    def refuse(self, rule: str | None, because: str) -> Refused:
        return Refused(rule, because, clause=self.clause(rule) if rule else None)


class Elected(TypedDict):
    """What every table is run by; each game adds its own."""

    name: Annotated[str, doc("Its name.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    seats: Annotated[int, doc("How many seats it has.")]
    mode: Annotated[Mode, doc("Whose cards it plays with.")]
    shuffle: Annotated[str, doc("How its decks are shuffled.")]
    backs: Annotated[list[str], doc("The colours of their backs.")]
    decks: Annotated[list[str], doc("The decks that the house owns for it, where it describes them.")]
    minimum: Annotated[Money, doc("The least ante.")]
    maximum: Annotated[Money | None, doc("The most ante.")]
    maxima: Annotated[dict[str, Money], doc("By side wager, the most that the house takes, where it has posted that.")]
    liability_limit: Annotated[Money | None, doc("The most that the wagers of a round may come to cost the tray.")]
    readings: Annotated[list[str], doc("The readings of the law that touch it.")]


class GameHouse(Protocol):
    """What a house file is asked about a game; a module is one.

    One with `sample(edition)`, tables and jackpots that offer all that an edition permits, has houses made from an
    edition alone.
    """

    JACKPOTS: Any
    """What its jackpots are asked, or None for a game that knows none: `rules.caribbean_stud.jackpots` is one."""
    ELECTED: type[Elected]
    """What its summary of a table looks like."""

    def equip(self, house: Elections, t: TableRules, setup: Setup) -> TableRules:
        """The table with the rules of its game, and all that the game has to say of a table."""

    def summary(self, t: TableRules) -> dict[str, Any]:
        """What is to be said of the table besides what every table has."""

    def lines(self, facts: Mapping[str, Any]) -> list[tuple[str, str]]:
        """That summary in words, each line with its name."""

    def touches(self, rules: Any, rule: str) -> bool:
        """Whether a rule matters with what the table offers."""

    def warnings(self, t: TableRules) -> Iterator[Caution]:
        """What the law permits and the licensee should know."""

    def dealing_methods(self, law: Any) -> Mapping[str, DealingMethod]:
        """The ways to deal that the edition permits by name, where it leaves a choice."""


def house_of(found: Edition) -> GameHouse:
    """What a house file is asked about the game of an edition."""
    return cast("GameHouse", load(parts(found.game).house))


def game_rules(id: str, house: Mapping[str, Any], game: str = "") -> Rules:
    """The rules of an edition, of that game where one is named, with the elections given."""
    found = edition(id)
    if game and found.game != game:
        raise LawError(f"{id} is no edition of {parts(game).name} but of {found.game}")
    return rules_under(found, house)


def rules_under(found: Edition, house: Mapping[str, Any]) -> Rules:
    """The rules of an edition with the elections given."""
    elections = Elections(found, house)
    rules = load(parts(found.game).rules).resolve(elections, found)
    elections.done()
    return rules


def ante_range(house: Elections, rule: str | None = None) -> tuple[int, int | None]:
    """The least and the most ante that a house takes, in cents."""
    minimum, maximum = house.cents("minimum"), house.cents("maximum")
    least = max(minimum or 1, 1)
    if maximum is not None and least > maximum:
        raise house.error("maximum", "the maximum is below the minimum", rule)
    return least, maximum


def check_ranking(law: Any) -> None:
    """The law's order of cards and hands is the one that `cards` ranks by."""
    if law.card_order != RANKS[::-1] or law.hand_ranks != tuple(hand.key for hand in sorted(Category, reverse=True)):
        raise LawError("hand_ranks: cards and hands are ranked otherwise than Upcard ranks them")
