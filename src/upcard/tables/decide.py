"""What an act at a table leads to: recorded events, or a refusal that changes nothing."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from upcard import __version__
from upcard.games.game import game_of
from upcard.law.registry import implements
from upcard.rules.table import TableRules, mixed, reads_as
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, FLOORPERSON, STAFF, refuse, says
from upcard.tables.dealing import WHILE_IDLE, idle_step
from upcard.tables.deck import SPREAD
from upcard.tables.deck_procedure import count, cut_deck, jam, opening, owned, recut, shuffle, spread_idle
from upcard.tables.devices import change_dealing, device, devices_of
from upcard.tables.preconditions import between_rounds, call, check_role, due_now, nothing_due, one_deck_racked
from upcard.tables.procedure import STAGES, due
from upcard.tables.round_commands import completed, deal, in_round, lock_out, lock_out_rule, rack_or_count
from upcard.tables.state import Table
from upcard.tables.take_back import take_back

Events = tuple[e.Event, ...]


def decide(t: TableRules, table: Table, act: c.Act) -> tuple[e.Recorded, ...]:
    """The events that follow from an act, each with who and when; a `Refused` names the rule that forbids it."""
    return tuple(e.Recorded(act.by, act.at, event) for event in _decide(t, table, act))


def _opened(t: TableRules, table: Table) -> e.TableOpened:
    """The opening, with all that the table's rounds are played by; the deck whose turn it was before comes first."""
    turn = t.backs.index(table.current) if table.current in t.backs else 0
    ids: dict[str, str] = {}
    for back in t.backs if t.decks else ():
        unnamed = back in table.decks and not table.decks[back].id  # any may be the one that was withdrawn
        ids[back] = "" if unnamed else next(iter(owned(t, replace(table, decks={}), back)), "")
    return e.TableOpened(
        edition=t.edition.id,
        digest=t.edition.digest,
        elections=t.rules.elections,
        engine=__version__,
        decks=(*t.backs[turn:], *t.backs[:turn]),
        devices=devices_of(t),
        game=t.edition.game,
        accessories=says(t, "deck_accessories") or (),
        mode=t.mode,
        equipment=t.equipment,
        deck_ids=ids or UNSET,
        text=t.edition.text or UNSET,
    )


def _decide(t: TableRules, table: Table, act: c.Act) -> Events:
    command = act.command
    if isinstance(command, c.RelieveDealer):
        return _relieve(t, table, act, command)
    if act.by.role == "dealer" and table.dealer not in ("", act.by.id):
        raise refuse(t, None, f"{table.dealer} deals at this table")
    if isinstance(command, c.OpenTable):
        check_role(t, act, (*STAFF, "licensee"), None)
        if table.is_open:
            raise refuse(t, None, "the table is open already")
        return (*_everybody_leaves(table), _opened(t, table))
    if not table.is_open and not isinstance(command, c.LeaveSeat | c.AnswerCall | c.EndCall):
        raise refuse(t, None, "the table is closed")
    if (idle := idle_step(t, table)) is not None and not isinstance(command, WHILE_IDLE):
        raise refuse(t, idle.rule, "the table stood empty: the cards are spread before anything else is done")
    match command:
        case c.CloseTable():
            check_role(t, act, (*STAFF, "licensee"), None)
            between_rounds(t, table, "the table closes between rounds")
            return _closed(t, table)
        case c.InspectDeck() | c.VerifyDeck() | c.SpreadDeck() | c.WashDeck() | c.ReplaceDeck():
            return opening(t, table, act, command)
        case c.ShuffleDeck():
            return shuffle(t, table, act, command)
        case c.ReportShufflerCount():
            return count(t, table, act, command)
        case c.ReportShufflerJam():
            return jam(t, table, act, command)
        case c.CutDeck():
            return cut_deck(t, table, act, command)
        case c.OrderRecut():
            return recut(t, table, act, command)
        case c.SpreadIdle():
            return spread_idle(t, table, act, command)
        case c.InstallDevice() | c.RemoveDevice():
            return device(t, table, act, command)
        case c.ChangeDealing():
            return change_dealing(t, table, act, command)
        case c.TakeSeat() | c.LeaveSeat():
            return _seat(t, table, act, command)
        case c.LockOut():
            check_role(t, act, DEALER, "lock_out")
            if getattr(table.round, "void", None) is not None:
                raise refuse(t, None, "the round is void: reconcile it first")
            if table.round is not None and table.round.phase != "betting":
                raise refuse(t, lock_out_rule(t, table), "the bets are closed already")
            _each_opened(t, table)
            return lock_out(t, table)
        case c.CountChips():
            return _count_chips(t, table, act, command)
        case c.DealCards():
            check_role(t, act, DEALER, game_of(t).acting(t, table, "DealCards")[1])
            return deal(t, table, command)
        case c.RackStub() | c.CountStub():
            return rack_or_count(t, table, act, command)
        case c.KeyWinner():
            return _key(t, table, act, command)
        case c.CallSupervisor() | c.AnswerCall() | c.EndCall():
            return call(t, table, act, command)
        case (
            c.VerifyAward() | c.VerifyHand() | c.VerifyLight() | c.ConfirmHand() | c.ValidateAward()
            | c.VerifyFiveCard() | c.ValidateFiveCard() | c.CollectForfeits()
        ):  # fmt: skip
            step = due_now(t, table, act, DONE_UNDER[type(command)], command.seat)
            return (e.StepDone(step.act, command.seat, step.rule),)
        case c.DocumentAward():
            return _document(t, table, act, command)
        case c.LeaveExposed():
            step = due_now(t, table, act, "cover_all_hands_stay", command.seat)
            return (e.HandLeftExposed(command.seat, step.rule),)
        case c.RackCards():
            _racks(t, table, command.seat)
            step = due_now(t, table, act, "cards_racked_in_turn", command.seat)
            return (e.CardsRacked(command.seat, step.rule),)
        case c.Reconcile():
            return _reconcile(t, table, act)
        case c.TakeBackStep():
            return take_back(t, table, act, command)
        case c.Play():
            return in_round(t, table, act)
        case _:
            assert_never(command)


