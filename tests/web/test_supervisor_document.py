"""What a supervisor signs for: every share of an award, the entry that froze it, slips with their signatures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.served import Person, casino
from tests.web.test_paying import GOLD, HARBOR, play
from upcard.web.projection import Projection
from upcard.web.security.security import PASSWORD

PLAIN = "2d 4h 6s 8d Th"
ROYAL, DEALER = "As Ks Qs Js Ts", "9c Ac Jd Qc Kc"
WAGERS = {"ante": "10.00", "progressive": "1.00"}


async def award(desk: Keyed, label: str) -> dict[str, Any]:
    """The card of the award that keeps a step waiting."""
    desk.validates = False
    view = await desk.until(label)
    assert view["next"]["act"] is None
    (found,) = [item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit"]
    return dict(found)


@pytest.mark.rule("dealer_award_divided", "five_card_table")
def test_an_award_on_the_dealers_hand_names_that_hand_and_all_who_share_it(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        found = await award(desk, "Settle seat 3's five card")
        assert (found["whose"], found["hand"]) == ("dealer", "straight flush, king high")
        assert found["cards"] == ["9c", "Tc", "Jc", "Qc", "Kc"]
        assert (found["line"], found["wager"]) == ("straight flush: 10% of five card", "1.00")
        assert found["wager_label"] == "Five card, dealer's hand"
        assert found["lamp"] is None
        assert found["why"]["rule"] == "dealer_award_divided"
        shares = [(s["seat"], s["whose"], s["amount"]) for s in found["shares"]]
        assert shares == [(3, "dealer", "500.04"), (1, "dealer", "500.04")]
        assert (found["amount"], found["hidden"]) == ("1000.08", 0)
        for part in ("$500.04 to seat 3", "$500.04 to seat 1", "$1,000.08"):
            assert part in found["approve"]["statement"]

    wagers = {"ante": "10.00", "five_card_dealer": "1.00"}
    hands = {1: Hand(wagers, PLAIN, "Fold"), 3: Hand(wagers, "2s 4d 6c 8s Ts")}
    play(tmp_path, HARBOR, hands, "9c Tc Jc Qc Kc", happens)


@pytest.mark.rule("same_round_jackpots")
def test_a_split_award_lists_every_share_with_its_hand(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("Winner key, seat 3")
        await desk.step()
        found = await award(desk, "Settle seat 3's progressive")
        shares = [(s["seat"], s["amount"], s["hand"], " ".join(s["cards"])) for s in found["shares"]]
        assert shares == [
            (3, "500.02", "straight flush, eight high", "4h 5h 6h 7h 8h"),
            (1, "500.02", "straight flush, nine high", "5d 6d 7d 8d 9d"),
        ]
        assert found["line"] == "straight flush: 10% of main"
        statement = found["approve"]["statement"]
        assert "$500.02 to seat 3 (straight flush, eight high, 4h 5h 6h 7h 8h)" in statement
        assert "$500.02 to seat 1 (straight flush, nine high, 5d 6d 7d 8d 9d)" in statement

    hands = {1: Hand(WAGERS, "5d 6d 7d 8d 9d"), 3: Hand(WAGERS, "4h 5h 6h 7h 8h")}
    house = GOLD.replace('minimum = "5.00"', 'minimum = "5.00"\nsame_round_jackpots = "split"')
    play(tmp_path, house, hands, "2c Ac Kd 9s Tc", happens)


def test_an_award_was_frozen_by_the_entry_that_locked_it(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        found = await award(desk, "Settle seat 1's progressive")
        site = desk.room.site
        (entry,) = [e for e in site.journal.store.entries(stream="jackpot/Harbor") if "HitLocked" in e.event]
        assert (found["frozen_at"], found["frozen_version"]) == (entry.seq, entry.version)
        other = {"act": "SuspendLink", "jackpot": "Harbor", "reason": "the sign is dark"}
        await desk.sam.do("", other)
        (later,) = [item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit"]
        assert (later["frozen_at"], later["frozen_version"]) == (entry.seq, entry.version)
        assert later["version"] > entry.version, "what is signed is meant for the jackpot as it stands"
        again = Projection(site.floor).moment()
        assert again.frozen["Harbor", 1] == (entry.seq, entry.version)

    hands = {1: Hand(WAGERS, "4h 5h 6h 7h 8h"), 3: Hand(WAGERS, PLAIN.replace("4h", "4c").replace("6s", "6c"))}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


def test_an_award_that_is_validated_can_still_be_rejected_until_it_is_paid(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        found = await award(desk, "Settle seat 1's progressive")
        vic = {"id": "vic", "password": PASSWORD}
        signed = {"version": found["version"], "second": vic}
        await desk.sam.do("", found["approve"]["act"], expects=found["approve"]["expects"], **signed)
        now = await desk.supervisor()
        assert [item for item in now["queue"] if item["kind"] == "hit"] == []
        (later,) = now["validated"]
        assert (later["number"], later["amount"], later["approve"]) == (found["number"], found["amount"], None)
        validated = next(step for step in later["steps"] if step["step"] == "ValidateHit")
        assert (validated["state"], validated["who"]) == ("done", "sam and vic")
        act = {**later["reject"]["act"], "reason": "the sensor was dark"}
        assert (await desk.sam.act("", act, version=later["version"])).status_code == 403
        await desk.sam.do("", act, version=later["version"], second=vic)
        after = await desk.supervisor()
        assert after["validated"] == []
        assert [(hit["number"], hit["reason"]) for hit in after["hits"]] == [(found["number"], "the sensor was dark")]

    hands = {1: Hand(WAGERS, "4h 5h 6h 7h 8h"), 3: Hand(WAGERS, PLAIN.replace("4h", "4c").replace("6s", "6c"))}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


async def missing(desk: Keyed) -> list[tuple[Any, ...]]:
    """What the one card of the award says that is not done."""
    (card,) = (await desk.supervisor())["queue"]
    return [(one["step"], one["state"], one["who"], one["act"]) for one in card["steps"] if one["state"] != "done"]


@pytest.mark.rule("progressive_verification")
def test_documents_wait_for_the_signatures_of_their_slip(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Documents of seat 1's award")
        assert (
            view["next"]["waits"]
            == "Slip 1 waits for the signature of the dealer and the floorperson (or a supervisor)."
        )
        assert await missing(desk) == [
            ("SignSlip", "now", "the dealer", None),
            ("SignSlip", "now", "a floorperson or a supervisor", {"act": "SignSlip", "number": 1}),
            ("DocumentAward", "later", "a floorperson or a supervisor", None),
        ]
        (mine,) = [choice for choice in view["choices"] if choice["act"]["act"] == "SignSlip"]
        await desk.dana.do("", mine["act"])
        assert not [c for c in (await desk.view())["choices"] if c["act"]["act"] == "SignSlip"]
        (slip,) = (await desk.supervisor())["slips"]
        assert [one["role"] for one in slip["signed"]] == ["dealer"]
        assert slip["missing"] == ["floorperson (or a supervisor)"]
        await desk.sam.do("", slip["sign"]["act"])
        (slip,) = (await desk.supervisor())["slips"]
        assert (slip["complete"], slip["sign"], slip["missing"]) == (True, None, [])
        complete = ("DocumentAward", "now", "a floorperson or a supervisor", {"act": "DocumentAward", "seat": 1})
        assert await missing(desk) == [complete]
        page = await desk.sam.client.get(slip["href"])
        assert page.status_code == 200
        assert "1,000.14" in page.text
        (card,) = (await desk.supervisor())["queue"]
        await desk.sam.do("one", card["steps"][-1]["act"], version=card["steps"][-1]["version"])
        assert (await desk.supervisor())["queue"] == [], "nothing is missing any more"

    hands = {1: Hand(WAGERS, "4h 5h 6h 7h 8h"), 3: Hand(WAGERS, PLAIN.replace("4h", "4c").replace("6s", "6c"))}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


def test_a_slip_is_voided_by_two_people_and_written_out_again(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        desk.signs = False
        await desk.until("Documents of seat 1's award")
        (slip,) = (await desk.supervisor())["slips"]
        act = {**slip["void"]["act"], "reason": "a wrong name"}
        alone = await desk.sam.act("", act, version=slip["version"])
        assert alone.status_code == 403
        await desk.sam.do("", act, version=slip["version"], second={"id": "vic", "password": PASSWORD})
        again, voided = (await desk.supervisor())["slips"]
        assert (again["number"], again["replaces"], voided["voided"]) == (2, 1, "a wrong name")
        assert (voided["sign"], voided["void"]) == (None, None)
        assert "Slip 2 waits" in (await desk.view())["next"]["waits"]
        house = (await desk.lee.client.get("/api/house")).json()
        assert house["slips"] == [], "no signature of a licensee is wanted below $100,000"

    hands = {1: Hand(WAGERS, "4h 5h 6h 7h 8h"), 3: Hand(WAGERS, PLAIN.replace("4h", "4c").replace("6s", "6c"))}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


def test_rejected_awards_are_listed_for_the_supervisor_and_not_on_the_signs(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        found = await award(desk, "Settle seat 1's progressive")
        act = {**found["reject"]["act"], "reason": "the cards were not seen"}
        second = {"id": "vic", "password": PASSWORD}
        await desk.sam.do("", act, version=found["version"], second=second)
        listed = (await desk.supervisor())["hits"]
        assert [(hit["state"], hit["reason"]) for hit in listed] == [("rejected", "the cards were not seen")]
        (harbor, _) = (await desk.sam.client.get("/api/jackpots")).json()["jackpots"]
        assert harbor["last"] == []

    hands = {1: Hand(WAGERS, "4h 5h 6h 7h 8h"), 3: Hand(WAGERS, PLAIN.replace("4h", "4c").replace("6s", "6c"))}
    play(tmp_path, HARBOR, hands, "9c Ac Jd Qc Kc", happens)


class Few(Keyed):
    """A house of one dealer, one supervisor and one licensee."""

    async def arrive(self) -> None:
        await super().arrive()
        self.sol = self.sam

    async def approve(self, item: dict[str, Any]) -> None:
        second = {"id": "lee", "password": PASSWORD}
        await self.sam.do("", item["approve"]["act"], version=item["version"], expects=item["amount"], second=second)

    async def reject(self, item: dict[str, Any]) -> None:
        second = {"id": "lee", "password": PASSWORD}
        act = {**item["reject"]["act"], "reason": "misread"}
        await self.sam.do("", act, version=item["version"], second=second)

    async def choices(self, by: Person) -> list[dict[str, Any]]:
        found = (await self.view(by))["choices"]
        return [choice["act"] for choice in found if choice["act"]["act"] == "LockHit"]


OLD = GOLD.replace("sd-2015", "sd-2011").replace("coin sensor", "coin-in slot")


@pytest.mark.rule("supervisor_verifies")
def test_one_supervisor_verifies_an_award_and_validates_it_with_the_licensee(tmp_path: Path) -> None:
    """The text has one supervisor verify, announce and pay it; the second person is the other one of two."""

    async def run() -> None:
        async with casino(tmp_path, OLD) as room:
            desk = Few(room, "one", {1: Hand({"ante": "5.00", "progressive": "1.00"}, ROYAL)}, DEALER)
            await desk.arrive()
            flo = await room.somebody("floorperson")
            desk.validates = False
            view = await desk.until("Settle seat 1's progressive")
            assert view["next"]["waits"] == "Award 1 of Gold waits for two people to validate it."
            (award,) = (await desk.supervisor())["queue"]
            assert (award["by"], award["waits"], award["approve"] is None) == ("supervisor sam", "", False)
            pays = next(step for step in award["steps"] if step["step"] == "Settle")
            assert (pays["state"], pays["who"], pays["act"]) == ("later", "a supervisor", None), "not before that"
            alone = await desk.sam.act("", award["approve"]["act"], version=award["version"], expects=award["amount"])
            assert (alone.status_code, "takes a second person" in alone.text) == (403, True)
            await desk.reject(award)
            keyed = {"act": "LockHit", "jackpot": "Gold", "table": "One"}
            assert [await desk.choices(by) for by in (desk.dana, desk.sam, flo)] == [[keyed], [keyed], []]
            await desk.sam.do("", keyed)
            desk.validates = True
            await desk.until("Reconcile")
            staff = {entry.by for entry in room.site.journal.store.entries() if not entry.by.startswith("player ")}
            assert staff - {"licensee house"} <= {
                "dealer dana", "supervisor sam", "supervisor sam with licensee lee", "licensee lee"
            }  # fmt: skip

    asyncio.run(run())


async def corrected(desk: Keyed) -> list[str]:
    """What a supervisor is offered to put right of the cards."""
    (table,) = (await desk.supervisor())["tables"]
    return [choice["act"]["act"] for choice in table["choices"] if choice["act"]["act"].startswith("Correct")]


def test_who_keyed_an_award_again_is_told_who_is_needed_and_may_put_it_back(tmp_path: Path) -> None:
    """Elsewhere the dealer keys: a supervisor who did all the same does not validate it, and is not stuck with it."""

    async def run() -> None:
        async with casino(tmp_path, GOLD) as room:
            desk = Few(room, "one", {1: Hand({"ante": "5.00", "progressive": "1.00"}, ROYAL)}, DEALER)
            await desk.arrive()
            desk.validates = False
            await desk.until("Settle seat 1's progressive")
            (award, *_) = (await desk.supervisor())["queue"]
            assert await corrected(desk) == ["CorrectDealer"], "its own cards are looked at again once it is rejected"
            await desk.reject(award)
            assert await corrected(desk) == ["CorrectHand", "CorrectDealer"]
            assert await desk.choices(desk.sam) == []
            (keyed,) = await desk.choices(desk.dana)
            await desk.sam.do("", keyed)
            award = next(item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit")
            assert (award["approve"], award["waits"][:58]) == (
                None, "You have keyed it: another supervisor validates it; or you"
            )  # fmt: skip
            who = next(step["who"] for step in award["steps"] if step["step"] == "ValidateHit")
            assert who == "a supervisor other than sam, with a second person of another department"
            await desk.reject(award)
            await desk.dana.do("", keyed)
            assert "KeyWinner" in [choice["act"]["act"] for choice in (await desk.view())["choices"]]
            await desk.approve(next(item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit"))
            assert "KeyWinner" not in [choice["act"]["act"] for choice in (await desk.view())["choices"]]
            await desk.until("Reconcile")

    asyncio.run(run())


def test_a_supervisor_opens_a_closed_table_from_the_queue_and_is_asked_before_it_closes(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, GOLD) as here:
            sam = await here.somebody("supervisor")

            async def choices() -> dict[str, Any]:
                (table,) = (await sam.client.get("/api/supervisor")).json()["tables"]
                return {one["act"]["act"]: one for one in table["choices"]}

            (found,) = (await choices()).values()
            assert (found["act"], found["label"]) == ({"act": "OpenTable"}, "Open the table")
            await sam.do("one", found["act"])
            opened = await choices()
            assert "OpenTable" not in opened
            assert opened["CloseTable"]["confirm"].endswith("Close the table?")
            table = (await sam.client.get("/api/house")).json()["tables"][0]
            assert table["confirm"] == opened["CloseTable"]["confirm"], "the house page asks the same"

    asyncio.run(run())
