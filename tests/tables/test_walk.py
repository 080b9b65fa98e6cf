"""Tables walked at random: what is offered is taken, the rest is refused, and what is hidden stays hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.tables.desk import DEE, FLO, Desk
from tests.tables.walk import HOUSES, PEOPLE, SEATS, Doing, Walk, name_of
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.option import Viewer
from upcard.rules.table import TableRules
from upcard.tables import Act, Table, decide, options, replay, view
from upcard.tables import commands as c
from upcard.tables import events as e

walks = settings(
    derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow],
    max_examples=effort(30, 60),
    phases=(Phase.explicit, Phase.generate),
)  # fmt: skip
"""A walk is its seed: a smaller seed is no simpler walk, so nothing is shrunk."""

seeds = st.integers(0, 2**32)


def taken(desk: Desk, doing: Doing) -> bool:
    """Whether the act is taken; either way the table is as it was."""
    before = msgspec.json.encode(desk.table)
    by, command = doing
    try:
        decide(desk.t, desk.table, Act(by, "", command))
    except Refused as error:
        assert error.clause == (desk.t.rules.clause(error.rule) if error.rule else None)  # noqa: PT017
        return False
    finally:
        assert msgspec.json.encode(desk.table) == before
    return True


# ---- offered and refused

WHOLE: tuple[Any, ...] = (
    c.OpenTable, c.CloseTable, c.LockOut, c.RackStub, c.CallSupervisor, c.AnswerCall, c.EndCall, c.Reconcile,
)  # fmt: skip
OF_DECKS: tuple[Any, ...] = (
    c.InspectDeck, c.VerifyDeck, c.SpreadDeck, c.WashDeck, c.ReplaceDeck, c.OrderRecut, c.ReportShufflerJam,
)  # fmt: skip
OF_SEATS: tuple[Any, ...] = (
    c.LeaveSeat, c.KeyWinner, c.VerifyAward, c.VerifyHand, c.VerifyLight, c.ConfirmHand, c.ValidateAward,
    c.VerifyFiveCard, c.ValidateFiveCard, c.DocumentAward, c.CollectForfeits, c.LeaveExposed,
    c.RackCards,
)  # fmt: skip
IN_STUD: tuple[Any, ...] = (stud.Fold, stud.Bet)
IN_SIX: tuple[Any, ...] = (six.Fold, six.Bet, six.Stand, six.Discard, six.BuyCard, six.SettleSeat)


def strange(walk: Walk) -> Doing:
    """Any step by anybody, sensible or not."""
    rng = walk.rng
    seat = rng.randrange(9)
    pick = rng.randrange(5)
    command: Any
    if pick == 0:
        command = rng.choice(WHOLE)()
    elif pick == 1:
        command = rng.choice(OF_DECKS)(rng.choice(("red", "blue", "green")))
    elif pick == 2:
        command = rng.choice(OF_SEATS)(seat)
    elif pick == 3:
        command = rng.choice((c.InstallDevice, c.RemoveDevice))(rng.choice(("shuffler", "manual-shoe", "x")))
    else:
        kinds = IN_SIX if walk.t.edition.game == "bonus-six" else IN_STUD
        command = c.Play(rng.choice((*kinds, *_wagers(walk, seat)))(seat))
    return rng.choice(PEOPLE), command


def _wagers(walk: Walk, seat: int) -> tuple[Any, ...]:
    game: Any = six if walk.t.edition.game == "bonus-six" else stud
    wager = walk.rng.choice(("ante", "progressive", "tip", "bonus", "cover_all"))
    cents = walk.rng.choice((0, 100, 1000, 99_000))
    settle: tuple[Any, ...] = (
        ()
        if game is six
        else (
            lambda _: stud.Settle("hand", seat, dict(walk.meters)),
            lambda _: stud.CorrectProgressive(seat, cents),
        )
    )
    return (lambda _: game.PlaceWager(seat, wager, cents), lambda _: game.TakeBackWager(seat, wager), *settle)


def offered(walk: Walk, doing: Doing) -> bool:
    by, command = doing
    found = options(walk.t, walk.table, by)
    if not isinstance(command, c.Play):
        return command in found.steps
    return any(option.allows(command.command) for option in found.in_round)


@pytest.mark.rule(
    "lock_out", "shuffled_every_round", "deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed",
    "cards_racked_in_turn", "winner_key", "seated_players_only", "settlement_order", "device_removed_first",
)  # fmt: skip
@pytest.mark.no_cover
@walks
@given(seeds)
def test_what_is_offered_is_taken_and_nothing_else_is(seed: int) -> None:
    rng = Random(seed)
    walk = Walk(rng)
    for _ in range(90):
        doings = walk.doings(rng.choice(PEOPLE))
        for doing in rng.sample(doings, min(len(doings), 8)):
            assert taken(walk, doing), doing
        for doing in (strange(walk) for _ in range(8)):
            assert taken(walk, doing) == offered(walk, doing), doing
        assert walk.step(), "there is always something to do"
    assert replay(Table(), walk.recorded) == walk.table
    kept = msgspec.json.decode(msgspec.json.encode(walk.recorded), type=list[e.Recorded])
    assert kept == walk.recorded
    assert replay(Table(), kept) == walk.table
    assert msgspec.json.decode(msgspec.json.encode(walk.acts), type=list[Act]) == walk.acts


def test_every_house_is_walked_through_whole_rounds() -> None:
    for t in HOUSES:
        walk, reached = Walk(Random(t.name + t.edition.id), t), set()
        for _ in range(400):
            walk.step()
            assert walk.table.round is None or walk.table.round.phase != "complete"
            reached.add(walk.table.number)
            if len(reached) > 2:
                break
        assert len(reached) > 2, t.edition.id


# ---- decks

OPENINGS = {"inspected": "deck_inspected_by", "verified": "deck_verified_by", "spread": "deck_spread"}


def unopened(t: TableRules, recorded: list[e.Recorded]) -> set[str]:
    """The decks that were dealt from and were not opened, as the edition has it, since they came to the table."""
    lacks: dict[str, set[str]] = {}
    wanted = {stage for stage, rule in OPENINGS.items() if getattr(t.rules.law, rule, None)}
    found = set()
    for event in (entry.event for entry in recorded):
        match event:
            case e.TableOpened(decks=decks):
                lacks = {deck: set(wanted) for deck in decks}
            case e.DeckWithdrawn(deck=deck):
                lacks[deck] = {"another deck"}
            case e.DeckStaged(deck=deck, stage="received"):
                lacks[deck] = set(wanted)
            case e.DeckStaged(deck=deck, stage=stage):
                lacks[deck] -= {stage}
            case e.DeckShuffled(deck=deck, method="pre-shuffled"):
                lacks[deck] = set()
            case e.DeckShuffled(deck=deck) if lacks[deck]:
                found.add(deck)
    return found


@pytest.mark.rule("deck_inspected_by", "deck_verified_by", "deck_spread", "each_deck_opened", "stub_count_wrong")
@pytest.mark.parametrize("t", [t for t in HOUSES if t.edition.id == "ma"], ids=lambda t: t.ways[0].name)
def test_no_deck_is_shuffled_for_play_that_was_not_opened_since_it_came(t: TableRules) -> None:
    replaced = 0
    for seed in range(effort(12, 60)):
        walk = Walk(Random(seed), t)
        for _ in range(160):
            if walk.table.stub == "out" and walk.rng.random() < 0.3:
                wrong = DEE, c.CountStub(walk.rng.randrange(40), walk.rng.random() < 0.5, walk.rng.randrange(30))
                if taken(walk, wrong):
                    walk.act(wrong[1], DEE)
            for name in walk.table.decks:
                if taken(walk, (FLO, c.ReplaceDeck(name))):
                    walk.act(c.ReplaceDeck(name), FLO)
                    replaced += 1
            assert walk.step(("CloseTable",))
        assert not unopened(t, walk.recorded), seed
    assert replaced


# ---- hidden


def swapped(act: Act, names: dict[Card, Card]) -> Act:
    """The act with other cards in the deck."""
    command = act.command
    if isinstance(command, c.ShuffleDeck):
        order = tuple(names[card] for card in command.order)
        return Act(act.by, act.at, c.ShuffleDeck(command.deck, command.method, order))
    return act


def seen(t: TableRules, table: Table, viewer: Viewer) -> set[Card]:
    """Every card that the viewer has seen in this round."""
    found = view(t, table, viewer).round
    if found is None:
        return set()
    cards = [card for seat in found.seats.values() for card in seat.cards]
    cards += [found.community] if isinstance(found, six.RoundView) else [*found.dealer, found.magic_card]
    return {card for card in cards if card is not None}


def one_round(rng: Random) -> tuple[Walk, list[Table]]:
    """A round walked until it is over, with the table after each act."""
    walk = Walk(rng)
    tables = [walk.table]
    while len(walk.acts) < 160 and not over(walk) and walk.step(ENDS):
        tables.append(walk.table)
    return walk, tables


def over(walk: Walk) -> bool:
    return walk.table.round is not None and walk.table.round.phase == "settled" and walk.steps == []


ENDS = ("Reconcile", "CloseTable", "Report")

OWN_KNOWLEDGE = (six.Stand, six.Discard)
"""What a player of Bonus 6 may do depends on that player's own cards."""


