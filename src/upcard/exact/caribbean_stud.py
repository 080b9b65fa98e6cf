"""Caribbean stud exactly: all 19,933,230,517,200 deals, for any pay schedule and strategy.

    >>> from upcard.cards import parse_card, parse_cards
    >>> best = solve()
    >>> best.net, best.deals
    (-1041372912372, 19933230517200)
    >>> decision(parse_cards("As Kd Qh Jc 3s"), parse_card("2d")).best
    'bet'

A deal is a player's hand, the dealer's up-card and the dealer's other four cards. What ante and bet come to is what
`Terms` say: by the usual ones, a bet adds two antes, and when the dealer has not ace-king or better the ante wins one
and the bet is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.cards import DECK, Card, Category, category, distinct, rank_five
from upcard.compiled import load
from upcard.document import Rows, displayed
from upcard.exact import stud_terms
from upcard.exact.priced_wager import PricedGame, PricedLine, moments
from upcard.exact.stud_terms import HAND, USUAL, Odds, Pays, Terms, beats_a_fold, by_category, pays_of, terms_of
from upcard.number_format import decimal, percent, root, title, words
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import To

DEALS = comb(52, 5) * 47 * comb(46, 4)
HOLDINGS = comb(46, 4)
"""The dealer's other four cards, once the player's hand and the up-card are known."""

LINES = stud_terms.LINES
WON = {*LINES, "no_hand"}
"""The outcomes by which the player wins."""

PAYS = (100, 50, 20, 7, 5, 4, 3, 2, 1)

MOST_ODDS = 10**12
assert DEALS < 2**63

ROWS = 53_792
"""The ace-king classes on the full deck: the kernel's rows where no odds are below 1 to 1."""

Act = Literal["bet", "fold"]


