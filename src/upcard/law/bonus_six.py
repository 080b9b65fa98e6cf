"""What an edition of Bonus 6 has to say: one field for each rule, in the law's order."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from upcard.law.clause import HandName, PayTableText


class BonusSixLaw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of Bonus 6 as one edition sets, permits or leaves them."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "DealUnseen", "DealStreet", "TurnCommunity", "ShowHand", "DealBonusCard", "SettleSeat",
    )  # fmt: skip
    CONDITIONS: ClassVar[dict[str, tuple[str, ...]]] = {
        "phase": ("closed", "second", "third", "fourth", "cards", "settling"),
        "hand": ("wins", "loses"),
        "bonus_card": ("to come", "lies"),
        "offers": ("further tip",),
        **dict.fromkeys(("placed", "without"), ("insurance", "tip")),
    }
    """`hand` is the player's against the schedule, once it is turned up; `bonus_card` whether one was dealt already;
    `offers` what the house takes."""

    single_deck: Literal[1]
    wrong_deck: Literal["all void"]
    designated_table: Literal[True]
    one_hand_per_player: Literal[1]
    hands_concealed: bool
    pay_schedule_posted: bool
    pay_tables: dict[str, PayTableText]
    card_order: Literal["AKQJT98765432"]
    hand_ranks: tuple[HandName, ...]
    ante_required: Literal[True]
    ante_range: Literal["posted"]
    tip_with_ante: bool
    further_tips: Literal[True]
    further_tips_equal: bool
    tip_odds: Literal["as the player"]
    insurance_divisor: int
    shuffled_every_round: Literal[True]
    cut_required: Literal[True]
    burn_cards: int
    first_cards: int
    community_cards: Literal[1]
    wrong_count: Literal["void"]
    exposed_card: Literal["play on"]
    card_off_table: Literal["void"]
    void_means: Literal["returned"]
    first_bet_multiple: int
    second_bet_multiple: int
    final_choices: tuple[Literal["stand", "discard", "card"], ...]
    winning_hand_stands: bool
    uninsured_discards: bool
    insured_may_discard: bool
    losing_hand_stood: Literal["collected as discarded"] | None
    bonus_card_multiple: int
    bonus_card_order: Literal["clockwise from the dealer's left"]
    bonus_card_fee_on_winner: Literal["pushed back"]
    stray_bonus_card: Literal["taken away"]
    fees_returned: tuple[Literal["pushed back to a winning hand", "void hand"], ...]
    odds_apply_to: tuple[Literal["ante", "bet_1", "bet_2"], ...]
    settlement_order: Literal["counter-clockwise from the dealer's right"]
    best_five_of: Literal[6]
    table_stakes: Literal["does not apply"]
