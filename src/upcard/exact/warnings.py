"""What a licensee should know before a house opens: what the rules say, and what only exact mathematics can tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.rules.advice import Advice, advise
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House
from upcard.rules.payback import show_percent
from upcard.rules.table import TableRules


def warnings(house: House) -> tuple[Advice, ...]:
    """Every warning, the rules' own first."""
    return (*advise(house), *(advice for table in house.tables for advice in _cover_all(table)))


def cover_all_returns(table: TableRules, rules: CaribbeanStudRules) -> dict[int, Fraction]:
    """What cover all gives back in each column that can be dealt at a table, if no hand is folded."""
    columns = sorted(rules.cover_all or ())
    possible = [column for column in columns if hands_in(rules, column) <= table.seats + 1]
    return {column: cover_all_wager(rules, column).return_ for column in possible}


def _cover_all(table: TableRules) -> Iterator[Advice]:
    rules = table.rules
    if not isinstance(rules, CaribbeanStudRules):
        return
    more = {column: back for column, back in cover_all_returns(table, rules).items() if back > 1}
    if more:
        listed = ", ".join(f"{show_percent(back)} in column {column}" for column, back in more.items())
        message = f"PAYS BACK MORE THAN IS WAGERED on cover all, exactly and if no hand is folded: {listed}"
        yield Advice(f"table {table.name!r}.cover_all_counts", message, rules.clause("cover_all_counts"))
