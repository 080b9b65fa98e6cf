"""A house served in this process, the same every time: the clock, the secrets and the people are given."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from tests.audit.journals import Memory, every_second
from tests.web.everybody import WHO, unhurried
from tests.web.secrecy import wire
from tests.web.secrecy.deck import Secrets
from tests.web.secrecy.stage import A_FORM, AtOnce
from tests.web.secrecy.wire import Answer, Browser
from tests.web.served import CHEAP
from upcard.journal.command import Reply
from upcard.journal.floor import Floor, Writer, open_house
from upcard.journal.journal import Journal
from upcard.people import open_people
from upcard.rules.house import read_house
from upcard.web.app import application
from upcard.web.lifecycle import first_moment
from upcard.web.security.security import COOKIE, FORM_COOKIE, add_demo_people
from upcard.web.site import Site

NEW_YEAR = 1767225600.0
"""Seconds: the clock of the people, who never grow older."""

EVERYBODY = ("", *WHO.values(), "kim", "sol")

SEEN = (
    ("", "/api/lobby"), ("", "/api/jackpots"), ("sam", "/api/supervisor"),
    ("", "/api/tables/one?as=sign"), ("", "/api/tables/one?as=seat"), ("pat", "/api/tables/one?as=seat"),
    ("kim", "/api/tables/one?as=seat"), ("dana", "/api/tables/one?as=dealer"), ("sam", "/api/tables/one?as=dealer"),
    ("vic", "/api/tables/one?as=surveillance"),
)  # fmt: skip
"""What is looked at after every act, and by whom."""

READ = (
    ("sam", "/api/house"), ("lee", "/api/house"), ("vic", "/api/house"), ("vic", "/api/journal"),
    ("rae", "/api/rounds/one/{round}"), ("vic", "/api/rounds/one/{before}"), ("vic", "/api/verification"),
    ("pat", "/api/rounds/one/{round}/shuffle"), ("pat", "/api/rounds/one/{before}/shuffle"),
    ("pat", "/api/tables/one/advice"), ("lee", "/api/attempts"), ("lee", "/api/changes"),
    ("pat", "/api/supervisor"), ("pat", "/api/tables/one?as=dealer"), ("rae", "/api/tables/one?as=surveillance"),
    ("rae", "/api/tables/one?as=dealer"), ("sol", "/api/supervisor"), ("flo", "/api/supervisor"),
    ("flo", "/api/tables/one?as=dealer"), ("lee", "/api/tables/one?as=dealer"),
)  # fmt: skip
"""What is read when the table is in another phase: the house, the journal, films, proofs, and what is not for all."""

AT_THE_END = (
    ("", "/api/odds/one"), ("vic", "/api/journal?kind=HandsDealt"), ("vic", "/api/journal?seat=1&least=10.00"),
    ("vic", "/api/journal?place=table%2FOne"), ("", "/api/journal"),
)  # fmt: skip


class Step(NamedTuple):
    """An act as it is sent."""

    who: str
    path: str
    body: dict[str, Any]


class Served:
    """The house, with everybody in it."""

    def __init__(self, site: Site) -> None:
        self._app, self._site = application(site), site
        self._browsers = {id: self._browser(id) for id in EVERYBODY}

    def _browser(self, id: str) -> Browser:
        session = self._site.people.begin(id) if id else A_FORM
        return Browser(self._app, {COOKIE if id else FORM_COOKIE: session}, self._site.security.token(session))

    async def get(self, who: str, path: str) -> Answer:
        return await self._browsers[who].get(path)

    async def post(self, step: Step) -> Answer:
        return await self._browsers[step.who].post(step.path, json.dumps(step.body).encode())


@asynccontextmanager
async def served(text: str) -> AsyncIterator[Served]:
    """A house that was just opened, on a store that forgets."""
    with (
        patch.object(wire, "conforms", lambda *_: None),  # other tests hold answers against what is said of them
        TemporaryDirectory() as folder,
        open_people(f"sqlite:{Path(folder) / 'people.db'}", clock=lambda: NEW_YEAR, cost=CHEAP) as people,
    ):
        people.remembered = people.session  # type: ignore[method-assign]
        floor = Floor(read_house(text), Memory(), every_second(), source=Secrets("frozen"))
        open_house(floor)
        following, hub = first_moment(floor)
        site = Site(floor, Journal(floor.store, None), people, hub, "sqlite:none", demo=True)
        following.tell = hub.tell
        site.writer = cast("Writer[Any, Reply]", AtOnce(floor))
        add_demo_people(people, "127.0.0.1")
        unhurried(site)
        try:
            yield Served(site)
        finally:
            site.close()


# ---- a script, played ------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A document that somebody was shown, or why not."""

    step: int
    who: str
    path: str
    text: str
    first: bool
    """Whether nobody was shown this view in this phase before."""

    @property
    def view(self) -> str:
        return f"{self.path} by {self.who or 'nobody'}"

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()[:12]


def played(text: str, steps: list[Step]) -> list[Seen]:
    """Everything that is answered on an evening."""

    async def evening() -> list[Seen]:
        async with served(text) as house:
            return [seen async for seen in _shown(house, steps)]

    return asyncio.run(evening())


async def _shown(house: Served, steps: list[Step]) -> AsyncIterator[Seen]:
    phases: set[tuple[str | int, ...]] = set()
    before = ""
    for number, step in enumerate(steps):
        answer = await house.post(step)
        kind = step.body["act"]["act"]
        yield Seen(
            number, step.who, f"{step.path} {kind}", _text(answer), ("act", kind, str(answer.status)) not in phases
        )
        phases.add(("act", kind, str(answer.status)))
        table = json.loads((await house.get("dana", "/api/tables/one?as=dealer")).body)
        phase, now = table["phase"], table["table"]["round"]
        more = READ if phase != before or answer.status != 200 else ()
        last = AT_THE_END if number == len(steps) - 1 else ()
        before = phase
        for who, path in _paths((*SEEN, *more, *last), now):
            found = await house.get(who, path)
            mark = (who, path, phase, found.status)
            yield Seen(number, who, path, _text(found), mark not in phases)
            phases.add(mark)


def _paths(views: tuple[tuple[str, str], ...], round: int) -> Iterator[tuple[str, str]]:
    for who, path in views:
        yield who, path.format(round=round, before=max(0, round - 1))


def _text(answer: Answer) -> str:
    return f"{answer.status} {answer.body.decode()}"
