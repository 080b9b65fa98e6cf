"""A deck that was sent away stays away: from its table over a closing, and from every table of the house."""

from __future__ import annotations

from typing import Any

import pytest

from tests.audit.journals import Memory
from tests.journal.test_reopened import Opened
from tests.rules import houses as h
from tests.tables.desk import DEE, FLO, QUALIFIES, SUE, Desk, bonus_six, massachusetts, south_dakota
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import Actor
from upcard.tables.next_step import guide
from upcard.tables.procedure import deck_step


def deck(id: str, back: str = "red") -> dict[str, str]:
    return {"id": id, "back": back, "design": "anchor", "cut_card": "yellow", "cover_card": "green"}


def house_of(id: str, **more: Any) -> TableRules:
    if id == "sd-bonus6":
        return bonus_six(mode="keyed", **more)
    return massachusetts(None, mode="keyed", **more) if id == "ma" else south_dakota(id, None, mode="keyed", **more)


EDITIONS = ("sd-2011", "sd-2015", "sd-bonus6", "ma")


def withdrawn(desk: Desk) -> Desk:
    """A round whose deck is found to be no deck, over and reconciled."""
    game: Any = six if desk.t.edition.game == "bonus-six" else stud
    desk.ready().bets(1)
    desk.act(c.LockOut())
    if game is stud:
        desk.clear()
        desk.act(c.DealCards("left"))
        desk.play(stud.DealUnseen({1: 5}, 5, QUALIFIES[0]))
        desk.clear()
    else:
        desk.play(six.DealUnseen({1: 2}))
    desk.play(game.Report("wrong-deck"), SUE)
    desk.act(c.Reconcile())
    assert desk.table.deck.stage == "withdrawn"
    return desk


def reopened(desk: Desk) -> Desk:
    """The table is closed before another deck came, and opened again."""
    desk.act(c.LeaveSeat(1), Actor("p1", "player"))
    desk.act(c.CloseTable(), FLO)
    desk.act(c.OpenTable())
    desk.act(c.TakeSeat(1, "p1"))
    return desk


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("id", EDITIONS)
def test_a_deck_without_an_id_stays_away_over_a_closing_until_another_is_received(id: str) -> None:
    desk = reopened(withdrawn(Desk(house_of(id)).open(1)))
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.rule, step.deck, len(step.lines)) == ("ReplaceDeck", "wrong_deck", "red", 1)
    for command in (c.ShuffleDeck("red", "hand"), c.InspectDeck("red")):
        assert desk.rule_of(command) == "wrong_deck"
    desk = reopened(desk)
    desk.act(c.ReplaceDeck("red"), FLO)
    assert desk.ready().table.deck.stage == "ready"
    assert reopened(desk).ready().table.deck.stage == "ready"


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("id", EDITIONS)
def test_another_deck_of_the_house_comes_with_the_opening_and_the_one_that_left_does_not(id: str) -> None:
    desk = reopened(withdrawn(Desk(house_of(id, deck=[deck("R1"), deck("R2")])).open(1)))
    assert (desk.table.deck.id, desk.table.deck.stage) == ("R2", "received")
    desk = reopened(withdrawn(desk))
    assert (desk.table.deck.id, desk.table.deck.stage) == ("R2", "withdrawn"), "the house has no other"
    opened = [entry.event for entry in desk.recorded if isinstance(entry.event, e.TableOpened)]
    assert [event.deck_ids for event in opened] == [{"red": "R1"}, {"red": "R2"}, {"red": ""}]
    for gone in ("R1", "r2"):
        assert desk.rule_of(c.ReplaceDeck("red", gone), FLO) == "wrong_deck"
    desk.act(c.ReplaceDeck("red", "R3"), FLO)
    assert desk.ready().table.deck.id == "R3"


@pytest.mark.rule("wrong_deck", "single_deck")
def test_a_deck_that_is_described_later_may_be_the_one_that_left() -> None:
    """It had no id then: somebody says which deck comes."""
    desk = withdrawn(Desk(house_of("sd-bonus6")).open(1))
    desk.t = house_of("sd-bonus6", deck=[deck("R1"), deck("R2")])
    desk = reopened(desk)
    assert (desk.table.deck.id, desk.table.deck.stage) == ("", "withdrawn")
    desk.act(c.ReplaceDeck("red", "R2"), FLO)
    assert desk.ready().table.deck.id == "R2"


