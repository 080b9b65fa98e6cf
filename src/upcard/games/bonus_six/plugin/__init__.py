"""Bonus 6 as the rest of the house sees it."""

from upcard.games import bonus_six as core
from upcard.games.bonus_six import events
from upcard.games.bonus_six.phases import PHASES
from upcard.games.bonus_six.plugin import exercises
from upcard.games.bonus_six.plugin.bot import choose, choose_for_absent, covered, laid, mishaps, to_price, wagers
from upcard.games.bonus_six.plugin.narration import narrate
from upcard.games.bonus_six.plugin.next_step import next_step
from upcard.games.bonus_six.plugin.signs import signs
from upcard.games.bonus_six.plugin.table_commands import (
    FACTS,
    accepted_chips,
    acting,
    by_hand,
    check_dealers,
    check_stake,
    deal,
    dealt,
    decided_under,
    documents,
    due,
    offered,
    recorded,
    report,
    settled_by,
    stranded,
    table_after,
    validated_under,
    voids,
    wagers_of,
    why_kept,
)
from upcard.games.bonus_six.round import to_decide

DECISIONS = ("Fold", "Bet", "Stand", "Discard", "BuyCard")
STAKES = ("PlaceWager",)
BY_PLAYERS = (*STAKES, "TakeBackWager", *DECISIONS)
ASKED_BY: dict[str, tuple[str, ...]] = {}
WAGERS = (*STAKES, "Bet", "BuyCard")
FROM_DECK = ("Deal", "DealStreet", "DealBonusCard")
CORRECTIONS = ("CorrectHand", "CorrectCommunity", "TakeBackDeal")
WITH_THE_DEALER = ("TakeBackDeal",)
SETTLES = ("SettleSeat",)
UNSEEN = ("DealUnseen", "ShowHand", *CORRECTIONS)
KEYS_CARDS = ("DealUnseen", "TurnCommunity", "DealStreet", "ShowHand", "DealBonusCard")
AFTER_DRAWING = ("DealUnseen",)
DRAWS_WHEN_KEYED = True
BY_THE_HAND = ("Stand", "Discard")
OFFERED_BY: dict[str, str] = {}
CLOSED = (events.BetsClosed,)
VOID = (events.HandVoided, events.RoundVoided)
TAKEN_BACK = (events.DealTakenBack,)
PAYING = (events.SeatSettled, events.HandCorrected, events.CommunityCorrected)
