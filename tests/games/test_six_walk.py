"""Bonus 6 walked at random: offered is accepted, the rest is refused, and the money balances."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import effort
from tests.games.six import Walk, encoded
from upcard.cards import DECK, Card
from upcard.errors import Refused
from upcard.games.bonus_six import Command, Event, decide, options, replay, view
from upcard.games.bonus_six import commands as c
from upcard.games.bonus_six.phases import PHASES, TRANSITIONS
from upcard.games.bonus_six.round import BEFORE_BONUS, Round
from upcard.games.option import Viewer
from upcard.games.settle import settle
from upcard.units import show_cents

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
    "ante_required", "one_hand_per_player", "single_deck", "first_cards", "community_cards", "hands_concealed",
    "final_choices", "winning_hand_stands", "uninsured_discards", "further_tips", "further_tips_equal",
    "insurance_divisor", "ante_range", "bonus_card_order", "bonus_card_fee_on_winner", "settlement_order",
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
        if option.act == "PlaceWager":
            amounts = option.amounts or tuple(x for x in (option.low, option.high) if x is not None)
            found += [c.PlaceWager(**option.fields, cents=cents + by) for cents in amounts for by in (-1, 1)]
        if option.act == "Bet":
            found += [c.Bet(option.fields["seat"], option.fields["tip"] + by) for by in (-1, 1)]
    return found


@pytest.mark.rule("void_means", "fees_returned", "first_bet_multiple", "second_bet_multiple", "bonus_card_multiple")
@settings(walks, max_examples=effort(200, 400))
@given(chance)
def test_the_money_balances_after_every_event_and_the_events_replay(rng: Random) -> None:
    walk = Walk(rng).play()  # the purse is checked at every event
    walk.purse.settled()
    assert Counter(walk.purse.payments) == Counter(walk.round.payments)
    assert replay(Round(), walk.events) == walk.round
    read = msgspec.json.decode(msgspec.json.encode(walk.events), type=list[Event])
    assert read == walk.events
    assert replay(Round(), read) == walk.round
    assert msgspec.json.decode(msgspec.json.encode(walk.commands), type=list[Command]) == walk.commands
    assert msgspec.json.decode(msgspec.json.encode(walk.round), type=Round) == walk.round


@pytest.mark.rule("wrong_count", "card_off_table", "tip_odds", "odds_apply_to", "best_five_of", "insured_may_discard")
@settings(walks, max_examples=effort(200, 400))
@given(chance)
def test_a_played_round_and_the_same_round_finished_are_settled_alike(rng: Random) -> None:
    walk = Walk(rng).play()
    wins = {n: walk.rules.schedule.odds(walk.value(n)) for n, lie in walk.lie.items() if len(lie) >= 4}
    for number, seat in walk.round.seats.items():
        if seat.void is None and seat.last in ("stand", "discard") and (wins[number] is None) == (seat.last == "stand"):
            return  # unseen cards, wrongly judged by their player: a finished round of this kind is refused
    document = settle(walk.export())
    assert Counter(tuple(line.values()) for line in document["payments"]) == Counter(
        (
            str(p.seat), p.wager, p.result, show_cents(p.staked), show_cents(p.returned), show_cents(p.paid), p.source,
            walk.rules.clause(p.rule),
        )
        for p in walk.round.payments
    )  # fmt: skip
    seats = list(walk.export()["seats"].items())
    rng.shuffle(seats)
    assert settle({**walk.export(), "seats": dict(seats)}) == document


# ---- what is hidden stays hidden


def swapped(command: Command, names: dict[Card, Card]) -> Command:
    """The act with other cards in place of its own."""
    match command:
        case c.Deal():
            hands = {n: tuple(names[card] for card in hand) for n, hand in command.hands.items()}
            return c.Deal(names[command.burnt], hands, names[command.community])
        case c.TurnCommunity(card=card) | c.DealBonusCard(card=card) if card is not None:
            return msgspec.structs.replace(command, card=names[card])
        case c.CorrectCommunity():
            return c.CorrectCommunity(names[command.card])
        case c.DealStreet():
            return c.DealStreet({n: names[card] for n, card in command.cards.items()})
        case c.ShowHand() | c.CorrectHand():
            return msgspec.structs.replace(command, cards=tuple(names[card] for card in command.cards))
        case _:
            return command


def played(walk: Walk, at: int, names: dict[Card, Card]) -> list[Round] | None:
    """The same acts on other cards, where they are lawful there."""
    rounds = [Round()]
    for command in walk.commands[:at]:
        try:
            rounds.append(replay(rounds[-1], decide(walk.rules, rounds[-1], swapped(command, names))))
        except Refused:
            return None
    return rounds


def seen(walk: Walk, at: int, viewer: Viewer) -> set[Card]:
    """What the viewer has seen so far; a card that was keyed by mistake is seen no more once it is corrected."""
    cards: list[Card | None] = []
    for round in walk.rounds[: at + 1]:
        found = view(walk.rules, round, viewer)
        cards += [found.community, *(card for seat in found.seats.values() for card in seat.cards)]
    return {card for card in cards if card is not None}


@settings(walks, max_examples=effort(50, 200))
@given(chance)
def test_nobody_sees_more_than_lies_face_up_and_the_own_hand(rng: Random) -> None:
    """Held against the course of the round, and not against what the views themselves have shown."""
    walk = Walk(rng).play()
    for round in walk.rounds:
        public = view(walk.rules, round, "sign")
        assert view(walk.rules, round, "dealer") == public
        if round.phase == "complete":
            continue
        assert view(walk.rules, round, "surveillance") == public
        for number, seat in round.seats.items():
            own = view(walk.rules, round, number).seats[number].cards
            if number not in round.settled:
                assert not any(card is not None for card in own[BEFORE_BONUS:]), "a bonus card lies face down"
                assert own[:BEFORE_BONUS] == (*seat.cards, *(None,) * seat.count)[: min(seat.count, BEFORE_BONUS)]
            if round.phase not in ("cards", "settling", "settled"):
                assert not any(card is not None for card in public.seats[number].cards)


@pytest.mark.rule("hands_concealed")
@pytest.mark.no_cover
@settings(walks, max_examples=effort(50, 100))
@given(chance)
def test_no_view_depends_on_a_card_that_its_viewer_may_not_see(rng: Random) -> None:
    walk = Walk(rng).play()
    last = len(walk.commands)
    viewers: tuple[Viewer, ...] = ("dealer", "sign", "surveillance", *walk.round.seats)
    for viewer in viewers:
        for at in {last, rng.randrange(1, last + 1)}:
            visible = seen(walk, at, viewer)
            hidden = [card for card in DECK if card not in visible]
            names = {card: card for card in DECK}
            for _ in range(12):  # a card here, a card there: decisions that a hand forces must stay lawful
                one, two = rng.sample(hidden, 2)
                tried = names | {one: names[two], two: names[one]}
                names = tried if played(walk, at, tried) else names
            rounds = played(walk, at, names)
            assert rounds is not None
            for mine, other in zip(walk.rounds, rounds, strict=False):
                first, second = (view(walk.rules, round, viewer) for round in (mine, other))
                assert first == second
                assert msgspec.msgpack.encode(first) == msgspec.msgpack.encode(second)


@pytest.mark.no_cover
def test_the_diagram_shows_every_way_from_phase_to_phase_and_no_other() -> None:
    drawn, found = {(one, two) for one, _, two in TRANSITIONS}, set[tuple[str, str]]()
    for seed in range(1500):
        walk = Walk(Random(seed)).play()
        phases = [round.phase for round in walk.rounds]
        found |= {(one, two) for one, two in pairwise(phases) if one != two}
        if seed >= effort(300, 1500) and found == drawn:
            break
    assert found == drawn
