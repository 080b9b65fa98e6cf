"""Situations of Bonus 6: hands with the community card, and what each player does with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.cards import Card, Category, below, best_of_six, category, rank_five
from upcard.cards.random_hand import from_pair, hand_of, pick, some, whole, whole_deck
from upcard.games import bonus_six as six
from upcard.games.bonus_six.round import Round
from upcard.games.payment import Payment
from upcard.games.play_round import DOLLAR, Place, Plan, Situation
from upcard.rules.bonus_six import BonusSixRules
from upcard.units import Award

ANTES = (5, 10, 20, 30, 40, 50)
OWN = 4


class Case(NamedTuple):
    """The wager asked about, the hand and what is done with it."""

    wager: str = ""
    hand: Category | None = None
    """The hand of five that wins; None for one that does not."""
    ends: str = "Stand"
    """`Stand`, `Discard`, `BuyCard`, or `Fold` after so many bets."""
    bets: int = 2
    improves: Category | None = None
    """What the bonus card makes of the hand."""
    insured: bool = False


def cases(rules: BonusSixRules) -> dict[str, Case]:
    """Every case of payment, by its subject."""
    wins = {f"hand:{hand.key}": Case(hand=hand) for hand in rules.schedule.lines}
    better = [Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.STRAIGHT, Category.FLUSH]
    cards = {
        f"card:{hand.key}": Case(ends="BuyCard", improves=hand, insured=True)
        for hand in better
        if hand in rules.schedule.lines
    }
    found = (
        wins
        | cards
        | {
            "hand:fold-2": Case(ends="Fold", bets=0),
            "hand:fold-3": Case(ends="Fold", bets=1),
            "hand:discard": Case(ends="Discard"),
            "insurance:stand": Case("insurance", Category.TWO_PAIR, insured=True),
            "insurance:discard": Case("insurance", ends="Discard", insured=True),
            "insurance:fold": Case("insurance", ends="Fold", bets=0, insured=True),
            "bonus_card:winner": Case("bonus_card", Category.TWO_PAIR, "BuyCard", insured=True),
            "bonus_card:fee": Case("bonus_card", ends="BuyCard", insured=True),
            "card:lose": Case(ends="BuyCard", insured=True),
            "tip:win": Case("tip", Category.TWO_PAIR),
            "tip:lose": Case("tip", ends="Discard"),
        }
    )
    return {subject: case._replace(wager=case.wager or _one_of(subject, case)) for subject, case in found.items()}


def _one_of(subject: str, case: Case) -> str:
    """The ante or one of the bets that are made."""
    wagers = ("ante", "bet_1", "bet_2")[: 1 + case.bets]
    return wagers[len(subject) % len(wagers)]


def situation(place: Place, case: Case, stream: Iterator[int]) -> Situation:
    """A round in which the case comes up; the others bet to the end."""
    rules = place.t.rules
    assert isinstance(rules, BonusSixRules)
    seats = 1 + below(4, stream)
    seat = 1 + below(seats, stream)
    own, community, extra = _cards(rules, case, stream)
    left = whole_deck() - {*own, community, extra}
    hands = {seat: own}
    for number in range(1, seats + 1):
        if number != seat:
            hands[number] = some(OWN, left, stream)
            left -= set(hands[number])
    stays = dict.fromkeys(hands, OWN) | ({seat: 2 + case.bets} if case.ends == "Fold" else {})
    burnt = sorted(left)[0]
    order = [burnt, *(hands[n][at] for at in (0, 1) for n in sorted(hands)), community]
    order += [hands[n][at] for at in (2, 3) for n in sorted(hands) if stays[n] > at]
    wagers = [w for n in sorted(hands) for w in _wagers(rules, n, case if n == seat else None, stream)]
    decisions: dict[int, tuple[str, ...]] = {}
    for number, cards in hands.items():  # nobody else buys a card, so that the next one of the deck is the seat's
        ends = "Stand" if rules.schedule.odds(rank_five((*cards, community))) else "Discard"
        decisions[number] = ("Bet", "Bet", ends)
    decisions[seat] = (*(("Bet",) * case.bets), case.ends)
    return Situation(Plan(seats, tuple(wagers), whole([*order, extra]), decisions), seat, seat, {})


def _cards(rules: BonusSixRules, case: Case, stream: Iterator[int]) -> tuple[tuple[Card, ...], Card, Card]:
    """Four own cards, the community card, and the bonus card."""
    lowest = from_pair(rules.schedule.lowest_pair)
    for _ in range(5000):
        left = whole_deck()
        five = hand_of(case.hand, left, stream, lowest) if case.hand is not None else some(5, left, stream)
        if five is None:
            continue
        if case.hand is None and rules.schedule.odds(rank_five(five)) is not None:
            continue
        extra = pick(sorted(left - set(five)), stream)
        odds = rules.schedule.odds(best_of_six((*five, extra)))
        if case.ends == "BuyCard" and case.hand is None:
            if case.improves is None and odds is not None:
                continue
            if case.improves is not None and (odds is None or category(best_of_six((*five, extra))) != case.improves):
                continue
        return five[:OWN], five[OWN], extra
    raise AssertionError(f"no cards for {case}")


def _wagers(rules: BonusSixRules, seat: int, case: Case | None, stream: Iterator[int]) -> list[Any]:
    highest = rules.maximum
    antes = [d * DOLLAR for d in ANTES if d * DOLLAR >= rules.minimum and (highest is None or d * DOLLAR <= highest)]
    ante = pick(antes or [rules.minimum], stream)
    even = ante + -ante % rules.law.insurance_divisor
    found: list[Any] = [six.PlaceWager(seat, "ante", even)]
    insured, tips = below(3, stream) == 0, below(3, stream) == 0
    free = case is None or case.ends in ("Stand", "Fold")
    if (insured and free) or (case is not None and case.insured):
        found.append(six.PlaceWager(seat, "insurance", even // rules.law.insurance_divisor))
    if tips or (case is not None and case.wager == "tip"):
        found.append(six.PlaceWager(seat, "tip", DOLLAR * (1 + below(3, stream))))
    return found


def schedule(rules: BonusSixRules, round: six.Round, wager: str) -> dict[Category, Award]:
    """The lines that a wager is paid by."""
    return dict(rules.schedule.lines) if wager in ("ante", "bet_1", "bet_2", "tip") else {}


def mistakes(rules: BonusSixRules, round: six.Round, payment: Payment) -> Iterator[tuple[int, str]]:
    """Nothing is mixed up in this game alone."""
    yield from ()


def happened(final: Round, seat: int, wager: str) -> tuple[str, ...]:
    """What has happened in a round, without the hands: those are on the table."""
    del wager
    words = {
        "fold": "folds", "discard": "throws the hand in", "stand": "stands",
        "card": "pays for a bonus card and exposes the hand",
    }  # fmt: skip
    return (f"Seat {seat} {words.get(final.seats[seat].last or '', 'plays')}.",)
