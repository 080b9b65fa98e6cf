"""The licensee's room: who may look and who may act, jackpots run from it, elections checked, people changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.house_texts import house_text
from tests.web.keyed import Hand, Keyed
from tests.web.served import FAULT, STUD, Casino, Person, casino
from tests.web.test_paying import GOLD
from tests.web.test_paying import play as keyed
from upcard.rules.house import read_house
from upcard.web.projection import Projection
from upcard.web.security.security import PASSWORD
from upcard.web.views.elections import checked

SAM = {"id": "sam", "password": PASSWORD}

CLOSES = {"stated": "2026-01-02", "document": "letter 12"}


def served(folder: Path, play: Callable[[Casino], Awaitable[None]]) -> None:
    async def go() -> None:
        async with casino(folder) as here:
            await play(here)

    asyncio.run(go())


async def _house(person: Person) -> dict[str, Any]:
    answer = await person.client.get("/api/house")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _lever(found: dict[str, Any], key: str) -> dict[str, Any]:
    (lever,) = (lever for lever in found["jackpots"][0]["acts"] if lever["key"] == key)
    return dict(lever)


# ---- who looks -------------------------------------------------------------------------------------------------


def test_the_house_is_for_those_in_charge_and_its_people_for_the_licensee(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        for role in ("player", "dealer", "surveillance", "regulator"):
            person = await here.somebody(role)
            for path in ("/house", "/api/house"):
                assert (await person.client.get(path)).status_code == 403, role
        nobody = await here.somebody()
        assert (await nobody.client.get("/house")).status_code == 303
        sam, lee = await here.somebody("supervisor"), await here.somebody("licensee")
        assert "people" not in await _house(sam)
        assert {one["id"] for one in (await _house(lee))["people"]} >= {"lee", "sam", "dana"}
        assert "dana" not in (await sam.client.get("/house")).text
        assert (await lee.client.get("/house")).status_code == 200

    served(tmp_path, play)


def test_a_table_with_its_accounts_and_the_signs_that_the_law_wants(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        sam, lee = await here.somebody("supervisor"), await here.somebody("licensee")
        await sam.do("", {"act": "FillTray", "table": "Stud 1", "amount": "5000.00"})
        first, second = (await _house(sam))["tables"]
        assert {one["label"]: one["amount"] for one in first["accounts"]}["Tray"] == "5000.00"
        assert {one["label"]: one["amount"] for one in second["accounts"]}["Tray"] == "0.00"
        posted = {sign["title"]: sign for sign in first["signs"]}
        assert ["full house", "7 to 1"] in posted["Bet wagers pay"]["lines"]
        assert posted["Bet wagers pay"]["why"]["href"].startswith("/law/sd-2015#")
        await sam.do("stud-1", first["act"], version=first["version"])
        first = (await _house(sam))["tables"][0]
        assert (first["open"], first["act"]) == (True, {"act": "CloseTable"})
        table = (await _house(lee))["tables"][0]
        await lee.do("stud-1", table["act"], version=table["version"])
        assert not (await _house(lee))["tables"][0]["open"]

    served(tmp_path, play)


# ---- jackpots --------------------------------------------------------------------------------------------------


@pytest.mark.rule("suspension_causes")
def test_what_the_regulator_ordered_is_said_and_not_the_houses_to_end(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee, rae = await here.somebody("licensee"), await here.somebody("regulator")
        order = {"cause": "order of the authority", "until": FAULT["until"], "reason": "order 7"}
        await rae.do("", {"act": "SuspendLink", "jackpot": "Gold Rush", **order})
        jackpot = (await _house(lee))["jackpots"][0]
        assert jackpot["state"].endswith(", which the regulator ends before its term")
        assert not {"resume", "suspend"} & {lever["key"] for lever in jackpot["acts"]}

    served(tmp_path, play)


@pytest.mark.rule("suspension_causes", "suspension_days")
def test_every_act_that_is_offered_for_a_jackpot_is_accepted(tmp_path: Path) -> None:
    """Suspended, changed, corrected, resumed: as the page offers it, with a second person where it says so."""

    async def play(here: Casino) -> None:
        lee = await here.somebody("licensee")
        found = await _house(lee)
        assert "change main" not in {lever["key"] for lever in found["jackpots"][0]["acts"]}
        suspend = _lever(found, "suspend")
        assert not suspend["second"]
        causes = next(field["of"] for field in suspend["fields"] if field["into"] == "cause")
        assert "device fault" in causes
        assert "order of the authority" not in causes, "the page is not the regulator's"
        assert {field["into"] for field in suspend["fields"]} == {"cause", "until", "reason"}
        bare = await lee.act("", suspend["act"] | {"reason": "not worth it"})
        assert (bare.status_code, bare.json()["error"]["clause"]) == (422, "sd-2015(7)")
        await lee.do("", suspend["act"] | {"reason": "a test", **FAULT})
        found = await _house(lee)
        said = f"device fault: a test, until {FAULT['until']}"
        assert found["jackpots"][0]["state"] == said
        assert [alert["text"] for alert in found["alerts"]] == [f"Gold Rush is suspended (4): {said}"]
        for slug in ("stud-1", "stud-2"):
            assert [meter["suspended"] for meter in (await lee.view(slug, "sign"))["meters"]] == [said]
        rae = await here.somebody("regulator")
        assert f"Gold Rush is suspended: {said}." in unescape((await rae.client.get("/surveillance")).text)
        change = _lever(found, "change main")
        typed = {"seed": 1_000_000, "rate": 300_000, "reserve_rate": 0, "limit": None, "overflow": "reserve"}
        assert {field["into"] for field in change["fields"]} == {f"after.{name}" for name in typed} | {"reason"}
        for key, more in (
            ("change main", {"after": typed, "reason": "more"}),
            ("correct main", {"micros": 12_345_678_900, "reason": "a fault"}),
            ("resume", {}),
        ):
            found = await _house(lee)
            lever, version = _lever(found, key), found["jackpots"][0]["version"]
            assert lever["second"]
            alone = await lee.act("", lever["act"] | more | {"second": "sam"}, version=version)
            assert alone.status_code == 403, key
            await lee.do("", lever["act"] | more | {"second": "sam"}, version=version, second=SAM)
        level = (await _house(lee))["jackpots"][0]["levels"][0]
        assert (level["amount"], level["rate"]) == ("10123.45", "30%")
        await lee.do("", _lever(await _house(lee), "announce")["act"])
        petition = _lever(await _house(lee), "petition")
        way, hand = petition["fields"][:2]
        assert (way["value"], way["of"][0]) == ("easier criteria", "easier criteria")
        assert (hand["into"], hand["of"][:2], hand["ways"]) == (
            "to",
            ["straight_flush", "four_of_a_kind"],
            way["of"][:1],
        )
        assert [one["ways"][0] for one in petition["fields"] if one["into"] == "stated"] == way["of"][-1:]
        told = {"way": "easier criteria", "to": "straight_flush", "grounds": "nobody wins it"}
        await lee.do("", petition["act"] | told)
        (listed,) = (await _house(lee))["jackpots"][0]["petitions"]
        assert listed["text"] == "easier criteria: straight flush"
        assert listed["state"] == "waits for the authority"

    served(tmp_path, play)


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_that_has_ended_is_on_no_sign_and_in_no_odds(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee, rae = await here.somebody("licensee"), await here.somebody("regulator")
        (name,) = [jackpot["name"] for jackpot in (await _house(lee))["jackpots"]]
        way = "liability and fund to another licensee"
        of = {"jackpot": name}
        before = await lee.view("stud-1", "sign")
        assert "Progressive" in " ".join(sign["title"] for sign in before["signs"])
        petition = {"act": "RecordPetition", **of, "way": way, "to": "Next Door", "grounds": "we close"}
        assert "stated" in (await lee.act("", petition)).text
        await lee.do("", petition | CLOSES)
        await rae.do("", {"act": "DecidePetition", **of, "number": 1, "granted": True, "reference": "7"})
        await lee.do("", {"act": "SuspendLink", **of, "reason": "it is to end", **FAULT})
        version = (await _house(lee))["jackpots"][0]["version"]
        await lee.do("", {"act": "EndJackpot", **of, "second": "sam", "petition": 1}, version=version, second=SAM)
        for slug in ("stud-1", "stud-2"):
            sign = await lee.view(slug, "sign")
            assert (sign["jackpots"], sign["meters"]) == ([], [])
            assert not {"Progressive", "Envy"} & {one["title"].split()[0] for one in sign["signs"]}
        assert (await lee.client.get("/api/jackpots")).json()["jackpots"] == []
        odds = (await lee.client.get("/api/odds/stud-1")).json()
        assert [part["key"] for part in odds["sections"]] == ["game"]
        assert (await _house(lee))["jackpots"][0]["state"] == way, "the house's own page says what became of it"

    served(tmp_path, play)


def test_a_supervisor_is_not_offered_what_is_the_licensees(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        offered = {
            role: {lever["key"] for lever in (await _house(await here.somebody(role)))["jackpots"][0]["acts"]}
            for role in ("supervisor", "licensee")
        }
        assert offered["licensee"] - offered["supervisor"] == {"petition"}
        assert {"suspend", "correct main", "announce", "table Stud 1", "table Stud 2"} <= offered["supervisor"]

    served(tmp_path, play)


# ---- elections -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deadwood", "deadwood-2011", "massachusetts", "bonus-6"])
def test_the_example_houses_are_in_order(name: str) -> None:
    text = house_text(name)
    found = checked(text, read_house(text))
    assert found["ok"]
    assert found["same"]
    assert all(jackpot["payback"] and jackpot["long_run_return"] for jackpot in found["jackpots"])


def test_elections_are_checked_and_nothing_is_changed_by_it(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee = await here.somebody("licensee")
        before = here.site.moment

        async def check(text: str) -> dict[str, Any]:
            answer = await lee.post("/api/house/check", {"toml": text})
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found

        assert (await check(STUD))["same"]
        other = await check(STUD.replace('minimum = "5.00"', 'minimum = "6.00"', 1))
        assert (other["ok"], other["same"]) == (True, False)
        wrong = await check(STUD.replace('"5.00"', '"40.00"', 1))
        assert wrong["error"]["field"] == "table 'Stud 1'.minimum"
        assert wrong["error"]["clause"] == read_house(STUD).tables[0].rules.clause("limit")
        assert "is not TOML" in (await check("name ="))["error"]["message"]
        rich = STUD.replace('seed = "10000.00"', 'seed = "900000.00"')
        assert any("PAYS BACK MORE" in warning["message"] for warning in (await check(rich))["warnings"])
        assert here.site.moment is before
        unreadable: tuple[Any, ...] = ([], {"toml": 3}, {"tom": ""})
        for broken in unreadable:
            assert (await lee.post("/api/house/check", broken)).status_code == 400

    served(tmp_path, play)


def test_the_running_house_stands_in_the_page_as_text_and_not_as_markup(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        here.site.house_text = 'name = "</textarea><script>alert(1)</script>"'
        page = (await (await here.somebody("licensee")).client.get("/house")).text
        assert "<script>alert" not in page
        assert "&lt;/textarea&gt;" in page

    served(tmp_path, play)


# ---- people ----------------------------------------------------------------------------------------------------

NEWCOMER = {"id": "max", "name": "Max", "role": "dealer", "password": "a long enough one"}


def test_a_licensee_makes_people_and_changes_them(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee, people = await here.somebody("licensee"), here.site.people

        async def do(path: str, body: dict[str, str]) -> None:
            answer = await lee.post(f"/api/house/people{path}", body)
            assert answer.status_code == 200, answer.text

        def listed() -> tuple[str, bool]:
            found = people.get("max")
            assert found is not None
            return found.role, found.locked

        await do("", NEWCOMER)
        assert people.check("max", "a long enough one") is not None
        await do("/max/role", {"role": "supervisor"})
        assert listed() == ("supervisor", False)
        await do("/max/password", {"password": "quite another one"})
        assert people.check("max", "a long enough one") is None
        assert people.check("max", "quite another one") is not None
        await do("/max/lock", {})
        assert listed() == ("supervisor", True)
        assert people.check("max", "quite another one") is None
        await do("/max/unlock", {})
        assert people.check("max", "quite another one") is not None
        again = await lee.post("/api/house/people", NEWCOMER)
        assert (again.status_code, again.json()["error"]["message"]) == (422, "the id max is taken")

    served(tmp_path, play)


@pytest.mark.parametrize(
    ("path", "body"),
    [("", NEWCOMER), ("/dana/role", {"role": "licensee"}), ("/dana/password", {"password": "a long enough one"}),
     ("/dana/lock", {}), ("/dana/unlock", {})],
)  # fmt: skip
def test_nobody_else_touches_people(tmp_path: Path, path: str, body: dict[str, str]) -> None:
    async def play(here: Casino) -> None:
        roles = ("none", "player", "dealer", "supervisor", "surveillance", "regulator")
        everybody = [await here.somebody(role) for role in roles]
        before = here.site.people.list()
        for person in everybody:
            answer = await person.post(f"/api/house/people{path}", body)
            assert answer.status_code == (401 if person.role == "none" else 403), person.role
        assert here.site.people.list() == before
        assert here.site.people.check("dana", PASSWORD) is not None

    served(tmp_path, play)


def test_a_licensee_neither_locks_nor_demotes_the_own_identity(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee = await here.somebody("licensee")
        for path, body in (("/lee/lock", {}), ("/lee/role", {"role": "player"})):
            answer = await lee.post(f"/api/house/people{path}", body)
            assert answer.status_code == 422
            assert "yourself" in answer.json()["error"]["message"]
        assert (await lee.client.get("/api/house")).status_code == 200

    served(tmp_path, play)


@pytest.mark.parametrize(
    "body",
    [NEWCOMER | {"id": "Max Power"}, NEWCOMER | {"role": "boss"}, NEWCOMER | {"role": "none"}, NEWCOMER | {"name": ""},
     NEWCOMER | {"password": "short"}],
)  # fmt: skip
def test_what_is_no_person_is_refused_in_a_sentence(tmp_path: Path, body: dict[str, str]) -> None:
    async def play(here: Casino) -> None:
        lee = await here.somebody("licensee")
        answer = await lee.post("/api/house/people", body)
        assert answer.status_code == 422
        assert answer.json()["error"]["message"]
        assert (await lee.post("/api/house/people/nobody/lock", {})).status_code == 422
        assert here.site.people.get(body["id"]) is None

    served(tmp_path, play)


def test_trays_are_filled_counted_and_credited_and_a_shift_is_closed_from_the_page(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        sam = await here.somebody("supervisor")
        for key, amount in (("fill", "5000.00"), ("credit", "1000.00"), ("count", "3999.00"), ("drop", "0.00")):
            table = (await _house(sam))["tables"][0]
            lever = next(one for one in table["acts"] if one["key"] == key)
            assert [one["into"] for one in lever["fields"]] == ["amount"]
            await sam.do("", lever["act"] | {"amount": amount})
        first = (await _house(sam))["tables"][0]
        accounts = {one["label"]: one["amount"] for one in first["accounts"]}
        assert (accounts["Tray"], accounts["Counts short"]) == ("3999.00", "1.00")
        closing, anyway = (await _house(sam))["shift"]
        assert (closing["second"], anyway["second"]) == (False, True)
        assert [(one["kind"], one["value"]) for one in closing["fields"]] == [("day", "today"), ("text", "")]
        await sam.do("", closing["act"] | {"day": "2026-03-01", "shift": "swing"})

    served(tmp_path, play)


# ---- a new house -----------------------------------------------------------------------------------------------


def test_a_new_house_is_told_what_it_still_needs_until_all_is_done(tmp_path: Path) -> None:
    """People by role, chips and a table; who is locked is not there."""

    async def play(here: Casino) -> None:
        lee, sam = await here.somebody("licensee"), await here.somebody("supervisor")

        async def missing() -> list[str]:
            return [one["text"] for one in (await _house(lee))["checklist"] if not one["done"]]

        assert "checklist" not in await _house(sam)
        assert await missing() == ["Chips in a tray", "A table open"]
        for id in ("dana", "sam", "flo"):
            await lee.post(f"/api/house/people/{id}/lock", {})
        assert await missing() == [
            "A dealer", "A floorperson, or another supervisor", "Chips in a tray", "A table open",
        ], "sol is the one supervisor, and nobody is left of the floor"  # fmt: skip
        told = {one["text"]: one["detail"] for one in (await _house(lee))["checklist"]}
        assert told["A dealer"] == "0 here, 1 needed; each table that is open at the same time takes one, 2 for all"
        assert told["A floorperson, or another supervisor"].startswith("0 here, 1 needed; slips from $10,000 on")
        assert told["Chips in a tray"] == "Empty: Stud 1, Stud 2"
        for id in ("dana", "sam"):
            await lee.post(f"/api/house/people/{id}/unlock", {})
        await lee.do("", {"act": "FillTray", "table": "Stud 2", "amount": "5000.00"})
        assert await missing() == ["A table open"]
        await lee.do("stud-2", {"act": "OpenTable"})
        assert (await _house(lee))["checklist"] == []
        await lee.do("", {"act": "CreditTray", "table": "Stud 2", "amount": "5000.00"})
        assert (await _house(lee))["checklist"] == [], "an evening that is over does not make a house new"

    served(tmp_path, play)


@pytest.mark.parametrize(("name", "floor"), [("deadwood", True), ("massachusetts", True), ("bonus-6", False)])
def test_whom_a_house_needs_follows_from_its_law_and_its_jackpots(tmp_path: Path, name: str, *, floor: bool) -> None:
    async def go() -> None:
        async with casino(tmp_path, house_text(name)) as here:
            told = [one["text"] for one in (await _house(await here.somebody("licensee")))["checklist"]]
            assert ("A floorperson, or another supervisor" in told) == floor

    asyncio.run(go())


# ---- counts and the end of a shift -----------------------------------------------------------------------------


def test_a_count_that_differs_from_the_books_is_an_alert_until_it_is_seen_and_the_shift_is_over(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        sam = await here.somebody("supervisor")

        async def told() -> list[str]:
            return [one["text"] for one in (await _house(sam))["alerts"]]

        async def closed(shift: str) -> None:
            await sam.do("", {"act": "CloseShift", "day": "2026-03-01", "shift": shift})

        await sam.do("", {"act": "FillTray", "table": "Stud 1", "amount": "5000.00"})
        await sam.do("", {"act": "CountTray", "table": "Stud 1", "amount": "5000.00"})
        assert await told() == []
        await sam.do("", {"act": "CountTray", "table": "Stud 1", "amount": "4999.00"})
        await sam.do("", {"act": "CountDrop", "table": "Stud 2", "amount": "20.00"})
        tray, drop = await told()
        assert tray.startswith("The tray of Stud 1: $4,999 found, $5,000 in the books, $1 short (entry ")
        assert drop.startswith("The drop box of Stud 2: $20 found, $0 in the books, $20 over (entry ")
        assert drop.endswith(", supervisor sam)"), "who counted it"
        seen = unescape((await (await here.somebody("surveillance")).client.get("/surveillance")).text)
        assert all(f'role="status">{text}.</p>' in seen for text in (tray, drop)), "surveillance hears of it, too"
        assert "2 alerts nobody has acknowledged" in [one["text"] for one in (await _house(sam))["open"]]
        await sam.do("", (await _house(sam))["alerts"][0]["act"])
        await closed("day")
        assert await told() == [drop], "what nobody has seen stays"
        await sam.do("", (await _house(sam))["alerts"][0]["act"])
        await closed("swing")
        assert await told() == []
        await sam.do("", {"act": "ReadSign", "jackpot": "Gold Rush", "sign": "Wall", "shown": {"main": "20000.00"}})
        assert [text.partition(" (")[0] for text in await told()] == [
            "Wall, Gold Rush main: $20,000 found, $10,000 in the books, $10,000 over"
        ]
        assert Projection(here.site.floor).moment().variances == here.site.moment.variances, "also after the next start"

    served(tmp_path, play)


def test_before_a_shift_is_closed_the_page_lists_what_is_open(tmp_path: Path) -> None:
    """An award, a slip, a table, counts that are owed: each with where it is done and what it means for the shift."""

    async def happens(desk: Keyed) -> None:
        async def listed(by: Person) -> list[tuple[str, str, str]]:
            return [(one["weight"], one["text"], one["href"]) for one in (await _house(by))["open"]]

        sam = desk.sam
        desk.signs = False
        await sam.do("", {"act": "FillTray", "table": "One", "amount": "5000.00"})
        await desk.until("No more bets")
        assert await listed(sam) == [("two people", "One is open", "/dealer/one")]
        await desk.dana.do("", {"act": "BuyChips", "table": "One", "seat": 1, "amount": "100.00"})
        desk.validates = False
        await desk.until("Settle seat 1's progressive")
        award = ("two people", "Award 1 of Gold, $1,000.02, is not paid", "/supervisor")
        drop = ("owed", "The drop box of One was not counted: the books have $100 in it", "#tables")
        assert {award, drop} < set(await listed(sam))
        assert ("two people", "One is open", "#tables") in await listed(desk.lee), "a licensee has no console"
        desk.validates = True
        await desk.until("Reconcile")
        await desk.step()
        slip = "Slip 1, $1,000.02, waits for the signature of the dealer and the floorperson (or a supervisor)"
        tray = ("owed", "The tray of One was not counted since its last round", "#tables")
        found = await listed(sam)
        assert {("two people", slip, "/supervisor"), tray, drop} < set(found)
        (lever,) = (await _house(sam))["shift"]
        assert [line.partition(" (")[0] for line in lever["lists"]] == [text.partition(" (")[0] for _, text, _ in found]
        await sam.do("", {"act": "CountTray", "table": "One", "amount": "5000.00"})
        await sam.do("", {"act": "CountDrop", "table": "One", "amount": "100.00"})
        assert not {tray, drop} & set(await listed(sam))

    hands = {1: Hand({"ante": "5.00", "progressive": "1.00"}, "4h 5h 6h 7h 8h")}
    keyed(tmp_path, GOLD, hands, "9c Ac Jd Qc Kc", happens)


def test_what_all_trays_could_lose_together_is_told_while_wagers_lie_on_more_than_one_table(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee, dealer = await here.somebody("licensee"), await here.somebody("dealer")
        for slug, together in (("stud-1", ""), ("stud-2", "$4,020")):
            player = await here.somebody("player")
            await dealer.do(slug, {"act": "OpenTable"})
            await player.do(slug, {"act": "TakeSeat", "seat": 2, "player": player.id})
            await player.do(slug, {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
            assert together in (await _house(lee))["liability"]
            assert bool((await _house(lee))["liability"]) == bool(together)

    served(tmp_path, play)
