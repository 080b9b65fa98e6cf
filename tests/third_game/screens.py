"""High Card in the terminal and in Chromium; `test_third_game.py` runs these with the game installed."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, arrive, browser
from tests.browser.houses import served
from tests.third_game.served import HIGH
from upcard.cli import main

__all__ = ["arrive", "browser"]  # fixtures


@pytest.fixture
def house(tmp_path: Path) -> str:
    file = tmp_path / "house.toml"
    file.write_text(HIGH, encoding="utf-8")
    return str(file)


def test_play_in_the_terminal(house: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("10\n\nq\n"))
    assert main(["play", "--house", house, "--seats", "2", "--seed", "friday", "--rounds", "1", "--fast"]) == 0
    said = capsys.readouterr().out
    assert "The dealer turns A♥.  nowhere(3)" in said
    assert re.search(r"Ante +loses +\$10\.00 +\$0\.00 nowhere\(3\)", said), said
    assert "leave with $490.00: -$10.00 in 1 round" in said


def test_an_evening_that_plays_itself(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--house", house, "--auto", "--rounds", "5", "--seed", "friday", "--json"]) == 0
    rounds = json.loads(capsys.readouterr().out)["rounds"]
    assert len(rounds) == 5
    assert all(payment["clause"] == "nowhere(3)" for one in rounds for payment in one["settlement"]["payments"])


def test_dealer_and_seat_in_a_browser(arrive: Arrive, tmp_path: Path) -> None:
    with served(tmp_path, HIGH) as here:
        people = arrive(here.url)
        console = people.dealer("high")
        console.take()
        pat = people.player("pat", "high")
        pat.sit()
        console.steps(until="No more bets")
        pat.bet()
        console.steps(until="Turn the dealer's card")
        hidden = console.page.locator(".card.back-red")
        expect(hidden).to_have_count(2)
        done = console.steps(until="Reconcile: ready for the next round")
        assert done[:2] == ["Turn the dealer's card", "Settle seat 1"]
        console.step()
        assert pat.over().splitlines()[-3:] == ["Ante", "returned(3)\t$5.00\t$5.00", "Total\t$5.00\t$5.00"]
