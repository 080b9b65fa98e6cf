"""Caribbean stud walked at random, in every edition: offered is accepted, the rest refused, the money balances."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.games.stud import Walk, encoded
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games.caribbean_stud import Command, Event, decide, listed, options, replay, view
from upcard.games.caribbean_stud import commands as c
from upcard.games.caribbean_stud.phases import PHASES, TRANSITIONS
from upcard.games.caribbean_stud.round import Round
from upcard.games.option import Viewer
from upcard.games.payment import KEPT
from upcard.games.settle import settle

walks = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=effort(45, 90),
)
chance = st.randoms(use_true_random=True)


def refused(walk: Walk, command: Command) -> bool:
    """Whether the act is refused; either way the round is as it was."""
    before = encoded(walk.round)
    try:
        decide(walk.rules, walk.round, command)
    except Refused:
        return True
    finally:
        assert encoded(walk.round) == before
    return False


@pytest.mark.rule(
    "ante_required", "one_hand_per_player", "wagers_frozen_after", "lock_out", "single_deck", "decision_choices",
    "decision_final", "asked_clockwise", "settlement_order", "cover_all_last", "contribution_at", "bet_placed",
)  # fmt: skip
@pytest.mark.no_cover
@walks
@given(chance)
def test_what_is_offered_is_accepted_and_nothing_else_is(rng: Random) -> None:
    walk = Walk(rng)
    while walk.round.phase != "complete":
        for option in options(walk.rules, walk.round):
            assert option.act in {kind.__name__ for kind in PHASES[walk.round.phase]}
            for command in walk.well_formed(option):
                assert option.allows(command)
                assert walk.accepts(command)
                assert not refused(walk, command), command
        for command in (*(walk.strange() for _ in range(12)), *beyond_bounds(walk)):
            assert refused(walk, command) != walk.accepts(command), command
        walk.apply(walk.choose())
    assert options(walk.rules, walk.round) == ()
    assert refused(walk, c.Complete())


def beyond_bounds(walk: Walk) -> list[Command]:
    """One cent past what is offered, on either side."""
    found: list[Command] = []
    for option in options(walk.rules, walk.round):
        if option.act not in ("PlaceWager", "PlaceCoupon"):
            continue
        kind = c.PlaceWager if option.act == "PlaceWager" else c.PlaceCoupon
        amounts = option.amounts or tuple(x for x in (option.low, option.high) if x is not None)
        found += [kind(**option.fields, cents=cents + by) for cents in amounts for by in (-1, 1)]
    return found


@pytest.mark.rule("percentage_source", "percentage_rounding", "full_award_resets_to", "void_hand_returns")
@walks
@given(chance)
def test_the_money_balances_after_every_event_and_the_events_replay(rng: Random) -> None:
    walk = Walk(rng).play()  # the purse is checked at every event
    walk.purse.settled()
    assert Counter((*walk.purse.payments, *walk.purse.beside)) == Counter(walk.round.payments)
    lines = [line for entry in walk.round.done for line in entry.payments]
    assert list(walk.round.payments) == [*walk.round.without_steps, *lines]
    assert replay(Round(), walk.events) == walk.round
    kept = msgspec.json.encode(walk.events)
    read = msgspec.json.decode(kept, type=list[Event])
    assert read == walk.events
    assert replay(Round(), read) == walk.round
    assert msgspec.json.decode(msgspec.json.encode(walk.commands), type=list[Command]) == walk.commands
    assert msgspec.json.decode(msgspec.json.encode(walk.round), type=Round) == walk.round


@pytest.mark.rule(
    "player_wrong_count",
    "dealer_wrong_count",
    "hole_card_exposed",
    "stub_count_wrong",
    "shoe_jam",
    "fold_forfeits_ante",
)
@walks
@given(chance)
def test_a_played_round_and_the_same_round_finished_are_settled_alike(rng: Random) -> None:
    settled_alike(Walk(rng).play(), rng)


def settled_alike(walk: Walk, rng: Random) -> None:
    """A round that was played comes out of `settle` as it was paid at its table."""
    document = settle(walk.export())
    paid = [
        (
            str(p.seat), p.wager, p.result, _dollars(p.staked), _dollars(p.returned), _dollars(p.paid), p.source,
            walk.rules.clause(p.rule),
        )
        for p in listed(walk.round)
    ]  # fmt: skip
    lines = list(map(_line, document["payments"]))
    if any(p.rule == KEPT for p in walk.round.payments):
        off = {(str(p.seat), p.wager) for p in walk.round.payments if p.source == "meter"}
        off |= {(seat, drawn) for seat, _ in off for drawn in ("magic_card", "lucky")}
        off |= {line[:2] for line in lines if line[6] == "meter"}
        rest = [Counter(line for line in each if line[:2] not in off) for each in (lines, paid)]
        assert rest[0] == rest[1], "all but what stays, and what comes off a meter, is settled alike"
        return
    assert Counter(lines) == Counter(paid)
    judged = walk.round.done and sum(len(entry.payments) for entry in walk.round.done)
    assert not judged or lines[-judged:] == paid[-judged:], "also what was settled again stands in the order of the law"
    after = {level: meter.amount for level, meter in walk.purse.meters.items()}
    assert {level: round(_micros(text)) for level, text in document["meters"].items()} == after
    assert document["dealer"]["qualifies"] == walk.round.qualifies
    shuffled = walk.export()
    seats = list(shuffled["seats"].items())
    rng.shuffle(seats)
    assert settle({**shuffled, "seats": dict(seats)}) == document


def _line(payment: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(payment.values())


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _micros(text: str) -> int:
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(8, "0"))


# ---- what is hidden stays hidden


def swapped(command: Command, names: dict[Card, Card]) -> Command:
    """The act with other cards in place of its own."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(names[card] for card in cards)

    match command:
        case c.Deal():
            hands = {n: other(h) for n, h in command.hands.items()}
            return c.Deal(hands, other(command.dealer), command.up, command.turned)
        case c.DealUnseen():
            up = None if command.up_card is None else names[command.up_card]
            return c.DealUnseen(command.counts, command.dealer_count, up)
        case c.TurnUpCard():
            return c.TurnUpCard(None if command.card is None else names[command.card])
        case c.CompleteDealer():
            return c.CompleteDealer(None if command.card is None else names[command.card])
        case c.Reveal():
            return c.Reveal(other(command.dealer), command.magic_card, command.lucky)
        case c.ShowHand():
            return c.ShowHand(command.seat, other(command.cards))
        case c.CorrectHand():
            return c.CorrectHand(command.seat, other(command.cards))
        case c.CorrectUpCard():
            return c.CorrectUpCard(names[command.card])
        case c.CorrectDealer():
            return c.CorrectDealer(other(command.dealer))
        case _:
            return command


