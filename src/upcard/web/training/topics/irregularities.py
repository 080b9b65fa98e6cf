"""Something went wrong. The table is brought to where it can happen, it is reported, and the engine says the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.cards import DECK, below
from upcard.cards.random_hand import mixed, pick
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.play_round import Place, Plan
from upcard.present.payment import money
from upcard.present.table_document import phase_words
from upcard.rules.table import TableRules
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import says
from upcard.tables.dealing import AUTOMATED_SHOE
from upcard.tables.next_step import guide
from upcard.tables.procedure import counts_shuffles
from upcard.units import show_cents
from upcard.web.training.model import Exercise, Ticket, Wrong, arranged
from upcard.web.training.tables import RoundMoment, Walk, picture
from upcard.web.training.topics.steps import some_round

EFFECTS = {
    "hand": "That hand alone is void: its wagers go back, and the others play on",
    "round": "Every hand is void: all wagers go back",
    "deck": "Every hand is void, all wagers go back, and the deck is taken from the table",
    "misdeal": "Antes and bets go back to all; the hands play on for the progressive alone",
    "complete": "The dealer's hand is completed with one more card, and the round goes on",
    "rack": "The card is not used and goes to the rack; the round goes on",
    "use": "The card is used as the next card; the round goes on",
    "on": "The round goes on; no wager is touched",
    "reshuffle": "The cards are shuffled again; no wager is touched",
    "withdrawn": "The deck is taken from the table and another one brought",
    "recount": "No card is dealt until chips and accepted wagers agree",
}
"""What can follow, in words."""

TOLD = {
    "player-wrong-count": "Seat {seat} has a wrong number of cards.",
    "dealer-wrong-count": "The dealer's hand has {count} cards.",
    "dealer-short": "The dealer's hand has four cards.",
    "hole-card-exposed": "One of the dealer's hole cards is seen before 'no more bets'.",
    "hole-card-exposed-late": "One of the dealer's hole cards is seen after 'no more bets'; the supervisor decides as"
    " this house has elected ({elected}).",
    "face-up-card": "While dealing, a card is found face up in the deck.",
    "face-up-cards": "While dealing, a second card is found face up in the deck.",
    "card-drawn-in-error": "A card is drawn by mistake; nobody has seen its face.",
    "shoe-jam": "The automated dealing shoe jams in the round.",
    "wrong-deck": "A card lies on the table twice.",
    "stub-count": "The stub is counted and one card is missing; every hand has its five cards.",
    "stub-misdealt": "The stub is counted and one card is missing; somebody was dealt one too many.",
    "chips-count": "The progressive chips are counted: there is one fewer than the system has accepted.",
    "shuffler-jam": "The shuffler jams while it has the {deck} deck.",
    "shuffler-count": "The shuffler counts 51 cards in the {deck} deck.",
    "wrong-count": "Seat {seat} has a wrong number of cards.",
    "card-off-table": "A card of seat {seat} falls off the table.",
    "exposed-card": "A card of seat {seat} was turned up in the deal.",
    "community-card-exposed": "The community card was seen while the cards were dealt.",
}

COUNTS = ("player-wrong-count", "dealer-wrong-count", "wrong-count", "wrong-deck")
"""What happens to real cards alone."""

_EMPTY = Plan(1, (), ())


class Found(NamedTuple):
    """The table just before somebody reports it, who does, and by which command; perhaps with steps before."""

    moment: RoundMoment
    command: c.Command
    role: Any
    seat: int = 0
    t: TableRules | None = None
    """The table with real cards, where only those can go wrong so."""


def subjects(t: TableRules) -> tuple[str, ...]:
    """All that can go wrong under a table's edition, with its elections and devices."""
    told_by_steps, under = ("stub-count", "chips-miscounted"), game_of(t).core.REPORTED_UNDER
    known = [kind for kind, rule in under.items() if rule in t.edition.citations and kind not in told_by_steps]
    if t.dealing is None or t.dealing.device != AUTOMATED_SHOE:
        known = [kind for kind in known if kind != "shoe-jam"]
    if says(t, "full_count_racked") is not None:
        known.append("stub-count")
        known += ["stub-misdealt"] if "stub count" in (says(t, "misdeal_found_at") or ()) else []
    known += ["chips-count"] if says(t, "progressive_chips_counted") else []
    known += ["shuffler-jam"] if t.shuffler is not None and says(t, "shuffler_jam") is not None else []
    known += ["shuffler-count"] if counts_shuffles(t, t.dealing, t.shuffle) else []
    return tuple(known)


