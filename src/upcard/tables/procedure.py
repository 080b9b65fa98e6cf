"""What the law wants done next: the prompts of the procedure, in order, each with its rule and who may do it.

`due` lists the steps that stand before anything else; as long as there is one, the round does not go on. `deck_step` is
the next step that brings a deck into play.
"""

from __future__ import annotations

from upcard.games.game import game_of
from upcard.rules.dealing import DealingMethod
from upcard.rules.table import TableRules
from upcard.tables.actor import DEALER, STAFF
from upcard.tables.dealing import SHUFFLER, dealing_of, from_shuffler, shuffle_method
from upcard.tables.deck import OPENED, Stage
from upcard.tables.due import Due, acting, first_rule, says
from upcard.tables.state import Table

OPENING: tuple[tuple[str, str, Stage], ...] = (
    ("InspectDeck", "deck_inspected_by", "inspected"),
    ("VerifyDeck", "deck_verified_by", "verified"),
    ("SpreadDeck", "deck_spread", "spread"),
    ("WashDeck", "deck_washed", "washed"),
)
"""The opening of a deck, where the edition has it: command, rule, the stage it leads to."""

STAGES: tuple[Stage, ...] = ("received", "inspected", "verified", "spread", "washed")


def cut_needed(t: TableRules, method: str) -> bool:
    """Whether a deck shuffled that way is cut before it is dealt."""
    return bool(says(t, "cut_required")) or method in (says(t, "cut_after") or ())


def counts_shuffles(t: TableRules, dealing: DealingMethod | None, method: str) -> bool:
    """Whether the shuffler's own count of a deck shuffled that way stands in for the count of the stub."""
    rule = dealing.counting_shuffler_rule if dealing else None
    return rule is not None and method == SHUFFLER and t.shuffler is not None and t.shuffler.counts


def deck_step(t: TableRules, table: Table, name: str) -> Due | None:
    """The next step that brings a deck into play."""
    deck, dealing = table.decks[name], dealing_of(t, table)
    shuffled = Due("ShuffleDeck", "shuffled_every_round", deck=name)
    match deck.stage:
        case "withdrawn" if name != table.current and not table.without_wagers:
            return None  # the round is played with the one that is left
        case "withdrawn":
            return Due("ReplaceDeck", deck.withdrawn_under or "stub_count_wrong", deck=name, roles=STAFF)
        case "face down":
            return Due("SpreadDeck", "idle_cards_spread", deck=name)
        case "shuffled" | "ready" if from_shuffler(dealing) and deck.method != SHUFFLER:
            return shuffled
        case "shuffled" if counts_shuffles(t, dealing, deck.method) and not deck.counted:
            # A shuffler that has left without its count has not finished: the deck is shuffled again.
            counts = SHUFFLER in table.devices
            return Due("ReportShufflerCount", "counting_shuffler", deck=name) if counts else shuffled
        case "shuffled":
            rule = "cut_required" if says(t, "cut_required") else "cut_after"
            return Due("CutDeck", rule, deck=name, whose=first_rule(t, "cut_required", "cut_minimum") or "")
        case "ready" | "in play":
            return None
        case "racked":
            return shuffled
    for act, rule, stage in OPENING:
        if says(t, rule) and STAGES.index(stage) > STAGES.index(deck.stage):
            return Due(act, rule, deck=name, roles=acting(t, rule) if rule.endswith("_by") else DEALER)
    return shuffled


def in_shuffler(t: TableRules, table: Table) -> str | None:
    """The deck that lies in a shuffler that counts, until its count is told; no other goes in before."""
    steps = ((name, deck_step(t, table, name)) for name in table.decks)
    return next((name for name, step in steps if step is not None and step.act == "ReportShufflerCount"), None)


def in_turn(t: TableRules, table: Table) -> list[str]:
    """The decks with the one first that lies in the shuffler, then one whose opening is under way: each by itself."""
    first = in_shuffler(t, table)
    return sorted(table.decks, key=lambda name: (name != first, table.decks[name].stage not in OPENED))


def due(t: TableRules, table: Table) -> tuple[Due, ...]:
    """The steps that stand before anything else, the first of them first."""
    return tuple(game_of(t).due(t, table)) if table.round is not None else ()


def broken_off(table: Table) -> bool:
    """Whether the round became void while its cards were being dealt: what is left of the deck then is no stub."""
    return table.drawn and getattr(table.round, "void", None) is not None


def stub_count_every(t: TableRules, table: Table) -> int | None:
    """How many rounds may pass between stub counts; None where none is required, or the shuffler counts this deck."""
    dealing, deck = dealing_of(t, table), table.deck
    if dealing is None or dealing.count_every is None:
        return None
    coming = deck.stage not in ("ready", "in play") and counts_shuffles(t, dealing, shuffle_method(t, table))
    spared = dealing.counting_shuffler_rule is not None and says(t, "counted_deck_spared") is not None
    return None if spared and (deck.counted or coming) else dealing.count_every


def stub_step(t: TableRules, table: Table) -> Due:
    """What becomes of the stub: racked unseen, or counted where so many rounds have passed without a count."""
    dealing = dealing_of(t, table)
    assert dealing is not None
    every = stub_count_every(t, table)
    if every is not None and table.rounds_uncounted >= every:
        return Due("CountStub", dealing.count_rule or "stub_counted_every")
    return Due("RackStub", dealing.stub_rule)
