"""Every irregularity at every moment of a round: it is taken, offered and shown exactly where it can have happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    HANDS,
    QUALIFIES,
    STAFF,
    SUE,
    Desk,
    bonus_six,
    massachusetts,
    player,
    south_dakota,
)
from tests.tables.stack import hand
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.decide import IRREGULARITIES as SIX
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES as STUD
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Act, decide, options
from upcard.tables import commands as c
from upcard.tables.dealing import deal_command
from upcard.web.views.irregularity_actions import irregularities

SEATS = (1, 3)
DEALT = dict.fromkeys(SEATS, 5)
AT_A_SEAT = ("player-wrong-count", *(kind for kind in SIX if kind not in ("community-card-exposed", "wrong-deck")))


def unseen(desk: Desk, dealer: int = 5) -> None:
    assert desk.t.dealing is not None
    desk.play(stud.DealUnseen(DEALT, dealer, None if desk.t.dealing.turned_rule else QUALIFIES[0]))


def deal(desk: Desk) -> None:
    desk.act(deal_command(desk.t, desk.table))


def dealt(desk: Desk) -> None:
    deal(desk)
    if desk.t.mode == "keyed":
        unseen(desk)


def short(desk: Desk) -> None:
    deal(desk)
    unseen(desk, 4)


def found_short(desk: Desk) -> None:
    desk.play(stud.Report("dealer-short"), SUE)


def reveal(desk: Desk) -> None:
    desk.play(stud.Reveal(QUALIFIES if desk.t.mode == "keyed" else ()))


def settled(desk: Desk) -> None:
    while desk.stud.agenda:
        for option in options(desk.t, desk.table, DEE).in_round:
            if option.act == "ShowHand":
                desk.play(stud.ShowHand(option.fields["seat"], HANDS[option.fields["seat"]]))
                break
        else:
            desk.settle()
        desk.clear()


Way = tuple[Callable[[Desk], Any], ...]
OPEN: Way = (lambda d: d.open(*SEATS),)
BETTING: Way = (*OPEN, lambda d: d.ready().bets(*SEATS))
CLOSED: Way = (*BETTING, lambda d: d.act(c.LockOut()))
LIES: Way = (*CLOSED, dealt)
DECIDING: Way = (*LIES, Desk.clear)
DECIDED: Way = (*DECIDING, Desk.decide)
SETTLING: Way = (*DECIDED, reveal)

BOTH: dict[str, Way] = {
    "not ready": (*OPEN, lambda d: d.bets(*SEATS)), "betting": BETTING, "closed": CLOSED, "stub out": LIES,
    "deciding": DECIDING, "decided": DECIDED, "settling": SETTLING, "settled": (*SETTLING, settled),
}  # fmt: skip
REAL: dict[str, Way] = BOTH | {
    "dealing": (*CLOSED, deal),
    "taken back": (*LIES, lambda d: d.play(stud.TakeBackDeal(), SUE)),
    "taken back late": (*DECIDING, lambda d: d.play(stud.TakeBackDeal(), SUE)),
    "counted and taken back": (*LIES, lambda d: d.act(c.CountStub(37)), lambda d: d.play(stud.TakeBackDeal(), SUE)),
}
SHORT: dict[str, Way] = {
    "short": (*CLOSED, short),
    "completing": (*CLOSED, short, deal),
    "short late": (*DECIDED, found_short),
    "completing late": (*DECIDED, found_short, deal),
}

AFTER = ("stub out", "deciding", "decided")
WRONG: dict[str, tuple[str, ...]] = {
    "player-wrong-count": (*AFTER, "settling", "settled"),
    "dealer-wrong-count": (*AFTER, "settling", "settled"),
}

LATER = (*AFTER, "settling", "settled")
UNDECIDED = (
    "dealing", "taken back", "taken back late", "counted and taken back", "short", "completing", "stub out", "deciding",
)  # fmt: skip

MA = WRONG | {
    "dealer-short": (*AFTER, "settling", "settled"),
    "hole-card-exposed": ("betting", "closed", *UNDECIDED, *LATER, "short late", "completing late"),
    "hole-card-exposed-late": UNDECIDED,
    "face-up-card": ("dealing", "taken back", "completing", "completing late"),
    "face-up-cards": ("dealing", "taken back", "completing", "completing late", *LATER),
    "card-drawn-in-error": ("closed", "dealing", "taken back", "short", "completing", "short late", "completing late"),
    "shoe-jam": tuple(moment for moment in REAL | SHORT if moment not in ("not ready", "betting")),
    "wrong-deck": (*AFTER, "settling", "settled"),
    "stub-count": (),
    "chips-miscounted": (),
}  # fmt: skip
"""Under the Massachusetts text; the stub has a count of its own, and no chips lie at this table."""

SD = WRONG | {"wrong-deck": (*AFTER, "settling", "settled")}


def said(t: TableRules, kind: str) -> Any:
    game: Any = six if t.edition.game == "bonus-six" else stud
    return c.Play(game.Report(kind, SEATS[0] if kind in AT_A_SEAT else 0))


def check(t: TableRules, kinds: dict[str, tuple[str, ...]], moment: str, way: Way) -> None:
    """Each kind at one moment: `decide`, options and console say the same, and a refusal names no other clause."""
    desk = Desk(t)
    for step in way:
        step(desk)
    known = {each.kind: each.rule for each in STUD} | SIX
    for kind, moments in kinds.items():
        clauses: set[str | None] = set()
        lawful = moment in moments and not (t.mode == "virtual" and kind in IMPOSSIBLE)
        taken, offered, shown = set(), set(), set()
        for by in STAFF:
            try:
                decide(t, desk.table, Act(by, "", said(t, kind)))
            except Refused as refused:
                clauses |= {refused.clause} if by is SUE else set()
            else:
                taken.add(by.role)
            there = options(t, desk.table, by)
            offered |= {by.role for o in there.in_round if o.fields.get("irregularity") == kind}
            found = irregularities(t, desk.table, by, there)
            shown |= {by.role for item in found if item["act"]["irregularity"] == kind}
        rules = [rule for rule in (known[kind],) if rule in t.edition.citations]
        assert clauses <= {None, *(t.rules.clause(rule) for rule in rules)}, (kind, moment)
        late = moment != "betting" if kind == "hole-card-exposed" else moment in LATER
        alone = kind == "hole-card-exposed-late" or (kind in ("hole-card-exposed", "face-up-cards") and late)
        expected = ({"supervisor"} if alone else {by.role for by in STAFF}) if lawful else set()
        assert shown == expected, (kind, moment)
        if not (t.mode == "virtual" and kind in IMPOSSIBLE):
            assert (taken, offered) == (expected, expected), (kind, moment)


SHOE: dict[str, Any] = {"dealing": "automated-shoe"}


@pytest.mark.rule(
    "player_wrong_count", "dealer_wrong_count", "hole_card_exposed", "exposed_hole_card", "face_up_card",
    "card_drawn_in_error", "shoe_jam", "stub_count_wrong", "dealer_completes_from",
)  # fmt: skip
@pytest.mark.parametrize("moment", REAL | SHORT)
def test_real_cards_in_massachusetts_go_wrong_only_where_the_text_can_be_true(moment: str) -> None:
    assert MA.keys() == {each.kind for each in STUD}
    check(massachusetts(None, mode="keyed", **SHOE), MA, moment, (REAL | SHORT)[moment])


@pytest.mark.rule("hole_card_exposed", "exposed_hole_card", "shoe_jam")
@pytest.mark.parametrize("moment", BOTH)
def test_the_systems_own_cards_in_massachusetts_go_wrong_only_where_the_text_can_be_true(moment: str) -> None:
    check(massachusetts(None, **SHOE), MA, moment, BOTH[moment])


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count")
@pytest.mark.parametrize("mode", ["keyed", "virtual"])
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
@pytest.mark.parametrize("moment", REAL)
def test_wrong_counts_in_south_dakota_are_found_once_the_cards_are_dealt(moment: str, id: str, mode: str) -> None:
    if (mode == "virtual" and moment not in BOTH) or "counted" in moment:
        return
    kinds = {kind: SD.get(kind, ()) for kind in MA}
    check(south_dakota(id, None, mode=mode), kinds, moment, REAL[moment])


# ---- Bonus 6


def cards(desk: Desk) -> None:
    if desk.t.mode == "keyed":
        desk.play(six.DealUnseen(dict.fromkeys(SEATS, 2)))
    else:
        desk.act(c.DealCards())


def turn(desk: Desk) -> None:
    desk.play(six.TurnCommunity(hand("6h")[0] if desk.t.mode == "keyed" else None))


def street(desk: Desk) -> None:
    for seat in SEATS:
        desk.play(six.Bet(seat), player(seat))
    desk.act(c.Play(six.DealStreet()) if desk.t.mode == "keyed" else c.DealCards())


def bought(desk: Desk) -> None:
    for seat in SEATS:
        desk.play(six.BuyCard(seat), player(seat))


SHOWN = {1: hand("2c 4d 8s Tc Jd"), 3: hand("2s 4h 8d Th Js")}


def carded(desk: Desk) -> None:
    for seat in SEATS:
        if desk.t.mode == "keyed":
            desk.play(six.ShowHand(seat, SHOWN[seat][:4]))
            desk.play(six.DealBonusCard(seat))
        else:
            desk.act(c.DealCards())


def judged(desk: Desk) -> None:
    for seat in reversed(SEATS):
        if desk.t.mode == "keyed":
            desk.play(six.ShowHand(seat, SHOWN[seat]))
        desk.play(six.SettleSeat(seat))


SIX_BETTING: Way = (*OPEN, lambda d: d.ready().bets(*SEATS, insurance=500))
SIX_WAY: tuple[tuple[str, Way], ...] = (
    ("betting", SIX_BETTING), ("closed", (lambda d: d.act(c.LockOut()),)), ("turning", (cards,)), ("second", (turn,)),
    ("third", (street,)), ("fourth", (street,)), ("cards", (bought,)), ("settling", (carded,)), ("settled", (judged,)),
)  # fmt: skip
SIX_PLAY = ("turning", "second", "third", "fourth", "cards")
SIX_KINDS = {
    "wrong-deck": (*SIX_PLAY, "settling", "settled"),
    "wrong-count": (*SIX_PLAY, "settling", "settled"),
    "card-off-table": (*SIX_PLAY, "settling", "settled"),
    "exposed-card": SIX_PLAY,
    "community-card-exposed": ("turning",),
}
DEALT_BY_HAND = ("card-off-table", "exposed-card", "community-card-exposed")
"""What also goes wrong with real cards before the deal is keyed."""


@pytest.mark.rule("wrong_count", "card_off_table", "exposed_card")
@pytest.mark.parametrize("mode", ["keyed", "virtual"])
@pytest.mark.parametrize("number", range(len(SIX_WAY)), ids=[moment for moment, _ in SIX_WAY])
def test_cards_of_bonus_six_go_wrong_only_where_the_text_can_be_true(number: int, mode: str) -> None:
    assert SIX_KINDS.keys() == SIX.keys()
    way = tuple(step for _, steps in SIX_WAY[: number + 1] for step in steps)
    unkeyed = {kind: ("closed",) * (mode == "keyed" and kind in DEALT_BY_HAND) for kind in SIX_KINDS}
    kinds = {kind: (*unkeyed[kind], *phases) for kind, phases in SIX_KINDS.items()}
    check(bonus_six(mode=mode), kinds, SIX_WAY[number][0], way)
