"""The pages of surveillance and the regulator, asked for as a browser asks."""

from __future__ import annotations

import asyncio
import io
import re
import tempfile
from html import unescape
from pathlib import Path
from typing import IO
from urllib.parse import quote
from zipfile import ZipFile

import httpx
import pytest

from tests.web.served import BASE, Person, casino
from upcard.web.routes import surveillance

PAGES = (
    "/surveillance", "/surveillance?hand=royal+flush&seat=3&least=10", "/documents", "/documents/style.css?wide=1",
    "/documents/meters", "/documents/jackpot?jackpot=Gold+Rush&format=json", "/documents/slips?format=csv",
    "/documents/par?table=stud-1", "/documents/par?table=stud-1&format=json",
    "/surveillance/round/stud-1/1", "/surveillance/entries.csv?hand=royal+flush",
    "/api/rounds/stud-1/1", "/api/journal?place=table/Stud+1", "/api/verification",
)  # fmt: skip


async def _opened(dealer: Person) -> None:
    await dealer.do("stud-1", {"act": "OpenTable"})


def answers(folder: Path, role: str, *paths: str) -> list[httpx.Response]:
    """What somebody is answered in a house that has opened a table."""

    async def ask() -> list[httpx.Response]:
        async with casino(folder) as here:
            await _opened(await here.somebody("dealer"))
            somebody = await here.somebody(role)
            return [await somebody.client.get(path) for path in paths]

    return asyncio.run(ask())


def test_every_page_is_there(tmp_path: Path) -> None:
    for path, answer in zip(PAGES, answers(tmp_path, "regulator", *PAGES), strict=True):
        assert answer.status_code == 200, f"{path}: {answer.text[:300]}"


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    wrong = ("/surveillance?seat=x", "/api/journal?seat=x", "/surveillance/round/stud-1/99", "/api/rounds/none/1",
             "/api/rounds/stud-1/x", "/documents/none", "/documents/slips?number=7&format=json",
             "/surveillance/round?table=stud-1&number=x", "/surveillance/entries.csv?seat=x",
             "/documents/par?table=none", "/documents/par?table=stud-1&format=html")  # fmt: skip
    found = answers(tmp_path, "surveillance", *wrong)
    assert [answer.status_code for answer in found] == [422, 400, 404, 404, 404, 404, 422, 404, 400, 404, 404]
    assert "Seat: &#39;x&#39; is not a whole number" in found[0].text


def test_a_search_offers_dates_and_subjects_and_a_link_that_finds_the_same_later(tmp_path: Path) -> None:
    async def go() -> None:
        async with casino(tmp_path) as here:
            sam, vic = await here.somebody("supervisor"), await here.somebody("surveillance")
            await sam.do("", {"act": "FillTray", "table": "Stud 1", "amount": "5000.00"})
            await sam.do("", {"act": "CloseShift", "day": "2026-03-01", "shift": "swing"})
            asked = "/surveillance?kind=The+cage+and+shifts&seat=&before="
            page = (await vic.client.get(asked)).text
            assert '<option value="The cage and shifts" selected>All: the cage and shifts</option>' in page
            links = dict(re.findall(r'<a (?:id="same" )?href="([^"]+)">([^<]+)</a>', page))
            named = {label: unescape(href) for href, label in links.items()}
            assert {"This shift", "Today", "Yesterday", "Seven days"} <= named.keys()
            assert named["This shift"] == (
                f"/surveillance?kind=The+cage+and+shifts&since={quote(here.site.moment.shifts[-1][:19])}"
            )
            before = await vic.client.get(named["Link to this search"])
            await sam.do("", {"act": "FillTray", "table": "Stud 2", "amount": "70.00"})
            after = await vic.client.get(named["Link to this search"])
            entries = [re.findall(r'class="seq">([\d,]+)<', each.text) for each in (before, after)]
            assert entries[0] == entries[1] != []
            assert "Tray filled" in (await vic.client.get(named["This shift"])).text, "what was done since"
            assert "$70" in (await vic.client.get(named["This shift"])).text

    asyncio.run(go())


def test_a_name_is_written_as_a_name(tmp_path: Path) -> None:
    """What was asked for comes back in the form, and is no markup there."""
    (page,) = answers(tmp_path, "surveillance", "/surveillance?person=%22%3E%3Cscript%3E")
    assert "<script>" not in page.text.replace('<script type="module"', "").replace("<script src=", "")


def test_a_copy_is_a_zip_without_the_secret_of_a_shuffle(tmp_path: Path) -> None:
    """The table is open and has committed itself to a shuffle: that entry is there, and its event is not."""
    copy, journal = answers(tmp_path, "licensee", "/surveillance/export", "/api/verification")
    with ZipFile(io.BytesIO(copy.content)) as archive:
        text = archive.read("journal.jsonl").decode()
    assert "HouseOpened" in text
    assert "secret" not in text
    assert journal.json()["whole_upto"] < len(text.splitlines()) == journal.json()["entries"]


