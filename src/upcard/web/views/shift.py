"""The end of a shift: what stands open before it is signed, what is only owed, and how it is signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, TypedDict

from upcard.document import doc, one_of
from upcard.money import account
from upcard.money.cage import unfinished
from upcard.number_format import money
from upcard.units import whole_cents
from upcard.web.projection import StateSnapshot
from upcard.web.router import Who
from upcard.web.views.house_actions import REASON, LeverFor, field, lever
from upcard.web.views.money_reports import missing
from upcard.web.views.supervisor import Alert


class OpenItem(TypedDict):
    """Something that a shift which ended now would leave open."""

    text: Annotated[str, doc("What it is.")]
    weight: Annotated[
        str,
        one_of("first", "two people", "owed"),
        doc("It has to be done first; it takes a second person and a reason; or nothing but a reminder."),
    ]
    words: Annotated[str, doc("The same in words.")]
    href: Annotated[str, doc("Where it is done, or empty.")]


WEIGHTS = {
    "first": "has to be done first",
    "two people": "two people sign, with a reason",
    "owed": "reminder only",
}


def still_open(
    moment: StateSnapshot, slugs: Mapping[str, str], who: Who, balances: Mapping[str, int], alerts: list[Alert]
) -> list[OpenItem]:
    """What stands open, what has to be done first at the top."""
    pit = who.role == "supervisor"
    queue = "/supervisor" if pit else ""
    consoles = {name: f"/dealer/{slug}" if pit else "#tables" for name, slug in slugs.items()}
    found = [*_documents(moment, consoles), *_unfinished(moment, consoles, queue), *_owed(moment, balances, consoles)]
    unseen = sum(not one["acknowledged"] for one in alerts)
    if unseen:
        found.append(("owed", f"{unseen} alert{'s' if unseen > 1 else ''} nobody has acknowledged", "#house-slips"))
    return [{"text": text, "weight": weight, "words": WEIGHTS[weight], "href": href} for weight, text, href in found]


Item = tuple[str, str, str]
"""Its weight, what it is, and where it is done."""


def _documents(moment: StateSnapshot, consoles: Mapping[str, str]) -> Iterator[Item]:
    for name, table in moment.tables.items():
        for seat, _, _ in table.documents:
            yield "first", f"The documents of seat {seat}'s award at {name} are not complete", consoles[name]


def _unfinished(moment: StateSnapshot, consoles: Mapping[str, str], queue: str) -> Iterator[Item]:
    """What the books call unfinished, one by one."""
    two = "two people"
    for link in moment.links.values():
        for hit in link.open.values():
            yield two, f"Award {hit.number} of {link.name}, {money(hit.cents)}, is not paid", queue
    for number, slip in moment.slips.items():
        if slip.missing and not slip.voided:
            who = " and the ".join(missing(slip))
            yield two, f"Slip {number}, {money(slip.issued.cents)}, waits for the signature of the {who}", queue
    for name, table in moment.tables.items():
        if table.is_open:
            yield two, f"{name} is open", consoles[name]


def _owed(moment: StateSnapshot, balances: Mapping[str, int], consoles: Mapping[str, str]) -> Iterator[Item]:
    """Counts that nobody has made, and calls that nobody has ended."""
    for name, table in moment.tables.items():
        if table.call:
            calls = "waits for a supervisor" if table.called else "has a supervisor, who has not ended the call"
            yield "owed", f"{name} {calls}", consoles[name]
        if name in moment.uncounted:
            yield "owed", f"The tray of {name} was not counted since its last round", "#tables"
        if cash := whole_cents(balances.get(account.drop(name), 0)):
            yield "owed", f"The drop box of {name} was not counted: the books have {money(cash)} in it", "#tables"


def closing(moment: StateSnapshot, items: list[OpenItem]) -> list[LeverFor]:
    """How a shift ends: by one person where nothing is open, or by two who say why."""
    said = "The shift ends here: everything since the last one is reconciled together."
    act = {"act": "CloseShift"}
    asked = field("day", "Gaming day", "day", "today"), field("shift", "Shift, such as swing")
    left = "; ".join(unfinished(moment.links, moment.slips, moment.tables))
    open_ = (
        f"Open: {left}."
        if left
        else "Nothing is open. Two people also end a shift a second time, or of an earlier day."
    )
    done = "The shift is closed. Documents has its reconciliation."
    anyway = lever(
        "shift anyway", "Close the shift anyway", f"{said} {open_}", act, *asked, REASON, second=True, done=done
    )
    found = [anyway] if left else [lever("shift", "Close the shift", said, act, *asked, done=done), anyway]
    for one in found:
        one["lists"] = [f"{item['text']} ({item['words']})" for item in items]
    return found
