"""What may be done at a table: the one next step, the choices beside it, wagers with their limits."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any, NotRequired, TypedDict, cast
from urllib.parse import quote

from msgspec.structs import replace

from upcard.cards import DECK, show_card
from upcard.document import Money, Wager, doc, one_of
from upcard.games.game import game_of
from upcard.games.option import Offer, Option
from upcard.journal.casino import OUTDATED
from upcard.money.jackpot_awards import present
from upcard.number_format import money
from upcard.present.payment import WAGERS
from upcard.present.table_document import face_down, scene_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.commands import STAFF, Actor
from upcard.tables.dealing import shuffle_method
from upcard.tables.deck_procedure import shuffled_again
from upcard.tables.next_step import Next, guide
from upcard.tables.options import Options
from upcard.tables.procedure import Line, stranded, taken_back
from upcard.tables.round_commands import hands_counted_too
from upcard.tables.signs import in_force
from upcard.tables.state import Table
from upcard.tables.step_run import run, told
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.views.irregularity_actions import Ask, Choice, Runs, Then, choice, wrong_counts
from upcard.web.views.labels import ASKS, STEPS, Why, concerned, settled_kind, step_label, then_label, why


class LineToDo(TypedDict):
    """One thing that is done by hand at a step."""

    id: Annotated[str, doc("Its name: the step, the clause and its place there.")]
    do: Annotated[str, doc("What is done.")]
    clause: Annotated[str, doc("The clause that has it done, with the part that is meant.")]
    href: Annotated[str, doc("Where the clause stands on this site.")]


class NextStep(TypedDict):
    """The one next step of the procedure."""

    label: Annotated[str, doc("What the button says.")]
    act: Annotated[OfferedAct | None, doc("What is sent, where it may be done now by whoever looks.")]
    asks: Annotated[list[Ask], doc("What has to be said first.")]
    by: Annotated[
        list[Annotated[str, one_of("player", "dealer", "floorperson", "supervisor", "cage", "licensee", "regulator")]],
        doc("Whose step it is."),
    ]
    yours: Annotated[bool, doc("Whether whoever looks may do it now.")]
    seat: Annotated[int | None, doc("The seat that it concerns.")]
    deck: Annotated[str, doc("The deck that it concerns, or empty.")]
    why: Annotated[Why | None, doc("The rule behind it.")]
    waits: Annotated[str, doc("What it waits for, or empty.")]
    lines: Annotated[list[LineToDo], doc("What is done by hand, in order.")]
    then: NotRequired[Annotated[Then, doc("What a dealer of real cards may record with the same press.")]]


class Bound(TypedDict):
    """How another wager bounds one, before either lies there."""

    wager: Annotated[Wager, doc("The other wager.")]
    divisor: Annotated[int, doc("By what its amount is divided.")]
    exact: Annotated[bool, doc("Whether that is the only amount, or the most.")]


class WagerOffer(TypedDict):
    """A wager that the table takes, for the seat of whoever looks."""

    wager: Annotated[Wager, doc("The wager.")]
    label: Annotated[str, doc("The wager in words.")]
    low: Annotated[Money | None, doc("The least that is taken.")]
    high: Annotated[Money | None, doc("The most that is taken.")]
    amounts: Annotated[list[Money] | None, doc("The only amounts that are taken.")]
    open: Annotated[bool, doc("Whether it may be made now.")]
    placed: Annotated[Money | None, doc("What lies there.")]
    back: Annotated[OfferedAct | None, doc("The act that takes it back, where that may be done.")]
    limit: Annotated[str, doc("The limits in words.")]
    why: Annotated[Why | None, doc("The rule that sets them.")]
    times: Annotated[int, doc("How often its amount may be put down in a round, with the bets that may follow.")]
    of: NotRequired[Annotated[Bound, doc("How another wager bounds it.")]]
    unusual: NotRequired[Annotated[Money, doc("More than this is asked about once.")]]


KINDS = {
    "cards": "count", "card": "card", "dealer": "cards", "up_card": "card", "counts": "counts",
    "dealer_count": "count", "chips": "count", "hands": "count", "magic_card": "card", "lucky": "choice",
}  # fmt: skip
OPTIONAL = {"magic_card", "lucky", "hands", "up_card"}
"""What may be left out; a misdealt dealer may have no card that lies face up."""
MOST: dict[str, Any] = {
    "CutDeck": {"most": len(DECK) - 1},
    "ReportShufflerCount": {"most": len(DECK), "right": len(DECK)},
}
"""How far a count goes, and which one it should be, of those that are all that is asked for."""
HAND_OF = {"ShowHand"}
"""Acts whose `cards` are the cards themselves and not how many."""


def _ask(t: TableRules, table: Table, by: Actor, step: Next, name: str) -> Ask:
    round: Any = table.round
    kind = "cards" if name == "cards" and step.act in HAND_OF else KINDS[name]
    count = None
    if kind == "cards":
        count = round.dealer_count if name == "dealer" else round.seats[step.seat].count
    label = f"Seat {step.seat}'s cards" if step.act in HAND_OF else ASKS[name]
    if name == "cards" and step.act == "CutDeck":
        label = "Cards cut from the top"
    elif name == "cards" and kind == "count":
        label = "Cards counted"
    places = [*(str(seat) for seat in round.clockwise), "dealer"] if name == "lucky" and round else None
    found: Ask = {
        "name": name,
        "kind": kind,
        "label": label,
        "count": count,
        "seats": list(round.clockwise) if kind == "counts" else None,
        "of": places,
        "value": step.suggests.get(name),
        "optional": name in OPTIONAL and not (name == "hands" and hands_counted_too(t, table)),
    }
    if name == "dealer":
        found["lie"] = [show_card(card) for card in scene_of(t, table, "dealer").dealer if card is not None]
    if step.act in MOST:
        found |= MOST[step.act]
    if name in ("counts", "dealer_count"):
        found["right"], found["wrong"] = wrong_counts(t, table, by, step, name)
    return found


def bare(step: Next) -> OfferedAct | None:
    """The act without what is asked for."""
    if step.command is not None:
        return write_act(step.command)
    if not step.asks:
        return None
    found: dict[str, Any] = {"act": step.act}
    if step.deck:
        found["deck"] = step.deck
    if step.seat:
        found["seat"] = step.seat
    return found


FOR_PLAYERS = {
    "LockOut": ("A player sits down and makes a wager.", "Seat a guest: seat number, then G."),
    "WashDeck": (
        "The first player sees the cards before they are washed.",
        "The first player sees the cards: seat number, then G.",
    ),
    "SpreadDeck": (
        "The cards are turned face up once a player comes.",
        "The cards are turned up for a player: seat number, then G.",
    ),
}
WAGERED = ("Players make their wagers.", "Key the wagers: seat number, then letter.")
"""What a step waits for where players act, and what a dealer of real cards presses for them: in two lines at most."""


def _waits(t: TableRules, table: Table, step: Next, role: str, waiting: str) -> str:
    """What the step waits for, where it is not this viewer's to do at once."""
    if waiting:
        return waiting
    keyed = t.mode == "keyed" and role == "dealer"
    if step.act == "Decide":
        game, decided = game_of(t), [act.__name__ for act in game_of(t).PHASES[table.round.phase]]
        keys = [key.upper() for act, (_, key) in game.core.LABELS.decisions.items() if act in decided]
        return f"Seat {step.seat} decides." + (f" Press {' or '.join(keys)}." if keyed else "")
    if step.act in ("LockOut", "TakeBackWager") and (fallen := stranded(t, table)):
        more = " More players make a wager, or it is taken back." if step.command is None else ""
        return f"{fallen[0].said[:1].upper()}{fallen[0].said[1:]}.{more}"
    if step.act in FOR_PLAYERS and step.command is None:
        by_players, by_dealer = FOR_PLAYERS[step.act] if not table.players else WAGERED
        return by_dealer if keyed else by_players
    if role not in step.roles:
        return f"For the {step.roles[0]}: {label(t, table, step)}."
    return ""


