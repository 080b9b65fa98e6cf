"""What each edition says, rule by rule, written out from the rule texts."""

from __future__ import annotations

from typing import Any

import pytest

from upcard.law import edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.law.clause import DealOrder

STUD = ("sd-2011", "sd-2015", "ma")


@pytest.mark.parametrize(
    ("rule", "old", "new", "ma"),
    [
        pytest.param("single_deck", 1, 1, 1, marks=pytest.mark.rule("single_deck")),
        pytest.param("hand_size", 5, 5, 5, marks=pytest.mark.rule("hand_size")),
        pytest.param("one_hand_per_player", 1, 1, 1, marks=pytest.mark.rule("one_hand_per_player")),
        pytest.param("designated_table", True, True, None, marks=pytest.mark.rule("designated_table")),
        pytest.param("bet_multiple", 2, 2, 2, marks=pytest.mark.rule("bet_multiple")),
        pytest.param("ante_odds", "1 to 1", "1 to 1", "1 to 1", marks=pytest.mark.rule("ante_odds")),
        pytest.param("no_hand_ante", "1 to 1", "1 to 1", "1 to 1", marks=pytest.mark.rule("no_hand_ante")),
        pytest.param("limit", "$100", "$100", None, marks=pytest.mark.rule("limit")),
        pytest.param("classic_wager", "$1", "$1", None, marks=pytest.mark.rule("classic_wager")),
        pytest.param("progressive_coupon", None, None, "$1", marks=pytest.mark.rule("progressive_coupon")),
        pytest.param(
            "progressive_device", "coin-in slot", "coin sensor", "acceptor",
            marks=pytest.mark.rule("progressive_device"),
        ),
        pytest.param("contribution_at", "token", "lock-out", "lock-out", marks=pytest.mark.rule("contribution_at")),
        pytest.param("lock_out", "keypad", "keypad", "no more bets", marks=pytest.mark.rule("lock_out")),
        pytest.param("lock_out_cleared", "after the hand", None, None, marks=pytest.mark.rule("lock_out_cleared")),
        pytest.param("keypad_reset", None, "logged", None, marks=pytest.mark.rule("keypad_reset")),
        pytest.param("winner_key", None, "second press undoes", None, marks=pytest.mark.rule("winner_key")),
        pytest.param("supervisor_called", None, True, None, marks=pytest.mark.rule("supervisor_called")),
        pytest.param(
            "supervisor_verifies", "verifies, announces, pays", None, None,
            marks=pytest.mark.rule("supervisor_verifies"),
        ),
        pytest.param("tip_area", "ante", "ante", "none", marks=pytest.mark.rule("tip_area")),
        pytest.param("tip_ceiling", "ante", "ante", None, marks=pytest.mark.rule("tip_ceiling")),
        pytest.param("match_play", None, None, "1 to 1", marks=pytest.mark.rule("match_play")),
        pytest.param("cut_minimum", None, None, 10, marks=pytest.mark.rule("cut_minimum")),
        pytest.param(
            "cut_after", ("hand", "shuffler"), ("hand", "shuffler"), ("hand", "pre-shuffled"),
            marks=pytest.mark.rule("cut_after"),
        ),
        pytest.param(
            "shuffle_methods", ("hand", "shuffler"), ("hand", "shuffler"), ("hand", "shuffler", "pre-shuffled"),
            marks=pytest.mark.rule("shuffle_methods"),
        ),
        pytest.param("stub_counted_every", None, None, 5, marks=pytest.mark.rule("stub_counted_every")),
        pytest.param("from_hand_stub_count", None, None, 5, marks=pytest.mark.rule("from_hand_stub_count")),
        pytest.param("automated_shoe_stub_count", None, None, 5, marks=pytest.mark.rule("automated_shoe_stub_count")),
        pytest.param("full_count_racked", None, None, 52, marks=pytest.mark.rule("full_count_racked")),
        pytest.param(
            "fold_forfeits", ("progressive",), ("progressive",), ("bonus", "progressive"),
            marks=pytest.mark.rule("fold_forfeits"),
        ),
        pytest.param(
            "fold_keeps", ("envy",), ("envy",), ("five_card_player", "five_card_dealer", "envy"),
            marks=pytest.mark.rule("fold_keeps"),
        ),
        pytest.param("player_wrong_count", "dead", "dead", "void", marks=pytest.mark.rule("player_wrong_count")),
        pytest.param(
            "dealer_wrong_count", "progressive-only", "progressive-only", "all-void",
            marks=pytest.mark.rule("dealer_wrong_count"),
        ),
        pytest.param("dealer_completes_from", None, None, 4, marks=pytest.mark.rule("dealer_completes_from")),
        pytest.param("no_hand_paid", "at once", "at once", "in turn", marks=pytest.mark.rule("no_hand_paid")),
        pytest.param(
            "progressive_settled", "after all", "after all", "in turn", marks=pytest.mark.rule("progressive_settled")
        ),
        pytest.param("envy_paid", "end of round", "end of round", "in turn", marks=pytest.mark.rule("envy_paid")),
        pytest.param(
            "envy_hands", ("royal_flush", "straight_flush"), ("royal_flush", "straight_flush"),
            ("royal_flush", "straight_flush"), marks=pytest.mark.rule("envy_hands"),
        ),
        pytest.param("progression_rate_minimum", None, None, "70%", marks=pytest.mark.rule("progression_rate_minimum")),
        pytest.param("five_card_seed_minimum", None, None, "$10,000", marks=pytest.mark.rule("five_card_seed_minimum")),
        pytest.param(
            "eased_hand_paid", "the larger award", "the larger award", None, marks=pytest.mark.rule("eased_hand_paid")
        ),
        pytest.param(
            "eased_terms_end", "with the top award", "with the top award", None,
            marks=pytest.mark.rule("eased_terms_end"),
        ),
        pytest.param("five_card_wager", None, None, "$1", marks=pytest.mark.rule("five_card_wager")),
        pytest.param("unlinked_tables", None, None, ("A", "B", "C", "E"), marks=pytest.mark.rule("unlinked_tables")),
        pytest.param("tables_may_link", True, True, None, marks=pytest.mark.rule("tables_may_link")),
        pytest.param(
            "linked_titles_share", None, None, ("pay table", "wager", "decks"),
            marks=pytest.mark.rule("linked_titles_share"),
        ),
        pytest.param("link_cards", None, None, 5, marks=pytest.mark.rule("link_cards")),
        pytest.param("magic_card", None, None, "20 for 1", marks=pytest.mark.rule("magic_card")),
        pytest.param("lucky", None, None, "5 for 1", marks=pytest.mark.rule("lucky")),
        pytest.param("cover_all_lowest", None, None, "three_of_a_kind", marks=pytest.mark.rule("cover_all_lowest")),
        pytest.param("cover_all_hands_stay", None, None, "straight", marks=pytest.mark.rule("cover_all_hands_stay")),
        pytest.param(
            "cover_all_also_stays", None, None, "three_of_a_kind", marks=pytest.mark.rule("cover_all_also_stays")
        ),
        pytest.param(
            "jackpot_ends_by",
            ("top award won", "easier criteria", "liability to another game", "liability and fund to another licensee"),
            ("top award won", "easier criteria", "liability to another game", "liability and fund to another licensee"),
            None,
            marks=pytest.mark.rule("jackpot_ends_by"),
        ),
        pytest.param(
            "required_devices", ("progressive system", "signage"), ("progressive system", "signage"), None,
            marks=pytest.mark.rule("required_devices"),
        ),
        pytest.param(
            "dealt_singly", DealOrder("singly", 5), DealOrder("singly", 5), None, marks=pytest.mark.rule("dealt_singly")
        ),
        pytest.param(
            "dealt_in_groups", DealOrder("stacks", 5), DealOrder("stacks", 5), None,
            marks=pytest.mark.rule("dealt_in_groups"),
        ),
        pytest.param(
            "manual_shoe_order", None, None, DealOrder("singly", 1), marks=pytest.mark.rule("manual_shoe_order")
        ),
        pytest.param("from_hand_order", None, None, DealOrder("singly", 1), marks=pytest.mark.rule("from_hand_order")),
        pytest.param("automated_shoe_up_card", None, None, 5, marks=pytest.mark.rule("automated_shoe_up_card")),
    ],
)  # fmt: skip
def test_caribbean_stud(rule: str, old: Any, new: Any, ma: Any) -> None:
    assert [getattr(edition(id).law, rule) for id in STUD] == [old, new, ma]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        pytest.param("single_deck", 1, marks=pytest.mark.rule("single_deck")),
        pytest.param("insurance_divisor", 2, marks=pytest.mark.rule("insurance_divisor")),
        pytest.param("burn_cards", 1, marks=pytest.mark.rule("burn_cards")),
        pytest.param("first_cards", 2, marks=pytest.mark.rule("first_cards")),
        pytest.param("community_cards", 1, marks=pytest.mark.rule("community_cards")),
        pytest.param("first_bet_multiple", 1, marks=pytest.mark.rule("first_bet_multiple")),
        pytest.param("second_bet_multiple", 1, marks=pytest.mark.rule("second_bet_multiple")),
        pytest.param("bonus_card_multiple", 1, marks=pytest.mark.rule("bonus_card_multiple")),
        pytest.param("best_five_of", 6, marks=pytest.mark.rule("best_five_of")),
        pytest.param("final_choices", ("stand", "discard", "card"), marks=pytest.mark.rule("final_choices")),
        pytest.param("odds_apply_to", ("ante", "bet_1", "bet_2"), marks=pytest.mark.rule("odds_apply_to")),
    ],
)
def test_bonus_six(rule: str, value: Any) -> None:
    assert getattr(edition("sd-bonus6").law, rule) == value


@pytest.mark.rule("hand_ranks", "card_order")
def test_the_ranking_is_the_same_everywhere() -> None:
    for id in (*STUD, "sd-bonus6"):
        law = edition(id).law
        assert law.card_order == "AKQJT98765432"
        assert " ".join(law.hand_ranks) == (
            "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
            " two_pair pair high_card"
        )


def test_the_two_south_dakota_editions_differ_in_these_rules_alone() -> None:
    old, new = edition("sd-2011").law, edition("sd-2015").law
    assert isinstance(old, CaribbeanStudLaw)
    differing = {rule for rule in old.__struct_fields__ if getattr(old, rule) != getattr(new, rule)}
    assert differing == {
        "progressive_device", "contribution_at", "wagers_frozen_after", "lock_out_cleared", "keypad_reset",
        "winner_key", "supervisor_called", "supervisor_verifies", "supervisor_verifies_no_hand",
    }  # fmt: skip
