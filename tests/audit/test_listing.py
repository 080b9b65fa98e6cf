"""The list of rounds and the story of each name the same entries, whatever the cage and the jackpots do between."""

from __future__ import annotations

import pytest

from tests.audit.journals import STEPS, Night, irregular_night, stories, two_royals
from tests.money.pit import FAULT
from upcard.audit import document, find, listing
from upcard.errors import Refused
from upcard.money import commands as c
from upcard.tables.commands import Actor

CAGE = Actor("cage", "cage")
DEE = Actor("dee", "dealer")
HOUSE = Actor("house", "licensee")
SUE = Actor("sue", "supervisor")


def night() -> Night:
    """Royals, slips, fills at all times, and a link that is suspended between two rounds of many tables."""
    found = Night("deadwood", rigs=two_royals, seats=3)
    tables = [t.name for t in found.house.tables]
    link = ""
    for number in range(60):
        found.play(7)
        found.do(CAGE, c.FillTray(tables[number % len(tables)], 100_000))
        link = link or next(iter(found.floor.casino.books.links))
        if number in (20, 40):
            found.do(HOUSE, c.SuspendLink(link, "a storm", *FAULT))
            found.do(HOUSE, c.ResumeLink(link, "ada"))
    return found


def test_the_list_and_the_story_begin_and_end_with_the_same_entries() -> None:
    played = night()
    lines = listing(played.store, 1000)
    assert len(lines) > 20
    assert sum(line.state == "in play" for line in lines) > 1
    for line in lines:
        story = find(played.store, line.id)
        assert [line.first, line.last] == document(story)["entries"], line.id
        own = [
            entry for entry in played.store.rows[line.first - 1 : line.last] if entry.stream == f"table/{line.table}"
        ]
        assert own, line.id
    begun = {played.store.rows[line.first - 1].stream.partition("/")[0] for line in lines}
    assert begun > {"table"}, "a round may begin with what the cage or a jackpot does for its table"


def test_the_limit_counts_rounds_in_play_and_the_newest_is_last() -> None:
    store = irregular_night("massachusetts", STEPS).store
    every = listing(store, 10_000)
    for limit in (1, 2, 3, 5, 30):
        assert listing(store, limit) == every[-limit:]
    (one, *_) = {line.table for line in every}
    assert listing(store, 10_000, one) == tuple(line for line in every if line.table == one)


def test_a_table_that_was_never_opened_is_refused() -> None:
    with pytest.raises(Refused, match="knows no table 'Nope'"):
        listing(irregular_night("massachusetts", STEPS).store, 20, "Nope")


def test_coupons_among_the_accepted_wagers_are_named() -> None:
    seen = 0
    for story in stories(irregular_night("massachusetts", STEPS).store.rows):
        texts = [line["text"] for step in document(story)["steps"] for line in step["what"]]
        closed = next((text for text in texts if "Progressive wagers accepted" in text), "")
        counted = next((text for text in texts if text.startswith("Progressive chips counted")), "")
        if closed and counted:
            chips = closed.count(",") + 1 - closed.count("(a coupon)")
            assert f"the {chips} accepted" in counted, story.id
            seen += "(a coupon)" in closed
    assert seen > 3
