"""A server that may have few files open: whoever opens more connections than that stops nobody, and fills no log."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.web.served import STUD, Process, until
from tests.web.visitor import Visitor

FILES = 160
MOST, NOBODY = 64, 32
"""Connections that such a server takes, and streams of people who are not signed in."""

FEW = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from upcard.cli import main
raise SystemExit(main())
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("few")
    (folder / "house.toml").write_text(STUD, encoding="utf-8")
    arguments = ("house.toml", "--demo", "--db", f"sqlite:{folder / 'few.db'}")
    with Process(folder, *arguments, program=("-c", FEW)) as found:
        yield found
        said = found.errors.read_text()
        assert "Traceback" not in said
        assert len(said) < 2000
        assert found.stop() == 0


def asked(server: Process, path: str) -> int:
    with httpx.Client(base_url=server.url, timeout=20, trust_env=False) as client:
        return client.get(path).status_code


SAID = (b"", b"GET /api/stream?view=lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"\x16\x03\x01")


@pytest.mark.parametrize("said", SAID, ids=["nothing", "half a head", "no words"])
def test_connections_that_ask_nothing(server: Process, said: bytes) -> None:
    dealer = Visitor(server.url, "dealer")
    with ExitStack() as stack:
        stack.callback(dealer.close)
        for _ in range(FILES * 2):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 20))
            line.send(said)
        assert [asked(server, path) for path in ("/", "/api/lobby", "/sign-in")] == [200, 200, 200]
        for act in ("OpenTable", "CloseTable"):
            dealer.do("stud-1", {"act": act})


def test_streams_of_nobody_leave_room_for_whoever_is_signed_in(server: Process) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(
            httpx.Client(base_url=server.url, timeout=20, trust_env=False, limits=httpx.Limits(max_connections=None))
        )
        streams = [stack.enter_context(client.stream("GET", "/api/stream?view=lobby")) for _ in range(NOBODY)]
        assert {each.status_code for each in streams} == {200}
        with client.stream("GET", "/api/stream?view=lobby") as refused:
            assert (refused.status_code, refused.headers.get("retry-after")) == (503, "60")
            assert "screens" in json.loads(refused.read())["error"]["message"]
        assert asked(server, "/api/lobby") == 200, "a document is no stream"
        visitor = Visitor(server.url, "player")
        stack.callback(visitor.close)
        assert next(visitor.documents("lobby"))
        streams[0].close()
        until(lambda: _heard(client))


def _heard(client: httpx.Client) -> bool:
    """Whether there is a stream to be had: the server may not have noticed yet that another was closed."""
    with client.stream("GET", "/api/stream?view=lobby") as answer:
        return answer.status_code == 200
