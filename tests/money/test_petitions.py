"""Petitions: what they may ask for, who decides them, and easier terms that are granted."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from tests.money.pit import PEOPLE, STRAIGHT_FLUSH, Evening, dealt, example, house_of, linked
from tests.money.test_jackpot_end import granted, petition, still
from upcard.errors import Refused
from upcard.journal.command import Command
from upcard.money import commands as c
from upcard.money.jackpot_end import EASIER, OTHER_GAME, OTHER_LICENSEE
from upcard.money.link import Petition
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import Table
from upcard.units import Share
from upcard.web.projection import StateSnapshot
from upcard.web.views.house_actions import levers


@pytest.mark.rule("jackpot_ends_by")
def test_easier_criteria_let_a_lesser_hand_win_it_all() -> None:
    evening = Evening(linked(1), rig=dealt(STRAIGHT_FLUSH, rounds=(1, 2)), seats=3)
    evening.play("T1")
    assert [hit.draws[0].resets for hit in evening.link().last] == [False]
    number = granted(evening, EASIER, "straight_flush")
    with pytest.raises(Refused, match="in operation"):
        evening.does("licensee", c.EndJackpot("Link", "another", number))
    still(evening)
    evening.does("licensee", c.EndJackpot("Link", "another", number))
    assert not evening.link().ended
    with pytest.raises(Refused, match="acted on"):
        evening.does("licensee", c.EndJackpot("Link", "another", number))
    evening.does("licensee", c.ResumeLink("Link", "another"))
    meter = evening.casino.books.meter("Link", "main")
    evening.play("T1")
    won = evening.link().last[-1]
    assert won.draws[0].resets
    assert won.cents >= meter.displayed
    assert any('"rule":"jackpot_ends_by"' in entry.event for entry in evening.entries), "the payment cites why"


def test_criteria_only_become_easier() -> None:
    evening = Evening(linked(1))
    with pytest.raises(Refused, match="no lesser hand"):
        evening.does("licensee", c.RecordPetition("Link", EASIER, "royal_flush", "why"))
    number = granted(evening, EASIER, "full_house")
    still(evening)
    evening.does("licensee", c.EndJackpot("Link", "another", number))
    for hand in ("four_of_a_kind", "full_house"):
        with pytest.raises(Refused, match="no lesser hand than the full_house"):
            evening.does("licensee", c.RecordPetition("Link", EASIER, hand, "why"))
    several = with_petitions("Tri-Game Link")
    with pytest.raises(Refused, match="each level"):
        several.does("licensee", c.RecordPetition("Tri-Game Link", EASIER, "flush", "why"))


def with_petitions(jackpot: str) -> Evening:
    """A house of Massachusetts with a jackpot that is under a law with petitions."""
    evening = Evening(house_of(example("massachusetts")), seats=7)
    evening.casino.books.links[jackpot] = replace(evening.link(jackpot), ends_by=(EASIER,))
    return evening


def test_a_law_without_petitions_takes_none_and_carries_none_out() -> None:
    """Petitions that an older version took stand in the journal, and change nothing any more."""
    evening = Evening(house_of(example("massachusetts")))
    asked = petition("Five Card", EASIER, "pair")
    with pytest.raises(Refused, match="knows no petition") as refused:
        evening.does("licensee", asked)
    assert refused.value.clause is None
    still(evening, "Five Card")
    books = evening.casino.books
    books.links["Five Card"] = replace(
        evening.link("Five Card"), petitions=(Petition(1, EASIER, "pair", "why", granted=True),)
    )
    with pytest.raises(Refused, match="knows no petition"):
        evening.does("licensee", c.EndJackpot("Five Card", "another", 1))
    moment = SimpleNamespace(links=books.links, tables=defaultdict(Table))
    keys = [lever["key"] for lever in levers(cast(StateSnapshot, moment), evening.casino.house, "Five Card")]
    assert "announce" in keys
    assert not {"petition", "end 1"} & set(keys)


def test_a_five_card_jackpot_is_eased_too() -> None:
    evening = with_petitions("Five Card")
    number = granted(evening, EASIER, "pair", "Five Card")
    still(evening, "Five Card")
    evening.does("licensee", c.EndJackpot("Five Card", "another", number))
    evening.does("licensee", c.ResumeLink("Five Card", "another"))
    t = next(t for t in evening.casino.house.tables if t.five_card_jackpot)
    rules = evening.casino.rules_of(t.name).rules
    assert isinstance(rules, CaribbeanStudRules)
    assert rules.five_card is not None
    assert set(rules.five_card.values()) == {Share(100, "five_card")}
    assert len(rules.five_card) == 9


@pytest.mark.parametrize(
    ("command", "because"),
    [
        (c.RecordPetition("Link", "boredom", "", "why"), "a petition is for"),
        (c.RecordPetition("Link", OTHER_GAME, "Link", "why"), "no other jackpot"),
        (c.RecordPetition("Link", OTHER_GAME, " ", "why"), "no other jackpot"),
        (c.RecordPetition("Link", OTHER_GAME, "link", "why"), "no other jackpot"),
        (c.RecordPetition("Link", OTHER_GAME, "Another Game ", "why"), "no other jackpot"),
        (c.RecordPetition("Link", EASIER, "five_aces", "why"), "no hand"),
        (c.RecordPetition("Link", OTHER_LICENSEE, " ", "why"), "names the other licensee"),
        (c.RecordPetition("Link", OTHER_LICENSEE, "Second House", " "), "grounds"),
        (c.RecordPetition("Other", EASIER, "flush", "why"), "no jackpot"),
        (c.RecordPetition("Link", OTHER_LICENSEE, "Second House", "we intend to close"), "stated: "),
        (c.RecordPetition("Link", OTHER_LICENSEE, "Second House", "we close", "soon", "letter 12"), "stated: "),
        (c.RecordPetition("Link", OTHER_LICENSEE, "Second House", "we close", "2026-01-02", " "), "has a reference"),
        (c.RecordPetition("Link", EASIER, "flush", "why", "2026-01-02", "letter 12"), "alone"),
    ],
)
def test_petitions_that_ask_for_nothing_that_can_be_done(command: c.RecordPetition, because: str) -> None:
    evening = Evening(linked(1))
    with pytest.raises(Refused, match=because):
        evening.does("licensee", command)
    assert not evening.link().petitions


@pytest.mark.rule("jackpot_ends_by")
def test_that_the_business_closes_is_a_dated_statement() -> None:
    casino = Evening(linked(1)).casino
    stated = c.RecordPetition("Link", OTHER_LICENSEE, "Second House", "we close", "2026-01-03", "letter 12")
    with pytest.raises(Refused, match="2026-01-03 is yet to come") as refused:
        casino.decide(Command("a", PEOPLE["licensee"], stated), "2026-01-02T23:59:59.000000Z")
    assert refused.value.clause == "sd-2015(7)"
    (entry,) = casino.decide(Command("b", PEOPLE["licensee"], stated), "2026-01-03T00:00:00.000000Z")
    assert '"stated":"2026-01-03","document":"letter 12"}' in entry.event
    petition = casino.books.links["Link"].petitions[0]
    assert (petition.stated, petition.document) == ("2026-01-03", "letter 12")


def test_a_petition_is_decided_once_and_by_the_authority() -> None:
    evening = Evening(linked(1))
    evening.does("licensee", c.RecordPetition("Link", EASIER, "flush", "nobody wins it"))
    decided = c.DecidePetition("Link", 1, True, "order 9")
    for role in ("licensee", "supervisor", "dealer"):
        with pytest.raises(Refused, match="is for a regulator"):
            evening.does(PEOPLE[role], decided)
    with pytest.raises(Refused, match="reference"):
        evening.does("regulator", c.DecidePetition("Link", 1, True, ""))
    evening.does("regulator", decided)
    with pytest.raises(Refused, match="has been decided"):
        evening.does("regulator", c.DecidePetition("Link", 1, False, "order 10"))
    with pytest.raises(Refused, match="no petition 2"):
        evening.does("regulator", c.DecidePetition("Link", 2, True, "order 10"))