@pytest.mark.rule("counting_shuffler", "single_deck")
def test_a_deck_that_the_shuffler_counted_wrong_stays_away_while_the_other_one_lies_there() -> None:
    shoe: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": {"counts": True}, "backs": ["red", "blue"]}
    desk = Desk(house_of("ma", **shoe)).open(1)
    while (step := deck_step(desk.t, desk.table, "blue")) is not None and step.act != "ReportShufflerCount":
        desk.deck_act(step.act, "blue", FLO if step.act == "VerifyDeck" else DEE)
    desk.act(c.ReportShufflerCount("blue", 51))
    desk = reopened(desk)
    assert {name: deck.stage for name, deck in desk.table.decks.items()} == {"red": "received", "blue": "withdrawn"}
    assert desk.rule_of(c.InspectDeck("blue")) == "counting_shuffler"


# ---- at another table of the house


def house(*tables: tuple[str, str, list[str]]) -> House:
    """Tables with real cards: name, edition, the ids of their decks."""
    described = {
        "sd-bonus6": {"designated": True, "signs": ["pay schedule", "limits"], "pay_table": "black-hawk",
                      "maximum": "100.00"},
        "ma": {"devices": ["acceptor"], "dealing": "manual-shoe", "shoe_approved": True},
    }  # fmt: skip
    return h.house(
        [
            {"name": name, "edition": id, "mode": "keyed", "deck": [deck(one) for one in ids], **described[id]}
            for name, id, ids in tables
        ]
    )


def sent_away(floor: Opened, table: str) -> None:
    """The deck at the table is found unfit in its opening, and another one is received."""
    floor.asks(DANA, c.OpenTable(), table)
    if floor.casino.rules[table].edition.id != "ma":
        floor.asks(DANA, c.ShuffleDeck("red", "hand"), table)
    floor.asks(FLO, c.ReplaceDeck("red"), table)


DANA, DORA = Actor("dana", "dealer"), Actor("dora", "dealer")


@pytest.mark.rule("wrong_deck", "single_deck", "deck_inspected_by")
@pytest.mark.parametrize(("first", "second"), [("sd-bonus6", "ma"), ("ma", "sd-bonus6"), ("ma", "ma")])
def test_a_deck_that_was_sent_away_comes_to_no_other_table_of_the_house(first: str, second: str) -> None:
    store = Memory()
    floor = Opened(house(("A", first, ["R1", "R2"]), ("B", second, ["R5"])), store)
    sent_away(floor, "A")
    assert floor.casino.tables["A"].withdrawn.keys() == {"R1"}
    floor.asks(DORA, c.OpenTable(), "B")
    if second != "ma":
        floor.asks(DORA, c.ShuffleDeck("red", "hand"), "B")
    before = floor.head
    for alias, by in (("R1", FLO), ("r1 ", SUE)):
        with pytest.raises(Refused, match="was withdrawn from another table of the house") as caught:
            floor.asks(by, c.ReplaceDeck("red", alias), "B")
        assert caught.value.clause is not None
        assert caught.value.clause.startswith(second)
    assert floor.head == before
    floor.asks(DORA, c.ReplaceDeck("red", "R9"), "B")
    assert floor.casino.tables["B"].deck.id == "R9"


@pytest.mark.rule("wrong_deck", "single_deck")
def test_nor_does_it_when_the_house_file_gives_it_to_another_table() -> None:
    store = Memory()
    floor = Opened(house(("A", "sd-bonus6", ["R1", "R2"]), ("B", "sd-bonus6", ["R5"])), store)
    sent_away(floor, "A")
    floor.asks(FLO, c.CloseTable(), "A")
    again = Opened(house(("B", "sd-bonus6", ["R1", "R5"])), store)
    again.asks(DORA, c.OpenTable(), "B")
    assert again.casino.tables["B"].deck.id == "R5"
