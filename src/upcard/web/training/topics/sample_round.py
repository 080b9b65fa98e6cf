"""A round for questions of procedure: anything may be wagered, and one hand is often good enough for an award."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import below
from upcard.rules.bonus_six import BonusSixRules
from upcard.web.training.tables import Place
from upcard.web.training.topics import bonus_six, caribbean_stud
from upcard.web.training.topics.caribbean_stud import Situation

FORMS = ("progressive", "five_card", "cover_all", "envy")


def some_round(place: Place, stream: Iterator[int], *, award: bool) -> Situation:
    """A round, with an award in it where that is asked for and the table has any."""
    rules = place.t.rules
    if isinstance(rules, BonusSixRules):
        listed = list(bonus_six.cases(rules).values())
        return bonus_six.situation(place, listed[below(len(listed), stream)], stream)
    cases = caribbean_stud.cases(rules)
    wanted = [case for key, case in cases.items() if key.startswith(FORMS) and not key.endswith(("none", "fold"))]
    chosen = wanted if award and wanted else list(cases.values())
    return caribbean_stud.situation(place, chosen[below(len(chosen), stream)], stream)