def _everybody_leaves(table: Table) -> Events:
    """Nobody stays seated while the table is closed, so that whoever comes next sees the cards of the next opening."""
    return tuple(e.SeatLeft(seat) for seat in sorted(table.players))


def _relieve(t: TableRules, table: Table, act: c.Act, command: c.RelieveDealer) -> Events:
    """A dealer takes a table or leaves it for himself; a supervisor may send one."""
    check_role(t, act, STAFF, None)
    if act.by.role == "dealer" and act.by.id not in (command.dealer, table.dealer):
        raise refuse(t, None, "a dealer takes a table and leaves it for himself")
    if command.dealer and table.dealer and act.by.role == "dealer" and act.by.id != table.dealer:
        raise refuse(t, None, f"{table.dealer} deals at this table until relieved by the floor")
    if command.dealer == table.dealer:
        raise refuse(t, None, "nobody is relieved")
    return (e.DealerRelieved(command.dealer),)


DONE_UNDER: dict[type[c.Command], str] = {
    c.VerifyAward: "supervisor_verifies",
    c.VerifyHand: "award_verification",
    c.VerifyLight: "award_verification",
    c.ConfirmHand: "hand_confirmed_by",
    c.ValidateAward: "award_verification",
    c.VerifyFiveCard: "five_card_verification",
    c.ValidateFiveCard: "five_card_verification",
    c.CollectForfeits: "fold_forfeits_ante",
}
"""The rule that wants something seen to, and written down as done."""


def _count_chips(t: TableRules, table: Table, act: c.Act, command: c.CountChips) -> Events:
    """Due where wagers in chips were accepted; where none was, a chip may lie there that the device did not take."""
    rule = "progressive_chips_counted"
    if chips_countable(t, table):
        check_role(t, act, DEALER, rule)
    else:
        due_now(t, table, act, rule)
    if command.chips < 0:
        raise refuse(t, rule, "chips: no count is less than nothing")
    return (e.ChipsCounted(command.chips, game_of(t).accepted_chips(table.round), rule),)


def chips_countable(t: TableRules, table: Table) -> bool:
    """Whether the chips may be counted although no wager in chips was accepted: from the lock-out to the deal."""
    round = table.round
    closed = round is not None and round.phase == "closed" and not table.drawn and table.chips in ("", "right")
    counts = t.jackpot is not None and says(t, "progressive_chips_counted") is not None
    return closed and counts and not game_of(t).accepted_chips(round)


def _racks(t: TableRules, table: Table, seat: int) -> None:
    """Refuses to rack cards that a rule keeps on the table."""
    racked = any((step.act, step.seat) == ("RackCards", seat) for step in due(t, table))
    if not racked and (why := game_of(t).why_kept(t, table, seat)) is not None:
        raise refuse(t, *why)


