"""Bonus 6 as a pure state machine.

In: `BonusSixRules`, a `Round` and a command. Out: events (`decide`), the round after an event (`evolve`), what may be
done now (`options`) and what each viewer may see (`view`). `settlement` holds who is paid what; `settle` settles a
round that was played elsewhere.

>>> from upcard.rules import bonus_six
>>> rules, round = bonus_six({"pay_table": "black-hawk"}), Round()
>>> round = replay(round, decide(rules, round, PlaceWager(1, "ante", 1000)))
>>> round = replay(round, decide(rules, round, PlaceWager(1, "insurance", 500)))
>>> round.seats[1].insurance
500
"""

from upcard.games.bonus_six.commands import (
    Bet,
    BuyCard,
    CloseBets,
    Command,
    Complete,
    CorrectCommunity,
    CorrectHand,
    Deal,
    DealBonusCard,
    DealStreet,
    DealUnseen,
    Discard,
    Fold,
    PlaceWager,
    Report,
    SettleSeat,
    ShowHand,
    Stand,
    TakeBackDeal,
    TakeBackWager,
    TurnCommunity,
)
from upcard.games.bonus_six.decide import decide
from upcard.games.bonus_six.events import Event
from upcard.games.bonus_six.evolve import evolve, replay
from upcard.games.bonus_six.moves import (
    MAY_LOCK,
    METER_STEPS,
    TOLD,
    house_draws,
    leaving,
    lies_right,
    moves,
    on_coupon,
    present,
    undoes,
)
from upcard.games.bonus_six.options import REPORTED_UNDER, consequence, options
from upcard.games.bonus_six.phases import NOW, asked
from upcard.games.bonus_six.round import Round, Seat, to_decide, to_judge, to_verify
from upcard.games.bonus_six.round_document import SixWritten as Written
from upcard.games.bonus_six.round_document import applied, dealer_said, listed, settle, written
from upcard.games.bonus_six.view import STRIP, RoundView, scene, stage, view
from upcard.games.bonus_six.wagers import LABELS, decided, liability, limits, offers, placed
from upcard.games.payment import award_shares, preview, stays, why_unjudged

NAME, TAG = "Bonus 6", "Six"
"""How it is called, and what its acts and events are called by beside those of others."""

__all__ = [
    "LABELS", "MAY_LOCK", "METER_STEPS", "NAME", "NOW", "REPORTED_UNDER", "STRIP", "TAG", "TOLD", "Bet", "BuyCard",
    "CloseBets", "Command", "Complete", "CorrectCommunity", "CorrectHand", "Deal", "DealBonusCard", "DealStreet",
    "DealUnseen", "Discard", "Event", "Fold", "PlaceWager", "Report", "Round", "RoundView", "Seat", "SettleSeat",
    "ShowHand", "Stand", "TakeBackDeal", "TakeBackWager", "TurnCommunity", "Written", "applied", "asked",
    "award_shares", "consequence", "dealer_said", "decide", "decided", "evolve", "house_draws", "leaving",
    "liability", "lies_right", "limits", "listed", "moves", "offers", "on_coupon", "options", "placed", "present",
    "preview", "replay", "scene", "settle", "stage", "stays", "to_decide", "to_judge", "to_verify", "undoes", "view",
    "why_unjudged", "written",
]  # fmt: skip
