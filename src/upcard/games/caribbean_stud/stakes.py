"""What a seat has put down: every wager with its stake, the bet and coupons included."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Seat
from upcard.rules.caribbean_stud import CaribbeanStudRules


def bet_of(rules: CaribbeanStudRules, seat: Seat) -> int:
    return rules.law.bet_multiple * seat.ante if seat.decision == "bet" else 0


def put_down(rules: CaribbeanStudRules, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Every wager of a seat and its stake, the bet included; coupons are no stake of the player's."""
    wagers = [("ante", seat.ante)]
    if seat.match_play:
        wagers.append(("match_play", 0))
    if seat.decision == "bet":
        wagers.append(("bet", bet_of(rules, seat)))
    wagers += [(wager, cents) for wager, cents in seat.wagers.items() if cents]
    if seat.coupon:
        wagers.append(("progressive", 0))
    return tuple(wagers)
