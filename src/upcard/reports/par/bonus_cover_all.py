"""Wagers at odds to 1 beside the ante: the bonus, on the player's hand, and cover all, on the best hand of all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from upcard.cards import RANKS, Category
from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.exact.five_card import FiveCard
from upcard.exact.side_wagers import NONE, SideWager, bonus_wager, given_back
from upcard.exact.warnings import fold_cost, show_return
from upcard.reports.par.blocks import Cell, Column, Fact, Facts, Glance, Part, Prose, Section, Table, cite, rules_behind
from upcard.reports.par.number_format import chance, count, deviation, exactly, hand, one_in, percent
from upcard.rules.caribbean_stud import BonusTable, CaribbeanStudRules
from upcard.rules.house import TableRules
from upcard.units import To

PAY_COLUMNS = (
    Column("Hand"), Column("Pays"), Column("Clause", "clause"), Column("Deals", "exact"),
    Column("Probability", "exact"), Column("One in", "number"), Column("Adds to the return", "number"),
)  # fmt: skip


def figures(found: SideWager | FiveCard, caption: str, more: tuple[Fact, ...] = ()) -> Facts:
    """What every such wager is asked for."""
    return Facts(
        "figures",
        caption,
        (
            Fact("return", "Return", percent(found.return_), exactly(found.return_)),
            Fact("house_edge", "House edge", percent(found.house_edge), exactly(found.house_edge)),
            Fact("hit_frequency", "Hit frequency", percent(found.hit_frequency), exactly(found.hit_frequency)),
            Fact("standard_deviation", "Standard deviation, for each dollar", deviation(found.variance)),
            *more,
        ),
    )


def glance(wager: str, found: SideWager | FiveCard) -> Glance:
    return Glance(
        wager, "dollar", percent(found.return_), percent(found.house_edge), percent(found.hit_frequency, 2),
        deviation(found.variance),
    )  # fmt: skip


# ---- bonus ---------------------------------------------------------------------------------------------------


def bonus(rules: CaribbeanStudRules, table: BonusTable) -> Part:
    """The bonus wager, paid on the player's five cards."""
    found = bonus_wager(table)
    section = Section(
        "bonus",
        "Bonus wager",
        (
            Prose(
                "Paid on the player's own five cards, whoever has the higher hand. A fold gives it up, and best play "
                "folds no hand that it pays."
            ),
            figures(found, "For each dollar wagered"),
            _pays(rules, "pays", f"Pay table {table.name}", table.lines, found, "bonus_tables", table.lowest_pair),
        ),
    )
    return Part((glance("Bonus", found),), section)


def _pays(
    rules: CaribbeanStudRules,
    name: str,
    caption: str,
    lines: Mapping[Category, To],
    found: SideWager,
    rule: str,
    lowest: int = 0,
) -> Table:
    """Odds to 1, with the deals behind them."""
    rows: list[tuple[Cell, ...]] = []
    for category, odds in lines.items():
        part = Fraction(found.counts[category.key], found.deals)
        named = hand(category.key)
        if category is Category.PAIR and lowest:
            named += f", {RANKS[lowest].replace('T', '10')}s or better"
        rows.append(
            (
                named, str(odds), cite(rules.edition, rule), count(found.counts[category.key]),
                _short(part, found.deals), one_in(part), percent(part * given_back(odds)),
            )
        )  # fmt: skip
    missed = Fraction(found.counts[NONE], found.deals)
    rows.append(
        ("Anything else", "lost", "", count(found.counts[NONE]), _short(missed, found.deals), one_in(missed), "0.0000%")
    )
    total = ("All deals", "", "", count(found.deals), "1", "1", percent(found.return_))
    return Table(name, caption, PAY_COLUMNS, tuple(rows), total)


MOST_DEALS = 10**15


def _short(part: Fraction, deals: int) -> str:
    """The fraction, or where so many deals give it too many digits its decimals: the deals beside it are exact."""
    return exactly(part) if deals < MOST_DEALS else chance(part, 12)


# ---- cover all -----------------------------------------------------------------------------------------------


def cover_all(table: TableRules, rules: CaribbeanStudRules) -> Part:
    """Cover all in each column that can be dealt at the table."""
    assert rules.cover_all is not None
    possible = [column for column in sorted(rules.cover_all) if hands_in(rules, column) <= table.seats + 1]
    found = {column: cover_all_wager(rules, column) for column in possible}
    forfeited = rules.cover_all_after_fold == "forfeited"
    column, cost = fold_cost(table, rules)
    folds = (
        "A player who folds gives the wager up here, and the figures by column are those of a player who bets every "
        f"hand: with the best play of ante and bet {show_return(cost, forfeited=True)} comes back in column {column}, "
        "and best play with this wager folds less often than without."
        if forfeited
        else "Best play folds no hand that could be paid, so folds leave the figures what they are."
    )
    counted = "hands, the dealer's among them" if rules.cover_all_counts == "hands" else "players"
    behind = (
        ("Lowest hand that is paid", hand(str(rules.law.cover_all_lowest)), "cover_all_lowest"),
        ("A column counts", counted, "cover_all_counts"),
        ("After a fold the wager", "is " * forfeited + rules.cover_all_after_fold, "cover_all_after_fold"),
    )
    section = Section(
        "cover-all",
        "Cover all",
        (
            Prose(f"Pays on the best of all hands in the round, the dealer's among them. {folds}"),
            _columns(rules, found),
            rules_behind(rules.edition, "rules", "Rules behind cover all", behind),
            *(_column(rules, rules.cover_all[column], column, each) for column, each in found.items()),
        ),
    )
    fullest = max(found)
    named = f"Cover all, column {fullest}" + ", if never folded" * forfeited
    return Part((glance(named, found[fullest]),), section)


def _columns(rules: CaribbeanStudRules, found: Mapping[int, SideWager]) -> Table:
    columns = (
        Column("Column", "number"), Column("Hands dealt", "number"), Column("Return", "number"),
        Column("House edge", "number"), Column("Hit frequency", "number"), Column("Standard deviation", "number"),
        Column("Return, exactly", "exact"),
    )  # fmt: skip
    rows = tuple(
        (
            str(column), str(hands_in(rules, column)), percent(each.return_), percent(each.house_edge),
            percent(each.hit_frequency), deviation(each.variance), exactly(each.return_),
        )
        for column, each in found.items()
    )  # fmt: skip
    return Table("columns", "By column, for each dollar wagered", columns, rows)


def _column(rules: CaribbeanStudRules, lines: Mapping[Category, To], column: int, found: SideWager) -> Table:
    caption = f"Column {column}: {hands_in(rules, column)} hands, {percent(found.house_edge, 2)} house edge"
    return _pays(rules, f"pays-{column}", caption, lines, found, "cover_all_columns")
