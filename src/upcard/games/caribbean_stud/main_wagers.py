"""Ante, bet and tip against the dealer's hand, and the bonus wager that asks for the player's hand alone."""

from __future__ import annotations

from upcard.cards import Category, category, pair_rank
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.stakes import bet_of
from upcard.games.payment import Payment, given_back, lost, won
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules


def hand(rules: CaribbeanStudRules, round: Round, number: int) -> tuple[Payment, ...]:
    """Ante and bet against the dealer, then the bonus wager, whoever has the higher hand."""
    seat = round.seats[number]
    return (*_against_dealer(rules, round, number, seat), *_bonus(rules, number, seat))


@implements(no_hand_bet="returned")
def no_hand(rules: CaribbeanStudRules, round: Round, number: int) -> tuple[Payment, ...]:
    """A dealer without a hand pays the ante and gives the bet back; it is the dealer's hand that says why."""
    seat, why = round.seats[number], round.dealer_value
    return (
        won(number, "ante", seat.ante, rules.no_hand_ante, "no_hand_ante", why),
        *_match_play_won(rules, number, seat, why),
        given_back(number, "bet", bet_of(rules, seat), "no_hand_bet", "push", why),
        *_tip_won(rules, number, seat, why),
    )


@implements(same_rank_decided_by="highest card not shared", higher_hand_wins=True, tie="push")
def _against_dealer(rules: CaribbeanStudRules, round: Round, number: int, seat: Seat) -> tuple[Payment, ...]:
    if not round.qualifies:
        return no_hand(rules, round, number)
    bet = bet_of(rules, seat)
    if seat.value > round.dealer_value:
        odds, rule = rules.bet[category(seat.value)]
        return (
            won(number, "ante", seat.ante, rules.ante, "ante_odds", seat.value),
            *_match_play_won(rules, number, seat, seat.value),
            won(number, "bet", bet, odds, rule, seat.value),
            *_tip_won(rules, number, seat, seat.value),
        )
    push = seat.value == round.dealer_value
    rule = "tie" if push else "higher_hand_wins"
    lines: list[tuple[str, int, str]] = [("ante", seat.ante, rule)]
    if seat.match_play:
        lines.append(("match_play", 0, "match_play"))
    lines.append(("bet", bet, rule))
    if tip := seat.wagers.get("tip"):
        lines.append(("tip", tip, "tip_follows_ante"))
    if push:
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
