"""A wager that cannot stand is taken back before the bets are closed: the guide names it, and the dealer may do it."""

from __future__ import annotations

import json
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory, every_second
from tests.audit.random_rounds import Seeded
from tests.money.pit import FAULT
from tests.rules import houses as h
from upcard.audit import Replayed, replay
from upcard.audit.document import differences
from upcard.audit.round_reader import find
from upcard.bots import Pit
from upcard.errors import Conflict, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.money import account
from upcard.money import commands as mc
from upcard.present.narration import STEPS
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.store.store import Entry
from upcard.tables import Table, options
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.next_step import Next, guide
from upcard.tables.procedure import stranded
from upcard.units import micros

DEE, FLO, SUE = Actor("dee", "dealer"), Actor("flo", "floorperson"), Actor("sue", "supervisor")
PAT, KIM = Actor("pat", "player"), Actor("kim", "player")
BY_ROLE = {"dealer": DEE, "floorperson": FLO, "supervisor": SUE}
MODES = ("virtual", "keyed")


class Desk:
    """One table of a floor as it is served, led by the guide until the bets are to be closed, or to another step."""

    def __init__(self, house: House, mode: str, until: str = "LockOut") -> None:
        t = replace(house.tables[0], mode="keyed" if mode == "keyed" else "virtual")
        self.store = Memory()
        self.floor = Floor(replace(house, tables=(t,)), self.store, every_second(), source=Seeded(Random(1)))
        open_house(self.floor)
        self.name = t.name
        self._ids = count(1)
        self.asks(SUE, c.OpenTable())
        self.asks(PAT, c.TakeSeat(1, PAT.id))
        self.asks(KIM, c.TakeSeat(2, KIM.id))
        while (step := self.next()).act != until:
            by = BY_ROLE[step.roles[0]]
            self.asks(by, step.command or c.CutDeck(step.deck, 26))

    @property
    def t(self) -> TableRules:
        return self.floor.casino.rules_of(self.name)

    @property
    def table(self) -> Table:
        return self.floor.casino.tables[self.name]

    def next(self) -> Next:
        step = guide(self.t, self.table)
        assert step is not None
        return step

    def asks(self, by: Actor, ask: AnyCommand) -> list[Entry]:
        before = len(self.store.rows)
        at = "" if isinstance(ask, mc.MoneyCommand) else self.name
        (reply,) = self.floor.process([Command(str(next(self._ids)), by, ask, at)])
        if reply.error is not None:
            raise reply.error
        return self.store.rows[before:]

    def places(self, by: Actor, seat: int, **wagers: int) -> None:
        for wager, cents in wagers.items():
            self.asks(by, c.Play(stud.PlaceWager(seat, wager, cents)))

    def refused(self, by: Actor, ask: AnyCommand) -> Refused:
        with pytest.raises(Refused) as caught:
            self.asks(by, ask)
        assert not isinstance(caught.value, Conflict)
        return caught.value


def covered() -> House:
    table = h.ma(
        name="C", jackpot="alone", cover_all=True, cover_all_counts="players", shuffler={"cover_all_mode": True}
    )
    return h.house([table], [h.ma_jackpot("B") | {"name": "alone"}])


def linked(edition: str) -> House:
    if edition == "ma":
        return h.house(
            [h.ma(name="C", jackpot="alone", five_card_jackpot="hand")],
            [h.ma_jackpot("B") | {"name": "alone"}, h.five_card() | {"name": "hand"}],
        )
    table = h.sd if edition == "sd-2015" else h.sd_2011
    return h.house([table(name="C", jackpot="alone")], [h.jackpot("PMG-01", seed="500.00") | {"name": "alone"}])


