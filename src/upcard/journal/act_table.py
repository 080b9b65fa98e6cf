"""Every act that people may ask for: who may, where it is done, and how many people it takes.

Whether an act is lawful now is for the floor; this is who may ask at all. The site, its documents and the floor itself
read this one table. It also keeps apart those who play at a table and those who act there for the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from upcard.errors import Refused
from upcard.games.game import CORES, Game, game
from upcard.money import commands as c
from upcard.people.person import is_personal
from upcard.rules.table import TableRules, reads_as
from upcard.shuffles.events import FairCommand
from upcard.tables.commands import Actor, LeaveSeat, Play, RelieveDealer, TakeSeat, refuse, says
from upcard.tables.state import Table

if TYPE_CHECKING:
    from upcard.journal.command import Command
    from upcard.money.books import Books

Role: TypeAlias = Literal["player", "dealer", "floorperson", "supervisor", "licensee", "regulator"]
Roles: TypeAlias = frozenset[Role]
Where: TypeAlias = Literal["table", "jackpot", "slips", "cage"]
People: TypeAlias = Literal[
    "one", "one who signs", "two", "two with a supervisor", "two if late", "two if open", "two if relied on"
]
"""How many people: always one, always two, or two where an act comes late or leaves something open."""

_PLAYER: Roles = frozenset({"player"})
_DEALER: Roles = frozenset({"dealer"})
_SUPERVISOR: Roles = frozenset({"supervisor"})
_FLOOR: Roles = frozenset({"floorperson", "supervisor"})
_LICENSEE: Roles = frozenset({"licensee"})
_REGULATOR: Roles = frozenset({"regulator"})
_SEAT: Roles = _PLAYER | _DEALER
_PIT: Roles = _DEALER | _FLOOR
_CHARGE: Roles = _SUPERVISOR | _LICENSEE


class ActRule(NamedTuple):
    """Who may ask for an act, where it is done, how many people it takes, and in which case that is more than one."""

    roles: Roles
    where: Where
    people: People
    when: str

    @property
    def two(self) -> bool:
        """Whether it ever takes two people."""
        return self.people.startswith("two")

    @property
    def always_two(self) -> bool:
        """Whether nobody ever does it alone."""
        return self.people in ("two", "two with a supervisor")


ACTS: dict[str, ActRule] = {}


def _acts(names: str, roles: Roles, where: Where = "table", people: People = "one", when: str = "always") -> None:
    ACTS.update(dict.fromkeys(names.split(), ActRule(roles, where, people, when)))


# a table and its people
_acts("OpenTable CloseTable", _PIT | _LICENSEE)
_acts("RelieveDealer CallSupervisor", _PIT)
_acts("Report", _PIT, "table", "two if late", "where it voids a hand or the round once cards are out")
_acts("TakeBackStep", _DEALER, "table", "two if relied on",
      "where another seat has acted since a decision or a void hand, or others keyed it")  # fmt: skip
_acts("AnswerCall EndCall", _SUPERVISOR)
_acts("TakeSeat LeaveSeat", _PLAYER | _PIT)
# its decks and devices
_acts("InspectDeck SpreadDeck WashDeck ShuffleDeck CutDeck SpreadIdle ReportShufflerCount", _DEALER)
_acts("ReplaceDeck ReportShufflerJam", _PIT)
_acts("VerifyDeck InstallDevice RemoveDevice ChangeDealing", _FLOOR)
_acts("OrderRecut", _SUPERVISOR)
# a seat
_acts("Contribute", _PLAYER)
# the round
_acts("LockOut CountChips DealCards RackStub", _DEALER)
_acts("CountStub", _DEALER, "table", "two if late", "where it voids the round")
_acts("Reconcile RackCards CollectForfeits LeaveExposed", _DEALER)
# awards
_acts("KeyWinner VerifyHand VerifyLight VerifyFiveCard", _DEALER)
_acts("ConfirmHand ValidateFiveCard DocumentAward", _FLOOR)
_acts("VerifyAward ValidateAward", _SUPERVISOR)
_acts("LockHit", _DEALER | _SUPERVISOR, "jackpot")
_acts("LockTitleHit", _CHARGE, "jackpot")
_acts("ValidateHit", _SUPERVISOR, "jackpot", "two",
      "always, for the amount as shown; neither has keyed it, unless the text has one person do all")  # fmt: skip
_acts("RejectHit", _SUPERVISOR, "jackpot", "two", "always, also once it is validated")
_acts("VoidSlip", _SUPERVISOR, "slips", "two")
_acts("SignSlip", _PIT | _LICENSEE, "slips")
# jackpots
_acts("OpenJackpot JoinTable LeaveLink AnnounceEnd", _CHARGE, "jackpot")
_acts("SuspendLink", _CHARGE | _REGULATOR, "jackpot")
_acts("ResumeLink", _CHARGE | _REGULATOR, "jackpot", "two")
_acts("ChangeLevel CorrectMeter EndJackpot TakeTitleWagers", _CHARGE, "jackpot", "two")
_acts("ReadSign", _CHARGE | _REGULATOR, "jackpot")
_acts("RecordPetition", _LICENSEE, "jackpot")
_acts("DecidePetition", _REGULATOR, "jackpot", "one who signs")
# the cage
_acts("FillTray CreditTray CountDrop CountTray", _CHARGE, "cage")
_acts("CloseShift", _CHARGE, "cage", "two if open", "where something is open, or it is out of order")
_acts("AcknowledgeAlert", _CHARGE | _FLOOR, "cage")
_acts("BuyChips", _DEALER, "cage")

# what a game has of its own: its players act, or the dealer in a player's name; what was keyed wrongly takes two
BY_THE_TABLE = {"Deal", "CloseBets", "Complete"}
"""What the table's own steps do, in every game."""


