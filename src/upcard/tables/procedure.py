"""What the law wants done next: the prompts of the procedure, in order, each with its rule and who may do it.

`due` lists the steps that stand before anything else; as long as there is one, the round does not go on. `deck_step` is
the next step that brings a deck into play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec

from upcard.games.game import game_of
from upcard.law.clause import NamedLine
from upcard.rules.table import DealingMethod, TableRules
from upcard.tables import commands as c
from upcard.tables.commands import DEALER, STAFF, Due, acting, first_rule, refuse, says
from upcard.tables.dealing import SHUFFLER, dealing_of, from_shuffler, shuffle_method
from upcard.tables.deck import OPENED, Stage
from upcard.tables.state import Table

OPENING: tuple[tuple[str, str, Stage], ...] = (
    ("InspectDeck", "deck_inspected_by", "inspected"),
    ("VerifyDeck", "deck_verified_by", "verified"),
    ("SpreadDeck", "deck_spread", "spread"),
    ("WashDeck", "deck_washed", "washed"),
)
"""The opening of a deck, where the edition has it: command, rule, the stage it leads to."""

STAGES: tuple[Stage, ...] = ("received", "inspected", "verified", "spread", "washed")


def cut_needed(t: TableRules, method: str) -> bool:
    """Whether a deck shuffled that way is cut before it is dealt."""
    return bool(says(t, "cut_required")) or method in (says(t, "cut_after") or ())


def counts_shuffles(t: TableRules, dealing: DealingMethod | None, method: str) -> bool:
    """Whether the shuffler's own count of a deck shuffled that way stands in for the count of the stub."""
    rule = dealing.counting_shuffler_rule if dealing else None
    return rule is not None and method == SHUFFLER and t.shuffler is not None and t.shuffler.counts


def deck_step(t: TableRules, table: Table, name: str) -> Due | None:
    """The next step that brings a deck into play."""
    deck, dealing = table.decks[name], dealing_of(t, table)
    shuffled = Due("ShuffleDeck", "shuffled_every_round", deck=name)
    match deck.stage:
        case "withdrawn" if name != table.current and not table.without_wagers:
            return None  # the round is played with the one that is left
        case "withdrawn":
            return Due("ReplaceDeck", deck.withdrawn_under or "stub_count_wrong", deck=name, roles=STAFF)
        case "face down":
            return Due("SpreadDeck", "idle_cards_spread", deck=name)
        case "shuffled" | "ready" if from_shuffler(dealing) and deck.method != SHUFFLER:
            return shuffled
        case "shuffled" if counts_shuffles(t, dealing, deck.method) and not deck.counted:
            # A shuffler that has left without its count has not finished: the deck is shuffled again.
            counts = SHUFFLER in table.devices
            return Due("ReportShufflerCount", "counting_shuffler", deck=name) if counts else shuffled
        case "shuffled":
            rule = "cut_required" if says(t, "cut_required") else "cut_after"
            return Due("CutDeck", rule, deck=name, whose=first_rule(t, "cut_required", "cut_minimum") or "")
        case "ready" | "in play":
            return None
        case "racked":
            return shuffled
    for act, rule, stage in OPENING:
        if says(t, rule) and STAGES.index(stage) > STAGES.index(deck.stage):
            return Due(act, rule, deck=name, roles=acting(t, rule) if rule.endswith("_by") else DEALER)
    return shuffled


def in_shuffler(t: TableRules, table: Table) -> str | None:
    """The deck that lies in a shuffler that counts, until its count is told; no other goes in before."""
    steps = ((name, deck_step(t, table, name)) for name in table.decks)
    return next((name for name, step in steps if step is not None and step.act == "ReportShufflerCount"), None)


def in_turn(t: TableRules, table: Table) -> list[str]:
    """The decks with the one first that lies in the shuffler, then one whose opening is under way: each by itself."""
    first = in_shuffler(t, table)
    return sorted(table.decks, key=lambda name: (name != first, table.decks[name].stage not in OPENED))


