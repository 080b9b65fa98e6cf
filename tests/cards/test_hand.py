"""The ranking of hands: known counts, edges, and what is asked of a value."""

from collections import Counter
from itertools import combinations

import pytest

from upcard.cards import (
    DECK,
    Card,
    Category,
    ace_king_or_better,
    best_of_six,
    category,
    describe,
    pair_rank,
    parse_cards,
    rank_five,
)

KNOWN_COUNTS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}

KNOWN_VALUES = {
    Category.ROYAL_FLUSH: 1,
    Category.STRAIGHT_FLUSH: 9,
    Category.FOUR_OF_A_KIND: 156,
    Category.FULL_HOUSE: 156,
    Category.FLUSH: 1_277,
    Category.STRAIGHT: 10,
    Category.THREE_OF_A_KIND: 858,
    Category.TWO_PAIR: 858,
    Category.PAIR: 2_860,
    Category.HIGH_CARD: 1_277,
}


def five(text: str) -> int:
    return rank_five(parse_cards(text))


def six(text: str) -> int:
    return best_of_six(parse_cards(text))


@pytest.fixture(scope="module")
def every_value() -> Counter[int]:
    """How many of the 2,598,960 hands have each value."""
    return Counter(map(rank_five, combinations(DECK, 5)))


def test_category_counts_over_every_hand(every_value: Counter[int]) -> None:
    counts: Counter[Category] = Counter()
    for value, hands in every_value.items():
        counts[category(value)] += hands
    assert counts == KNOWN_COUNTS
    assert counts.total() == 2_598_960


def test_distinct_values_over_every_hand(every_value: Counter[int]) -> None:
    assert len(every_value) == 7_462
    assert Counter(category(value) for value in every_value) == KNOWN_VALUES


def test_each_value_can_be_described(every_value: Counter[int]) -> None:
    for value in every_value:
        kind = category(value)
        assert (kind is Category.PAIR) == describe(value).startswith("pair of ")
        assert ace_king_or_better(value) == (kind > Category.HIGH_CARD or describe(value) == "ace-king high")


LADDER = """
7c 5d 4h 3s 2c
8c 5d 4h 3s 2c
Ac Qd Jh Ts 9c
Ac Kd 4h 3s 2c
Ac Kd Qh Js 9c
2c 2d 5h 4s 3c
2c 2d Ah Ks Qc
Ac Ad 4h 3s 2c
Ac Ad Kh Qs Jc
3c 3d 2h 2s 4c
Ac Ad Kh Ks Qc
2c 2d 2h 4s 3c
Ac Ad Ah Ks Qc
Ac 2d 3h 4s 5c
2c 3d 4h 5s 6c
Ac Kd Qh Js Tc
7c 5c 4c 3c 2c
Ac Kc Qc Jc 9c
2c 2d 2h 3s 3c
2c 2d 2h As Ac
3c 3d 3h 2s 2c
Ac Ad Ah Ks Kc
2c 2d 2h 2s 3c
2c 2d 2h 2s Ac
Ac Ad Ah As Kc
Ac 2c 3c 4c 5c
2c 3c 4c 5c 6c
Kc Qc Jc Tc 9c
Ac Kc Qc Jc Tc
"""


def test_a_ladder_of_hands_only_climbs() -> None:
    values = [five(hand) for hand in LADDER.strip().splitlines()]
    assert values == sorted(set(values))


def test_the_ace_is_low_only_in_the_wheel() -> None:
    assert describe(five("Ac 2d 3h 4s 5c")) == "straight, five high"
    assert describe(five("Ac 2c 3c 4c 5c")) == "straight flush, five high"
    assert describe(five("Tc Jd Qh Ks Ac")) == "straight, ace high"
    assert five("2d 3d 4d 5d 6d") > five("Ac 2c 3c 4c 5c")


@pytest.mark.parametrize("hand", ["Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c", "Kc Ad 2h 3s 4c", "Ac 2d 3h 4s 6c"])
def test_no_straight_goes_around_the_corner(hand: str) -> None:
    assert category(five(hand)) is Category.HIGH_CARD
    in_clubs = " ".join(word[0] + "c" for word in hand.split())
    assert category(five(in_clubs)) is Category.FLUSH


def test_suits_break_no_tie() -> None:
    assert five("Ac Kc Qc Jc 9c") == five("As Ks Qs Js 9s")
    assert five("2c 2d 5h 4s 3c") == five("2h 2s 5c 4d 3s")


def test_the_order_of_the_cards_and_their_container_do_not_matter() -> None:
    hand = parse_cards("9c 9d Ah Ks 2c")
    assert rank_five(hand) == rank_five(list(reversed(hand))) == rank_five(frozenset(hand))


