"""A round settled once more as a whole from its own document, beside what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from upcard.audit.round_record import Story
from upcard.games.game import core_of_round
from upcard.games.payment import Payment
from upcard.games.settle import settle_or_error
from upcard.tables import events as te


def differences(story: Story) -> tuple[str, ...]:
    """Where the round, settled once more as a whole, comes out otherwise than it was paid.

    A round whose terms changed while it was settled, since the award that a petition had eased was won in it, is not
    compared as a whole, nor is one in which nobody had a wager down (`not_compared`). A percentage that stays with its
    winner must have been recorded as such; the rest of the round is compared without it.
    """
    round, paid = story.written, story.settlement_today
    if round is None or paid is None or not story.steady:
        return ()
    rules = next(iter(story.settled_by.values()), story.pinned.rules)
    again = settle_or_error(round, keyed=bool(story.round and story.round.keyed), rules=rules)
    if "error" in again:
        return (f"cannot be settled again: {again['error']['message']}",)
    stays = kept(story)
    if not stays:
        return tuple(compared(again, paid, moved=story.meters_moved))
    return (*_unfounded(story, stays), *compared(*(_but_for(stays, one) for one in (again, paid)), moved=True))


def kept(story: Story) -> tuple[Payment, ...]:
    """The percentages that stay with their winners, whatever the cards say."""
    keeps = getattr(story.round, "keeps", None)  # a game without meters knows no such thing
    return tuple(filter(keeps, story.round.payments)) if story.round and keeps else ()


def _unfounded(story: Story, stays: tuple[Payment, ...]) -> Iterator[str]:
    """What is said to stay with somebody although nothing was recorded that leaves it there."""
    played = [event.event for event in story.of_table if isinstance(event, te.Played)]
    for line in stays:
        if core_of_round(story.round).kept(line) not in played:
            yield f"{line.odds} is said to stay with seat {line.seat}, and nothing was found that leaves it there"


def _but_for(stays: tuple[Payment, ...], document: dict[str, Any]) -> dict[str, Any]:
    """A settlement without what stays, the wagers that it was paid on and what its winners have in all."""
    wagers = {(str(line.seat), line.wager) for line in stays}
    wagers |= {(seat, drawn) for seat, wager in wagers if "five_card" in wager for drawn in ("magic_card", "lucky")}
    net = {seat: sum for seat, sum in document["net"].items() if seat not in {str(line.seat) for line in stays}}
    left = [line for line in document["payments"] if (line["seat"], line["wager"]) not in wagers]
    return {**document, "payments": left, "net": net}


def settles_again(story: Story) -> bool | None:
    """Whether `upcard settle` pays the same; null where it cannot say, since it does not take the round."""
    round = story.written
    if not story.over or story.eased or round is None:
        return None
    if differences(story):
        return False
    return None if story.pinned.read_otherwise or kept(story) or "error" in settle_or_error(round) else True


NO_WAGER = "nobody had a wager down"
EASED = "terms that a petition had eased ended while they were settled: each step was judged by itself"
MOVED = "others moved the meter that an award came off: the award was judged at its own place"
OLDER = "the table was opened by an Upcard before 0.4: its acts were not judged anew"
STAYS = "a percentage that was paid stays with its winner: it was judged at its own place"
UNKEYED = "hands that nobody keyed went to the rack: nothing was paid on them"


def not_compared(story: Story) -> Iterator[str]:
    """What of a round, or the whole of it, is not settled once more, and why."""
    round = story.written
    if not story.pinned.judged:
        yield OLDER
    if round is None:
        yield NO_WAGER
        return
    if not story.steady:
        yield EASED
        return
    if story.meters_moved and story.round and any(p.source == "meter" for p in story.round.payments):
        yield MOVED
    if kept(story):
        yield STAYS
    if unkeyed(round):
        yield UNKEYED


WHOLLY = (NO_WAGER, EASED)
"""For what reasons nothing of a round is settled once more."""


def compared(again: dict[str, Any], paid: dict[str, Any], *, moved: bool) -> Iterator[str]:
    """Where others moved a meter meanwhile, what came off it is not compared, and so no sum that it is part of."""
    ours, theirs = again["payments"], paid["payments"]
    off = moved and any(payment["source"] == "meter" for payment in theirs)
    if len(ours) != len(theirs):
        yield f"{len(theirs)} payments, {len(ours)} again"
        return
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
        left_out = _left_out(one["source"], other["source"]) if moved else {}
        if one | left_out != other | left_out:
            yield f"payment {number} is {other}, again {one}"
    for name in ("tips", "dealer", *(() if off else ("net",)), *(() if moved else ("meters",))):
        if again[name] != paid[name]:
            yield f"{name} is {paid[name]}, again {again[name]}"


def _left_out(ours: str | None, theirs: str | None) -> dict[str, str]:
    """Of a payment while others moved the meter: how much came off it, or whether a fixed award came off it at all."""
    if ours == theirs == "meter":
        return {"paid": ""}
    return {"source": ""} if {ours, theirs} == {"meter", "tray"} else {}


def unkeyed(round: dict[str, Any]) -> tuple[str, ...]:
    """The seats whose hands, though not void, went to the rack without their cards having been told to the system."""
    return tuple(seat for seat, found in round["seats"].items() if "cards" not in found)
