"""What the law wants shown at a table: schedules, payouts and notices, each with the rule that asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from upcard.cards import Category
from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import Award, show_dollars


class Sign(msgspec.Struct, frozen=True):
    """One sign: its title, the rule it stands under, or None where it is the house's own, and its lines."""

    title: str
    rule: str | None
    lines: tuple[tuple[str, str], ...]


NO_ANTE = "no ante is taken now"
ALL_WAGERS = "all wagers of a round"


def lines_of(awards: Mapping[Category, Award]) -> tuple[tuple[str, str], ...]:
    return tuple((hand.key.replace("_", " "), str(award)) for hand, award in awards.items())


def notices(found: Mapping[str, tuple[str, str | None]]) -> tuple[Sign, ...]:
    """The notices on which the edition is not silent."""
    return tuple(Sign(title, rule, (("", text),)) for rule, (title, text) in found.items() if text is not None)


def limits(rules: Any) -> tuple[tuple[str, str], ...]:
    """The least and the most ante, and the most of each other wager, as far as the house has named them."""
    least = (("ante, minimum", show_dollars(rules.minimum)),) if rules.minimum > 1 else ()
    most = (
        (("ante, maximum", show_dollars(rules.maximum) if rules.maximum else NO_ANTE),)
        if rules.maximum is not None
        else ()
    )
    others = tuple(
        (f"{wager.replace('_', ' ')}, maximum", show_dollars(cents)) for wager, cents in rules.maxima.items()
    )
    limit = rules.liability_limit
    all = ((ALL_WAGERS, f"are taken as long as they cost the house {show_dollars(limit)} at most"),) if limit else ()
    return (*least, *most, *others, *all)


def in_force(t: TableRules, table: Table) -> Any:
    """The rules with the most that an ante may be now, where what a round may come to cost leaves no more.

    With closed bets, what a round begins with.
    """
    rules, core, round = t.rules, game_of(t).core, table.round
    if rules.liability_limit is None:
        return rules
    now = round if round is not None and round.phase == "betting" else core.Round()
    placing = (o for o in core.options(rules, now) if o.act == "PlaceWager" and o.fields["wager"] == "ante")
    return replace(rules, maximum=max((o.high for o in placing), default=0))


def signs(t: TableRules, table: Table) -> tuple[Sign, ...]:
    """Every sign that belongs at the table now."""
    return game_of(t).signs(t, table)
