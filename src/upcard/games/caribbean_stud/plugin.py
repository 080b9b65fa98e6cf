"""Caribbean stud as the rest of the house sees it."""

from upcard.games import caribbean_stud as core
from upcard.games.caribbean_stud import events
from upcard.games.caribbean_stud.next_step import next_step
from upcard.games.caribbean_stud.phases import PHASES
from upcard.games.caribbean_stud.procedure import accepted_chips, due
from upcard.games.caribbean_stud.signs import signs
from upcard.games.caribbean_stud.step_facts import FACTS, by_hand, wagers_of
from upcard.games.caribbean_stud.stranded import stranded
from upcard.games.caribbean_stud.table_commands import (
    acting,
    check_stake,
    deal,
    documents,
    offered,
    report,
    why_kept,
)
from upcard.games.caribbean_stud.table_effects import table_after

DECISIONS = ("Fold", "Bet")
STAKES = ("PlaceWager", "PlaceCoupon")
BY_PLAYERS = (*STAKES, "TakeBackWager", *DECISIONS)
WAGERS = (*STAKES, "Bet")
FROM_DECK = ("Deal", "CompleteDealer")
_KEYED_WRONGLY = ("CorrectHand", "CorrectDealer", "CorrectUpCard", "TakeBackDeal")
CORRECTIONS = (*_KEYED_WRONGLY, "CorrectProgressive")
UNSEEN = ("DealUnseen", "ShowHand", *_KEYED_WRONGLY)
AFTER_DRAWING = ("DealUnseen", "CompleteDealer")
DRAWS_WHEN_KEYED = False
BY_THE_HAND = ()
VOID = (events.HandVoided, events.RoundVoided, events.TableMisdealt)

__all__ = [
    "AFTER_DRAWING", "BY_PLAYERS", "BY_THE_HAND", "CORRECTIONS", "DECISIONS", "DRAWS_WHEN_KEYED", "FACTS", "FROM_DECK",
    "PHASES", "STAKES", "UNSEEN", "VOID", "WAGERS", "accepted_chips", "acting", "by_hand", "check_stake", "core", "deal", "documents",
    "due", "next_step", "offered", "report", "signs", "stranded", "table_after", "wagers_of", "why_kept",
]  # fmt: skip
