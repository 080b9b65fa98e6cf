"""Every command in every step of seeded evenings: a refusal says what is so, and cites a clause where a text has one.

Each evening is played with lawful acts alone. After each of them every command is tried by dealer, supervisor and a
player, and changes nothing. What is refused without a clause must be of a kind that no text speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    FULL_MA,
    QUALIFIES,
    ROYAL,
    SUE,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import hand
from tests.tables.walk import Walk
from upcard.cards import DECK
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.plugin.next_step import accepted_chips
from upcard.games.caribbean_stud.round import Round
from upcard.rules.table import TableRules
from upcard.tables import Act, Table, decide, due, options
from upcard.tables import commands as c
from upcard.tables.dealing import deal_command
from upcard.tables.options import SEAT_STEPS
from upcard.tables.procedure import deck_step

SEATS = (0, 1, 4, 9)
HANDS = {1: hand("8c 7d 4d 3h 2h"), 2: hand("9c 9d 4s Jh 2c"), 4: ROYAL}
CARDS = hand("2c 3d 7h 9s Jc")
WAGERS = {
    "caribbean-stud": ("ante", "progressive", "bonus", "five_card_player", "cover_all", "tip", "bet"),
    "bonus-six": ("ante", "insurance", "tip", "bet", "bonus_card"),
}
FOUND = (
    "player-wrong-count", "dealer-wrong-count", "dealer-short", "hole-card-exposed", "hole-card-exposed-late",
    "face-up-card", "card-drawn-in-error", "shoe-jam", "stub-count", "chips-miscounted", "wrong-deck", "card-off-table",
    "exposed-card",
)  # fmt: skip

WITHOUT_A_CLAUSE = re.compile(
    r"is for a |knows no |says nothing of|this edition has no|no device that comes and goes|own step$|own deck$"
    r"|is no wager|is no coupon|already: take it back|has no \w+ wager"
    r"|has no (insurance|bonus_card|bet|tip)$|is insured already|a tip with the ante already"
    r"|^there is no |is at the table already|dealt this way already|is open already|^the table "
    r"|between rounds$|the house (deals|has registered)|nothing is to be done with it$|is not shuffled '"
    r"|nobody sits in|is taken$|for himself$|takes the wagers back first|another player's$|does not wager$"
    r"|nobody is relieved|^a player with a wager stays|reconciled|no wager is withdrawn by getting up"
    r"|^a call ends|^no call waits|^a supervisor is (at|called)|waits for documents"
    r"|^correct .* is not for now|^take back deal is not for now|taken back any more$|nothing has followed yet$"
    r"|have been keyed$|were keyed that are judged|not been keyed$|keyed before the cards|before they are keyed$"
    r"|keyed exactly where|given exactly where|keyed, not dealt|lies face up is not among|the system dealt these cards"
    r"|: say which$|: name no seat$|this table takes no|reading is missing$|these are the cards that were keyed"
    r"|has no (hand|cards|envy|five card|cover all)|^these cards are in the rack|are void: they are|hand is collected"
    r"|hand is racked last$|the round is void[:;] reconcile it first$"
    r"|no round may come to cost more|does not play a hand$"
    r"|is not called for now$|(settle|show hand|settle seat|deal street) is not for now: the round is (being )?settled"
)
"""What no text speaks of: whose act it is at a screen, the house's own things, keying, what is not there."""


def seat_of(because: str) -> int:
    found = re.search(r"seat (\d+)", because)
    return int(found[1]) if found else 0


def _cards(table: Table, round: Any, seat: int) -> bool:
    """Whether a seat was dealt cards, or they may lie there unkeyed."""
    return seat in round.seats and (table.drawn or round.seats[seat].count > 0)


