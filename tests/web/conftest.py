"""What tests of the site share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.web.visitor import Visitor


@pytest.fixture
def visit() -> Iterator[Callable[..., Visitor]]:
    """Makes visitors of a real server, who leave when the test is over."""
    here: list[Visitor] = []

    def arrive(url: str, role: str = "none", id: str = "") -> Visitor:
        here.append(Visitor(url, role, id))
        return here[-1]

    yield arrive
    for visitor in here:
        visitor.close()
