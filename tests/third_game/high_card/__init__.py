"""High Card: one card each, and the higher one wins. A game that Upcard does not know."""

from tests.third_game.high_card.play import (
    CORRECTIONS,
    MAY_LOCK,
    METER_STEPS,
    WITH_THE_DEALER,
    RoundView,
    applied_rules,
    decide,
    liability,
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
    Reveal,
    Round,
    SettleSeat,
    TakeBackWager,
    evolve,
    replay,
)

__all__ = [
    "CORRECTIONS", "MAY_LOCK", "METER_STEPS", "WITH_THE_DEALER", "CloseBets", "Command", "Complete", "Deal", "Event",
    "PlaceWager", "Report", "Reveal", "Round", "RoundView", "SettleSeat", "TakeBackWager", "applied_rules", "decide",
    "evolve", "liability", "moves", "on_coupon", "options", "present", "replay", "settle", "undoes", "view", "written",
]  # fmt: skip
