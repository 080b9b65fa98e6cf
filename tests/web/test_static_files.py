"""Static files: those that there are, and nothing that somebody makes up."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path

from tests.web.served import casino
from upcard.web.routes import live

MADE_UP = (
    "x" * 300 + ".css", "css/" + "x" * 300 + ".css", "x" * 300 + "/upcard.css", "css", "css/%2e%2e/css/upcard.css",
    "%2e%2e%2fapp.py", "%2e%2e/app.py", "css/UPCARD.CSS", "%00", "css/upcard", "css/upcard.css%00", "\u0661.css",
    "a/b/c.css", "css/upcard.css%0a", "css%5cupcard.css", "js/upcard.css",
)  # fmt: skip


async def _answers(folder: Path, paths: tuple[str, ...]) -> list[int]:
    async with casino(folder) as found:
        nobody = await found.somebody()
        return [(await nobody.client.get(f"/static/{path}")).status_code for path in paths]


def test_what_is_made_up_is_not_there(tmp_path: Path) -> None:
    assert set(asyncio.run(_answers(tmp_path, MADE_UP))) == {404}


def test_every_file_is_there_with_its_own_type(tmp_path: Path) -> None:
    top = Path(str(files("upcard.web").joinpath("static")))
    paths = tuple(sorted(str(each.relative_to(top)) for each in top.rglob("*") if each.is_file()))
    assert len(paths) > 50
    assert set(asyncio.run(_answers(tmp_path, paths))) == {200}


def test_nothing_is_kept_of_what_was_made_up(tmp_path: Path) -> None:
    before = len(live._files())
    asyncio.run(_answers(tmp_path, tuple(f"css/x{n}.css" for n in range(20))))
    assert len(live._files()) == before
    kept = [each for each in vars(live).values() if hasattr(each, "cache_info")]
    assert [each.cache_info().currsize for each in kept] == [1], "one listing, whatever is asked for"


async def _fresh(folder: Path) -> list[int]:
    async with casino(folder) as found:
        nobody = await found.somebody()
        first = await nobody.client.get("/static/css/upcard.css")
        assert first.headers["cache-control"] == "no-cache"
        again = await nobody.client.get("/static/css/upcard.css", headers={"If-None-Match": first.headers["etag"]})
        other = await nobody.client.get("/static/js/live.js", headers={"If-None-Match": first.headers["etag"]})
        return [first.status_code, again.status_code, other.status_code]


def test_a_file_that_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    assert asyncio.run(_fresh(tmp_path)) == [200, 304, 200]
