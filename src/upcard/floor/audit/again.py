"""A round settled once more from its own document, beside what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from upcard.floor.audit.story import Story
from upcard.floor.audit.written import written_round, written_settlement
from upcard.games.settle import settle_or_error


def differences(story: Story) -> tuple[str, ...]:
    """Where `upcard settle` would have it otherwise than it was paid; none is what a regulator wants to see.

    Terms that a petition eased cannot be said in a finished round, and a hand that nobody keyed cannot be judged again:
    such rounds are not compared.
    """
    round, paid = written_round(story), written_settlement(story)
    if round is None or paid is None or story.eased or unkeyed(round):
        return ()
    again = settle_or_error(round)
    if "error" in again:
        return (f"{story.id} cannot be settled again: {again['error']['message']}",)
    return tuple(f"{story.id}: {what}" for what in _compared(again, paid, moved=story.meters_moved))


def unkeyed(round: dict[str, Any]) -> bool:
    """Whether a hand that was not void went to the rack without its cards having been told to the system."""
    return any("cards" not in seat for seat in round["seats"].values())


def _compared(again: dict[str, Any], paid: dict[str, Any], *, moved: bool) -> Iterator[str]:
    """Where others moved a meter meanwhile, what came off it is not compared, and so no sum that it is part of."""
    ours, theirs = again["payments"], paid["payments"]
    if len(ours) != len(theirs):
        yield f"{len(theirs)} payments, {len(ours)} again"
        return
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        drawn = moved and one["source"] == other["source"] == "meter"
        if (one | {"paid": ""} if drawn else one) != (other | {"paid": ""} if drawn else other):
            yield f"payment {number} is {other}, again {one}"
    for name in ("tips", "dealer") if moved else ("net", "tips", "meters", "dealer"):
        if again[name] != paid[name]:
            yield f"{name} is {paid[name]}, again {again[name]}"
