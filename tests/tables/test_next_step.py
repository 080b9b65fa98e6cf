"""The next step that is named is one that is taken, from an opened table to the end of a round, at every table."""

from __future__ import annotations

from itertools import permutations
from random import Random

import msgspec
import pytest

from tests.tables.desk import DEE, FLO, SUE, Desk, massachusetts, player, south_dakota
from tests.tables.led import KEYED, SEATS, Led
from tests.tables.walk import HOUSES
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.rules.table import TableRules
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.next_step import guide
from upcard.tables.options import accepted

ENOUGH = 400


def _rounds(desk: Led, number: int) -> set[str]:
    """So many whole rounds, led from step to step; the names of the steps."""
    seen = set()
    for _ in range(ENOUGH):
        seen.add(desk.lead())
        if sum(isinstance(entry.event, e.RoundReconciled) for entry in desk.recorded) == number:
            return seen
    raise AssertionError(f"no end after {ENOUGH} steps: {guide(desk.t, desk.table)}")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("t", HOUSES, ids=lambda t: f"{t.edition.id}-{t.dealing.name if t.dealing else 'six'}")
def test_a_virtual_table_is_led_through_two_rounds(t: TableRules, seed: int) -> None:
    assert {"LockOut", "DealCards", "Reconcile"} <= _rounds(Led(t, seed), 2)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("t", KEYED, ids=lambda t: f"{t.edition.id}-{t.dealing.name if t.dealing else 'six'}")
def test_a_keyed_table_is_led_through_two_rounds(t: TableRules, seed: int) -> None:
    assert {"LockOut", "DealUnseen", "Reconcile"} <= _rounds(Led(t, seed), 2)


COUNTED = ("CutDeck", "ReportShufflerCount", "CountChips", "CountStub")


@pytest.mark.rule("progressive_chips_counted", "stub_counted_every", "counting_shuffler", "cut_minimum")
@pytest.mark.parametrize("t", HOUSES, ids=lambda t: f"{t.edition.id}-{t.dealing.name if t.dealing else 'six'}")
def test_no_number_that_is_counted_is_suggested(t: TableRules) -> None:
    desk, seen = Led(t, 4), set()
    while sum(isinstance(entry.event, e.RoundReconciled) for entry in desk.recorded) < 5:
        step = guide(desk.t, desk.table)
        assert step is not None
        if step.act in COUNTED:
            seen.add(step.act)
            assert step.asks
            assert (step.command, step.suggests) == (None, {})
        desk.lead()
    assert seen


def test_bets_are_not_closed_before_there_is_one() -> None:
    desk = Led(south_dakota(), 1)
    while (step := guide(desk.t, desk.table)) is not None and step.act != "LockOut":
        desk.lead()
    assert step is not None
    assert step.command is None
    desk.lead()
    assert guide(desk.t, desk.table) == msgspec.structs.replace(step, command=c.LockOut())


# ---- who deals


def test_a_table_that_a_dealer_has_taken_is_dealt_by_nobody_else() -> None:
    desk, dan = Desk(south_dakota()).open(1), Actor("dan", "dealer")
    desk.act(c.RelieveDealer("dee"), DEE)
    assert desk.table.dealer == "dee"
    refused = desk.refused(c.InspectDeck("red"), dan)
    assert (refused.rule, str(refused)) == (None, "dee deals at this table")
    assert str(desk.refused(c.RelieveDealer("dan"), dan)) == "dee deals at this table until relieved by the floor"
    assert str(desk.refused(c.RelieveDealer(""), dan)) == "a dealer takes a table and leaves it for himself"
    assert str(desk.refused(c.RelieveDealer("dee"), SUE)) == "nobody is relieved"
    desk.act(c.RelieveDealer("dan"), SUE)
    assert desk.table.dealer == "dan"
    desk.act(c.RelieveDealer(""), dan)
    assert desk.table.dealer == ""
    assert (
        str(desk.refused(c.RelieveDealer("p1"), player(1)))
        == "RelieveDealer is for a dealer or floorperson or supervisor, not a player"
    )


def test_a_dealer_stays_from_round_to_round() -> None:
    desk = Led(south_dakota(), 3)
    desk.act(c.RelieveDealer("dee"), DEE)
    _rounds(desk, 2)
    assert desk.table.dealer == "dee"


def test_a_dealer_stays_when_the_table_is_opened() -> None:
    desk = Desk(south_dakota())
    desk.act(c.RelieveDealer("dee"), DEE)
    desk.open(1)
    assert desk.table.dealer == "dee"