@pytest.mark.rule("cover_all_columns", "cover_all_counts")
@pytest.mark.parametrize("mode", MODES)
def test_a_cover_all_wager_without_a_column_is_handed_back_by_the_dealer(mode: str) -> None:
    desk = Desk(covered(), mode)
    back = c.Play(stud.TakeBackWager(1, "cover_all"))
    desk.places(PAT, 1, ante=1000, cover_all=100)
    waits = desk.next()
    assert (waits.act, waits.command, waits.seat) == ("LockOut", None, 1), "another who sits there may still play"
    desk.places(KIM, 2, ante=1000)
    assert desk.next().command == c.LockOut()
    if mode == "virtual":
        assert "the player's own act" in str(desk.refused(DEE, back)), "it stands"
    desk.asks(KIM, c.Play(stud.TakeBackWager(2, "ante")))
    desk.asks(KIM, c.LeaveSeat(2))
    refusal = desk.refused(DEE, c.LockOut())
    assert "seat 1's cover all wager cannot stand: there is no cover all column for 1" in str(refusal)
    assert refusal.clause == "ma-12(k)"
    step = desk.next()
    assert (step.act, step.command, step.seat, step.rule, step.roles) == (
        "TakeBackWager", back, 1, "cover_all_columns", ("dealer",)
    )  # fmt: skip
    if mode == "virtual":
        for wager in ("ante", "tip"):
            desk.refused(DEE, c.Play(stud.TakeBackWager(1, wager)))
    done, taken = [json.loads(entry.event) for entry in desk.asks(DEE, back)]
    assert done == {**done, "type": "StepDone", "step": "TakeBackWager", "seat": 1, "rule": "cover_all_columns"}
    assert taken["event"] == {"type": "stud.WagerTakenBack", "seat": 1, "wager": "cover_all", "cents": 100}
    assert STEPS["TakeBackWager"] == "wager cannot stand and is handed back"
    desk.asks(DEE, c.LockOut())


@pytest.mark.rule("cover_all_unshown", "cover_all_display", "cover_all_shuffler_mode")
def test_a_cover_all_wager_goes_back_when_the_shuffler_leaves_between_the_lock_out_and_the_deal() -> None:
    two = h.ma(name="C", cover_all=True, shuffler={"cover_all_mode": True}, backs=["red", "blue"], jackpot="alone")
    desk = Desk(h.house([two], [h.ma_jackpot("B") | {"name": "alone"}]), "virtual")
    desk.places(PAT, 1, ante=1000)
    while desk.table.number == 1:
        step = desk.next()
        fold = PAT, c.Play(stud.Fold(1))
        desk.asks(*fold if step.act == "Decide" else (BY_ROLE[step.roles[0]], step.command or c.CutDeck(step.deck, 26)))
    desk.places(PAT, 1, ante=1000, cover_all=500)
    desk.places(KIM, 2, ante=1000)
    back = c.Play(stud.TakeBackWager(1, "cover_all"))
    desk.asks(DEE, c.LockOut())
    for by in (DEE, PAT):
        assert desk.refused(by, back).clause in (None, "ma-6(b)"), "it stands"
    desk.asks(FLO, c.RemoveDevice("shuffler"))
    refusal = desk.refused(DEE, c.DealCards("left"))
    assert (refusal.clause, refusal.rule) == ("ma-12(e)", "cover_all_unshown")
    assert desk.refused(PAT, c.Play(stud.TakeBackWager(1, "ante"))).clause == "ma-6(b)"
    step = desk.next()
    assert (step.command, step.seat, step.rule, step.roles) == (back, 1, "cover_all_unshown", ("dealer",))
    doing = Pit(desk.t, "seed", 2, sourced=True).next(desk.table)
    assert doing is not None
    assert (doing[0].role, doing[1]) == ("dealer", back)
    desk.asks(DEE, back)
    assert desk.store.balances()[account.felt("C")] == micros(2000)
    while desk.table.number == 2:
        step = desk.next()
        bet = {1: PAT, 2: KIM}.get(step.seat, DEE), c.Play(stud.Bet(step.seat))
        desk.asks(*bet if step.act == "Decide" else (BY_ROLE[step.roles[0]], step.command or c.CutDeck(step.deck, 26)))
    assert differences(find(desk.store, "C:2")) == ()
    assert isinstance(replay(desk.store, settle=True), Replayed)


def dead(mode: str) -> Desk:
    """A wager lies on a table whose shuffler has jammed with the deck in it."""
    table = h.ma(name="C", dealing=["from-hand", "manual-shoe"], shuffler=True, jackpot="alone")
    desk = Desk(h.house([table], [h.ma_jackpot("B") | {"name": "alone"}]), mode, until="ShuffleDeck")
    desk.places(PAT, 1, ante=1000, progressive=100)
    desk.asks(DEE, c.ReportShufflerJam("red"))
    assert c.RemoveDevice("shuffler") in options(desk.t, desk.table, FLO).steps
    desk.asks(FLO, c.RemoveDevice("shuffler"))
    return desk


