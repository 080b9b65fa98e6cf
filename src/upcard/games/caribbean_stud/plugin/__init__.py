"""Caribbean stud as the rest of the house sees it."""

from upcard.games import caribbean_stud as core
from upcard.games.caribbean_stud import events
from upcard.games.caribbean_stud.phases import PHASES
from upcard.games.caribbean_stud.plugin import exercises
from upcard.games.caribbean_stud.plugin.award_procedure import settled_by, validated_under
from upcard.games.caribbean_stud.plugin.bot import (
    choose,
    choose_for_absent,
    covered,
    laid,
    mishaps,
    to_decide,
    to_price,
    wagers,
)
from upcard.games.caribbean_stud.plugin.narration import narrate
from upcard.games.caribbean_stud.plugin.next_step import FACTS, accepted_chips, by_hand, due, next_step, wagers_of
from upcard.games.caribbean_stud.plugin.signs import signs
from upcard.games.caribbean_stud.plugin.table_commands import (
    VOID,
    acting,
    check_dealers,
    check_stake,
    deal,
    dealt,
    decided_under,
    documents,
    offered,
    recorded,
    report,
    voids,
    why_kept,
)
from upcard.games.caribbean_stud.plugin.table_effects import stranded, table_after
from upcard.games.caribbean_stud.wagers import OFFERED_BY

DECISIONS = ("Fold", "Bet")
STAKES = ("PlaceWager", "PlaceCoupon")
BY_PLAYERS = (*STAKES, "TakeBackWager", *DECISIONS)
ASKED_BY = {"PlaceCoupon": ("dealer",), "Settle": ("dealer", "supervisor")}
WAGERS = (*STAKES, "Bet")
FROM_DECK = ("Deal", "CompleteDealer")
_KEYED_WRONGLY = ("CorrectHand", "CorrectDealer", "CorrectUpCard", "TakeBackDeal")
CORRECTIONS = (*_KEYED_WRONGLY, "CorrectProgressive")
WITH_THE_DEALER = ("CorrectUpCard", "TakeBackDeal", "CorrectProgressive")
SETTLES = ("Settle",)
UNSEEN = ("DealUnseen", "ShowHand", *_KEYED_WRONGLY)
KEYS_CARDS = ("DealUnseen", "TurnUpCard", "CompleteDealer", "Reveal", "ShowHand")
AFTER_DRAWING = ("DealUnseen", "CompleteDealer")
DRAWS_WHEN_KEYED = False
BY_THE_HAND = ()
CLOSED = (events.BetsClosed,)
TAKEN_BACK = (events.DealTakenBack,)
PAYING = (
    events.StepSettled, events.HandCorrected, events.DealerCorrected, events.TableMisdealt, events.PartsReturned,
)  # fmt: skip
