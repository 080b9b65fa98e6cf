"""What the kernels are told in arrays: the order of hands, what is bet, and every price of a table of Caribbean stud.

The kernel that plays the rounds knows no law, and finds a hand by one sum. Each card adds its weight (no two sets of
five ranks have one sum), one to the count of its suit, the bit of its rank and its own number. A hand's place in the
order of all 7,462 different hands is then one look-up: by the ranks where five of one suit are there, and else by the
weight. Its kind says what pay tables ask for: no pair, a pair of each rank, and the nine kinds above.

>>> found = tables()
>>> len(found.kinds), found.ace_king < found.pair
(7462, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card, Category, ace_king_or_better, category, pair_rank, rank_five
from upcard.compiled import load
from upcard.errors import Refused
from upcard.exact.bonus_six import KINDS
from upcard.exact.caribbean_stud import BY_RANKS, AceKings, counted_for
from upcard.exact.side_wagers import plain_value, rank_lists
from upcard.exact.stud_terms import HAND, USUAL, Pays, Terms, pays_of, terms_of
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.simulate.kernels import EMPTY, MOST_WEIGHT, NUMBER_AT, RANKS_AT, SUIT_BITS, SUITS_AT, WEIGHTS
from upcard.simulate.table import StudTable
from upcard.simulate.tally import threshold
from upcard.units import MICROS_PER_CENT, Share, micros, show_dollars

Array = NDArray[np.int64]


def kind_of(value: int) -> int:
    """The place in `KINDS` of a hand's value."""
    hand = category(value)
    return KINDS.index((hand, pair_rank(value) if hand is Category.PAIR else 0))


@dataclass(frozen=True, slots=True)
class Tables:
    """Look-ups from cards and sums of cards to the order of hands."""

    deck: NDArray[np.int64]
    """What each card adds, by its number."""
    by_weight: NDArray[np.uint16]
    by_ranks: NDArray[np.uint16]
    """For five cards of one suit."""
    kinds: NDArray[np.uint8]
    ace_king: int
    """The lowest hand with ace and king, and all below it without."""
    pair: int
    """The lowest pair: what lies between them is ace-king high."""
    values: tuple[int, ...]
    """The value of each hand in the order, as `upcard.cards` has it."""

    def rank(self, cards: tuple[Card, ...]) -> int:
        """The place of five cards, as a kernel finds it."""
        total = EMPTY + sum(int(self.deck[card]) for card in cards)
        suited = any(total >> (SUITS_AT + SUIT_BITS * suit) & 8 for suit in range(4))
        if suited:
            return int(self.by_ranks[total >> RANKS_AT & 0x1FFF])
        return int(self.by_weight[total & (1 << SUITS_AT) - 1])


@cache
def tables() -> Tables:
    """The tables of a whole deck, made from the ranking of hands that the games use."""
    unsuited: dict[int, int] = {}
    for ranks in rank_lists(5):
        weight = sum(WEIGHTS[rank] for rank in ranks)
        assert weight not in unsuited, "two hands have one weight"
        unsuited[weight] = plain_value(ranks)
    suited = {sum(1 << rank for rank in five): rank_five([Card(rank << 2) for rank in five])
              for five in combinations(range(13), 5)}  # fmt: skip
    values = sorted({*unsuited.values(), *suited.values()})
    place = {value: at for at, value in enumerate(values)}
    by_weight = np.zeros(MOST_WEIGHT + 1, np.uint16)
    by_ranks = np.zeros(1 << 13, np.uint16)
    for weight, value in unsuited.items():
        by_weight[weight] = place[value]
    for mask, value in suited.items():
        by_ranks[mask] = place[value]
    return Tables(
        deck=np.array([_adds(Card(number)) for number in range(52)], np.int64),
        by_weight=by_weight,
        by_ranks=by_ranks,
        kinds=np.array([kind_of(value) for value in values], np.uint8),
        ace_king=next(at for at, value in enumerate(values) if ace_king_or_better(value)),
        pair=next(at for at, value in enumerate(values) if category(value) is Category.PAIR),
        values=tuple(values),
    )


