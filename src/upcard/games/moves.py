"""What an event in a round moves: money put down, accepted, void, paid and taken back, and cards of the deck.

A game tells it of each of its events, and accounts know no more of a game than this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from upcard.cards import DECK, Card, pretty
from upcard.games.payment import Draw, Payment
from upcard.rules.election import GameRules
from upcard.units import show_dollars


class Stake(NamedTuple):
    """A wager at a seat; a coupon is no money, but adds to a meter where the accepted wagers do so together."""

    seat: int
    wager: str
    cents: int
    coupon: bool = False


class CouponMove(NamedTuple):
    """Coupons of a kind that come to a seat, or leave it."""

    seat: int
    kind: str
    number: int
    cents: int


class Moves(NamedTuple):
    """Everything that one event moves."""

    down: tuple[tuple[int, int], ...] = ()
    """By seat, the cents that go on the felt, or come back from it."""
    placed: tuple[Stake, ...] = ()
    """What may add to a meter as soon as it is put down."""
    accepted: tuple[Stake, ...] = ()
    """What is accepted together when the bets are closed."""
    late: tuple[Stake, ...] = ()
    """What adds to a meter after that, however wagers do."""
    withdrawn: tuple[tuple[int, str], ...] = ()
    """By seat, the wagers that take back what they have added."""
    void: tuple[int, ...] = ()
    """The seats all of whose wagers do so."""
    reversed: tuple[Payment, ...] = ()
    paid: tuple[Payment, ...] = ()
    parts: tuple[tuple[str, str, int], ...] = ()
    """By wager and level, the cents of a locked award that nobody is due and that go back to the meter."""
    coupons: tuple[CouponMove, ...] = ()
    settled: Any = None
    """The step of the settlement that this is, where steps draw on meters."""
    draws: tuple[Draw, ...] = ()
    """What it takes off meters."""


STILL = Moves()
"""Nothing moves."""


class MeterStep(NamedTuple):
    """A kind of step in a settlement that draws on a meter."""

    wager: str
    verified_by: tuple[str, ...]
    """The steps of the procedure with which its verification begins."""


def refuse_beyond(rules: GameRules, owed: int, rule: str | None = None) -> None:
    """Refuses wagers that could come to cost more than the house has elected, or than any round may.

    The law names no such limit: what orders it is an election of the house, which is named. Where a rule has the house
    post a range for a wager, it is cited: the range leaves no more.
    """
    most = rules.most_owed
    if owed <= most:
        return
    orders = "which the posted range follows" if rule else "which no clause of the law orders"
    elected = f"the house has elected {show_dollars(most)} as the most, as its liability_limit, {orders}"
    bound = f"no round may come to cost more than {show_dollars(most)}"
    because = f"the wagers on the table could come to cost {show_dollars(owed)}"
    raise rules.refuse(rule, f"{because}, and {elected if most == rules.liability_limit else bound}")


def largest(low: int, high: int, cost: Callable[[int], int], limit: int) -> int | None:
    """The largest amount from `low` to `high` whose cost is within the limit; None where there is none.

    The most of several sums that grow in proportion to an amount grows ever faster, so that the slope at an amount that
    costs too much never leads below the one that is sought.
    """
    if high < low or cost(low) > limit:
        return None
    while (over := cost(high) - limit) > 0:
        slope = cost(high) - cost(high - 1)
        high = max(low, high - max(1, over // slope))
    return high


# ---- The order in which cards leave a deck -----------------------------------------------------------------
# round the table, each to a place with a name.


SINGLY, STACKS = "singly", "stacks"

Hand = tuple[str, tuple[Card, ...]]


class Going(NamedTuple):
    """A card that left the deck, and where it went."""

    to: str
    card: Card


def clockwise(hands: Mapping[int, tuple[Card, ...]]) -> list[Hand]:
    """The hands at the seats, from the dealer's left."""
    return [(str(seat), hands[seat]) for seat in sorted(hands)]


def in_stacks(hands: Iterable[Hand]) -> Iterator[Going]:
    """One hand after the other."""
    return (Going(to, card) for to, hand in hands for card in hand)


def singly(hands: list[Hand]) -> Iterator[Going]:
    """One card to each, again and again."""
    for place in range(max((len(hand) for _, hand in hands), default=0)):
        yield from (Going(to, hand[place]) for to, hand in hands if place < len(hand))


# ---- One deck on the table ---------------------------------------------------------------------------------
# whether cards can lie there together.


FULL = len(DECK)

EXCHANGED = "hands whose cards were exchanged are corrected together"
"""What to do about a correction that names a card of another hand."""


def is_card(card: Card) -> bool:
    """Whether there is such a card.

    >>> is_card(Card(51)), is_card(Card(52)), is_card(Card(-1))
    (True, False, False)
    """
    return 0 <= card < FULL


def keyed_twice(cards: Iterable[Card]) -> str:
    """Why the cards cannot lie on one table, or empty where they can.

    >>> keyed_twice([Card(0), Card(51)]), keyed_twice([Card(0), Card(51), Card(0)]), keyed_twice([Card(52)])
    ('', '2♣ was already keyed', 'there is no such card')
    """
    seen: set[Card] = set()
    for card in cards:
        if not is_card(card):
            return "there is no such card"
        if card in seen:
            return f"{pretty(card)} was already keyed"
        seen.add(card)
    return ""


def could_be_dealt(counts: Iterable[int]) -> bool:
    """Whether that many cards could have been dealt from one deck.

    >>> could_be_dealt([26, 26]), could_be_dealt([26, 27]), could_be_dealt([5, -1])
    (True, False, False)
    """
    seen = tuple(counts)
    return all(count >= 0 for count in seen) and sum(seen) <= FULL
