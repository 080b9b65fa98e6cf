"""A table as it stands: its decks and devices, who sits at it, the round on it and what the procedure has seen done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, assert_never

import msgspec
from msgspec.structs import replace

from upcard.games.game import CORES, GameRound, game_of_round
from upcard.rules.table import reads_as
from upcard.tables import events as e
from upcard.tables.deck import FULL, IN_USE, SPREAD, Deck, Stage

DEALER = 0
"""The dealer's own hand, where a seat is meant."""

IN_DOUBT = 1_000
"""More rounds than any law lets pass without a count: a deck that was to be counted again, and was not, has so many."""


class Table(msgspec.Struct, frozen=True):
    """The state of a table; every field is what an event has left there."""

    is_open: bool = False
    decks: dict[str, Deck] = {}
    current: str = ""
    """The back of the deck in play, or next in play."""
    devices: tuple[str, ...] = ()
    dealing: str = ""
    """The way of dealing that was changed to; empty where it is the one that the table opened with."""
    accessories: tuple[str, ...] = ()
    """The cards that lie with a deck and are none of it."""
    players: dict[int, str] = {}
    dealer: str = ""
    """Who deals here, where somebody has taken the table by name."""
    number: int = 0
    """The number of the present round."""
    round: GameRound = None
    chips: Literal["", "right", "wrong", "corrected"] = ""
    """The count of progressive chips against what the system accepted; after a correction it is made again."""
    drawn: bool = False
    """Whether real cards have left the deck that are not keyed yet."""
    stub: Literal["", "out", "racked"] = ""
    since_count: int = 0
    """Rounds dealt since the stub was last counted, this one included, whether or not the table closed meanwhile."""
    uncounted: dict[str, int] = {}
    """Rounds dealt from each deck that was dealt here, by its id or else its back, since its stub was last counted."""
    count_again: Literal["", "stub", "with hands"] = ""
    """What is counted once more, though the stub of this round was counted already."""
    discarded: int = 0
    """Cards found face up in this round and racked unused."""
    winners: tuple[int, ...] = ()
    """The seats whose winner key is lit."""
    call: Literal["", "passing", "open", "answered"] = ""
    """A supervisor is called, or has come. A passing call, of an older journal, ends with the award or the round."""
    done: tuple[tuple[str, int], ...] = ()
    """The steps of verification done in this round, with their seats."""
    documents: tuple[tuple[int, str, int], ...] = ()
    """Awards not documented yet: the seat, the rule that wants it, and whose hand stays for it; 0 for the dealer's."""
    racked: tuple[int, ...] = ()
    """Whose cards lie in the rack, in the order they came there; 0 for the dealer's."""
    candidates: tuple[int, ...] = ()
    """Whose hand stayed exposed for the cover all wagers, the highest so far last; 0 for the dealer's."""
    holding_hand: str = ""
    withdrawn: dict[str, str] = {}
    """The decks of the house that were taken off this table, by id, each with the rule that took it."""
    keyed: bool = False
    """Whether the cards are real ones, and what happens is keyed."""
    past: tuple[Past, ...] = ()
    """At such a table, what has happened since the last thing that nobody takes back."""
    stands: str = ""
    """What that was, by the name of its event."""
    stands_by: str = ""
    """The id of the act that led to it: all that it led to stands with it."""

    @property
    def called(self) -> bool:
        """Whether a supervisor is called and has not come yet."""
        return self.call in ("passing", "open")

    @property
    def standing_call(self) -> Literal["", "open", "answered"]:
        """A call that outlasts the round."""
        return "" if self.call == "passing" else self.call

    @property
    def idle(self) -> bool:
        """Whether cards lie spread because nobody played."""
        return any(deck.idle and deck.stage in SPREAD for deck in self.decks.values())

    @property
    def deserted(self) -> bool:
        """Whether cards lay unspread while nobody sat here, whoever has come afterwards."""
        return any(deck.idle and deck.stage in IN_USE for deck in self.decks.values())

    @property
    def rounds_uncounted(self) -> int:
        """Rounds dealt since the stub was last counted: any, or that of the deck in play."""
        return max(self.since_count, self.uncounted.get(self.counted_as, 0))

    @property
    def counted_as(self) -> str:
        """The name under which the rounds of the deck in play are counted."""
        name = self.deck.id or self.current
        return self.dealt_as(name) or name

    def dealt_as(self, name: str) -> str:
        """The name under which a deck was dealt here before, however it is written now; else empty."""
        return next((known for known in self.uncounted if reads_as(known) == reads_as(name)), "")

    @property
    def stub_taken(self) -> bool:
        """Whether what is left of the deck has left shoe or hand, also where it is counted again after a correction."""
        return self.stub == "racked" or bool(self.count_again)

    @property
    def candidate(self) -> int | None:
        """Whose hand lies exposed as the highest so far."""
        return self.candidates[-1] if self.candidates else None

    @property
    def without_wagers(self) -> bool:
        """Whether nobody has a wager down: bets are open and none lies there, or the table is closed."""
        return self.round is None or (self.round.phase == "betting" and not self.round.seats)

    @property
    def cards_out(self) -> bool:
        """Whether cards of the round have left the deck."""
        return self.drawn or (self.round is not None and self.round.phase not in ("betting", "closed"))

    @property
    def deck(self) -> Deck:
        return self.decks.get(self.current, Deck())


