"""What may not change about a jackpot that is in play: its schedule, and that it is offered at all.

A house that replaces another is held against it: a jackpot keeps the schedule it was put into play with, and it goes
only when its top award has been won or a petition for it has been granted.
"""

from __future__ import annotations

import msgspec

from upcard.errors import HouseError
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House

TOP_AWARD_WON = "top award won"


class Ending(msgspec.Struct, frozen=True):
    """Why a jackpot ends: its top award was won, or a petition of one of the kinds that the law names."""

    jackpot: str
    way: str
    granted: bool = False
    """Whether the petition was granted; a won top award needs none."""


def check_ending(rules: CaribbeanStudRules, ending: Ending) -> None:
    """Refuses to end a jackpot in a way that the edition does not allow."""
    ways = rules.law.jackpot_ends_by
    if ways is None:
        return
    if ending.way not in ways:
        raise rules.refuse("jackpot_ends_by", f"a jackpot ends by {', '.join(ways)}, not by {ending.way!r}")
    if ending.way != TOP_AWARD_WON and not ending.granted:
        raise rules.refuse("jackpot_ends_by", f"a petition for {ending.way!r} must have been granted")


def check_amendment(before: House, after: House, endings: tuple[Ending, ...] = ()) -> None:
    """Refuses a house that changes or drops a jackpot which the house before it has in play."""
    ended = {ending.jackpot: ending for ending in endings}
    for name, jackpot in before.jackpots.items():
        rules = before.tables_on(name)[0].rules
        if not isinstance(rules, CaribbeanStudRules):
            continue
        if name not in after.jackpots:
            if name in ended:
                check_ending(rules, ended[name])
            elif rules.law.jackpot_ends_by is not None:
                raise HouseError(
                    f"jackpot {name!r}",
                    "it is in play and is offered until its top award has been won",
                    rule="jackpot_ends_by",
                    clause=rules.clause("jackpot_ends_by"),
                )
        elif after.jackpots[name].schedule != jackpot.schedule and rules.law.schedule_fixed is not None:
            raise HouseError(
                f"jackpot {name!r}.schedule",
                f"{jackpot.schedule} was chosen when the game was put into play, and stays",
                rule="schedule_fixed",
                clause=rules.clause("schedule_fixed"),
            )
