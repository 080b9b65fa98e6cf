"""What a fold gives up is collected on the fold, before a hole card is turned; the cards alone may have to stay."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import FULL_MA, HANDS, QUALIFIES, Desk, massachusetts, player
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.next_step import guide


def told(desk: Desk) -> tuple[str, list[str]]:
    """The next step, and the clauses and words of its lines."""
    step = guide(desk.t, desk.table)
    assert step is not None
    return f"{step.act} {step.seat}", [f"{line.cites}: {line.do}" for line in step.lines]


ANTE = "ma-10(a): Put the whole ante into the tray."
BONUS = "ma-10(b): Collect the bonus wager too: the fold gives it up."
COVER_ALL = "ma-10(b): Collect the cover all wager too: the fold gives it up."
BEFORE = "ma-10(c): See that every forfeited wager is collected before you turn up a hole card."
CARDS = "ma-10(a): Take the folded cards at once and put them in the discard rack."


def folded(seat: int, wagers: dict[str, int], **house: Any) -> Desk:
    """Everybody makes these wagers, those before the seat bet, and the seat folds."""
    desk = Desk(massachusetts(**FULL_MA, dealing="automated-shoe", **house)).to_decisions(HANDS, QUALIFIES, wagers)
    desk.clear()
    for number in desk.stud.clockwise:
        desk.play((stud.Fold if number == seat else stud.Bet)(number), player(number))
        if number == seat:
            return desk
    raise AssertionError


@pytest.mark.rule("fold_forfeits_ante", "fold_keeps", "forfeits_collected_first")
@pytest.mark.parametrize("seat", HANDS)
def test_a_fold_whose_cards_stay_gives_up_its_wagers_at_once(seat: int) -> None:
    desk = folded(seat, {"bonus": 500, "five_card_player": 100, "cover_all": 500})
    assert told(desk) == (f"CollectForfeits {seat}", [ANTE, BONUS, COVER_ALL, BEFORE])
    act: Any = stud.Reveal() if seat == max(HANDS) else stud.Bet(desk.stud.clockwise[-1])
    assert desk.refused_play(act) in ("fold_forfeits_ante", "forfeits_collected_first")
    desk.act(c.CollectForfeits(seat))
    assert "RackCards" not in told(desk)[0]
    assert desk.rule_of(c.RackCards(seat)) == "fold_keeps"
    desk.decide_rest()
    desk.play(stud.Reveal())
    desk.settle_all()
    racked = [each.event.rule for each in desk.recorded if isinstance(each.event, e.CardsRacked)]
    assert "fold_forfeits_ante" not in racked  # nothing is collected that has been collected


@pytest.mark.rule("fold_forfeits", "cover_all_after_fold", "forfeits_collected_first")
@pytest.mark.parametrize("seat", HANDS)
def test_cards_that_go_at_once_go_after_all_that_the_fold_gives_up(seat: int) -> None:
    assert told(folded(seat, {"bonus": 500, "cover_all": 500})) == (
        f"RackCards {seat}",
        [ANTE, BONUS, COVER_ALL, CARDS, BEFORE],
    )
    stands = folded(seat, {"bonus": 500, "cover_all": 500}, cover_all_after_fold="stands")
    assert told(stands) == (f"RackCards {seat}", [ANTE, BONUS, CARDS, BEFORE])
    assert told(folded(seat, {})) == (f"RackCards {seat}", [ANTE, CARDS, BEFORE])
