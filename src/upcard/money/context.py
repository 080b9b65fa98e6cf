"""All that an act at a jackpot or the cage is judged by, and what more than one of them asks first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import NamedTuple

from upcard.errors import Refused
from upcard.games.game import game_of_round
from upcard.money.books import Books
from upcard.money.link import Link
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.tables.actor import Actor, Role
from upcard.tables.state import Table

FLOOR: tuple[Role, ...] = ("floorperson", "supervisor")
IN_CHARGE: tuple[Role, ...] = ("supervisor", "licensee")
STAFF: tuple[Role, ...] = ("dealer", "floorperson", "supervisor", "licensee")
CAGE: tuple[Role, ...] = ("cage", "supervisor", "licensee")


ENDS_BY = "jackpot_ends_by"


class Standing(NamedTuple):
    """The house, the books and the tables as they stand."""

    house: House
    books: Books
    tables: Mapping[str, Table]
    table: Callable[[str], TableRules]
    """What a table of the house is run by now, terms that were eased among it; another name is refused."""
    at: str = ""
    """When the act is done."""
    second: str = ""
    """Who signs the act beside whoever does it, or empty."""

    def link(self, jackpot: str) -> Link:
        if jackpot not in self.books.links:
            raise Refused(None, f"no jackpot {jackpot!r} is in play")
        link = self.books.links[jackpot]
        if link.ended:
            raise Refused(None, f"{jackpot} has ended: {link.ended}")
        return link

    def idle(self, name: str) -> bool:
        """Whether nobody has a wager down at a table, or it is closed."""
        table = self.tables.get(name)
        return table is None or table.without_wagers

    def wagered(self, name: str, wagers: tuple[str, ...]) -> bool:
        """Whether one of these wagers lies at a table and is not settled."""
        table = self.tables.get(name)
        round = table.round if table else None
        if round is None:
            return False
        lying = game_of_round(round).wagers_of
        return any(wager in lying(seat) for seat in round.seats.values() for wager in wagers)


def for_role(by: Actor, roles: tuple[Role, ...], what: str) -> None:
    """Refuses an act that is another's to do."""
    if by.role not in roles:
        raise Refused(None, f"{what} is for a {' or '.join(roles)}, not a {by.role}")


def two_people(by: Actor, second: str, what: str) -> None:
    """Refuses an act by one person that takes two."""
    if not second.strip() or second.strip() == by.id.strip():
        raise Refused(None, f"{what} takes a second person")


def refuse_ending(now: Standing, link: Link, because: str, rule: str = ENDS_BY) -> Refused:
    """A refusal under the clause that says how a jackpot ends, where the edition has one."""
    tables = now.house.tables_on(link.name)
    rules = tables[0].rules if tables else None
    if rules is None or rule not in rules.edition.citations:
        return Refused(None, because)
    refused: Refused = rules.refuse(rule, because)
    return refused


def stands_in(house: House, links: Mapping[str, Link], t: TableRules) -> set[str]:
    """The jackpots that a table which was on no link yet counts for: one of their tables is gone from the house.

    Under another name it may be the same table. One that is elected for such a jackpot itself takes its place there.
    """
    if ENDS_BY not in t.edition.citations or any(t.name in link.played for link in links.values()):
        return set()
    names = {t.name for t in house.tables}
    bereft = {link.name for link in links.values() if link.ends_by and not link.ended and set(link.played) - names}
    return set() if bereft & {t.jackpot, t.five_card_jackpot} else bereft


def check_offered(now: Standing, link: Link, members: Set[str], opens: str = "", closes: str = "") -> None:
    """Refuses an act after which tables of a jackpot are open and none of them offers it.

    A table offers it that the house has elected for it and that is on its link: neither alone is enough. Its tables are
    all under its law that are elected for it, have ever been on its link or stand in for one that was, so that it is
    not left behind on one that never opens.
    """
    lawful = {t.name: t for t in now.house.tables if ENDS_BY in t.edition.citations}
    elected = lawful.keys() & {t.name for t in now.house.tables_on(link.name)}
    instead = {name for name, t in lawful.items() if link.name in stands_in(now.house, now.books.links, t)}
    known = lawful.keys() & (elected | set(link.played) | instead)
    if not elected or not {opens, closes} <= known | {""}:
        return
    are_open = {name for name in known if now.tables.get(name, Table()).is_open or name == opens} - {closes}
    if are_open and not are_open & elected & members:
        because = (
            f"{link.name} is offered until it has ended: while a table is open that plays for it, or once did, so is "
            f"one that offers it ({', '.join(sorted(elected))})"
        )
        raise refuse_ending(now, link, because)


def standing_still(link: Link, what: str) -> None:
    """Refuses what may not happen while a link is in operation."""
    if link.operating:
        raise Refused(None, f"{what} while {link.name} is in operation: it is suspended first")
    if link.open:
        raise Refused(None, f"{what} while hit {next(iter(link.open))} of {link.name} is open")
