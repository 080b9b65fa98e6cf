"""A round settled once more from its own document, beside what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from upcard.cards import DECK, Card, Category, category, parse_card, rank_five, show_card
from upcard.floor.audit.story import Story
from upcard.floor.audit.written import written_round, written_settlement
from upcard.games.settle import settle_or_error


def differences(story: Story) -> tuple[str, ...]:
    """Where `upcard settle` would have it otherwise than it was paid; none is what a regulator wants to see.

    Terms that a petition eased cannot be said in a finished round: such rounds are not compared.
    """
    round, paid = written_round(story), written_settlement(story)
    if round is None or paid is None or story.eased:
        return ()
    again = settle_or_error(_filled(story, round))
    if "error" in again:
        return (f"{story.id} cannot be settled again: {again['error']['message']}",)
    return tuple(f"{story.id}: {what}" for what in _compared(again, paid, moved=story.meters_moved))


def _compared(again: dict[str, Any], paid: dict[str, Any], *, moved: bool) -> Iterator[str]:
    """Where others moved a meter meanwhile, what came off it is not compared, and so no sum that it is part of."""
    ours, theirs = again["payments"], paid["payments"]
    off = moved and any(payment["source"] == "meter" for payment in theirs)
    if len(ours) != len(theirs):
        yield f"{len(theirs)} payments, {len(ours)} again"
        return
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        drawn = moved and one["source"] == other["source"] == "meter"
        if (one | {"paid": ""} if drawn else one) != (other | {"paid": ""} if drawn else other):
            yield f"payment {number} is {other}, again {one}"
    for name in ("tips", "dealer", *(() if off else ("net",)), *(() if moved else ("meters",))):
        if again[name] != paid[name]:
            yield f"{name} is {paid[name]}, again {again[name]}"


# ---- real cards that nobody keyed --------------------------------------------------------------------------------


def unkeyed(round: dict[str, Any]) -> tuple[str, ...]:
    """The seats whose hands, though not void, went to the rack without their cards having been told to the system."""
    return tuple(seat for seat, found in round["seats"].items() if "cards" not in found)


def _filled(story: Story, round: dict[str, Any]) -> dict[str, Any]:
    """The round with any worthless hand in the place of one that nobody keyed.

    The system asks for every card that a payment depends on; what it did not ask for changes nothing. The document
    itself never shows such a hand.
    """
    missing = unkeyed(round)
    if not missing or story.round is None:
        return round
    seats = {seat: dict(found) for seat, found in round["seats"].items()}
    beside = [round["community"]] if round.get("community") else []
    known = [card for found in seats.values() for card in found.get("cards", ())] + round.get("dealer", []) + beside
    left = [card for card in DECK if show_card(card) not in known]
    for seat in missing:
        hand = _worthless(left, story.round.seats[int(seat)].count, [parse_card(card) for card in beside])
        left = [card for card in left if card not in hand]
        seats[seat]["cards"] = [show_card(card) for card in hand]
    return round | {"seats": seats}


def _worthless(left: list[Card], count: int, beside: list[Card]) -> tuple[Card, ...]:
    for hand in combinations(left, count):
        cards = (*hand, *beside)
        if len(cards) != 5 or category(rank_five(cards)) is Category.HIGH_CARD:
            return hand
    return tuple(left[:count])
