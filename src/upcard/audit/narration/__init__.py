"""A round in words: one sentence for each entry, with the rule that it stands under, and one for each payment.

In: a step of a story. Out: sentences. `table`, `shuffle`, `stud`, `six` and `money` each tell one kind of event.
"""

from __future__ import annotations

from upcard.audit.narration.bonus_six import in_six
from upcard.audit.narration.caribbean_stud import in_stud
from upcard.audit.narration.money import in_books
from upcard.audit.narration.sentence import Sentence
from upcard.audit.narration.shuffle import of_shuffle
from upcard.audit.narration.table import at_table
from upcard.audit.round_record import Step, Story
from upcard.games.bonus_six import events as six
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.shuffles.events import FairEvent
from upcard.tables import events as te

__all__ = ["Sentence", "told"]


def told(story: Story, step: Step) -> tuple[Sentence, ...]:
    """What an entry says; nothing where the next one says it."""
    event = step.event
    if isinstance(event, FairEvent):
        return of_shuffle(event)
    if not isinstance(event, te.Event):
        return in_books(story.rules, event, step.meters)
    if not isinstance(event, te.Played):
        return at_table(story.rules, event)
    inner, round = event.event, step.after.round
    if isinstance(inner, six.Event):
        assert isinstance(round, SixRound)
        return in_six(round, inner)
    assert isinstance(story.rules, CaribbeanStudRules)
    assert isinstance(round, StudRound)
    method = story.pinned.ways_at(step.before)[0]
    if isinstance(inner, stud.HandsDealt):
        method = story.pinned.dealt_by(step.before, step.before.deck.order[step.before.discarded :], inner)
    return in_stud(story.rules, method, round, inner)