RANGES = (None, "bytes=0-9", "bytes=0-1,3-4", "bytes=abc", "bytes=99999999999-", "items=0-1", "bytes=-0", "\u00e9")


def test_nothing_is_left_of_a_copy_whatever_part_of_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy is another one each time, so that it is sent whole."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))

    async def ask() -> None:
        async with casino(tmp_path) as here:
            licensee = await here.somebody("licensee")
            for asked in RANGES:
                headers = {b"Range": asked.encode()} if asked else {}
                answer = await licensee.client.get("/surveillance/export", headers=headers)
                assert answer.status_code == 200
                assert int(answer.headers["content-length"]) == len(answer.content)
                assert answer.headers["content-disposition"].startswith('attachment; filename="journal-')
                with ZipFile(io.BytesIO(answer.content)) as archive:
                    assert archive.testzip() is None
                assert not list(place.iterdir()), asked

    asyncio.run(ask())


def test_nothing_is_left_of_a_copy_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))

    def broken(_: object, output: IO[bytes], *_more: object) -> None:
        output.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(surveillance, "bundle", broken)
    (answer,) = answers(tmp_path, "licensee", "/surveillance/export")
    assert answer.status_code == 500
    assert not list(place.iterdir())


@pytest.mark.parametrize("role", ["surveillance", "regulator"])
def test_a_proof_is_made_on_demand(tmp_path: Path, role: str) -> None:
    async def prove() -> tuple[int, str, dict[str, object]]:
        async with casino(tmp_path) as here:
            somebody = await here.somebody(role)
            before = (await somebody.client.get("/api/verification")).json()["state"]
            form = {"token": somebody.token}
            begun = await somebody.client.post("/surveillance/verify", data=form, headers={"Origin": BASE})
            for _ in range(600):
                now = (await somebody.client.get("/api/verification")).json()
                if not now["running"]:
                    break
                await asyncio.sleep(0.1)
            return begun.status_code, before, now

    status, before, now = asyncio.run(prove())
    assert (status, before, now["state"], now["running"]) == (303, "never", "whole", False)


def test_the_par_sheet_of_a_table_is_among_the_documents(tmp_path: Path) -> None:
    index, printed, programs = answers(
        tmp_path, "regulator", "/documents", "/documents/par?table=stud-2", "/documents/par?table=stud-2&format=json"
    )
    assert "/documents/par?table=stud-2&amp;format=pdf" in index.text
    assert printed.content.startswith(b"%PDF")
    assert 'filename="par-stud-2.pdf"' in printed.headers["content-disposition"]
    assert "Stud 2" in programs.text
    assert programs.json()["document"] == "par"


def test_what_cannot_be_read_is_named_as_on_the_form_and_nothing_is_listed(tmp_path: Path) -> None:
    async def go() -> None:
        async with casino(tmp_path) as here:
            vic = await here.somebody("surveillance")
            page = await vic.client.get("/surveillance?least=abc")
            assert (page.status_code, "Amount from: &#39;abc&#39;" in page.text) == (422, True)
            assert 'class="seq"' not in page.text
            none = (await vic.client.get("/surveillance?hand=kings+up")).text
            assert "pair of kings" in none, "how a hand is written"

    asyncio.run(go())


def test_documents_are_asked_for_by_dates_and_each_link_carries_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with casino(tmp_path) as here:
            sam, rae = await here.somebody("supervisor"), await here.somebody("regulator")
            for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
                await sam.do("", {"act": "FillTray", "table": "Stud 1", "amount": "100.00"})
                await sam.do("", {"act": "CloseShift", "day": day, "shift": "swing"})
            page = unescape((await rae.client.get("/documents?since=2026-03-02&until=2026-03-02")).text)
            assert "/documents/day?since=2026-03-02&until=2026-03-02&format=csv" in page
            assert "/documents/meters?format=csv" in page, "a meter is read as it stands"
            found = (await rae.client.get("/documents/day?since=2026-03-02&until=2026-03-02")).text
            assert [day in found for day in ("day 2026-03-01", "day 2026-03-02", "day 2026-03-03")] == [
                False,
                True,
                False,
            ]
            assert "Shift reconciliation, from 2026-03-02 to 2026-03-02" in found
            assert "Not closed yet" not in found
            later = (await rae.client.get("/documents/day?since=2026-03-03")).text
            assert ("2026-03-02" in later, "Not closed yet" in later) == (False, False), "nothing has happened since"
            wrong = await rae.client.get("/documents?since=2026-03-09&until=2026-03-01")
            assert (wrong.status_code, "is after" in wrong.text) == (422, True)
            assert (await rae.client.get("/documents/tax?since=March")).status_code == 404

    asyncio.run(go())
