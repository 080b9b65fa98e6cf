"""What came of a report, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.games.caribbean_stud.labels import LABELS
from upcard.games.labels import NOTED
from upcard.games.payment import Payment
from upcard.units import show_dollars

REPORTED_UNDER = {known.kind: known.rule for known in reversed(IRREGULARITIES)}
"""The rule that speaks of what went wrong."""


def consequence(kind: str, event: e.Event) -> str:
    """What an event means for those at the table, or empty."""
    match event:
        case e.RoundVoided():
            return f"Every hand is void; all wagers go back{_also(event.reversed)}."
        case e.HandVoided():
            lost = ", and what it won or lost is reversed" if event.reversed else ""
            return f"That hand is void; all its wagers go back{lost}."
        case e.TableMisdealt():
            plays = any(step.kind == "progressive" for step in event.agenda)
            rest = "the hands play for the progressive alone" if plays else "no progressive wager is left to be settled"
            return f"Antes, bets and tips go back{_also(event.reversed)}; {rest}."
        case e.DealerFellShort():
            return "The dealer gets another card and the round goes on."
        case e.IrregularityNoted():
            return LABELS.irregularities.get(kind, ("", ""))[1] or NOTED
        case _:
            return ""


def stays(events: Iterable[e.Event]) -> list[str]:
    """What is not taken back: percentages that were paid."""
    return [
        f" {show_dollars(one.cents)}, {one.odds}, stays with seat {one.seat}, for the cage and the regulator."
        for one in events
        if isinstance(one, e.AwardKept)
    ]


def _also(reversed: tuple[Payment, ...]) -> str:
    """To whom wagers go back as well, and what was settled already."""
    folded = any(payment.result == "forfeit" for payment in reversed)
    settled = any(payment.result != "forfeit" for payment in reversed)
    return ", also to those who folded" * folded + ", and what was settled is reversed" * settled