@pytest.mark.rule("shuffler_jam", "device_removed_first", "from_hand_needs")
@pytest.mark.parametrize("mode", MODES)
def test_wagers_at_a_table_whose_shuffler_has_died_are_handed_back(mode: str) -> None:
    desk = dead(mode)
    step = desk.next()
    assert (step.command, step.roles, step.rule) == (
        c.InstallDevice("manual-shoe"), ("floorperson", "supervisor"), "from_hand_needs"
    )  # fmt: skip
    assert [(one.seat, one.wager) for one in stranded(desk.t, desk.table)] == [(1, "progressive"), (1, "ante")]
    for wager in ("progressive", "ante"):
        done = json.loads(desk.asks(DEE, c.Play(stud.TakeBackWager(1, wager)))[0].event)
        assert done == {**done, "type": "StepDone", "step": "TakeBackWager", "rule": "from_hand_needs"}
    assert desk.table.without_wagers
    desk.asks(SUE, c.CloseTable())


@pytest.mark.rule("dealt_singly", "dealt_in_groups", "contribution_at")
@pytest.mark.parametrize("mode", MODES)
def test_a_token_that_stays_plays_by_hand_where_the_device_that_deals_has_left(mode: str) -> None:
    table = h.sd_2011(name="C", jackpot="alone", dealing="groups", shuffler=True)
    house = h.house([table], [h.jackpot("PMG-01", seed="500.00") | {"name": "alone"}])
    desk, done = Desk(house, mode, until="ShuffleDeck"), []
    assert desk.refused(FLO, c.ChangeDealing("singly")).clause is None, "the house has registered groups alone"
    desk.places(PAT, 1, ante=1000, progressive=100)
    desk.asks(FLO, c.RemoveDevice("shuffler"))
    while (step := desk.next()).act != "LockOut":
        done.append(step.act)
        desk.asks(BY_ROLE[step.roles[0]], step.command or c.CutDeck(step.deck, 26))
    assert done == ["ChangeDealing", "ShuffleDeck", "CutDeck"]
    desk.asks(DEE, c.LockOut())
    desk.asks(DEE, c.DealCards())
    assert isinstance(replay(desk.store, settle=True), Replayed)


@pytest.mark.rule("device_removed_first", "manual_shoe")
@pytest.mark.parametrize("mode", MODES)
def test_a_wager_lies_while_devices_and_the_way_of_dealing_change_around_it(mode: str) -> None:
    desk, done = dead(mode), []
    while (step := desk.next()).act != "LockOut":
        done.append(step.act)
        desk.asks(BY_ROLE[step.roles[0]], step.command or c.CutDeck(step.deck, 26))
    assert done == ["InstallDevice", "ChangeDealing", "ShuffleDeck", "CutDeck"]
    assert desk.refused(FLO, c.InstallDevice("shuffler")).because == "devices come and go between rounds", "it is dealt"
    desk.asks(DEE, c.LockOut())


@pytest.mark.rule("lock_out", "contribution_at")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma"])
def test_a_wager_for_a_jackpot_that_came_to_stand_still_is_handed_back(edition: str, mode: str) -> None:
    desk = Desk(linked(edition), mode)
    five = {"five_card_player": 100} if edition == "ma" else {}
    desk.places(PAT, 1, ante=1000, progressive=100)
    desk.places(KIM, 2, ante=1000, **five)
    desk.asks(SUE, mc.SuspendLink("alone", "two readers are dark", *FAULT))
    offered = [o.fields for o in options(desk.t, desk.table, KIM).in_round if o.act == "PlaceWager"]
    assert {"seat": 2, "wager": "progressive"} not in offered
    if edition == "sd-2011":
        assert desk.next().command == c.LockOut(), "an accepted token has moved the meter and plays"
        desk.asks(DEE, c.LockOut())
        return
    offer = {"sd-2015": "sd-2015(7)", "ma": "ma-11(d)"}[edition]
    assert desk.refused(DEE, c.LockOut()).clause == offer
    if five:
        desk.asks(SUE, mc.SuspendLink("hand", "two readers are dark", *FAULT))
    for seat, wager in ((1, "progressive"), *((2, name) for name in five)):
        step = desk.next()
        assert (step.act, step.seat, step.command) == ("TakeBackWager", seat, c.Play(stud.TakeBackWager(seat, wager)))
        assert step.command is not None
        desk.asks(DEE, step.command)
    assert desk.next().command == c.LockOut()
    desk.asks(DEE, c.LockOut())


