"""A sentence about an entry, with the rule that it stands under, and how amounts and cards are written in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from upcard.cards import Card, pretty
from upcard.units import show_dollars, whole_cents


class Sentence(NamedTuple):
    """What happened, in words. A payment stands under the step that made it."""

    text: str
    rule: str | None = None
    payment: bool = False


def known(rules: Any, *names: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((name for name in names if name in rules.edition.citations), None)


def money(cents: int) -> str:
    """Dollars, with cents only where there are any.

    >>> money(2000), money(150)
    ('$20', '$1.50')
    """
    return show_dollars(cents).removesuffix(".00")


def meter(micros: int) -> str:
    """What a meter shows."""
    return show_dollars(whole_cents(micros))


def cards(found: Iterable[Card]) -> str:
    return " ".join(pretty(card) for card in found)


def whose(seat: int) -> str:
    """Whose hand it is; 0 is the dealer's."""
    return f"Seat {seat}'s" if seat else "The dealer's"


def count(number: int, one: str) -> str:
    """
    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
