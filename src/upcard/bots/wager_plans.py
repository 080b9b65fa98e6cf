"""The wagers of a seat before the deal: a walk from an empty place to a full one, found once and then looked up.

A plan names, for each state in which a seat can be found on the way, the wager that comes next. No state is met twice,
so that a seat which was left half way goes on from what lies there; one that is found in any other state is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from upcard.cards import below, byte_stream
from upcard.errors import Refused
from upcard.games.game import core_of_round, game_of
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, decide, evolve
from upcard.tables import commands as c
from upcard.tables.commands import Role, says
from upcard.tables.procedure import counts_shuffles
from upcard.tables.state import Table

# ---- What is left to chance --------------------------------------------------------------------------------
# lots drawn from the seed, the table, the round and the purpose, and from nothing else.
#
# The same question has the same answer however often it is asked and whoever asks it. That is what lets a pit be left
# in the middle of anything: no place in a stream has to be remembered.


VARIANTS = 8
"""How many sets of wagers a seat has; the first is the fullest."""

SITS_OUT = Fraction(1, 12)
WHIM = Fraction(1, 40)


class Fate(NamedTuple):
    """What chance has in store for one round."""

    number: int
    playing: tuple[int, ...]
    """The seats that play; the others sit it out."""
    variants: dict[int, int]
    """The set of wagers of each seat."""
    whims: frozenset[int]
    """The seats that bet or fold against their judgement."""
    late_whims: frozenset[int]
    """The seats that buy a card although they win."""
    mishap: int | None
    """Which of the table's mishaps happens."""
    where: int
    """The seat that a mishap happens to."""


def lots(seed: str, table: str, number: int, purpose: str) -> Iterator[int]:
    """The bytes for one purpose in one round of one table."""
    return byte_stream("\0".join((seed, table, str(number), purpose)).encode())


def happens(chance: Fraction, stream: Iterator[int]) -> bool:
    """Whether something of that chance comes about; what cannot and what must cost no bytes."""
    return below(chance.denominator, stream) < chance.numerator


def plain(number: int, seats: tuple[int, ...]) -> Fate:
    """A round without surprises: all play, with the fullest wagers and by their judgement."""
    return Fate(number, seats, dict.fromkeys(seats, 0), frozenset(), frozenset(), None, seats[0])


def fate(
    stream: Iterator[int],
    number: int,
    seats: tuple[int, ...],
    irregular: Fraction,
    mishaps: int,
    sits_out: Fraction = SITS_OUT,
) -> Fate:
    """The fate of a round; one seat, a different one each time, never sits out, so that there is a round at all."""
    host = seats[number % len(seats)]
    playing = tuple(seat for seat in seats if not happens(sits_out, stream) or seat == host)
    variants = {seat: below(VARIANTS, stream) for seat in playing}
    whims = frozenset(seat for seat in playing if happens(WHIM, stream))
    late = frozenset(seat for seat in playing if happens(WHIM, stream))
    wrong = mishaps > 0 and happens(irregular, stream)
    mishap = below(mishaps, stream) if wrong else None
    return Fate(number, playing, variants, whims, late, mishap, playing[below(len(playing), stream)])


# ---- wager plans -------------------------------------------------------------------------------------------


Found: TypeAlias = tuple[Any, ...] | None
Plan: TypeAlias = dict[Found, c.Play]


def found(t: TableRules, round: Any, seat: int) -> Found:
    """What lies at a seat while bets are open, as something to look up; None for an empty place."""
    place = round.seats.get(seat)
    return None if place is None else game_of(t).laid(place)


