"""High Card as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tests.third_game import high_card as core
from tests.third_game.high_card import round as r
from tests.third_game.high_card.round import PHASES, Round, Seat
from tests.third_game.high_card.rules import HighCardRules
from upcard.cards import pretty
from upcard.games.option import Option, first_ante
from upcard.games.payment import Meter
from upcard.present.payment import Sentence, money
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, STAFF, Due, Role, first_rule
from upcard.tables.next_step import Next
from upcard.tables.preconditions import check_role
from upcard.tables.procedure import StepContext, Stranded, Values
from upcard.tables.round_commands import played
from upcard.tables.signs import Sign, in_force, limits
from upcard.tables.state import Table

__all__ = ["PHASES", "core"]


class exercises:  # noqa: N801 - a module in other games
    """Nothing of it is trained."""

    @staticmethod
    def cases(rules: HighCardRules) -> dict[str, Any]:
        return {}


DECISIONS: tuple[str, ...] = ()
STAKES = ("PlaceWager",)
BY_PLAYERS = ("PlaceWager", "TakeBackWager")
ASKED_BY: dict[str, tuple[Role, ...]] = {}
WAGERS = STAKES
FROM_DECK = ("Deal",)
CORRECTIONS: tuple[str, ...] = ()
WITH_THE_DEALER: tuple[str, ...] = ()
UNSEEN: tuple[str, ...] = ()
KEYS_CARDS = FROM_DECK
AFTER_DRAWING: tuple[str, ...] = ()
DRAWS_WHEN_KEYED = False
BY_THE_HAND: tuple[str, ...] = ()
OFFERED_BY: dict[str, str] = {}
SETTLES = ("SettleSeat",)
CLOSED = (r.BetsClosed,)
VOID = (r.RoundVoided,)
TAKEN_BACK: tuple[type, ...] = ()
PAYING = (r.SeatSettled,)


def acting(t: TableRules, table: Table, act: str) -> tuple[tuple[Role, ...], str | None]:
    return DEALER, first_rule(t, "ante_odds")


def settled_by(rules: HighCardRules, round: Round) -> tuple[tuple[Role, ...], str]:
    return DEALER, "ante_odds"


def voids(round: Round, event: Any) -> bool:
    return isinstance(event, r.RoundVoided)


def validated_under(t: TableRules, round: Round, kind: str) -> None:
    pass


def decided_under(round: Round, act: str) -> str:
    return "ante_required"


def dealt(t: TableRules, table: Table) -> bool:
    return False


def check_dealers(t: TableRules, table: Table, command: Any) -> None:
    pass


def check_stake(t: TableRules, table: Table, command: Any) -> None:
    pass


def report(t: TableRules, table: Table, act: c.Act, command: Any) -> tuple[e.Event, ...]:
    check_role(t, act, STAFF, None)
    return played(t, table, command)


def deal(t: TableRules, table: Table, command: c.DealCards) -> tuple[e.Event, ...]:
    seats = table.round.clockwise
    order = table.deck.order
    return played(t, table, core.Deal(dict(zip(seats, order, strict=False)), order[len(seats)]))


def documents(t: TableRules, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    return ()


def table_after(table: Table, event: Any) -> Table:
    return table


def due(t: TableRules, table: Table) -> Iterator[Due]:
    return iter(())


def next_step(t: TableRules, table: Table) -> Next | None:
    round: Round = table.round
    match round.phase:
        case "closed":
            return Next(act="DealCards", command=c.DealCards(), rule="ante_required")
        case "dealt":
            return Next(act="TurnDealer", command=c.Play(core.TurnDealer()), rule="ante_odds")
        case "settling":
            seat = round.to_settle[0]
            return Next(act="SettleSeat", command=c.Play(core.SettleSeat(seat)), rule="ante_odds", seat=seat)
        case _:
            return None


def accepted_chips(round: Round) -> int:
    return 0


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    return ()


def why_kept(t: TableRules, table: Table, seat: int) -> None:
    pass


def offered(t: TableRules, table: Table, option: Option) -> bool:
    return True


def _hand(moment: StepContext) -> Values:
    round: Round = moment.table.round
    seat = round.seats.get(moment.seat)
    if seat is None or seat.card is None or round.dealer is None or moment.seat in moment.hidden:
        return ()
    return ("wins" if seat.card >> 2 > round.dealer >> 2 else "loses",)


FACTS: dict[str, Callable[[StepContext], Values]] = {"hand": _hand}


def by_hand(moment: StepContext) -> StepContext:
    return moment


def wagers_of(seat: Seat) -> Collection[str]:
    return ()


def to_decide(round: Round) -> tuple[int, ...]:
    return ()


def choose(rules: HighCardRules, round: Round, number: int, *, whim: bool, late_whim: bool) -> Any:
    raise AssertionError("nobody decides anything")


def choose_for_absent(rules: HighCardRules, round: Round, number: int) -> Any:
    raise AssertionError("nobody decides anything")


def to_price(t: TableRules, table: Table, number: int) -> None:
    """Nobody decides anything."""


def wagers(
    rules: HighCardRules, seat: int, variant: int, stream: Iterator[int], *, covered: bool, afford: int | None
) -> Iterator[Any]:
    yield core.PlaceWager(seat, "ante", first_ante(rules.minimum, rules.maximum, variant, stream, afford))


def covered(t: TableRules, table: Table, players: int) -> bool:
    return False


def laid(seat: Seat) -> tuple[Any, ...]:
    return (seat.ante,)


def mishaps(t: TableRules) -> Iterator[tuple[str, str, str, bool]]:
    yield "misdeal", "dealt", "dealer", False


def recorded(
    rules: HighCardRules, round: Round, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
) -> dict[str, Any]:
    seen = round if over else core.view(rules, round, "surveillance")
    found = core.written(rules, replace(round, seats=seen.seats, dealer=seen.dealer), meters)
    return {**found, "irregularity": round.void} if round.void else found


def narrate(rules: HighCardRules, method: None, round: Round, event: r.Event) -> tuple[Sentence, ...]:
    match event:
        case r.WagerPlaced():
            return (Sentence(f"Seat {event.seat}: {money(event.cents)}.", "ante_required"),)
        case r.DealerRevealed():
            assert round.dealer is not None
            return (Sentence(f"The dealer turns {pretty(round.dealer)}.", "ante_odds"),)
        case r.RoundVoided():
            return (Sentence("A misdeal: every ante goes back.", event.rule),)
        case _:
            return ()


def signs(t: TableRules, table: Table) -> tuple[Sign, ...]:
    return (Sign("Pays", "ante_odds", (("higher card", str(t.rules.odds)), *limits(in_force(t, table)))),)
