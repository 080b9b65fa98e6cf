"""One table that runs itself: who does what next, from the table as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from upcard.bots.deck_bot import Decks, Rig
from upcard.bots.irregularities import (
    CHIPS,
    CHIPS_STRUCK,
    CHIPS_VOID,
    MISCOUNTS,
    MISDEALT,
    WRONG_STUB,
    mishaps,
    reported,
)
from upcard.bots.seeded_random import SITS_OUT, Fate, fate, happens, lots, plain
from upcard.bots.wager_plans import Plan, found, plan, taken
from upcard.cards import DECK, Card, below
from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.actor import STAFF, Role
from upcard.tables.dealing import obstacle
from upcard.tables.idle_cards import idle_step
from upcard.tables.next_step import Next, following
from upcard.tables.procedure import in_turn
from upcard.tables.state import Table
from upcard.tables.stranded import stranded, taken_back

FULL = len(DECK)

Doing = tuple[Actor, c.Command]


def attended(table: Table, phase: str) -> c.Command | None:
    """What a supervisor does about a call: comes, and is done when the round is."""
    if table.called:
        return c.AnswerCall()
    return c.EndCall() if table.call and phase == "betting" else None


def virtual(t: TableRules) -> TableRules:
    """The same table with cards of the system's own: bots have no hands to deal real ones with."""
    return replace(t, mode="virtual")


