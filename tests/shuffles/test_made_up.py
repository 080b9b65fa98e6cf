"""Cards made up where the system had drawn them: a house that tries is refused, a journal that has them is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory, every_second
from tests.audit.keyed import KeyedTable
from tests.shuffles.nights import Blind, Fixed, Night, dealer
from tests.shuffles.test_cheats import closed, over, proof_of, refused, wrong
from upcard.audit import Replayed, replay
from upcard.audit.shuffles.checks import findings
from upcard.audit.shuffles.history import trail
from upcard.audit.standalone import verify_shuffle
from upcard.bots import Pit
from upcard.errors import HouseError, Refused
from upcard.journal import floor as floors
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.journal.floor import Floor
from upcard.rules.house import House
from upcard.store.store import GENESIS, Entry, StoreError, chained
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables.commands import Actor

STUD, SIX = "Stud 1", "Six 1"
SUE = Actor("sue", "supervisor")


def with_cards(found: House, mode: Literal["virtual", "keyed"]) -> House:
    """The same house, and its first table with other cards."""
    first, *rest = found.tables
    return replace(found, tables=(replace(first, mode=mode), *rest))


def chain(rows: list[Entry]) -> list[Entry]:
    """Entries one after the other, with places and hashes as if nothing else had ever been there."""
    made: list[Entry] = []
    versions: dict[str, int] = {}
    for seq, entry in enumerate(rows, 1):
        versions[entry.stream] = versions.get(entry.stream, 0) + 1
        before = made[-1].hash if made else GENESIS
        made.append(chained(before, entry._replace(seq=seq, version=versions[entry.stream])))
    return made


def changed(entry: Entry, change: Callable[[dict[str, Any]], None]) -> Entry:
    event = json.loads(entry.event)
    change(event)
    return entry._replace(event=json.dumps(event, separators=(",", ":"), ensure_ascii=False))


def unpinned(rows: list[Entry]) -> list[Entry]:
    """The same journal as it was written when openings said nothing of the mode, and events had no salt."""

    def before(event: dict[str, Any]) -> None:
        event.pop("salt", None)
        if event["type"] == "TableOpened":
            event.pop("mode")

    return chain([changed(entry, before) if entry.stream.startswith("table/") else entry for entry in rows])


def found(rows: list[Entry], balances: dict[str, int]) -> str:
    """What an audit finds, or empty."""
    judged = replay(Memory(rows, balances))
    return "" if isinstance(judged, Replayed) else judged.what


# ---- the mode is pinned ----------------------------------------------------------------------------------------------


def ready(table: Table) -> bool:
    return table.deck.stage == "ready"


def just_opened(table: Table) -> bool:
    return table.is_open


@pytest.mark.parametrize("moment", [just_opened, ready, closed])
def test_a_house_does_not_take_up_an_open_table_with_other_cards(moment: Callable[[Table], bool]) -> None:
    evening = Night("deadwood").play_until(STUD, moment)
    other = with_cards(evening.house, "keyed")
    with pytest.raises(HouseError, match="opened with another mode"):
        Floor(other, evening.memory, every_second(), source=Fixed())
    evening.play_until(STUD, lambda table: table.without_wagers)
    evening.do(SUE, c.CloseTable(), STUD)
    assert Floor(other, evening.memory, every_second(), source=Fixed()).casino.rules[STUD].mode == "keyed"


def test_nor_one_with_real_cards_as_if_they_were_its_own() -> None:
    real = KeyedTable("deadwood")
    while real.table.deck.stage != "ready":
        real._act(*real._next())
    virtual = with_cards(real.floor.casino.house, "virtual")
    for rows in (real.store.rows, unpinned(real.store.rows)):
        with pytest.raises(HouseError, match="opened with another mode"):
            Floor(virtual, Memory(rows), every_second())


@pytest.mark.parametrize("moment", [ready, closed])
def test_a_table_of_before_is_known_by_its_deck(moment: Callable[[Table], bool]) -> None:
    evening = Night("deadwood").play_until(STUD, moment)
    rows = unpinned(evening.memory.rows)
    assert Floor(evening.house, Memory(rows), every_second()).casino.tables == evening.casino.tables
    with pytest.raises(HouseError, match="opened with another mode"):
        Floor(with_cards(evening.house, "keyed"), Memory(rows), every_second())


def test_an_old_opening_says_nothing_and_stays_as_it_is() -> None:
    evening = Night("deadwood").play_until(STUD, just_opened)
    before = unpinned(evening.memory.rows)
    assert not any('"mode"' in entry.event for entry in before if entry.stream.startswith("table/"))
    Floor(with_cards(evening.house, "keyed"), Memory(before), every_second())
    assert found(before, evening.memory.balances()) == ""


@pytest.mark.parametrize("name", ["massachusetts", "bonus-6"])
def test_a_journal_of_before_goes_on(name: str) -> None:
    evening = Night(name).play(70)
    before = Memory(unpinned(evening.memory.rows), evening.memory.balances())
    assert found(before.rows, before.balances()) == ""
    Night(name, store=before, source="after").play(70)
    assert len(before.rows) > len(evening.memory.rows)
    assert found(before.rows, before.balances()) == ""


# ---- a floor that is opened all the same -----------------------------------------------------------------------------


class Reopened(KeyedTable):
    """The table of an evening gone on with as one with real cards, whatever its deck lies in."""

    def __init__(self, evening: Night) -> None:
        self.store, self.house = evening.memory, with_cards(evening.house, "keyed")
        self.t = self.house.tables[0]
        self.floor = Floor(self.house, self.store, every_second(), source=Fixed("keyed"))
        self._pit = Pit(evening.house.tables[0], "fair", evening.house.tables[0].seats, sourced=True)
        self._ids = (f"made up/{number}" for number in count(1))


def test_a_table_goes_on_with_the_cards_that_it_was_opened_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floors, "check_terms", lambda house, casino: None)
    evening = Night("deadwood").play_until(STUD, closed)
    table = Reopened(evening)
    seq = table.floor.casino.seq
    with pytest.raises(Refused, match="was opened as virtual"):
        table._act(dealer(STUD), c.DealCards())
    assert table.floor.casino.seq == seq
    evening = Night("deadwood").play_until(STUD, lambda it: ready(it) and it.without_wagers)
    Reopened(evening)._act(SUE, c.CloseTable())


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A journal of a crooked house: shuffled, cut and locked out as drawn, and keyed as it pleases."""
    monkeypatch.setattr(floors, "check_terms", lambda house, casino: None)
    monkeypatch.setattr(Casino, "_as_opened", lambda *_: None, raising=False)
    evening = Night("deadwood", crooked=True).play_until(STUD, closed)
    number, table = evening.table(STUD).number, Reopened(evening)
    table.floor.casino.redrawn = Blind()
    table.play(number)
    assert number == 1
    monkeypatch.undo()
    return evening.memory


