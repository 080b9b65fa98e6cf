"""Hands worth playing: dealt at random, but far oftener good than chance would have them."""

from __future__ import annotations

from itertools import combinations
from random import Random

from upcard.cards import DECK, RANKS, Card, parse_cards, rank_of, show_card, suit_of

KINDS = (
    "any", "any", "any", "royal", "straight flush", "four", "full house", "flush", "straight", "three", "two pair",
    "pair", "ace-king", "ace-queen",
)  # fmt: skip

_GROUPS = {"four": (4, 1), "full house": (3, 2), "three": (3, 1, 1), "two pair": (2, 2, 1), "pair": (2, 1, 1, 1)}


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [show_card(card) for card in cards]


class Stub:
    """What is left of a deck."""

    def __init__(self, rng: Random, cards: tuple[Card, ...] = DECK) -> None:
        self.rng = rng
        self.cards = list(cards)
        rng.shuffle(self.cards)

    def take(self, count: int) -> tuple[Card, ...]:
        taken, self.cards = tuple(self.cards[:count]), self.cards[count:]
        return taken

    def remove(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        self.cards = [card for card in self.cards if card not in cards]
        return cards

    def deal(self, kind: str) -> tuple[Card, ...]:
        """Five cards of a kind, or any five where the stub has none."""
        found = self._find(kind)
        if found is None:
            return self.take(5)
        shuffled = list(found)
        self.rng.shuffle(shuffled)
        return self.remove(tuple(shuffled))

    def _find(self, kind: str) -> tuple[Card, ...] | None:
        match kind:
            case "royal":
                return self._run(range(8, 9), suited=True)
            case "straight flush":
                return self._run(range(8), suited=True)
            case "straight":
                return self._run(range(9), suited=False)
            case "flush":
                suits = [[c for c in self.cards if suit_of(c) == suit] for suit in range(4)]
                long = [cards for cards in suits if len(cards) >= 5]
                return tuple(self.rng.choice(long)[:5]) if long else None
            case "ace-king":
                return self._with("AK")
            case "ace-queen":
                return self._with("AQ")
            case "any":
                return None
            case _:
                return self._grouped(_GROUPS[kind])

    def _run(self, lows: range, *, suited: bool) -> tuple[Card, ...] | None:
        starts = [(low, suit) for low in lows for suit in range(4)]
        self.rng.shuffle(starts)
        for low, suit in starts:
            wanted = []
            for rank in range(low, low + 5):
                held = [c for c in self.cards if rank_of(c) == rank and (not suited or suit_of(c) == suit)]
                wanted += held[:1]
            if len(wanted) == 5:
                return tuple(wanted)
        return None

    def _grouped(self, sizes: tuple[int, ...]) -> tuple[Card, ...] | None:
        ranks = list(range(13))
        self.rng.shuffle(ranks)
        found: list[Card] = []
        for size in sizes:
            for rank in ranks:
                held = [c for c in self.cards if rank_of(c) == rank]
                if len(held) >= size:
                    found += held[:size]
                    ranks.remove(rank)
                    break
        return tuple(found) if len(found) == 5 else None

    def _with(self, high: str) -> tuple[Card, ...] | None:
        """Two high cards and three low ones of other ranks."""
        low = self.rng.choice(list(combinations(range(8), 3)))
        ranks = [RANKS.index(rank) for rank in high] + list(low)
        held = [[c for c in self.cards if rank_of(c) == rank] for rank in ranks]
        return tuple(cards[0] for cards in held) if all(held) else None
