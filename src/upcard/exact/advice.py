"""What each decision on one hand is worth, and the best play where it is a chart: exact, never simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from upcard.cards import RANKS, Card, Category, category, describe, pair_rank, rank_five, show_card
from upcard.exact import bonus_six as six
from upcard.exact import caribbean_stud as stud
from upcard.exact import stud_chart
from upcard.exact.cover_all import cover_all_wager, hands_in
from upcard.exact.cover_all_folded import GivenUp, given_up
from upcard.exact.stud_terms import USUAL, Pays, Terms, pays_of, terms_of
from upcard.number_format import money, percent
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.election import Rules
from upcard.rules.house import House
from upcard.rules.house_warnings import Advice as HouseAdvice
from upcard.rules.house_warnings import advise
from upcard.rules.table import TableRules
from upcard.units import fixed

# ---- What a licensee should know before a house opens ------------------------------------------------------
# what the rules say, and what only exact mathematics can tell.


def warnings(house: House) -> tuple[HouseAdvice, ...]:
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


def best_play_named(rules: CaribbeanStudRules, usual: str = "the best play") -> str:
    """By which play folds were counted: that of the usual game, which another edition may not have."""
    game = pays_of(rules), terms_of(rules)
    return usual if game == (stud.PAYS, USUAL) else "the best play of the usual game"


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
    played = best_play_named(rules, "best play")
    return {"cover_all_after_fold": ((f"comes back with {played}, column {column}", back),)}


def columns_paid(table: TableRules) -> Iterator[tuple[str, str, tuple[tuple[str, ...], ...]]]:
    """What depends on how many hands are dealt: a title, its rule, and lines with a cell for each column."""
    rules = table.rules
    if getattr(rules, "cover_all", None) is None:
        return
    columns = dealt_columns(table, rules)
    hands = sorted({hand for column in columns for hand in rules.cover_all[column]}, reverse=True)
    paid = ((hand.words, *(str(rules.cover_all[column].get(hand, "")) for column in columns)) for hand in hands)
    head = (rules.cover_all_counts, *map(str, columns))
    yield "Cover all", "cover_all_columns", (head, *paid)


def _after_a_fold(table: TableRules, rules: CaribbeanStudRules) -> HouseAdvice:
    """Which reading holds for a cover all wager after a fold, and what that means for what comes back of it."""
    column, found = fold_cost(table, rules)
    played = best_play_named(rules, "best play")
    given, kept = (show_return(found, forfeited=forfeited) for forfeited in (True, False))
    if rules.cover_all_after_fold == "forfeited":
        message = f"a fold gives up the cover all wager: with {played} {given} comes back in column {column},"
        message += f" and {kept} where it stands"
    else:
        message = f"the cover all wager of whoever folds stands: {kept} comes back in column {column},"
        message += f" and with {played} {given} where a fold gives it up"
    return HouseAdvice(f"table {table.name!r}.cover_all_after_fold", message, rules.clause("cover_all_after_fold"))


def _cover_all(table: TableRules) -> Iterator[HouseAdvice]:
    rules = table.rules
    if getattr(rules, "cover_all", None) is None:
        return
    yield _after_a_fold(table, rules)
    more = {column: back for column, back in cover_all_returns(table, rules).items() if back > 1}
    if more:
        listed = ", ".join(f"{percent(back, 1)} in column {column}" for column, back in more.items())
        message = f"PAYS BACK MORE THAN IS WAGERED on cover all, exactly and if no hand is folded: {listed}"
        yield HouseAdvice(f"table {table.name!r}.cover_all_counts", message, rules.clause("cover_all_counts"))


# ---- advice ------------------------------------------------------------------------------------------------


NOTHING_LAID: Mapping[str, int] = {}


class Advice(NamedTuple):
    """What each decision is worth in antes, with the best of them."""

    worth: Mapping[str, Fraction]
    best: str
    hand: str
    """How the sentence about it begins."""
    also: str = ""
    """How it ends, where more is counted than ante and bet."""
    exact: Mapping[str, Fraction] | None = None
    """The worth on ante and bet alone, where that is another."""


def advice(rules: Any, ante: int, known: Mapping[str, Any]) -> Advice | None:
    """The worth of the decisions on a hand, of which its game says what is `known`; the ante is in cents.

    None for a game that is not counted here.
    """
    counted = ADVICE.get(rules.edition.game)
    return counted(rules, ante, **known) if counted is not None else None


def _six(rules: BonusSixRules, ante: int, cards: tuple[Card, ...], insured: bool) -> Advice:
    del ante
    found = six.decision(rules, cards, insured=insured)
    worth = {str(act): worth for act, worth in found.values.items()}
    return Advice(worth, found.best, f"With these {len(cards)} cards")


def _stud(
    rules: CaribbeanStudRules,
    ante: int,
    cards: tuple[Card, ...],
    up: Card,
    covered: int,
    column: int,
    laid: Mapping[str, int] = NOTHING_LAID,
) -> Advice:
    """On ante and bet alone; but a fold may give up a cover all wager of so many cents in a column, and what is `laid`.

    Then what these are worth is counted for the bet: what the hand wins with them, and cover all in the mean, where
    somebody folds.
    """
    found = stud.decision(cards, up, pays_of(rules), terms_of(rules))
    worth = {"bet": found.bet, "fold": found.fold}
    name = describe(rank_five(cards))
    hand = f"With {'a ' * name.startswith('pair')}{name} against the {_card(up)}"
    given, won = _given_up(rules, cards, covered, column), _won_beside(rules, cards, laid)
    if not given and not won:
        return Advice(worth, found.best, hand)
    both = {**worth, "bet": found.bet + (given + sum(won.values())) / ante}
    lost = f" A fold would give up the cover all wager too, worth about {money(round(given))} at such a moment;"
    if won:
        lost = f" A fold would give up what {' and '.join(won)} would bring too, {money(sum(won.values()))};"
    best = "bet" if both["bet"] > both["fold"] else "fold"
    return Advice(both, best, hand, f"{lost} it is counted for the bet.", worth)


ADVICE: dict[str, Callable[..., Advice]] = {"caribbean-stud": _stud, "bonus-six": _six}


def _given_up(rules: CaribbeanStudRules, cards: tuple[Card, ...], covered: int, column: int) -> Fraction:
    """What a fold of these cards gives up of a cover all wager, in cents; a pair or better is never to be folded."""
    forfeited = rules.cover_all_after_fold == "forfeited" and column in (rules.cover_all or {})
    if not covered or not forfeited or category(rank_five(cards)) is not Category.HIGH_CARD:
        return Fraction(0)
    return covered * given_up(rules, column).by_a_fold


def _won_beside(rules: CaribbeanStudRules, cards: tuple[Card, ...], laid: Mapping[str, int]) -> dict[str, int]:
    """By wager that a fold forfeits, the cents that come back with this hand; a part of a meter is not counted."""
    value, found = rank_five(cards), {}
    hand = category(value)
    if rules.bonus is not None and (hand is not Category.PAIR or pair_rank(value) >= rules.bonus.lowest_pair):
        odds, stake = rules.bonus.lines.get(hand), laid.get("bonus", 0)
        found["bonus"] = stake + odds.pays(stake) if odds is not None and stake else 0
    if rules.progressive is not None and (line := rules.progressive.lines.get(hand)) is not None:
        found["progressive"] = fixed(line.award, laid.get("progressive", 0))
    return {wager: cents for wager, cents in found.items() if cents}


def _card(card: Card) -> str:
    """
    >>> from upcard.cards import parse_card
    >>> _card(parse_card("Td")), _card(parse_card("As"))
    ('10♦', 'A♠')
    """
    text = show_card(card)
    return text[0].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[text[1]]


class Chart(NamedTuple):
    """The best play as a chart: a row for each kind of hand, with a letter for each up-card."""

    ups: str
    rows: list[list[str]]
    words: str


def chart(rules: Rules) -> Chart | None:
    """The best play of a game, where it is a chart."""
    return _chart(pays_of(rules), terms_of(rules)) if rules.edition.game == "caribbean-stud" else None


@cache
def _chart(pays: Pays, terms: Terms) -> Chart:
    """The best play of the hands between: b bet, f fold, s where suits decide."""
    found, ups = stud_chart.chart(pays, terms), RANKS[::-1]
    rows = [[ranks, "".join(found.cells[ranks, up][0] for up in ups)] for ranks in found.rows]
    return Chart(ups, rows, found.words)
