"""A round as a film: every entry that belongs to it, the table as it then looked, and what each viewer could see.

While a round is in play it is shown as far as everybody may see it: neither the players' own cards nor an order of a
deck. Once it is over, what each seat could see is shown too, and all that the journal knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

import msgspec
from msgspec import Meta

from upcard.audit import find, told
from upcard.audit.document import FilmHit, FilmSlip, Pinned
from upcard.audit.document import document as round_document
from upcard.audit.round_record import Step, Story
from upcard.document import (
    CardText,
    EditionId,
    Game,
    Hash,
    Level,
    Money,
    Phase,
    SeatNumber,
    SeatState,
    SignedMoney,
    Stub,
    Time,
    doc,
    either,
    one_of,
)
from upcard.errors import Refused
from upcard.games.game import CORES, core_of_round
from upcard.games.game import GameRound as Round
from upcard.games.option import KNOWN, Eye, Scene
from upcard.games.settle import Rules
from upcard.present.payment import LAMPS
from upcard.present.table_document import (
    DealerHand,
    DeckShown,
    WagerLine,
    decks,
    phase_words,
    seat_drawn,
    shared_cards,
    shown,
)
from upcard.store.open import Until
from upcard.store.store import Reading, SealedReading, intact
from upcard.tables import Table
from upcard.units import show_cents, whole_cents
from upcard.web.views.disclosure import Disclosure
from upcard.web.views.entries import HiddenEvent, Recorded, RecordedEvent, Sentence, Told, entry_document
from upcard.web.views.labels import Why, why
from upcard.web.views.payments import PaymentLine, payment_document
from upcard.web.views.verification_job import Verification

# ---- frame -------------------------------------------------------------------------------------------------
# A table drawn as it looked after an entry, as one viewer could see it then; in the shape of a table's document.
#
# It needs no house file: what is drawn follows from the rules that the table was opened with. The cards are kept
# apart from the rest, since they are what viewers see differently.


class BoardSeat(TypedDict):
    """A seat without its cards."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sat there.")]
    wagers: Annotated[list[WagerLine], doc("What lay there.")]
    lamp: Annotated[str, one_of("", *LAMPS.values()), doc("The lamp of the progressive wager in words, or empty.")]
    state: Annotated[SeatState, doc("How it stood.")]
    words: Annotated[str, doc("How it stood, in words.")]
    winner: Annotated[bool, doc("Whether its winner key was lit.")]
    racked: Annotated[bool, doc("Whether its cards lay in the rack.")]
    net: Annotated[SignedMoney | None, doc("What it had won or lost.")]


class Board(TypedDict):
    """The table without its cards, the same whoever looks."""

    phase: Annotated[Phase, doc("How far the round was.")]
    words: Annotated[str, doc("The same in words.")]
    decks: Annotated[list[DeckShown], doc("The decks.")]
    stub: Annotated[Stub, doc("Where the rest of the deck was.")]
    devices: Annotated[list[str], doc("The devices at the table.")]
    back: Annotated[str, doc("The colour of the backs of the cards in play.")]
    called: Annotated[bool, doc("Whether a supervisor was called.")]
    dealer: Annotated[str, doc("Who dealt, or empty.")]
    game: Annotated[Game, doc("The game.")]
    seats: Annotated[list[BoardSeat], doc("The seats.")]


class HandSeen(TypedDict):
    """A seat's cards as one viewer could see them."""

    cards: Annotated[list[CardText | None], doc("The cards; null where one lay face down.")]
    hand: Annotated[str | None, doc("What they were, where all were seen.")]


class HandsSeen(TypedDict):
    """All cards as one viewer could see them."""

    dealer: Annotated[DealerHand, doc("The dealer's hand.")]
    community: Annotated[CardText | None, doc("The community card of Bonus 6.")]
    community_dealt: NotRequired[Annotated[bool, doc("Whether it lay there; only in Bonus 6.")]]
    seats: Annotated[dict[SeatNumber, HandSeen], doc("By seat, its hand.")]


# ---- what everybody sees alike ---------------------------------------------------------------------------------------


