"""Steps of the procedure as they are asked about: their names, their groups, and who may take them."""

from __future__ import annotations

from typing import Any

from upcard.games.game import CORES, game, game_of
from upcard.rules.game_rules import Rules
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables.actor import STAFF, Role
from upcard.tables.options import accepted
from upcard.web.training.scripted_round import RoundMoment
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
