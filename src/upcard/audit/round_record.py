"""A round as the journal tells it: its entries in order, each with the table and the meters as they then stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from upcard.audit.opened_rules import Pinned
from upcard.audit.verdict import lines_cited_today
from upcard.games.game import GameRound as Round
from upcard.games.game import core_of_round, game_of_round
from upcard.games.payment import Meter, Payment
from upcard.games.settle import Rules, settlement
from upcard.journal.command import Event
from upcard.money import account
from upcard.money import events as me
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables.state import Table, standing

Meters = Mapping[str, Meter]

SETTLEMENT = ("settling", "settled")


class Step(NamedTuple):
    """One entry of the round, with what it left behind."""

    entry: Entry
    event: Event
    before: Table
    after: Table
    meters: Meters


@dataclass(slots=True)
class Story:
    """A round from the end of the one before to its own end, or as far as it has come."""

    table: str
    number: int
    pinned: Pinned
    rules: Rules
    """As pinned, with the terms of its jackpot eased where a petition was granted."""
    standing_on: bytes = b""
    """The hash of the entry before the first."""
    steps: list[Step] = field(default_factory=list)
    later: list[Step] = field(default_factory=list)
    """What was done with its slips after the round."""
    over: bool = False
    eased: str = ""
    """The hand that wins the whole top meter since a petition was granted, or empty."""
    settled_by: dict[str, Rules] = field(default_factory=dict)
    """By what was eased, the rules that were in force while the round was settled: more than one where that changed."""
    hits: list[me.HitLocked] = field(default_factory=list)
    slips: list[me.SlipIssued] = field(default_factory=list)
    meters: Meters | None = None
    """The meters when the settlement began."""
    meters_after: Meters = field(default_factory=dict)
    """The meters after its last step."""
    meters_moved: bool = False
    """Whether a meter moved otherwise than by awards while the round was settled."""
    own: dict[str, int] = field(default_factory=dict)
    """By account, what the round itself moved since its settlement began, in micros."""

    @property
    def id(self) -> str:
        return f"{self.table}:{self.number}"

    @property
    def round(self) -> Round | None:
        """The round as it ended, before the table was cleared for the next, or as it stands."""
        found = (s.after.round for s in reversed(self.steps) if s.after.number == self.number and s.after.round)
        return next(found, None)

    @property
    def steady(self) -> bool:
        """Whether the same rules were in force from the first step of the settlement to the last."""
        return len(self.settled_by) <= 1

    @property
    def players(self) -> dict[int, str]:
        return self.steps[-1].before.players if self.steps else {}

    @property
    def of_table(self) -> list[te.Event]:
        """What happened at the table itself and was not taken back."""
        return standing(step.event for step in self.steps if isinstance(step.event, te.Event))

    @property
    def void(self) -> str | None:
        """The rule that made every hand void, if one did and still does."""
        return getattr(self.round, "void", None)

    @property
    def written(self) -> dict[str, Any] | None:
        """The round as `upcard settle` reads it, or None where nobody had a wager down; in play, what lies face up."""
        round = self.round
        if round is None or not round.seats:
            return None
        meters = self.meters if self.meters is not None else self.steps[-1].meters
        return game_of_round(round).recorded(self.rules, round, meters, self.of_table, over=self.over)

    @property
    def settlement(self) -> dict[str, Any] | None:
        """What was paid, as `upcard settle` writes it and in its order; nothing while the round is in play."""
        return self._settlement(tuple)

    @property
    def settlement_today(self) -> dict[str, Any] | None:
        """The same with the rules that are cited today."""
        return self._settlement(lines_cited_today)

    def _settlement(self, cited: Callable[[Iterable[Payment]], tuple[Payment, ...]]) -> dict[str, Any] | None:
        if self.round is None or not self.over:
            return None
        listed = cited(core_of_round(self.round).listed(self.round))
        return settlement(self.rules, self.round, listed, self.meters_after)

    def add(self, step: Step, before: bytes) -> None:
        """Takes the next entry of the round; `before` is the hash that it stands on."""
        if not self.steps:
            self.standing_on = before
        self.steps.append(step)

    def locked(self, rejected: me.HitRejected) -> Mapping[str, int]:
        """What the lock of an award that is rejected had moved, by account."""
        for step in self.steps:
            match step.event:
                case me.HitLocked(jackpot=rejected.jackpot, number=rejected.number):
                    return step.entry.moved
        return {}

    def judged(self, table: Table, rules: Rules, terms: str) -> None:
        """Notes the terms in force for the table as it stands."""
        self.rules, self.eased = rules, self.eased or terms
        if table.round is not None and table.round.phase in SETTLEMENT:
            self.settled_by[terms] = rules

    def settling(self, event: te.Event, after: Table, meters: Meters) -> None:
        """Notes the meters when the settlement begins and after each of its steps."""
        round = after.round
        if round is None:
            return
        if isinstance(event, te.StepTakenBack):
            self._back(round, meters)
            return
        game, inner = game_of_round(round), event.event if isinstance(event, te.Played) else None
        if isinstance(inner, game.TAKEN_BACK):
            self.meters, self.meters_moved = None, False
            self.settled_by, self.own = {}, {}
        voids = isinstance(inner, game.VOID)
        begun = self.meters is not None  # a dealer's card that was missing may be on its way
        if round.phase not in SETTLEMENT and not (voids and begun):
            return
        if self.meters is None or (voids and getattr(round, "void", None) is not None):
            self.meters = self.meters_after = meters
            self.own = {}
        elif isinstance(inner, game.PAYING):
            self.meters_after = meters
        elif voids:
            self._without_void(meters, drawn=any(payment.drawn for payment in round.payments))

    def _back(self, round: Any, meters: Meters) -> None:
        """A step goes back: the settlement has not begun, or the meters are what they were before a hand was void."""
        if round.phase not in SETTLEMENT:
            self.meters, self.meters_moved = None, False
            self.settled_by, self.own = {}, {}
        elif meters != self.meters_after:
            self._without_void(meters, drawn=any(payment.drawn for payment in round.payments))

    def _without_void(self, meters: Meters, *, drawn: bool) -> None:
        """A void hand takes its contribution off the meters, as if it had never been there.

        Where an award was keyed or paid off a meter before that, it was worked out with the contribution.
        """
        rejected = {(s.event.jackpot, s.event.number) for s in self.steps if isinstance(s.event, me.HitRejected)}
        if drawn or any((hit.jackpot, hit.number) not in rejected for hit in self.hits):
            self.meters_moved = True
        else:
            self.meters, self.own = meters, {}
        self.meters_after = meters

    def check_moved(self, jackpots: Mapping[str, str], meters: Meters) -> None:
        """Compares the meters with what the round itself has left of them; `jackpots` leads from levels to jackpots."""
        for level, then in (self.meters or {}).items():
            jackpot = jackpots.get(level, "")
            mine = [self.own.get(kept(jackpot, level), 0) for kept in (account.meter, account.reserve)]
            left = Meter(then.amount + mine[0], then.seed, then.reserve + mine[1])
            if meters.get(level) != left:
                self.meters_moved = True
