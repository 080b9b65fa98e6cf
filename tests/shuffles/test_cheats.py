"""A house that cheats with the system's own help, bets being closed: journal, replay and script find it out."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory
from tests.shuffles import nights
from tests.shuffles.nights import Night, dealer
from upcard.audit import Follower, Replayed, replay, told
from upcard.audit.shuffles.checks import findings, judged_document
from upcard.audit.shuffles.document import deal_of, proof_document
from upcard.audit.shuffles.history import Trail, trail
from upcard.audit.standalone import verify_shuffle
from upcard.games.caribbean_stud import Report
from upcard.rules.house import read_house
from upcard.rules.table import TableRules
from upcard.shuffles import service
from upcard.shuffles.key_derivation import Source, cut_of
from upcard.shuffles.state import lying
from upcard.store.store import Entry
from upcard.tables import Table, due
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.next_step import guide
from upcard.tables.options import options
from upcard.web.views import actions

SUE = Actor("sue", "supervisor")
SHOE = "Stud 3"
"""Dealt from a manual shoe: the cards are shuffled by hand, and cut."""


def closed(table: Table) -> bool:
    return table.round is not None and table.round.phase == "closed"


def over(evening: Night, name: str, number: int) -> Trail:
    evening.play_until(name, lambda table: table.number > number)
    return trail(evening.memory, name, number)


def wrong(found: Trail) -> list[str]:
    return [finding.what for finding in findings(found) if not finding.ok]


def proof_of(found: Trail) -> dict[str, Any]:
    return dict(json.loads(json.dumps(proof_document(found))))


def refused(proof: dict[str, Any]) -> str:
    with pytest.raises(verify_shuffle.Bad) as error:
        verify_shuffle.verify(proof)
    return str(error.value)


def replayed(evening: Night) -> str:
    """Why a replay stops, or empty."""
    found = replay(evening.memory)
    return "" if isinstance(found, Replayed) else found.what


# ---- a card less -----------------------------------------------------------------------------------------------------


@pytest.fixture
def without_the_top(monkeypatch: pytest.MonkeyPatch) -> tuple[Night, Trail]:
    """A house that has a card "found face up" when it knows what is at stake."""
    monkeypatch.setattr(service, "IMPOSSIBLE", frozenset[str]())
    evening = Night("massachusetts", crooked=True).play_until(SHOE, closed)
    number = evening.table(SHOE).number
    evening.do(dealer(SHOE), c.Play(Report("face-up-card")), SHOE)
    assert evening.table(SHOE).discarded == 1
    return evening, over(evening, SHOE, number)


def test_a_card_taken_off_the_top_is_found(without_the_top: tuple[Night, Trail]) -> None:
    evening, found = without_the_top
    assert wrong(found) == ["dealt"]
    assert judged_document(found)["ok"] is False
    (text,) = [finding.text for finding in findings(found) if finding.what == "dealt"]
    assert text == "1 card taken off the top, as nothing lawful does"
    assert "takes a card off a deck that the system drew" in replayed(evening)
    proof = proof_of(found)
    assert proof["skipped"] == 1
    assert "taken off the top" in refused(proof)
    assert "did not lie on top" in refused(proof | {"skipped": 0})


@pytest.mark.parametrize("skipped", [1, 7, -1, None])
def test_a_script_believes_no_count_of_cards_taken_off(skipped: int | None) -> None:
    evening = Night("massachusetts")
    proof = proof_of(over(evening, SHOE, 1))
    lay = proof["cuts"][-1]["order"]
    cards = lay[skipped or 0 :]
    dealt = [going | {"card": card} for going, card in zip(proof["dealt"], cards, strict=False)]
    assert "taken off" in refused(proof | {"skipped": skipped, "dealt": dealt})


def test_other_hands_than_lay_on_top_are_found_by_a_replay() -> None:
    """The dealer's card and a player's change places, in the deal alone."""
    evening = Night("massachusetts")
    found = over(evening, SHOE, 1)
    seq = found.left[0].entry.seq
    rows = list(evening.memory.rows)

    def swapped(entry: Entry) -> Entry:
        event = json.loads(entry.event)
        hand = next(iter(event["event"]["hands"].values()))
        hand[0], event["event"]["dealer"][0] = event["event"]["dealer"][0], hand[0]
        return entry._replace(event=json.dumps(event, separators=(",", ":")))

    rows[seq - 1] = swapped(rows[seq - 1])
    bent = replay(Memory(rows))
    assert not isinstance(bent, Replayed)
    assert (bent.seq, "deals other cards than lie on top" in bent.what) == (seq, True)


def test_another_way_of_dealing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Singly at the shuffle, in stacks when the order is known."""
    evening = Night("massachusetts", crooked=True).play_until(SHOE, closed)
    number, t = evening.table(SHOE).number, evening.casino.rules[SHOE]
    stacks = evening.casino.rules["Stud 1"].dealing
    assert t.dealing is not None
    assert stacks is not None
    assert (t.dealing.order.deal, stacks.order.deal) == ("singly", "stacks")
    monkeypatch.setitem(evening.casino.rules, SHOE, replace(t, ways=(replace(t.dealing, order=stacks.order),)))
    evening.play_until(SHOE, lambda table: table.round is not None and table.round.phase != "closed")
    monkeypatch.undo()
    assert wrong(over(evening, SHOE, number)) == ["dealt"]
    assert "deals other cards than lie on top" in replayed(evening)