def _looking(subject: str, t: TableRules, seat: int) -> Callable[[RoundMoment], Found | None]:
    """Whether a moment is one in which it can happen, and how it is then reported."""

    def reported(moment: RoundMoment) -> Found | None:
        round: Any = moment.table.round
        act = moment.act
        if round is None:
            return None
        match subject:
            case "shuffler-jam":
                if isinstance(act, c.ShuffleDeck) and "shuffler" in moment.table.devices:
                    return Found(moment, c.ReportShufflerJam(act.deck), "dealer")
            case "shuffler-count":
                if isinstance(act, c.ReportShufflerCount):
                    return Found(moment, c.ReportShufflerCount(act.deck, 51), "dealer")
            case "chips-count":
                if isinstance(act, c.CountChips):
                    return Found(moment, c.CountChips(game_of(t).accepted_chips(round) - 1), "dealer")
            case "stub-count" | "stub-misdealt":
                if isinstance(act, (c.RackStub, c.CountStub)):
                    dealt = sum(s.count for s in round.seats.values()) + round.dealer_count
                    hands = dealt + 1 if subject == "stub-misdealt" else None
                    return Found(moment, c.CountStub(51 - dealt, hands is not None, hands), "dealer")
            case "dealer-short":
                if isinstance(act, c.DealCards) and round.phase == "closed":
                    return Found(moment, c.RackStub(), "dealer", t=replace(t, mode="keyed"))
            case _:
                role = "supervisor" if subject == "hole-card-exposed-late" else "dealer"
                for option in game_of(t).core.options(t.rules, replace(round, keyed=True)):
                    concerned = option.fields.get("seat", 0)
                    if option.fields.get("irregularity") == subject and concerned in (0, seat):
                        report = game_of(t).core.Report(**option.fields)
                        return Found(moment, c.Play(report), role, concerned)
        return None

    return reported


def exercise(place: Place, ticket: Ticket, stream: Iterator[int]) -> Exercise | None:
    """The exercise, or None where the round never came to it."""
    planned = some_round(place, stream, award=False)
    subject = ticket.subject
    looking = _looking(subject, place.t, planned.seat)
    walk = Walk(place, planned.plan, planned.meters)
    try:
        moments = walk.to_the_end()
    except Refused:
        return None
    count = 6 + below(2, stream)
    looked = [found for found in map(looking, moments) if found is not None and found.moment.table.is_open]
    tried = [(found, _happens(place, found, subject)) for found in looked]
    chances = [(found, happened) for found, happened in tried if happened is not None]
    if not chances:
        return None
    found, happened = chances[below(len(chances), stream)]
    effect, rule = _effect(subject, _inner(happened))
    table = found.moment.table
    telling = TOLD[subject].format(
        seat=found.seat, count=count, deck=getattr(found.moment.act, "deck", ""),
        elected={"void": "void", "play-on": "play on"}.get(getattr(place.t.rules, "exposed_hole_card", ""), ""),
    )  # fmt: skip
    shared: dict[str, Any] = {
        "ticket": ticket,
        "t": place.t,
        "situation": (_standing(found, subject), telling),
        "picture": picture(place.t, table, found.moment.meters, set(), named=False),
        "rule": rule,
        "act": effect,
    }
    if ticket.level == 3 and table.round is not None and table.round.seats:
        return _money(place, found, happened, effect, shared, stream)
    others = [Wrong(text) for kind, text in EFFECTS.items() if kind != effect and _plausible(place, kind, effect)]
    listed = mixed(others, stream)[: 1 + ticket.level]
    choices, answer, notes = arranged(EFFECTS[effect], listed, stream)
    return Exercise(
        **shared,
        question="What follows?",
        kind="choice",
        choices=choices,
        answer=answer,
        correct=EFFECTS[effect],
        notes=notes,
    )


def _standing(found: Found, subject: str) -> str:
    """Where the round stands."""
    table = found.moment.table
    if subject == "dealer-short":
        return "The cards are dealt."
    if subject.startswith("shuffler"):
        return "The deck is made ready."
    if table.round is not None and table.round.phase == "closed":
        return "'No more bets' has been said."
    return f"{phase_words(table.round).capitalize()}."


