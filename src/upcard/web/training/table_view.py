"""A table of an exercise as a document to draw: what lies where, in the form of the documents of live tables."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from upcard.games.game import game_of
from upcard.games.meter import Meter
from upcard.games.scene import KNOWN, Scene
from upcard.present.labels import meter_label
from upcard.present.table_document import decks, phase_words, seat_drawn, shared_cards
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import show_cents


def picture(
    t: TableRules, table: Table, meters: Mapping[str, Meter], faces: Set[int], *, named: bool
) -> dict[str, Any]:
    """The table with the hands of the seats in `faces` turned up; hands are named where that is asked for."""
    round, scene = table.round, _scene(t, table, faces)
    shared = shared_cards(scene)
    return {
        "table": {"name": t.name, "edition": t.edition.id, "title": t.edition.title, "game": t.edition.game},
        "phase": round.phase if round is not None else "",
        "words": phase_words(round),
        "back": table.current,
        "decks": decks(table, {back: f"{back} deck" for back in table.decks}),
        "devices": list(table.devices),
        "stub": table.stub,
        "meters": [
            {"level": level, "label": meter_label(level), "amount": show_cents(meter.displayed)}
            for level, meter in meters.items()
        ],
        "community": None,
        **shared,
        "dealer": shared["dealer"] if named else {**shared["dealer"], "hand": None, "qualifies": None},
        "seats": [_seat(table, scene, faces, number, named=named) for number in (round.clockwise if round else ())],
    }


def _scene(t: TableRules, table: Table, faces: Set[int]) -> Scene:
    """What the dealer sees, and the hands that are turned up."""
    seen, known = (game_of(t).core.scene(t.rules, table.round, eye) for eye in ("dealer", KNOWN))
    seats = {number: known.seats[number] if number in faces else place for number, place in seen.seats.items()}
    return Scene(seats, *seen[1:])


def _seat(table: Table, scene: Scene, faces: Set[int], number: int, *, named: bool) -> dict[str, Any]:
    seat = seat_drawn(table, scene, number)
    away = number in table.racked and number not in faces
    return {
        "seat": number,
        "player": "",
        "cards": [] if away else seat.cards,
        "hand": seat.hand if named and not away else None,
        "wagers": seat.wagers,
        "state": seat.state,
        "words": seat.words,
    }
