"""What may be wagered at a table, in a sentence for the lobby."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Seat
from upcard.games.caribbean_stud.wagers import house_maximum, listed, most
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.web.views.citation import money
from upcard.web.views.labels import WAGERS


def limits(t: TableRules) -> str:
    """Such as: Ante $5 to $33; Progressive $1."""
    rules = t.rules
    if isinstance(rules, CaribbeanStudRules):
        said = [f"Ante {_range(rules.minimum, most(rules, Seat(), 'ante'))}"]
        if rules.progressive is not None:
            said.append(f"Progressive {' or '.join(money(cents) for cents in rules.progressive.wagers)}")
        others = [_side(rules, name) for name in rules.wagers if name != "progressive"]
        return "; ".join([*said, *([", ".join(others)] if others else [])])
    tip = f"Tip {_range(1, rules.maxima['tip'])}" if "tip" in rules.maxima else "Tip"
    return f"Ante {_range(rules.minimum, rules.maximum)}; Insurance, {tip}"


def _side(rules: CaribbeanStudRules, wager: str) -> str:
    most = house_maximum(rules, wager)
    return WAGERS[wager] if most is None or listed(rules, wager) else f"{WAGERS[wager]} {_range(1, most)}"


def _range(low: int, high: int | None) -> str:
    """
    >>> _range(500, 3300), _range(1, None), _range(1, 10000)
    ('$5 to $33', 'any amount', 'up to $100')
    """
    if high is None:
        return f"from {money(low)}" if low > 1 else "any amount"
    return f"{money(low)} to {money(high)}" if low > 1 else f"up to {money(high)}"
