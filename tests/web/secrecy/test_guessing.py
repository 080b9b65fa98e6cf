"""Nine seats in league: they write down every hash that is told, and try all cards that they have not seen.

At a full table of stud they know 46 of 52 cards when all hands are dealt. Six cards can lie in 720 ways, and whoever
has the hash of the shuffle, the cut or the deal, and the one before it, soon knows which way is the right one.
"""

from __future__ import annotations

import json
import re
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory, every_second, house
from tests.shuffles.nights import Fixed
from tests.shuffles.test_made_up import chain
from upcard.bots import Pit
from upcard.cards import Card, show_card
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.store.store import GENESIS, Entry, digest
from upcard.tables import Table
from upcard.web.page import encode
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.round_replay import film
from upcard.web.views.search import Query, search

SEATS, UNKNOWN = 9, 6
ORDERS = ('{"type":"DeckShuffled"', '{"type":"DeckCut"')
TELLING = (*ORDERS, *(f'{{"type":"Played","event":{{"type":"{name}' for name in ("stud.Hand", "six.Hand")))


class League:
    """Everything that surveillance is told of one table, written down as it is told."""

    def __init__(self, found: House) -> None:
        self.house, self.sealed = found, Disclosure()
        self.hashes: dict[int, bytes] = {0: GENESIS}
        self.salts: set[str] = set()
        self.hidden: set[int] = set()
        """Entries that were told in part."""

    def look(self, memory: Memory, table: TableRules) -> None:
        """The newest entries, and the film of the round where something has become of the cards."""
        self.sealed.follow(memory)
        shown = [search(memory, self.sealed, self.house, Query())]
        if memory.rows[-1].event.startswith(TELLING):
            shown.append(film(memory, self.sealed, table.name, 1, "t", SEATS))
        for entry in (entry for page in shown for entry in page["entries" if "looked" in page else "steps"]):
            if entry["hash"] is not None:
                self.hashes[entry["seq"]] = bytes.fromhex(entry["hash"])
            if entry["hidden"] and entry["stream"].startswith("table/"):
                self.hidden.add(entry["seq"])
        text = encode(shown).decode().replace("\\", "")
        self.salts |= set(re.findall(r'"salt":"([0-9a-f]{32})"', text))


def as_it_was_said(entry: Entry) -> dict[str, Any]:
    """The event as anybody can write it down who knows its cards."""
    event: dict[str, Any] = json.loads(entry.event)
    event.pop("salt", None)
    return event


def found_out(league: League, rows: list[Entry], unknown: tuple[Card, ...]) -> list[str]:
    """The cards that fit a hash which was told, all six in the order in which they lie."""
    guessed = []
    for entry in rows:
        if not entry.event.startswith(ORDERS) or not {entry.seq, entry.seq - 1} <= league.hashes.keys():
            continue
        event = as_it_was_said(entry)
        places = [at for at, card in enumerate(event["order"]) if card in unknown]
        for guess in permutations(unknown):
            for at, card in zip(places, guess, strict=True):
                event["order"][at] = card
            tried = entry._replace(event=json.dumps(event, separators=(",", ":")))
            if digest(league.hashes[entry.seq - 1], tried) == league.hashes[entry.seq]:
                guessed.append(" ".join(map(show_card, guess)))
    return guessed


def played(name: str) -> tuple[League, Memory, Floor, TableRules]:
    """A first round at a full table, watched after each act until all cards that are dealt are on the table."""
    (first, *_) = house(name).tables
    t = replace(first, seats=SEATS, jackpot=None, five_card_jackpot=None)
    found = replace(house(name), tables=(t,), jackpots={})
    memory = Memory()
    floor = Floor(found, memory, every_second(), source=Fixed())
    open_house(floor)
    pit, league = Pit(t, "league", SEATS, sourced=True), League(found)
    for at in range(500):
        doing = pit.next(floor.casino.tables.get(t.name, Table()))
        assert doing is not None
        (reply,) = floor.process([Command(f"act {at}", *doing, t.name)])
        assert reply.error is None, reply.error
        league.look(memory, t)
        round = floor.casino.tables[t.name].round
        if round is not None and round.phase in ("decided", "fourth"):
            return league, memory, floor, t
    raise AssertionError("the cards were never dealt")


def unseen(floor: Floor, t: TableRules) -> tuple[Card, ...]:
    """The dealer's hole cards and what is left of the deck; at Bonus 6 the last of it."""
    table = floor.casino.tables[t.name]
    lies = set(table.deck.order[-UNKNOWN:])
    dealer = getattr(table.round, "dealer", ())
    if dealer:
        lies = {card for card in dealer if card != table.round.up} | set(table.deck.order[50:])
    assert len(lies) == UNKNOWN
    return tuple(sorted(lies))


@pytest.mark.parametrize("name", ["deadwood", "bonus-6"])
def test_no_hash_that_was_told_tells_a_card(name: str) -> None:
    league, memory, floor, t = played(name)
    assert any(entry.event.startswith(ORDERS) and entry.seq in league.hashes for entry in memory.rows), (
        "told, and salted"
    )
    assert found_out(league, memory.rows, unseen(floor, t)) == []
    hidden = {json.loads(memory.rows[seq - 1].event)["salt"] for seq in league.hidden}
    assert hidden
    assert not hidden & league.salts, "what is hidden is told without its salt"


@pytest.mark.parametrize("name", ["deadwood", "bonus-6"])
def test_an_order_without_a_salt_has_no_hash_before_its_round_is_over(name: str) -> None:
    """A journal of before, whose round is in play when it is opened by this version."""
    _, memory, floor, t = played(name)
    bare = chain(
        [entry._replace(event=json.dumps(as_it_was_said(entry), separators=(",", ":"))) for entry in memory.rows]
    )
    league, old = League(floor.casino.house), Memory()
    for entry in bare:
        old.rows.append(entry)
        if entry.stream == f"table/{t.name}":
            league.look(old, t)
    assert len(league.hashes) > 3
    assert found_out(league, bare, unseen(floor, t)) == []
    told = League(floor.casino.house)
    told.hashes |= {entry.seq: entry.hash for entry in bare}
    assert len(found_out(told, bare, unseen(floor, t))) >= 1, "the guessing itself works"
