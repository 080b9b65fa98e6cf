"""The permits of the site against the engine: whoever may ask for an act is not refused by it for the role alone."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from tests.money.pit import FAULT, HOUSES, PEOPLE, ROYALS, Evening, dealt, example, house_of, linked
from tests.tables.stack import stud_order
from upcard.cards import DECK, parse_card, parse_cards
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.journal.act_table import ACTS
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command
from upcard.money import commands as c
from upcard.rules.house import read_house
from upcard.rules.jackpot import Level
from upcard.shuffles.events import Contribute
from upcard.shuffles.key_derivation import Source
from upcard.tables import commands as tc
from upcard.tables.commands import Actor, Role

ACTING: tuple[Role, ...] = ("player", "dealer", "floorperson", "supervisor", "licensee", "regulator")
BY_ROLE = re.compile(
    r"is for a .+, not a |does not play a hand|does not wager|no signature of a |a supervisor's recorded decision"
    r"|a coupon goes to the dealer|comes from a player who"
)
"""How the engine says that an act is another's to do."""

STANDS_FOR: dict[str, str] = {"cage": "supervisor"}
"""Roles of the law that nobody has on the site, and who does their acts there."""

ANYBODYS = {"TakeSeat", "LeaveSeat"}
"""What the engine leaves to anybody, and the site does not."""

BY_BOTS = {
    "OpenTable", "InspectDeck", "VerifyDeck", "SpreadDeck", "WashDeck", "ShuffleDeck", "ReportShufflerCount",
    "CutDeck", "ReplaceDeck", "TakeSeat", "LockOut", "CountChips", "DealCards", "RackStub", "CountStub",
    "VerifyAward", "VerifyHand", "VerifyLight", "ConfirmHand", "ValidateAward", "VerifyFiveCard", "DocumentAward",
    "CollectForfeits", "LeaveExposed", "RackCards", "Reconcile", "PlaceWager", "TakeBackWager", "Fold", "Bet",
    "Stand", "Discard", "BuyCard", "Reveal", "Settle", "ValidateFiveCard", "AnswerCall", "EndCall",
}  # fmt: skip
"""What happens in an evening of bots."""


def name_of(ask: AnyCommand) -> str:
    return type(ask.command if isinstance(ask, tc.Play) else ask).__name__


def refused_by_role(casino: Casino, command: Command) -> bool:
    try:
        casino._judged(command, "now")
    except Refused as refused:
        return bool(BY_ROLE.search(str(refused)))
    return False