def label(t: TableRules, table: Table, step: Next) -> str:
    """A step as a button says it."""
    kind = settled_kind(t, table, settled.kind, settled.seat) if (settled := present(table)) else ""
    return step_label(step.act, step.seat, step.deck, kind, concerned(step.command), law=t.rules.law)


def then(t: TableRules, table: Table, by: Actor | None, command: c.Command | None, readings: dict[str, Any]) -> Runs:
    """What one press may record with a command, as the last part of its document; nothing where that is nothing."""
    found = run(t, table, by, command, readings) if by is not None else []
    labels = []
    for act, group in groupby(found, key=lambda one: one.step.act):
        same = list(group)
        said = label(t, same[0].table, same[0].step)
        labels.append(then_label(act, [one.step.seat for one in same], said, t.rules.law))
    acts = [write_act(one.step.command) for one in found]
    return {"then": {"label": ", ".join(labels), "acts": acts}} if found else {}


def next_document(
    t: TableRules,
    table: Table,
    by: Actor | None,
    waiting: str,
    readings: dict[str, Any],
    *,
    outdated: bool = False,
) -> NextStep | None:
    """The one next step, for whoever looks; `waiting` says what a jackpot makes it wait for, `readings` are its meters.

    A dealer takes a table before doing anything else there. One that is open under another text of the law (`outdated`)
    is closed, and nothing else.
    """
    if outdated:
        return _closing(by)
    step = guide(t, table, face_down(t, table))
    if step is None:
        return None
    if by is not None and by.role == "dealer" and table.dealer != by.id:
        return _taking(table, by)
    role = by.role if by is not None else ""
    allowed = role in step.roles
    act = None if waiting else bare(step)
    waits = _waits(t, table, step, role, waiting)
    dealer = by if act is not None and role == "dealer" else None
    return {
        "label": label(t, table, step),
        "act": act if allowed and step.act != "Decide" else None,
        "asks": [_ask(t, table, by, step, name) for name in step.asks] if by and allowed and not waiting else [],
        "by": list(step.roles),
        "yours": allowed and act is not None and step.act != "Decide",
        "seat": step.seat or None,
        "deck": step.deck,
        "why": why(t.rules, step.rule),
        "waits": waits,
        "lines": [_line(t, line) for line in step.lines],
        **then(t, table, dealer, told(t, step), readings),
    }