class Past(msgspec.Struct, frozen=True):
    """Something that happened at a keyed table, and the table as it was before, but for its past."""

    event: e.Event
    before: Table
    by: str = ""
    """Who did it, as an entry of the journal says it."""
    command: str = ""
    """The id of the act that led to it."""
    acted: bool = False
    """Whether somebody has acted at another seat since, though that was taken back."""

    @property
    def seat(self) -> int:
        """The seat that it concerns; 0 is the dealer's, or none."""
        inner = self.event.event if isinstance(self.event, e.Played) else self.event
        return int(getattr(inner, "seat", 0))


# ---- What an event makes of a table ------------------------------------------------------------------------
# total, and without asking the law.


def replay(table: Table, recorded: Iterable[e.Recorded]) -> Table:
    """The table after all that was recorded."""
    for entry in recorded:
        table = evolve(table, entry.event, f"{entry.by.role} {entry.by.id}")
    return table


def evolve(table: Table, event: e.Event, by: str = "", command: str = "") -> Table:
    """The table after one event of an act by somebody; who and which act matters to what may be taken back alone."""
    if isinstance(event, e.StepTakenBack):
        return _taken_back(table, event)
    after = _left_lying(_after(table, event))
    if not after.keyed or not after.is_open:
        return replace(after, past=(), stands="", stands_by="") if after.past else after
    if (lasts := lasting(table, event)) or (command and command == table.stands_by):
        return replace(after, past=(), stands=lasts or table.stands, stands_by=command)
    past = Past(event, replace(table, past=()), by, command)
    return replace(after, past=(*table.past, past)[-LONGEST_PAST:])


LONGEST_PAST = 200
"""So much of what happened can be taken back; a full table keys less before the bets are closed, and after that."""

BESIDE = (
    e.DealerRelieved, e.DeckStaged, e.DeckShuffled, e.DeckCounted, e.ShufflerJammed, e.DeckCut, e.RecutOrdered,
    e.DeckRemoved, e.CardsSpreadIdle, e.DeviceInstalled, e.DeviceRemoved, e.DealingChanged, e.SeatTaken, e.SeatLeft,
    e.ChipsCounted, e.CardsLeftDeck, e.SupervisorCalled, e.CallAnswered, e.CallEnded, e.AwardDocumented,
)  # fmt: skip
"""What is no step in a round: it stands, whatever is taken back before it. Real cards do not go back into the deck."""


def is_beside(taken: e.StepTakenBack, place: int, event: e.Event) -> bool:
    """Whether what happened at a place among the events of a step stands when the step is taken back."""
    return isinstance(event, BESIDE) or place in taken.own


def lasting(table: Table, event: e.Event) -> str:
    """The name of an event across which nothing is taken back, or empty."""
    match event:
        case e.TableOpened() | e.RoundReconciled() | e.DeckWithdrawn():
            return type(event).__name__
        case e.SeatLeft() if table.round is not None and table.round.phase == "betting":
            return "SeatLeft"
        case e.CardsLeftDeck() if table.round is not None and table.round.phase != "closed":
            return "CardsLeftDeck"
        case e.DeckStaged(stage="received") if not table.without_wagers and table.round.phase != "betting":
            return "DeckStaged"
        case e.Played():
            game = game_of_round(table.round)
            if table.round.phase == "betting" and isinstance(event.event, game.VOID):
                return "RoundVoided"
            lasts = isinstance(event.event, (*game.CLOSED, *game.PAYING, *game.TAKEN_BACK))
            return type(event.event).__name__ if lasts and not isinstance(event.event, game.VOID) else ""
        case _:
            return ""


def _taken_back(table: Table, event: e.StepTakenBack) -> Table:
    """The table as it was before the step; what stands beside it happens again, and other steps know that it was."""
    kept, gone = table.past[: -event.events], table.past[-event.events :]
    if not gone:
        return table  # of a round of which nothing was followed
    seats = {one.seat for one in gone if isinstance(one.event, e.Played)}
    past = tuple(replace(one, acted=one.acted or bool(seats - {one.seat})) for one in kept)
    found = replace(gone[0].before, past=past)
    for place, one in enumerate(gone):
        if is_beside(event, place, one.event):
            found = evolve(found, one.event, one.by, one.command)
    return found


