"""A round as `upcard settle` reads it, and its settlement as `upcard settle` writes it, from what the journal tells.

What was paid stands in the order in which `upcard settle` lists it: dead hands, then folds, then the steps of the
settlement. When each was paid is told by the steps of the round.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from upcard.audit.round_record import Story
from upcard.cards import describe
from upcard.games.bonus_six.round import OFF_TABLE
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.bonus_six.view import view as six_view
from upcard.games.bonus_six.written import written as written_six
from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.view import view as stud_view
from upcard.games.caribbean_stud.written import written as written_stud
from upcard.games.game import core_of_round
from upcard.games.payment import Payment, net, tips
from upcard.games.settle import written_payment
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.tables import events as te
from upcard.tables.deck import FULL
from upcard.units import show_cents, show_meter

NAMED = tuple(known.kind for known in IRREGULARITIES if known.finished)
"""The irregularities that a finished round may name; wrong counts show in the cards themselves."""

WRONG_HAND, WRONG_DEALER = "player_wrong_count", "dealer_wrong_count"


def written_round(story: Story) -> dict[str, Any] | None:
    """The round, or nothing where nobody had a wager down. While it is in play, only the cards that lie face up."""
    round, rules = story.round, story.rules
    if round is None or not round.seats:
        return None
    if isinstance(round, SixRound):
        assert isinstance(rules, BonusSixRules)
        return _six(rules, round, over=story.over)
    assert isinstance(rules, CaribbeanStudRules)
    return _stud(story, rules, round)


# ---- Caribbean stud ----------------------------------------------------------------------------------------------


def _stud(story: Story, rules: CaribbeanStudRules, round: StudRound) -> dict[str, Any]:
    seen = stud_view(rules, round, "surveillance")
    shown = replace(
        round,
        dealer=tuple(card for card in seen.dealer if card is not None),
        seats={
            n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
            for n, seat in round.seats.items()
        },
    )
    meters = story.meters if story.meters is not None else story.steps[-1].meters
    document = written_stud(rules, shown, meters)
    size = rules.law.hand_size
    for number, seat in round.seats.items():
        written = document["seats"][str(number)]
        if seat.void == WRONG_HAND and len(written["cards"]) == size:
            written["cards"] = []  # the count was found wrong by hand: what the system holds is not what lay there
        elif seat.void is None and not written["cards"]:
            del written["cards"]  # nobody keyed them
        if seat.decision is None:
            del written["decision"]
    if (round.misdealt or round.void == WRONG_DEALER) and len(document["dealer"]) == size:
        document["dealer"] = []
    irregular = _irregularity(story)
    return document | ({"irregularity": irregular} if irregular else {})


def _irregularity(story: Story) -> str:
    """What voided the round, or else what was noted in it, by the name that a finished round gives it."""
    voided = story.voided
    if voided is not None and voided.irregularity == "stub-count":
        counted = [event for event in story.of_table if isinstance(event, te.StubCounted)][-1]
        # Journals of before hold counts that are none: they are written as the nearest that is one.
        return f"stub-{counted.total - counted.cards + min(max(counted.cards, 0), FULL)}"
    noted = [event.irregularity for event in story.played if isinstance(event, stud.IrregularityNoted)]
    named = [kind for kind in ([voided.irregularity] if voided else noted) if kind in NAMED]
    return named[0] if named else ""


# ---- Bonus 6 -----------------------------------------------------------------------------------------------------


def _six(rules: BonusSixRules, round: SixRound, *, over: bool) -> dict[str, Any]:
    seen = six_view(rules, round, "surveillance")
    community = round.community if over else seen.community
    if community is None:
        return {"edition": rules.edition.id, "house": rules.elections, "community": None, "seats": {}}
    seats = {
        n: replace(seat, cards=tuple(card for card in seen.seats[n].cards if card is not None))
        for n, seat in round.seats.items()
    }
    document = written_six(rules, replace(round, community=community, seats=seats), {})
    for number, seat in round.seats.items():
        written = document["seats"][str(number)]
        if seat.void == "card_off_table":
            written["irregularity"] = OFF_TABLE
        elif seat.void is not None and over:
            written["cards"] = []
        elif len(written["cards"]) < seat.count:
            del written["cards"]  # nobody keyed them all
    return document


# ---- the settlement ----------------------------------------------------------------------------------------------


def written_settlement(story: Story) -> dict[str, Any] | None:
    """What was paid, in the form that `upcard settle` writes; nothing while the round is in play."""
    round, rules = story.round, story.rules
    if round is None or not story.over:
        return None
    document: dict[str, Any] = {
        "payments": [written_payment(rules, payment) for payment in in_order(round)],
        "net": {str(seat): show_cents(net(round.payments, seat)) for seat in round.clockwise},
        "tips": show_cents(tips(round.payments)),
    }
    if isinstance(round, SixRound):
        return document | {"meters": {}, "dealer": None}
    judged = round.qualifies is not None
    return document | {
        "meters": {level: show_meter(meter.amount) for level, meter in story.meters_after.items()},
        "dealer": {"qualifies": round.qualifies, "hand": describe(round.dealer_value) if judged else None},
    }


def in_order(round: StudRound | SixRound) -> tuple[Payment, ...]:
    """The payments as a settlement lists them."""
    listed: tuple[Payment, ...] = core_of_round(round).listed(round)
    return listed
