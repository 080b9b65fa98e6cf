"""What things at a table are called on a screen: what each game calls its own, and the closed lists of documents."""

from __future__ import annotations

from typing import get_args

from upcard.document import listed
from upcard.games.game import CORES
from upcard.law.edition import edition_ids
from upcard.law.registry import games
from upcard.tables.deck import Stage as DeckStage

WAGERS: dict[str, str] = {name: label for core in CORES.values() for name, label in core.LABELS.wagers.items()}
STATES: dict[str, str] = {
    "empty": "empty",
    "seated": "",
    **{k: v for core in CORES.values() for k, v in core.LABELS.states.items()},
}
LAMPS = {"off": "off", "inviting": "not placed", "placed": "placed", "accepted": "accepted"}
METERS = {"main": "Progressive", "five_card": "Five card"}
PHASES = (*dict.fromkeys(phase for core in CORES.values() for phase in core.NOW), "closed table")
STRIP = tuple(dict.fromkeys(key for core in CORES.values() for key, *_ in core.STRIP))


def meter_label(level: str) -> str:
    return METERS.get(level, level.capitalize())


listed("Wager", [*WAGERS], "A wager, a fee or a coupon by its name.")
listed("Game", [*games()], "The game that is played.")
listed("EditionId", edition_ids(), "An edition of the law.")
listed("Mode", ["virtual", "keyed"], "Whether the system shuffles, or real cards are keyed.")
listed("Stage", get_args(DeckStage), "What has been done with a deck.")
listed("Lamp", [*LAMPS], "The lamp of a seat's progressive wager.")
listed("Phase", PHASES, "How far the round is.")
listed("SeatState", [*STATES], "How a seat stands in the round.")
