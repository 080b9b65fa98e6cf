"""Rounds played twice, with other cards wherever nobody may look: to nobody is a single byte different.

Each round is played and everything that is asked meanwhile is kept. Then it is played again with the same acts, the
same questions and other cards in places that somebody has not seen: other hands, other hole cards, another stub,
another deck for the round to come. Whoever has seen none of the exchanged cards must be answered the same bytes, until
one of them is turned up.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.web.secrecy.asking import PAGES, READ, STREAM, TO_SEE, VIEWS
from tests.web.secrecy.deck import Decks, another, plain_hashes
from tests.web.secrecy.pairs import first, lot, second
from tests.web.secrecy.stage import WHO, Stage, stages
from upcard.cards import DECK

HOUSES = ("deadwood-2011", "deadwood", "massachusetts", "bonus-6")
LONG = bool(os.environ.get("UPCARD_LONG"))
ROUNDS = 525 if LONG else 36
"""In each of the four houses; where time does not matter, more than two thousand in all."""


class Tally:
    """What was compared."""

    def __init__(self) -> None:
        self.rounds = 0
        self.dealt = 0
        """Rounds in which cards that were dealt had been exchanged."""
        self.items: Counter[tuple[str, str]] = Counter()
        self.kinds: Counter[str] = Counter()


async def twins(stage: Stage, rounds: int) -> Tally:
    tally = Tally()
    for seed in range(rounds):
        drawn = lot(f"{stage.name} {seed}")
        played = await first(stage, drawn)
        alike = await second(stage, drawn, played)
        tally.rounds += 1
        tally.dealt += bool(played.keys)
        tally.items.update((item.who, item.form) for item in alike)
        tally.kinds.update(item.how for item in alike)
    return tally


@pytest.mark.parametrize("house", HOUSES)
def test_nobody_is_sent_a_byte_that_depends_on_a_hidden_card(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_hashes(monkeypatch)
    with stages(tmp_path, monkeypatch, house) as (stage,):
        tally = asyncio.run(twins(stage, ROUNDS))
    assert tally.rounds == ROUNDS
    assert tally.dealt > 0.7 * ROUNDS  # some mishaps make a round void before the deal
    assert sum(tally.items.values()) > 40 * ROUNDS
    assert not [(who, form) for who, form in TO_SEE if not tally.items[who, form]]
    streams = (STREAM + view for view in VIEWS)
    missing = [form for form in (*streams, *PAGES, *READ) if not any(tally.items[who, form] for who in WHO)]
    assert len(missing) <= (0 if LONG else 6), missing
    assert set(tally.kinds) == {"act", "get", "first", "live", "post", "probe"}


def test_the_same_deck_is_the_same_and_an_exchanged_one_is_not() -> None:
    ours, theirs = Decks("a"), Decks("a")
    assert ours.order(b"key") == theirs.order(b"key")
    theirs.exchanged = {b"key": another(list(DECK[:4]))}
    differing = {one for one, two in zip(ours.order(b"key"), theirs.order(b"key"), strict=True) if one != two}
    assert differing == set(DECK[:4])
    assert ours.order(b"other") == theirs.order(b"other")
