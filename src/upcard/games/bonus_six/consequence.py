"""What came of a report, in a sentence."""

from __future__ import annotations

from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.decide import IRREGULARITIES
from upcard.games.bonus_six.labels import LABELS
from upcard.games.labels import NOTED

REPORTED_UNDER = IRREGULARITIES
"""The rule that speaks of what went wrong."""


def consequence(kind: str, event: e.Event) -> str:
    """What an event means for those at the table, or empty."""
    match event:
        case e.HandVoided():
            lost = ", and what it won or lost is reversed" if event.reversed else ""
            return f"That hand is void; all its wagers go back{lost}."
        case e.IrregularityNoted():
            return LABELS.irregularities.get(kind, ("", ""))[1] or NOTED
        case _:
            return ""
