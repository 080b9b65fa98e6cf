"""Each test of the contract runs on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from upcard.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'journal.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A new store."""
    with closing(open_store(url)) as opened:
        yield opened
