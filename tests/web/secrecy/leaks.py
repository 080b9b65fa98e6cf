"""A search for what must not be there: cards that a reader has not seen, orders of decks, secrets, hashes to guess by.

It knows nothing of how a document is made. Whatever looks like a card, in a field, in a sentence or as a number in a
list, must be one that its reader has seen.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from typing import Any

from tests.web.secrecy.wire import Answer
from upcard.cards import Card, parse_card
from upcard.journal.command import TABLE, fair_event, table_event
from upcard.shuffles import events as fe
from upcard.store.store import Entry
from upcard.tables import events as te

CODE = re.compile(r"[2-9TJQKA][cdhs]")
PRETTY = re.compile(r"([2-9TJQKA]|10)([♣♦♥♠])")
IN_TEXT = re.compile(r"(?<![\w#%&.=/-])(?!As [a-z])[2-9TJQKA][cdhs](?![\w-])")
"""Not the word that a sentence may begin with."""
EMBEDDED = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
MARKUP = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]+>", re.DOTALL)
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
ORDERED = 4
"""So many numbers in a list, all of them small and none twice, could be cards."""

NUMBERED = ("cards", "order", "dealer", "burnt", "community", "card", "hands")
"""Fields of an event that hold cards as numbers."""


def cards_in(answer: Answer) -> frozenset[Card]:
    """Every card that an answer names."""
    return _cards_in(dict(answer.headers).get(b"content-type", b"").decode(), answer.body)


@lru_cache(maxsize=500)
def _cards_in(kind: str, body: bytes) -> frozenset[Card]:
    """Many are answered the same bytes, and the same bytes name the same cards."""
    if kind.startswith("application/zip"):
        with zipfile.ZipFile(io.BytesIO(body)) as copy:
            names = {"journal.jsonl", "unproven.jsonl"}.intersection(copy.namelist())
            journal = "".join(copy.read(name).decode() for name in names)
        return frozenset(card for line in journal.splitlines() for card in _in_text(line))
    text = body.decode()
    if kind.startswith("application/json"):
        return frozenset(_in_text(text))
    if kind.startswith("text/event-stream"):
        told = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: ")]
        return frozenset(card for line in told for card in _in_text(line))
    found = {card for part in EMBEDDED.findall(text) for card in _in_text(part)}
    return frozenset(found).union(cards_in_text(unescape(MARKUP.sub(" ", text))))


@lru_cache(maxsize=2000)
def _in_text(text: str) -> frozenset[Card]:
    """The cards of one document, or of one line of a journal."""
    return frozenset(_in_value(json.loads(text)))


def _in_value(value: Any, name: str = "") -> Iterator[Card]:
    match value:
        case str():
            yield from _in_string(value)
        case dict():
            for key, each in value.items():
                yield from _in_value(each, key if not key.isdigit() else name)
        case list() if _numbers(value, name):
            yield from (Card(number) for number in value)
        case list():
            for each in value:
                yield from _in_value(each, name)
        case bool():
            pass
        case int() if name in ("burnt", "community", "card"):
            yield Card(value)


def _numbers(value: list[Any], name: str) -> bool:
    whole = [each for each in value if type(each) is int and 0 <= each < 52]
    return bool(whole) and len(whole) == len(value) and (name in NUMBERED or _like_hands(whole))


def _like_hands(numbers: list[int]) -> bool:
    """A list of seats is sorted, a hand is most often not."""
    return len(numbers) >= ORDERED and len(set(numbers)) == len(numbers) and numbers != sorted(numbers)


def _in_string(text: str) -> Iterator[Card]:
    if CODE.fullmatch(text):
        yield parse_card(text)
    elif text[:1] in "{[" and text[-1:] in "}]":  # an entry as it was recorded is JSON in JSON
        try:
            yield from _in_text(text)
        except ValueError:
            yield from cards_in_text(text)
    else:
        yield from cards_in_text(text)


def cards_in_text(text: str) -> Iterator[Card]:
    for rank, suit in PRETTY.findall(text):
        yield parse_card(("T" if rank == "10" else rank) + SUITS[suit])
    for code in IN_TEXT.findall(text):
        yield parse_card(code)


# ---- what else is hidden


def secrets(rows: list[Entry]) -> set[str]:
    """The secrets of shuffles that were not revealed yet."""
    found: dict[tuple[str, int], str] = {}
    for entry in rows:
        if not entry.stream.startswith(fe.SHUFFLE):
            continue
        event = fair_event(entry.event)
        if isinstance(event, fe.ShuffleCommitted):
            found[event.table, event.number] = event.secret
        elif isinstance(event, fe.ShuffleRevealed):
            found.pop((event.table, event.number), None)
    return set(found.values())


def guessable(rows: list[Entry], table: str) -> set[str]:
    """Hashes by which the cards of the round in play could be guessed: all from the shuffle that it is dealt from."""
    shuffled: dict[str, int] = {}
    since = 0
    for entry in rows:
        if entry.stream != TABLE + table:
            continue
        match event := table_event(entry.event):
            case te.DeckShuffled():
                shuffled[event.deck] = entry.seq
            case te.CardsLeftDeck():
                since = min(since or entry.seq, shuffled.get(event.deck, entry.seq))
            case te.RoundReconciled() | te.TableClosed():
                since = 0
    return {entry.hash.hex() for entry in rows if since and entry.seq >= since}
