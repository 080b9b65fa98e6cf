"""What is in the manual: its sections, its pages in their order, and its pictures."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

INDEX = "index"
"""The page that the manual opens with."""


class Section(NamedTuple):
    """Pages that belong together: guides, how-to, explanation or reference."""

    title: str
    pages: tuple[str, ...]


@cache
def folder() -> Path:
    """Where the pages are: inside an installed package, or at the root of a checkout."""
    packaged = Path(str(files("upcard.web").joinpath("docs")))
    return packaged if packaged.is_dir() else Path(__file__).parents[4] / "docs"


@cache
def sections() -> tuple[Section, ...]:
    """The table of contents. A page is named by its path without the ending: `guides/dealer`."""
    listed = tomllib.loads((folder() / "contents.toml").read_text(encoding="utf-8"))["section"]
    return tuple(Section(each["title"], tuple(each["pages"])) for each in listed)


@cache
def pages() -> tuple[str, ...]:
    """Every page, in reading order."""
    return tuple(page for section in sections() for page in section.pages)


@cache
def pictures() -> frozenset[str]:
    """Every picture, by its path."""
    return frozenset(each.relative_to(folder()).as_posix() for each in folder().rglob("*.png"))


def markdown(page: str) -> str:
    """A page as it is written."""
    return (folder() / f"{page}.md").read_text(encoding="utf-8")
