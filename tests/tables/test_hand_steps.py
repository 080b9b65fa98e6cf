"""Whatever a dealer does by hand next has its lines, at every table, whatever went wrong before."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.games.rigged import KINDS, Stub
from tests.tables.desk import DEE, FLO, QUALIFIES, SUE, Desk, by_role, massachusetts, player, south_dakota
from tests.tables.led import KEYED, Led
from tests.tables.walk import HOUSES
from upcard.cards import Card
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import options
from upcard.tables.next_step import Next, guide


class Erring(Led):
    """A table at which much goes wrong, and good hands lie far oftener than by chance."""

    def __init__(self, t: TableRules, seed: int) -> None:
        super().__init__(t, seed)
        self.bare: set[tuple[str, str | None, Any, Any]] = set()
        """The steps without lines: act, rule, phase, and what voided the round."""

    def shuffled(self) -> tuple[Card, ...]:
        stub = Stub(self.rng)
        hands = [stub.deal(self.rng.choice(KINDS)) for _ in range(4)]
        if self.t.mode == "virtual" and self.t.dealing is not None and self.t.dealing.order.deal == "singly":
            return (*(hand[place] for place in range(5) for hand in hands), *stub.cards)
        return (*(card for hand in hands for card in hand), *stub.cards)

    def lead(self) -> str:
        step = guide(self.t, self.table)
        assert step is not None
        if not step.lines and not _with_no_hand(self.t, step, self.table.round):
            round: Any = self.table.round
            self.bare.add((step.act, step.rule, getattr(round, "phase", None), getattr(round, "void", None)))
        return super().lead()

    def err(self) -> None:
        """Something is found wrong, or put right, or somebody leaves."""
        step = guide(self.t, self.table)
        if step is not None and step.act in MISCOUNTED and self.rng.random() < 0.8:
            self.act(MISCOUNTED[step.act](self, step), by_role(step.roles[0]))
            if step.act == "CountChips" and self.rng.random() < 0.5:
                self.play(stud.Report("chips-miscounted"), SUE)
            return
        game: Any = six if self.t.edition.game == "bonus-six" else stud
        by = self.rng.choice((DEE, SUE))
        found = [o for o in options(self.t, self.table, by).in_round if o.act in ("Report", "TakeBackDeal")]
        if found and self.rng.random() < 0.7:
            option = self.rng.choice(found)
            self.play(getattr(game, option.act)(**option.fields), by)
            return
        steps = [step for step in options(self.t, self.table, FLO).steps if isinstance(step, MAY_HAPPEN)]
        if steps:
            self.act(self.rng.choice(steps), FLO)


MISCOUNTED: dict[str, Callable[[Erring, Next], c.Command]] = {
    "CountChips": lambda led, step: c.CountChips(accepted_chips(led.stud) + 1),
    "ReportShufflerCount": lambda led, step: c.ReportShufflerCount(step.deck, 51),
    "CountStub": lambda led, step: c.CountStub(30, hands=led.stud.dealt),
}

MAY_HAPPEN = (c.CloseTable, c.ReplaceDeck, c.RemoveDevice, c.ReportShufflerJam)


def _with_no_hand(t: TableRules, step: Next, round: Any) -> bool:
    """Whether nothing is done by hand: a table opens or deals otherwise, what lies there is keyed, a round ends."""
    return step.act in ("OpenTable", "ChangeDealing", "DealUnseen") or (step.act == "Reconcile" and round.void is None)


@pytest.mark.rule("folded_cards_collected", "player_wrong_count", "no_hand_cards_collected", "dealer_wrong_count")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("place", range(len(HOUSES)))
def test_every_next_step_that_is_done_by_hand_has_its_lines(place: int, mode: str) -> None:
    bare: set[Any] = set()
    for seed in range(4):
        led, lots = Erring((HOUSES if mode == "virtual" else KEYED)[place], seed), Random(f"{seed} errs")
        for _ in range(250):
            led.lead()
            if led.table.is_open and lots.random() < 0.1:
                led.err()
        bare |= led.bare
    assert bare == set()


@pytest.mark.rule("folded_cards_collected", "player_wrong_count", "void_hand_returns")
@pytest.mark.parametrize(
    ("t", "lines"),
    [
        (
            south_dakota(id, mode="keyed"),
            [
                f"{id}(10): This hand is dead: see that the player has every wager back.",
                f"{id}(11)(a): Spread the cards, count them, and put them in the discard rack.",
            ],
        )
        for id in ("sd-2011", "sd-2015")
    ]
    + [
        (
            massachusetts(None, mode="keyed"),
            [
                "ma-13(d): This hand is void: see that the player has every wager back.",
                "ma-10(a): Take the folded cards at once and put them in the discard rack.",
            ],
        )
    ],
)
def test_a_folded_hand_that_turns_out_void_goes_to_the_rack_line_by_line(t: TableRules, lines: list[str]) -> None:
    desk = Desk(t).open(1, 3).ready().bets(1, 3).deal()
    desk.play(stud.DealUnseen({1: 5, 3: 5}, 5, QUALIFIES[0]))
    desk.clear().play(stud.Fold(1), player(1))
    desk.play(stud.Report("player-wrong-count", 1), SUE)
    if t.edition.id != "ma":
        desk.play(stud.Bet(3), player(3))
    while (step := guide(desk.t, desk.table)) is not None and step.act == "CountStub":
        desk.act(c.CountStub(37, hands=15))
    assert step is not None
    assert (step.act, step.seat) == ("RackCards", 1)
    assert [f"{line.cites}: {line.do}" for line in step.lines] == lines


@pytest.mark.rule("player_wrong_count")
def test_only_the_seat_that_is_void_is_given_its_wagers_back() -> None:
    desk = Desk(south_dakota(mode="keyed")).open(1, 3).ready().bets(1, 3).deal()
    desk.play(stud.DealUnseen({1: 6, 3: 5}, 5, QUALIFIES[0]))
    desk.clear().play(stud.Fold(3), player(3))
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.seat, step.rule) == ("RackCards", 3, "fold_forfeits_ante")
    assert not [line for line in step.lines if "dead" in line.do]
