"""What is done at random at jackpots, the cage and slips while tables are played: errands of one act or of several.

An errand of several acts waits for each to be taken, such as the end of a jackpot, for which nothing may lie on any
layout; one that is refused too often is given up.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from tests.money.pit import FAULT
from upcard.journal.command import AnyCommand
from upcard.journal.floor import Floor
from upcard.money import commands as c
from upcard.money.jackpot_end import EASIER, OTHER_GAME, OTHER_LICENSEE
from upcard.money.link import Link
from upcard.tables.commands import Actor

SUE, LIZ, REX, CAT = (
    Actor("sue", "supervisor"), Actor("liz", "licensee"), Actor("rex", "regulator"), Actor("cat", "cage"),
)  # fmt: skip

Doing = tuple[Actor, AnyCommand]
PATIENCE = 400
"""So often an act of a longer errand is tried."""

OFTEN, SELDOM = 0.03, 0.012


class Errands:
    """What has been begun and is not finished."""

    def __init__(self, rng: Random, floor: Floor) -> None:
        self.rng, self.floor = rng, floor
        self._waiting: list[list[Doing]] = []
        self._tried = 0

    def next(self) -> list[Doing]:
        """The next acts, if any."""
        found = [self._small()] if self.rng.random() < OFTEN else []
        if not self._waiting and self.rng.random() < SELDOM:
            self._waiting.append(self._long())
        if self._waiting:
            found.append(self._waiting[0][0])
        return [doing for doing in found if doing is not None]

    def heard(self, ask: AnyCommand, error: Exception | None) -> None:
        """What became of an act."""
        if not self._waiting or ask is not self._waiting[0][0][1]:
            return
        self._tried += 1
        if error is not None and self._tried < PATIENCE:
            return
        self._tried = 0
        _, ask = self._waiting[0].pop(0)
        ended = isinstance(ask, c.EndJackpot) and self.floor.casino.books.links[ask.jackpot].ended
        if ended:
            self._waiting[0].clear()
        if error is not None:  # whatever stands still goes on
            self._waiting[0] = [doing for doing in self._waiting[0] if isinstance(doing[1], c.ResumeLink)]
        if not self._waiting[0]:
            del self._waiting[0]

    def _link(self) -> Link | None:
        links = [link for link in self.floor.casino.books.links.values() if not link.ended]
        return self.rng.choice(links) if links else None

    def _table(self) -> str:
        return self.rng.choice(self.floor.casino.house.tables).name

    def _shift(self) -> c.CloseShift:
        day, last = f"2026-01-{self.rng.randrange(1, 9):02}", self.rng.random() < 0.2
        return c.CloseShift(day, "day", last, *self.rng.choice(((), ("play goes on", "lee"))))

    def _small(self) -> Doing | None:
        """One act; many are refused."""
        rng, link, table = self.rng, self._link(), self._table()
        cents = rng.randrange(1, 100_000)
        found: list[Doing] = [
            (CAT, c.FillTray(table, cents)), (CAT, c.CreditTray(table, cents)), (CAT, c.CountDrop(table, cents)),
            (SUE, c.CountTray(table, cents)), (SUE, self._shift()),
            (SUE, c.AcknowledgeAlert("a door")),
        ]  # fmt: skip
        if slips := list(self.floor.casino.books.slips):
            found += [(SUE, c.SignSlip(rng.choice(slips))), (SUE, c.VoidSlip(rng.choice(slips), "torn"))]
        if link is not None:
            found += self._at(link)
        return rng.choice(found)

    def _at(self, link: Link) -> list[Doing]:
        rng = self.rng
        level = rng.choice(list(link.tiers))
        shown = {name: rng.randrange(10**6) for name in link.tiers}
        found: list[Doing] = [
            (LIZ, c.CorrectMeter(link.name, level, rng.randrange(-(10**7), 10**8), "a fault", SUE.id)),
            (SUE, c.ReadSign(link.name, "sign", shown)),
        ]
        for title in link.titles:
            wagers, percent = title.wager * rng.randrange(1, 9), rng.choice((100, 10, 50, 25))
            found += [
                (SUE, c.TakeTitleWagers(link.name, title.name, "Z", wagers)),
                (SUE, c.LockTitleHit(link.name, title.name, "Z", level, percent)),
            ]
        for hit in link.open.values():
            if hit.title:
                found += [
                    (FLO, c.ValidateHit(link.name, hit.number)),
                    (FLO, c.RejectHit(link.name, hit.number, "no")),
                ] * 4
        return found

    def _long(self) -> list[Doing]:
        """Acts that wait for each other."""
        rng, link = self.rng, self._link()
        if link is None:
            return [(SUE, c.AcknowledgeAlert("nothing is left"))]
        name = link.name
        stop: Doing = (SUE, c.SuspendLink(name, "a fault", *FAULT))
        go: Doing = (LIZ, c.ResumeLink(name, SUE.id))
        table = rng.choice(list(link.members) or [""])
        level, tier = rng.choice(list(link.tiers.items()))
        after = replace(tier.level, rate=tier.level.rate + rng.randrange(2))
        plans: list[list[Doing]] = [
            [stop, go],
            [stop, (LIZ, c.ChangeLevel(name, level, after, SUE.id, "another rate")), go],
            [(LIZ, c.LeaveLink(name, table)), (LIZ, c.JoinTable(name, table))],
            [(LIZ, c.AnnounceEnd(name))],
            *[self._petition(link, EASIER, hand) for hand in ("full_house", "flush", "four_of_a_kind")] * 2,
        ]
        others = [
            other.name for other in self.floor.casino.books.links.values() if not other.ended and other is not link
        ]
        if rng.random() < 0.15:
            plans += [self._petition(link, OTHER_LICENSEE, "another house")]
            plans += [self._petition(link, OTHER_GAME, other) for other in others[:1]]
        return rng.choice(plans)

    def _petition(self, link: Link, way: str, to: str) -> list[Doing]:
        number, name = len(link.petitions) + 1, link.name
        stated = ("2026-01-01", "letter 12") if way == OTHER_LICENSEE else ()
        return [
            (LIZ, c.RecordPetition(name, way, to, "nobody wins it", *stated)),
            (REX, c.DecidePetition(name, number, granted=self.rng.random() < 0.9, reference="order 7")),
            (SUE, c.SuspendLink(name, "the end", *FAULT)),
            (LIZ, c.EndJackpot(name, SUE.id, number)),
            (LIZ, c.ResumeLink(name, SUE.id)),
        ]


FLO: Any = Actor("flo", "floorperson")
