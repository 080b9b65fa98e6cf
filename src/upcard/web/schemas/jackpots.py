"""Jackpots with their meters and awards, and the lobby of the house."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from upcard.web.schemas.types import EditionId, Game, Level, Mode, Money, Time


class Hit(TypedDict):
    """An award off a meter."""

    jackpot: Annotated[str, "The jackpot."]
    number: Annotated[int, "Its number at that jackpot."]
    table: Annotated[str, "The table, or empty where another game title won it."]
    seat: Annotated[int | None, "The seat."]
    round: Annotated[int, "The round."]
    amount: Annotated[Money, "What it takes off the meters."]
    state: Annotated[Literal["pending", "validated", "paid", "rejected"], "How it stands."]
    hand: Annotated[str, "The hand that wins it, or the other game title."]
    at: Annotated[Time, "When it was locked."]
    by: Annotated[str, "Who locked it: a role and a name."]


class JackpotLevel(TypedDict):
    """One meter of a jackpot."""

    level: Annotated[Level, "Its name."]
    label: Annotated[str, "Its name in words."]
    amount: Annotated[Money, "What it shows."]


class Jackpot(TypedDict):
    """A jackpot as a sign shows it."""

    name: Annotated[str, "Its name."]
    schedule: Annotated[str, "The schedule of its awards."]
    edition: Annotated[EditionId, "The law that it is run by."]
    levels: Annotated[list[JackpotLevel], "Its meters."]
    suspended: Annotated[str, "Why it stands still, or empty."]
    tables: Annotated[list[str], "The tables that play for it."]
    pending: Annotated[list[Hit], "Awards that are not paid yet."]
    last: Annotated[list[Hit], "The last that were paid, the newest first."]


class Jackpots(TypedDict):
    """Every jackpot of the house."""

    seq: Annotated[int, "The entry after which this last changed."]
    house: Annotated[str, "The name of the house."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    jackpots: Annotated[list[Jackpot], "The jackpots."]


class Meter(TypedDict):
    """A meter that a table plays for."""

    jackpot: Annotated[str, "The jackpot."]
    level: Annotated[Level, "The meter of it."]
    label: Annotated[str, "The meter in words."]
    amount: Annotated[Money, "What it shows."]
    suspended: Annotated[str, "Why its jackpot stands still, or empty."]


class LobbySeat(TypedDict):
    """A seat as the lobby shows it."""

    seat: Annotated[int, "Its number."]
    player: Annotated[str | None, "Who sits there."]
    you: Annotated[Literal[False], "The lobby is the same for everybody."]


class LobbyTable(TypedDict):
    """A table as the lobby shows it."""

    name: Annotated[str, "Its name."]
    slug: Annotated[str, "Its name in addresses."]
    edition: Annotated[EditionId, "The law that it plays under."]
    title: Annotated[str, "That law in words."]
    game: Annotated[Game, "Its game."]
    mode: Annotated[Mode, "Whose cards it plays with."]
    open: Annotated[bool, "Whether it is open."]
    dealer: Annotated[str, "Who deals, or empty."]
    round: Annotated[int, "The number of the present round."]
    words: Annotated[str, "How far the round is, in words."]
    limits: Annotated[str, "What may be wagered, in words."]
    taken: Annotated[int, "How many seats are taken."]
    seats: Annotated[list[LobbySeat], "Its seats."]
    meters: Annotated[list[Meter], "The meters that it plays for."]


class Lobby(TypedDict):
    """The house at a glance."""

    seq: Annotated[int, "The entry after which this last changed."]
    house: Annotated[str, "The name of the house."]
    demo: Annotated[bool, "Whether this is a demonstration."]
    locked: Annotated[str, "Why play has stopped, or empty."]
    tables: Annotated[list[LobbyTable], "The tables."]
    jackpots: Annotated[list[Jackpot], "The jackpots."]
