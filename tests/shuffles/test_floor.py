"""A floor that draws the cards: it commits itself first, takes what players give, and shows the secret afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.audit.journals import HOUSES, house
from tests.shuffles.nights import Fixed, Night, dealer, night
from upcard.audit import Follower, listing, replay
from upcard.audit.replay import Replayed
from upcard.audit.shuffles.checks import findings
from upcard.audit.shuffles.history import trail
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.journal.act_table import HOUSE as ITSELF
from upcard.journal.command import Command, event_of
from upcard.journal.floor import open_house
from upcard.journal.journal import opened
from upcard.shuffles import events as fe
from upcard.shuffles import service
from upcard.shuffles.events import CommitShuffle, Contribute, Contribution
from upcard.shuffles.key_derivation import commitment_of, key_of, order_of
from upcard.store.open import open_store
from upcard.store.store import Entry
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables import events as te
from upcard.tables.commands import Actor

STUD = "Stud 1"


def events(entries: Iterator[Entry] | list[Entry], *kinds: type) -> list[tuple[int, Any]]:
    found = ((entry.seq, event_of(entry)) for entry in entries)
    return [(seq, event) for seq, event in found if isinstance(event, kinds)]


def decks_ready(table: Table) -> bool:
    return table.deck.stage == "ready"


def racked(table: Table) -> bool:
    return table.number > 1 and table.deck.stage == "racked"


# ---- commitments -----------------------------------------------------------------------------------------------------


def test_there_is_always_a_commitment_nobody_has_used() -> None:
    evening = Night("deadwood")
    for _ in range(120):
        evening.play(1)
        for name, table in evening.casino.tables.items():
            fair = evening.fair(name)
            assert table.is_open
            assert fair.next is not None
            assert fair.next.commitment == commitment_of(fair.next.secret)
            assert fair.next.number == fair.number


@pytest.mark.parametrize("name", HOUSES)
def test_each_shuffle_has_its_own_secret_in_turn(name: str) -> None:
    for table in night(name).casino.tables:
        entries = night(name).memory.entries(stream=f"shuffle/{table}")
        commitments = [event for _, event in events(list(entries), fe.ShuffleCommitted)]
        assert [event.number for event in commitments] == list(range(1, len(commitments) + 1))
        assert len({event.secret for event in commitments}) == len(commitments) > 3


@pytest.mark.parametrize("name", HOUSES)
def test_orders_follow_from_what_is_recorded(name: str) -> None:
    rows = night(name).memory.rows
    secrets: dict[tuple[str, int], str] = {}
    drawn = 0
    for entry, after in pairwise(rows):
        event = event_of(entry)
        if isinstance(event, fe.ShuffleCommitted):
            secrets[event.table, event.number] = event.secret
        if isinstance(event, fe.ShuffleDrawn):
            shuffled = event_of(after)
            assert isinstance(shuffled, te.DeckShuffled)
            secret = secrets[event.table, event.number]
            assert shuffled.order == order_of(key_of(secret, event.table, event.number, event.contributions))
            drawn += 1
    assert drawn > 10
    assert len(events(rows, te.DeckShuffled)) == drawn, "no deck is shuffled otherwise"


@pytest.mark.parametrize("name", HOUSES)
def test_a_journal_with_shuffles_is_played_again(name: str) -> None:
    found = replay(night(name).memory, settle=True)
    assert isinstance(found, Replayed)
    assert found.settled > 10
    assert night(name).opened_again().casino.fair == night(name).casino.fair


@pytest.mark.parametrize("name", HOUSES)
def test_the_list_of_rounds_and_the_stories_agree(name: str) -> None:
    follower = Follower()
    told = [story for story in map(follower.feed, night(name).memory.entries()) if story is not None]
    lines = [line for line in listing(night(name).memory, 1000) if line.state != "in play"]
    extents = {(story.id, story.steps[0].entry.seq, story.steps[-1].entry.seq) for story in told}
    assert extents == {(line.id, line.first, line.last) for line in lines}


# ---- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSES)
def test_a_secret_is_revealed_when_its_round_is_over_and_not_before(name: str) -> None:
    held: dict[tuple[str, int], tuple[str, int]] = {}
    tables: dict[str, int] = {}
    revealed = 0
    for entry in night(name).memory.entries():
        event = event_of(entry)
        match event:
            case fe.ShuffleDrawn():
                held[event.table, event.number] = event.deck, 0
            case te.CardsLeftDeck():
                table = entry.stream.removeprefix("table/")
                last = max(number for t, number in held if (t, held[t, number][0]) == (table, event.deck))
                held[table, last] = event.deck, tables[table]
            case fe.ShuffleRevealed():
                assert held.pop((event.table, event.number))[1] == event.round
                revealed += event.round > 0
            case te.TableOpened():
                tables[entry.stream.removeprefix("table/")] = 1
            case te.RoundReconciled():
                table = entry.stream.removeprefix("table/")
                assert not [key for key, (_, dealt) in held.items() if key[0] == table and dealt], "all are revealed"
                tables[table] += 1
            case _:
                pass
    assert revealed > 10


def test_what_a_jam_spoils_is_shown_at_once() -> None:
    evening = Night("massachusetts")
    name = next(t.name for t in evening.house.tables if t.shuffler is not None)
    evening.play_until(name, lambda table: any(deck.stage == "shuffled" for deck in table.decks.values()))
    deck = next(deck for deck, found in evening.table(name).decks.items() if found.stage == "shuffled")
    spoilt = evening.fair(name).drawn[-1]
    reply = evening.do(dealer(name), c.ReportShufflerJam(deck), name)
    assert [event for _, event in events(list(reply.entries), fe.ShuffleRevealed)] == [
        fe.ShuffleRevealed(name, spoilt.number, 0)
    ]
    assert evening.fair(name).last == spoilt
    evening.do(dealer(name), c.ShuffleDeck(deck, evening.casino.rules[name].shuffle), name)
    assert evening.fair(name).drawn[-1].number == spoilt.number + 1
    evening.play_until(name, lambda table: table.number == 3)
    told = [finding for round in (1, 2) for finding in findings(trail(evening.memory, name, round))]
    assert all(finding.ok for finding in told)
    assert [finding.text for finding in told if finding.what == "given up"] == [
        f"before it, shuffle {spoilt.number} was drawn and given up without a card dealt"
    ]


def test_what_is_withdrawn_in_the_middle_of_a_round_stays_secret_till_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count came from a floor that did not know better."""
    evening = Night("massachusetts")
    name = evening.house.tables[0].name
    evening.play_until(name, lambda table: table.stub == "out")
    used, number = evening.fair(name).of_round(evening.table(name).number), evening.table(name).number
    monkeypatch.setattr(service, "left_in_stub", lambda t, table: 1)
    source, evening.casino.source = evening.casino.source, None
    evening.do(dealer(name), c.CountStub(1), name)
    evening.casino.source = source
    assert evening.table(name).deck.order == ()
    assert evening.fair(name).of_round(number) == used is not None
    evening.play_until(name, lambda table: table.number == number + 1)
    assert evening.fair(name).last == used


