"""The shuffle: the bytes decide everything, and no order is favoured."""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import DECK, Card, below, byte_stream, parse_cards, show_cards, shuffle

Draw = Callable[[int, Iterator[int]], int]


def accepted(n: int, draw: Draw, width: int = 1) -> Counter[int]:
    """How often each number is drawn over all streams of so many bytes; those thrown away run out."""
    drawn: Counter[int] = Counter()
    for stream in product(range(256), repeat=width):
        try:
            drawn[draw(n, iter(stream))] += 1
        except EOFError:
            continue
    return drawn


def is_even(n: int, drawn: Counter[int]) -> bool:
    return drawn.keys() == set(range(n)) and len(set(drawn.values())) == 1


@pytest.mark.parametrize("n", range(2, 257))
def test_each_number_is_drawn_by_equally_many_bytes(n: int) -> None:
    drawn = accepted(n, below)
    assert is_even(n, drawn)
    assert drawn[0] == 256 // n, "no more bytes are thrown away than must be"


@pytest.mark.parametrize("n", [257, 300, 65_535, 65_536])
def test_beyond_256_two_bytes_are_read_evenly(n: int) -> None:
    drawn = accepted(n, below, width=2)
    assert is_even(n, drawn)
    assert drawn[0] == 65_536 // n


def test_a_biased_draw_would_be_noticed() -> None:
    """The same question put to the classic mistake, to know that the question bites."""

    def remainder_only(n: int, stream: Iterator[int]) -> int:
        return next(stream) % n

    assert not is_even(52, accepted(52, remainder_only))
    assert is_even(64, accepted(64, remainder_only)), "powers of two have no bias to notice"


@pytest.mark.parametrize(("n", "limit"), [(3, 255), (52, 208), (51, 255), (129, 129), (200, 200), (255, 255)])
def test_the_boundary_of_what_is_thrown_away(n: int, limit: int) -> None:
    assert below(n, iter([limit - 1])) == n - 1
    assert below(n, iter([limit, 7])) == 7 % n
    assert below(n, iter([255, 255, 0])) == 0
    if limit < 255:
        assert below(n, iter([limit + 1, 7])) == 7 % n


def test_every_byte_counts_when_n_divides_256() -> None:
    for n in (2, 4, 8, 16, 32, 64, 128, 256):
        assert below(n, iter([255])) == n - 1


def test_one_choice_needs_no_bytes() -> None:
    assert below(1, iter(())) == 0
    stream = iter([9])
    assert below(1, stream) == 0
    assert next(stream) == 9


def test_two_bytes_are_read_highest_first() -> None:
    assert below(65_536, iter([1, 2])) == 258
    assert below(257, iter([255, 255, 0, 5])) == 5, "65535 = 255 * 257 is the first number thrown away"
    assert below(257, iter([255, 254])) == 256


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_is_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="there is no whole number"):
        below(n, iter([0]))


@pytest.mark.parametrize("wrong", [-1, 256])
def test_what_is_not_a_byte_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"not {wrong}"):
        below(52, iter([wrong]))


def test_a_stream_that_ends_is_an_error_and_not_a_shorter_shuffle() -> None:
    with pytest.raises(EOFError):
        shuffle(DECK, iter(bytes(50)))
    assert len(shuffle(DECK, iter(bytes(51)))) == 52


def test_every_order_of_three_comes_from_equally_many_streams() -> None:
    """All 65,536 pairs of bytes: 255 first bytes are kept for three, all 256 for two, over six orders."""
    three = parse_cards("2c 3c 4c")
    orders: Counter[tuple[Card, ...]] = Counter()
    for stream in product(range(256), repeat=2):
        try:
            orders[shuffle(three, iter(stream))] += 1
        except EOFError:
            assert stream[0] == 255
    assert orders == dict.fromkeys(permutations(three), 255 * 256 // 6)


def test_every_order_of_five_is_reached_by_exactly_one_way_of_drawing() -> None:
    five = parse_cards("2c 3c 4c 5c 6c")
    draws = product(range(5), range(4), range(3), range(2))
    orders = Counter(shuffle(five, iter(stream)) for stream in draws)
    assert orders == dict.fromkeys(permutations(five), 1)


@given(st.binary(min_size=0, max_size=40))
def test_the_same_seed_gives_the_same_order_of_the_same_cards(seed: bytes) -> None:
    order = shuffle(DECK, byte_stream(seed))
    assert sorted(order) == sorted(DECK)
    assert order == shuffle(DECK, byte_stream(seed))


def test_small_orders_and_the_cards_given_stay_as_they_were() -> None:
    assert shuffle((), iter(())) == ()
    assert shuffle(parse_cards("As"), iter(())) == parse_cards("As")
    given_cards = list(DECK)
    shuffle(given_cards, byte_stream(b"x"))
    assert given_cards == list(DECK)


def test_each_card_comes_to_each_place_about_equally_often() -> None:
    """Chi-square over 52 x 52 places, from one fixed stream, so it cannot fail by chance."""
    stream = byte_stream(b"places")
    rounds = 2_600
    seen = Counter((place, card) for _ in range(rounds) for place, card in enumerate(shuffle(DECK, stream)))
    expected = rounds // 52
    chi_square = sum((seen[place, card] - expected) ** 2 for place in range(52) for card in DECK) / expected
    # 51 * 51 = 2601 degrees of freedom: mean 2601, standard deviation 72.
    assert 2_601 - 4 * 72 < chi_square < 2_601 + 4 * 72


def test_the_byte_stream_is_sha256_in_counter_mode() -> None:
    wanted = b"".join(sha256(b"seed" + block.to_bytes(8, "big")).digest() for block in range(3))
    assert bytes(islice(byte_stream(b"seed"), 96)) == wanted
    assert bytes(islice(byte_stream(b"other"), 96)) != wanted


def test_a_known_table_stays_the_same_for_ever() -> None:
    """Golden: whoever kept only the seed of a table must find the same order again."""
    assert show_cards(shuffle(DECK, byte_stream(b"table 1"))[:10]) == "9s Ts 5d 7d 3s 9c 7s Ks Qc Jh"
