"""A table as each viewer may see it: seat, dealer, sign or surveillance. Nothing here looks past `tables.view`.

Everything that depends on a card comes from the view, from an option that the viewer is offered, or from a hand that
lies face up; so no byte of a document depends on a card that its viewer may not see.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from upcard.audit.shuffles.document import Fairness
from upcard.document import CardText, Clock, Game, Lamp, Phase, SeatState, SignedMoney, Stub, doc, either, one_of
from upcard.games.game import game_of
from upcard.games.option import Scene
from upcard.journal.casino import OUTDATED
from upcard.present.payment import LAMPS, STRIP
from upcard.present.table_document import (
    DealerHand,
    DeckShown,
    WagerLine,
    card_text,
    decks,
    phase_words,
    scene_of,
    seat_drawn,
    shared_cards,
    table_words,
)
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table, view
from upcard.tables.next_step import guide
from upcard.tables.options import Options, TableView, options
from upcard.tables.procedure import described, stranded, stub_count_every
from upcard.tables.signs import in_force
from upcard.web.projection import StateSnapshot
from upcard.web.sitting import Sitting
from upcard.web.views import actions
from upcard.web.views.actions import NextStep, WagerOffer
from upcard.web.views.correction_actions import (
    held_up,
    hits_at,
    keyed_again,
    reportable,
    taken_back,
    waited_for,
    with_a_supervisor,
)
from upcard.web.views.guest_actions import repeated, seating, selling, tray_count
from upcard.web.views.irregularity_actions import Choice, Irregularity, irregularities
from upcard.web.views.jackpots import (
    Hit,
    Jackpot,
    Liability,
    Meter,
    TableBasics,
    hit_document,
    jackpot_document,
    liability_document,
    meters,
)
from upcard.web.views.labels import Why, why
from upcard.web.views.money_reports import to_sign
from upcard.web.views.pay_tables import Sign, sign_documents
from upcard.web.views.payments import Pay, PaymentLine, Receipt, pay_document, payment_document, receipt
from upcard.web.views.seat import Countdown, Stay, considered, countdown, offered, stay


class PlayerStep(TypedDict):
    """What a player does next, or waits for."""

    label: Annotated[str, doc("What is to be done.")]
    kind: Annotated[str, one_of("wait", "sit", "wager", "decide"), doc("What sort of step it is.")]
    waits: Annotated[str, doc("What is waited for, or empty.")]


class TableFacts(TableBasics):
    """What a table is."""

    game: Annotated[Game, doc("Its game.")]
    seats: Annotated[int, doc("How many seats it has.")]


class StripStep(TypedDict):
    """A step of a round."""

    key: Annotated[str, one_of(*STRIP), doc("Its name.")]
    label: Annotated[str, doc("Its name in words.")]
    state: Annotated[str, one_of("done", "now", "todo"), doc("Whether it lies behind, is under way or is to come.")]
    why: Annotated[Why | None, doc("The rule of the step that is under way.")]


class StubShown(TypedDict):
    """What is left of the deck after the deal."""

    state: Annotated[Stub, doc("Where it is, or empty before the deal.")]
    count_in: Annotated[int | None, doc("In how many rounds it is counted next, where it is counted.")]


class Seat(TypedDict):
    """A seat of the table."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sits there.")]
    you: Annotated[bool, doc("Whether it is that of whoever looks.")]
    cards: Annotated[list[CardText | None], doc("Its cards; null where one lies face down.")]
    hand: Annotated[str | None, doc("What they are, where all are seen.")]
    wagers: Annotated[list[WagerLine], doc("What lies there.")]
    lamp: Annotated[Lamp | None, doc("The lamp of the progressive wager, where there is one.")]
    lamp_words: NotRequired[Annotated[str, one_of("", *LAMPS.values()), doc("That lamp in words; only in a round.")]]
    state: Annotated[SeatState, doc("How it stands.")]
    words: Annotated[str, doc("How it stands, in words.")]
    winner: Annotated[bool, doc("Whether its winner key is lit.")]
    net: Annotated[SignedMoney | None, doc("What it has won or lost in this round.")]


class LogLine(TypedDict):
    """One sentence of the table's log."""

    seq: Annotated[int, doc("The entry that it tells of.")]
    at: Annotated[Clock, doc("When that was.")]
    text: Annotated[str, doc("What happened.")]
    clause: Annotated[str | None, doc("The clause that it stands under.")]