@pytest.mark.rule(
    "manual_shoe_hidden",
    "from_hand_hidden",
    "automated_shoe_hidden",
    "dealt_singly",
    "dealt_in_groups",
    "hands_concealed",
)
@pytest.mark.no_cover
@settings(walks, max_examples=effort(120, 250))
@given(seeds)
def test_no_view_depends_on_a_card_that_its_viewer_has_not_seen(seed: int) -> None:
    rng = Random(seed)
    walk, tables = one_round(rng)
    viewers: tuple[Viewer, ...] = ("dealer", "sign", "surveillance", *rng.sample(SEATS, 2))
    for viewer in viewers:
        at = rng.randrange(1, len(tables))
        visible = seen(walk.t, tables[at], viewer)
        hidden = [card for card in DECK if card not in visible]
        names = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)) | {card: card for card in visible}
        other = Table()
        for number, act in enumerate(walk.acts[:at]):
            try:
                other = replay(other, decide(walk.t, other, swapped(act, names)))
            except Refused:
                assert isinstance(act.command, c.Play)
                assert isinstance(act.command.command, OWN_KNOWLEDGE)
                break
            one, two = (view(walk.t, table, viewer) for table in (tables[number + 1], other))
            assert msgspec.json.encode(one) == msgspec.json.encode(two)


@pytest.mark.no_cover
def test_the_walks_reach_what_they_are_for() -> None:
    acts, events = set(), set()
    for seed in range(200):
        walk, _ = one_round(Random(seed))
        acts |= {name_of(act.command) for act in walk.acts}
        events |= {type(entry.event).__name__ for entry in walk.recorded}
    assert {"Settle", "SettleSeat", "RackCards", "KeyWinner", "VerifyAward", "ValidateAward", "CountChips"} <= acts
    assert {"DocumentsOpened", "HandLeftExposed", "StubRacked", "CardsRacked", "WinnerKeyed"} <= events
    assert DEE in PEOPLE