def test_a_closed_table_keeps_no_secret_but_the_next() -> None:
    evening = Night("deadwood").play_until(STUD, decks_ready)
    evening.do(Actor("boss", "supervisor"), c.CloseTable(), STUD)
    fair = evening.fair(STUD)
    assert fair.drawn == ()
    assert fair.last is not None
    assert fair.last.dealt == 0
    before = fair.next
    evening.do(dealer(STUD), c.OpenTable(), STUD)
    assert evening.fair(STUD).next == before, "it was published, and stays"


# ---- what players give -----------------------------------------------------------------------------------------------


def test_words_count_in_the_order_of_the_seats_and_stay() -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 4)
    for seat, word in ((4, "four"), (2, "two"), (4, "vier")):
        evening.do(Actor(evening.table(STUD).players[seat], "player"), Contribute(word), STUD)
    evening.play_until(STUD, lambda table: table.number == 4)
    drawn = [e for _, e in events(evening.memory.rows, fe.ShuffleDrawn) if e.table == STUD][-2:]
    players = evening.table(STUD).players
    expected = (Contribution(2, players[2], "two"), Contribution(4, players[4], "vier"))
    assert [event.contributions for event in drawn] == [expected, expected]


def test_a_word_leaves_with_its_player() -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 2)
    player = evening.table(STUD).players[1]
    evening.do(Actor(player, "player"), Contribute("word"), STUD)
    evening.do(Actor(player, "player"), c.LeaveSeat(1), STUD)
    assert evening.fair(STUD).given == {}