def _adds(card: Card) -> int:
    rank, suit = card >> 2, card & 3
    return WEIGHTS[rank] | 1 << (SUITS_AT + SUIT_BITS * suit) | 1 << (RANKS_AT + rank) | card << NUMBER_AT


# ---- which hands are bet: by up-card and ranks held in its suit where that matters -----------------------------

UP_RANKS, HELD = 13, 32


def least(strategy: str, first: int | None = None) -> int:
    """The lowest place in the order of hands at which the strategy may bet."""
    return 0 if strategy == "always-raise" else tables().ace_king if first is None else first


@cache
def _decided(pays: Pays, terms: Terms) -> tuple[Array, Array, Array, Array, Array]:
    """The best play of every hand: how many ranks it has, its place and that of the flush, what is bet and folded."""
    found, counts = tables(), counted_for(pays, terms)
    ranks = counts.hands[:, None] >> np.array([16, 12, 8, 4, 0]) & 15
    different = 1 + (np.diff(ranks, axis=1) != 0).sum(axis=1)
    dealt = different > 1
    ranks, different, chosen = ranks[dealt], different[dealt], counts.chosen[dealt]
    places = found.by_weight[np.array(WEIGHTS)[ranks].sum(axis=1)].astype(np.int64)
    suited = found.by_ranks[np.bitwise_or.reduce(1 << ranks, axis=1)].astype(np.int64)
    return different, places, suited, chosen[:, :, 0], chosen[:, :, 1]


@cache
def _best(pays: Pays, terms: Terms) -> NDArray[np.uint8]:
    """Whether the best play bets each hand, by its place, the up-card's rank and the ranks held in its suit."""
    different, places, suited, bet, _ = _decided(pays, terms)
    table = np.zeros((len(tables().values), UP_RANKS, HELD), np.uint8)
    for many in range(2, HAND + 1):
        # A set of the ranks held has a bit for each, in the kernel of rounds for the highest rank first.
        turned = [sum((held >> at & 1) << many - 1 - at for at in range(many)) for held in range(1 << many)]
        rows = np.flatnonzero(different == many)
        table[places[rows], :, : 1 << many] = bet[rows][:, :, None] >> np.array(turned) & 1
    flushes = np.flatnonzero(different == HAND)
    table[suited[flushes], :, 0], table[suited[flushes], :, -1] = bet[flushes] >> 32 & 1, bet[flushes] >> 33 & 1
    return table


@cache
def between(strategies: tuple[str, ...], pays: Pays, terms: Terms = USUAL) -> tuple[int, int]:
    """The places of the hands that those strategies do not play alike: the first of them, and one above the last."""
    first, above = tables().ace_king, tables().pair
    if "optimal" in strategies:
        different, places, suited, bet, folded = _decided(pays, terms)
        flush = different == HAND
        for place, bits, rows in ((places, ANY_SUITS, different > 0), (suited, FLUSHES, flush)):
            first = min(first, int(place[rows & (bet & bits).any(axis=1)].min(initial=first)))
            above = max(above, int(place[rows & (folded & bits).any(axis=1)].max(initial=0)) + 1)
    return first, above


ANY_SUITS, FLUSHES = (1 << 32) - 1, 3 << 32


@lru_cache(maxsize=32)
def bets(strategy: str, pays: Pays, terms: Terms = USUAL, within: tuple[int, int] | None = None) -> NDArray[np.uint8]:
    """Whether each hand within those places is bet, by the up-card's rank and the ranks held in its suit.

    Without places it is the ace-king hands.
    """
    found = tables()
    first, above = within or (found.ace_king, found.pair)
    if strategy == "optimal":
        return _best(pays, terms)[first:above]
    table = np.zeros((above - first, UP_RANKS, HELD), np.uint8)
    hands = np.array(found.values[found.ace_king : found.pair], np.int64)
    up = np.arange(UP_RANKS, dtype=np.int64)
    every = AceKings.of(np.repeat(hands, UP_RANKS), np.tile(up, hands.size))
    chosen = BY_RANKS[strategy](every).reshape(hands.size, UP_RANKS, 1)
    table[found.ace_king - first : found.pair - first] = chosen
    table[found.pair - first :] = 1
    if strategy == "always-raise":
        table[:] = 1
    return table


