"""The end of a jackpot: offered until its top award has been won, or as a granted petition says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from tests.money.keyed import SAM, Keyed
from tests.money.pit import FAULT, PEOPLE, ROYALS, Evening, dealt, example, house_of, linked
from tests.money.test_correct import NOTHING, PLAYS
from tests.money.test_paid_percentage import over, paid
from upcard.audit import Replayed, replay
from upcard.cards import parse_cards
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import AnyCommand
from upcard.journal.floor import Floor, check_terms, opening
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import Standing
from upcard.money.decide import decide
from upcard.money.jackpot_end import EASIER, OTHER_GAME, OTHER_LICENSEE
from upcard.money.jackpot_guards import lapsed
from upcard.present.narration import in_books
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.tables.signs import signs
from upcard.units import DAY, micros, time_of, whole_cents
from upcard.web.projection import StateSnapshot
from upcard.web.views.house_actions import levers

METER, RESERVE = account.meter("Link", "main"), account.reserve("Link", "main")
END = c.EndJackpot("Link", "another")
LEE = Actor("lee", "licensee")
SIX = """
name = "Linked"
[[table]]
name = "Six"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule"]
pay_table = "black-hawk"
maximum = "100.00"
"""


def still(evening: Evening, jackpot: str = "Link") -> None:
    evening.does("supervisor", c.SuspendLink(jackpot, "it is to end", *FAULT))


def petition(jackpot: str, way: str, to: str) -> c.RecordPetition:
    """With the statement that the business closes, where it is about that."""
    stated = ("2026-01-02", "letter 12") if way == OTHER_LICENSEE else ()
    return c.RecordPetition(jackpot, way, to, "the room closes", *stated)


def granted(evening: Evening, way: str, to: str, jackpot: str = "Link") -> int:
    evening.does("licensee", petition(jackpot, way, to))
    number = len(evening.link(jackpot).petitions)
    evening.does("regulator", c.DecidePetition(jackpot, number, True, "order 7"))
    return number


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_is_offered_until_its_top_award_has_been_won() -> None:
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0], rounds=(2,)), seats=3)
    evening.play("T1")
    still(evening)
    with pytest.raises(Refused, match="until its top award has been won") as refused:
        evening.does("licensee", END)
    assert refused.value.clause == "sd-2015(7)"
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.until("T1", "HitLocked")
    assert evening.link().suspended
    with pytest.raises(Refused, match="until its top award"):
        evening.does("licensee", END)  # it waits to be validated, and may be rejected
    evening.until("T1", "RoundReconciled")
    house, left = evening.balance(account.HOUSE), evening.balance(METER) + evening.balance(RESERVE)
    assert 0 <= left - micros(1_000_000) < micros(1), "the seed, and what could not be paid out in cents"
    evening.does("licensee", END)
    assert evening.balance(METER) == evening.balance(RESERVE) == 0
    assert evening.balance(account.HOUSE) == house + left
    assert evening.link().ended == "top award won"
    with pytest.raises(Refused, match="has ended"):
        evening.does("licensee", END)


@pytest.mark.rule("jackpot_ends_by")
@pytest.mark.parametrize("ends", ["by itself", "by petition"])
def test_a_reserve_that_players_paid_into_does_not_fall_to_the_house(ends: str) -> None:
    """The top award has been won and nothing wagered since, but the meter started again from seed and reserve."""
    evening = Evening(linked(1), rig=dealt(ROYALS[0], rounds=(9,)), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.play("T1", 9)
    above = evening.balance(METER) + evening.balance(RESERVE) - micros(1_000_000)
    cents = whole_cents(above)
    assert cents >= 1
    if ends == "by petition":
        number = granted(evening, OTHER_LICENSEE, "Second House")
        evening.does("licensee", c.EndJackpot("Link", "another", number))
        assert evening.balance(account.licensee("Second House")) == micros(1_000_000) + above
        return
    house = evening.balance(account.HOUSE)
    (entry,) = evening.does("licensee", END)
    assert evening.link().ended == "top award won", "the way that the law names first is open"
    assert f'"owed":{{"main":{cents}}}' in entry.event
    assert evening.balance(account.players("Link")) == micros(cents)
    assert evening.balance(account.HOUSE) == house + micros(1_000_000) + above - micros(cents)
    assert evening.balance(METER) == evening.balance(RESERVE) == 0
    (told,) = in_books(evening.casino.house.tables[0].rules, e.JackpotEnded("Link", "won", {"main": 312}), {})
    assert told.text == "Link has ended: won. $3.12 above what the house put up stay the players'."


@pytest.mark.rule("jackpot_ends_by", "ended_jackpot_holds", "liability_moves_to")
@pytest.mark.parametrize(("way", "to"), [(OTHER_GAME, "Big Six"), (OTHER_LICENSEE, "Second House")])
def test_what_an_ended_jackpot_held_for_players_leaves_by_a_petition(way: str, to: str) -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0], rounds=(9,)), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.play("T1", 9)
    evening.does("licensee", END)
    owed = evening.balance(account.players("Link"))
    assert owed == micros(evening.link().owed) > 0
    with pytest.raises(Refused, match="is for liability to another game, liability and fund to another licensee, not"):
        evening.does("licensee", petition("Link", EASIER, "pair"))
    with pytest.raises(Refused, match="Link has ended"):
        evening.does("licensee", END)
    moment = cast("StateSnapshot", SimpleNamespace(links=evening.casino.books.links))
    (asked,) = levers(moment, evening.casino.house, "Link")
    assert asked["statement"].startswith(f"A petition to move the ${owed // micros(1) // 100}.")
    number = granted(evening, way, to)
    assert [one["key"] for one in levers(moment, evening.casino.house, "Link")] == ["petition", f"end {number}"]
    moved = evening.does("licensee", c.EndJackpot("Link", "another", number))
    assert len(moved) == 1, "it has ended already"
    assert (evening.balance(account.players("Link")), evening.balance(account.licensee(to))) == (0, owed)
    assert levers(moment, evening.casino.house, "Link") == []
    with pytest.raises(Refused, match="Link has ended"):
        evening.does("licensee", petition("Link", way, to))


@pytest.mark.rule("jackpot_ends_by", "ended_jackpot_holds")
@pytest.mark.parametrize("changed", ["seed", "meter"])
def test_neither_another_seed_nor_a_correction_makes_players_money_nobodys(changed: str) -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0], rounds=(9,)), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.play("T1", 9)
    level = evening.link().tiers["main"].level
    if changed == "seed":
        after = replace(level, seed=level.seed + 100_000)
        evening.does("licensee", c.ChangeLevel("Link", "main", after, "another", "a new seed"))
        above = whole_cents(evening.balance(METER) + evening.balance(RESERVE)) - level.seed
        evening.does("licensee", END)
        assert evening.balance(account.players("Link")) == micros(above) > 0
    else:
        above = evening.balance(METER) - micros(level.seed)
        evening.does("licensee", c.CorrectMeter("Link", "main", -above, "a fault", "another"))
        with pytest.raises(Refused, match="no meter holds players' money") as refused:
            evening.does("licensee", END)
        assert refused.value.clause == "sd-2015(7)"


@pytest.mark.rule("jackpot_ends_by", "suspension_days")
@pytest.mark.parametrize("found", ["dead", "another hand", "there and back", "nothing"])
def test_a_top_award_that_was_paid_to_a_hand_that_did_not_win_it_is_still_to_be_won(found: str) -> None:
    desk = Keyed(linked(1, reserve="0%"), {1: NOTHING, 2: ROYALS[0]}, PLAYS, progressive=100)
    desk.asks(LEE, c.AnnounceEnd("Link"))
    paid(desk)
    ends = time_of(desk.link("Link").longest.until)
    stands = f"its top award has been keyed, until {desk.link('Link').longest.until}"
    assert ends is not None
    assert 0 < ends - (time_of(desk.store.rows[-1].at) or 0) <= 7 * DAY
    assert desk.link("Link").suspended == stands, "which is what every sign says"
    if found == "dead":
        desk.plays(stud.Report("player-wrong-count", 2), SAM)
    if found in ("another hand", "there and back"):
        desk.plays(stud.CorrectHand(2, parse_cards("9c 8c 7c 6c 5c")), SAM)
    if found == "there and back":
        desk.plays(stud.CorrectHand(2, parse_cards(ROYALS[0])), SAM)
    over(desk)
    if found in ("there and back", "nothing"):
        desk.asks(LEE, END)
        assert desk.link("Link").ended == "top award won"
        return
    assert desk.link("Link").operating, "it is offered again"
    desk.asks(LEE, c.SuspendLink("Link", "it is to end", *FAULT))
    with pytest.raises(Refused, match="until its top award has been won") as refused:
        desk.asks(LEE, END)
    assert refused.value.clause == "sd-2015(7)"


@pytest.mark.rule("jackpot_ends_by", "suspension_causes", "suspension_days")
def test_a_jackpot_that_stands_still_by_itself_goes_on_with_the_correction_and_stops_with_the_next() -> None:
    """At its own table the round is not over; a suspension for an award that was not won has no cause."""
    desk = Keyed(linked(1, reserve="0%"), {1: NOTHING, 2: ROYALS[0]}, PLAYS, progressive=100)
    desk.asks(LEE, c.AnnounceEnd("Link"))
    paid(desk)
    stands, until = desk.link("Link").suspended, desk.link("Link").longest.until
    assert until
    desk.plays(stud.CorrectHand(2, parse_cards("9c 8c 7c 6c 5c")), SAM)
    assert desk.link("Link").operating
    with pytest.raises(Refused, match="'top award won' is not so"):
        desk.asks(LEE, c.SuspendLink("Link", "it was won", "top award won", FAULT[1]))
    desk.plays(stud.CorrectHand(2, parse_cards(ROYALS[0])), SAM)
    assert (desk.link("Link").suspended, desk.link("Link").longest.until) == (stands, until), (
        "seven days since it was keyed"
    )
    over(desk)
    assert isinstance(replay(desk.store, settle=True), Replayed)


@pytest.mark.rule("suspension_causes", "suspension_days")
def test_the_days_after_an_announced_end_count_for_the_award_that_was_won() -> None:
    """Seven days by itself leave none for the same cause, and take none of those for faults."""
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.until("T1", "HitLocked")
    link = evening.link()
    assert (link.longest.cause, link.top_won) == ("top award won", True)
    assert not lapsed(link, "2026-01-02T00:00"), "while the award is keyed and not validated"
    evening.until("T1", "RoundReconciled")
    cause = replace(evening.link().longest, until="2026-01-08T00:00")
    stood = replace(evening.link(), since="2026-01-01T00:00", causes=(cause,))
    assert not lapsed(stood, "2026-01-08T00:00")
    assert lapsed(stood, "2026-01-08T00:01")
    assert stood.stood_still("2026-01-08T00:01") == {"top award won": 7 * DAY}
    evening.casino.books.links["Link"] = replace(
        stood, causes=(), since="2026-01-08T00:01", stood={"top award won": 7 * DAY}
    )
    now = Standing(evening.casino.house, evening.casino.books, {}, evening.casino.rules_of, "2026-01-08T00:02")
    lee = PEOPLE["licensee"]
    again = c.SuspendLink("Link", "it was won", "top award won", "2026-01-15T00:00")
    with pytest.raises(Refused, match="0 hours are left of 7 days") as refused:
        decide(now, lee, again)
    assert refused.value.clause == "sd-2015(7)"
    assert decide(now, lee, replace(again, cause="device fault")), "the days for faults are all left"


@pytest.mark.rule("jackpot_ends_by", "ended_jackpot_holds")
@pytest.mark.parametrize("where", [METER, RESERVE])
@pytest.mark.parametrize(("micros_above", "cents"), [(0, 0), (999_999, 0), (1_000_000, 1), (2_999_999, 2)])
def test_a_cent_of_players_money_does_not_fall_to_the_house(micros_above: int, cents: int, where: str) -> None:
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0]), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.play("T1")
    books = evening.casino.books
    moved = micros(1_000_000) - evening.balance(METER)
    books.move({METER: moved, account.HOUSE: -moved})
    books.move({where: micros_above, account.HOUSE: -micros_above})
    evening.does("licensee", END)
    assert evening.balance(account.players("Link")) == micros(cents)
    assert evening.balance(METER) == evening.balance(RESERVE) == 0


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_that_has_ended_is_not_offered_or_posted_at_its_table() -> None:
    evening = Evening(linked(1, schedule="PMG-01", reserve="0%"), rig=dealt(ROYALS[0]), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.play("T1")
    posted = {sign.title for sign in signs(evening.casino.rules_of("T1"), evening.table("T1"))}
    assert {"Progressive PMG-01", "Envy bonus"} <= posted
    evening.does("licensee", END)
    t = evening.casino.rules_of("T1")
    assert isinstance(t.rules, CaribbeanStudRules)
    assert (t.jackpot, t.rules.progressive, t.rules.wagers) == (None, None, ("tip",))
    assert not {title for sign in signs(t, evening.table("T1")) for title in [sign.title] if "rogressive" in title}
    assert "Envy bonus" not in {sign.title for sign in signs(t, evening.table("T1"))}
    assert evening.casino.house.tables_on("Link")[0].jackpot == "Link", "the house keeps what it elected"


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_that_was_played_for_again_is_offered_again() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.play("T1", 2)
    still(evening)
    with pytest.raises(Refused, match="until its top award has been won"):
        evening.does("licensee", END)


def test_a_rejected_top_award_was_not_won() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    still(evening)
    with pytest.raises(Refused, match="until its top award has been won"):
        evening.does("licensee", END)


@pytest.mark.rule("jackpot_ends_by", "liability_moves_to")
@pytest.mark.parametrize(("way", "to"), [(OTHER_GAME, "Main Street"), (OTHER_LICENSEE, "Second House")])
def test_debt_and_fund_move_together_to_the_micro(way: str, to: str) -> None:
    evening = Evening(house_of(example("deadwood")), seats=5)
    for name in ("Stud 1", "Stud 2", "Stud 3"):
        evening.play(name, 3)
    jackpot = "Gold Rush"
    meter, reserve = account.meter(jackpot, "main"), account.reserve(jackpot, "main")
    fund = {name: evening.balance(name) for name in (meter, reserve)}
    assert fund[meter] % micros(1) or fund[reserve], "there is something to be moved exactly"
    evening.does("licensee", petition(jackpot, way, to))
    still(evening, jackpot)
    end = c.EndJackpot(jackpot, "another", 1)
    with pytest.raises(Refused, match="has not been granted") as refused:
        evening.does("licensee", end)
    assert refused.value.clause == "sd-2015(7)"
    evening.does("regulator", c.DecidePetition(jackpot, 1, False, "order 1"))
    with pytest.raises(Refused, match="has not been granted"):
        evening.does("licensee", end)
    number = granted(evening, way, to, jackpot)
    target = {meter: account.meter(to, "main"), reserve: account.reserve(to, "main")}
    if way == OTHER_LICENSEE:
        target = dict.fromkeys(target, account.licensee(to))
    before = {name: evening.balance(name) for name in target.values()}
    evening.does("licensee", c.EndJackpot(jackpot, "another", number))
    assert evening.balance(meter) == evening.balance(reserve) == 0
    for name in target.values():
        moved = sum(amount for old, amount in fund.items() if target[old] == name)
        assert evening.balance(name) == before[name] + moved
    assert evening.link(jackpot).ended == way
    player = Actor(evening.table("Stud 1").players[1], "player")
    evening.does(player, tc.Play(stud.PlaceWager(1, "ante", 500)), "Stud 1")
    with pytest.raises(Refused, match="Gold Rush takes no wagers"):
        evening.does(player, tc.Play(stud.PlaceWager(1, "progressive", 100)), "Stud 1")


@pytest.mark.rule("jackpot_ends_by")
def test_a_debt_that_was_taken_over_is_owed_like_wagers() -> None:
    """A jackpot that was won and then took another's fund over does not end over it."""
    evening = Evening(house_of(example("deadwood")), rig=dealt(ROYALS[0]), seats=5)
    evening.play("Stud 3")
    still(evening, "Main Street")
    still(evening, "Gold Rush")
    assert evening.link("Main Street").tiers["main"].era
    granted(evening, OTHER_GAME, "Main Street", "Gold Rush")
    evening.does("licensee", c.EndJackpot("Gold Rush", "another", 1))
    with pytest.raises(Refused, match="players' money"):
        evening.does("licensee", c.EndJackpot("Main Street", "another"))


