"""The page about fairness says what is so: its example can be worked out, and its words are those of the command."""

from __future__ import annotations

import re
from pathlib import Path

from tests.shuffles.nights import Night
from upcard.audit.shuffles.checks import findings
from upcard.audit.shuffles.history import trail
from upcard.cards import show_cards
from upcard.shuffles.events import Contribution
from upcard.shuffles.key_derivation import commitment_of, key_of, order_of

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def cells(name: str) -> list[str]:
    """What stands in a line of the example."""
    (line,) = re.findall(rf"^\| {name} \|(.*)\|$", PAGE, re.MULTILINE)
    return re.findall(r"`([^`]*)`", line)


def test_the_example_comes_out() -> None:
    (secret,), (table, number) = cells("secret"), cells("table, number")
    words = cells("contributions")
    given = [Contribution(int(seat), player, word) for seat, player, word in zip(*[iter(words)] * 3, strict=True)]
    assert [commitment_of(secret)] == cells("commitment")
    key = key_of(secret, table, int(number), given)
    assert [key.hex()] == cells("key")
    (top,) = cells("top of the deck")
    assert show_cards(order_of(key)).startswith(top)


def test_the_words_are_those_of_the_command() -> None:
    evening = Night("deadwood").play(160, words=True)
    for finding in findings(trail(evening.memory, "Stud 1", 3)):
        assert re.sub(r"\d+", "", finding.text) in re.sub(r"\d+", "", PAGE)
