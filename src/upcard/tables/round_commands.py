"""The round on the table: acts that reach the game itself, and cards that come from the table's deck."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, SUPERVISOR, refuse, says
from upcard.tables.dealing import dealing_of, obstacle
from upcard.tables.devices import ready_to_deal
from upcard.tables.preconditions import check_role, nothing_due, one_deck_racked, other_is_shuffled
from upcard.tables.procedure import broken_off, check_taken, due, stranded, taken_back_for
from upcard.tables.state import Table

Events = tuple[e.Event, ...]

OF_THE_TABLE = ("CloseBets", "Complete")
"""What the table's own steps do in the round of any game."""


def played(t: TableRules, table: Table, command: Any) -> Events:
    """What the game makes of a command."""
    return tuple(e.Played(event) for event in game_of(t).core.decide(t.rules, table.round, command))


def in_round(t: TableRules, table: Table, act: c.Act) -> Events:
    """An act in the round by a player or by those who run the table."""
    assert isinstance(act.command, c.Play)
    command: Any = act.command.command
    game, name = game_of(t), type(command).__name__
    betting = name in game.STAKES or name == "TakeBackWager"  # it ends with the lock-out, whatever is due after it
    if not isinstance(command, game.core.Command):
        raise refuse(t, None, f"{name} is an act of another game than is played here")
    _own_way(t, table, name)
    if name in game.WAGERS and act.command.tender == "cash" and says(t, "verbal_cash_wagers") is False:
        raise refuse(t, "verbal_cash_wagers", "a spoken wager with cash is not taken: chips go on the layout")
    if act.command.tender != "chips" and getattr(command, "wager", "") == "progressive":
        raise refuse(t, "progressive_device", "a progressive wager is a chip that the device takes")
    if name == "Report":
        return game.report(t, table, act, command)
    if name in game.CORRECTIONS:
        return _corrected(t, table, act, command)
    if name in game.BY_PLAYERS:
        if act.by.role == "player" and not betting and command.seat in table.players:
            _in_phase(t, table, command)  # whoever it is, there is nothing to decide
        _player(t, table, act, command, wagers=betting)
        if name in game.STAKES:
            _stake(t, table, command)
        elif betting:
            game.check_stake(t, table, command)
    else:
        roles, rule = game.acting(t, table, name)
        if name == "Settle":
            _in_phase(t, table, command)
            if act.by.role in DEALER:
                nothing_due(t, table)  # a step of another comes first, whoever acts after it
        check_role(t, act, roles, rule)
        game.check_dealers(t, table, command)
    if not betting:
        _in_phase(t, table, command)
        nothing_due(t, table, name)
    dealt: Events = ()
    if name in game.AFTER_DRAWING and not table.drawn:
        if not game.DRAWS_WHEN_KEYED:
            raise refuse(t, None, "the cards leave the deck before they are keyed")
        ready_to_deal(t, table)
        dealt = (e.CardsLeftDeck(table.current),)
    events = played(t, table, command)
    fell = taken_back_for(t, table, command) if act.by.role != "player" else None
    why = (e.StepDone(name, fell.seat, fell.rule),) if fell else ()
    return (*dealt, *why, *events, *game.documents(t, events))


def _own_way(t: TableRules, table: Table, name: str) -> None:
    """Refuses what this kind of table does by a step of its own, or does not know."""
    game = game_of(t)
    if name in OF_THE_TABLE:
        raise refuse(t, None, f"{name} is done by the table's own step")
    if t.mode == "virtual" and name in (*game.FROM_DECK, *game.UNSEEN):
        raise refuse(t, None, "the cards come from the table's own deck")
    if t.mode == "keyed" and name == "Deal":
        dealing = dealing_of(t, table)
        hidden = dealing.hidden_rule if dealing else "hands_concealed"
        raise refuse(t, hidden, "cards that lie face down are not told to the system")


def deal_rule(t: TableRules, table: Table) -> str:
    """The rule by which the dealer deals."""
    dealing = dealing_of(t, table)
    return dealing.order_rule if dealing else "first_cards"


def up_rule(t: TableRules, table: Table) -> str | None:
    """The rule by which one of the dealer's cards lies face up."""
    dealing = dealing_of(t, table)
    return dealing.turned_under if dealing else None


def _in_phase(t: TableRules, table: Table, command: Any) -> None:
    """Refuses what is not for this phase at all, whatever is due in it."""
    if table.round is not None and type(command) not in game_of(t).PHASES[table.round.phase]:
        played(t, table, command)