def test_a_second_deck_leaves_the_rack_before_a_round_that_was_never_dealt_is_closed() -> None:
    """A hole card is seen while bets are open and the deck of the round before still lies in the rack."""
    two = next(t for t in HOUSES if len(t.backs) > 1)
    led = Led(two, 7)
    while led.table.number < 2:
        led.lead()
    racked = [name for name, deck in led.table.decks.items() if deck.stage == "racked"]
    assert racked == [name for name in two.backs if name != led.table.current]
    led.play(stud.Report("hole-card-exposed"))
    while led.table.number < 3:
        led.lead()


class OneInTheShuffler(Led):
    """A table with a shuffler that counts: a deck that it has shuffled comes out before another one goes in."""

    def act(self, command: c.Command, by: Actor = DEE, at: str = "20:00") -> tuple[e.Event, ...]:
        found = super().act(command, by, at)
        lying = [name for name, deck in self.table.decks.items() if deck.stage == "shuffled"]
        assert len(lying) <= 1, f"{command} puts a second deck into the shuffler"
        for name, deck in self.table.decks.items() if lying else ():
            if deck.stage in ("washed", "racked"):
                order = DECK if self.t.mode == "virtual" else ()
                assert self.rule_of(c.ShuffleDeck(name, "shuffler", order)) == "counting_shuffler"
                assert self.rule_of(c.ReportShufflerJam(name)) == "shuffler_jam"
        return found

    def hurried(self) -> None:
        """A round, begun before the deck in the rack is made ready, to its end."""
        number = self.table.number
        self._wager()
        self.act(c.LockOut())
        while self.table.number == number:
            self.lead()


@pytest.mark.rule("counting_shuffler", "second_deck_alternates", "racked_decks_at_once", "idle_cards_spread")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("backs", [["red", "blue"], ["blue", "red"]], ids="-".join)
def test_a_deck_in_the_shuffler_is_counted_before_the_other_goes_in(backs: list[str], mode: str) -> None:
    t = massachusetts(None, dealing="automated-shoe", shuffler={"counts": True}, backs=backs, mode=mode)
    led = OneInTheShuffler(t, 3)
    while led.table.number < 2:
        led.lead()
    for _ in range(4):
        while led.table.deck.stage != "ready":
            led.lead()
        led.hurried()
    while (step := guide(t, led.table)) is None or step.act != "LockOut":
        led.lead()
    for seat in SEATS:
        led.act(c.LeaveSeat(seat), player(seat))
    assert led.lead() == "SpreadIdle"
    while led.table.number < 8:
        led.lead()


@pytest.mark.rule("counting_shuffler", "racked_decks_at_once")
def test_a_void_round_with_its_deck_in_the_shuffler_is_led_to_its_end() -> None:
    """As a journal may have it that was written when this deck was not asked for yet."""
    t = massachusetts(None, dealing="automated-shoe", shuffler={"counts": True}, backs=["red", "blue"])
    led = OneInTheShuffler(t, 3)
    while led.table.number < 2:
        led.lead()
    led.play(stud.Report("hole-card-exposed"))
    lying = msgspec.structs.replace(led.table.deck, stage="shuffled", counted=False)
    led.table = msgspec.structs.replace(led.table, decks={**led.table.decks, led.table.current: lying})
    assert [led.lead() for _ in range(3)] == ["ReportShufflerCount", "ShuffleDeck", "Reconcile"]


def test_a_recut_that_is_ordered_after_the_bets_are_closed_leads_to_the_cut() -> None:
    cutting = next(t for t in KEYED if t.edition.id == "ma" and t.shuffle == "hand")
    led = Led(cutting, 7)
    while (step := guide(led.t, led.table)) is None or step.act != "DealCards":
        led.lead()
    led.act(c.OrderRecut(led.table.current), SUE)
    assert led.lead() == "CutDeck"
    while led.table.number < 2:
        led.lead()


# ---- devices that leave

DEVICES = ("shuffler", "manual-shoe", "automated-shoe")
MA_WAYS = [
    list(ways) for count in (1, 2, 3) for ways in permutations(("manual-shoe", "from-hand", "automated-shoe"), count)
]


@pytest.mark.rule("device_removed_first", "from_hand_needs", "manual_shoe", "automated_shoe", "shuffle_methods")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("ways", MA_WAYS, ids="-".join)
def test_whatever_leaves_the_table_the_guide_leads_on_by_what_is_lawful(ways: list[str], mode: str) -> None:
    """Devices leave before the deck is ready and after it; nothing that the guide names is refused."""
    rng = Random(f"{ways} {mode}")
    shuffler = {"counts": rng.random() < 0.5} if "from-hand" in ways or rng.random() < 0.7 else None
    led = Led(massachusetts(None, dealing=ways, shuffler=shuffler, mode=mode), 5)
    while led.table.number < 6:
        if led.table.is_open and led.table.without_wagers and rng.random() < 0.4 and led.table.devices:
            led.act(c.RemoveDevice(rng.choice(led.table.devices)), FLO)
        led.lead()
    dealt = {entry.event.method for entry in led.recorded if isinstance(entry.event, e.DeckShuffled)}
    assert dealt <= {"hand", "shuffler"}


