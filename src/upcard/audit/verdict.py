"""Every act in a round judged anew: what it led to must be what the rules make of it, by one who may do it.

The act is told by its first event; the round, the books and the terms are those that the journal itself leaves there.
So a payment is worked out once more at its own place, from the meters that it was paid from, whatever others did to
them meanwhile and whoever had eased the terms. Cards of the system's own must be those that lay on top of the deck.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.audit.opened_rules import Pinned, in_force, pinned
from upcard.cards import DECK, cut
from upcard.errors import Refused
from upcard.games.game import game_of_round
from upcard.games.moves import SINGLY, STACKS
from upcard.games.payment import KEPT, Payment, draw, shares_of
from upcard.games.settle import Rules
from upcard.journal.casino import Casino
from upcard.journal.command import TABLE, money_event, table_event
from upcard.money import events as me
from upcard.money.books import FLOOR, Books
from upcard.money.jackpot_awards import follows, keyer_validates, lock, paid_from
from upcard.money.link import Hit
from upcard.shuffles.events import SHUFFLE
from upcard.store.store import Entry
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables.commands import DEALER, STAFF, SUPERVISOR
from upcard.tables.take_back import last_step, stays, taken

# ---- Something in a journal that is not as it should be ----------------------------------------------------


class Difference(NamedTuple):
    seq: int
    """The entry; 0 where every entry is right, and what should follow from them is not."""
    round: str
    """The round that it concerns, or empty."""
    what: str


# ---- What earlier engines cited another rule for -----------------------------------------------------------
# the money is the same, and the record stays as it was written.


CITED_BEFORE = {("tip", "fold_forfeits_ante"): "tip_follows_ante"}
"""By wager and the rule that was cited, the one that is cited today."""


def lines_cited_today(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """The payments as today's engine would have written them."""
    return tuple(replace(line, rule=CITED_BEFORE.get((line.wager, line.rule), line.rule)) for line in payments)


def cited_today(event: Any, expected: Any) -> Any:
    """The same of an event in a round; an award that other cards leave to its winner stood under one rule for all."""
    if getattr(event, "rule", "") == KEPT and type(event) is type(expected):
        return replace(event, rule=expected.rule)
    lines = getattr(event, "payments", ())
    return replace(event, payments=lines_cited_today(lines)) if lines else event


# ---- verdict -----------------------------------------------------------------------------------------------


FAULTS = (KeyError, AttributeError, TypeError, ValueError, AssertionError, IndexError)
"""What judging an act raises that no table could have seen."""


class Ruled(NamedTuple):
    """A table by its name and the rules in force there."""

    name: str
    rules: Rules


