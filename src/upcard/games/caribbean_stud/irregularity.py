"""What can go wrong at the table, the rule that speaks of it, and what it does to the round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from upcard.errors import LawError
from upcard.games.caribbean_stud.round import Phase
from upcard.rules.caribbean_stud import CaribbeanStudRules

Effect = Literal["void hand", "wrong dealer", "short dealer", "void round", "as elected", "play on"]


class Irregularity(msgspec.Struct, frozen=True):
    """A kind of irregularity: when it can be found, and what follows from it."""

    kind: str
    rule: str
    effect: Effect | None
    """None where the law has a word for it."""
    phases: tuple[Phase, ...]
    finished: bool = True
    """Whether a finished round may name it; the rest show in the cards themselves or leave no trace."""


IRREGULARITIES = (
    Irregularity(
        "player-wrong-count", "player_wrong_count", None, ("deciding", "decided", "settling", "settled"), False
    ),
    Irregularity("dealer-wrong-count", "dealer_wrong_count", "wrong dealer", ("deciding", "decided"), False),
    Irregularity("dealer-short", "dealer_completes_from", "short dealer", ("deciding", "decided"), False),
    Irregularity("hole-card-exposed", "hole_card_exposed", None, ("betting",)),
    Irregularity("hole-card-exposed-late", "exposed_hole_card", "as elected", ("closed", "short", "deciding")),
    Irregularity("face-up-card", "face_up_card", "play on", ("closed", "short")),
    Irregularity("face-up-cards", "face_up_card", "void round", ("closed", "short", "deciding")),
    Irregularity("card-drawn-in-error", "card_drawn_in_error", None, ("closed", "short"), False),
    Irregularity("shoe-jam", "shoe_jam", None, ("closed", "short", "deciding")),
    Irregularity("stub-count", "stub_count_wrong", None, ("deciding", "decided")),
)

WORDS: dict[str, Effect] = {
    "dead": "void hand",
    "void": "void hand",
    "all void": "void round",
    "round void": "void round",
    "next card": "play on",
}
"""What the law's own word for what follows does to the round."""

_STUB = re.compile("stub-([0-9]{1,3})")


def irregularities(rules: CaribbeanStudRules) -> Iterator[Irregularity]:
    """What this edition knows to go wrong, with what follows from it in its own word."""
    for known in IRREGULARITIES:
        if known.rule not in rules.edition.citations:
            continue
        if known.effect is not None:
            yield known
            continue
        word = getattr(rules.law, known.rule)
        if word not in WORDS:
            raise LawError(f"{known.rule}: the games know no {word!r}")
        yield replace(known, effect=WORDS[word])


def irregularity(rules: CaribbeanStudRules, kind: str) -> Irregularity:
    """The irregularity of that name under this edition; one that it does not know is refused."""
    for known in irregularities(rules):
        if known.kind == kind:
            return known
    raise rules.refuse(None, f"irregularity: {rules.edition.id} knows no {kind!r}")


def finished_irregularity(rules: CaribbeanStudRules, name: str) -> Irregularity:
    """The irregularity as a finished round names it: a stub count with the number that was counted."""
    counted = _STUB.fullmatch(name)
    wrong = counted is not None and int(counted[1]) != rules.law.full_count_racked
    found = irregularity(rules, "stub-count" if wrong else name)
    if not found.finished or (found.kind == "stub-count" and not wrong):
        raise rules.refuse(None, f"irregularity: {name!r} is none that a finished round names")
    return found


def voids_round(rules: CaribbeanStudRules, found: Irregularity) -> bool:
    """Whether every hand is void."""
    return found.effect == "void round" or (found.effect == "as elected" and rules.exposed_hole_card == "void")
