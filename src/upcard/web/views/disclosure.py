"""What is hidden in a journal at this moment, and where the rounds of each table begin and end in it.

An entry of a round is hidden in part while the round is in play; the order of a deck until the round dealt from it is
over, also where it was shuffled during the round before; the secret of a shuffle until it was revealed. The journal is
followed once, from its first entry, and little more than the ends of rounds is decoded.

A hash is a way of guessing: whoever knows everything in an entry but four cards tries them all, and the hash says which
they are, or any later hash does. So from the shuffle of a round whose cards are on a table no hash is told. An order of
which nothing was dealt cannot be guessed yet, but what is told of it now says which cards lie there once the others are
known: it hides all hashes from it on as well, unless it has a salt, by which nobody guesses anything at any time.
"""

from __future__ import annotations

from bisect import bisect_right
from threading import RLock
from typing import Any, NamedTuple

import msgspec

from upcard.journal.command import TABLE, fair_event, salt_of, table_event
from upcard.shuffles import events as fair
from upcard.shuffles.events import SHUFFLE
from upcard.store.store import Entry, Reading
from upcard.tables import events as te

BOUNDS = tuple(
    f'{{"type":"{name}"'
    for name in (
        "TableOpened", "TableClosed", "RoundReconciled", "DeckShuffled", "DeckCut", "DeckRemoved", "CardsLeftDeck",
    )
)  # fmt: skip
DEALT = tuple(
    f'{{"type":"Played","event":{{"type":"{name}"'
    for name in (
        "stud.HandsDealt", "stud.DealerCompleted", "six.HandsDealt", "six.StreetDealt", "six.BonusCardDealt",
    )
)  # fmt: skip
"""The events that hold cards which may lie face down."""


class Ended(NamedTuple):
    """A round that is over, or the one that is not: its first and its last entry, and when the last one was made."""

    table: str
    number: int
    first: int
    last: int
    at: str
    over: bool = True


