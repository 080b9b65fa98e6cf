"""`upcard serve`: the casino, in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources import files
from typing import Annotated, Any

import uvicorn
from cyclopts import Parameter

from upcard import __version__
from upcard.cli.options import Db, HeadsFile, NewKey, NoHeads, PushHeads, says, text_of
from upcard.cli.output import complain
from upcard.journal.casino import OUTDATED
from upcard.journal.floor import open_house
from upcard.journal.journal import opened
from upcard.journal.proof.heads import earlier_heads, signed_heads
from upcard.people import Limits as PeopleLimits
from upcard.people import open_people
from upcard.rules.house import read_house
from upcard.shuffles.key_derivation import Source
from upcard.store.open import DEFAULT, without_password
from upcard.store.store import StoreError
from upcard.web.app import application
from upcard.web.connection_limits import ACCEPTED_AT_ONCE, Limits, connections, files_allowed, limits_for, quietly
from upcard.web.lifecycle import first_moment, running
from upcard.web.live_bots import Company
from upcard.web.operator_log import OperatorLog
from upcard.web.security.allowed_hosts import Forwarded, is_address, is_loopback, named
from upcard.web.security.rate_limit import room_for
from upcard.web.security.security import add_demo_people
from upcard.web.site import Site


def serve(
    house: Annotated[str | None, says("A house as TOML; the demonstration house by default.")] = None,
    /,
    *,
    demo: Annotated[bool, says("Let anybody be anybody with one click; on this machine only.")] = False,
    host: Annotated[str, says("The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, says("The port to listen on; 0 takes a free one.")] = 8000,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    no_heads: NoHeads = False,
    new_key: NewKey = False,
    push_heads: PushHeads = "",
    bots: Annotated[
        bool | None,
        says(
            "Bots in some seats, and dealing where nobody does; on for the demonstration house.", negative="--no-bots"
        ),
    ] = None,
    speed: Annotated[float, says("How fast bots act: 2 is twice as fast.")] = 1.0,
    name: Annotated[tuple[str, ...], says("Another name that this server is reached by, such as casino.example.")] = (),
    https: Annotated[bool, says("It is reached by https, through a proxy that ends TLS.")] = False,
    behind_proxy: Annotated[
        tuple[str, ...],
        says("The address of a proxy that is believed in X-Forwarded-For, such as 127.0.0.1; nobody is else."),
    ] = (),
    log_json: Annotated[bool, says("Write the log as JSON, one document a line.")] = False,
    metrics_token: Annotated[
        str,
        Parameter(
            env_var="UPCARD_METRICS_TOKEN",
            help="What opens /health and /metrics to other machines, as a Bearer token; better in the environment.",
        ),
    ] = "",
    slow_act: Annotated[float, says("Seconds from which an act is logged as slow.")] = 1.0,
) -> int:
    """Open the casino in the browser.

    Without a house a demonstration opens: a pit in Deadwood with two linked
    tables of Caribbean stud and one of Bonus 6, and a table in
    Massachusetts with everything on. Every act is on disk before it is
    answered; kill it, and it goes on where it was. Ctrl-C stops it cleanly.

    upcard serve --demo                       try it: everybody is one click away
    upcard serve house.toml --port 8080       a house of your own
    upcard serve house.toml --db postgresql://localhost/casino
    """
    if demo and not is_loopback(host):
        return complain(f"--demo: anybody could be anybody, so it is for this machine alone, and {host} is not.")
    if demo and (https or behind_proxy or not all(is_loopback(named(each) or each) for each in name)):
        return complain("--demo: anybody could be anybody, so it has no --https, --behind-proxy or --name for others.")
    if https and not name:
        return complain("--https: say with --name under which name people reach the site, such as casino.example.")
    if not 0 <= port <= 65535:
        return complain(f"--port: {port} is not a valid port.")
    for proxy in behind_proxy:
        if not is_address(proxy):
            return complain(f"--behind-proxy: {proxy!r} is not an address.")
    if not speed > 0:
        return complain(f"--speed: {speed} is not more than nothing.")
    os.umask(0o077)  # the journal holds secrets of shuffles that are still to come
    text = text_of(house) if house is not None else files("upcard.web").joinpath("demo.toml").read_text("utf-8")
    read = read_house(text)
    try:
        listening = listen(host, port)
    except OSError as error:
        return complain(f"--port: {host}:{port} cannot be listened on: {error.strerror or error}.")
    waiting = PeopleLimits(waiting=read.signer_wait_hours * 3_600_000)
    with (
        listening,
        opened(db, heads, signing=not no_heads, new_key=new_key, push=push_heads) as journal,
        open_people(db, limits=waiting) as people,
    ):
        floor = journal.floor(read, Source())
        open_house(floor)
        journal.sign(floor)
        following, hub = first_moment(floor)
        site = Site(floor, journal, people, hub, db, demo=demo, origins=frozenset((host, *name)), https=https)
        site.house_text = text
        site.metrics_token, site.monitor.slow = metrics_token, slow_act
        log = site.monitor.log
        log.begin(sys.stderr, as_json=log_json)
        _begun(site, db)
        limits = limits_for(files_allowed())
        site.crowd.room = room_for(limits.most)
        if demo:
            add_demo_people(people, host)
        place = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
        public = f"https://{name[0]}/" if https else place

        @asynccontextmanager
        async def everything(site: Site) -> AsyncIterator[None]:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(running(site, following))
                if bots or (bots is None and house is None):
                    task = asyncio.create_task(Company(site, speed=speed).keep())
                    stack.push_async_callback(_cancelled, task)
                yield

        app = application(site, everything)
        code = "" if demo or not people.empty else people.welcome_code()
        regulator = "" if demo or people.regulated else people.regulator_code()

        def ready() -> None:
            _keep_pauses_short()
            _ready(place, public, demo=demo, code=code, regulator=regulator, log=log, as_json=log_json)

        def closing() -> None:
            site.monitor.stopping = True
            hub.close()

        def counted(connections: Callable[[], int]) -> None:
            site.monitor.connections = connections

        _run(Forwarded(app, behind_proxy), listening, limits, ready, closing, counted)
        with contextlib.suppress(StoreError):  # a disk that is full is full at the end, too
            journal.checkpoint(floor)
        if floor.locked:
            log.report("stop-locked", because=floor.why)
            return 1
        log.report("stop", entry=floor.head.seq)
        return 0


QUEUED = 2048
"""Connections that the system keeps in its queue until they are taken."""

SENT_AHEAD = 64 * 1024
"""Bytes that the system keeps for a reader who is slow: after so many only that reader waits."""


def listen(host: str, port: int) -> socket.socket:
    """The socket that is served on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that asyncio sends small answers at once: it sets TCP_NODELAY where it knows it is TCP.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
        found.bind((host, port))
        found.listen(QUEUED)
    except OSError:
        found.close()
        raise
    return found


