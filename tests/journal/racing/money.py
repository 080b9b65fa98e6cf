"""An evening at the cage and the jackpots: every act that moves money, done once and refused once."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from tests.journal.racing.linked import DEALER, LOW, ROYAL
from tests.journal.racing.script import Recorder, next_act
from tests.tables.stack import stud_order
from upcard.bots import Pit
from upcard.errors import Refused
from upcard.journal.command import AnyCommand
from upcard.money import commands as mc
from upcard.money.events import HitLocked
from upcard.tables import Actor

HOUSE = "massachusetts"
KINDS = {kind for union in get_args(mc.MoneyCommand) for kind in (get_args(union) or (union,))} - {mc.EndSuspension}
"""What people ask for; a suspension ends by itself with its term."""

LICENSEE, SUPERVISOR = Actor("licensee", "licensee"), Actor("pit supervisor", "supervisor")
FLOORPERSON, DEALER_2 = Actor("floorperson", "floorperson"), Actor("Stud 2 dealer", "dealer")
CAGE, REGULATOR = Actor("cage", "cage"), Actor("regulator", "regulator")
HARBOR, TRI, TITLE = "Harbor", "Tri-Game Link", "Let It Ride, pit 2"


def money_evening(recorder: Recorder) -> None:
    """Whoever asks is right first and wrong afterwards, or the other way round."""
    recorder.open_house()
    _refused(recorder, LICENSEE, mc.OpenJackpot(HARBOR))
    _refused(recorder, LICENSEE, mc.JoinTable(HARBOR, "Stud 1"))
    _cage(recorder)
    _title(recorder)
    _award(recorder)
    _slips(recorder)
    _operating(recorder)
    _ending(recorder)


def _done(recorder: Recorder, by: Actor, ask: AnyCommand) -> None:
    reply = recorder.do(by, ask)
    assert reply.error is None, (ask, reply.error)
    assert reply.entries


def _refused(recorder: Recorder, by: Actor, ask: AnyCommand) -> None:
    assert isinstance(recorder.do(by, ask).error, Refused), ask


def _both(recorder: Recorder, by: Actor, ask: AnyCommand, other: Actor = REGULATOR) -> None:
    """Refused to somebody whose act it is not, and then done."""
    _refused(recorder, other, ask)
    _done(recorder, by, ask)


def _cage(recorder: Recorder) -> None:
    pit = Pit(recorder.floor.casino.rules["Stud 2"], "money", 2, rig=None)
    while 1 not in recorder.table("Stud 2").players:
        assert recorder.do(*next_act(recorder.floor, "Stud 2", pit)).error is None
    _both(recorder, CAGE, mc.FillTray("Stud 2", 5_000_00))
    _both(recorder, DEALER_2, mc.BuyChips("Stud 2", 1, 200_00))
    _both(recorder, CAGE, mc.CreditTray("Stud 2", 100_00))
    _both(recorder, CAGE, mc.CountDrop("Stud 2", 199_00))
    _both(recorder, SUPERVISOR, mc.CountTray("Stud 2", 4_700_00))
    _both(recorder, SUPERVISOR, mc.CloseShift("2026-03-01", "swing", reason="play goes on", second=LICENSEE.id))
    _both(recorder, SUPERVISOR, mc.AcknowledgeAlert("the tray of Stud 2 is low"))
    _refused(recorder, SUPERVISOR, mc.OpenHouse())


def _title(recorder: Recorder) -> None:
    _both(recorder, LICENSEE, mc.TakeTitleWagers(TRI, TITLE, "LIR 1", 9_00))
    _both(recorder, FLOORPERSON, mc.LockTitleHit(TRI, TITLE, "LIR 1", "minor", 100))
    _both(recorder, SUPERVISOR, mc.ValidateHit(TRI, 1))
    shown = {"mega": 1, "major": 2, "minor": 3}
    _both(recorder, REGULATOR, mc.ReadSign(TRI, "above the pit", shown), CAGE)


def _award(recorder: Recorder) -> None:
    """A royal flush at the second table, keyed, rejected, keyed again and paid."""
    _refused(recorder, DEALER_2, mc.LockHit(HARBOR, "Stud 2"))
    t = recorder.floor.casino.rules["Stud 2"]
    assert t.dealing is not None
    cards = stud_order({1: ROYAL, 2: LOW}, DEALER, singly=t.dealing.order.deal == "singly")
    pit = Pit(t, "money", 2, rig=lambda number: cards if number == 1 else None)
    links = recorder.floor.casino.books.links
    while not links[HARBOR].open:
        assert recorder.do(*next_act(recorder.floor, "Stud 2", pit)).error is None
    _both(recorder, SUPERVISOR, mc.RejectHit(HARBOR, 1, "the light was not on"))
    _done(recorder, DEALER_2, mc.LockHit(HARBOR, "Stud 2"))
    while recorder.table("Stud 2").number == 1:
        assert recorder.do(*next_act(recorder.floor, "Stud 2", pit)).error is None
    assert sum(HitLocked.__name__ in entry.event for _, reply in recorder.steps for entry in reply.entries) == 3


def _slips(recorder: Recorder) -> None:
    _both(recorder, FLOORPERSON, mc.VoidSlip(1, "a wrong name"), CAGE)
    _both(recorder, SUPERVISOR, mc.SignSlip(2), CAGE)
    _done(recorder, FLOORPERSON, mc.SignSlip(2))


def _operating(recorder: Recorder) -> None:
    level = recorder.floor.casino.house.jackpots[HARBOR].levels["main"]
    capped = replace(level, limit=500_000_00)
    _both(recorder, SUPERVISOR, mc.CorrectMeter(HARBOR, "main", 12_345_678, "a test of the acceptor", "licensee"))
    _refused(recorder, SUPERVISOR, mc.ChangeLevel(HARBOR, "main", capped, "licensee", "a limit"))
    _both(recorder, SUPERVISOR, mc.SuspendLink(HARBOR, "maintenance"), CAGE)
    _done(recorder, SUPERVISOR, mc.ChangeLevel(HARBOR, "main", capped, "licensee", "a limit"))
    _done(recorder, SUPERVISOR, mc.ChangeLevel(HARBOR, "main", level, "licensee", "no limit"))
    _both(recorder, SUPERVISOR, mc.ResumeLink(HARBOR, "licensee"))
    _both(recorder, SUPERVISOR, mc.LeaveLink(HARBOR, "Stud 1"))


def _ending(recorder: Recorder) -> None:
    _both(recorder, SUPERVISOR, mc.AnnounceEnd(HARBOR))
    petition = mc.RecordPetition(TRI, "liability to another game", HARBOR, "the title leaves the house")
    _both(recorder, LICENSEE, petition, SUPERVISOR)
    _both(recorder, REGULATOR, mc.DecidePetition(TRI, 1, True, "A-17"), LICENSEE)
    _done(recorder, SUPERVISOR, mc.SuspendLink(TRI, "its end"))
    _both(recorder, SUPERVISOR, mc.EndJackpot(TRI, "licensee", 1))
