"""A round in words: one sentence for each entry, with the rule that it stands under, and one for each payment."""

from __future__ import annotations

from upcard.audit.round_record import Step, Story
from upcard.present.money import in_books
from upcard.present.narration import at_table
from upcard.present.sentence import Sentence
from upcard.shuffles.events import FairEvent
from upcard.shuffles.narration import of_shuffle
from upcard.tables import events as te


def told(story: Story, step: Step) -> tuple[Sentence, ...]:
    """What an entry says; nothing where the next one says it."""
    event, before = step.event, step.before
    if isinstance(event, FairEvent):
        return of_shuffle(event)
    if not isinstance(event, te.Event):
        return in_books(story.rules, event, step.meters)
    if not isinstance(event, te.Played):
        return at_table(story.rules, event)
    method = story.pinned.dealt_by(before, before.deck.order[before.discarded :], event.event)
    return at_table(story.rules, event, step.after.round, method)