def _begun(site: Site, db: str) -> None:
    """What is to be known at every start."""
    log, journal = site.monitor.log, site.journal
    entry = site.floor.head.seq
    log.report("start", version=__version__, house=site.house.name, store=without_password(db), entry=entry)
    for table in sorted(site.moment.outdated):
        log.report("table-outdated", table=table, because=OUTDATED)
    if journal.heads is None:
        log.report("heads-off")
        return
    if journal.adopted:
        log.report("unvouched", entries=journal.adopted)
    if journal.heads.standing_by:
        log.report("heads-elsewhere", file=str(journal.heads.path))
    for earlier in earlier_heads(journal.heads.path)[-1:]:
        first = next(signed_heads(journal.heads.path), None)
        key = journal.heads.public.hex()[:16]
        log.report("new-key", key=key, entry=first.head.seq if first else 0, file=str(earlier))


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _keep_pauses_short() -> None:
    """Keeps the garbage collector and other threads from holding up acts.

    What was made while the server started stays for good and is not looked through again. What comes after is looked
    through a few thousand objects at a time, and all together only rarely: fifty thousand objects take as long as
    several acts. A thread that draws a page gives way after half a millisecond.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 1_000)
    sys.setswitchinterval(0.000_5)


def _ready(place: str, public: str, *, demo: bool, code: str, regulator: str, log: OperatorLog, as_json: bool) -> None:
    """One line for programs; what a person does next goes to standard error, unless a program reads that, too.

    People come by the public address: where that is https, a form sent to the other one is refused.
    """
    sys.stdout.write(f"Upcard is at {place}\n")
    sys.stdout.flush()
    begins = {"welcome": f"{public}welcome?code={code}"} if code else {}
    begins |= {"regulator": f"{public}regulator?code={regulator}"} if regulator else {}
    log.report("ready", place=place, **begins)
    if as_json:
        return
    if demo:
        complain(f"Open {place} and press 'player', then 'Sit down'. Ctrl-C stops.")
    elif code:
        complain(f"Nobody can sign in yet. The licensee begins at {public}welcome?code={code}")
    else:
        complain(f"Open {public} in a browser. Ctrl-C stops.")
    if regulator:
        complain(f"No regulator is enrolled. This is for the regulator alone: {public}regulator?code={regulator}")


def _run(
    app: Any, listening: socket.socket, limits: Limits, ready: Callable[[], None], closing: Callable[[], None],
    counted: Callable[[Callable[[], int]], None],
) -> None:  # fmt: skip
    """Serve until a signal; streams are ended first, so that nobody is waited for."""

    class Server(uvicorn.Server):
        loop: asyncio.AbstractEventLoop | None = None

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            self.loop = asyncio.get_running_loop()
            quietly(self.loop)
            await super().startup(sockets)
            listening.listen(QUEUED)  # uvicorn has made the queue as short as what is taken from it at once
            if self.started:
                ready()

        def handle_exit(self, sig: int, frame: Any) -> None:
            if self.loop is not None:  # a signal comes in the middle of anything: streams end between two steps
                self.loop.call_soon_threadsafe(closing)
            super().handle_exit(sig, frame)

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            """A signal ends the server and nothing else: what comes after it is still done."""
            before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)

    # What uvicorn warns of are requests that make no sense: anybody could fill a disk with them.
    config = uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, lifespan="on", timeout_graceful_shutdown=3,
        timeout_keep_alive=75, http=connections(limits), ws="none", backlog=ACCEPTED_AT_ONCE, proxy_headers=False,
    )  # fmt: skip
    server = Server(config)
    counted(lambda: len(server.server_state.connections))
    server.run(sockets=[listening])
