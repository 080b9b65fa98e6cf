"""Something that may be done now, with what has to be said first; and what a dealer keys for guests with real chips.

Such players have no screen of their own: the dealer seats them and keys their wagers, as at a table without sensors.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from upcard.document import SeatNumber, doc, one_of
from upcard.games.game import game_of
from upcard.games.option import Option
from upcard.present.labels import WAGERS
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.due import says
from upcard.tables.options import Options
from upcard.tables.state import Table
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.views.citation import Why, why
from upcard.web.views.irregularity_actions import WrongCount


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
