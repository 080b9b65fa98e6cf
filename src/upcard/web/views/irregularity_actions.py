"""What can go wrong at a table: what may be reported now, and what would follow from it under the table's own law.

What follows is not written here: the report is tried on the table as it stands, and the sentence says what came of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from upcard.cards import DECK
from upcard.document import CardText, Money, SeatNumber, doc, one_of
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import NOTED
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Actor, decide
from upcard.tables import commands as c
from upcard.tables.events import DeckWithdrawn, Played
from upcard.tables.next_step import Next
from upcard.tables.options import Options, voids_late
from upcard.tables.state import Table
from upcard.web.act_codec import OfferedAct
from upcard.web.views.labels import Why, why


class WrongCount(TypedDict):
    """What another number of cards than the right one would lead to."""

    count: Annotated[int | None, doc("That number, or null for every other.")]
    effect: Annotated[str, doc("What would follow from it.")]
    why: Annotated[Why | None, doc("The rule that says what follows.")]


class Irregularity(TypedDict):
    """Something that can go wrong, and may be reported now."""

    label: Annotated[str, doc("What has happened.")]
    act: Annotated[OfferedAct, doc("The report; a seat is put into it where there are seats.")]
    seats: Annotated[list[int] | None, doc("The seats that it may concern.")]
    effect: Annotated[str, doc("What would follow from it.")]
    why: Annotated[Why | None, doc("The rule that says what follows.")]
    second: Annotated[bool, doc("Whether a second person signs it.")]


def irregularities(t: TableRules, table: Table, by: Actor | None, options: Options) -> list[Irregularity]:
    """What may be reported now: one line for each kind, with the seats that it may concern.

    A report that makes hands void once cards are out takes a second person.
    """
    found: dict[str, Irregularity] = {}
    core = game_of(t).core
    for option in options.in_round:
        if option.act != "Report" or by is None:
            continue
        kind, seat = option.fields["irregularity"], option.fields.get("seat", 0)
        if t.mode == "virtual" and kind in IMPOSSIBLE:
            continue
        report = core.Report(**option.fields)
        if kind not in found:
            found[kind] = {
                "label": core.LABELS.irregularities.get(kind, (kind, ""))[0],
                "act": {"act": "Report", "irregularity": kind},
                "seats": None,
                "effect": _followed(t, table, by, kind, c.Play(report))[0],
                "why": why(t.rules, core.REPORTED_UNDER[kind]),
                "second": False,
            }
        line = found[kind]
        for said in _stays(t, table, by, c.Play(report)):
            line["effect"] += "" if said in line["effect"] else said
        line["second"] |= voids_late(t, table, by, c.Play(report))
        if seat:
            line["seats"] = [*(line["seats"] or []), seat]
    return list(found.values())


def wrong_counts(t: TableRules, table: Table, by: Actor, step: Next, name: str) -> tuple[int, list[WrongCount]]:
    """The right number of cards at the seats or the dealer's, and what wrong ones do."""
    counts: dict[int, int] = step.suggests["counts"]
    right: int = next(iter(counts.values())) if name == "counts" else step.suggests[name]
    up = {"up_card": DECK[0]} if "up_card" in step.asks else {}

    def tried(count: int) -> tuple[str, str]:
        """What that number leads to, and its rule; the card that lies face up has no say in it."""
        keyed = {**counts, next(iter(counts)): count} if name == "counts" else count
        deal = game_of(t).core.DealUnseen(**{**step.suggests, **up, name: keyed})
        return _followed(t, table, by, "", c.Play(deal))

    others = tried(right + 1)
    one_short = tried(right - 1)
    found: list[WrongCount] = [{"count": None, "effect": others[0], "why": why(t.rules, others[1])}]
    if one_short != others:
        found.append({"count": right - 1, "effect": one_short[0], "why": why(t.rules, one_short[1])})
    return right, found


def _tried(t: TableRules, table: Table, by: Actor, command: c.Play) -> list[Any]:
    """What the act would do."""
    return [entry.event for entry in decide(t, table, c.Act(by, "", command))]


def _in_round(events: list[Any]) -> list[Any]:
    return [event.event for event in events if isinstance(event, Played)]


def _followed(t: TableRules, table: Table, by: Actor, kind: str, command: c.Play) -> tuple[str, str]:
    """What the act would lead to, in a sentence, and the rule that says so."""
    try:
        happened = _in_round(_tried(t, table, by, command))
    except Refused as refused:
        return f"It cannot be reported now: {refused}.", refused.rule or ""
    said = game_of(t).core.consequence
    return next(((text, event.rule) for event in happened if (text := said(kind, event))), (NOTED, ""))


