"""A table at which nobody does anything but what the guide names; every count is told as it is."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.tables.desk import Desk, by_role, player
from tests.tables.walk import HOUSES
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import options
from upcard.tables.next_step import Next, guide
from upcard.tables.round_commands import hands_counted_too

SEATS = (1, 3, 4)
KEYED = tuple(msgspec.structs.replace(t, mode="keyed") for t in HOUSES)


class Led(Desk):
    """A table at which nobody does anything but what the guide names."""

    def __init__(self, t: TableRules, seed: int) -> None:
        super().__init__(t)
        self.rng = Random(seed)
        self.pack: list[Card] = []

    def lead(self) -> str:
        """The next step, taken; its name."""
        step = guide(self.t, self.table)
        assert step is not None
        match step.act:
            case "Decide":
                self._decide(step)
            case "LockOut" if step.command is None:
                self._wager()
            case "WashDeck" if step.command is None:
                self.act(c.TakeSeat(SEATS[0], f"p{SEATS[0]}"), player(SEATS[0]))
            case "OpenTable":
                self.act(c.OpenTable())
                for seat in SEATS:
                    self.act(c.TakeSeat(seat, f"p{seat}"), player(seat))
            case _:
                self.act(self._command(step), by_role(step.roles[0]))
        return step.act

    def _command(self, step: Next) -> c.Command:
        if step.act == "DealUnseen":
            self.pack = [*reversed(self.shuffled())]
        command = step.command if step.command is not None else self._told(step)
        if isinstance(command, c.ShuffleDeck) and self.t.mode == "virtual":
            return c.ShuffleDeck(command.deck, command.method, self.shuffled())
        if isinstance(command, c.Play) and isinstance(command.command, stud.Settle):
            return c.Play(stud.Settle(command.command.kind, command.command.seat, dict(self.meters)))
        return command

    def shuffled(self) -> tuple[Card, ...]:
        """The next shuffle."""
        return tuple(self.rng.sample(DECK, len(DECK)))

    def _told(self, step: Next) -> c.Command:
        """What a person says of real cards; every count as it is."""
        assert step.asks, f"{step.act} is neither complete nor asked for"
        given: dict[str, Any] = dict(step.suggests)
        round: Any = self.table.round
        game: Any = six if self.t.edition.game == "bonus-six" else stud
        for name in step.asks:
            match name:
                case "chips":
                    given[name] = accepted_chips(round)
                case "cards" if step.act == "CountStub":
                    more = round.miscounted(5) == 1  # one hand has a card too many, or several make up for it
                    given[name] = len(DECK) - round.dealt - more - self.table.discarded
                    if hands_counted_too(self.t, self.table):
                        given["hands"] = round.dealt + more
                case "cards" if step.act in ("CutDeck", "ReportShufflerCount"):
                    given[name] = 26 if step.act == "CutDeck" else len(DECK)
                case "up_card":
                    self.dealer = tuple(self.pack.pop() for _ in range(5))
                    given[name] = self.dealer[0]
                case "card" if step.act == "TurnUpCard":
                    self.dealer = tuple(self.pack.pop() for _ in range(5))
                    given[name] = self.dealer[4]
                case "dealer":
                    given[name] = self.dealer
                case "card":
                    given[name] = self.pack.pop()
                case "cards" if step.act == "ShowHand":
                    held = round.seats[step.seat]
                    given[name] = (*held.cards, *(self.pack.pop() for _ in range(held.count - len(held.cards))))
        made: Any = getattr(c, step.act, None) or getattr(game, step.act)
        if step.seat:
            given["seat"] = step.seat
        if step.deck:
            given["deck"] = step.deck
        command = made(**given)
        return c.Play(command) if made.__module__ == game.PlaceWager.__module__ else command

    def _wager(self) -> None:
        for seat in SEATS:
            for _ in range(6):
                offered = [o for o in options(self.t, self.table, player(seat)).in_round if o.act == "PlaceWager"]
                if not offered:
                    break
                option = self.rng.choice(offered)
                cents = option.amounts[0] if option.amounts else max(option.low or 1, min(1000, option.high or 1000))
                game: Any = six if self.t.edition.game == "bonus-six" else stud
                try:
                    self.play(game.PlaceWager(**option.fields, cents=cents), player(seat))
                except Refused:
                    break

    def _decide(self, step: Next) -> None:
        own = player(step.seat)
        wanted = ("Fold", "Bet", "Stand", "Discard", "BuyCard")
        offered = [o for o in options(self.t, self.table, own).in_round if o.act in wanted]
        option = self.rng.choice([o for o in offered if o.fields["seat"] == step.seat])
        game: Any = six if self.t.edition.game == "bonus-six" else stud
        self.play(getattr(game, option.act)(**option.fields), own)
