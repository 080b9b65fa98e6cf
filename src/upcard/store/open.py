"""Opens a store by its address. A database's driver is imported only when its kind is asked for."""

from __future__ import annotations

from upcard.store.store import Store, StoreError
from upcard.store.url import PostgresUrl, SqliteUrl, parse

DEFAULT = "sqlite:upcard.db"


def open_store(url: str = DEFAULT, *, read_only: bool = False) -> Store:
    """The store at an address; a journal is made there if there is none, unless it is only to be read."""
    match parse(url):
        case SqliteUrl(path, options):
            try:
                from upcard.store.sqlite import SqliteStore
            except ImportError as error:
                raise StoreError("an SQLite store needs the package apsw") from error
            return SqliteStore(path, read_only=read_only, **options)
        case PostgresUrl(address, schema):
            try:
                from upcard.store.postgres import PostgresStore
            except ImportError as error:
                raise StoreError("a PostgreSQL store needs the package psycopg") from error
            return PostgresStore(address, schema=schema, read_only=read_only)
