"""The cards of an award that no tray pays stay until its slip has every signature."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.keyed import DANA, SAM, SOL, Keyed
from tests.money.pit import PEOPLE, ROYALS, Evening, dealt, example, house_of
from tests.money.told import Told
from upcard.errors import Refused
from upcard.money import commands as c
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.tables.next_step import guide
from upcard.tables.state import DEALER

TABLE = "Stud 1"

ENDED = c.CloseShift("2026-03-01", "swing", reason="the table goes on", second="the licensee")
"""A shift that ends with a table open: two people, who say why."""


def royal_evening() -> Evening:
    """Massachusetts, and a royal flush in the first seat, which wins the progressive and the five card hand bonus."""
    evening = Evening(house_of(example("massachusetts")), rig=dealt(ROYALS[0]), seats=2)
    for _ in range(400):
        doing = evening.pits[TABLE].next(evening.table(TABLE))
        if doing is not None and isinstance(doing[1], tc.DocumentAward):
            return evening
        evening.step(TABLE)
    raise AssertionError("no award is ever documented")


def slips(evening: Evening) -> list[int]:
    return [number for number, slip in evening.casino.books.slips.items() if not slip.voided]


@pytest.mark.rule("progressive_verification", "five_card_verification")
def test_cards_stay_until_every_slip_has_every_signature() -> None:
    evening = royal_evening()
    wagers = {evening.casino.books.slips[number].issued.wager for number in slips(evening)}
    assert {"progressive", "five_card_player"} <= wagers

    def refused(match: str) -> None:
        for by, ask, at in (
            (PEOPLE["floorperson"], tc.DocumentAward(1), TABLE),
            (PEOPLE["supervisor"], tc.DocumentAward(1), TABLE),
            (Actor(f"{TABLE} dealer", "dealer"), tc.RackCards(1), TABLE),
            (Actor(f"{TABLE} dealer", "dealer"), tc.Reconcile(), TABLE),
            (PEOPLE["supervisor"], c.CloseShift("2026-03-01", "swing"), ""),
        ):
            before = evening.casino.seq
            with pytest.raises(Refused, match=match if isinstance(ask, tc.DocumentAward) else None) as error:
                evening.does(by, ask, at)
            assert (error.value.clause or "").startswith("ma-10(c)")
            assert evening.casino.seq == before

    wanted = sum(len(evening.casino.books.slips[number].missing) for number in slips(evening))
    for _ in range(wanted):
        signed = evening.signature(TABLE, 1)
        assert signed is not None
        slip = evening.casino.books.slips[signed[1].number]
        refused(f"slip {slip.issued.number} lacks the signature of a {slip.missing[0]}")
        evening.does(*signed)
    evening.does("floorperson", tc.DocumentAward(1), TABLE)
    evening.until(TABLE, "RoundReconciled")
    evening.does("supervisor", ENDED)


@pytest.mark.rule("progressive_verification")
def test_a_slip_that_is_written_anew_is_signed_anew() -> None:
    evening = royal_evening()
    while (signed := evening.signature(TABLE, 1)) is not None:
        evening.does(*signed)
    first = slips(evening)[0]
    evening.does("supervisor", c.VoidSlip(first, "torn"))
    with pytest.raises(Refused, match="lacks the signature of a dealer and a floorperson"):
        evening.does("floorperson", tc.DocumentAward(1), TABLE)
    while (signed := evening.signature(TABLE, 1)) is not None:
        evening.does(*signed)
    evening.does("floorperson", tc.DocumentAward(1), TABLE)


@pytest.mark.rule("progressive_verification", "five_card_verification")
@pytest.mark.parametrize("wager", ["progressive", "five_card_player"])
def test_cards_stay_for_a_slip_that_was_voided_after_the_documents_were_complete(wager: str) -> None:
    """Until it is signed anew neither the hand is racked, nor the round reconciled, nor the shift closed."""
    evening = royal_evening()
    while (signed := evening.signature(TABLE, 1)) is not None:
        evening.does(*signed)
    evening.does("floorperson", tc.DocumentAward(1), TABLE)
    torn = next(n for n in slips(evening) if evening.casino.books.slips[n].issued.wager == wager)
    evening.does("supervisor", c.VoidSlip(torn, "torn"))
    anew = slips(evening)[-1]
    dealer = Actor(f"{TABLE} dealer", "dealer")
    for by, ask, at in (
        (dealer, tc.RackCards(1), TABLE),
        (dealer, tc.Reconcile(), TABLE),
        (PEOPLE["supervisor"], ENDED, ""),
    ):
        before = evening.casino.seq
        with pytest.raises(Refused, match=f"slip {anew} lacks the signature of a dealer") as error:
            evening.does(by, ask, at)
        assert (error.value.clause or "").startswith("ma-10(c)")
        assert evening.casino.seq == before
    evening.until(TABLE, "RoundReconciled")
    assert not any(evening.casino.books.slips[number].missing for number in slips(evening))
    evening.does("supervisor", ENDED)


@pytest.mark.rule("five_card_verification")
def test_the_dealers_cards_stay_for_a_slip_of_an_award_on_them() -> None:
    house = house_of(example("massachusetts"))
    desk = Keyed(house, {1: "8c 7d 4d 3h 2h"}, "As Ks Qs Js Ts", five_card_dealer=100)
    for _ in range(200):
        for link in desk.floor.casino.books.links.values():
            for hit in tuple(link.open.values()):
                if hit.state == "pending":
                    desk.asks(SOL, c.ValidateHit(link.name, hit.number))
        step = guide(desk.t, desk.table)
        assert step is not None
        desk.follow(step)
        if step.act == "DocumentAward":
            break
    desk.asks(SAM, c.VoidSlip(1, "torn"))
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.seat) == ("RackCards", DEALER)
    for ask in (tc.RackCards(DEALER), tc.Reconcile()):
        with pytest.raises(Refused, match="slip 2 lacks the signature of a dealer"):
            desk.asks(DANA, ask)
    desk.step()
    assert not desk.floor.casino.books.slips[2].missing
    assert DEALER in desk.table.racked


def test_the_documents_of_a_royal_flush_as_they_are_kept() -> None:
    evening = royal_evening()
    told = Told(
        "Massachusetts: a royal flush is not racked, nor the shift closed, before its slips are signed", evening
    )
    dealer = Actor(f"{TABLE} dealer", "dealer")
    told.says("A royal flush in seat 1 has been paid, off two meters; everything else of the round is settled.")
    told.asks("floorperson", tc.DocumentAward(1), TABLE)
    told.asks(dealer, tc.RackCards(1), TABLE)
    told.asks(dealer, tc.Reconcile(), TABLE)
    told.asks("supervisor", c.CloseShift("2026-03-01", "swing"))
    while (signed := evening.signature(TABLE, 1)) is not None:
        told.asks(*signed)
        if evening.signature(TABLE, 1) is not None:
            told.asks("floorperson", tc.DocumentAward(1), TABLE)
    told.asks("floorperson", tc.DocumentAward(1), TABLE)
    told.asks(dealer, tc.RackCards(1), TABLE)
    told.asks("supervisor", ENDED)
    told.compare("ma-documents-of-an-award")


def test_a_shift_ends_although_a_table_with_an_old_slip_has_left_the_house() -> None:
    evening = royal_evening()
    evening.does("supervisor", c.VoidSlip(slips(evening)[0], "torn before anybody signed it"))
    while (signed := evening.signature(TABLE, 1)) is not None:
        evening.does(*signed)
    evening.does("floorperson", tc.DocumentAward(1), TABLE)
    evening.until(TABLE, "RoundReconciled")
    evening.does(Actor(f"{TABLE} dealer", "dealer"), tc.CloseTable(), TABLE)
    casino = evening.casino
    casino.house = replace(casino.house, tables=tuple(t for t in casino.house.tables if t.name != TABLE))
    del casino.rules[TABLE]
    evening.does("supervisor", ENDED)
