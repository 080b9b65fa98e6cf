"""The scripts of the evenings: who comes and goes, what is wagered, dealt and decided, and what goes wrong."""

from __future__ import annotations

from tests.rounds.evening import Evening, Round

ANTE = "$10.00 on the ante"
LOW = "8♣ 7♦ 4♦ 3♥ 2♥"
NINES = "9♣ 9♦ 4♠ J♥ 2♣"
ACE_KING = "A♥ K♦ 5♠ 4♣ 2♦"
QUEEN_HIGH = "Q♥ J♦ 5♠ 4♥ 2♠"

MANUAL_SHOE = Evening(
    "ma/20-evening-manual-shoe.txt",
    """\
    A whole evening from a manual shoe, shuffled by hand; after a closing a pre-shuffled deck opens the table
    Rules: deck_inspected_by, deck_verified_by, deck_spread, deck_washed, shuffled_every_round, shuffle_methods,
      cut_after, cut_minimum, recut_ordered_by, idle_cards_spread, manual_shoe, manual_shoe_order,
      manual_shoe_drawing_hand, manual_shoe_stub, stub_counted_every, full_count_racked, lock_out,
      progressive_chips_counted, face_up_card, player_wrong_count, progressive_verification, award_verification,
      envy_paid, five_card_verification, bonus_settled, no_hand_paid, tie, hands_reconstructable
    Edition: ma
    House elections: dealing manual-shoe; real cards; progressive D; bonus B; five card; deck R-1041 red anchor
      yellow green
    Meters: main $50,123.45, seed $10,000.00, reserve $120.00; five_card $12,000.00, seed $10,000.00
    People: Dee, dealer; Flo, floorperson; Sue, supervisor; Ann, seat 1; Bob, seat 3; Cat, seat 5
    By hand: what each step has done by hand stands under it the first time.
    """,
    [
        "Dee opens the table",
        "Ann takes seat 1",
        "Bob takes seat 3",
        Round(
            {"Ann": ANTE, "Bob": f"{ANTE} and $5.00 on the bonus"},
            {"Ann": LOW, "Bob": NINES, "dealer": ACE_KING},
            {"Ann": "folds"},
            before={"LockOut": ["Sue has the red deck cut again"]},
        ),
        "Cat takes seat 5",
        Round(
            {"Ann": f"{ANTE} and $5.00 on the bonus", "Bob": ANTE, "Cat": f"{ANTE} and $1.00 on the progressive"},
            {"Ann": "T♣ T♦ 4♠ J♥ 2♣", "Bob": LOW, "Cat": "A♣ J♣ 7♣ 6♣ 3♣", "dealer": QUEEN_HIGH},
            {"Bob": "folds"},
            before={"DealUnseen": ["Dee reports a card found face up"]},
        ),
        Round(
            {"Ann": ANTE, "Bob": ANTE, "Cat": ANTE},
            {"Ann": "A♦ K♥ Q♠ J♣ 9♥", "Bob": "K♣ Q♥ 8♦ 5♠ 3♣", "dealer": "A♣ K♠ Q♦ J♥ 9♣"},
            counts={"Cat": 6},
        ),
        Round(
            {
                "Ann": f"{ANTE} and $5.00 on the progressive",
                "Bob": f"{ANTE} and $1.00 on the progressive",
                "Cat": f"{ANTE} and $1.00 on the progressive",
            },
            {"Ann": NINES, "Bob": LOW, "Cat": "9♥ 8♥ 7♥ 6♥ 5♥", "dealer": "K♦ K♠ J♦ 5♠ 2♠"},
            {"Bob": "folds"},
        ),
        Round(
            {
                "Ann": f"{ANTE} and $1.00 on the dealer's five card hand",
                "Bob": f"{ANTE} and $1.00 on the own five card hand",
            },
            {"Ann": NINES, "Bob": "7♣ 7♦ 7♥ 7♠ 2♠", "dealer": "K♦ T♦ 8♦ 5♦ 3♦"},
        ),
        "Ann leaves seat 1",
        "Bob leaves seat 3",
        "Cat leaves seat 5",
        "Dee spreads the idle cards face down",
        "Ann takes seat 1",
        Round({"Ann": ANTE}, {"Ann": LOW, "dealer": ACE_KING}, {"Ann": "folds"}),
        "Ann leaves seat 1",
        "Flo closes the table",
        "Dee opens the table",
        Round(
            {"Bob": ANTE},
            {"Bob": NINES, "dealer": ACE_KING},
            before={
                "InspectDeck": [
                    "Flo brings the red deck R-1042",
                    "Bob takes seat 3",
                    "Dee puts the pre-shuffled red deck on the table",
                ]
            },
        ),
        "Bob leaves seat 3",
        "Flo closes the table",
    ],
)