def test_a_jackpot_of_several_levels_ends_with_none_of_them_owed() -> None:
    evening = Evening(house_of(example("massachusetts")))
    link = evening.link("Tri-Game Link")
    title = link.titles[0]
    evening.does("floorperson", c.TakeTitleWagers(link.name, title.name, "Three 4", title.wager))
    evening.does("floorperson", c.LockTitleHit(link.name, title.name, "Three 4", link.top, 100))
    evening.does("supervisor", c.ValidateHit(link.name, 1))
    still(evening, link.name)
    with pytest.raises(Refused, match="players' money"):
        evening.does("licensee", c.EndJackpot(link.name, "another"))


def test_the_last_table_does_not_leave() -> None:
    evening = Evening(linked(2))
    evening.does("licensee", c.LeaveLink("Link", "T1"))
    with pytest.raises(Refused, match="last table") as refused:
        evening.does("licensee", c.LeaveLink("Link", "T2"))
    assert refused.value.clause == "sd-2015(7)"


@pytest.mark.rule("jackpot_ends_by")
def test_while_a_table_of_a_jackpot_is_open_an_open_one_offers_it() -> None:
    """In whichever order tables leave the link, close, open, or are elected for something else."""
    evening = Evening(linked(3))
    dealers = {name: Actor(f"{name} dealer", "dealer") for name in ("T1", "T2", "T3")}

    def refused(by: Actor | str, ask: AnyCommand, table: str = "") -> None:
        with pytest.raises(Refused, match="while a table is open that plays for it, or once did") as found:
            evening.does(cast("Actor", by), ask, table)
        assert found.value.clause == "sd-2015(7)"

    evening.does(dealers["T1"], tc.OpenTable(), "T1")
    refused("licensee", c.LeaveLink("Link", "T1"))
    evening.does(dealers["T2"], tc.OpenTable(), "T2")
    evening.does("licensee", c.LeaveLink("Link", "T1"))
    refused(dealers["T2"], tc.CloseTable(), "T2")
    evening.does(dealers["T1"], tc.CloseTable(), "T1")
    evening.does(dealers["T2"], tc.CloseTable(), "T2")
    refused(dealers["T1"], tc.OpenTable(), "T1")
    house = evening.casino.house  # T2 is elected for nothing now, and stays on the link that it is on
    elsewhere = tuple(replace(t, jackpot=None) if t.name == "T2" else t for t in house.tables)
    evening.casino.house = replace(house, tables=elsewhere)
    refused(dealers["T2"], tc.OpenTable(), "T2")
    evening.does(dealers["T3"], tc.OpenTable(), "T3")
    evening.does(dealers["T2"], tc.OpenTable(), "T2")
    refused(dealers["T3"], tc.CloseTable(), "T3")


