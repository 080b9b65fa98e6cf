"""What `upcard audit shuffle` finds: nothing wrong on honest nights, and every field that somebody changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.audit.journals import HOUSES, Memory
from tests.shuffles.nights import Night, dealer, night
from upcard.audit import Replayed, listing, replay
from upcard.audit.shuffles.checks import findings
from upcard.audit.shuffles.document import proof_document
from upcard.audit.shuffles.history import Trail, trail
from upcard.audit.standalone import verify_shuffle
from upcard.errors import Refused
from upcard.games.caribbean_stud import Report
from upcard.games.caribbean_stud import events as stud
from upcard.journal.command import event_of
from upcard.shuffles import events as fe
from upcard.store.store import Entry, StoreError
from upcard.tables import commands as c
from upcard.tables import events as te
from upcard.tables.commands import Actor


def trails(name: str) -> Iterator[Trail]:
    for line in listing(night(name).memory, 1000):
        if line.state != "in play":
            yield trail(night(name).memory, line.table, line.number)


@pytest.mark.parametrize("name", HOUSES)
def test_honest_rounds_are_as_promised(name: str) -> None:
    rounds = list(trails(name))
    assert len(rounds) > 15
    for found in rounds:
        assert all(finding.ok for finding in findings(found)), findings(found)
        proof = json.loads(json.dumps(proof_document(found)))
        assert verify_shuffle.verify(proof)
    assert any(found.drawn and found.drawn.drawn.event.contributions for found in rounds)


def test_streets_were_among_them() -> None:
    assert any(len(found.left) > 3 for name in HOUSES for found in trails(name)), "street by street"


def test_a_round_that_is_void_before_the_deal_is_as_promised() -> None:
    evening = Night("massachusetts")
    name = "Stud 1"
    evening.play_until(name, lambda table: table.round is not None and table.round.phase == "closed")
    number = evening.casino.tables[name].number
    evening.void(name)
    evening.play_until(name, lambda table: table.number > number)
    found = trail(evening.memory, name, number)
    assert not found.left
    assert all(finding.ok for finding in findings(found)), findings(found)
    assert verify_shuffle.verify(json.loads(json.dumps(proof_document(found))))


@pytest.mark.rule("shoe_jam", "exposed_hole_card")
def test_no_round_of_the_system_s_own_cards_is_void_by_somebody_s_word() -> None:
    evening = Night("massachusetts")
    name = "Stud 1"
    for phase in ("closed", "deciding"):
        evening.play_until(name, lambda table, phase=phase: table.round is not None and table.round.phase == phase)  # type: ignore[misc]
        for kind in ("shoe-jam", "hole-card-exposed-late"):
            said = evening.refusal(Actor("sue", "supervisor"), c.Play(Report(kind)), name)
            assert f"knows that there is no {kind}" in said


def test_no_card_is_passed_over_by_somebody_s_word() -> None:
    evening = Night("massachusetts")
    name = evening.house.tables[0].name
    evening.play_until(name, lambda table: table.round is not None and table.round.phase == "closed")
    with pytest.raises(Refused, match="knows that there is no face-up-card"):
        evening.do(dealer(name), c.Play(Report("face-up-card")), name)


def test_what_is_not_there_is_refused() -> None:
    memory = night("deadwood").memory
    playing = next(line for line in listing(memory, 1000) if line.state == "in play")
    with pytest.raises(Refused, match="revealed after the round"):
        trail(memory, playing.table, playing.number)
    with pytest.raises(Refused, match="no round 999"):
        trail(memory, playing.table, 999)
    with pytest.raises(Refused, match="no table 'None'"):
        trail(memory, "None", 1)


# ---- tampering -------------------------------------------------------------------------------------------------------


@cache
def disputed() -> Trail:
    """A round of stud with contributions, a cut and a draw, from a deck that was shuffled in the round before."""
    for name in ("deadwood", "deadwood-2011"):
        for found in trails(name):
            drawn = found.drawn
            if drawn and drawn.cuts and len(drawn.drawn.event.contributions) > 1 and found.draws and found.left:
                return found
    raise AssertionError("no such round")


def house_of(found: Trail) -> str:
    return "deadwood" if found in list(trails("deadwood")) else "deadwood-2011"


def changed(entry: Entry, change: Callable[[dict[str, Any]], None]) -> Entry:
    event = json.loads(entry.event)
    change(event)
    return entry._replace(event=json.dumps(event, separators=(",", ":")))


def turned(text: str) -> str:
    """Another text of the same kind."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def commitment(event: dict[str, Any]) -> None:
    event["commitment"] = turned(event["commitment"])