def board(rules: Rules, table: Table, seats: int) -> Board:
    """The table without its cards; the same whoever looks."""
    round = table.round
    scene: Scene = CORES[rules.edition.game].scene(rules, round, "sign")
    return {
        "phase": round.phase if round is not None else "closed table",
        "words": phase_words(round),
        "decks": decks(table, {back: f"{back} deck {deck.id}".rstrip() for back, deck in table.decks.items()}),
        "stub": table.stub,
        "devices": list(table.devices),
        "back": table.current or "red",
        "called": table.called,
        "dealer": table.dealer,
        "game": rules.edition.game,
        "seats": [_seat(table, scene, number) for number in range(1, seats + 1)],
    }


def _seat(table: Table, scene: Scene, number: int) -> BoardSeat:
    seat = seat_drawn(table, scene, number)
    return {
        "seat": number,
        "player": table.players.get(number),
        "wagers": seat.wagers,
        "lamp": seat.lamp_words,
        "state": seat.state,
        "words": seat.words,
        "winner": number in table.winners,
        "racked": number in table.racked,
        "net": seat.net,
    }


# ---- what each viewer sees -------------------------------------------------------------------------------------------


def hands(rules: Rules, round: Round | None, eye: Eye) -> HandsSeen:
    """The cards as one viewer could see them; null where one lay face down for that viewer."""
    if round is None:
        return {"dealer": {"cards": [], "hand": None, "qualifies": None}, "community": None, "seats": {}}
    scene: Scene = core_of_round(round).scene(rules, round, eye)
    found = shared_cards(scene)
    seats: dict[str, HandSeen] = {
        str(number): {"cards": shown(place.cards), "hand": place.hand} for number, place in scene.seats.items()
    }
    return {"dealer": found["dealer"], "community": None, **found, "seats": seats}


# ---- round replay ------------------------------------------------------------------------------------------


_EYE = Meta(pattern="^(surveillance|dealer|sign|known|[1-9][0-9]?)$")


class FilmTable(TypedDict):
    """The table of the round."""

    name: Annotated[str, doc("Its name.")]
    slug: Annotated[str, doc("Its name in addresses.")]
    edition: Annotated[EditionId, doc("The law that the round was played under.")]
    title: Annotated[str, doc("That law in words.")]
    citation: Annotated[str, doc("How it is cited.")]
    game: Annotated[Game, doc("The game.")]


class Chain(TypedDict):
    """Whether every entry of the round stands on the one before."""

    whole: Annotated[bool | None, doc("Whether it does; null where there are too many to look at.")]
    broken_at: Annotated[int | None, doc("The first that does not.")]
    before: Annotated[Hash | None, doc("The hash that the round stands on.")]
    first: Annotated[Hash | None, doc("The hash of its first entry.")]
    last: Annotated[Hash | None, doc("The hash of its last entry.")]


class Viewer(TypedDict):
    """Somebody whose eyes the film may be seen with."""

    key: Annotated[str, _EYE, doc("The name in the hands of a step.")]
    label: Annotated[str, doc("Who it is.")]


class SaidWhy(Sentence):
    """What an entry says, and the rule behind it."""

    why: Annotated[Why | None, doc("The rule with its clause.")]


class _Told(Recorded):
    said: Annotated[list[SaidWhy], doc("The same in words.")]


class _Shown(_Told):
    board: Annotated[int, doc("Which of the boards the table was after it.")]
    hands: Annotated[dict[Annotated[str, _EYE], int], doc("By viewer, which of the hands were seen after it.")]
    meters: Annotated[list[FilmMeter], doc("The meters after it.")]


class FilmMeter(TypedDict):
    """A meter."""

    level: Annotated[Level, doc("Its name.")]
    amount: Annotated[Money, doc("What it showed.")]


class OpenStep(_Shown):
    """An entry of the round of which everything may be seen."""

    hidden: Annotated[Literal[False], doc("Nothing is kept back.")]
    event: Annotated[RecordedEvent, doc("What happened.")]


class HiddenStep(_Shown):
    """An entry of the round of which something is kept back until it is over."""

    hidden: Annotated[Literal[True], doc("Something is kept back.")]
    event: Annotated[HiddenEvent, doc("What happened, as far as it may be seen.")]


