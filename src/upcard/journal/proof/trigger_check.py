"""The triggers that keep everybody from changing or shortening a journal: that they are there, as the package has them.

Whoever may write the database can take them away, change an entry at leisure, and hash the chain anew. The signed heads
show what was changed; that the guards are gone shows that somebody meant to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from upcard.store.migrate import migrations
from upcard.store.store import StoreError, one_line

TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"


def sqlite_guards(found: Mapping[str, str], ran: int) -> str:
    """What is wrong with the triggers of an SQLite journal, by their names and texts; empty where nothing is.

    `ran` is the last migration of the database: one from before there were seals has no triggers for them.
    """
    return _wrong(found, _sqlite(ran))


def _wrong(found: Mapping[str, object], ours: Mapping[str, object]) -> str:
    """What is wrong with the triggers that were found, beside those that should be there."""
    for name, guard in ours.items():
        if name not in found:
            return f"the trigger {name} is missing, which guards the journal"
        if getattr(found[name], "enabled", ALWAYS) != ALWAYS:
            return f"the trigger {name}, which guards the journal, is not enabled for everybody"
        if found[name] != guard:
            return f"the trigger {name} is not the one that guards the journal: somebody has changed it"
    strange = sorted(set(found) - set(ours))
    return f"the trigger {strange[0]} is none of the journal's" if strange else ""


@cache
def _sqlite(ran: int) -> dict[str, str]:
    """What a new journal has: the migrations themselves say it, run on nothing."""
    import apsw  # PostgreSQL does without it

    database = apsw.Connection(":memory:")
    for step in migrations("sqlite")[:ran]:
        database.execute(step.text).fetchall()
    found = {str(name): str(text) for name, text in database.execute(TRIGGERS).fetchall()}
    database.close()
    return found


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------

INSTALLED = """
    SELECT trigger.tgname, class.relname, trigger.tgtype, trigger.tgenabled, trigger.tgqual IS NULL,
           function.proname, function.prosrc
    FROM pg_trigger AS trigger
    JOIN pg_class AS class ON class.oid = trigger.tgrelid
    JOIN pg_proc AS function ON function.oid = trigger.tgfoid
    WHERE class.relnamespace = %s::regnamespace AND NOT trigger.tgisinternal
"""
TYPES = {"ROW": 1, "BEFORE": 2, "INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""The bits in which PostgreSQL keeps when a trigger fires."""

TRIGGER = re.compile(r"CREATE TRIGGER (\w+) ([A-Z ]+) ON (\w+)\s[^;]*FOR EACH (\w+) EXECUTE FUNCTION (\w+)\(\);")
FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(\) RETURNS trigger .*?AS \$\$(.*?)\$\$;", re.DOTALL)
ALWAYS = "A"


class _Installed(NamedTuple):
    """A trigger as the catalogue knows it."""

    name: str
    table: str
    fires: int
    enabled: str
    unconditional: bool
    function: str
    text: str


def postgres_guards(address: str, schema: str) -> str:
    """What is wrong with the triggers of a journal on PostgreSQL; empty where nothing is."""
    import psycopg  # SQLite does without it

    from upcard.store.postgres_server import connect

    try:
        with connect(address, schema, read_only=True) as connection:
            rows = connection.execute(INSTALLED, (schema,)).fetchall()
            ran = connection.execute("SELECT count(*) FROM migration").fetchall()[0][0]
    except psycopg.Error as error:
        raise StoreError(f"the triggers in {schema} cannot be read: {one_line(error)}") from error
    return _wrong({row[0]: _Installed(*row) for row in rows}, _postgres(ran))


@cache
def _postgres(ran: int) -> dict[str, _Installed]:
    """As the migrations make them; each of these is enabled always."""
    text = "\n".join(step.text for step in migrations("postgres")[:ran])
    functions = dict(FUNCTION.findall(text))
    return {
        name: _Installed(name, table, _fires(when, each), ALWAYS, True, function, functions[function])
        for name, when, table, each, function in TRIGGER.findall(text)
    }


def _fires(when: str, each: str) -> int:
    """
    >>> _fires("BEFORE UPDATE OR DELETE OR TRUNCATE", "STATEMENT")
    58
    """
    return sum(TYPES.get(word, 0) for word in (*when.split(), each))
