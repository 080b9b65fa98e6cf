"""Caribbean stud as a pure state machine.

In: `CaribbeanStudRules`, a `Round` and a command. Out: events (`decide`), the round after an event (`evolve`), what may
be done now (`options`) and what each viewer may see (`view`). `settlement` holds who is paid what; `settle` settles a
round that was played elsewhere. Nothing here reads a clock, a random source or a file.

>>> from upcard.rules import caribbean_stud
>>> rules, round = caribbean_stud("sd-2015", {"progressive": "PMG-01"}), Round()
>>> for command in (PlaceWager(1, "ante", 1000), PlaceWager(1, "progressive", 100), CloseBets()):
...     round = replay(round, decide(rules, round, command))
>>> round.phase, [option.act for option in options(rules, round)]
('closed', ['Deal', 'DealUnseen'])
"""

from upcard.games.caribbean_stud.commands import (
    Bet,
    CloseBets,
    Command,
    Complete,
    CompleteDealer,
    CorrectDealer,
    CorrectHand,
    CorrectProgressive,
    CorrectUpCard,
    Deal,
    DealUnseen,
    Fold,
    PlaceCoupon,
    PlaceWager,
    Report,
    Reveal,
    Settle,
    ShowHand,
    TakeBackDeal,
    TakeBackWager,
    TurnUpCard,
)
from upcard.games.caribbean_stud.decide import decide
from upcard.games.caribbean_stud.events import Event
from upcard.games.caribbean_stud.evolve import evolve, replay
from upcard.games.caribbean_stud.irregularity import REPORTED_UNDER, consequence, stays
from upcard.games.caribbean_stud.moves import (
    MAY_LOCK,
    METER_STEPS,
    TOLD,
    divided,
    house_draws,
    leaving,
    lies_right,
    moves,
    on_coupon,
    present,
    undoes,
    worth,
)
from upcard.games.caribbean_stud.options import options
from upcard.games.caribbean_stud.phases import NOW, asked
from upcard.games.caribbean_stud.preview import award_shares, preview, why_unjudged
from upcard.games.caribbean_stud.resettlement import earned
from upcard.games.caribbean_stud.round import Round, Seat, Step
from upcard.games.caribbean_stud.round_document import StudWritten as Written
from upcard.games.caribbean_stud.round_document import dealer_said, kept, listed, settle, written
from upcard.games.caribbean_stud.settlement import applied
from upcard.games.caribbean_stud.view import STRIP, RoundView, scene, stage, view
from upcard.games.caribbean_stud.wagers import LABELS, decided, liability, limits, offers, placed

NAME, TAG = "Caribbean stud", "Stud"
"""How it is called, and what its acts and events are called by beside those of others."""

__all__ = [
    "LABELS", "MAY_LOCK", "METER_STEPS", "NAME", "NOW", "REPORTED_UNDER", "STRIP", "TAG", "TOLD", "Bet",
    "CloseBets", "Command", "Complete", "CompleteDealer", "CorrectDealer", "CorrectHand", "CorrectProgressive",
    "CorrectUpCard", "Deal", "DealUnseen", "Event", "Fold", "PlaceCoupon", "PlaceWager", "Report", "Reveal",
    "Round", "RoundView", "Seat", "Settle", "ShowHand", "Step", "TakeBackDeal", "TakeBackWager", "TurnUpCard",
    "Written", "applied", "asked", "award_shares", "consequence", "dealer_said", "decide", "decided", "divided",
    "earned", "evolve", "house_draws", "kept", "leaving", "liability", "lies_right", "limits", "listed", "moves",
    "offers", "on_coupon", "options", "placed", "present", "preview", "replay", "scene", "settle", "stage", "stays",
    "undoes", "view", "why_unjudged", "worth", "written",
]  # fmt: skip
