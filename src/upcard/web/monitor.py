"""How the server is doing, for whoever runs it: looked at once a second, told in the log, in health and in figures."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from hashlib import sha256
from platform import python_version
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias, TypedDict

from upcard import __version__
from upcard.document import Hash, Time, doc, one_of
from upcard.people.person import Outcome
from upcard.people.sqlite import beside
from upcard.store.open import SqliteUrl, parse, without_password
from upcard.store.store import StoreError
from upcard.web.operator_log import OperatorLog

if TYPE_CHECKING:
    from upcard.web.site import Site


# ---- Figures of a running server in the text format of Prometheus ------------------------------------------
# counted here, or read when they are asked for.


MEDIA = "text/plain; version=0.0.4; charset=utf-8"

Labels: TypeAlias = Mapping[str, str]
Kind: TypeAlias = Literal["counter", "gauge", "histogram"]

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: the upper bounds of the buckets of an act."""


class Sample(NamedTuple):
    """One number under a name, perhaps one of several that labels tell apart."""

    value: float
    labels: Labels = MappingProxyType({})
    ending: str = ""


class Figure(NamedTuple):
    """A name with what it means, and its numbers."""

    name: str
    kind: Kind
    help: str
    samples: Iterable[Sample]


class Histogram:
    """How long things took; from any thread."""

    def __init__(self) -> None:
        self._one = Lock()
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        with self._one:
            self._counts[bisect_left(BOUNDS, seconds)] += 1
            self._sum += seconds

    def samples(self) -> list[Sample]:
        with self._one:
            counts, total = list(self._counts), self._sum
        found, sum_upto = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
            sum_upto += count
            found.append(Sample(sum_upto, {"le": bound}, "_bucket"))
        return [*found, Sample(total, ending="_sum"), Sample(sum_upto, ending="_count")]


class Tally:
    """Counts of a closed list of outcomes, all of which are told from the first; from any thread."""

    def __init__(self, label: str, outcomes: Iterable[str]) -> None:
        self._one = Lock()
        self._label = label
        self._counts: Counter[str] = Counter(dict.fromkeys(outcomes, 0))

    def add(self, outcome: str) -> None:
        with self._one:
            self._counts[outcome] += 1

    def samples(self) -> list[Sample]:
        with self._one:
            return [Sample(count, {self._label: outcome}) for outcome, count in self._counts.items()]

    def __getitem__(self, outcome: str) -> int:
        return self._counts[outcome]


def exposed(figures: Iterable[Figure]) -> str:
    """
    >>> print(exposed([Figure("acts_total", "counter", "Acts.", [Sample(2, {"outcome": 'a"b'})])]), end="")
    # HELP acts_total Acts.
    # TYPE acts_total counter
    acts_total{outcome="a\\"b"} 2
    """
    lines = []
    for name, kind, words, samples in figures:
        lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{each.ending}{_labels(each.labels)} {_number(each.value)}" for each in samples]
    return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    listed = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{listed}}}" if listed else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


# ---- monitor -----------------------------------------------------------------------------------------------


class Reason(TypedDict):
    """Something that fails."""

    reason: Annotated[str, doc("Its name, as in docs/operate.md.")]
    text: Annotated[str, doc("What it is.")]
    since: Annotated[Time, doc("Since when.")]


class Health(TypedDict):
    """Whether acts are taken."""

    ok: Annotated[bool, doc("Whether they are.")]
    reasons: Annotated[list[Reason], doc("Why they are not.")]
    warnings: Annotated[list[Reason], doc("What is wrong beside that.")]
    version: Annotated[str, doc("The version of Upcard.")]
    house: Annotated[str, doc("The name of the house.")]
    since: Annotated[Time, doc("When the server began.")]
    entry: Annotated[int, doc("The last entry of the journal.")]


class SlowAct(TypedDict):
    """An act that took long."""

    at: Annotated[Time, doc("When it was answered.")]
    act: Annotated[str, doc("What was done.")]
    seconds: Annotated[str, doc("How long it took.")]