def test_a_word_can_be_taken_back() -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 2)
    player = Actor(evening.table(STUD).players[1], "player")
    assert evening.refusal(player, Contribute(""), STUD) == "there is none to take back"
    evening.do(player, Contribute("word"), STUD)
    assert evening.refusal(player, Contribute("word"), STUD) == "that is the contribution already"
    evening.do(player, Contribute(""), STUD)
    assert evening.fair(STUD).given == {}


@pytest.mark.parametrize("word", ["x" * 65, "line\nbreak", "\x00", "\u202e"])
def test_words_that_are_none(word: str) -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 2)
    player = Actor(evening.table(STUD).players[1], "player")
    assert "up to 64" in evening.refusal(player, Contribute(word), STUD)
    evening.do(player, Contribute("x" * 64), STUD)


def test_only_the_seated_contribute() -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 2)
    for by in (Actor("stranger", "player"), dealer(STUD), Actor(evening.table(STUD).players[1], "dealer")):
        assert "sits at the table" in evening.refusal(by, Contribute("word"), STUD)


def test_a_retry_gives_once() -> None:
    evening = Night("deadwood").play_until(STUD, lambda table: len(table.players) > 2)
    player = Actor(evening.table(STUD).players[1], "player")
    first = evening.do(player, Contribute("word"), STUD, "same")
    again = evening.do(player, Contribute("word"), STUD, "same")
    assert again.again
    assert again.entries == first.entries


# ---- what nobody may bring -------------------------------------------------------------------------------------------


def test_nobody_brings_an_order() -> None:
    evening = Night("deadwood").play_until(STUD, racked)
    method, deck = evening.casino.rules[STUD].shuffle, evening.table(STUD).current
    because = evening.refusal(dealer(STUD), c.ShuffleDeck(deck, method, DECK), STUD)
    assert because.startswith("the system draws the cards")
    evening.do(dealer(STUD), c.ShuffleDeck(deck, method), STUD)


def test_nobody_brings_a_draw() -> None:
    evening = Night("massachusetts")
    name = next(t.name for t in evening.house.tables if t.draws)
    evening.play_until(name, lambda table: table.round is not None and table.round.phase == "decided")
    while (doing := evening.pits[name].next(evening.table(name))) is not None and not isinstance(doing[1], c.Play):
        evening.do(*doing, name)
    for reveal in (stud.Reveal(magic_card=DECK[0]), stud.Reveal(lucky="1")):
        assert "nobody brings a draw" in evening.refusal(dealer(name), c.Play(reveal), name)
    evening.do(dealer(name), c.Play(stud.Reveal()), name)


def test_draws_follow_from_the_shuffle() -> None:
    evening = Night("massachusetts").play(300)
    found = events(evening.memory.rows, te.Played)
    holes = [e.event for _, e in found if isinstance(e.event, stud.events.HoleCardsRevealed)]
    assert any(hole.magic_card is not None or hole.lucky is not None for hole in holes)
    assert not all(hole.magic_card is not None or hole.lucky is not None for hole in holes)
    assert isinstance(replay(evening.memory), Replayed), "each is drawn again"


def test_a_false_count_of_the_stub_voids_nothing() -> None:
    evening = Night("massachusetts")
    name = evening.house.tables[0].name
    evening.play_until(name, lambda table: table.stub == "out")
    round = evening.table(name).round
    assert isinstance(round, StudRound)
    left = 52 - sum(seat.count for seat in round.seats.values()) - round.dealer_count
    for wrong in (left - 1, left + 1, 0):
        for misdealt in (False, True):
            ask = c.CountStub(wrong, misdealt=misdealt)
            assert f"has {left} cards left" in evening.refusal(dealer(name), ask, name)
    evening.do(dealer(name), c.CountStub(left), name)
    after = evening.table(name).round
    assert isinstance(after, StudRound)
    assert after.void is None


def test_a_false_count_of_the_chips_stops_nothing() -> None:
    evening = Night("massachusetts")
    name = evening.house.tables[0].name
    evening.play_until(name, lambda table: table.round is not None and table.round.phase == "closed")
    assert "the system has accepted" in evening.refusal(dealer(name), c.CountChips(99), name)


