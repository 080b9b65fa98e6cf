"""A round for questions of procedure: anything may be wagered, and one hand is often good enough for an award."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards.random_choice import pick
from upcard.games.exercise import Place, Situation
from upcard.games.game import game_of

FORMS = ("progressive", "five_card", "cover_all", "envy")


def some_round(place: Place, stream: Iterator[int], *, award: bool) -> Situation:
    """A round, with an award in it where that is asked for and the table has any."""
    exercises = game_of(place.t).exercises
    cases = exercises.cases(place.t.rules)
    wanted = [case for key, case in cases.items() if key.startswith(FORMS) and not key.endswith(("none", "fold"))]
    found: Situation = exercises.situation(
        place, pick(wanted if award and wanted else [*cases.values()], stream), stream
    )
    return found
