"""One table that runs itself: who does what next, from the table as it stands."""

from __future__ import annotations

from fractions import Fraction

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
from upcard.bots.seeded_random import Fate, fate, happens, lots, plain
from upcard.bots.strategy import six_decision, six_final, stud_decision
from upcard.bots.wager_plans import Plan, found, plan, taken
from upcard.cards import DECK, Card, below
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.shuffles.service import IMPOSSIBLE
from upcard.tables import Actor, due
from upcard.tables import commands as c
from upcard.tables.actor import STAFF, Role
from upcard.tables.award_procedure import paid_by
from upcard.tables.dealing import obstacle
from upcard.tables.devices import cover_all_device
from upcard.tables.due import Due
from upcard.tables.idle_cards import idle_step
from upcard.tables.next_step import deal_command
from upcard.tables.options import SEAT_STEPS
from upcard.tables.preconditions import racked_besides
from upcard.tables.procedure import accepted_chips, in_shuffler, in_turn
from upcard.tables.state import Table
from upcard.tables.stranded import stranded

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
    `sourced` is for a floor that draws the cards itself: the pit brings none, and counts what is there.
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
    ) -> None:
        if t.mode != "virtual":
            raise ValueError(f"table {t.name!r} has real cards: bots play `virtual` ones.")
        if not 1 <= seats <= t.seats:
            raise ValueError(f"{seats} players cannot sit at table {t.name!r}; 1 to {t.seats} can.")
        self._t = t
        self._seed = seed
        self._seats = tuple(range(1, seats + 1))
        self._irregular = irregular
        self._rig = rig
        self._sourced = sourced
        self._decks = Decks(t, seed, rig, sourced)
        possible = mishaps(t) if irregular else ()
        self._mishaps = tuple(each for each in possible if not (sourced and each.kind in IMPOSSIBLE.union(MISCOUNTS)))
        self._staff: dict[Role, Actor] = {role: Actor(f"{t.name} {role}", role) for role in STAFF}
        self._players = {seat: Actor(f"{t.name} {seat}", "player") for seat in self._seats}
        self._plans: dict[tuple[int, int, bool], Plan] = {}
        self._fate: Fate | None = None

    def under(self, t: TableRules) -> Pit:
        """The same people under other terms."""
        if t is self._t:
            return self
        return Pit(t, self._seed, len(self._seats), irregular=self._irregular, rig=self._rig, sourced=self._sourced)

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
        if isinstance(round, SixRound):
            return self._six(table, round, fate)
        return self._stud(table, round, fate)

    # ---- what chance has decided

    def _drawn(self, number: int) -> Fate:
        """The fate of a round; kept only because it is asked for at every act of the round."""
        if self._rig is not None and self._rig(number) is not None:
            return plain(number, self._seats)
        stream = lots(self._seed, self._t.name, number, "fate")
        return fate(stream, number, self._seats, self._irregular, len(self._mishaps))

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

    def _betting(self, table: Table, round: StudRound | SixRound, fate: Fate) -> Doing:
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
        covered = self._covered(table, len(round.seats.keys() | fate.playing))
        for seat in fate.playing:
            command = self._plan(seat, fate.variants[seat], covered=covered).get(found(round.seats.get(seat)))
            if command is not None and taken(self._t, table, command.command):
                coupon = isinstance(command.command, stud.PlaceCoupon)
                return self._staff["dealer"] if coupon else self._player(table, seat), command
        if fate.mishap is not None and (said := reported(self._mishaps[fate.mishap], table, fate)) is not None:
            return self._by(said)
        for one in stranded(self._t, table)[:1]:
            return self._staff["dealer"], one.taken_back
        return self._staff["dealer"], c.LockOut()

    def _plan(self, seat: int, variant: int, *, covered: bool) -> Plan:
        key = seat, variant, covered
        known = self._plans.get(key)
        if known is None:
            known = self._plans[key] = plan(self._t, self._seed, seat, variant, covered=covered)
        return known

    def _covered(self, table: Table, players: int) -> bool:
        """Whether a cover all wager is taken, and paid with so many players in the round."""
        rules = self._t.rules
        if not isinstance(rules, CaribbeanStudRules) or rules.cover_all is None or cover_all_device(self._t, table):
            return False
        return players + (rules.cover_all_counts == "hands") in rules.cover_all

    # ---- Caribbean stud

    def _stud(self, table: Table, round: StudRound, fate: Fate) -> Doing | None:
        for racked in racked_besides(self._t, table):  # only where somebody else closed the bets
            name = in_shuffler(self._t, table) or racked
            if (step := self._decks.step(table, name, table.decks[name], "")) is not None:
                return self._by(step)
        for waiting in due(self._t, table)[:1]:
            return self._due(table, round, waiting, self._mishap(fate))
        match round.phase:
            case "closed":
                for one in stranded(self._t, table)[:1]:
                    return self._staff["dealer"], one.taken_back
                return self._staff["dealer"], deal_command(self._t, table)
            case "deciding":
                for number in sorted(round.seats):
                    seat = round.seats[number]
                    if seat.void is None and seat.decision is None:
                        decision = stud_decision(number, seat, whim=number in fate.whims)
                        return self._player(table, number), c.Play(decision)
                return None
            case "decided":
                return self._staff["dealer"], c.Play(self._reveal(round, fate.number))
            case "settling":
                assert isinstance(self._t.rules, CaribbeanStudRules)
                roles, _ = paid_by(self._t.rules, round)
                first = round.agenda[0]
                return self._staff[roles[0]], c.Play(stud.Settle(first.kind, first.seat, {}))
            case "settled":
                return self._staff["dealer"], c.Reconcile()
            case _:
                return None

    def _due(self, table: Table, round: StudRound, step: Due, wrong: str) -> Doing:
        """A step of the procedure, once wrongly where that is the round's mishap."""
        by = self._staff[step.roles[0]]
        match step.act:
            case "CountChips":
                return self._chips(table, round, by, wrong)
            case "CountStub" | "RackStub":
                miscounted = wrong in (WRONG_STUB, MISDEALT)
                if step.act == "RackStub" and not miscounted:
                    return by, c.RackStub()
                dealt = sum(seat.count for seat in round.seats.values()) + round.dealer_count
                left = FULL - dealt - table.discarded
                hands = dealt + miscounted if wrong == MISDEALT else None
                return by, c.CountStub(left - miscounted, misdealt=wrong == MISDEALT, hands=hands)
            case "TurnUpCard":
                return by, c.Play(stud.TurnUpCard())
            case "CallSupervisor":
                return by, c.CallSupervisor()
            case _:
                return by, SEAT_STEPS[step.act](step.seat)

    def _chips(self, table: Table, round: StudRound, by: Actor, wrong: str) -> Doing:
        """The progressive chips are counted; after a wrong count again, or a wager is struck, or the round is void."""
        if table.chips == "wrong" and wrong == CHIPS_VOID:
            return self._staff["supervisor"], c.Play(stud.Report("chips-miscounted"))
        if table.chips == "wrong" and wrong == CHIPS_STRUCK:
            seat = next(n for n in round.clockwise if round.seats[n].wagers.get("progressive"))
            return self._staff["supervisor"], c.Play(stud.CorrectProgressive(seat, 0))
        return by, c.CountChips(accepted_chips(round) - (wrong in CHIPS and not table.chips))

    def _reveal(self, round: StudRound, number: int) -> stud.Reveal:
        """The hole cards and, where the house offers them, its draws; the same lots whatever was wagered."""
        if not self._t.draws or self._sourced:
            return stud.Reveal()
        stream = lots(self._seed, self._t.name, number, "draws")
        drawn = {name: happens(chance, stream) for name, chance in sorted(self._t.draws.items())}
        card: Card = DECK[below(FULL, stream)]
        places = [*(str(seat) for seat in round.clockwise), "dealer"]
        place = places[below(len(places), stream)]
        return stud.Reveal(
            magic_card=card if drawn.get("magic_card") else None, lucky=place if drawn.get("lucky") else None
        )

    # ---- Bonus 6

    def _six(self, table: Table, round: SixRound, fate: Fate) -> Doing | None:
        dealer = self._staff["dealer"]
        match round.phase:
            case "closed" | "cards":
                return dealer, deal_command(self._t, table)
            case "turning":
                return dealer, c.Play(six.TurnCommunity())
            case "second" | "third" | "fourth":
                return self._six_decision(table, round, fate)
            case "settling":
                return dealer, c.Play(six.SettleSeat(six.to_judge(round)[0]))
            case "settled":
                return dealer, c.Reconcile()
            case _:
                return None

    def _six_decision(self, table: Table, round: SixRound, fate: Fate) -> Doing:
        """The next seat decides, clockwise; when all have, the next street is dealt."""
        rules = self._t.rules
        assert isinstance(rules, BonusSixRules)
        waiting = six.to_decide(round)
        if not waiting:
            return self._staff["dealer"], deal_command(self._t, table)
        number = waiting[0]
        player, seat = self._player(table, number), round.seats[number]
        if round.phase == "fourth":
            return player, c.Play(six_final(rules, round, number, seat, whim=number in fate.late_whims))
        return player, c.Play(six_decision(rules, round, number, seat, whim=number in fate.whims))
