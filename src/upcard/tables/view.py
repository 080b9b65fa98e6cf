"""What each viewer may see of a table: the round as the game shows it, and the procedure for those who run it."""

from __future__ import annotations

import msgspec

from upcard.games.game import GameView, game_of
from upcard.games.option import Viewer
from upcard.rules.table import TableRules
from upcard.tables.dealing import dealing_of
from upcard.tables.deck import Stage
from upcard.tables.due import Due
from upcard.tables.procedure import due
from upcard.tables.state import Table


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
