"""The pictures in the documents: each is shown with a sentence, none is missing, and all of them are small."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
LARGEST, IN_ALL = 200_000, 4_000_000


def test_every_picture_is_shown_and_none_is_missing() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(screens/([a-z-]+\.png)\)", (DOCS / "screens.md").read_text(encoding="utf-8"))
    assert len(shown) == len(set(shown))
    assert set(shown) == {found.name for found in (DOCS / "screens").iterdir()}


def test_pictures_are_small() -> None:
    sizes = {found.name: found.stat().st_size for found in (DOCS / "screens").iterdir()}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < IN_ALL
