"""What was approved of a meter, and what changes only under an approval of its own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.pit import PEOPLE, Evening, example, house_of
from upcard.errors import Refused
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.money import commands as c
from upcard.rules.jackpot import Approval


@pytest.mark.rule("meter_approval", "five_card_submission")
def test_what_was_approved_changes_under_an_approval_of_its_own() -> None:
    evening = Evening(house_of(example("massachusetts")))
    assert str(evening.link("Harbor").approval) == "Submission 25-114 of 2025-12-15"
    again = Approval("Submission 26-020", "2026-02-01")
    for jackpot, level, fields, clause in (
        ("Harbor", "main", {"seed": 1_000_001}, "ma-11(d)(5)"),
        ("Five Card", "five_card", {"seed": 1_000_001}, "ma-11(e)(4)"),
        ("Five Card", "five_card", {"rate": 460_000}, "ma-11(e)(4)"),
        ("Five Card", "five_card", {"reserve_rate": 300_000}, "ma-11(e)(4)"),
    ):
        if evening.link(jackpot).operating:
            evening.does("supervisor", c.SuspendLink(jackpot, "new values"))
        after = replace(evening.link(jackpot).tiers[level].level, **fields)
        wanted = c.ChangeLevel(jackpot, level, after, "another", "new values")
        for approval in (None, Approval(" ", "2026-02-01"), Approval("Submission 26-020", "in May")):
            with pytest.raises(Refused, match="approv") as refused:
                evening.does("licensee", replace(wanted, approval=approval))
            assert refused.value.clause == clause
        evening.does("licensee", replace(wanted, approval=again))
        assert evening.link(jackpot).approval == again
    rate = replace(evening.link("Harbor").tiers["main"].level, rate=710_000)
    evening.does("licensee", c.ChangeLevel("Harbor", "main", rate, "another", "the text asks for no approval of it"))
    for fields, because, under in (({"rate": 0}, "never progresses", None), ({"seed": 0}, "at least", "ma-11(e)(4)")):
        none = replace(evening.link("Five Card").tiers["five_card"].level, **fields)
        with pytest.raises(Refused, match=because) as refused:
            evening.does("licensee", c.ChangeLevel("Five Card", "five_card", none, "another", "dear", again))
        assert refused.value.clause == under


@pytest.mark.rule("five_card_submission")
def test_a_limit_that_turns_a_part_of_the_rate_to_the_house_is_approved_too() -> None:
    evening = Evening(house_of(example("massachusetts")))
    evening.does("supervisor", c.SuspendLink("Five Card", "new values"))
    before = evening.link("Five Card").tiers["five_card"].level
    to_house = replace(before, limit=before.seed + 1, overflow="revenue")
    wanted = c.ChangeLevel("Five Card", "five_card", to_house, "another", "it is dear")
    with pytest.raises(Refused, match="another rate of progression is submitted") as refused:
        evening.does("licensee", wanted)
    assert refused.value.clause == "ma-11(e)(4)"
    evening.does("licensee", replace(wanted, approval=Approval("Submission 26-020", "2026-02-01")))
    higher = replace(wanted, after=replace(to_house, limit=before.seed + 2))
    with pytest.raises(Refused, match="another rate of progression is submitted"):
        evening.does("licensee", higher)
    to_reserve = replace(before, limit=before.seed + 2)
    with pytest.raises(Refused, match="another rate of progression is submitted"):
        evening.does("licensee", replace(wanted, after=to_reserve))
    evening.does("licensee", replace(wanted, after=to_reserve, approval=Approval("Submission 26-021", "2026-02-01")))
    evening.does("licensee", replace(wanted, after=replace(to_reserve, limit=before.seed + 3)))


@pytest.mark.rule("meter_approval", "five_card_submission")
def test_an_approval_that_is_yet_to_come_is_none() -> None:
    house = house_of(example("massachusetts"))
    late = {
        name: replace(one, approval=Approval("Submission 26-020", "2026-01-02")) for name, one in house.jackpots.items()
    }

    def opened(at: str) -> Casino:
        casino = Casino(replace(house, jackpots=late))
        for name in late:
            casino.decide(Command(name, PEOPLE["licensee"], c.OpenJackpot(name)), at)
        return casino

    with pytest.raises(Refused, match="approval: 2026-01-02 is yet to come") as refused:
        opened("2026-01-01T23:59:59.000000Z")
    assert refused.value.clause == "ma-11(d)(5)"
    casino = opened("2026-01-02T00:00:00.000000Z")
    seed = replace(casino.books.links["Five Card"].tiers["five_card"].level, seed=1_000_001)
    approval = Approval("Submission 26-021", "2026-01-04")
    change = c.ChangeLevel("Five Card", "five_card", seed, "another", "more", approval)
    casino.decide(Command("still", PEOPLE["supervisor"], c.SuspendLink("Five Card", "new values")), "2026-01-03T10:00")
    with pytest.raises(Refused, match="2026-01-04 is yet to come") as refused:
        casino.decide(Command("early", PEOPLE["licensee"], change), "2026-01-03T10:00:00.000000Z")
    assert refused.value.clause == "ma-11(e)(4)"
    casino.decide(Command("due", PEOPLE["licensee"], change), "2026-01-04T10:00:00.000000Z")
    assert casino.books.links["Five Card"].approval == approval


@pytest.mark.rule("meter_approval")
def test_a_jackpot_that_nobody_approved_is_not_put_into_play_and_one_in_play_goes_on() -> None:
    house = house_of(example("massachusetts"))
    bare = replace(house, jackpots={name: replace(one, approval=None) for name, one in house.jackpots.items()})
    with pytest.raises(Refused, match="submitted and approved") as refused:
        Evening(bare)
    assert refused.value.clause == "ma-11(d)(5)"
    evening = Evening(house)
    evening.casino.house = bare
    evening.play("Stud 1")
