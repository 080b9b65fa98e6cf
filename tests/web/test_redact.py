"""No byte that surveillance is given depends on a card that nobody may see yet, and everything is there afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from tests.audit.journals import HOUSES, Memory, Night, irregular_night
from tests.effort import effort
from tests.web.twins import twin
from upcard.games.bonus_six.events import Event as SixEvent
from upcard.games.caribbean_stud.events import Event as StudEvent
from upcard.money.events import MoneyEvent
from upcard.shuffles.events import FairEvent
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.web.page import encode
from upcard.web.views import disclosure
from upcard.web.views.disclosure import Disclosure, redacted
from upcard.web.views.round_replay import film
from upcard.web.views.search import read_query, search

STEPS = 420
EVERY = effort(22, 11)
"""A journal is cut after every so many entries of its last rounds."""

LAST = 220


def _night(name: str) -> Night:
    return irregular_night(name, STEPS)


def _cuts(entries: Sequence[Entry]) -> range:
    return range(len(entries), max(0, len(entries) - LAST), -EVERY)


def _seen(night: Night, entries: Sequence[Entry], *, hashes: bool = True) -> bytes:
    """Everything that surveillance can be shown of a journal: each page of the search, and the rounds in play."""
    store, sealed = Memory(entries), Disclosure().follow(Memory(entries))
    found: list[Any] = []
    before: int | None = None
    while True:
        page = search(store, sealed, night.house, read_query({"before": str(before)} if before else {}))
        found.append(page)
        before = page["next"]
        if before is None or len(found) > 4:
            break
    found += [film(store, sealed, r.table, r.number, "slug") for r in sealed.rounds(3) if not r.over]
    return encode(found if hashes else _without_hashes(found))


def _without_hashes(value: Any) -> Any:
    match value:
        case dict():
            kept = {name: each for name, each in value.items() if name not in ("hash", "chain")}
            return {name: _without_hashes(each) for name, each in kept.items()}
        case list():
            return [_without_hashes(each) for each in value]
        case _:
            return value


@pytest.mark.parametrize("name", HOUSES)
def test_twins_with_other_hidden_cards_look_alike_to_the_byte(name: str) -> None:
    night, differing = _night(name), 0
    for end in _cuts(night.store.rows):
        entries = night.store.rows[:end]
        other = twin(entries, dealt=True)
        differing += other != entries
        assert _seen(night, entries) == _seen(night, other), f"after entry {end}"
    assert differing > 3, "some of the twins have other cards"


@pytest.mark.parametrize("name", HOUSES)
def test_a_deck_that_waits_to_be_dealt_looks_like_any_other(name: str) -> None:
    """But for hashes: a whole order that nothing was dealt from is beyond guessing."""
    night, differing = _night(name), 0
    for end in _cuts(night.store.rows):
        entries = night.store.rows[:end]
        other = twin(entries, dealt=False)
        differing += other != entries
        assert _seen(night, entries, hashes=False) == _seen(night, other, hashes=False), f"after entry {end}"
    assert differing > 3, "some of the twins have other orders"


@pytest.mark.parametrize("name", HOUSES)
def test_what_may_be_given_away_has_nothing_hidden_in_it(name: str) -> None:
    night = _night(name)
    for end in _cuts(night.store.rows):
        entries = night.store.rows[:end]
        upto = Disclosure().follow(Memory(entries)).whole_upto
        for dealt in (True, False):
            assert twin(entries, dealt=dealt)[:upto] == entries[:upto]


def test_everything_is_there_once_the_round_is_over() -> None:
    night = Night("deadwood", irregular=Fraction(0)).play(200)
    sealed = Disclosure().follow(night.store)
    over = {name: course.over for name, course in sealed.courses.items()}
    shown = [e for e in night.store.rows if e.stream.startswith("table/") and not sealed.hides(e)]
    assert any('"order":[' in entry.event for entry in shown)
    assert all(entry.seq <= over[entry.stream.removeprefix("table/")] for entry in shown)
    late = [e for e in night.store.rows if e.stream.startswith("table/") and e.seq > over[e.stream[6:]]]
    assert late, "a round is in play"
    assert all(sealed.hides(entry) for entry in late)


# ---- the allow-list --------------------------------------------------------------------------------------------------

EVENTS: tuple[Any, ...] = (
    *(event for event in get_args(te.Event) if event is not te.Played),
    *get_args(StudEvent), *get_args(SixEvent), *get_args(MoneyEvent), *get_args(FairEvent),
)  # fmt: skip


def _tag(event: Any) -> str:
    return str(event.__struct_config__.tag)


def test_every_event_was_looked_at() -> None:
    """A new event is shown redacted; whoever adds one says here what may be seen of it."""
    known = {*disclosure.HARMLESS, *disclosure.OPEN}
    assert {_tag(event) for event in EVENTS} == known


def test_every_field_that_is_shown_is_a_field() -> None:
    fields = {_tag(event): set(event.__struct_fields__) for event in EVENTS}
    for kind, allowed in disclosure.HARMLESS.items():
        assert set(allowed.split()) <= fields[kind], kind


HIDDEN = {
    "DeckShuffled": {"order"},
    "DeckCut": {"order"},
    "stud.HandsDealt": {"hands", "values", "dealer"},
    "stud.DealerCompleted": {"card"},
    "six.HandsDealt": {"burnt", "hands", "community"},
    "six.StreetDealt": {"cards", "values"},
    "six.BonusCardDealt": {"card", "value"},
    "ShuffleCommitted": {"secret"},
}


def test_these_fields_and_no_others_are_kept_back() -> None:
    kept = {
        _tag(event): set(event.__struct_fields__) - set(disclosure.HARMLESS[_tag(event)].split())
        for event in EVENTS if _tag(event) in disclosure.HARMLESS
    }  # fmt: skip
    assert {kind: fields for kind, fields in kept.items() if fields} == HIDDEN


def test_an_event_that_nobody_has_looked_at_is_kept_back_whole() -> None:
    text = msgspec.json.encode({"type": "Played", "event": {"type": "stud.Flashed", "seat": 3, "card": 12}}).decode()
    assert redacted(text) == {
        "type": "Played",
        "event": {"type": "stud.Flashed", "seat": "face down", "card": "face down"},
    }


def test_of_the_dealers_cards_the_one_that_lies_face_up_is_shown() -> None:
    dealt = {
        "type": "stud.HandsDealt",
        "hands": {"1": [1, 2, 3, 4, 5]},
        "values": {"1": 9},
        "dealer": [7, 8, 9],
        "up": 2,
    }
    shown = redacted(msgspec.json.encode(dealt).decode())
    assert shown["dealer"] == ["face down", 8, "face down"]
    assert shown["hands"] == {"1": "5 cards, face down"}


# ---- secrets of shuffles ---------------------------------------------------------------------------------------------


def _entry(seq: int, stream: str, event: dict[str, Any]) -> Entry:
    return Entry(seq, stream, seq, "c", "2026-01-01T00:00:00Z", "dealer d", msgspec.json.encode(event).decode(), "{}")


def test_a_secret_is_hidden_until_its_round_is_over() -> None:
    committed = {"type": "ShuffleCommitted", "table": "One", "number": 1, "commitment": "c0", "secret": "5e"}
    drawn = {"type": "ShuffleDrawn", "table": "One", "number": 1, "deck": "red"}
    revealed = {"type": "ShuffleRevealed", "table": "One", "number": 1, "round": 1}
    ended = {"type": "RoundReconciled", "number": 1, "rule": "r", "next_deck": "red", "game": "caribbean-stud"}
    entries = [
        _entry(1, "shuffle/One", committed), _entry(2, "shuffle/One", drawn), _entry(3, "shuffle/One", revealed),
        _entry(4, "table/One", ended),
    ]  # fmt: skip
    for seen, hidden in ((1, True), (2, True), (3, True), (4, False)):
        sealed = Disclosure().follow(Memory(entries[:seen]))
        assert sealed.hides(entries[0]) is hidden, f"after entry {seen}"
        assert sealed.whole_upto == (4 if seen == 4 else 0)
    assert redacted(entries[0].event)["secret"] == "face down"
