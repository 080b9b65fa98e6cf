"""What lies on the felt in a round of Caribbean stud, and the steps of a round."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Round
from upcard.games.caribbean_stud.view import SeatView, view
from upcard.games.scene import KNOWN, Eye, Scene, SeatScene, hand_name, seen_by
from upcard.rules.caribbean_stud import CaribbeanStudRules

STRIP = (
    ("bets", "Bets", ("betting",)),
    ("closed", "No more bets", ("closed",)),
    ("deal", "Deal", ("short",)),
    ("decisions", "Decisions", ("deciding",)),
    ("reveal", "Reveal", ("decided",)),
    ("settle", "Settle", ("settling",)),
    ("jackpots", "Jackpots", ("jackpots",)),
    ("reconcile", "Reconcile", ("settled",)),
)
"""The steps of a round: key, label, and the stages that belong to each."""


def stage(round: Round) -> str:
    """The phase; settling for a meter is a step of its own."""
    for_meter = round.phase == "settling" and round.agenda[0].kind in ("progressive", "envy")
    return "jackpots" if for_meter else round.phase


def scene(rules: CaribbeanStudRules, round: Round | None, eye: Eye, *, picked_up: bool = True) -> Scene:
    """The felt as the viewer may see it."""
    if round is None:
        return Scene({})
    seen = view(rules, round, seen_by(eye), picked_up=picked_up)
    known = eye == KNOWN
    seats = {}
    for number, place in seen.seats.items():
        own = round.seats[number].cards
        cards = own if known and own else place.cards
        lamp = place.lamp if rules.progressive is not None else None
        seats[number] = SeatScene(cards, hand_name(cards), laid_out(rules, place), _state(round, place), lamp)
    dealer = round.dealer if known and round.dealer else seen.dealer
    note = "misdealt" if round.misdealt else "every hand is void" if round.void is not None else ""
    return Scene(seats, dealer, seen.qualifies, None, seen.magic_card, seen.lucky, note)


def laid_out(rules: CaribbeanStudRules, place: SeatView) -> tuple[tuple[str, int], ...]:
    """The wagers at a seat."""
    bet = place.ante * rules.law.bet_multiple if place.decision == "bet" else 0
    coupons = ("match_play", place.match_play), ("progressive_coupon", place.coupon)
    lying = (("ante", place.ante), ("bet", bet), *place.wagers.items(), *coupons)
    return tuple((wager, cents) for wager, cents in lying if cents)


def _state(round: Round, place: SeatView) -> str:
    if place.void is not None:
        return "void"
    if place.decision is None:
        return "deciding" if round.phase == "deciding" else "in"
    return place.decision