class LoggedEvent(TypedDict):
    """A line of the log."""

    at: Annotated[Time, doc("When.")]
    level: Annotated[str, one_of("info", "warning", "alarm"), doc("How grave it is.")]
    event: Annotated[str, doc("Its name, as in docs/operate.md.")]
    text: Annotated[str, doc("What happened.")]


class Status(TypedDict):
    """How the server is doing, in full."""

    health: Annotated[Health, doc("Whether acts are taken.")]
    store: Annotated[str, doc("Where the journal is.")]
    disk_free: Annotated[int | None, doc("Bytes left on the disk of the store's folder.")]
    signed: Annotated[int | None, doc("The last entry that a signed head stands for.")]
    signed_at: Annotated[Time | None, doc("When it was signed.")]
    key: Annotated[str | None, doc("The first digits of the key that signs.")]
    connections: Annotated[int, doc("Connections that are open.")]
    streams: Annotated[int, doc("Live views that are open.")]
    acts: Annotated[dict[str, int], doc("Acts since the start, by outcome.")]
    sign_ins: Annotated[dict[str, int], doc("Passwords given since the start, by outcome.")]
    slow_from: Annotated[str, doc("From how long on an act is slow.")]
    slow: Annotated[list[SlowAct], doc("The last slow acts, the newest first.")]
    log: Annotated[list[LoggedEvent], doc("The last lines of the log, the newest first.")]
    digest: Annotated[Hash | None, doc("The SHA-256 of the house file, where it is known.")]


BETWEEN_LOOKS = 1.0
PATIENCE = 3.0
"""Seconds after which a store of people that does not answer is one that fails."""
SLOW = 1.0
"""Seconds from which an act is slow, unless whoever runs the house says otherwise."""
LATE = 30.0
"""Seconds for which entries may wait for a signed head."""
LOW, FINE = 512, 768
"""Megabytes on the disk of the store: below the first it is nearly full, from the second on it is not."""
MEGABYTE = 1 << 20
SHOWN = 20


class Slow(NamedTuple):
    """An act that took long."""

    at: str
    act: str
    seconds: float


