"""The rules of one table of a house: its game, its way to deal, its decks, and all that the law has a say in."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec

from upcard.errors import HouseError, LawError
from upcard.law import Edition, edition
from upcard.law.clause import DealOrder
from upcard.law.edition import edition_ids
from upcard.rules.election import Elections, house_of
from upcard.rules.jackpot import Jackpot

# ---- A way to deal -----------------------------------------------------------------------------------------
# how cards leave the deck, what that needs, and what becomes of the stub.


class DealingMethod(msgspec.Struct, frozen=True, kw_only=True):
    """One way to deal, with the names of the rules that order it."""

    name: str
    order: DealOrder
    order_rule: str
    turned_rule: str | None = None
    """The rule by which the dealer's card is turned up once the stub is away; None where it is dealt face up."""
    permit_rule: str
    device: str | None = None
    """The device that the cards are dealt from."""
    needs: str | None = None
    needs_rule: str | None = None
    drawing_hand_rule: str | None = None
    hidden_rule: str
    lock_out_rule: str
    stub_rule: str
    count_every: int | None = None
    count_rule: str | None = None
    counting_shuffler_rule: str | None = None
    """The rule that spares a stub count where the shuffler counts."""

    @property
    def turned_under(self) -> str:
        """The rule that has one of the dealer's cards lie face up."""
        return self.turned_rule or self.order_rule


# ---- The decks that a house owns for a table ---------------------------------------------------------------
# their backs and design, and the cut card and cover card with them.


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


def in_letters(name: str) -> str:
    """A name without what may be written otherwise: accents, case, spaces and other marks.

    >>> in_letters("Let it Ride, Pit 2"), in_letters("LET-IT RIDÉ (pit 2)")
    ('letitridepit2', 'letitridepit2')
    """
    return "".join(mark for mark in unicodedata.normalize("NFKD", name).casefold() if mark.isalnum())


def mixed(name: str) -> str:
    """Why a name may be taken for another that looks the same: a word has letters of Latin and of another script.

    >>> mixed("r\u0435d")
    "'r\u0435d' mixes Latin letters with Cyrillic ones, which may look the same"
    """
    for word in unicodedata.normalize("NFKC", name).split():
        letters = [mark for mark in word if unicodedata.category(mark) in ("Lu", "Ll", "Lt", "Lo")]
        scripts = {unicodedata.name(mark, "").partition(" ")[0] for mark in letters}
        if "LATIN" in scripts and (others := sorted(scripts - {"LATIN"})):
            return f"{name!r} mixes Latin letters with {others[0].capitalize()} ones, which may look the same"
    return ""


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
    if because := mixed(deck.id):
        raise house.error(where, because)
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
    if because := mixed(back):
        raise house.error("backs", because)
    return COLORS.get(name, name)


def backs_of(house: Elections, decks: tuple[OwnedDeck, ...], backs: tuple[str, ...]) -> tuple[str, ...]:
    """The backs that are played with: as elected, each with a deck of its own, or those of the decks."""
    owned = tuple(dict.fromkeys(deck.back for deck in decks))
    for back in backs:
        if owned and back not in owned:
            raise house.error("backs", f"no deck with {back} backs is described")
    return backs or owned or ("red",)


# ---- table -------------------------------------------------------------------------------------------------


MOST_SEATS = 9
DEFAULT_SEATS = 7