def test_an_open_table_keeps_to_its_way_of_dealing_and_to_its_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are said with each shuffle, so that a round could be as said and still be chosen."""
    evening = Night("massachusetts", crooked=True).play_until(TWO, lambda table: table.number == 2)
    t, singly = evening.casino.rules[TWO], evening.casino.rules[SHOE].dealing
    assert t.dealing is not None
    assert singly is not None
    with monkeypatch.context() as patch:
        patch.setitem(evening.casino.rules, TWO, replace(t, draws=dict.fromkeys(t.draws, Fraction(1, 3))))
        third = over(evening, TWO, 3)
    assert [finding.what for finding in findings(trail(evening.memory, TWO, 2)) if not finding.ok] == []
    assert wrong(third) == ["terms"]
    with monkeypatch.context() as patch:
        patch.setitem(evening.casino.rules, TWO, replace(t, ways=(replace(t.dealing, order=singly.order),)))
        fifth = over(evening, TWO, 5)
    assert wrong(fifth) == ["terms"]


def test_a_way_that_the_law_knows_is_no_excuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it leaves both to the house, an open table still keeps to one."""
    evening = Night("deadwood").play_until("Stud 3", lambda table: table.number == 2)
    t, singly = evening.casino.rules["Stud 3"], evening.casino.rules["Stud 1"].dealing
    assert t.dealing is not None
    assert singly is not None
    monkeypatch.setitem(evening.casino.rules, "Stud 3", replace(t, ways=(replace(t.dealing, order=singly.order),)))
    assert wrong(over(evening, "Stud 3", 2)) == ["terms"]
    assert wrong(trail(evening.memory, "Stud 3", 1)) == []


# ---- a cut more ------------------------------------------------------------------------------------------------------


def recut(evening: Night, cards: int) -> None:
    deck = evening.table(SHOE).current
    evening.do(SUE, c.OrderRecut(deck), SHOE)
    evening.do(dealer(SHOE), c.CutDeck(deck, cards), SHOE)


def poor(evening: Night) -> int:
    """A cut that does not follow from the shuffle."""
    shuffle = lying(evening.casino.fair[SHOE], evening.table(SHOE).current)
    assert shuffle is not None
    return 31 if cut_of(shuffle.key(SHOE), 1, 10) != 31 else 32


