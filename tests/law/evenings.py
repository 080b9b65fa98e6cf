"""Evenings of bots for a trace by value: mishaps, jackpots that are hit, eased, ended, and a house that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from tests.law import finished_rounds
from tests.money.pit import ROYALS, STRAIGHT_FLUSH, Evening, dealt, example, house_of, linked
from tests.tables.desk import DEE, FULL_MA, HANDS, QUALIFIES, SUE, Desk, massachusetts
from tests.tables.test_keyed import keyed
from upcard import __version__
from upcard.cards import parse_cards
from upcard.errors import HouseError, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.floor import check_terms
from upcard.money import commands as c
from upcard.money.jackpot_end import EASIER, OTHER_GAME, OTHER_LICENSEE
from upcard.rules.house import House
from upcard.tables import options

Probe = Callable[[], Iterable[str]]

HOUSE = {"ma": "massachusetts", "sd-2011": "deadwood-2011", "sd-2015": "deadwood", "sd-bonus6": "bonus-6"}
UNTIL, FAR = "2026-01-07T00:00", "2026-01-09T00:00"
"""Within the term for which a jackpot may stand still, and beyond it."""
QUADS = "9h 9d 9c 9s 5h"


def _told(evening: Evening) -> Iterator[str]:
    """What was recorded, and where the money is."""
    for entry in evening.entries:
        yield entry.event.replace(f'"{__version__}"', '""')
    yield str(sorted(evening.casino.books.balances.items()))


def _tried(evening: Evening, by: Any, ask: Any) -> Iterator[str]:
    try:
        evening.does(by, ask)
    except Refused as error:
        yield str(error)


def _played(id: str, table: int, rounds: int, irregular: Fraction, seed: str) -> Iterator[str]:
    house = house_of(example(HOUSE[id]))
    evening = Evening(house, seed=seed, irregular=irregular)
    evening.play(house.tables[table].name, rounds)
    yield from _told(evening)


def _linked(id: str, **more: Any) -> House:
    return linked(1, edition=id, **more)


def _hit(id: str, schedule: str, hand: str) -> Iterator[str]:
    evening = Evening(_linked(id, schedule=schedule), rig=dealt(hand, ROYALS[1]), seats=3)
    evening.play("T1")
    yield from _told(evening)


def _ended(id: str) -> Iterator[str]:
    """Every way to end a jackpot, tried before and after its top award."""
    evening = Evening(_linked(id, reserve="0%"), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    end = c.EndJackpot("Link", "another")
    evening.play("T1")
    for cause, until in (
        ("", ""),
        ("not worth it", UNTIL),
        ("device fault", ""),
        ("device fault", FAR),
        ("device fault", UNTIL),
    ):
        yield from _tried(evening, "supervisor", c.SuspendLink("Link", "it is to end", cause, until))
    yield from _tried(evening, "licensee", end)
    for way, to in ((EASIER, "flush"), (OTHER_GAME, "Link"), (OTHER_LICENSEE, "Second House"), ("as it pleases", "")):
        closing = {"stated": "2026-01-01", "document": "letter 12"} if way == OTHER_LICENSEE else {}
        yield from _tried(evening, "licensee", c.RecordPetition("Link", way, to, "the room closes", **closing))
    yield from _tried(evening, "licensee", c.ResumeLink("Link", "another"))
    yield from _tried(evening, "licensee", c.AnnounceEnd("Link"))
    evening.until("T1", "RoundReconciled")
    yield from _tried(evening, "licensee", end)
    yield from _told(evening)


def _eased(id: str, schedule: str, hand: str, to: str) -> Iterator[str]:
    """Easier terms, an award by them, and the next one by the schedule again."""
    evening = Evening(_linked(id, schedule=schedule, seed="1000.00"), rig=dealt(hand, rounds=(1, 2)), seats=2)
    yield from _tried(evening, "licensee", c.RecordPetition("Link", EASIER, to, "nobody wins it"))
    yield from _tried(evening, "regulator", c.DecidePetition("Link", 1, True, "order 7"))
    yield from _tried(evening, "supervisor", c.SuspendLink("Link", "new terms", "petition granted", UNTIL))
    yield from _tried(evening, "licensee", c.EndJackpot("Link", "another", 1))
    yield from _tried(evening, "licensee", c.ResumeLink("Link", "another"))
    evening.play("T1", 2)
    yield from _told(evening)


def _other_schedule(id: str) -> Iterator[str]:
    """The house comes back with another schedule for a jackpot in play."""
    evening = Evening(_linked(id, schedule="classic-10pct"), seats=2)
    try:
        check_terms(_linked(id, schedule="classic-5000"), evening.casino)
    except HouseError as error:
        yield str(error)


def _void_at_the_end(wagers: dict[str, int]) -> Iterator[str]:
    """Real cards: the best hand at the table has been shown when a card too many is found in it."""
    t = massachusetts(mode="keyed", cover_all=True, shuffler={"cover_all_mode": True})
    desk = keyed(t, wagers).clear().decide()
    desk.play(stud.Reveal(QUALIFIES))
    while desk.stud.agenda:
        desk.clear()
        asked = [option.fields["seat"] for option in options(t, desk.table, DEE).in_round if option.act == "ShowHand"]
        if asked:
            desk.play(stud.ShowHand(asked[0], HANDS[asked[0]]))
        elif desk.stud.seats[4].value and desk.stud.seats[4].void is None:
            desk.play(stud.Report("player-wrong-count", 4), SUE)
        else:
            desk.settle()
    yield from (str(payment) for payment in desk.stud.payments)


def _at_table(held: str) -> Iterator[str]:
    """A round with every wager, whose best hand is this one."""
    wagers = {"progressive": 100, "bonus": 500, "five_card_player": 100, "five_card_dealer": 100, "cover_all": 500}
    t = massachusetts("D", **FULL_MA)
    dealer, other = (parse_cards(cards) for cards in finished_rounds.others(held, 1, "ace-king"))
    desk = Desk(t).revealed({1: parse_cards(held), 3: other}, dealer, wagers)
    desk.settle_all()
    yield from (msgspec.json.encode(entry.event).decode() for entry in desk.recorded)


def probes(id: str) -> dict[str, Probe]:
    tables = {"ma": 3, "sd-bonus6": 2}.get(id, 3)
    found: dict[str, Probe] = {}
    for table in range(tables):
        found[f"evening at table {table + 1}"] = lambda t=table: _played(id, t, 2, Fraction(0), "plain")  # type: ignore[misc]
        found[f"mishaps at table {table + 1}"] = lambda t=table: _played(id, t, 3, Fraction(1), "mishap")  # type: ignore[misc]
    if id in ("sd-2011", "sd-2015"):
        for schedule in ("classic-10pct", "PMG-01"):
            found[f"jackpot {schedule}"] = lambda s=schedule: _hit(id, s, STRAIGHT_FLUSH)  # type: ignore[misc]
        found["jackpot with another schedule"] = lambda: _other_schedule(id)
        found["jackpot ended"] = lambda: _ended(id)
        found["jackpot eased"] = lambda: _eased(id, "PMG-01", QUADS, "four_of_a_kind")
        found["jackpot eased, own award larger"] = lambda: _eased(id, "classic-5000", STRAIGHT_FLUSH, "straight_flush")
    if id == "ma":
        for hand, held in finished_rounds.HANDS.items():
            found[f"table {hand}"] = lambda h=held: _at_table(h)  # type: ignore[misc]
        found["a hand void at the end"] = lambda: _void_at_the_end({"cover_all": 500})
    return found
