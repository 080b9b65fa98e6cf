"""What is left of the deck after the deal: racked unseen, or counted, and what a wrong count means."""

from __future__ import annotations

from msgspec import UNSET

from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.actor import DEALER
from upcard.tables.dealing import dealing_of
from upcard.tables.due import refuse, says
from upcard.tables.preconditions import check_role, one_deck_racked
from upcard.tables.procedure import broken_off, due
from upcard.tables.round_commands import played
from upcard.tables.state import Table

Events = tuple[e.Event, ...]


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
    return bool(table.round.miscounted(says(t, "hand_size")))


def _counted(t: TableRules, table: Table, command: c.CountStub) -> Events:
    round = table.round
    full = says(t, "full_count_racked")
    if full is None:
        raise refuse(t, None, "this edition knows no count of the stub")
    dealt = round.dealt
    miscounted = hands_counted_too(t, table)
    if miscounted and command.hands is None:
        because = "hands: a hand was found to hold a wrong number of cards, so the cards of all hands are counted, too"
        raise refuse(t, "full_count_racked", because)
    hands = dealt if command.hands is None else command.hands
    for number in (command.cards, hands):
        if not 0 <= number <= full:
            raise refuse(t, "full_count_racked", f"{number} is no count of cards: a deck has {full}")
    told = UNSET if command.hands is None else command.hands
    total, whole = command.cards + dealt + table.discarded, command.cards + hands + table.discarded
    in_all = UNSET if command.hands is None else whole
    if total == full and hands == dealt:
        return (e.StubCounted(command.cards, total, "full_count_racked", told, in_all),)
    if miscounted and whole == full and not command.misdealt:  # what was wrong was seen before, and no card is missing
        return (e.StubCounted(command.cards, whole, "full_count_racked", told, in_all),)
    if total == full:  # the stub is right, and the hands are not
        total = whole
    misdealt = (command.misdealt or hands != dealt) and "stub count" in (says(t, "misdeal_found_at") or ())
    counted = e.StubCounted(command.cards, total, "misdeal_found_at" if misdealt else "stub_count_wrong", told, in_all)
    void = played(t, table, game_of(t).core.Report("stub-count")) if round.phase in ("deciding", "decided") else ()
    stays = misdealt and whole == says(t, "misdealt_deck_total")
    rule = "misdealt_deck_total" if misdealt else "stub_count_wrong"
    withdrawn = () if stays or table.deck.stage == "withdrawn" else (e.DeckWithdrawn(table.current, rule),)
    return (counted, *void, *withdrawn)
