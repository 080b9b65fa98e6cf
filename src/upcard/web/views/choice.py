"""Something that may be done now, with what has to be said first."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from upcard.web.act_codec import OfferedAct
from upcard.web.document import SeatNumber, doc, one_of
from upcard.web.views.citation import Why
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
