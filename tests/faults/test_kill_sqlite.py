"""kill -9 on a floor that writes SQLite: what it acknowledged is there, once, and its rounds go on with their cards."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from tests.faults.audit import Auditor, Tally
from tests.faults.crash import Said, Say, TalkingFloor, fork, warm
from tests.faults.faulty import HastyStore
from tests.faults.house import house, pits
from tests.faults.scale import LONG, progress
from upcard.bots.table_bot import Playing
from upcard.journal.command import Command
from upcard.journal.journal import heads_of, opened

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of a process")

KILLS = 10_000 if LONG else 60
KILLS_PER_JOURNAL = 10
FIRST_OPENINGS = 1000 if LONG else 40
MOST_WORDS = 32
"""What a child says at most before it dies: what it asks of all tables is one word, and what it is told another."""
LONGEST = 0.06
"""Seconds after which a child dies that was not waited for, at most."""

HOUSE = house()


def play(url: str, run: str, again: tuple[Command, ...], say: Say) -> NoReturn:
    """Open the house where its journal stands, send what got no reply once more, and play until death."""
    with opened(url) as journal:
        floor = TalkingFloor(HOUSE, journal.store, say)
        if again:
            floor.process(again)
        playing = Playing(floor, pits(HOUSE, run), run)
        while True:
            for _ in range(3):
                playing.step()
            journal.sign(floor)


def killed(url: str, run: str, again: tuple[Command, ...], chance: Random) -> Said:
    """One life of the floor: one in five ends while the house is opened, the others in the middle of the play."""
    child = fork(partial(play, url, run, again))
    words = 0 if chance.random() < 0.2 else chance.randrange(1, MOST_WORDS)
    said = child.kill(words, chance.uniform(0.0, 0.004 if words else LONGEST))
    assert not said.complaint, said.complaint
    return said


def finish(url: str, auditor: Auditor, run: str) -> None:
    """Nobody dies any more: every round that was left half way comes to its end."""
    with opened(url) as journal:
        floor = TalkingFloor(HOUSE, journal.store, lambda what: None)
        playing = Playing(floor, pits(HOUSE, run), run)
        half = {name: table.number for name, table in floor.casino.tables.items()}
        for _ in range(200):
            if all(floor.casino.tables[name].number > number for name, number in half.items()):
                break
            playing.step()
        else:
            raise AssertionError("a round does not come to its end")
        journal.sign(floor)
        auditor.look(journal.store, heads_of(url))


def test_nothing_acknowledged_is_lost_when_the_floor_is_killed(tmp_path: Path) -> None:
    chance, tally = Random(1503), Tally()
    with warm():
        for number in progress(range(KILLS), KILLS, "kills"):
            life = number % KILLS_PER_JOURNAL
            if not life:
                url = f"sqlite:{tmp_path / f'{number}.db'}"
                auditor, again = Auditor(HOUSE), tuple[Command, ...]()
            said = killed(url, f"run {number}", again, chance)
            with opened(url) as journal:
                auditor.look(journal.store, heads_of(url), said)
                tally.count(auditor, journal.store, said)
            # A third of the next lives begin with a retry: of what was not answered, or else of what was.
            again = said.lost or said.answered if chance.random() < 0.35 else ()
            tally.retried += bool(again)
            if life == KILLS_PER_JOURNAL - 1:
                finish(url, auditor, f"end {number}")
                tally.finished(auditor)
                for file in tmp_path.glob(f"{number - life}.db*"):
                    file.unlink()
    print(tally)
    assert tally.told > 20 * KILLS
    assert tally.retried > KILLS // 10
    assert tally.unheard, "death came between a commit and its reply"
    assert tally.resumed > KILLS, "death came in the middle of rounds"
    assert tally.locked > KILLS // 10, "death came while awards were locked"
    assert tally.rounds > 2 * KILLS


def test_a_house_that_is_killed_while_it_is_opened_for_the_first_time_opens_again(tmp_path: Path) -> None:
    chance, opened_to = Random(31), set[int]()
    with warm():
        for number in range(FIRST_OPENINGS):
            url = f"sqlite:{tmp_path / f'{number}.db'}"
            said = fork(partial(play, url, "first", ())).kill(number // 2 % 20, chance.uniform(0.0, 0.002))
            assert not said.complaint, said.complaint
            with opened(url) as journal:
                Auditor(HOUSE).look(journal.store, heads_of(url), said)
                opened_to.add(journal.store.head().seq)
                Playing(TalkingFloor(HOUSE, journal.store, lambda what: None), pits(HOUSE, "second"), "second").step()
    assert len(opened_to) > 3, "death came at different moments"


def play_hastily(path: str, run: str, say: Say) -> NoReturn:
    floor = TalkingFloor(HOUSE, HastyStore(path), say)
    playing = Playing(floor, pits(HOUSE, run), run)
    while True:
        playing.step()


def hasty_lives(folder: Path) -> None:
    """Lives on journals of their own: what the hasty store writes has no seal, so a second life could not open it."""
    for number in range(20):
        path = str(folder / f"{number}.db")
        said = fork(partial(play_hastily, path, f"run {number}")).kill(10, 0.0)
        with opened(f"sqlite:{path}") as journal:
            Auditor(HOUSE).look(journal.store, None, said)


def test_a_floor_that_answers_before_its_commit_is_found_out(tmp_path: Path) -> None:
    with warm(), pytest.raises(AssertionError, match="acknowledged, and is lost"):
        hasty_lives(tmp_path)
