"""A game as the rest of the house sees it, found by the key that its editions name.

A game is a folder. Its core (rounds, commands, events, rules of play) knows nothing of tables and is loaded with this
module, since journals are read by its types. Its module `plugin` is everything else that a house asks of a game; it
stands right of the tables and the money, and is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast, get_args

from upcard.law.registry import games, load, parts

if TYPE_CHECKING:
    from upcard.games.option import Option
    from upcard.games.payment import Meter
    from upcard.present.payment import Sentence
    from upcard.rules.table import DealingMethod, TableRules
    from upcard.tables import commands as c
    from upcard.tables import events as e
    from upcard.tables.commands import Due, Role
    from upcard.tables.next_step import Next
    from upcard.tables.procedure import StepContext, Stranded, Values
    from upcard.tables.signs import Sign
    from upcard.tables.state import Table

CORES: dict[str, Any] = {key: load(game.core) for key, game in games().items()}

if TYPE_CHECKING:
    GameCommand: TypeAlias = Any
    GameEvent: TypeAlias = Any
    GameRound: TypeAlias = Any
    GameView: TypeAlias = Any
else:
    GameCommand = reduce(or_, (core.Command for core in CORES.values()))
    GameEvent = reduce(or_, (core.Event for core in CORES.values()))
    GameRound = reduce(or_, (core.Round for core in CORES.values())) | None
    GameView = reduce(or_, (core.RoundView for core in CORES.values()))


class Core(Protocol):
    """What is asked of the part of a game that knows nothing of tables; a package is one.

    A round is `betting` first, then whatever the game has, and `settling`, `settled`, `complete` at the end.
    """

    Command: Any
    Event: Any
    Round: Any
    RoundView: Any
    Written: Any
    """A finished round as a document."""
    PlaceWager: Any
    TakeBackWager: Any
    CloseBets: Any
    Report: Any
    Complete: Any
    decide: Any
    evolve: Any
    replay: Any
    options: Any
    view: Any
    asked: Any
    """The act that an event is the first of."""
    leaving: Any
    lies_right: Any
    TOLD: Any
    house_draws: Any
    """Cards that leave the deck or are told of, and what the house draws beside them."""
    settle: Any
    written: Any
    listed: Any
    dealer_said: Any
    applied: Any
    """Finished rounds, as `upcard settle` has them."""
    moves: Any
    liability: Any
    on_coupon: Any
    present: Any
    undoes: Any
    MAY_LOCK: Any
    METER_STEPS: Any
    """What its events move; where steps draw on a meter a game has `Step`, `worth`, `earned` and `divided` besides."""
    NAME: Any
    TAG: Any
    LABELS: Any
    NOW: Any
    """How it, its acts and its things are called, and each phase in words."""
    offers: Any
    limits: Any
    placed: Any
    decided: Any
    """The wagers that are taken, those that lie there, and what a decision puts down."""
    REPORTED_UNDER: Any
    consequence: Any
    stays: Any
    """What can go wrong, by which rule, what comes of it, and what is not undone then."""
    scene: Any
    STRIP: Any
    stage: Any
    """The felt as somebody sees it, the steps of a round, and which of them is under way."""
    preview: Any
    why_unjudged: Any
    award_shares: Any
    """Payments that are to come, those that are for no hand, and shares of an award (`games/without_meter.py`)."""


class Game(Protocol):
    """What a house asks of a game; a module is one. Rules, rounds, commands and events are the game's own."""

    core: Any
    """`Core`, and the game's own commands."""

    exercises: Any
    """What is trained: `cases` by subject, a `situation` for each, the `schedule` of a wager, likely `mistakes`."""

    PHASES: Mapping[str, Collection[Any]]
    BY_PLAYERS: tuple[str, ...]
    """What a player does; the dealer may do it in a player's name."""
    ASKED_BY: Mapping[str, tuple[Any, ...]]
    """Who may ask for an act of its own, where that is not the dealer, or a player as `BY_PLAYERS` has it."""
    DECISIONS: tuple[str, ...]
    STAKES: tuple[str, ...]
    """What is put down before the deal, and lies there until the round is over."""
    WAGERS: tuple[str, ...]
    """What puts money down, before the deal or after it."""
    FROM_DECK: tuple[str, ...]
    """What a virtual table deals from its own deck."""
    UNSEEN: tuple[str, ...]
    """What only a table with real cards is told."""
    AFTER_DRAWING: tuple[str, ...]
    """What is keyed once real cards have left the deck."""
    KEYS_CARDS: tuple[str, ...]
    """What tells a table with real cards which cards lie where, or how many."""
    CORRECTIONS: tuple[str, ...]
    """What a supervisor does about what was keyed wrongly, whatever else is due."""
    WITH_THE_DEALER: tuple[str, ...]
    """The corrections that a dealer may ask for and a supervisor signs."""
    SETTLES: tuple[str, ...]
    """What pays and collects, step by step."""
    DRAWS_WHEN_KEYED: bool
    """Whether keying the cards says that they left the deck, with no step of its own before."""
    BY_THE_HAND: tuple[str, ...]
    """Which of these is offered tells what a hand is, so that only its player is shown it."""
    OFFERED_BY: Mapping[str, str]
    """The rule that says whether a wager is taken, for wagers that a jackpot may stop."""
    CLOSED: tuple[Any, ...]
    """The events that end the bets."""
    VOID: tuple[Any, ...]
    """The events that make a hand or a round void."""
    TAKEN_BACK: tuple[Any, ...]
    """The events after which a deal is keyed again."""
    PAYING: tuple[Any, ...]
    """The events that pay in a settlement, or take back."""

    def acting(self, t: TableRules, table: Table, act: str) -> tuple[tuple[Role, ...], str | None]:
        """Who does what no player does, and by which rule."""

    def settled_by(self, rules: Any, round: Any) -> tuple[tuple[Role, ...], str]:
        """Who does the next step of the settlement, and by which rule."""

    def voids(self, round: Any, event: Any) -> bool:
        """Whether an event makes a hand or the round void."""

    def validated_under(self, t: TableRules, round: Any, kind: str) -> str | None:
        """The rule that has an award off a meter seen to before it is paid."""

    def decided_under(self, round: Any, act: str) -> str | None:
        """The rule that leaves a decision on a hand to its player."""

    def dealt(self, t: TableRules, table: Table) -> bool:
        """Whether no more cards leave the deck in this round."""

    def check_dealers(self, t: TableRules, table: Table, command: Any) -> None:
        """Refuses what the dealer does for what only the table shows."""

    def check_stake(self, t: TableRules, table: Table, command: Any) -> None:
        """Refuses a wager for what is missing at the table, and to take one back that stands."""

    def report(self, t: TableRules, table: Table, act: c.Act, command: Any) -> tuple[e.Event, ...]:
        """Something went wrong."""

    def deal(self, t: TableRules, table: Table, command: c.DealCards) -> tuple[e.Event, ...]:
        """The next cards leave the deck."""

    def documents(self, t: TableRules, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
        """What is to be written down about awards."""

    def table_after(self, table: Table, event: Any) -> Table:
        """What an event in the round changes of the table; the round itself has changed already."""

    def due(self, t: TableRules, table: Table) -> Iterator[Due]:
        """The steps that stand before anything else."""

    def next_step(self, t: TableRules, table: Table) -> Next | None:
        """What comes next in a round whose bets are closed."""

    def accepted_chips(self, round: Any) -> int:
        """How many wagers for a meter lie there in chips."""

    def stranded(self, t: TableRules, table: Table) -> tuple[Stranded, ...]:
        """The wagers that cannot stand as things are."""

    def why_kept(self, t: TableRules, table: Table, seat: int) -> tuple[str | None, str] | None:
        """Why cards do not go to the rack now, where the game has a reason."""

    def offered(self, t: TableRules, table: Table, option: Option) -> bool:
        """Whether the table has what an option takes."""

    FACTS: Mapping[str, Callable[[StepContext], Values]]
    """What holds at a step, for each thing of the game that a line of it may depend on."""

    def by_hand(self, moment: StepContext) -> StepContext:
        """The step by the name that it has with real cards, where one command stands for several."""

    def wagers_of(self, seat: Any) -> Collection[str]:
        """The wagers besides the ante that lie at a seat."""

    def to_decide(self, round: Any) -> tuple[int, ...]:
        """Who may decide now."""

    def choose(self, rules: Any, round: Any, number: int, *, whim: bool, late_whim: bool) -> Any:
        """What a bot decides; on a whim otherwise than it should, early in the round or late."""

    def choose_for_absent(self, rules: Any, round: Any, number: int) -> Any:
        """What the dealer does in the name of a player who does not decide."""

    def to_price(self, t: TableRules, table: Table, number: int) -> Mapping[str, Any] | None:
        """What a player who decides knows, as the exact mathematics of the game takes it."""

    def wagers(
        self, rules: Any, seat: int, variant: int, stream: Iterator[int], *, covered: bool, afford: int | None
    ) -> Iterator[Any]:
        """What a bot puts down, one wager after the other; as much as there is where the variant is 0.

        `afford` bounds its ante, where anything does.
        """

    def covered(self, t: TableRules, table: Table, players: int) -> bool:
        """Whether wagers that depend on how many play are taken with so many."""

    def laid(self, seat: Any) -> tuple[Any, ...]:
        """What lies at a seat while bets are open, as something to look up."""

    def mishaps(self, t: TableRules) -> Iterator[tuple[str, str, Role, bool]]:
        """What may be reported at a virtual table: what, in which phase, by whom, and whether at a seat."""

    def recorded(
        self, rules: Any, round: Any, meters: Mapping[str, Meter], events: Sequence[e.Event], *, over: bool
    ) -> dict[str, Any]:
        """A round as `upcard settle` reads it, from what happened at its table; in play, only what lies face up."""

    def narrate(self, rules: Any, method: DealingMethod | None, round: Any, event: Any) -> tuple[Sentence, ...]:
        """An event in words, without what it pays: `round` is as it left it, and `method` how it is dealt."""

    def signs(self, t: TableRules, table: Table) -> tuple[Sign, ...]:
        """What is to be shown."""


@cache
def game(key: str) -> Game:
    """The game of that key."""
    return cast("Game", load(f"{parts(key).core}.plugin"))


def game_of_round(round: Any) -> Game:
    """The game that a round is one of."""
    return game(_KEYS[type(round)])


def core_of_round(round: Any) -> Any:
    """The core of that game."""
    return CORES[_KEYS[type(round)]]


_KEYS = {core.Round: key for key, core in CORES.items()}


_CORES = {kind: core for core in CORES.values() for kind in get_args(core.Event)}


def core_of(event: Any) -> Any:
    """The core of the game that an event is one of."""
    return _CORES[type(event)]


def game_of(t: TableRules) -> Game:
    """The game that is played at a table."""
    return game(t.edition.game)
