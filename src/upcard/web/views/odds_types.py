"""The odds of a table, and advice on a hand: what their documents look like."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from upcard.document import EditionId, Ratio, SignedMoney, Time, doc, one_of
from upcard.web.views.citation import Why


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
