"""A store of an older schema is made new when it is opened, once, and what its log says of passwords holds."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread

import pytest

from tests.people.conftest import CHEAP, Clock
from upcard.people import People, open_people
from upcard.people import database as schema
from upcard.store import StoreError

SECRET = "a long enough one"

Logged = tuple[str, str, str]
LOG: Sequence[Logged] = (
    ("lee", "lee", "added as licensee"),
    ("lee", "sam", "added as supervisor"),
    ("lee", "sol", "added as supervisor"),
    ("sol", "sol", "has another password"),
    ("sol", "sol", "is now licensee"),
    ("lee", "vic", "added as surveillance"),
    ("vic", "vic", "has another password"),
    ("lee", "vic", "has another password"),
    ("demo", "dee", "added as licensee"),
    ("dee", "max", "added as licensee"),
    ("max", "yan", "added as supervisor"),
    ("guest-bcdf", "guest-bcdf", "added as player"),
)
"""Who did what to whom, as schema 1 logged it."""
DEMO = {"dee", "guest-bcdf"}


def number(people: People, to: int | None = None) -> int:
    """The number of the store's schema, or another in its place."""
    sqlite = people._database.__class__.__name__ == "SqlitePeople"
    if to is not None:
        with people._database.write() as run:
            if to < schema.NUMBER:
                run("DROP TABLE api_token", ())
            run(f"PRAGMA user_version = {to}" if sqlite else f"UPDATE schema_number SET number = {to}", ())
    [(found,)] = people._database.read("PRAGMA user_version" if sqlite else "SELECT number FROM schema_number")
    return int(found)


def of_schema_1(url: str, clock: Clock) -> None:
    """Makes a store as schema 1 was: without the column, and with its people and its log."""
    with open_people(url, clock=clock, cost=CHEAP) as people:
        hash = people.passwords.hash(SECRET)
        with people._database.write() as run:
            run("ALTER TABLE person DROP COLUMN first_password", ())
            run("DROP TABLE signer", ())
            run("DROP TABLE approval", ())
            for at, (by, id, what) in enumerate(LOG, 1):
                run("INSERT INTO change VALUES (?, ?, ?, ?, ?)", (at, 0, by, id, what))
                if what.startswith("added as "):
                    values = (id, id.title(), what.split()[-1], hash, 0, int(id in DEMO), 0, 0)
                    run("INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            run("INSERT INTO session VALUES (?, 'sam', ?, ?)", ("x" * 64, people.now(), people.now()))
        assert number(people, 1) == 1


def test_a_store_of_schema_1_is_made_new(url: str, clock: Clock) -> None:
    of_schema_1(url, clock)
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert number(people) == schema.NUMBER == 6
        found = people.list()
        assert {each.id for each in found if each.first_password} == {"sam", "vic"}
        assert {each.id for each in found if each.demo} == {"dee", "guest-bcdf", "max", "yan"}
        assert [(each.by, each.id, each.what) for each in people.changes()] == list(LOG), "the log is as it was"
        assert people._database.read("SELECT id FROM session") == [("sam",)]
        assert people.check("yan", SECRET) is None, "made in a demonstration"
        assert people.check("lee", SECRET)
        people.choose_password("sam", SECRET, "one that I chose")
        people.add("new", "New", "dealer", SECRET, "lee")
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert {each.id for each in people.list() if each.first_password} == {"vic", "new"}, "it is done once"


def test_what_is_made_new_is_what_is_made_today(url: str, clock: Clock) -> None:
    """A person about whom nothing is said has a first password, in both."""
    of_schema_1(url, clock)
    with open_people(url, clock=clock, cost=CHEAP) as people, people._database.write() as run:
        run("INSERT INTO person VALUES ('xx', 'X', 'dealer', '-', 0, 0, 0, 0, 0)", ())
        run(
            "INSERT INTO person (id, name, role, hash, locked, demo, failures, locked_until)"
            " VALUES ('yy', 'Y', 'dealer', '-', 0, 0, 0, 0)", (),
        )  # fmt: skip
        assert run("SELECT id, first_password FROM person WHERE id IN ('xx', 'yy') ORDER BY id", ()) == [
            ("xx", 0),
            ("yy", 1),
        ]


def test_of_processes_that_start_at_once_one_makes_it_new(url: str, clock: Clock) -> None:
    of_schema_1(url, clock)
    failed: list[BaseException] = []

    def start() -> None:
        try:
            open_people(url, clock=clock, cost=CHEAP).close()
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not failed
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert number(people) == schema.NUMBER


@pytest.mark.parametrize("to", [schema.NUMBER + 1, 99])
def test_a_store_of_a_schema_to_come_is_left_alone(url: str, clock: Clock, to: int) -> None:
    with open_people(url, clock=clock, cost=CHEAP) as people:
        number(people, to)
    with pytest.raises(StoreError, match="another version of this program"):
        open_people(url, clock=clock, cost=CHEAP)
