"""Shufflers and shoes: how they come and go, and whether a deck can be dealt with what is at the table."""

from __future__ import annotations

from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.checks import between_rounds, check_role
from upcard.tables.person import FLOORPERSON
from upcard.tables.state import Table
from upcard.tables.step import refuse, says

Events = tuple[e.Event, ...]

SHUFFLER, AUTOMATED_SHOE = "shuffler", "automated-shoe"
DEVICES = (SHUFFLER, "manual-shoe", AUTOMATED_SHOE)


def devices_of(t: TableRules) -> tuple[str, ...]:
    """What the house has put at the table."""
    shoe = t.dealing.device if t.dealing else None
    found = (SHUFFLER,) if t.shuffler else ()
    return found if shoe is None or shoe in found else (*found, shoe)


def device(t: TableRules, table: Table, act: c.Act, command: c.InstallDevice | c.RemoveDevice) -> Events:
    """A device comes or goes between rounds; a second deck goes with the shuffler that it needs."""
    rule = "device_removed_first"
    check_role(t, act, FLOORPERSON, rule)
    if command.device not in DEVICES:
        raise refuse(t, rule, f"{command.device!r} is no device of this table")
    between_rounds(t, table, "devices come and go between rounds")
    present = command.device in table.devices
    if isinstance(command, c.InstallDevice):
        if present:
            raise refuse(t, rule, f"the {command.device} is at the table")
        return (e.DeviceInstalled(command.device),)
    if not present:
        raise refuse(t, rule, f"there is no {command.device} at the table")
    second = says(t, "second_deck_needs") == command.device
    others = [name for name in table.decks if second and name != table.current]
    return (e.DeviceRemoved(command.device), *(e.DeckRemoved(name, "second_deck_needs") for name in others))


def ready_to_deal(t: TableRules, table: Table) -> None:
    """Refuses a deck that is not ready, or that the elected way of dealing cannot deal with what is at the table."""
    deck, method = table.deck, t.dealing
    if deck.stage != "ready":
        raise refuse(t, "shuffled_every_round", "the deck is not ready to be dealt")
    if method is None:
        return
    if method.device is not None and method.device not in table.devices:
        raise refuse(t, method.permit_rule, f"the {method.device} is not at the table")
    if SHUFFLER in (method.needs, method.device) and deck.method != SHUFFLER:
        raise refuse(t, method.needs_rule or method.order_rule, "a deck dealt this way is shuffled by the device")
    if AUTOMATED_SHOE in table.devices and method.device != AUTOMATED_SHOE and says(t, "device_removed_first"):
        raise refuse(t, "device_removed_first", "the automated shoe leaves the table before another way is used")


def cover_all_device(t: TableRules, table: Table) -> str:
    """Why no cover all wager is taken now, or empty: the shuffler counts the hands and shows what is paid on them."""
    if says(t, "cover_all_shuffler_mode") is None:
        return ""
    if SHUFFLER not in table.devices:
        return "the shuffler, set to its cover all mode, is not at the table"
    return "" if t.shuffler is not None and t.shuffler.cover_all_mode else "the shuffler is not in its cover all mode"


def cover_all_dealt(t: TableRules, table: Table) -> None:
    """Refuses to close the bets on cover all wagers when the deck did not come from the shuffler that shows them."""
    seats = table.round.seats.values() if isinstance(table.round, StudRound) else ()
    if says(t, "cover_all_display") is None or not any(seat.wagers.get("cover_all") for seat in seats):
        return
    because = cover_all_device(t, table)
    if not because and table.deck.method != SHUFFLER:
        because = "the shuffler did not shuffle this deck, and shows nothing for it: cover all wagers are taken back"
    if because:
        raise refuse(t, "cover_all_display", because)
