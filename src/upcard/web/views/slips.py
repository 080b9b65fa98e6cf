"""Jackpot slips: who has signed, who is missing, and what may be done about it by whoever looks."""

from __future__ import annotations

from typing import Annotated, TypedDict

from upcard.cards import describe
from upcard.document import Money, Time, doc
from upcard.money.slip import Slip as IssuedSlip
from upcard.money.slip import unsigned
from upcard.present.labels import WAGERS
from upcard.rules.table import TableRules
from upcard.tables import Table
from upcard.tables.actor import FLOORPERSON, Actor
from upcard.units import show_cents, show_dollars
from upcard.web.act_codec import OfferedAct
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.award import Rejection
from upcard.web.views.choice import Choice, choice


class Signed(TypedDict):
    """A signature."""

    role: Annotated[str, doc("The role that it was given in.")]
    by: Annotated[str, doc("Who gave it.")]
    at: Annotated[Time, doc("When.")]


class SlipSigning(TypedDict):
    """How a slip is signed."""

    act: Annotated[OfferedAct, doc("What is sent.")]
    label: Annotated[str, doc("What the button says.")]


class SlipVoiding(Rejection):
    """How a slip is voided."""

    label: Annotated[str, doc("What the button says.")]


class Slip(TypedDict):
    """A jackpot slip."""

    key: Annotated[str, doc("Its name in a list.")]
    number: Annotated[int, doc("Its number, which is never used again.")]
    text: Annotated[str, doc("What it is for, in words.")]
    amount: Annotated[Money, doc("The amount.")]
    hand: Annotated[str, doc("The hand, or empty.")]
    wager: Annotated[str, doc("The wager in words.")]
    round: Annotated[int, doc("The round.")]
    replaces: Annotated[int | None, doc("The slip that was voided for it.")]
    signed: Annotated[list[Signed], doc("Who has signed.")]
    missing: Annotated[list[str], doc("Whose signatures are missing.")]
    complete: Annotated[bool, doc("Whether all have signed.")]
    voided: Annotated[str, doc("Why it was voided, or empty.")]
    href: Annotated[str, doc("Where it can be printed.")]
    version: Annotated[int, doc("The version of the slips.")]
    sign: Annotated[SlipSigning | None, doc("How whoever looks signs it, if they may.")]
    void: Annotated[SlipVoiding | None, doc("How whoever looks voids it, if they may.")]


STREAM = "slips"


def slip_document(moment: StateSnapshot, slip: IssuedSlip, by: Actor | None) -> Slip:
    """One slip, with the signatures that are there and those that are not."""
    issued = slip.issued
    version = moment.versions.get(STREAM, 0)
    said = f"slip {issued.number}, {show_dollars(issued.cents)} to seat {issued.seat} of {issued.table}"
    return {
        "key": f"slip {issued.number}",
        "number": issued.number,
        "text": f"{issued.jackpot}: {show_dollars(issued.cents)}, {issued.table}, seat {issued.seat}",
        "amount": show_cents(issued.cents),
        "hand": describe(issued.hand) if issued.hand else "",
        "wager": WAGERS.get(issued.wager, issued.wager),
        "round": issued.round,
        "replaces": issued.replaces or None,
        "signed": [{"role": one.role, "by": one.by.split(" ", 1)[-1], "at": one.at} for one in slip.signatures],
        "missing": missing(slip) if not slip.voided else [],
        "complete": slip.complete,
        "voided": slip.voided,
        "href": f"/documents/slips?number={issued.number}",
        "version": version,
        "sign": {"act": {"act": "SignSlip", "number": issued.number}, "label": "Sign"} if may_sign(slip, by) else None,
        "void": {
            "act": {"act": "VoidSlip", "number": issued.number},
            "asks": [{"name": "reason", "kind": "text", "label": "Reason", "optional": False}],
            "second": True,
            "label": f"Void slip {issued.number}",
            "statement": f"Void {said}; the award is written out again under the next number.",
        }
        if by is not None and by.role == "supervisor" and not slip.voided
        else None,
    }


def missing(slip: IssuedSlip) -> list[str]:
    """Whose signatures are missing; in a floorperson's place a supervisor signs."""
    return ["floorperson (or a supervisor)" if role == "floorperson" else role for role in slip.missing]


def may_sign(slip: IssuedSlip, by: Actor | None) -> bool:
    """Whether a signature of this person is missing: one for each person, a floorperson's also from above."""
    if by is None or slip.voided or any(one.by.split(" ", 1)[-1] == by.id for one in slip.signatures):
        return False
    return by.role in slip.missing or (by.role in FLOORPERSON and "floorperson" in slip.missing)


def signatures_wanted(moment: StateSnapshot, t: TableRules, table: Table, act: str, seat: int) -> str:
    """What the documents of an award, or the cards that it was won with, wait for; or empty."""
    slip = unsigned(t, moment.slips.values(), table.number, act, seat)
    if slip is None:
        return ""
    return f"Slip {slip.issued.number} waits for the signature of the {' and the '.join(missing(slip))}."


def to_sign(moment: StateSnapshot, table: str, by: Actor | None) -> list[Choice]:
    """What somebody at a table may sign: an act of the house, not of the table."""
    return [
        {
            **choice(
                f"Sign slip {slip.issued.number}: {show_dollars(slip.issued.cents)}, seat {slip.issued.seat}",
                {"act": "SignSlip", "number": slip.issued.number},
            ),
            "house": True,
        }
        for slip in list(moment.slips.values())[-LATEST:]
        if slip.issued.table == table and may_sign(slip, by)
    ]


LATEST = 25
"""How many slips are looked through for one that is not signed."""
