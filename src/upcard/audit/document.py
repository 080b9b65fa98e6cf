"""A round as one document: as `upcard settle` reads it, what was paid, who did what, where it is in the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypedDict

from upcard.audit.round_record import Step, Story
from upcard.cards import describe
from upcard.document import EditionId, ExactMoney, Hash, Level, Money, Time, Value, doc, one_of
from upcard.errors import HouseError, LawError
from upcard.games.game import core_of_round
from upcard.games.payment import Payment
from upcard.games.settle import settle_or_error
from upcard.money import events as me
from upcard.present.narration import at_table, in_books
from upcard.present.payment import Sentence
from upcard.rules.election import rules_under
from upcard.shuffles.events import FairEvent, of_shuffle
from upcard.tables import events as te
from upcard.units import show_cents, show_meter


class Pinned(TypedDict):
    """What the rounds of the table were pinned to when it was opened."""

    edition: Annotated[EditionId, doc("The edition.")]
    digest: Annotated[Hash, doc("The hash of its text.")]
    same_text: Annotated[bool, doc("Whether the rounds are judged by that very text.")]
    elections: Annotated[dict[str, Value], doc("What the house had elected.")]
    engine: Annotated[str, doc("The version of the program.")]


class MeterTaken(TypedDict):
    """What an award did to a meter."""

    before: Annotated[ExactMoney, doc("What it was before.")]
    after: Annotated[ExactMoney, doc("What it was after.")]


class HitAct(TypedDict):
    """What was done about an award."""

    act: Annotated[str, one_of("locked", "validated", "rejected", "paid"), doc("What.")]
    entry: Annotated[int, doc("The entry that records it.")]
    at: Annotated[Time, doc("When.")]
    by: Annotated[str, doc("By whom: a role and a name.")]


class FilmHit(TypedDict):
    """An award of the round."""

    jackpot: Annotated[str, doc("The jackpot.")]
    number: Annotated[int, doc("Its number at that jackpot.")]
    seat: Annotated[str, doc("The seat.")]
    hand: Annotated[str, doc("The hand.")]
    amount: Annotated[Money, doc("What it took off the meters.")]
    meters: Annotated[dict[Level, MeterTaken], doc("By meter, what it did to it.")]
    acts: Annotated[list[HitAct], doc("What was done about it.")]


class FilmSlip(TypedDict):
    """A slip of the round."""

    number: Annotated[int, doc("Its number.")]
    hit: Annotated[int, doc("The number of the award.")]
    seat: Annotated[str, doc("The seat.")]
    amount: Annotated[Money, doc("The amount.")]


def state(story: Story) -> str:
    """How a round ended, in a word or two."""
    if not story.over:
        return "in play"
    if story.void is not None:
        return "void"
    round = story.round
    return "misdealt" if getattr(round, "misdealt", False) else "complete"


def document(story: Story) -> dict[str, Any]:
    """Everything about a round that a program may want to know."""
    first, last = story.steps[0].entry, story.steps[-1].entry
    opened = story.pinned.opened
    round = story.written
    return {
        "id": story.id,
        "table": story.table,
        "number": story.number,
        "state": state(story),
        "round": round,
        "settlement": story.settlement,
        "meters_moved": story.meters_moved,
        "eased": story.eased or None,
        "not_keyed": list(unkeyed(round)) if round and story.over else [],
        "settles_again": settles_again(story),
        "entries": [first.seq, last.seq],
        "hashes": {"before": story.standing_on.hex(), "first": first.hash.hex(), "last": last.hash.hex()},
        "began": first.at,
        "ended": last.at if story.over else None,
        "players": {str(seat): player for seat, player in sorted(story.players.items())},
        "pinned": {
            "edition": opened.edition,
            "digest": opened.digest,
            "same_text": story.pinned.same_text,
            "elections": opened.elections,
            "engine": opened.engine,
        },
        "hits": hits(story),
        "slips": [
            {"number": slip.number, "hit": slip.hit, "seat": str(slip.seat), "amount": show_cents(slip.cents)}
            for slip in story.slips
        ],
        "steps": steps(story, story.steps),
        "afterwards": steps(story, story.later),
    }


def hits(story: Story) -> list[dict[str, Any]]:
    """The awards off a meter: what each took, what the meter was before and after, and who said what of it."""
    after = {
        (s.event.jackpot, s.event.number): s.meters for s in story.steps if isinstance(s.event, me.HitLocked)
    }  # fmt: skip
    return [
        {
            "jackpot": hit.jackpot,
            "number": hit.number,
            "seat": str(hit.seat),
            "hand": describe(hit.hand),
            "amount": show_cents(sum(draw.cents for draw in hit.draws)),
            "meters": {
                draw.level: {
                    "before": show_meter(hit.readings[draw.level].amount),
                    "after": show_meter(after[hit.jackpot, hit.number][draw.level].amount),
                }
                for draw in hit.draws
            },
            "acts": _acts(story, hit),
        }
        for hit in story.hits
    ]


ACTS = {me.HitLocked: "locked", me.HitValidated: "validated", me.HitRejected: "rejected", me.HitPaid: "paid"}


def _acts(story: Story, hit: me.HitLocked) -> list[dict[str, Any]]:
    kinds = me.HitLocked | me.HitValidated | me.HitRejected | me.HitPaid
    return [
        {"act": ACTS[type(event)], "entry": entry.seq, "at": entry.at, "by": entry.by}
        for entry, event, *_ in story.steps
        if isinstance(event, kinds) and (event.jackpot, event.number) == (hit.jackpot, hit.number)
    ]


def steps(story: Story, found: Sequence[Step]) -> list[dict[str, Any]]:
    """Each entry in words, with the clause that it stands under."""
    return [
        {
            "entry": step.entry.seq,
            "at": step.entry.at,
            "by": step.entry.by,
            "what": [
                {"text": said.text, "clause": story.rules.clause(said.rule) if said.rule else None}
                for said in told(story, step)
            ],
        }
        for step in found
    ]


# ---- A round in words --------------------------------------------------------------------------------------
# one sentence for each entry, with the rule that it stands under, and one for each payment.


def told(story: Story, step: Step) -> tuple[Sentence, ...]:
    """What an entry says; nothing where the next one says it."""
    event, before = step.event, step.before
    if isinstance(event, FairEvent):
        return of_shuffle(event)
    if not isinstance(event, te.Event):
        return in_books(story.rules, event, step.meters)
    if not isinstance(event, te.Played):
        return at_table(story.rules, event, before=before)
    method = story.pinned.dealt_by(before, before.deck.order[before.discarded :], event.event)
    return at_table(story.rules, event, step.after.round, method)


# ---- A round settled once more as a whole from its own document, beside what was paid ----------------------


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
    return None if story.pinned.read_otherwise or kept(story) or _refused(story, round) else True


def _refused(story: Story, round: dict[str, Any]) -> bool:
    """Whether the round is refused as a document by itself, under the text that its table was opened with."""
    if not story.pinned.same_text:
        return "error" in settle_or_error(round)
    try:
        rules = rules_under(story.pinned.rules.edition, round["house"])
    except (HouseError, LawError):
        return True
    return "error" in settle_or_error(round, rules=rules)


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