class Monitor:
    """One for each running site: `site.monitor`. Counts from any thread, looks in the loop that serves."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.log = OperatorLog()
        self.acts = Tally("outcome", ("done", "refused", "conflict", "unavailable"))
        self.act_seconds = Histogram()
        self.sign_ins = Tally("outcome", ("ok", "failed", "locked"))
        self.slow = SLOW
        self.slow_acts: deque[Slow] = deque(maxlen=SHOWN)
        self.connections: Callable[[], int] = lambda: 0
        self.stopping = False
        self.began = time.time()
        found = parse(site.url)
        files = (found.path, str(beside(found.path))) if isinstance(found, SqliteUrl) else ()
        self._files = {os.path.realpath(file): _inode(file) for file in files}
        heads = site.journal.heads
        near = next(iter(self._files), "") or (str(heads.path.absolute()) if heads is not None else "")
        self.folder = os.path.dirname(near)
        self.disk_free = self._free()
        self.failing: dict[str, Reason] = {}
        """By its name, each thing that fails now; those in the first group of `STOPS` stop the house."""
        self._asking: Future[None] | None = None
        self._asked = 0.0
        self._thread = ThreadPoolExecutor(1, "upcard-monitor")

    # ---- told by others ----------------------------------------------------------------------------------------------

    def acted(self, act: str, outcome: str, seconds: float) -> None:
        """An act was answered."""
        self.acts.add(outcome)
        self.act_seconds.add(seconds)
        if seconds >= self.slow:
            self.slow_acts.appendleft(Slow(_time(time.time()), act, round(seconds, 3)))
            self.log.report("slow-act", act=act, seconds=seconds)

    def tried(self, id: str, outcome: Outcome, address: str, locked_out: bool) -> None:
        """Somebody gave a password."""
        self.sign_ins.add(outcome)
        if locked_out:
            self.log.report("sign-in-locked", id=id, address=address or "nowhere")

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def keep(self) -> None:
        """Look at everything, now and then, for as long as the site is served."""
        try:
            while True:
                self._look()
                await asyncio.sleep(BETWEEN_LOOKS)
        finally:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _look(self) -> None:
        site = self._site
        self._mark("floor-locked", site.moment.locked and f"{site.moment.locked} ({site.floor.why or 'no answer'})")
        self._look_at_people()
        gone = next((file for file, inode in self._files.items() if _inode(file) != inode), "")
        if self._mark("store-gone", gone and f"{gone} is not the file that was opened"):
            self.log.report("store-gone", file=gone) if gone else self.log.report("store-back")
        self.disk_free = self._free()
        if self.disk_free is not None:
            free = self.disk_free // MEGABYTE
            low = free < (FINE if "disk-low" in self.failing else LOW)
            if self._mark("disk-low", f"{self.folder} has {free:,} MB left" if low else ""):
                self.log.report("disk-low" if low else "disk-fine", folder=self.folder, free=free)
        waits, age = self.unsigned, self.head_age
        late = waits > 0 and age is not None and age > LATE
        if self._mark("heads-late", f"{waits:,} entries wait for a signed head" if late else "") and late:
            self.log.report("heads-late", seconds=int(age or 0), entries=waits)

    def _look_at_people(self) -> None:
        """In a thread, since a database that is gone may keep whoever asks it waiting."""
        now, asking = time.monotonic(), self._asking
        because = ""
        if asking is not None:
            if not asking.done():
                if now - self._asked < PATIENCE:
                    return
                because = "it does not answer"
            elif isinstance(error := asking.exception(), StoreError):
                because = str(error)
        if asking is None or asking.done():
            self._asking, self._asked = self._thread.submit(self._ask_people), now
        since = self.failing.get("people-failing")
        if self._mark("people-failing", because):
            if because:
                self.log.report("people-failing", because=because)
            elif since is not None:
                self.log.report("people-back", seconds=time.time() - _seconds(since["since"]))

    def _ask_people(self) -> None:
        self._site.people.get("nobody.at.all")

    def _mark(self, name: str, text: str) -> bool:
        """Note what fails, or that it does no longer; whether that is new."""
        known = self.failing.get(name)
        if not text:
            return self.failing.pop(name, None) is not None
        since = known["since"] if known else _time(time.time())
        self.failing[name] = {"reason": name, "text": text, "since": since}
        return known is None

    def _free(self) -> int | None:
        try:
            return shutil.disk_usage(self.folder).free if self.folder else None
        except OSError:
            return None

    # ---- telling -----------------------------------------------------------------------------------------------------

    @property
    def unsigned(self) -> int:
        """How many entries are not vouched for yet."""
        heads = self._site.journal.heads
        return max(0, self._site.moment.seq - (heads.last.seq if heads.last else 0)) if heads is not None else 0

    @property
    def head_age(self) -> float | None:
        """Seconds since a head was last signed; None where none was."""
        heads = self._site.journal.heads
        if heads is None or not heads.last_at:
            return None
        return max(0.0, time.time() - _seconds(heads.last_at))

    def health(self) -> Health:
        """Whether acts are taken, and why not."""
        self._mark("stopping", "the server is stopping" if self.stopping else "")
        if not self._site.moment.locked:
            self.failing.pop("floor-locked", None)  # it goes on, though nobody has looked since
        elif "floor-locked" not in self.failing:
            self._mark("floor-locked", self._site.moment.locked)
        failing = list(self.failing.values())
        reasons = [each for each in failing if each["reason"] in STOPS]
        return {
            "ok": not reasons,
            "reasons": reasons,
            "warnings": [each for each in failing if each["reason"] not in STOPS] + self._heads_off(),
            "version": __version__,
            "house": self._site.moment.house_name,
            "since": _time(self.began),
            "entry": self._site.moment.seq,
        }

    def _heads_off(self) -> list[Reason]:
        if self._site.journal.heads is not None:
            return []
        return [{"reason": "heads-off", "text": "no head is signed here", "since": _time(self.began)}]

    def status(self) -> Status:
        """The same for the page, with everything that it shows."""
        site, heads = self._site, self._site.journal.heads
        return {
            "health": self.health(),
            "store": without_password(site.url),
            "disk_free": self.disk_free,
            "signed": heads.last.seq if heads is not None and heads.last else None,
            "signed_at": heads.last_at or None if heads is not None else None,
            "key": heads.public.hex()[:16] if heads is not None else None,
            "connections": self.connections(),
            "streams": site.hub.streams,
            "acts": {outcome: self.acts[outcome] for outcome in ("done", "refused", "conflict", "unavailable")},
            "sign_ins": {outcome: self.sign_ins[outcome] for outcome in ("ok", "failed", "locked")},
            "slow_from": f"{self.slow:g} s",
            "slow": [{"at": at, "act": act, "seconds": f"{seconds:.3f}"} for at, act, seconds in self.slow_acts],
            "log": [
                {"at": at, "level": level, "event": event, "text": text}
                for at, level, event, text in [*self.log.last][: -SHOWN - 1 : -1]
            ],
            "digest": sha256(site.house_text.encode()).hexdigest() if site.house_text else None,
        }

    def figures(self) -> Iterator[Figure]:
        """Everything that is measured."""
        site, heads, moment = self._site, self._site.journal.heads, self._site.moment
        health = self.health()
        locked = self.failing.get("floor-locked")

        def one(name: str, words: str, value: float, kind: str = "gauge") -> Figure:
            return Figure(f"upcard_{name}", "counter" if kind == "counter" else "gauge", words, [Sample(value)])

        info = {"version": __version__, "python": python_version(), "house": moment.house_name}
        yield Figure("upcard_build_info", "gauge", "What runs.", [Sample(1, info)])
        yield one("start_time_seconds", "When the server began, in seconds since 1970.", self.began)
        yield one("healthy", "1 while acts are taken.", health["ok"])
        yield Figure("upcard_acts_total", "counter", "Acts that were sent, by outcome.", self.acts.samples())
        yield Figure("upcard_act_seconds", "histogram", "From an act to its answer.", self.act_seconds.samples())
        yield one("slow_acts_total", "Acts that took long.", self.log.count["slow-act"], "counter")
        yield one("commits_total", "Commits seen, of any process.", site.hub.commits, "counter")
        yield one("entries_total", "Entries of the journal.", moment.seq, "counter")
        yield one("store_up", "1 while the store takes and gives.", locked is None)
        since = _seconds(locked["since"]) if locked else 0
        yield one("store_failing_since_seconds", "Since when it does not, in seconds since 1970, or 0.", since)
        yield one("floor_locked", "1 while play is suspended.", bool(moment.locked))
        yield one("people_up", "1 while the store of people answers.", "people-failing" not in self.failing)
        yield one("streams", "Live views that are open.", site.hub.streams)
        yield one("connections", "Connections that are open.", self.connections())
        yield Figure("upcard_sign_ins_total", "counter", "Passwords given, by outcome.", self.sign_ins.samples())
        yield one("heads_on", "1 where heads are signed.", heads is not None)
        yield one("heads_signed_total", "Heads signed here.", heads.signed_here if heads else 0, "counter")
        if (age := self.head_age) is not None:
            yield one("head_age_seconds", "Since a head was last signed.", age)
        yield one("entries_unsigned", "Entries that wait for a signed head.", self.unsigned)
        if self.disk_free is not None:
            yield one("disk_free_bytes", "Left on the disk of the store's folder.", self.disk_free)
        rounds = [Sample(done.number, {"table": name}) for name, done in moment.finished.items()]
        yield Figure("upcard_rounds_total", "counter", "The last round that ended, by table.", rounds)
        pending = sum(len(link.open) for link in moment.links.values())
        yield one("pending_awards", "Awards off a meter that are not paid yet.", pending)
        events = [Sample(count, {"event": name}) for name, count in sorted(self.log.count.items())]
        yield Figure("upcard_events_total", "counter", "Events of the log, told or not.", events)


STOPS = frozenset({"floor-locked", "people-failing", "store-gone", "stopping"})
"""What no act is taken for, or should not be."""


def _inode(file: str) -> int | None:
    try:
        return os.stat(file).st_ino
    except OSError:
        return None


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()