class Shuffler(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An automated shuffler and what it can do."""

    counts: bool = False
    cover_all_mode: bool = False


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one table is run by."""

    name: str
    rules: Any
    """The rules of the game, of its own kind."""
    seats: int
    mode: Literal["virtual", "keyed"]
    ways: tuple[DealingMethod, ...] = ()
    """The ways of dealing that the house has registered; the table opens with the first."""
    shuffle: str
    shuffler: Shuffler | None
    backs: tuple[str, ...]
    shoe_side: Literal["left", "right"]
    jackpot: str | None = None
    five_card_jackpot: str | None = None
    draws: dict[str, Fraction] = {}
    """How often a magic card or lucky position is drawn, where the house offers it."""
    decks: tuple[OwnedDeck, ...] = ()
    """The decks that the house owns for this table, where it describes them."""
    stopped: dict[str, str] = {}
    """By wager that the table takes no more of, why: the jackpot that it plays for stands still, or is lost."""
    away: dict[str, str] = {}
    """The decks that were withdrawn from other tables of the house, by id, each with the rule that took it."""

    @property
    def law(self) -> Any:
        return self.rules.law

    @property
    def edition(self) -> Edition:
        found: Edition = self.rules.edition
        return found

    @property
    def dealing(self) -> DealingMethod | None:
        """The way of dealing that the table opens with, where the game leaves a choice."""
        return self.ways[0] if self.ways else None

    @property
    def equipment(self) -> dict[str, Any]:
        """What the house file says of a table beside its elections, as JSON has it."""
        names = [method.name for method in self.ways]
        return {
            "seats": self.seats,
            "dealing": names if len(names) > 1 else "".join(names),
            "shuffle": self.shuffle,
            "shuffler": msgspec.to_builtins(self.shuffler),
            "shoe_side": self.shoe_side,
            "jackpot": self.jackpot,
            "five_card_jackpot": self.five_card_jackpot,
            "draws": {name: f"{chance.numerator}/{chance.denominator}" for name, chance in self.draws.items()},
        }

    @property
    def stub_count_due_after(self) -> int | None:
        """How many rounds may pass between stub counts as the table opens, or None where none is required."""
        method = self.dealing
        if method is None or method.count_every is None:
            return None
        spared = method.counting_shuffler_rule is not None and getattr(self.rules.law, "counted_deck_spared", None)
        return None if spared and self.shuffler is not None and self.shuffler.counts else method.count_every


class Setup(NamedTuple):
    """What the house file says of a table that its game has a say in."""

    edition: Edition
    devices: tuple[str, ...]
    signs: tuple[str, ...]
    jackpots: Mapping[str, Jackpot]


def _edition(value: Any, where: str) -> Edition:
    if value is None:
        raise HouseError(f"{where}.edition", f"a table is played under an edition: {', '.join(edition_ids())}")
    try:
        return edition(str(value))
    except LawError as error:
        raise HouseError(f"{where}.edition", str(error)) from error


def _texts(house: Elections, field: str) -> tuple[str, ...]:
    house.offers(field, "list")
    value = house.take(field)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise house.error(field, "a list of names is expected")
    return tuple(value)


def _choice(house: Elections, field: str, choices: tuple[str, ...], default: str) -> str:
    house.offers(field, "choice", choices, standard=default)
    value = house.take(field)
    if value is None:
        return default
    if value not in choices:
        raise house.error(field, f"{value!r} is not one of {', '.join(choices)}")
    return str(value)


def _seats(house: Elections) -> int:
    house.offers("seats", "other", standard=str(DEFAULT_SEATS))
    value = house.take("seats")
    if value is None:
        return DEFAULT_SEATS
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_SEATS:
        raise house.error("seats", f"a table has 1 to {MOST_SEATS} seats")
    return value


def _shuffler(house: Elections, where: str) -> Shuffler | None:
    value = house.take("shuffler")
    if value is None:
        return None
    if value is True:
        return Shuffler()
    try:
        return msgspec.convert(value, Shuffler)
    except msgspec.ValidationError as error:
        raise HouseError(f"{where}.shuffler", str(error)) from error


def _shuffle(house: Elections, law: Any, shuffler: Shuffler | None) -> str:
    """How the deck is shuffled after every round; a device at the table is the one that does it."""
    methods: tuple[str, ...] = getattr(law, "shuffle_methods", ("hand", "shuffler"))
    first = "shuffler" if shuffler else "hand"
    ordered = tuple(dict.fromkeys((first, *methods)))
    method = house.one_of("shuffle", ordered, rule="shuffle_methods", default=first)
    if method == "pre-shuffled":
        because = "pre-shuffled cards open a table; after a round they are shuffled by hand or by a device"
        raise house.error("shuffle", because, "shuffled_every_round")
    if method == "shuffler" and shuffler is None:
        raise house.error("shuffle", "there is no shuffler at the table", "shuffle_methods")
    if method == "hand" and shuffler is not None and getattr(law, "device_removed_first", None):
        raise house.error("shuffle", "a shuffler leaves the table before another way is used", "device_removed_first")
    return method


def _backs(house: Elections, law: Any, shuffler: Shuffler | None, decks: tuple[OwnedDeck, ...]) -> tuple[str, ...]:
    """The backs of the decks: one, or where the law permits it two that alternate."""
    backs = backs_of(house, decks, _texts(house, "backs"))
    decks_dealt: int = getattr(law, "single_deck", 1)
    if len(backs) <= decks_dealt:
        return backs
    if getattr(law, "second_deck_needs", None) is None or len(backs) > decks_dealt + 1:
        raise house.error("backs", f"{len(backs)} decks: the game is dealt from one", "single_deck")
    if shuffler is None:
        raise house.error("backs", "a second deck needs an automated shuffler", "second_deck_needs")
    if len({color_of(house, back) for back in backs}) != len(backs):
        raise house.error("backs", "the two decks have backs of different colours", "second_deck_alternates")
    return backs


def read_table(value: Mapping[str, Any], jackpots: Mapping[str, Jackpot]) -> TableRules:
    """One table of a house, checked against its edition."""
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise HouseError("table.name", "a table has a name")
    where = f"table {name!r}"
    found = _edition(value.get("edition"), where)
    house = Elections(found, {k: v for k, v in value.items() if k not in ("name", "edition")}, where)
    seats = _seats(house)
    mode = _choice(house, "mode", ("virtual", "keyed"), "virtual")
    shoe_side = _choice(house, "shoe_side", ("left", "right"), "left")
    law = found.law
    if not house.offered("designated", True, "designation") and getattr(law, "designated_table", False):
        raise house.error("designated", "the table must be designated for this game", "designated_table")
    setup = Setup(found, _texts(house, "devices"), _texts(house, "signs"), jackpots)
    shuffler = _shuffler(house, where)
    shuffle = _shuffle(house, law, shuffler)
    decks = read_decks(house, law)
    table = TableRules(
        name=name, rules=None, seats=seats, mode="keyed" if mode == "keyed" else "virtual", shuffle=shuffle,
        shuffler=shuffler, backs=_backs(house, law, shuffler, decks),
        shoe_side="left" if shoe_side == "left" else "right", decks=decks,
    )  # fmt: skip
    equipped = house_of(found).equip(house, table, setup)
    house.done()
    return equipped