def test_a_wager_stands_again_when_its_jackpot_goes_on() -> None:
    desk = Desk(linked("sd-2015"), "virtual")
    back = c.Play(stud.TakeBackWager(1, "progressive"))
    desk.places(PAT, 1, ante=1000, progressive=100)
    desk.asks(SUE, mc.SuspendLink("alone", "two readers are dark", *FAULT))
    (reply,) = desk.floor.process([Command("go", Actor("liz", "licensee"), mc.ResumeLink("alone", "sue"), second=SUE)])
    assert reply.error is None
    assert "the player's own act" in str(desk.refused(DEE, back))
    desk.asks(DEE, c.LockOut())


@pytest.mark.rule("suspension_days")
def test_a_suspension_ends_with_its_term() -> None:
    """By the first act after it, and by itself where nobody acts."""
    desk = Desk(linked("sd-2015"), "virtual")
    until = FAULT[1]
    clock = ["2026-01-01T00:00:00.000000Z"]
    desk.floor.clock = lambda: clock[0]
    desk.asks(SUE, mc.SuspendLink("alone", "two readers are dark", *FAULT))
    desk.places(PAT, 1, ante=1000)
    clock[0] = f"{until}:00.000000Z"
    desk.floor.keep_terms()
    assert "takes no wagers" in str(desk.refused(PAT, c.Play(stud.PlaceWager(1, "progressive", 100))))
    clock[0] = f"{until}:00.000001Z"
    desk.places(PAT, 1, progressive=100)
    assert desk.floor.casino.books.links["alone"].operating
    clock[0] = "2026-01-01T00:00:00.000000Z"
    desk.asks(SUE, mc.SuspendLink("alone", "the sign is dark", "sign fault", "2026-01-03T00:00"))
    clock[0] = "2026-01-03T00:00:00.000001Z"
    told: list[str] = []
    desk.floor.watch = lambda entries: told.extend(entry.event for entry in entries)
    desk.floor.keep_terms()
    assert told == ['{"type":"LinkResumed","jackpot":"alone","second":""}']
    assert desk.floor.casino.books.links["alone"].operating
    desk.floor.keep_terms()
    assert len(told) == 1


def test_a_player_called_house_holds_up_no_end_of_a_suspension() -> None:
    """The house acts by itself, whoever sits where; were it refused, nothing would be written and the floor goes on."""
    desk = Desk(linked("sd-2015"), "keyed")
    desk.floor.clock = lambda: "2026-01-01T00:00:00.000000Z"
    desk.asks(DEE, c.TakeSeat(3, "House"))
    desk.asks(SUE, mc.SuspendLink("alone", "two readers are dark", *FAULT))
    desk.floor.clock = lambda: f"{FAULT[1]}:00.000001Z"

    def refuses(*given: object) -> list[Entry]:
        raise Refused(None, "not now")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk.floor.casino, "decide", refuses)
        for _ in range(2):
            desk.floor.keep_terms()
    assert not desk.floor.locked
    assert not desk.floor.casino.books.links["alone"].operating
    desk.floor.keep_terms()
    assert desk.floor.casino.books.links["alone"].operating


def test_bots_hand_back_what_cannot_stand_and_deal() -> None:
    desk = Desk(linked("sd-2015"), "virtual")
    desk.places(PAT, 1, ante=1000, progressive=100)
    desk.asks(SUE, mc.SuspendLink("alone", "two readers are dark", *FAULT))
    pit = Pit(desk.t, "bots", 2, sourced=True)
    for _ in range(20):
        doing = pit.under(desk.t).next(desk.table)
        assert doing is not None
        desk.asks(*doing)
        if isinstance(doing[1], c.LockOut):
            break
    assert desk.table.round is not None
    assert desk.table.round.phase == "closed"
    assert not any(seat.wagers.get("progressive") for seat in desk.table.round.seats.values())
