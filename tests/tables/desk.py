"""A table under test: houses for every edition, people, and a desk that plays acts and keeps what was recorded."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables.stack import Hands, before_cuts, hand, stud_order
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.events import PartsReturned
from upcard.games.caribbean_stud.plugin.award_procedure import settled_by
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import Meter, Payment, drawn, micros
from upcard.law import edition
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.jackpot import Jackpot, read_jackpot
from upcard.rules.table import TableRules, read_table
from upcard.tables import Act, Actor, Table, decide, due, evolve
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command, shuffle_method
from upcard.tables.options import SEAT_STEPS
from upcard.tables.procedure import cut_needed, deck_step

DEE = Actor("dee", "dealer")
FLO = Actor("flo", "floorperson")
SUE = Actor("sue", "supervisor")
STAFF = (DEE, FLO, SUE)

Cards = tuple[Card, ...]
Wagers = dict[str, int] | None

LEVELS = {
    "PTMGLML01": ("major", "minor"),
    "PTMGLML02": ("mega", "major", "minor"),
    "PTMGLML03": ("mega", "major", "minor"),
}


def player(seat: int) -> Actor:
    return Actor(f"p{seat}", "player")


def by_role(role: str) -> Actor:
    return {"dealer": DEE, "floorperson": FLO, "supervisor": SUE}[role]


def _jackpots(id: str, schedule: str | None, five_card: bool, wager: str | None = None) -> dict[str, Jackpot]:
    found = {}
    if schedule is not None:
        levels = LEVELS.get(schedule, ("main",))
        rates = {"seed": "10000.00", "rate": "24%"}
        value: dict[str, Any] = {"name": "link", "schedule": schedule, "levels": dict.fromkeys(levels, rates)}
        if wager is not None:
            value["progressive_wager"] = wager
        found["link"] = read_jackpot(value, edition(id))
    if five_card:
        level = {"five_card": {"seed": "10000.00", "rate": "20%"}}
        found["five"] = read_jackpot({"name": "five", "schedule": "five-card", "levels": level}, edition(id))
    return found


def south_dakota(id: str = "sd-2015", schedule: str | None = "PMG-01", **more: Any) -> TableRules:
    value: dict[str, Any] = {
        "name": "One", "edition": id, "designated": True, "dealing": "singly",
        "devices": ["progressive system", "signage", "coin sensor", "coin-in slot"],
        "signs": ["bet schedule", "progressive schedule"],
    }  # fmt: skip
    if schedule is not None:
        value["jackpot"] = "link"
    wager = more.pop("progressive_wager", None)
    return read_table(value | more, _jackpots(id, schedule, five_card=False, wager=wager))


def massachusetts(schedule: str | None = "D", *, five_card: bool = False, **more: Any) -> TableRules:
    value: dict[str, Any] = {"name": "One", "edition": "ma", "devices": ["acceptor"], "dealing": "manual-shoe"}
    if more.get("dealing") not in ("from-hand", ["from-hand"]):
        value["shoe_approved"] = True
    if schedule is not None:
        value["jackpot"] = "link"
    if five_card:
        value["five_card_jackpot"] = "five"
    wager = more.pop("progressive_wager", None)
    return read_table(value | more, _jackpots("ma", schedule, five_card, wager))


def bonus_six(**more: Any) -> TableRules:
    value = {"name": "Six", "edition": "sd-bonus6", "designated": True, "signs": ["pay schedule", "limits"]}
    return read_table({**value, "pay_table": "black-hawk", "maximum": "1000.00", **more}, {})


FULL_MA: dict[str, Any] = {
    "five_card": True, "bonus": "B", "cover_all": True, "shuffler": {"cover_all_mode": True},
}  # fmt: skip

CUT = 20

# Hands for the usual seats: nothing, a pair, a flush; a dealer who qualifies and one who does not.
HANDS: Hands = {1: hand("8c 7d 4d 3h 2h"), 3: hand("9c 9d 4s Jh 2c"), 4: hand("Ac Jc 7c 6c 3c")}
QUALIFIES = hand("Ah Kd 5s 4c 2d")
NO_HAND = hand("Qh Jd 5s 4h 2s")
ROYAL = hand("As Ks Qs Js Ts")
ROYALS = {4: ROYAL, 3: hand("Ad Qd Jd Td Kd")}


def bare(table: Table) -> Table:
    """The table without what it remembers for taking back."""
    return msgspec.structs.replace(table, past=(), stands="", stands_by="")


class Desk:
    """A table that is played; whatever is refused leaves it as it was."""

    def __init__(self, t: TableRules) -> None:
        self.t = t
        self.table = Table()
        self.recorded: list[e.Recorded] = []
        self.acts: list[Act] = []
        levels = t.rules.levels if isinstance(t.rules, CaribbeanStudRules) else ()
        self.meters = {level: Meter(5_000_000_000_000, 1_000_000_000_000, 12_000_000_000) for level in levels}
        self.orders: list[tuple[Card, ...]] = []
        """The orders of the next shuffles, as they are dealt."""

    # ---- acts

    def act(self, command: c.Command, by: Actor = DEE, at: str = "20:00") -> tuple[e.Event, ...]:
        act = Act(by, at, command)
        recorded = decide(self.t, self.table, act)
        self.acts.append(act)
        for entry in recorded:
            assert (entry.by, entry.at) == (by, at)
            self.table = evolve(self.table, entry.event, f"{by.role} {by.id}", f"act {len(self.acts)}")
            self.recorded.append(entry)
            for draw in getattr(getattr(entry.event, "event", None), "draws", ()):
                self.meters[draw.level] = drawn(self.meters[draw.level], draw)
            match entry.event:
                case e.Played(event=PartsReturned(level=level) as back):
                    meter = self.meters[level]
                    amount = meter.amount + micros(back.parts * back.each)
                    self.meters[level] = msgspec.structs.replace(meter, amount=amount)
        return tuple(entry.event for entry in recorded)

    def play(self, command: Any, by: Actor = DEE) -> tuple[e.Event, ...]:
        return self.act(c.Play(command), by)

    def miscounted(self, command: Any, by: Actor = DEE) -> tuple[e.Event, ...]:
        """A report that is made of real cards alone."""
        round: Any = self.table.round
        self.table = msgspec.structs.replace(self.table, round=msgspec.structs.replace(round, keyed=True))
        found = self.play(command, by)
        round = self.table.round
        self.table = msgspec.structs.replace(self.table, round=msgspec.structs.replace(round, keyed=False))
        return found

    def refused(self, command: c.Command, by: Actor = DEE) -> Refused:
        """The refusal of an act, which changed nothing."""
        before = msgspec.json.encode(self.table)
        with pytest.raises(Refused) as caught:
            decide(self.t, self.table, Act(by, "20:00", command))
        error = caught.value
        assert msgspec.json.encode(self.table) == before
        assert error.clause == (self.t.rules.clause(error.rule) if error.rule else None)
        return error

    def rule_of(self, command: c.Command, by: Actor = DEE) -> str | None:
        return self.refused(command, by).rule

    def refused_play(self, command: Any, by: Actor = DEE) -> str | None:
        return self.refused(c.Play(command), by).rule

    # ---- the state

    @property
    def stud(self) -> StudRound:
        assert isinstance(self.table.round, StudRound)
        return self.table.round

    @property
    def six(self) -> SixRound:
        assert isinstance(self.table.round, SixRound)
        return self.table.round

    @property
    def steps(self) -> list[str]:
        """What is due, as short texts."""
        return [f"{step.act} {step.seat}" if step.seat else step.act for step in due(self.t, self.table)]

    def rules(self, kind: type[e.Event]) -> list[str]:
        """The rules under which events of a kind were recorded, in order."""
        return [getattr(entry.event, "rule", "") for entry in self.recorded if isinstance(entry.event, kind)]

    def staged(self, deck: str) -> list[e.DeckStaged]:
        """The steps of a deck's opening, in order."""
        events = (entry.event for entry in self.recorded)
        return [event for event in events if isinstance(event, e.DeckStaged) and event.deck == deck]

    def payments(self, wager: str) -> dict[int, Payment]:
        round = self.table.round
        assert round is not None
        return {payment.seat: payment for payment in round.payments if payment.wager == wager}

    # ---- many acts

    def open(self, *seats: int) -> Desk:
        self.act(c.OpenTable())
        for seat in seats:
            self.act(c.TakeSeat(seat, f"p{seat}"))
        return self

    def ready(self, name: str = "") -> Desk:
        """Every deck, or one of them, as far as the table itself can bring it."""
        for deck in [name] if name else list(self.table.decks):
            while (step := deck_step(self.t, self.table, deck)) is not None:
                self.deck_act(step.act, deck, by_role(step.roles[0]))
        return self

    def deck_act(self, act: str, deck: str, by: Actor) -> None:
        match act:
            case "ShuffleDeck":
                order = self.orders.pop(0) if self.orders else DECK
                method = shuffle_method(self.t, self.table)
                known = before_cuts(order, cut_needed(self.t, method) * CUT) if self.t.mode == "virtual" else ()
                self.act(c.ShuffleDeck(deck, method, known), by)
            case "CutDeck":
                self.act(c.CutDeck(deck, CUT), by)
            case "ReportShufflerCount":
                self.act(c.ReportShufflerCount(deck, 52), by)
            case _:
                self.act(getattr(c, act)(deck), by)

    def bets(self, *seats: int, **wagers: int) -> Desk:
        """The same wagers from each seat; an ante of ten dollars first."""
        for seat in seats:
            for wager, cents in {"ante": 1000, **wagers}.items():
                self.play(
                    (six if self.t.edition.game == "bonus-six" else stud).PlaceWager(seat, wager, cents), player(seat)
                )
        return self

    def deal(self) -> Desk:
        self.act(c.LockOut())
        self.clear()
        self.act(deal_command(self.t, self.table))
        return self

    def clear(self) -> Desk:
        """Every step that is due, in order, by whoever may do it."""
        while steps := due(self.t, self.table):
            step = steps[0]
            by = by_role(step.roles[0])
            match step.act:
                case "CountChips":
                    self.act(c.CountChips(accepted_chips(self.stud)), by)
                case "CountStub":
                    dealt = sum(seat.count for seat in self.stud.seats.values()) + self.stud.dealer_count
                    more = self.stud.miscounted(5) == 1  # one hand has a card too many, or several make up for it
                    told = self.stud.miscounted(5) or self.table.count_again == "with hands"
                    hands = dealt + more if told else None
                    self.act(c.CountStub(52 - dealt - more - self.table.discarded, hands=hands), by)
                case "TurnUpCard":
                    self.play(stud.TurnUpCard(QUALIFIES[0] if self.t.mode == "keyed" else None), by)
                case "RackStub" | "CallSupervisor":
                    self.act(getattr(c, step.act)(), by)
                case _:
                    self.act(SEAT_STEPS[step.act](step.seat), by)
        return self

    def decide(self, **folds: bool) -> Desk:
        """Everyone bets, except those said to fold, such as `p3=True`."""
        for seat in self.stud.clockwise:
            if self.stud.seats[seat].void is None:
                self.play(stud.Fold(seat) if folds.get(f"p{seat}") else stud.Bet(seat), player(seat))
                self.clear()
        return self

    def decide_rest(self) -> Desk:
        """Whoever has not decided bets."""
        self.clear()
        for seat in self.stud.clockwise:
            if self.stud.phase == "deciding" and self.stud.seats[seat].decision is None:
                self.play(stud.Bet(seat), player(seat))
                self.clear()
        return self

    def settle(self) -> tuple[e.Event, ...]:
        """The next step of the settlement, by whoever pays it."""
        step = self.stud.agenda[0]
        assert isinstance(self.t.rules, CaribbeanStudRules)
        payer = by_role(settled_by(self.t.rules, self.stud)[0][0])
        return self.play(stud.Settle(step.kind, step.seat, dict(self.meters)), payer)

    def settle_all(self) -> Desk:
        self.clear()
        while self.stud.agenda:
            self.settle()
            self.clear()
        return self

    def to_reveal(self, hands: Hands, dealer: Cards, wagers: Wagers = None, **folds: bool) -> Desk:
        """An open table with these hands played up to the hole cards."""
        return self.to_decisions(hands, dealer, wagers).clear().decide(**folds)

    def to_decisions(self, hands: Hands, dealer: Cards, wagers: Wagers = None) -> Desk:
        assert self.t.dealing is not None
        self.orders.append(stud_order(hands, dealer, singly=self.t.dealing.order.deal == "singly"))
        return self.open(*hands).ready().bets(*hands, **(wagers or {})).deal()

    def revealed(self, hands: Hands, dealer: Cards, wagers: Wagers = None, **folds: bool) -> Desk:
        self.to_reveal(hands, dealer, wagers, **folds)
        self.play(stud.Reveal())
        return self
