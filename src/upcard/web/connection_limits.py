"""Connections of a server: how many there are at once, and for how long one may be there without asking anything.

A connection waits while no whole request has come, or none after the last answer. Where there are too many, the one
that has waited longest goes; whoever is being answered stays. So nobody keeps others out by saying nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import time
from typing import Any, ClassVar, NamedTuple

import h11
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from upcard.web.page import failure

# Where a request ends: whatever two programs could read in two ways is refused before it is read at all. A proxy that
# takes another end of a request for the right one would pass somebody's next request on as a part of it. So lines end
# in one way, no line goes on in the next, and the length of a body is said once, as a number.

END = re.compile(rb"\n\r?\n")
"""Where a reader that takes everything would see the end of a head."""
BARE = re.compile(rb"(?<!\r)\n|\r(?!\n|\Z)|\0")
"""A line that ends in another way than all others; a line feed that is still to come is none."""
FOLDED = re.compile(rb"\n[ \t]")
LENGTH = re.compile(rb"\ncontent-length[^\n:]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
ENCODING = re.compile(rb"\ntransfer-encoding[^\n:]*:[ \t]*([^\r\n]*)", re.IGNORECASE)


class Fault(NamedTuple):
    """Why a request is not read."""

    status: int
    said: str


UNCLEAR = Fault(400, "The lines of this request do not end as they have to.")
LENGTHS = Fault(400, "This request says its length in two ways.")
NO_LENGTH = Fault(411, "A request says its length in Content-Length: Transfer-Encoding is not taken.")


def fault_of(received: bytes) -> Fault | None:
    """What is wrong with the request that begins here, as far as it has come.

    >>> fault_of(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n") is None
    True
    >>> fault_of(b"GET / HTTP/1.1\\nHost: x\\n\\n").status
    400
    >>> fault_of(b"GET / HTTP/1.1\\r\\nContent-Length: 5, 5\\r\\n\\r\\n").said
    'This request says its length in two ways.'
    """
    end = END.search(received)
    head = received[: end.end()] if end else received
    if BARE.search(head) or FOLDED.search(head):
        return UNCLEAR
    if encodings := ENCODING.findall(head):
        alone = len(encodings) == 1 and encodings[0].strip().lower() == b"chunked" and not LENGTH.search(head)
        return (NO_LENGTH if alone else LENGTHS) if end else None  # more may come that tells which
    lengths = LENGTH.findall(head)
    one = len(lengths) < 2 and not (end and lengths and not lengths[0].rstrip(b" \t").isdigit())
    return None if one else LENGTHS


if sys.platform != "win32":
    import resource

MOST = 4096
"""Connections of one process at once, where the system lets it have as many."""

SPARE = 96
"""Files that are left for everything else: the journal, the people, and whoever has come and is not counted yet."""

FEWEST = 24

TOLD = 8
"""Of all connections, those that are left for saying to whoever else comes that there are too many."""

WISHED = 65_536
"""Files that a process asks the system for; more would only be a burden."""

ACCEPTED_AT_ONCE = 16
"""Connections that are taken from the queue of the system before those taken are counted."""

NO_FILES = "socket.accept() out of system resource"
"""What the event loop says when the system gives no file for a connection: for each try, and it tries often."""

BETWEEN_WORDS = 60.0

_log = logging.getLogger("upcard.web")


class Limits(NamedTuple):
    """How many, and how long, in seconds."""

    most: int = MOST
    request: float = 10.0
    """From the first letter of a request, or the beginning of a connection, to the end of the request."""
    stalled: float = 60.0
    """For which nothing is read of an answer that waits to be read."""
    refusal: float = 1.0
    """Before a request that makes no sense is refused: whoever sends one after the other costs little so."""


def files_allowed() -> int:
    """The files that this process may have open at once, after asking for as many as it may ask for."""
    if sys.platform == "win32":
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = WISHED if hard == resource.RLIM_INFINITY else min(hard, WISHED)
    if soft != resource.RLIM_INFINITY and soft < wished:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
        except (OSError, ValueError):
            return soft
        return wished
    return WISHED if soft == resource.RLIM_INFINITY else soft


def limits_for(files: int) -> Limits:
    """As many connections as leave enough files for everything else.

    >>> limits_for(200).most, limits_for(1024).most, limits_for(65536).most
    (104, 928, 4096)
    """
    return Limits(max(FEWEST, min(MOST, files - SPARE)))


async def too_many(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer where as many are being answered as can be."""
    said, headers = "Too many are being served at this moment. Try again in a few seconds.", {"Retry-After": "5"}
    program = scope.get("path", "").startswith("/api/")
    answer = failure(503, said, headers=headers) if program else PlainTextResponse(f"{said}\n", 503, headers)
    answer.headers["Connection"] = "close"
    await answer(scope, receive, send)


class Connection(H11Protocol):
    """One connection, which knows the others."""

    limits: ClassVar[Limits]
    waiting: ClassVar[dict[Connection, None]]
    """Those without a whole request, the one that has waited longest first."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._site = self.app
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # narrower, as in H11Protocol
        super().connection_made(transport)
        self.waiting[self] = None
        self._deadline = self.loop.call_later(self.limits.request, transport.abort)
        if len(self.connections) > self.limits.most:
            next(iter(self.waiting)).leave()

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting.pop(self, None)
        self._in_time()
        self._moving()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Make room for somebody else."""
        self.waiting.pop(self, None)
        self.transport.abort()

    def handle_events(self) -> None:
        answering = len(self.connections) - len(self.waiting)
        self.app = self._site if answering < self.limits.most - TOLD else too_many
        if self.conn.their_state is h11.IDLE and (fault := fault_of(self.conn.trailing_data[0])):
            self._refuse(fault)
            return
        super().handle_events()
        theirs = self.conn.their_state
        if theirs is h11.IDLE or theirs is h11.SEND_BODY or theirs is h11.ERROR:
            begun = theirs is not h11.IDLE or self.conn.trailing_data[0]
            if begun and self._deadline is None and not self.transport.is_closing():
                self._deadline = self.loop.call_later(self.limits.request, self.transport.abort)
        else:
            self.waiting.pop(self, None)
            self._in_time()

    def send_400_response(self, msg: str) -> None:
        """What makes no sense is answered once; where an answer has begun, the line is cut."""
        asked: RequestResponseCycle | None = self.cycle
        if asked is not None and not asked.response_complete:
            asked.disconnected = True
            asked.message_event.set()
        if self.conn.our_state is h11.IDLE or self.conn.our_state is h11.SEND_RESPONSE:
            self._refuse(Fault(400, msg))
        else:
            self.transport.abort()

    def _refuse(self, fault: Fault) -> None:
        """Nothing more is heard on this line; it ends with an answer."""
        self.flow.pause_reading()
        self.loop.call_later(self.limits.refusal, self._say, fault)

    def _say(self, fault: Fault) -> None:
        if self.transport.is_closing():
            return
        body = f"{fault.said}\n".encode()
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body)), "Connection": "close"}
        head = h11.Response(status_code=fault.status, headers=list(headers.items()))
        for event in (head, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        if self in self.connections:
            self.waiting[self] = None  # before what was sent meanwhile is looked at, which may be a whole request
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        self._moving()
        super().resume_writing()

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _moving(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


def connections(limits: Limits) -> type[Connection]:
    """The kind of connection that a server with these limits has."""

    class Here(Connection):
        pass

    Here.limits, Here.waiting = limits, {}
    return Here


def quietly(loop: asyncio.AbstractEventLoop) -> None:
    """Let the event loop say now and then, and not at every try, that the system gives no more files."""
    said = -BETWEEN_WORDS

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said
        if context.get("message") != NO_FILES:
            loop.default_exception_handler(context)
        elif time.monotonic() - said >= BETWEEN_WORDS:
            said = time.monotonic()
            _log.error("The system gives no files for more connections: %s.", context.get("exception"))

    loop.set_exception_handler(handle)