class TableTimeline:
    """One table as far as its stream was followed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.openings: list[tuple[int, te.TableOpened]] = []
        self.rounds: list[Ended] = []
        self.number = 0
        self.is_open = False
        self.first = 0
        """The first entry of the round that is not over; 0 where there is none yet."""
        self.last = 0
        self.at = ""
        self.over = 0
        """The entry with which the last round ended, or the table closed."""
        self.orders: dict[str, list[int]] = {}
        """By deck, the entries that tell an order which is still to be played out."""
        self.dealt = 0
        """The first entry of this round that holds cards; 0 before the deal."""
        self._bare: set[int] = set()
        """Of the entries that hold cards, those without a salt."""
        self._deck = ""
        self._decks: tuple[str, ...] = ()
        self._used: set[str] = set()

    @property
    def guessable(self) -> int:
        """From which entry on a hash would tell cards; 0 for none."""
        found = [seq for seqs in self.orders.values() for seq in seqs if seq in self._bare]
        if self.dealt:
            found += [self.dealt, *(seq for deck in self._used for seq in self.orders.get(deck, ()))]
        return min(found, default=0)

    @property
    def hidden_from(self) -> int:
        """The oldest entry that is hidden; 0 for none."""
        return min(self._hidden(), default=0)

    @property
    def bare_from(self) -> int:
        """The oldest entry that is hidden and has no salt; 0 for none."""
        return min(self._bare.intersection(self._hidden()), default=0)

    def _hidden(self) -> list[int]:
        found = [seq for seqs in self.orders.values() for seq in seqs]
        return [self.dealt, *found] if self.dealt else found

    def playing(self) -> Ended | None:
        return Ended(self.name, self.number, self.first, self.last, self.at, over=False) if self.first else None

    def feed(self, entry: Entry) -> None:
        self.last, self.at = entry.seq, entry.at
        if self.is_open and not self.first:
            self.first = entry.seq
        if entry.event.startswith(BOUNDS):
            self._bound(entry, table_event(entry.event))
        elif not self.dealt and entry.event.startswith(DEALT):
            self.dealt = entry.seq
            self._note(entry)

    def _note(self, entry: Entry) -> None:
        if not salt_of(entry.event):
            self._bare.add(entry.seq)

    def _bound(self, entry: Entry, event: te.Event) -> None:
        match event:
            case te.TableOpened():
                self.openings.append((entry.seq, event))
                self.is_open, self.number, self.first = True, self.number + 1, entry.seq
                self._deck, self._decks = event.decks[0], event.decks
            case te.TableClosed():
                self.is_open = False
                self.orders.clear()
                self._end(entry)
            case te.DeckShuffled() | te.DeckCut():
                self.orders.setdefault(event.deck, []).append(entry.seq)
                if event.order:
                    self._note(entry)
            case te.DeckRemoved():
                self._decks = tuple(deck for deck in self._decks if deck != event.deck)
                self._deck = next(iter(self._decks), "")
            case te.CardsLeftDeck():
                self._used.add(event.deck)
            case te.RoundReconciled():
                for deck in {self._deck, *self._used}:
                    self.orders.pop(deck, None)
                self.rounds.append(Ended(self.name, event.number, self.first, entry.seq, entry.at))
                self.number, self._deck = event.number + 1, event.next_deck
                self._end(entry)
            case _:
                pass

    def _end(self, entry: Entry) -> None:
        self.over, self.first, self.dealt = entry.seq, 0, 0
        self._used.clear()
        self._bare.intersection_update(self._hidden())

    def hides(self, seq: int) -> bool:
        return seq > self.over or any(seq in seqs for seqs in self.orders.values())

    def opened_before(self, seq: int) -> tuple[int, te.TableOpened] | None:
        """What the table was opened with when that entry was made, and where that stands."""
        place = bisect_right(self.openings, seq, key=lambda opening: opening[0])
        return self.openings[place - 1] if place else None

    def rounds_from(self, seq: int) -> list[Ended]:
        """The rounds that were not over before that entry, the one that it belongs to first."""
        place = bisect_right(self.rounds, seq - 1, key=lambda ended: ended.last)
        playing = self.playing()
        return [*self.rounds[place : place + 1], *((playing,) if playing else ())]

    def span(self, seq: int) -> tuple[int, int]:
        """The first entry of the round that an entry belongs to, and the entry before the round before it."""
        place = bisect_right(self.rounds, seq - 1, key=lambda ended: ended.last)
        first = self.rounds[place - 1].last + 1 if place else 0
        return first, (self.rounds[place - 2].last if place > 1 else 0)


class _Shuffles:
    """The secrets of one table's shuffles that are not revealed yet."""

    def __init__(self) -> None:
        self.committed: dict[int, int] = {}
        """By the number of a shuffle, the entry that holds its secret."""
        self.drawn: dict[int, int] = {}
        self.revealed: set[int] = set()

    def feed(self, entry: Entry) -> None:
        match event := fair_event(entry.event):
            case fair.ShuffleCommitted():
                self.committed[event.number] = entry.seq
            case fair.ShuffleDrawn():
                self.drawn[event.number] = entry.seq
            case fair.ShuffleRevealed():
                self.revealed.add(event.number)
            case fair.ContributionGiven():
                pass

    def settle(self, over: int) -> None:
        """A secret is open once it was revealed and the round in which it was drawn is over."""
        for number in [n for n in self.revealed if self.drawn.get(n, 0) <= over]:
            self.revealed.discard(number)
            self.committed.pop(number, None)
            self.drawn.pop(number, None)


class Disclosure:
    """Every table of a journal, followed as far as it was read."""

    def __init__(self) -> None:
        self.seq = 0
        self.courses: dict[str, TableTimeline] = {}
        self._shuffles: dict[str, _Shuffles] = {}
        self._reading = RLock()

    def follow(self, reading: Reading, upto: int | None = None) -> Disclosure:
        """Reads what was appended since; from any thread."""
        with self._reading:
            for entry in reading.entries(self.seq, upto=upto):
                self._feed(entry)
                self.seq = entry.seq
        return self

    def _feed(self, entry: Entry) -> None:
        if entry.stream.startswith(TABLE):
            name = entry.stream.removeprefix(TABLE)
            course = self.courses.get(name)
            if course is None:
                course = self.courses[name] = TableTimeline(name)
            course.feed(entry)
        elif entry.stream.startswith(SHUFFLE):
            self._shuffles.setdefault(entry.stream.removeprefix(SHUFFLE), _Shuffles()).feed(entry)

    def hides(self, entry: Entry) -> bool:
        """Whether an entry is hidden in part; one that was not followed yet is."""
        with self._reading:
            if entry.seq > self.seq:
                return True
            if entry.stream.startswith(TABLE):
                course = self.courses.get(entry.stream.removeprefix(TABLE))
                return course is None or course.hides(entry.seq)
            if entry.stream.startswith(SHUFFLE):
                return entry.seq in self._secrets(entry.stream.removeprefix(SHUFFLE))
            return False

    def _secrets(self, name: str) -> tuple[int, ...]:
        shuffles, course = self._shuffles.get(name), self.courses.get(name)
        if shuffles is None:
            return ()
        shuffles.settle(course.over if course else 0)
        return tuple(shuffles.committed.values())

    def draws(self, table: str) -> bool:
        """Whether the system draws the cards of a table."""
        return table in self._shuffles

    @property
    def hashes_upto(self) -> int:
        """The last entry whose hash may be told."""
        with self._reading:
            barred = [course.guessable for course in self.courses.values() if course.guessable]
            return min([self.seq, *(seq - 1 for seq in barred)])

    @property
    def whole_upto(self) -> int:
        """The last entry up to which nothing is hidden: so far the journal may be given away as it is."""
        with self._reading:
            barred = [course.hidden_from for course in self.courses.values() if course.hidden_from]
            barred += [seq for name in self._shuffles for seq in self._secrets(name)]
            return min([self.seq, *(seq - 1 for seq in barred)])

    @property
    def chain_upto(self) -> int:
        """The last entry up to which a chain of hashes can be given away, with what is hidden before it left out.

        The secret of a shuffle cannot be guessed, and neither can an entry with a salt.
        """
        with self._reading:
            barred = [course.bare_from for course in self.courses.values() if course.bare_from]
            return min([self.seq, *(seq - 1 for seq in barred)])

    def rounds(self, limit: int) -> list[Ended]:
        """The last rounds of the house, those in play first, then the newest first."""
        with self._reading:
            playing = [found for course in self.courses.values() if (found := course.playing())]
            ended = [found for course in self.courses.values() for found in course.rounds[-limit:]]
        newest = sorted(playing, key=lambda r: -r.last) + sorted(ended, key=lambda r: -r.last)
        return newest[:limit]


