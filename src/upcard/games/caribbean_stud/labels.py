"""What the things of Caribbean stud are called."""

from __future__ import annotations

from upcard.games.labels import STATES, Labels

LABELS = Labels(
    wagers={
        "ante": "Ante", "bet": "Bet", "progressive": "Progressive", "envy": "Envy", "bonus": "Bonus",
        "five_card_player": "Five card, own hand", "five_card_dealer": "Five card, dealer's hand",
        "magic_card": "Magic card", "lucky": "Lucky", "cover_all": "Cover all", "tip": "Tip",
        "match_play": "Match play", "progressive_coupon": "Progressive coupon",
    },
    states=STATES,
    decisions={"Fold": ("Fold", "f"), "Bet": ("Bet", "b")},
    steps={
        "DealUnseen": "Key what was dealt",
        "CompleteDealer": "Complete the dealer's hand",
        "TurnUpCard": "Turn up the dealer's card",
        "Reveal": "Turn up the dealer's hand",
        "ShowHand": "Key seat {seat}'s cards",
    },
    settlement={
        "misdeal": "Give back antes, bets and tips",
        "no_hand": "Pay all antes; bets go back",
        "hand": "Settle seat {seat}",
        "progressive": "Settle seat {seat}'s progressive",
        "envy": "Settle envy on seat {seat}'s hand",
        "envy, all": "Settle envy on all hands",
        "five_card": "Settle seat {seat}'s five card bonus",
        "cover_all": "Settle the cover all wagers",
    },
    irregularities={
        "player-wrong-count": ("A player's hand has a wrong number of cards", ""),
        "dealer-wrong-count": ("The dealer's hand has a wrong number of cards", ""),
        "dealer-short": ("The dealer is one card short", ""),
        "hole-card-exposed": ("A hole card was exposed before 'no more bets'", ""),
        "hole-card-exposed-late": ("A hole card was exposed after 'no more bets'", "The house has elected to play on."),
        "face-up-card": ("A card lies face up in the deck", "It is racked unused, and the round goes on."),
        "face-up-cards": ("More than one card lies face up in the deck", ""),
        "card-drawn-in-error": ("A card was drawn in error", "It is used as the next card, and the round goes on."),
        "shoe-jam": ("The dealing shoe jammed or did not deal all cards", ""),
        "wrong-deck": ("A card lies there twice, or stub and hands are not 52", ""),
        "chips-miscounted": ("The progressive chips are not as many as the wagers accepted", ""),
    },
)  # fmt: skip
