"""Bonus 6 at best play: backward from the bonus card to the first bet, over all the cards that one player can see.

A player sees the own cards and the community card, and no others: the burnt card and the other players' cards are as
unknown as the rest of the deck. Wagers and fees are in antes. Where two acts are worth the same the cheaper one is
played. A deal is three cards in no order and then one card for each street to come, the bonus card among them, whether
or not the hand lives to see it: 22,100 · 49 · 48 · 47 of them.

>>> from upcard.rules.bonus_six import bonus_six as rules
>>> game = bonus_six(rules({"pay_table": "black-hawk"}))
>>> game.deals, game.insurance_value < 0
(2443022400, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.cards import DECK, RANKS, Card, Category, rank_of, suit_of
from upcard.compiled import load
from upcard.exact.priced_wager import PricedGame, PricedLine, moments
from upcard.exact.side_wagers import paid_hand
from upcard.law.bonus_six import BonusSixLaw
from upcard.rules.bonus_six import BonusSixRules, PaySchedule

Ints = NDArray[Any]
"""Of 64 bits, or Python's own where those could overflow."""

Act = Literal["fold", "bet", "stand", "discard", "card"]

ALL_RANKS = (1 << len(RANKS)) - 1
SUITS = 4
FIRST_SEEN, LAST_SEEN = 3, 5
WIDEST = 2**62

# The kinds that the kernel tells apart: nothing, pairs of each rank, and the rest upwards.
KINDS: tuple[tuple[Category, int], ...] = (
    (Category.HIGH_CARD, 0),
    *((Category.PAIR, rank) for rank in range(len(RANKS))),
    *((hand, 0) for hand in sorted(Category) if hand > Category.PAIR),
)


def pays(schedule: PaySchedule) -> tuple[int | None, ...]:
    """The odds of each kind, or none where it loses."""
    found: list[int | None] = []
    for hand, rank in KINDS:
        line = None if hand is Category.PAIR and rank < schedule.lowest_pair else schedule.lines.get(hand)
        found.append(line.odds if line else None)
    return tuple(found)


# ------------------------------------------------------------------------------------------ what can be dealt


@dataclass(frozen=True, slots=True)
class Streets:
    """The sets of three, four and five cards, alike but for a change of suits, and what leads from each to the next."""

    cards: int
    """How many the deck has."""
    keys: tuple[Ints, Ints, Ints]
    weights: Ints
    """How many sets of three cards each key stands for."""
    fourth: Ints
    fifth: Ints
    kinds: Ints
    sixths: Ints

    @property
    def ways(self) -> tuple[int, int, int]:
        """How many cards may come on each street after the first."""
        return self.cards - 3, self.cards - 4, self.cards - 5

    @property
    def deals(self) -> int:
        fourth, fifth, sixth = self.ways
        return comb(self.cards, FIRST_SEEN) * fourth * fifth * sixth


@cache
def streets(present: int = ALL_RANKS) -> Streets:
    """The streets of a deck of four suits of these ranks."""
    kernel = load("exact.kernels.bonus_six")
    keys = np.zeros(1, np.int64)
    for size in range(FIRST_SEEN):
        keys, _ = kernel.grown(keys, size, present)
    four, fourth = kernel.grown(keys, 3, present)
    five, fifth = kernel.grown(four, 4, present)
    weights = kernel.orbits(keys)
    cards = SUITS * present.bit_count()
    assert int(weights.sum()) == comb(cards, FIRST_SEEN), "every set of three cards is behind a key"
    return Streets(
        cards=cards,
        keys=(keys, four, five),
        weights=weights,
        fourth=fourth,
        fifth=fifth,
        kinds=kernel.kinds(five),
        sixths=kernel.sixths(five, present),
    )


# ------------------------------------------------------------------------------------------------- best play


@dataclass(frozen=True, slots=True)
class Stakes:
    """What lies on the table at each decision, in antes, and what a bonus card costs; none where it cannot be had."""

    first: int
    second: int
    last: int
    card_fee: Fraction | None

    @classmethod
    def of(cls, law: BonusSixLaw, *, insured: bool) -> Stakes:
        second = 1 + law.first_bet_multiple
        fee = Fraction(law.bonus_card_multiple) if insured else None
        return cls(1, second, second + law.second_bet_multiple, fee)


