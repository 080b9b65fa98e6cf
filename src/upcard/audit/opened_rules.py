"""What a table's rounds are played by, as its opening pinned it: no house file is needed to read a round again.

The rules are made from the text of the edition that the opening holds, and the elections. Openings of earlier versions
hold no text: then it is the one of that edition here, and whether this is still the one that was pinned is said beside,
so that nobody takes today's law for that day's.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.cards import Card
from upcard.errors import HouseError, LawError
from upcard.games.game import CORES
from upcard.games.settle import Rules
from upcard.law.edition import as_opened
from upcard.law.text import digest_of
from upcard.money.books import Books
from upcard.money.jackpot_end import easier_hand
from upcard.rules.election import house_of, rules_under
from upcard.rules.table import DealingMethod
from upcard.store.store import StoreError
from upcard.tables.events import TableOpened
from upcard.tables.state import Table

JUDGED_SINCE = (0, 4)
"""The first engine whose acts are judged anew: earlier ones recorded some of them otherwise."""
COUNTS_TOLD_BEFORE = (0, 6)
"""Engines before it took a person's word for a wrong number of cards also where the system had dealt them."""

READ_OTHERWISE_UNTIL = (0, 5)
READ_SINCE = ("limit_combines", "meter_floor", "match_play_ceiling")
"""The last engine that held single wagers against the limit without the progressive one, let fixed awards take of a
meter's seed, and took a match play coupon of any face at a table's own word; and the rules that say otherwise."""
CHIPS_READ_AFTER = (0, 6)
"""The last engine that knew no reading on chips and accepted wagers that differ."""
LOSING_FEE_READ_AFTER = (0, 8)
"""The last engine that cited the fee of a losing hand of Bonus 6 that stood as that of a winning one."""
COLLECTED_FIRST_AFTER = (0, 8)
"""The last engine that paid an award before the cards of the others were collected, where the dealer had no hand."""
NO_ROOM_UNTIL = (0, 8)
"""The last engine whose liability limit kept no room for progressive wagers: it is not held against its wagers."""
UNWON_AT_END_UNTIL = (0, 8)
"""The last engine that told with the end of a round that a top award which was paid was not won."""


class Pinned(NamedTuple):
    """The rules of a table from one opening to the next."""

    opened: TableOpened
    rules: Rules

    @property
    def core(self) -> Any:
        """The game."""
        return CORES[self.opened.game]

    @property
    def same_text(self) -> bool:
        """Whether the rounds are judged by the very text that the table was opened with."""
        return bool(self.rules.edition.digest == self.opened.digest)

    @property
    def judged(self) -> bool:
        """Whether the engine that opened the table records acts as today's does, so that they can be judged anew."""
        return _version(self.opened) >= JUDGED_SINCE

    @property
    def read_otherwise(self) -> bool:
        """Whether the table was opened by an engine that read the law otherwise, and is judged by that."""
        return _read_otherwise(self.opened, self.rules)

    @property
    def counts_were_told(self) -> bool:
        return _version(self.opened) < COUNTS_TOLD_BEFORE

    @property
    def unwon_at_end(self) -> bool:
        return _version(self.opened) <= UNWON_AT_END_UNTIL

    def ways_at(self, table: Table) -> tuple[DealingMethod, ...]:
        """The way of dealing that was in use: the one that was changed to, or the one that the table was opened with.

        Openings that do not say it leave the ways that their devices leave open; the likeliest first.
        """
        known = house_of(self.rules.edition).dealing_methods(self.rules.law)
        elected = self.opened.equipment.get("dealing", "") if self.opened.equipment else ""
        named = table.dealing or (elected if isinstance(elected, str) else elected[0])
        if named in known:
            return (known[named],)
        fits = [m for m in known.values() if m.device is None or m.device in self.opened.devices]
        shoes = [m for m in fits if m.device and m.device.endswith("shoe")]
        return tuple(shoes or sorted(fits, key=lambda m: m.device is None))

    def dealt_by(self, table: Table, order: tuple[Card, ...], event: Any) -> DealingMethod | None:
        """The way in which the cards of an event came from a deck in this order, where the game leaves a choice."""
        ways = self.ways_at(table)
        for method in ways:
            going = self.core.leaving(event, method.order.deal)
            if going and order[: len(going)] == tuple(each.card for each in going):
                return method
        return next(iter(ways), None)


@lru_cache(maxsize=256)
def _rules(edition: str, digest: str, text: str, elections: str) -> Rules:
    house, found = json.loads(elections), as_opened(edition, digest, text)
    try:
        return rules_under(found, house)
    except HouseError as error:
        if error.rule != "awards_from":
            raise
        rules = rules_under(found, {**house, "awards_from": None})
        if len(rules.levels) < 2:
            raise
        return rules  # houses could elect it where several levels made it have no effect


def _version(opened: TableOpened) -> tuple[int, ...]:
    return tuple(int(part) for part in opened.engine.split(".")[:2] if part.isdigit())


def _read_otherwise(opened: TableOpened, rules: Rules) -> bool:
    return _version(opened) <= READ_OTHERWISE_UNTIL and opened.digest != rules.edition.digest


def pinned(opened: TableOpened) -> Pinned:
    """The rules that an opening pinned; a `StoreError` where this Upcard does not know them."""
    try:
        if opened.text and digest_of(opened.text) != opened.digest:
            raise LawError("the text that it holds is not the one whose hash it names")
        text = opened.text or ""
        rules = _rules(opened.edition, opened.digest, text, json.dumps(opened.elections, sort_keys=True))
        since: tuple[str, ...] = READ_SINCE if _read_otherwise(opened, rules) else ()
        if _version(opened) <= CHIPS_READ_AFTER and opened.digest != rules.edition.digest:
            since += ("chips_miscounted",)
        if _version(opened) <= LOSING_FEE_READ_AFTER:
            since += ("losing_hand_stood",)
        if _version(opened) <= COLLECTED_FIRST_AFTER:
            since += ("no_hand_cards_collected",)
        if _version(opened) <= NO_ROOM_UNTIL:
            rules = replace(rules, liability_limit=None)
        then = [name for name in since if hasattr(rules.law, name)]
        return Pinned(opened, replace(rules, law=replace(rules.law, **dict.fromkeys(then))) if then else rules)
    except (LawError, HouseError) as error:
        because = f"a table was opened under {opened.edition} by Upcard {opened.engine}"
        raise StoreError(f"{because}, whose rules cannot be made again: {error}") from error


def in_force(found: Pinned, books: Books, name: str, table: Table | None) -> tuple[Rules, str]:
    """As pinned, unless granted petitions eased the terms of the table's jackpots; and the hands that they name."""
    rules = found.rules
    hands = []
    for wager, five_card in (("progressive", False), ("five_card_player", True)):
        hand = easier_hand(books, books.jackpot_of(name, wager) or "", name, table)
        if hand is not None:
            rules = house_of(rules.edition).JACKPOTS.eased(rules, hand, five_card=five_card)
            hands.append(hand.key)
    return rules, ", ".join(hands)
