"""What the options ask for: pay tables, chances, sums; and the line that says why the first time takes longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from upcard.cards import RANKS, Card, Category, parse_cards, show_card
from upcard.cli.output import complain
from upcard.errors import Refused
from upcard.units import Micros, parse_cents, parse_meter

MOST_DIGITS = 12
_CHANCE = re.compile(r"[0-9]{1,12}/0*[1-9][0-9]{0,11}|[0-9]{1,12}(\.[0-9]{1,12})?%?")
HANDS = {hand.key: hand for hand in Category}


def nine(text: str) -> tuple[int, ...]:
    """A schedule for the bet: nine whole odds, royal flush first."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and part.isascii() and len(part) <= MOST_DIGITS for part in parts):
        raise Refused(
            None, f"--pays: {text!r} is not whole odds to 1 with commas between, such as 100,50,20,7,5,4,3,2,1"
        )
    if len(parts) != 9:
        raise Refused(None, f"--pays: nine odds, from a royal flush to a pair or less, are needed, not {len(parts)}")
    return tuple(int(part) for part in parts)


def lines(text: str) -> dict[Category, str]:
    """A table of one's own, `royal_flush=1000,flush=50`: what stands behind each hand, best hand first."""
    found: dict[Category, str] = {}
    for part in text.split(","):
        name, given, pay = (piece.strip() for piece in part.partition("="))
        if not given or not pay:
            raise Refused(None, f"--pays: {part.strip()!r} is not a hand and what it pays, such as flush=50")
        hand = HANDS.get(name.replace(" ", "_"))
        if hand is None or hand is Category.HIGH_CARD:
            known = ", ".join(each.key for each in sorted(Category, reverse=True) if each is not Category.HIGH_CARD)
            raise Refused(None, f"--pays: there is no hand {name!r}; there are {known}")
        if hand in found:
            raise Refused(None, f"--pays: {hand.key} stands twice")
        found[hand] = pay
    return {hand: found[hand] for hand in sorted(found, reverse=True)}


def odds(text: str) -> dict[Category, int]:
    """A table of whole odds."""
    for hand, pay in (found := lines(text)).items():
        if not (pay.isdecimal() and pay.isascii() and len(pay) <= MOST_DIGITS):
            raise Refused(None, f"--pays: {hand.key}: {pay!r} is not whole odds")
    return {hand: int(pay) for hand, pay in found.items()}


def rank(option: str, text: str) -> int:
    if len(text) != 1 or text.upper() not in RANKS:
        raise Refused(None, f"{option}: {text!r} is not a rank of {RANKS}")
    return RANKS.index(text.upper())


def cards(option: str, text: str, number: int) -> tuple[Card, ...]:
    try:
        found = tuple(parse_cards(text))
    except ValueError as error:
        raise Refused(None, f"{option}: {error}") from error
    if len(found) != number:
        needed = "one card is" if number == 1 else f"{number} cards are"
        raise Refused(None, f"{option}: {needed} needed, not {len(found)}")
    twice = next((card for card in found if found.count(card) > 1), None)
    if twice is not None:
        raise Refused(None, f"{option}: {show_card(twice)} stands twice")
    return found


def amount(option: str, text: str) -> int:
    """Dollars, as cents."""
    try:
        return parse_cents(text)
    except ValueError as error:
        raise Refused(None, f"{option}: {error}") from error


def cents(option: str, text: str) -> int:
    """A wager."""
    found = amount(option, text)
    if not found:
        raise Refused(None, f"{option}: a wager is at least a cent")
    return found


def meter(option: str, text: str) -> Micros:
    try:
        return parse_meter(text)
    except ValueError as error:
        raise Refused(None, f"{option}: {error}") from error


def chance(option: str, text: str) -> Fraction:
    """A probability: 1/26, 0.04 or 4%."""
    if _CHANCE.fullmatch(text) is None:
        raise Refused(None, f"{option}: {text!r} is not a probability such as 1/26 or 4%")
    found = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= found <= 1:
        raise Refused(None, f"{option}: {text} is not a probability from 0 to 1")
    return found


@contextmanager
def compiling(kernel: str) -> Iterator[None]:
    """Says on standard error that machine code is made, where none is kept from an earlier time."""
    from upcard.compiled import ready

    if not ready(kernel):
        complain("Compiling the counting kernel, this once: about ten seconds...")
    yield