@dataclass(frozen=True, slots=True)
class Play:
    """Best play: for each set of cards what going on is worth, and what is done. The insurance fee is not in it.

    What going on is worth is in units of one ante over `scales`, one for sets of three, four and five cards.
    """

    streets: Streets
    stakes: Stakes
    scales: tuple[int, int, int]
    going_on: tuple[Ints, Ints, Ints]
    bets: tuple[Ints, Ints]
    wins: Ints
    buys: Ints

    @property
    def value(self) -> Fraction:
        """What a round is worth, in antes."""
        folded = -self.stakes.first * self.scales[0]
        each = np.where(self.bets[0], self.going_on[0], folded)
        total = sum(int(a) * int(b) for a, b in zip(each, self.streets.weights, strict=True))
        return Fraction(total, self.scales[0] * comb(self.streets.cards, FIRST_SEEN))


def best_play(on: Streets, odds: tuple[int | None, ...], stakes: Stakes) -> Play:
    """Backward over the streets, in whole numbers."""
    fee = stakes.card_fee
    unit = fee.denominator if fee is not None else 1
    fourth, fifth, sixth = on.ways
    scales = (unit * sixth * fifth * fourth, unit * sixth * fifth, unit * sixth)
    highest = max((each for each in odds if each is not None), default=0)
    safe = (stakes.last * (highest + 1) + (fee or 0)) * scales[0] < WIDEST
    kind: Any = np.int64 if safe else object
    paid = np.array([stakes.last * (-1 if each is None else each) for each in odds], kind)
    wins = np.array([each is not None for each in odds])[on.kinds]
    last = paid[on.kinds] * scales[2]
    if fee is None:
        buys = np.zeros(on.kinds.size, np.bool_)
    else:
        bought = (on.sixths if safe else on.sixths.astype(object)) @ paid * unit - fee.numerator * sixth
        buys = ~wins & (bought > last).astype(np.bool_)
        last = np.where(buys, bought, last)
    second = last[on.fifth].sum(axis=1)
    folded = -stakes.second * scales[1]
    bets_second = (second > folded).astype(np.bool_)
    first = np.where(bets_second, second, folded)[on.fourth].sum(axis=1)
    bets_first = (first > -stakes.first * scales[0]).astype(np.bool_)
    return Play(on, stakes, scales, (first, second, last), (bets_first, bets_second), wins, buys)


# ------------------------------------------------------------------------------------------------- the deals


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """In how many deals a round at best play ends in each way."""

    fold_first: int
    fold_second: int
    discard: int
    stand: dict[str, int]
    """Hands that win with five cards."""
    card: dict[str, int]
    """Hands that win with the bonus card."""
    card_lost: int


def ends(play: Play) -> Ends:
    """The deals of a game played so, by their ends."""
    on, kernel = play.streets, load("exact.kernels.bonus_six")
    fourth, fifth, sixth = on.ways
    bets_first, bets_second = play.bets
    two = kernel.spread(on.weights * bets_first, on.fourth, on.keys[1].size)
    three = kernel.spread(two * bets_second, on.fifth, on.keys[2].size)
    with_card = (three * play.buys) @ on.sixths
    stand: dict[str, int] = {}
    card: dict[str, int] = {}
    lost = int(with_card.sum())
    for kind in reversed(range(len(KINDS))):
        of_kind = (on.kinds == kind) & play.wins
        name = KINDS[kind][0].key
        if of_kind.any():
            stand[name] = stand.get(name, 0) + int(three[of_kind].sum()) * sixth
            card[name] = card.get(name, 0) + int(with_card[kind])
            lost -= int(with_card[kind])
    found = Ends(
        fold_first=int(on.weights[~bets_first].sum()) * fourth * fifth * sixth,
        fold_second=int(two[~bets_second].sum()) * fifth * sixth,
        discard=int(three[~play.wins & ~play.buys].sum()) * sixth,
        stand=stand,
        card=card,
        card_lost=lost,
    )
    every = found.fold_first + found.fold_second + found.discard + sum(stand.values()) + sum(card.values()) + lost
    assert every == on.deals, "every deal has one end"
    return found


# -------------------------------------------------------------------------------------------------- the price


class BonusSix(PricedGame, frozen=True, kw_only=True):
    """A game of Bonus 6 at best play, for each ante."""

    pay_table: str
    insured: bool
    counts: Ends
    average_fees: Fraction
    """For the insurance and the bonus card."""
    first_bets: int
    """How many of the 22,100 sets of three cards are bet on."""
    second_bets: int
    """How many of the 270,725 sets of four cards are bet on, should they be reached."""
    insurance_fee: Fraction
    insurance_worth: Fraction
    """What the right to a bonus card brings, before its fee."""
    insurance_value: Fraction
    """The same less the fee: below nothing, insurance is not to be bought."""
    card_worth: Fraction | None
    """What a bonus card that is bought brings in the mean, before its fee; none where none is bought."""


def insurance_fee(law: BonusSixLaw) -> Fraction:
    return Fraction(1, law.insurance_divisor)


