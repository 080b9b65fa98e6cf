"""The kinds of events by the names that the journal gives them, and in words."""

from __future__ import annotations

import re
from typing import Any, get_args

from upcard.games.bonus_six.events import Event as SixEvent
from upcard.games.caribbean_stud.events import Event as StudEvent
from upcard.money.events import CageEvent, JackpotEvent, SlipEvent
from upcard.shuffles.events import FairEvent
from upcard.tables import events as te

_KIND = re.compile(r'\{"type":"(?:Played","event":\{"type":")?([A-Za-z.]+)"')
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(event: str) -> str:
    """The kind of an event, from its JSON.

    >>> kind_of('{"type":"Played","event":{"type":"stud.BetMade","seat":3}}'), kind_of('{"type":"SeatLeft"}')
    ('stud.BetMade', 'SeatLeft')
    """
    found = _KIND.match(event)
    return found[1] if found else ""


def label_of(kind: str) -> str:
    """A kind in words.

    >>> label_of("stud.HoleCardsRevealed"), label_of("")
    ('Hole cards revealed', 'Something')
    """
    name = kind.rpartition(".")[2]
    return _WORD.sub(" ", name).capitalize() if name else "Something"


def _tags(union: Any) -> list[str]:
    return [str(event.__struct_config__.tag) for event in get_args(union)]


GROUPS: dict[str, tuple[str, ...]] = {
    "At a table": tuple(tag for tag in _tags(te.Event) if tag != "Played"),
    "In a round of Caribbean stud": tuple(_tags(StudEvent)),
    "In a round of Bonus 6": tuple(_tags(SixEvent)),
    "At a jackpot": tuple(_tags(JackpotEvent)),
    "At the cage": tuple(_tags(CageEvent)),
    "Jackpot slips": tuple(_tags(SlipEvent)),
    "Shuffles": tuple(_tags(FairEvent)),
}
"""Every kind under where it happens."""


def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """What a form offers: under each heading the kinds with their words."""
    return [(heading, [(kind, label_of(kind)) for kind in kinds]) for heading, kinds in GROUPS.items()]
