"""A house that was served is backed up, and brought back on the other kind of store: everybody signs in and goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import apart
from tests.web.served import CHEAP, STUD, Process
from tests.web.visitor import Visitor, step
from upcard.people import open_people

Visit = Callable[..., Visitor]
PASSWORD = "a long enough one"


def _signed_in(visit: Visit, url: str, id: str) -> Visitor:
    somebody = visit(url)
    form = {"token": somebody.token, "id": id, "password": PASSWORD}
    answer = somebody.client.post("/sign-in", data=form, headers={"Origin": url})
    assert answer.status_code == 303, answer.text
    somebody.look()
    assert somebody.id == id
    return somebody


def _run(*arguments: str) -> Any:
    ran = apart(*arguments, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("source", ["sqlite", "postgres"])
def test_a_served_house_is_brought_back_on_the_other_kind_of_store(
    source: str, postgres_url: str, tmp_path: Path, visit: Visit
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(STUD, encoding="utf-8")
    places = [f"sqlite:{tmp_path / 'casino.db'}", postgres_url]
    here, there = places if source == "sqlite" else reversed(places)
    with open_people(here, cost=CHEAP) as people:
        people.add("dana", "Dana", "dealer", PASSWORD, "dana")
        people.add("gone", "Gone", "dealer", PASSWORD, "gone")
        people.lock("gone", "dana")
    copy, old, new = tmp_path / "friday.db", tmp_path / "old.heads", tmp_path / "new.heads"
    with Process(tmp_path, str(house), "--db", here, "--heads", str(old)) as one:
        dana = _signed_in(visit, one.url, "dana")
        dana.do("stud-1", {"act": "RelieveDealer", "dealer": "dana"})
        dana.do("stud-1", {"act": "OpenTable"})
        made = _run("floor", "backup", str(copy), "--db", here, "--heads", str(old))
        assert one.stop() == 0
    assert made["people"] is True
    assert os.stat(copy).st_mode & 0o777 == 0o600
    restored = _run("floor", "restore", str(copy), "--db", there, "--heads", str(new))
    assert (restored["events"], restored["head"], restored["people"]) == (made["events"], made["head"], True)
    with Process(tmp_path, str(house), "--db", there, "--heads", str(new)) as two:
        assert visit(two.url).client.get("/welcome").status_code == 404, "the house has its people"
        again = _signed_in(visit, two.url, "dana")
        view = again.table("stud-1", "dealer")
        assert view["table"]["open"]
        assert step(again, "stud-1")
        assert two.stop() == 0
    proof = _run("audit", "verify", "--db", there, "--heads", str(new))
    assert proof["events"] > made["events"]
    with open_people(there, cost=CHEAP) as people:
        assert [(person.id, person.locked) for person in people.list()] == [("dana", False), ("gone", True)]
        assert people.attempts()[0].outcome == "ok", "the log of attempts came along"