# ---- An entry's event without what nobody may see yet ------------------------------------------------------
# cards that lie face down, orders of decks, secrets of shuffles.
#
# It is an allow-list. While an entry is hidden (`sealed` says for how long), only the fields that are named here are
# shown, and an event or a field that is not named is not. So whatever is added to the events one day stays unseen
# until somebody has said that it may be seen.


FACE_DOWN = "face down"

HARMLESS: dict[str, str] = {
    "TableOpened": "edition digest elections engine decks devices game accessories mode equipment deck_ids text",
    "TableClosed": "",
    "DealerRelieved": "dealer",
    "DeckStaged": "deck stage rule by id",
    "DeckShuffled": "deck method ready",
    "DeckCounted": "deck cards rule",
    "ShufflerJammed": "deck rule",
    "DeckCut": "deck cards over",
    "RecutOrdered": "deck rule",
    "DeckWithdrawn": "deck rule",
    "DeckRemoved": "deck rule",
    "CardsSpreadIdle": "face_up rule",
    "DeviceInstalled": "device",
    "DeviceRemoved": "device",
    "DealingChanged": "dealing rule",
    "SeatTaken": "seat player",
    "SeatLeft": "seat",
    "ChipsCounted": "chips accepted rule",
    "CardsLeftDeck": "deck drawing_hand holding_hand",
    "StubRacked": "rule",
    "StubTakenBack": "rule",
    "StubCounted": "cards total rule hands in_all",
    "WinnerKeyed": "seat lit rule",
    "SupervisorCalled": "rule seat stands",
    "CallAnswered": "",
    "CallEnded": "",
    "StepDone": "step seat rule",
    "DocumentsOpened": "seat rule hand",
    "AwardDocumented": "seat rule",
    "HandLeftExposed": "seat rule",
    "CardsRacked": "seat rule",
    "RoundReconciled": "number rule next_deck game",
    "StepTakenBack": "step act seat events rule own",
    "stud.WagerPlaced": "seat wager cents",
    "stud.WagerTakenBack": "seat wager cents",
    "stud.CouponPlaced": "seat coupon cents",
    "stud.BetsClosed": "accepted",
    "stud.HandsDealt": "up turned",
    "stud.HandsDealtUnseen": "counts dealer_count up_card",
    "stud.UpCardTurned": "card",
    "stud.DealerFellShort": "rule held",
    "stud.DealerCompleted": "rule",
    "stud.HandVoided": "seat rule payments reversed undone order",
    "stud.RoundVoided": "rule irregularity payments reversed",
    "stud.TableMisdealt": "rule agenda reversed",
    "stud.IrregularityNoted": "irregularity rule seat",
    "stud.HandFolded": "seat payments",
    "stud.BetMade": "seat cents",
    "stud.HoleCardsRevealed": "dealer value qualifies magic_card lucky agenda",
    "stud.HandShown": "seat cards value",
    "stud.HandCorrected": "seat before cards value payments reversed undone also",
    "stud.DealerCorrected": "before dealer value qualifies agenda reversed undone order",
    "stud.AwardKept": "seat wager odds cents rule",
    "stud.PartsReturned": "wager odds level parts each rule",
    "stud.UpCardCorrected": "before card",
    "stud.DealTakenBack": "reversed",
    "stud.ProgressiveCorrected": "seat wager before cents rule",
    "stud.StepSettled": "step payments draws shared",
    "stud.RoundCompleted": "",
    "six.WagerPlaced": "seat wager cents",
    "six.WagerTakenBack": "seat wager cents",
    "six.BetsClosed": "",
    "six.HandsDealt": "",
    "six.HandsDealtUnseen": "counts",
    "six.CommunityTurned": "card",
    "six.HandFolded": "seat payments",
    "six.BetMade": "seat cents tip",
    "six.StreetDealt": "seats",
    "six.FinalDecided": "seat decision payments fee",
    "six.HandShown": "seat cards value",
    "six.HandCorrected": "seat before cards value reversed unverified unsettled also",
    "six.CommunityCorrected": "before card values reversed unverified unsettled",
    "six.DealTakenBack": "reversed",
    "six.BonusCardDealt": "seat payments",
    "six.BonusCardRefused": "seat payments",
    "six.HandVoided": "seat rule payments reversed",
    "six.RoundVoided": "rule irregularity payments reversed",
    "six.IrregularityNoted": "irregularity rule seat",
    "six.SeatSettled": "seat payments reversed",
    "six.RoundCompleted": "",
    "ShuffleCommitted": "table number commitment",
    "ContributionGiven": "table player value",
    "ShuffleDrawn": "table number deck contributions draws deal",
    "ShuffleRevealed": "table number round",
}
"""By the name that the journal gives an event, the fields that tell of no card before the table saw it."""