@pytest.mark.rule("recut_ordered_by")
def test_a_recut_is_ordered_until_a_card_is_dealt_and_nobody_chooses_it_once_the_bets_are_closed() -> None:
    evening = Night("massachusetts").play_until(SHOE, lambda table: table.deck.stage == "ready")
    recut(evening, 31)
    t = evening.casino.rules[SHOE]
    evening.play_until(SHOE, lambda table: closed(table) and not due(t, table))
    number, deck = evening.table(SHOE).number, evening.table(SHOE).current
    evening.do(SUE, c.OrderRecut(deck), SHOE)
    assert "nobody says how deep" in evening.refusal(dealer(SHOE), c.CutDeck(deck, 31), SHOE)
    step = guide(t, evening.table(SHOE))
    assert step is not None
    assert (step.command, step.asks) == (c.CutDeck(deck), ())
    evening.do(dealer(SHOE), c.CutDeck(deck), SHOE)
    recut(evening, 0)
    found = over(evening, SHOE, number)
    assert found.drawn is not None
    assert [cut.turn for cut in found.drawn.cuts] == [0, 0, 1, 2]
    assert all(10 <= cut.event.cards < 52 for cut in found.drawn.cuts)
    assert wrong(found) == []
    proof = proof_of(found)
    assert [cut["drawn"] for cut in proof["cuts"]] == [None, None, {"turn": 1, "least": 10}, {"turn": 2, "least": 10}]
    assert sum("drawn after the end of the bets" in line for line in verify_shuffle.verify(proof)) == 2
    assert replayed(evening) == ""
    for bent in (proof["cuts"][2] | {"drawn": None}, proof["cuts"][2] | {"drawn": {"turn": 1, "least": 11}}):
        assert refused(proof | {"cuts": [*proof["cuts"][:2], bent, proof["cuts"][3]]})


def test_a_recut_that_somebody_chose_after_the_bets_closed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Night("massachusetts", crooked=True).play_until(SHOE, closed)
    number = evening.table(SHOE).number
    monkeypatch.setattr(service, "bets_closed_on", lambda table, deck: False)
    recut(evening, poor(evening))
    found = over(evening, SHOE, number)
    assert wrong(found) == ["cut"]
    assert "does not follow from the secret" in refused(proof_of(found))
    proof = proof_of(found)
    unsaid = [cut | {"drawn": None} for cut in proof["cuts"]]
    assert "not in the order" in refused(proof | {"cuts": unsaid})
    assert "after the end of the bets otherwise than its shuffle has it" in replayed(evening)


