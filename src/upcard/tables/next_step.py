"""The one next thing: what the procedure leads to from the table as it stands, and whose it is to do.

`guide` names the next lawful step with the command that does it; where a person has to say something first (real cards,
a count, a cut), the command is missing and `asks` names the fields. Where players have to act, the step only says so.
Each step comes with its lines: what is done by hand at it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.decide import to_show
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.decide import undecided, unseen
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import StepKind
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.actor import DEALER, FLOORPERSON, STAFF, Role
from upcard.tables.award_procedure import paid_by
from upcard.tables.dealing import dealing_of, obstacle, shuffle_method
from upcard.tables.due import Due, says
from upcard.tables.idle_cards import idle_step
from upcard.tables.options import SEAT_STEPS
from upcard.tables.preconditions import racked_besides
from upcard.tables.procedure import deck_step, due, in_shuffler, in_turn
from upcard.tables.state import Table
from upcard.tables.step_lines import Line, StepContext, lines
from upcard.tables.stranded import Stranded, mended_by_players, stranded

PLAYERS: tuple[Role, ...] = ("player", "dealer")

RACKING = ("RackStub", "CountStub")
"""What brings a deck to the rack, where another one may still lie."""

SIX_DECISIONS = {"second": "first_bet_multiple", "third": "second_bet_multiple", "fourth": "final_choices"}
"""The rule that lets a player of Bonus 6 choose, by phase."""

SETTLED_UNDER: dict[StepKind, tuple[str, ...]] = {
    "misdeal": ("dealer_wrong_count",),
    "no_hand": ("no_hand_paid",),
    "hand": ("settlement_order",),
    "progressive": ("progressive_verification", "progressive_settled"),
    "envy": ("envy_paid",),
    "five_card": ("five_card_verification",),
    "cover_all": ("cover_all_last",),
}
"""The rules that order a step of the settlement of Caribbean stud; the first that the edition has is named."""


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """The next step: the command by name and, where it is complete, itself; its rule, whose it is, what it concerns."""

    act: str
    command: c.Command | None = None
    rule: str | None = None
    roles: tuple[Role, ...] = DEALER
    seat: int = 0
    deck: str = ""
    asks: tuple[str, ...] = ()
    """The fields that a person fills in."""
    suggests: dict[str, Any] = {}
    """What stands in a field unless somebody knows better: how many cards each gets. What is counted is not there."""
    lines: tuple[Line, ...] = ()
    """What is done by hand, in order."""


def guide(t: TableRules, table: Table) -> Next | None:
    """The next step; None where nothing can follow."""
    found = _guide(t, table)
    if found is None:
        return None
    method = found.command.method if isinstance(found.command, c.ShuffleDeck) else ""
    moment = StepContext(t, table, found.act, found.rule, found.seat, found.deck, method)
    return msgspec.structs.replace(found, lines=lines(moment))


DECISIONS = ("Fold", "Bet", "Stand", "Discard", "BuyCard")


def lines_of(t: TableRules, table: Table, command: c.Command) -> tuple[Line, ...]:
    """What is done by hand for a command, whether or not it is the next step."""
    done: Any = command.command if isinstance(command, c.Play) else command
    act = "Decide" if type(done).__name__ in DECISIONS else type(done).__name__
    seat, deck = getattr(done, "seat", 0), getattr(done, "deck", "")
    following = _guide(t, table)
    steps: list[tuple[str, str | None]] = [(step.act, step.rule) for step in due(t, table) if step.seat == seat]
    if following is not None and (following.seat, following.deck) == (seat, deck):
        steps.append((following.act, following.rule))
    rule = next((rule for name, rule in steps if name == act), None)
    return lines(StepContext(t, table, act, rule, seat, deck, getattr(done, "method", "")))


def _guide(t: TableRules, table: Table) -> Next | None:
    if not table.is_open:
        return Next(act="OpenTable", command=c.OpenTable(), roles=STAFF)
    round = table.round
    assert round is not None
    if round.phase == "betting":
        return _betting(t, table)
    waiting = due(t, table)[:1]
    if waiting[0].act in RACKING if waiting else round.phase in ("closed", "settled"):
        for racked in racked_besides(t, table):
            name = in_shuffler(t, table) or racked
            shuffled = deck_step(t, table, name)
            assert shuffled is not None
            return _deck(t, table, name, shuffled)
    for step in waiting:
        return _due(t, table, step)
    if round.phase == "settled":
        return Next(act="Reconcile", command=c.Reconcile(), rule=_first(t, "keypad_reset", "lock_out_cleared"))
    if isinstance(round, SixRound):
        return _six(t, round)
    return _stud(t, table, round)


def _first(t: TableRules, *names: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((name for name in names if name in t.edition.citations), None)


def _betting(t: TableRules, table: Table) -> Next:
    """Idle cards are spread, the table can be dealt, decks are made ready, wagers are made, the bets are closed.

    A wager that cannot stand is taken back first, unless those who sit there without one may mend it.
    """
    if (idle := idle_step(t, table)) is not None:
        return Next(act=idle.act, command=c.SpreadIdle(), rule=idle.rule)
    if (stands := obstacle(t, table)) is not None:
        remedy = stands.remedy
        return Next(act=type(remedy).__name__, command=remedy, rule=stands.rule, roles=FLOORPERSON)
    for name in in_turn(t, table):
        step = deck_step(t, table, name)
        if step is not None:
            return _deck(t, table, name, step)
    assert table.round is not None
    for one in stranded(t, table)[:1]:
        if mended_by_players(t, table, one):
            return Next(act="LockOut", rule=one.rule, seat=one.seat)
        return _handed_back(one)
    closing = c.LockOut() if table.round.seats else None
    dealing = dealing_of(t, table)
    rule = dealing.lock_out_rule if dealing else "ante_required"
    return Next(act="LockOut", command=closing, rule=rule)


def _handed_back(one: Stranded) -> Next:
    return Next(act="TakeBackWager", command=one.taken_back, rule=one.rule, seat=one.seat)


def _deck(t: TableRules, table: Table, name: str, step: Due) -> Next:
    found = Next(act=step.act, rule=step.rule, roles=step.roles, deck=name)
    change = msgspec.structs.replace
    match step.act:
        case "ShuffleDeck":
            return change(found, command=c.ShuffleDeck(name, shuffle_method(t, table)))
        case "CutDeck" if t.mode == "virtual" and table.round is not None and table.round.phase != "betting":
            return change(found, command=c.CutDeck(name))  # nobody chooses it: the system draws it
        case "CutDeck" | "ReportShufflerCount":
            return change(found, asks=("cards",))
        case "WashDeck" if not table.players:
            return found  # the first player sees the cards before they are washed
        case "SpreadDeck" if not table.players and table.decks[name].stage == "face down":
            return found  # they are turned up once a player has come
        case _:
            opening: Any = getattr(c, step.act)
            return change(found, command=opening(name))


def _due(t: TableRules, table: Table, step: Due) -> Next:
    found = Next(act=step.act, rule=step.rule, roles=step.roles, seat=step.seat, deck=step.deck)
    change = msgspec.structs.replace
    match step.act:
        case "CountChips":
            return change(found, asks=("chips",))
        case "CountStub":
            asks = ("cards",) if table.deck.order else ("cards", "hands")  # of its own cards the system knows better
            return change(found, asks=asks)
        case "RackStub":
            return change(found, command=c.RackStub())
        case "TurnUpCard" if t.mode == "keyed":
            return change(found, asks=("card",))
        case "TurnUpCard":
            return change(found, command=c.Play(stud.TurnUpCard()))
        case "CallSupervisor":
            return change(found, command=c.CallSupervisor())
        case _:
            return change(found, command=SEAT_STEPS[step.act](step.seat))


def deal_command(t: TableRules, table: Table) -> c.DealCards:
    """Cards leave the deck as the way of dealing has it: drawn by the hand nearest the shoe, held by one hand."""
    method = dealing_of(t, table)
    draws = method is not None and method.drawing_hand_rule is not None
    holds = method is not None and method.needs_rule is not None
    held: Any = table.holding_hand or t.shoe_side
    return c.DealCards(t.shoe_side if draws else None, held if holds else None)


def _stud(t: TableRules, table: Table, round: StudRound) -> Next | None:
    assert isinstance(t.rules, CaribbeanStudRules)
    rules, keyed = t.rules, t.mode == "keyed"
    method = dealing_of(t, table)
    assert method is not None
    match round.phase:
        case "closed" if keyed and table.drawn:
            size = rules.law.hand_size
            counts = dict.fromkeys(round.clockwise, size)
            asks = ("counts", "dealer_count", *(() if method.turned_rule else ("up_card",)))
            suggests = {"counts": counts, "dealer_count": size}
            return Next(act="DealUnseen", rule=method.order_rule, asks=asks, suggests=suggests)
        case "short" if keyed and table.drawn:
            completed = c.Play(stud.CompleteDealer())  # face down: the system is told when the hand is turned up
            return Next(act="CompleteDealer", command=completed, rule="dealer_completes_from")
        case "closed" if fallen := stranded(t, table):
            return _handed_back(fallen[0])
        case "closed" if (recut := deck_step(t, table, table.current)) is not None and not table.drawn:
            return _deck(t, table, table.current, recut)
        case "closed" | "short":
            rule = method.order_rule if round.phase == "closed" else "dealer_completes_from"
            return Next(act="DealCards", command=deal_command(t, table), rule=rule)
        case "deciding":
            seats = undecided(round)
            return Next(act="Decide", rule="decision_choices", roles=PLAYERS, seat=seats[0])
        case "decided":
            rule = "dealer_qualifies_with"
            if not keyed:
                return Next(act="Reveal", command=c.Play(stud.Reveal()), rule=rule)
            return Next(act="Reveal", rule=rule, asks=("dealer",))
        case "settling":
            step = round.agenda[0]
            if missing := unseen(rules, round, step):
                return Next(act="ShowHand", rule=_first(t, "higher_hand_wins"), seat=missing[0], asks=("cards",))
            roles, rule = paid_by(rules, round)
            kind: StepKind = "no_hand" if step.kind == "hand" and round.qualifies is False else step.kind
            ordered = rule if roles != DEALER else _first(t, *SETTLED_UNDER[kind])
            settle = c.Play(stud.Settle(step.kind, step.seat))
            return Next(act="Settle", command=settle, rule=ordered, roles=roles, seat=step.seat)
        case _:
            return None


def _six(t: TableRules, round: SixRound) -> Next | None:
    keyed = t.mode == "keyed"
    deal = Next(act="DealCards", command=c.DealCards(), rule=_first(t, "first_cards"))
    match round.phase:
        case "closed" if keyed:
            first: int = says(t, "first_cards")
            counts = dict.fromkeys(round.clockwise, first)
            return Next(act="DealUnseen", rule=_first(t, "first_cards"), asks=("counts",), suggests={"counts": counts})
        case "closed":
            return deal
        case "turning":
            rule = _first(t, "community_cards")
            if keyed:
                return Next(act="TurnCommunity", rule=rule, asks=("card",))
            return Next(act="TurnCommunity", command=c.Play(six.TurnCommunity()), rule=rule)
        case "second" | "third" | "fourth":
            waiting = six.to_decide(round)
            if waiting:
                return Next(act="Decide", rule=SIX_DECISIONS[round.phase], roles=PLAYERS, seat=waiting[0])
            if keyed:
                return Next(act="DealStreet", command=c.Play(six.DealStreet()), rule=deal.rule)
            return deal
        case "cards" if not keyed:
            return deal
        case "cards" | "settling":
            return _six_shown(t, round)
        case _:
            return None


def _six_shown(t: TableRules, round: SixRound) -> Next:
    """Hands are exposed, then bonus cards are dealt or seats are settled."""
    hidden = to_show(round)
    if hidden and t.mode == "keyed":
        return Next(act="ShowHand", rule=_first(t, "hands_concealed"), seat=hidden[0], asks=("cards",))
    if round.phase == "cards":
        seat = six.to_verify(round)[0]
        dealt = c.Play(six.DealBonusCard(seat))  # face down: the system is told when the hand is exposed
        return Next(act="DealBonusCard", command=dealt, rule=_first(t, "bonus_card_order"), seat=seat)
    seat = six.to_judge(round)[0]
    return Next(act="SettleSeat", command=c.Play(six.SettleSeat(seat)), rule=_first(t, "settlement_order"), seat=seat)
