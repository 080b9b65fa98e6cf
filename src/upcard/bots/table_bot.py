"""Tables and floors that run themselves: who does what next, from the table as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from upcard.bots.wager_plans import (
    CHIPS,
    CHIPS_STRUCK,
    CHIPS_VOID,
    JAM,
    MISCOUNTS,
    MISDEALT,
    SITS_OUT,
    WRONG_COUNT,
    WRONG_STUB,
    Fate,
    Plan,
    fate,
    found,
    happens,
    lots,
    mishaps,
    plain,
    plan,
    reported,
    taken,
)
from upcard.cards import DECK, Card, below, shuffle
from upcard.games.game import game_of
from upcard.journal.command import AnyCommand, Command, Reply
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as money_commands
from upcard.money.commands import SignSlip
from upcard.money.slip import Slip, unsigned
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import commands as c
from upcard.tables.commands import STAFF, Actor, CloseTable, Role, says
from upcard.tables.dealing import dealing_of, idle_step, obstacle, shuffle_method
from upcard.tables.deck import Deck
from upcard.tables.next_step import Next, following
from upcard.tables.procedure import counts_shuffles, cut_needed, deck_step, in_turn, stranded, taken_back
from upcard.tables.state import Table

# ---- The slip of an award is signed before its documents are complete --------------------------------------
# who of a table's people signs next.


def next_signature(
    t: TableRules, slips: Iterable[Slip], round: int, act: str, seat: int
) -> tuple[Actor, SignSlip] | None:
    """The next signature that an act at a table waits for, or None."""
    slip = unsigned(t, slips, round, act, seat)
    if slip is None:
        return None
    role = slip.missing[0]
    return Actor(f"{t.name} {role}", cast("Role", role)), SignSlip(slip.issued.number)


# ---- The decks between rounds ------------------------------------------------------------------------------
# opened, shuffled, counted and cut, each card where chance or a test has put it.


FULL = len(DECK)
LEAST_CUT = 10
"""So that a cut where the law names no number still looks like one."""

USED, FRESH = "used", "fresh"

Rig = Callable[[int], tuple[Card, ...] | None]
"""The order in which a round's cards are dealt, by the number of the round, or None where chance decides."""


class Decks(NamedTuple):
    """How the decks of one table are made ready."""

    t: TableRules
    seed: str
    rig: Rig | None
    sourced: bool = False
    """Whether the floor draws the cards, so that nobody here brings an order or counts otherwise than the system."""

    def step(self, table: Table, name: str, deck: Deck, wrong: str) -> tuple[Role, c.Command] | None:
        """The next step of a deck and whose it is; `wrong` names what goes wrong with a shuffler, if anything does."""
        step = deck_step(self.t, table, name)
        if step is None:
            return None
        role = step.roles[0]
        match step.act:
            case "ShuffleDeck":
                # Only a used deck jams: after a jam it lies there like a washed one and goes through.
                used = deck.stage == "racked"
                if wrong == JAM and used:
                    return role, c.ReportShufflerJam(name)
                method = shuffle_method(self.t, table)
                return role, c.ShuffleDeck(name, method, self._order(table, name, USED if used else FRESH))
            case "CutDeck":
                return role, c.CutDeck(name, self._cut(self._dealt_in(table, name), name))
            case "ReportShufflerCount":
                # A used deck alone is miscounted: the fresh one in its place has another order.
                short = wrong == WRONG_COUNT and deck.order == self._shuffled(self._dealt_in(table, name), name, USED)
                return role, c.ReportShufflerCount(name, FULL - short)
            case _:
                opening: Any = getattr(c, step.act)
                return role, opening(name)

    def _dealt_in(self, table: Table, name: str) -> int:
        """The round that a deck is made ready for: decks take turns."""
        names = list(table.decks)
        return table.number + (names.index(name) - names.index(table.current)) % len(names)

    def _cut(self, number: int, name: str) -> int:
        least = max(says(self.t, "cut_minimum") or 0, LEAST_CUT)
        return least + below(FULL - 2 * least + 1, lots(self.seed, self.t.name, number, f"cut {name}"))

    def _shuffled(self, number: int, name: str, cards: str) -> tuple[Card, ...]:
        return shuffle(DECK, lots(self.seed, self.t.name, number, f"shuffle {name} {cards}"))

    def _order(self, table: Table, name: str, cards: str) -> tuple[Card, ...]:
        """The shuffled deck, as it lies before it is cut."""
        if self.sourced:
            return ()
        number = self._dealt_in(table, name)
        rigged = self.rig(number) if self.rig is not None else None
        if rigged is None:
            return self._shuffled(number, name, cards)
        method = shuffle_method(self.t, table)
        if counts_shuffles(self.t, dealing_of(self.t, table), method) or not cut_needed(self.t, method):
            return rigged
        from_top = self._cut(number, name)
        return (*rigged[FULL - from_top :], *rigged[: FULL - from_top])


