"""What goes back and what is given up without a hand being judged: folds, dead and void hands, a misdealt table."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.stakes import put_down
from upcard.games.payment import Payment, given_back, lost
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import CaribbeanStudRules


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


MISDEAL_RETURNS = ("ante", "bet", "tip")


def misdealt(rules: CaribbeanStudRules, round: Round) -> tuple[Payment, ...]:
    """A misdealt dealer: antes, bets and tips go back, also to those who folded."""
    return tuple(
        given_back(number, wager, stake, "dealer_wrong_count", "void")
        for number in round.counter_clockwise
        if round.seats[number].void is None
        for wager, stake in put_down(rules, round.seats[number])
        if wager in MISDEAL_RETURNS
    )