class Verdict:
    """Takes a journal entry by entry, each before the casino has seen it."""

    def __init__(self) -> None:
        self._pinned: dict[str, Pinned] = {}
        self._command = ""
        """The act that is being read; and the last at a table, with its place and its round."""
        self._acted, self._place, self._round = "", 0, ""
        self._due: deque[Any] = deque()
        """What the act in a round leads to besides what has been read of it."""
        self._last: tuple[str, te.Event] | None = None
        """What happened at a table, whose consequences at jackpots and slips are still to be read."""
        self._following: Iterator[me.MoneyEvent] = iter(())

    def feed(self, casino: Casino, entry: Entry) -> Iterator[Difference]:
        """Where the next entry is not what the rules make of the act."""
        yield from self._followed(casino, entry)
        if entry.command != self._command:
            yield from self._cut_short()
            self._command = entry.command
        if entry.stream.startswith(TABLE):
            name = entry.stream.removeprefix(TABLE)
            number = casino.tables.get(name, Table()).number
            self._acted, self._place, self._round = entry.command, entry.seq, f"{name}:{number}"
            for what in self._at_table(casino, name, entry):
                yield Difference(entry.seq, self._round, what)
        elif not entry.stream.startswith(SHUFFLE):
            for what in _at_jackpot(casino, self._pinned, money_event(entry.event), entry.by):
                yield Difference(entry.seq, "", what)

    def end(self, casino: Casino) -> Iterator[Difference]:
        """What is missing at the end of the journal."""
        yield from self._followed(casino, None)
        yield from self._cut_short()

    def _cut_short(self) -> Iterator[Difference]:
        if self._due:
            missing = type(self._due[0]).__name__
            yield Difference(self._place, self._round, f"leads to a {missing} that is missing")
            self._due.clear()

    # ---- what follows at jackpots and slips ----------------------------------------------------------------------

    def _followed(self, casino: Casino, entry: Entry | None) -> Iterator[Difference]:
        """One consequence at a time is asked for, with the books as they stand after the one before."""
        if self._last is not None:
            (name, event), self._last = self._last, None
            ruled = Ruled(name, in_force(self._pinned[name], casino.books, name, casino.tables[name])[0])
            late = self._pinned[name].unwon_at_end
            self._following = follows(ruled, casino.books, casino.tables[name], event, unwon_at_end=late)
        try:
            expected = next(self._following, None)
        except (Refused, *FAULTS) as error:
            yield Difference(self._place, self._round, f"cannot be judged: {error!r}")
            return
        found = None
        if entry is not None and entry.command == self._command and not entry.stream.startswith((TABLE, SHUFFLE)):
            found = money_event(entry.event)
        if expected is not None and found != expected:
            yield Difference(self._place, self._round, f"leads to {expected}, not to {found or 'nothing'}")
            self._following = iter(())
        elif entry is not None and found is not None and expected is None and self._acted == self._command:
            yield Difference(entry.seq, self._round, "follows from nothing that was done at the table")

    # ---- a table -------------------------------------------------------------------------------------------------

    def _at_table(self, casino: Casino, name: str, entry: Entry) -> Iterator[str]:
        event = table_event(entry.event)
        table = casino.tables.get(name, Table())
        if isinstance(event, te.TableOpened):
            self._pinned[name] = pinned(event)
            self._last = None
            return
        if name not in self._pinned or not self._pinned[name].judged:
            self._acted, self._last = "", None
            return
        self._last = name, event
        yield from _from_deck(table, event)
        if isinstance(event, te.Played):
            yield from self._played(casino, name, table, event.event, entry.by)
        elif isinstance(event, te.StepTakenBack):
            rules = in_force(self._pinned[name], casino.books, name, table)[0]
            yield from _taken_back(rules, table, event, entry.by)

    def _played(self, casino: Casino, name: str, table: Table, event: Any, by: str) -> Iterator[str]:
        rules = in_force(self._pinned[name], casino.books, name, table)[0]
        judged_at_once = False
        if not self._due:
            try:
                game = game_of_round(table.round)
                meters, unpaid = paid_from(Ruled(name, rules), casino.books, table)
                ask = game.core.asked(table.round, event, meters)
                act = type(ask).__name__
                if wrong := _not_theirs(rules, table, ask, by):
                    yield wrong
                if act in game.SETTLES and unpaid:
                    yield unpaid
                if act == "DealUnseen" and table.deck.order:
                    yield "keys cards by hand that were shuffled by the system"
                # Where people were told of wrong counts of the system's cards, they are judged as if they were real.
                told = self._pinned[name].counts_were_told and isinstance(event, game.VOID)
                round = replace(table.round, keyed=True) if told else table.round
                self._due.extend(game.core.decide(rules, round, ask))
                judged_at_once = act in game.CORRECTIONS and bool(getattr(event, "payments", ()))
            except Refused as error:
                yield f"is not what the rules allow: {error}"
                return
            except FAULTS as error:
                yield f"cannot be judged: {error!r}"
                return
        expected = self._due.popleft() if self._due else None
        if expected not in (event, cited_today(event, expected)) and not judged_at_once:
            yield _otherwise(event, expected)
            self._due.clear()


def _taken_back(rules: Rules, table: Table, event: te.StepTakenBack, by: str) -> Iterator[str]:
    """A dealer takes back the last step that a dealer keyed, with a supervisor where others rely on it."""
    step = last_step(table)
    if step is None:
        yield "takes back a step where none is left"
    elif (others := stays(table, step)) is not None:
        yield f"is not what the rules allow: {others[1]}"
    elif event != (expected := taken(rules, table, step)):
        yield _otherwise(event, expected)
    elif not by.startswith("dealer "):
        yield f"is for a dealer, not {by}"


def _otherwise(event: Any, expected: Any) -> str:
    """What of an event is not what the rules make of the act."""
    if type(event) is not type(expected):
        by_the_rules = "nothing" if expected is None else f"a {type(expected).__name__}"
        return f"is a {type(event).__name__}, by the rules {by_the_rules}"
    pairs = ((name, getattr(event, name), getattr(expected, name)) for name in event.__struct_fields__)
    told = (f"{name} {_without(one, two)}, by the rules {_without(two, one)}" for name, one, two in pairs if one != two)
    return f"has as {'; as '.join(told)}"


def _without(one: Any, two: Any) -> Any:
    """Of lines, those that are not in both; where that is none, the order tells them apart."""
    return tuple(each for each in one if each not in two) or one if isinstance(one, tuple) else one