FilmStep: TypeAlias = Annotated[Any, either(OpenStep, HiddenStep)]


class LaterEntry(_Told):
    """An entry about a slip of the round that came after its end; nothing in it is ever kept back."""

    hidden: Annotated[Literal[False], doc("Nothing is kept back.")]
    event: Annotated[RecordedEvent, doc("What happened.")]


class Film(TypedDict):
    """A round as a film."""

    seq: Annotated[int, doc("The last entry of the journal.")]
    id: Annotated[str, doc("The round by its table and number.")]
    table: Annotated[FilmTable, doc("Its table.")]
    number: Annotated[int, doc("Its number.")]
    state: Annotated[str, one_of("in play", "void", "misdealt", "complete"), doc("How it ended.")]
    over: Annotated[bool, doc("Whether it is over.")]
    drawn: Annotated[bool, doc("Whether the system shuffles at this table.")]
    began: Annotated[Time, doc("When it began.")]
    ended: Annotated[Time | None, doc("When it ended.")]
    pinned: Annotated[Pinned, doc("What it was played by.")]
    players: Annotated[dict[SeatNumber, str], doc("By seat, who played.")]
    entries: Annotated[list[int], doc("Its first and its last entry.")]
    before: Annotated[int | None, doc("The number of the round before.")]
    after: Annotated[int | None, doc("The number of the round after.")]
    shortened: Annotated[bool, doc("Whether it has more entries than are shown.")]
    chain: Annotated[Chain, doc("Whether it stands in the chain.")]
    settles_again: Annotated[bool | None, doc("Whether it is the same when it is settled anew; null where unknown.")]
    not_keyed: Annotated[list[SeatNumber], doc("Seats whose cards nobody keyed.")]
    hits: Annotated[list[FilmHit], doc("Its awards.")]
    slips: Annotated[list[FilmSlip], doc("Its slips.")]
    payments: Annotated[list[PaymentLine], doc("What was paid, once it is over.")]
    viewers: Annotated[list[Viewer], doc("Whose eyes it may be seen with.")]
    steps: Annotated[list[FilmStep], doc("Its entries.")]
    boards: Annotated[list[Board], doc("The tables that the steps show, each once.")]
    hands: Annotated[list[HandsSeen], doc("The cards that the steps show, each once.")]
    afterwards: Annotated[list[LaterEntry], doc("Entries about it that came after its end.")]
    proof: Annotated[Verification, doc("How the proof of the journal stands.")]


MOST_STEPS = 2000
"""A round has some hundred entries; one that nobody ends is shown as far as this."""

MOST_CHAIN = 100_000
"""So many entries are hashed again to see that a round stands in the chain."""

_encoder = msgspec.json.Encoder()


