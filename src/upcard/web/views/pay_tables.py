"""What the law wants posted at a table, and what every wager there pays, as a seat shows it."""

from __future__ import annotations

from typing import Annotated, TypedDict

from msgspec.structs import replace

from upcard.document import doc
from upcard.exact.advice import columns_paid, posted_return
from upcard.rules.table import TableRules
from upcard.tables import Table, signs
from upcard.tables.signs import Sign as TableSign


class Sign(TypedDict):
    """What the law wants posted."""

    title: Annotated[str, doc("Its heading.")]
    clause: Annotated[str | None, doc("The clause that wants it.")]
    lines: Annotated[list[list[str]], doc("Its lines: what, and how much.")]


class PayTables(TypedDict):
    """What every wager of a table pays."""

    edition: Annotated[str, doc("The law that the table plays under.")]
    tables: Annotated[
        list[Sign], doc("Each as a table; with a column for each number of hands where it hangs on that.")
    ]


def posted_signs(t: TableRules, table: Table) -> tuple[TableSign, ...]:
    """The signs, each with what exact mathematics adds to it."""
    more = posted_return(t)
    return tuple(replace(sign, lines=(*sign.lines, *more.get(sign.rule or "", ()))) for sign in signs(t, table))


def sign_documents(t: TableRules, table: Table) -> list[Sign]:
    """What the law wants posted."""
    return [_document(t, sign.title, sign.rule, sign.lines) for sign in posted_signs(t, table)]


def pay_tables(t: TableRules) -> PayTables:
    """The signs that name hands or limits, and what depends on how many play in every column that can be dealt."""
    found = [_document(t, one.title, one.rule, one.lines) for one in posted_signs(t, Table()) if one.rule not in WORDS]
    found += [_document(t, title, rule, lines) for title, rule, lines in columns_paid(t)]
    return {"edition": t.edition.id, "tables": [one for one in found if one["lines"][0][0] or len(one["lines"]) > 1]}


WORDS = {"glossary"}
"""Signs that explain and pay nothing; a notice is one line without a name."""


def _document(t: TableRules, title: str, rule: str | None, lines: tuple[tuple[str, ...], ...]) -> Sign:
    return {"title": title, "clause": rule and t.rules.clause(rule), "lines": [list(line) for line in lines]}
