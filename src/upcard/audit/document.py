"""A round as one document: as `upcard settle` reads it, what was paid, who did what, where it is in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from upcard.audit.resettle_check import settles_again, unkeyed
from upcard.audit.round_record import Step, Story
from upcard.cards import describe
from upcard.document import EditionId, ExactMoney, Hash, Level, Money, Time, Value, doc, one_of
from upcard.money import events as me
from upcard.present.narration import at_table, in_books
from upcard.present.payment import Sentence
from upcard.shuffles.events import FairEvent, of_shuffle
from upcard.tables import events as te
from upcard.units import show_cents, show_meter


class Pinned(TypedDict):
    """What the rounds of the table were pinned to when it was opened."""

    edition: Annotated[EditionId, doc("The edition.")]
    digest: Annotated[Hash, doc("The hash of its text.")]
    same_text: Annotated[bool, doc("Whether that is the text here.")]
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
        return at_table(story.rules, event)
    method = story.pinned.dealt_by(before, before.deck.order[before.discarded :], event.event)
    return at_table(story.rules, event, step.after.round, method)
