"""What was asked in a round, from what came of it: the first event of an act tells the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Round
from upcard.games.meter import Meter

FINAL: dict[str, type[c.Stand | c.Discard | c.BuyCard]] = {
    "stand": c.Stand,
    "discard": c.Discard,
    "card": c.BuyCard,
}
REPORTED = {"wrong_count": "wrong-count", "card_off_table": "card-off-table"}
"""What voids a hand, as it is reported."""


def asked(round: Round, event: e.Event, meters: Mapping[str, Meter]) -> c.Command:
    """The act; nothing is paid from `meters`."""
    match event:
        case e.WagerPlaced():
            return c.PlaceWager(event.seat, event.wager, event.cents)
        case e.WagerTakenBack():
            return c.TakeBackWager(event.seat, event.wager)
        case e.BetsClosed():
            return c.CloseBets()
        case e.HandsDealt():
            return c.Deal(event.burnt, event.hands, event.community)
        case e.HandsDealtUnseen():
            return c.DealUnseen(event.counts)
        case e.CommunityTurned():
            return c.TurnCommunity(event.card if round.keyed else None)
        case e.HandFolded():
            return c.Fold(event.seat)
        case e.BetMade():
            return c.Bet(event.seat, event.tip)
        case e.StreetDealt():
            return c.DealStreet(event.cards)
        case e.FinalDecided():
            return FINAL[event.decision](event.seat)
        case e.HandShown():
            return c.ShowHand(event.seat, event.cards)
        case e.HandCorrected():
            return c.CorrectHand(event.seat, event.cards)
        case e.CommunityCorrected():
            return c.CorrectCommunity(event.card)
        case e.DealTakenBack():
            return c.TakeBackDeal()
        case e.BonusCardDealt():
            return c.DealBonusCard(event.seat, event.card)
        case e.BonusCardRefused():
            return c.DealBonusCard(event.seat)
        case e.HandVoided():
            return c.Report(REPORTED[event.rule], event.seat)
        case e.IrregularityNoted():
            return c.Report(event.irregularity, event.seat)
        case e.SeatSettled():
            return c.SettleSeat(event.seat)
        case e.RoundCompleted():
            return c.Complete()
        case _:
            assert_never(event)
