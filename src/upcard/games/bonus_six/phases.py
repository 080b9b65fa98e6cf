"""The phases of a round and what may be asked in each: the whole of the state machine, as one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.round import Phase, Round
from upcard.games.option import with_fields_of
from upcard.games.payment import Meter

PHASES: dict[Phase, tuple[type[c.Command], ...]] = {
    "betting": (c.PlaceWager, c.TakeBackWager, c.CloseBets),
    "closed": (c.Deal, c.DealUnseen, c.Report),
    "turning": (c.TurnCommunity, c.TakeBackDeal, c.Report),
    "second": (c.Fold, c.Bet, c.DealStreet, c.CorrectCommunity, c.TakeBackDeal, c.Report),
    "third": (c.Fold, c.Bet, c.DealStreet, c.CorrectCommunity, c.Report),
    "fourth": (c.Stand, c.Discard, c.BuyCard, c.CorrectCommunity, c.Report),
    "cards": (c.ShowHand, c.CorrectHand, c.CorrectCommunity, c.DealBonusCard, c.Report),
    "settling": (c.ShowHand, c.CorrectHand, c.CorrectCommunity, c.SettleSeat, c.Report),
    "settled": (c.Complete, c.CorrectHand, c.CorrectCommunity, c.TakeBackDeal, c.Report),
    "complete": (),
}

TRANSITIONS: tuple[tuple[Phase, str, Phase], ...] = (
    ("betting", "CloseBets", "closed"),
    ("closed", "Deal", "turning"),
    ("turning", "TurnCommunity", "second"),
    ("turning", "TurnCommunity (every hand void)", "settled"),
    ("turning", "Report (the round void)", "settled"),
    ("second", "DealStreet", "third"),
    ("second", "last Fold or Report", "settled"),
    ("third", "DealStreet", "fourth"),
    ("third", "last Fold or Report", "settled"),
    ("fourth", "last decision (a card bought)", "cards"),
    ("fourth", "last decision (a hand stands)", "settling"),
    ("fourth", "last decision (no hand left) or Report (the round void)", "settled"),
    ("cards", "last DealBonusCard", "settling"),
    ("cards", "Report (no hand left)", "settled"),
    ("settling", "last SettleSeat or Report", "settled"),
    ("settling", "CorrectHand or CorrectCommunity (a hand is verified again)", "cards"),
    ("settled", "CorrectHand or CorrectCommunity (a hand is verified again)", "cards"),
    ("settled", "CorrectHand or CorrectCommunity (a hand is judged again)", "settling"),
    ("turning", "TakeBackDeal", "closed"),
    ("second", "TakeBackDeal", "closed"),
    ("settled", "TakeBackDeal (every hand void)", "closed"),
    ("settled", "Complete", "complete"),
)

NOW: dict[Phase, str] = {
    "betting": "bets are open",
    "closed": "bets are closed and no deal is recorded yet",
    "turning": "the community card lies face down",
    "second": "the players decide on two cards",
    "third": "the players decide on three cards",
    "fourth": "the players decide on four cards",
    "cards": "bonus cards are being dealt",
    "settling": "the round is being settled",
    "settled": "the round is settled",
    "complete": "the round is over",
}
"""Each phase in words, for a refusal."""

EARLY: dict[type[c.Command], str] = {
    c.Deal: "ante_required",
    c.DealUnseen: "ante_required",
    c.TurnCommunity: "community_cards",
    c.Fold: "first_bet_multiple",
    c.Bet: "first_bet_multiple",
    c.Stand: "final_choices",
    c.Discard: "final_choices",
    c.BuyCard: "final_choices",
    c.ShowHand: "hands_concealed",
    c.DealBonusCard: "bonus_card_order",
    c.SettleSeat: "settlement_order",
    c.Report: "wrong_count",
}
"""The rule that has something come before an act; none speaks of the rest."""

LATE: dict[type[c.Command], str] = {
    c.DealUnseen: "first_cards",
    c.TurnCommunity: "community_cards",
    c.Fold: "final_choices",
    c.Bet: "final_choices",
    c.Stand: "final_choices",
    c.Discard: "final_choices",
    c.BuyCard: "final_choices",
    c.DealBonusCard: "bonus_card_order",
}
"""The rule by which the time for an act is over, likewise."""

DECIDED_BY: dict[Phase, str] = {
    "second": "first_bet_multiple",
    "third": "second_bet_multiple",
    "fourth": "final_choices",
}
"""The rule by which players decide on each street."""

DEALT_BY: dict[Phase, str] = {
    "betting": "ante_required",
    "closed": "first_cards",
    "turning": "community_cards",
    "second": "second_bet_multiple",
    "third": "final_choices",
    "fourth": "final_choices",
    "cards": "bonus_card_order",
}
"""The rule that says what comes before the next card, or gives it."""

SHOWN_BY: dict[Phase, str] = {"cards": "bonus_card_order", "settling": "settlement_order"}
"""The rule that has a hand exposed."""

WITH_ANTE = {
    "ante": "ante_required", "insurance": "insurance_divisor", "tip": "tip_with_ante",
    "bonus_card": "bonus_card_multiple",
}  # fmt: skip
"""What lies there before any card, and the rule that says so."""


def out_of_phase(phase: Phase, command: c.Command) -> str | None:
    """The rule that a command offends against when it comes at the wrong time."""
    match command:
        case c.PlaceWager(wager="bet") | c.TakeBackWager(wager="bet"):
            return DECIDED_BY.get(phase, "first_bet_multiple")
        case c.PlaceWager() | c.TakeBackWager():
            return WITH_ANTE.get(command.wager)
        case c.Fold() | c.Bet() if phase in DECIDED_BY:
            return DECIDED_BY[phase]
        case c.DealStreet():
            return DEALT_BY.get(phase)
        case c.Report(irregularity="wrong-deck") if phase == "betting":
            return "wrong_deck"
        case _:
            order = list(PHASES)
            first = next(n for n, name in enumerate(order) if type(command) in PHASES[name])
            return (EARLY if order.index(phase) < first else LATE).get(type(command))


# ---- What was asked in a round, from what came of it -------------------------------------------------------
# the first event of an act tells the act.


ASKED: dict[Any, type[c.Command]] = {
    e.WagerPlaced: c.PlaceWager, e.WagerTakenBack: c.TakeBackWager, e.BetsClosed: c.CloseBets, e.HandsDealt: c.Deal,
    e.HandsDealtUnseen: c.DealUnseen, e.HandFolded: c.Fold, e.BetMade: c.Bet, e.StreetDealt: c.DealStreet,
    e.HandShown: c.ShowHand, e.HandCorrected: c.CorrectHand, e.CommunityCorrected: c.CorrectCommunity,
    e.DealTakenBack: c.TakeBackDeal, e.BonusCardDealt: c.DealBonusCard, e.BonusCardRefused: c.DealBonusCard,
    e.RoundVoided: c.Report, e.IrregularityNoted: c.Report, e.SeatSettled: c.SettleSeat, e.RoundCompleted: c.Complete,
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
