"""What the rules of every game have, and what a house file is asked about each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeAlias, TypedDict, cast

import msgspec

from upcard.cards import RANKS, Category
from upcard.display import displayed
from upcard.document import EditionId, Mode, Money, doc
from upcard.errors import LawError, Refused
from upcard.law import Edition, edition
from upcard.law.registry import load, parts
from upcard.number_format import money
from upcard.rules.bounds import most_owed
from upcard.rules.election import Elections

if TYPE_CHECKING:
    from upcard.rules.dealing import DealingMethod
    from upcard.rules.table import Setup, TableRules

Rules: TypeAlias = Any
"""The rules of a game, of its own kind."""

Caution: TypeAlias = tuple[str, str, str | None]
"""The election that a warning is about, a sentence, and the rule behind it."""


@displayed
class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """The law of an edition and the elections of a house, resolved and frozen; each game adds what it is played by."""

    edition: Edition
    law: Any
    elections: dict[str, Any]
    """What the house elected for the game, as it was written."""
    minimum: int
    maximum: int | None
    maxima: dict[str, int] = {}
    """The most that the house takes on a side wager, in cents, where it has posted that."""
    liability_limit: int | None = None
    """The most that the wagers of a round may come to cost the tray, in cents."""

    def _line(self) -> str:
        most = f" to {money(self.maximum)}" if self.maximum is not None else " or more"
        elected = ", ".join(f"{name} {value}" for name, value in self.elections.items() if isinstance(value, str | int))
        return f"{self.edition.id}, antes of {money(self.minimum)}{most}" + (f"; {elected}" if elected else "")

    @property
    def most_owed(self) -> int:
        """What no round may come to cost more than, in cents, elected or not."""
        return most_owed(self.liability_limit)

    def times(self, wager: str) -> int:
        """How many times its amount a wager may come to cost in a hand that is played to its end."""
        del wager
        return 1

    def clause(self, rule: str) -> str | None:
        citation = self.edition.citations.get(rule)
        return citation.clause if citation else None

    def refuse(self, rule: str | None, because: str) -> Refused:
        return Refused(rule, because, clause=self.clause(rule) if rule else None)


class Elected(TypedDict):
    """What every table is run by; each game adds its own."""

    name: Annotated[str, doc("Its name.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    seats: Annotated[int, doc("How many seats it has.")]
    mode: Annotated[Mode, doc("Whose cards it plays with.")]
    shuffle: Annotated[str, doc("How its decks are shuffled.")]
    backs: Annotated[list[str], doc("The colours of their backs.")]
    decks: Annotated[list[str], doc("The decks that the house owns for it, where it describes them.")]
    minimum: Annotated[Money, doc("The least ante.")]
    maximum: Annotated[Money | None, doc("The most ante.")]
    maxima: Annotated[dict[str, Money], doc("By side wager, the most that the house takes, where it has posted that.")]
    liability_limit: Annotated[Money | None, doc("The most that the wagers of a round may come to cost the tray.")]
    readings: Annotated[list[str], doc("The readings of the law that touch it.")]


class GameHouse(Protocol):
    """What a house file is asked about a game; a module is one."""

    JACKPOTS: Any
    """What its jackpots are asked, or None for a game that knows none: `rules.caribbean_stud.jackpots` is one."""
    ELECTED: type[Elected]
    """What its summary of a table looks like."""

    def equip(self, house: Elections, t: TableRules, setup: Setup) -> TableRules:
        """The table with the rules of its game, and all that the game has to say of a table."""

    def summary(self, t: TableRules) -> dict[str, Any]:
        """What is to be said of the table besides what every table has."""

    def lines(self, facts: Mapping[str, Any]) -> list[tuple[str, str]]:
        """That summary in words, each line with its name."""

    def touches(self, rules: Any, rule: str) -> bool:
        """Whether a rule matters with what the table offers."""

    def warnings(self, t: TableRules) -> Iterator[Caution]:
        """What the law permits and the licensee should know."""

    def dealing_methods(self, law: Any) -> Mapping[str, DealingMethod]:
        """The ways to deal that the edition permits by name, where it leaves a choice."""


def house_of(found: Edition) -> GameHouse:
    """What a house file is asked about the game of an edition."""
    return cast("GameHouse", load(parts(found.game).house))


def game_rules(id: str, house: Mapping[str, Any], game: str = "") -> Rules:
    """The rules of an edition, of that game where one is named, with the elections given."""
    found = edition(id)
    if game and found.game != game:
        raise LawError(f"{id} is no edition of {parts(game).name} but of {found.game}")
    elections = Elections(found, house)
    rules = load(parts(found.game).rules).resolve(elections, found)
    elections.done()
    return rules


def ante_range(house: Elections, rule: str | None = None) -> tuple[int, int | None]:
    """The least and the most ante that a house takes, in cents."""
    minimum, maximum = house.cents("minimum"), house.cents("maximum")
    least = max(minimum or 1, 1)
    if maximum is not None and least > maximum:
        raise house.error("maximum", "the maximum is below the minimum", rule)
    return least, maximum


def check_ranking(law: Any) -> None:
    """The law's order of cards and hands is the one that `cards` ranks by."""
    if law.card_order != RANKS[::-1] or law.hand_ranks != tuple(hand.key for hand in sorted(Category, reverse=True)):
        raise LawError("hand_ranks: cards and hands are ranked otherwise than Upcard ranks them")
