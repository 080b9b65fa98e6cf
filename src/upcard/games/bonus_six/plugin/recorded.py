"""A round as `upcard settle` reads it, from what a journal tells: in play, only the cards that lie face up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from upcard.games.bonus_six.round import OFF_TABLE, Round
from upcard.games.bonus_six.view import view
from upcard.games.bonus_six.written import written
from upcard.games.meter import Meter
from upcard.rules.bonus_six import BonusSixRules
from upcard.tables import events as e


def recorded(
    rules: BonusSixRules, round: Round, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
) -> dict[str, Any]:
    """The round, and nothing of it before the community card is turned."""
    seen = view(rules, round, "surveillance")
    community = round.community if over else seen.community
    if community is None:
        return {"edition": rules.edition.id, "house": rules.elections, "community": None, "seats": {}}
    seats = {
        n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
        for n, seat in round.seats.items()
    }
    document = written(rules, replace(round, community=community, seats=seats), meters)
    for number, seat in round.seats.items():
        found = document["seats"][str(number)]
        off_table = seat.void == "card_off_table"
        if off_table:
            found["irregularity"] = OFF_TABLE
        if seat.void is not None and over and (round.keyed or not off_table):
            found["cards"] = []  # they do not count, and what was keyed may lie elsewhere
        elif not off_table and len(found["cards"]) < seat.count:
            del found["cards"]  # nobody keyed them all
    return document
