"""Decks that a house describes: what the law does not admit is refused, and an owned one replaces a withdrawn one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables.desk import FLO, HANDS, QUALIFIES, SUE, Desk, by_role, massachusetts, south_dakota
from tests.tables.test_misdealt import dealing
from upcard.cards import DECK
from upcard.errors import HouseError
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud import events as stud_events
from upcard.rules.house import read_house
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import replay
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide
from upcard.tables.procedure import deck_step


def deck(id: str, back: str = "red", **more: str) -> dict[str, str]:
    return {"id": id, "back": back, "design": "anchor", "cut_card": "yellow", "cover_card": "green", **more}


def refused(*decks: dict[str, Any], **more: Any) -> HouseError:
    with pytest.raises(HouseError) as caught:
        massachusetts(deck=list(decks), **more)
    return caught.value


@pytest.mark.rule("deck_accessories", "single_deck", "second_deck_alternates")
@pytest.mark.parametrize(
    ("decks", "more", "clause", "because"),
    [
        ([deck("R1", cut_card="")], {}, "ma-2(a)", "its cut card has one solid color"),
        ([deck("R1", cover_card="striped")], {}, "ma-2(a)", "its cover card has one solid color"),
        ([deck("R1", cut_card="red")], {}, "ma-2(a)", "cannot be told from red backs and white edges"),
        ([deck("R1", cover_card="burgundy")], {}, "ma-2(a)", "a burgundy cover card cannot be told"),
        ([deck("R1", cut_card="white")], {}, "ma-2(a)", "a white cut card cannot be told"),
        ([deck("R1", back="tartan")], {}, "ma-2(a)", "'tartan' is no color of backs"),
        ([deck("R1"), deck("R1")], {}, None, "stands twice"),
        ([deck("R1"), deck("B1", back="blue")], {}, "ma-2(b)", "a second deck needs an automated shuffler"),
        ([deck("R1"), deck("M1", back="maroon")], {"shuffler": True}, "ma-2(b)", "backs of different colours"),
        ([deck("R1")], {"backs": ["blue"]}, None, "no deck with blue backs is described"),
        ([{"id": "R1"}], {}, None, "write each deck as [[table.deck]]"),
        ([deck("R1", logo="x")], {}, None, "write each deck as [[table.deck]]"),
    ],
)
def test_a_deck_that_the_law_does_not_admit_is_refused(
    decks: list[dict[str, Any]], more: dict[str, Any], clause: str | None, because: str
) -> None:
    error = refused(*decks, **more)
    assert because in error.because
    assert error.clause == clause


@pytest.mark.rule("second_deck_alternates")
@pytest.mark.parametrize(
    ("other", "because"),
    [
        ("RED", "different colours"), (" red ", "different colours"), ("\uff52\uff45\uff44", "different colours"),
        ("crimson", "different colours"), ("scarlet", "different colours"), ("red\u200b", "cannot be seen"),
        ("r\u00aded", "cannot be seen"), ("red\ufe0f", "cannot be seen"), ("blue", ""),
        ("Dark  Blue", ""), ("bl\u00e5", ""), ("r\u0435d", "Latin letters with Cyrillic"),
        ("\u0441\u0438\u043d\u0438\u0439", ""), ("r\u03b5d", "Latin letters with Greek"),
    ],
)  # fmt: skip
def test_two_decks_have_backs_that_read_as_different_colors(other: str, because: str) -> None:
    if not because:
        massachusetts(backs=["red", other], shuffler=True)
        return
    with pytest.raises(HouseError, match=because):
        massachusetts(backs=["red", other], shuffler=True)


def test_one_deck_does_not_lie_at_two_tables() -> None:
    table = """
    [[table]]
    name = "{name}"
    edition = "sd-bonus6"
    designated = true
    signs = ["pay schedule"]
    pay_table = "black-hawk"
    maximum = "100.00"
    [[table.deck]]
    id = "R1"
    back = "red"
    """
    assert read_house('name = "H"' + table.format(name="A")).tables[0].decks[0].words == "red deck R1"
    with pytest.raises(HouseError, match="the deck stands at two tables"):
        read_house('name = "H"' + table.format(name="A") + table.format(name="B"))


@pytest.mark.rule("single_deck", "deck_accessories")
def test_the_deck_that_is_received_is_described_to_whoever_inspects_it() -> None:
    desk = Desk(massachusetts(deck=[deck("R1"), deck("R2")])).open(1)
    step = guide(desk.t, desk.table)
    assert step is not None
    words = "red deck R1 (design anchor, yellow cut card, green cover card)"
    assert step.lines[0].do == f"See that the {words} has backs of one color and design throughout."
    opened = next(entry.event for entry in desk.recorded if isinstance(entry.event, e.TableOpened))
    assert opened.deck_ids == {"red": "R1"}


@pytest.mark.rule("stub_count_wrong", "single_deck")
def test_another_owned_deck_replaces_a_withdrawn_one_and_none_comes_back() -> None:
    desk = Desk(massachusetts(deck=[deck("R1"), deck("R2"), deck("R3")])).open(1)

    def withdrawn() -> None:
        desk.ready().bets(1).deal()
        desk.act(c.CountStub(41))
        assert desk.table.deck.stage == "withdrawn"
        desk.act(c.Reconcile())

    withdrawn()
    assert desk.rule_of(c.ReplaceDeck("red", "R1"), FLO) == "stub_count_wrong"
    desk.act(c.ReplaceDeck("red", "R3"), FLO)
    assert desk.table.deck.id == "R3"
    withdrawn()
    desk.act(c.ReplaceDeck("red"), SUE)
    assert desk.table.deck.id == "R2"
    withdrawn()
    assert desk.rule_of(c.ReplaceDeck("red", "R2"), FLO) == "stub_count_wrong"
    desk.act(c.ReplaceDeck("red", "R9"), FLO)
    assert desk.table.deck.id == "R9", "a new deck that the house file does not describe yet"
    withdrawn()
    desk.act(c.ReplaceDeck("red"), FLO)
    assert desk.table.deck.id == "", "and one without an id"
    withdrawn()
    desk.act(c.LeaveSeat(1))
    desk.act(c.CloseTable(), FLO)
    desk.act(c.OpenTable())
    assert desk.table.deck.id == ""


@pytest.mark.rule("stub_count_wrong", "single_deck")
@pytest.mark.parametrize("alias", ["g-1041", " G-1041", "G -1041", "G-1041\u200b", "\uff27-1041"])
def test_a_withdrawn_deck_does_not_come_back_under_a_name_that_reads_like_its_own(alias: str) -> None:
    desk = Desk(massachusetts(deck=[deck("G-1041"), deck("G-1042")])).open(1).ready().bets(1).deal()
    desk.act(c.CountStub(41))
    desk.act(c.Reconcile())
    assert desk.refused(c.ReplaceDeck("red", alias), FLO).clause == "ma-7(g)(2)"
    desk.act(c.ReplaceDeck("red", "g-1042"), FLO)
    assert desk.table.deck.id == "G-1042"


@pytest.mark.rule("single_deck")
def test_an_id_of_a_deck_has_words_of_one_script() -> None:
    with pytest.raises(HouseError, match="Latin letters with Cyrillic"):
        massachusetts(deck=[deck("A-1"), deck("\u0410-R1")])
    desk = Desk(massachusetts()).open(1)
    error = desk.refused(c.ReplaceDeck("red", "R1-\u0430"), FLO)
    assert "'R1-\u0430' mixes Latin letters with Cyrillic ones" in error.because
    desk.act(c.ReplaceDeck("red", "R1-a"), FLO)


def test_two_decks_of_a_table_do_not_read_alike() -> None:
    assert "stands twice" in refused(deck("G-1041"), deck("g-1041")).because


@pytest.mark.rule("stub_count_wrong", "from_hand", "manual_shoe")
def test_a_deck_is_known_by_its_id_after_the_way_of_dealing_has_changed() -> None:
    house: dict[str, Any] = {"dealing": ["from-hand", "manual-shoe"], "shuffler": True, "shoe_approved": True}
    desk = Desk(massachusetts(deck=[deck("R1"), deck("R2")], **house)).open(1).ready()
    desk.act(c.InstallDevice("manual-shoe"), FLO)
    desk.act(c.ChangeDealing("manual-shoe"), FLO)
    assert (desk.table.deck.id, desk.table.deck.method) == ("R1", "shuffler")
    desk.ready().bets(1).deal()
    desk.act(c.CountStub(41))
    desk.act(c.Reconcile())
    assert desk.refused(c.ReplaceDeck("red", "R1"), FLO).clause == "ma-7(g)(2)"
    desk.act(c.ReplaceDeck("red"), FLO)
    assert desk.table.deck.id == "R2"


@pytest.mark.rule("counting_shuffler", "stub_count_wrong", "single_deck")
def test_a_deck_that_does_not_come_is_refused_for_its_own_reason() -> None:
    house: dict[str, Any] = {
        "dealing": ["automated-shoe", "manual-shoe"],
        "shuffler": {"counts": True},
        "backs": ["red", "blue"],
    }
    decks = [deck("R1"), deck("R2"), deck("R3"), deck("B1", back="blue"), deck("B2", back="blue")]
    desk = Desk(massachusetts(mode="keyed", deck=decks, **house)).open(1)
    while (step := deck_step(desk.t, desk.table, "red")) is not None and step.act != "ReportShufflerCount":
        desk.deck_act(step.act, "red", by_role(step.roles[0]))
    desk.act(c.ReportShufflerCount("red", 51))

    def refusal(id: str) -> tuple[str | None, str]:
        error = desk.refused(c.ReplaceDeck("red", id), FLO)
        return error.clause, error.because

    assert refusal("R1") == ("ma-9(g)", "deck 'R1' was withdrawn from this table, and does not come back")
    assert refusal("B1") == (None, "deck 'B1' lies at this table already")
    assert refusal("B2") == (None, "deck 'B2' has blue backs, and takes the place of no red deck")
    desk.act(c.ReplaceDeck("red", "R2"), FLO)
    desk.ready().bets(1).deal()
    desk.play(stud.DealUnseen({1: 5}, 5))
    desk.act(c.CountStub(41, hands=10))
    desk.act(c.Reconcile())
    assert refusal("R2")[0] == "ma-7(g)(2)"
    assert refusal("R1")[0] == "ma-9(g)", "the rule under which it was withdrawn"


def test_without_descriptions_all_is_as_before() -> None:
    desk = Desk(south_dakota()).open(1)
    opened = next(entry.event for entry in desk.recorded if isinstance(entry.event, e.TableOpened))
    assert "deck_ids" not in msgspec.to_builtins(opened)
    assert "id" not in msgspec.to_builtins(e.DeckStaged("red", "received", "single_deck"))
    assert desk.table.decks["red"].id == ""
    assert desk.rule_of(c.ReplaceDeck("red", "R1"), FLO) is not None, "no deck was withdrawn"


@pytest.mark.rule("deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed", "stub_count_wrong")
def test_a_deck_that_came_while_the_cards_of_another_lay_there_is_opened_like_any() -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    desk.act(c.CountStub(31))
    assert desk.refused(c.ReplaceDeck("red"), FLO).clause == "ma-7(g)(2)"
    early = replay(desk.table, [e.Recorded(FLO, "", e.DeckStaged("red", "received", "stub_count_wrong"))])
    for table in (early, desk.table):
        desk.table = table
        desk.act(c.Reconcile())
        if table is not early:
            desk.act(c.ReplaceDeck("red"), FLO)
        assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == "deck_inspected_by"


@pytest.mark.rule("stub_count_wrong", "dealer_completes_from")
def test_a_withdrawn_deck_whose_last_card_completes_the_dealer_is_gone_all_the_same() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen({1: 5, 3: 5}, 6))
    desk.act(c.CountStub(35))
    assert desk.refused(c.ReplaceDeck("red"), FLO).clause == "ma-7(g)(2)"
    back = stud_events.DealTakenBack(desk.stud.payments)  # journals of before have it
    desk.table = replay(desk.table, [e.Recorded(SUE, "", e.Played(back))])
    assert desk.refused(c.ReplaceDeck("red"), FLO).clause == "ma-7(g)(2)"
    desk.play(stud.DealUnseen({1: 5, 3: 5}, 4, QUALIFIES[0]))
    desk.act(deal_command(desk.t, desk.table))
    assert desk.table.deck.stage == "withdrawn"