def test_a_false_count_of_the_shuffler_withdraws_no_deck() -> None:
    evening = Night("massachusetts")
    name = next(t.name for t in evening.house.tables if t.shuffler is not None and t.shuffler.counts)
    evening.play_until(name, lambda table: any(deck.stage == "shuffled" for deck in table.decks.values()))
    deck = next(deck for deck, found in evening.table(name).decks.items() if found.stage == "shuffled")
    assert "none is missing" in evening.refusal(dealer(name), c.ReportShufflerCount(deck, 51), name)
    evening.do(dealer(name), c.ReportShufflerCount(deck, 52), name)


# ---- one journal, many processes -------------------------------------------------------------------------------------


def test_after_a_crash_the_same_commitment_is_used() -> None:
    evening = Night("deadwood").play_until(STUD, racked)
    promised = evening.fair(STUD).next
    assert promised is not None
    other = evening.opened_again("another source")
    assert other.casino.fair[STUD].next == promised
    deck, method = evening.table(STUD).current, evening.casino.rules[STUD].shuffle
    (reply,) = other.process([Command("after the crash", dealer(STUD), c.ShuffleDeck(deck, method), STUD)])
    (shuffled,) = [event for _, event in events(list(reply.entries), te.DeckShuffled)]
    assert shuffled.order == order_of(key_of(promised.secret, STUD, promised.number, ()))


def test_a_floor_without_a_source_keeps_to_what_was_committed_to() -> None:
    evening = Night("deadwood", source="first").play_until(STUD, racked)
    evening.casino.source = None
    deck, method = evening.table(STUD).current, evening.casino.rules[STUD].shuffle
    assert "nobody brings an order" in evening.refusal(dealer(STUD), c.ShuffleDeck(deck, method, DECK), STUD)
    promised = evening.fair(STUD).next
    assert promised is not None
    evening.do(dealer(STUD), c.ShuffleDeck(deck, method), STUD)
    assert evening.table(STUD).deck.order == order_of(key_of(promised.secret, STUD, promised.number, ()))
    assert evening.fair(STUD).next is None, "it has nothing to commit itself with"


def test_a_table_that_was_open_before_is_committed_to_at_the_opening() -> None:
    method = house("deadwood").tables[0].shuffle
    plain = Night("deadwood")
    plain.casino.source = None
    plain.do(dealer(STUD), c.OpenTable(), STUD)
    assert STUD not in plain.casino.fair
    assert "not drawn by the system" in plain.refusal(Actor("pat", "player"), Contribute("x"), STUD)
    plain.casino.source = Fixed()
    assert "committed itself" in plain.refusal(dealer(STUD), c.ShuffleDeck("red", method), STUD)
    open_house(plain.floor)
    assert plain.fair(STUD).next is not None
    assert "no commitment" in plain.refusal(ITSELF, CommitShuffle(), STUD)
    seq = plain.casino.seq
    open_house(plain.floor)
    assert plain.casino.seq == seq


def test_the_state_that_is_kept_has_the_shuffles(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/a.db"
    with opened(url) as journal:
        evening = Night("massachusetts", store=journal.store).play(60, words=True)
        journal.keep(evening.floor)
        fair = evening.casino.fair
        assert any(each.given for each in fair.values())
    with opened(url) as journal:
        again = journal.floor(evening.house, Fixed("again"))
        assert again.casino.fair == fair
        assert again.casino.source is not None


def test_two_processes_take_turns_at_one_table(postgres_url: str) -> None:
    """Whoever shuffles uses what is in the journal, whichever of them committed to it."""
    stores = [open_store(postgres_url), open_store(postgres_url)]
    crews = [Night("deadwood", store=store, source=str(at)) for at, store in enumerate(stores)]
    for step in range(160):
        crew = crews[step % 2]
        doing = crew.pits[STUD].next(crew.casino.tables.get(STUD, Table()))
        assert doing is not None
        (reply,) = crew.floor.process([Command(f"{step}", doing[0], doing[1], STUD)])
        crews[(step + 1) % 2].floor.process([])
        if reply.error is not None:
            raise reply.error
    with stores[0].snapshot() as reading:
        assert isinstance(replay(reading), Replayed)
        drawn = [event for _, event in events(list(reading.entries()), fe.ShuffleDrawn)]
    assert len(drawn) > 3
    assert crews[0].casino.fair == crews[1].casino.fair
    for store in stores:
        store.close()
