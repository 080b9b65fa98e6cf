"""Opens the people of a journal by the journal's address. A database's driver is imported only when it is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable

from upcard.people.database import Database
from upcard.people.passwords import Cost, Passwords
from upcard.people.people import People
from upcard.people.person import Limits
from upcard.store.open import PostgresUrl, SqliteUrl, parse


def open_people(
    url: str, *, clock: Callable[[], float] = time.time, limits: Limits | None = None, cost: Cost | None = None
) -> People:
    """The people beside a journal; their store is made if there is none."""
    database = _database(url)
    try:
        return People(database, clock, Passwords(cost), limits)
    except BaseException:
        database.close()
        raise


def _database(url: str) -> Database:
    match parse(url):
        case SqliteUrl(path, _):
            from upcard.people import sqlite

            return sqlite.SqlitePeople(sqlite.beside(path))
        case PostgresUrl(address, schema):
            from upcard.people import postgres

            return postgres.PostgresPeople(address, postgres.beside(schema))
