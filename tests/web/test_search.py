"""The journal searched: each thing one may look for, page by page, and never further than a search may go."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory, Night, every_second, house, irregular_night, two_royals
from upcard.audit import Follower, told
from upcard.bots import Pit
from upcard.errors import Refused
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.rules.house import House
from upcard.shuffles.key_derivation import Source
from upcard.tables import Table
from upcard.tables.commands import ShuffleDeck
from upcard.web.views import search as searching
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.entries import Teller
from upcard.web.views.event_kinds import SUBJECTS, choices, kind_of, label_of, subject_of
from upcard.web.views.round_replay import film
from upcard.web.views.search import read_query, search


@pytest.fixture(scope="module")
def night() -> Night:
    return Night("deadwood", rigs=two_royals).play(300)


@pytest.fixture(scope="module")
def sealed(night: Night) -> Disclosure:
    return Disclosure().follow(night.store)


def pages(night: Night, sealed: Disclosure, **asked: str) -> Iterator[dict[str, Any]]:
    before: dict[str, str] = {}
    while True:
        page = search(night.store, sealed, night.house, read_query({**asked, **before}))
        yield page
        if page["next"] is None:
            return
        before = {"before": str(page["next"])}


def found(night: Night, sealed: Disclosure, **asked: str) -> list[dict[str, Any]]:
    return [entry for page in pages(night, sealed, **asked) for entry in page["entries"]]


def texts(entry: dict[str, Any]) -> str:
    return " ".join(said["text"] for said in entry["said"])


def test_without_a_question_every_entry_comes_once_and_the_newest_first(night: Night, sealed: Disclosure) -> None:
    assert [entry["seq"] for entry in found(night, sealed)] == [entry.seq for entry in reversed(night.store.rows)]


def test_a_page_is_bounded_and_says_where_it_is_gone_on_with(night: Night, sealed: Disclosure) -> None:
    first = next(pages(night, sealed))
    assert len(first["entries"]) == searching.PAGE == first["looked"]
    assert first["next"] == first["entries"][-1]["seq"]


def test_a_search_looks_at_so_many_entries_and_no_more(
    night: Night, sealed: Disclosure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MOST", 70)
    first = next(pages(night, sealed, hand="no such hand"))
    assert (first["entries"], first["looked"], first["next"]) == ([], 70, sealed.seq - 69)
    looked = sum(page["looked"] for page in pages(night, sealed, hand="no such hand"))
    assert looked == len(night.store.rows), "gone on with, it reaches the first entry"


def listing(night: Night, sealed: Disclosure, **asked: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(searching.listed(night.store, sealed, night.house, read_query(asked)))))


def test_a_list_has_all_that_is_found_on_every_page(night: Night, sealed: Disclosure) -> None:
    hits = found(night, sealed, kind="stud.BetMade")
    assert len(hits) > searching.PAGE
    heading, *rows = listing(night, sealed, kind="stud.BetMade")
    assert heading == list(searching.COLUMNS)
    assert [row[0] for row in rows] == [str(entry["seq"]) for entry in hits]
    assert [row[7] for row in rows] == [texts(entry) for entry in hits]
    assert {row[8] for row in rows} == {" ".join(said["clause"] for said in hits[0]["said"])} != {""}


def test_a_list_that_is_cut_short_says_where_it_goes_on(
    night: Night, sealed: Disclosure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "LONGEST_LIST", 2 * searching.PAGE)
    _, *rows, end = listing(night, sealed)
    assert len(rows) == 2 * searching.PAGE
    assert end[7] == f"The list ends here: search on before entry {rows[-1][0]}."
    goes_on = listing(night, sealed, before=rows[-1][0])
    assert int(goes_on[1][0]) == int(rows[-1][0]) - 1


def test_a_name_is_no_formula_in_a_list(sealed: Disclosure, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    hit = found(night, sealed, kind="stud.BetMade")[0] | {"person": "=1+1"}
    page = {"entries": [hit], "next": None, "looked": 1}
    monkeypatch.setattr(searching, "search", lambda *_: page)
    assert listing(night, sealed)[1][5] == "'=1+1"


def test_by_place(night: Night, sealed: Disclosure) -> None:
    for stream in ("table/Stud 2", "jackpot/Gold Rush", "slips", "cage"):
        mine = [entry.seq for entry in reversed(night.store.rows) if entry.stream == stream]
        assert [entry["seq"] for entry in found(night, sealed, place=stream)] == mine
        assert mine


def test_by_time(night: Night, sealed: Disclosure) -> None:
    asked = {"since": "2026-01-01T00:01", "until": "2026-01-01T00:01"}
    mine = [e.seq for e in reversed(night.store.rows) if e.at.startswith("2026-01-01T00:01:")]
    assert [entry["seq"] for entry in found(night, sealed, **asked)] == mine
    assert mine


def test_by_seat(night: Night, sealed: Disclosure) -> None:
    hits = found(night, sealed, seat="3", kind="stud.BetMade")
    assert hits
    assert all("Seat 3 " in texts(entry) for entry in hits)


def test_by_hand_and_by_card(night: Night, sealed: Disclosure) -> None:
    royals = found(night, sealed, hand="Royal Flush")
    assert {"stud.StepSettled", "HitLocked", "SlipIssued"} <= {entry["kind"] for entry in royals}
    kings = found(night, sealed, hand="Kd")
    assert kings
    assert all("K♦" in texts(entry) for entry in kings)


@pytest.mark.parametrize(("least", "most", "hits"), [("1000", "1000", True), ("$1,000.01", "1,999.99", False)])
def test_by_amount_with_both_bounds(night: Night, sealed: Disclosure, least: str, most: str, hits: bool) -> None:
    """Envy on a royal flush is a thousand dollars, and nothing in two rounds lies between that and two thousand."""
    seen = found(night, sealed, least=least, most=most, kind="stud.StepSettled", until="2026-01-01T00:02")
    assert bool(seen) is hits


def test_by_clause_and_by_person(night: Night, sealed: Disclosure) -> None:
    envy = found(night, sealed, clause="(21)(g)")
    assert envy
    assert all(any("(21)(g)" in (said["clause"] or "") for said in entry["said"]) for entry in envy)
    pit = found(night, sealed, person="Supervisor PIT")
    assert pit
    assert {entry["by"] for entry in pit} == {"supervisor pit supervisor"}


def test_by_kind(night: Night, sealed: Disclosure) -> None:
    kinds = {kind_of(entry.event) for entry in night.store.rows}
    assert {label_of(kind) for kind in kinds} <= {label for _, offered in choices() for _, label in offered}
    for kind in kinds:
        mine = [entry.seq for entry in reversed(night.store.rows) if kind_of(entry.event) == kind]
        assert [entry["seq"] for entry in found(night, sealed, kind=kind)] == mine
    assert found(night, sealed, kind="BetMade") == found(night, sealed, kind="stud.BetMade"), "in every game"


def test_by_subject(night: Night, sealed: Disclosure) -> None:
    """A whole subject finds its kinds together, and every kind is of one."""
    subjects = [subject for subject, _ in SUBJECTS]
    hits = {subject: [entry["seq"] for entry in found(night, sealed, kind=subject)] for subject in subjects}
    assert sorted(seq for found_ in hits.values() for seq in found_) == [entry.seq for entry in night.store.rows]
    offered = [kind for _, kinds in choices() for kind, _ in kinds]
    assert len(offered) == len(set(offered))
    awards = {entry["kind"] for entry in found(night, sealed, kind="Awards and slips")}
    assert {"HitLocked", "HitValidated", "SlipIssued", "WinnerKeyed"} <= awards
    assert {subject_of(kind) for kind in awards} == {"Awards and slips"}


@pytest.mark.parametrize("asked", [{"seat": "x"}, {"seat": "²"}, {"least": "ten"}, {"before": "-1"}, {"most": "1.005"}])
def test_what_cannot_be_read_is_refused_by_name(asked: dict[str, str]) -> None:
    with pytest.raises(Refused, match=next(iter(asked))):
        read_query(asked)


@pytest.mark.parametrize("name", ["deadwood", "massachusetts", "bonus-6"])
def test_an_entry_is_told_as_its_round_tells_it(name: str) -> None:
    """Read for itself, an entry says what it says to whoever reads the whole journal."""
    night = irregular_night(name, 420)
    sealed = Disclosure().follow(night.store)
    teller, follower, looked = Teller(night.store, sealed, night.house), Follower(), 0
    for entry in night.store.rows:
        story = follower.feed(entry)
        for step in story.steps if story else ():
            if step.entry.stream.startswith("table/"):
                said = told(story, step)  # type: ignore[arg-type]
                heard = teller.tell(step.entry)
                assert [one.text for one in said] == [one.text for one in heard][: len(said)], step.entry
                assert teller.number(step.entry) == story.number  # type: ignore[union-attr]
                looked += 1
    assert looked > 300


def test_a_hidden_card_is_not_found_by_looking_for_it(night: Night) -> None:
    """In the second round, before it is over, nobody finds the royal flushes that lie face down."""
    rows = night.store.rows
    dealt = [e for e in rows if kind_of(e.event) == "stud.HandsDealt" and e.stream == "table/Stud 1"][1]
    early = Disclosure().follow(Memory(rows[: dealt.seq]))
    seen = search(Memory(rows[: dealt.seq]), early, night.house, read_query({"hand": "royal"}))
    assert not [entry for entry in seen["entries"] if entry["place"] == "Stud 1"]
    assert seen["hashes_upto"] < dealt.seq


def served(rounds: int) -> tuple[Memory, House]:
    """A house that draws its own cards, with so many rounds at its first table."""
    store, found = Memory(), house("deadwood")
    floor, table = Floor(found, store, every_second(), source=Source()), found.tables[0]
    open_house(floor)
    pit, ids = Pit(table, "served", 3), (f"served/{number}" for number in count(1))
    while (now := floor.casino.tables.get(table.name, Table())).number <= rounds or not now.stub:
        doing = pit.next(now)
        assert doing is not None
        by, ask = doing
        ask = replace(ask, order=()) if isinstance(ask, ShuffleDeck) else ask
        (reply,) = floor.process([Command(next(ids), by, ask, table.name)])
        assert reply.error is None, reply.error
    return store, found


def test_the_secrets_of_shuffles_are_told_after_their_rounds() -> None:
    store, played = served(2)
    sealed = Disclosure().follow(store)
    seen = search(store, sealed, played, read_query({"kind": "ShuffleCommitted"}))["entries"]
    secrets = [entry["event"]["secret"] for entry in reversed(seen)]
    assert len(secrets[0]) == len(secrets[1]) == 64, "two rounds are over"
    assert secrets[2:] == ["face down", "face down"], "the third is in play, and the fourth is committed to"
    assert sealed.whole_upto < seen[1]["seq"]
    assert film(store, sealed, played.tables[0].name, 3, "slug")["over"] is False
