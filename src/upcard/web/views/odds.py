"""The odds of a table as they stand, and advice for one hand: exact, never simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from threading import Lock
from typing import Annotated, Any, NotRequired, TypedDict, cast

from msgspec import Meta

from upcard.document import EditionId, Ratio, SignedMoney, Time, doc, one_of
from upcard.exact.advice import Advice as ExactAdvice
from upcard.exact.advice import advice, chart
from upcard.games.game import game_of
from upcard.games.payment import Meter
from upcard.number_format import money, ratio
from upcard.reports import blocks
from upcard.reports.blocks import Cite, Kind, Value, show
from upcard.reports.wagers import Row, WagerReport, wager_reports
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import Micros, micros, show_cents
from upcard.web.views.labels import Why, why

# ---- The odds of a table, and advice on a hand -------------------------------------------------------------
# what their documents look like.


class Fact(TypedDict):
    """One figure."""

    key: Annotated[str, doc("Its name.")]
    label: Annotated[str, doc("What it is.")]
    value: Annotated[str, doc("Its value for people.")]
    exact: Annotated[Ratio | None, doc("The same exactly, where it is a fraction.")]
    why: Annotated[Why | None, doc("The rule behind it.")]


class Figures(TypedDict):
    """Rows under named columns."""

    caption: Annotated[str, doc("What they show.")]
    columns: Annotated[list[str], doc("The names of the columns.")]
    rows: Annotated[list[list[str | Why | None]], doc("The rows; the first cell names its row, one may be a clause.")]


class OddsSection(TypedDict):
    """One wager, or one game."""

    key: Annotated[str, doc("Its name.")]
    title: Annotated[str, doc("Its name in words.")]
    said: Annotated[str, doc("How it was counted.")]
    facts: Annotated[list[Fact], doc("Its figures.")]
    tables: Annotated[list[Figures], doc("Its tables.")]


class Cost(TypedDict):
    """What one wager costs in the mean, in a line."""

    wager: Annotated[str, doc("The wager.")]
    per: Annotated[str, doc("What the hundred dollars are staked as.")]
    costs: Annotated[SignedMoney, doc("What the house keeps of a hundred dollars; less than nothing where it pays.")]
    back: Annotated[str, doc("What comes back of them.")]
    wins: Annotated[str, doc("How often it wins.")]


class Chart(TypedDict):
    """The best play of every ace-king hand."""

    ups: Annotated[str, doc("The dealer's up-cards, one letter for each column.")]
    rows: Annotated[
        list[Annotated[list[str], Meta(min_length=2, max_length=2)]],
        doc("The three other cards, and for each column b to bet, f to fold, s where suits decide."),
    ]
    words: Annotated[str, doc("How it is read.")]


class Odds(TypedDict):
    """The exact odds of every wager of a table."""

    seq: Annotated[int, doc("The entry after which the meters stood so.")]
    at: Annotated[Time, doc("When that was.")]
    table: Annotated[str, doc("The table.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    costs: Annotated[list[Cost], doc("All of them in a line each.")]
    sections: Annotated[list[OddsSection], doc("The wagers.")]
    chart: Annotated[Chart | None, doc("The best play, where it is a chart.")]
    meters: Annotated[str, one_of("none", "seeds", "now"), doc("Which meters the figures are for.")]


class ExactWorth(TypedDict):
    """What each decision is worth, in antes."""

    bet: NotRequired[Annotated[Ratio, doc("To bet.")]]
    fold: NotRequired[Annotated[Ratio, doc("To fold.")]]
    stand: NotRequired[Annotated[Ratio, doc("To stand.")]]
    discard: NotRequired[Annotated[Ratio, doc("To throw the hand in.")]]
    card: NotRequired[Annotated[Ratio, doc("To buy a card.")]]


class Advice(TypedDict):
    """What each decision on the own hand is worth; those that may be made are there."""

    seat: Annotated[int, doc("The seat.")]
    bet: NotRequired[Annotated[SignedMoney, doc("To bet.")]]
    fold: NotRequired[Annotated[SignedMoney, doc("To fold.")]]
    stand: NotRequired[Annotated[SignedMoney, doc("To stand.")]]
    discard: NotRequired[Annotated[SignedMoney, doc("To throw the hand in.")]]
    card: NotRequired[Annotated[SignedMoney, doc("To buy a card.")]]
    best: Annotated[str, one_of("bet", "fold", "stand", "discard", "card"), doc("The best of them.")]
    sentence: Annotated[str, doc("All of it in a sentence.")]
    exact: Annotated[ExactWorth, doc("The same exactly.")]


# ---- odds --------------------------------------------------------------------------------------------------


_counting = Lock()
"""One count at a time: a second reader of a page waits for the first one's, and finds it done."""


def document(house: House, t: TableRules, readings: Mapping[str, Meter]) -> dict[str, Any]:
    """Everything that the odds page of a table shows; the first time it counts, which takes seconds."""
    with _counting:
        meters, seeds = _meters(house, t, readings)
        found = wager_reports(t, meters, "now")
        best = chart(t.rules)
        return {
            "table": t.name,
            "edition": t.edition.id,
            "costs": [_cost(row) for each in found for row in each.glances],
            "sections": [_section(t, each) for each in found],
            "chart": None if best is None else best._asdict(),
            "meters": "seeds" if seeds else "now" if meters else "none",
        }


HUNDRED = 100_00
"""Cents of which a line says what becomes."""


def _cost(row: Row) -> Cost:
    """A line of the summary; the page says nothing more exact of it than to the cent."""
    wager, per, _, edge, wins, _ = row
    kept = round(Fraction(cast("Fraction", edge)) * HUNDRED)
    return {
        "wager": str(wager),
        "per": str(per),
        "costs": show_cents(kept),
        "back": money(HUNDRED - kept),
        "wins": show(wins, "rough"),
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


def told(found: ExactAdvice, ante: int) -> dict[str, Any]:
    """The values by act in dollars, the best of them and one sentence; `exact` is in antes."""
    in_cents = {act: round(each * ante) for act, each in found.worth.items()}
    others = [act for act in in_cents if act != found.best]
    first = f"{found.hand}, {_label(found.best)} {_result(in_cents[found.best])} on average"
    then = "".join(f"; {_label(act)} {_result(in_cents[act])}" for act in others)
    return {
        **{act: show_cents(each) for act, each in in_cents.items()},
        "best": found.best,
        "sentence": f"{first}{then}.{found.also}",
        "exact": {act: ratio(each) for act, each in (found.exact or found.worth).items()},
    }


def _label(act: str) -> str:
    return {"fold": "folding", "bet": "betting", "stand": "standing", "discard": "discarding"}.get(
        act, "buying the bonus card"
    )


def _result(cents: int) -> str:
    return f"loses {money(-cents)}" if cents < 0 else f"wins {money(cents)}" if cents else "comes out even"


def asked(t: TableRules, table: Table, seat: int) -> dict[str, Any] | str:
    """Advice for the hand that lies at a seat, or a sentence that says why there is none."""
    if t.mode != "virtual":
        return "The cards of this table are real: the system does not know your hand, and cannot advise on it."
    round = table.round
    if round is None or seat not in round.seats:
        return "There is no hand of yours in this round."
    known = game_of(t).to_price(t, table, seat)
    if known is None:
        return "There is nothing for you to decide now."
    ante = round.seats[seat].ante
    found = advice(t.rules, ante, known)
    return told(found, ante) if found is not None else "The odds of this game are not counted: there is no advice."
