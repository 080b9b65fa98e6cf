"""What each viewer may see of a round of Bonus 6: hands are the players' own until they are exposed."""

from __future__ import annotations

import msgspec

from upcard.cards import Card
from upcard.games.bonus_six.round import BEFORE_BONUS, Phase, Round, Seat, to_decide
from upcard.games.option import KNOWN, Eye, Scene, SeatScene, Viewer, hand_name, seen_by
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it; a card that lies face down is None."""

    ante: int
    insurance: int
    tips: tuple[int, ...]
    cards: tuple[Card | None, ...]
    decisions: tuple[str, ...]
    void: str | None


class RoundView(msgspec.Struct, frozen=True):
    """A round as a viewer sees it."""

    phase: Phase
    seats: dict[int, SeatView]
    community: Card | None
    payments: tuple[Payment, ...]


def view(rules: BonusSixRules, round: Round, viewer: Viewer, *, picked_up: bool = True) -> RoundView:
    """The round as the viewer may see it; players pick each card up as it is dealt, while the stub is out."""
    del picked_up
    over = round.phase == "complete" and viewer == "surveillance"
    return RoundView(
        phase=round.phase,
        seats={
            number: SeatView(
                ante=seat.ante,
                insurance=seat.insurance,
                tips=seat.tips,
                cards=_hand(round, number, seat, own=viewer == number, over=over),
                decisions=seat.decisions,
                void=seat.void,
            )
            for number, seat in round.seats.items()
        },
        community=round.community if round.turned else None,
        payments=tuple(_seen(payment, round, viewer, over) for payment in round.payments),
    )


def _hand(round: Round, number: int, seat: Seat, *, own: bool, over: bool) -> tuple[Card | None, ...]:
    """The bonus card lies face down, also before its player, until the seat is settled."""
    hidden = seat.count - len(seat.cards)
    if over or number in round.settled:
        return (*seat.cards, *(None,) * hidden)
    if not (own or seat.shown):
        return (None,) * seat.count
    bonus = seat.last == "card" and seat.verified and seat.count > BEFORE_BONUS
    seen = seat.cards[:BEFORE_BONUS] if bonus else seat.cards
    return (*seen, *(None,) * (seat.count - len(seen)))


def _seen(payment: Payment, round: Round, viewer: Viewer, over: bool) -> Payment:
    """A payment without the rank of a hand that this viewer has not seen."""
    seat = round.seats[payment.seat]
    if over or viewer == payment.seat or seat.shown or payment.hand is None:
        return payment
    return msgspec.structs.replace(payment, hand=None)


# ---- What lies on the felt in a round of Bonus 6, and the steps of a round ---------------------------------


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
