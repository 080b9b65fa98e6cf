"""Cards of one's choice in the kernel: the deck lies before the shuffle so that the shuffle of a round deals them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from upcard.cards import DECK, Card
from upcard.simulate import caribbean_stud, engine_check
from upcard.simulate.price_arrays import prices, tables
from upcard.simulate.table import StudTable
from upcard.simulate.tally import cards, key_of


def rig(monkeypatch: pytest.MonkeyPatch, table: StudTable, seed: str, round: int, dealt: Sequence[Card]) -> None:
    """Let that round deal those cards, to the kernel and to the engine; no other round is to be played."""
    assert len(dealt) == 5 * (table.seats + 1)
    rest = [card for card in DECK if card not in dealt]
    order = [*dealt, *rest]
    lies = cards(key_of(seed), round, 52)
    deck = tables().deck.copy()
    for card, place in zip(order, lies, strict=True):
        deck[place] = tables().deck[card]

    def rigged(of: StudTable, block: int) -> object:
        made = prices(of, block)
        return replace(made, tables=(deck, *made.tables[1:]))

    def hands(key: int, of: int, many: int) -> tuple[tuple[Card, ...], ...]:
        assert of == round
        return tuple(tuple(dealt[5 * hand : 5 * hand + 5]) for hand in range(many))

    monkeypatch.setattr(caribbean_stud, "prices", rigged)
    monkeypatch.setattr(engine_check, "hands", hands)
