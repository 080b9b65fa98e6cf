"""Evenings at a jackpot that a lawyer can read, each played again and compared letter by letter."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.money.pit import ROYALS, STRAIGHT_FLUSH, Evening, dealt, example, house_of, linked
from tests.money.told import Told
from upcard.games import caribbean_stud as stud
from upcard.money import commands as c
from upcard.money.jackpot_end import OTHER_LICENSEE
from upcard.rules.jackpot import Approval, Level
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.units import micros

UNTIL = "2026-01-05T00:00"


@pytest.mark.rule("suspension_causes", "suspension_days", "jackpot_ends_by")
def test_a_licensee_who_has_had_enough_of_a_jackpot() -> None:
    evening = Evening(linked(1), seats=2)
    title = "South Dakota: a jackpot that is not worth it is offered all the same, until a petition is granted"
    told = Told(title, evening)
    told.says("The jackpot has been played for, and nobody has won it.")
    evening.play("T1")
    told.asks("licensee", c.SuspendLink("Link", "it is not worth it"))
    told.asks("licensee", c.SuspendLink("Link", "it is not worth it", "not worth it", UNTIL))
    told.asks("licensee", c.SuspendLink("Link", "it is not worth it", "top award won", UNTIL))
    told.asks("licensee", c.SuspendLink("Link", "two readers are dark", "device fault"))
    told.asks("licensee", c.SuspendLink("Link", "two readers are dark", "device fault", UNTIL))
    told.says("Meanwhile no wager is taken for it, and every sign says why and until when.")
    while evening.table("T1").deck.stage != "ready":
        evening.step("T1")
    player = Actor(evening.table("T1").players[1], "player")
    evening.does(player, tc.Play(stud.PlaceWager(1, "ante", 500)), "T1")
    told.asks(player, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
    evening.does(player, tc.Play(stud.TakeBackWager(1, "ante")), "T1")
    told.asks("licensee", c.EndJackpot("Link", "a supervisor"))
    told.asks("licensee", c.ResumeLink("Link", "a supervisor"))
    told.says("The business is to close, and another licensee takes the jackpot over.")
    wanted = c.RecordPetition("Link", OTHER_LICENSEE, "Second House", "we intend to close")
    told.asks("licensee", wanted)
    told.asks("licensee", replace(wanted, stated="soon"))
    told.asks("licensee", replace(wanted, stated="2026-01-02", document="letter 12"))
    told.asks("licensee", c.SuspendLink("Link", "as the petition asks", "petition granted", UNTIL))
    told.asks("regulator", c.DecidePetition("Link", 1, True, "order 7"))
    told.asks("licensee", c.SuspendLink("Link", "as the order says", "petition granted", UNTIL))
    told.asks("licensee", c.EndJackpot("Link", "a supervisor", 1))
    told.compare("sd-2015-not-worth-it")


def test_a_shift_ends_once_in_order_and_with_nothing_open_unless_two_people_say_why() -> None:
    evening = Evening(linked(1), seats=2)
    told = Told("South Dakota: a shift is closed once, in order, and with a table open only by two people", evening)
    told.says("The table is open and has been played at.")
    evening.play("T1")
    swing = c.CloseShift("2026-01-02", "swing")
    told.asks("supervisor", swing)
    told.asks("supervisor", replace(swing, reason="the table goes on"))
    told.asks("supervisor", replace(swing, reason="the table goes on", second="a supervisor"))
    told.asks("supervisor", replace(swing, reason="the table goes on", second="a licensee"))
    told.asks("supervisor", replace(swing, reason="the table goes on"))
    told.asks("supervisor", c.CloseShift("2026-01-01", "grave", reason="it was forgotten"))
    told.compare("sd-2015-shifts")


@pytest.mark.rule("meter_approval", "five_card_submission", "progression_beyond_limit")
def test_what_a_meter_takes_and_starts_from_is_approved() -> None:
    evening = Evening(house_of(example("massachusetts")))
    told = Told("Massachusetts: the values of a meter change under an approval, and never to nothing", evening)
    again = Approval("Submission 26-020", "2026-02-01")

    def change(jackpot: str, level: str, after: Level, approval: Approval | None = None) -> None:
        told.asks("licensee", c.ChangeLevel(jackpot, level, after, "a supervisor", "new values", approval))

    told.asks("supervisor", c.SuspendLink("Five Card", "new values"))
    five: dict[str, Any] = {"seed": 1_000_000, "rate": 450_000}
    change("Five Card", "five_card", Level(**{**five, "rate": 0}), again)
    change("Five Card", "five_card", Level(**{**five, "seed": 0}), again)
    change("Five Card", "five_card", Level(**{**five, "seed": 999_999}), again)
    change("Five Card", "five_card", Level(**{**five, "rate": 460_000}))
    change("Five Card", "five_card", Level(**{**five, "rate": 460_000}), again)
    told.asks("supervisor", c.SuspendLink("Harbor", "new values"))
    main: dict[str, Any] = {"seed": 1_000_000, "rate": 700_000, "reserve_rate": 50_000}
    change("Harbor", "main", Level(**{**main, "seed": 0}), again)
    change("Harbor", "main", Level(**{**main, "seed": 2_000_000}))
    change("Harbor", "main", Level(**main, limit=2_000_000, overflow="revenue"))
    change("Harbor", "main", Level(**main, limit=2_000_000, overflow="reserve"))
    change("Harbor", "main", Level(**{**main, "seed": 1_500_000}), again)
    told.compare("ma-approved-values")


TITLES = """
[[jackpot.titles]]
name = "{}"
pay_table = "{}"
wager = "1.00"
decks = 1
"""


@pytest.mark.rule("linked_titles_share", "link_tables")
def test_another_title_on_a_link_is_another_games() -> None:
    evening = Evening(house_of(example("massachusetts")))
    told = Told("Massachusetts: the other title on a link is another game's, and no table of this house", evening)
    (link,) = (name for name, jackpot in evening.casino.house.jackpots.items() if jackpot.titles)
    (title,) = evening.link(link).titles
    text = example("massachusetts")
    at = text.index("[[jackpot.titles]]")
    told.says(f"The house file, with another title on {link} besides {title.name}:")
    for name in ("Three Card Poker", "Caribbean Stud Poker", "CARIBBEAN  stud", "", "stud 1", title.name.upper()):
        told.reads(name, text[:at] + TITLES.format(name, title.pay_table) + text[at:])
    told.says(f"Wagers and awards of {title.name}:")
    told.asks("floorperson", c.TakeTitleWagers(link, title.name, "Ride 1", 300))
    told.asks("floorperson", c.TakeTitleWagers(link, title.name, "Stud 1", 300))
    told.asks("floorperson", c.LockTitleHit(link, title.name, "stud-1", evening.link(link).top, 100))
    told.compare("ma-another-title")


@pytest.mark.rule("elected_wager_tables", "envy_scales")
@pytest.mark.parametrize("hand", [ROYALS[0], STRAIGHT_FLUSH])
def test_two_dollars_for_the_progressive_to_the_cent(hand: str) -> None:
    """The meter takes its rate of the elected wager, the award is the meter's, and envy is twice that of one dollar."""
    house = linked(1, schedule="PMG-01", seed="20000.00", reserve="0%", wager="2.00")
    evening = Evening(house, rig=dealt(hand), seats=3)
    evening.until("T1", "HitLocked")
    fed = 3 * 200 * 710_307
    (hit,) = evening.link().open.values()
    assert hit.readings["main"].amount == micros(2_000_000) + fed
    shown = (micros(2_000_000) + fed) // micros(1)
    assert hit.cents == (shown if hand == ROYALS[0] else shown // 10)
    evening.until("T1", "RoundReconciled")
    played = [msgspec.json.decode(entry.event).get("event", {}) for entry in evening.entries]
    envy = [line["paid"] for event in played for line in event.get("payments", ()) if line["wager"] == "envy"]
    assert envy == [200_000 if hand == ROYALS[0] else 60_000] * 2
