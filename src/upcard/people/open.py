"""The people of a journal by the journal's address: opened, copied into a backup, and brought back from one.

A database's driver is imported only when it is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.people.people import People
from upcard.people.person import Limits
from upcard.people.sessions import Cost, Passwords
from upcard.store.open import PostgresUrl, SqliteUrl, parse
from upcard.store.store import StoreError

if TYPE_CHECKING:
    from upcard.people.postgres import PostgresPlace
    from upcard.people.sqlite import SqlitePlace


def open_people(
    url: str, *, clock: Callable[[], float] = time.time, limits: Limits | None = None, cost: Cost | None = None
) -> People:
    """The people beside a journal; their store is made if there is none."""
    database = place_of(url).open()
    try:
        return People(database, clock, Passwords(cost), limits)
    except BaseException:
        database.close()
        raise


def place_of(url: str) -> SqlitePlace | PostgresPlace:
    """Where the people of a journal are, by the journal's address."""
    match parse(url):
        case SqliteUrl(path, _):
            from upcard.people.sqlite import SqlitePlace

            return SqlitePlace(path)
        case PostgresUrl(address, schema):
            from upcard.people.postgres import PostgresPlace

            return PostgresPlace(address, schema)


def copy_people(url: str, to: Path) -> bool:
    """The people of one moment in a new SQLite file; False where there is no store of people.

    Everybody comes along with their hashes, their logs and the secret of the forms; sessions do not, so that nobody is
    signed in at a house that was brought back.
    """
    from upcard.people.sqlite import remove_sessions

    place = place_of(url)
    if not place.has_people():
        return False
    place.copy(to)
    remove_sessions(to)
    return True


def check_no_people(url: str) -> None:
    """Refuses a place where there are people already."""
    if (place := place_of(url)).has_people():
        raise StoreError(f"{place.name} holds people already: a backup is restored where nobody is yet")