FROM_THE_HAND = Evening(
    "ma/21-evening-from-the-hand.txt",
    """\
    A whole evening from the dealer's hand: two decks from the shuffler in turn, a royal flush, a deck that is withdrawn
    Rules: each_deck_opened, second_deck_alternates, racked_decks_at_once, shuffler_jam, from_hand, from_hand_needs,
      from_hand_order, from_hand_stub, from_hand_stub_count, stub_count_wrong, dealer_completes_from,
      full_award_resets_to, percentage_source, progressive_verification, idle_cards_spread, single_deck,
      deck_accessories
    Edition: ma
    House elections: dealing from-hand; shuffler; real cards; progressive D; bonus A; deck R-1041 red anchor yellow
      green; deck B-2207 blue anchor yellow green; deck R-1042 red anchor yellow green
    Meters: main $50,123.45, seed $10,000.00, reserve $120.00
    People: Dee, dealer; Flo, floorperson; Sue, supervisor; Ann, seat 1; Bob, seat 4; Cat, seat 6
    By hand: what each step has done by hand stands under it the first time.
    """,
    [
        "Dee opens the table",
        "Ann takes seat 1",
        "Cat takes seat 6",
        Round(
            {"Ann": ANTE, "Cat": f"{ANTE} and $5.00 on the bonus"},
            {"Ann": LOW, "Cat": "J♣ J♦ 4♠ 4♥ 2♣", "dealer": ACE_KING},
            {"Ann": "folds"},
            before={"ShuffleDeck": ["Dee reports that the shuffler jams with the red deck"]},
        ),
        "Bob takes seat 4",
        Round(
            {"Ann": ANTE, "Bob": ANTE, "Cat": ANTE},
            {"Ann": NINES, "Bob": LOW, "Cat": "K♣ Q♠ 8♦ 5♦ 3♣", "dealer": QUEEN_HIGH},
            {"Bob": "folds"},
            counts={"dealer": 4},
        ),
        Round(
            {
                "Ann": f"{ANTE} and $1.00 on the progressive",
                "Bob": f"{ANTE} and $1.00 on the progressive",
                "Cat": f"{ANTE} and $5.00 on the progressive",
            },
            {"Ann": LOW, "Bob": "A♠ K♠ Q♠ J♠ T♠", "Cat": "6♣ 6♦ 6♥ 5♥ 5♣", "dealer": "A♥ K♦ K♣ 9♠ 4♣"},
            {"Ann": "folds"},
        ),
        Round({"Bob": ANTE}, {"Bob": "A♦ K♥ Q♠ J♣ 9♥", "dealer": "A♣ K♠ Q♦ J♥ 9♣"}),
        Round(
            {"Ann": ANTE},
            {"Ann": LOW, "dealer": ACE_KING},
            before={"CountStub": ["Dee counts 41 cards in the stub"]},
        ),
        "Ann leaves seat 1",
        "Bob leaves seat 4",
        "Cat leaves seat 6",
        "Dee spreads the idle cards face up",
        "Flo brings the red deck R-1042",
        "Ann takes seat 1",
        Round({"Ann": ANTE}, {"Ann": NINES, "dealer": ACE_KING}),
        "Ann leaves seat 1",
        "Flo closes the table",
        "Flo opens the table",
        "Cat takes seat 6",
        Round({"Cat": ANTE}, {"Cat": NINES, "dealer": QUEEN_HIGH}),
        "Cat leaves seat 6",
        "Flo closes the table",
    ],
)