@implements(seated_players_only=True)
def _seat(t: TableRules, table: Table, act: c.Act, command: c.TakeSeat | c.LeaveSeat) -> Events:
    if not 1 <= command.seat <= t.seats:
        raise refuse(t, None, f"the table has {t.seats} seats")
    holder = command.player if isinstance(command, c.TakeSeat) else table.players.get(command.seat)
    if act.by.role == "player" and holder not in (None, act.by.id):
        raise refuse(t, None, "a player sits down and gets up for himself")
    if isinstance(command, c.TakeSeat):
        if command.seat in table.players:
            raise refuse(t, None, f"seat {command.seat} is taken")
        hands = says(t, "one_hand_per_player")
        if hands is not None and list(table.players.values()).count(command.player) >= hands:
            raise refuse(t, "one_hand_per_player", "a player has one seat and one hand")
        if because := mixed(command.player):
            raise refuse(t, None, because)
        for seat, name in table.players.items():
            if name != command.player and reads_as(name) == reads_as(command.player):
                because = f"seat {seat} is taken by {name!r}, and {command.player!r} reads like it: take another name"
                raise refuse(t, None, because)
        return (e.SeatTaken(command.seat, command.player),)
    if command.seat not in table.players:
        raise refuse(t, None, f"nobody sits in seat {command.seat}")
    if table.round is not None and command.seat in table.round.seats:
        if table.round.phase == "betting":
            wagers = getattr(table.round.seats[command.seat], "wagers", {})
            stays = says(t, "contribution_at") == "token" and wagers.get("progressive")
            because = "stays until the round is over: the device has taken the progressive wager" if stays else ""
            rule = "contribution_at" if stays else None
            raise refuse(t, rule, f"a player with a wager {because or 'takes the wagers back first, and then gets up'}")
        if table.round.phase == "closed" and not table.drawn:
            raise refuse(t, "wagers_frozen_after", "the bets are closed, and no wager is withdrawn by getting up")
        if not table.drawn and not any(seat.count for seat in table.round.seats.values()):
            raise refuse(t, None, "the round is void: it is reconciled first, and then players get up")
        raise refuse(t, "seated_players_only", "a player with a wager stays seated until the round is over")
    return (e.SeatLeft(command.seat),)


@implements(winner_key="second press undoes")
def _key(t: TableRules, table: Table, act: c.Act, command: c.KeyWinner) -> Events:
    rule = "winner_key"
    if says(t, rule) is None:
        raise refuse(t, None, "this edition has no winner keys")
    check_role(t, act, DEALER, rule)
    round = table.round
    if round is None or round.phase != "settling":
        raise refuse(t, rule, "winners are keyed while the round is settled")
    if not any(step.kind == "progressive" and step.seat == command.seat for step in round.agenda):
        raise refuse(t, rule, f"seat {command.seat} has no progressive wager to be settled")
    lit = command.seat not in table.winners
    for step in [step for step in due(t, table)[:1] if lit and step.act == "RackCards"]:
        raise refuse(t, step.rule, f"the cards of seat {step.seat} are collected first")
    return (e.WinnerKeyed(command.seat, lit, rule),)


def _document(t: TableRules, table: Table, act: c.Act, command: c.DocumentAward) -> Events:
    rules = list(dict.fromkeys(rule for seat, rule, _ in table.documents if seat == command.seat))
    if not rules:
        raise refuse(t, None, f"nothing of seat {command.seat} waits for documents")
    check_role(t, act, FLOORPERSON, rules[0])
    return tuple(e.AwardDocumented(command.seat, rule) for rule in rules)


RECONCILED_BY = ("keypad_reset", "lock_out_cleared", "hands_reconstructable")
"""The rule under which a round is closed: the first that the edition has, if it has one."""


def _each_opened(t: TableRules, table: Table) -> None:
    """Two decks change places every round, so that neither is dealt while the other waits to be opened or seen."""
    for name, deck in table.decks.items():
        if name == table.current:
            continue
        if deck.idle and deck.stage in SPREAD:
            raise refuse(t, "idle_cards_spread", f"the {name} deck lies spread: it is seen, washed and shuffled first")
        used = deck.stage == "washed" and deck.method  # shuffled anew before the deal
        if deck.stage in STAGES and not used:
            raise refuse(t, "each_deck_opened", f"the {name} deck is opened and shuffled first")


@implements(last_cards_shuffled="before they are dealt again")
def _closed(t: TableRules, table: Table) -> Events:
    """The cards go with the table, shuffled or not; it opens with cards that are yet to be shuffled."""
    return (*_everybody_leaves(table), e.TableClosed())


@implements(keypad_reset="logged", lock_out_cleared="after the hand", shuffled_every_round=True)
def _reconcile(t: TableRules, table: Table, act: c.Act) -> Events:
    rule = next((name for name in RECONCILED_BY if says(t, name) is not None), "")
    check_role(t, act, DEALER, rule)
    round = table.round
    if round is None or round.phase != "settled":
        raise refuse(t, rule or "settlement_order", "the round is not settled yet")
    nothing_due(t, table)
    one_deck_racked(t, table)
    names = tuple(table.decks)
    alternates = says(t, "second_deck_alternates") == "every round"
    next_deck = names[(names.index(table.current) + alternates) % len(names)]
    return (*completed(t, table), e.RoundReconciled(table.number, rule, next_deck, t.edition.game))
