"""The head of a transcript: edition, elections, meters, people and cards, as a lawyer would write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.tables.desk import bonus_six, massachusetts, south_dakota
from tests.tables.stack import six_order, stud_order
from upcard.cards import DECK, SUITS, Card, parse_card
from upcard.games.payment import Meter
from upcard.rules.table import DealingMethod, TableRules
from upcard.tables import Actor
from upcard.units import parse_meter

SYMBOLS = "♣♦♥♠"
ROLES = ("dealer", "floorperson", "supervisor")

FLAGS: dict[str, dict[str, Any]] = {
    "five card": {"five_card": True},
    "cover all": {"cover_all": True},
    "shuffler": {"shuffler": {}},
    "counting shuffler": {"shuffler": {"counts": True}},
    "real cards": {"mode": "keyed"},
}
CHOICES = (
    "bonus maximum", "cover all maximum", "five card maximum", "tip maximum", "liability limit", "misdeal envy",
    "dealing", "progressive wager", "progressive", "bonus", "same round jackpots", "awards from",
    "cover all after fold", "cover all counts", "exposed hole card", "limit applies to", "limit", "magic card", "lucky",
    "pay table", "minimum", "maximum", "further tips", "shoe side",
)  # fmt: skip


def card(text: str) -> Card:
    """A card as it is printed, such as A♠."""
    return parse_card(text[0] + SUITS[SYMBOLS.index(text[1])])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


@dataclass
class Header:
    """What a transcript starts from."""

    title: str
    rules: TableRules
    meters: dict[str, Meter]
    people: dict[str, Actor]
    seats: dict[str, int]
    deals: dict[int, dict[str, tuple[Card, ...]]] = field(default_factory=dict)
    before: bool = False
    steps: bool = False
    """Whether it is written down what is done by hand."""

    def order(self, number: int, dealing: DealingMethod | None) -> tuple[Card, ...]:
        """The deck of a round, as it is dealt; a round without cards of its own has those of the first."""
        deal = self.deals.get(number) or self.deals.get(1)
        if deal is None:
            return DECK
        top = deal.get("on top", ())
        hands = {self.seats[name]: held for name, held in deal.items() if name in self.seats}
        if self.rules.edition.game == "bonus-six":
            streets = tuple(tuple(s for s in sorted(hands) if len(hands[s]) >= n) for n in (3, 4, 5))
            return six_order(hands, deal["community"][0], streets)
        assert dealing is not None
        return stud_order(hands, deal["dealer"], singly=dealing.order.deal == "singly", top=top)


def _house(id: str, text: str) -> TableRules:
    more: dict[str, Any] = {}
    for phrase in (part.strip() for part in text.split(";")):
        if phrase in FLAGS:
            more |= FLAGS[phrase]
        elif phrase.startswith("deck "):
            named = zip(("id", "back", "design", "cut_card", "cover_card"), phrase.split()[1:], strict=True)
            more["deck"] = [*more.get("deck", []), dict(named)]
        elif phrase.startswith("decks "):
            more["backs"] = phrase.removeprefix("decks ").split(" and ")
        elif phrase.startswith("five card wager "):
            more["five_card_wager"] = phrase.removeprefix("five card wager ").replace("$", "").split(" or ")
        elif phrase != "none":
            key = next(choice for choice in CHOICES if phrase.startswith(choice + " "))
            more[key.replace(" ", "_")] = phrase.removeprefix(key + " ").removeprefix("$")
    if " or " in more.get("dealing", ""):
        more["dealing"] = more["dealing"].split(" or ")
    if more.get("cover_all"):
        more["shuffler"] = {**more.get("shuffler", {}), "cover_all_mode": True}
    if id == "sd-bonus6":
        return bonus_six(**more)
    schedule = more.pop("progressive", None)
    return massachusetts(schedule, **more) if id == "ma" else south_dakota(id, schedule, **more)


_METER = re.compile(r"(\w+) \$([0-9,]+\.[0-9]+), seed \$([0-9,]+\.[0-9]+)(?:, reserve \$([0-9,]+\.[0-9]+))?")


def _meters(text: str) -> dict[str, Meter]:
    found = {}
    for level, *amounts in _METER.findall(text):
        found[level] = Meter(*(parse_meter(amount.replace(",", "") or "0") for amount in amounts))
    return found


def _deal(text: str) -> dict[str, tuple[Card, ...]]:
    found = {}
    for part in text.split(";"):
        words = part.split()
        first = next(i for i, word in enumerate(words) if len(word) == 2 and word[1] in SYMBOLS)
        found[" ".join(words[:first])] = cards(" ".join(words[first:]))
    return found


def read_header(lines: list[str]) -> Header:
    """The head of a transcript; a line that is indented goes on from the one before."""
    fields: dict[str, str] = {}
    key = ""
    for line in lines[1:]:
        if line.startswith(" "):
            fields[key] += " " + line.strip()
        elif line:
            key, _, value = line.partition(":")
            fields[key] = value.strip()
    people, seats = {}, {}
    for part in fields["People"].split(";"):
        name, _, place = part.strip().partition(", ")
        role, _, same = place.partition(" and the same person as ")
        if role in ROLES:
            people[name] = Actor(same or name, role)  # type: ignore[arg-type]
        else:
            people[name] = Actor(name, "player")
            seats[name] = int(place.removeprefix("seat "))
    deals = {1: _deal(fields["Cards"])} if "Cards" in fields else {}
    for key, value in fields.items():
        if key.startswith("Cards, round "):
            deals[int(key.removeprefix("Cards, round "))] = _deal(value)
    meters = _meters(fields.get("Meters", ""))
    rules = _house(fields["Edition"], fields["House elections"])
    return Header(lines[0], rules, meters, people, seats, deals, "Before" in fields, "By hand" in fields)
