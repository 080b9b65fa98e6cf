"""Acts of two people: another person, of another department, with the own password, for what was shown, once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tests.web.security_site import CHEAP, SECRET, Clock
from tests.web.served import FAULT
from upcard.cards import Card
from upcard.errors import Conflict
from upcard.games.bonus_six import commands as six
from upcard.games.caribbean_stud import commands as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import Draw
from upcard.journal import command
from upcard.journal.act_table import ACTS
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as m
from upcard.money.link import Hit
from upcard.people import People, open_people
from upcard.rules.house import House, read_house
from upcard.store import open_store
from upcard.tables import Table
from upcard.tables.commands import Actor, CountStub, Play
from upcard.web.act_codec import kinds
from upcard.web.router import Role, Who
from upcard.web.security import authorize
from upcard.web.security.authorize import DEPARTMENTS, SIGNERS, Denied, Second, second_of
from upcard.web.security.security import Security

ROOT = Path(__file__).parents[2]
JACKPOT, TABLE = "Gold Rush", "Stud 1"
AMOUNT = "52114.07"
EVERYBODY: tuple[tuple[str, Role], ...] = (
    ("dana", "dealer"), ("dora", "dealer"), ("sam", "supervisor"), ("sol", "supervisor"), ("vic", "surveillance"),
    ("lee", "licensee"), ("liz", "licensee"), ("rae", "regulator"), ("pat", "player"),
)  # fmt: skip
ROLES = dict(EVERYBODY)


def house() -> House:
    return read_house((ROOT / "src" / "upcard" / "cli" / "houses" / "deadwood.toml").read_text(encoding="utf-8"))


def hit(by: str = "dealer dana") -> Hit:
    return Hit(1, TABLE, 7, "progressive", 2, 0, (Draw("main", 5_211_407, 1, True),), {}, by, "2027-01-15T08:00:00Z")


class Desk:
    """People, and a moment of a house with an award that waits for them."""

    def __init__(self, people: People, clock: Clock) -> None:
        self.people = people
        for id, role in EVERYBODY:
            people.add(id, id.title(), cast("Any", role), SECRET, id)
        self.security = Security(people, clock=clock)
        self.rules = {t.name: t for t in house().tables}
        self.table = next(iter(self.rules))
        self.state: Any = StudRound("deciding")
        self.drawn = False
        self.hits = {1: hit()}
        self.version = 12

    @property
    def moment(self) -> Any:
        versions = {f"jackpot/{JACKPOT}": self.version, f"table/{self.table}": self.version, "slips": self.version}
        return SimpleNamespace(
            versions=versions, links={JACKPOT: SimpleNamespace(open=self.hits)}, rules=self.rules,
            tables={self.table: Table(round=self.state, drawn=self.drawn)},
        )  # fmt: skip

    async def ask_people(self, work: Any, *args: Any) -> Any:
        return work(*args)

    def sign(self, first: str, ask: Any, second: Any = "vic", **more: Any) -> Actor | None:
        """What comes of it that somebody asks and somebody else signs."""
        given = Second(second, SECRET) if isinstance(second, str) else second
        table = self.table if isinstance(ask, Play | CountStub) else ""
        wanted: dict[str, Any] = {"version": self.version, "expects": AMOUNT, **more}
        who = Who(first, ROLES[first], first.title())
        return asyncio.run(
            second_of(cast("Any", self), who, table, ask, wanted["version"], given, wanted["expects"], address="::1")
        )

    def denied(self, *args: Any, **more: Any) -> tuple[int, str]:
        with pytest.raises(Denied) as caught:
            self.sign(*args, **more)
        return caught.value.status, str(caught.value)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    with open_people(f"sqlite:{tmp_path / 'upcard.db'}", clock=clock, cost=CHEAP) as people:
        yield Desk(people, clock)


VALIDATE = m.ValidateHit(JACKPOT, 1)
ALWAYS: tuple[Any, ...] = (
    VALIDATE,
    m.RejectHit(JACKPOT, 1, "a mistake"),
    Play(stud.CorrectHand(2, ())),
    Play(stud.CorrectDealer(())),
    Play(six.CorrectCommunity(Card(0))),
    Play(stud.CorrectUpCard(Card(0))),
    Play(stud.TakeBackDeal()),
    Play(stud.CorrectProgressive(2, 0)),
    m.ResumeLink(JACKPOT, ""),
    m.ChangeLevel(JACKPOT, "main", cast("Any", None), "", "a reason"),
    m.CorrectMeter(JACKPOT, "main", 5, "a reason", ""),
    m.EndJackpot(JACKPOT, ""),
    m.VoidSlip(4, "torn"),
)


# ---- who ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", ALWAYS, ids=lambda ask: type(ask).__name__)
def test_an_act_of_two_is_not_done_by_one(desk: Desk, ask: Any) -> None:
    status, said = desk.denied("sam", ask, None)
    assert status == 403
    assert "takes a second person: licensee or surveillance signs it too" in said
    assert desk.sign("sam", ask, "vic") == Actor("vic", cast("Any", "surveillance"))


def test_an_act_of_one_is_nobody_elses_business(desk: Desk) -> None:
    for ask in (m.LockHit(JACKPOT, "T1"), m.SuspendLink(JACKPOT, "a fault", **FAULT), Play(stud.Fold(2))):
        assert desk.sign("sam", ask, None, version=None) is None
    assert not desk.people.attempts()


@pytest.mark.parametrize("second", [id for id, _ in EVERYBODY])
@pytest.mark.parametrize("first", ["sam", "lee"])
def test_the_second_person_is_another_of_another_department(desk: Desk, first: str, second: str) -> None:
    role = ROLES[second]
    fits = role in SIGNERS and second != first and DEPARTMENTS[role] != DEPARTMENTS[ROLES[first]]
    if fits:
        assert desk.sign(first, m.ResumeLink(JACKPOT, ""), second) == Actor(second, cast("Any", role))
    else:
        assert desk.denied(first, m.ResumeLink(JACKPOT, ""), second)[0] == 403


def test_the_first_person_is_not_the_second_under_any_spelling(desk: Desk) -> None:
    for id in ("sam", " SAM ", "Sam"):
        status, said = desk.denied("sam", VALIDATE, Second(id, SECRET))
        assert (status, said) == (403, "a different person must sign")


@pytest.mark.parametrize("keyed_by", ["supervisor sam", "surveillance vic", "supervisor sam with licensee lee"])
def test_neither_has_keyed_the_award(desk: Desk, keyed_by: str) -> None:
    desk.hits = {1: hit(keyed_by)}
    status, said = desk.denied("sam", VALIDATE, "vic")
    assert (status, said) == (403, "the person who keyed an award can't approve it")


# ---- the password ----------------------------------------------------------------------------------------------------


def test_the_second_person_gives_the_own_password(desk: Desk) -> None:
    assert desk.denied("sam", VALIDATE, Second("vic", "wrong"))[0] == 403
    for given in (Second("vic", ""), Second(" ", SECRET)):
        assert desk.denied("sam", VALIDATE, given)[0] == 400
    for sent in ({"id": "vic"}, {"password": SECRET}, {}, {"id": "vic", "password": SECRET, "role": "x"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(sent, Second)
    desk.people.lock("vic", "lee")
    assert desk.denied("sam", VALIDATE, "vic")[0] == 403


@pytest.mark.parametrize("ask", ALWAYS, ids=lambda ask: type(ask).__name__)
def test_a_password_that_somebody_else_has_set_signs_nothing(desk: Desk, clock: Clock, ask: Any) -> None:
    """Else whoever sets it would be both people."""
    desk.people.set_password("vic", "lee chose this 1", "lee")
    status, said = desk.denied("sam", ask, Second("vic", "lee chose this 1"))
    assert status == 403
    assert said == "somebody else has set the password of vic, who signs once the own one is chosen"
    assert desk.people.choose_password("vic", "lee chose this 1", SECRET)
    status, said = desk.denied("sam", ask, "vic")
    assert (status, said.startswith("vic does not sign yet: lee set a password")) == (403, True)
    clock.seconds += desk.people.limits.waiting // 1000
    assert desk.sign("sam", ask, "vic")


def test_an_approval_is_logged_with_what_it_is_for(desk: Desk) -> None:
    desk.sign("sam", VALIDATE, "vic")
    desk.denied("sam", VALIDATE, Second("lee", "wrong"))
    first, second = desk.people.attempts()
    assert (first.id, first.purpose, first.outcome, first.address) == ("vic", "approval", "ok", "::1")
    assert first.about.startswith("ValidateHit jackpot/Gold Rush at 12, command ")
    assert '"number":1' in first.about
    assert (second.id, second.purpose, second.outcome) == ("lee", "approval", "failed")


def test_guessing_a_second_password_locks_out_and_is_slow(desk: Desk, clock: Clock) -> None:
    for _ in range(5):
        desk.denied("sam", VALIDATE, Second("vic", "wrong"))
    assert desk.denied("sam", VALIDATE, "vic")[0] == 403, "vic is locked out"
    for _ in range(4):
        desk.denied("sam", VALIDATE, Second("lee", "wrong"))
    status, said = desk.denied("sam", VALIDATE, "lee")
    assert (status, "try again in 6 seconds" in said) == (429, True)
    assert desk.sign("sol", VALIDATE, "lee"), "others are not held up"
    clock.seconds += 6
    assert desk.sign("sam", VALIDATE, "lee")


# ---- what exactly ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("expects", "status"), [("52114.06", 409), ("0", 409), (None, 400), ("much", 400), ("", 400)])
def test_an_award_is_approved_for_the_amount_that_was_shown(desk: Desk, expects: str | None, status: int) -> None:
    assert desk.denied("sam", VALIDATE, "vic", expects=expects)[0] == status
    assert not desk.people.attempts(), "nobody signs what does not stand"


@pytest.mark.parametrize("ask", [*ALWAYS, Play(stud.Report("shoe-jam"))], ids=lambda ask: type(ask).__name__)
def test_an_act_of_two_names_the_state_that_it_is_for(desk: Desk, ask: Any) -> None:
    assert desk.denied("sam", ask, "vic", version=None)[0] == 400
    assert desk.denied("sam", ask, "vic", version=13)[0] == 409, "of what is not known here yet nothing is judged"


def test_an_award_that_is_not_open_is_not_approved(desk: Desk) -> None:
    desk.hits = {}
    assert desk.denied("sam", VALIDATE, "vic")[0] == 409


# ---- late voids ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [Play(stud.Report("shoe-jam")), Play(six.Report("card-off-table", 2)), CountStub(36)])
def test_whatever_voids_late_takes_two(desk: Desk, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authorize, "voids_late", lambda *_: True)
    assert desk.denied("dana", ask, None)[0] == 403
    assert desk.denied("dana", ask, "dora")[0] == 403
    assert desk.sign("dana", ask, "sam") == Actor("sam", "supervisor")
    monkeypatch.setattr(authorize, "voids_late", lambda *_: False)
    assert desk.sign("dana", ask, None) is None


# ---- once ------------------------------------------------------------------------------------------------------------


def test_an_approval_is_used_once(desk: Desk, tmp_path: Path) -> None:
    """The same id gets the first answer again; under another id the state that was signed for is gone."""
    numbers = count(1)
    sam = Actor("sam", "supervisor")
    with closing(open_store(f"sqlite:{tmp_path / 'upcard.db'}")) as store:
        floor = Floor(house(), store)
        open_house(floor)
        name = next(iter(floor.casino.books.links))

        def send(ask: Any, id: str = "", version: int | None = None, second: Actor | None = None) -> Any:
            (reply,) = floor.process([Command(id or f"c{next(numbers)}", sam, ask, "", version, second)])
            return reply

        assert send(m.SuspendLink(name, "a fault", **FAULT)).error is None
        shown = floor.casino.versions[f"jackpot/{name}"]
        vic = Actor("vic", cast("Any", "surveillance"))
        resume = m.ResumeLink(name, "vic")
        first = send(resume, "once", shown, vic)
        assert first.error is None
        assert first.entries[0].by == "supervisor sam with surveillance vic"
        again = send(resume, "once", shown, vic)
        assert (again.error, again.again, again.entries) == (None, True, first.entries)
        assert send(m.SuspendLink(name, "another fault", **FAULT)).error is None
        used = send(resume, "twice", shown, vic)
        assert isinstance(used.error, Conflict), "what was signed for is over, however alike it looks"


# ---- the document ----------------------------------------------------------------------------------------------------


def table_of_acts() -> str:
    """The acts of two people as docs/security.md lists them."""
    lines = ["| act | when | asked by | bound to |", "|---|---|---|---|"]
    lines += [
        f"| `{name}` | {rule.when} | {', '.join(sorted(rule.roles))} | the version of the {rule.where} |"
        for name, rule in ACTS.items()
        if rule.two
    ]
    return "\n".join(lines)


def test_the_document_lists_the_acts_of_two_people() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    assert table_of_acts() in text
    assert f"signed by a {', a '.join(sorted(SIGNERS))}" in text.replace("\n", " ")


def test_every_command_that_names_a_second_person_takes_one() -> None:
    """A new command with a `second` in it cannot be forgotten here."""
    named = {kind.__name__ for kind in m.MoneyCommand.__args__ if "second" in kind.__struct_fields__}
    assert named <= {name for name, rule in ACTS.items() if rule.two}


def test_every_act_is_done_where_its_stream_is() -> None:
    """What the table of acts calls its place is where the floor keeps it, and the version that a signature is for."""
    for kind in kinds().values():
        assert (ACTS[kind.name].where == "table") is kind.at_table, kind.name
        if not kind.at_table:
            made = kind.made(**dict.fromkeys(kind.made.__struct_fields__, "x"))
            stream = command.Command("id", Actor("x", "supervisor"), cast("Any", made)).stream
            assert stream.partition("/")[0] == ACTS[kind.name].where, kind.name
