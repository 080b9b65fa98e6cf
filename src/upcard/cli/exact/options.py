"""What the options of exact commands ask for, and the form that all their answers have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated, Any

from upcard.cards import RANKS, Card, Category, parse_cards, show_card
from upcard.cli.options import cents_of, naming, parted, says
from upcard.cli.output import complain, console, pairs, say, show_json, table
from upcard.compiled import ready
from upcard.errors import Refused
from upcard.exact.priced_wager import PricedWager
from upcard.number_format import MINUS, decimal, dollars, one_in, percent, ratio, words
from upcard.units import Micros, parse_meter, show_meter, typed_amount

Facts = list[tuple[str, str]]
Pays = Annotated[str | None, says("Nine odds to 1 for the bet, royal flush first; 100,50,20,7,5,4,3,2,1 by default.")]

MOST_DIGITS = 12
_CHANCE = re.compile(r"[0-9]{1,12}/0*[1-9][0-9]{0,11}|[0-9]{1,12}(\.[0-9]{1,12})?%?")
HANDS = {hand.key: hand for hand in Category}


def nine(text: str | None) -> tuple[int, ...]:
    """A schedule for the bet: nine whole odds, royal flush first; the common ones by default."""
    if text is None:
        from upcard.exact.caribbean_stud import PAYS

        return PAYS
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
    for part in parted(text):
        name, given, pay = (piece.strip() for piece in part.partition("="))
        if not given or not pay:
            raise Refused(None, f"--pays: {part!r} is not a hand and what it pays, such as flush=50")
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
    with naming(option):
        found = tuple(parse_cards(text))
    if len(found) != number:
        needed = "one card is" if number == 1 else f"{number} cards are"
        raise Refused(None, f"{option}: {needed} needed, not {len(found)}")
    twice = next((card for card in found if found.count(card) > 1), None)
    if twice is not None:
        raise Refused(None, f"{option}: {show_card(twice)} stands twice")
    return found


def cents(option: str, text: str) -> int:
    """A wager."""
    found = cents_of(option, text)
    if not found:
        raise Refused(None, f"{option}: a wager is at least a cent")
    return found


def meter(option: str, text: str) -> Micros:
    with naming(option):
        return parse_meter(typed_amount(text))


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
    if not ready(kernel):
        complain("Compiling the counting kernel, this once: about ten seconds...")
    yield


# ---- answers ---------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """A figure in a terminal or a list: with the minus of a keyboard."""
    return text.replace(MINUS, "-")


def both(number: Fraction) -> str:
    """As a percentage and as what it is."""
    return f"{percent(number)}  = {ratio(number)}"


def antes(number: Fraction | None, otherwise: str = "") -> str:
    return otherwise if number is None else f"{decimal(number)} antes  = {ratio(number)}"


def ratios(found: Any, *names: str) -> dict[str, str | None]:
    """Figures of an answer by their names, for programs."""
    values = {name: getattr(found, name) for name in names}
    return {name.rstrip("_"): None if value is None else ratio(value) for name, value in values.items()}


def counted(counts: Mapping[str, int]) -> dict[str, str]:
    """Counts are decimal strings: they do not fit what some readers of JSON take for a number."""
    return {name: str(count) for name, count in counts.items()}


def priced(found: PricedWager, *, beside: dict[str, Any] | None = None) -> dict[str, Any]:
    """A wager for programs; with what its return consists of, where it may play for meters."""
    parts: dict[str, Any] = {}
    if beside is not None:
        parts = {
            "fixed": ratio(found.fixed),
            "per_meter_dollar": {level: ratio(part) for level, part in found.per_meter_dollar.items()},
            **beside,
            **ratios(found, "break_even"),
            "meters": {level: show_meter(amount) for level, amount in found.micros.items()},
        }
    return {
        **ratios(found, "house_edge", "return_"),
        **parts,
        **ratios(found, "hit_frequency"),
        "standard_deviation": found.standard_deviation,
        "deals": str(found.deals),
        "counts": counted(found.counts),
    }


def priced_facts(found: PricedWager, at: str = "", between: Facts | None = None) -> Facts:
    """The same for people; `at` says for which meters."""
    return [
        ("return", f"{both(found.return_)}{at}"),
        ("house edge", both(found.house_edge)),
        *(between or []),
        ("hit frequency", both(found.hit_frequency)),
        ("standard deviation", f"{found.standard_deviation} wagers"),
    ]


def break_even(found: PricedWager) -> str:
    if found.break_even is None:
        return "none: more comes back at any meter" if len(found.meters) == 1 else "none: there is not one meter alone"
    return f"{dollars(found.break_even)}  = {ratio(found.break_even)}"


def answer(
    json: bool,
    document: dict[str, Any],
    title: str,
    columns: Iterable[str],
    rows: Iterable[Iterable[str]],
    facts: Facts,
) -> None:
    """One document for programs, or a title, a table and the figures under it for people."""
    if json:
        show_json(document)
        return
    say(title)
    first, *others = columns
    shown = table(first, *(f">{name}" for name in others), rows=(map(plain, row) for row in rows))
    if shown.rows:
        console().print(shown)
    console().print(pairs((name, plain(value)) for name, value in facts))


def counted_rows(
    counts: Mapping[str, int], deals: int, more: Callable[[str], str] | None = None
) -> Iterator[list[str]]:
    """Each end with its deals and how seldom it is, and what else there is to say of it."""
    for name, times in counts.items():
        yield [words(name), f"{times:,}", one_in(Fraction(times, deals)), *([more(name)] if more else [])]