def lock_out_rule(t: TableRules, table: Table) -> str:
    """The rule by which the bets close."""
    dealing = dealing_of(t, table)
    return dealing.lock_out_rule if dealing else "ante_required"


def _player(t: TableRules, table: Table, act: c.Act, command: Any, *, wagers: bool) -> None:
    seat, decided_under = command.seat, game_of(t).decided_under
    if seat not in table.players:
        raise refuse(t, "seated_players_only", f"nobody sits in seat {seat}")
    touched = "cards_touched_by" in t.edition.citations
    held = "cards_touched_by" if touched else decided_under(table.round, type(command).__name__)
    rule = None if wagers else held
    if act.by.role == "player" and table.players[seat] != act.by.id:
        raise refuse(t, rule, f"seat {seat} is another player's")
    if act.by.role not in ("player", "dealer"):
        does = "wager" if wagers else "play a hand"
        raise refuse(t, "seated_players_only" if wagers else rule, f"a {act.by.role} does not {does}")


def _stake(t: TableRules, table: Table, command: Any) -> None:
    """Refuses a wager for what the table or its jackpots lack."""
    if stands := obstacle(t, table):
        raise refuse(t, stands.rule, f"no wager is taken while the table cannot be dealt: {stands.because}")
    game_of(t).check_stake(t, table, command)
    if table.round is not None and table.round.phase == "betting":
        check_taken(t, getattr(command, "wager", "") or command.coupon)


def corrected_under(t: TableRules, table: Table, act: str) -> str:
    """The rule that what is corrected was done by."""
    if act == "CorrectProgressive":
        return "progressive_chips_counted"
    if act == "CorrectUpCard" and (rule := up_rule(t, table)):
        return rule
    if act == "TakeBackDeal":
        return deal_rule(t, table)
    return "settlement_order"


def correction_waits(table: Table, act: str) -> str:
    """Why the table has gone too far for a correction, or empty."""
    if act == "CorrectProgressive" and table.drawn:
        return "the cards have left the deck: no progressive wager is struck or taken any more"
    if act == "CorrectProgressive" and table.chips not in ("wrong", "corrected"):
        return "a wager is corrected once the chips were counted and are not as many as the wagers"
    if act == "TakeBackDeal" and table.racked:
        return "cards of this deal lie in the rack: it is not taken back any more"
    if act == "TakeBackDeal" and table.deck.stage == "withdrawn":
        return "the deck was taken off the table after this deal: the hands do not stand without it"
    return ""


def _corrected(t: TableRules, table: Table, act: c.Act, command: Any) -> Events:
    """What was keyed wrongly is put right by looking at it, on the table or made again from the rack."""
    name = type(command).__name__
    check_role(t, act, SUPERVISOR, None)
    if name == "CorrectProgressive" and not says(t, "progressive_chips_counted"):
        raise refuse(t, None, "this edition has no count of the progressive chips")
    if because := correction_waits(table, name):
        raise refuse(t, "progressive_chips_counted" if name == "CorrectProgressive" else None, because)
    if name == "CorrectProgressive" and command.cents:
        check_taken(t, "progressive")
    return played(t, table, command)


# ------------------------------------------------------------------------------------------------ the deal


def lock_out(t: TableRules, table: Table) -> Events:
    """Bets close and the progressive is locked, with a deck that is ready."""
    ready_to_deal(t, table)
    _none_stranded(t, table)
    return played(t, table, game_of(t).core.CloseBets())


def check_closed(t: TableRules, table: Table) -> None:
    """Refuses to deal, or to key what was dealt, while bets are open."""
    if table.round is not None and table.round.phase == "betting":
        locked = " and the progressive locked" if t.ways else ""
        raise refuse(t, lock_out_rule(t, table), f"no card is dealt before the bets are closed{locked}")


def _none_stranded(t: TableRules, table: Table) -> None:
    for one in stranded(t, table)[:1]:
        raise refuse(t, one.rule, f"{one.said}; it is taken back first")


