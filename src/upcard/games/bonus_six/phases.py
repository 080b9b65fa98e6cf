"""The phases of a round and what may be asked in each: the whole of the state machine, as one table."""

from __future__ import annotations

from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six.round import Phase, Round

PHASES: dict[Phase, tuple[type[c.Command], ...]] = {
    "betting": (c.PlaceWager, c.TakeBackWager, c.CloseBets),
    "closed": (c.Deal, c.DealUnseen),
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
    ("second", "DealStreet", "third"),
    ("second", "last Fold or Report", "settled"),
    ("third", "DealStreet", "fourth"),
    ("third", "last Fold or Report", "settled"),
    ("fourth", "last decision (a card bought)", "cards"),
    ("fourth", "last decision (a hand stands)", "settling"),
    ("fourth", "last decision (no hand left)", "settled"),
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
    "closed": "bets are closed and no card is dealt",
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

OUT_OF_PHASE = {
    c.PlaceWager: "ante_required",
    c.TakeBackWager: "ante_required",
    c.CloseBets: "ante_required",
    c.Deal: "first_cards",
    c.DealUnseen: "first_cards",
    c.TurnCommunity: "community_cards",
    c.Fold: "first_bet_multiple",
    c.Bet: "first_bet_multiple",
    c.DealStreet: "second_bet_multiple",
    c.Stand: "final_choices",
    c.Discard: "final_choices",
    c.BuyCard: "final_choices",
    c.ShowHand: "hands_concealed",
    c.CorrectHand: "hands_concealed",
    c.CorrectCommunity: "community_cards",
    c.TakeBackDeal: "first_bet_multiple",
    c.DealBonusCard: "bonus_card_order",
    c.SettleSeat: "settlement_order",
    c.Report: "wrong_count",
    c.Complete: "settlement_order",
}
"""The rule that an act out of its phase offends against, where neither street nor wager says it better."""

DECIDED_BY: dict[Phase, str] = {
    "second": "first_bet_multiple",
    "third": "second_bet_multiple",
    "fourth": "final_choices",
}
"""The rule by which players decide on each street."""

LATE = {"insurance": "insurance_divisor", "tip": "tip_with_ante"}
"""What goes with the ante, and the rule that says so."""


def out_of_phase(round: Round, command: c.Command) -> str:
    """The rule that a command offends against when it comes at the wrong time."""
    match command:
        case c.PlaceWager() | c.TakeBackWager() if command.wager in LATE:
            return LATE[command.wager]
        case c.Fold() | c.Bet() if round.phase in DECIDED_BY:
            return DECIDED_BY[round.phase]
        case _:
            return OUT_OF_PHASE[type(command)]
