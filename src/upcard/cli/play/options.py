"""What the options ask for, checked: the table, who sits where, the money brought and the seed."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.game_rules import Rules
from upcard.rules.house import House, TableRules, read_house
from upcard.units import parse_cents, show_dollars

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


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is ready to be opened."""

    house: House
    table: TableRules
    seats: tuple[int, ...]
    """The seats that are taken, from the dealer's left."""
    me: int
    bankroll: int
    seed: str
    rounds: int | None
    auto: bool
    fast: bool
    json: bool
    steps: bool = False
    """Whether it is said what the dealer does by hand."""


def opening(
    *,
    edition: str | None,
    seats: int | None,
    seat: int | None,
    seed: str | None,
    bankroll: str,
    house: str | None,
    table: str | None,
    rounds: int | None,
    auto: bool,
    fast: bool,
    json: bool,
    steps: bool = False,
) -> Opening:
    """The options as one table; whatever is wrong is a `Refused` or `HouseError` that names the option."""
    if json and not auto:
        raise Refused(None, "--json: the document is of a table that plays by itself, so --auto belongs with it")
    found = read_house(house_of(edition) if house is None else _read(house))
    played = replace(_table(found, table, edition if house is not None else None), mode="virtual")
    most = min(MOST_PLAYERS, played.seats)
    players = min(DEFAULT_SEATS, most) if seats is None else seats
    if not 1 <= players <= most:
        raise Refused(None, f"--seats: {players} cannot play at this table; 1 to {most} can")
    me = (players + 1) // 2 if seat is None else seat
    if not 1 <= me <= played.seats:
        raise Refused(None, f"--seat: there is no seat {me}; this table has 1 to {played.seats}")
    others = [number for number in range(1, played.seats + 1) if number != me][: players - 1]
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(None, f"--rounds: {rounds} is not a number of rounds from 1 to {MOST_ROUNDS:,}")
    return Opening(
        house=found,
        table=played,
        seats=tuple(sorted((me, *others))),
        me=me,
        bankroll=_bankroll(bankroll, played.rules),
        seed=_fresh() if seed is None else seed,
        rounds=AUTOMATIC_ROUNDS if auto and rounds is None else rounds,
        auto=auto,
        fast=fast,
        json=json,
        steps=steps,
    )


def least(rules: Rules) -> int:
    """What a seat must be able to put down in a round: the smallest ante and every bet that may follow it."""
    minimum: int = rules.minimum
    return minimum * whole_hand(rules)


def whole_hand(rules: Rules) -> int:
    """Ante and bets of a hand that is played to its end, in antes."""
    if isinstance(rules, BonusSixRules):
        return 1 + rules.law.first_bet_multiple + rules.law.second_bet_multiple
    bets: int = rules.law.bet_multiple
    return 1 + bets


def _read(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read()
    except UnicodeDecodeError as error:
        raise Refused(None, f"--house: {file!r} is not encoded in UTF-8") from error
    except (OSError, ValueError) as error:
        because = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(None, f"--house: {file!r} cannot be read: {because}") from error


def _table(house: House, name: str | None, edition: str | None) -> TableRules:
    """The table asked for: by its name, by its edition, or the first."""
    tables = [table for table in house.tables if edition is None or table.edition.id == edition]
    if not tables:
        raise Refused(None, f"--edition: {house.name} has no table under {edition}")
    if name is None:
        return tables[0]
    for table in tables:
        if table.name == name:
            return table
    known = ", ".join(repr(table.name) for table in tables)
    raise Refused(None, f"--table: {house.name} has no table {name!r}; there is {known}")


def _bankroll(text: str, rules: Rules) -> int:
    try:
        cents = parse_cents(text.removeprefix("$").replace(",", ""))
    except ValueError as error:
        raise Refused(None, f"--bankroll: {error}") from error
    if cents < least(rules):
        because = f"the smallest ante and the bets that may follow it take {show_dollars(least(rules))}"
        raise Refused(None, f"--bankroll: {show_dollars(cents)} is too little: {because}")
    if cents > MOST_BANKROLL:
        raise Refused(None, f"--bankroll: {show_dollars(MOST_BANKROLL)} is enough for any evening")
    return cents


def _fresh() -> str:
    """A seed that nobody has seen before."""
    from secrets import token_hex

    return token_hex(32)