def deal(t: TableRules, table: Table, command: c.DealCards) -> Events:
    """The next cards leave the deck: a virtual table's own, or real ones that are keyed after it."""
    round = table.round
    assert round is not None
    check_closed(t, table)
    if game_of(t).dealt(t, table):
        raise refuse(t, deal_rule(t, table), "the cards of this round are dealt already")
    nothing_due(t, table)
    if round.phase == "closed" and not table.drawn:
        ready_to_deal(t, table)
        _none_stranded(t, table)
        other_is_shuffled(t, table)
    dealing = dealing_of(t, table)
    held = command.holding_hand or "" if dealing is not None and dealing.needs_rule is not None else ""
    left = e.CardsLeftDeck(table.current, command.drawing_hand or "", held)
    return (left, *game_of(t).deal(t, table, command))


def completed(t: TableRules, table: Table) -> Events:
    return played(t, table, game_of(t).core.Complete())


# ---- What is left of the deck after the deal ---------------------------------------------------------------
# racked unseen, or counted, and what a wrong count means.


def rack_or_count(t: TableRules, table: Table, act: c.Act, command: c.RackStub | c.CountStub) -> Events:
    """The stub to the rack; a count may come oftener than the law wants it, never later."""
    step = next((s for s in due(t, table) if s.act in ("RackStub", "CountStub")), None)
    if step is None:
        dealing = dealing_of(t, table)
        if dealing is None:
            raise refuse(t, None, "this edition says nothing of what is left of the deck")
        first = "what was dealt is keyed" if table.drawn else "the dealer's hand is completed"
        because = f"the deal is not over: {first} first" if table.stub == "out" else "no stub is out"
        if broken_off(table):
            because = "the deal was broken off: its cards are put together and shuffled again, and none is a stub"
        raise refuse(t, dealing.stub_rule, because)
    check_role(t, act, DEALER, step.rule)
    one_deck_racked(t, table)
    if isinstance(command, c.RackStub):
        if step.act == "CountStub":
            raise refuse(t, step.rule, "the stub is counted in this round")
        return (e.StubRacked(step.rule),)
    return _counted(t, table, command)


def hands_counted_too(t: TableRules, table: Table) -> bool:
    """Whether a hand was found to hold a wrong number of cards, so that the stub alone tells nothing."""
    return table.count_again == "with hands" or bool(table.round.miscounted(says(t, "hand_size")))


def _counted(t: TableRules, table: Table, command: c.CountStub) -> Events:
    round = table.round
    full = says(t, "full_count_racked")
    if full is None:
        raise refuse(t, None, "this edition knows no count of the stub")
    dealt = round.dealt
    if hands_counted_too(t, table) and command.hands is None:
        because = "hands: a hand was found to hold a wrong number of cards, so the cards of all hands are counted, too"
        raise refuse(t, "full_count_racked", because)
    hands = dealt if command.hands is None else command.hands
    for number in (command.cards, hands):
        if not 0 <= number <= full:
            raise refuse(t, "full_count_racked", f"{number} is no count of cards: a deck has {full}")
    told = UNSET if command.hands is None else command.hands
    total, whole = command.cards + dealt + table.discarded, command.cards + hands + table.discarded
    in_all = UNSET if command.hands is None else whole
    wrong = round.miscounted(says(t, "hand_size"))
    if whole == full and not command.misdealt and (wrong or hands == dealt):
        # No card is missing, and what is wrong was seen before, or was thought to be.
        return (e.StubCounted(command.cards, whole, "full_count_racked", told, in_all),)
    if total == full and (command.hands is None or whole == full):
        raise refuse(t, "full_count_racked", "misdealt: the stub is right: report the hand that is wrong")
    if total == full:  # the stub is right, and the hands are not
        total = whole
    misdealt = (command.misdealt or hands != dealt) and "stub count" in (says(t, "misdeal_found_at") or ())
    counted = e.StubCounted(command.cards, total, "misdeal_found_at" if misdealt else "stub_count_wrong", told, in_all)
    void = played(t, table, game_of(t).core.Report(_wrong_count(round.phase))) if round.void is None else ()
    stays = misdealt and whole == says(t, "misdealt_deck_total")
    rule = "misdealt_deck_total" if misdealt else "stub_count_wrong"
    return (counted, *void, *(() if stays else withdrawn(table, rule)))


def withdrawn(table: Table, rule: str) -> Events:
    """The deck of the round leaves the table, unless it is off it already."""
    return () if table.deck.stage == "withdrawn" else (e.DeckWithdrawn(table.current, rule),)


def _wrong_count(phase: str) -> str:
    """As what a wrong count is told of a round: before the hole cards are turned up, or later."""
    return "stub-count" if phase in ("deciding", "decided") else "wrong-deck"