AUTOMATED_SHOE = Evening(
    "ma/22-evening-automated-shoe.txt",
    """\
    A whole evening from an automated shoe with a shuffler that counts: cover all, the five card hand bonus, a jam
    Rules: automated_shoe, automated_shoe_order, automated_shoe_up_card, automated_shoe_lock_out,
      automated_shoe_stub, counting_shuffler, shoe_jam, cover_all_shuffler_mode, cover_all_display,
      cover_all_hands_stay, cover_all_replaced, cover_all_last, five_card_hands, dealer_award_divided,
      idle_cards_spread
    Edition: ma
    House elections: dealing automated-shoe; counting shuffler; cover all; five card; bonus C; real cards;
      progressive D
    Meters: main $20,000.00, seed $10,000.00; five_card $12,000.00, seed $10,000.00
    People: Dee, dealer; Flo, floorperson; Sue, supervisor; Ann, seat 1; Bob, seat 3; Cat, seat 5
    By hand: what each step has done by hand stands under it the first time.
    """,
    [
        "Dee opens the table",
        "Bob takes seat 3",
        "Ann takes seat 1",
        "Cat takes seat 5",
        Round(
            {
                "Ann": f"{ANTE} and $5.00 on cover all",
                "Bob": f"{ANTE} and $5.00 on cover all",
                "Cat": f"{ANTE} and $5.00 on the bonus",
            },
            {"Ann": "9♥ 8♠ 7♥ 6♦ 5♦", "Bob": "T♣ T♥ T♦ 8♣ 6♠", "Cat": "Q♣ Q♦ 8♥ 8♦ 2♣", "dealer": "A♥ K♦ J♠ 4♣ 2♦"},
        ),
        Round(
            {
                "Ann": f"{ANTE}, $5.00 on the bonus, $1.00 on the own five card hand and $5.00 on cover all",
                "Bob": ANTE,
            },
            {"Ann": LOW, "Bob": NINES, "dealer": QUEEN_HIGH},
            {"Ann": "folds"},
            before={"ReportShufflerCount": ["Dee reads 51 cards of the red deck on the shuffler"]},
        ),
        Round(
            {"Ann": ANTE, "Cat": ANTE},
            {"Ann": LOW, "Cat": NINES, "dealer": ACE_KING},
            before={"DealUnseen": ["Dee reports a jam of the automated shoe"]},
        ),
        Round(
            {
                "Ann": f"{ANTE}, $1.00 on the progressive and $1.00 on the dealer's five card hand",
                "Bob": f"{ANTE} and $1.00 on the dealer's five card hand",
                "Cat": f"{ANTE}, $1.00 on the progressive and $1.00 on the own five card hand",
            },
            {"Ann": NINES, "Bob": LOW, "Cat": "K♥ T♥ 8♥ 5♥ 3♥", "dealer": "8♠ 7♠ 6♠ 5♠ 4♣"},
            {"Bob": "folds"},
        ),
        Round(
            {
                "Ann": f"{ANTE} and $1.00 on the dealer's five card hand",
                "Bob": f"{ANTE} and $1.00 on the dealer's five card hand",
            },
            {"Ann": "A♦ K♥ Q♠ J♣ 9♥", "Bob": LOW, "dealer": "9♠ 8♠ 7♠ 6♠ 5♠"},
            {"Bob": "folds"},
        ),
        "Ann leaves seat 1",
        "Bob leaves seat 3",
        "Cat leaves seat 5",
        "Dee spreads the idle cards face up",
        "Ann takes seat 1",
        Round({"Ann": ANTE}, {"Ann": "A♣ K♣ Q♠ J♣ 9♥", "dealer": "A♦ K♠ Q♦ J♥ 9♣"}),
        "Ann leaves seat 1",
        "Flo closes the table",
        "Dee opens the table",
        "Ann takes seat 1",
        Round({"Ann": ANTE}, {"Ann": LOW, "dealer": ACE_KING}, {"Ann": "folds"}),
        "Ann leaves seat 1",
        "Flo closes the table",
    ],
)