def test_the_bets_end_once_and_before_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second end of the bets, after the cut that came too late, mends nothing; nor does leaving it out."""
    evening = Night("massachusetts", crooked=True).play_until(SHOE, closed)
    number = evening.table(SHOE).number
    monkeypatch.setattr(service, "bets_closed_on", lambda table, deck: False)
    recut(evening, poor(evening))
    found = over(evening, SHOE, number)
    assert found.closed is not None
    rows = list(evening.memory.rows)
    for bent, what in (
        ([*rows[: found.left[0].entry.seq - 2], found.closed, *rows[found.left[0].entry.seq - 2 :]], "cut"),
        ([row for row in rows if row is not rows[found.closed.seq - 1]], "published"),
    ):
        numbered = [entry._replace(seq=seq) for seq, entry in enumerate(bent, 1)]
        assert what in wrong(trail(Memory(numbered), SHOE, number))


def test_at_a_table_with_real_cards_the_law_alone_speaks() -> None:
    evening = Night("massachusetts").play_until(SHOE, closed)
    ask, t = c.OrderRecut(evening.table(SHOE).current), evening.casino.rules[SHOE]
    assert service.drawn_at_keyed(t, evening.table(SHOE), ask, Source()) == ask


def test_a_recut_is_offered_as_long_as_it_is_taken() -> None:
    evening = Night("massachusetts").play_until(SHOE, lambda table: table.deck.stage == "ready")
    assert "OrderRecut" in offered(evening.casino.rules[SHOE], evening.table(SHOE))
    evening.play_until(SHOE, closed)
    assert "OrderRecut" in offered(evening.casino.rules[SHOE], evening.table(SHOE))
    evening.play_until(SHOE, lambda table: table.deck.stage == "in play")
    assert "OrderRecut" not in offered(evening.casino.rules[SHOE], evening.table(SHOE))


def offered(t: TableRules, table: Table) -> list[str]:
    return [choice["act"]["act"] for choice in actions.steps(t, table, options(t, table, SUE))]


# ---- one shuffle after the other -------------------------------------------------------------------------------------

TWO = "Stud 1"
"""Two decks take turns: while one is dealt, the other lies in the shuffler."""


def spoilt(evening: Night, deck: str, times: int) -> list[int]:
    """The deck jams and is shuffled again, so many times: the numbers that were given up."""
    method, numbers = evening.casino.rules[TWO].shuffle, []
    for _ in range(times):
        numbers.append(max(each.number for each in evening.fair(TWO).drawn if each.deck == deck))
        evening.do(dealer(TWO), c.ReportShufflerJam(deck), TWO)
        evening.do(dealer(TWO), c.ShuffleDeck(deck, method), TWO)
    return numbers


def spare(table: Table) -> str:
    """The deck that is not in play."""
    return next(name for name in table.decks if name != table.current)


def spare_is(stage: str, number: int) -> Callable[[Table], bool]:
    return lambda table: table.number == number and table.decks[spare(table)].stage == stage


def given_up(evening: Night, number: int) -> list[int]:
    found = trail(evening.memory, TWO, number)
    assert wrong(found) == []
    proof = proof_of(found)
    said = [line for line in verify_shuffle.verify(proof) if line.startswith(verify_shuffle.LOUD)]
    assert any("GIVEN UP" in line for line in said) == bool(proof["given_up"])
    told = [finding for finding in findings(found) if finding.what == "given up"]
    assert bool(told) == bool(proof["given_up"])
    return list(proof["given_up"])


def test_shuffles_of_the_other_deck_are_told_when_it_is_dealt() -> None:
    """Given up while the round before is bet on, and that round is over before the deck's own begins."""
    evening = Night("massachusetts").play_until(TWO, spare_is("shuffled", 2))
    numbers = spoilt(evening, spare(evening.table(TWO)), 2)
    evening.play_until(TWO, lambda table: table.number > 4)
    assert [given_up(evening, number) for number in (1, 2, 3, 4)] == [[], [], numbers, []]


def test_shuffles_of_the_deck_in_play_are_told_at_once() -> None:
    evening = Night("massachusetts").play_until(TWO, lambda table: table.deck.stage == "shuffled")
    numbers = spoilt(evening, evening.table(TWO).current, 3)
    evening.play_until(TWO, lambda table: table.number > 3)
    assert [given_up(evening, number) for number in (1, 2, 3)] == [numbers, [], []]
    (text,) = [each.text for each in findings(trail(evening.memory, TWO, 1)) if each.what == "given up"]
    assert text == "before it, shuffles 1, 2, 3 were drawn and given up without a card dealt"


def test_a_shuffle_of_a_round_that_was_void_before_the_deal_is_told() -> None:
    evening = Night("massachusetts").play_until(TWO, lambda table: table.number == 2 and closed(table))
    shuffle = next(each.number for each in evening.fair(TWO).drawn if each.deck == evening.table(TWO).current)
    evening.void(TWO)
    evening.play_until(TWO, lambda table: table.number > 5)
    assert trail(evening.memory, TWO, 2).left == []
    assert [given_up(evening, number) for number in (2, 3, 4, 5)] == [[], [], [shuffle], []]


def test_a_deck_that_leaves_the_table_leaves_its_shuffles_to_the_other() -> None:
    evening = Night("massachusetts").play_until(TWO, spare_is("ready", 2))
    shuffle = next(each.number for each in evening.fair(TWO).drawn if each.deck == spare(evening.table(TWO)))
    for ask in (c.RemoveDevice("shuffler"), c.InstallDevice("shuffler")):
        evening.do(Actor("flo", "floorperson"), ask, TWO)
    assert len(evening.table(TWO).decks) == 1
    evening.play_until(TWO, lambda table: table.number > 3)
    assert [given_up(evening, number) for number in (2, 3)] == [[], [shuffle]], "the first was shuffled before"