def reopened(evening: Evening, house: House) -> None:
    """The evening goes on under another house file, as it does when the house is started with it."""
    check_terms(house, evening.casino)
    evening.casino.house, evening.casino.rules = house, {t.name: t for t in house.tables}
    for command in opening(cast("Floor", SimpleNamespace(casino=evening.casino))):
        evening.casino.decide(command, "later")


def moved(**jackpots: str | None) -> House:
    """Tables that are alike but for their names and jackpots."""
    (t,), found = linked(1).tables, linked(1).jackpots["Link"]
    tables = tuple(replace(t, name=name, jackpot=jackpot) for name, jackpot in jackpots.items())
    return House("Linked", tables, {one: replace(found, name=one) for one in jackpots.values() if one})


@pytest.mark.rule("jackpot_ends_by")
@pytest.mark.parametrize("other", ["Silver", None])
def test_a_jackpot_is_not_left_behind_by_another_name_of_its_table(other: str | None) -> None:
    evening = Evening(moved(K1="Gold", P1="Bronze"))
    renamed = moved(Pit=other, X9="Gold", P1="Bronze")
    for _ in range(2):  # the second start does not know it from the house any more
        reopened(evening, renamed)
        with pytest.raises(Refused, match="Gold is offered until it has ended") as refused:
            evening.does("dealer", tc.OpenTable(), "Pit")
        assert refused.value.clause == "sd-2015(7)"
    evening.does(Actor("p", "dealer"), tc.OpenTable(), "P1")  # it played for another before
    evening.does(Actor("x", "dealer"), tc.OpenTable(), "X9")
    evening.does("dealer", tc.OpenTable(), "Pit")
    with pytest.raises(Refused, match="Gold is offered until it has ended"):
        evening.does(Actor("x", "dealer"), tc.CloseTable(), "X9")


