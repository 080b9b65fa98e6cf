"""Petitions to end a jackpot early, as the authority decides them: what is asked, why, and what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypedDict

from upcard.document import Time, doc, one_of
from upcard.journal.command import money_event
from upcard.money.events import PetitionDecided, PetitionRecorded
from upcard.money.link import Link, Petition
from upcard.rules.house import House
from upcard.store.store import Entry, Reading
from upcard.web.projection import StateSnapshot
from upcard.web.views.house_actions import HouseAction, decisions
from upcard.web.views.jackpots import Jackpot, jackpot_document
from upcard.web.views.labels import Why, why


class Made(TypedDict):
    """When something was done about a petition, and by whom."""

    seq: Annotated[int, doc("The entry of the journal.")]
    at: Annotated[Time, doc("When.")]
    by: Annotated[str, doc("By whom: a role and a name.")]


class PetitionCase(TypedDict):
    """A petition with all that a decision needs."""

    key: Annotated[str, doc("Its name in the list.")]
    title: Annotated[str, doc("Which it is, in words.")]
    asks: Annotated[str, doc("What it asks for, in words.")]
    grounds: Annotated[str, doc("Why.")]
    statement: Annotated[str, doc("The statement that the business closes, where it is about that, or empty.")]
    state: Annotated[str, one_of("waits", "granted", "refused", "carried out"), doc("How it stands.")]
    reference: Annotated[str, doc("The reference of the decision, or empty.")]
    recorded: Annotated[Made | None, doc("When it was recorded.")]
    decided: Annotated[Made | None, doc("When it was decided.")]
    jackpot: Annotated[Jackpot, doc("The jackpot as it stands.")]
    why: Annotated[Why | None, doc("The rule by which it is asked for.")]
    acts: Annotated[list[HouseAction], doc("What may be decided now.")]


class Petitions(TypedDict):
    """Every petition, those that wait first."""

    seq: Annotated[int, doc("The entry after which this is so.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    waiting: Annotated[int, doc("How many wait for a decision.")]
    petitions: Annotated[list[PetitionCase], doc("The petitions.")]


JACKPOT = "jackpot/"


def petitions_document(moment: StateSnapshot, house: House, reading: Reading) -> Petitions:
    """Every petition of the house: those that wait, the oldest first, then the decided ones, the newest first."""
    found: list[PetitionCase] = []
    for link in moment.links.values():
        if link.petitions:
            made = dict(_made(reading.entries(stream=JACKPOT + link.name)))
            found += [_case(moment, house, link, one, made) for one in link.petitions]
    open_ = sorted((one for one in found if one["state"] == "waits"), key=_told)
    decided = sorted((one for one in found if one["state"] != "waits"), key=_told, reverse=True)
    return {
        "seq": moment.seq,
        "locked": moment.locked,
        "waiting": moment.petitions_waiting,
        "petitions": [*open_, *decided],
    }


def _told(one: PetitionCase) -> int:
    return one["recorded"]["seq"] if one["recorded"] else 0


def _made(entries: Iterator[Entry]) -> Iterator[tuple[tuple[type, int], Made]]:
    """By what was done and to which petition, the entry that did it."""
    for entry in entries:
        if entry.event.startswith('{"type":"Petition'):
            event = money_event(entry.event)
            if isinstance(event, PetitionRecorded | PetitionDecided):
                yield (type(event), event.number), {"seq": entry.seq, "at": entry.at, "by": entry.by}


def _case(
    moment: StateSnapshot, house: House, link: Link, one: Petition, made: dict[tuple[type, int], Made]
) -> PetitionCase:
    state = "waits" if one.granted is None else "granted" if one.granted else "refused"
    tables = house.tables_on(link.name)
    return {
        "key": f"petition {link.name} {one.number}",
        "title": f"{link.name}, petition {one.number}",
        "asks": f"{one.way}: {one.to.replace('_', ' ')}",
        "grounds": one.grounds,
        "statement": f"The business closes: stated on {one.stated}, {one.document}." if one.stated else "",
        "state": "carried out" if one.used else state,
        "reference": one.reference,
        "recorded": made.get((PetitionRecorded, one.number)),
        "decided": made.get((PetitionDecided, one.number)),
        "jackpot": jackpot_document(moment, link),
        "why": why(tables[0].rules, "jackpot_ends_by") if tables else None,
        "acts": decisions(link, one) if one.granted is None else [],
    }
