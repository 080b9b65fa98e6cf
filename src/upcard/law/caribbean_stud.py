"""What an edition of Caribbean stud has to say: one field for each rule, in the law's order.

A field that may be `None` is one on which an edition may be silent, which its text must say. A value that only one
word can take is one that the games know no other way to play: an edition that says otherwise fails at load.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from upcard.cards.lowest_hand import lowest_value
from upcard.law.caribbean_stud_checks import CHECKS
from upcard.law.clause import (
    YES,
    BonusTables,
    Cut,
    DealOrder,
    Dollars,
    EnvyByWager,
    FiveCardLine,
    HandName,
    Line,
    LowestHand,
    MeterShare,
    Multiple,
    OddsFor,
    OddsTo,
    Percent,
    Positive,
    Returned,
    ScheduleText,
)

ShuffleMethod = Literal["hand", "shuffler", "pre-shuffled"]
MeterValue = Literal["initial and reset amount", "rate of progression"]
"""What a licensee has approved of a meter, or submits."""
Verified = Literal["hand", "light", "floorperson", "supervisor"]
"""What is verified of an award, or who does it."""
JackpotEnd = Literal[
    "top award won", "easier criteria", "liability to another game", "liability and fund to another licensee"
]
UpCard = Annotated[int, Meta(ge=1, le=5)]


class CaribbeanStudLaw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of Caribbean stud as one edition sets, permits or leaves them."""

    STEPS: ClassVar[tuple[str, ...]] = ("DealUnseen", "CompleteDealer", "TurnUpCard", "Reveal", "ShowHand", "Settle")
    CONDITIONS: ClassVar[dict[str, tuple[str, ...]]] = {
        "dealing": ("manual-shoe", "from-hand", "automated-shoe", "singly", "groups"),
        "phase": ("closed", "settling"),
        "kind": ("misdeal", "no_hand", "hand", "progressive", "envy", "five_card", "cover_all"),
        "dealer": ("qualifies", "no hand"),
        "hand": ("wins", "loses", "ties"),
        "awarded": YES,
        "stays": ("progressive", "envy"),
        "envy": ("at stake",),
        "forfeits": ("bonus", "cover_all"),
        **dict.fromkeys(
            ("offers", "placed", "without"),
            ("progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all", "tip"),
        ),
    }
    """`kind` is the step of the settlement; `dealer` the dealer's hand and `hand` the player's against it, once they
    are turned up; `awarded` whether the progressive or five card wager of the step wins; `stays` what a hand is left on
    the table for; `envy` whether it could come of the wagers and hands that are there; `forfeits` what a fold gives up
    besides the ante, of what still lies there; `offers` what the table takes beside the ante."""

    NEEDED: ClassVar[tuple[str, ...]] = (
        "dealt_singly", "stub_racked", "no_hand_ante", "no_hand_bet", "no_hand_paid", "tip_follows_ante",
        "misdeal_progressive",
    )  # fmt: skip
    """Rules on which an edition may be silent and that a new one starts with: there is a way to deal."""

    CHECKS: ClassVar = CHECKS

    def faults(self) -> Iterator[tuple[str, str]]:
        """What no table can be run by, though each value by itself is one: the rule, and why."""
        try:
            always = not lowest_value(self.dealer_qualifies_with)
        except ValueError as error:
            yield "dealer_qualifies_with", str(error)
            return
        for rule in ("no_hand_ante", "no_hand_bet", "no_hand_paid"):
            if getattr(self, rule) is None and not always:
                yield rule, f"with {self.dealer_qualifies_with} the dealer may have no hand, so that it must be said"

    # The table and its cards
    glossary: dict[str, str] | None
    single_deck: Literal[1]
    deck_accessories: tuple[Literal["cut card", "cover card"], ...] | None
    designated_table: Literal[True] | None
    required_devices: tuple[str, ...] | None
    hand_size: Literal[5]
    one_hand_per_player: Literal[1]
    second_deck_needs: Literal["shuffler"] | None
    second_deck_alternates: Literal["every round"] | None
    racked_decks_at_once: Literal[1] | None
    # Opening
    deck_inspected_by: Literal["dealer"] | None
    deck_verified_by: Literal["floorperson"] | None
    deck_spread: Literal["face up by suit and in sequence"] | None
    deck_washed: Literal[True] | None
    each_deck_opened: Literal["separately"] | None
    first_player_sees: Literal["before each wash"] | None
    # Shuffle and cut
    shuffled_every_round: Literal[True]
    last_cards_shuffled: Literal["before they are dealt again"]
    shuffle_methods: tuple[ShuffleMethod, ...]
    cut_after: tuple[ShuffleMethod, ...]
    cut_minimum: Cut | None
    recut_ordered_by: Literal["supervisor"] | None
    idle_cards_spread: Literal["face up or face down"] | None
    # Ranking
    card_order: Literal["AKQJT98765432"]
    hand_ranks: tuple[HandName, ...]
    same_rank_decided_by: Literal["highest card not shared"]
    # Wagers
    ante_required: Literal[True]
    tip_area: Literal["ante", "none"]
    tip_ceiling: Literal["ante"] | None
    tip_follows_ante: OddsTo | None
    verbal_cash_wagers: Literal[False] | None
    match_play: OddsTo | None
    match_play_ceiling: Literal["ante"] | None
    wagers_frozen_after: str
    progressive_device: Literal["coin sensor", "coin-in slot", "acceptor"]
    progressive_amount: str
    progressive_coupon: Dollars | None
    classic_wager: Dollars | None
    elected_wager_tables: tuple[str, ...] | None
    seated_players_only: Literal[True] | None
    limit: Dollars | None
    limit_applies_to: tuple[Literal["total", "each-wager"], ...] | None
    limit_combines: Literal["progressive"] | None
    table_stakes: Literal["does not apply"] | None
    # Lock-out and contribution
    lock_out: Literal["keypad", "no more bets"]
    lock_out_cleared: Literal["after the hand"] | None
    contribution_at: Literal["lock-out", "token"]
    progressive_chips_counted: Literal["equal to the accepted wagers"] | None
    chips_miscounted: Literal["all void"] | None
    keypad_reset: Literal["logged"] | None
    # The deal
    dealt_singly: DealOrder | None
    dealt_in_groups: DealOrder | None
    manual_shoe: Literal["registered to the table"] | None
    manual_shoe_hidden: Literal[True] | None
    manual_shoe_drawing_hand: Literal["nearest the shoe"] | None
    manual_shoe_order: DealOrder | None
    manual_shoe_stub: Literal["unexposed"] | None
    from_hand: Literal["allowed"] | None
    from_hand_hidden: Literal[True] | None
    from_hand_needs: Literal["shuffler"] | None
    from_hand_order: DealOrder | None
    from_hand_stub: Literal["unexposed"] | None
    from_hand_stub_count: Positive | None
    automated_shoe: Literal["approved with its place and procedure"] | None
    automated_shoe_hidden: Literal[True] | None
    automated_shoe_lock_out: Literal["before the first stack"] | None
    automated_shoe_order: Literal["stacks"] | None
    automated_shoe_stub: Literal["unexposed"] | None
    automated_shoe_stub_count: Positive | None
    automated_shoe_up_card: UpCard | None
    counting_shuffler: Literal["no stub count"] | None
    stub_racked: Literal["unexposed"] | None
    stub_counted_every: Positive | None
    full_count_racked: Literal[52] | None
    stub_count_wrong: Literal["all void"] | None
    misdealt_deck_total: Literal[52] | None
    wrong_deck: Literal["all void"] | None
    counted_deck_spared: Literal["the deck that was counted"] | None
    # Decisions
    decision_choices: tuple[Literal["fold", "bet"], ...]
    asked_clockwise: Literal[True] | None
    decision_final: Literal[True] | None
    cards_touched_by: tuple[Literal["player", "dealer", "floorperson", "supervisor"], ...] | None
    cards_in_view: str | None
    bet_placed: Literal["after the deal"] | None
    bet_multiple: Multiple
    fold_forfeits_ante: Literal[True]
    fold_forfeits: tuple[Literal["bonus", "progressive"], ...]
    fold_keeps: tuple[Literal["five_card_player", "five_card_dealer", "envy"], ...]
    folded_cards_collected: Literal["at once", "when all have decided"]
    forfeits_collected_first: Literal[True] | None
    # Ante and bet
    dealer_qualifies_with: LowestHand
    no_hand_ante: OddsTo | None
    no_hand_bet: Returned | None
    no_hand_paid: Literal["at once", "in turn"] | None
    no_hand_cards_collected: Literal["one player at a time"] | None
    higher_hand_wins: Literal[True]
    tie: Literal["push", "player wins", "dealer wins"]
    ante_odds: OddsTo
    bet_schedule_posted: Literal[True] | None
    bet_royal_flush: OddsTo
    bet_straight_flush: OddsTo
    bet_four_of_a_kind: OddsTo
    bet_full_house: OddsTo
    bet_flush: OddsTo
    bet_straight: OddsTo
    bet_three_of_a_kind: OddsTo
    bet_two_pair: OddsTo
    bet_pair_or_less: OddsTo
    settlement_order: Literal["counter-clockwise from the dealer's right"]
    cards_racked_in_turn: Literal["racked", "spread, counted, racked"]
    hands_reconstructable: Literal[True] | None
    # Bonus
    bonus_tables: BonusTables | None
    bonus_settled: Literal["whoever outranks"] | None
    side_wagers_settled: Literal["in every case"] | None
    # Progressive
    progressive_needs_wager: Literal[True]
    progressive_irrespective_of_dealer: Literal[True]
    progressive_payout_hand: Literal["as the schedule pays"]
    progressive_awards_per_hand: Literal[1] | None
    progressive_settled: Literal["in turn", "after all"]
    progressive_tables: dict[str, ScheduleText]
    classic_royal_flush: MeterShare | None
    classic_straight_flush: dict[str, Line] | None
    classic_four_of_a_kind: Dollars | None
    classic_full_house: Dollars | None
    classic_flush: Dollars | None
    schedule_fixed: str | None
    percentage_source: Literal["meter"]
    percentage_rounding: Literal["down to the cent"]
    awards_from: tuple[Literal["tray", "meter"], ...]
    meter_floor: Literal["seed"] | None
    same_round_jackpots: tuple[Literal["in-turn", "split"], ...]
    split_odd_cents: Literal["stay in the meter"] | None
    full_award_resets_to: Literal["seed plus reserve"]
    progression_rate_minimum: Percent | None
    progression_rate_over: Literal["all levels", "each level"] | None
    progression_beyond_limit: Literal["to the reserve", "to the meter alone"] | None
    meter_approval: tuple[MeterValue, ...] | None
    seeds_scale: Literal["with the wager"]
    winner_key: Literal["second press undoes"] | None
    supervisor_called: Literal[True] | None
    supervisor_verifies: Literal["verifies, announces, pays"] | None
    supervisor_verifies_no_hand: Literal["verifies, announces, pays"] | None
    progressive_verification: tuple[Verified, ...] | None
    hand_confirmed_by: tuple[Literal["floorperson", "supervisor"], ...] | None
    award_verification: tuple[Verified, ...] | None
    # Envy
    envy_to: Literal["other players with the progressive wager"]
    envy_hands: tuple[HandName, ...]
    envy_scales: Literal["with the receiver's wager"]
    envy_by_wager: EnvyByWager | None
    envy_paid: Literal["in turn", "end of round"]
    envy_hand_stays: Literal["until all payments are made"] | None
    folded_hand_envy: Literal["brings none"]
    void_hand_envy: Literal["brings none, receives none"]
    # Jackpots and links
    jackpot_terms_scope: str | None
    jackpot_ends_by: tuple[JackpotEnd, ...] | None
    suspension_causes: tuple[str, ...] | None
    suspension_days: Positive | None
    eased_hand_paid: Literal["the larger award"] | None
    eased_terms_end: Literal["with the top award"] | None
    ended_jackpot_holds: Literal["the seed alone"] | None
    liability_moves_to: Literal["any other jackpot"] | None
    tables_may_link: bool | None
    unlinked_tables: tuple[str, ...] | None
    link_tables: dict[str, ScheduleText] | None
    link_cards: Literal[5] | None
    linked_titles_share: tuple[Literal["pay table", "wager", "decks"], ...] | None
    straight_flush_includes_royal: Literal[True] | None
    # Five card hand bonus
    five_card_table: dict[HandName, FiveCardLine] | None
    five_card_wager: Dollars | None
    five_card_hands: tuple[Literal["player", "dealer"], ...] | None
    five_card_verification: tuple[Literal["hand", "floorperson"], ...] | None
    five_card_verified_from: OddsFor | None
    five_card_seed_minimum: Dollars | None
    five_card_submission: tuple[MeterValue, ...] | None
    dealer_award_divided: Literal["equally"] | None
    dealer_award_worked_out: Literal["at the first backer's turn"] | None
    magic_card: OddsFor | None
    lucky: OddsFor | None
    draws_paid_on: Literal["each five card hand bonus wager"] | None
    draw_probability: Literal["elected"] | None
    # Cover all
    cover_all_placed: Literal["before the round"] | None
    cover_all_lowest: HandName | None
    cover_all_varies: Literal[True] | None
    cover_all_shuffler_mode: Literal["cover all"] | None
    cover_all_display: Literal["after the dealer's hand is removed"] | None
    cover_all_unshown: Literal["goes back"] | None
    cover_all_eight: dict[HandName, OddsTo] | None
    cover_all_awards: Literal[1] | None
    cover_all_hands_stay: HandName | None
    cover_all_also_stays: HandName | None
    cover_all_replaced: Literal["by a higher hand"] | None
    cover_all_last: Literal[True] | None
    cover_all_columns: dict[str, dict[HandName, OddsTo]] | None
    cover_all_counts: tuple[Literal["hands", "players"], ...] | None
    cover_all_excludes: tuple[Literal["folded", "void"], ...] | None
    cover_all_after_fold: tuple[Literal["forfeited", "stands"], ...] | None
    # Irregularities
    player_wrong_count: Literal["dead", "void"]
    dealer_wrong_count: Literal["progressive-only", "all-void"]
    dealer_completes_from: Literal[4] | None
    dealer_completed_times: Literal[1] | None
    void_hand_returns: Literal["every wager"]
    paid_percentage: Literal["stays with its winner"]
    misdeal_progressive: Literal["judged"] | None
    misdeal_envy: tuple[Literal["played-hands", "all-hands"], ...] | None
    misdeal_found_at: tuple[Literal["stub count", "deal"], ...] | None
    hole_card_exposed: Literal["all void"] | None
    exposed_hole_card: tuple[Literal["void", "play-on"], ...] | None
    face_up_card: Literal[1] | None
    card_drawn_in_error: Literal["next card"] | None
    shuffler_jam: Literal["reshuffle"] | None
    shoe_jam: Literal["round void"] | None
    device_removed_first: Literal[True] | None