class TableSeen(TypedDict):
    """What everybody sees of a table."""

    seq: Annotated[int, doc("The entry after which this last changed.")]
    version: Annotated[int, doc("How many entries the table has: an act may name it.")]
    table: Annotated[TableFacts, doc("What the table is.")]
    phase: Annotated[Phase, doc("How far the round is.")]
    words: Annotated[str, doc("How far the round is, in words.")]
    strip: Annotated[list[StripStep], doc("The steps of a round.")]
    decks: Annotated[list[DeckShown], doc("The decks.")]
    stub: Annotated[StubShown, doc("What is left of the deck.")]
    devices: Annotated[list[str], doc("The devices at the table.")]
    meters: Annotated[list[Meter], doc("The meters that it plays for.")]
    back: Annotated[str, doc("The colour of the backs of the cards in play.")]
    dealer: Annotated[DealerHand, doc("The dealer's hand.")]
    magic_card: NotRequired[Annotated[CardText | None, doc("The magic card that was drawn; only in Caribbean stud.")]]
    lucky: NotRequired[Annotated[str | None, doc("The lucky position that was drawn; only in Caribbean stud.")]]
    community: NotRequired[Annotated[CardText | None, doc("The community card, once it is turned; only in Bonus 6.")]]
    community_dealt: NotRequired[Annotated[bool, doc("Whether the community card lies there; only in Bonus 6.")]]
    seats: Annotated[list[Seat], doc("The seats.")]
    payments: Annotated[list[PaymentLine], doc("What was paid in this round so far.")]
    hits: Annotated[list[Hit], doc("Awards of this table that are not paid yet.")]
    called: Annotated[bool, doc("Whether a supervisor is called.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    fair: Annotated[Fairness | None, doc("The shuffles, where the system makes them.")]
    log: Annotated[list[LogLine], doc("The last things that happened.")]


_AS = doc("As whom the table is seen.")
_Nobody: TypeAlias = Annotated[None, doc("Whoever looks sits nowhere.")]
_Seat = TypedDict(
    "_Seat", {"as": Annotated[Literal["seat"], _AS], "you": Annotated[int | None, doc("The seat of whoever looks.")]}
)
_Dealer = TypedDict("_Dealer", {"as": Annotated[Literal["dealer"], _AS], "you": _Nobody})
_Sign = TypedDict("_Sign", {"as": Annotated[Literal["sign"], _AS], "you": _Nobody})
_Watch = TypedDict("_Watch", {"as": Annotated[Literal["surveillance"], _AS], "you": _Nobody})


class SeatTable(_Seat, TableSeen):
    """A table as a player sees it; without a seat, as everybody does."""

    next: Annotated[PlayerStep, doc("What the player does next.")]
    choices: Annotated[list[Choice], doc("The player's decisions.")]
    wagers: Annotated[list[WagerOffer], doc("The wagers that may be made.")]
    receipt: Annotated[Receipt | None, doc("The player's last finished round.")]
    stay: Annotated[Stay | None, doc("The player's chips, and how the stay goes.")]
    countdown: Annotated[Countdown | None, doc("How long the next step waits for the player.")]


class DealerTable(_Dealer, TableSeen):
    """A table as its console shows it."""

    next: Annotated[NextStep | None, doc("The one next step.")]
    pay: Annotated[Pay | None, doc("What is to be paid, or was just paid.")]
    liability: Annotated[Liability, doc("What the wagers could come to cost.")]
    choices: Annotated[list[Choice], doc("What else may be done.")]
    irregularities: Annotated[list[Irregularity], doc("What may be reported.")]


class SignTable(_Sign, TableSeen):
    """A table as its sign shows it."""

    signs: Annotated[list[Sign], doc("What the law wants posted.")]
    jackpots: Annotated[list[Jackpot], doc("The jackpots that it plays for.")]


class WatchedTable(_Watch, TableSeen):
    """A table as surveillance sees it."""


AnyTable: TypeAlias = Annotated[Any, either(SeatTable, DealerTable, SignTable, WatchedTable, name="Table")]


As: TypeAlias = Literal["seat", "dealer", "sign", "surveillance"]
NOTHING = Options((), ())
CLOSES: PlayerStep = {"label": "The table closes", "kind": "wait", "waits": f"{OUTDATED[:1].upper()}{OUTDATED[1:]}."}
"""What a player waits for at a table that is open under another text of the law."""


def table_document(
    moment: StateSnapshot, name: str, slug: str, as_: As, by: Actor | None, pace: float = 0.0
) -> dict[str, Any]:
    """The table as one viewer may see it; `by` is who looks, where somebody may act.

    `pace` is that of the bots that deal where nobody does, if there are any.
    """
    t, table = moment.rules[name], moment.tables[name]
    seat = _seat_of(table, by) if as_ == "seat" else None
    viewer: Any = seat if seat is not None else ("sign" if as_ == "seat" else as_)
    seen = view(t, table, viewer)
    scene = scene_of(t, table, viewer)
    outdated = name in moment.outdated
    acts = by is not None and table.is_open and as_ in ("seat", "dealer") and not outdated
    may = options(t, table, by) if acts and by is not None else NOTHING
    hits = hits_at(moment, name)
    document: dict[str, Any] = {
        "seq": moment.seq,
        "version": moment.versions.get(f"table/{name}", 0),
        "as": as_,
        "you": seat,
        "table": _table(t, table, slug),
        "phase": table.round.phase if table.round is not None else "closed table",
        "words": table_words(t, table),
        "strip": _strip(t, table),
        "decks": decks(table, {back: described(t, table, back) for back in table.decks}),
        "stub": {"state": table.stub, "count_in": _count_in(t, table)},
        "devices": list(table.devices),
        "meters": meters(moment, t),
        "back": table.current or "red",
        **shared_cards(scene),
        **_drawn(table, scene),
        "seats": [_seat(table, scene, number, seat) for number in range(1, t.seats + 1)],
        "payments": _payments(t, seen, table.round),
        "hits": [hit_document(moment, hit, jackpot) for jackpot, hit in hits],
        "called": table.called,
        "locked": moment.locked,
        "fair": moment.fair.get(name) if t.mode == "virtual" else None,
        "log": [
            {"seq": line.seq, "at": line.at[11:19], "text": line.text, "clause": line.clause}
            for line in moment.logs.get(name, ())
        ],
    }
    if as_ == "sign":
        document["signs"] = sign_documents(t, table)
        played_for = (t.jackpot, t.five_card_jackpot)
        document["jackpots"] = [
            jackpot_document(moment, link) for link in moment.links.values() if link.name in played_for
        ]
    if as_ == "dealer":
        waiting = "" if outdated else waited_for(moment, t, table)
        readings = dict(moment.readings[t.name])
        document["next"] = actions.next_document(t, table, by, waiting, readings, outdated=outdated)
        if hits and document["next"]:  # cards stay where they are while an award waits, so that each step is by itself
            document["next"].pop("then", None)
        document["pay"] = pay_document(moment, t, table, hits)
        document["liability"] = liability_document(t, table)
        if by is not None and (by.role != "dealer" or table.dealer == by.id):
            decided = actions.decisions(t, table, may, by if by.role == "dealer" else None, readings)
            offered = [
                *actions.relief(table, by),
                *(decided if t.mode == "keyed" else actions.for_the_absent(t, table, decided)),
                *(repeated(t, table, by, moment.finished.get(name)) if by.role == "dealer" else []),
                *(seating(t, table, may) if by.role == "dealer" else []),
                *(actions.handed_back(t, table) if by.role == "dealer" and t.mode == "virtual" else []),
                *(selling(t, table.players) if by.role == "dealer" and t.mode == "virtual" and table.dealer else []),
                *actions.steps(t, table, may),
                *(actions.reshuffles(t, table) if by.role == "dealer" else []),
                *taken_back(moment, t, table, by),
                *keyed_again(moment, t, table, by),
                *(with_a_supervisor(t, table) if by.role == "dealer" else []),
                *tray_count(t, table, by),
                *to_sign(moment, name, by),
            ]
            document["choices"] = [choice for choice in offered if not held_up(hits, choice["act"])]
            found = irregularities(t, table, by, may)
            document["irregularities"] = reportable(found, hits)
        else:
            document["choices"], document["irregularities"] = [], []
    if as_ == "seat":
        document |= _seat_alone(moment, t, table, scene, by, seat, may)
        if outdated:
            document["next"] = CLOSES
        document["countdown"] = countdown(moment, t, table, document["next"]["kind"], pace)
    return document


def _seat_alone(
    moment: StateSnapshot, t: TableRules, table: Table, scene: Scene, by: Actor | None, seat: int | None, may: Options
) -> dict[str, Any]:
    """What the document of a seat has besides; nothing of anybody's own where nobody sits."""
    found: dict[str, Any] = {
        "next": _player_next(t, table, scene, seat),
        "choices": [],
        "wagers": [],
        "receipt": None,
        "stay": None,
    }
    if seat is None:
        return found
    sitting = moment.sittings.get(t.name, {}).get(seat)
    last = _receipt(moment, t, sitting, by, seat)
    purse = moment.purses.get((t.name, seat))
    wagers = offered(t, actions.wagers(t, table, seat, may), purse, last) if table.is_open else []
    choices = considered(t, table, scene, seat, actions.decisions(t, table, may), purse)
    return {**found, "choices": choices, "wagers": wagers, "receipt": last, "stay": stay(moment, t.name, seat)}


def _seat_of(table: Table, by: Actor | None) -> int | None:
    if by is None:
        return None
    return next((number for number, player in table.players.items() if player == by.id), None)


def _table(t: TableRules, table: Table, slug: str) -> TableFacts:
    return {
        "name": t.name,
        "slug": slug,
        "edition": t.edition.id,
        "title": t.edition.title,
        "game": t.edition.game,
        "mode": t.mode,
        "open": table.is_open,
        "round": table.number,
        "dealer": table.dealer,
        "seats": t.seats,
        "limits": game_of(t).core.limits(in_force(t, table)),
    }


def _strip(t: TableRules, table: Table) -> list[StripStep]:
    """The steps of a round, with the one that is under way."""
    core, round = game_of(t).core, table.round
    stage = core.stage(round) if round is not None else ""
    at = next((place for place, (_, _, stages) in enumerate(core.STRIP) if stage in stages), -1)
    step = guide(t, table) if round is not None else None
    return [
        {
            "key": key,
            "label": label,
            "state": "now" if place == at else "done" if place < at else "todo",
            "why": why(t.rules, step.rule) if step is not None and place == at else None,
        }
        for place, (key, label, _) in enumerate(core.STRIP)
    ]


def _count_in(t: TableRules, table: Table) -> int | None:
    """In how many rounds the stub is counted next."""
    every = stub_count_every(t, table)
    return None if every is None else max(0, every - table.rounds_uncounted)


def _drawn(table: Table, scene: Scene) -> dict[str, Any]:
    """What is drawn beside the cards, in a round that knows such draws."""
    if table.round is None or scene.community is not None:
        return {}
    return {"magic_card": card_text(scene.magic_card), "lucky": scene.lucky}


NET = ("settling", "settled")
"""The phases in which a seat says what it has won or lost."""


def _seat(table: Table, scene: Scene, number: int, own: int | None) -> Seat:
    seat = seat_drawn(table, scene, number)
    found: Seat = {
        "seat": number,
        "player": table.players.get(number),
        "you": number == own,
        "cards": seat.cards,
        "hand": seat.hand,
        "wagers": seat.wagers,
        "lamp": seat.lamp,
        "state": seat.state,
        "words": seat.words,
        "winner": number in table.winners,
        "net": seat.net if table.round is not None and table.round.phase in NET else None,
    }
    return {**found, "lamp_words": seat.lamp_words} if number in scene.seats else found


# ---- what is paid


def _payments(t: TableRules, seen: TableView, whole: Any) -> list[PaymentLine]:
    if seen.round is None:
        return []
    return [payment_document(t.rules, seen.round, p, whole) for p in seen.round.payments]


def _player_next(t: TableRules, table: Table, scene: Scene, seat: int | None) -> PlayerStep:
    """What a player does next, or waits for."""
    round = table.round
    if not table.is_open or round is None:
        return {"label": "The table is closed", "kind": "wait", "waits": "The table is closed."}
    if seat is None:
        return {"label": "Take a seat", "kind": "sit", "waits": ""}
    if round.phase == "betting":
        if seat in round.seats:
            return {"label": "Wait for the deal", "kind": "wait", "waits": _before_the_deal(t, table)}
        return {"label": "Make your wagers", "kind": "wager", "waits": ""}
    if seat not in round.seats:
        return {"label": "Please wait:", "kind": "wait", "waits": "this round has begun, and you play in the next."}
    step, said = guide(t, table), phase_words(round)
    if step is not None and step.act == "Decide" and scene.seats[seat].state == "deciding":
        if seat in game_of(t).to_decide(round):
            return {"label": "Decide", "kind": "decide", "waits": ""}
        return {"label": "Wait", "kind": "wait", "waits": f"Seat {step.seat} decides first."}
    return {"label": "Wait", "kind": "wait", "waits": f"{said[:1].upper()}{said[1:]}."}


def _before_the_deal(t: TableRules, table: Table) -> str:
    """What the deal waits for."""
    assert table.round is not None
    for one in stranded(t, table)[:1]:
        return f"{one.said[:1].upper()}{one.said[1:]}."
    missing = [seat for seat in sorted(table.players) if seat not in table.round.seats]
    if not missing:
        return "The dealer closes the bets and deals."
    seats = f"Seat {missing[0]} has" if len(missing) == 1 else f"Seats {', '.join(map(str, missing))} have"
    return f"{seats} no wager yet; the dealer closes the bets and deals."


def _receipt(
    moment: StateSnapshot, t: TableRules, sitting: Sitting | None, by: Actor | None, seat: int
) -> Receipt | None:
    """The last round that the player has finished; of a stay that began before this process, that of the table."""
    last = sitting.finished[-1] if sitting is not None and sitting.finished else moment.finished.get(t.name)
    if last is None or by is None or last.players.get(seat) != by.id:
        return None
    return receipt(t.rules, last.number, last.round, seat) if seat in last.round.seats else None