@pytest.mark.rule("shuffler_jam", "device_removed_first", "from_hand_needs", "racked_decks_at_once")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
@pytest.mark.parametrize("backs", [["red"], ["red", "blue"]], ids="-".join)
@pytest.mark.parametrize("ways", [["manual-shoe"], ["from-hand", "manual-shoe"], ["from-hand"]], ids="-".join)
def test_a_shuffler_that_dies_leaves_whatever_is_wagered_and_the_guide_leads_on(
    ways: list[str], backs: list[str], mode: str
) -> None:
    """It jams before the bets close or, with the deck of the round before in it, after that."""
    died: set[str] = set()
    for seed in range(8):
        led = Led(massachusetts(None, dealing=ways, shuffler=True, backs=backs, mode=mode), seed)
        while led.table.number < 2:
            led.lead()
        led._wager()
        if led.table.deck.stage == "ready" and led.rng.random() < 0.5:
            led.act(c.LockOut())
        waits = [back for back in backs if led.table.decks[back].stage != "ready"]
        (jams,) = [back for back in waits if accepted(led.t, led.table, DEE, c.ReportShufflerJam(back))]
        led.act(c.ReportShufflerJam(jams))
        assert led.table.round is not None
        assert not led.table.without_wagers
        died.add(led.table.round.phase)
        assert led.refused(c.RemoveDevice("shuffler"), DEE).because.startswith("RemoveDevice is for a floorperson")
        led.act(c.RemoveDevice("shuffler"), FLO)
        while led.table.number < 4:
            led.lead()
    assert died == ({"betting"} if len(backs) == 1 else {"closed", "betting"})


@pytest.mark.rule("dealt_in_groups", "dealt_singly")
def test_in_south_dakota_too_a_shuffler_that_leaves_leaves_another_way() -> None:
    led = Led(south_dakota(dealing=["groups", "singly"], shuffler=True), 5)
    while led.table.number < 3:
        if led.table.is_open and led.table.without_wagers and led.table.devices:
            led.act(c.RemoveDevice("shuffler"), FLO)
        led.lead()
    assert [entry.event.dealing for entry in led.recorded if isinstance(entry.event, e.DealingChanged)] == ["singly"]


@pytest.mark.rule("dealt_in_groups", "dealt_singly", "shuffled_every_round")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
@pytest.mark.parametrize("phase", ["betting", "closed"])
def test_a_shuffler_that_keeps_the_cards_it_has_shuffled_leaves_and_they_are_shuffled_by_hand(
    edition: str, phase: str
) -> None:
    """It dies between its shuffle and the groups: wagers stand, and the round is dealt one card at a time."""
    led = Led(south_dakota(edition, dealing="groups", shuffler=True, mode="keyed"), 5)
    while led.table.deck.stage != "ready" or led.table.round is None or led.table.without_wagers:
        led.lead()
    if phase == "closed":
        led.act(c.LockOut())
    assert led.table.round.phase == phase
    staked = led.table.round.seats
    led.act(c.RemoveDevice("shuffler"), FLO)
    steps = [led.lead() for _ in range(3)]
    assert steps == ["ChangeDealing", "ShuffleDeck", "CutDeck"]
    assert led.table.round.seats == staked
    while led.table.number < 3:
        led.lead()


@pytest.mark.rule("device_removed_first")
def test_from_the_hand_the_shuffler_leaves_and_the_house_goes_on_by_hand_from_the_manual_shoe() -> None:
    led = Led(massachusetts(None, dealing=["from-hand", "manual-shoe"], shuffler=True, mode="keyed"), 5)
    led.lead()
    led.act(c.RemoveDevice("shuffler"), FLO)
    taken = [led.lead() for _ in range(9)]
    assert taken == [
        "InstallDevice", "ChangeDealing", "InspectDeck", "VerifyDeck", "SpreadDeck", "WashDeck", "ShuffleDeck",
        "CutDeck", "LockOut",
    ]  # fmt: skip
    step = guide(led.t, led.table)
    assert step is not None
    assert (step.act, step.rule) == ("LockOut", "lock_out")