SO: dict[str, Callable[[Table, Any, int], bool]] = {
    "no card is dealt$": lambda table, round, seat: False,
    "no stub is out": lambda table, round, seat: table.stub != "out",
    "bets are open": lambda table, round, seat: round.phase == "betting",
    "no deal is recorded yet": lambda table, round, seat: round.phase == "closed",
    "the players decide": lambda table, round, seat: round.phase in ("deciding", "second", "third", "fourth"),
    "now: the round is settled": lambda table, round, seat: round.phase == "settled",
    "is being settled": lambda table, round, seat: round.phase == "settling",
    "the bets are closed already": lambda table, round, seat: round.phase != "betting",
    "are dealt already": lambda table, round, seat: any(_cards(table, round, n) for n in round.seats),
    "nobody sits in seat": lambda table, round, seat: seat not in table.players,
    r"seat \d+ is taken": lambda table, round, seat: seat in table.players,
    "has no ante": lambda table, round, seat: seat not in round.seats,
    "has no cards": lambda table, round, seat: not _cards(table, round, seat),
    r"seat \d+ has folded": lambda table, round, seat: round.seats[seat].folded,
    "is still to be settled": lambda table, round, seat: round.phase != "settled",
    "when the round is settled": lambda table, round, seat: round.phase != "settled",
    "these cards are in the rack": lambda table, round, seat: bool(table.racked),
    "the round is void": lambda table, round, seat: round.void is not None,
    "the deck is not ready": lambda table, round, seat: table.deck.stage != "ready",
    "the dealer has no hand:": lambda table, round, seat: round.qualifies is False,
    "the dealer has a qualifying": lambda table, round, seat: round.qualifies is True,
    "there is no shuffler": lambda table, round, seat: "shuffler" not in table.devices,
    "none has left the deck": lambda table, round, seat: not any(_cards(table, round, n) for n in round.seats),
    "nobody is left to decide": lambda table, round, seat: all(s.decision or s.void for s in round.seats.values()),
    "has not been cut": lambda table, round, seat: table.deck.stage != "in play",
}
"""What a refusal may say, and when it is so."""


def commands(t: TableRules) -> Iterator[c.Command]:
    game: Any = six if t.edition.game == "bonus-six" else stud
    yield from (c.OpenTable(), c.CloseTable(), c.LockOut(), c.CountChips(1), c.DealCards("left", "left"), c.RackStub())
    yield from (c.CountStub(37), c.CallSupervisor(), c.AnswerCall(), c.EndCall(), c.Reconcile(), c.SpreadIdle())
    for deck in ("red", "green"):
        yield from (
            kind(deck) for kind in (c.InspectDeck, c.WashDeck, c.ReplaceDeck, c.OrderRecut, c.ReportShufflerJam)
        )
        yield from (c.ReportShufflerCount(deck, 52), c.CutDeck(deck, 20))
        yield from (c.ShuffleDeck(deck, way, DECK if t.mode == "virtual" else ()) for way in ("hand", "shuffler"))
    yield from (c.RemoveDevice("shuffler"), c.InstallDevice("shuffler"), c.ChangeDealing("from-hand"))
    for seat in SEATS:
        yield from (c.TakeSeat(seat, f"p{seat}"), c.LeaveSeat(seat), c.KeyWinner(seat), c.DocumentAward(seat))
        yield from (step(seat) for step in SEAT_STEPS.values())
        yield from (c.Play(game.PlaceWager(seat, wager, 100)) for wager in WAGERS[t.edition.game])
        yield from (c.Play(game.TakeBackWager(seat, wager)) for wager in WAGERS[t.edition.game])
        yield from (c.Play(kind(seat)) for kind in (game.Fold, game.Bet))
        yield from (c.Play(kind(seat, CARDS)) for kind in (game.ShowHand, game.CorrectHand))
        yield from (c.Play(game.Report(found, seat)) for found in FOUND)
        if game is six:
            yield from (c.Play(kind(seat)) for kind in (six.Stand, six.Discard, six.BuyCard, six.SettleSeat))
        else:
            kinds: tuple[Any, ...] = ("hand", "progressive", "envy", "five_card", "cover_all", "no_hand", "misdeal")
            yield from (c.Play(stud.Settle(kind, seat)) for kind in kinds)
            yield c.Play(stud.CorrectProgressive(seat, 100))
    yield from (c.Play(game.TakeBackDeal()), c.Play(game.CloseBets()))
    if game is stud:
        yield from (c.Play(stud.Reveal()), c.Play(stud.Reveal(CARDS)), c.Play(stud.CompleteDealer()))
        yield from (c.Play(stud.TurnUpCard()), c.Play(stud.TurnUpCard(CARDS[0])))
        yield from (c.Play(stud.CorrectDealer(CARDS)), c.Play(stud.DealUnseen({1: 5}, 5, CARDS[0])))


class Tried:
    """What was refused at a table, held against how it stands."""

    def __init__(self) -> None:
        self.combinations = 0
        self.faults: dict[str, str] = {}

    def at(self, desk: Desk) -> None:
        t, table = desk.t, desk.table
        for command in commands(t):
            for by in (DEE, SUE, player(1)):
                self.combinations += 1
                try:
                    decide(t, table, Act(by, "20:00", command))
                except Refused as error:
                    self._judge(t, table, command, error)

    def _judge(self, t: TableRules, table: Table, command: c.Command, error: Refused) -> None:
        phase = table.round.phase if table.round is not None else "closed table"
        if error.clause is None and not WITHOUT_A_CLAUSE.search(error.because):
            self.faults.setdefault(f"no clause: {error.because}", f"{t.edition.id} {t.mode} {phase} {command}")
        for said, so in SO.items():
            if re.search(said, error.because) and not so(table, table.round, seat_of(error.because)):
                self.faults.setdefault(f"not so: {error.because}", f"{t.edition.id} {t.mode} {phase} {command}")


