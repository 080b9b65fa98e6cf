"""Whoever connects and says nothing keeps nobody out, and nobody is cut off who is being answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from tests.web.served import until
from upcard.cli.serve import QUEUED, listen
from upcard.web import connection_limits as ours
from upcard.web.connection_limits import FEWEST, NO_FILES, TOLD, Limits, connections, files_allowed, quietly

PATIENCE = 20.0
"""Seconds after which a test gives up; nothing is asserted of how long anything takes."""
SOON = 0.3
NEVER = 600.0
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HELD = b"GET /held HTTP/1.1\r\nHost: x\r\n\r\n"
ENDLESS = b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n"


class Site:
    """Answers at once, when it is let go, or for ever."""

    def __init__(self) -> None:
        self.held = 0
        self.endless = 0
        self.go = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = (await receive()).get("body", b"")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        match scope["path"]:
            case "/held":
                self.held += 1
                await send({"type": "http.response.body", "body": b"begun ", "more_body": True})
                while not self.go.is_set():
                    await asyncio.sleep(0.01)
                self.held -= 1
            case "/endless":
                self.endless += 1
                while (await _now(receive)) is None:
                    await send({"type": "http.response.body", "body": bytes(256 * 1024), "more_body": True})
                self.endless -= 1
        await send({"type": "http.response.body", "body": b"done " + body})


async def _now(receive: Any) -> Any:
    """What has happened to whoever asked, if anything has."""
    try:
        return await asyncio.wait_for(receive(), 0.001)
    except TimeoutError:
        return None


class Here:
    """A server of a few connections."""

    def __init__(self, limits: Limits) -> None:
        self.site = Site()
        self.listening = listen("127.0.0.1", 0)
        self.kind = connections(limits)
        config = uvicorn.Config(
            self.site, http=self.kind, lifespan="off", log_level="error", ws="none", backlog=16, proxy_headers=False,
            timeout_graceful_shutdown=1, timeout_keep_alive=600,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self._thread.start()
        until(lambda: self.server.started)
        self.listening.listen(QUEUED)
        self._open: list[socket.socket] = []

    @property
    def open(self) -> int:
        return len(self.server.server_state.connections)

    def connect(self, said: bytes = b"", buffer: int = 0) -> socket.socket:
        found = socket.socket()
        if buffer:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        found.settimeout(PATIENCE)
        found.connect(self.listening.getsockname())
        self._open.append(found)
        if said:
            with contextlib.suppress(ConnectionError):
                found.sendall(said)
        return found

    def close(self) -> None:
        self.site.go.set()
        for each in self._open:
            each.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        self.listening.close()
        assert not self._thread.is_alive()
        assert not self.kind.waiting, "nobody is remembered who has gone"


@contextmanager
def serving(**limits: Any) -> Iterator[Here]:
    here = Here(Limits(**{"refusal": 0.0, **limits}))
    try:
        yield here
    finally:
        here.close()


def read(from_: socket.socket, end: bytes) -> bytes:
    """What is heard until the words that are waited for."""
    heard = b""
    while end not in heard:
        part = from_.recv(65536)
        if not part:
            raise AssertionError(f"the line ended after {heard!r}")
        heard += part
    return heard


def ended(line: socket.socket) -> bool:
    """Waits until the other side has closed."""
    with contextlib.suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


WHOLE_AND_A_PART = GET + b"GET / HT"
UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na",
    "a chunk too few": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
    "half a body of something that is answered without it": HELD[:-2] + b"Content-Length: 9\r\n\r\na",
    "one request and a half": WHOLE_AND_A_PART,
}


@pytest.mark.parametrize("said", UNFINISHED.values(), ids=UNFINISHED)
def test_a_request_that_is_not_finished_is_not_waited_for(said: bytes) -> None:
    with serving(request=SOON) as here:
        assert ended(here.connect(said))
        until(lambda: not here.open)


def test_nor_is_the_second_one() -> None:
    with serving(request=SOON) as here:
        line = here.connect(GET)
        read(line, b"done ")
        line.sendall(b"GET / HT")
        assert ended(line)


def test_nor_is_one_that_comes_a_letter_at_a_time() -> None:
    with serving(request=SOON) as here:
        line = here.connect()
        with pytest.raises(ConnectionError):
            _drip(line)


def _drip(line: socket.socket) -> None:
    for _ in range(2000):
        line.sendall(b"G")
        time.sleep(0.02)


def test_a_connection_that_was_used_may_be_used_again_later() -> None:
    with serving(request=SOON) as here:
        line = here.connect()
        for _ in range(3):
            line.sendall(GET)
            assert b"200 OK" in read(line, b"done ")
            time.sleep(SOON * 2)
        assert here.open == 1


def test_an_answer_that_takes_its_time_is_not_cut_off() -> None:
    with serving(request=SOON) as here:
        line = here.connect(HELD)
        read(line, b"begun ")
        time.sleep(SOON * 3)
        here.site.go.set()
        read(line, b"done ")


def test_several_requests_at_once_are_answered_in_turn() -> None:
    with serving(request=SOON) as here:
        line = here.connect(GET * 5)
        heard = b""
        while heard.count(b"done ") < 5:
            heard += line.recv(65536)


def test_many_that_say_nothing_keep_nobody_out_and_cut_nobody_off() -> None:
    with serving(most=FEWEST, request=NEVER) as here:
        held = here.connect(HELD)
        read(held, b"begun ")
        for _ in range(FEWEST * 4):
            here.connect(b"GET / HTTP/1.1\r\nHost: x\r\n")
        line = here.connect(GET)
        assert b"200 OK" in read(line, b"done ")
        until(lambda: here.open <= FEWEST)
        here.site.go.set()
        read(held, b"done ")


def test_whoever_has_waited_longest_goes_first() -> None:
    with serving(most=FEWEST, request=NEVER) as here:
        old, busy = here.connect(), here.connect()
        busy.sendall(GET)
        read(busy, b"done ")
        for _ in range(FEWEST - 1):
            here.connect()
        assert ended(old)
        busy.sendall(GET)
        read(busy, b"done ")


@pytest.mark.parametrize(("path", "kind"), [(b"/", b"text/plain"), (b"/api/lobby", b"application/json")])
def test_where_all_are_being_answered_the_next_is_told_so(path: bytes, kind: bytes) -> None:
    with serving(most=FEWEST, request=NEVER) as here:
        for _ in range(FEWEST - TOLD):
            read(here.connect(HELD), b"begun ")
        said = read(here.connect(GET.replace(b"/", path, 1)), b"Try again")
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 5\r\n" in said
        assert kind in said
        here.site.go.set()
        until(lambda: not here.site.held)
        read(here.connect(GET), b"done ")


def test_whoever_reads_nothing_of_an_answer_is_left() -> None:
    with serving(stalled=SOON) as here:
        line = here.connect(ENDLESS, buffer=4096)
        until(lambda: here.site.endless)
        until(lambda: not here.site.endless)
        until(lambda: not here.open)
        assert ended(line)


def test_whoever_reads_slowly_is_not() -> None:
    with serving(stalled=SOON * 4) as here:
        line = here.connect(ENDLESS)
        end = time.monotonic() + SOON * 8
        while time.monotonic() < end:
            assert line.recv(1 << 20)
            time.sleep(0.02)
        assert here.site.endless == 1


# ---- requests whose end can be read in two ways

POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
SMUGGLED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
"""What follows: somebody who reads the first request otherwise takes this for a part of it."""
AMBIGUOUS = {
    "a length and an encoding": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an encoding and a length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "the encoding in other letters": POST + b"content-length: 5\r\ntRANSFER-eNCODING:chunked\r\n\r\n0\r\n\r\n",
    "an encoding of an older protocol": (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n").replace(
        b"1.1", b"1.0", 1
    ),
    "two lengths": POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "two lengths in one line": POST + b"Content-Length: 1, 2\r\n\r\nab",
    "a length twice": POST + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
    "a length with a sign": POST + b"Content-Length: +1\r\n\r\na",
    "another encoding": POST + b"Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    "two encodings": POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "two encodings in two lines": POST + b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an encoding with a control letter": POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a space before the colon": POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a line that goes on in the next": POST + b"X: y\r\n Transfer-Encoding: chunked\r\n\r\n",
    "an encoding that goes on in the next line": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
    "a space before the first header": b"POST / HTTP/1.1\r\n Host: x\r\nHost: x\r\n\r\n",
    "lines that end too soon": POST.replace(b"\r\n", b"\n") + b"\n",
    "one line that ends too soon": POST + b"X: y\nZ: w\r\n\r\n",
    "an end that comes too soon": POST + b"X: y\n\n",
    "a line feed that is missing": POST + b"X: y\rContent-Length: 0\r\n\r\n",
    "a letter that is none": POST + b"X: \x00\r\n\r\n",
    "a chunk with an extension": POST + b"Transfer-Encoding: chunked\r\n\r\n0;a\rb\r\n\r\n",
    "a chunk of another size": POST + b"Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
    "trailers that end too soon": POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\n",
}


def heard_to_the_end(line: socket.socket) -> bytes:
    heard = b""
    line.settimeout(3)
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


@pytest.mark.parametrize("said", AMBIGUOUS.values(), ids=AMBIGUOUS)
@pytest.mark.parametrize("before", [b"", GET], ids=["first", "after another"])
def test_a_request_whose_end_is_not_certain_is_answered_once_and_the_line_is_closed(said: bytes, before: bytes) -> None:
    with serving() as here:
        heard = heard_to_the_end(here.connect(before + said + SMUGGLED))
    statuses = [line[9:12] for line in heard.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
    assert statuses in ([b"200"] * bool(before) + [status] for status in (b"400", b"411"))


@pytest.mark.parametrize("said", [POST + b"Content-Length: 2\r\n\r\nab", GET], ids=["with a body", "without"])
def test_a_request_that_comes_a_letter_at_a_time_is_still_one(said: bytes) -> None:
    with serving() as here:
        line = here.connect()
        for letter in said:
            line.sendall(bytes([letter]))
        assert read(line, b"done ").startswith(b"HTTP/1.1 200 ")


def test_whoever_makes_no_sense_waits_for_the_refusal_and_keeps_nobody_out() -> None:
    with serving(most=FEWEST, request=NEVER, refusal=NEVER) as here:
        senseless = [here.connect(b"\n\n") for _ in range(FEWEST * 2)]
        assert b"200 OK" in read(here.connect(GET), b"done ")
        assert ended(senseless[0]), "there is room for others"


# ---- the system's own limit


def test_no_more_than_now_and_then_is_it_said_that_there_are_no_files(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    try:
        quietly(loop)
        with caplog.at_level(logging.ERROR):
            for _ in range(100):
                loop.call_exception_handler({"message": NO_FILES, "exception": OSError(24, "Too many open files")})
            assert [record.name for record in caplog.records] == ["upcard.web"]
            loop.call_exception_handler({"message": "something else"})
        assert [record.name for record in caplog.records] == ["upcard.web", "asyncio"]
    finally:
        loop.close()


class System:
    """What the system says of files."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def __init__(self, soft: int, hard: int, error: type[Exception] | None = None) -> None:
        self.now, self.error = (soft, hard), error

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.now

    def setrlimit(self, _: int, wanted: tuple[int, int]) -> None:
        if self.error:
            raise self.error
        self.now = wanted


ASKED: tuple[tuple[System, int, Callable[[System], int]], ...] = (
    (System(1024, 4096), 4096, lambda system: system.now[0]),
    (System(1024, 1 << 20), 65536, lambda system: system.now[0]),
    (System(1024, -1), 65536, lambda system: system.now[0]),
    (System(200, 200), 200, lambda system: system.now[0]),
    (System(1 << 20, 1 << 20), 1 << 20, lambda system: system.now[0]),
    (System(-1, -1), 65536, lambda system: 65536),
    (System(1024, 4096, OSError), 1024, lambda system: system.now[0]),
)


@pytest.mark.parametrize(("system", "files", "now"), ASKED)
def test_as_many_files_are_asked_for_as_may_be(
    monkeypatch: pytest.MonkeyPatch, system: System, files: int, now: Callable[[System], int]
) -> None:
    monkeypatch.setattr(ours, "resource", system)
    assert files_allowed() == files == now(system)
