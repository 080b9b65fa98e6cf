"""What everybody sees of the house: jackpots as a sign shows them, and the lobby with every table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from upcard.cards import describe
from upcard.document import EditionId, Game, Level, Mode, Money, Time, doc
from upcard.games.game import game_of
from upcard.money.link import Hit as LockedHit
from upcard.money.link import Link
from upcard.number_format import money
from upcard.present.table_document import table_words
from upcard.rules.table import TableRules
from upcard.tables.signs import in_force
from upcard.tables.state import Table
from upcard.units import show_cents, whole_cents
from upcard.web.projection import StateSnapshot

# ---- What may be wagered at a table, and what the wagers could come to cost the house ----------------------


class TableBasics(TypedDict):
    """What a table is, wherever it is listed."""

    name: Annotated[str, doc("Its name.")]
    slug: Annotated[str, doc("Its name in addresses.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    title: Annotated[str, doc("That law in words.")]
    mode: Annotated[Mode, doc("Whose cards it plays with.")]
    open: Annotated[bool, doc("Whether it is open.")]
    round: Annotated[int, doc("The number of the present round.")]
    dealer: Annotated[str, doc("Who deals, or empty.")]
    limits: Annotated[str, doc("What may be wagered, in words.")]


class Liability(TypedDict):
    """What the wagers on a table could come to cost."""

    most: Annotated[Money, doc("The tray pays no more than this, whatever is dealt; a bound.")]
    limit: Annotated[Money | None, doc("The most that the house has elected, if any.")]
    words: Annotated[str, doc("Both in a sentence, or empty.")]


OVER = ("settled", "complete")


_known: dict[str, tuple[Any, Any, int]] = {}
"""By table, the rules and the wagers that a bound was last worked out for: they change only while bets are open."""


def most_owed(t: TableRules, table: Table) -> int:
    """The most that the round on the table can come to cost the tray, in cents."""
    round = table.round
    if round is None or round.phase in OVER:
        return 0
    wagers = {number: game_of(t).laid(seat) for number, seat in round.seats.items()}
    rules, known, most = _known.get(t.name, (None, None, 0))
    if rules is not t.rules or known != wagers:
        most = game_of(t).core.liability(t.rules, round.seats)
        _known[t.name] = t.rules, wagers, most
    return most


def liability_document(t: TableRules, table: Table) -> Liability:
    """The bound, the limit that the house has elected against it, and both in a sentence."""
    most, limit = most_owed(t, table), t.rules.liability_limit
    apart = " Jackpots are paid off their meters." if t.jackpot or t.five_card_jackpot else ""
    taken = f", within the house limit of {money(limit)}" if limit is not None else ""
    words = f"The most that the tray can lose this round is {money(most)}{taken}.{apart}"
    return {
        "most": show_cents(most),
        "limit": None if limit is None else show_cents(limit),
        "words": words if most or limit is not None else "",
    }


# ---- jackpots ----------------------------------------------------------------------------------------------


class Hit(TypedDict):
    """An award off a meter."""

    jackpot: Annotated[str, doc("The jackpot.")]
    number: Annotated[int, doc("Its number at that jackpot.")]
    table: Annotated[str, doc("The table, or empty where another game title won it.")]
    seat: Annotated[int | None, doc("The seat.")]
    round: Annotated[int, doc("The round.")]
    amount: Annotated[Money, doc("What it takes off the meters.")]
    state: Annotated[Literal["pending", "validated", "paid", "rejected"], doc("How it stands.")]
    hand: Annotated[str, doc("The hand that wins it, or the other game title.")]
    at: Annotated[Time, doc("When it was locked.")]
    by: Annotated[str, doc("Who locked it: a role and a name.")]


class JackpotLevel(TypedDict):
    """One meter of a jackpot."""

    level: Annotated[Level, doc("Its name.")]
    label: Annotated[str, doc("Its name in words.")]
    amount: Annotated[Money, doc("What it shows.")]


class Jackpot(TypedDict):
    """A jackpot as a sign shows it."""

    name: Annotated[str, doc("Its name.")]
    schedule: Annotated[str, doc("The schedule of its awards.")]
    edition: Annotated[EditionId, doc("The law that it is run by.")]
    levels: Annotated[list[JackpotLevel], doc("Its meters.")]
    suspended: Annotated[str, doc("Why it is suspended, or empty.")]
    tables: Annotated[list[str], doc("The tables that play for it.")]
    pending: Annotated[list[Hit], doc("Awards that are not paid yet.")]
    last: Annotated[list[Hit], doc("The last that were paid, the newest first.")]


class Jackpots(TypedDict):
    """Every jackpot of the house."""

    seq: Annotated[int, doc("The entry after which this last changed.")]
    house: Annotated[str, doc("The name of the house.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    jackpots: Annotated[list[Jackpot], doc("The jackpots.")]


class Meter(TypedDict):
    """A meter that a table plays for."""

    jackpot: Annotated[str, doc("The jackpot.")]
    level: Annotated[Level, doc("The meter of it.")]
    label: Annotated[str, doc("The meter in words.")]
    amount: Annotated[Money, doc("What it shows.")]
    suspended: Annotated[str, doc("Why its jackpot is suspended, or empty.")]


def hit_document(moment: StateSnapshot, hit: LockedHit, jackpot: str) -> Hit:
    """An award off a meter."""
    return {
        "jackpot": jackpot,
        "number": hit.number,
        "table": hit.table,
        "seat": hit.seat or None,
        "round": hit.round,
        "amount": show_cents(hit.cents),
        "state": hit.state,
        "hand": describe(hit.hand) if hit.hand else hit.title,
        "at": hit.at,
        "by": hit.by,
    }


def jackpot_document(moment: StateSnapshot, link: Link) -> Jackpot:
    """One jackpot."""
    levels: list[JackpotLevel] = [
        {
            "level": level,
            "label": level.replace("_", " ").capitalize(),
            "amount": show_cents(whole_cents(moment.meters[link.name][level])),
        }
        for level in link.tiers
    ]
    return {
        "name": link.name,
        "schedule": link.schedule,
        "edition": next((moment.rules[name].edition.id for name in link.members if name in moment.rules), link.edition),
        "levels": levels,
        "suspended": link.suspended or link.ended,
        "tables": list(link.members),
        "pending": [hit_document(moment, hit, link.name) for hit in link.open.values()],
        "last": [hit_document(moment, hit, link.name) for hit in reversed(link.last) if hit.state == "paid"][:10],
    }


def still(moment: StateSnapshot) -> list[str]:
    """The jackpots that take no wagers, why and until when."""
    return [
        f"{link.name} is suspended: {link.suspended}"
        for link in moment.links.values()
        if link.suspended and not link.ended
    ]


def jackpots_document(moment: StateSnapshot) -> Jackpots:
    """Every jackpot of the house that is in play; one that has ended is on no sign."""
    return {
        "seq": moment.seq,
        "house": moment.house_name,
        "locked": moment.locked,
        "jackpots": [jackpot_document(moment, link) for link in moment.links.values() if not link.ended],
    }


def meters(moment: StateSnapshot, t: TableRules) -> list[Meter]:
    """The meters that a table plays for."""
    found: list[Meter] = []
    for name in (t.jackpot, t.five_card_jackpot):
        link = moment.links.get(name or "")
        if link is None:
            continue
        for level in link.tiers:
            label = link.name if len(link.tiers) == 1 else f"{link.name}, {level}"
            amount = show_cents(whole_cents(moment.meters[link.name][level]))
            suspended = link.suspended or link.ended
            found.append(
                {"jackpot": link.name, "level": level, "label": label, "amount": amount, "suspended": suspended}
            )
    return found


class LobbySeat(TypedDict):
    """A seat as the lobby shows it."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[str | None, doc("Who sits there.")]
    you: Annotated[Literal[False], doc("The lobby is the same for everybody.")]


