"""The quick ranking against a slow one, written apart from it and as plainly as the rules are spoken."""

from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import Card, best_of_six, parse_card, rank_five, show_cards

Standing = tuple[int, ...]


def standing(text: str) -> Standing:
    """The oracle: from the written hand to a tuple that compares as hands do; no code shared with `hand`."""
    words = text.split()
    pips = sorted(("23456789TJQKA".index(word[0]) + 2 for word in words), reverse=True)
    same_suit = all(word[1] == words[0][1] for word in words)
    # Ranks in the order in which they are compared: those held more often first.
    told = sorted(pips, key=lambda pip: (pips.count(pip), pip), reverse=True)
    held = [pips.count(pip) for pip in told]
    in_a_row = pips == list(range(pips[0], pips[0] - 5, -1))
    if pips == [14, 5, 4, 3, 2]:
        in_a_row, told = True, [5, 4, 3, 2, 1]
    if in_a_row and same_suit:
        return (9 if told[0] == 14 else 8, *told)
    if held[0] == 4:
        return (7, *told)
    if held == [3, 3, 3, 2, 2]:
        return (6, *told)
    if same_suit:
        return (5, *told)
    if in_a_row:
        return (4, *told)
    if held[0] == 3:
        return (3, *told)
    if held[:4] == [2, 2, 2, 2]:
        return (2, *told)
    if held[0] == 2:
        return (1, *told)
    return (0, *told)


def oracle(cards: tuple[Card, ...]) -> Standing:
    return standing(show_cards(cards))


def assert_same_order(hands: list[tuple[Card, ...]]) -> int:
    """Every two hands compare alike in both rankings; returns how many different standings there were."""
    pairs = sorted({(oracle(hand), rank_five(hand)) for hand in hands})
    for (lower, lower_value), (higher, higher_value) in pairwise(pairs):
        assert lower < higher, "one standing has two values"
        assert lower_value < higher_value, "two standings are out of order or tie"
    for place, value in pairs:
        assert value >> 20 == place[0]
    return len(pairs)


def small_deck(ranks: str, suits: str) -> list[Card]:
    return [parse_card(rank + suit) for rank in ranks for suit in suits]


SMALL_DECKS = [
    small_deck("2345A", "cdhs"),
    small_deck("TJQKA", "cdhs"),
    small_deck("23456789KA", "cs"),
    small_deck("A23QK", "cdhs"),
    small_deck("56789T", "cdh"),
]


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=show_cards)
def test_every_hand_of_a_small_deck_stands_in_the_same_order(deck: list[Card]) -> None:
    assert_same_order(list(combinations(deck, 5)))


def test_all_7462_standings_are_in_the_same_order() -> None:
    """One hand for each lot of ranks that a deck allows, and one in clubs for each five different ranks."""
    hands: list[tuple[Card, ...]] = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        # Suits in turn: equal ranks (neighbours, at most four) differ, and five cards never share a suit.
        hands.append(tuple(Card(rank << 2 | place % 4) for place, rank in enumerate(ranks)))
    for ranks in combinations(range(13), 5):
        hands.append(tuple(Card(rank << 2) for rank in ranks))
    assert len(hands) == 7_462
    assert assert_same_order(hands) == 7_462


def hands_of(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.integers(0, 51).map(Card), min_size=size, max_size=size, unique=True).map(tuple)


def suited_hands_of(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of one suit but for at most one card, which chance seldom deals."""
    ranks = st.lists(st.integers(0, 12), min_size=size, max_size=size, unique=True)
    suits = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, size - 1))
    return st.tuples(ranks, suits).map(
        lambda drawn: tuple(
            Card(rank << 2 | (drawn[1][1] if place == drawn[1][2] else drawn[1][0]))
            for place, rank in enumerate(drawn[0])
        )
    )


fives = st.one_of(hands_of(5), suited_hands_of(5))
sixes = st.one_of(hands_of(6), suited_hands_of(6))


@given(fives, fives)
def test_any_two_hands_compare_alike(one: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    assert (rank_five(one) > rank_five(other)) == (oracle(one) > oracle(other))
    assert (rank_five(one) == rank_five(other)) == (oracle(one) == oracle(other))


@given(fives.flatmap(lambda hand: st.tuples(st.just(hand), st.permutations(hand), st.permutations(range(4)))))
def test_neither_order_nor_suit_names_matter(drawn: tuple[tuple[Card, ...], list[Card], list[int]]) -> None:
    hand, reordered, suits = drawn
    assert rank_five([Card(card >> 2 << 2 | suits[card & 3]) for card in reordered]) == rank_five(hand)


@given(sixes)
def test_best_of_six_is_the_best_of_its_six_fives(cards: tuple[Card, ...]) -> None:
    best = max(combinations(cards, 5), key=oracle)
    assert best_of_six(cards) == rank_five(best) == max(map(rank_five, combinations(cards, 5)))


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=show_cards)
def test_best_of_six_over_every_six_of_a_small_deck(deck: list[Card]) -> None:
    for cards in combinations(deck, 6):
        assert best_of_six(cards) == max(map(rank_five, combinations(cards, 5)))


def test_best_of_six_finds_a_flush_wherever_the_odd_card_lies() -> None:
    clubs = tuple(parse_card(text) for text in ("2c", "4c", "6c", "8c", "Tc"))
    for odd in (parse_card("Ad"), parse_card("Ac"), parse_card("2d")):
        for place in range(6):
            cards = (*clubs[:place], odd, *clubs[place:])
            assert best_of_six(cards) == max(map(rank_five, combinations(cards, 5)))
            assert best_of_six(cards) >> 20 == 5
