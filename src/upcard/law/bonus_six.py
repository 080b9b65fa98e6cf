"""What an edition of Bonus 6 has to say: one field for each rule, in the law's order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from upcard.law.caribbean_stud_checks import ranks_hands_as_usual
from upcard.law.clause import HandName, PayTableText, Positive
from upcard.law.value import HANDS

Wrong = tuple[str, str]


def offers_every_end(law: Any) -> Iterator[Wrong]:
    """A winning hand stands, a losing one is discarded."""
    if missing := sorted({"stand", "discard"} - set(law.final_choices)):
        yield "final_choices", f"a player may also {' and '.join(missing)}"


def pays_every_wager(law: Any) -> Iterator[Wrong]:
    wagers = ("ante", "bet_1", "bet_2")
    if law.odds_apply_to != wagers:
        yield "odds_apply_to", f"every wager of a winning hand is paid, in the order {', '.join(wagers)}"


def pays_better_hands_no_less(law: Any) -> Iterator[Wrong]:
    """A table pays something, in whole odds, and nothing above a winning hand loses or is paid less."""
    for name, table in law.pay_tables.items():
        lines = [(hand, getattr(table, hand, None)) for hand in reversed(HANDS)]
        below: int | None = None
        for hand, odds in lines:
            if odds is None and below is not None:
                yield "pay_tables", f"{name}: {hand} pays nothing although a lower hand wins"
            if odds is not None:
                if odds < 1:
                    yield "pay_tables", f"{name}: {hand} pays {odds} to 1; odds are whole numbers from 1 upwards"
                elif below is not None and odds < below:
                    yield "pay_tables", f"{name}: {hand} pays {odds} to 1, less than a lower hand"
                below = odds
        if below is None:
            yield "pay_tables", f"{name}: no hand wins"
        if table.lowest_pair is not None and table.pair is None:
            yield "pay_tables", f"{name}: a lowest_pair stands without odds for a pair"


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

    CHECKS: ClassVar = (ranks_hands_as_usual, offers_every_end, pays_every_wager, pays_better_hands_no_less)

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
    insurance_divisor: Positive
    shuffled_every_round: Literal[True]
    cut_required: Literal[True]
    burn_cards: Annotated[int, Meta(ge=0, le=10)]
    first_cards: Literal[2]
    community_cards: Literal[1]
    wrong_count: Literal["void"]
    exposed_card: Literal["play on"]
    card_off_table: Literal["void"]
    void_means: Literal["returned"]
    first_bet_multiple: Positive
    second_bet_multiple: Positive
    final_choices: tuple[Literal["stand", "discard", "card"], ...]
    winning_hand_stands: bool
    uninsured_discards: bool
    insured_may_discard: bool
    losing_hand_stood: Literal["collected as discarded"] | None
    bonus_card_multiple: Positive
    bonus_card_order: Literal["clockwise from the dealer's left"]
    bonus_card_fee_on_winner: Literal["pushed back"]
    stray_bonus_card: Literal["taken away"]
    fees_returned: tuple[Literal["pushed back to a winning hand", "void hand"], ...]
    odds_apply_to: tuple[Literal["ante", "bet_1", "bet_2"], ...]
    settlement_order: Literal["counter-clockwise from the dealer's right"]
    best_five_of: Literal[6]
    table_stakes: Literal["does not apply"]