def standing(events: Iterable[e.Event]) -> list[e.Event]:
    """Of what happened at a table, in its order, what was not taken back."""
    found: list[e.Event] = []
    for event in events:
        if isinstance(event, e.StepTakenBack):
            gone = enumerate(found[-event.events :])
            found[-event.events :] = [one for place, one in gone if is_beside(event, place, one)]
        else:
            found.append(event)
    return found


def _left_lying(table: Table) -> Table:
    """Cards that could be played lie idle as long as nobody sits at an open table, however they came there."""
    lying = {name: deck for name, deck in table.decks.items() if deck.stage in IN_USE and not deck.idle}
    if table.players or not table.is_open or not lying:
        return table
    idle = {name: replace(deck, idle=True) for name, deck in lying.items()}
    return replace(table, decks={**table.decks, **idle})


def _after(table: Table, event: e.Event) -> Table:
    match event:
        case e.TableOpened():
            ids = event.deck_ids or {}
            return Table(
                is_open=True,
                decks={name: _comes(table, name, ids.get(name, "")) for name in event.decks},
                current=event.decks[0],
                devices=event.devices,
                accessories=event.accessories,
                players=table.players,
                dealer=table.dealer,
                number=table.number + 1,
                round=CORES[event.game].Round(),
                since_count=table.since_count,
                uncounted=table.uncounted,
                call=table.standing_call,
                withdrawn=table.withdrawn,
                keyed=event.mode == "keyed",
            )
        case e.TableClosed():
            left = {name: deck for name, deck in table.decks.items() if deck.stage == "withdrawn"}
            return replace(table, is_open=False, round=None, decks=left)
        case e.DealerRelieved():
            return replace(table, dealer=event.dealer)
        case e.DeckStaged():
            was = table.decks[event.deck]
            if event.stage == "received":  # it comes anew, and nothing is known of the one before
                counts = {name: rounds for name, rounds in table.uncounted.items() if name != event.deck}
                decks = {**table.decks, event.deck: Deck(id=event.id or "")}
                return replace(table, decks=decks, uncounted=counts)
            idle = was.idle and event.stage != "washed"
            return _deck(table, event.deck, stage=event.stage, inspected_by=event.by or was.inspected_by, idle=idle)
        case e.DeckShuffled():
            stage: Stage = "ready" if event.ready else "shuffled"
            was = table.decks.get(event.deck, Deck())
            idle = was.idle and was.stage not in SPREAD
            deck = Deck(stage=stage, method=event.method, order=event.order, id=was.id, idle=idle)
            return replace(table, decks={**table.decks, event.deck: deck})
        case e.DeckCounted():
            if event.cards != FULL:
                return _deck(table, event.deck, stage="withdrawn", order=(), withdrawn_under=event.rule)
            return _deck(table, event.deck, counted=True, stage="ready")
        case e.ShufflerJammed():
            return _deck(table, event.deck, stage="washed", order=(), counted=False)
        case e.DeckCut():
            return _deck(table, event.deck, stage="ready", order=event.order)
        case e.RecutOrdered():
            return _deck(table, event.deck, stage="shuffled")
        case e.DeckWithdrawn():
            gone = table.decks[event.deck].id
            kept = replace(table, withdrawn={**table.withdrawn, gone: event.rule}) if gone else table
            if event.deck == table.current and table.count_again:  # what is taken off the table is not counted
                kept = replace(kept, stub="racked", count_again="")
            return _deck(kept, event.deck, stage="withdrawn", order=(), withdrawn_under=event.rule)
        case e.DeckRemoved():
            decks = {name: deck for name, deck in table.decks.items() if name != event.deck}
            return replace(table, decks=decks, current=next(iter(decks)))
        case e.CardsSpreadIdle():
            stage = "spread" if event.face_up else "face down"
            decks = {
                name: replace(deck, stage=stage, order=(), idle=True) if deck.opened else deck
                for name, deck in table.decks.items()
            }
            return replace(table, decks=decks)
        case e.DeviceInstalled():
            return replace(table, devices=(*table.devices, event.device))
        case e.DeviceRemoved():
            return replace(table, devices=tuple(d for d in table.devices if d != event.device))
        case e.DealingChanged():
            decks = {name: _taken_out(deck) for name, deck in table.decks.items()}
            return replace(table, dealing=event.dealing, decks=decks)
        case e.SeatTaken():
            return replace(table, players={**table.players, event.seat: event.player})
        case e.SeatLeft():
            players = {n: p for n, p in table.players.items() if n != event.seat}
            return replace(table, players=players)
        case e.ChipsCounted():
            return replace(table, chips="right" if event.chips == event.accepted else "wrong")
        case e.CardsLeftDeck():
            first = table.deck.stage == "ready"
            held = event.holding_hand or table.holding_hand
            stage = "withdrawn" if table.deck.stage == "withdrawn" else "in play"
            dealt = _deck(replace(_dealt(table), holding_hand=held, drawn=True), event.deck, stage=stage)
            if not first:
                return dealt
            counts = {**table.uncounted, table.counted_as: table.uncounted.get(table.counted_as, 0) + 1}
            return replace(dealt, stub="out", since_count=table.since_count + 1, uncounted=counts)
        case e.StubRacked():
            return replace(table, stub="racked", count_again="")
        case e.StubCounted():
            counts = {**table.uncounted, table.counted_as: 0}
            return replace(table, stub="racked", since_count=0, uncounted=counts, count_again="")
        case e.StubTakenBack():
            return replace(table, stub="out", count_again="with hands")
        case e.WinnerKeyed():
            others = tuple(n for n in table.winners if n != event.seat)
            return replace(table, winners=(*others, event.seat) if event.lit else others)
        case e.SupervisorCalled():
            done = (*table.done, ("CallSupervisor", event.seat)) if event.seat else table.done
            came = table.call == "answered"
            return replace(table, done=done, call="answered" if came else "open" if event.stands else "passing")
        case e.CallAnswered():
            return replace(table, call="answered")
        case e.CallEnded():
            return replace(table, call="")
        case e.StepDone():
            return replace(table, done=(*table.done, (event.step, event.seat)))
        case e.DocumentsOpened():
            return replace(table, documents=(*table.documents, (event.seat, event.rule, event.hand)))
        case e.AwardDocumented():
            return replace(table, documents=tuple(d for d in table.documents if d[:2] != (event.seat, event.rule)))
        case e.HandLeftExposed():
            return replace(table, candidates=(*table.candidates, event.seat))
        case e.CardsRacked():
            return replace(table, racked=(*table.racked, event.seat))
        case e.RoundReconciled():
            return _next_round(table, event)
        case e.StepTakenBack():
            return _taken_back(table, event)
        case e.Played():
            return _played(table, event)
        case _:
            assert_never(event)


