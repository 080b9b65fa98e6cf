"""What a bot makes of its cards: short sound rules that look at ranks and suits alone.

They are lawful always and sensible mostly. Nobody counts what is left in the deck: a whole floor is played by them.
"""

from __future__ import annotations

from upcard.cards import Card, Category, parse_cards, rank_five
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.rules.bonus_six import BonusSixRules

LEAST_BET = rank_five(parse_cards("As Kd Jh 3c 2c"))
"""Ace, king and jack: the hand from which it is sound to bet."""

NO_WHIM_FROM = Category.TWO_PAIR << 20
"""Nobody folds such a hand on a whim."""

STRAIGHT = 5


def stud_decision(number: int, seat: stud.Seat, *, whim: bool) -> stud.Bet | stud.Fold:
    """A bet from ace, king and jack upwards; on a whim the other way round, as long as little is lost by it."""
    bets = seat.value >= LEAST_BET
    if whim and seat.value < NO_WHIM_FROM:
        bets = not bets
    return stud.Bet(number) if bets else stud.Fold(number)


def six_decision(
    rules: BonusSixRules, round: six.Round, number: int, seat: six.Seat, *, whim: bool
) -> six.Bet | six.Fold:
    """A bet on what wins already or has a good chance to; with a tip like the first where the house takes it."""
    assert round.community is not None
    if promising(rules, (*seat.cards, round.community)) == whim:
        return six.Fold(number)
    tips = seat.tips[0] if rules.further_tips and seat.tips and number % 2 else 0
    return six.Bet(number, tips)


def six_final(
    rules: BonusSixRules, round: six.Round, number: int, seat: six.Seat, *, whim: bool
) -> six.Stand | six.Discard | six.BuyCard:
    """A winning hand stands; a losing one buys a card where it is insured and many cards would help."""
    assert round.community is not None
    if rules.schedule.odds(seat.value) is not None:
        return six.BuyCard(number) if whim and seat.insurance else six.Stand(number)
    enough = len(seat.cards) - 1
    buys = bool(seat.insurance) and _high(rules, (*seat.cards, round.community)) >= enough
    return six.BuyCard(number) if buys else six.Discard(number)


def promising(rules: BonusSixRules, cards: tuple[Card, ...]) -> bool:
    """Whether a hand of three or four cards is worth a bet.

    That is a paying pair, cards of one suit, cards that one straight could hold, or all but one of them high enough to
    pay when paired.

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
