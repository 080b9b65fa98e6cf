"""The programs' interface as a page: all of it is there, links lead somewhere, nothing comes from elsewhere."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path

from tests.web.served import casino
from upcard.web.app import openapi, routes
from upcard.web.views.api import operations, parts

DOCUMENT = openapi(routes())


def test_the_page_has_every_request_and_every_type(tmp_path: Path) -> None:
    async def ask() -> tuple[str, str]:
        async with casino(tmp_path) as here:
            nobody = await here.somebody()
            return (await nobody.client.get("/api")).text, (await nobody.client.get("/law")).text

    page, other = asyncio.run(ask())
    assert '<a href="/api">For programs</a>' in other
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {f"type-{name}" for name in DOCUMENT["components"]["schemas"]} < set(ids)
    assert {said["operationId"] for item in DOCUMENT["paths"].values() for said in item.values()} < set(ids)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    text = unescape(page)
    for item in DOCUMENT["paths"].values():
        for said in item.values():
            assert said["summary"] in text
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page), "nothing comes from elsewhere"


def test_types_are_told_in_words() -> None:
    told = {part.name: part for part in parts(DOCUMENT)}

    def said(name: str, member: str) -> str:
        return "".join(word.text for one in told[name].members if one.name == member for word in one.type)

    assert said("OpenApi", "openapi") == '"3.1.0"'
    assert said("Me", "role").startswith('"dealer" or "floorperson"')
    assert "".join(word.text for word in told["Value"].type).startswith(
        "string or integer or boolean or null or list of Value"
    )
    health = next(one for one in operations(DOCUMENT) if one.path == "/health")
    assert health.answers[0][0] == "200"
