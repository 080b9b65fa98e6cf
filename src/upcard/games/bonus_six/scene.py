"""What lies on the felt in a round of Bonus 6, and the steps of a round."""

from __future__ import annotations

from upcard.games.bonus_six.round import Round, to_decide
from upcard.games.bonus_six.view import SeatView, view
from upcard.games.scene import KNOWN, Eye, Scene, SeatScene, hand_name, seen_by
from upcard.rules.bonus_six import BonusSixRules

STRIP = (
    ("bets", "Bets", ("betting",)),
    ("deal", "Deal", ("closed", "turning")),
    ("second", "First bet", ("second",)),
    ("third", "Second bet", ("third",)),
    ("fourth", "Stand or discard", ("fourth",)),
    ("cards", "Bonus cards", ("cards",)),
    ("settle", "Settle", ("settling",)),
    ("reconcile", "Reconcile", ("settled",)),
)
"""The steps of a round: key, label, and the stages that belong to each."""

NOT_DEALT = ("betting", "closed")


def stage(round: Round) -> str:
    return round.phase


def scene(rules: BonusSixRules, round: Round | None, eye: Eye, *, picked_up: bool = True) -> Scene:
    """The felt as the viewer may see it."""
    if round is None:
        return Scene({}, community=())
    seen = view(rules, round, seen_by(eye), picked_up=picked_up)
    turned = round.community if eye == KNOWN else seen.community
    community = () if round.phase in NOT_DEALT and turned is None else (turned,)
    seats = {}
    for number, place in seen.seats.items():
        own = round.seats[number].cards
        cards = own if eye == KNOWN and own else place.cards
        state = _state(round, number, place)
        seats[number] = SeatScene(cards, hand_name(cards, community), laid_out(rules, place), state)
    return Scene(seats, community=community)


def laid_out(rules: BonusSixRules, place: SeatView) -> tuple[tuple[str, int], ...]:
    """The wagers at a seat."""
    bets = tuple((f"bet_{number}", place.ante) for number in range(1, place.decisions.count("bet") + 1))
    fee = place.ante * rules.law.bonus_card_multiple if "card" in place.decisions else 0
    lying = (
        ("ante", place.ante), *bets, ("insurance", place.insurance), ("tip", sum(place.tips)), ("bonus_card", fee),
    )  # fmt: skip
    return tuple((wager, cents) for wager, cents in lying if cents)


def _state(round: Round, number: int, place: SeatView) -> str:
    if place.void is not None:
        return "void"
    if number in to_decide(round):
        return "deciding"
    return place.decisions[-1] if place.decisions else "in"
