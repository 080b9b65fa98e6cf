"""Journals that differ in nothing but what nobody may see: every card that lies face down is exchanged for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from upcard.cards import DECK, Card, best_of_six, byte_stream, rank_five, shuffle
from upcard.games.bonus_six.round import Round as SixRound
from upcard.journal.command import TABLE, table_event
from upcard.store.store import GENESIS, Entry, chained
from upcard.tables import Table, evolve
from upcard.tables import events as te
from upcard.web.views.disclosure import Disclosure

Permutation = dict[Card, Card]


def following(sealed: Disclosure, entries: Sequence[Entry]) -> Disclosure:
    """As if a journal of these entries had been followed."""
    from tests.audit.journals import Memory

    return sealed.follow(Memory(entries))


def twin(entries: Sequence[Entry], *, dealt: bool) -> list[Entry]:
    """The same journal with other cards: in rounds whose cards are dealt, or in decks that only wait to be dealt."""
    sealed = following(Disclosure(), entries)
    changed: dict[int, str] = {}
    for name, course in sealed.courses.items():
        if bool(course.dealt) is dealt:
            changed |= dict(_changed(name, course.orders, entries, course.over, dealt=dealt))
    return rechained(entries, changed)


def rechained(entries: Sequence[Entry], changed: dict[int, str]) -> list[Entry]:
    """The journal with other events in some places, as whoever recorded those would have it."""
    found, before = [], GENESIS
    for entry in entries:
        made = chained(before, entry._replace(event=changed.get(entry.seq, entry.event), hash=b""))
        found.append(made)
        before = made.hash
    return found


def _changed(
    name: str, orders: dict[str, list[int]], entries: Sequence[Entry], over: int, *, dealt: bool
) -> Iterator[tuple[int, str]]:
    mine = [entry for entry in entries if entry.stream == TABLE + name]
    used = {
        e.deck for entry in mine if entry.seq > over and isinstance(e := table_event(entry.event), te.CardsLeftDeck)
    }
    swap = _swap(_seen(mine, over) if dealt else frozenset())
    told = {seq for deck, seqs in orders.items() for seq in seqs if (deck in used) is dealt}
    exchange = Exchange(swap)
    for entry in mine:
        if entry.seq in told or (dealt and entry.seq > over):
            event = msgspec.json.decode(entry.event)
            if event["type"] in ("DeckShuffled", "DeckCut") and entry.seq not in told:
                continue
            yield entry.seq, msgspec.json.encode(exchange.event(event)).decode()


def _swap(seen: frozenset[Card]) -> Permutation:
    """Every hidden card is another one."""
    hidden = tuple(card for card in shuffle(DECK, byte_stream(b"twin")) if card not in seen)
    return {card: hidden[(place + 1) % len(hidden)] for place, card in enumerate(hidden)}


def _seen(mine: Sequence[Entry], over: int) -> frozenset[Card]:
    """Every card that lay face up at some moment of the round."""
    table, found = Table(), set[Card]()
    for entry in mine:
        table = evolve(table, table_event(entry.event))
        round = table.round
        if entry.seq <= over or round is None:
            continue
        for seat in round.seats.values():
            found.update(seat.cards if seat.shown else ())
        if isinstance(round, SixRound):
            found.update((round.community,) if round.turned and round.community is not None else ())
            continue
        found.update(round.dealer if round.qualifies is not None else ())
        found.update((round.up,) if round.up is not None else ())
    return frozenset(found)


class Exchange:
    """Puts other cards in the place of those that lie face down, and ranks the hands anew."""

    def __init__(self, swap: Permutation) -> None:
        self.swap = swap
        self.cards: dict[str, list[Card]] = {}
        self.community = Card(0)
        self.values: dict[str, int] = {}

    def event(self, event: dict[str, Any]) -> dict[str, Any]:
        if event["type"] == "Played":
            return event | {"event": self._played(dict(event["event"]))}
        return event | ({"order": self._all(event["order"])} if "order" in event else {})

    def _all(self, cards: list[Card]) -> list[Card]:
        return [self.swap.get(card, card) for card in cards]

    def _played(self, event: dict[str, Any]) -> dict[str, Any]:
        match event["type"]:
            case "stud.HandsDealt":
                hands = {seat: self._all(cards) for seat, cards in event["hands"].items()}
                values = {seat: rank_five(tuple(hands[seat])) if old else 0 for seat, old in event["values"].items()}
                return event | {"hands": hands, "values": values, "dealer": self._all(event["dealer"])}
            case "stud.DealerCompleted" if event["card"] is not None:
                return event | {"card": self._all([event["card"]])[0]}
            case "six.HandsDealt":
                self.cards = {seat: self._all(cards) for seat, cards in event["hands"].items()}
                (self.community,) = self._all([event["community"]])
                (burnt,) = self._all([event["burnt"]])
                return event | {"hands": self.cards, "community": self.community, "burnt": burnt}
            case "six.StreetDealt":
                cards = {seat: self._all([card])[0] for seat, card in event["cards"].items()}
                for seat, card in cards.items():
                    self.cards[seat] = [*self.cards[seat], card]
                return event | {"cards": cards, "values": {seat: self._value(seat) for seat in event["values"]}}
            case "six.BonusCardDealt" if event["card"] is not None:
                (card,) = self._all([event["card"]])
                self.cards[str(event["seat"])].append(card)
                return event | {"card": card, "value": self._value(str(event["seat"]))}
            case "six.FinalDecided" | "six.HandFolded" | "six.HandVoided":
                changed = {
                    field: [p | {"hand": p["hand"] and self.values[str(p["seat"])]} for p in event[field]]
                    for field in ("payments", "reversed") if field in event
                }  # fmt: skip
                return event | changed
            case _:
                return event

    def _value(self, seat: str) -> int:
        cards = (*self.cards[seat], self.community)
        self.values[seat] = 0 if len(cards) < 5 else rank_five(cards) if len(cards) == 5 else best_of_six(cards)
        return self.values[seat]
