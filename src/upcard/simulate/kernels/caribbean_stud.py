"""Rounds of Caribbean stud, seat by seat, with every side wager and with meters that grow and are hit.

The kernel knows cards, the order of hands and arithmetic. Every price comes in as an array: what each seat wins or gets
back for each outcome or kind of hand, in cents, and what the meters are fed, in millionths of a cent.

The lines of `sums` are in the order of `LINES`: the net of ante and bet, and what comes back of each other wager. A
line of a round is added up over its seats before it is squared, so that the spread is that of rounds: seats share the
dealer's cards.

Bounds: `upcard.simulate.price_arrays` asserts them for prices, `upcard.simulate.caribbean_stud` for rounds.
A line of one round is below 2^32 in cents, so its square is below 2^64 and right as a word without a sign; squares are
added up in two halves of 32 bits, of at most 2^24 rounds, so that either sum is below 2^56. A meter stays below
2^62 / 1000, so that a thousand times it is below 2^62, and its sum is kept in two halves too. Counts are at most 2^24
rounds times seven seats.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int
from upcard.simulate.kernels import (
    FRACTION,
    LUCKY,
    LUCKY_WHERE,
    MAGIC_CARD,
    MAGIC_WHICH,
    NUMBER_AT,
    RANKS_AT,
    SUIT_BITS,
    SUITS_AT,
    WORDS,
)  # fmt: skip
from upcard.simulate.kernels.cards import fraction, hand, word

LINES = ("game", "tip", "progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all", "table")
"""Ante and bet together, the side wagers, and all that the players have more or less after a round."""
GAME, TIP, PROGRESSIVE, BONUS, FIVE_PLAYER, FIVE_DEALER, COVER_ALL, TABLE = range(8)

KINDS = 22
NO_HAND, PUSH, FOLD, DEALER_WINS = 22, 23, 24, 25
OUTCOMES = 26
"""The kind of hand that the player wins with, or one of the four above."""

METER_COLUMNS = ("low", "high", "awards", "resets", "drawn", "added", "reserved", "revenue")
LOW, HIGH, AWARDS, RESETS, DRAWN, ADDED, RESERVED, REVENUE = range(8)

BESIDES = ("envy", "magic_card", "lucky")
ENVY, MAGIC, LUCK = range(3)

DRAWS_PROGRESSIVE, BRINGS_ENVY, DRAWS_FIVE, RARE, PAYS_DEALER = 1, 2, 4, 8, 16
"""What a kind of hand may set in motion besides its seat's fixed payments; rare ones are logged.

The last is a fixed payment on the dealer's hand.
"""
MOVING = DRAWS_PROGRESSIVE | BRINGS_ENVY | DRAWS_FIVE | RARE

FLUSH = sum(8 << (SUITS_AT + SUIT_BITS * suit) for suit in range(4))
BY_WEIGHT = (1 << SUITS_AT) - 1
ONE_SUIT = (1 << 13) - 1
HALF = (1 << 32) - 1
CENT = 1_000_000
PARTS = 1000
"""A percentage award comes as so many thousandths of its meter."""
STEPS = np.uint64(WORDS)
ONE = np.uint64(1)
AT_MAGIC, AT_WHICH, AT_LUCKY, AT_WHERE = (np.uint64(at) for at in (MAGIC_CARD, MAGIC_WHICH, LUCKY, LUCKY_WHERE))

Tables = tuple[Array, Array, Array, Array, Array]
Levels = tuple[Array, Array]


@lean
def _held(deck: Array, place: Int, suit: Int) -> Int:
    """Which of a hand's ranks it holds in a suit: a bit for each, the highest rank first."""
    found = ranks = 0
    for at in range(place, place + 5):
        ranks |= 1 << (deck[at] >> NUMBER_AT + 2)
    for at in range(place, place + 5):
        card = deck[at] >> NUMBER_AT
        if card & 3 == suit:
            above, higher = ranks >> ((card >> 2) + 1), 0
            while above:
                above &= above - 1
                higher += 1
            found |= 1 << higher
    return found


