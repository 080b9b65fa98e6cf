"""What may be done now, which wagers a table takes, what lies on the felt for a viewer, and what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from upcard.cards import Card, below, best_of_six, describe, rank_five
from upcard.errors import Refused
from upcard.number_format import money

T = TypeVar("T", bound=msgspec.Struct)

Viewer: TypeAlias = int | Literal["dealer", "sign", "surveillance"]
"""Who looks at a round: a seat by its number, or one of those who see every seat."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An act by its command's name; `fields` are fixed, and an amount lies within bounds or among `amounts`."""

    act: str
    fields: dict[str, Any] = {}
    low: int | None = None
    high: int | None = None
    amounts: tuple[int, ...] | None = None

    def allows(self, command: msgspec.Struct) -> bool:
        """Whether the command is this option."""
        if type(command).__name__ != self.act:
            return False
        if any(getattr(command, name) != value for name, value in self.fields.items()):
            return False
        cents = getattr(command, "cents", None)
        if cents is None:
            return True
        if self.amounts is not None:
            return cents in self.amounts
        return (self.low is None or self.low <= cents) and (self.high is None or cents <= self.high)


def with_fields_of(event: msgspec.Struct, command: type[T]) -> T:
    """The command with what an event holds under the names of its fields."""
    held = {name: getattr(event, name, msgspec.UNSET) for name in command.__struct_fields__}
    return command(**{name: value for name, value in held.items() if value is not msgspec.UNSET})


def act_name(command: msgspec.Struct) -> str:
    """A command's name as people say it.

    >>> class PlaceWager(msgspec.Struct):
    ...     pass
    >>> act_name(PlaceWager())
    'place wager'
    """
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", type(command).__name__).lower()


def check_whole(cents: int, what: str) -> None:
    """Refuses an amount that is no whole number of cents, whatever a program hands in."""
    if type(cents) is not int:
        raise Refused(None, f"{what}: {cents!r} is not a whole number of cents")


def range_of(low: int, high: int | None) -> bool:
    """Whether there is anything between the bounds."""
    return high is None or low <= high


# ---- A wager that a table takes ----------------------------------------------------------------------------
# its bounds before anything lies there, its rule, and the words for its limits.


class Offer(NamedTuple):
    """What may be put down as a wager, in cents."""

    wager: str
    rule: str | None
    low: int | None = None
    high: int | None = None
    amounts: tuple[int, ...] | None = None
    """The only amounts that are taken."""
    any_amount: str = "Any amount"
    """What is said in the place of bounds."""
    also: str = ""
    """What is said of its limits besides."""
    instead: str = ""
    """What is said in the place of all that."""
    of: str = ""
    """The wager that bounds it, if another one does: it is no more than that one divided by `divisor`."""
    divisor: int = 1
    exact: bool = False
    """Whether it is neither less."""


def bounds_said(low: int, high: int | None) -> str:
    """
    >>> bounds_said(500, 3300), bounds_said(1, None), bounds_said(1, 10000)
    ('$5 to $33', 'any amount', 'up to $100')
    >>> bounds_said(500, 0)
    'none now'
    """
    if high is not None and high < low:
        return "none now"
    if high is None:
        return f"from {money(low)}" if low > 1 else "any amount"
    return f"{money(low)} to {money(high)}" if low > 1 else f"up to {money(high)}"


# ---- What bots of every game put down ----------------------------------------------------------------------
# the first ante, and how large other wagers are.


DOLLAR = 100
USUAL = 5 * DOLLAR
"""The ante of a table whose house names no minimum."""

ANTES = (1, 1, 2, 3, 5)
SIDES = (DOLLAR, DOLLAR, 2 * DOLLAR, 5 * DOLLAR)


def first_ante(low: int, high: int | None, variant: int, stream: Iterator[int], afford: int | None) -> int:
    """A few times the least ante, in whole dollars where the bounds leave one; the fullest plan stakes the least."""
    least = low if low > 1 or (high is not None and high < USUAL) else USUAL
    times = ANTES[below(len(ANTES), stream)]
    cents = least * (times if variant else 1)
    high = high if afford is None else min(afford, high or afford)
    return cents if high is None else max(low, min(cents, high - high % DOLLAR or high))


# ---- What lies on the felt as one viewer sees it -----------------------------------------------------------
# cards, wagers, lamps and how each seat stands. Everybody draws this.


KNOWN: Literal["known"] = "known"
Eye: TypeAlias = Viewer | Literal["known"]
"""A viewer, or whoever looks at a round that is over and knows all that the journal knows."""

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards; None where one lies face down."""


class SeatScene(NamedTuple):
    """What lies at a seat that plays."""

    cards: Cards
    hand: str | None
    """What they are, where all of it is seen."""
    wagers: tuple[tuple[str, int], ...]
    """The wagers in cents, coupons by their face."""
    state: str
    """void, deciding, in, or what was decided last."""
    lamp: str | None = None
    """The light of a wager that a device takes, where there is one."""


class Scene(NamedTuple):
    """What lies on the felt."""

    seats: Mapping[int, SeatScene]
    dealer: Cards = ()
    qualifies: bool | None = None
    community: Cards | None = None
    """Cards that belong to everybody, dealt or not, where the game has them."""
    magic_card: Card | None = None
    lucky: str | None = None
    note: str = ""
    """What is to be said of all hands at once."""


def seen_by(eye: Eye) -> Viewer:
    """The viewer who sees what somebody with this eye sees while a round is in play."""
    return "surveillance" if eye == KNOWN else eye


def hand_name(cards: Cards, community: Cards = ()) -> str | None:
    """A hand by its name, where all of it is seen.

    >>> from upcard.cards import parse_cards
    >>> hand_name(parse_cards("As Ks Qs Js Ts")), hand_name((*parse_cards("As Ks Qs Js"), None))
    ('royal flush', None)
    """
    up = tuple(card for card in cards if card is not None)
    if len(up) != len(cards):
        return None
    whole = (*up, *(card for card in community if card is not None))
    match len(whole):
        case 5:
            return describe(rank_five(whole))
        case 6:
            return describe(best_of_six(whole))
        case _:
            return None


# ---- What the things of a game are called on a screen, in the law's phrases where it has them --------------


class Labels(NamedTuple):
    """Each by the name that the program has for it."""

    wagers: Mapping[str, str]
    states: Mapping[str, str]
    """How a seat stands."""
    decisions: Mapping[str, tuple[str, str]]
    """What a player decides, and the key for it."""
    steps: Mapping[str, str]
    settlement: Mapping[str, str]
    """The steps of the settlement by their kinds; with `, all` behind it where it is for no seat, with `, none` where
    the fact of that name does not hold: then nothing is settled, whatever the cards are."""
    irregularities: Mapping[str, tuple[str, str]]
    """What can go wrong, and what is done where the round goes on all the same."""
    short: Mapping[str, str] = {}
    """Wagers whose name is too long for the felt, as it has them; no two alike."""


STATES = {"in": "", "deciding": "deciding…", "bet": "bets", "fold": "folds", "void": "void"}
NOTED = "It is recorded, and the round goes on."
