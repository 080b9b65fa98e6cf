"""Tables that bots play, and what is looked at while they do: the acts, the events, the money on the felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from tests.house_texts import house_text
from upcard.bots import Pit, virtual
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six import events as six_events
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.payment import Meter, drawn
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import read_house
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, Table, decide, evolve
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.units import micros

EXAMPLES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")
EXTRAS = ("envy", "magic_card", "lucky")
"""Payments that no stake lies behind."""

MOST_ACTS = 500
"""More than any round takes."""

Doing = tuple[Actor, c.Command]


def example(name: str) -> tuple[TableRules, ...]:
    """The tables of an example house, as bots play them."""
    text = house_text(name)
    return tuple(virtual(t) for t in read_house(text).tables)


TABLES = tuple(t for name in EXAMPLES for t in example(name))


def titled(t: TableRules) -> str:
    return f"{t.edition.id}, {t.name}"


class Evening:
    """A table played by whatever `pit` says; a refusal is an error."""

    def __init__(self, t: TableRules) -> None:
        self.t = t
        self.table = Table()
        self.acts: list[Doing] = []
        self.events: list[Any] = []
        """What happened, with what happened in a round taken out of its wrapping."""
        levels = t.rules.levels if isinstance(t.rules, CaribbeanStudRules) else ()
        self.meters = {level: Meter(micros(5_000_000), micros(1_000_000)) for level in levels}
        self.reports: list[tuple[int, str, str]] = []
        """The irregularities that were reported: the number of the round, which one, and the phase it was in."""
        self.felt: Counter[tuple[int, str, int]] = Counter()
        """Every wager and fee put down in the round: seat, name and cents."""

    def play(self, rounds: int, pit: Callable[[], Pit]) -> Evening:
        """So many rounds more; `pit` is asked for at every act."""
        last = self.table.number + rounds + (not self.table.is_open)
        while self.table.number < last:
            doing = pit().next(self.table)
            assert doing is not None
            self.do(*doing)
            assert len(self.acts) < last * MOST_ACTS, "a round comes to an end"
        return self

    def do(self, by: Actor, command: c.Command) -> None:
        self.acts.append((by, command))
        if isinstance(command, c.Play) and isinstance(command.command, stud.Report | six.Report):
            assert self.table.round is not None
            self.reports.append((self.table.number, command.command.irregularity, self.table.round.phase))
        if isinstance(command, c.Play) and isinstance(command.command, stud.Settle):
            assert command.command.meters == {}, "whoever keeps the meters puts them in"
            command = c.Play(msgspec.structs.replace(command.command, meters=dict(self.meters)))
        for entry in decide(self.t, self.table, Act(by, "", command)):
            self.happened(entry.event)

    def happened(self, event: e.Event) -> None:
        inner: Any = event.event if isinstance(event, e.Played) else event
        self._put_down(inner)
        if isinstance(event, e.RoundReconciled):
            self._cleared()
        self.table = evolve(self.table, event)
        for draw in getattr(inner, "draws", ()):
            self.meters[draw.level] = drawn(self.meters[draw.level], draw)
        self.events.append(inner)

    def _put_down(self, event: Any) -> None:
        round: Any = self.table.round
        match event:
            case stud_events.WagerPlaced() | six_events.WagerPlaced():
                self.felt[event.seat, event.wager, event.cents] += 1
            case stud_events.WagerTakenBack() | six_events.WagerTakenBack():
                coupon = event.wager in ("match_play", "progressive_coupon")
                self.felt[event.seat, event.wager.removesuffix("_coupon"), 0 if coupon else event.cents] -= 1
            case stud_events.ProgressiveCorrected():
                struck = event.before if event.wager == "progressive" else 0
                self.felt[event.seat, "progressive", event.cents or struck] += 1 if event.cents else -1
            case stud_events.CouponPlaced():
                self.felt[event.seat, event.coupon, 0] += 1
            case stud_events.BetMade():
                self.felt[event.seat, "bet", event.cents] += 1
            case six_events.BetMade():
                self.felt[event.seat, f"bet_{round.seats[event.seat].bets + 1}", event.cents] += 1
                if event.tip:
                    self.felt[event.seat, "tip", event.tip] += 1
            case six_events.FinalDecided(decision="card"):
                assert isinstance(self.t.rules, BonusSixRules)
                fee = self.t.rules.law.bonus_card_multiple * round.seats[event.seat].ante
                self.felt[event.seat, "bonus_card", fee] += 1
            case _:
                pass

    def _cleared(self) -> None:
        """When a round is closed, each wager that was put down has been paid, kept or given back, once."""
        assert self.table.round is not None
        paid = Counter((p.seat, p.wager, p.staked) for p in self.table.round.payments if p.wager not in EXTRAS)
        assert paid == +self.felt
        self.felt.clear()

    def kinds(self) -> set[str]:
        return {type(event).__name__ for event in self.events}

    def commands(self) -> list[Any]:
        """What was asked for, in the round or around it."""
        return [command.command if isinstance(command, c.Play) else command for _, command in self.acts]


def evening(t: TableRules, rounds: int, *, seed: str = "seed", seats: int | None = None, **options: Any) -> Evening:
    """So many rounds with one pit."""
    pit = Pit(t, seed, seats or t.seats, **options)
    return Evening(t).play(rounds, lambda: pit)


ALWAYS, OFTEN = Fraction(1), Fraction(1, 3)
