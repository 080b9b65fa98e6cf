"""Steps of the procedure as they are asked about: their names, their groups, and who may take them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from upcard.cards import below
from upcard.cards.random_hand import mixed, pick
from upcard.errors import Refused
from upcard.games.game import CORES, game, game_of
from upcard.games.play_round import Place, Situation
from upcard.rules.election import Rules
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables.commands import STAFF, Role
from upcard.tables.next_step import guide
from upcard.tables.options import accepted
from upcard.tables.state import DEALER
from upcard.web.training.model import Exercise, Ticket, Wrong, arranged
from upcard.web.training.tables import RoundMoment, Walk, picture, walked
from upcard.web.views.labels import step_label

DECKS = (
    "InspectDeck", "VerifyDeck", "SpreadDeck", "WashDeck", "ShuffleDeck", "CutDeck", "ReportShufflerCount",
)  # fmt: skip
DEAL = (
    "LockOut", "CountChips", "DealCards", "RackStub", "CountStub", "TurnUpCard", "TurnCommunity", "Decide", "Reveal",
)  # fmt: skip
AWARDS = (
    "KeyWinner", "CallSupervisor", "VerifyAward", "VerifyHand", "VerifyLight", "ConfirmHand", "ValidateAward",
    "VerifyFiveCard", "ValidateFiveCard", "DocumentAward", "LeaveExposed",
)  # fmt: skip
SETTLEMENT = ("Settle", "SettleSeat", "CollectForfeits", "RackCards", "Reconcile")

GROUPS: dict[str, tuple[str, ...]] = {
    "decks": DECKS,
    "deal": DEAL,
    "settlement": SETTLEMENT,
    "awards": (*AWARDS, "Settle"),
    "stub": ("RackStub", "CountStub"),
}
"""The steps by where they stand in a round."""

DECISIONS = {name for key in CORES for name in game(key).DECISIONS}
AWARDED = ("progressive", "five_card", "envy", "cover_all")


def name(act: Any) -> str:
    """A step by the name of its command; what a player decides is one step, whatever is decided."""
    kind = type(act).__name__
    return "Decide" if kind in DECISIONS else kind


def label(t: TableRules, act: Any) -> str:
    """A step as the console says it."""
    seat, deck = getattr(act, "seat", 0), getattr(act, "deck", "")
    kind = getattr(act, "kind", "")
    if name(act) == "Decide":
        return f"Ask seat {seat} for the decision"
    return step_label(name(act), seat, deck, kind, law=t.rules.law)


def in_group(moment: RoundMoment, group: str) -> bool:
    """Whether an act belongs to a group of steps."""
    act = moment.act
    if name(act) == "Settle":
        return (act.kind in AWARDED) == (group == "awards") and group in ("awards", "settlement")
    return name(act) in GROUPS[group]


def people(table: Table) -> tuple[Actor, ...]:
    """Everybody who could act at a table."""
    return (
        *(Actor(role, role) for role in STAFF),
        *(Actor(player, "player") for player in dict.fromkeys(table.players.values())),
    )


def takers(t: TableRules, table: Table, command: c.Command) -> frozenset[Role]:
    """The roles of those whose act would be taken."""
    return frozenset(person.role for person in people(table) if accepted(t, table, person, command))


def decisions(t: TableRules, act: Any) -> tuple[c.Command, ...]:
    """All that a player could decide where one decision is asked for."""
    found = game_of(t)
    return tuple(c.Play(getattr(found.core, name)(act.seat)) for name in found.DECISIONS)


def grouped(rules: Rules) -> tuple[str, ...]:
    """The groups of steps that a game has: with awards where it plays for a meter."""
    return ("decks", "deal", *(("awards",) if CORES[rules.edition.game].METER_STEPS else ()))


def lawful(t: TableRules, table: Table, command: c.Command, act: Any) -> bool:
    """Whether anybody could take the step now."""
    wanted = decisions(t, act) if name(act) == "Decide" else (command,)
    return any(takers(t, table, one) for one in wanted)


# ---- A round for questions of procedure --------------------------------------------------------------------
# anything may be wagered, and one hand is often good enough for an award.


FORMS = ("progressive", "five_card", "cover_all", "envy")


def some_round(place: Place, stream: Iterator[int], *, award: bool) -> Situation:
    """A round, with an award in it where that is asked for and the table has any."""
    exercises = game_of(place.t).exercises
    cases = exercises.cases(place.t.rules)
    wanted = [case for key, case in cases.items() if key.startswith(FORMS) and not key.endswith(("none", "fold"))]
    found: Situation = exercises.situation(
        place, pick(wanted if award and wanted else [*cases.values()], stream), stream
    )
    return found


# ---- next step ---------------------------------------------------------------------------------------------
# What comes next? Somewhere in a round the next lawful step is asked for, among some that would be refused.


NEAR = 9
"""So many of the steps nearest to the right one are offered beside it."""


def subjects(t: TableRules) -> tuple[str, ...]:
    """Groups of steps, the count of the stub among them where there is one."""
    decks, deal, *awards = grouped(t.rules)
    groups = (decks, deal, "settlement", *awards)
    return (*groups, "stub") if t.stub_count_due_after is not None else groups


def exercise(place: Place, ticket: Ticket, stream: Iterator[int]) -> Exercise | None:
    """The exercise, or None where the round had no such step that could be asked for."""
    often = ticket.subject == "settlement" and below(2, stream) == 0
    found = some_round(place, stream, award=ticket.subject == "awards" or often)
    every = place.t.stub_count_due_after
    before = (every - 1) * below(2, stream) if every is not None and ticket.subject == "stub" else 0
    try:
        walk = walked(place, found.plan._replace(rounds=before), found.meters)
    except Refused:
        return None
    asked = [
        at
        for at, moment in enumerate(walk.moments)
        if moment.table.number > before and moment.table.is_open and in_group(moment, ticket.subject)
    ]
    for at in mixed(asked, stream):
        moment = walk.moments[at]
        following = guide(place.t, moment.table)
        if following is None or following.rule is None or following.act != name(moment.act):
            continue
        wrong = refused(place, walk, at)[:NEAR]
        if len(wrong) < 2:
            continue
        beside = [Wrong(text) for text in mixed(wrong, stream)[: 1 + ticket.level]]
        choices, answer, notes = arranged(label(place.t, moment.act), beside, stream)
        return Exercise(
            ticket=ticket,
            t=place.t,
            question="What comes next?",
            situation=_situation(place, walk, at),
            picture=picture(place.t, moment.table, moment.meters, _faces(moment), named=ticket.level == 1),
            kind="choice",
            choices=choices,
            answer=answer,
            correct=label(place.t, moment.act),
            rule=_rule(place, moment.act, following.rule),
            notes=notes,
            act=following.act,
        )
    return None


OWN_RULES = {
    "envy": "envy_paid",
    "cover_all": "cover_all_last",
    "no_hand": "no_hand_paid",
    "progressive": "progressive_settled",
}
"""What the law says of a step of the settlement by itself."""


def _rule(place: Place, act: Any, general: str) -> str:
    named = OWN_RULES.get(getattr(act, "kind", ""), general)
    return named if named in place.t.edition.citations else general


def refused(place: Place, walk: Walk, at: int) -> tuple[str, ...]:
    """The steps of this round that nobody could take now, the nearest first, as they are called."""
    moment = walk.moments[at]
    right = label(place.t, moment.act)
    near = sorted(range(len(walk.moments)), key=lambda other: abs(other - at))
    found: dict[str, None] = {}
    for other in near:
        for command in _variants(moment, walk.moments[other].command):
            act: Any = command.command if isinstance(command, c.Play) else command
            text = label(place.t, act)
            if not _asked_about(act) or text == right or text in found:
                continue
            if not lawful(place.t, moment.table, _metered(command, moment), act):
                found[text] = None
    return tuple(found)


def _variants(moment: RoundMoment, command: c.Command) -> Iterator[c.Command]:
    """A step, and the same at the other seats."""
    yield command
    if isinstance(command, (c.RackCards, c.VerifyHand, c.KeyWinner, c.VerifyAward, c.ValidateAward)):
        assert moment.table.round is not None
        for seat in moment.table.round.seats:
            yield replace(command, seat=seat)


def _asked_about(act: Any) -> bool:
    return name(act) not in ("OpenTable", "TakeSeat", "PlaceWager", "PlaceCoupon", "TakeBackWager")


def _metered(command: c.Command, moment: RoundMoment) -> c.Command:
    if isinstance(command, c.Play) and hasattr(command.command, "meters"):
        return c.Play(replace(command.command, meters=dict(moment.meters)))
    return command


def _situation(place: Place, walk: Walk, at: int) -> tuple[str, ...]:
    """The last steps that were taken."""
    taken = [label(place.t, m.act) for m in walk.moments[max(0, at - 12) : at] if _asked_about(m.act)]
    last = taken[-2:]
    return tuple(f"Done: {text}." for text in last) if last else ("The table has been opened.",)


def _faces(moment: RoundMoment) -> set[int]:
    """The hands that lie face up: those in play, once the dealer's cards are turned."""
    round: Any = moment.table.round
    if round is None or round.phase not in ("settling", "settled", "cards"):
        return set()
    racked = {seat for seat in moment.table.racked if seat != DEALER}
    live = {n for n, seat in round.seats.items() if getattr(seat, "standing", getattr(seat, "in_play", False))}
    return live - racked
