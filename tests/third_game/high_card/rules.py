"""The rules of a table of High Card, and what a house file is asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from tests.third_game.high_card.law import HighCardLaw
from upcard.document import doc
from upcard.law import Edition
from upcard.rules.election import Caution, Elected, Elections, GameRules, ante_range, check_least, liability_limit
from upcard.rules.table import DealingMethod, Setup, TableRules
from upcard.units import To, parse_award


class HighCardElected(Elected):
    """What a table of High Card is run by."""

    game: Annotated[Literal["high-card"], doc("Its game.")]
    pays: Annotated[str, doc("What a higher card is paid.")]


JACKPOTS = None
ELECTED = HighCardElected


class HighCardRules(GameRules, frozen=True, kw_only=True):
    """Everything that a round is played by."""

    law: HighCardLaw
    odds: To


def resolve(house: Elections, edition: Edition) -> HighCardRules:
    odds = parse_award(edition.law.ante_odds)
    assert isinstance(odds, To)
    elections = house.elected(("minimum", "maximum", "liability_limit"))
    least, maximum = ante_range(house)
    return HighCardRules(
        edition=edition, law=edition.law, elections=elections, minimum=least, maximum=maximum, odds=odds,
        liability_limit=liability_limit(house),
    )  # fmt: skip


def equip(house: Elections, t: TableRules, setup: Setup) -> TableRules:
    rules = resolve(house, setup.edition)
    if t.mode == "keyed":
        raise house.error("mode", "this game is dealt by the system alone")
    check_least(house, rules.odds.pays(rules.minimum), rules.liability_limit)
    return replace(t, rules=rules)


def summary(t: TableRules) -> dict[str, Any]:
    return {"pays": str(t.rules.odds)}


def lines(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("a higher card", f"pays {facts['pays']}")]


def touches(rules: HighCardRules, rule: str) -> bool:
    return True


def warnings(t: TableRules) -> Iterator[Caution]:
    if t.rules.maximum is None:
        yield "maximum", "antes have no upper end", "ante_required"


def dealing_methods(law: HighCardLaw) -> dict[str, DealingMethod]:
    return {}