@cache
def _play(odds: tuple[int | None, ...], stakes: Stakes, present: int) -> Play:
    return best_play(streets(present), odds, stakes)


def play_of(rules: BonusSixRules, *, insured: bool = False, present: int = ALL_RANKS) -> Play:
    """Best play under the rules of a table."""
    return _play(pays(rules.schedule), Stakes.of(rules.law, insured=insured), present)


def bonus_six(rules: BonusSixRules, *, insured: bool = False, present: int = ALL_RANKS) -> BonusSix:
    """The price of a table's game, insured every time or never; a deck of fewer ranks is for proof."""
    without, with_ = (play_of(rules, insured=each, present=present) for each in (False, True))
    play = with_ if insured else without
    on, stakes, fee = play.streets, play.stakes, insurance_fee(rules.law)
    found = ends(play)
    odds = {hand.key: line.odds for hand, line in rules.schedule.lines.items()}
    card_fee = stakes.card_fee or Fraction(0)
    paid = fee if insured else Fraction(0)
    lines = _lines(rules, found, stakes, paid, insured=insured)
    net = moments([(line.deals or 0, line.brings) for line in lines])
    assert net.mean == play.value - paid, "the deals and the streets agree"
    bought = sum(found.card.values()) + found.card_lost
    stayed = on.deals - found.fold_first - found.fold_second
    wagered = found.fold_first * stakes.first + found.fold_second * stakes.second + stayed * stakes.last
    average = Fraction(wagered, on.deals)
    worth = with_.value - without.value
    brought = sum(count * stakes.last * (odds[hand] + 1) for hand, count in found.card.items())
    return BonusSix(
        pay_table=rules.schedule.name,
        insured=insured,
        deals=on.deals,
        counts=found,
        lines=lines,
        hit_frequency=Fraction(sum(found.stand.values()) + sum(found.card.values()), on.deals),
        return_=1 + net.mean,
        variance=net.variance,
        average_wager=average,
        average_fees=paid + bought * card_fee / on.deals,
        first_bets=_sets(play, 0),
        second_bets=_sets(play, 1),
        insurance_fee=fee,
        insurance_worth=worth,
        insurance_value=worth - fee,
        card_worth=Fraction(brought, bought) if bought else None,
    )


def _lines(
    rules: BonusSixRules, found: Ends, stakes: Stakes, paid: Fraction, *, insured: bool
) -> tuple[PricedLine, ...]:
    """Every end of a round, with what it brings in antes once the insurance is paid."""
    odds = {hand.key: line for hand, line in rules.schedule.lines.items()}
    names = {key: paid_hand(key, rules.schedule.lowest_pair) for key in odds}
    fee, discard = stakes.card_fee or Fraction(0), "insured_may_discard" if insured else "uninsured_discards"
    ends: list[tuple[str, str, str, int, Fraction | int]] = [
        (names[key], str(odds[key]), "pay_tables", deals, stakes.last * odds[key].odds)
        for key, deals in found.stand.items()
    ]
    if insured:
        ends += [
            (f"{names[key]}, with the bonus card", str(odds[key]), "best_five_of", deals,
             stakes.last * odds[key].odds - fee)
            for key, deals in found.card.items()
        ]  # fmt: skip
        ends.append(("Lost with the bonus card", "lost", "bonus_card_multiple", found.card_lost, -stakes.last - fee))
    ends += [
        ("Discarded", "lost", discard, found.discard, -stakes.last),
        ("Folded at the second bet", "lost", "second_bet_multiple", found.fold_second, -stakes.second),
        ("Folded at the first bet", "lost", "first_bet_multiple", found.fold_first, -stakes.first),
    ]
    every = sum(deals for _, _, _, deals, _ in ends)
    return tuple(
        PricedLine.of(name, pays, rule, deals, every, brings - paid) for name, pays, rule, deals, brings in ends
    )


def _sets(play: Play, street: int) -> int:
    weights = load("exact.kernels.bonus_six").orbits(play.streets.keys[street])
    return int(weights[play.bets[street]].sum())


def fair_card_fee(rules: BonusSixRules, *, present: int = ALL_RANKS) -> Fraction | None:
    """The fee for a bonus card, in antes, at which insurance at its own fee is worth just that; none if nothing helps.

    The worth of insurance falls in straight pieces as the card fee rises, each piece as steep as cards are bought
    often, and ever less steep. From a free card onwards each step goes to where the piece at hand would reach nothing;
    it never goes too far, and the last step is exact.
    """
    base = play_of(rules, present=present).value + insurance_fee(rules.law)
    stakes = Stakes.of(rules.law, insured=True)
    fee = Fraction(0)
    while True:
        at = Stakes(stakes.first, stakes.second, stakes.last, fee)
        play = best_play(streets(present), pays(rules.schedule), at)
        left = play.value - base
        if left <= 0:
            return fee if left == 0 else None
        found = ends(play)
        fee += left * play.streets.deals / (sum(found.card.values()) + found.card_lost)