class Pit:
    """The dealer, the floor and the players of one table.

    A pit keeps what follows from the rules, the seed and the number of players, and nothing of the play: two pits alike
    say the same of the same table. `irregular` is how often a round goes wrong. `rig` gives the cards of a round in the
    order in which they are dealt; such a round is played by everyone, with the fullest wagers and without mishaps.
    `sourced` is for a floor that draws the cards itself: the pit brings none, and counts what is there. `players` names
    the pit's own by seat: whoever else sits there is a person, and is waited for. `purse` tells what the pit's own at a
    seat can put down in a round, where anything bounds it.
    """

    def __init__(
        self,
        t: TableRules,
        seed: str,
        seats: int,
        *,
        irregular: Fraction = Fraction(0),
        rig: Rig | None = None,
        sourced: bool = False,
        players: Mapping[int, str] | None = None,
        purse: Callable[[int], int | None] = lambda seat: None,
    ) -> None:
        if t.mode != "virtual":
            raise ValueError(f"table {t.name!r} has real cards: bots play `virtual` ones.")
        if not 1 <= seats <= t.seats:
            raise ValueError(f"{seats} players cannot sit at table {t.name!r}; 1 to {t.seats} can.")
        self._t = t
        self._seed = seed
        self._named = players
        self._purse = purse
        own = {seat: f"{t.name} {seat}" for seat in range(1, seats + 1)} if players is None else players
        self._seats = tuple(sorted(own))
        self._irregular = irregular
        self._rig = rig
        self._sourced = sourced
        self._decks = Decks(t, seed, rig, sourced)
        possible = mishaps(t) if irregular else ()
        self._mishaps = tuple(each for each in possible if not (sourced and each.kind in IMPOSSIBLE.union(MISCOUNTS)))
        self._staff: dict[Role, Actor] = {role: Actor(f"{t.name} {role}", role) for role in STAFF}
        self._players = {seat: Actor(own[seat], "player") for seat in self._seats}
        self._plans: dict[tuple[int, int, bool], Plan] = {}
        self._fate: Fate | None = None

    def under(self, t: TableRules) -> Pit:
        """The same people under other terms."""
        if t is self._t:
            return self
        return Pit(
            t, self._seed, max(1, len(self._seats)), irregular=self._irregular, rig=self._rig, sourced=self._sourced,
            players=self._named, purse=self._purse,
        )  # fmt: skip

    def next(self, table: Table) -> Doing | None:
        """The next lawful act at the table and who does it; None where there is nothing that a bot could do."""
        if not table.is_open:
            return self._staff["dealer"], c.OpenTable()
        round = table.round
        if round is None:
            return None
        fate = self._fate
        if fate is None or fate.number != table.number:
            fate = self._fate = self._drawn(table.number)
        if (call := attended(table, round.phase)) is not None:
            return self._staff["supervisor"], call
        if round.phase == "betting":
            return self._betting(table, round, fate)
        if fate.mishap is not None and (said := reported(self._mishaps[fate.mishap], table, fate)) is not None:
            return self._by(said)
        return self._in_round(table, round, fate)

    # ---- what chance has decided

    def _drawn(self, number: int) -> Fate:
        """The fate of a round; kept only because it is asked for at every act of the round."""
        if self._rig is not None and self._rig(number) is not None:
            return plain(number, self._seats)
        if not self._seats:
            return Fate(number, (), {}, frozenset(), frozenset(), None, 0)
        stream = lots(self._seed, self._t.name, number, "fate")
        sits_out = SITS_OUT if self._named is None else Fraction(0)  # whoever came for company stays in the game
        return fate(stream, number, self._seats, self._irregular, len(self._mishaps), sits_out)

    def _mishap(self, fate: Fate) -> str:
        return "" if fate.mishap is None else self._mishaps[fate.mishap].kind

    # ---- who

    def _by(self, doing: tuple[Role, c.Command]) -> Doing:
        role, command = doing
        return self._staff[role], command

    def _player(self, table: Table, seat: int) -> Actor:
        """Whoever sits there, also where it is none of the pit's own."""
        player = self._players.get(seat)
        known = table.players.get(seat)
        return player if player is not None and known == player.id else Actor(known or "", "player")

    # ---- before the deal

    def _betting(self, table: Table, round: Any, fate: Fate) -> Doing:
        for seat in self._seats:
            if seat not in table.players:
                player = self._players[seat]
                return player, c.TakeSeat(seat, player.id)
        if idle_step(self._t, table) is not None:
            return self._staff["dealer"], c.SpreadIdle()
        if (stands := obstacle(self._t, table)) is not None:
            return self._staff["floorperson"], stands.remedy
        for name in in_turn(self._t, table):
            deck = table.decks[name]
            step = None if deck.stage == "ready" else self._decks.step(table, name, deck, self._mishap(fate))
            if step is not None:
                return self._by(step)
        covered = game_of(self._t).covered(self._t, table, len(round.seats.keys() | fate.playing))
        for seat in fate.playing:
            command = self._plan(seat, fate.variants[seat], covered=covered).get(found(self._t, round, seat))
            if command is not None and taken(self._t, table, command.command):
                coupon = hasattr(command.command, "coupon")
                return self._staff["dealer"] if coupon else self._player(table, seat), command
        if fate.mishap is not None and (said := reported(self._mishaps[fate.mishap], table, fate)) is not None:
            return self._by(said)
        for one in stranded(self._t, table)[:1]:
            return self._staff["dealer"], taken_back(self._t, one)
        return self._staff["dealer"], c.LockOut()

    def _waited_for(self, seat: int) -> bool:
        """Whether a person plays there."""
        return self._named is not None and seat not in self._named

    def _plan(self, seat: int, variant: int, *, covered: bool) -> Plan:
        if (purse := self._purse(seat)) is not None:
            return plan(self._t, self._seed, seat, variant, covered=covered, purse=purse)
        key = seat, variant, covered
        known = self._plans.get(key)
        if known is None:
            known = self._plans[key] = plan(self._t, self._seed, seat, variant, covered=covered)
        return known

    # ---- the round

    def _in_round(self, table: Table, round: Any, fate: Fate) -> Doing | None:
        step = following(self._t, table)
        if step is None:
            return None
        if step.deck:  # only where somebody else closed the bets
            made = self._decks.step(table, step.deck, table.decks[step.deck], "")
            return self._by(made) if made is not None else None
        if step.act == "Decide":
            if self._waited_for(step.seat):
                return None
            whims = {"whim": step.seat in fate.whims, "late_whim": step.seat in fate.late_whims}
            decision = game_of(self._t).choose(self._t.rules, round, step.seat, **whims)
            return self._player(table, step.seat), c.Play(decision)
        if step.act == "Reveal" and self._t.draws and not self._sourced:
            return self._staff["dealer"], c.Play(self._reveal(round, fate.number))
        if step.act in ("CountChips", "CountStub", "RackStub"):
            return self._counted(table, round, step, self._mishap(fate))
        return (self._staff[step.roles[0]], step.command) if step.command is not None else None

    def _counted(self, table: Table, round: Any, step: Next, wrong: str) -> Doing:
        """A step of the procedure that counts something, once wrongly where that is the round's mishap."""
        by = self._staff[step.roles[0]]
        if step.act == "CountChips":
            return self._chips(table, round, by, wrong)
        miscounted = wrong in (WRONG_STUB, MISDEALT)
        if step.act == "RackStub" and not miscounted:
            return by, c.RackStub()
        dealt = sum(seat.count for seat in round.seats.values()) + round.dealer_count
        left = FULL - dealt - table.discarded
        hands = dealt + miscounted if wrong == MISDEALT else None
        return by, c.CountStub(left - miscounted, misdealt=wrong == MISDEALT, hands=hands)

    def _chips(self, table: Table, round: Any, by: Actor, wrong: str) -> Doing:
        """The progressive chips are counted; after a wrong count again, or a wager is struck, or the round is void."""
        core = game_of(self._t).core
        if table.chips == "wrong" and wrong == CHIPS_VOID:
            return self._staff["supervisor"], c.Play(core.Report("chips-miscounted"))
        if table.chips == "wrong" and wrong == CHIPS_STRUCK:
            seat = next(n for n in round.clockwise if round.seats[n].wagers.get("progressive"))
            return self._staff["supervisor"], c.Play(core.CorrectProgressive(seat, 0))
        return by, c.CountChips(game_of(self._t).accepted_chips(round) - (wrong in CHIPS and not table.chips))

    def _reveal(self, round: Any, number: int) -> Any:
        """The hole cards and, where the house offers them, its draws; the same lots whatever was wagered."""
        stream = lots(self._seed, self._t.name, number, "draws")
        drawn = {name: happens(chance, stream) for name, chance in sorted(self._t.draws.items())}
        card: Card = DECK[below(FULL, stream)]
        places = [*(str(seat) for seat in round.clockwise), "dealer"]
        place = places[below(len(places), stream)]
        return game_of(self._t).core.Reveal(
            magic_card=card if drawn.get("magic_card") else None, lucky=place if drawn.get("lucky") else None
        )