def secret(event: dict[str, Any]) -> None:
    event["secret"] = turned(event["secret"])


def number(event: dict[str, Any]) -> None:
    event["number"] += 1


def word(event: dict[str, Any]) -> None:
    event["contributions"][0]["value"] += "!"


def contributor(event: dict[str, Any]) -> None:
    event["contributions"][0]["player"] += "!"


def seat(event: dict[str, Any]) -> None:
    event["contributions"][0]["seat"] += 7


def left_out(event: dict[str, Any]) -> None:
    del event["contributions"][0]


def turned_round(event: dict[str, Any]) -> None:
    event["contributions"].reverse()


def deck(event: dict[str, Any]) -> None:
    event["deck"] = "green"


def order(event: dict[str, Any]) -> None:
    event["order"][0], event["order"][1] = event["order"][1], event["order"][0]


def cards(event: dict[str, Any]) -> None:
    event["cards"] += 1


def value(event: dict[str, Any]) -> None:
    event["value"] += "!"


def player(event: dict[str, Any]) -> None:
    event["player"] += "!"


def hands(event: dict[str, Any]) -> None:
    mine = next(iter(event["event"]["hands"].values()))
    mine[0], event["event"]["dealer"][0] = event["event"]["dealer"][0], mine[0]


def magic(event: dict[str, Any]) -> None:
    event["event"]["magic_card"] = 7


def lucky(event: dict[str, Any]) -> None:
    event["event"]["lucky"] = "dealer"


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("committed", commitment), ("committed", secret), ("committed", number),
    ("given", value), ("given", player),
    ("drawn", number), ("drawn", word), ("drawn", contributor), ("drawn", seat), ("drawn", left_out),
    ("drawn", turned_round), ("drawn", deck),
    ("shuffled", order), ("shuffled", deck), ("cut", order), ("cut", cards), ("left", hands),
    ("hole", magic), ("hole", lucky), ("revealed", number),
]  # fmt: skip


def entry_of(found: Trail, where: str) -> Entry:
    drawn = found.drawn
    assert drawn is not None
    assert found.draws is not None
    assert drawn.shuffled is not None
    assert drawn.revealed is not None
    return {
        "committed": drawn.committed.entry, "drawn": drawn.drawn.entry, "shuffled": drawn.shuffled.entry,
        "given": next(iter(drawn.given.values())).entry, "cut": drawn.cuts[0].entry, "left": found.left[0].entry,
        "hole": found.draws.entry, "revealed": drawn.revealed.entry,
    }[where]  # fmt: skip


def judged(rows: list[Entry]) -> list[str]:
    """What is wrong with the disputed round, by the journal alone."""
    try:
        found = findings(trail(Memory(rows), disputed().table, disputed().round))
    except (Refused, StoreError, KeyError) as error:
        return [f"not to be read: {error!r}"]
    return [finding.what for finding in found if not finding.ok]


@pytest.mark.parametrize(("where", "change"), TAMPERED)
def test_a_changed_field_is_found(where: str, change: Callable[[dict[str, Any]], None]) -> None:
    rows = list(night(house_of(disputed())).memory.rows)
    assert judged(rows) == []
    place = entry_of(disputed(), where).seq - 1
    rows[place] = changed(rows[place], change)
    assert judged(rows)


