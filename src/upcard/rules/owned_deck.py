"""The decks that a house owns for a table: their backs and design, and the cut card and cover card with them."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec

from upcard.rules.election import Elections

COLORS: dict[str, str] = {
    "red": "red", "burgundy": "red", "maroon": "red", "crimson": "red", "scarlet": "red",
    "pink": "red",
    "blue": "blue", "navy": "blue", "teal": "blue", "purple": "purple", "violet": "purple",
    "green": "green", "olive": "green", "yellow": "yellow", "gold": "yellow", "orange": "orange",
    "brown": "brown", "black": "black", "gray": "gray", "grey": "gray", "silver": "gray", "white": "white",
    "ivory": "white", "cream": "white",
}  # fmt: skip
"""Plain colors, each with the one that it could be taken for at a table."""

EDGES = "white"
"""The color of the edges of playing cards."""

LONGEST = 60


class OwnedDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deck by the number that the house gives it."""

    id: str
    back: str
    design: str = ""
    """The pattern or logo on the backs."""
    cut_card: str = ""
    cover_card: str = ""

    @property
    def words(self) -> str:
        """The deck as whoever receives it checks it."""
        cards = [
            f"{color} {name}" for color, name in ((self.cut_card, "cut card"), (self.cover_card, "cover card")) if color
        ]
        said = ", ".join([*([f"design {self.design}"] if self.design else []), *cards])
        return f"{self.back} deck {self.id}{f' ({said})' if said else ''}"


def reads_as(name: str) -> str:
    """A name as people read it: what differs in nothing else is taken for the same."""
    seen = unicodedata.normalize("NFKC", name).casefold()
    return "".join(mark for mark in seen if mark.isprintable() and not mark.isspace())


def read_decks(house: Elections, law: Any) -> tuple[OwnedDeck, ...]:
    """The decks of a table, none where the house describes none; one that the law would not admit is refused."""
    value = house.take("deck")
    if value is None:
        return ()
    try:
        found = msgspec.convert(value, tuple[OwnedDeck, ...])
    except msgspec.ValidationError as error:
        raise house.error("deck", f"write each deck as [[table.deck]]: {error}") from error
    ids = [reads_as(deck.id) for deck in found]
    for deck in found:
        if ids.count(reads_as(deck.id)) > 1:
            raise house.error("deck", f"the deck {deck.id!r} stands twice")
        _check(house, law, deck)
    return found


def _check(house: Elections, law: Any, deck: OwnedDeck) -> None:
    where = f"deck {deck.id!r}"
    for text in (deck.id, deck.design):
        if len(text) > LONGEST or not text.isprintable() or text != text.strip():
            raise house.error(where, f"an id or a design has up to {LONGEST} characters, and no line breaks")
    if not deck.id:
        raise house.error("deck", "a deck has an id")
    if deck.back not in COLORS:
        raise house.error(where, f"{deck.back!r} is no color of backs; it is {', '.join(COLORS)}", "single_deck")
    needed = getattr(law, "deck_accessories", None) or ()
    for name, color in (("cut card", deck.cut_card), ("cover card", deck.cover_card)):
        if not color and name not in needed:
            continue
        if color not in COLORS:
            because = f"its {name} has one solid color, such as yellow, not {color!r}"
            raise house.error(where, because, "deck_accessories")
        if COLORS[color] in (COLORS[deck.back], COLORS[EDGES]):
            because = f"a {color} {name} cannot be told from {deck.back} backs and {EDGES} edges"
            raise house.error(where, because, "deck_accessories")


def color_of(house: Elections, back: str) -> str:
    """The color that a name of backs is taken for, however it is written; one with marks that nobody sees is none."""
    name = " ".join(unicodedata.normalize("NFKC", back).casefold().split())
    if not name.isprintable() or any(unicodedata.category(mark) == "Mn" for mark in name):
        raise house.error("backs", f"{back!r} has marks in it that cannot be seen")
    return COLORS.get(name, name)


def backs_of(house: Elections, decks: tuple[OwnedDeck, ...], backs: tuple[str, ...]) -> tuple[str, ...]:
    """The backs that are played with: as elected, each with a deck of its own, or those of the decks."""
    owned = tuple(dict.fromkeys(deck.back for deck in decks))
    for back in backs:
        if owned and back not in owned:
            raise house.error("backs", f"no deck with {back} backs is described")
    return backs or owned or ("red",)