def test_cards_made_up_in_a_drawn_round_are_found(made_up: Memory) -> None:
    what = found(made_up.rows, made_up.balances())
    assert what == "tells cards by hand in a round whose cards the system draws"
    assert found(unpinned(made_up.rows), made_up.balances()) == what
    told = trail(made_up, STUD, 1)
    assert {"dealt", "keyed"} <= set(wrong(told))
    assert "no card was dealt" in refused(proof_of(told))
    assert "told by hand" in refused(proof_of(told) | {"void": "misdeal"})


def test_a_house_does_not_open_on_them_but_on_what_an_older_one_let_pass(made_up: Memory) -> None:
    house = with_cards(Night("deadwood").house, "keyed")
    with pytest.raises(StoreError, match=r"entry \d+ tells cards by hand"):
        Floor(house, made_up, every_second())
    Floor(house, Memory(unpinned(made_up.rows)), every_second())


# ---- a journal that was bent -----------------------------------------------------------------------------------------

PLAYED = '{"type":"Played","event":{"type":"'


def first(rows: list[Entry], kind: str, stream: str) -> int:
    """Where the first event of a kind stands."""
    starts = (f'{{"type":"{kind}"', f'{PLAYED}{kind}"')
    return next(at for at, entry in enumerate(rows) if entry.stream == stream and entry.event.startswith(starts))


