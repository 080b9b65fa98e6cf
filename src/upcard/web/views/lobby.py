"""The lobby: every table with its edition, limits, meters and seats."""

from __future__ import annotations

from upcard.web.schemas.jackpots import Lobby, LobbyTable
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.views.jackpots import jackpot_document
from upcard.web.views.limits import limits
from upcard.web.views.table import _words, meters


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
        "words": _words(table),
        "limits": limits(t),
        "taken": len(table.players),
        "seats": [{"seat": seat, "player": table.players.get(seat), "you": False} for seat in seats],
        "meters": meters(moment, t),
    }