@lean
def _draw(state: Array, kept: Array, level: Int, part: Int, ways: Int) -> Int:
    """A percentage award in equal parts, each rounded down to the cent; a whole one starts the meter again."""
    each = state[0, level] * part // (PARTS * CENT) // ways
    kept[level, AWARDS] += 1
    kept[level, DRAWN] += each * ways
    state[0, level] -= each * ways * CENT
    if part == PARTS:
        kept[level, RESETS] += 1
        state[0, level] += state[1, level] + state[2, level]
        state[2, level] = 0
    return each


@lean
def _feed(levels: Levels, kept: Array) -> None:
    """This round's contributions; above a limit they go to the reserve or to the house."""
    state, feeds = levels
    for level in range(state.shape[1]):
        before = state[0, level]
        after, aside, limit = before + feeds[0, level], feeds[1, level], feeds[2, level]
        if limit >= 0 and after > limit:
            over = after - max(limit, before)
            after -= over
            if feeds[3, level]:
                aside += over
            else:
                kept[level, REVENUE] += over
        state[0, level] = after
        state[2, level] += aside
        kept[level, ADDED] += after - before
        kept[level, RESERVED] += aside
        kept[level, LOW] += after & HALF
        kept[level, HIGH] += after >> 32


@lean
def _progressive(seating: Array, fixed: Array, awards: Array, flags: Array, levels: Levels, kept: Array,
                 hands: Array, shared: Array, by_seat: Array) -> Int:  # fmt: skip
    """Percentage awards, and fixed ones off the meter, from the dealer's right; what is paid beyond fixed amounts."""
    state = levels[0]
    paid = 0
    shared[:] = -1
    for seat in range(seating.shape[1] - 1, -1, -1):
        kind = hands[1, seat]
        if not seating[2, seat] or not hands[2, seat] or not awards[0, kind] & DRAWS_PROGRESSIVE:
            continue
        percent, level, group = awards[1, kind], awards[2, kind], awards[3, kind]
        if percent == 0:  # a fixed award, already counted, of which the meter pays what it can
            taken = min(fixed[seat, kind], max(state[0, 0] - flags[5] * state[1, 0], 0) // CENT)
            kept[0, AWARDS] += 1
            kept[0, DRAWN] += taken
            state[0, 0] -= taken * CENT
            continue
        each = shared[group]
        if each < 0:
            ways = 1
            if flags[1]:
                ways = 0
                for other in range(seating.shape[1]):
                    same = awards[1, hands[1, other]] > 0 and awards[3, hands[1, other]] == group
                    ways += seating[2, other] > 0 and hands[2, other] > 0 and same
            each = _draw(state, kept, level, percent, ways)
            if flags[1]:
                shared[group] = each
        paid += each
        by_seat[seat] += each
    return paid


@lean
def _envy(seating: Array, envy: Array, awards: Array, flags: Array, hands: Array, by_seat: Array) -> Int:
    """Envy to every other wagerer for each hand in play that brings it."""
    paid = 0
    for holder in range(seating.shape[1]):
        kind = hands[1, holder]
        if not hands[2, holder] or not awards[0, kind] & BRINGS_ENVY:
            continue
        for seat in range(seating.shape[1]):
            if seat != holder and seating[2, seat] and (hands[2, seat] or flags[2]):
                paid += envy[seat, kind]
                by_seat[seat] += envy[seat, kind]
    return paid


@lean
def _five_card(seating: Array, awards: Array, levels: Levels, kept: Array, hands: Array, dealer: Int,
               lines: Array, by_seat: Array) -> None:  # fmt: skip
    """Percentage awards on players' hands and on the dealer's, in the order of the seats' turns."""
    state = levels[0]
    level, seats = state.shape[1] - 1, seating.shape[1]
    backers, each = 0, -1
    for seat in range(seats):
        backers += seating[4, seat] > 0
    for seat in range(seats - 1, -1, -1):
        if seating[3, seat] and awards[4, hands[1, seat]]:
            paid = _draw(state, kept, level, awards[4, hands[1, seat]], 1)
            lines[FIVE_PLAYER] += paid
            by_seat[seat] += paid
        if seating[4, seat] and awards[4, dealer]:
            if each < 0:
                each = _draw(state, kept, level, awards[4, dealer], backers)
            lines[FIVE_DEALER] += each
            by_seat[seat] += each


@lean
def _system_draws(key: Int, counter: Int, seating: Array, chances: Array, odds: Array, per: Array, deck: Array,
                  lines: Array, besides: Array, by_seat: Array) -> None:  # fmt: skip
    """The magic card and the lucky position, paid on each five card hand bonus wager that they meet."""
    seats = seating.shape[1]
    if odds[0] and word(key, counter + AT_MAGIC) <= chances[0]:
        card = fraction(word(key, counter + AT_WHICH)) * 52 >> FRACTION
        for place in range(5 * seats + 5):
            if deck[place] >> NUMBER_AT == card:
                _drawn(place // 5, odds[0], per[0], MAGIC, seating, lines, besides, by_seat)
    if odds[1] and word(key, counter + AT_LUCKY) <= chances[1]:
        where = fraction(word(key, counter + AT_WHERE)) * (seats + 1) >> FRACTION
        _drawn(where, odds[1], per[1], LUCK, seating, lines, besides, by_seat)


@lean
def _drawn(
    where: Int, odds: Int, per: Int, what: Int, seating: Array, lines: Array, besides: Array, by_seat: Array
) -> None:
    """A draw that fell to a player's hand, or to the dealer's and so to all who wagered on it."""
    seats = seating.shape[1]
    if where < seats:
        paid = seating[3, where] * odds // per
        lines[FIVE_PLAYER] += paid
        by_seat[where] += paid
        besides[what] += paid
        return
    for seat in range(seats):
        paid = seating[4, seat] * odds // per
        lines[FIVE_DEALER] += paid
        by_seat[seat] += paid
        besides[what] += paid


@lean
def play(
    key: Int,
    first: Int,
    rounds: Int,
    tables: Tables,
    limits: tuple[Int, Int, Int, Int],
    seating: Array,
    by_outcome: tuple[Array, Array, Array],
    by_kind: tuple[Array, Array, Array, Array, Array],
    cover: Array,
    awards: Array,
    flags: Array,
    levels: Levels,
    draws: tuple[Array, Array, Array],
    out: tuple[Array, Array, Array, Array, Array, Array, Array],
    scratch: tuple[Array, Array, Array, Array],
) -> Int:
    """Deal and settle `rounds` rounds from the round `first` on; how many of the rounds that hit a meter are logged.

    `limits` are the lowest hand with which the dealer qualifies, the first whose play hangs on the up-card, the first
    above these, and what equal hands count as. `seating`, a column for each seat: strategy, the lowest hand that may be
    bet, and the stakes of the progressive, the five card bonus on the player's and on the dealer's hand, and cover all.
    `by_outcome`: the net of ante and bet, what a tip brings, and the seat's own net of the three. `by_kind`: bonus,
    progressive, envy, five card on the player's and on the dealer's hand. `cover`: what comes back of each seat's
    wager, by the best kind. `awards`: what a kind sets in motion, its percentage, level and group, and the percentage
    of the five card meter. `flags`: fixed awards from the meter, equal awards split, envy after a fold, cover all after
    a fold, folded hands counted for it, and whether the meter keeps its seed from fixed awards.
    """
    fresh, by_weight, by_ranks, kinds, bets = tables
    qualifies, lowest, above, ties = limits
    game, tip, own = by_outcome
    bonus, fixed, envy, five, five_dealer = by_kind
    sums, outcomes, best_kinds, by_seat, kept, besides, log = out
    deck, hands, lines, shared = scratch
    seats = seating.shape[1]
    state = levels[0]
    many = state.shape[1]
    logged = 0
    for at in range(rounds):
        counter = np.uint64(first + at) * STEPS
        for card in range(52):
            deck[card] = fresh[card]
        ranks = 0
        for place in range(seats + 1):
            total = hand(deck, 5 * place, fraction(word(key, counter)))
            counter += ONE
            ranks = total >> RANKS_AT & ONE_SUIT
            value = np.int64(by_weight[total & BY_WEIGHT])
            if total & FLUSH:
                value = np.int64(by_ranks[ranks])
            hands[0, place] = value
        counter = np.uint64(first + at) * STEPS
        dealer = hands[0, seats]
        dealer_kind = np.int64(kinds[dealer])
        up = deck[5 * seats + 4] >> NUMBER_AT
        no_hand = dealer < qualifies
        _feed(levels, kept)
        moved, best = awards[0, dealer_kind] & DRAWS_FIVE, dealer_kind
        won = tips = bonuses = progressives = fives = 0
        for seat in range(seats):
            value = hands[0, seat]
            kind = np.int64(kinds[value])
            bet = np.int64(value >= above)
            if not bet and value >= seating[1, seat]:
                bet = np.int64(1)
                if value >= lowest:
                    held = _held(deck, 5 * seat, up & 3)
                    bet = np.int64(bets[seating[0, seat], value - lowest, up >> 2, held])
            better = value - dealer if value != dealer else ties
            outcome = kind if better > 0 else (PUSH if better == 0 else DEALER_WINS)
            outcome = NO_HAND if no_hand else outcome
            outcome = outcome if bet else FOLD
            outcomes[outcome] += 1
            standing = kind * bet
            hands[1, seat] = kind
            hands[2, seat] = bet
            won += game[seat, outcome]
            tips += tip[seat, outcome]
            bonuses += bonus[seat, standing]
            progressives += fixed[seat, standing]
            fives += five[seat, kind]
            by_seat[seat] += own[seat, outcome] + bonus[seat, standing] + fixed[seat, standing] + five[seat, kind]
            moved |= awards[0, kind] & MOVING
            best = max(best, kind if flags[4] else standing)
        lines[GAME] = won
        lines[TIP] = tips
        lines[PROGRESSIVE] = progressives
        lines[BONUS] = bonuses
        lines[FIVE_PLAYER] = fives
        lines[FIVE_DEALER] = 0
        lines[COVER_ALL] = 0
        best_kinds[best] += 1
        for seat in range(seats):
            if cover[seat, best]:
                covered = cover[seat, best] * (hands[2, seat] | flags[3])
                lines[COVER_ALL] += covered
                by_seat[seat] += covered
        if awards[0, dealer_kind] & PAYS_DEALER:
            for seat in range(seats):
                lines[FIVE_DEALER] += five_dealer[seat, dealer_kind]
                by_seat[seat] += five_dealer[seat, dealer_kind]
        if moved:
            if moved & (BRINGS_ENVY | DRAWS_FIVE | RARE) and logged < log.shape[0]:
                log[logged, 0] = first + at
                for level in range(many):
                    log[logged, 1 + level] = state[0, level]
                    log[logged, 1 + many + level] = state[2, level]
                logged += 1
            if moved & DRAWS_PROGRESSIVE:
                lines[PROGRESSIVE] += _progressive(seating, fixed, awards, flags, levels, kept, hands, shared, by_seat)
            if moved & BRINGS_ENVY:
                paid = _envy(seating, envy, awards, flags, hands, by_seat)
                lines[PROGRESSIVE] += paid
                besides[ENVY] += paid
            if moved & DRAWS_FIVE:
                _five_card(seating, awards, levels, kept, hands, dealer_kind, lines, by_seat)
        if draws[1][0] or draws[1][1]:
            _system_draws(key, counter, seating, draws[0], draws[1], draws[2], deck, lines, besides, by_seat)
        lines[TABLE] = 0
        for seat in range(seats):
            lines[TABLE] += by_seat[seat]
            by_seat[seats + seat] += by_seat[seat]
            by_seat[seat] = 0
        for line in range(8):
            amount = lines[line]
            square = amount * amount
            sums[0, line] += amount
            sums[1, line] += square & HALF
            sums[2, line] += square >> 32 & HALF
    return logged
