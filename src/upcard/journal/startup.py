"""Opening a house: its jackpots are put into play once, its tables join them, and open ones get their commitment."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.journal.command import LONGEST_ID, Command
from upcard.journal.floor import Floor
from upcard.money import commands as c
from upcard.shuffles.commands import CommitShuffle
from upcard.shuffles.events import SHUFFLE
from upcard.tables.actor import Actor

LICENSEE = Actor("house", "licensee")


def opening(floor: Floor) -> Iterator[Command]:
    """The commands that are still missing; their ids say what they do, so that doing it twice does it once."""
    casino = floor.casino
    links = casino.books.links
    if casino.books.house != casino.house.name:
        version = casino.versions.get("cage", 0)
        yield Command(f"open {casino.house.name} after {version}"[:LONGEST_ID], LICENSEE, c.OpenHouse())
    for name in casino.house.jackpots:
        if name not in links:
            yield Command(f"open jackpot {name}", LICENSEE, c.OpenJackpot(name))
        for t in casino.house.tables_on(name):
            if name not in links or t.name not in links[name].members:
                version = casino.versions.get(f"jackpot/{name}", 0)
                yield Command(f"join {t.name} to {name} after {version}", LICENSEE, c.JoinTable(name, t.name))
    for t in casino.house.tables:
        if casino.uncommitted(t.name):
            version = casino.versions.get(f"{SHUFFLE}{t.name}", 0)
            yield Command(f"commit {t.name} after {version}"[:LONGEST_ID], LICENSEE, CommitShuffle(), t.name)


def open_house(floor: Floor) -> None:
    """Everything that is missing, one after the other; what the law or the link refuses is raised."""
    for command in opening(floor):
        (reply,) = floor.process([command])
        if reply.error is not None:
            raise reply.error
