"""The people of a house copied: out of either database into an SQLite file of people, and from one into either.

Everybody comes along with their hashes, their logs and the secret of the forms; sessions do not, so that nobody is
signed in at a house that was brought back.
"""

from __future__ import annotations

from pathlib import Path

import apsw

from upcard.people.database import Database
from upcard.people.sqlite import SqlitePeople
from upcard.people.sqlite import beside as file_beside
from upcard.store.files import new_file, remove
from upcard.store.open import PostgresUrl, SqliteUrl, parse
from upcard.store.sqlite_file import SqliteReader
from upcard.store.store import StoreError

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
NOT_COPIED = frozenset({"session"})


def copy_people(url: str, to: Path) -> bool:
    """The people of one moment in a new file; False where there is no store of people."""
    match parse(url):
        case SqliteUrl(path, _):
            found = file_beside(path)
            if not found.exists():
                return False
            SqliteReader(str(found)).copy(str(to))
        case PostgresUrl(address, name):
            from upcard.people.postgres import PostgresPeople, beside, has_people

            if not has_people(address, beside(name)):
                return False
            people = PostgresPeople(address, beside(name))
            try:
                made = SqlitePeople(to)
                try:
                    with people.write():  # nobody else writes meanwhile: all tables are of one moment
                        _copy_rows(people, made, made)
                finally:
                    made.close()
            finally:
                people.close()
    _without_sessions(to)
    return True


def bring_people(file: Path, url: str) -> None:
    """The store of people beside a journal, made from such a file; it must not hold anybody yet."""
    match parse(url):
        case SqliteUrl(path, _):
            found = file_beside(path)
            with new_file(str(found)) as part, open(file, "rb") as source, open(part, "wb") as target:
                while some := source.read(1 << 20):
                    target.write(some)
            SqlitePeople(found).close()  # brought up to date, where an older version has made it
        case PostgresUrl(address, name):
            from upcard.people.postgres import PostgresPeople, beside

            kept = SqlitePeople(file)
            try:
                people = PostgresPeople(address, beside(name))
                try:
                    _copy_rows(kept, people, kept)
                finally:
                    people.close()
            finally:
                kept.close()


def check_no_people(url: str) -> None:
    """Refuses a place where there are people already."""
    match parse(url):
        case SqliteUrl(path, _):
            there = str(file_beside(path)) if file_beside(path).exists() else ""
        case PostgresUrl(address, name):
            from upcard.people.postgres import beside, has_people

            there = f"the schema {beside(name)}" if has_people(address, beside(name)) else ""
    if there:
        raise StoreError(f"{there} holds people already: a backup is restored where nobody is yet")


def discard_people(url: str) -> None:
    """Takes back what `bring_people` has made, where the rest of a restoration failed."""
    match parse(url):
        case SqliteUrl(path, _):
            remove(str(file_beside(path)))
        case PostgresUrl(address, name):
            from upcard.people.postgres import beside, drop_people

            drop_people(address, beside(name))


def _copy_rows(source: Database, target: Database, names: SqlitePeople) -> None:
    """Every table but the sessions, by the names of its columns, in one transaction."""
    with target.write() as run:
        if run("SELECT 1 FROM person LIMIT 1", ()):
            raise StoreError("the store of people holds people already: a backup is restored where nobody is yet")
        for table in [name for (name,) in names.read(TABLES) if name not in NOT_COPIED]:
            columns = [row[0] for row in names.read("SELECT name FROM pragma_table_info(?) ORDER BY cid", (table,))]
            listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
            for row in source.read(f"SELECT {listed} FROM {table} ORDER BY {columns[0]}"):
                run(f"INSERT INTO {table} ({listed}) VALUES ({marks})", row)


def _without_sessions(path: Path) -> None:
    """One plain file, in which no session is left, not even in pages that are free."""
    connection = apsw.Connection(str(path))
    try:
        connection.pragma("journal_mode", "delete")
        connection.execute("DELETE FROM session")
        connection.execute("VACUUM")
    except apsw.Error as error:
        raise StoreError(f"the people cannot be copied: {error}") from error
    finally:
        connection.close(True)
