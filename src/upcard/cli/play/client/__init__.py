"""`upcard play --at URL`: a seat at a table that `upcard serve` runs, in the terminal.

In: the address, a table, keys. Out: the same felt and receipts as at a table of one's own, drawn from the server's
documents alone. `house` speaks with the server, `joining` finds a seat, `picture` draws documents, `seat` plays.
"""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """What the options ask for."""

    at: str
    table: str | None
    seat: int | None
    id: str | None
    rounds: int | None
    fast: bool


def served(asked: Asked) -> int:
    """Plays at a served table, and returns the exit status."""
    from upcard.cli.play.client.house import ServedHouse
    from upcard.cli.play.client.joining import choose_table, join, sign_in
    from upcard.cli.play.client.seat import Player
    from upcard.cli.play.screen import Screen, terminal

    house = ServedHouse(asked.at)
    plain = Screen(live=False, fast=True)
    me = sign_in(house, asked.id)
    slug = choose_table(house, asked.table, plain)
    if slug is None:
        return 0
    seat = join(house, slug, me, asked.seat)
    screen = Screen(live=terminal(), fast=asked.fast)
    player = Player(house, slug, seat, screen, asked.rounds)
    with screen:
        player.play()
    plain.show(player.closing())
    return 0