def _comes(table: Table, name: str, id: str) -> Deck:
    """The deck that a table opens with: after a withdrawal none until another is received, or comes by its id."""
    return table.decks[name] if name in table.decks and not id else Deck(id=id)


def _deck(table: Table, name: str, **changes: Any) -> Table:
    return replace(table, decks={**table.decks, name: replace(table.decks[name], **changes)})


def _dealt(table: Table) -> Table:
    """Decks that an older journal deals although they lay idle are in play like any."""
    decks = {name: replace(deck, idle=deck.idle and deck.stage in SPREAD) for name, deck in table.decks.items()}
    return replace(table, decks=decks) if table.deserted else table


def _taken_out(deck: Deck) -> Deck:
    """A deck that lay ready for another way of dealing is stacked again, as before its shuffle."""
    taken = deck.stage in ("shuffled", "ready")
    return replace(deck, stage="washed", order=(), counted=False) if taken else deck


def _in_doubt(table: Table) -> dict[str, int]:
    """The rounds without a count, where the round ends before its deck was counted again."""
    owed = table.count_again and table.deck.stage != "withdrawn"
    return {**table.uncounted, table.counted_as: IN_DOUBT} if owed else table.uncounted


def _next_round(table: Table, event: e.RoundReconciled) -> Table:
    """The deck of the round is in the rack, also where a void round dealt none of it; one that is new is opened."""
    decks = dict(table.decks)
    used = decks[table.current]
    if used.stage in IN_USE:
        decks[table.current] = replace(used, stage="racked", order=(), counted=False)
    return Table(
        is_open=True,
        decks=decks,
        current=event.next_deck,
        devices=table.devices,
        dealing=table.dealing,
        accessories=table.accessories,
        players=table.players,
        dealer=table.dealer,
        number=event.number + 1,
        round=CORES[event.game].Round(),
        since_count=table.since_count,
        uncounted=_in_doubt(table),
        call=table.standing_call,
        withdrawn=table.withdrawn,
        keyed=table.keyed,
    )


def _played(table: Table, played: e.Played) -> Table:
    game = game_of_round(table.round)
    changed = replace(table, round=game.core.evolve(table.round, played.event))
    return game.table_after(changed, played.event)