def _not_theirs(rules: Rules, table: Table, ask: Any, by: str) -> str:
    """Why whoever acted may not do this."""
    game, act = game_of_round(table.round), type(ask).__name__
    role, _, id = by.partition(" ")
    roles: tuple[str, ...] = DEALER
    if act in game.BY_PLAYERS:
        holder = table.players.get(ask.seat)
        if holder is None:
            return f"is for seat {ask.seat}, where nobody sits"
        if role == "player" and id != holder and not id.startswith(f"{holder} with "):
            return f"is for seat {ask.seat}, which is another player's than {id}"
        roles = ("player", *DEALER)
    elif act == "Report":
        roles = STAFF
    elif act in game.CORRECTIONS:
        roles = SUPERVISOR
        signed = by.rpartition(" with ")[2].partition(" ")[0]
        role = signed if role == "dealer" and act in game.WITH_THE_DEALER else role
    elif act in game.SETTLES:
        roles = game.settled_by(rules, table.round)[0]
    return "" if role in roles else f"is for a {' or '.join(roles)}, not a {role}"


# ---- the deck ----------------------------------------------------------------------------------------------------


def _from_deck(table: Table, event: te.Event) -> Iterator[str]:
    """Where a deck whose order is known is not cut or dealt as it lies."""
    match event:
        case te.DeckShuffled() if event.order and sorted(event.order) != sorted(DECK):
            yield "is no shuffle of one deck"
        case te.DeckCut() if event.order and event.order != cut(table.decks[event.deck].order, event.cards):
            yield f"changes more than a cut of {event.cards} cards does"
        case te.Played() if table.round is not None:
            yield from _on_top(table, event.event)
        case _:
            return


def _on_top(table: Table, event: Any) -> Iterator[str]:
    core, order = game_of_round(table.round).core, table.deck.order[table.discarded + table.round.dealt :]
    cards = [tuple(going.card for going in core.leaving(event, way) or ()) for way in (SINGLY, STACKS)]
    if cards[0] and order[: len(cards[0])] not in cards:
        yield "deals other cards than lie on top of the deck"


# ---- jackpots ----------------------------------------------------------------------------------------------------


def _at_jackpot(casino: Casino, rules: dict[str, Pinned], event: me.MoneyEvent, by: str) -> Iterator[str]:
    """An award is what the meter gives when it is locked, and is closed by another person than who keyed it."""
    books = casino.books
    match event:
        case me.HitLocked() if event.title:
            if not _of_the_meter(books, event):
                yield "locks another amount than a percentage of the meter"
        case me.HitLocked() if event.table in rules and rules[event.table].judged:
            table = casino.tables[event.table]
            ruled = Ruled(event.table, in_force(rules[event.table], books, event.table, table)[0])
            if event not in tuple(lock(ruled, books, table)):
                yield "locks another award than the step that is settled now wins"
        case me.HitValidated() | me.HitRejected():
            hit = books.links[event.jackpot].open.get(event.number)
            if hit is None or (isinstance(event, me.HitValidated) and hit.state != "pending"):
                yield f"closes hit {event.number} of {event.jackpot}, which does not wait for it"
            elif by.partition(" ")[0] in FLOOR and _keyed_alone(rules, event, by, hit):
                yield f"is by the person who keyed hit {event.number} of {event.jackpot}"
            elif isinstance(event, me.HitValidated) and by.partition(" ")[0] not in FLOOR:
                yield f"is for a {' or '.join(FLOOR)}, not {by}"
        case _:
            return


def _person(by: str) -> str:
    return by.split(" ", 1)[-1].split(" with ", maxsplit=1)[0]


def _keyed_alone(rules: dict[str, Pinned], event: me.MoneyEvent, by: str, hit: Hit) -> bool:
    """Whether an award is closed by who keyed it, with nobody else, or where that is not enough."""
    if _person(by) != hit.keyed_by:
        return False
    law = rules[hit.table].rules if hit.table in rules else None
    enough = isinstance(event, me.HitRejected) or keyer_validates(law, hit)
    return not enough or by.partition(" with ")[2].partition(" ")[2] in ("", hit.keyed_by)


def _of_the_meter(books: Books, event: me.HitLocked) -> bool:
    for drawn in event.draws:
        meter = books.meter(event.jackpot, drawn.level)
        possible = (draw(meter, drawn.level, share) for share in shares_of(drawn.level))
        if event.readings.get(drawn.level) != meter or drawn not in possible:
            return False
    return True