# -------------------------------------------------------------------------------------------- one decision


class Decision(msgspec.Struct, frozen=True):
    """What each act is worth, in antes for the whole round with its fees, and the best of them."""

    values: dict[Act, Fraction]
    best: Act


def key_of(cards: tuple[Card, ...]) -> int:
    """The key that the kernel gives to a set of cards."""
    masks = [0] * SUITS
    for card in cards:
        masks[suit_of(card)] |= 1 << rank_of(card)
    key = 0
    for mask in sorted(masks, reverse=True):
        key = key << len(RANKS) | mask
    return key


def decision(rules: BonusSixRules, cards: tuple[Card, ...], *, insured: bool = False) -> Decision:
    """What to do with three, four or five cards, the community card among them.

    >>> from upcard.cards import parse_cards
    >>> from upcard.rules.bonus_six import bonus_six as rules
    >>> decision(rules({"pay_table": "black-hawk"}), parse_cards("6c 6d Ah")).best
    'bet'
    """
    if not FIRST_SEEN <= len(cards) <= LAST_SEEN or not set(cards) <= set(DECK) or len(set(cards)) != len(cards):
        raise ValueError("a decision is made on three, four or five different cards")
    play = play_of(rules, insured=insured)
    street = len(cards) - FIRST_SEEN
    place = int(np.flatnonzero(play.streets.keys[street] == key_of(cards))[0])
    paid = insurance_fee(rules.law) if insured else Fraction(0)
    going_on = Fraction(int(play.going_on[street][place]), play.scales[street]) - paid
    best = _best(play, street, place)
    if street < 2:
        stake = (play.stakes.first, play.stakes.second)[street]
        return Decision({"bet": going_on, "fold": -stake - paid}, best)
    if best == "stand":
        return Decision({"stand": going_on}, best)
    lost: dict[Act, Fraction] = {"discard": -play.stakes.last - paid}
    fee = play.stakes.card_fee
    if fee is None:
        return Decision(lost, best)
    odds = pays(rules.schedule)
    won = sum(int(n) * (each + 1) for n, each in zip(play.streets.sixths[place], odds, strict=True) if each is not None)
    card = lost["discard"] + Fraction(won * play.stakes.last, play.streets.ways[2]) - fee
    return Decision({**lost, "card": card}, best)


def _best(play: Play, street: int, place: int) -> Act:
    if street < 2:
        return "bet" if play.bets[street][place] else "fold"
    return "stand" if play.wins[place] else "card" if play.buys[place] else "discard"


# ---- the best strategy as data: every set of cards, alike but for a change of suits --------------------------


@dataclass(frozen=True, slots=True)
class BestAct:
    """What to do with some cards, the community card among them."""

    cards: tuple[Card, ...]
    """One of the sets that are alike."""
    sets: int
    value: Fraction
    """Of the act, in antes for the whole round with its fees."""
    best: Act


def best_acts(rules: BonusSixRules, *, seen: int, insured: bool = False) -> Iterator[BestAct]:
    """Every set of so many cards that differs by more than a change of suits."""
    if not FIRST_SEEN <= seen <= LAST_SEEN:
        raise ValueError(f"a player decides on {FIRST_SEEN} to {LAST_SEEN} cards, not on {seen}.")
    play = play_of(rules, insured=insured)
    street = seen - FIRST_SEEN
    paid = insurance_fee(rules.law) if insured else Fraction(0)
    keys = play.streets.keys[street]
    sets = load("exact.kernels.bonus_six").orbits(keys).tolist()
    going_on = play.going_on[street].tolist()
    for place, key in enumerate(keys.tolist()):
        act = _best(play, street, place)
        worth = Fraction(int(going_on[place]), play.scales[street])
        if act == "fold":
            worth = Fraction(-(play.stakes.first, play.stakes.second)[street])
        yield BestAct(_cards(key), sets[place], worth - paid, act)


def _cards(key: int) -> tuple[Card, ...]:
    """The cards of a key, highest rank first."""
    held = [
        Card(rank << 2 | suit)
        for suit in range(SUITS)
        for rank in range(len(RANKS))
        if key >> (len(RANKS) * (SUITS - 1 - suit) + rank) & 1
    ]
    return tuple(sorted(held, key=lambda card: (-rank_of(card), card)))
