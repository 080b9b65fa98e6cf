"""The journal for whoever watches: its entries, a search, and how the proof of it stands."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from upcard.web.schemas.events import HiddenEvent, RecordedEvent
from upcard.web.schemas.schema import one_of
from upcard.web.schemas.types import ExactMoney, Hash, Time


class Sentence(TypedDict):
    """What an entry says."""

    text: Annotated[str, "One sentence."]
    clause: Annotated[str | None, "The clause that it stands under."]
    mark: Annotated[str | None, "That clause without the name of its edition."]
    rule: Annotated[str | None, "The rule."]
    href: Annotated[str | None, "Where the clause stands on this site."]
    payment: Annotated[bool, "Whether it tells of a payment."]


class Moved(TypedDict):
    """What an account gained or lost."""

    account: Annotated[str, "The account."]
    amount: Annotated[ExactMoney, "What it gained; less than nothing was lost."]


class Recorded(TypedDict):
    """What every entry of the journal tells."""

    seq: Annotated[int, "Its number."]
    stream: Annotated[str, "Where it happened: a table, a jackpot, the cage, the slips, a table's shuffles."]
    place: Annotated[str, "The same by its own name."]
    version: Annotated[int, "Its number there."]
    at: Annotated[Time, "When."]
    by: Annotated[str, "By whom: a role and a name."]
    role: Annotated[str, "The role."]
    person: Annotated[str, "The name, or empty."]
    kind: Annotated[str, "The kind of event."]
    label: Annotated[str, "The kind in words."]
    raw: Annotated[str, "The event as JSON."]
    command: Annotated[str, "The act that it came of."]
    moved: Annotated[list[Moved], "The money that it moved."]
    hash: Annotated[Hash | None, "Its hash, where no card could be guessed by it."]


class OpenEntry(Recorded):
    """An entry of which everything may be seen."""

    hidden: Annotated[Literal[False], "Nothing is kept back."]
    event: Annotated[RecordedEvent, "What happened."]
    said: Annotated[list[Sentence], "The same in words."]
    round: Annotated[int | None, "The round that it belongs to."]


class HiddenEntry(Recorded):
    """An entry of which something is kept back until its round is over."""

    hidden: Annotated[Literal[True], "Something is kept back."]
    event: Annotated[HiddenEvent, "What happened, as far as it may be seen."]
    said: Annotated[list[Sentence], "The same in words."]
    round: Annotated[int | None, "The round that it belongs to."]


class Search(TypedDict):
    """One page of what was looked for."""

    seq: Annotated[int, "The last entry of the journal."]
    entries: Annotated[list[OpenEntry | HiddenEntry], "What was found, the newest first."]
    looked: Annotated[int, "How many entries were looked at."]
    next: Annotated[int | None, "Before which entry the search is gone on with."]
    hashes_upto: Annotated[int, "Up to which entry hashes are told."]
    full: Annotated[bool, "Whether the page is full."]


class Proof(TypedDict):
    """What a proof of the journal found."""

    whole: Annotated[bool, "Whether the journal is whole."]
    entries: Annotated[int, "How many entries were proven."]
    rounds: Annotated[int, "How many rounds."]
    hash: Annotated[Hash | None, "The hash of the last, where no card could be guessed by it."]
    signed_from: Annotated[int, "The first entry that a signed head stands for."]
    signed_to: Annotated[int, "The last entry that a signed head stands for."]
    key: Annotated[str, "The first digits of the key that signed, or empty."]
    bad_entry: Annotated[int, "The first entry that is wrong, or 0."]
    what: Annotated[str, "What is wrong, or empty."]
    since: Annotated[int | None, "How many entries have come since."]


class Verification(TypedDict):
    """How the proof of the journal stands."""

    state: Annotated[str, one_of("never", "whole", "bad"), "How the last proof came out."]
    running: Annotated[bool, "Whether one is under way."]
    played: Annotated[int | None, "How many entries it has played again."]
    began: Annotated[Time | None, "When it began."]
    ended: Annotated[Time | None, "When it ended."]
    by: Annotated[str | None, "Who asked for it."]
    entries: Annotated[int, "How many entries the journal has."]
    proof: Annotated[Proof | None, "What the last one found."]
    signed_upto: Annotated[int | None, "The last entry that a signed head stands for."]
    key: Annotated[str | None, "The first digits of the key that signs."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    hashes_upto: Annotated[int, "Up to which entry hashes are told."]
    whole_upto: Annotated[int, "Up to which entry nothing is hidden."]
    chain_upto: Annotated[int, "Up to which entry a copy can be checked, with what is hidden left out."]
