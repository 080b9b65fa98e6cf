"""Houses for a trace by value: such as the law permits, and the same with one election after the other changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from tests.games.houses import MA_SCHEDULES, SD_SCHEDULES
from tests.rules import houses as h
from upcard.errors import HouseError
from upcard.rules.house import check_approvals, read_house
from upcard.rules.house_warnings import advise
from upcard.rules.summary import house_document
from upcard.tables import Table
from upcard.tables.signs import signs

Fields = dict[str, Any]
Probe = Callable[[], Iterable[str]]

LEVELS = {
    "PTMGLML01": {"major": "10000.00", "minor": "1000.00"},
    "PTMGLML02": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGLML03": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGL02": {"main": "50000.00"},
    "PTMGL04": {"main": "1000.00"},
}


def _jackpot(schedule: str, rate: str = "75%", **changes: Any) -> Fields:
    seeds = LEVELS.get(schedule, {"main": "10000.00"})
    part = f"{int(rate[:-1]) // len(seeds)}%"
    levels = {level: {"seed": seed, "rate": part, "reserve_rate": "2%"} for level, seed in seeds.items()}
    titles = h.shared(schedule, changes.get("progressive_wager", ""))
    return {"name": "Link", "schedule": schedule, "levels": levels, "approval": h.APPROVAL} | titles | changes


def _five_card(seed: str = "10000.00", rate: str = "45%") -> Fields:
    levels = {"five_card": {"seed": seed, "rate": rate}}
    return {"name": "Five", "schedule": "five-card", "levels": levels, "approval": h.APPROVAL}


def _level(**changes: Any) -> Fields:
    return {"main": {"seed": "10000.00", "rate": "75%", "reserve_rate": "2%"} | changes}


def _table(id: str, **changes: Any) -> Fields:
    made: Fields = {"ma": h.ma, "sd-2011": h.sd_2011, "sd-2015": h.sd, "sd-bonus6": h.six}[id](**changes)
    return made


def _stud(id: str) -> Iterator[tuple[str, list[Fields], list[Fields]]]:
    """What every edition of Caribbean stud is tried with."""
    schedules = MA_SCHEDULES if id == "ma" else SD_SCHEDULES
    first = "D" if id == "ma" else "PMG-01"
    linked = {"jackpot": "Link"}
    for name in schedules:
        yield f"house {name}", [_table(id, **linked)], [_jackpot(name)]
        yield f"house {name} shared", [_table(id, **linked), _table(id, name="Other", **linked)], [_jackpot(name)]
        for title in ({}, {"pay_table": "other"}, {"wager": "2.00"}, {"wager": "5.00"}, {"decks": 2}):
            titles = [{"name": "Ride", "pay_table": name, "wager": "1.00", "decks": 1} | title]
            yield f"house {name} with a title {title}", [_table(id, **linked)], [_jackpot(name, titles=titles)]
        seeds = {
            level: {"seed": f"{2 * int(seed[:-3])}.00", "rate": "25%"}
            for level, seed in LEVELS.get(name, {"main": "10000.00"}).items()
        }
        for wager in ("2.00", "0.00"):
            elected = _jackpot(name, levels=seeds, progressive_wager=wager)
            yield f"house {name} for {wager}", [_table(id, **linked)], [elected]
        unapproved = {field: value for field, value in _jackpot(name).items() if field != "approval"}
        yield f"house {name} unapproved", [_table(id, **linked)], [unapproved]
        for level, seed in LEVELS.get(name, {"main": "10000.00"}).items():
            levels = _jackpot(name)["levels"]
            levels[level]["seed"] = f"{int(seed[:-3]) + 1}.00"
            yield f"house {name} seed of {level}", [_table(id, **linked)], [_jackpot(name, levels=levels)]
    for rate in ("0%", "20%", "69%", "70%", "71%"):
        yield f"house rate {rate}", [_table(id, **linked)], [_jackpot(first, levels=_level(rate=rate))]
    for more in ({"limit": "10000.00"}, {"limit": "20000.00", "overflow": "revenue"}, {"seed": "0.00"}):
        yield f"house level {more}", [_table(id, **linked)], [_jackpot(first, levels=_level(**more))]
    yield "house levels", [_table(id, **linked)], [_jackpot(first, levels={"grand": _level()["main"]})]
    other = "sd-2011" if id == "sd-2015" else "sd-2015" if id == "sd-2011" else None
    if other:
        yield "house two editions", [_table(id, **linked), _table(other, name="Other", **linked)], [_jackpot(first)]
    elections: list[Fields] = [
        {},
        {"designated": None},
        {"devices": []},
        {"devices": ["progressive system"]},
        {"devices": ["signage"]},
        {"signs": []},
        {"signs": ["bet schedule"]},
        {"signs": ["progressive schedule"]},
        {"backs": ["red", "blue"]},
        {"backs": ["red", "blue"], "shuffler": True},
        {"backs": ["red", "red"], "shuffler": True},
        {"backs": ["red", "blue", "green"], "shuffler": True},
        {"shuffle": "hand"},
        {"shuffle": "hand", "shuffler": True},
        {"shuffle": "shuffler"},
        {"shuffle": "shuffler", "shuffler": True},
        {"shuffle": "pre-shuffled"},
        {"shuffle": "machine"},
        {"limit": "100.00"},
        {"limit": "100.01"},
        {"limit": "2.00"},
        {"minimum": "33.33"},
        {"minimum": "33.34"},
        {"maximum": "100.00"},
        {"maximum": "100.01"},
        {"maximum": "49.00"},
        {"limit_applies_to": "each-wager"},
        {"limit_applies_to": "total"},
        {"limit_applies_to": "none"},
        {"same_round_jackpots": "split"},
        {"same_round_jackpots": "in-turn"},
        {"misdeal_envy": "all-hands"},
        {"misdeal_envy": "played-hands"},
        {"awards_from": "meter"},
        {"awards_from": "tray"},
        {"seats": 8},
        {"seats": 9},
        {"mode": "keyed"},
        {"shoe_approved": None},
        {"bonus": "A"},
        {"bonus": "Q"},
        {"cover_all": True},
        {"cover_all": True, "shuffler": {"cover_all_mode": True}},
        {"cover_all": True, "shuffler": {"counts": True}},
        {"cover_all": True, "shuffler": {"cover_all_mode": True}, "seats": 8},
        {"cover_all": True, "shuffler": {"cover_all_mode": True}, "cover_all_counts": "players", "seats": 8},
        {"cover_all": True, "shuffler": {"cover_all_mode": True}, "cover_all_after_fold": "stands"},
        {"exposed_hole_card": "play-on"},
        {"exposed_hole_card": "void"},
        {"five_card": True},
        {"magic_card": "1/26"},
    ]
    for elected in elections:
        yield f"house {elected}", [_table(id, **linked, **elected)], [_jackpot(first)]
    for way in ("singly", "groups", "manual-shoe", "from-hand", "automated-shoe", "by mail"):
        for shuffler in (None, True, {"counts": True}):
            fields = {"dealing": way, "shuffler": shuffler}
            yield f"house {way} {shuffler}", [_table(id, **fields)], []
            if way != "manual-shoe":
                yield f"house {way} {shuffler} unapproved", [_table(id, **fields, shoe_approved=None)], []
    fives = ("9999.00", "10000.00", "10001.00")
    for seed in fives:
        yield f"house five card {seed}", [_table(id, five_card_jackpot="Five")], [_five_card(seed)]
    fives_elected: tuple[Fields, ...] = (
        {"magic_card": "1/26"},
        {"lucky": "1/20"},
        {"magic_card": "often"},
        {"five_card_wager": "1.00"},
        {"five_card_wager": ["1.00", "5.00"]},
        {"five_card_wager": "0.00"},
    )
    for more in fives_elected:
        yield f"house five card {more}", [_table(id, five_card_jackpot="Five", **more)], [_five_card()]
    unapproved = {field: value for field, value in _five_card().items() if field != "approval"}
    yield "house five card unapproved", [_table(id, five_card_jackpot="Five")], [unapproved]
    yield "house five card rate 0%", [_table(id, five_card_jackpot="Five")], [_five_card(rate="0%")]


def _bonus_six(id: str) -> Iterator[tuple[str, list[Fields], list[Fields]]]:
    own: Fields = {
        "royal_flush": 500,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 12,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 3,
        "two_pair": 2,
        "pair": 1,
        "lowest_pair": "7",
    }
    elections: tuple[Fields, ...] = (
        {},
        {"designated": None},
        {"signs": []},
        {"signs": ["pay schedule", "limits"], "minimum": "5.00"},
        {"minimum": "5.00"},
        {"maximum": None},
        {"pay_table": None},
        {"pay_table": own},
        {"pay_table": own | {"pair": 3}},
        {"pay_table": "gulch"},
        {"further_tips": True},
        {"further_tips": False},
        {"further_tips": "refused"},
        {"backs": ["red", "blue"]},
        {"seats": 9},
        {"shuffler": True},
        {"shuffle": "shuffler"},
        {"shuffle": "hand", "shuffler": True},
        {"mode": "keyed"},
    )
    for elected in elections:
        yield f"house {elected}", [_table(id, **elected)], []


@cache
def _texts(id: str) -> dict[str, str]:
    tried = _bonus_six(id) if id == "sd-bonus6" else _stud(id)
    return {name: h.text(tables, jackpots) for name, tables, jackpots in tried}


def _check(text: str) -> Iterator[str]:
    """What a licensee is told of a house, and what its tables post."""
    try:
        house = read_house(text)
        check_approvals(house)
    except HouseError as error:
        yield str(error)
        return
    yield json.dumps(house_document(house, advise(house)))
    for t in house.tables:
        yield from (f"{sign.title} {sign.rule} {sign.lines}" for sign in signs(t, Table()))


def _probe(text: str) -> Probe:
    return lambda: _check(text)


def probes(id: str) -> dict[str, Probe]:
    return {name: _probe(text) for name, text in _texts(id).items()}
