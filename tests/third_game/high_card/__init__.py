"""High Card: one card each, and the higher one wins. A game that Upcard does not know."""

from tests.third_game.high_card.play import (
    MAY_LOCK,
    METER_STEPS,
    TOLD,
    RoundView,
    applied,
    asked,
    dealer_said,
    decide,
    house_draws,
    leaving,
    liability,
    lies_right,
    listed,
    moves,
    on_coupon,
    options,
    present,
    settle,
    undoes,
    view,
    written,
)
from tests.third_game.high_card.round import (
    CloseBets,
    Command,
    Complete,
    Deal,
    Event,
    PlaceWager,
    Report,
    Round,
    SettleSeat,
    TakeBackWager,
    TurnDealer,
    evolve,
    replay,
)

__all__ = [
    "MAY_LOCK", "METER_STEPS", "TOLD", "CloseBets", "Command", "Complete", "Deal", "Event", "PlaceWager", "Report",
    "Round", "RoundView", "SettleSeat", "TakeBackWager", "TurnDealer", "applied", "asked", "dealer_said", "decide",
    "evolve", "house_draws", "leaving", "liability", "lies_right", "listed", "moves", "on_coupon", "options", "present",
    "replay", "settle", "undoes", "view", "written",
]  # fmt: skip
