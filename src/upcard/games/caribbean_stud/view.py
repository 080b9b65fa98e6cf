"""What each viewer may see of a round: no byte of a view depends on a card that its viewer may not see.

Viewers are `dealer`, `sign`, `surveillance` and the seats by number. Face-down cards are nobody's to see but the
player's who holds them, once they are picked up; hands are seen when they are turned up, and surveillance sees them all
once the round is over.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.cards import Card
from upcard.games.caribbean_stud.round import Phase, Round, Seat, Step
from upcard.games.option import KNOWN, Eye, Scene, SeatScene, Viewer, hand_name, seen_by
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules

Lamp = Literal["off", "inviting", "placed", "accepted"]


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it; a card that lies face down is None."""

    ante: int
    wagers: dict[str, int]
    match_play: int
    coupon: int
    cards: tuple[Card | None, ...]
    decision: str | None
    void: str | None
    lamp: Lamp


class RoundView(msgspec.Struct, frozen=True):
    """A round as a viewer sees it."""

    phase: Phase
    seats: dict[int, SeatView]
    dealer: tuple[Card | None, ...]
    qualifies: bool | None
    magic_card: Card | None
    lucky: str | None
    next: Step | None
    payments: tuple[Payment, ...]


def lamp(rules: CaribbeanStudRules, round: Round, seat: Seat) -> Lamp:
    """The light at a seat's progressive wager: inviting, placed, accepted."""
    if rules.progressive is None:
        return "off"
    if not seat.progressive:
        return "inviting" if round.phase == "betting" else "off"
    taken = round.phase != "betting" or rules.law.contribution_at == "token"
    return "accepted" if taken else "placed"


def view(rules: CaribbeanStudRules, round: Round, viewer: Viewer, *, picked_up: bool = True) -> RoundView:
    """The round as the viewer may see it; players pick their cards up when the stub is away."""
    over = round.phase == "complete" and viewer == "surveillance"
    return RoundView(
        phase=round.phase,
        seats={
            number: SeatView(
                ante=seat.ante,
                wagers=seat.wagers,
                match_play=seat.match_play,
                coupon=seat.coupon,
                cards=_hand(seat, seat.shown or (viewer == number and picked_up) or over),
                decision=seat.decision,
                void=seat.void,
                lamp=lamp(rules, round, seat),
            )
            for number, seat in round.seats.items()
        },
        dealer=_dealer(round, over),
        qualifies=round.qualifies,
        magic_card=round.magic_card,
        lucky=round.lucky,
        next=round.agenda[0] if round.agenda else None,
        payments=round.payments,
    )


def _hand(seat: Seat, seen: bool) -> tuple[Card | None, ...]:
    return seat.cards if seen and seat.cards else (None,) * seat.count


def _dealer(round: Round, over: bool) -> tuple[Card | None, ...]:
    if round.qualifies is not None or (over and round.dealer):
        return round.dealer
    if not round.dealer:
        return (round.up, *(None,) * (round.dealer_count - 1)) if round.dealer_count else ()
    return tuple(card if card == round.up else None for card in round.dealer)


# ---- What lies on the felt in a round of Caribbean stud, and the steps of a round --------------------------


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