PLAIN_SHUFFLER = Evening(
    "ma/23-evening-automated-shoe-with-a-stub-count.txt",
    """\
    A whole evening from an automated shoe with a shuffler that does not count: the stub is counted in the fifth round
    Rules: automated_shoe_order, automated_shoe_up_card, automated_shoe_stub, automated_shoe_stub_count,
      full_count_racked
    Edition: ma
    House elections: dealing automated-shoe; shuffler; real cards
    People: Dee, dealer; Flo, floorperson; Sue, supervisor; Ann, seat 1
    By hand: what each step has done by hand stands under it the first time.
    """,
    [
        "Dee opens the table",
        "Ann takes seat 1",
        Round({"Ann": ANTE}, {"Ann": LOW, "dealer": ACE_KING}, {"Ann": "folds"}),
        Round({"Ann": ANTE}, {"Ann": NINES, "dealer": ACE_KING}),
        Round({"Ann": ANTE}, {"Ann": NINES, "dealer": QUEEN_HIGH}),
        Round({"Ann": ANTE}, {"Ann": "K♣ Q♠ 8♦ 5♦ 3♣", "dealer": ACE_KING}),
        Round({"Ann": ANTE}, {"Ann": "A♦ K♥ Q♠ J♣ 9♥", "dealer": "A♣ K♠ Q♦ J♥ 9♣"}),
        "Ann leaves seat 1",
        "Flo closes the table",
    ],
)

SOUTH_DAKOTA = """\
    People: Dee, dealer; Flo, floorperson; Sue, supervisor; Ann, seat 1; Bob, seat 3; Cat, seat 5
    By hand: what each step has done by hand stands under it the first time."""
MAIN = "    Meters: main $50,123.45, seed $10,000.00, reserve $120.00\n"
PROGRESSIVE = f"{ANTE} and $1.00 on the progressive"


def _south_dakota() -> list[str | Round]:
    """Folds, a loss, a push, no hand, a progressive winner, and a straight flush that brings envy."""
    return [
        "Dee opens the table",
        "Ann takes seat 1",
        "Bob takes seat 3",
        Round(
            {"Ann": ANTE, "Bob": f"{ANTE} and $5.00 on a tip"},
            {"Ann": LOW, "Bob": NINES, "dealer": "K♦ 5♠ 4♣ 2♦ A♥"},
            {"Ann": "folds"},
        ),
        "Cat takes seat 5",
        Round(
            {"Ann": ANTE, "Bob": ANTE, "Cat": PROGRESSIVE},
            {"Ann": "A♦ K♥ Q♠ J♣ 9♥", "Bob": "K♣ Q♥ 8♦ 5♠ 3♣", "Cat": "A♠ J♠ 7♠ 6♠ 3♠", "dealer": "A♣ K♠ Q♦ J♥ 9♣"},
        ),
        Round(
            {"Ann": ANTE, "Bob": PROGRESSIVE, "Cat": PROGRESSIVE},
            {"Ann": NINES, "Bob": LOW, "Cat": "A♣ J♣ 7♣ 6♣ 3♣", "dealer": "J♦ 5♠ 4♥ 2♠ Q♥"},
            {"Bob": "folds"},
        ),
        Round(
            {"Ann": PROGRESSIVE, "Bob": PROGRESSIVE, "Cat": ANTE},
            {"Ann": "9♥ 8♥ 7♥ 6♥ 5♥", "Bob": "T♣ T♦ 4♠ J♥ 2♣", "Cat": LOW, "dealer": "K♦ K♠ J♦ 5♠ 2♠"},
            {"Cat": "folds"},
        ),
        "Ann leaves seat 1",
        "Bob leaves seat 3",
        "Cat leaves seat 5",
        "Flo closes the table",
        "Dee opens the table",
        "Cat takes seat 5",
        Round({"Cat": ANTE}, {"Cat": LOW, "dealer": "K♦ 5♠ 4♣ 2♦ A♥"}),
        "Cat leaves seat 5",
        "Flo closes the table",
    ]


