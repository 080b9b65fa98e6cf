"""What the options ask for, checked: the table, who sits where, the money brought and the seed."""

from __future__ import annotations

from importlib.resources import files
from secrets import token_hex
from typing import NamedTuple

from msgspec.structs import replace

from upcard.cli.options import cents_of, text_of
from upcard.errors import HouseError, Refused
from upcard.rules.game_rules import Rules
from upcard.rules.house import House, TableRules, read_house
from upcard.units import show_dollars

DEFAULT_EDITION = "sd-2015"
DEFAULT_SEATS = 4
MOST_PLAYERS = 7
MOST_BANKROLL = 100_000_000
AUTOMATIC_ROUNDS = 10
MOST_ROUNDS = 1_000_000


def house_of(edition: str | None) -> str:
    """A house for those who bring none: what a table under an edition commonly offers."""
    name = f"{edition or DEFAULT_EDITION}.toml"
    return files("upcard.cli").joinpath("houses", "terminal", name).read_text("utf-8")


class Opening(NamedTuple):
    """A table that is ready to be opened."""

    house: House
    table: TableRules
    seats: tuple[int, ...]
    """The seats that are taken, from the dealer's left."""
    me: int
    bankroll: int
    seed: str


def opening(
    edition: str | None,
    seats: int | None,
    seat: int | None,
    seed: str | None,
    bankroll: str,
    file: str | None,
    table: str | None,
) -> Opening:
    """The options as one table; whatever is wrong is a `Refused` or `HouseError` that names the option."""
    house, found = table_of(edition, file, table)
    played = replace(found, mode="virtual")
    most = min(MOST_PLAYERS, played.seats)
    players = min(DEFAULT_SEATS, most) if seats is None else seats
    if not 1 <= players <= most:
        raise Refused(None, f"--seats: {players} cannot play at this table; 1 to {most} can")
    me = (players + 1) // 2 if seat is None else seat
    if not 1 <= me <= played.seats:
        raise Refused(None, f"--seat: there is no seat {me}; this table has 1 to {played.seats}")
    others = [number for number in range(1, played.seats + 1) if number != me][: players - 1]
    taken = tuple(sorted((me, *others)))
    return Opening(house, played, taken, me, _bankroll(bankroll, played.rules), token_hex(32) if seed is None else seed)


def rounds_of(rounds: int | None, *, auto: bool) -> int | None:
    """How many rounds are played, or None for as long as the player likes."""
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(None, f"--rounds: {rounds} is not a number of rounds from 1 to {MOST_ROUNDS:,}")
    return AUTOMATIC_ROUNDS if auto and rounds is None else rounds


def table_of(edition: str | None, file: str | None, name: str | None) -> tuple[House, TableRules]:
    """A house and the table asked for: by its name, by its edition, or the first."""
    if file is None:
        text, edition = house_of(edition), None
    else:
        try:
            text = text_of(file)
        except HouseError as error:
            raise Refused(None, f"--house: {error}") from error
    house = read_house(text)
    tables = [table for table in house.tables if edition is None or table.edition.id == edition]
    if not tables:
        raise Refused(None, f"--edition: {house.name} has no table under {edition}")
    for table in tables:
        if name in (None, table.name):
            return house, table
    known = ", ".join(repr(table.name) for table in tables)
    raise Refused(None, f"--table: {house.name} has no table {name!r}; there is {known}")


def _bankroll(text: str, rules: Rules) -> int:
    cents = cents_of("--bankroll", text.removeprefix("$").replace(",", ""))
    if cents < (least := rules.minimum * rules.times("ante")):
        because = f"the smallest ante and the bets that may follow it take {show_dollars(least)}"
        raise Refused(None, f"--bankroll: {show_dollars(cents)} is too little: {because}")
    if cents > MOST_BANKROLL:
        raise Refused(None, f"--bankroll: {show_dollars(MOST_BANKROLL)} is enough for any evening")
    return cents
