"""What can go wrong at the table, the rule that speaks of it, and what it does to the round."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from upcard.errors import LawError
from upcard.games.caribbean_stud import events as e
from upcard.games.caribbean_stud.round import Phase
from upcard.games.caribbean_stud.wagers import LABELS
from upcard.games.option import NOTED
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import show_dollars

Effect = Literal["void hand", "wrong dealer", "short dealer", "void round", "as elected", "play on"]


class Irregularity(msgspec.Struct, frozen=True):
    """A kind of irregularity: when it can be found, and what follows from it."""

    kind: str
    rule: str
    effect: Effect
    phases: tuple[Phase, ...]
    when: str
    """When it can be found, in words."""
    finished: bool = True
    """Whether a finished round may name it; the rest show in the cards themselves or leave no trace."""


IN_THE_DEAL: tuple[Phase, ...] = ("closed", "short")
DEALT: tuple[Phase, ...] = ("deciding", "decided")
UNTIL_OVER: tuple[Phase, ...] = (*DEALT, "settling", "settled")
WRONG_DECK = "wrong-deck"
LIES = "once the cards are dealt"
UNSEEN = "once the cards are dealt, until the hole cards are turned up"
SHOE = "from the closing of the bets until the round is over"
DEALING = "while the cards are being dealt"

IRREGULARITIES = (
    Irregularity("player-wrong-count", "player_wrong_count", "void hand", UNTIL_OVER, LIES, False),
    Irregularity("dealer-wrong-count", "dealer_wrong_count", "wrong dealer", UNTIL_OVER, LIES, False),
    Irregularity("dealer-short", "dealer_completes_from", "short dealer", UNTIL_OVER, LIES, False),
    Irregularity(
        "hole-card-exposed", "hole_card_exposed", "void round", ("betting", *IN_THE_DEAL, *UNTIL_OVER),
        "until the round is over",
    ),
    Irregularity(
        "hole-card-exposed-late", "exposed_hole_card", "as elected", (*IN_THE_DEAL, "deciding"),
        "after the bets are closed, until everyone has decided",
    ),
    Irregularity("face-up-card", "face_up_card", "play on", IN_THE_DEAL, DEALING),
    Irregularity("face-up-cards", "face_up_card", "void round", (*IN_THE_DEAL, *UNTIL_OVER), SHOE),
    Irregularity("card-drawn-in-error", "card_drawn_in_error", "play on", IN_THE_DEAL, DEALING, False),
    Irregularity("shoe-jam", "shoe_jam", "void round", (*IN_THE_DEAL, *UNTIL_OVER), SHOE),
    Irregularity("stub-count", "stub_count_wrong", "void round", DEALT, UNSEEN),
    Irregularity(WRONG_DECK, "wrong_deck", "void round", UNTIL_OVER, LIES),
    Irregularity("chips-miscounted", "chips_miscounted", "void round", ("closed",), "before any card is dealt"),
)  # fmt: skip

COUNTS: tuple[Effect, ...] = ("void hand", "wrong dealer", "short dealer")
"""Wrong numbers of cards."""

_STUB = re.compile("stub-([0-9]{1,3})")


def of_real_cards(found: Irregularity) -> bool:
    """Whether it cannot have happened to cards that the system itself has dealt."""
    return found.effect in COUNTS or found.kind == WRONG_DECK


def irregularity(rules: CaribbeanStudRules, kind: str) -> Irregularity:
    """The irregularity of that name under this edition; one that it does not know is refused."""
    for known in IRREGULARITIES:
        if known.kind == kind and known.rule in rules.edition.citations:
            return _as_said(rules, known)
    raise rules.refuse(None, f"irregularity: {rules.edition.id} knows no {kind!r}")


FATES: dict[str, Effect] = {
    "dead": "void hand",
    "void": "void hand",
    "all void": "void round",
    "round void": "void round",
    "next card": "play on",
}
"""What the law's own word for what follows does to the round."""

SAID = (
    "player_wrong_count",
    "hole_card_exposed",
    "card_drawn_in_error",
    "shoe_jam",
    "stub_count_wrong",
    "wrong_deck",
    "chips_miscounted",
)
"""The rules whose value is that word."""


def _as_said(rules: CaribbeanStudRules, known: Irregularity) -> Irregularity:
    """The irregularity with what follows from it as the edition says it."""
    if known.rule not in SAID:
        return known
    if known.rule == "chips_miscounted" and rules.law.chips_miscounted is None:
        return msgspec.structs.replace(known, rule="progressive_chips_counted")  # as it was before it was read
    word = getattr(rules.law, known.rule)
    if word not in FATES:
        raise LawError(f"{known.rule}: the games know no {word!r}")
    return msgspec.structs.replace(known, effect=FATES[word])


def finished_irregularity(rules: CaribbeanStudRules, name: str) -> Irregularity:
    """The irregularity as a finished round names it: a stub count with the number of cards that it made in all."""
    counted = _STUB.fullmatch(name)
    wrong = counted is not None and int(counted[1]) != rules.law.full_count_racked
    found = irregularity(rules, "stub-count" if wrong else name)
    if not found.finished or (found.kind == "stub-count" and not wrong):
        raise rules.refuse(None, f"irregularity: {name!r} is none that a finished round names")
    return found


def voids_round(rules: CaribbeanStudRules, found: Irregularity) -> bool:
    """Whether every hand is void."""
    return found.effect == "void round" or (found.effect == "as elected" and rules.exposed_hole_card == "void")


# ---- What came of a report, in a sentence ------------------------------------------------------------------


REPORTED_UNDER = {known.kind: known.rule for known in reversed(IRREGULARITIES)}
"""The rule that speaks of what went wrong."""


def consequence(kind: str, event: e.Event) -> str:
    """What an event means for those at the table, or empty."""
    match event:
        case e.RoundVoided():
            return f"Every hand is void; all wagers go back{_also(event.reversed)}."
        case e.HandVoided():
            lost = ", and what it won or lost is reversed" if event.reversed else ""
            return f"That hand is void; all its wagers go back{lost}."
        case e.TableMisdealt():
            plays = any(step.kind == "progressive" for step in event.agenda)
            rest = "the hands play for the progressive alone" if plays else "no progressive wager is left to be settled"
            return f"Antes, bets and tips go back{_also(event.reversed)}; {rest}."
        case e.DealerFellShort():
            return "The dealer gets another card and the round goes on."
        case e.IrregularityNoted():
            return LABELS.irregularities.get(kind, ("", ""))[1] or NOTED
        case _:
            return ""


def stays(events: Iterable[e.Event]) -> list[str]:
    """What is not taken back: percentages that were paid."""
    return [
        f" {show_dollars(one.cents)}, {one.odds}, stays with seat {one.seat}, for the cage and the regulator."
        for one in events
        if isinstance(one, e.AwardKept)
    ]


def _also(reversed: tuple[Payment, ...]) -> str:
    """To whom wagers go back as well, and what was settled already."""
    folded = any(payment.result == "forfeit" for payment in reversed)
    settled = any(payment.result != "forfeit" for payment in reversed)
    return ", also to those who folded" * folded + ", and what was settled is reversed" * settled