@cache
def evening_of(house: str, table: str) -> Night:
    return Night(house).play_until(table, lambda it: it.number > 2)


def dealt_at(rows: list[Entry], table: str) -> int:
    game = "six" if table == SIX else "stud"
    return first(rows, f"{game}.HandsDealt", f"table/{table}")


def revealed_early(rows: list[Entry], table: str) -> list[Entry]:
    """The secret is shown before the deal, and nothing is in use any more."""
    at, deal = first(rows, "ShuffleRevealed", f"shuffle/{table}"), dealt_at(rows, table)
    early = changed(rows[at], lambda it: it.update(round=0))
    return [*rows[: deal - 1], early, *rows[deal - 1 : at], *rows[at + 1 :]]


def never_revealed(rows: list[Entry], table: str) -> list[Entry]:
    at = first(rows, "ShuffleRevealed", f"shuffle/{table}")
    return [*rows[:at], *rows[at + 1 :]]


def out_of_nowhere(rows: list[Entry], table: str) -> list[Entry]:
    """Hands are there, and no card has left the deck."""
    at = first(rows, "CardsLeftDeck", f"table/{table}")
    return [*rows[:at], *rows[at + 1 :]]


def undrawn(rows: list[Entry], table: str) -> list[Entry]:
    at = first(rows, "ShuffleDrawn", f"shuffle/{table}")
    return [*rows[:at], *rows[at + 1 :]]


def opened_twice(rows: list[Entry], table: str) -> list[Entry]:
    at, deal = first(rows, "TableOpened", f"table/{table}"), dealt_at(rows, table)
    return [*rows[: deal - 1], rows[at], *rows[deal - 1 :]]


def one_more_hand(rows: list[Entry], table: str) -> list[Entry]:
    """A hand for a seat where nobody sits moves every card after it."""
    at = dealt_at(rows, table)

    def more(it: dict[str, Any]) -> None:
        deal, order = it["event"], json.loads(rows[first(rows, "DeckCut", f"table/{table}")].event)["order"]
        hands, size = deal["hands"], len(deal["hands"]["1"])
        places = [*hands, "10", *(["dealer"] if "dealer" in deal else [])]
        rest = order[1:] if "burnt" in deal else order
        cards = {place: rest[at : len(places) * size : len(places)] for at, place in enumerate(places)}
        deal["hands"] = {place: cards[place] for place in places if place != "dealer"}
        if "dealer" in deal:
            deal["dealer"] = cards["dealer"]
        else:
            deal["community"] = rest[len(places) * size]

    return [*rows[:at], changed(rows[at], more), *rows[at + 1 :]]


def turned_otherwise(rows: list[Entry], table: str) -> list[Entry]:
    """What is turned up is not what lay there."""
    kind = "six.CommunityTurned" if table == SIX else "stud.HoleCardsRevealed"
    at = first(rows, kind, f"table/{table}")

    def other(it: dict[str, Any]) -> None:
        event = it["event"]
        if "card" in event:
            event["card"] = (event["card"] + 1) % 52
        else:
            event["dealer"] = [(card + 1) % 52 for card in event["dealer"]]

    return [*rows[:at], changed(rows[at], other), *rows[at + 1 :]]


def without_a_mode(rows: list[Entry], table: str) -> list[Entry]:
    """The opening of one table does not say what all others say."""
    at = max(at for at, entry in enumerate(rows) if entry.event.startswith('{"type":"TableOpened"'))
    return [*rows[:at], changed(rows[at], lambda it: it.pop("mode")), *rows[at + 1 :]]


