"""What a person may do at a table now: every command offered is one that `decide` accepts from that person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from upcard.errors import Refused
from upcard.games.game import GameView, game_of, game_of_round
from upcard.games.option import Option, Viewer
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import SUPERVISOR, Actor, Due
from upcard.tables.dealing import deal_command, dealing_of, idle_step, known_ways, obstacle
from upcard.tables.decide import chips_countable, decide
from upcard.tables.deck import Stage
from upcard.tables.devices import DEVICES
from upcard.tables.procedure import due
from upcard.tables.round_commands import OF_THE_TABLE, correction_waits
from upcard.tables.state import Table


class Options(msgspec.Struct, frozen=True):
    """Steps of the table as whole commands, and acts in the round with their bounds."""

    steps: tuple[c.Command, ...]
    in_round: tuple[Option, ...]


SEAT_STEPS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        c.KeyWinner, c.VerifyAward, c.VerifyHand, c.VerifyLight, c.ConfirmHand, c.ValidateAward,
        c.VerifyFiveCard, c.ValidateFiveCard, c.DocumentAward, c.CollectForfeits, c.LeaveExposed,
        c.RackCards,
    )
}  # fmt: skip


def _candidates(t: TableRules, table: Table) -> Iterator[c.Command]:
    """Every step that could be offered; amounts, orders and counts are for whoever gives the command."""
    yield from (c.OpenTable(), c.CloseTable(), c.SpreadIdle(), c.SpreadIdle(face_up=False), c.LockOut(), c.RackStub())
    yield from (c.CallSupervisor(), c.AnswerCall(), c.EndCall())
    for name in table.decks:
        yield from (c.InspectDeck(name), c.VerifyDeck(name), c.SpreadDeck(name), c.WashDeck(name))
        yield from (c.ReplaceDeck(name), c.OrderRecut(name), c.ReportShufflerJam(name))
    for device in DEVICES:
        yield from (c.InstallDevice(device), c.RemoveDevice(device))
    yield from (c.ChangeDealing(method.name) for method in known_ways(t))
    for seat in table.players:
        yield c.LeaveSeat(seat)
    if chips_countable(t, table):
        yield c.CountChips(0)
    yield deal_command(t, table)
    for step in due(t, table):
        if step.act in SEAT_STEPS:
            yield SEAT_STEPS[step.act](step.seat)
    for seat in table.round.seats if table.round is not None else ():
        yield from (c.KeyWinner(seat), c.DocumentAward(seat))
    yield c.Reconcile()


def options(t: TableRules, table: Table, by: Actor) -> Options:
    """What the person may do now."""
    steps = tuple(dict.fromkeys(cmd for cmd in _candidates(t, table) if accepted(t, table, by, cmd)))
    return Options(steps, tuple(o for o in _game(t, table) if _offered(t, table, by, o)))


def accepted(t: TableRules, table: Table, by: Actor, command: c.Command) -> bool:
    """Whether the person's act would be taken now."""
    try:
        decide(t, table, c.Act(by, "", command))
    except Refused:
        return False
    return True


def _game(t: TableRules, table: Table) -> tuple[Option, ...]:
    """What the game offers; as long as a step of the table is due, only what is wrong can be said or put right."""
    if table.round is None or idle_step(t, table) is not None:
        return ()
    game, first = game_of(t), [step.act for step in due(t, table)[:1]]
    now = (*first, "Report", *game.CORRECTIONS)
    return tuple(o for o in game.core.options(t.rules, table.round) if not first or o.act in now)


def _offered(t: TableRules, table: Table, by: Actor, option: Option) -> bool:
    """Whether an act in the round is this person's to do at this kind of table."""
    act, game = option.act, game_of(t)
    if act in OF_THE_TABLE or act in (("Deal",) if t.mode == "keyed" else (*game.FROM_DECK, *game.UNSEEN)):
        return False
    if act == "Report":
        return accepted(t, table, by, c.Play(game.core.Report(**option.fields)))
    if act in game.CORRECTIONS:
        return by.role in SUPERVISOR and not correction_waits(table, act)
    wager = option.fields.get("wager") or option.fields.get("coupon", "")
    if act in game.STAKES and (obstacle(t, table) is not None or wager in t.stopped):
        return False
    if act in game.BY_PLAYERS:
        seat = option.fields["seat"]
        own = by.role == "player" and table.players.get(seat) == by.id
        told = t.mode == "virtual" and act in game.BY_THE_HAND
        mine = own or (by.role == "dealer" and not told)
        return seat in table.players and mine and game.offered(t, table, option)
    if act in game.AFTER_DRAWING:
        ready = table.drawn or (game.DRAWS_WHEN_KEYED and table.deck.stage == "ready")
        return by.role == "dealer" and ready
    return by.role in game.acting(t, table, act)[0]


# ---- What each viewer may see of a table -------------------------------------------------------------------
# the round as the game shows it, and the procedure for those who run it.


class TableView(msgspec.Struct, frozen=True):
    """A table as a viewer sees it: never the order of a deck, nor a card that lies face down."""

    name: str
    edition: str
    is_open: bool
    idle: bool
    number: int
    deck: str
    stage: Stage
    decks: dict[str, Stage]
    devices: tuple[str, ...]
    players: dict[int, str]
    stub: str
    winners: tuple[int, ...]
    called: bool
    documents: tuple[int, ...]
    exposed: int | None
    due: tuple[Due, ...]
    hidden_under: str
    """The rule by which cards that lie face down are shown to nobody."""
    round: GameView | None


def view(t: TableRules, table: Table, viewer: Viewer) -> TableView:
    """The table as the viewer may see it."""
    dealing, picked_up = dealing_of(t, table), table.stub != "out"
    return TableView(
        name=t.name,
        edition=t.edition.id,
        is_open=table.is_open,
        idle=table.idle,
        number=table.number,
        deck=table.current,
        stage=table.deck.stage,
        decks={name: deck.stage for name, deck in table.decks.items()},
        devices=table.devices,
        players=table.players,
        stub=table.stub,
        winners=table.winners,
        called=table.called,
        documents=tuple(dict.fromkeys(seat for seat, _, _ in table.documents)),
        exposed=table.candidate,
        due=due(t, table),
        hidden_under=dealing.hidden_rule if dealing else "hands_concealed",
        round=game_of(t).core.view(t.rules, table.round, viewer, picked_up=picked_up) if table.round else None,
    )


# ---- A late void -------------------------------------------------------------------------------------------
# an act that makes a hand or the round void once cards are out, whatever the act is called.
#
# So is a dealer's hand that lacks a card and has been settled by: what it won or lost for others does not stand.


THE_DEAL = ("DealCards", "DealUnseen")
"""What tells how the cards were dealt: a wrong count at the deal is found there, and is not late."""


def voids_late(t: TableRules, table: Table, by: Actor, command: c.Command) -> bool:
    """Whether the act, done now, is a late void; one that is refused is none."""
    try:
        recorded = decide(t, table, c.Act(by, "", command))
    except Refused:
        return False
    return is_late(table, command, [entry.event for entry in recorded])


def is_late(table: Table, command: c.Command, events: Iterable[e.Event]) -> bool:
    """Whether what an act leads to is a late void."""
    name = type(command.command if isinstance(command, c.Play) else command).__name__
    told = list(events)
    out = table.cards_out or any(isinstance(event, e.CardsLeftDeck) for event in told)
    if not out or name in THE_DEAL:
        return False
    voids = game_of_round(table.round).voids
    return any(isinstance(event, e.Played) and voids(table.round, event.event) for event in told)
