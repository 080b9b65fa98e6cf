"""Decks at a table: their opening, shuffle, count, cut and recut, and the cards of an idle table."""

from __future__ import annotations

import msgspec

from upcard.cards import DECK, cut
from upcard.rules.table import TableRules, mixed, reads_as
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import DEALER, STAFF, Due, acting, first_rule, refuse, says
from upcard.tables.dealing import BY_HAND, SHUFFLER, dealing_of, from_shuffler, shuffle_methods
from upcard.tables.deck import FULL, OPENED, Stage
from upcard.tables.preconditions import between_rounds, check_role
from upcard.tables.procedure import STAGES, counts_shuffles, cut_needed, deck_step, in_shuffler
from upcard.tables.state import Table

Events = tuple[e.Event, ...]
Opening = c.InspectDeck | c.VerifyDeck | c.SpreadDeck | c.WashDeck | c.ReplaceDeck


def deck_due(t: TableRules, table: Table, act: c.Act, name: str) -> Due:
    """The next step of a deck, which must be the one asked for."""
    if name not in table.decks:
        raise refuse(t, None, f"there is no deck {name!r} at the table")
    step = deck_step(t, table, name)
    if step is None:
        deck = table.decks[name]
        if isinstance(act.command, c.CutDeck) and deck.stage in ("ready", "in play") and not cut_needed(t, deck.method):
            raise refuse(t, "cut_after", f"the {name} deck is dealt as it is, without a cut")
        if isinstance(act.command, c.CutDeck) and deck.stage == "ready" and says(t, "recut_ordered_by"):
            raise refuse(t, "recut_ordered_by", f"the {name} deck is cut: a supervisor orders another cut")
        if deck.stage == "withdrawn":
            because = f"the round is played without the withdrawn {name} deck: another comes after the round"
            raise refuse(t, deck.withdrawn_under, because)
        rule = "shuffled_every_round" if deck.stage == "in play" else None
        raise refuse(t, rule, f"the {name} deck is {deck.stage}: nothing is to be done with it")
    if step.act != type(act.command).__name__:
        raise refuse(t, step.rule, f"{step.act} of the {name} deck comes first")
    check_role(t, act, step.roles, step.given_by)
    return step


LEADS_TO: dict[type[Opening], Stage] = {
    c.InspectDeck: "inspected",
    c.VerifyDeck: "verified",
    c.SpreadDeck: "spread",
    c.WashDeck: "washed",
    c.ReplaceDeck: "received",
}


def opening(t: TableRules, table: Table, act: c.Act, command: Opening) -> Events:
    """One step of the opening of a deck; one that is found unfit, before a card is dealt, leaves, and another comes."""
    if isinstance(command, c.ReplaceDeck) and (rule := _sent_away(t, table, command.deck)):
        check_role(t, act, STAFF, None)
        comes = e.DeckStaged(command.deck, "received", rule, id=_received(t, table, command))
        return (e.DeckWithdrawn(command.deck, rule), comes)
    step = deck_due(t, table, act, command.deck)
    if isinstance(command, c.InspectDeck) and says(t, "each_deck_opened") == "separately":
        for name, deck in table.decks.items():
            if deck.stage in OPENED:
                raise refuse(t, "each_deck_opened", f"the {name} deck is opened and shuffled by itself first")
    turned = isinstance(command, c.SpreadDeck) and table.decks[command.deck].stage == "face down"
    if turned and not table.players:
        raise refuse(t, step.rule, "the cards are turned up once a player has come")
    if isinstance(command, c.WashDeck) and not table.players and says(t, "first_player_sees"):
        raise refuse(t, "first_player_sees", "the first player sees the cards before they are washed")
    if isinstance(command, c.VerifyDeck) and table.decks[command.deck].inspected_by == act.by.id:
        raise refuse(t, step.rule, f"{act.by.id} has inspected the {command.deck} deck: somebody else verifies it")
    if isinstance(command, c.ReplaceDeck):
        if command.deck == table.current and table.cards_out:
            because = f"cards of the withdrawn {command.deck} deck lie on the table: the round is reconciled first"
            raise refuse(t, step.rule, because)
        return (e.DeckStaged(command.deck, "received", step.rule, id=_received(t, table, command)),)
    inspected_by = act.by.id if isinstance(command, c.InspectDeck) else ""
    return (e.DeckStaged(command.deck, LEADS_TO[type(command)], step.rule, inspected_by),)


