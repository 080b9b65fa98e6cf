"""An unbiased shuffle whose only source of chance is a stream of bytes that is handed in.

A stream is an iterator of ints from 0 to 255, such as ``iter(some_bytes)``. The same bytes give the same
order. When the bytes are independent and uniform every order is equally likely: bytes that would favour some
orders are thrown away. A stream that ends too early is an EOFError, never a quietly shorter shuffle.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count

from upcard.cards.card import Card, Cards


def shuffle(cards: Iterable[Card], stream: Iterator[int]) -> Cards:
    """The cards in a new order (Fisher and Yates: from the last place down, each draws from those left).

    >>> from upcard.cards.card import parse_cards, show_cards
    >>> show_cards(shuffle(parse_cards("2c 3c 4c"), iter(bytes([0, 1]))))
    '4c 3c 2c'
    """
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        drawn = below(place + 1, stream)
        order[place], order[drawn] = order[drawn], order[place]
    return Cards(order)


def below(n: int, stream: Iterator[int]) -> int:
    """A whole number from 0 to n - 1, each equally likely; n of 1 needs no bytes.

    As many bytes as n needs are read as one number, highest first. Numbers from the greatest multiple of n
    upwards are thrown away and the next bytes tried; only then is the remainder free of bias.

    >>> below(52, iter(bytes([208, 255, 207])))  # 208 = 4 * 52 is the first one thrown away
    51
    """
    if n < 1:
        raise ValueError(f"there is no whole number from 0 to below {n}.")
    width = ((n - 1).bit_length() + 7) // 8
    span = 256**width
    limit = span - span % n
    while True:
        number = 0
        for _ in range(width):
            number = number << 8 | _next_byte(stream)
        if number < limit:
            return number % n


def byte_stream(seed: bytes) -> Iterator[int]:
    """Endless bytes, the same for the same seed: SHA-256 of the seed followed by a counter of eight bytes.

    For play and for tests, where a table must repeat. The live floor brings its own entropy.

    >>> from itertools import islice
    >>> bytes(islice(byte_stream(b"table 1"), 4)).hex()
    'cf791eab'
    """
    for block in count():
        yield from sha256(seed + block.to_bytes(8, "big")).digest()


def _next_byte(stream: Iterator[int]) -> int:
    try:
        byte = next(stream)
    except StopIteration:
        raise EOFError("the byte stream ended before the draw was done.") from None
    if not 0 <= byte <= 255:
        raise ValueError(f"a byte stream gives ints from 0 to 255, not {byte!r}.")
    return byte
