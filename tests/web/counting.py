"""What a dealer says where a step asks for a number: no screen has it, the dealer counts what lies there."""

from __future__ import annotations

from typing import Any

FULL = 52
ONCE = {"CutDeck": 26, "ReportShufflerCount": FULL}


def counted(view: dict[str, Any]) -> dict[str, Any]:
    """The answers to all that the next step asks for: what stands there, and each count as it is."""
    following = view["next"]
    return {
        ask["name"]: _count(view, following["act"]["act"])
        if ask["kind"] == "count" and ask["value"] is None
        else ask["value"]
        for ask in following["asks"]
        if not ask["optional"]
    }


def _count(view: dict[str, Any], act: str) -> int:
    if act in ONCE:
        return ONCE[act]
    if act == "CountChips":
        return sum(line["wager"] == "progressive" for seat in view["seats"] for line in seat["wagers"])
    assert act == "CountStub", act
    return FULL - len(view["dealer"]["cards"]) - sum(len(seat["cards"]) for seat in view["seats"])
