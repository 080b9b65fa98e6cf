"""What one person tries that takes two, or that nobody may: draws never made, late voids, the own award."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.served import BASE, FAULT
from tests.web.test_paying import GOLD, HARBOR, play
from upcard.journal.command import LONGEST_ID, LONGEST_TEXT, Command
from upcard.tables.commands import Actor, CountStub
from upcard.web.security.security import PASSWORD

VIC = {"id": "vic", "password": PASSWORD}
PLAIN = "2d 4h 6s 8d Th"
DEALER = "9c Ac Jd Qc Kd"
FIVE_CARD = {"ante": "10.00", "five_card_player": "1.00"}
ROYAL = Hand({"ante": "10.00", "progressive": "1.00"}, "As Ks Qs Js Ts")


@pytest.mark.rule("draw_probability")
@pytest.mark.parametrize("brought", [{"magic_card": "Th"}, {"lucky": "dealer"}, {"lucky": "1"}])
def test_nobody_brings_a_draw_that_the_house_does_not_offer(tmp_path: Path, brought: dict[str, str]) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Turn up the dealer's hand")
        act = {**view["next"]["act"], "dealer": desk.cards}
        refused = await desk.dana.act("one", {**act, **brought}, version=view["version"])
        assert (refused.status_code, "nobody brings a draw" in refused.text) == (422, True)
        await desk.dana.do("one", act, version=view["version"])

    play(tmp_path, HARBOR, {1: Hand(FIVE_CARD, PLAIN)}, DEALER, happens)


def test_a_late_void_that_overtakes_its_deal_still_takes_two(tmp_path: Path) -> None:
    """Whoever asks is judged by a state that may be older than the one in which it is done: the floor judges again."""

    async def happens(desk: Keyed) -> None:
        await desk.until("Count the stub")
        floor, t = desk.room.site.floor, desk.room.site.floor.casino.tables
        dana = Actor("dana", "dealer")
        before = t["One"]
        (reply,) = floor.process([Command("race", dana, CountStub(30), "One")])
        assert "takes a second person" in str(reply.error)
        assert t["One"] is before
        (reply,) = floor.process([Command("two", dana, CountStub(30), "One", second=Actor("sam", "supervisor"))])
        assert reply.error is None
        assert t["One"] is not before

    counted = HARBOR.replace("{ counts = true, cover_all_mode = true }", "false").replace("cover_all = true\n", "")
    counted = counted.replace("automated-shoe", "manual-shoe").replace(
        'backs = ["red", "blue"]\n', 'shoe_side = "left"\n'
    )
    play(tmp_path, counted, {1: Hand({"ante": "10.00"}, PLAIN)}, DEALER, happens)


def test_who_plays_does_not_validate_the_own_award(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        desk.validates = False
        await desk.until("Settle seat 1's progressive")
        (item,) = [item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit"]
        site = desk.room.site
        site.people.change_role("pat", "supervisor", "lee")
        pat = await desk.room.somebody()
        form = {"token": pat.token, "id": "pat", "password": PASSWORD}
        assert (await pat.client.post("/sign-in", data=form, headers={"Origin": BASE})).status_code == 303
        await pat.look()
        assert pat.role == "supervisor"
        seen = {"version": item["version"], "expects": item["amount"]}
        own = await pat.act("", item["approve"]["act"], **seen, second=VIC)
        assert (own.status_code, "pat plays at One" in own.text) == (422, True)
        lee = await desk.room.somebody("licensee")
        signed = await lee.act("", item["approve"]["act"], **seen, second={"id": "pat", "password": PASSWORD})
        assert signed.status_code in (403, 422)
        at_table = await pat.act("one", {"act": "CallSupervisor"})
        assert (at_table.status_code, "does not act there for the house" in at_table.text) == (422, True)
        await desk.sam.do("", item["approve"]["act"], **seen, second=VIC)

    play(tmp_path, GOLD, {1: ROYAL}, "9c Ac Jd Qc Kd", happens)


@pytest.mark.parametrize("name", ["\0", "a\nb", "", "x" * (LONGEST_ID + 1)])
def test_a_guest_has_a_name_that_can_be_read(tmp_path: Path, name: str) -> None:
    async def happens(desk: Keyed) -> None:
        guest = {"act": "TakeSeat", "seat": 5, "player": name}
        assert (await desk.dana.act("one", guest)).status_code == 400
        assert 5 not in desk.room.site.moment.tables["One"].players
        await desk.dana.do("one", {**guest, "player": "x" * LONGEST_ID})

    play(tmp_path, GOLD, {1: ROYAL}, DEALER, happens)


@pytest.mark.parametrize(("letters", "taken"), [(LONGEST_TEXT, True), (LONGEST_TEXT + 1, False)])
def test_a_reason_is_one_that_somebody_reads(tmp_path: Path, letters: int, taken: bool) -> None:
    async def happens(desk: Keyed) -> None:
        act = {"act": "SuspendLink", "jackpot": "Gold", "reason": "r" * letters, **FAULT}
        assert ((await desk.sam.act("", act)).status_code == 200) is taken
        assert bool(desk.room.site.moment.links["Gold"].suspended) is taken
        for reason in ("bell\a", "two\nlines", "nul\0"):
            assert (await desk.sam.act("", {**act, "reason": reason})).status_code == 400

    play(tmp_path, GOLD, {1: ROYAL}, DEALER, happens)


def test_who_plays_neither_sells_fills_credits_nor_counts(tmp_path: Path) -> None:
    """Somebody who sits at the table and was made dealer or supervisor meanwhile has the seat and not the tray."""

    async def happens(desk: Keyed) -> None:
        site, pat = desk.room.site, await desk.room.somebody()
        for role, acts in (
            ("dealer", [{"act": "BuyChips", "table": "One", "seat": 1, "amount": "500.00"}]),
            ("supervisor", [{"act": a, "table": "One", "amount": "500.00"} for a in ("FillTray", "CreditTray")]),
            ("supervisor", [{"act": a, "table": "One", "amount": "0.00"} for a in ("CountTray", "CountDrop")]),
        ):
            site.people.change_role("pat", role, "lee")  # type: ignore[arg-type]
            await pat.look()
            form = {"token": pat.token, "id": "pat", "password": PASSWORD}
            assert (await pat.client.post("/sign-in", data=form, headers={"Origin": BASE})).status_code == 303
            await pat.look()
            before = dict(site.floor.casino.books.balances)
            for act in acts:
                refused = await pat.act("", act)
                assert (refused.status_code, "pat plays at One" in refused.text) == (422, True), act
            assert site.floor.casino.books.balances == before

    play(tmp_path, GOLD, {1: ROYAL}, DEALER, happens)


def test_a_table_is_given_to_a_dealer_of_the_house_and_to_no_other_name(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        people = desk.room.site.people
        people.add("dov", "Dov", "dealer", "three words apart", "lee")
        people.add("gone", "Gone", "dealer", "three words apart", "lee")
        people.lock("gone", "lee")
        for name in ("nobody", "sam", "kim", "gone", "Dana "):
            for by in (desk.dana, desk.sam):
                refused = await by.act("one", {"act": "RelieveDealer", "dealer": name})
                assert (refused.status_code, "no dealer of this house" in refused.text) == (422, True), name
        await desk.dana.do("", {"act": "BuyChips", "table": "One", "seat": 1, "amount": "5.00"})
        await desk.sam.do("one", {"act": "RelieveDealer", "dealer": "dov"})
        sold = await desk.dana.act("", {"act": "BuyChips", "table": "One", "seat": 1, "amount": "5.00"})
        assert (sold.status_code, "dealer of the table" in sold.text) == (422, True)

    play(tmp_path, GOLD, {1: ROYAL}, DEALER, happens)