def _stays(t: TableRules, table: Table, by: Actor, command: c.Play) -> list[str]:
    """What does not go back to where it was: a deck that is not whole, and percentages that were paid."""
    try:
        happened = _tried(t, table, by, command)
    except Refused:
        return []
    gone = [" The deck leaves the table." for event in happened if isinstance(event, DeckWithdrawn)]
    return [*gone, *game_of(t).core.stays(_in_round(happened))]


# ---- choice ------------------------------------------------------------------------------------------------
# Something that may be done now, with what has to be said first.


class ChipKey(TypedDict):
    """A denomination and the letter that stands for it in an amount."""

    key: Annotated[str, doc("The letter.")]
    worth: Annotated[Money, doc("What one chip is worth.")]


class Ask(TypedDict):
    """Something that an act needs before it is sent."""

    name: Annotated[str, doc("The field of the act that the answer goes into.")]
    kind: Annotated[
        str, one_of("cards", "card", "count", "counts", "choice", "amount", "text"), doc("How the answer is written.")
    ]
    label: Annotated[str, doc("What is asked for, in words.")]
    optional: Annotated[bool, doc("Whether it may be left out.")]
    count: NotRequired[Annotated[int | None, doc("How many cards.")]]
    seats: NotRequired[Annotated[list[int] | None, doc("The seats that each have a count.")]]
    of: NotRequired[Annotated[list[str] | None, doc("What may be chosen.")]]
    most: NotRequired[Annotated[int, doc("The largest number that it can be.")]]
    right: NotRequired[Annotated[int | None, doc("The right number; what another one does is shown first.")]]
    wrong: NotRequired[Annotated[list[WrongCount] | None, doc("What wrong numbers do.")]]
    lie: NotRequired[Annotated[list[CardText], doc("Those of the cards that lie face up: they stand there at first.")]]
    chips: NotRequired[Annotated[list[ChipKey], doc("Denominations that an amount may be keyed by.")]]
    value: NotRequired[Annotated[int | str | dict[SeatNumber, int] | None, doc("What stands there at first.")]]


class Rejection(TypedDict):
    """How something is undone that two people answer for: an award, a slip."""

    act: Annotated[OfferedAct, doc("What is sent.")]
    asks: Annotated[list[Ask], doc("What has to be said first.")]
    second: Annotated[Literal[True], doc("A second person signs it.")]
    statement: Annotated[str, doc("What both sign.")]


class Then(TypedDict):
    """Steps that the dealer's hands do in one go, recorded with one press, each as an act of its own."""

    label: Annotated[str, doc("What it is, in words.")]
    acts: Annotated[list[OfferedAct], doc("The acts, in their order.")]


class Runs(TypedDict, total=False):
    """Something that may go on."""

    then: Annotated[Then, doc("What a dealer of real cards may record with the same press.")]


class Choice(TypedDict):
    """Something that may be done now beside the next step."""

    label: Annotated[str, doc("What the button says.")]
    key: Annotated[str, doc("The key that does it, or empty.")]
    act: Annotated[OfferedAct, doc("What is sent.")]
    asks: Annotated[list[Ask], doc("What has to be said first.")]
    seat: Annotated[int | None, doc("The seat that it concerns.")]
    why: Annotated[Why | None, doc("The rule behind it.")]
    second: Annotated[bool, doc("Whether a second person signs it.")]
    house: NotRequired[Annotated[Literal[True], doc("It is an act of the house and is sent to /api/acts.")]]
    acts: NotRequired[
        Annotated[list[OfferedAct], doc("All that is sent, one after the other, where it is more than one.")]
    ]
    then: NotRequired[Annotated[Then, doc("What a dealer of real cards may record with the same press.")]]
    wager: NotRequired[Annotated[bool, doc("Whether it keys a guest's wager.")]]
    note: NotRequired[Annotated[str, doc("What is to be known of it, or empty.")]]
    confirm: NotRequired[Annotated[str, doc("What is asked before it is sent.")]]
    version: NotRequired[Annotated[None, doc("It is meant for no version.")]]
    gives_up: NotRequired[Annotated[Literal[True], doc("It gives the player's hand up.")]]
    lacks: NotRequired[Annotated[str, doc("Why the player's chips do not reach for it.")]]


def choice(
    label: str,
    act: OfferedAct,
    *asks: Ask,
    seat: int = 0,
    key: str = "",
    why: Why | None = None,
    second: bool = False,
) -> Choice:
    """A choice; what is not said is nothing."""
    return {"label": label, "key": key, "act": act, "asks": list(asks), "seat": seat or None, "why": why,
            "second": second}  # fmt: skip
