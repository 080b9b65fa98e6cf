"""What a new house still needs before it plays: its people by role, chips in the trays, a table that is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from upcard.journal.command import TABLE
from upcard.money import account
from upcard.money.slip import SIGNERS
from upcard.number_format import money
from upcard.rules.house import House
from upcard.tables.commands import says
from upcard.web.projection import StateSnapshot
from upcard.web.views.house import HousePerson, Task

BY_THE_FLOOR = ("deck_verified_by", "hand_confirmed_by")
"""What a law has somebody see whom the dealer and the validating supervisor do not stand in for."""


def checklist(
    moment: StateSnapshot, house: House, people: list[HousePerson], balances: Mapping[str, int]
) -> list[Task]:
    """Everything with what is done of it; nothing once all is done."""
    found = [*_people(house, people), *_play(moment, house, balances)]
    return [] if all(task["done"] for task in found) else found


def _people(house: House, people: list[HousePerson]) -> Iterator[Task]:
    here = Counter(one["role"] for one in people if not one["locked"])
    dealers, supervisors = here["dealer"], here["supervisor"]
    tables = len(house.tables)
    each = "" if tables == 1 else f"; each table that is open at the same time takes one, {tables} for all"
    yield _task("A dealer", f"{dealers} here, 1 needed{each}", "#people", done=dealers > 0)
    yield _task("A supervisor", f"{supervisors} here, 1 needed", "#people", done=supervisors > 0)
    if because := _floor_needed(house):
        beside = here["floorperson"] + max(0, supervisors - 1)
        detail = f"{beside} here, 1 needed; {because}"
        yield _task("A floorperson, or another supervisor", detail, "#people", done=beside > 0)
    seconds = here["licensee"] + here["surveillance"]
    why = "the second person where two of different departments sign"
    yield _task("A licensee or surveillance", f"{seconds} here, 1 needed; {why}", "#people", done=seconds > 0)
    unsigned = [f"{one['id']} {one['waits']}" for one in people if one["waits"] and not one["locked"]]
    if unsigned:
        yield _task("Everybody's signature counts", f"Not yet: {'; '.join(unsigned)}", "#people", done=False)


def _floor_needed(house: House) -> str:
    """Why a house needs somebody of the floor beside its supervisor, or empty."""
    if any(says(t, rule) and "floorperson" in says(t, rule) for t in house.tables for rule in BY_THE_FLOOR):
        return "the law has a floorperson verify decks and hands"
    least, roles = SIGNERS[1]
    if house.jackpots:
        return f"slips from {money(least)} on are signed by the {', the '.join(roles[:-1])} and the {roles[-1]}"
    return ""


def _play(moment: StateSnapshot, house: House, balances: Mapping[str, int]) -> Iterator[Task]:
    missing = [name for name in house.jackpots if name not in moment.links]
    if house.jackpots:
        detail = f"Not yet: {', '.join(missing)}" if missing else f"{len(house.jackpots)} in play"
        yield _task("Jackpots in play", detail, "#jackpots", done=not missing)
    opened = any(stream.startswith(TABLE) for stream in moment.versions)
    empty = [name for name in moment.tables if not balances.get(account.tray(name))]
    filled = opened or len(empty) < len(moment.tables)
    detail = f"Empty: {', '.join(empty)}" if empty else "Every tray has chips"
    yield _task("Chips in a tray", detail, "#tables", done=filled)
    detail = "A dealer, a supervisor or you open it; it is dealt at its console"
    yield _task("A table open", detail, "#tables", done=opened)


def _task(text: str, detail: str, href: str, *, done: bool) -> Task:
    return {"text": text, "done": done, "detail": detail, "href": href}
