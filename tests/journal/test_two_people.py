"""A floor that is served lets nobody do alone what takes two, whoever asks it."""

from __future__ import annotations

import pytest

from tests.money.pit import FAULT
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.journal import act_table
from upcard.journal.command import AnyCommand, Command, two_people
from upcard.money import commands as c
from upcard.rules.jackpot import Level
from upcard.tables.commands import Actor, Play

SAM, LEE = Actor("sam", "supervisor"), Actor("lee", "licensee")

ACTS: tuple[AnyCommand, ...] = (
    c.ValidateHit("J", 1), c.RejectHit("J", 1, "why"), c.ResumeLink("J", "lee"),
    c.ChangeLevel("J", "main", Level(seed=1, rate=1), "lee", "why"), c.CorrectMeter("J", "main", 1, "why", "lee"),
    c.TakeTitleWagers("J", "Title", "T", 100), c.EndJackpot("J", "lee"), c.VoidSlip(1, "why"),
    Play(stud.CorrectHand(1, ())), Play(stud.CorrectDealer(())), Play(six.CorrectHand(1, ())),
    Play(stud.CorrectUpCard(Card(0))), Play(stud.TakeBackDeal()), Play(stud.CorrectProgressive(1, 0)),
    Play(six.TakeBackDeal()),
    Play(six.CorrectCommunity(Card(0))),
)  # fmt: skip


def test_every_act_of_two_is_tried() -> None:
    tried = {Command("id", SAM, ask).act for ask in ACTS}
    assert tried == {name for name, rule in act_table.ACTS.items() if rule.always_two}


@pytest.mark.parametrize("ask", ACTS, ids=lambda ask: type(ask).__name__)
def test_one_person_is_refused_and_two_are_not(ask: AnyCommand) -> None:
    table = "T" if isinstance(ask, Play) else ""
    for second in (None, SAM):
        with pytest.raises(Refused, match="takes a second person"):
            two_people(Command("id", SAM, ask, table, None, second))
    two_people(Command("id", SAM, ask, table, None, LEE))


def test_what_one_may_do_one_does() -> None:
    two_people(Command("id", SAM, c.SuspendLink("J", "why", *FAULT)))
    two_people(Command("id", SAM, Play(stud.Fold(1)), "T"))