SD_2015 = Evening(
    "sd-2015/20-evening-one-card-at-a-time.txt",
    """\
    A whole evening in South Dakota, one card at a time: a push, no hand, winners keyed, envy, and a second opening
    Rules: shuffled_every_round, dealt_singly, stub_racked, lock_out, decision_choices, fold_forfeits_ante,
      dealer_qualifies_with, no_hand_paid, no_hand_cards_collected, settlement_order, cards_racked_in_turn,
      winner_key, supervisor_called, envy_hand_stays, envy_paid, keypad_reset, tip_area
    Edition: sd-2015
    House elections: dealing singly; real cards; progressive PMG-01
"""
    + MAIN
    + SOUTH_DAKOTA,
    _south_dakota(),
)
SD_2011 = Evening(
    "sd-2011/20-evening-with-a-games-supervisor.txt",
    """\
    A whole evening under the rules of 2011: tokens, groups of five, and a games supervisor who announces and pays
    Rules: shuffled_every_round, dealt_in_groups, stub_racked, lock_out, lock_out_cleared, decision_choices,
      fold_forfeits_ante, dealer_qualifies_with, no_hand_paid, no_hand_cards_collected, settlement_order,
      cards_racked_in_turn, supervisor_verifies, supervisor_verifies_no_hand, envy_hand_stays, envy_paid
    Edition: sd-2011
    House elections: dealing groups; shuffler; real cards; progressive PMG-01
"""
    + MAIN
    + SOUTH_DAKOTA,
    _south_dakota(),
)

BONUS_SIX = Evening(
    "sd-bonus6/20-evening.txt",
    """\
    A whole evening of Bonus 6: folds on each street, a bonus card bought, one refused, and the last cards turned
    Rules: shuffled_every_round, cut_required, burn_cards, first_cards, community_cards, first_bet_multiple,
      second_bet_multiple, final_choices, winning_hand_stands, uninsured_discards, insured_may_discard,
      bonus_card_order, bonus_card_multiple, bonus_card_fee_on_winner, settlement_order, best_five_of,
      further_tips_equal
    Edition: sd-bonus6
    House elections: real cards
"""
    + SOUTH_DAKOTA,
    [
        "Dee opens the table",
        "Ann takes seat 1",
        "Bob takes seat 3",
        "Cat takes seat 5",
        Round(
            {"Ann": ANTE, "Bob": f"{ANTE} and $2.00 on a tip", "Cat": f"{ANTE} and $5.00 on insurance"},
            {"Ann": "2♣ 7♦", "Bob": "A♦ A♣ 3♥ 8♣", "Cat": "9♣ 4♦ J♥", "community": "K♠"},
            {"Ann": "folds", "Bob": "bets, bets, stands", "Cat": "bets, folds"},
        ),
        Round(
            {"Ann": ANTE, "Bob": f"{ANTE} and $5.00 on insurance", "Cat": f"{ANTE} and $5.00 on insurance"},
            {"Ann": "2♣ 7♦ T♦ 4♠", "Bob": "Q♦ 8♣ 3♥ 9♠ Q♠", "Cat": "6♣ 6♦ J♥ 5♣", "community": "K♠"},
            {
                "Ann": "bets, bets, discards",
                "Bob": "bets, bets, buys a bonus card",
                "Cat": "bets, bets, buys a bonus card",
            },
        ),
        Round(
            {"Bob": f"{ANTE} and $5.00 on insurance", "Cat": f"{ANTE} and $5.00 on insurance"},
            {"Bob": "Q♦ 8♣ 3♥ 9♠ 2♠", "Cat": "A♣ 9♦ J♥ 5♣", "community": "K♠"},
            {"Bob": "bets, bets, buys a bonus card", "Cat": "bets, bets, discards"},
        ),
        "Ann leaves seat 1",
        "Bob leaves seat 3",
        "Cat leaves seat 5",
        "Flo closes the table",
    ],
)

EVENINGS = (MANUAL_SHOE, FROM_THE_HAND, AUTOMATED_SHOE, PLAIN_SHUFFLER, SD_2015, SD_2011, BONUS_SIX)
