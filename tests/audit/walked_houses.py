"""Houses to be walked at random: for each edition a few tables that elect as differently as the law lets them."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from tests.rules import houses as h
from upcard.rules.house import House
from upcard.rules.table import TableRules

EDITIONS = ("sd-2011", "sd-2015", "ma", "sd-bonus6")
MODES = ("virtual", "keyed")


SHARING = "AB"
"""The tables that there are several of, so that one moves the meters that another is paid from."""


def _link(name: str, one: h.Fields) -> h.Fields:
    return one | {"name": name}


def _south_dakota(edition: str) -> House:
    table = h.sd if edition == "sd-2015" else h.sd_2011
    limited = h.jackpot("PMG-01", seed="500.00") | {"name": "shared"}
    limit = {"limit": "600.00", "overflow": "reserve"} if edition == "sd-2015" else {}
    limited["levels"] = {"main": {"seed": "500.00", "rate": "25%", "reserve_rate": "3%", **limit}}
    other = {"dealing": "groups", "shuffler": True} if edition == "sd-2015" else {"limit_applies_to": "each-wager"}
    return h.house(
        [
            table(name="A", jackpot="shared", minimum="5.00", maximum="30.00"),
            table(name="B", jackpot="shared", minimum="10.00", maximum="30.00", same_round_jackpots="split"),
            table(name="C", jackpot="tenth", minimum="5.00", same_round_jackpots="split", **other),
            table(name="D", jackpot="five", minimum="5.00"),
            table(name="E", jackpot="alone", minimum="1.00"),
        ],
        [
            limited,
            _link("tenth", h.jackpot("classic-10pct", seed="1000.00", rate="40%")),
            _link("five", h.jackpot("PMG-02", seed="700.00", rate="20%")),
            _link("alone", h.jackpot("classic-5000", seed="5000.00", rate="30%")),
        ],
    )


def _massachusetts() -> House:
    cover = {"counts": True, "cover_all_mode": True}
    return h.house(
        [
            h.ma(
                name="A", dealing="automated-shoe", shuffler=cover, backs=["red", "blue"], jackpot="shared",
                awards_from="meter", bonus="B", five_card_jackpot="hand", five_card_wager=["1.00", "5.00"],
                magic_card="1/4", lucky="1/4", cover_all=True, cover_all_after_fold="forfeited", minimum="10.00",
                exposed_hole_card="void",
            ),
            h.ma(
                name="B", dealing="from-hand", shoe_approved=None, shuffler=True, jackpot="shared",
                awards_from="meter", bonus="C",
            ),
            h.ma(
                name="C", jackpot="levels", cover_all=True, shuffler={"cover_all_mode": True}, bonus="A",
                cover_all_after_fold="stands", cover_all_counts="players", five_card_jackpot="hand",
            ),
            h.ma(name="D", dealing="automated-shoe", jackpot="alone", exposed_hole_card="play-on"),
        ],
        [
            _link("shared", h.ma_jackpot("D", seed="10000.00")),
            _link("hand", h.five_card()),
            _link("levels", h.multi()),
            _link("alone", h.ma_jackpot("B")),
        ],
    )  # fmt: skip


def _bonus_six() -> House:
    own = {
        "royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 40, "full_house": 12, "flush": 8, "straight": 5,
        "three_of_a_kind": 3, "two_pair": 2, "pair": 1, "lowest_pair": "7",
    }  # fmt: skip
    return h.house(
        [
            h.six(name="A", minimum="5.00", signs=["pay schedule", "limits"], further_tips=True),
            h.six(name="B", further_tips=False),
            h.six(name="C", pay_table=own, maximum="50.00", further_tips=True),
        ]
    )


@cache
def walked_house(edition: str, mode: str) -> House:
    """The house of an edition with the system's own cards, or with real ones."""
    found = {"ma": _massachusetts, "sd-bonus6": _bonus_six}.get(edition, lambda: _south_dakota(edition))()
    several = [replace(t, name=f"{t.name}{number}") for number in (1, 2, 3) for t in found.tables]
    return replace(found, tables=tuple(_in(t, mode) for t in several if t.name[0] in SHARING or t.name[1] == "1"))


def _in(t: TableRules, mode: str) -> TableRules:
    return replace(t, mode="keyed" if mode == "keyed" else "virtual")
