"""The odds of a table as they stand, and advice for one hand: exact, never simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any

from upcard.cards import RANKS, Card, Category, category, describe, rank_five, show_card
from upcard.exact import bonus_six as six
from upcard.exact import caribbean_stud as stud
from upcard.exact.cover_all_folded import given_up
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.round import to_decide
from upcard.games.caribbean_stud.cover_all import column
from upcard.games.meter import Meter
from upcard.number_format import money, ratio
from upcard.reports import blocks
from upcard.reports.blocks import Cite, Kind, Value, show
from upcard.reports.wagers import WagerReport, wager_reports
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import Micros, micros, show_cents
from upcard.web.views.citation import Why, why
from upcard.web.views.odds_types import Chart, Fact, Figures, OddsSection

_counting = Lock()
"""One count at a time: a second reader of a page waits for the first one's, and finds it done."""


def document(house: House, t: TableRules, readings: Mapping[str, Meter]) -> dict[str, Any]:
    """Everything that the odds page of a table shows; the first time it counts, which takes seconds."""
    with _counting:
        meters, seeds = _meters(house, t, readings)
        found = wager_reports(t, meters, "now")
        chart = _chart(stud.pays_of(t.rules)) if isinstance(t.rules, CaribbeanStudRules) else None
        return {
            "table": t.name,
            "edition": t.edition.id,
            "sections": [_section(t, each) for each in found],
            "chart": chart,
            "meters": "seeds" if seeds else "now" if meters else "none",
        }


def _section(t: TableRules, wager: WagerReport) -> OddsSection:
    """A wager as the page has it: with the clauses in our words, and fractions as programs write them."""
    facts: list[Fact] = [
        {
            "key": fact.key,
            "label": fact.name,
            "value": show(fact.value, fact.kind),
            "exact": ratio(fact.value) if fact.exactly and isinstance(fact.value, Fraction) else None,
            "why": why(t.rules, fact.cite.rule) if fact.cite else None,
        }
        for fact in wager.figures.facts
    ]
    tables = [_table(t, table) for table in wager.tables]
    return {"key": wager.key, "title": wager.title, "said": wager.said, "facts": facts, "tables": tables}


def _table(t: TableRules, table: blocks.Table) -> Figures:
    """Without the chances as fractions, for which a page is too narrow: how rare each is stands beside."""
    kept = [at for at, column in enumerate(table.columns) if not column.name.startswith("Probability")]
    return {
        "caption": table.caption,
        "columns": [table.columns[at].name for at in kept],
        "rows": [[_cell(t, row[at], table.columns[at].kind) for at in kept] for row in table.rows],
    }


def _cell(t: TableRules, value: Value, kind: Kind) -> str | Why | None:
    match value:
        case Cite():
            return why(t.rules, value.rule)
        case Fraction() if kind == "exact":
            return ratio(value)
        case _:
            return show(value, kind)


@cache
def _chart(odds: tuple[int, ...]) -> Chart:
    """The best play of every ace-king hand against every up-card: b bet, f fold, s where suits decide."""
    cells = stud.chart(odds)
    ups = RANKS[::-1]
    rows = [[ranks, "".join(cells[ranks, up][0] for up in ups)] for ranks in dict.fromkeys(ranks for ranks, _ in cells)]
    rows.sort(key=lambda row: [-RANKS.index(rank) for rank in row[0]])
    return {
        "ups": ups,
        "rows": rows,
        "words": "Bet a pair or better, and fold less than ace-king. With ace and king it depends on the three other "
        "cards (a row) and on the dealer's up-card (a column). T is a ten.",
    }


def _meters(house: House, t: TableRules, readings: Mapping[str, Meter]) -> tuple[dict[str, Micros], bool]:
    """The meters that a table plays for; where a jackpot is not in play yet, at its seeds."""
    found: dict[str, Micros] = {}
    at_seeds = False
    for name in (t.jackpot, t.five_card_jackpot):
        for level, set_up in house.jackpots[name].levels.items() if name else ():
            reading = readings.get(level)
            found[level] = micros(set_up.seed) if reading is None else Micros(reading.amount)
            at_seeds |= reading is None
    return found, at_seeds


# ---- advice ----------------------------------------------------------------------------------------------------


