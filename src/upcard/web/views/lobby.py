"""The lobby: every table with its edition, limits, meters and seats."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from upcard.document import Game, doc
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.frame import words
from upcard.web.views.jackpots import Jackpot, Meter, jackpot_document, meters
from upcard.web.views.limits import TableBasics, limits


class LobbySeat(TypedDict):
    """A seat as the lobby shows it."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sits there.")]
    you: Annotated[Literal[False], doc("The lobby is the same for everybody.")]


class LobbyTable(TableBasics):
    """A table as the lobby shows it."""

    game: Annotated[Game, doc("Its game.")]
    words: Annotated[str, doc("How far the round is, in words.")]
    taken: Annotated[int, doc("How many seats are taken.")]
    seats: Annotated[list[LobbySeat], doc("Its seats.")]
    meters: Annotated[list[Meter], doc("The meters that it plays for.")]


class Lobby(TypedDict):
    """The house at a glance."""

    seq: Annotated[int, doc("The entry after which this last changed.")]
    house: Annotated[str, doc("The name of the house.")]
    demo: Annotated[bool, doc("Whether this is a demonstration.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    tables: Annotated[list[LobbyTable], doc("The tables.")]
    jackpots: Annotated[list[Jackpot], doc("The jackpots.")]


def lobby_document(moment: StateSnapshot, slugs: dict[str, str], *, demo: bool) -> Lobby:
    """The house at a glance; nothing in it depends on who looks."""
    return {
        "seq": moment.seq,
        "house": moment.house_name,
        "demo": demo,
        "locked": moment.locked,
        "tables": [_table(moment, name, slugs[name]) for name in moment.tables],
        "jackpots": [jackpot_document(moment, link) for link in moment.links.values()],
    }


def _table(moment: StateSnapshot, name: str, slug: str) -> LobbyTable:
    t, table = moment.rules[name], moment.tables[name]
    seats = range(1, t.seats + 1)
    return {
        "name": name,
        "slug": slug,
        "edition": t.edition.id,
        "title": t.edition.title,
        "game": t.edition.game,
        "mode": t.mode,
        "open": table.is_open,
        "dealer": table.dealer,
        "round": table.number,
        "words": words(table.round),
        "limits": limits(t),
        "taken": len(table.players),
        "seats": [{"seat": seat, "player": table.players.get(seat), "you": False} for seat in seats],
        "meters": meters(moment, t),
    }
