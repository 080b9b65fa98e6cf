"""Whoever plays at a table does nothing there for the house, wherever an act says which table it means."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tests.money.pit import FAULT, ROYALS, Evening, dealt, linked
from tests.tables.desk import Desk, massachusetts, player, south_dakota
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.act_table import NO_TABLE, apart, concerned
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command
from upcard.money import commands as c
from upcard.money.books import Books
from upcard.rules.jackpot import Level
from upcard.shuffles.key_derivation import Source
from upcard.tables import commands as t
from upcard.tables.commands import Actor

PAT = "pat"
LEVEL = Level(seed=1_000_000, rate=250_000)
ACTS: tuple[c.MoneyCommand, ...] = (
    c.OpenJackpot("Link"), c.JoinTable("Link", "T1"), c.LeaveLink("Link", "T1"), c.SuspendLink("Link", "why", *FAULT),
    c.ResumeLink("Link", "x"), c.EndSuspension("Link"), c.ChangeLevel("Link", "main", LEVEL, "x", "why"),
    c.CorrectMeter("Link", "main", 1, "why", "x"), c.ReadSign("Link", "over T1", {"main": 1_000_000}),
    c.TakeTitleWagers("Link", "title", "table", 100), c.LockTitleHit("Link", "title", "table", "main", 10),
    c.LockHit("Link", "T1"), c.ValidateHit("Link", 1), c.RejectHit("Link", 1, "why"), c.AnnounceEnd("Link"),
    c.EndJackpot("Link", "x"), c.RecordPetition("Link", "transfer", "Link", "why"),
    c.DecidePetition("Link", 1, True, "why"), c.FillTray("T1", 100), c.CreditTray("T1", 100), c.CountDrop("T1", 100),
    c.CountTray("T1", 100), c.BuyChips("T1", 1, 100), c.SignSlip(1), c.VoidSlip(1, "why"),
)  # fmt: skip
"""Every act that is done at a table, to one, or to a link of tables, without being an act at a table."""


def test_every_kind_of_act_is_tried_or_belongs_to_no_table() -> None:
    kinds = {kind for union in get_args(c.MoneyCommand) for kind in (get_args(union) or (union,))}
    assert kinds == {type(ask) for ask in ACTS} | set(NO_TABLE)
    for kind in NO_TABLE:
        names = {field.name for field in msgspec.structs.fields(kind)}
        assert not names & {"table", "jackpot", "hit", "slip", "number", "seat"}


@pytest.fixture(scope="module")
def casino() -> Casino:
    """A table on a link with an award that waits and a slip, at which pat plays."""
    evening = Evening(linked(2), rig=dealt(ROYALS[0], rounds=(1, 2)), seats=2)
    evening.play("T1")
    evening.until("T1", "HitLocked")
    hit = next(iter(evening.link().open.values()))
    link = msgspec.structs.replace(evening.link(), open={1: msgspec.structs.replace(hit, number=1)})
    evening.casino.books.links["Link"] = link
    assert evening.casino.books.slips[1].issued.table == "T1"
    table = evening.casino.tables["T1"]
    evening.casino.tables["T1"] = msgspec.structs.replace(table, players={**table.players, 1: PAT})
    evening.casino.source = Source()
    return evening.casino


@pytest.mark.parametrize("ask", ACTS, ids=lambda ask: type(ask).__name__)
@pytest.mark.parametrize("role", ["dealer", "supervisor", "licensee", "regulator"])
def test_a_player_does_nothing_for_the_house_in_whatever_role(casino: Casino, ask: AnyCommand, role: str) -> None:
    player, other = Actor(PAT, role), Actor("sam", "supervisor")  # type: ignore[arg-type]
    assert "T1" in concerned(casino.books, Command("x", player, ask))
    for first, second in ((player, other), (other, player)):
        with pytest.raises(Refused, match="pat plays at T1"):
            casino.decide(Command("x", first, ask, second=second), "now")


def opened() -> Evening:
    evening = Evening(linked(2), seats=2)
    evening.casino.source = Source()
    for name in ("T1", "T2"):
        evening.does(Actor("lee", "licensee"), t.OpenTable(), name)
        evening.does(Actor(PAT, "player"), t.TakeSeat(1, PAT), name)
    return evening


def test_chips_are_sold_by_the_dealer_of_the_table_and_nobody_else() -> None:
    evening, dana, dov = opened(), Actor("dana", "dealer"), Actor("dov", "dealer")
    with pytest.raises(Refused, match="take T1 first"):
        evening.does(dana, c.BuyChips("T1", 1, 100))
    evening.does(dana, t.RelieveDealer("dana"), "T1")
    evening.does(dana, c.BuyChips("T1", 1, 100))
    with pytest.raises(Refused, match="sold by the dealer of the table"):
        evening.does(dov, c.BuyChips("T1", 1, 100))
    with pytest.raises(Refused, match="take T2 first"):
        evening.does(dana, c.BuyChips("T2", 1, 100))
    with pytest.raises(Refused, match="sold by the dealer of the table"):
        evening.does(Actor("T1 dealer", "dealer"), c.BuyChips("T1", 1, 100))
    evening.does(Actor("T2 dealer", "dealer"), c.BuyChips("T2", 1, 100))  # the system's own, where nobody deals
    evening.casino.source = None
    with pytest.raises(Refused, match="dana deals at T1"):
        evening.does(dov, c.BuyChips("T1", 1, 100))


def test_an_award_is_keyed_again_by_the_dealer_of_the_table() -> None:
    evening = opened()
    evening.does(Actor("dana", "dealer"), t.RelieveDealer("dana"), "T1")
    with pytest.raises(Refused, match="dana deals at T1"):
        evening.does(Actor("dov", "dealer"), c.LockHit("Link", "T1"))
    evening.does(Actor("dov", "dealer"), t.RelieveDealer("dov"), "T2")
    with pytest.raises(Refused, match="nothing is being settled at T2"):  # who deals elsewhere on the link is not asked
        evening.does(Actor("dov", "dealer"), c.LockHit("Link", "T2"))


def test_who_deals_does_not_play_and_who_plays_is_given_no_table() -> None:
    evening = opened()
    evening.does(Actor("dana", "dealer"), t.RelieveDealer("dana"), "T1")
    with pytest.raises(Refused, match="dana deals at T1, and does not play"):
        evening.does(Actor("dana", "player"), t.TakeSeat(2, "dana"), "T1")
    for by in (Actor("sam", "supervisor"), Actor("dana", "dealer")):
        with pytest.raises(Refused, match="pat plays at T1"):
            evening.does(by, t.RelieveDealer(PAT), "T1")


@pytest.mark.rule("seated_players_only")
def test_who_has_cards_at_one_table_does_not_wager_at_another_until_the_round_is_over() -> None:
    first = Desk(massachusetts(None)).open(1).ready().bets(1)
    other = Desk(massachusetts(None)).open(1).ready()
    rules = {"A": first.t, "B": other.t}

    def wagers(seated: str = "p1") -> None:
        tables = {"A": first.table, "B": msgspec.structs.replace(other.table, players={1: seated})}
        ask = t.Play(stud.PlaceWager(1, "ante", 1000))
        apart(Books(), tables, rules, Command("x", Actor(seated, "player"), ask, table="B"))

    for seated in ("p1", " P1", "\uff501"):
        with pytest.raises(Refused, match="1 has a wager at A, and stays seated there once cards are dealt") as caught:
            wagers(seated)
        assert caught.value.clause == "ma-6(f)"
    wagers("p2")
    first.play(stud.TakeBackWager(1, "ante"), player(1))
    wagers()
    first.bets(1).deal()
    with pytest.raises(Refused, match="p1 has cards at A, and stays seated there until the round is over") as caught:
        wagers()
    assert caught.value.clause == "ma-6(f)"
    wagers("p2")
    first.clear().decide(p1=True).play(stud.Reveal())
    first.settle_all()
    with pytest.raises(Refused):
        wagers()
    first.act(t.Reconcile())
    wagers()


@pytest.mark.rule("seated_players_only")
@pytest.mark.parametrize(("one", "two"), [("ma", "sd"), ("sd", "ma"), ("sd", "sd")])
def test_a_wager_at_two_tables_is_refused_where_the_law_of_either_has_players_stay_seated(one: str, two: str) -> None:
    laws = {"ma": massachusetts(None), "sd": south_dakota(schedule=None)}
    first, other = Desk(laws[one]).open(1).ready().bets(1), Desk(laws[two]).open(1).ready()
    tables, rules = {"A": first.table, "B": other.table}, {"A": first.t, "B": other.t}
    command = Command("x", Actor("p1", "player"), t.Play(stud.PlaceWager(1, "ante", 1000)), table="B")
    if "ma" not in (one, two):
        apart(Books(), tables, rules, command)
        return
    with pytest.raises(Refused, match="p1 has a wager at A") as caught:
        apart(Books(), tables, rules, command)
    assert caught.value.clause == "ma-6(f)"
