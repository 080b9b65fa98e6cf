"""From a secret and the players' words to the order of a deck: SHA-256 for the key, ChaCha20 for the bytes.

The key is the SHA-256 of these fields, each with its length in four bytes before it: the tag, the secret, the name of
the table, the number of the shuffle, and then seat, player and word of each contribution, in the order of the seats.
The key stream of ChaCha20 under that key shuffles the 52 cards; other nonces give the bytes of the house's draws and
of cuts that nobody chooses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from upcard.cards import DECK, Card, below, shuffle
from upcard.shuffles.events import Contribution

TAG = b"upcard shuffle 1"
FOR_CARDS, FOR_DRAWS, FOR_CUTS = 0, 1, 2
"""The nonces: what one key is used for."""

PAGE = 256
"""Bytes of the key stream made at once: a shuffle takes little more than 52."""


def commitment_of(secret: str) -> str:
    """What is published of a secret: the SHA-256 of its bytes, both in hexadecimal.

    >>> commitment_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, table: str, number: int, contributions: Sequence[Contribution]) -> bytes:
    """The key of one shuffle."""
    fields = [TAG, bytes.fromhex(secret), table.encode(), str(number).encode()]
    for given in contributions:
        fields += [str(given.seat).encode(), given.player.encode(), given.value.encode()]
    return sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()


def key_stream(key: bytes, purpose: int) -> Iterator[int]:
    """The bytes of ChaCha20 from block 0 on, without an end."""
    nonce = purpose.to_bytes(12, "big")
    stream = Cipher(ChaCha20(key, bytes(4) + nonce), mode=None).encryptor()
    while True:
        yield from stream.update(bytes(PAGE))


def order_of(key: bytes) -> tuple[Card, ...]:
    """The shuffled deck, before it is cut."""
    return shuffle(DECK, key_stream(key, FOR_CARDS))


def cut_of(key: bytes, turn: int, least: int) -> int:
    """How many cards the system takes from the top, the first, second, … time that it cuts a deck; at least so many."""
    stream = key_stream(key, FOR_CUTS)
    return [least + below(len(DECK) - least, stream) for _ in range(turn)][-1]


class Draws(NamedTuple):
    """What the house has drawn in a round, where it was anything."""

    magic_card: Card | None = None
    lucky: str | None = None


def draws_of(key: bytes, chances: Mapping[str, str], seats: Sequence[int]) -> Draws:
    """The house's draws: first whether each comes about, by name; then a card, then a place among seats and dealer."""
    if not chances:
        return Draws()
    stream = key_stream(key, FOR_DRAWS)
    come = {name: _comes(chances[name], stream) for name in sorted(chances)}
    card = DECK[below(len(DECK), stream)]
    places = [*(str(seat) for seat in seats), "dealer"]
    place = places[below(len(places), stream)]
    return Draws(card if come.get("magic_card") else None, place if come.get("lucky") else None)


def _comes(chance: str, stream: Iterator[int]) -> bool:
    numerator, _, denominator = chance.partition("/")
    return below(int(denominator), stream) < int(numerator)


# ---- Where the secrets and the salts of a running floor come from ------------------------------------------


SECRET = 32
"""Bytes: more than the orders of a deck need, which are fewer than two to the power of 226."""


SALT = 16
"""Bytes: nobody tries 2 to the power of 128 of them."""


class Source:
    """The operating system's own entropy, asked anew for every secret and every salt."""

    def secret(self) -> bytes:
        return os.urandom(SECRET)

    def salt(self) -> bytes:
        return os.urandom(SALT)