def keyed_evening(desk: Desk, wagers: dict[str, int], dealer_count: int = 5) -> Iterator[None]:
    """A round with real cards from the opening to the next one, a step at a time."""

    def clear() -> Iterator[None]:
        while steps := due(desk.t, desk.table):
            step, by = steps[0], by_role(steps[0].roles[0])
            match step.act:
                case "CountChips":
                    desk.act(c.CountChips(accepted_chips(desk.stud)), by)
                case "RackStub" | "CallSupervisor":
                    desk.act(getattr(c, step.act)(), by)
                case "TurnUpCard":
                    desk.play(stud.TurnUpCard(QUALIFIES[0]), by)
                case _:
                    desk.act(SEAT_STEPS[step.act](step.seat), by)
            yield

    desk.open(*HANDS)
    yield
    while (step := deck_step(desk.t, desk.table, "red")) is not None:
        desk.deck_act(step.act, "red", by_role(step.roles[0]))
        yield
    desk.bets(*HANDS, **wagers)
    yield
    desk.act(c.LockOut())
    yield
    yield from clear()
    desk.act(deal_command(desk.t, desk.table))
    yield
    assert desk.t.dealing is not None
    up_card = QUALIFIES[0] if desk.t.dealing.turned_rule is None else None
    desk.play(stud.DealUnseen(dict.fromkeys(HANDS, 5), dealer_count, up_card))
    yield
    if desk.stud.phase == "short":
        desk.act(deal_command(desk.t, desk.table))
        yield
        desk.play(stud.CompleteDealer())
        yield
    yield from clear()
    while desk.stud.phase == "deciding":
        seat = next(seat for seat in desk.stud.clockwise if desk.stud.seats[seat].decision is None)
        desk.play(stud.Fold(seat) if seat == 1 else stud.Bet(seat), player(seat))
        yield
        yield from clear()
    if desk.stud.phase == "decided":
        desk.play(stud.Reveal(QUALIFIES))
        yield
    yield from clear()
    while desk.stud.agenda:
        shown = [o.fields["seat"] for o in options(desk.t, desk.table, DEE).in_round if o.act == "ShowHand"]
        if shown:
            desk.play(stud.ShowHand(shown[0], HANDS[shown[0]]))
        else:
            desk.settle()
        yield
        yield from clear()
    desk.act(c.Reconcile())
    yield


SIDES = {"progressive": 100, "five_card_player": 100, "five_card_dealer": 100, "cover_all": 100, "bonus": 100}


@pytest.mark.parametrize(
    ("t", "wagers", "dealer_count"),
    [
        (south_dakota("sd-2011", mode="keyed"), {"progressive": 100, "tip": 100}, 5),
        (south_dakota(mode="keyed"), {"progressive": 100, "tip": 100}, 5),
        (south_dakota(mode="keyed"), {"progressive": 100}, 4),
        (massachusetts("D", mode="keyed", **FULL_MA), SIDES, 5),
        (massachusetts("D", mode="keyed", dealing="automated-shoe"), {"progressive": 100}, 4),
        (massachusetts("D", mode="keyed", dealing="from-hand", shuffler=True), {"progressive": 100}, 3),
    ],
    ids=["sd-2011", "sd-2015", "sd-2015 misdealt", "ma", "ma short", "ma void"],
)
def test_real_cards(t: TableRules, wagers: dict[str, int], dealer_count: int) -> None:
    tried, desk = Tried(), Desk(t)
    for _ in keyed_evening(desk, wagers, dealer_count):
        tried.at(desk)
    assert isinstance(desk.table.round, Round)
    assert tried.faults == {}
    assert tried.combinations > 8_000


@pytest.mark.parametrize(
    "t",
    [south_dakota("sd-2011"), south_dakota(), massachusetts("D", **FULL_MA), bonus_six()],
    ids=lambda t: t.edition.id,
)
def test_the_systems_own_cards(t: TableRules) -> None:
    tried, walk = Tried(), Walk(Random(7), t)
    for _ in range(30):
        tried.at(walk)
        assert walk.step()
    assert tried.faults == {}
    assert tried.combinations > 8_000
