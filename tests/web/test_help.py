"""The manual under /help: for everybody, drawn once, and nothing that somebody makes up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx

from tests.web.served import casino
from upcard.web import manual
from upcard.web.manual import served

MADE_UP = (
    "/help/nothing",
    "/help/index.md",
    "/help/guides",
    "/help/guides/%2e%2e",
    "/help/%2e%2e/up",
    "/help/screens/x.png",
)


async def _asked(folder: Path, *paths: str) -> tuple[list[httpx.Response], int]:
    async with casino(folder) as here:
        nobody = await here.somebody()
        found = [await nobody.client.get(path) for path in paths]
        return found, here.site.pages.drawn


def test_every_page_and_picture_is_there_for_somebody_who_is_not_signed_in(tmp_path: Path) -> None:
    paths = [served(name) for name in (*manual.pages(), *sorted(manual.pictures()))]
    answers, _ = asyncio.run(_asked(tmp_path, *paths))
    assert {answer.status_code for answer in answers} == {200}
    for page, answer in zip(manual.pages(), answers, strict=False):
        assert f'data-page="{page}"' in answer.text
        assert answer.text.count('aria-current="page"') == 2, "the room, and the page in the contents"


def test_a_page_is_drawn_once(tmp_path: Path) -> None:
    _, drawn = asyncio.run(_asked(tmp_path, *["/help/glossary"] * 3))
    assert drawn == 1


def test_what_is_made_up_is_not_there(tmp_path: Path) -> None:
    answers, _ = asyncio.run(_asked(tmp_path, *MADE_UP))
    assert {answer.status_code for answer in answers} == {404}


def test_the_search_knows_every_heading(tmp_path: Path) -> None:
    (answer,), _ = asyncio.run(_asked(tmp_path, "/help/search.js"))
    script = answer.text.removeprefix("globalThis.manualIndex = ").rstrip(";\n")
    found = {each["href"]: each for each in json.loads(script)}
    assert found["/help/glossary#envy"]["heading"] == "Envy"
    assert "lock-out" in found["/help/guides/dealer#deal-a-round"]["text"]


def test_every_page_leads_to_the_manual(tmp_path: Path) -> None:
    answers, _ = asyncio.run(_asked(tmp_path, "/", "/law", "/sign-in", "/nothing-here"))
    assert all('href="/help"' in answer.text for answer in answers)