class _Once:
    """Pictures that are kept once, however often they are shown."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self._places: dict[bytes, int] = {}

    def place(self, picture: Any) -> int:
        key = _encoder.encode(picture)
        if key not in self._places:
            self._places[key] = len(self.kept)
            self.kept.append(picture)
        return self._places[key]


def film(
    reading: SealedReading, sealed: Disclosure, table: str, number: int, slug: str, seats: int = 0
) -> dict[str, Any]:
    """The whole film; a `Refused` where there is no such round."""
    course = sealed.courses.get(table)
    if course is None:
        raise Refused(None, f"nothing was ever played at {table}")
    story = find(Until(reading, sealed.seq), f"{table}:{number}")
    over = story.over
    steps = story.steps[:MOST_STEPS]
    seats = max(seats, _seats(steps))
    eyes = _eyes(story, over=over)
    boards, cards = _Once(), _Once()
    hashes_upto = sealed.hashes_upto
    written = round_document(story)
    first, last = steps[0].entry.seq, steps[-1].entry.seq
    return {
        "seq": sealed.seq,
        "id": story.id,
        "table": {
            "name": table,
            "slug": slug,
            "edition": story.rules.edition.id,
            "title": story.rules.edition.title,
            "citation": story.rules.edition.citation,
            "game": story.rules.edition.game,
        },
        "number": number,
        "state": written["state"],
        "over": over,
        "drawn": sealed.draws(table),
        "began": steps[0].entry.at,
        "ended": steps[-1].entry.at if over else None,
        "pinned": written["pinned"],
        "players": written["players"],
        "entries": [first, last],
        "before": number - 1 if any(r.number == number - 1 for r in course.rounds) else None,
        "after": number + 1 if over and number + 1 <= course.number and course.number else None,
        "shortened": len(story.steps) > len(steps),
        "chain": _chain(reading, story, first, last, hashes_upto),
        "settles_again": written["settles_again"],
        "not_keyed": written["not_keyed"],
        "hits": written["hits"],
        "slips": written["slips"],
        "payments": _payments(story) if over else [],
        "viewers": [{"key": str(eye), "label": label} for eye, label in eyes.items()],
        "steps": [
            _step(story, step, sealed, hashes_upto)
            | {
                "board": boards.place(board(story.rules, _table(story, step), seats)),
                "hands": {
                    str(eye): cards.place(hands(story.rules, _table(story, step).round, _sight(eye, over=over)))
                    for eye in eyes
                },
                "meters": [
                    {"level": level, "amount": show_cents(whole_cents(meter.amount))}
                    for level, meter in step.meters.items()
                ],
            }
            for step in steps
        ],
        "boards": boards.kept,
        "hands": cards.kept,
        "afterwards": [_step(story, step, sealed, hashes_upto) for step in story.later],
    }


def _table(story: Story, step: Step) -> Any:
    """The table after an entry; the one that clears it for the next round still shows the round that it ends."""
    return step.after if step.after.number == story.number and step.after.round is not None else step.before


def _seats(steps: Sequence[Step]) -> int:
    """As many seats as anybody sat or played in: how many a table has is not in its journal."""
    tables = [step.after for step in steps]
    taken = [seat for table in tables for seat in (*table.players, *(table.round.seats if table.round else ()))]
    return max(taken, default=0)


def _eyes(story: Story, *, over: bool) -> dict[Eye, str]:
    """Whose eyes the film is seen with: a player's own cards are nobody else's to see before the round is over."""
    found: dict[Eye, str] = {"surveillance": "Surveillance", "dealer": "The dealer", "sign": "The sign"}
    if over:
        round = story.round
        for seat in round.clockwise if round else ():
            player = story.players.get(seat)
            found[seat] = f"Seat {seat}, {player}" if player else f"Seat {seat}"
        found[KNOWN] = "All that the journal knows"
    return found


def _sight(eye: Eye, *, over: bool) -> Eye:
    """Until a round is reconciled, surveillance sees what the dealer sees."""
    return "dealer" if eye == "surveillance" and not over else eye


def _step(story: Story, step: Step, sealed: Disclosure, hashes_upto: int) -> dict[str, Any]:
    rules = story.rules
    lines = tuple(
        Told(said.text, rules.clause(said.rule) if said.rule else None, said.rule, rules.edition.id, said.payment)
        for said in told(story, step)
    )
    found = entry_document(step.entry, lines, sealed, hashes_upto=hashes_upto)
    for said in found["said"]:
        said["why"] = why(rules, said["rule"])
    return found


def _payments(story: Story) -> list[PaymentLine]:
    round = story.round
    return [payment_document(story.rules, round, p) for p in round.payments] if round is not None else []


def _chain(reading: Reading, story: Story, first: int, last: int, hashes_upto: int) -> Chain:
    """Whether every entry from the first of the round to its last stands on the one before."""
    found: Chain = {"whole": None, "broken_at": None, "before": None, "first": None, "last": None}
    if last <= hashes_upto:
        found |= {
            "before": story.standing_on.hex(),
            "first": story.steps[0].entry.hash.hex(),
            "last": story.steps[-1].entry.hash.hex(),
        }
    if last - first >= MOST_CHAIN:
        return found
    before = story.standing_on
    for entry in reading.entries(first - 1, upto=last):
        if not intact(before, entry):
            return found | {"whole": False, "broken_at": entry.seq}
        before = entry.hash
    return found | {"whole": True}
