"""A shuffle checked in somebody's own browser, from the film of its round: what is in order, and what was forged."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Arrive


def _checked(page: Page) -> str:
    page.goto("/surveillance/round/new/1")
    page.get_by_role("button", name="Check this shuffle").click()
    told = page.locator("#shuffle-checked")
    expect(told).to_contain_text("order.")
    return told.inner_text()


def test_a_shuffle_is_checked_in_the_film(busy: str, arrive: Arrive) -> None:
    told = _checked(arrive(busy).somebody("rae"))
    assert "all in order" in told
    assert "✗" not in told
    assert told.count("✓") == 3


def _other_secret(proof: dict[str, Any]) -> None:
    shuffle = proof["shuffle"]
    shuffle["secret"] = f"{int(shuffle['secret'][0], 16) ^ 1:x}" + shuffle["secret"][1:]


def _other_word(proof: dict[str, Any]) -> None:
    proof["shuffle"]["contributions"].append({"seat": 1, "player": "pat", "value": "a word"})


def _other_card(proof: dict[str, Any]) -> None:
    dealt = proof["dealt"]
    dealt[0], dealt[1] = dealt[1], dealt[0]


@pytest.mark.parametrize(("forge", "wrong"), [(_other_secret, 3), (_other_word, 2), (_other_card, 1)])
def test_a_forged_proof_is_found_out(busy: str, arrive: Arrive, forge: Any, wrong: int) -> None:
    page = arrive(busy).somebody("rae")

    def forged(route: Route) -> None:
        proof = route.fetch().json()
        forge(proof)
        route.fulfill(json=proof)

    page.route("**/api/rounds/new/1/shuffle", forged)
    told = _checked(page)
    assert "NOT in order" in told
    assert told.count("✗") == wrong