@pytest.mark.parametrize(
    ("where", "change", "what"),
    [
        ("committed", secret, "is not the hash of its secret"),
        ("drawn", word, "other words than the players had given"),
        ("drawn", number, "which is not the one committed to"),
        ("shuffled", order, "has another order than follows from shuffle"),
        ("cut", order, "changes more than a cut of"),
        ("left", hands, "deals other cards than lie on top"),
        ("hole", lucky, "has another draw than follows from shuffle"),
        ("revealed", number, "which was not in use"),
    ],
)
def test_a_replay_of_the_whole_finds_it_too(where: str, change: Callable[[dict[str, Any]], None], what: str) -> None:
    rows = list(night(house_of(disputed())).memory.rows)
    place = entry_of(disputed(), where).seq - 1
    rows[place] = changed(rows[place], change)
    found = replay(Memory(rows))
    assert not isinstance(found, Replayed)
    assert found.seq == place + 1
    assert what in found.what


def moved(rows: list[Entry], place: int, to: int) -> list[Entry]:
    """The entries in another order, numbered anew."""
    rows = list(rows)
    rows.insert(to, rows.pop(place))
    return [entry._replace(seq=seq) for seq, entry in enumerate(rows, 1)]


def test_a_commitment_after_the_bets_is_found() -> None:
    found = disputed()
    assert found.drawn is not None
    assert found.closed is not None
    rows = night(house_of(found)).memory.rows
    late = moved(rows, found.drawn.committed.entry.seq - 1, found.closed.seq)
    assert judged(late) != []


def test_a_shuffle_after_the_bets_is_found() -> None:
    """All of it moves behind the lock-out, in its order."""
    found = disputed()
    assert found.drawn is not None
    assert found.closed is not None
    rows = list(night(house_of(found)).memory.rows)
    behind = found.closed.seq
    for entry in (found.drawn.committed, found.drawn.drawn, found.drawn.shuffled, *found.drawn.cuts):
        assert entry is not None
        place = next(at for at, row in enumerate(rows) if row.hash == entry.entry.hash)
        rows = moved(rows, place, behind - 1)
    assert "published" in judged(rows)


def test_a_commitment_in_the_act_that_uses_it_is_none() -> None:
    found = disputed()
    assert found.drawn is not None
    rows = list(night(house_of(found)).memory.rows)
    place = found.drawn.committed.entry.seq - 1
    rows[place] = rows[place]._replace(command=found.drawn.drawn.entry.command)
    assert judged(rows) == ["published"]


def test_two_commitments_to_choose_from_are_found() -> None:
    found = disputed()
    assert found.drawn is not None
    rows = list(night(house_of(found)).memory.rows)
    place = found.drawn.committed.entry.seq - 1
    rows.insert(place, rows[place])
    rows = [entry._replace(seq=seq) for seq, entry in enumerate(rows, 1)]
    assert judged(rows) == ["turn"]


def test_a_shuffle_without_a_commitment_is_found() -> None:
    found = disputed()
    assert found.drawn is not None
    rows = list(night(house_of(found)).memory.rows)
    del rows[found.drawn.drawn.entry.seq - 1]
    assert judged(rows) == ["commitment"]


def test_a_secret_shown_too_early_is_found() -> None:
    found = disputed()
    assert found.drawn is not None
    assert found.drawn.revealed is not None
    rows = list(night(house_of(found)).memory.rows)
    early = found.left[0].entry
    place = found.drawn.revealed.entry.seq - 1
    rows[place] = rows[place]._replace(command=early.command)
    assert judged(moved(rows, place, early.seq)) == ["revealed"]


def test_the_disputed_round_has_everything() -> None:
    found = disputed()
    kinds = {type(event_of(entry_of(found, where))) for where, _ in TAMPERED}
    assert {fe.ShuffleCommitted, fe.ContributionGiven, fe.ShuffleDrawn, te.DeckShuffled, te.DeckCut} <= kinds
    assert isinstance(found.left[0].event, stud.HandsDealt)