def _closing(by: Actor | None) -> NextStep:
    yours = by is not None and by.role in STAFF
    waits = f"{OUTDATED[:1].upper()}{OUTDATED[1:]}."
    return _plain_step("Close the table", {"act": "CloseTable"}, list(STAFF), waits, yours=yours)


def _plain_step(label: str, act: OfferedAct, by: list[str], waits: str, *, yours: bool) -> NextStep:
    """A step that no rule orders, and that asks for nothing."""
    return {"label": label, "act": act if yours else None, "asks": [], "by": by, "yours": yours, "seat": None,
            "deck": "", "why": None, "waits": waits, "lines": []}  # fmt: skip


def _line(t: TableRules, line: Line) -> LineToDo:
    return {"id": line.id, "do": line.do, "clause": line.cites, "href": f"/law/{t.edition.id}#{quote(line.clause)}"}


def _taking(table: Table, by: Actor) -> NextStep:
    free, takes = not table.dealer, {"act": "RelieveDealer", "dealer": by.id}
    if free:
        return _plain_step("Take the table", takes, ["dealer"], "", yours=True)
    here = f"{table.dealer} deals here"
    return _plain_step(here, takes, ["dealer"], f"{here} until relieved.", yours=False)


def decisions(
    t: TableRules, table: Table, options: Options, by: Actor | None = None, readings: dict[str, Any] | None = None
) -> list[Choice]:
    """Fold or bet, stand or discard, as they are offered now; `by` is the dealer who keys them for guests."""
    core, found = game_of(t).core, list[Choice]()
    for option in options.in_round:
        if option.act not in core.LABELS.decisions:
            continue
        seat, tip = option.fields["seat"], option.fields.get("tip", 0)
        said, key = core.LABELS.decisions[option.act]
        cents, rule = core.decided(t.rules, table.round, seat, option.act)
        if cents:
            said = f"{said} {money(cents)}"
        if tip:
            said, key = f"{said} with a tip of {money(tip)}", "p"
        command = c.Play(getattr(core, option.act)(**option.fields))
        keyed = choice(said, write_act(command), key=key, seat=seat, why=why(t.rules, rule))
        found.append({**keyed, **then(t, table, by, command, readings or {})})
    return found