class Tried(Evening):
    """An evening at which everybody tries each act before it is done by whoever does it."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.tried: dict[tuple[str, Role], list[bool]] = defaultdict(list)
        self.done: set[tuple[str, str]] = set()
        super().__init__(*args, **named)

    def does(self, by: Role | Actor, ask: AnyCommand, table: str = "") -> Any:
        person = by if isinstance(by, Actor) else PEOPLE[by]
        name = name_of(ask)
        for role in ACTING:
            other = person if person.role == role else Actor(f"another {role}", role)
            self.tried[name, role].append(refused_by_role(self.casino, Command("x", other, ask, table)))
        made = super().does(by, ask, table)
        self.done.add((name, STANDS_FOR.get(person.role, person.role)))
        return made


@pytest.fixture(scope="module")
def evenings() -> list[Tried]:
    """Whole evenings with mishaps in every house, where everybody tries each act in the state in which it is done."""
    found = [Tried(house_of(example(house)), irregular=Fraction(2, 3), seats=5) for house in HOUSES]
    for evening in found:
        for table in evening.pits:
            evening.play(table, 20)
    return [*found, _royal()]


def _royal() -> Tried:
    """A round in Massachusetts in which every wager on a hand wins."""
    house = house_of(example("massachusetts"))
    t = next(t for t in house.tables if t.five_card_jackpot)
    assert t.dealing is not None
    royal, dealer = parse_cards(ROYALS[0]), parse_cards(ROYALS[1])
    rest = [card for card in DECK if card not in (*royal, *dealer)]
    hands = {1: royal} | {seat: tuple(rest[seat - 2 : 30 : 6]) for seat in range(2, 8)}
    order = stud_order(hands, dealer, singly=t.dealing.order.deal == "singly")
    evening = Tried(house, rig=lambda number: order if number == 1 else None, seats=7)
    evening.play(t.name)
    return evening


def test_whoever_does_an_act_at_a_table_may_ask_for_it(evenings: list[Tried]) -> None:
    done = {each for evening in evenings for each in evening.done}
    assert not {(name, role) for name, role in done if role not in ACTS[name].roles}
    assert {name for name, _ in done} >= BY_BOTS


@pytest.mark.parametrize("role", ACTING)
def test_the_engine_refuses_exactly_the_others(evenings: list[Tried], role: Role) -> None:
    for name in BY_BOTS:
        refusals = [refused for evening in evenings for refused in evening.tried[name, role]]
        if role in ACTS[name].roles:
            assert not all(refusals), f"{name} is permitted, and the engine always refuses it"
        elif name not in ANYBODYS:
            assert all(refusals), f"{name} is not permitted on the site, and the engine has nothing against it"


LEVEL = Level(seed=1_000_000, rate=250_000)
AT_JACKPOTS: tuple[c.MoneyCommand, ...] = (
    c.OpenJackpot("Link"), c.JoinTable("Link", "T1"), c.LeaveLink("Link", "T1"), c.SuspendLink("Link", "why", *FAULT),
    c.ResumeLink("Link", "x"), c.ChangeLevel("Link", "main", LEVEL, "x", "why"),
    c.CorrectMeter("Link", "main", 1, "why", "x"), c.ReadSign("Link", "over T1", {"main": 1_000_000}),
    c.TakeTitleWagers("Link", "title", "table", 100), c.LockTitleHit("Link", "title", "table", "main", 10),
    c.LockHit("Link", "T1"), c.ValidateHit("Link", 1), c.RejectHit("Link", 1, "why"), c.AnnounceEnd("Link"),
    c.EndJackpot("Link", "x"), c.RecordPetition("Link", "transfer", "Link", "why"),
    c.DecidePetition("Link", 1, True, "why"), c.FillTray("T1", 100), c.CreditTray("T1", 100), c.CountDrop("T1", 100),
    c.CountTray("T1", 100), c.CloseShift("2027-01-15", "day"), c.BuyChips("T1", 1, 100), c.AcknowledgeAlert("stale"),
    c.VoidSlip(1, "why"),
)  # fmt: skip


@pytest.mark.parametrize("ask", AT_JACKPOTS, ids=name_of)
def test_a_jackpot_the_cage_and_the_slips_are_for_the_same_roles(ask: c.MoneyCommand) -> None:
    casino = Evening(linked(1)).casino
    for role in ACTING:
        refused = refused_by_role(casino, Command("x", Actor(f"a {role}", role), ask))
        permitted = role in ACTS[name_of(ask)].roles
        if role == "floorperson":  # the site gives a floorperson what the texts do, and leaves money to those in charge
            assert not (refused and permitted)
        else:
            assert refused is not permitted, role


CARD = parse_card("As")
STUD, SIX, BOSTON = "deadwood", "bonus-6", "massachusetts"
AT_REAL_TABLES: tuple[tuple[str, tc.Command], ...] = (
    (STUD, tc.RelieveDealer("another")), (STUD, tc.CallSupervisor()), (STUD, tc.CloseTable()),
    (STUD, tc.InstallDevice("shuffler")), (STUD, tc.RemoveDevice("shuffler")), (STUD, tc.KeyWinner(1)),
    (BOSTON, tc.ChangeDealing("manual-shoe")),
    (BOSTON, tc.OrderRecut("red")), (BOSTON, tc.SpreadIdle()), (BOSTON, tc.ReportShufflerJam("red")),
    (STUD, tc.Play(stud.DealUnseen({1: 5}, 5, CARD))), (BOSTON, tc.Play(stud.CompleteDealer(CARD))),
    (STUD, tc.Play(stud.TurnUpCard(CARD))), (STUD, tc.TakeBackStep("act 1")),
    (STUD, tc.Play(stud.CorrectHand(1, (CARD,)))), (STUD, tc.Play(stud.CorrectDealer((CARD,)))),
    (STUD, tc.Play(stud.CorrectUpCard(CARD))), (STUD, tc.Play(stud.TakeBackDeal())),
    (BOSTON, tc.Play(stud.CorrectProgressive(1, 0))), (SIX, tc.Play(six.TakeBackDeal())),
    (SIX, tc.Play(six.CorrectHand(1, (CARD,)))), (SIX, tc.Play(six.CorrectCommunity(CARD))),
    (STUD, tc.Play(stud.ShowHand(1, (CARD,)))), (STUD, tc.Play(stud.PlaceCoupon(1, "match_play", 0))),
    (SIX, tc.Play(six.DealUnseen({1: 2}))), (SIX, tc.Play(six.DealStreet({1: CARD}))),
    (SIX, tc.Play(six.ShowHand(1, (CARD,)))), (SIX, tc.Play(six.DealBonusCard(1, CARD))),
    (SIX, tc.Play(six.TurnCommunity(CARD))), (SIX, tc.Play(six.SettleSeat(1))),
    (SIX, tc.Play(six.Report("exposed-card", 1))), (BOSTON, tc.Play(stud.Report("face-up-cards"))),
)  # fmt: skip


@pytest.mark.parametrize(("house", "ask"), AT_REAL_TABLES, ids=lambda value: "" if value in HOUSES else name_of(value))
def test_real_tables_are_for_the_same_roles(house: str, ask: tc.Command) -> None:
    found = read_house(example(house))
    table = found.tables[0].name
    casino = Casino(replace(found, tables=tuple(replace(t, mode="keyed") for t in found.tables)))
    casino.decide(Command("1", PEOPLE["dealer"], tc.OpenTable(), table), "now")
    casino.decide(Command("2", Actor("pat", "player"), tc.TakeSeat(1, "pat"), table), "now")
    for role in ACTING:
        person = Actor("another" if role == "dealer" else "pat" if role == "player" else f"a {role}", role)
        with_dealer = ACTS[name_of(ask)].people == "two with a supervisor"
        second = Actor("sol", "supervisor") if with_dealer else None
        refused = refused_by_role(casino, Command("x", person, ask, table, second=second))
        assert refused is (role not in ACTS[name_of(ask)].roles), role
        if second is not None and role == "dealer":
            assert refused_by_role(casino, Command("x", person, ask, table)), "not without the supervisor"


def test_a_slip_is_signed_by_those_who_are_there() -> None:
    """Nobody on the site is a floorperson: a supervisor signs in that place, and never twice."""
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=2)
    evening.play("T1")
    slip = evening.casino.books.slips[1]
    assert slip.missing == ("dealer", "floorperson", "supervisor")
    for role in ACTING:
        refused = refused_by_role(evening.casino, Command("x", Actor(f"a {role}", role), c.SignSlip(1)))
        assert refused is (role not in ACTS["SignSlip"].roles or role == "licensee"), "a licensee signs larger ones"
    evening.does("supervisor", c.SignSlip(1))
    with pytest.raises(Refused, match="has signed"):
        evening.does("supervisor", c.SignSlip(1))
    evening.does(Actor("sol", "supervisor"), c.SignSlip(1))
    assert evening.casino.books.slips[1].missing == ("dealer",)
    with pytest.raises(Refused, match="no signature of a supervisor"):
        evening.does(Actor("sue", "supervisor"), c.SignSlip(1))
    evening.does("dealer", c.SignSlip(1))
    assert evening.casino.books.slips[1].complete


def test_a_contribution_is_a_players() -> None:
    house = house_of(files("upcard.web").joinpath("demo.toml").read_text("utf-8"))
    evening = Evening(house)
    evening.casino.source = Source()
    table = house.tables[0].name
    evening.does("dealer", tc.OpenTable(), table)
    evening.does(Actor("pat", "player"), tc.TakeSeat(1, "pat"), table)
    for role in ACTING:
        refused = refused_by_role(evening.casino, Command("x", Actor("pat", role), Contribute("my word"), table))
        assert refused is (role not in ACTS["Contribute"].roles), role


def test_every_act_has_been_tried() -> None:
    listed = {name_of(ask) for ask in AT_JACKPOTS} | {name_of(ask) for _, ask in AT_REAL_TABLES}
    assert set(ACTS) == BY_BOTS | listed | {"SignSlip", "Contribute"} | ANYBODYS