# ---- table bot ---------------------------------------------------------------------------------------------


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


# ---- A floor that plays itself -----------------------------------------------------------------------------
# one act at each table in turn, all of them committed together.
#
# Every act follows from the tables and the books as they stand: a floor that was killed goes on where its journal
# ends.


SUPERVISOR = Actor("pit supervisor", "supervisor")
SECOND = Actor("pit surveillance", "licensee")
"""The second person of whatever a supervisor does, where the floor asks for two."""


class Playing:
    """Bots at the tables of a floor. `run` is a name that no other run of the same house has had: ids begin with it."""

    def __init__(self, floor: Floor, pits: Mapping[str, Pit], run: str) -> None:
        self.floor = floor
        self.pits = dict(pits)
        self.closing = False
        """Whether the rounds in play are the last, and the tables close after them."""
        self._ids = (f"{run}/{number}" for number in count(1))
        open_house(floor)

    def acts(self) -> Iterator[Command]:
        """The next act at each table; an award that waits is validated before anything else happens there."""
        casino = self.floor.casino
        waiting = {
            hit.table: money_commands.ValidateHit(link.name, hit.number)
            for link in casino.books.links.values()
            for hit in link.open.values()
            if hit.state == "pending"
        }
        for name in self.pits:
            if name in waiting:
                yield self._command(SUPERVISOR, waiting[name])
                continue
            table = casino.tables.get(name, Table())
            outdated = casino.outdated(name)
            if (self.closing or outdated) and table.without_wagers:
                if table.is_open:
                    yield self._command(SUPERVISOR, CloseTable(), name)
                continue
            self.pits[name] = self.pits[name].under(casino.rules_of(name))
            doing = self.pits[name].next(table)
            if doing is None:
                continue
            by, ask = doing
            if (signature := self._signature(name, table, ask)) is not None:
                yield self._command(*signature)
            else:
                yield self._command(by, ask, name)

    def _signature(self, name: str, table: Table, ask: AnyCommand) -> tuple[Actor, money_commands.SignSlip] | None:
        """The documents of an award are complete once its slips are signed."""
        casino = self.floor.casino
        act, seat = type(ask).__name__, getattr(ask, "seat", 0)
        return next_signature(casino.rules_of(name), casino.books.slips.values(), table.number, act, seat)

    def _command(self, by: Actor, ask: AnyCommand, table: str = "") -> Command:
        signed = by.role == "supervisor" and self.floor.casino.source is not None
        return Command(next(self._ids), by, ask, table, second=SECOND if signed else None)

    @property
    def closed(self) -> bool:
        """Whether every table is."""
        return not any(table.is_open for table in self.floor.casino.tables.values())

    def step(self) -> tuple[list[Command], list[Reply]]:
        """One act at every table, committed together."""
        commands = list(self.acts())
        return commands, self.floor.process(commands)
