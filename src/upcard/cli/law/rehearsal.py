"""Rounds played under an edition before anybody plays for money: on a floor in memory, by bots, from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from upcard.audit.replay import Otherwise, replay
from upcard.bots.table_bot import Pit, Playing
from upcard.errors import Conflict, HouseError, LawError, Refused
from upcard.journal.floor import Floor
from upcard.law.edition import instead
from upcard.law.text import Edition, Fault
from upcard.rules.election import house_of
from upcard.rules.house import House, check_approvals, read_house
from upcard.rules.sample import sample_house
from upcard.store.sqlite import MemoryStore
from upcard.store.store import StoreError

ROUNDS = 1000
SEED = "a rehearsal"
STUCK = 200
"""Turns without the end of a round after which nothing more is waited for."""
TOLD = 10
"""Differences and refusals that are told; a fault of the law shows in every round."""
OVER = '{"type":"RoundReconciled"'


class Rehearsal(NamedTuple):
    """What was found."""

    faults: list[Fault]
    warnings: list[str]


def rehearse(edition: Edition, rounds: int, advance: Callable[[int], None]) -> Rehearsal:
    """Opens a house that offers all that the edition permits, plays, and settles every round once more."""
    with instead(edition):
        if not hasattr(house_of(edition), "sample"):
            return Rehearsal([], [f"no house is made for {edition.game}: no round was played"])
        try:
            house = read_house(sample_house(edition))
            check_approvals(house)
        except HouseError as error:
            because = f"no house can be opened that offers all that it permits: {error}"
            return Rehearsal([Fault(because, clause=error.clause, rule=error.rule)], [])
        except (LawError, *BROKEN) as error:
            return Rehearsal([_broken(edition, "no house can be opened under it", error)], [])
        try:
            return Rehearsal(list(_play(edition, house, rounds, advance)) if rounds else [], [])
        except (Conflict, HouseError, LawError, Refused, StoreError, *BROKEN) as error:
            return Rehearsal([_broken(edition, "a round cannot be played to its end", error)], [])


BROKEN = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip
"""How the games end that are asked for something they do not know."""


def _broken(edition: Edition, what: str, error: Exception) -> Fault:
    """A fault that the games came upon, with its rule where they say it."""
    said = str(error) or type(error).__name__
    rule = next((rule for rule in edition.citations if said.startswith(f"{rule}:")), None)
    clause = edition.citations[rule].clause if rule else None
    kind = "" if isinstance(error, LawError | Refused | StoreError) else f"{type(error).__name__} "
    return Fault(f"{what}: {kind}{said}", clause=clause, rule=rule)


def _play(edition: Edition, house: House, rounds: int, advance: Callable[[int], None]) -> Iterator[Fault]:
    floor = Floor(house, MemoryStore())
    playing = Playing(floor, {t.name: Pit(t, SEED, t.seats) for t in house.tables}, "rehearsal")
    refused: Counter[tuple[str, str | None]] = Counter()
    over, since = 0, 0
    while over < rounds:
        commands, replies = playing.step()
        ended = 0
        for command, reply in zip(commands, replies, strict=True):
            if reply.error is not None:
                refused[f"{type(command.ask).__name__} is refused: {reply.error}", reply_clause(reply.error)] += 1
            if any(entry.event.startswith(OVER) for entry in reply.entries):
                ended += 1
                if floor.casino.books.balances.get(f"felt/{command.table}", 0):
                    yield Fault(f"after a round at table {command.table} something is left on the felt")
                    return
        over, since = over + ended, 0 if ended else since + 1
        advance(min(ended, rounds))
        if since > STUCK:
            yield Fault(f"play does not go on: no round came to its end in {STUCK} turns")
            break
    for (message, clause), _ in refused.most_common(TOLD):
        yield Fault(message, clause=clause)
    with floor.store.snapshot() as journal:
        found = replay(journal, settle=True)
    for one in found.differences[:TOLD] if isinstance(found, Otherwise) else ():
        yield Fault(f"settled again, round {one.round or 'none'} comes out otherwise: {one.what}")


def reply_clause(error: Exception) -> str | None:
    return getattr(error, "clause", None)
