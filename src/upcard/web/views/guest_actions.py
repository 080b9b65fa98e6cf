"""What a dealer keys for guests with real chips: seats, wagers by denomination, and the wagers of the last round again.

Such players have no screen of their own: the dealer seats them and keys their wagers, as at a table without sensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.option import Option
from upcard.number_format import money
from upcard.present.payment import WAGERS
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table, decide, evolve
from upcard.tables import commands as c
from upcard.tables.commands import says
from upcard.tables.options import Options
from upcard.units import show_cents
from upcard.web.act_codec import OfferedAct, write_act
from upcard.web.sitting import Finished
from upcard.web.views.irregularity_actions import Ask, ChipKey, Choice, choice
from upcard.web.views.labels import why

CHIPS = {"w": 100, "r": 500, "g": 2500, "b": 10000, "p": 50000, "y": 100000}
"""Denominations in cents by their keys: white, red, green, black, purple, yellow."""

TAKEN = "ghirsuw"
"""Letters that the console has for something else while bets are open."""


def seating(t: TableRules, table: Table, options: Options) -> list[Choice]:
    """Choices for each seat while bets are open."""
    if t.mode != "keyed" or table.round is None or table.round.phase != "betting":
        return []
    empty = [seat for seat in range(1, t.seats + 1) if seat not in table.players]
    found = [choice("Seat a guest", {"act": "TakeSeat", "seat": seat}, _name(), seat=seat, key="g") for seat in empty]
    for seat in table.players:
        found += selling(t, [seat])
        if says(t, "verbal_cash_wagers") is False:
            act = {"act": "PlaceWager", "seat": seat, "wager": "ante", "tender": "cash"}
            spoken = choice("Wager called out in cash", act, _dollars("Called out"), seat=seat)
            found.append({**spoken, "why": why(t.rules, "verbal_cash_wagers")})
    keys = wager_keys(t)
    offered = (option for option in options.in_round if option.fields.get("seat", 0) in table.players)
    return [*found, *(one for option in offered for one in _keyed(t, table, option, keys))]


def selling(t: TableRules, seats: Iterable[int]) -> list[Choice]:
    """Chips for cash, at each of these seats."""
    asks = _dollars("Cash for chips")
    sold = (choice("Sell chips", {"act": "BuyChips", "table": t.name, "seat": seat}, asks, seat=seat) for seat in seats)
    return [{**each, "house": True, "version": None} for each in sold]


Keys: TypeAlias = dict[tuple[str, int], str]
"""A letter for each wager, and for each further amount that it is taken at."""


def _keyed(t: TableRules, table: Table, option: Option, keys: Keys) -> Iterator[Choice]:
    """A wager, a coupon or its taking back: one button, or one for each amount that is taken."""
    core, seat, fields = game_of(t).core, option.fields["seat"], option.fields
    if option.act == "TakeBackWager":
        label = f"Take back {WAGERS[fields['wager']].lower()}"
        yield _wagering(label, write_act(c.Play(core.TakeBackWager(**fields))), seat, keys[fields["wager"], 0])
    if option.act not in ("PlaceWager", "PlaceCoupon"):
        return
    stands_for = fields.get("coupon", "")
    wager = fields.get("wager") or next(name for name in (f"{stands_for}_coupon", stands_for) if name in WAGERS)
    label = WAGERS[wager]
    if stands_for and "coupon" not in label.lower():
        label += " coupon"
    act = {"act": option.act, **fields}
    if option.amounts is None:
        yield _wagering(label, act, seat, keys[wager, 0], _amount(label, option))
    for at, cents in enumerate(option.amounts or ()):
        yield _wagering(f"{label} {money(cents)}", act | {"amount": show_cents(cents)}, seat, keys[wager, at])


def _wagering(label: str, act: OfferedAct, seat: int, key: str, *asks: Ask) -> Choice:
    return {**choice(label, act, *asks, seat=seat, key=key), "wager": True}


def wager_keys(t: TableRules) -> Keys:
    """The first letter of its name, as long as nobody has it; else one of its words, else any."""
    core, found = game_of(t).core, Keys()
    offers = core.offers(t.rules, None)
    names = dict.fromkeys([*(offer.wager for offer in offers), *reversed(core.LABELS.wagers)])
    wanted = [(name, 0) for name in names]
    wanted += [(offer.wager, at) for offer in offers for at in range(1, len(offer.amounts or ()))]
    for letters in (_first, _initials, _any):
        for name, at in wanted:
            free = [letter for letter in letters(WAGERS[name]) if letter not in {*TAKEN, *found.values()}]
            if free and (name, at) not in found:
                found[name, at] = free[0]
    return found


def _first(label: str) -> str:
    return label[0].lower()


def _initials(label: str) -> str:
    return "".join(word[0] for word in label.lower().split())


def _any(label: str) -> str:
    return "".join(letter for letter in label.lower() if letter.isalpha()) + "abcdefghijklmnopqrstuvwxyz"


# ---- the wagers of the last round ----------------------------------------------------------------------------------


def repeated(t: TableRules, table: Table, by: Actor, last: Finished | None) -> list[Choice]:
    """What the guests wagered in the last round, for every seat that has nothing yet: one choice for all of them.

    Each wager is tried as if it were keyed alone, after those before it; one that would be refused is left out, and
    said. A coupon is used up, so that none is repeated.
    """
    if t.mode != "keyed" or last is None or table.round is None or table.round.phase != "betting":
        return []
    core, now, acts, without = game_of(t).core, table, list[Any](), list[str]()
    offered = [offer.wager for offer in core.offers(t.rules, None)]
    for seat in last.round.seats:
        if table.players.get(seat) != last.players.get(seat) or seat not in table.players or seat in table.round.seats:
            continue
        before = last.round.seats[seat]
        lay = dict(core.scene(t.rules, last.round, "dealer").seats[seat].wagers)
        for wager, cents in core.placed(before).items():
            if wager not in offered or wager not in lay:
                without.append(f"seat {seat}'s coupon")
                continue
            placing = c.Play(core.PlaceWager(seat, wager, cents))
            try:
                entries = decide(t, now, c.Act(by, "", placing))
            except Refused as refused:
                without.append(f"seat {seat}'s {WAGERS[wager].lower()}: {refused}")
                continue
            for entry in entries:
                now = evolve(now, entry.event)
            acts.append(write_act(placing))
    if not acts:
        return []
    seats = list(dict.fromkeys(act["seat"] for act in acts))
    of = f"seat {seats[0]}" if len(seats) == 1 else f"{len(seats)} seats"
    again = choice(f"Repeat the last wagers of {of}", acts[0], key="r")
    note = f"Not {'; '.join(without)}." if without else ""
    return [{**again, "acts": acts, "wager": True, "note": note}]


def tray_count(t: TableRules, table: Table, by: Actor) -> list[Choice]:
    """A supervisor counts the tray between rounds, and once the table is closed."""
    if by.role != "supervisor" or not table.without_wagers:
        return []
    counted = choice("Count the tray", {"act": "CountTray", "table": t.name}, _dollars("What lies in the tray"))
    return [{**counted, "house": True, "version": None}]


# ---- what is asked -------------------------------------------------------------------------------------------------


def _name() -> Ask:
    return {"name": "player", "kind": "text", "label": "The guest's name", "optional": False, "value": None}


def _dollars(label: str) -> Ask:
    return {"name": "amount", "kind": "amount", "label": f"{label}, in dollars", "optional": False, "value": None,
            "chips": chips()}  # fmt: skip


def chips(high: int | None = None) -> list[ChipKey]:
    """The denominations that fit, each under its key."""
    found = ((key, cents) for key, cents in CHIPS.items() if high is None or cents <= high)
    return [{"key": key, "worth": show_cents(cents)} for key, cents in found]


def _amount(label: str, option: Option) -> Ask:
    """The amount, with the bounds in words; the least stands there already."""
    low, high = option.low or 1, option.high
    bounds = f"from ${show_cents(low)}" + (f" to ${show_cents(high)}" if high is not None else "")
    return {"name": "amount", "kind": "amount", "label": f"{label}, {bounds}", "optional": False,
            "value": show_cents(low) if low > 1 else None, "chips": chips(high)}  # fmt: skip
