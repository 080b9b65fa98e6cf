"""Who is paid what in Bonus 6: every wager at the hand's odds, fees collected, void hands given back."""

from __future__ import annotations

from upcard.cards import Card, best_of_six, rank_five
from upcard.games.bonus_six.round import Seat
from upcard.games.payment import Payment, Result, given_back, lost, won
from upcard.law.registry import implements
from upcard.rules.bonus_six import BonusSixRules

FEES = ("insurance", "bonus_card")
VOID, PUSHED_BACK = "void hand", "pushed back to a winning hand"
"""When the law has a fee returned."""


def bets(rules: BonusSixRules, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Ante and bets, each as large as its multiple of the ante."""
    law = rules.law
    sizes = (law.first_bet_multiple * seat.ante, law.second_bet_multiple * seat.ante)
    names = law.odds_apply_to
    return ((names[0], seat.ante), *zip(names[1:], sizes[: seat.bets], strict=False))


def card_fee(rules: BonusSixRules, seat: Seat) -> int:
    return rules.law.bonus_card_multiple * seat.ante if seat.last == "card" else 0


def hand_value(rules: BonusSixRules, seat: Seat, community: Card) -> int:
    """The best five of the seat's cards and the community card, or 0 while there are too few."""
    cards = (*seat.cards, community)
    if len(cards) == rules.law.best_five_of:
        return best_of_six(cards)
    return rank_five(cards) if len(cards) == rules.law.best_five_of - 1 else 0


def _tips(number: int, seat: Seat, rule: str, result: Result) -> tuple[Payment, ...]:
    return tuple(lost(number, "tip", tip, rule, seat.value or None, result) for tip in seat.tips if tip)


def _insurance(number: int, seat: Seat, rule: str) -> tuple[Payment, ...]:
    return (lost(number, "insurance", seat.insurance, rule, result="fee"),) if seat.insurance else ()


@implements(void_means="returned")
def voided(rules: BonusSixRules, number: int, seat: Seat, rule: str) -> tuple[Payment, ...]:
    """Wagers, tips and, where the law has them returned, fees of a void hand, given back.

    Where the deck is what is wrong, all of it goes back under that rule.
    """
    kept = () if VOID in rules.law.fees_returned else FEES
    of_fees = rule if rule == "wrong_deck" else "fees_returned"
    lines = [*bets(rules, seat), ("insurance", seat.insurance), ("bonus_card", card_fee(rules, seat))]
    lines += [("tip", tip) for tip in seat.tips]
    return tuple(
        lost(number, wager, stake, "fees_returned", result="fee")
        if wager in kept
        else given_back(number, wager, stake, of_fees if wager in FEES else rule, "void")
        for wager, stake in lines
        if stake
    )


def folded(rules: BonusSixRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """A fold loses wagers, tips and fee."""
    rule = "second_bet_multiple" if seat.bets else "first_bet_multiple"
    return (
        *(lost(number, wager, stake, rule, result="forfeit") for wager, stake in bets(rules, seat)),
        *_tips(number, seat, rule, "forfeit"),
        *_insurance(number, seat, rule),
    )


def discarded_under(seat: Seat) -> str:
    """The rule by which a losing hand is thrown in."""
    return "insured_may_discard" if seat.insurance else "uninsured_discards"


def discarded(rules: BonusSixRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """A losing hand that is thrown in."""
    rule = discarded_under(seat)
    return (
        *(lost(number, wager, stake, rule, seat.value or None) for wager, stake in bets(rules, seat)),
        *_tips(number, seat, rule, "lose"),
        *_insurance(number, seat, rule),
    )


@implements(losing_hand_stood="collected as discarded")
def stood(rules: BonusSixRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """A hand stands as a winning one, and its insurance fee is collected; one that turns out to lose took no card."""
    loses = bool(seat.value) and rules.schedule.odds(seat.value) is None
    under = "losing_hand_stood" if loses and rules.law.losing_hand_stood is not None else "winning_hand_stands"
    return _insurance(number, seat, under)


@implements(bonus_card_fee_on_winner="pushed back")
def carded(rules: BonusSixRules, number: int, seat: Seat, *, winner: bool) -> tuple[Payment, ...]:
    """The fees at the bonus card: a hand that already wins gets no card and its card fee back."""
    fee = card_fee(rules, seat)
    if winner and PUSHED_BACK in rules.law.fees_returned:
        bonus_card = given_back(number, "bonus_card", fee, "bonus_card_fee_on_winner", "push", seat.value)
    else:
        bonus_card = lost(number, "bonus_card", fee, "bonus_card_multiple", result="fee")
    return (*_insurance(number, seat, "bonus_card_multiple"), bonus_card)


@implements(tip_odds="as the player")
def judged(rules: BonusSixRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """The last hand: every wager and tip at its odds, or collected."""
    odds = rules.schedule.odds(seat.value)
    if odds is None:
        return (
            *(lost(number, wager, stake, "best_five_of", seat.value) for wager, stake in bets(rules, seat)),
            *_tips(number, seat, "best_five_of", "lose"),
        )
    return (
        *(won(number, wager, stake, odds, "odds_apply_to", seat.value) for wager, stake in bets(rules, seat)),
        *(won(number, "tip", tip, odds, "tip_odds", seat.value) for tip in seat.tips if tip),
    )


def ended(rules: BonusSixRules, number: int, seat: Seat) -> tuple[Payment, ...]:
    """All that is owed for a hand at its last cards but for fees at the bonus card; the fee of one that stood."""
    return (*(stood(rules, number, seat) if seat.last == "stand" else ()), *judged(rules, number, seat))
