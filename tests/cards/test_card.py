"""Cards as texts: every card there and back, and everything else refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import (
    RANKS,
    SUITS,
    Card,
    parse_card,
    parse_cards,
    pretty,
    rank_name,
    rank_of,
    rank_plural,
    show_card,
    show_cards,
    suit_of,
)

EVERY_TEXT = [rank + suit for rank in RANKS for suit in SUITS]


def test_every_card_there_and_back() -> None:
    assert [parse_card(text) for text in EVERY_TEXT] == list(range(52))
    assert [show_card(Card(number)) for number in range(52)] == EVERY_TEXT


def test_rank_and_suit_are_the_bits_promised() -> None:
    for text in EVERY_TEXT:
        card = parse_card(text)
        assert card >> 2 == rank_of(card) == RANKS.index(text[0])
        assert card & 3 == suit_of(card) == SUITS.index(text[1])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "s",
        "as",
        "AS",
        "aS",
        "sA",
        "10",
        "110s",
        "T0s",
        "1s",
        "As ",
        " As",
        "A s",
        "AsKd",
        "Ax",
        "A♠",
        "0c",
        "\u0422s",
    ],  # the last begins with a Cyrillic letter
)
def test_a_wrong_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as refusal:
        parse_card(text)
    assert repr(text) in str(refusal.value)


@given(st.text(max_size=4).filter(lambda text: text not in EVERY_TEXT))
def test_nothing_but_the_52_texts_is_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.lists(st.integers(0, 51).map(Card)))
def test_lists_there_and_back(cards: list[Card]) -> None:
    assert parse_cards(show_cards(cards)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AsKd", "As Kd"),
        ("AKs9h94d", "As Ks 9h 9d 4d"),
        ("1010s", "Ts Ts"),
        ("T10sA9c 2h", "Ts Ts Ac 9c 2h"),
    ],
)
def test_ranks_in_a_row_have_the_suit_that_follows_them(text: str, cards: str) -> None:
    assert parse_cards(text) == tuple(parse_card(word) for word in cards.split())


@pytest.mark.parametrize("text", ["AK", "AKs9", "AK s", "sA", "A1s", "AKsh", "as", "0s"])
def test_a_run_that_does_not_end_with_its_suit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(text)


def test_lists_are_parted_by_blanks_and_name_the_wrong_word() -> None:
    assert parse_cards("") == ()
    assert parse_cards("  As\tKd\n") == parse_cards("As Kd")
    with pytest.raises(ValueError, match="'Kx' is not a card"):
        parse_cards("As Kx 2c")
    with pytest.raises(ValueError, match="'As,' is not a card"):
        parse_cards("As, Kd")


@pytest.mark.parametrize("number", [-1, 52])
def test_numbers_just_outside_the_deck_are_not_shown(number: int) -> None:
    for show in (show_card, pretty):
        with pytest.raises(ValueError, match=f"{number} is not a card"):
            show(Card(number))


def test_pretty() -> None:
    assert [pretty(card) for card in parse_cards("As Th 9d 2c")] == ["A♠", "T♥", "9♦", "2♣"]


def test_names_of_ranks() -> None:
    names = "two three four five six seven eight nine ten jack queen king ace"
    plurals = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
    assert " ".join(rank_name(rank) for rank in range(13)) == names
    assert " ".join(rank_plural(rank) for rank in range(13)) == plurals


@pytest.mark.parametrize("rank", [-1, 13])
def test_ranks_just_outside_have_no_name(rank: int) -> None:
    for name in (rank_name, rank_plural):
        with pytest.raises(ValueError, match=f"{rank} is not a rank"):
            name(rank)