def for_the_absent(t: TableRules, table: Table, found: list[Choice]) -> list[Choice]:
    """What a dealer may decide where players have screens of their own: a hand is given up after a while.

    Where what is best hangs on the hand, which the dealer does not see, the system chooses.
    """
    folds: list[Choice] = [
        {**one, "label": "Fold for an absent player"} for one in found if one["act"]["act"] == "Fold"
    ]
    step, game = guide(t, table), game_of(t)
    if step is None or step.act != "Decide" or any(act.__name__ == "Fold" for act in game.PHASES[table.round.phase]):
        return folds
    said: dict[str, Any] = {
        "key": "f",
        "asks": [],
        "why": None,
        "second": False,
        "label": "End an absent player's hand",
    }
    return [
        cast("Choice", {**said, "seat": seat, "act": {"act": "Fold", "seat": seat}})
        for seat in game.to_decide(table.round)
    ]


def handed_back(t: TableRules, table: Table) -> list[Choice]:
    """Wagers that cannot stand, which a dealer hands back also where players have screens of their own."""
    found = [(one, step_label("TakeBackWager", one.seat, what=WAGERS[one.wager].lower())) for one in stranded(t, table)]
    return [
        choice(label, write_act(taken_back(t, one)), seat=one.seat, why=why(t.rules, one.rule)) for one, label in found
    ]


STEP_CHOICES = {
    "CallSupervisor": ("Call a supervisor", "s"),
    "AnswerCall": ("Answer the call", ""),
    "EndCall": ("The call is done", ""),
    "KeyWinner": ("Winner key, seat {seat}", "w"),
    "CloseTable": ("Close the table", ""),
    "OrderRecut": ("Order a recut of the {deck} deck", ""),
    "SpreadIdle": ("Spread the cards face {face}", ""),
    "ReportShufflerJam": ("The shuffler has jammed ({deck} deck)", ""),
    "ReplaceDeck": ("Replace the {deck} deck", ""),
    **{act: (STEPS[act], "") for act in ("InstallDevice", "RemoveDevice", "ChangeDealing", "CountChips")},
    "LeaveSeat": ("Seat {seat} gets up", ""),
}


DONE_UNDER = {
    "KeyWinner": "winner_key", "OrderRecut": "recut_ordered_by", "ReportShufflerJam": "shuffler_jam",
    "CountChips": "progressive_chips_counted", "ReplaceDeck": "single_deck",
}  # fmt: skip