def seen(walk: Walk, at: int, viewer: Viewer) -> set[Card]:
    """What the viewer has seen so far; a card that was keyed by mistake is seen no more once it is corrected."""
    cards: list[Card | None] = []
    for round in walk.rounds[: at + 1]:
        found = view(walk.rules, round, viewer)
        cards += [*found.dealer, found.magic_card, *(card for seat in found.seats.values() for card in seat.cards)]
    return {card for card in cards if card is not None}


UNTURNED = ("closed", "short", "deciding", "decided")


@settings(walks, max_examples=effort(50, 200))
@given(chance)
def test_nobody_sees_more_than_lies_face_up_and_the_own_hand(rng: Random) -> None:
    """Held against the course of the round, and not against what the views themselves have shown."""
    walk = Walk(rng).play()
    for round in walk.rounds:
        public = view(walk.rules, round, "sign")
        assert view(walk.rules, round, "dealer") == public
        if round.phase != "complete":
            assert view(walk.rules, round, "surveillance") == public
        for number, seat in round.seats.items():
            own = view(walk.rules, round, number)
            assert own.seats[number].cards == (seat.cards or (None,) * seat.count)
            assert own == msgspec.structs.replace(public, seats={**public.seats, number: own.seats[number]})
            face_up = any(card is not None for card in public.seats[number].cards)
            unturned = round.phase in UNTURNED and not round.order
            assert not (face_up and (unturned or (seat.folded and "five_card_player" not in seat.wagers)))
        if round.phase in UNTURNED and not round.order:
            assert {card for card in public.dealer if card is not None} <= {round.up}
            assert (public.qualifies, public.magic_card, public.lucky) == (None, None, None)


@pytest.mark.no_cover
@settings(walks, max_examples=effort(100, 200))
@given(chance)
def test_no_view_depends_on_a_card_that_its_viewer_may_not_see(rng: Random) -> None:
    walk = Walk(rng).play()
    last = len(walk.commands)
    viewers: tuple[Viewer, ...] = ("dealer", "sign", "surveillance", *walk.round.seats)
    for viewer in viewers:
        for at in {last, *(rng.randrange(1, last + 1) for _ in range(3))}:
            visible = seen(walk, at, viewer)
            hidden = [card for card in DECK if card not in visible]
            others = rng.sample(hidden, len(hidden))
            names = dict(zip(hidden, others, strict=True)) | {card: card for card in visible}
            other = Round()
            for step, command in enumerate(walk.commands[:at]):
                other = replay(other, decide(walk.rules, other, swapped(command, names)))
                one, two = (view(walk.rules, round, viewer) for round in (walk.rounds[step + 1], other))
                assert one == two
                assert msgspec.msgpack.encode(one) == msgspec.msgpack.encode(two)


@pytest.mark.no_cover
def test_the_diagram_shows_every_way_from_phase_to_phase_and_no_other() -> None:
    """Once all are found, so many more walks as are wanted look for a way that is not drawn."""
    drawn = {(one, two) for one, _, two in TRANSITIONS}
    found: set[tuple[str, str]] = set()
    rare = (202, 217, 293, 423, 585, 1093)  # walks that take rare ways; where they do no more, others do in the end
    for number, seed in enumerate((*rare, *range(1200))):
        walk = Walk(Random(seed)).play()
        phases = [round.phase for round in walk.rounds]
        found |= {(one, two) for one, two in pairwise(phases) if one != two}
        if number >= effort(150, 1200) and found == drawn:
            break
    assert found == drawn
