"""Hands that somebody might dispute, as the journal tells them."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.audit.journals import STEPS, Memory, Night, irregular_night, stories, two_royals
from tests.audit.keyed import KeyedTable
from tests.money.pit import FAULT
from upcard.audit import Story, document, find, replay
from upcard.audit.document import differences
from upcard.audit.replay import Replayed
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import Round
from upcard.journal.casino import Casino
from upcard.journal.command import encode, table_event
from upcard.law.edition import source
from upcard.money import commands as c
from upcard.rules.house import House
from upcard.store.store import StoreError, chained
from upcard.tables import events as te
from upcard.tables.commands import Actor

SUE = Actor("sue", "supervisor")
DEE = Actor("dee", "dealer")


def words(story: Story) -> list[str]:
    return [line["text"] for step in document(story)["steps"] for line in step["what"]]


def told(story: Story, part: str) -> str:
    """The one sentence that has such a part."""
    (found,) = [text for text in words(story) if part in text]
    return found


def test_two_royals_on_a_linked_meter_are_paid_in_turn_and_each_says_what_the_meter_was() -> None:
    night = Night("deadwood", rigs=two_royals).play(300)
    story = next(s for s in stories(night.store.rows) if s.number == 2)
    first, second = document(story)["hits"]
    assert (first["seat"], second["seat"]) == ("3", "2")
    assert second["number"] == first["number"] + 1
    assert [act["act"] for act in first["acts"]] == ["locked", "validated", "paid"]
    assert first["acts"][0]["by"].startswith("dealer ")
    assert first["acts"][1]["by"].startswith("supervisor ")
    locked = told(story, f"Hit {first['number']} of Gold Rush is locked")
    before, after = (f"${float(first['meters']['main'][when]):,.2f}" for when in ("before", "after"))
    assert f"the main meter goes {before} → {after} and starts again" in locked
    paid = {p["seat"]: p["paid"] for p in document(story)["settlement"]["payments"] if p["source"] == "meter"}
    assert paid == {"3": first["amount"], "2": second["amount"]}
    assert float(first["amount"]) > float(second["amount"]), "the second royal finds the meter started again"


def test_an_award_that_was_rejected_and_keyed_again_is_told_with_the_reason() -> None:
    night = Night("deadwood", rigs=two_royals)
    books = night.floor.casino.books
    while not any(link.open for link in books.links.values()):
        night.play(1)
    link = next(link for link in books.links.values() if link.open)
    hit = next(iter(link.open.values()))
    if hit.state == "pending":
        night.do(SUE, c.RejectHit(link.name, hit.number, "the wrong key"))
        night.do(DEE, c.LockHit(link.name, hit.table))
    night.play(250)
    story = find(night.store, f"{hit.table}:{hit.round}")
    assert "rejected, the wrong key: its amount goes back" in told(story, "is rejected")
    acts = [[act["act"] for act in found["acts"]] for found in document(story)["hits"]]
    assert acts[:2] == [["locked", "rejected"], ["locked", "validated", "paid"]]
    assert differences(story) == ()


def test_a_slip_that_was_signed_after_the_round_is_told_with_it() -> None:
    night = Night("deadwood", rigs=two_royals).play(300)
    story = next(s for s in stories(night.store.rows) if s.slips)
    number = story.slips[0].number
    night.do(SUE, c.SignSlip(number))
    again = document(find(night.store, story.id))
    (signed,) = again["afterwards"]
    assert (signed["by"], signed["entry"]) == ("supervisor sue", len(night.store.rows))
    assert signed["what"][0]["text"] == f"Slip {number} is signed for the supervisor."


def test_a_misdealt_dealer_returns_the_antes_and_the_hands_play_for_the_progressive() -> None:
    found = stories(KeyedTable("deadwood").reports(stud.Report("dealer-wrong-count")).store.rows)
    story = next(s for s in found if isinstance(s.round, Round) and s.round.misdealt)
    document_ = document(story)
    assert document_["state"] == "misdealt"
    assert len(document_["round"]["dealer"]) == 1, "of real cards nothing is known but what lay face up"
    assert "the hands play for the progressive alone" in told(story, "wrong number of cards: the hands")
    assert any("is returned, the dealer being misdealt." in text for text in words(story))


def test_a_stub_of_51_voids_the_round_and_withdraws_the_deck() -> None:
    found = stories(irregular_night("massachusetts", STEPS).store.rows)
    story = next(s for s in found if s.void == "stub_count_wrong")
    assert document(story)["state"] == "void"
    assert document(story)["round"]["irregularity"] == "stub-51"
    assert "51 in all" in told(story, "The stub is counted")
    assert "every hand is void" in told(story, "The count of the stub is wrong")
    assert {p["result"] for p in document(story)["settlement"]["payments"]} == {"void"}


@pytest.mark.rule("player_wrong_count", "lock_out", "cards_racked_in_turn")
@pytest.mark.parametrize(
    ("house", "dead", "locked", "racked"),
    [
        ("massachusetts", "it is void.", "No more bets.", "cards are racked."),
        ("deadwood", "it is dead.", "The keypad is pressed: no more bets.", "cards are spread, counted and racked."),
    ],
)
def test_the_words_are_those_of_the_edition(house: str, dead: str, locked: str, racked: str) -> None:
    keyed = KeyedTable(house).reports(stud.Report("player-wrong-count", 1)).store.rows
    nights = (irregular_night(house, STEPS).store.rows, keyed)
    texts = [text for rows in nights for story in stories(rows) for text in words(story)]
    assert {text.partition("cards: ")[2] for text in texts if text.startswith("Seat") and "wrong number" in text} == {
        dead
    }
    assert {text.partition(" Progressive")[0] for text in texts if "o more bets." in text} == {locked}
    assert all(text.endswith(racked) for text in texts if "racked" in text and "cards are" in text)


def test_a_dead_hand_says_what_was_reversed() -> None:
    found = stories(KeyedTable("deadwood").reports(stud.Report("player-wrong-count", 1)).store.rows)
    story = next(s for s in found if any(text.startswith("Reversed: ") for text in words(s)) and s.void is None)
    assert any("it is dead" in text for text in words(story))
    assert differences(story) == ()


def test_a_bonus_card_fee_is_pushed_back_to_a_hand_that_wins_already() -> None:
    found = stories(irregular_night("bonus-6", STEPS).store.rows)
    story = next(s for s in found if any("wins as it is" in text for text in words(s)))
    assert any("bonus card fee" in text and "is returned" in text for text in words(story))


@pytest.mark.parametrize("name", ["deadwood", "deadwood-2011", "massachusetts"])
def test_real_cards_that_nobody_keyed_are_not_made_up(name: str) -> None:
    played = KeyedTable(name).play(6)
    found = stories(played.store.rows)
    assert len(found) == 6
    assert any(document(story)["not_keyed"] for story in found)
    for story in found:
        told = document(story)
        for seat in told["not_keyed"]:
            assert "cards" not in told["round"]["seats"][seat]
        assert told["settles_again"] is True
    assert isinstance(replay(played.store, settle=True), Replayed)


def pinned_otherwise(store: Memory, **changes: object) -> Memory:
    """The journal as it would be had the tables been opened with something else; its hashes are none of this test."""
    rows = []
    for entry in store.rows:
        event = table_event(entry.event) if entry.event.startswith('{"type":"TableOpened"') else None
        changed = encode(replace(event, **changes)) if isinstance(event, te.TableOpened) else entry.event
        rows.append(entry._replace(event=changed))
    return Memory(rows)


def test_an_edition_whose_text_has_changed_since_is_said_to_have() -> None:
    store = irregular_night("deadwood", STEPS).store
    assert document(find(store, "Stud 1:1"))["pinned"]["same_text"] is True
    before = pinned_otherwise(store, digest="0" * 64, text=UNSET)  # as by a version that kept no text
    assert document(find(before, "Stud 1:1"))["pinned"]["same_text"] is False


def test_a_text_that_is_not_the_one_it_names_is_no_journal() -> None:
    store = irregular_night("deadwood", STEPS).store
    other = source("sd-2011")
    with pytest.raises(StoreError, match="the text that it holds is not the one whose hash it names"):
        find(pinned_otherwise(store, text=other), "Stud 1:1")
    casino = Casino(House("", (), {}))
    for entry in store.rows:
        if entry.event.startswith('{"type":"TableOpened"'):
            event = replace(table_event(entry.event), text=other)
            with pytest.raises(StoreError, match="another text of the law than the one whose hash it names"):
                casino.apply(chained(casino.hash, entry._replace(event=encode(event))))
            return
        casino.apply(entry)
    raise AssertionError("no table was opened")


def test_an_edition_that_this_upcard_does_not_know_is_an_error_and_no_guess() -> None:
    store = irregular_night("deadwood", STEPS).store
    with pytest.raises(StoreError, match="nv-1999"):
        find(pinned_otherwise(store, edition="nv-1999"), "Stud 1:1")
    with pytest.raises(StoreError, match="cannot be made again"):
        find(pinned_otherwise(store, elections={"progressive": "Z"}), "Stud 1:1")


def test_a_table_that_the_journal_does_not_know_is_refused() -> None:
    with pytest.raises(Refused):
        find(Memory(), "Stud 1:1")


def test_eased_terms_are_said_and_not_compared() -> None:
    night = Night("deadwood", rigs=two_royals).play(5)
    house = Actor("house", "licensee")
    link = next(iter(night.floor.casino.books.links))
    night.do(house, c.RecordPetition(link, "easier criteria", "straight_flush", "nobody has won it"))
    night.do(Actor("board", "regulator"), c.DecidePetition(link, 1, True, "42"))
    night.do(house, c.SuspendLink(link, "new terms", *FAULT))
    night.do(house, c.EndJackpot(link, "another", 1))
    night.do(house, c.ResumeLink(link, "another"))
    night.play(300)
    story = next(s for s in stories(night.store.rows) if s.hits)
    assert document(story)["eased"] == "straight_flush"
    assert document(story)["settles_again"] is None
    first = stories(night.store.rows)[0]
    assert "straight flush or better wins the whole top meter" in told(first, "From now on")
    assert told(first, "is suspended") == f"{link} is suspended: device fault: new terms, until 2026-01-05T00:00."
    assert any(act["by"] == "licensee house" for act in document(first)["steps"])
    assert isinstance(replay(night.store, settle=True), Replayed)


def test_chips_that_a_seat_buys_during_a_round_are_part_of_its_story() -> None:
    night = Night("deadwood").play(20)
    table = night.house.tables[1].name
    night.do(Actor("cage", "cage"), c.FillTray(table, 100_000))
    night.do(DEE, c.BuyChips(table, 1, 5_000))
    night.play(60)
    story = find(night.store, f"{table}:1")
    assert told(story, "buys chips") == f"Seat 1 of {table} buys chips for $50."
    others = [other for other in stories(night.store.rows) if other.table != table]
    assert not any("buys chips" in text for other in others for text in words(other))
