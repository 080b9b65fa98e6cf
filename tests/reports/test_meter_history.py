"""Derivations: from the seed to the amount displayed, equal to the postings at every step, to the micro."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.reports.evening import LICENSEE, Evening, events, house, whole
from tests.reports.test_shifts import EXAMPLES, played
from upcard.errors import Refused
from upcard.money import commands as c
from upcard.reports.blocks import Facts, Prose
from upcard.reports.money.meter_history import By, Derivation, derivations, grouped, jackpot_paper
from upcard.units import MICROS_PER_CENT

JACKPOTS = ("Harbor", "Five Card", "Tri-Game Link")


def every(e: Evening) -> list[Derivation]:
    return [level for name in e.floor.casino.books.links for level in derivations(e.entries, name, e.store.held)]


def posted(e: Evening, account: str) -> dict[int, int]:
    """What each entry put on an account."""
    found = {}
    for entry in e.entries:
        micros = json.loads(entry.postings).get(account, 0)
        if micros:
            found[entry.seq] = micros
    return found


@pytest.mark.parametrize("name", ["evening", *EXAMPLES[:3]])
def test_the_movements_of_each_entry_are_what_it_posted(name: str) -> None:
    e = whole() if name == "evening" else played(name)
    found = every(e)
    assert found
    for one in found:
        account = f"meter/{one.jackpot}/{one.level}"
        mine: Counter[int] = Counter()
        for movement in one.movements:
            mine[movement.entry] += movement.micros
        assert {seq: micros for seq, micros in mine.items() if micros} == posted(e, account)
        assert one.amount == one.posted == one.held == sum(posted(e, account).values())
        assert one.displayed == one.amount // MICROS_PER_CENT
        assert one.proven
        assert one.movements[0].reason == "seed"
        for before, after in pairwise(one.movements):
            assert after.after == before.after + after.micros


@pytest.mark.parametrize("by", get_args(By))
def test_groups_add_up_in_order_and_hide_nothing(by: By) -> None:
    for one in every(whole()):
        groups = grouped(one.movements, by)
        after = 0
        for group in groups:
            after += group.micros
            assert group.after == after
        assert after == one.amount
        assert sum(group.count for group in groups) == len(one.movements)
        contributions = [m for m in one.movements if m.reason == "contribution"]
        assert sum(g.wagered for g in groups) == sum(m.wagered for m in contributions)
        others = [(m.entry, m.reason, m.micros, m.after) for m in one.movements if m.reason != "contribution"]
        assert [(g.entry, g.reason, g.micros, g.after) for g in groups if g.reason != "contribution"] == others


def test_grouping_by_round_is_finer_than_by_table_and_that_than_by_day() -> None:
    (one,) = derivations(played("deadwood").entries, "Gold Rush")
    lengths = [len(grouped(one.movements, by)) for by in ("day", "table", "round")]
    assert lengths[0] < lengths[1] < lengths[2] < len(one.movements)


def of(name: str, level: str) -> Derivation:
    return next(one for one in derivations(whole().entries, name) if one.level == level)


def test_each_contribution_is_its_wager_at_the_rate_until_the_limit_stops_it() -> None:
    for name, level, limit, rate in (
        ("Harbor", "main", 1_001_500, 700_000),
        ("Five Card", "five_card", 1_000_600, 450_000),
    ):
        before, short = 0, 0
        for movement in of(name, level).movements:
            if movement.reason == "contribution":
                room = max(0, limit * MICROS_PER_CENT - before)
                assert movement.micros == min(movement.wagered * rate, room)
                short += movement.micros < movement.wagered * rate
            before = movement.after
        assert short, "the limit was reached"


def test_what_the_limit_turned_away_is_in_one_reserve_and_not_in_the_other() -> None:
    e = whole()
    for name, level, kept in (("Harbor", "main", True), ("Five Card", "five_card", False)):
        tier = e.floor.casino.books.links[name].tiers[level]
        found = of(name, level)
        held = tier.wagered * tier.level.reserve_rate
        assert tier.overflowed > 0
        assert found.reserve.get("contribution", 0) == held + tier.overflowed * kept
        added = sum(m.micros for m in found.movements if m.reason == "contribution")
        assert added == tier.wagered * tier.level.rate - tier.overflowed


def test_a_rejection_undoes_its_lock() -> None:
    found = of("Harbor", "main")
    (_, rejected), *_ = events(whole(), "HitRejected")
    ((lock, _), *_) = [(e, x) for e, x in events(whole(), "HitLocked") if x["number"] == rejected["number"]]
    ((put_back, _), *_) = events(whole(), "HitRejected")
    taken = [m for m in found.movements if m.entry == lock.seq]
    given = [m for m in found.movements if m.entry == put_back.seq]
    assert [m.reason for m in taken] == ["award", "seed", "reserve poured"]
    assert [m.reason for m in given] == ["award put back", "reserve taken back", "seed taken back"]
    assert sum(m.micros for m in taken) == -sum(m.micros for m in given)
    assert {m.why for m in given} == {"hit 1 rejected: the wrong seat was keyed"}


def test_corrections_are_explained_to_the_micro() -> None:
    found = [(m.micros, m.why) for m in of("Harbor", "main").movements if m.reason == "correction"]
    assert found == [
        (12_345_678, "correction of entry 7, with lee: a wager was not counted"),
        (-2_345_678, "correction, with lee: half of it was"),
    ]


def test_the_fraction_of_a_cent_stands_beside_what_is_displayed() -> None:
    e = Evening(house())
    e.do(LICENSEE, c.CorrectMeter("Harbor", "main", 1_345_678, "a test", "sue"))
    facts = jackpot_paper(derivations(e.entries, "Harbor")).sections[0].blocks[0]
    assert isinstance(facts, Facts)
    assert {fact.key: fact.value for fact in facts.facts} == {
        "displayed": 1_000_001, "fraction": 345_678, "amount": 1_000_001_345_678, "posted": 1_000_001_345_678,
    }  # fmt: skip


def test_a_fund_leaves_one_jackpot_and_reaches_the_other_whole() -> None:
    left, reached = of("Five Card", "five_card"), of("Tri-Game Link", "mega")
    (out,) = [m for m in left.movements if m.reason == "transfer"]
    (in_,) = [m for m in reached.movements if m.reason == "transfer"]
    assert (out.micros, out.entry, out.after) == (-in_.micros, in_.entry, 0)
    assert out.why == in_.why == "Five Card to Tri-Game Link, petition 1"
    assert left.displayed == 0


def test_wagers_and_awards_of_another_title_are_told() -> None:
    minor = of("Tri-Game Link", "minor").movements
    assert any(m.why == "wagers of Let It Ride, pit 2" and m.wagered == 700 for m in minor)
    assert any(m.reason == "award" and "Let It Ride, pit 2, Ride 1" in m.why for m in minor)


def test_a_change_of_parameters_stands_among_the_movements() -> None:
    e = Evening(house())
    e.do(LICENSEE, c.SuspendLink("Harbor", "new terms"))
    terms = e.floor.casino.books.links["Harbor"].tiers["main"].level
    e.do(LICENSEE, c.ChangeLevel("Harbor", "main", replace(terms, limit=2_000_000), "sue", "a bigger sign"))
    (one,) = derivations(e.entries, "Harbor")
    assert [(m.reason, m.micros) for m in one.movements] == [("seed", 1_000_000 * MICROS_PER_CENT), ("parameters", 0)]
    assert one.movements[-1].why == "seed $10,000.00, limit $20,000.00, with sue: a bigger sign"


def test_a_balance_that_differs_by_a_micro_is_said_aloud() -> None:
    e = whole()
    wrong = {**e.store.held, "meter/Harbor/main": e.store.held["meter/Harbor/main"] + 1}
    (one,) = derivations(e.entries, "Harbor", wrong)
    assert not one.proven
    said = jackpot_paper((one,)).sections[0].blocks[1]
    assert isinstance(said, Prose)
    assert said.text.startswith("NOT PROVEN")


def test_an_unknown_jackpot_is_refused() -> None:
    with pytest.raises(Refused, match="knows no jackpot 'Harbour'"):
        derivations(whole().entries, "Harbour")