def test_tables_that_all_get_other_names_do_not_wait_for_each_other() -> None:
    evening = Evening(moved(K1="Gold", P1="Silver"))
    reopened(evening, moved(K2="Gold", P2="Silver"))
    for name in ("K2", "P2"):
        evening.does(Actor(name, "dealer"), tc.OpenTable(), name)


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_is_not_left_behind_by_another_game_at_its_table() -> None:
    """Under its own name, and under another where the table is gone from the house."""
    evening = Evening(moved(K1="Gold", P1="Gold"))
    (six,) = house_of(SIX).tables
    house = moved(X9="Gold")
    reopened(evening, replace(house, tables=(*house.tables, replace(six, name="K1"), six)))
    for name in ("K1", "Six"):
        with pytest.raises(Refused, match="Gold is offered until it has ended") as refused:
            evening.does(Actor(name, "dealer"), tc.OpenTable(), name)
        assert refused.value.clause == "sd-2015(7)"
    for name in ("X9", "K1", "Six"):
        evening.does(Actor(name, "dealer"), tc.OpenTable(), name)


@pytest.mark.rule("contribution_at")
def test_tokens_in_the_slots_play_on_when_the_end_is_announced() -> None:
    """Under the older text a token has moved the meter when it is taken: it can neither go back nor be stranded."""
    evening = Evening(linked(2, edition="sd-2011"), rig=dealt(ROYALS[0]), seats=3)
    evening.does("licensee", c.AnnounceEnd("Link"))
    while not evening.link().tiers["main"].wagered:
        evening.step("T2")
    evening.until("T1", "HitLocked")
    assert evening.link().suspended
    evening.does(Actor("T2 dealer", "dealer"), tc.LockOut(), "T2")
    evening.until("T2", "HandsDealt")
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    assert not evening.link().suspended, "nothing was won, so it is offered on"


def test_an_end_takes_two_people_and_an_empty_layout() -> None:
    evening = Evening(linked(1), seats=3)
    evening.play("T1")
    number = granted(evening, OTHER_LICENSEE, "Second House")
    evening.until("T1", "BetsClosed")
    still(evening)
    for second in ("", PEOPLE["licensee"].id):
        with pytest.raises(Refused, match="second person"):
            evening.does("licensee", c.EndJackpot("Link", second, number))
    with pytest.raises(Refused, match="a wager for Link lies at T1"):
        evening.does("licensee", c.EndJackpot("Link", "another", number))
    evening.until("T1", "RoundReconciled")
    evening.does("licensee", c.EndJackpot("Link", "another", number))
    assert evening.balance(account.licensee("Second House")) > micros(1_000_000)
