"""One step of the settlement of a round.

`agenda` lists the steps as the law orders them; `perform` does one of them. Live rounds and finished rounds read back
from a file go through the same two functions.
"""

from __future__ import annotations

from typing import assert_never

from upcard.games.caribbean_stud.cover_all import cover_all
from upcard.games.caribbean_stud.five_card import five_card
from upcard.games.caribbean_stud.main_wagers import hand, no_hand
from upcard.games.caribbean_stud.outcome import Meters, Outcome
from upcard.games.caribbean_stud.progressive import envy, progressive
from upcard.games.caribbean_stud.refunds import misdealt
from upcard.games.caribbean_stud.round import Round, Step
from upcard.rules.caribbean_stud import CaribbeanStudRules


def perform(rules: CaribbeanStudRules, round: Round, step: Step, meters: Meters) -> Outcome:
    """One step of the agenda. Nothing changes: the meters are the caller's to draw down."""
    match step.kind:
        case "misdeal":
            return Outcome(misdealt(rules, round))
        case "no_hand":
            standing = [s for s in round.counter_clockwise if round.seats[s].standing]
            lines = [p for s in standing for p in no_hand(rules, round, s)]
            return Outcome(
                tuple(sorted(lines, key=lambda p: p.wager == "bet"))
            )  # all antes are paid before a bet goes back
        case "hand":
            return Outcome(hand(rules, round, step.seat))
        case "progressive":
            return progressive(rules, round, step.seat, meters)
        case "envy":
            return Outcome(envy(rules, round, step.seat))
        case "five_card":
            return five_card(rules, round, step.seat, meters)
        case "cover_all":
            return Outcome(cover_all(rules, round))
        case _:
            assert_never(step.kind)