def _sent_away(t: TableRules, table: Table, name: str) -> str:
    """The rule under which a deck that is found unfit leaves: in its opening, or as real cards until one is dealt."""
    deck = table.decks.get(name)
    if deck is None or deck.stage in ("withdrawn", "in play"):
        return ""
    if deck.stage in STAGES and not deck.method and says(t, "deck_inspected_by"):
        step = deck_step(t, table, name)
        return step.rule if step is not None else ""
    waits = name == table.current and table.round is not None and table.round.phase in ("betting", "closed")
    used = t.mode == "keyed" and deck.opened and (table.without_wagers or waits)
    return first_rule(t, "wrong_deck", "single_deck") or "" if used else ""


def owned(t: TableRules, table: Table, back: str) -> list[str]:
    """The house's decks with such backs that are neither on the table nor withdrawn from it or another."""
    here = {reads_as(id) for id in (*t.away, *table.withdrawn, *(deck.id for deck in table.decks.values()))}
    return [deck.id for deck in t.decks if deck.back == back and reads_as(deck.id) not in here]


def _received(t: TableRules, table: Table, command: c.ReplaceDeck) -> str | msgspec.UnsetType:
    """Which deck comes: the one that is named, or the next of those described, or else a new one without an id.

    A new deck may be named that the house file does not describe yet; one that was withdrawn never comes back.
    """
    if not command.id:
        return next(iter(owned(t, table, command.deck)), "") if t.decks else msgspec.UNSET
    named = reads_as(command.id)
    for rule in [rule for id, rule in table.withdrawn.items() if reads_as(id) == named]:
        raise refuse(t, rule, f"deck {command.id!r} was withdrawn from this table, and does not come back")
    for rule in [rule for id, rule in t.away.items() if reads_as(id) == named]:
        because = f"deck {command.id!r} was withdrawn from another table of the house, and comes to none"
        raise refuse(t, first_rule(t, rule, "wrong_deck", "single_deck"), because)
    if named in [reads_as(deck.id) for deck in table.decks.values()]:
        raise refuse(t, None, f"deck {command.id!r} lies at this table already")
    described = next((deck for deck in t.decks if reads_as(deck.id) == named), None)
    if described is None:
        if because := mixed(command.id):
            raise refuse(t, None, because)
        return command.id
    if described.back != command.deck:
        because = f"deck {command.id!r} has {described.back} backs, and takes the place of no {command.deck} deck"
        raise refuse(t, None, because)
    return described.id


def shuffled_again(t: TableRules, table: Table, name: str) -> bool:
    """Whether real cards that are ready may be shuffled again: they may have lain there for hours before play begins.

    Not with a wager down, nor where a text has idle cards spread and washed first.
    """
    deck = table.decks.get(name)
    waits = deck is not None and deck.stage == "ready" and table.without_wagers
    return waits and t.mode == "keyed" and says(t, "idle_cards_spread") is None


def shuffle(t: TableRules, table: Table, act: c.Act, command: c.ShuffleDeck) -> Events:
    """A shuffle by hand or device, or a deck that came shuffled and needs no opening."""
    deck = table.decks.get(command.deck)
    pre_shuffled = command.method == "pre-shuffled" and deck is not None and deck.stage == "received"
    dealing = dealing_of(t, table)
    if not pre_shuffled and not shuffled_again(t, table, command.deck):
        deck_due(t, table, act, command.deck)
    check_role(t, act, DEALER, "shuffled_every_round")
    if command.method not in shuffle_methods(t):
        raise refuse(t, "shuffle_methods", f"a deck is not shuffled {command.method!r} here")
    if command.method == "pre-shuffled" and not pre_shuffled:
        raise refuse(t, "shuffle_methods", "a pre-shuffled deck is for the opening; a used one is shuffled here")
    if pre_shuffled and deck is not None and table.dealt_as(deck.id):
        because = (
            f"deck {deck.id!r} was dealt at this table before: it is inspected, verified and seen like any used one"
        )
        raise refuse(t, "shuffle_methods", because)
    if command.method == SHUFFLER and SHUFFLER not in table.devices:
        raise refuse(t, "shuffle_methods", "there is no shuffler at the table")
    if command.method == SHUFFLER and (lies := in_shuffler(t, table)) is not None:
        raise refuse(t, "counting_shuffler", f"the {lies} deck is in the shuffler: its count is told first")
    if command.method == BY_HAND and SHUFFLER in table.devices and says(t, "device_removed_first"):
        raise refuse(t, "device_removed_first", "the shuffler leaves the table before another way is used")
    if dealing is not None and from_shuffler(dealing) and command.method != SHUFFLER:
        raise refuse(t, dealing.needs_rule or dealing.order_rule, "a deck dealt this way is shuffled by the device")
    if t.mode == "virtual" and (len(command.order) != FULL or set(command.order) != set(DECK)):
        raise refuse(t, "single_deck", "a shuffle is an order of the 52 cards")
    if t.mode == "keyed" and command.order:
        raise refuse(t, None, "order: the system does not know the order of real cards")
    ready = not cut_needed(t, command.method) and not counts_shuffles(t, dealing, command.method)
    return (e.DeckShuffled(command.deck, command.method, command.order, ready),)


