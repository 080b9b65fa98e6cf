"""The phases of a round and what may be asked in each: the whole of the state machine, as one table.

The diagram in the documents is drawn from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Phase, Round
from upcard.games.option import with_fields_of
from upcard.games.payment import Meter

PHASES: dict[Phase, tuple[type[c.Command], ...]] = {
    "betting": (c.PlaceWager, c.TakeBackWager, c.PlaceCoupon, c.CloseBets, c.Report),
    "closed": (c.TakeBackWager, c.Deal, c.DealUnseen, c.CorrectProgressive, c.Report),
    "short": (c.CompleteDealer, c.CorrectUpCard, c.TakeBackDeal, c.Report),
    "deciding": (c.TurnUpCard, c.Fold, c.Bet, c.CorrectUpCard, c.TakeBackDeal, c.Report),
    "decided": (c.TurnUpCard, c.Reveal, c.CorrectHand, c.CorrectUpCard, c.TakeBackDeal, c.Report),
    "settling": (c.ShowHand, c.CorrectHand, c.CorrectDealer, c.TakeBackDeal, c.Settle, c.Report),
    "settled": (c.Complete, c.CorrectHand, c.CorrectDealer, c.TakeBackDeal, c.Report),
    "complete": (),
}

TRANSITIONS: tuple[tuple[Phase, str, Phase], ...] = (
    ("betting", "CloseBets", "closed"),
    ("betting", "Report (hole card exposed)", "settled"),
    ("closed", "Deal", "deciding"),
    ("closed", "Deal (every player misdealt)", "decided"),
    ("closed", "Deal (dealer one short)", "short"),
    ("closed", "Deal (dealer misdealt)", "settling"),
    ("closed", "Deal or Report (round void)", "settled"),
    ("short", "CompleteDealer", "deciding"),
    ("short", "CompleteDealer (every hand decided or void)", "decided"),
    ("short", "Report (round void)", "settled"),
    ("deciding", "last Fold or Bet", "decided"),
    ("deciding", "Report (dealer one short)", "short"),
    ("deciding", "Report (dealer misdealt)", "settling"),
    ("deciding", "Report (round void)", "settled"),
    ("decided", "Report (dealer one short)", "short"),
    ("decided", "Reveal or Report (dealer misdealt)", "settling"),
    ("decided", "Reveal (nothing to settle) or Report (round void)", "settled"),
    ("settling", "Report (dealer one short)", "short"),
    ("settling", "last Settle or CorrectDealer or Report (nothing left)", "settled"),
    ("settled", "Report (dealer one short)", "short"),
    ("settled", "CorrectHand or CorrectDealer or Report (settled again)", "settling"),
    ("short", "TakeBackDeal", "closed"),
    ("deciding", "TakeBackDeal", "closed"),
    ("decided", "TakeBackDeal (every player misdealt)", "closed"),
    ("settling", "TakeBackDeal (dealer misdealt)", "closed"),
    ("settled", "TakeBackDeal (round void)", "closed"),
    ("settled", "Complete", "complete"),
)

NOW: dict[Phase, str] = {
    "betting": "bets are open",
    "closed": "bets are closed and no deal is recorded yet",
    "short": "the dealer is a card short",
    "deciding": "the players decide",
    "decided": "nobody is left to decide, and the dealer's hole cards lie face down",
    "settling": "the round is being settled",
    "settled": "the round is settled",
    "complete": "the round is over",
}
"""Each phase in words, for a refusal."""

EARLY: dict[type[c.Command], tuple[str, ...]] = {
    c.Deal: ("lock_out",),
    c.DealUnseen: ("lock_out",),
    c.TurnUpCard: ("automated_shoe_up_card",),
    c.CompleteDealer: ("dealer_completes_from",),
    c.Fold: ("decision_choices",),
    c.Bet: ("bet_placed", "decision_choices"),
    c.Reveal: ("forfeits_collected_first", "decision_choices"),
    c.ShowHand: ("forfeits_collected_first", "higher_hand_wins"),
    c.Settle: ("forfeits_collected_first", "higher_hand_wins"),
    c.CorrectProgressive: ("progressive_chips_counted",),
}
"""The rules that have something come before an act; the first that the edition has is named, none for the rest."""

LATE: dict[type[c.Command], tuple[str, ...]] = {
    c.PlaceWager: ("wagers_frozen_after",),
    c.TakeBackWager: ("wagers_frozen_after",),
    c.PlaceCoupon: ("wagers_frozen_after",),
    c.TurnUpCard: ("automated_shoe_up_card",),
    c.CompleteDealer: ("dealer_completes_from",),
    c.Fold: ("decision_choices",),
    c.Bet: ("bet_placed", "decision_choices"),
    c.Reveal: ("forfeits_collected_first", "dealer_qualifies_with"),
    c.CorrectProgressive: ("progressive_chips_counted",),
}
"""The rules by which the time for an act is over, likewise."""

OF_THEIR_OWN = {"tip": "tip_area", "cover_all": "cover_all_placed", "bet": "bet_multiple"}
"""Wagers of which a rule of their own says when they are made."""


def out_of_phase(phase: Phase, command: c.Command) -> tuple[str, ...]:
    """The rules that a command offends against when it comes at the wrong time."""
    if isinstance(command, c.PlaceWager) and command.wager in OF_THEIR_OWN:
        return OF_THEIR_OWN[command.wager], *LATE[c.PlaceWager]
    order = list(PHASES)
    first = next(n for n, name in enumerate(order) if type(command) in PHASES[name])
    return (EARLY if order.index(phase) < first else LATE).get(type(command), ())


# ---- What was asked in a round, from what came of it -------------------------------------------------------
# the first event of an act tells the act.


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
