"""The dealer who needs nobody: each step that is due, in its order, by whoever the law names for it.

Every step follows from the table as it stands, so a round can be left at any moment and taken up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from upcard.cards import DECK, Card, below, shuffle
from upcard.cli.play.local_table import Session, choices
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.game import game_of
from upcard.games.option import Option
from upcard.tables import commands as c
from upcard.tables import due
from upcard.tables.due import Due, says
from upcard.tables.options import SEAT_STEPS
from upcard.tables.procedure import deck_step, in_turn

FULL = len(DECK)
DECISIONS = ("Fold", "Bet", "Stand", "Discard", "BuyCard")
LEAST_CUT = 10
"""So that a cut where the law names no number still looks like one."""


class Player(Protocol):
    """Who plays a seat."""

    def wagers(self, session: Session, seat: int, players: int) -> tuple[Any, ...]:
        """The wagers for the next round, with so many players in it; none at all sits it out."""

    def decide(self, session: Session, seat: int, offered: tuple[Option, ...]) -> Option:
        """One of the choices offered."""


def open_table(session: Session, seats: tuple[int, ...]) -> None:
    """The table opens and the players sit down."""
    session.do(c.OpenTable())
    for seat in seats:
        session.do(c.TakeSeat(seat, f"player {seat}"))


def prepare(session: Session) -> None:
    """Every deck that is not ready goes through its next steps until it is."""
    for name in in_turn(session.t, session.table):
        while (step := deck_step(session.t, session.table, name)) is not None:
            _deck(session, name, step)


def _deck(session: Session, name: str, step: Due) -> None:
    match step.act:
        case "ShuffleDeck":
            session.do(c.ShuffleDeck(name, session.t.shuffle, shuffle(DECK, session.stream)))
        case "CutDeck":
            least = max(says(session.t, "cut_minimum") or 0, LEAST_CUT)
            session.do(c.CutDeck(name, least + below(FULL - 2 * least + 1, session.stream)))
        case "ReportShufflerCount":
            session.do(c.ReportShufflerCount(name, FULL))
        case _:
            opening: Any = getattr(c, step.act)
            session.do(opening(name), step.roles[0])


def bet(session: Session, players: Mapping[int, Player], first: int) -> bool:
    """The wagers of all seats, `first` asked before the others; False where nobody plays."""
    asked = {first: players[first].wagers(session, first, len(players))}
    playing = [seat for seat in players if seat != first or asked[first]]
    for seat in playing:
        if seat != first:
            asked[seat] = players[seat].wagers(session, seat, len(playing))
    for seat in sorted(asked):
        for command in asked[seat]:
            session.play_seat(command, seat)
    return any(asked.values())


def step(session: Session, players: Mapping[int, Player]) -> bool:
    """The next step of a round whose wagers are down; False when it is settled."""
    for waiting in due(session.t, session.table)[:1]:
        _due(session, waiting)
        return True
    round: Any = session.round
    match round.phase:
        case "betting":
            session.do(c.LockOut())
        case "closed" | "cards" | "short":
            session.do(_deal(session))
        case "turning":
            session.play(six.TurnCommunity())
        case "deciding" | "second" | "third" | "fourth":
            _decision(session, players)
        case "decided":
            _reveal(session)
        case "settling" if isinstance(round, six.Round):
            session.play(six.SettleSeat(six.to_judge(round)[0]))
        case "settling":
            _settle(session, round)
        case _:
            return False
    return True


def _settle(session: Session, round: stud.Round) -> None:
    """The next payment, by whoever the law has pay it."""
    roles, _ = game_of(session.t).settled_by(session.t.rules, round)
    waiting = round.agenda[0]
    session.play(stud.Settle(waiting.kind, waiting.seat, dict(session.meters)), roles[0])


def reconcile(session: Session) -> None:
    session.do(c.Reconcile())
    if session.table.call:
        session.do(c.EndCall(), "supervisor")


def _deal(session: Session) -> c.DealCards:
    return c.DealCards(session.t.shoe_side, session.t.shoe_side)


def _due(session: Session, step: Due) -> None:
    role = step.roles[0]
    round: Any = session.round
    match step.act:
        case "CountChips":
            session.do(c.CountChips(game_of(session.t).accepted_chips(round)), role)
        case "CountStub":
            dealt = sum(seat.count for seat in round.seats.values()) + round.dealer_count
            session.do(c.CountStub(FULL - dealt), role)
        case "RackStub":
            session.do(c.RackStub(), role)
        case "TurnUpCard":
            session.play(stud.TurnUpCard(), role)
        case "CallSupervisor":
            session.do(c.CallSupervisor(), role)
            if session.table.called:
                session.do(c.AnswerCall(), "supervisor")
        case _:
            session.do(SEAT_STEPS[step.act](step.seat), role)


def _decision(session: Session, players: Mapping[int, Player]) -> None:
    """The next seat decides, clockwise; where nobody has anything to decide the next street is dealt."""
    open_ones = [option for option in choices(session.t, session.round) if option.act in DECISIONS]
    if not open_ones:
        session.do(_deal(session))
        return
    seat: int = open_ones[0].fields["seat"]
    offered = tuple(option for option in open_ones if option.fields["seat"] == seat)
    chosen = players[seat].decide(session, seat, offered)
    game: Any = six if isinstance(session.round, six.Round) else stud
    session.play_seat(getattr(game, chosen.act)(**chosen.fields), seat)


def _reveal(session: Session) -> None:
    """The hole cards and, where the house offers them, its draws; the same bytes are used whatever was wagered."""
    drawn = {name: _happens(session, chance) for name, chance in sorted(session.t.draws.items())}
    card: Card = DECK[below(FULL, session.stream)] if "magic_card" in drawn else DECK[0]
    places = [*(str(seat) for seat in session.round.clockwise), "dealer"]
    place = places[below(len(places), session.stream)] if "lucky" in drawn else ""
    session.play(
        stud.Reveal(magic_card=card if drawn.get("magic_card") else None, lucky=place if drawn.get("lucky") else None)
    )


def _happens(session: Session, chance: Fraction) -> bool:
    return below(chance.denominator, session.stream) < chance.numerator
