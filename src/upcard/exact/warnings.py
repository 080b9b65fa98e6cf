"""What a licensee should know before a house opens: what the rules say, and what only exact mathematics can tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.exact.cover_all_folded import GivenUp, given_up
from upcard.number_format import percent
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House
from upcard.rules.house_warnings import Advice, advise
from upcard.rules.table import TableRules


def warnings(house: House) -> tuple[Advice, ...]:
    """Every warning, the rules' own first."""
    return (*advise(house), *(advice for table in house.tables for advice in _cover_all(table)))


def cover_all_returns(table: TableRules, rules: CaribbeanStudRules) -> dict[int, Fraction]:
    """What cover all gives back in each column that can be dealt at a table, if no hand is folded."""
    return {column: cover_all_wager(rules, column).return_ for column in dealt_columns(table, rules)}


def dealt_columns(table: TableRules, rules: CaribbeanStudRules) -> list[int]:
    """The columns that can be dealt at a table."""
    return [column for column in sorted(rules.cover_all or ()) if hands_in(rules, column) <= table.seats + 1]


def fold_cost(table: TableRules, rules: CaribbeanStudRules) -> tuple[int, GivenUp]:
    """What folds cost a cover all wager in the fullest column that can be dealt at a table."""
    column = max(dealt_columns(table, rules))
    return column, given_up(rules, column)


def show_return(found: GivenUp, *, forfeited: bool) -> str:
    """What comes back of a cover all wager as a percentage.

    >>> from upcard.rules.caribbean_stud import caribbean_stud
    >>> alone = given_up(caribbean_stud("ma", {"cover_all": True}), 2)
    >>> show_return(alone, forfeited=True), show_return(alone, forfeited=False)
    ('69.54%', '91.29%')
    """
    return percent(found.forfeited if forfeited else found.stands, 2)


def posted_return(table: TableRules) -> dict[str, tuple[tuple[str, str], ...]]:
    """By the rule of a sign, the lines about what comes back of a wager that are posted with it."""
    rules = table.rules
    if getattr(rules, "cover_all", None) is None:
        return {}
    column, cost = fold_cost(table, rules)
    back = show_return(cost, forfeited=rules.cover_all_after_fold == "forfeited")
    return {"cover_all_after_fold": ((f"comes back with best play, column {column}", back),)}


def _after_a_fold(table: TableRules, rules: CaribbeanStudRules) -> Advice:
    """Which reading holds for a cover all wager after a fold, and what that means for what comes back of it."""
    column, found = fold_cost(table, rules)
    given, kept = (show_return(found, forfeited=forfeited) for forfeited in (True, False))
    if rules.cover_all_after_fold == "forfeited":
        message = f"a fold gives up the cover all wager: with best play {given} comes back in column {column},"
        message += f" and {kept} where it stands"
    else:
        message = f"the cover all wager of whoever folds stands: {kept} comes back in column {column},"
        message += f" and with best play {given} where a fold gives it up"
    return Advice(f"table {table.name!r}.cover_all_after_fold", message, rules.clause("cover_all_after_fold"))


def _cover_all(table: TableRules) -> Iterator[Advice]:
    rules = table.rules
    if getattr(rules, "cover_all", None) is None:
        return
    yield _after_a_fold(table, rules)
    more = {column: back for column, back in cover_all_returns(table, rules).items() if back > 1}
    if more:
        listed = ", ".join(f"{percent(back, 1)} in column {column}" for column, back in more.items())
        message = f"PAYS BACK MORE THAN IS WAGERED on cover all, exactly and if no hand is folded: {listed}"
        yield Advice(f"table {table.name!r}.cover_all_counts", message, rules.clause("cover_all_counts"))
