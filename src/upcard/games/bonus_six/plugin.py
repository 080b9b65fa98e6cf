"""Bonus 6 as the rest of the house sees it."""

from upcard.games import bonus_six as core
from upcard.games.bonus_six import events
from upcard.games.bonus_six.next_step import next_step
from upcard.games.bonus_six.phases import PHASES
from upcard.games.bonus_six.signs import signs
from upcard.games.bonus_six.table_commands import (
    FACTS,
    accepted_chips,
    acting,
    by_hand,
    check_stake,
    deal,
    documents,
    due,
    offered,
    report,
    stranded,
    table_after,
    wagers_of,
    why_kept,
)

DECISIONS = ("Fold", "Bet", "Stand", "Discard", "BuyCard")
STAKES = ("PlaceWager",)
BY_PLAYERS = (*STAKES, "TakeBackWager", *DECISIONS)
WAGERS = (*STAKES, "Bet", "BuyCard")
FROM_DECK = ("Deal", "DealStreet", "DealBonusCard")
CORRECTIONS = ("CorrectHand", "CorrectCommunity", "TakeBackDeal")
UNSEEN = ("DealUnseen", "ShowHand", *CORRECTIONS)
AFTER_DRAWING = ("DealUnseen",)
DRAWS_WHEN_KEYED = True
BY_THE_HAND = ("Stand", "Discard")
VOID = (events.HandVoided,)

__all__ = [
    "AFTER_DRAWING", "BY_PLAYERS", "BY_THE_HAND", "CORRECTIONS", "DECISIONS", "DRAWS_WHEN_KEYED", "FACTS", "FROM_DECK",
    "PHASES", "STAKES", "UNSEEN", "VOID", "WAGERS", "accepted_chips", "acting", "by_hand", "check_stake", "core", "deal", "documents",
    "due", "next_step", "offered", "report", "signs", "stranded", "table_after", "wagers_of", "why_kept",
]  # fmt: skip
