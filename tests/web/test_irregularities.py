"""What the screens say follows from an irregularity is what then follows, under each edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.test_paying import GOLD, HARBOR, play
from upcard.web.security.security import PASSWORD

HANDS = {
    1: Hand({"ante": "10.00", "progressive": "1.00"}, "4h 5h 6h 7h 8h"),
    3: Hand({"ante": "10.00"}, "2d 4c 6s 8c Th"),
}
DEALER = "9c Ac Jd Qc Kc"


@pytest.mark.rule("dealer_wrong_count")
@pytest.mark.parametrize(
    ("house", "effect", "clause"),
    [
        (HARBOR, "Every hand is void; all wagers go back.", "ma-13(d)"),
        (GOLD, "Antes, bets and tips go back; the hands play for the progressive alone.", "sd-2015(10)"),
    ],
    ids=["ma", "sd-2015"],
)
def test_a_wrong_count_to_the_dealer_follows_the_edition(house: str, effect: str, clause: str, tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Ask seat 1")
        (found,) = [item for item in view["irregularities"] if item["act"]["irregularity"] == "dealer-wrong-count"]
        assert (found["effect"], found["why"]["clause"], found["second"]) == (effect, clause, True)

    play(tmp_path, house, HANDS, DEALER, happens)


def test_who_folded_is_told_to_get_the_ante_back(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Ask seat 3")
        (found,) = [item for item in view["irregularities"] if item["act"]["irregularity"] == "dealer-wrong-count"]
        want = "Antes, bets and tips go back, also to those who folded; no progressive wager is left to be settled."
        assert found["effect"] == want

    play(tmp_path, GOLD, {**HANDS, 1: HANDS[1]._replace(decision="Fold")}, DEALER, happens)


@pytest.mark.rule("dealer_wrong_count")
@pytest.mark.parametrize(
    ("house", "effect"),
    [
        (HARBOR, "Every hand is void; all wagers go back, also to those who folded, and what was settled is reversed."),
        (
            GOLD,
            "Antes, bets and tips go back, also to those who folded, and what was settled is reversed;"
            " the hands play for the progressive alone.",
        ),
    ],
    ids=["ma", "sd-2015"],
)
def test_two_people_report_the_dealers_wrong_count_while_the_round_is_settled(
    house: str, effect: str, tmp_path: Path
) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("Turn up the dealer's hand")
        while not (view := await desk.view())["payments"] or view["payments"][-1]["result"] == "forfeit":
            await desk.step()
        (found,) = [item for item in view["irregularities"] if item["act"]["irregularity"] == "dealer-wrong-count"]
        assert (found["effect"], found["second"]) == (effect, True)
        assert (await desk.dana.act("one", found["act"], version=view["version"])).status_code == 403
        await desk.dana.do("one", found["act"], version=view["version"], second={"id": "sam", "password": PASSWORD})
        view = await desk.view()
        assert all(item["act"]["irregularity"] != "dealer-wrong-count" for item in view["irregularities"])
        assert view["next"]["act"]["act"] == ("Settle" if house == GOLD else "Reconcile")

    thrown_in = HANDS[3]._replace(decision="Fold")
    play(tmp_path, house, {1: HANDS[1]._replace(cards="9c 9d 4s Jh 2c"), 3: thrown_in}, "Ah Kd 5s 4c 2d", happens)


@pytest.mark.parametrize("house", [HARBOR, GOLD], ids=["ma", "sd-2015"])
def test_a_second_person_is_announced_exactly_where_one_is_demanded(house: str, tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        seen = set()
        for label in ("No more bets", "Deal", "Key what was dealt", "Ask seat 1", "Turn up the dealer's hand"):
            view = await desk.until(label)
            for item in view["irregularities"]:
                act = {**item["act"], **({"seat": item["seats"][0]} if item["seats"] else {})}
                if not item["second"]:
                    continue
                alone = await desk.dana.act("one", act, version=view["version"])
                assert alone.status_code == 403, (label, act, alone.text)
                seen.add(item["act"]["irregularity"])
        assert {"player-wrong-count", "dealer-wrong-count"} <= seen

    play(tmp_path, house, HANDS, DEALER, happens)


def test_one_person_may_report_what_is_announced_for_one(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Key what was dealt")
        said = {item["act"]["irregularity"]: item for item in view["irregularities"]}
        one = said["face-up-card"]
        assert (one["second"], one["effect"]) == (False, "It is racked unused, and the round goes on.")
        await desk.dana.do("one", one["act"], version=view["version"])
        view = await desk.view()
        again = next(item for item in view["irregularities"] if item["act"] == one["act"])
        assert (again["second"], again["effect"]) == (True, "Every hand is void; all wagers go back.")
        assert (await desk.dana.act("one", again["act"], version=view["version"])).status_code == 403

    play(tmp_path, HARBOR, HANDS, DEALER, happens)


@pytest.mark.rule("dealer_completes_from")
def test_the_dealers_missing_card_is_dealt_face_down_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        desk.dealt = {"dealer_count": 4}
        await desk.until("Key what was dealt")
        await desk.step()
        view = await desk.until("Complete the dealer's hand")
        assert (view["phase"], view["next"]["yours"], view["next"]["asks"]) == ("short", True, [])
        told = await desk.dana.act("one", {**view["next"]["act"], "card": "4d"}, version=view["version"])
        assert told.status_code == 422
        await desk.dana.do("one", view["next"]["act"], version=view["version"])
        view = await desk.until("Turn up the dealer's hand")
        (ask,) = [ask for ask in view["next"]["asks"] if ask["name"] == "dealer"]
        assert ask["count"] == 5

    play(tmp_path, HARBOR, HANDS, DEALER, happens)


@pytest.mark.rule("dealer_completes_from")
def test_a_virtual_table_deals_the_dealer_five_and_is_told_no_card(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        for label in ("Deal", "Ask seat 1"):
            view = await desk.until(label)
            for card in ({}, {"card": None}, {"card": "4d"}):
                alone = await desk.dana.act("one", {"act": "CompleteDealer", **card}, version=view["version"])
                assert alone.status_code == 422, alone.text
        assert (view["phase"], len(view["dealer"]["cards"])) == ("deciding", 5)

    play(tmp_path, HARBOR.replace('mode = "keyed"', ""), HANDS, DEALER, happens)


@pytest.mark.parametrize("house", [HARBOR, GOLD], ids=["ma", "sd-2015"])
def test_while_an_award_waits_nothing_is_offered_about_the_hands_that_it_stands_on(house: str, tmp_path: Path) -> None:
    """What is offered is taken: the floor refuses a report that would take a keyed award's hand away under it."""

    def reports(document: dict[str, Any]) -> dict[str, list[int] | None]:
        return {found["act"]["irregularity"]: found["seats"] for found in document["irregularities"]}

    async def happens(desk: Keyed) -> None:
        desk.validates = False
        before = reports(await desk.until("Turn up"))
        assert ("dealer-wrong-count" in before, before["player-wrong-count"]) == (True, [1, 3])
        while not (view := await desk.view())["hits"]:
            await desk.step()
        for document in (view, await desk.view(desk.sam), *(await desk.supervisor())["tables"]):
            found = reports(document)
            assert (found["player-wrong-count"], "dealer-wrong-count" in found) == ([1], False), "the one in the rack"
        signed = {"version": view["version"], "second": {"id": "sam", "password": PASSWORD}}
        for kept in ({"irregularity": "dealer-wrong-count"}, {"irregularity": "player-wrong-count", "seat": 3}):
            refused = await desk.dana.act("one", {"act": "Report", **kept}, **signed)
            assert (refused.status_code, "the award is rejected first" in refused.text) == (422, True), kept
        desk.validates = True

    play(tmp_path, house, {1: HANDS[3], 3: HANDS[1]}, DEALER, happens)
