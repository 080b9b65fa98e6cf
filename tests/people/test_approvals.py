"""The log of approvals: one for each act, signed, appended and never altered, and read without touching the store."""

from __future__ import annotations

from pathlib import Path

import apsw
import psycopg
import pytest

from tests.people.conftest import CHEAP, Clock
from tests.store.scribe import database
from upcard.people import open_people
from upcard.people.person import Approval, is_personal, read_approvals
from upcard.people.postgres import beside as schema_beside
from upcard.people.sqlite import beside as file_beside
from upcard.store.open import PostgresUrl, parse

ACT = ("sam/one", "ab" * 32, "supervisor sam with licensee lee")
KEY = b"k" * 32, lambda message: b"signed " + message[:15]


def people_of(url: str) -> str:
    """The address of the database of people beside a journal."""
    found = parse(url)
    if isinstance(found, PostgresUrl):
        return url.replace(f"schema={found.schema}", f"schema={schema_beside(found.schema)}")
    return f"sqlite:{file_beside(found.path)}"


def test_an_approval_is_logged_once_for_each_act(url: str, clock: Clock) -> None:
    with open_people(url, clock=clock, cost=CHEAP) as people:
        for command, digest, by in (ACT, ACT, ("sam/one", "cd" * 32, ACT[2]), ("sam/two", *ACT[1:])):
            people.approve(command, digest, by, KEY)
        people.approve("sam/three", *ACT[1:], None)
        at = people.now()
    found = read_approvals(url)
    assert not isinstance(found, str)
    assert [(each.number, each.command, each.digest[:2]) for each in found] == [
        (1, "sam/one", "ab"), (2, "sam/one", "cd"), (3, "sam/two", "ab"), (4, "sam/three", "ab"),
    ]  # fmt: skip
    assert found[0] == Approval(at, *ACT, KEY[0].hex(), b"signed upcard approval".hex(), 1)
    assert (found[3].signer, found[3].signature) == ("", "")
    with database(people_of(url)) as execute:
        for change in ("DELETE FROM approval", "UPDATE approval SET by = 'nobody'"):
            with pytest.raises((apsw.Error, psycopg.Error), match="never"):
                execute(change)


def test_approvals_that_cannot_be_read_are_none_in_words(url: str, tmp_path: Path) -> None:
    assert isinstance(read_approvals(url), str)
    assert not list(tmp_path.glob("*people*")), "nothing is made by looking"


@pytest.mark.parametrize(("id", "personal"), [("lee", True), ("Stud 1 second", False), ("pit surveillance", False)])
def test_nobody_signs_in_as_a_bot(id: str, personal: bool) -> None:
    assert is_personal(id) == personal
