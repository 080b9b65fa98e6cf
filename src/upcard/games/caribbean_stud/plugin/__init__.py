"""Caribbean stud as the rest of the house sees it."""

from upcard.games import caribbean_stud as core
from upcard.games.caribbean_stud import events
from upcard.games.caribbean_stud.phases import PHASES
from upcard.games.caribbean_stud.plugin.award_procedure import settled_by
from upcard.games.caribbean_stud.plugin.narration import narrate
from upcard.games.caribbean_stud.plugin.next_step import next_step
from upcard.games.caribbean_stud.plugin.procedure import accepted_chips, due
from upcard.games.caribbean_stud.plugin.recorded import recorded
from upcard.games.caribbean_stud.plugin.signs import signs
from upcard.games.caribbean_stud.plugin.step_facts import FACTS, by_hand, wagers_of
from upcard.games.caribbean_stud.plugin.stranded import stranded
from upcard.games.caribbean_stud.plugin.table_commands import (
    acting,
    check_stake,
    deal,
    documents,
    offered,
    report,
    why_kept,
)
from upcard.games.caribbean_stud.plugin.table_effects import table_after

DECISIONS = ("Fold", "Bet")
STAKES = ("PlaceWager", "PlaceCoupon")
BY_PLAYERS = (*STAKES, "TakeBackWager", *DECISIONS)
WAGERS = (*STAKES, "Bet")
FROM_DECK = ("Deal", "CompleteDealer")
_KEYED_WRONGLY = ("CorrectHand", "CorrectDealer", "CorrectUpCard", "TakeBackDeal")
CORRECTIONS = (*_KEYED_WRONGLY, "CorrectProgressive")
WITH_THE_DEALER = ("CorrectUpCard", "TakeBackDeal", "CorrectProgressive")
SETTLES = ("Settle",)
UNSEEN = ("DealUnseen", "ShowHand", *_KEYED_WRONGLY)
AFTER_DRAWING = ("DealUnseen", "CompleteDealer")
DRAWS_WHEN_KEYED = False
BY_THE_HAND = ()
CLOSED = (events.BetsClosed,)
VOID = (events.HandVoided, events.RoundVoided, events.TableMisdealt)
TAKEN_BACK = (events.DealTakenBack,)
PAYING = (events.StepSettled, events.HandCorrected, events.DealerCorrected, events.TableMisdealt)
