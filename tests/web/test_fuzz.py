"""Requests made from the site's own description of itself, right and wrong ones, as everybody: nothing fails.

No status of 500 or above, no status that is not described, and every answer of the shape that is described for it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.effort import effort
from tests.web.everybody import HOUSE, NAMED, SECOND, WHO, acts_path, everybody, examples
from tests.web.served import casino
from upcard.journal.act_table import ACTS
from upcard.people import Limits
from upcard.web.app import openapi, routes
from upcard.web.views.verification_job import prove

ROLES = ("none", "player", "dealer", "floorperson", "supervisor", "surveillance", "licensee")
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
EXAMPLES, MANY = 12, 60
"""For each operation, of right and of wrong requests. Acts are many operations in one."""
EACH = effort(3, len(ROLES))
"""As how many each request is sent: everybody has a turn."""

KNOWN = {
    "slug": ["stud-1", "six", "nowhere"], "edition": ["sd-2015", "ma", "tx-1870"], "number": ["1", "0", "x", "9" * 30],
    "id": ["lou", "nobody-at-all", "x" * 200],
}  # fmt: skip
"""Places that exist, and some that do not: by chance alone no table would ever be found."""

ENDLESS = "/api/stream"


class Served:
    """A casino behind a real server, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ids = 0
        self._started = threading.Event()
        self._server: uvicorn.Server | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._started.wait(30)

    async def _serve(self) -> None:
        async with casino(self.folder, HOUSE) as here:
            people = await everybody(here)
            here.site.people.limits = Limits(failures=10**6)  # whose password is guessed at here still signs
            for slug in ("stud-1", "six"):
                await people["dealer"].do(slug, {"act": "OpenTable"})
                await people["player"].do(slug, {"act": "TakeSeat", "seat": 1, "player": "pat"})
            self.tokens = {role: here.site.people.begin(id) for role, id in WHO.items()}
            config = uvicorn.Config(here.app, port=0, log_level="error", access_log=False, lifespan="off", http="h11")
            server = self._server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            self.url = f"http://127.0.0.1:{port}"
            self._started.set()
            await task

    def session(self, role: str) -> requests.Session:
        """Somebody with a browser, whose requests come from our own page."""
        found = requests.Session()
        found.trust_env = False
        if role != "none":
            found.cookies.set("upcard", self.tokens[role])
        me = found.get(f"{self.url}/api/me").json()
        assert me["role"] == role
        found.headers.update({"Origin": self.url, "X-Upcard-Token": me["token"]})
        return found

    def next_id(self) -> str:
        self._ids += 1
        return f"fuzz-{self._ids}"

    def stop(self) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(20)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("fuzz"))
    yield found
    found.stop()
    proof = prove(f"sqlite:{found.folder / 'casino.db'}", None)
    assert proof.whole, f"the journal after all of this: {proof.what}"
    assert proof.entries > 5


@pytest.fixture(scope="module")
def sessions(served: Served) -> Iterator[dict[str, requests.Session]]:
    found = {role: served.session(role) for role in ROLES}
    yield found
    for session in found.values():
        session.close()


def _document() -> dict[str, Any]:
    found = openapi(routes())
    for item in found["paths"].values():
        for operation in item.values():
            for each in operation["parameters"]:
                if each["in"] == "path":
                    each["schema"] = {"enum": KNOWN[each["name"]]}
    return found


SCHEMA = schemathesis.openapi.from_dict(_document())
OPERATIONS = [
    pytest.param(route.path, route.method, id=f"{route.method} {route.path}")
    for route in routes()
    if route.described is not None and route.path != ENDLESS
]


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_nothing_fails_and_everything_is_as_described(
    served: Served, sessions: dict[str, requests.Session], path: str, method: str, mode: GenerationMode
) -> None:
    operation = SCHEMA[path][method]
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.path_parameters):
        return

    many, turns = MANY if path.endswith("/acts") else EXAMPLES, cycle(sessions.values())

    @settings(
        max_examples=many, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: Any) -> None:
        for session in islice(turns, EACH):
            response = case.call(base_url=served.url, session=session)
            case.validate_response(response, checks=CHECKS)

    asked()


