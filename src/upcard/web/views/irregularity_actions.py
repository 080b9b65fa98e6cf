"""What can go wrong at a table: what may be reported now, and what would follow from it under the table's own law.

What follows is not written here: the report is tried on the table as it stands, and the sentence says what came of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from upcard.cards import DECK
from upcard.document import SeatNumber, doc, one_of
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import NOTED, Option
from upcard.present.payment import WAGERS
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Actor, decide
from upcard.tables import commands as c
from upcard.tables.commands import says
from upcard.tables.events import DeckWithdrawn, Played
from upcard.tables.next_step import Next
from upcard.tables.options import Options, voids_late
from upcard.tables.state import Table
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct, write_act
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
# Something that may be done now, with what has to be said first; and what a dealer keys for guests with real chips.
#
# Such players have no screen of their own: the dealer seats them and keys their wagers, as at a table without
# sensors.


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
    right: NotRequired[Annotated[int | None, doc("The right number; what another one does is shown first.")]]
    wrong: NotRequired[Annotated[list[WrongCount] | None, doc("What wrong numbers do.")]]
    value: NotRequired[Annotated[int | str | dict[SeatNumber, int] | None, doc("What stands there at first.")]]


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
    version: NotRequired[Annotated[None, doc("It is meant for no version.")]]


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


def seating(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Choices for each seat while bets are open."""
    if t.mode != "keyed" or table.round is None or table.round.phase != "betting":
        return []
    empty = [seat for seat in range(1, t.seats + 1) if seat not in table.players]
    found = [choice("Seat a guest", {"act": "TakeSeat", "seat": seat}, _name(), seat=seat) for seat in empty]
    for seat in table.players:
        sold = choice("Sell chips", {"act": "BuyChips", "table": t.name, "seat": seat}, _cash(), seat=seat)
        found.append({**sold, "house": True, "version": None})
        if says(t, "verbal_cash_wagers") is False:
            act = {"act": "PlaceWager", "seat": seat, "wager": "ante", "tender": "cash"}
            spoken = choice("Wager called out in cash", act, _called(), seat=seat)
            found.append({**spoken, "why": why(t.rules, "verbal_cash_wagers")})
    for option in options.in_round:
        seat = option.fields.get("seat", 0)
        if seat not in table.players:
            continue
        wager = option.fields.get("wager") or option.fields.get("coupon", "")
        label = WAGERS.get(wager, wager)
        if option.act in ("PlaceWager", "PlaceCoupon"):
            act = {"act": option.act, **option.fields}
            found.append(choice(label, act, _amount(label, option), seat=seat))
        elif option.act == "TakeBackWager":
            act = write_act(c.Play(game_of(t).core.TakeBackWager(**option.fields)))
            found.append(choice(f"Take back {label.lower()}", act, seat=seat))
    return found


def _name() -> Ask:
    return {"name": "player", "kind": "text", "label": "The guest's name", "optional": False, "value": None}


def _cash() -> Ask:
    return {"name": "amount", "kind": "amount", "label": "Cash for chips, in dollars", "optional": False, "value": None}


def _called() -> Ask:
    return {"name": "amount", "kind": "amount", "label": "Called out, in dollars", "optional": False, "value": None}


def _amount(label: str, option: Option) -> Ask:
    """The amount, with the bounds in words; the only one that is taken stands there already."""
    if option.amounts is not None:
        bounds = " or ".join(f"${show_cents(cents)}" for cents in option.amounts)
        usual = option.amounts[0]
    else:
        low, high = option.low or 1, option.high
        bounds = f"from ${show_cents(low)}" + (f" to ${show_cents(high)}" if high is not None else "")
        usual = low if low > 1 else 0
    text = show_cents(usual) if usual else None
    return {"name": "amount", "kind": "amount", "label": f"{label}, {bounds}", "optional": False, "value": text}
