"""The kinds of events of a journal, under what they are about: what a search offers, one kind or a whole subject."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

from upcard.games.game import CORES
from upcard.money.events import MoneyEvent
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
    >>> label_of("HitUnwon")
    'Award no longer due'
    """
    name = _name(kind)
    if name in WORDS:
        return WORDS[name]
    return _WORD.sub(" ", name).capitalize() if name else "Something"


WORDS = {
    "HitLocked": "Award locked", "HitValidated": "Award validated", "HitPaid": "Award paid",
    "HitRejected": "Award rejected", "HitUnwon": "Award no longer due", "PartsReturned": "Part of a wager returned",
    "TableMisdealt": "Misdeal", "TitleWagered": "Wager at another game", "CriteriaEased": "Jackpot made easier to win",
    "DealerFellShort": "Dealer short of cards", "HandLeftExposed": "Hand left face up",
}  # fmt: skip
"""Kinds whose names say too little by themselves."""


def _name(kind: str) -> str:
    """A kind without the game that it is of."""
    return kind.rpartition(".")[2]


SUBJECTS: tuple[tuple[str, str], ...] = (
    ("What went wrong", r"HandVoided|RoundVoided|Misdealt|Irregularity|FellShort|Jammed|Withdrawn"),
    (
        "What was put right",
        r"Corrected|DealTakenBack|StubTakenBack|StepTakenBack|HitRejected|SlipVoided|Hit(Unwon|Stands)|PartsReturned|Kept",
    ),
    ("Wagers and decisions", r"^(Wager|Coupon|Bet|HandFolded|FinalDecided|BonusCard)"),
    ("People and calls", r"^(Supervisor|Call|Seat(Taken|Left)|DealerRelieved)"),
    ("Awards and slips", r"^(Hit|Winner|Slip|Award|Documents)"),
    (
        "Jackpots and petitions",
        r"^(Jackpot|Link|Level|SignRead|Title|End|Petition|Criteria|Fund|Table(Joined|Left))",
    ),
    ("The cage and shifts", r"^(Tray|Drop|Chips|Shift|House|Alert)"),
    ("Decks, shuffles and devices", r"^(Deck|Shuffle|Stub|Recut|CardsLeft|CardsSpread|Contribution|Device|Dealing)"),
    ("The course of a round", ""),
)
"""What kinds are about, by their names: the first that fits."""


def _tags(union: Any) -> list[str]:
    return [str(event.__struct_config__.tag) for event in get_args(union)]


def subject_of(kind: str) -> str:
    """What a kind is about.

    >>> subject_of("stud.WagerTakenBack"), subject_of("stud.DealTakenBack"), subject_of("ShiftClosed")
    ('Wagers and decisions', 'What was put right', 'The cage and shifts')
    """
    return next(subject for subject, names in SUBJECTS if re.search(names, _name(kind)))


@cache
def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """What a form offers: under each subject its kinds with their words, once for all games."""
    table = (tag for tag in _tags(te.Event) if tag != "Played")
    games = (tag for core in CORES.values() for tag in _tags(core.Event))
    kinds = dict.fromkeys(map(_name, (*table, *games, *_tags(MoneyEvent), *_tags(FairEvent))))
    return [
        (subject, [(kind, label_of(kind)) for kind in kinds if subject_of(kind) == subject]) for subject, _ in SUBJECTS
    ]


def is_of(kind: str, asked: str) -> bool:
    """Whether a kind is what was asked for: by its name with or without its game, or by its subject."""
    return asked in (kind, _name(kind), subject_of(kind))
