"""Decks that a test has in hand: the order of every shuffle, and other cards in the places that nobody may see."""

from __future__ import annotations

from hashlib import sha256

import pytest

from upcard.cards import DECK, Card, byte_stream, shuffle
from upcard.shuffles import redraw_check, service
from upcard.shuffles.key_derivation import Source
from upcard.store import store
from upcard.store.store import Entry

Exchange = dict[Card, Card]
"""Cards, and those that lie in their places instead."""


class Secrets(Source):
    """The same secrets and salts every time."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._number = self._salts = 0

    def secret(self) -> bytes:
        self._number += 1
        return sha256(f"{self._seed} {self._number}".encode()).digest()

    def salt(self) -> bytes:
        self._salts += 1
        return sha256(f"{self._seed} salt {self._salts}".encode()).digest()[:16]


class Decks:
    """What lies in the decks of a casino: chosen by a seed, with cards exchanged shuffle by shuffle.

    A cut, a deal and everything after them treat all cards alike, so that exchanging cards in the order of a shuffle
    exchanges them wherever they come to lie.
    """

    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        self.exchanged: dict[bytes, Exchange] = {}
        """By the key of a shuffle, what is exchanged in it."""
        self.otherwise: Exchange = {}
        """What is exchanged in every other one."""

    def order(self, key: bytes) -> tuple[Card, ...]:
        names = self.exchanged.get(key, self.otherwise)
        return tuple(names.get(card, card) for card in shuffle(DECK, byte_stream(self.seed.encode() + key)))


def in_hand(patch: pytest.MonkeyPatch, decks: Decks) -> None:
    """Puts the decks into the floor.

    Both twins have the same secrets, and so the same commitments: a commitment is a hash of a secret that nobody can
    guess and differs with it, which says nothing of cards. Only the way from a secret to an order is the test's own.
    """
    patch.setattr(service, "order_of", decks.order)
    patch.setattr(redraw_check, "_shuffled", lambda *_, **__: None)


def plain_hashes(patch: pytest.MonkeyPatch) -> None:
    """Hashes of the journal that tell the place of an entry and nothing else.

    A hash of an order of which nothing was dealt is told, as a commitment to it: it cannot be guessed. In twins it
    would differ. Which hashes are told and which are kept back is compared all the same, and that those told are
    none by which a card could be guessed is a test of its own, with true hashes.
    """

    def digest(_: bytes, made: Entry) -> bytes:
        return sha256(str(made.seq).encode()).digest()

    patch.setattr(store, "digest", digest)


def another(cards: list[Card]) -> Exchange:
    """Every one of the cards in the place of the next."""
    return {card: cards[(place + 1) % len(cards)] for place, card in enumerate(cards)}