def _of_a_game(played: Game, name: str) -> None:
    if name in played.WITH_THE_DEALER:
        when = "always; a supervisor is one of them"
        _acts(name, _DEALER | _SUPERVISOR, "table", "two with a supervisor", when)
    elif name in played.CORRECTIONS:
        _acts(name, _SUPERVISOR, "table", "two")
    else:
        _acts(name, frozenset(played.ASKED_BY.get(name) or (_SEAT if name in played.BY_PLAYERS else _DEALER)))


for _key, _core in CORES.items():
    for _made in get_args(_core.Command):
        if _made.__name__ not in ACTS.keys() | BY_THE_TABLE:
            _of_a_game(game(_key), _made.__name__)


# ---- whoever plays at a table does nothing there for the house, and whoever deals there does not play ---------------
# The table is not always in the act. A fill names it in a field, an award and a slip belong to one, and what is done to
# a jackpot is done to every table on its link.

NO_TABLE = (c.OpenHouse, c.CloseShift, c.AcknowledgeAlert)
"""Acts that belong to no table."""


def concerned(books: Books, command: Command) -> tuple[str, ...]:
    """The tables that an act is done at, or to."""
    ask = command.ask
    if command.table or isinstance(ask, NO_TABLE):
        return (command.table,) if command.table else ()
    if isinstance(ask, c.SlipCommand):
        slip = books.slips.get(ask.number)
        return (slip.issued.table,) if slip is not None else ()
    own = (str(ask.table),) if hasattr(ask, "table") else ()
    link = books.links.get(getattr(ask, "jackpot", ""))
    if link is None:
        return own
    if isinstance(ask, c.ValidateHit | c.RejectHit):
        hit = link.open.get(ask.number)
        return (hit.table,) if hit is not None else ()
    return (*own, *(name for name in link.members if name not in own))


HOUSE = Actor("house", "licensee")
"""The house itself, which puts jackpots into play and ends suspensions; nobody else has its id."""


def apart(books: Books, tables: Mapping[str, Table], rules: Mapping[str, TableRules], command: Command) -> None:
    """Refuses an act for the house by somebody who plays at a table that it concerns."""
    ask = command.ask
    if isinstance(ask, FairCommand | LeaveSeat) or command.by == HOUSE:
        return
    for name in concerned(books, command):
        table = tables.get(name)
        if table is None:
            continue
        people = [person.id for person in (command.by, command.second) if person and person.role != "player"]
        if isinstance(ask, RelieveDealer):
            people.append(ask.dealer)
        seated = {_as_written(rules[name], player) for player in table.players.values()}
        for id in people:
            if id and id in seated:
                raise Refused(None, f"{id} plays at {name}, and does not act there for the house")
        if isinstance(ask, TakeSeat) and table.dealer and _as_written(rules[name], ask.player) == table.dealer:
            raise Refused(None, f"{ask.player} deals at {name}, and does not play there")
        if isinstance(ask, Play) and type(ask.command).__name__ in game(rules[name].edition.game).STAKES:
            _elsewhere(tables, rules, name, table.players.get(ask.command.seat, ""))
        own = not table.dealer and not is_personal(command.by.id)  # the system itself deals where nobody does
        if isinstance(ask, c.BuyChips) and command.by.id != table.dealer and not own:
            raise Refused(None, f"chips are sold by the dealer of the table: take {name} first")
        keys = isinstance(ask, c.LockHit) and ask.table == name and command.by.role == "dealer"
        if keys and table.dealer not in ("", command.by.id):
            raise Refused(None, f"{table.dealer} deals at {name}")


def _elsewhere(tables: Mapping[str, Table], rules: Mapping[str, TableRules], name: str, player: str) -> None:
    """Refuses a wager of somebody who has one at another table, or cards: with cards a player stays seated there.

    Either table may be the one whose law says so, as both may deal next.
    """
    for other, table in tables.items():
        law = next((t for t in (rules.get(other), rules[name]) if t and says(t, "seated_players_only")), None)
        if other == name or other not in rules or table.round is None or law is None:
            continue
        wagered = [reads_as(table.players.get(seat, "")) for seat in table.round.seats]
        if player and reads_as(player) in wagered:
            out = table.cards_out
            has = "cards" if out else "a wager"
            until = "until the round is over" if out else "once cards are dealt: it is taken back first"
            raise refuse(law, "seated_players_only", f"{player} has {has} at {other}, and stays seated there {until}")


def _as_written(t: TableRules, player: str) -> str:
    """A player as an identity is written: where the cards are real, somebody at the table has keyed the name."""
    return player.strip().lower() if t.mode == "keyed" else player
