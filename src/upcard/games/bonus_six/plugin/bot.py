"""Bonus 6 as a bot plays it: the wagers of a seat, short sound rules for its decisions, and what may go wrong.

The rules look at ranks and suits alone. They are lawful always and sensible mostly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Card, below
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six.round import OFF_TABLE, Round, Seat, to_decide
from upcard.games.option import DOLLAR, first_ante
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.table import TableRules
from upcard.tables.state import Table

STRAIGHT = 5


def choose(rules: BonusSixRules, round: Round, number: int, *, whim: bool, late_whim: bool) -> c.Command:
    """A bet on what wins already or has a good chance to; with a tip like the first where the house takes it."""
    seat = round.seats[number]
    if round.phase == "fourth":
        return _final(rules, round, number, seat, whim=late_whim)
    assert round.community is not None
    if promising(rules, (*seat.cards, round.community)) == whim:
        return c.Fold(number)
    tips = seat.tips[0] if rules.further_tips and seat.tips and number % 2 else 0
    return c.Bet(number, tips)


def _final(rules: BonusSixRules, round: Round, number: int, seat: Seat, *, whim: bool) -> c.Command:
    """A winning hand stands; a losing one buys a card where it is insured and many cards would help."""
    assert round.community is not None
    if rules.schedule.odds(seat.value) is not None:
        return c.BuyCard(number) if whim and seat.insurance else c.Stand(number)
    enough = len(seat.cards) - 1
    buys = bool(seat.insurance) and _high(rules, (*seat.cards, round.community)) >= enough
    return c.BuyCard(number) if buys else c.Discard(number)


def choose_for_absent(rules: BonusSixRules, round: Round, number: int) -> c.Command:
    """A fold, or at the end what keeps a winning hand."""
    if round.phase != "fourth":
        return c.Fold(number)
    wins = rules.schedule.odds(round.seats[number].value) is not None
    return c.Stand(number) if wins else c.Discard(number)


def promising(rules: BonusSixRules, cards: tuple[Card, ...]) -> bool:
    """Whether a hand of three or four cards is worth a bet.

    That is a paying pair, cards of one suit, cards that one straight could hold, or all but one of them high enough to
    pay when paired.

    >>> from upcard.cards import parse_cards
    >>> from upcard.rules import bonus_six
    >>> rules = bonus_six({"pay_table": "black-hawk"})
    >>> [promising(rules, parse_cards(hand)) for hand in ("6c 6d 2h", "2c 3c 9c", "3c 4d 7h", "2c 5d Kh", "2c Qd Kh")]
    [True, True, True, False, True]
    """
    ranks = sorted({card >> 2 for card in cards})
    if len(ranks) < len(cards):
        return any(rank >= rules.schedule.lowest_pair for rank in _paired(cards)) or len(ranks) < len(cards) - 1
    suited = len({card & 3 for card in cards}) == 1
    return suited or ranks[-1] - ranks[0] < STRAIGHT or _high(rules, cards) >= len(cards) - 1


def _paired(cards: tuple[Card, ...]) -> set[int]:
    ranks = [card >> 2 for card in cards]
    return {rank for rank in ranks if ranks.count(rank) > 1}


def _high(rules: BonusSixRules, cards: tuple[Card, ...]) -> int:
    """How many of the cards would win if another of their rank came."""
    least = rules.schedule.lowest_pair << 2
    return sum(card >= least for card in cards)


def to_price(t: TableRules, table: Table, number: int) -> Mapping[str, Any] | None:
    """What a player who decides knows."""
    round = table.round
    if number not in to_decide(round) or round.community is None:
        return None
    seat = round.seats[number]
    return {"cards": (*seat.cards, round.community), "insured": seat.insurance > 0}


def laid(seat: Seat) -> tuple[Any, ...]:
    """What lies at a seat while bets are open."""
    return seat.ante, seat.insurance, seat.tips


def covered(t: TableRules, table: Table, players: int) -> bool:
    """No wager depends on how many play."""
    return False


def wagers(
    rules: BonusSixRules, seat: int, variant: int, stream: Iterator[int], *, covered: bool, afford: int | None
) -> Iterator[c.Command]:
    """An ante that can be halved, insurance for about half the seats, now and then a tip."""
    cents = first_ante(rules.minimum, rules.maximum, variant, stream, afford)
    divisor = rules.law.insurance_divisor
    even = cents + -cents % divisor
    ante = even if all(bound is None or even <= bound for bound in (rules.maximum, afford)) else cents
    yield c.PlaceWager(seat, "ante", ante)
    insured, tips, again = below(2, stream), below(3, stream), below(6, stream)
    if insured or not variant:
        yield c.PlaceWager(seat, "insurance", ante // divisor)
    if not tips or not variant:
        yield c.PlaceWager(seat, "tip", min(DOLLAR, rules.maxima.get("tip", DOLLAR)))
        if not again and insured and variant:
            yield c.TakeBackWager(seat, "insurance")


def mishaps(t: TableRules) -> Iterator[tuple[str, str, str, bool]]:
    """What is reported, in which phase, by whom, and whether at a seat."""
    for phase in ("second", "third", "fourth", "cards", "settling"):
        yield OFF_TABLE, phase, "dealer", True
