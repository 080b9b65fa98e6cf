"""What the things of Bonus 6 are called."""

from __future__ import annotations

from upcard.games.labels import STATES, Labels

LABELS = Labels(
    wagers={
        "ante": "Ante", "bet_1": "First bet", "bet_2": "Second bet", "insurance": "Insurance", "tip": "Tip",
        "bonus_card": "Bonus card",
    },
    states={**STATES, "stand": "stands", "discard": "discards", "card": "bonus card"},
    decisions={
        "Fold": ("Fold", "f"), "Bet": ("Bet", "b"), "Stand": ("Stand", "t"), "Discard": ("Discard", "d"),
        "BuyCard": ("Bonus card", "c"),
    },
    steps={
        "DealUnseen": "Key what was dealt",
        "DealStreet": "Deal the next card",
        "TurnCommunity": "Turn the community card",
        "ShowHand": "Key seat {seat}'s cards",
        "DealBonusCard": "Bonus card for seat {seat}",
        "SettleSeat": "Settle seat {seat}",
    },
    settlement={},
    irregularities={
        "wrong-count": ("A hand has a wrong number of cards", ""),
        "card-off-table": ("A card left the table", ""),
        "exposed-card": ("A card was exposed", "It is turned over, and the round goes on with it."),
        "community-card-exposed": ("The community card was exposed", "It is turned over, and the deal goes on."),
    },
)  # fmt: skip
