"""The odds of a table, and advice on a hand."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import EditionId, Ratio, SignedMoney, Time, Why


class Fact(TypedDict):
    """One figure."""

    key: Annotated[str, "Its name."]
    label: Annotated[str, "What it is."]
    value: Annotated[str, "Its value for people."]
    exact: Annotated[Ratio | None, "The same exactly, where it is a fraction."]
    why: Annotated[Why | None, "The rule behind it."]


class Figures(TypedDict):
    """Rows under named columns."""

    caption: Annotated[str, "What they show."]
    columns: Annotated[list[str], "The names of the columns."]
    rows: Annotated[list[list[str | Why | None]], "The rows; the first cell names its row, one may be a clause."]


class OddsSection(TypedDict):
    """One wager, or one game."""

    key: Annotated[str, "Its name."]
    title: Annotated[str, "Its name in words."]
    said: Annotated[str, "How it was counted."]
    facts: Annotated[list[Fact], "Its figures."]
    tables: Annotated[list[Figures], "Its tables."]


class Chart(TypedDict):
    """The best play of every ace-king hand."""

    ups: Annotated[str, "The dealer's up-cards, one letter for each column."]
    rows: Annotated[
        list[Annotated[list[str], Form(type="array", items={"type": "string"}, minItems=2, maxItems=2)]],
        "The three other cards, and for each column b to bet, f to fold, s where suits decide.",
    ]
    words: Annotated[str, "How it is read."]


class Odds(TypedDict):
    """The exact odds of every wager of a table."""

    seq: Annotated[int, "The entry after which the meters stood so."]
    at: Annotated[Time, "When that was."]
    table: Annotated[str, "The table."]
    edition: Annotated[EditionId, "The law that it plays under."]
    sections: Annotated[list[OddsSection], "The wagers."]
    chart: Annotated[Chart | None, "The best play, where it is a chart."]
    meters: Annotated[str, one_of("none", "seeds", "now"), "Which meters the figures are for."]


class ExactWorth(TypedDict):
    """What each decision is worth, in antes."""

    bet: NotRequired[Annotated[Ratio, "To bet."]]
    fold: NotRequired[Annotated[Ratio, "To fold."]]
    stand: NotRequired[Annotated[Ratio, "To stand."]]
    discard: NotRequired[Annotated[Ratio, "To throw the hand in."]]
    card: NotRequired[Annotated[Ratio, "To buy a card."]]


class Advice(TypedDict):
    """What each decision on the own hand is worth; those that may be made are there."""

    seat: Annotated[int, "The seat."]
    bet: NotRequired[Annotated[SignedMoney, "To bet."]]
    fold: NotRequired[Annotated[SignedMoney, "To fold."]]
    stand: NotRequired[Annotated[SignedMoney, "To stand."]]
    discard: NotRequired[Annotated[SignedMoney, "To throw the hand in."]]
    card: NotRequired[Annotated[SignedMoney, "To buy a card."]]
    best: Annotated[str, one_of("bet", "fold", "stand", "discard", "card"), "The best of them."]
    sentence: Annotated[str, "All of it in a sentence."]
    exact: Annotated[ExactWorth, "The same exactly."]