def decides(strategy: str, pays: Pays, cards: Sequence[Card], up: Card, terms: Terms = USUAL) -> bool:
    """Whether the strategy bets these five cards against that up-card."""
    within = first, above = between((strategy,), pays, terms)
    place = tables().rank(tuple(cards))
    if place >= above:
        return True
    if place < first:
        return strategy == "always-raise"
    downwards = sorted({card >> 2 for card in cards}, reverse=True)
    held = sum(1 << at for at, rank in enumerate(downwards) if any(c >> 2 == rank and c & 3 == up & 3 for c in cards))
    return bool(bets(strategy, pays, terms, within)[place - first, up >> 2, held])


# ---- prices ----------------------------------------------------------------------------------------------------

MOST_LINE = 2**32
"""Cents that may change hands on one line of one round."""
PARTS = 1000
"""Of a meter, of which an award takes so many."""
MOST_METER = 2**62 // PARTS


@dataclass(frozen=True, slots=True)
class Prices:
    """What the kernel is told, in its own order."""

    tables: tuple[NDArray[np.generic], ...]
    limits: tuple[int, int, int, int]
    """The lowest hand with which the dealer qualifies; of the player's the first whose play hangs on the up-card, and
    the first above them; and what equal hands count as: 0 for a push, 1 for a win, -1 for a loss."""
    seating: Array
    by_outcome: tuple[Array, Array, Array]
    by_kind: tuple[Array, Array, Array, Array, Array]
    cover: Array
    awards: Array
    flags: Array
    seeds: Array
    feeds: Array
    draws: tuple[NDArray[np.uint64], Array, Array]


@lru_cache(maxsize=16)
def prices(table: StudTable, block: int) -> Prices:
    """The prices of a table whose meters start anew after `block` rounds."""
    rules = table.rules
    found = tables()
    kernel = load("simulate.kernels.caribbean_stud")
    names = tuple(dict.fromkeys(table.strategies))
    pays, terms = pays_of(rules), terms_of(rules)
    within = first, above = between(names, pays, terms)
    qualifies = next(at for at, value in enumerate(found.values) if value >= terms.lowest)
    ties = {"push": 0, "player wins": 1, "dealer wins": -1}[terms.tie]
    stakes = [table.staked(w) for w in ("progressive", "five_card_player", "five_card_dealer", "cover_all")]
    seating = np.array(
        [[names.index(each) for each in table.strategies], [least(each, first) for each in table.strategies], *stakes],
        np.int64,
    )
    by_outcome = _by_outcome(table, kernel)
    by_kind = _by_kind(table)
    cover, awards = _cover(table), _awards(table, kernel)
    seeds, feeds = _meters(table)
    made = Prices(
        tables=(
            found.deck,
            found.by_weight,
            found.by_ranks,
            found.kinds,
            np.stack([bets(n, pays, terms, within) for n in names]),
        ),
        limits=(qualifies, first, above, ties),
        seating=seating,
        by_outcome=by_outcome,
        by_kind=by_kind,
        cover=cover,
        awards=awards,
        flags=_flags(rules),
        seeds=seeds,
        feeds=feeds,
        draws=_draws(table),
    )
    _check_bounds(table, made, block)
    return made


def _flags(rules: CaribbeanStudRules) -> Array:
    schedule = rules.progressive
    from_meter = schedule is not None and rules.awards_from == "meter" and len(schedule.levels) == 1
    return np.array(
        [
            from_meter,
            rules.same_round_jackpots == "split",
            "envy" in rules.law.fold_keeps,
            rules.cover_all_after_fold != "forfeited",
            "folded" not in (rules.law.cover_all_excludes or ()),
            rules.law.meter_floor == "seed",
        ],
        np.int64,
    )


def no_hand_won(rules: CaribbeanStudRules, ante: int) -> int:
    """What an ante and its bet win where the dealer has no hand."""
    bet = rules.law.bet_multiple * ante
    return rules.no_hand_ante.pays(ante) + (rules.no_hand_bet.pays(bet) if rules.no_hand_bet is not None else 0)


