"""What a jackpot has to say to an act at a table, before the table itself is asked."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.money.books import Books
from upcard.money.jackpot_reactions import hand_of, readings_for
from upcard.money.link import Hit
from upcard.money.slip import unsigned
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.actor import Actor
from upcard.tables.due import refuse
from upcard.tables.state import Table


def gated(t: TableRules, books: Books, table: Table, by: Actor, command: c.Command) -> c.Command:
    """The act with the meters that it is paid from.

    Whoever asks for a payment does not say what the meters hold: they are read here.
    """
    match command:
        case c.DocumentAward() | c.RackCards() | c.Reconcile():
            signed_first(t, books, table, type(command).__name__, getattr(command, "seat", 0))
        case c.KeyWinner():
            _stays_keyed(t, books, command.seat)
        case c.Play(command=inner):
            if by.role == "player" and hasattr(inner, "coupon"):
                raise refuse(t, None, "a coupon goes to the dealer, who looks at it and places it")
            if (seat := game_of(t).core.undoes(inner)) is not None:
                together = (inner.seat, *inner.also) if getattr(inner, "also", None) else (seat,)
                for each in together:
                    _rejected_first(t, books, each)
                _nothing_drawn_before(t, books, table, inner)
            if hasattr(inner, "meters"):
                return replace(command, command=replace(inner, meters=readings_for(t, books, table)))
    return command


def _rejected_first(t: TableRules, books: Books, seat: int) -> None:
    """No cards are corrected, and no hand is void, that an award waits for: it is rejected first."""
    for jackpot, hit in _open(t, books):
        if seat == hit.seat or any(draw.ways > 1 for draw in hit.draws):
            because = f"hit {hit.number} of {jackpot} is open: the award is rejected first"
            raise refuse(t, None, because)


def _open(t: TableRules, books: Books) -> list[tuple[str, Hit]]:
    """The awards of the table that are keyed and not paid."""
    found = ((jackpot, hit) for jackpot in books.jackpots_of(t.name) for hit in books.links[jackpot].open.values())
    return [(jackpot, hit) for jackpot, hit in found if hit.table == t.name and not hit.title]


def _nothing_drawn_before(t: TableRules, books: Books, table: Table, command: Any) -> None:
    """An award that waits was frozen in its turn: nothing that draws on a meter comes up again before it.

    It goes on to wait while only cards are corrected that change nothing about it.
    """
    core, waiting = game_of(t).core, _open(t, books)
    if not waiting or table.round is None:
        return
    try:
        events = core.decide(t.rules, table.round, command)
    except Refused:
        return  # the table says why
    after = core.replay(table.round, events)
    for jackpot, hit in waiting:
        readings = {**books.readings(t.name), **hit.readings}
        outcome = core.worth(t.rules, after, core.Step(hit.kind, hit.seat), readings)
        if not hasattr(events[0], "undone") or outcome is None or hand_of(outcome) != hit.hand:
            raise refuse(t, None, f"hit {hit.number} of {jackpot} is open: the award is rejected first")
        if outcome.draws != hit.draws:
            because = f"hit {hit.number} of {jackpot} is open and would be divided otherwise: it is rejected first"
            raise refuse(t, None, because)
    if any(step.kind in core.METER_STEPS for event in events for step in getattr(event, "undone", ())):
        jackpot, hit = waiting[0]
        because = (
            f"hit {hit.number} of {jackpot} is open, and what comes before it is settled again: it is rejected first"
        )
        raise refuse(t, None, because)


def signed_first(t: TableRules, books: Books, table: Table, act: str, seat: int = 0) -> None:
    """The cards of an award stay until its documents are complete: its slip has every signature."""
    slip = unsigned(t, books.slips.values(), table.number, act, seat)
    if slip is not None:
        missing = " and a ".join(slip.missing)
        raise refuse(t, slip.rule, f"slip {slip.issued.number} lacks the signature of a {missing}: it is signed first")


def _stays_keyed(t: TableRules, books: Books, seat: int) -> None:
    """A key may be taken back until its award is validated; after that a supervisor rejects it or it is paid."""
    for jackpot in books.jackpots_of(t.name):
        hit = books.links[jackpot].hit_at(t.name, "progressive", seat)
        if hit is not None and hit.state == "validated":
            raise refuse(t, None, f"hit {hit.number} of {jackpot} is validated: a supervisor may reject it")