def plan(t: TableRules, seed: str, seat: int, variant: int, *, covered: bool, purse: int | None = None) -> Plan:
    """One set of wagers for a seat, each of them tried; `covered` where a cover all wager would be paid.

    A `purse` covers them and whatever may be put down after them in the same hand.
    """
    by = Actor("", "player")
    table = Table()
    for command in (c.OpenTable(), c.TakeSeat(seat, by.id)):
        table = _after(t, table, Actor("", "dealer"), command)
    game, steps = game_of(t), dict[Found, c.Play]()
    afford = None if purse is None else purse // t.rules.times("ante")
    stream = lots(seed, t.name, variant, f"wagers {seat}")
    for wager in game.wagers(t.rules, seat, variant, stream, covered=covered, afford=afford):
        coupon = not hasattr(wager, "wager")
        cost = 0 if coupon else getattr(wager, "cents", 0) * t.rules.times(wager.wager)
        if purse is not None and cost > purse:
            continue
        assert table.round is not None
        before = found(t, table.round, seat)
        try:
            after = _after(t, table, by, c.Play(wager))
        except Refused:
            continue
        assert after.round is not None
        if found(t, after.round, seat) not in steps:
            steps[before] = c.Play(wager)
            table = after
            purse = None if purse is None else purse - cost
    return steps


def taken(t: TableRules, table: Table, command: Any) -> bool:
    """Whether the house still takes a wager that was planned, beside what the others have put down."""
    if (getattr(command, "wager", "") or getattr(command, "coupon", "")) in t.stopped:
        return type(command).__name__ == "TakeBackWager"
    try:
        game_of(t).core.decide(t.rules, table.round, command)
    except Refused:
        return False
    return True


def _after(t: TableRules, table: Table, by: Actor, command: c.Command) -> Table:
    for entry in decide(t, table, Act(by, "", command)):
        table = evolve(table, entry.event)
    return table


# ---- What goes wrong at a table now and then, and what is lawfully said or done when it does ---------------
# Each mishap leaves its mark on the table: a void hand, a void round, a card in the rack, a stub that is racked. A
# mishap that happened is therefore not told again, although nobody remembers it; those that leave no mark are not
# among them.


WRONG_CHIPS, WRONG_STUB, MISDEALT = "wrong chips", "wrong stub", "wrong stub, misdealt"
CHIPS_STRUCK, CHIPS_VOID = "wrong chips, a wager struck", "wrong chips, round void"
JAM, WRONG_COUNT = "shuffler jam", "wrong shuffler count"
"""Mishaps of the table's own steps; whoever does the step does it wrongly first."""

CHIPS = (WRONG_CHIPS, CHIPS_STRUCK, CHIPS_VOID)
"""A count of the progressive chips that is wrong, by what is done about it; of the first there is another count."""

MISCOUNTS = (*CHIPS, WRONG_STUB, MISDEALT, WRONG_COUNT)
"""What cannot happen where the system itself holds cards and chips."""


class Mishap(NamedTuple):
    """Something that goes wrong: a report in one phase of the round, or a step of the table done wrongly."""

    kind: str
    phase: str = ""
    role: Role = "dealer"
    at_seat: bool = False


def mishaps(t: TableRules) -> tuple[Mishap, ...]:
    """All that can go wrong at a table under its edition, with its elections and devices."""
    return (*(Mishap(*each) for each in game_of(t).mishaps(t)), *_steps(t))


def _steps(t: TableRules) -> list[Mishap]:
    found = []
    if says(t, "progressive_chips_counted"):
        found += [Mishap(kind) for kind in CHIPS]
    if says(t, "full_count_racked") is not None:
        found.append(Mishap(WRONG_STUB))
        if "stub count" in (says(t, "misdeal_found_at") or ()):
            found.append(Mishap(MISDEALT))
    if t.shuffler is not None and says(t, "shuffler_jam") is not None:
        found.append(Mishap(JAM))
    if counts_shuffles(t, t.dealing, t.shuffle):
        found.append(Mishap(WRONG_COUNT))
    return found


def reported(mishap: Mishap, table: Table, fate: Fate) -> tuple[Role, c.Command] | None:
    """What is said of the mishap at the table as it stands, or None where it is not its time."""
    round: Any = table.round
    if round.phase != mishap.phase:
        return None
    core = core_of_round(round)
    if mishap.at_seat:
        seat = round.seats.get(fate.where)
        if seat is None or seat.void is not None or fate.where in (*table.racked, *getattr(round, "settled", ())):
            return None
        if not getattr(seat, "in_play", True):
            return None
        return mishap.role, c.Play(core.Report(mishap.kind, fate.where))
    if mishap.kind == "face-up-card" and table.discarded:
        return None
    return mishap.role, c.Play(core.Report(mishap.kind))