def _by_outcome(table: StudTable, kernel: object) -> tuple[Array, Array, Array]:
    """For each seat and outcome: the net of ante and bet, what a tip brings the dealer or back, the seat's own net."""
    rules = table.rules
    no_hand, push, fold, dealer_wins = (getattr(kernel, n) for n in ("NO_HAND", "PUSH", "FOLD", "DEALER_WINS"))
    outcomes: int = kernel.OUTCOMES  # type: ignore[attr-defined]
    game, tip = np.zeros((table.seats, outcomes), np.int64), np.zeros((table.seats, outcomes), np.int64)
    own = np.zeros((table.seats, outcomes), np.int64)
    for seat, (ante, tipped) in enumerate(zip(table.staked("ante"), table.staked("tip"), strict=True)):
        bet = rules.law.bet_multiple * ante
        for kind, (hand, _) in enumerate(KINDS):
            game[seat, kind] = rules.ante.pays(ante) + rules.bet[hand][0].pays(bet)
        game[seat, no_hand] = no_hand_won(rules, ante)
        game[seat, fold] = -ante
        game[seat, dealer_wins] = -ante - bet
        if tipped:
            assert rules.tip is not None
            tip[seat, : len(KINDS)] = tip[seat, no_hand] = tipped + rules.tip.pays(tipped)
            tip[seat, push] = tipped
        own[seat] = game[seat] - tipped
        own[seat, push] += tipped
    return game, tip, own


def _by_kind(table: StudTable) -> tuple[Array, Array, Array, Array, Array]:
    """For each seat and kind of hand: what bonus, progressive, envy and five card wagers bring in fixed amounts."""
    rules = table.rules
    bonus, fixed, envy, five, five_dealer = (np.zeros((table.seats, len(KINDS)), np.int64) for _ in range(5))
    for seat, listed in enumerate(table.stakes):
        wagers = dict(listed)
        for kind, (hand, rank) in enumerate(KINDS):
            low = rules.bonus is not None and hand is Category.PAIR and rank < rules.bonus.lowest_pair
            if rules.bonus is not None and hand in rules.bonus.lines and not low:
                wagered = wagers.get("bonus", 0)
                bonus[seat, kind] = wagered + rules.bonus.lines[hand].pays(wagered)
            if (stake := wagers.get("progressive")) and rules.progressive is not None:
                line = rules.progressive.lines.get(hand)
                if line is not None and not isinstance(line.award, Share):
                    fixed[seat, kind] = line.award.pays(stake)
                if hand.key in rules.law.envy_hands and rules.progressive.envy:
                    envy[seat, kind] = rules.progressive.envy_cents(hand, stake)
            award = rules.five_card.get(hand) if rules.five_card is not None else None
            if award is not None and not isinstance(award, Share):
                five[seat, kind] = award.pays(wagers.get("five_card_player", 0))
                five_dealer[seat, kind] = award.pays(wagers.get("five_card_dealer", 0))
    assert not any(each[:, 0].any() for each in (bonus, fixed)), "a folded hand is paid as one without a pair: nothing"
    if rules.five_card is not None:
        assert {"five_card_player", "five_card_dealer"} <= set(rules.law.fold_keeps)
    return bonus, fixed, envy, five, five_dealer


def _cover(table: StudTable) -> Array:
    """What comes back of each seat's cover all wager, by the best kind of hand at the table."""
    rules = table.rules
    found = np.zeros((table.seats, len(KINDS)), np.int64)
    column = table.seats + (rules.cover_all_counts == "hands")
    if rules.cover_all is None or column not in rules.cover_all:
        return found
    assert rules.lowest_cover_all is not None
    for kind, (hand, _) in enumerate(KINDS):
        if hand >= rules.lowest_cover_all and hand in rules.cover_all[column]:
            odds = rules.cover_all[column][hand]
            found[:, kind] = [stake and stake + odds.pays(stake) for stake in table.staked("cover_all")]
    return found