def due(t: TableRules, table: Table) -> tuple[Due, ...]:
    """The steps that stand before anything else, the first of them first."""
    return tuple(game_of(t).due(t, table)) if table.round is not None else ()


def broken_off(table: Table) -> bool:
    """Whether the round became void while its cards were being dealt: what is left of the deck then is no stub."""
    return table.drawn and getattr(table.round, "void", None) is not None


def stub_count_every(t: TableRules, table: Table) -> int | None:
    """How many rounds may pass between stub counts; None where none is required, or the shuffler counts this deck."""
    dealing, deck = dealing_of(t, table), table.deck
    if dealing is None or dealing.count_every is None:
        return None
    coming = deck.stage not in ("ready", "in play") and counts_shuffles(t, dealing, shuffle_method(t, table))
    spared = dealing.counting_shuffler_rule is not None and says(t, "counted_deck_spared") is not None
    return None if spared and (deck.counted or coming) else dealing.count_every


def stub_step(t: TableRules, table: Table) -> Due:
    """What becomes of the stub: racked unseen, or counted where so many rounds have passed without a count."""
    dealing = dealing_of(t, table)
    assert dealing is not None
    every = stub_count_every(t, table)
    again = table.count_again == "with hands" or (table.count_again and every is not None)
    if again or (every is not None and table.rounds_uncounted >= every):
        return Due("CountStub", dealing.count_rule or "stub_counted_every")
    return Due("RackStub", dealing.stub_rule)


# ---- Wagers that cannot stand ------------------------------------------------------------------------------
# the bets are not closed over one, no card is dealt, and it is taken back first.


class Stranded(NamedTuple):
    """A wager that cannot stand: where it lies, the rule that it falls under, and why."""

    seat: int
    wager: str
    rule: str
    because: str
    mended_by_players: bool = False
    """Whether it stands after all when more of those who sit there play."""

    @property
    def said(self) -> str:
        return f"seat {self.seat}'s {self.wager.replace('_', ' ')} wager cannot stand: {self.because}"


def check_taken(t: TableRules, wager: str) -> None:
    """Refuses a wager for a jackpot that the table has lost or that stands still."""
    if because := t.stopped.get(wager):
        raise refuse(t, stopped_under(t, wager), because)


def stopped_under(t: TableRules, wager: str) -> str:
    """The rule that a wager for a jackpot that stands still falls under: its causes, or else its being offered."""
    return "suspension_causes" if "suspension_causes" in t.edition.citations else game_of(t).OFFERED_BY[wager]


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round = table.round
    falls = round is not None and (round.phase == "betting" or (round.phase == "closed" and not table.drawn))
    return game_of(t).stranded(t, table) if falls else ()


def taken_back(t: TableRules, one: Stranded) -> c.Play:
    return c.Play(game_of(t).core.TakeBackWager(one.seat, one.wager))


def taken_back_for(t: TableRules, table: Table, command: object) -> Stranded | None:
    """The wager that a command takes back, where it is one that cannot stand."""
    if not isinstance(command, game_of(t).core.TakeBackWager):
        return None
    return next((one for one in stranded(t, table) if one[:2] == (command.seat, command.wager)), None)


# ---- The lines of a step -----------------------------------------------------------------------------------
# what the clauses have a person do by hand at it, as far as it concerns the table as it stands.
#
# Nothing is asked of cards that lie face down. Where the step itself turns a hand up and pays it, whoever takes the
# step is told of each way that the hand may stand; otherwise a line depends on a hand only once the hand is turned
# up.


class Line(msgspec.Struct, frozen=True):
    """One thing to do, with the clause that has it done."""

    id: str
    do: str
    clause: str
    cites: str
    """The clause with the part of it that is meant."""


class StepContext(NamedTuple):
    """A step at a table: its command by name, the rule that it stands under, its seat, its deck, the shuffle, a device.

    Whoever is told the lines may not know of the hands of the `hidden` seats.
    """

    t: TableRules
    table: Table
    act: str
    rule: str | None
    seat: int
    deck: str
    method: str
    hidden: Collection[int] = ()
    device: str = ""


Values = tuple[str, ...]


