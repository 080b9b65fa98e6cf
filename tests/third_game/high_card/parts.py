"""Where the parts of High Card are: what the entry point leads to."""

from upcard.law.registry import GameParts

GAME = GameParts(
    name="High Card",
    law="tests.third_game.high_card.law:HighCardLaw",
    rules="tests.third_game.high_card.rules",
    house="tests.third_game.high_card.rules",
    core="tests.third_game.high_card",
)