def _awards(table: StudTable, kernel: object) -> Array:
    """What each kind of hand sets in motion, the percentage, level and group of its award, and the five card share."""
    rules, levels = table.rules, [level for level, _ in table.levels]
    draws, envies, fives, rare, dealers = (
        int(getattr(kernel, n)) for n in ("DRAWS_PROGRESSIVE", "BRINGS_ENVY", "DRAWS_FIVE", "RARE", "PAYS_DEALER")
    )
    found = np.zeros((5, len(KINDS)), np.int64)
    schedule = rules.progressive if any(table.staked("progressive")) else None
    fives_made = FIVE_CARD_METER in levels
    from_meter = bool(_flags(rules)[0])
    groups: list[str] = []
    for kind, (hand, _) in enumerate(KINDS):
        if schedule is not None:
            award = schedule.lines[hand].award if hand in schedule.lines else None
            if isinstance(award, Share):
                if str(award) not in groups:
                    groups.append(str(award))
                found[0, kind] |= draws | rare
                found[1:4, kind] = int(award.ratio * PARTS), levels.index(award.level), groups.index(str(award))
            elif award is not None and from_meter:
                found[0, kind] |= draws
            if hand.key in rules.law.envy_hands and schedule.envy:
                found[0, kind] |= envies
        five = rules.five_card.get(hand) if rules.five_card is not None and fives_made else None
        if isinstance(five, Share):
            found[0, kind] |= fives
            found[4, kind] = int(five.ratio * PARTS)
        elif five is not None:
            found[0, kind] |= dealers
    return found


def _meters(table: StudTable) -> tuple[Array, Array]:
    """Amount, seed and reserve of each meter at the start, and what a round adds, keeps aside, stops at and spills."""
    seeds, feeds = np.zeros((3, len(table.levels)), np.int64), np.zeros((4, len(table.levels)), np.int64)
    main = sum(table.staked("progressive"))
    five = sum(table.staked("five_card_player")) + sum(table.staked("five_card_dealer"))
    for at, (name, level) in enumerate(table.levels):
        wagered = five if name == FIVE_CARD_METER else main
        seeds[:2, at] = micros(level.seed)
        limit = -1 if level.limit is None else micros(level.limit)
        feeds[:, at] = wagered * level.rate, wagered * level.reserve_rate, limit, level.overflow == "reserve"
    return seeds, feeds


def _draws(table: StudTable) -> tuple[NDArray[np.uint64], Array, Array]:
    chances, odds = np.zeros(2, np.uint64), np.zeros(2, np.int64)
    per = np.ones(2, np.int64)
    for draw, numerator, denominator in table.draws:
        at = ("magic_card", "lucky").index(draw)
        pays = (table.rules.magic_card, table.rules.lucky)[at]
        assert pays is not None
        chances[at], odds[at] = threshold(numerator, denominator), pays.odds
        per[at] = pays.per
    return chances, odds, per


def _check_bounds(table: StudTable, made: Prices, block: int) -> None:
    """The kernel's bounds: no line of a round and no meter can outgrow its 64 bits."""
    grown = [int(each) for each in made.seeds[0] + block * (made.feeds[0] + made.feeds[1])]
    seeds = table.seats * int(made.seeds[0].sum())  # a whole award may be won at every seat in one round
    metered = (sum(grown) + seeds) // MICROS_PER_CENT
    if max(grown, default=0) >= MOST_METER or metered >= MOST_LINE // 2 + MOST_LINE // 4:
        because = f"{block:,} rounds may bring the meters to {show_dollars(metered)}, more than a simulation can hold"
        raise Refused(None, f"block: {because}")
    each = [np.abs(amounts).max(axis=1).sum() for amounts in (*made.by_outcome, *made.by_kind)]
    covered = int(made.cover.max(axis=1).sum())
    drawn = int((made.seating[3] + made.seating[4]).sum() * made.draws[1].sum())
    envious = int(made.by_kind[2].max(axis=1).sum()) * table.seats
    if int(sum(each)) + covered + drawn + envious >= MOST_LINE // 4:
        raise Refused(None, "ante: wagers of this size could pay more in one round than a simulation can hold")