# ---- acts that mean something ----------------------------------------------------------------------------------------

SMALL = st.sampled_from([0, 1, 1, 1, 2, 5, 52, -1])
WORDS: dict[str, list[Any]] = {
    name: [value, "nothing"] for name, value in NAMED.items() if isinstance(value, str)
} | {
    "amount": ["5.00", "10.00", "0", "99999999999"], "method": ["hand", "shuffler"], "player": ["pat", "kim"],
    "wager": ["ante", "bet", "progressive"], "deck": ["red"], "irregularity": ["face-up-cards", "exposed-card"],
}  # fmt: skip


@st.composite
def acts(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An act with names that exist, which may well be done."""
    slug, _, act = draw(st.sampled_from(EVERY_ACT))
    for name, value in act.items():
        if name in WORDS:
            act = {**act, name: draw(st.sampled_from(WORDS[name]))}
        elif type(value) is int:
            act = {**act, name: draw(SMALL)}
    return slug, act


EVERY_ACT = list(examples())
DESCRIBED = {"200", "400", "403", "404", "409", "422"}


def offered(served: Served, session: requests.Session, slug: str, as_: str) -> dict[str, Any] | None:
    """An act that the page of a table offers to somebody, where nothing more is asked for."""
    document = session.get(f"{served.url}/api/tables/{slug}", params={"as": as_}).json()
    step = document["next"]
    found = [step] if step is not None and step.get("yours") else []
    found += [choice for choice in document.get("choices", ()) if not choice.get("second")]
    for each in found:
        asks = {ask["name"]: ask["value"] for ask in each.get("asks", ()) if not ask["optional"]}
        if each.get("act") is not None and None not in asks.values():
            return {**each["act"], **asks}
    for wager in document.get("wagers", ()):
        if wager["placed"] is None and wager["low"] is not None:
            return {"act": "PlaceWager", "seat": document["you"], "wager": wager["wager"], "amount": wager["low"]}
    return None


@settings(
    max_examples=effort(100, 200),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(asked=acts(), numbers=st.data())
def test_acts_that_could_be_done_fail_nothing(
    served: Served, sessions: dict[str, requests.Session], asked: tuple[str, dict[str, Any]], numbers: st.DataObject
) -> None:
    """Between the acts that the pages offer, so that there is a round to disturb."""
    version = numbers.draw(st.sampled_from([None, None, None, 0, 3, 10**30]))
    slug, act = asked
    asking: list[str] = sorted(ACTS[act["act"]].roles - {"regulator"})
    sent = [(role, slug, act, version) for role in asking]
    for at, role, as_ in (("stud-1", "player", "seat"), ("stud-1", "dealer", "dealer"), ("six", "dealer", "dealer")):
        step = offered(served, sessions[role], at, as_)
        sent += [(role, at, step, None)] if step is not None else []
    for role, where, what, at_version in sent:
        body = {"id": served.next_id(), "act": what, "version": at_version, "second": SECOND, "expects": "1.00"}
        answer = sessions[role].post(f"{served.url}{acts_path(where)}", json=body)
        assert str(answer.status_code) in DESCRIBED, (body, answer.text)
        assert "cannot be judged" not in answer.text, (body, answer.text)


@settings(
    max_examples=effort(40, 80), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(
    view=st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(["table", "stud-1", "boss", "", "lobby"]), max_size=4).map(":".join),
    ),
    heard=st.sampled_from(["", "1", "-1", "x", "9" * 30, "\u0663"]),
)
def test_no_view_that_is_none_begins_a_stream(
    served: Served, sessions: dict[str, requests.Session], view: str, heard: str
) -> None:
    if view in ("lobby", "jackpots", "supervisor"):
        return
    headers = {"Last-Event-ID": heard.encode()}
    for session in sessions.values():
        answer = session.get(f"{served.url}{ENDLESS}", params={"view": view}, headers=headers, timeout=10)
        assert answer.status_code in (400, 403, 404), (view, answer.text)
        assert answer.json()["error"]["message"]