def steps(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Steps that may be taken besides the next one."""
    found: list[Choice] = []
    for command in options.steps:
        name = type(command).__name__
        if name not in STEP_CHOICES or (name == "CountChips" and t.mode != "keyed"):
            continue
        if isinstance(command, c.ReplaceDeck) and table.decks[command.deck].stage == "withdrawn":
            continue  # it is the next step then
        text, key = STEP_CHOICES[name]
        seat: int = getattr(command, "seat", 0)
        if isinstance(command, c.CloseTable):
            found.append({**choice(text, write_act(command)), "confirm": closing_question(table)})
            continue
        said = text.format(
            seat=seat,
            deck=getattr(command, "deck", ""),
            what=concerned(command),
            face="up" if getattr(command, "face_up", True) else "down",
        )
        act, asks = write_act(command), list[Ask]()
        if isinstance(command, c.CountChips):
            act, asks = {"act": name}, [_ask(t, table, Actor("", "dealer"), Next(act=name), "chips")]
        cited = why(t.rules, DONE_UNDER.get(name))
        found.append(choice(said, act, *asks, key=key, seat=seat, why=cited))
    return found


def closing_question(table: Table) -> str:
    """What is asked before a table is closed: whoever sits there gets up."""
    seated = ", ".join(str(seat) for seat in sorted(table.players))
    leave = f"Whoever sits at seat {seated} gets up. " if seated else "Nobody is seated. "
    return f"{leave}The cards go with the table, and its tray is counted. Close the table?"


def reshuffles(t: TableRules, table: Table) -> list[Choice]:
    """A dealer may shuffle again what is ready, before play begins."""
    method, cited = shuffle_method(t, table), why(t.rules, "shuffled_every_round")
    return [
        choice(f"Shuffle the {name} deck again", write_act(c.ShuffleDeck(name, method)), why=cited)
        for name in table.decks
        if shuffled_again(t, table, name)
    ]


def relief(table: Table, by: Actor) -> list[Choice]:
    """A dealer may leave the table."""
    if by.role != "dealer" or table.dealer != by.id:
        return []
    return [choice("Leave the table", {"act": "RelieveDealer", "dealer": ""})]


# ---- a seat's wagers


def wagers(t: TableRules, table: Table, seat: int, options: Options) -> list[WagerOffer]:
    """Every wager that the table takes, in order, with what lies there and what may."""
    core = game_of(t).core
    place = table.round.seats.get(seat) if table.round is not None else None
    placed: dict[str, int] = core.placed(place) if place is not None else {}
    offered = {o.fields["wager"]: o for o in options.in_round if o.act == "PlaceWager" and o.fields["seat"] == seat}
    back = {o.fields["wager"] for o in options.in_round if o.act == "TakeBackWager" and o.fields["seat"] == seat}
    room, found = _no_room(t, table, seat), list[WagerOffer]()
    for offer in core.offers(in_force(t, table), place):
        name, option = offer.wager, offered.get(offer.wager)
        low, high, amounts = _bounds(option if option is not None else offer)
        take_back = write_act(c.Play(core.TakeBackWager(seat, name))) if name in back and name in placed else None
        one: WagerOffer = {
            "wager": name,
            "label": WAGERS[name],
            "low": low,
            "high": high,
            "amounts": amounts,
            "open": option is not None,
            "placed": show_cents(placed[name]) if name in placed else None,
            "back": take_back,
            "limit": room.get(name) or _limit(offer, low, high, amounts),
            "why": why(t.rules, offer.rule),
            "times": t.rules.times(name),
        }
        if offer.of:
            one["of"] = {"wager": offer.of, "divisor": offer.divisor, "exact": offer.exact}
        found.append(one)
    return found


def _no_room(t: TableRules, table: Table, seat: int) -> dict[str, str]:
    """The wagers of a seat that are not taken now for what the round could come to cost, each with that in words."""
    limit = t.rules.liability_limit
    if limit is None or table.round is None:
        return {}
    bounds = [t.rules, replace(t.rules, liability_limit=None)]
    taken, wanted = (
        {
            option.fields["wager"]
            for option in game_of(t).core.options(rules, table.round)
            if option.act == "PlaceWager" and option.fields["seat"] == seat
        }
        for rules in bounds
    )
    said = f"None now: the house takes no wagers that could cost it more than {money(limit)} in a round."
    return dict.fromkeys(wanted - taken, said)


def _bounds(found: Offer | Option) -> tuple[str | None, str | None, list[str] | None]:
    """Bounds as they are offered now, else as they will be once the ante lies there."""
    low, high = (None if cents is None else show_cents(cents) for cents in (found.low, found.high))
    return low, high, None if found.amounts is None else [show_cents(cents) for cents in found.amounts]


def _limit(offer: Offer, low: str | None, high: str | None, amounts: list[str] | None) -> str:
    """The limits in a sentence."""
    if offer.instead:
        return offer.instead
    if amounts:
        return "Exactly " + " or ".join(f"${amount.removesuffix('.00')}" for amount in amounts) + "."
    words = []
    if low not in (None, "0.01"):
        words.append(f"from ${str(low).removesuffix('.00')}")
    if high is not None:
        words.append(f"to ${high.removesuffix('.00')}")
    return f"{' '.join(words).capitalize() or offer.any_amount}{offer.also}."