class LobbyTable(TableBasics):
    """A table as the lobby shows it."""

    game: Annotated[Game, doc("Its game.")]
    words: Annotated[str, doc("How far the round is, in words.")]
    taken: Annotated[int, doc("How many seats are taken.")]
    seats: Annotated[list[LobbySeat], doc("Its seats.")]
    meters: Annotated[list[Meter], doc("The meters that it plays for.")]


class Lobby(Jackpots):
    """The house at a glance."""

    demo: Annotated[bool, doc("Whether this is a demonstration.")]
    tables: Annotated[list[LobbyTable], doc("The tables.")]


def lobby_document(moment: StateSnapshot, slugs: dict[str, str], *, demo: bool) -> Lobby:
    """The house at a glance; nothing in it depends on who looks."""
    return {
        "seq": moment.seq,
        "house": moment.house_name,
        "demo": demo,
        "locked": moment.locked,
        "tables": [_table(moment, name, slugs[name]) for name in moment.tables],
        "jackpots": [jackpot_document(moment, link) for link in moment.links.values()],
    }


def _table(moment: StateSnapshot, name: str, slug: str) -> LobbyTable:
    t, table = moment.rules[name], moment.tables[name]
    seats = range(1, t.seats + 1)
    return {
        "name": name,
        "slug": slug,
        "edition": t.edition.id,
        "title": t.edition.title,
        "game": t.edition.game,
        "mode": t.mode,
        "open": table.is_open,
        "dealer": table.dealer,
        "round": table.number,
        "words": table_words(t, table),
        "limits": game_of(t).core.limits(in_force(t, table)),
        "taken": len(table.players),
        "seats": [{"seat": seat, "player": table.players.get(seat), "you": False} for seat in seats],
        "meters": meters(moment, t),
    }
