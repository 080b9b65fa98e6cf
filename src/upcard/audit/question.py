"""What was asked in a round, from what came of it: the first event of an act tells the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six import commands as six_commands
from upcard.games.bonus_six import events as se
from upcard.games.caribbean_stud import commands as stud_commands
from upcard.games.caribbean_stud import events as e
from upcard.games.meter import Meter


def asked_in_stud(round: stud.Round, event: e.Event, meters: Mapping[str, Meter]) -> stud_commands.Command:
    """The act in a round of Caribbean stud; `meters` are those that a step of the settlement was paid from."""
    c = stud_commands
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
            return c.Deal(event.hands, event.dealer, event.up, event.turned)
        case e.HandsDealtUnseen():
            return c.DealUnseen(event.counts, event.dealer_count, event.up_card)
        case e.UpCardTurned():
            return c.TurnUpCard(event.card if round.keyed else None)
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
            return c.Reveal(event.dealer) if round.phase == "decided" else c.CorrectDealer(event.dealer)
        case e.AwardKept() | e.PartsReturned():
            raise ValueError("stands alone, and follows from what was found out before it")
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


FINAL: dict[str, type[six_commands.Stand | six_commands.Discard | six_commands.BuyCard]] = {
    "stand": six_commands.Stand,
    "discard": six_commands.Discard,
    "card": six_commands.BuyCard,
}
REPORTED = {"wrong_count": "wrong-count", "card_off_table": "card-off-table"}
"""What voids a hand of Bonus 6, as it is reported."""


def asked_in_six(round: six.Round, event: se.Event) -> six_commands.Command:
    """The act in a round of Bonus 6."""
    c = six_commands
    match event:
        case se.WagerPlaced():
            return c.PlaceWager(event.seat, event.wager, event.cents)
        case se.WagerTakenBack():
            return c.TakeBackWager(event.seat, event.wager)
        case se.BetsClosed():
            return c.CloseBets()
        case se.HandsDealt():
            return c.Deal(event.burnt, event.hands, event.community)
        case se.HandsDealtUnseen():
            return c.DealUnseen(event.counts)
        case se.CommunityTurned():
            return c.TurnCommunity(event.card if round.keyed else None)
        case se.HandFolded():
            return c.Fold(event.seat)
        case se.BetMade():
            return c.Bet(event.seat, event.tip)
        case se.StreetDealt():
            return c.DealStreet(event.cards)
        case se.FinalDecided():
            return FINAL[event.decision](event.seat)
        case se.HandShown():
            return c.ShowHand(event.seat, event.cards)
        case se.HandCorrected():
            return c.CorrectHand(event.seat, event.cards)
        case se.CommunityCorrected():
            return c.CorrectCommunity(event.card)
        case se.DealTakenBack():
            return c.TakeBackDeal()
        case se.BonusCardDealt():
            return c.DealBonusCard(event.seat, event.card)
        case se.BonusCardRefused():
            return c.DealBonusCard(event.seat)
        case se.HandVoided():
            return c.Report(REPORTED[event.rule], event.seat)
        case se.IrregularityNoted():
            return c.Report(event.irregularity, event.seat)
        case se.SeatSettled():
            return c.SettleSeat(event.seat)
        case se.RoundCompleted():
            return c.Complete()
        case _:
            assert_never(event)