@pytest.mark.parametrize("size", [0, 4, 6])
def test_a_hand_has_exactly_five_cards(size: int) -> None:
    with pytest.raises(ValueError, match=f"five cards, not {size}"):
        rank_five(DECK[:size])


@pytest.mark.parametrize("size", [0, 5, 7])
def test_the_best_of_six_needs_exactly_six_cards(size: int) -> None:
    with pytest.raises(ValueError, match=f"six cards, not {size}"):
        best_of_six(DECK[:size])


def test_cards_that_no_deck_holds_are_refused_each_time() -> None:
    for rank in range(13):
        suits = [Card(rank << 2 | suit) for suit in (0, 1, 2, 3, 3)]
        other = Card((rank + 5) % 13 << 2)
        for _ in range(2):
            with pytest.raises(ValueError, match="five cards of one rank"):
                rank_five(suits)
            with pytest.raises(ValueError, match="five cards of one rank"):
                best_of_six([*suits, other])
    with pytest.raises(ValueError, match="no two cards of one rank"):
        five("As As Ks Qs Js")


@pytest.mark.parametrize(
    ("hand", "qualifies"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Kd Qh Js 9c", True),
        ("Ac Qd Jh Ts 9c", False),
        ("Ac Qd Jh Ts 2c", False),
        ("Kc Qd Jh Ts 8c", False),
        ("7c 5d 4h 3s 2c", False),
        ("2c 2d 5h 4s 3c", True),
        ("Ac 2d 3h 4s 5c", True),
        ("Ac Kd Qh Js Tc", True),
        ("7c 5c 4c 3c 2c", True),
        ("As Ks Qs Js Ts", True),
    ],
)
def test_ace_king_or_better(hand: str, qualifies: bool) -> None:
    assert ace_king_or_better(five(hand)) is qualifies


def test_pair_rank_is_for_one_pair_only() -> None:
    assert pair_rank(five("2c 2d 5h 4s 3c")) == 0
    assert pair_rank(five("6c 6d Ah Ks Qc")) == 4
    assert pair_rank(five("Ac Ad 4h 3s 2c")) == 12
    for hand in ("Ac Kd 7h 4s 2c", "Ac Ad Kh Ks Qc", "Ac Ad Ah Ks Qc", "Ac Ad Ah Ks Kc", "Ac Ad Ah As Kc"):
        with pytest.raises(ValueError, match="only a hand of one pair"):
            pair_rank(five(hand))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("Ac Ad Ah As Kc", "four of a kind, aces"),
        ("2c 2d 2h 2s Kc", "four of a kind, twos"),
        ("Kc Kd Kh 2s 2c", "full house, kings over twos"),
        ("2c 2d 2h Ks Kc", "full house, twos over kings"),
        ("Ac Jc 8c 4c 2c", "flush, ace high"),
        ("5c 4d 3h 2s Ac", "straight, five high"),
        ("6c 6d 6h As Kc", "three of a kind, sixes"),
        ("Kc Kd Ah As 2c", "two pair, aces and kings"),
        ("9c 9d Ah Ks Qc", "pair of nines"),
        ("Ac Kd 7h 4s 2c", "ace-king high"),
        ("Qc Jd 7h 4s 2c", "queen-jack high"),
        ("7c 5d 4h 3s 2c", "seven-five high"),
    ],
)
def test_describe(hand: str, said: str) -> None:
    assert describe(five(hand)) == said


def test_keys_of_categories() -> None:
    assert [kind.key for kind in Category] == [
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("Ac 2d 3h 4s 5c 6c", "straight, six high"),
        ("Kc Ad 2h 3s 4c 5d", "straight, five high"),
        ("Ac Kc Qc Jc Tc 9c", "royal flush"),
        ("9d Kc Qc Jc Tc 9c", "straight flush, king high"),
        ("Ad 2c 4c 6c 8c Tc", "flush, ten high"),
        ("2c 4c 6c 8c Tc Ad", "flush, ten high"),
        ("2c 4c 6c 8c Tc Ac", "flush, ace high"),
        ("2c 4c 6c 8c Ad Kd", "ace-king high"),
        ("Kd Ad 2c 4c 6c 8c", "ace-king high"),
        ("2c 2d 2h 3c 3d 3h", "full house, threes over twos"),
        ("2c 2d 3h 3c 4d 4h", "two pair, fours and threes"),
        ("2c 2d 2h 2s 3d 3h", "four of a kind, twos"),
        ("Ac Ad 2h 3s 4c 5d", "straight, five high"),
    ],
)
def test_best_of_six(hand: str, said: str) -> None:
    assert describe(six(hand)) == said
