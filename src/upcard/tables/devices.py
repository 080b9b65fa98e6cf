"""Shufflers and shoes: how they come and go, how the way of dealing changes, and whether a deck can be dealt."""

from __future__ import annotations

from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import FLOORPERSON, refuse, says
from upcard.tables.dealing import (
    AUTOMATED_SHOE,
    SHUFFLER,
    dealing_of,
    from_shuffler,
    held_up,
    hindrance,
    known_ways,
    obstacle,
    wagers_wait,
)
from upcard.tables.preconditions import between_rounds, check_role
from upcard.tables.procedure import deck_step
from upcard.tables.state import Table

Events = tuple[e.Event, ...]

DEVICES = (SHUFFLER, "manual-shoe", AUTOMATED_SHOE)


def devices_of(t: TableRules) -> tuple[str, ...]:
    """What the house has put at the table when it opens."""
    shoe = t.dealing.device if t.dealing else None
    found = (SHUFFLER,) if t.shuffler else ()
    return found if shoe is None or shoe in found else (*found, shoe)


def device(t: TableRules, table: Table, act: c.Act, command: c.InstallDevice | c.RemoveDevice) -> Events:
    """A device comes or goes between rounds, or where nothing else leads on; a second deck goes with its shuffler."""
    check_role(t, act, FLOORPERSON, None)
    if command.device not in DEVICES:
        raise refuse(t, None, f"{command.device!r} is no device that comes and goes: these do: {', '.join(DEVICES)}")
    present = command.device in table.devices
    lost = _in_dead_shuffler(t, table) if present and command == c.RemoveDevice(SHUFFLER) else ()
    dead = bool(lost) or (present and command.device == SHUFFLER and _waits_for_shuffler(t, table))
    if not (dead or held_up(t, table)):
        between_rounds(t, table, "devices come and go between rounds")
    if isinstance(command, c.InstallDevice):
        if present:
            raise refuse(t, None, f"the {command.device} is at the table already")
        if command.device != SHUFFLER and command.device not in [method.device for method in t.ways]:
            raise refuse(t, None, f"the house deals from no {command.device} at this table")
        return (e.DeviceInstalled(command.device),)
    if not present:
        raise refuse(t, None, f"there is no {command.device} at the table")
    second = says(t, "second_deck_needs") == command.device
    others = [name for name in table.decks if second and name != table.current]
    return (
        e.DeviceRemoved(command.device),
        *(e.DeckRemoved(name, "second_deck_needs") for name in others),
        *(e.DeckStaged(name, "racked", "shuffled_every_round") for name in lost),
    )


def _waits_for_shuffler(t: TableRules, table: Table) -> bool:
    """Whether a deck is still to come out of the shuffler: where it has died, it leaves whatever is wagered."""
    steps = (deck_step(t, table, name) for name in table.decks)
    return any(step is not None and step.act in ("ShuffleDeck", "ReportShufflerCount") for step in steps)


def _in_dead_shuffler(t: TableRules, table: Table) -> tuple[str, ...]:
    """The deck that a shuffler holds and does not dispense any more: it is taken out and shuffled again."""
    method, deck = dealing_of(t, table), table.deck
    dispenses = t.mode == "keyed" and method is not None and method.device == SHUFFLER and wagers_wait(table)
    holds = dispenses and not table.without_wagers and deck.method == SHUFFLER and deck.stage in ("shuffled", "ready")
    return (table.current,) if holds else ()


def change_dealing(t: TableRules, table: Table, act: c.Act, command: c.ChangeDealing) -> Events:
    """Another way of dealing is used from the next round on; one that is not registered only where those fail."""
    ways = known_ways(t) if held_up(t, table) else t.ways
    wanted = next((method for method in ways if method.name == command.dealing), None)
    check_role(t, act, FLOORPERSON, None)
    if wanted is None:
        names = " and ".join(method.name for method in t.ways) or "nothing"
        raise refuse(t, None, f"the house has registered {names} for this table")
    if not held_up(t, table):
        between_rounds(t, table, "the way of dealing changes between rounds")
    if wanted is dealing_of(t, table):
        raise refuse(t, None, "the table is dealt this way already")
    if found := hindrance(t, table, wanted):
        raise refuse(t, found.rule, found.because)
    return (e.DealingChanged(wanted.name, wanted.permit_rule),)


def ready_to_deal(t: TableRules, table: Table) -> None:
    """Refuses a deck that is not ready, or that the way in use cannot deal with what is at the table."""
    deck, method = table.deck, dealing_of(t, table)
    if deck.stage != "ready":
        raise refuse(t, "shuffled_every_round", "the deck is not ready to be dealt")
    if found := obstacle(t, table):
        raise refuse(t, found.rule, found.because)
    if method is not None and from_shuffler(method) and deck.method != SHUFFLER:
        raise refuse(t, method.needs_rule or method.order_rule, "a deck dealt this way is shuffled by the device")


def cover_all_device(t: TableRules, table: Table) -> str:
    """Why no cover all wager is taken now, or empty: the shuffler counts the hands and shows what is paid on them."""
    if says(t, "cover_all_shuffler_mode") is None:
        return ""
    if SHUFFLER not in table.devices:
        return "the shuffler, set to its cover all mode, is not at the table"
    return "" if t.shuffler is not None and t.shuffler.cover_all_mode else "the shuffler is not in its cover all mode"


def cover_all_unseen(t: TableRules, table: Table) -> str:
    """Why nothing would show what a cover all wager is paid on the next deal, or empty."""
    if says(t, "cover_all_display") is None:
        return ""
    if because := cover_all_device(t, table):
        return because
    unknown = table.deck.stage == "ready" and table.deck.method != SHUFFLER
    return "the shuffler did not shuffle this deck, and shows nothing for it" if unknown else ""
