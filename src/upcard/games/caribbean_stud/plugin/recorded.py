"""A round as `upcard settle` reads it, from what a journal tells: in play, only the cards that lie face up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.games.caribbean_stud.round import WRONG_DEALER, WRONG_HAND, Round
from upcard.games.caribbean_stud.view import view
from upcard.games.caribbean_stud.written import written
from upcard.games.meter import Meter
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import events as e
from upcard.tables.deck import FULL

NAMED = tuple(known.kind for known in IRREGULARITIES if known.finished)
"""The irregularities that a finished round may name; wrong counts show in the cards themselves."""


def recorded(
    rules: CaribbeanStudRules, round: Round, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
) -> dict[str, Any]:
    """The round; `events` are all at its table, and `meters` as its settlement began."""
    seen = view(rules, round, "surveillance")
    shown = replace(
        round,
        dealer=tuple(card for card in seen.dealer if card is not None),
        seats={
            n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
            for n, seat in round.seats.items()
        },
    )
    document = written(rules, shown, meters)
    size = rules.law.hand_size
    for number, seat in round.seats.items():
        found = document["seats"][str(number)]
        elsewhere = [*shown.dealer, *(card for n, each in shown.seats.items() if n != number for card in each.cards)]
        if seat.void == WRONG_HAND and len(found["cards"]) == size:
            found["cards"] = []  # the count was found wrong by hand: what the system holds is not what lay there
        elif seat.void is not None and round.keyed and not {*seat.cards}.isdisjoint(elsewhere):
            found["cards"] = []  # keyed of a hand that was void, it lies elsewhere
        elif seat.void is None and not found["cards"]:
            del found["cards"]  # nobody keyed them
        if seat.decision is None:
            del found["decision"]
    if (round.misdealt or round.void == WRONG_DEALER) and len(document["dealer"]) == size:
        document["dealer"] = []
    irregular = _irregularity(round, events)
    return document | ({"irregularity": irregular} if irregular else {})


def _irregularity(round: Round, events: Sequence[e.Event]) -> str:
    """What voided the round, or else what was noted in it, by the name that a finished round gives it."""
    kind = stud.RoundVoided if round.void is not None else stud.IrregularityNoted
    noted = [each.event.irregularity for each in events if isinstance(each, e.Played) and isinstance(each.event, kind)]
    if round.void is not None:
        noted = noted[-1:]  # a deal that was keyed wrongly is taken back, and what voided it
    if noted == ["stub-count"]:
        counted = [event for event in events if isinstance(event, e.StubCounted)][-1]
        # Journals of before hold counts that are none: they are written as the nearest that is one.
        return f"stub-{counted.total - counted.cards + min(max(counted.cards, 0), FULL)}"
    return next((each for each in noted if each in NAMED), "")