# fmt: off
OPEN: frozenset[str] = frozenset({
    "JackpotOpened", "TableJoined", "TableLeft", "LinkSuspended", "LinkResumed", "LevelChanged", "MeterCorrected",
    "SignRead", "TitleWagered", "HitLocked", "HitValidated", "HitRejected", "HitPaid", "HitUnwon", "HitStands",
    "EndAnnounced", "PetitionRecorded", "PetitionDecided", "CriteriaEased", "FundTransferred", "JackpotEnded",
    "HouseOpened", "TrayFilled", "TrayCredited", "ChipsBought", "DropCounted", "TrayCounted", "ShiftClosed",
    "AlertAcknowledged", "SlipIssued", "SlipSigned", "SlipVoided",
})
# fmt: on
"""The events of money: what they tell of a hand was turned up before they could be recorded."""

# fmt: off
JUDGED: frozenset[str] = frozenset({
    "stud.StepSettled", "stud.HandCorrected", "stud.DealerCorrected", "six.SeatSettled", "six.BonusCardRefused",
    "six.HandCorrected", "six.CommunityCorrected",
})
# fmt: on
"""Where a payment names a hand, the hand lies face up. Elsewhere its rank is kept back with the hand."""

PAYMENTS = ("payments", "reversed")


def redacted(text: str) -> dict[str, Any]:
    """The event of an entry that is hidden, from its JSON.

    >>> redacted('{"type":"DeckCut","deck":"red","cards":12,"order":[3,1,2],"over":""}')
    {'type': 'DeckCut', 'deck': 'red', 'cards': 12, 'order': '3 cards, face down', 'over': ''}
    >>> redacted('{"type":"Unheard","of":[1,2]}')
    {'type': 'Unheard', 'of': 'face down'}
    """
    event: dict[str, Any] = msgspec.json.decode(text)
    event.pop("salt", None)
    return _shown(event)


def _shown(event: dict[str, Any]) -> dict[str, Any]:
    kind = event.get("type", "")
    if kind in OPEN:
        return event
    if kind == "Played":
        return {"type": kind, "event": _shown(event["event"])}
    allowed = HARMLESS.get(kind)
    fields = allowed.split() if allowed is not None else ()
    found: dict[str, Any] = {"type": kind}
    for field, value in event.items():
        if field == "type":
            continue
        if field not in fields:
            found[field] = _turned_down(kind, event, field, value) if allowed is not None else FACE_DOWN
        elif field in PAYMENTS and kind not in JUDGED:
            found[field] = [payment | {"hand": None} for payment in value]
        else:
            found[field] = value
    return found


def _turned_down(kind: str, event: dict[str, Any], field: str, value: Any) -> Any:
    """As many cards as lie there, and of the dealer's the one that lies face up."""
    if kind == "stud.HandsDealt" and field == "dealer":
        up = event["up"] if event.get("turned", True) else 0
        return [card if place == up else FACE_DOWN for place, card in enumerate(value, 1)]
    return _backs(value)


def _backs(value: Any) -> Any:
    match value:
        case None:
            return None
        case list():
            return f"{len(value)} cards, {FACE_DOWN}"
        case dict():
            return {key: _backs(each) for key, each in value.items()}
        case _:
            return FACE_DOWN
