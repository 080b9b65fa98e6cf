"""Which entries belong to a round, found whichever way it is looked for."""

from __future__ import annotations

import pytest

from tests.audit.journals import HOUSES, STEPS, Night, irregular_night, stories
from upcard.audit import document, find, listing
from upcard.errors import Refused
from upcard.journal.command import TABLE
from upcard.store.store import GENESIS, Reading


def journal(name: str) -> Reading:
    return irregular_night(name, STEPS).store


@pytest.mark.parametrize("name", HOUSES)
def test_a_round_that_is_looked_for_is_the_one_that_comes_by(name: str) -> None:
    every = stories(irregular_night(name, STEPS).store.rows)
    for story in (every[0], every[7], every[-1]):
        assert document(find(journal(name), story.id)) == document(story)


@pytest.mark.parametrize("name", HOUSES)
def test_every_entry_of_a_table_is_in_one_round_and_stands_on_the_entry_before(name: str) -> None:
    rows = irregular_night(name, STEPS).store.rows
    told = [step.entry.seq for story in stories(rows) for step in story.steps if step.entry.stream.startswith(TABLE)]
    assert len(told) == len(set(told))
    ended = {story.table: story.steps[-1].entry.seq for story in stories(rows)}
    assert set(told) == {e.seq for e in rows if e.seq <= ended.get(e.stream.removeprefix(TABLE), 0)}
    for story in stories(rows):
        first = story.steps[0].entry
        assert story.standing_on == (rows[first.seq - 2].hash if first.seq > 1 else GENESIS)


def begun(night: Night, table: str) -> list[int]:
    """The rounds of a table in which something has happened."""
    return [line.number for line in listing(night.store, 100, table)]


def test_a_round_in_play_is_told_as_far_as_it_has_come_and_no_further() -> None:
    night = Night("deadwood").play(130)
    table = night.house.tables[0].name
    for act in range(60):
        night.play(1)
        number = night.floor.casino.tables[table].number
        if number not in begun(night, table):
            continue
        told = document(find(night.store, f"{table}:{number}"))
        assert told["settlement"] is None
        assert told["ended"] is None
        round = night.floor.casino.tables[table].round
        assert round is not None
        lying = (told["round"] or {"dealer": []})["dealer"]
        assert len(lying) <= (1 if getattr(round, "qualifies", None) is None else 5), act
        for seat, found in (told["round"] or {"seats": {}})["seats"].items():
            assert "cards" not in found or getattr(round.seats[int(seat)], "shown", False), act


@pytest.mark.parametrize(
    ("id", "because"),
    [
        ("Stud 1", "TABLE:NUMBER"), (":3", "TABLE:NUMBER"), ("Stud 1:x", "TABLE:NUMBER"), ("Stud 1:-1", "TABLE:NUMBER"),
        ("Stud 1:99999", "has no round 99999"), ("Nowhere:1", "no table 'Nowhere'"), ("Stud 1:0", "has no round 0"),
    ],
)  # fmt: skip
def test_a_round_that_is_not_there_is_refused_with_the_reason(id: str, because: str) -> None:
    with pytest.raises(Refused, match=because):
        find(journal("deadwood"), id)


@pytest.mark.parametrize("name", HOUSES)
def test_the_list_says_what_the_rounds_say(name: str) -> None:
    every = {story.id: story for story in stories(irregular_night(name, STEPS).store.rows)}
    lines = [line for line in listing(journal(name), 25) if line.state != "in play"]
    assert len(lines) > 15, "the rest is in play"
    assert [line.id for line in lines] == list(every)[-len(lines) :]
    for line in lines:
        told = document(every[line.id])
        assert line.state == told["state"]
        assert [line.last, line.at] == [told["entries"][1], told["ended"]]
        assert line.seats == len(told["settlement"]["net"])
        assert line.net == sum(round(float(net) * 100) for net in told["settlement"]["net"].values())
    table = lines[-1].table
    ended = [line.id for line in listing(journal(name), 4, table) if line.state != "in play"]
    assert len(ended) >= 3
    assert ended == [id for id in every if id.startswith(f"{table}:")][-len(ended) :]
