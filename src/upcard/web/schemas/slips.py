"""Jackpot slips and who signs them."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from upcard.web.schemas.acts import Ask, OfferedAct
from upcard.web.schemas.types import Money, Time


class Signed(TypedDict):
    """A signature."""

    role: Annotated[str, "The role that it was given in."]
    by: Annotated[str, "Who gave it."]
    at: Annotated[Time, "When."]


class SlipSigning(TypedDict):
    """How a slip is signed."""

    act: Annotated[OfferedAct, "What is sent."]
    label: Annotated[str, "What the button says."]


class SlipVoiding(TypedDict):
    """How a slip is voided."""

    act: Annotated[OfferedAct, "What is sent."]
    asks: Annotated[list[Ask], "What has to be said first."]
    second: Annotated[Literal[True], "A second person signs it."]
    label: Annotated[str, "What the button says."]
    statement: Annotated[str, "What both sign."]


class Slip(TypedDict):
    """A jackpot slip."""

    key: Annotated[str, "Its name in a list."]
    number: Annotated[int, "Its number, which is never used again."]
    text: Annotated[str, "What it is for, in words."]
    amount: Annotated[Money, "The amount."]
    hand: Annotated[str, "The hand, or empty."]
    wager: Annotated[str, "The wager in words."]
    round: Annotated[int, "The round."]
    replaces: Annotated[int | None, "The slip that was voided for it."]
    signed: Annotated[list[Signed], "Who has signed."]
    missing: Annotated[list[str], "Whose signatures are missing."]
    complete: Annotated[bool, "Whether all have signed."]
    voided: Annotated[str, "Why it was voided, or empty."]
    href: Annotated[str, "Where it can be printed."]
    version: Annotated[int, "The version of the slips."]
    sign: Annotated[SlipSigning | None, "How whoever looks signs it, if they may."]
    void: Annotated[SlipVoiding | None, "How whoever looks voids it, if they may."]
