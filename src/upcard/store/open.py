"""The addresses of stores, and what opens a store by its address.

An address is `sqlite:PATH` or `postgresql://…`, each with its options behind a question mark. A database's driver is
imported only when its kind is asked for.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from upcard.store.store import Store, StoreError

DEFAULT = "sqlite:upcard.db"

SQLITE_OPTIONS = {
    "synchronous": ("off", "normal", "full", "extra"),
    "locking_mode": ("normal", "exclusive"),
    "vfs": (),
}
"""The options of an SQLite address with what each may be; none are named where it may be anything."""

SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")


class SqliteUrl(NamedTuple):
    """Where an SQLite journal is, and how to open it."""

    path: str
    options: dict[str, str]


class PostgresUrl(NamedTuple):
    """What the driver connects to, and the schema in which the journal is."""

    address: str
    schema: str


def parse(url: str) -> SqliteUrl | PostgresUrl:
    """What an address says.

    >>> parse("sqlite:upcard.db?synchronous=extra")
    SqliteUrl(path='upcard.db', options={'synchronous': 'extra'})
    >>> parse("postgresql://floor@db/casino?schema=pit_2")
    PostgresUrl(address='postgresql://floor@db/casino', schema='pit_2')
    """
    kind, _, rest = url.partition(":")
    match kind:
        case "sqlite":
            return _sqlite(rest)
        case "postgresql" | "postgres" if rest.startswith("//"):
            return _postgres(url)
        case _:
            raise StoreError(f"a store is sqlite:PATH or postgresql://…, not {without_password(url)!r}")


def _sqlite(rest: str) -> SqliteUrl:
    path, _, query = rest.partition("?")
    if not path:
        raise StoreError("sqlite: is followed by the path of a file")
    options = {name: value.lower() if name != "vfs" else value for name, value in parse_qsl(query, True)}
    for name, value in options.items():
        if name not in SQLITE_OPTIONS:
            raise StoreError(f"an SQLite store has no option {name}: {', '.join(sorted(SQLITE_OPTIONS))}")
        if SQLITE_OPTIONS[name] and value not in SQLITE_OPTIONS[name]:
            raise StoreError(f"{name} is one of {', '.join(SQLITE_OPTIONS[name])}, not {value!r}")
    return SqliteUrl(path, options)


def _postgres(url: str) -> PostgresUrl:
    parts = urlsplit(url)
    options = parse_qsl(parts.query, True)
    schema = dict(options).get("schema", "upcard")
    if not SCHEMA.fullmatch(schema):
        raise StoreError(f"a schema is named in small letters, digits and underscores, not {schema!r}")
    query = urlencode([(name, value) for name, value in options if name != "schema"], quote_via=quote)
    return PostgresUrl(urlunsplit(parts._replace(query=query)), schema)


def without_password(url: str) -> str:
    """The address as it may stand in a message.

    >>> without_password("postgresql://floor:secret@db/casino")
    'postgresql://floor:…@db/casino'
    """
    return re.sub(r"(//[^/@:]*:)[^/@]*@", r"\1…@", url)


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
