"""What the law wants shown at a table of Bonus 6."""

from __future__ import annotations

from upcard.cards import Category, rank_plural
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.table import TableRules
from upcard.tables.signs import Sign, in_force, limits, lines_of, notices
from upcard.tables.state import Table
from upcard.units import Award

CONCEALED = "Players neither show nor discuss their hands."


def signs(t: TableRules, table: Table) -> tuple[Sign, ...]:
    """Every sign that belongs at the table."""
    rules: BonusSixRules = t.rules
    posted_limits = limits(in_force(t, table))
    best_first: dict[Category, Award] = {h: rules.schedule.lines[h] for h in sorted(rules.schedule.lines, reverse=True)}
    lowest = f"pair of {rank_plural(rules.schedule.lowest_pair)} or better"
    lines = tuple((lowest if hand == "pair" else hand, odds) for hand, odds in lines_of(best_first))
    posted = Sign("Pay schedule", "pay_schedule_posted", lines)
    ante = Sign("Table limits", "ante_range", posted_limits)
    said = notices(
        {
            "hands_concealed": ("Hands", CONCEALED if rules.law.hands_concealed else None),
            "table_stakes": ("Table stakes", f"The section on table stakes {rules.law.table_stakes}."),
        }
    )
    return (posted, *((ante,) if posted_limits else ()), *said)
