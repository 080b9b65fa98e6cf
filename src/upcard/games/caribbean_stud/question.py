"""What was asked in a round, from what came of it: the first event of an act tells the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Round
from upcard.games.meter import Meter
from upcard.games.option import with_fields_of

ASKED: dict[Any, type[c.Command]] = {
    e.WagerPlaced: c.PlaceWager, e.WagerTakenBack: c.TakeBackWager, e.CouponPlaced: c.PlaceCoupon,
    e.BetsClosed: c.CloseBets, e.HandsDealt: c.Deal, e.HandsDealtUnseen: c.DealUnseen,
    e.DealerCompleted: c.CompleteDealer, e.RoundVoided: c.Report, e.IrregularityNoted: c.Report,
    e.HandFolded: c.Fold, e.BetMade: c.Bet, e.HandShown: c.ShowHand, e.HandCorrected: c.CorrectHand,
    e.UpCardCorrected: c.CorrectUpCard, e.DealTakenBack: c.TakeBackDeal,
    e.ProgressiveCorrected: c.CorrectProgressive, e.RoundCompleted: c.Complete,
}  # fmt: skip
"""The acts whose events hold all that was asked, under the same names."""


def asked(round: Round, event: e.Event, meters: Mapping[str, Meter]) -> c.Command:
    """The act; `meters` are those that a step of the settlement was paid from."""
    match event:
        case e.DealerFellShort():
            return c.Report("dealer-short")
        case e.HandVoided():
            return c.Report("player-wrong-count", event.seat)
        case e.TableMisdealt():
            return c.Report("dealer-wrong-count")
        case e.HoleCardsRevealed():
            return c.Reveal(event.dealer if round.keyed else (), event.magic_card, event.lucky)
        case e.UpCardTurned():
            return c.TurnUpCard(event.card if round.keyed else None)
        case e.DealerCorrected():
            return c.Reveal(event.dealer) if round.phase == "decided" else c.CorrectDealer(event.dealer)
        case e.AwardKept() | e.PartsReturned():
            raise ValueError("stands alone, and follows from what was found out before it")
        case e.StepSettled():
            return c.Settle(event.step.kind, event.step.seat, dict(meters))
        case _:
            return with_fields_of(event, ASKED[type(event)])