@pytest.mark.rule("cut_after")
def test_no_cut_is_said_to_be_drawn_where_the_deck_of_the_shuffler_is_dealt_as_it_is() -> None:
    evening = Night("massachusetts").play_until(TWO, lambda table: table.deck.stage == "in play")
    said = evening.refusal(dealer(TWO), c.CutDeck(evening.table(TWO).current, 20), TWO)
    assert said.endswith("deck is dealt as it is, without a cut (ma-4(b))"), said


def test_a_table_that_is_closed_and_opened_again_tells_what_was_given_up() -> None:
    evening = Night("massachusetts").play_until(TWO, spare_is("ready", 2))
    shuffles = {each.deck: each.number for each in evening.fair(TWO).drawn}
    before = evening.table(TWO)
    evening.do(SUE, c.CloseTable(), TWO)
    evening.play_until(TWO, lambda table: table.number > before.number + 2)
    expected = [[shuffles[before.current]], [shuffles[spare(before)]]]
    assert [given_up(evening, before.number + more) for more in (1, 2)] == expected, "the decks go on in turn"


def test_a_table_that_is_opened_with_another_deck_tells_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Night("deadwood").play_until("Stud 1", lambda table: table.number == 2 and table.deck.stage == "ready")
    (shuffle,) = [each.number for each in evening.fair("Stud 1").drawn]
    evening.do(SUE, c.CloseTable(), "Stud 1")
    t = evening.casino.rules["Stud 1"]
    monkeypatch.setitem(evening.casino.rules, "Stud 1", replace(t, backs=("green",)))
    number = evening.table("Stud 1").number + 1
    found = over(evening, "Stud 1", number)
    assert [each.event.number for each in found.unused] == [shuffle]
    assert wrong(found) == []


# ---- a way of dealing that changes ---------------------------------------------------------------------------------

WAYS = """
name = "Ways"
[[table]]
name = "Stud 3"
edition = "ma"
dealing = ["automated-shoe", "manual-shoe"]
shoe_approved = true
devices = ["acceptor"]
"""


@pytest.mark.rule("automated_shoe", "manual_shoe", "device_removed_first")
def test_the_proofs_follow_a_way_of_dealing_that_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stacks of five, then one card at a time: what was made ready is given up, and every check follows."""
    monkeypatch.setattr(nights, "house", lambda name: read_house(WAYS))
    evening = Night("ways").play_until(SHOE, lambda table: table.number == 2 and table.deck.stage == "ready")
    flo = Actor("flo", "floorperson")
    evening.do(flo, c.RemoveDevice("automated-shoe"), SHOE)
    evening.do(flo, c.InstallDevice("manual-shoe"), SHOE)
    evening.do(flo, c.ChangeDealing("manual-shoe"), SHOE)
    second = over(evening, SHOE, 2)
    first = trail(evening.memory, SHOE, 1)
    assert [deal_of(first), deal_of(second)] == ["stacks", "singly"]
    assert (wrong(first), wrong(second)) == ([], [])
    assert [given.event.number for given in second.unused] == [2], "and that is told"
    assert any("since its way of dealing was changed: hands singly" in f.text for f in findings(second))
    assert verify_shuffle.verify(proof_of(second))
    assert replayed(evening) == ""
    assert "From now on the table is dealt from the manual shoe." in narrated(evening)


def test_a_way_of_dealing_that_nobody_changed_to_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house deals otherwise than the journal says, in the same words as the shuffle."""
    monkeypatch.setattr(nights, "house", lambda name: read_house(WAYS))
    evening = Night("ways", crooked=True)
    t = evening.casino.rules[SHOE]
    assert t.dealing is not None
    monkeypatch.setitem(evening.casino.rules, SHOE, replace(t, ways=(replace(t.dealing, order=t.ways[1].order),)))
    assert wrong(over(evening, SHOE, 1)) == ["terms"]


def narrated(evening: Night) -> list[str]:
    """All rounds in words."""
    follower = Follower()
    stories = [story for entry in evening.memory.rows if (story := follower.feed(entry)) is not None]
    return [said.text for story in stories for step in story.steps for said in told(story, step)]