def lines(moment: StepContext) -> tuple[Line, ...]:
    """What is to be done by hand at a step, in order."""
    moment = game_of(moment.t).by_hand(moment)
    found = moment.t.edition.steps.get(moment.act, ())
    return tuple(_filled(moment, one) for one in found if _holds(moment, one))


def _holds(moment: StepContext, named: NamedLine) -> bool:
    conditions = named.line.conditions.items()
    known = {**FACTS, **game_of(moment.t).FACTS}
    return all(name in known and set(values) & set(known[name](moment)) for name, values in conditions)


IF = {
    "wins": "If the hand wins", "loses": "If the hand loses", "ties": "If the hands tie",
    "progressive": "If the hand wins the progressive", "envy": "If the hand brings envy",
}  # fmt: skip
"""How a hand may stand that the step turns up."""


def _filled(moment: StepContext, named: NamedLine) -> Line:
    deck = described(moment.t, moment.table, moment.deck or moment.table.current)
    do = named.line.do.format(seat=moment.seat, deck=deck)
    if moment.seat in moment.hidden:
        stands = [value for name in ("hand", "stays") for value in named.line.conditions.get(name, ())]
        do = f"{IF[stands[0]]}: {do[:1].lower()}{do[1:]}" if stands else do
    return Line(named.id, do, named.clause, named.cites)


def described(t: TableRules, table: Table, back: str) -> str:
    """A deck at the table as the house describes it, or by its back alone."""
    here = table.decks[back].id if back in table.decks else ""
    return next((deck.words for deck in t.decks if deck.id == here), f"{back} deck")


# ------------------------------------------------------------------------------------- what a line may depend on


def yes(fact: bool) -> Values:
    return ("yes" if fact else "no",)


def _dealing(moment: StepContext) -> Values:
    method = dealing_of(moment.t, moment.table)
    return (method.name,) if method else ()


def _shuffle(moment: StepContext) -> Values:
    deck = moment.table.decks.get(moment.deck or moment.table.current)
    return (moment.method or (deck.method if deck else ""),)


def _phase(moment: StepContext) -> Values:
    return (moment.table.round.phase,) if moment.table.round is not None else ()


def concerned(moment: StepContext) -> list[Any]:
    """The seat that the step concerns, or every one where it concerns none."""
    return list(_seats(moment).values())


def turned_up(moment: StepContext) -> list[Any]:
    """Those of them whose hands may be told of."""
    return [seat for number, seat in _seats(moment).items() if number not in moment.hidden]


def _seats(moment: StepContext) -> dict[int, Any]:
    seats = moment.table.round.seats if moment.table.round is not None else {}
    return {number: seat for number, seat in seats.items() if moment.seat in (0, number)}


def _placed(moment: StepContext) -> Values:
    wagers = game_of(moment.t).wagers_of
    return tuple({wager for seat in concerned(moment) for wager in wagers(seat)})


def _without(moment: StepContext) -> Values:
    placed, known = _placed(moment), moment.t.law.CONDITIONS.get("without", ())
    return tuple(wager for wager in known if wager not in placed)


def _void(moment: StepContext) -> Values:
    """The rules that have voided the round, and the hand of the seat that the step concerns."""
    round = moment.table.round
    hand = round.seats.get(moment.seat) if round is not None else None
    return tuple(rule for rule in (getattr(round, "void", None), getattr(hand, "void", None)) if rule)


FACTS: dict[str, Callable[[StepContext], Values]] = {
    "mode": lambda moment: (moment.t.mode,),
    "dealing": _dealing,
    "shuffle": _shuffle,
    "two_decks": lambda moment: yes(len(moment.table.decks) > 1),
    "withdrawn": lambda moment: yes(moment.table.deck.stage == "withdrawn"),
    "device": lambda moment: (moment.device,),
    "phase": _phase,
    "placed": _placed,
    "without": _without,
    "void": _void,
    "rule": lambda moment: (moment.rule,) if moment.rule else (),
}
"""What holds at a step whatever is played, for each thing that a line may depend on; a game knows the rest."""
