"""What everybody sees before a round is over tells nothing of a secret but its hash."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from tests.audit.journals import HOUSES
from tests.shuffles.nights import Night, night
from upcard.audit import Follower, told
from upcard.audit.shuffles.document import public
from upcard.games.option import Viewer
from upcard.journal.command import event_of
from upcard.shuffles import events as fe
from upcard.shuffles.key_derivation import commitment_of
from upcard.shuffles.state import Fair, Shuffle
from upcard.tables.options import view


def hidden(fair: Fair) -> list[Shuffle]:
    return [*fair.drawn, *([fair.next] if fair.next else [])]


@pytest.mark.parametrize("name", HOUSES)
def test_no_view_holds_a_secret(name: str) -> None:
    evening = Night(name)
    for _ in range(150):
        evening.play(1)
        for table, found in evening.casino.tables.items():
            fair = evening.fair(table)
            shown = json.dumps(public(fair))
            viewers: list[Viewer] = ["dealer", "sign", "surveillance", *found.players]
            for viewer in viewers:
                shown += msgspec.json.encode(view(evening.casino.rules[table], found, viewer)).decode()
            assert not [one.number for one in hidden(fair) if one.secret in shown]
            assert all(one.commitment in shown for one in hidden(fair))


def twin(one: Shuffle) -> Shuffle:
    secret = one.secret[::-1]
    return replace(one, secret=secret, commitment=commitment_of(secret))


@pytest.mark.parametrize("name", HOUSES)
def test_twins_look_alike_but_for_the_commitment(name: str) -> None:
    for fair in night(name).casino.fair.values():
        assert fair.next is not None
        other = replace(fair, next=twin(fair.next), drawn=tuple(map(twin, fair.drawn)))
        ours, theirs = json.dumps(public(fair)), json.dumps(public(other))
        assert ours != theirs
        for one, two in zip(hidden(fair), hidden(other), strict=True):
            theirs = theirs.replace(two.commitment, one.commitment)
        assert ours == theirs


def test_before_the_deal_tables_with_other_secrets_look_alike() -> None:
    ours, theirs = Night("deadwood", source="ours"), Night("deadwood", source="theirs")
    alike = 0
    for _ in range(60):
        for table in ours.house.tables:
            one, two = ours.casino.tables.get(table.name), theirs.casino.tables.get(table.name)
            if one is None or two is None or one.number > 1 or one.round is None:
                continue
            if one.round.phase in ("betting", "closed"):
                assert view(table, one, "surveillance") == view(table, two, "surveillance")
                alike += 1
        ours.play(1)
        theirs.play(1)
    assert alike > 20


@pytest.mark.parametrize("name", HOUSES)
def test_stories_tell_no_secret(name: str) -> None:
    rows = night(name).memory.rows
    secrets = {event.secret for event in map(event_of, rows) if isinstance(event, fe.ShuffleCommitted)}
    follower = Follower()
    stories = [story for story in map(follower.feed, rows) if story is not None]
    said = " ".join(line.text for story in stories for step in story.steps for line in told(story, step))
    assert "The system commits itself to shuffle 2" in said
    assert "is drawn for the" in said
    assert "is revealed; round" in said
    assert "contributes “" in said
    assert not [secret for secret in secrets if secret[:16] in said]
