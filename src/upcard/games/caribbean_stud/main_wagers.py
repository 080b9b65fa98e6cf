"""Ante, bet and tip against the dealer's hand, and the bonus wager that asks for the player's hand alone."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from upcard.cards import Category, category, pair_rank
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.wagers import bet_of, put_down
from upcard.games.payment import Draw, Meter, Payment, given_back, lost, won
from upcard.law.registry import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules

# ---- What one step of a settlement does, and the meters that it may draw on --------------------------------


Meters = Mapping[str, Meter]


class Outcome(msgspec.Struct, frozen=True):
    """What one step pays, what it takes from the meters, and awards worked out for seats still to come."""

    payments: tuple[Payment, ...]
    draws: tuple[Draw, ...] = ()
    shared: dict[str, int] = {}


def meter_of(rules: CaribbeanStudRules, meters: Meters, level: str) -> Meter:
    if level not in meters:
        raise rules.refuse(None, f"meters.{level}: an award is due from this meter and its reading is missing")
    return meters[level]


# ---- Whether the dealer has a hand at all ------------------------------------------------------------------


def qualifies(rules: CaribbeanStudRules, value: int) -> bool:
    """Whether a dealer's hand of that value qualifies."""
    return value >= rules.qualifies_from


# ---- main wagers -------------------------------------------------------------------------------------------


def hand(rules: CaribbeanStudRules, round: Round, number: int) -> tuple[Payment, ...]:
    """Ante and bet against the dealer, then the bonus wager, whoever has the higher hand."""
    seat = round.seats[number]
    main = () if paid_at_once(rules, round) else _against_dealer(rules, round, number, seat)
    return (*main, *_bonus(rules, number, seat))


def paid_at_once(rules: CaribbeanStudRules, round: Round) -> bool:
    """Whether every ante is paid in one step, before anything else: the dealer has no hand."""
    return round.qualifies is False and rules.law.no_hand_paid == "at once"


def no_hand(rules: CaribbeanStudRules, round: Round, number: int) -> tuple[Payment, ...]:
    """A dealer without a hand pays the ante, and pays or gives back the bet; it is the dealer's hand that says why."""
    seat, why = round.seats[number], round.dealer_value
    bet, odds = bet_of(rules, seat), rules.no_hand_bet
    paid = given_back(number, "bet", bet, "no_hand_bet", "push", why)
    if odds is not None:
        paid = won(number, "bet", bet, odds, "no_hand_bet", why)
    return (
        won(number, "ante", seat.ante, rules.no_hand_ante, "no_hand_ante", why),
        *_match_play_won(rules, number, seat, why),
        paid,
        *_tip_won(rules, number, seat, why),
    )


@implements(same_rank_decided_by="highest card not shared", higher_hand_wins=True)
def _against_dealer(rules: CaribbeanStudRules, round: Round, number: int, seat: Seat) -> tuple[Payment, ...]:
    if not round.qualifies:
        return no_hand(rules, round, number)
    bet = bet_of(rules, seat)
    tie = rules.law.tie if seat.value == round.dealer_value else ""
    if seat.value > round.dealer_value or tie == "player wins":
        odds, rule = rules.bet[category(seat.value)]
        return (
            won(number, "ante", seat.ante, rules.ante, "ante_odds", seat.value),
            *_match_play_won(rules, number, seat, seat.value),
            won(number, "bet", bet, odds, rule, seat.value),
            *_tip_won(rules, number, seat, seat.value),
        )
    rule = "tie" if tie else "higher_hand_wins"
    lines: list[tuple[str, int, str]] = [("ante", seat.ante, rule)]
    if seat.match_play:
        lines.append(("match_play", 0, "match_play"))
    lines.append(("bet", bet, rule))
    if tip := seat.wagers.get("tip"):
        lines.append(("tip", tip, "tip_follows_ante"))
    if tie == "push":
        return tuple(given_back(number, wager, stake, why, "push", seat.value) for wager, stake, why in lines)
    return tuple(lost(number, wager, stake, why, seat.value) for wager, stake, why in lines)


def _match_play_won(rules: CaribbeanStudRules, number: int, seat: Seat, why: int) -> tuple[Payment, ...]:
    """A coupon is paid at its face and is never cash itself."""
    if not seat.match_play:
        return ()
    assert rules.match_play is not None
    paid = rules.match_play.pays(seat.match_play)
    return (Payment(number, "match_play", "win", 0, 0, paid, "tray", "match_play", why, str(rules.match_play)),)


def _tip_won(rules: CaribbeanStudRules, number: int, seat: Seat, why: int) -> tuple[Payment, ...]:
    tip = seat.wagers.get("tip")
    if not tip:
        return ()
    assert rules.tip is not None
    return (won(number, "tip", tip, rules.tip, "tip_follows_ante", why),)


@implements(bonus_settled="whoever outranks")
def _bonus(rules: CaribbeanStudRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    stake = seat.wagers.get("bonus")
    if not stake:
        return ()
    assert rules.bonus is not None
    hand = category(seat.value)
    odds = rules.bonus.lines.get(hand)
    if odds is None or (hand is Category.PAIR and pair_rank(seat.value) < rules.bonus.lowest_pair):
        return (lost(number, "bonus", stake, "bonus_tables", seat.value),)
    return (won(number, "bonus", stake, odds, "bonus_tables", seat.value),)


# ---- What goes back and what is given up without a hand being judged ---------------------------------------
# folds, dead and void hands, a misdealt table.


@implements(fold_forfeits_ante=True)
def forfeits(rules: CaribbeanStudRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """What a fold gives up."""
    law = rules.law
    payments = [lost(number, "ante", seat.ante, "fold_forfeits_ante", result="forfeit")]
    if seat.match_play:
        payments.append(lost(number, "match_play", 0, "match_play", result="forfeit"))
    if tip := seat.wagers.get("tip"):
        payments.append(lost(number, "tip", tip, "tip_follows_ante", result="forfeit"))
    for wager in law.fold_forfeits:
        if stake := seat.wagers.get(wager):
            payments.append(lost(number, wager, stake, "fold_forfeits", result="forfeit"))
    if seat.coupon:
        payments.append(lost(number, "progressive", 0, "fold_forfeits", result="forfeit"))
    if (cover := seat.wagers.get("cover_all")) and rules.cover_all_after_fold == "forfeited":
        payments.append(lost(number, "cover_all", cover, "cover_all_after_fold", result="forfeit"))
    return tuple(payments)


@implements(void_hand_returns="every wager")
def voided(rules: CaribbeanStudRules, number: int, seat: Seat, rule: str) -> tuple[Payment, ...]:
    """Everything that a seat put down, given back under the rule that voids it."""
    side = "void_hand_returns" if rule == "player_wrong_count" else rule
    return tuple(
        given_back(number, wager, stake, rule if wager in ("ante", "bet") else side, "void")
        for wager, stake in put_down(rules, seat)
    )


MISDEAL_RETURNS = ("ante", "bet", "tip", "bonus")


def misdealt(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    """A misdealt dealer: antes, bets and tips go back, also to those who folded."""
    return tuple(
        given_back(number, wager, stake, "dealer_wrong_count", "void")
        for number in round.counter_clockwise
        if round.seats[number].void is None
        for wager, stake in put_down(rules, round.seats[number])
        if wager in MISDEAL_RETURNS
    )
