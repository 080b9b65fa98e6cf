"""What was asked in a round, from what came of it: the first event of an act tells the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Round
from upcard.games.meter import Meter


def asked(round: Round, event: e.Event, meters: Mapping[str, Meter]) -> c.Command:
    """The act; `meters` are those that a step of the settlement was paid from."""
    match event:
        case e.WagerPlaced():
            return c.PlaceWager(event.seat, event.wager, event.cents)
        case e.WagerTakenBack():
            return c.TakeBackWager(event.seat, event.wager)
        case e.CouponPlaced():
            return c.PlaceCoupon(event.seat, event.coupon, event.cents)
        case e.BetsClosed():
            return c.CloseBets()
        case e.HandsDealt():
            return c.Deal(event.hands, event.dealer, event.up)
        case e.HandsDealtUnseen():
            return c.DealUnseen(event.counts, event.dealer_count, event.up_card)
        case e.DealerFellShort():
            return c.Report("dealer-short")
        case e.DealerCompleted():
            return c.CompleteDealer(event.card)
        case e.HandVoided():
            return c.Report("player-wrong-count", event.seat)
        case e.RoundVoided():
            return c.Report(event.irregularity)
        case e.TableMisdealt():
            return c.Report("dealer-wrong-count")
        case e.IrregularityNoted():
            return c.Report(event.irregularity, event.seat)
        case e.HandFolded():
            return c.Fold(event.seat)
        case e.BetMade():
            return c.Bet(event.seat)
        case e.HoleCardsRevealed():
            return c.Reveal(event.dealer if round.keyed else (), event.magic_card, event.lucky)
        case e.HandShown():
            return c.ShowHand(event.seat, event.cards)
        case e.HandCorrected():
            return c.CorrectHand(event.seat, event.cards)
        case e.DealerCorrected():
            return c.CorrectDealer(event.dealer)
        case e.UpCardCorrected():
            return c.CorrectUpCard(event.card)
        case e.DealTakenBack():
            return c.TakeBackDeal()
        case e.ProgressiveCorrected():
            return c.CorrectProgressive(event.seat, event.cents)
        case e.StepSettled():
            return c.Settle(event.step.kind, event.step.seat, dict(meters))
        case e.RoundCompleted():
            return c.Complete()
        case _:
            assert_never(event)