# ---- counts ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counts:
    """What schedules and strategies are priced from: no hand, player wins, push, dealer wins; a tie as it is paid.

    Classes that every schedule from `least` to `most` bets, or folds, are added up by category; the others have a row
    each, and so has every ace-king hand.
    """

    terms: Terms
    least: Pays
    most: Pays
    deals: int
    bets: NDArray[np.int64]
    folds: NDArray[np.int64]
    hand: NDArray[np.int64]
    up: NDArray[np.int64]
    held: NDArray[np.int64]
    category: NDArray[np.int64]
    weight: NDArray[np.int64]
    found: NDArray[np.int64]
    """Dealer holdings, a row for each outcome and a column for each class; times weight, deals."""
    chosen: NDArray[np.int64]
    """What is bet at `least`, and folded, by hand and up-card: a bit for each set of ranks held in its suit."""
    hands: NDArray[np.int64]
    """The ranks of those hands."""

    def margin(self, pays: Pays) -> NDArray[np.int64]:
        """By how many parts of an ante, over all holdings, betting beats folding."""
        prices = beats_a_fold(self.terms, pays)[: int(self.category.max(initial=0)) + 1, :4]
        each = prices[0, :, None] if (prices == prices[0]).all() else prices[self.category].T
        margin: NDArray[np.int64] = (each * self.found).sum(axis=0)
        return margin

    def betting(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The deals of the chosen rows, category by outcome."""
        table = np.zeros((len(Category), 4), np.int64)
        for kind in range(int(self.category.max(initial=-1)) + 1):
            rows = np.flatnonzero(chosen & (self.category == kind))
            table[kind] = self.found[:, rows] @ self.weight[rows]
        return table


def count(
    suits: int = 4, present: int = (1 << 13) - 1, least: int | Pays = 1, terms: Terms = USUAL, most: Pays | None = None
) -> Counts:
    """Count the deals anew, for schedules from those odds up; smaller decks are for proof."""
    low = (least,) * len(LINES) if isinstance(least, int) else least
    high = (MOST_ODDS,) * len(LINES) if most is None else most
    prices = np.stack([beats_a_fold(terms, low), beats_a_fold(terms, high)])
    rows = ROWS if min(low) > 0 else 2 * ROWS
    kept, *tables, chosen, hands = load("exact.kernels.stud").count(suits, present, terms.floor, prices, rows)
    hand, up, held, kind, weight = kept[:5]
    found = _ties_paid(terms, kept[5:])
    bets, folds = (_ties_paid(terms, table.T).T for table in tables)
    deals = int(bets.sum() + folds.sum() + (found @ weight).sum())
    return Counts(terms, low, high, deals, bets, folds, hand, up, held, kind, weight, found, chosen, hands)


def _ties_paid(terms: Terms, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """A row for each outcome, with equal hands among those that they are paid as."""
    if terms.tie != "push":
        counts[1 if terms.tie == "player wins" else 3] += counts[2]
        counts[2] = 0
    return counts


@cache
def counted(least: int = 1) -> Counts:
    """The counts of the full deck by the usual terms, for every schedule."""
    counts = count(least=least)
    assert counts.deals == DEALS
    return counts


@lru_cache(maxsize=64)
def counted_for(pays: Pays, terms: Terms) -> Counts:
    """The counts of the full deck for one schedule by any terms."""
    counts = count(least=pays, terms=terms, most=pays)
    assert counts.deals == DEALS
    return counts


def counts_of(pays: Pays, terms: Terms) -> Counts:
    """Counts that price a schedule: those of all schedules where the terms are usual."""
    usual = terms == USUAL and all(isinstance(each, int) for each in pays)
    return counted(0 if min(pays) < 1 else 1) if usual else counted_for(pays, terms)


# ---- prices ------------------------------------------------------------------------------------------------


class Solution(PricedGame, frozen=True, kw_only=True):
    """A pay schedule and a strategy, priced over every deal."""

    pays: Pays
    terms: Terms = USUAL
    strategy: str
    net: int | Fraction
    """What the player wins over all deals, in antes."""
    outcomes: dict[str, int]
    """Deals won with each line of the schedule, then `no_hand`, `push`, `fold` and `dealer_wins`."""

    @property
    def worth(self) -> dict[str, Odds]:
        """What the player wins by each outcome, in antes."""
        return self.terms.worth(self.pays)

    @property
    def standard_deviation(self) -> str:
        """Of one deal, in antes, to twelve places."""
        return root(self.variance, 12)


def best_play(rules: CaribbeanStudRules) -> Solution:
    """The game of a table at best play, as its edition has it."""
    assert rules.law.hand_size == HAND
    return solve(pays_of(rules), terms=terms_of(rules))


def solve(pays: Sequence[Odds] = PAYS, strategy: str = "optimal", terms: Terms = USUAL) -> Solution:
    """Every deal, played by that strategy and paid by those nine odds.

    >>> solve(strategy="always-raise").net
    -3310360338060
    """
    pays = checked(pays)
    return price(counts_of(pays, terms), pays, strategy)


def price(counts: Counts, pays: Sequence[Odds] = PAYS, strategy: str = "optimal") -> Solution:
    """The deals of those counts, played by that strategy and paid by those nine odds."""
    pays = checked(pays)
    if strategy not in STRATEGIES:
        raise ValueError(f"{strategy!r} is not a strategy: there are {', '.join(STRATEGIES)}.")
    assert all(low <= each <= high for low, each, high in zip(counts.least, pays, counts.most, strict=True))
    bets = counts.bets.copy()
    if strategy == "optimal":
        chosen = counts.margin(pays) > 0
    else:
        ace_king = (counts.category == 0) & (counts.hand >> 12 == ACE_KING)
        chosen = (counts.category > 0) | (ace_king & BY_RANKS[strategy](AceKings.of(counts.hand, counts.up)))
        bets += counts.folds
        if strategy == "always-raise":
            chosen[:] = True
        else:
            bets[0] = 0
    bets += counts.betting(chosen)
    return priced(counts.deals, pays, strategy, bets, counts.terms)


def priced(deals: int, pays: Pays, strategy: str, bets: NDArray[np.int64], terms: Terms = USUAL) -> Solution:
    """From the deals that are bet, category by outcome. What is left is folded."""
    no_hand, _, push, dealer = (int(total) for total in bets.sum(axis=0))
    wins = [int(won) for won in bets[:, 1]]
    won = dict(zip(LINES, (*reversed(wins[Category.TWO_PAIR :]), wins[0] + wins[1]), strict=True))
    fold = deals - int(bets.sum())
    outcomes = {**won, "no_hand": no_hand, "push": push, "fold": fold, "dealer_wins": dealer}
    odds = {line: (title(line), str(To.of(each)), f"bet_{line}") for line, each in zip(LINES, pays, strict=True)}
    named, brings = {**odds, **terms.named_ends}, terms.worth(pays)
    won_back = moments((times, brings[end]) for end, times in outcomes.items())
    return Solution(
        pays=pays,
        terms=terms,
        strategy=strategy,
        deals=deals,
        net=sum(brings[end] * times for end, times in outcomes.items()),
        outcomes=outcomes,
        lines=tuple(PricedLine.of(*named[end], outcomes[end], deals, brings[end]) for end in outcomes if end in named),
        average_wager=1 + terms.multiple * Fraction(deals - fold, deals),
        hit_frequency=Fraction(sum(outcomes[end] for end in WON), deals),
        return_=1 + won_back.mean,
        variance=won_back.variance,
    )


def checked(pays: Sequence[Odds]) -> Pays:
    if len(pays) != len(LINES):
        raise ValueError(f"a schedule has {len(LINES)} lines, from royal flush to pair or less, not {len(pays)}.")
    for line, odds in zip(LINES, pays, strict=True):
        if not 0 <= odds <= MOST_ODDS:
            raise ValueError(f"{line}: odds are from 0 to {MOST_ODDS:,} to 1, not {odds}.")
    return tuple(pays)


# ---- one decision ------------------------------------------------------------------------------------------


@displayed
class Decision(NamedTuple):
    """What betting and folding are worth on average, in antes."""

    bet: Fraction
    fold: Fraction
    best: Act
    holdings: dict[str, int]
    """The dealer's other four cards, by what a bet comes to: `no_hand`, `player_wins`, `push`, `dealer_wins`."""
    variance: Fraction
    """Of the best play, in antes squared."""

    def _line(self) -> str:
        return f"{self.best}; bet {decimal(self.bet)}, fold {decimal(self.fold)} antes"

    def _rows(self) -> Rows:
        deals = sum(self.holdings.values())
        rows = [(words(end), f"{held:,}", percent(Fraction(held, deals))) for end, held in self.holdings.items()]
        return ("the dealer's hand", "holdings", "chance"), rows

    @property
    def standard_deviation(self) -> str:
        return root(self.variance, 12)

    def share(self, name: str) -> Fraction:
        """How often a bet comes to that."""
        return Fraction(self.holdings[name], sum(self.holdings.values()))


def holdings(
    player: Sequence[Card], up: Card, deck: Sequence[Card] = DECK, lowest: int = USUAL.lowest
) -> tuple[int, int, int, int]:
    """The dealer's other four cards, every choice of them dealt: no hand, player wins, push, dealer wins."""
    if len(player) != 5 or not distinct((*player, up)):
        raise ValueError("a decision needs five cards and an up-card, all of them different.")
    own = rank_five(player)
    rest = [card for card in deck if card != up and card not in player]
    no_hand = wins = push = dealer = 0
    for others in combinations(rest, 4):
        value = rank_five((up, *others))
        if value < lowest:
            no_hand += 1
        elif value < own:
            wins += 1
        elif value == own:
            push += 1
        else:
            dealer += 1
    return no_hand, wins, push, dealer


def decision(player: Sequence[Card], up: Card, pays: Sequence[Odds] = PAYS, terms: Terms = USUAL) -> Decision:
    """The worth of betting and of folding that hand against that up-card; on a par, fold.

    >>> from upcard.cards import parse_card, parse_cards
    >>> decision(parse_cards("As Kd 4h 3c 2s"), parse_card("Qd"))[:3]
    (Fraction(-191743, 163185), Fraction(-1, 1), 'fold')
    """
    pays = checked(pays)
    found = holdings(player, up, lowest=terms.lowest)
    ends = terms.ends(by_category(pays)[category(rank_five(player))])
    bet = Fraction(sum(times * each for times, each in zip(found, ends, strict=True)), sum(found))
    square = Fraction(sum(times * each**2 for times, each in zip(found, ends, strict=True)), sum(found))
    named = dict(zip(("no_hand", "player_wins", "push", "dealer_wins"), found, strict=True))
    if bet > -1:
        return Decision(bet, Fraction(-1), "bet", named, square - bet**2)
    return Decision(bet, Fraction(-1), "fold", named, Fraction(0))


# ---- the strategies that people play -------------------------------------------------------------------------

Ranks = NDArray[np.int64]
Choice = NDArray[np.bool_]

JACK, QUEEN, KING = 9, 10, 11
ACE_KING = 0xCB
"""The first two ranks of a hand that is written as five ranks of four bits."""


@dataclass(frozen=True, slots=True)
class AceKings:
    """Ace-king hands against up-cards: the up-card's rank and, highest first, the three ranks behind ace and king."""

    up: Ranks
    third: Ranks
    fourth: Ranks
    fifth: Ranks

    @classmethod
    def of(cls, hands: Ranks, up: Ranks) -> AceKings:
        """From hands written as five ranks of four bits."""
        return cls(up, hands >> 8 & 15, hands >> 4 & 15, hands & 15)

    @property
    def matched_behind(self) -> Choice:
        """The up-card has the rank of a card behind ace and king."""
        matched: Choice = (self.up == self.third) | (self.up == self.fourth) | (self.up == self.fifth)
        return matched

    @property
    def matched(self) -> Choice:
        return (self.up >= KING) | self.matched_behind


def _rules_of_thumb(hands: AceKings) -> Choice:
    """A match behind ace and king; ace or king up, with a queen or jack; no match, a queen, and up below the fourth."""
    queen_or_jack = (hands.third == QUEEN) | (hands.third == JACK)
    below_fourth = (hands.third == QUEEN) & (hands.up < hands.fourth)
    chosen: Choice = hands.matched_behind | ((hands.up >= KING) & queen_or_jack) | (~hands.matched & below_fourth)
    return chosen


def _akj83(hands: AceKings) -> Choice:
    """Ace-king-jack-eight-three or better."""
    behind = (hands.third << 4 | hands.fourth) << 4 | hands.fifth
    least = (JACK << 4 | 6) << 4 | 1
    return behind >= least


BY_RANKS: dict[str, Callable[[AceKings], Choice]] = {
    "rules-of-thumb": _rules_of_thumb,
    "AKJ83": _akj83,
    "matching-rank": lambda hands: hands.matched,
    "pair": lambda hands: np.zeros(len(hands.up), np.bool_),
    "AK": lambda hands: np.ones(len(hands.up), np.bool_),
    "always-raise": lambda hands: np.ones(len(hands.up), np.bool_),
}
"""Which ace-king hands each strategy bets, the best strategy apart."""

STRATEGIES = ("optimal", *BY_RANKS)