def _plausible(place: Place, kind: str, right: str) -> bool:
    """Nobody would believe that a table without a dealer's hand has one, or that a jam is about chips."""
    deck = ("reshuffle", "withdrawn")
    if "dealer-wrong-count" not in game_of(place.t).core.REPORTED_UNDER:
        return kind in ("hand", "round", "deck", "on", "reshuffle")
    if right in deck:
        return kind in (*deck, "deck", "round", "on")
    return kind not in deck and (kind != "recount" or right == "recount")


def _happens(place: Place, found: Found, subject: str) -> RoundMoment | None:
    """What follows from the report."""
    t, core = found.t or place.t, game_of(place.t).core
    walk = Walk(place, _EMPTY, found.moment.meters)
    walk.t, walk.table = t, found.moment.table
    dealer = Actor("dealer", "dealer")
    try:
        if t.mode == "keyed":
            walk.do(dealer, found.moment.command)
            step = guide(t, walk.table)
            assert step is not None
            up = {"up_card": DECK[0]} if "up_card" in step.asks else {}
            short = {**step.suggests, "dealer_count": step.suggests["dealer_count"] - 1}
            return walk.do(dealer, c.Play(core.DealUnseen(**short, **up)))
        if subject in COUNTS:
            lying: Any = walk.table.round
            walk.table = replace(walk.table, round=replace(lying, keyed=True))
        if subject == "face-up-cards":
            walk.do(dealer, c.Play(core.Report("face-up-card")))
            return walk.do(dealer, c.Play(core.Report("face-up-card")))
        return walk.do(Actor(found.role, found.role), found.command)
    except Refused:
        return None


def _inner(moment: RoundMoment) -> tuple[Any, ...]:
    return tuple(event.event if isinstance(event, e.Played) else event for event in moment.events)


OF_EVENTS = {
    "ShufflerJammed": "reshuffle", "ChipsCounted": "recount", "RoundVoided": "round", "TableMisdealt": "misdeal",
    "DealerFellShort": "complete", "HandVoided": "hand", "IrregularityNoted": "on",
}  # fmt: skip
OF_SUBJECTS = {"face-up-card": "rack", "card-drawn-in-error": "use"}
"""What is done with the card where the round goes on."""


def _effect(subject: str, events: tuple[Any, ...]) -> tuple[str, str]:
    """What the events come to, and the rule."""
    names = {type(event).__name__: event for event in events}
    for name, event in reversed(names.items()):
        if name == "DeckWithdrawn":
            return ("deck" if "RoundVoided" in names else "withdrawn"), event.rule
        if name == "RoundVoided" and "StubCounted" in names:
            return "round", names["StubCounted"].rule
        if effect := OF_EVENTS.get(name):
            return OF_SUBJECTS.get(subject, effect) if effect == "on" else effect, event.rule
    raise AssertionError(f"nothing follows from {subject}")


def _money(
    place: Place, found: Found, happened: RoundMoment, effect: str, shared: dict[str, Any], stream: Iterator[int]
) -> Exercise:
    """What goes back to a seat because of it."""
    round: Any = found.moment.table.round
    seat = found.seat or pick(sorted(round.seats), stream)
    payments, core = happened.payments, game_of(place.t).core
    if effect == "misdeal":  # what goes back is the next step of the settlement
        left = happened.after.round
        payments, _ = core.preview(place.t.rules, left, core.present(left), happened.meters)
    cents = sum(p.returned for p in payments if p.seat == seat)
    drawn: dict[str, Any] = shared["picture"]
    lying = [line for there in drawn["seats"] if there["seat"] == seat for line in there["wagers"]]
    notes = {line["amount"]: f"That is the {line['label'].lower()} alone." for line in lying}
    notes["0.00"] = "Something goes back here."
    notes.pop(show_cents(cents), None)
    return Exercise(
        **shared,
        question=f"What goes back to seat {seat} because of it, in all?",
        kind="amount",
        answer=show_cents(cents),
        correct=f"{money(cents) if cents else 'Nothing'}: {EFFECTS[effect][0].lower()}{EFFECTS[effect][1:]}",
        notes=notes,
    )