BENT: dict[Callable[[list[Entry], str], list[Entry]], str] = {
    revealed_early: "is not the end of shuffle 1, which was revealed before it",
    never_revealed: "is the end of shuffle 1, which was not revealed",
    out_of_nowhere: "deals cards that did not leave the deck of shuffle 1",
    undrawn: "otherwise than the system, which draws its cards",
    opened_twice: "opens a table that is open",
    one_more_hand: "deals other cards than lie on top of the deck of shuffle 1",
    turned_otherwise: "than were dealt from shuffle 1",
    without_a_mode: "without saying whose cards are played with",
}


@pytest.mark.parametrize(("house", "table"), [("deadwood", STUD), ("bonus-6", SIX)])
@pytest.mark.parametrize("bend", BENT)
def test_a_journal_that_was_bent_is_found_and_not_opened(
    house: str, table: str, bend: Callable[[list[Entry], str], list[Entry]]
) -> None:
    evening = evening_of(house, table)
    assert found(evening.memory.rows, evening.memory.balances()) == ""
    if bend is without_a_mode and len(evening.house.tables) == 1:
        pytest.skip("the only table of the house")
    rows = chain(bend(list(evening.memory.rows), table))
    with pytest.raises(AssertionError, match=BENT[bend]):
        assert found(rows, evening.memory.balances()) == ""
    with pytest.raises(StoreError, match=BENT[bend]):
        Floor(evening.house, Memory(rows), every_second())


def test_a_round_that_is_not_dealt_is_void_or_found() -> None:
    """The end of a void round without the void: nothing else says that its cards were never dealt."""
    evening = Night("massachusetts").play_until(STUD, closed)
    evening.void(STUD)
    told = over(evening, STUD, 1)
    assert (told.left, told.void is not None, wrong(told)) == ([], True, [])
    assert verify_shuffle.verify(proof_of(told))
    told.void = None
    assert wrong(told) == ["dealt"]
    assert "no card was dealt" in refused(proof_of(told))


# ---- voids until the cards please ------------------------------------------------------------------------------------


def test_rounds_that_were_void_before_are_told() -> None:
    evening = Night("massachusetts")
    for number in (1, 2):
        evening.play_until(STUD, lambda table, at=number: table.number == at and closed(table))  # type: ignore[misc]
        evening.void(STUD)
    evening.play_until(STUD, lambda table: table.number > 4)
    told = [trail(evening.memory, STUD, number) for number in (1, 2, 3, 4)]
    assert [each.voided for each in told] == [(), (1,), (1, 2), ()]
    assert [bool(each.void) for each in told] == [True, True, False, False]
    for each in told:
        assert wrong(each) == []
        texts = [finding.text for finding in findings(each) if finding.what == "void"]
        assert len(texts) == bool(each.void) + bool(each.voided)
        loud = [line for line in verify_shuffle.verify(proof_of(each)) if line.startswith(verify_shuffle.LOUD)]
        assert any("VOID" in line for line in loud) == bool(texts)


def test_a_keyed_round_in_between_hides_no_shuffle_that_was_given_up() -> None:
    """Shuffled and cut, closed, dealt with real cards from a deck of the same back, closed: the next round tells it."""
    evening = Night("deadwood").play_until(STUD, lambda table: ready(table) and table.without_wagers)
    evening.do(SUE, c.CloseTable(), STUD)
    real = Reopened(evening)
    real.play(2)
    real._act(SUE, c.CloseTable())
    floor = Floor(evening.house, evening.memory, every_second(), source=Fixed("again"))
    pit = Pit(evening.house.tables[0], "fair", evening.house.tables[0].seats, sourced=True)
    ids = (f"again/{number}" for number in count(1))
    while floor.casino.tables[STUD].number <= 4:
        doing = pit.next(floor.casino.tables[STUD])
        assert doing is not None
        (reply,) = floor.process([Command(next(ids), *doing, STUD)])
        assert reply.error is None
    assert found(evening.memory.rows, evening.memory.balances()) == ""
    told = trail(evening.memory, STUD, 4)
    assert [each.event.number for each in told.unused] == [1]
    assert wrong(told) == []
    assert wrong(trail(evening.memory, STUD, 2)) == ["commitment"]
