"""A shuffle checked in somebody's own browser, from the film of its round: what is in order, and what was forged."""

from __future__ import annotations

from collections.abc import Callable
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
    assert told.count("✓") == 4
    assert "!" not in told


def _other_secret(proof: dict[str, Any]) -> None:
    shuffle = proof["shuffle"]
    shuffle["secret"] = f"{int(shuffle['secret'][0], 16) ^ 1:x}" + shuffle["secret"][1:]


def _other_word(proof: dict[str, Any]) -> None:
    proof["shuffle"]["contributions"].append({"seat": 1, "player": "pat", "value": "a word"})


def _other_card(proof: dict[str, Any]) -> None:
    dealt = proof["dealt"]
    dealt[0], dealt[1] = dealt[1], dealt[0]


def _one_card_less(proof: dict[str, Any]) -> None:
    """The top card is said to have been taken off, and the next are dealt."""
    order = proof["cuts"][-1]["order"] if proof["cuts"] else proof["order"]
    proof["skipped"] = 1
    for going, card in zip(proof["dealt"], order[1:], strict=False):
        going["card"] = card


def _shuffled_late(proof: dict[str, Any]) -> None:
    proof["entries"]["shuffled"]["seq"] = proof["entries"]["bets_closed"]["seq"] + 1


def _left_out(proof: dict[str, Any]) -> None:
    del proof["entries"]


def _forged(page: Page, forge: Callable[[dict[str, Any]], None]) -> Page:
    def forged(route: Route) -> None:
        proof = route.fetch().json()
        forge(proof)
        route.fulfill(json=proof)

    page.route("**/api/rounds/new/1/shuffle", forged)
    return page


@pytest.mark.parametrize(
    ("forge", "wrong"),
    [(_other_secret, 3), (_other_word, 2), (_other_card, 1), (_one_card_less, 1), (_shuffled_late, 1), (_left_out, 1)],
)
def test_a_forged_proof_is_found_out(busy: str, arrive: Arrive, forge: Any, wrong: int) -> None:
    told = _checked(_forged(arrive(busy).somebody("rae"), forge))
    assert "NOT in order" in told
    assert told.count("✗") == wrong


def test_what_is_no_fault_is_told_all_the_same(busy: str, arrive: Arrive) -> None:
    """Shuffles of the deck that were given up before: in order, and not to be overlooked."""
    told = _checked(_forged(arrive(busy).somebody("rae"), lambda proof: proof.update(given_up=[3, 4])))
    assert "all in order. Read what is marked" in told
    assert "! Before it, shuffles 3, 4 were drawn for the same deck and given up without a card dealt." in told
    assert told.count("✓") == 4
    assert "✗" not in told


def test_a_part_of_one_s_own_counts_after_the_commitment(busy: str, arrive: Arrive) -> None:
    page = arrive(busy).somebody("rae")
    page.goto("/surveillance/round/new/1")
    found = page.evaluate(OWN_PART)
    assert found == [
        [True, "Your own part is in it, given after the commitment."],
        [None, "Your own part is in it, but older than the commitment: the house knew it."],
    ]


OWN_PART = """async () => {
  const { verify } = await import('/static/js/fair.js');
  const proof = await (await fetch('/api/rounds/new/1/shuffle')).json();
  const said = [];
  for (const more of [1, -1]) {
    const entry = proof.entries.committed.seq + more;
    proof.shuffle.contributions = [{ seat: 1, player: 'pat', value: 'a word', entry }];
    said.push((await verify(proof, '', 'pat')).find(([, words]) => words.startsWith('Your own part')));
  }
  return said;
}"""
