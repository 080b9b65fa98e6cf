"""What was asked in a round, from what came of it: the first event of an act tells the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Round
from upcard.games.meter import Meter
from upcard.games.option import with_fields_of

ASKED: dict[Any, type[c.Command]] = {
    e.WagerPlaced: c.PlaceWager, e.WagerTakenBack: c.TakeBackWager, e.BetsClosed: c.CloseBets, e.HandsDealt: c.Deal,
    e.HandsDealtUnseen: c.DealUnseen, e.HandFolded: c.Fold, e.BetMade: c.Bet, e.StreetDealt: c.DealStreet,
    e.HandShown: c.ShowHand, e.HandCorrected: c.CorrectHand, e.CommunityCorrected: c.CorrectCommunity,
    e.DealTakenBack: c.TakeBackDeal, e.BonusCardDealt: c.DealBonusCard, e.BonusCardRefused: c.DealBonusCard,
    e.IrregularityNoted: c.Report, e.SeatSettled: c.SettleSeat, e.RoundCompleted: c.Complete,
}  # fmt: skip
"""The acts whose events hold all that was asked, under the same names."""

FINAL: dict[str, type[c.Command]] = {"stand": c.Stand, "discard": c.Discard, "card": c.BuyCard}
REPORTED = {"wrong_count": "wrong-count", "card_off_table": "card-off-table"}
"""What voids a hand, as it is reported."""


def asked(round: Round, event: e.Event, meters: Mapping[str, Meter]) -> c.Command:
    """The act; nothing is paid from `meters`."""
    match event:
        case e.CommunityTurned():
            return c.TurnCommunity(event.card if round.keyed else None)
        case e.FinalDecided():
            return with_fields_of(event, FINAL[event.decision])
        case e.HandVoided():
            return c.Report(REPORTED[event.rule], event.seat)
        case _:
            return with_fields_of(event, ASKED[type(event)])
