"""People on both databases, at a cost that a test can pay, under a clock that is set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from upcard.people import People, open_people
from upcard.people.sessions import Cost

CHEAP = Cost(1, 8)


class Clock:
    """Seconds since 1970, as a test says."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'upcard.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def people(url: str, clock: Clock) -> Iterator[People]:
    with open_people(url, clock=clock, cost=CHEAP) as opened:
        yield opened