def advice(
    rules: CaribbeanStudRules, cards: tuple[Card, ...], up: Card, ante_cents: int, *, covered: int = 0, column: int = 0
) -> dict[str, Any]:
    """What betting and folding are worth in dollars, on ante and bet alone; `exact` is in antes.

    `covered` are the cents of a cover all wager in a column. A fold may give it up: then what it is worth in the mean,
    where somebody folds, is counted for the bet.
    """
    found = stud.decision(cards, up, stud.pays_of(rules))
    worth = {"bet": found.bet, "fold": found.fold}
    hand = f"With {describe(rank_five(cards))} against the {_card(up)}"
    given = _given_up(rules, cards, covered, column)
    if not given:
        return _told(worth, found.best, ante_cents, hand)
    worth["bet"] += given / ante_cents
    best = "bet" if worth["bet"] > worth["fold"] else "fold"
    told = _told(worth, best, ante_cents, hand)
    lost = f" A fold would give up the cover all wager too, worth about {money(round(given))} at such a moment;"
    exact = {"bet": ratio(found.bet), "fold": ratio(found.fold)}
    return {**told, "sentence": f"{told['sentence']}{lost} it is counted for the bet.", "exact": exact}


def _given_up(rules: CaribbeanStudRules, cards: tuple[Card, ...], covered: int, column: int) -> Fraction:
    """What a fold of these cards gives up of a cover all wager, in cents; a pair or better is never to be folded."""
    forfeited = rules.cover_all_after_fold == "forfeited" and column in (rules.cover_all or {})
    if not covered or not forfeited or category(rank_five(cards)) is not Category.HIGH_CARD:
        return Fraction(0)
    return covered * given_up(rules, column).by_a_fold


def _card(card: Card) -> str:
    """
    >>> from upcard.cards import parse_card
    >>> _card(parse_card("Td")), _card(parse_card("As"))
    ('10♦', 'A♠')
    """
    text = show_card(card)
    return text[0].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[text[1]]


def six_advice(rules: BonusSixRules, cards: tuple[Card, ...], insured: bool, ante_cents: int) -> dict[str, Any]:
    """The same for Bonus 6, for the whole round with its fees, on the cards that the player sees."""
    found = six.decision(rules, cards, insured=insured)
    return _told(dict(found.values), found.best, ante_cents, f"With these {len(cards)} cards")


def _told(worth: Mapping[Any, Fraction], best: str, ante: int, hand: str) -> dict[str, Any]:
    """The values by act, the best of them and one sentence."""
    in_cents = {str(act): round(each * ante) for act, each in worth.items()}
    others = [act for act in in_cents if act != best]
    first = f"{hand}, {_label(best)} {_result(in_cents[best])} on average"
    then = "".join(f"; {_label(act)} {_result(in_cents[act])}" for act in others)
    return {
        **{act: show_cents(each) for act, each in in_cents.items()},
        "best": best,
        "sentence": f"{first}{then}.",
        "exact": {str(act): ratio(each) for act, each in worth.items()},
    }


def _label(act: str) -> str:
    words = {"fold": "folding", "bet": "betting", "stand": "standing", "discard": "discarding"}
    return words.get(act, "buying the bonus card")


def _result(cents: int) -> str:
    return f"loses {money(-cents)}" if cents < 0 else f"wins {money(cents)}" if cents else "comes out even"


def asked(t: TableRules, table: Table, seat: int) -> dict[str, Any] | str:
    """Advice for the hand that lies at a seat, or a sentence that says why there is none."""
    if t.mode != "virtual":
        return "The cards of this table are real: the system does not know your hand, and cannot advise on it."
    round, rules = table.round, t.rules
    if round is None or seat not in round.seats:
        return "There is no hand of yours in this round."
    if isinstance(round, SixRound):
        assert isinstance(rules, BonusSixRules)
        if seat not in to_decide(round) or round.community is None:
            return "There is nothing for you to decide now."
        own = round.seats[seat]
        return six_advice(rules, (*own.cards, round.community), own.insurance > 0, own.ante)
    assert isinstance(rules, CaribbeanStudRules)
    hand = round.seats[seat]
    if table.stub == "out" or round.phase != "deciding" or hand.decision is not None or hand.void or round.up is None:
        return "There is nothing for you to decide now."
    covered = hand.wagers.get("cover_all", 0)
    return advice(rules, hand.cards, round.up, hand.ante, covered=covered, column=column(rules, round))