def count(t: TableRules, table: Table, act: c.Act, command: c.ReportShufflerCount) -> Events:
    """The shuffler's count; any other number than a whole deck takes it off the table."""
    step = deck_due(t, table, act, command.deck)
    if command.cards < 0:
        raise refuse(t, step.rule, f"{command.cards} is no count of cards")
    counted = e.DeckCounted(command.deck, command.cards, step.rule)
    return (counted,) if command.cards == FULL else (counted, e.DeckWithdrawn(command.deck, step.rule))


def jam(t: TableRules, table: Table, act: c.Act, command: c.ReportShufflerJam) -> Events:
    """A shuffler that jams or stops short: the cards are shuffled again.

    Real cards may be in it until the first of them is dealt, whatever was keyed of their shuffle before.
    """
    rule = "shuffler_jam"
    if says(t, rule) is None:
        raise refuse(t, None, "this edition says nothing of a jam")
    check_role(t, act, STAFF, rule)
    deck, lies = table.decks.get(command.deck), in_shuffler(t, table)
    goes_in = lies is None and deck is not None and deck.stage in ("washed", "racked")
    stays_in = t.mode == "keyed" and deck is not None and (deck.stage, deck.method) == ("ready", SHUFFLER)
    if SHUFFLER not in table.devices or not (goes_in or stays_in or command.deck == lies):
        raise refuse(t, rule, "no deck of that back is in the shuffler")
    return (e.ShufflerJammed(command.deck, rule),)


def cut_deck(t: TableRules, table: Table, act: c.Act, command: c.CutDeck) -> Events:
    """A cut, deep enough and over the cover card where the law has one."""
    deck_due(t, table, act, command.deck)
    lowest = says(t, "cut_minimum") or 1
    if not lowest <= command.cards < FULL:
        rule = next(name for name in ("cut_minimum", "cut_required", "cut_after") if says(t, name) is not None)
        raise refuse(t, rule, f"a cut takes at least {lowest} cards from the top and leaves some")
    order = table.decks[command.deck].order
    over = next((card for card in table.accessories if card == "cover card"), "")
    return (e.DeckCut(command.deck, command.cards, cut(order, command.cards) if order else (), over),)


def recut(t: TableRules, table: Table, act: c.Act, command: c.OrderRecut) -> Events:
    """A supervisor has a poor cut made again, as long as no card is dealt."""
    rule = "recut_ordered_by"
    if says(t, rule) is None:
        raise refuse(t, None, "this edition knows no recut")
    check_role(t, act, acting(t, rule), rule)
    if command.deck not in table.decks:
        raise refuse(t, None, f"there is no deck {command.deck!r} at the table")
    deck = table.decks[command.deck]
    if deck.stage != "ready" or not cut_needed(t, deck.method):
        uncut = f"the {command.deck} deck has not been cut: there is no cut to be made again"
        because = "a cut is made again only before any card is dealt" if deck.stage == "in play" else uncut
        raise refuse(t, rule, because)
    return (e.RecutOrdered(command.deck, rule),)


def spread_idle(t: TableRules, table: Table, act: c.Act, command: c.SpreadIdle) -> Events:
    """The cards of an open table at which nobody plays, whoever sits there."""
    rule = "idle_cards_spread"
    if says(t, rule) is None:
        raise refuse(t, None, "this edition says nothing of an idle table")
    check_role(t, act, DEALER, rule)
    between_rounds(t, table, "cards are spread when nobody plays", rule)
    if table.idle and not table.deserted:
        down = any(deck.stage == "face down" for deck in table.decks.values())
        turned = ", face down: SpreadDeck turns them up once a player has come" if down else ""
        raise refuse(t, rule, f"the cards are spread already{turned}")
    if not any(deck.opened for deck in table.decks.values()):
        raise refuse(t, rule, "no deck has been opened yet: a new one is spread face up, by suit and in sequence")
    if table.players and table.deserted and not command.face_up:
        raise refuse(t, rule, "a player has come: the cards are spread face up")
    return (e.CardsSpreadIdle(command.face_up, rule),)
