"""What may be wagered at a table, in a sentence for the lobby."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Seat
from upcard.games.caribbean_stud.wagers import most
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.web.views.labels import WAGERS
from upcard.web.views.why import money


def limits(t: TableRules) -> str:
    """Such as: Ante $5 to $33; Progressive $1."""
    rules = t.rules
    if isinstance(rules, CaribbeanStudRules):
        said = [f"Ante {_range(rules.minimum, most(rules, Seat(), 'ante'))}"]
        if rules.progressive is not None:
            said.append(f"Progressive {' or '.join(money(cents) for cents in rules.progressive.wagers)}")
        others = [WAGERS[name] for name in rules.wagers if name != "progressive"]
        return "; ".join([*said, *([", ".join(others)] if others else [])])
    return f"Ante {_range(rules.minimum, rules.maximum)}; Insurance, Tip"


def _range(low: int, high: int | None) -> str:
    """
    >>> _range(500, 3300), _range(1, None), _range(1, 10000)
    ('$5 to $33', 'any amount', 'up to $100')
    """
    if high is None:
        return f"from {money(low)}" if low > 1 else "any amount"
    return f"{money(low)} to {money(high)}" if low > 1 else f"up to {money(high)}"
