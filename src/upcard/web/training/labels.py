"""What can be chosen, in words: topics, levels, and the subjects of each."""

from __future__ import annotations

from typing import Any

from upcard.present.payment import wager_name
from upcard.web.training.exercise import of_school
from upcard.web.training.model import LEVELS, TOPICS, Topic
from upcard.web.training.tables import School

GROUPS = {
    "decks": "Decks: opening, shuffle, cut",
    "deal": "Bets, deal and decisions",
    "settlement": "The settlement",
    "awards": "Awards: keys, verification, documents",
    "stub": "The stub: racked or counted",
    "beside": "Recuts, devices, decisions",
}

IRREGULAR = {
    "player-wrong-count": "A player's wrong number of cards",
    "dealer-wrong-count": "The dealer's wrong number of cards",
    "dealer-short": "The dealer one card short",
    "hole-card-exposed": "A hole card seen before 'no more bets'",
    "hole-card-exposed-late": "A hole card seen after 'no more bets'",
    "face-up-card": "A card face up in the deck",
    "face-up-cards": "A second card face up",
    "card-drawn-in-error": "A card drawn in error",
    "shoe-jam": "The dealing shoe jams",
    "wrong-deck": "A card lies there twice",
    "stub-count": "A wrong count of the stub",
    "stub-misdealt": "A wrong count after a misdeal",
    "chips-count": "A wrong count of progressive chips",
    "shuffler-jam": "The shuffler jams",
    "shuffler-count": "The shuffler counts wrong",
    "wrong-count": "A wrong number of cards",
    "card-off-table": "A card off the table",
    "exposed-card": "An exposed card",
    "community-card-exposed": "An exposed community card",
}

TAKEN = {
    "ante": "An ante at the limit",
    "ante-range": "An ante at the posted range",
    "without-ante": "A wager without an ante",
    "amount": "The amount of a progressive wager",
    "insurance": "The amount of the insurance fee",
    "tip": "A tip above the ante",
    "second-hand": "A second hand",
    "late": "A wager taken back late",
    "wager-back": "A progressive wager taken back",
    "decision": "A decision changed",
    "turn": "A decision out of turn",
    "cash": "A spoken wager with cash",
    "getting-up": "Getting up",
    "cut": "The depth of the cut",
    "early-deal": "Dealing before 'no more bets'",
    "drawing-hand": "The hand that draws",
    "shuffle": "The way of shuffling",
    "last-decision": "The last decision",
}

CASES = {
    "no_hand": "dealer without a hand", "win": "wins", "lose": "loses", "push": "tie", "fold": "folded",
    "none": "no paying hand", "coupon": "by coupon", "fold-2": "folded on two cards", "fold-3": "folded on three cards",
    "discard": "hand thrown in", "stand": "hand stands", "winner": "hand wins already", "fee": "card dealt",
}  # fmt: skip

WAGERS = {"hand": "Ante and bets", "card": "Ante and bets with a bonus card"}


def subject_words(topic: Topic, subject: str) -> str:
    """
    >>> subject_words("pay", "bet:full_house"), subject_words("pay", "ante:no_hand")
    ('Bet: full house', 'Ante: dealer without a hand')
    """
    if topic == "irregular":
        return IRREGULAR[subject]
    if topic == "taken":
        return TAKEN[subject]
    if topic in ("next", "people"):
        return GROUPS[subject]
    wager, _, case = subject.partition(":")
    named = WAGERS.get(wager, wager_name(wager).capitalize())
    return f"{named}: {CASES.get(case, case.replace('_', ' '))}" if case else named


def course(schools: tuple[School, ...]) -> dict[str, Any]:
    """All that can be chosen."""
    return {
        "topics": [{"topic": topic, "label": label} for topic, label in TOPICS.items()],
        "levels": [{"level": level, "label": label} for level, label in LEVELS.items()],
        "schools": [
            {
                "school": school.key,
                "title": school.title,
                "subjects": {
                    topic: [
                        {"subject": subject, "label": subject_words(topic, subject)}
                        for subject in of_school(school, topic)
                    ]
                    for topic in TOPICS
                },
            }
            for school in schools
        ],
    }
