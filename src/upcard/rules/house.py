"""A licensee's house: tables and jackpots from one `house.toml`, every election checked against the law.

>>> house = read_house('''
... name = "Example"
... [[table]]
... name = "Six"
... edition = "sd-bonus6"
... designated = true
... signs = ["pay schedule"]
... pay_table = "black-hawk"
... maximum = "100.00"
... ''')
>>> house.tables[0].rules.schedule.name
'black-hawk'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from upcard.errors import HouseError, LawError
from upcard.law import Edition, edition
from upcard.rules.election import Elections
from upcard.rules.jackpot import Jackpot, Level, jackpots_of, read_jackpot
from upcard.rules.table import TableRules, in_letters, mixed, read_table, reads_as
from upcard.units import parse_cents

__all__ = ["House", "Jackpot", "Level", "TableRules", "check_approvals", "read_house"]


LONGEST_NAME = 60
LONGEST_LINE = 1000
"""A key of many parts takes a time that grows with their square, and it stands on one line."""

COUPON_ALERT = 500_00
SIGNER_WAIT_HOURS = 24
LONGEST_WAIT_HOURS = 24 * 30
"""Where the house elects nothing else; and the longest wait that it may elect."""


class House(msgspec.Struct, frozen=True):
    """A whole house."""

    name: str
    tables: tuple[TableRules, ...]
    jackpots: dict[str, Jackpot]
    coupon_alert: int = COUPON_ALERT
    """Cents of coupons at one table in one shift that somebody should look at, and as many again each time."""
    signer_wait_hours: int = SIGNER_WAIT_HOURS
    """Hours before what one licensee did alone to a person signs."""

    def tables_on(self, jackpot: str) -> tuple[TableRules, ...]:
        return tuple(t for t in self.tables if jackpot in (t.jackpot, t.five_card_jackpot))


def _list(value: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    found = value.get(field, [])
    if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found):
        raise HouseError(field, f"write each {field} as [[{field}]]")
    return found


def _edition_of(jackpot: Mapping[str, Any], tables: list[Mapping[str, Any]]) -> Edition | None:
    """The edition of the first table that names the jackpot."""
    for table in tables:
        named = (table.get("jackpot"), table.get("five_card_jackpot"))
        if jackpot.get("name") in named and isinstance(id := table.get("edition"), str):
            with suppress(LawError):
                return edition(id)
    return None


def _parse(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise HouseError(f"line {number}", f"a line of a house has at most {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise HouseError("house", "it is nested too deeply") from error
    except ValueError as error:
        raise HouseError("house", f"it is not TOML: {error}") from error


def _coupon_alert(value: Mapping[str, Any]) -> int:
    given = value.get("coupon_alert")
    if given is None:
        return COUPON_ALERT
    try:
        found = parse_cents(given) if isinstance(given, str) else 0
    except ValueError as error:
        raise HouseError("coupon_alert", str(error)) from error
    if found <= 0:
        raise HouseError("coupon_alert", f'{given!r} is not an amount above nothing written as text, such as "500.00"')
    return found


def _signer_wait(value: Mapping[str, Any]) -> int:
    given = value.get("signer_wait_hours", SIGNER_WAIT_HOURS)
    if type(given) is not int or not 1 <= given <= LONGEST_WAIT_HOURS:
        raise HouseError("signer_wait_hours", f"{given!r} is not a whole number from 1 to {LONGEST_WAIT_HOURS}")
    return given


def read_house(text: str) -> House:
    """A house from its TOML; what the law does not permit is a `HouseError` that names the field and the clause."""
    value = _parse(text)
    for field in value:
        if field not in ("name", "coupon_alert", "signer_wait_hours", "jackpot", "table"):
            raise HouseError(str(field), "there is no such election")
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise HouseError("name", "a house has a name")
    listed = _list(value, "table")
    jackpots: dict[str, Jackpot] = {}
    for item in _list(value, "jackpot"):
        jackpot = read_jackpot(item, _edition_of(item, listed))
        if jackpot.name in jackpots:
            raise HouseError(f"jackpot {jackpot.name!r}", "the name stands twice")
        jackpots[jackpot.name] = jackpot
    tables = tuple(read_table(item, jackpots) for item in listed)
    if not tables:
        raise HouseError("table", "a house has at least one table")
    names = [table.name for table in tables]
    for name_of in names:
        alike = [other for other in names if reads_as(other) == reads_as(name_of)]
        if len(alike) > 1:
            raise HouseError(f"table {name_of!r}", f"the name stands twice: {', '.join(alike)}")
    owned = [deck.id for table in tables for deck in table.decks]
    for id in owned:
        if [reads_as(other) for other in owned].count(reads_as(id)) > 1:
            raise HouseError(f"deck {id!r}", "the deck stands at two tables")
    for what, listed_names in (("table", names), ("jackpot", list(jackpots))):
        for one in listed_names:
            if len(one) > LONGEST_NAME or not one.isprintable() or one != one.strip():
                raise HouseError(f"{what} {one!r}", f"a name has up to {LONGEST_NAME} characters, and no line breaks")
    house = House(name, tables, jackpots, _coupon_alert(value), _signer_wait(value))
    for jackpot in jackpots.values():
        playing = house.tables_on(jackpot.name)
        if not playing:
            raise HouseError(f"jackpot {jackpot.name!r}", "no table plays for it")
        jackpots_of(playing[0]).check_jackpot(jackpot, playing)
        _check_title_names(jackpot, playing[0].edition, names)
    return house


def _check_title_names(jackpot: Jackpot, of: Edition, tables: list[str]) -> None:
    """Another title on a jackpot is another game's: neither this one, however it is spelled, nor a table of this house.

    >>> _once("Carribean  STUD poker, pit 2")
    'caribeanstudpokerpit2'
    """
    game, ours, found = _once(of.game), {in_letters(name) for name in tables}, set[str]()
    for title in jackpot.titles:
        name, because = title.name, mixed(title.name)
        letters = in_letters(name)
        if not letters or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
            because = f"{name!r} is no name: a title has one of up to {LONGEST_NAME} characters"
        elif game in _once(name):
            because = f"{name!r} is this game: its tables join the jackpot, and another title is another game's"
        elif letters in ours:
            because = f"{name!r} is a table of this house and no other game's title"
        elif letters in found:
            because = f"the title {name!r} stands twice"
        if because:
            raise Elections(of, {}, f"jackpot {jackpot.name!r}").error("titles", because, "linked_titles_share")
        found.add(letters)


def _once(name: str) -> str:
    """A name in its letters, a doubled one once: it is easily doubled in the wrong place."""
    return re.sub(r"([a-z])\1+", r"\1", in_letters(name))


def check_approvals(house: House) -> None:
    """Refuses jackpots that could not be put into play: what the law wants approved of their meters was not."""
    for jackpot in house.jackpots.values():
        tables = house.tables_on(jackpot.name)
        jackpots_of(tables[0]).check_approval(jackpot, tables)
