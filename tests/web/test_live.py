"""Live views over a real server: what is there comes at once, what happens as it happens, and the end is clean."""

from __future__ import annotations

import json
import queue
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.web.everybody import HOUSE
from tests.web.served import Process, until

PATIENCE = 30.0
"""Seconds after which a test gives up; nothing is asserted of how long anything takes."""

SECRETS = {"sam": "supervisor", "dana": "dealer", "vic": "surveillance", "pat": "player", "lee": "licensee"}


CONSOLE = "table:stud-1:dealer"


class Event(NamedTuple):
    """An event of a stream; the end of it is one too."""

    name: str
    id: int = -1
    document: Any = None


END = Event("end")


class Somebody:
    """A person with a browser, at a server of its own."""

    def __init__(self, url: str, id: str = "") -> None:
        self.url = url
        self.client = httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False)
        if id:
            self.form(f"/demo/{SECRETS[id]}", id=id)

    def token(self) -> str:
        return str(self.client.get("/api/me").json()["token"])

    def form(self, path: str, **fields: str) -> None:
        answer = self.client.post(path, data={"token": self.token(), **fields}, headers={"Origin": self.url})
        assert answer.status_code == 303, answer.text

    def do(self, slug: str, act: dict[str, Any]) -> int:
        """An act that must be done; the entry after which it stands."""
        headers = {"Origin": self.url, "X-Upcard-Token": self.token()}
        path = f"/api/tables/{slug}/acts" if slug else "/api/acts"
        answer = self.client.post(path, json={"id": uuid.uuid4().hex, "act": act}, headers=headers)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seq"])

    def get(self, view: str) -> Any:
        """The document that a view shows, asked for once."""
        path = "/api/" + view
        if view.startswith("table:"):
            _, slug, as_ = view.split(":")
            path = f"/api/tables/{slug}?as={as_}"
        return self.client.get(path).json()

    @contextmanager
    def stream(self, view: str, last: int | None = None) -> Iterator[queue.Queue[Event]]:
        """The events of a view as they come."""
        heard: queue.Queue[Event] = queue.Queue()
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        begun = threading.Event()

        def listen() -> None:
            try:
                with self.client.stream("GET", "/api/stream", params={"view": view}, headers=headers) as answer:
                    assert answer.status_code == 200
                    assert answer.headers["content-type"].startswith("text/event-stream")
                    begun.set()
                    for event in parsed(answer.iter_lines()):
                        heard.put(event)
            except httpx.TransportError:
                heard.put(Event("broken"))
            finally:
                begun.set()
                heard.put(END)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        assert begun.wait(PATIENCE)
        try:
            yield heard
        finally:
            heard.put(END)


def parsed(lines: Iterator[str]) -> Iterator[Event]:
    """Server-sent events as a browser reads them; comments are heard by nobody."""
    fields: dict[str, str] = {}
    for line in lines:
        if not line:
            if "data" in fields:
                yield Event(fields.get("event", "message"), int(fields.get("id", -1)), json.loads(fields["data"]))
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")


def next_of(heard: queue.Queue[Event]) -> Event:
    return heard.get(timeout=PATIENCE)


def after(heard: queue.Queue[Event], seq: int) -> Event:
    """The first view that stands at an entry or later."""
    while True:
        event = next_of(heard)
        assert event.name == "view", event
        if event.id >= seq:
            return event


def started(folder: Path, port: int = 0) -> Process:
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    return Process(folder, "house.toml", "--demo", "--db", f"sqlite:{folder / 'live.db'}", port=port)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with started(tmp_path_factory.mktemp("live")) as found:
        dana = Somebody(found.url, "dana")
        for slug in ("stud-1", "six"):
            dana.do(slug, {"act": "OpenTable"})
        dana.client.close()
        yield found
        assert "Traceback" not in found.errors.read_text()


@contextmanager
def people(url: str, *ids: str) -> Iterator[list[Somebody]]:
    found = [Somebody(url, id) for id in ids]
    try:
        yield found
    finally:
        for each in found:
            each.client.close()


VIEWS = (
    ("", "lobby"), ("", "jackpots"), ("", "table:stud-1:seat"), ("", "table:stud-1:sign"), ("", "table:six:seat"),
    ("sam", "supervisor"), ("dana", "table:stud-1:dealer"), ("sam", "table:six:dealer"), ("pat", "table:stud-1:seat"),
    ("vic", "table:stud-1:surveillance"), ("lee", "table:stud-1:dealer"),
)  # fmt: skip


@pytest.mark.parametrize(("who", "view"), VIEWS)
def test_the_first_event_is_the_document_as_it_is(server: Process, who: str, view: str) -> None:
    with people(server.url, who) as (somebody,), somebody.stream(view) as heard:
        first = next_of(heard)
        assert (first.name, first.id, first.document) == ("view", first.document["seq"], somebody.get(view))


def something(dana: Somebody, slug: str = "stud-1") -> int:
    """An act that can be done any number of times: the dealer takes the table, or leaves it."""
    deals = dana.get(f"table:{slug}:dealer")["table"]["dealer"]
    return dana.do(slug, {"act": "RelieveDealer", "dealer": "" if deals else "dana"})


@pytest.mark.parametrize("view", ["lobby", "table:stud-1:seat", "table:stud-1:sign", "supervisor"])
def test_what_happens_elsewhere_arrives(server: Process, view: str) -> None:
    with people(server.url, "sam", "dana") as (sam, dana), sam.stream(view) as heard:
        before = next_of(heard)
        seq = something(dana)
        news = after(heard, seq)
        assert news.id > before.id
        assert news.document == sam.get(view)


def test_what_happens_at_another_table_is_no_news_of_this_one(server: Process) -> None:
    with people(server.url, "sam", "dana") as (sam, dana), sam.stream("table:six:seat") as heard:
        before = next_of(heard)
        something(dana)
        seq = something(dana, "six")
        event = next_of(heard)
        assert (event.name, event.id) == ("view", seq)
        assert event.id > before.id + 1, "what happened at the other table came between"


def test_who_comes_back_is_told_only_what_is_new(server: Process) -> None:
    with people(server.url, "sam", "dana") as (sam, dana):
        view = "table:stud-1:seat"
        now = sam.get(view)["seq"]
        with sam.stream(view, last=now) as heard:
            seq = something(dana)
            event = next_of(heard)
            assert (event.name, event.id) == ("view", seq), "nothing before it"
        for older in (now, 0, 10**14):
            with sam.stream(view, last=older) as heard:
                event = next_of(heard)
                assert (event.id, event.document) == (seq, sam.get(view))


def test_who_sits_down_sees_the_own_seat_from_then_on(server: Process) -> None:
    with people(server.url, "pat", "") as (pat, nobody):
        with pat.stream("table:stud-1:seat") as own, nobody.stream("table:stud-1:seat") as others:
            assert (next_of(own).document["you"], next_of(others).document["you"]) == (None, None)
            seq = pat.do("stud-1", {"act": "TakeSeat", "seat": 3, "player": "pat"})
            assert after(own, seq).document["you"] == 3
            assert after(others, seq).document["you"] is None
        pat.do("stud-1", {"act": "LeaveSeat", "seat": 3})


def test_signing_out_ends_the_stream(server: Process) -> None:
    with people(server.url, "sam", "dana") as (sam, dana), sam.stream("supervisor") as heard:
        assert next_of(heard).name == "view"
        sam.form("/sign-out")
        something(dana)
        assert next_of(heard) == END, "and of what happened then nothing was told"


def test_a_locked_id_hears_nothing_more(server: Process) -> None:
    with people(server.url, "sam", "dana", "lee") as (sam, dana, lee), sam.stream("table:stud-1:dealer") as heard:
        assert next_of(heard).name == "view"
        headers = {"Origin": lee.url, "X-Upcard-Token": lee.token()}
        for change in ("lock", "unlock"):
            answer = lee.client.post(f"/api/house/people/sam/{change}", json={}, headers=headers)
            assert answer.status_code == 200, answer.text
        something(dana)
        assert next_of(heard) == END


@pytest.mark.parametrize("view", ["supervisor", "table:stud-1:dealer", "table:stud-1:surveillance"])
def test_a_stream_is_not_for_everybody(server: Process, view: str) -> None:
    with people(server.url, "pat", "") as everyone:
        for somebody in everyone:
            answer = somebody.client.get("/api/stream", params={"view": view})
            assert answer.status_code == 403


def test_the_end_is_clean_with_streams_open(tmp_path: Path) -> None:
    with started(tmp_path) as server, people(server.url, "sam", "", "dana") as (sam, nobody, dana):
        dana.do("stud-1", {"act": "OpenTable"})
        with (
            sam.stream("supervisor") as one,
            nobody.stream("lobby") as two,
            dana.stream("table:stud-1:dealer") as three,
        ):
            for heard in (one, two, three):
                assert next_of(heard).name == "view"
            server.process.terminate()
            assert server.process.wait(PATIENCE) == 0
            for heard in (one, two, three):
                assert [next_of(heard).name for _ in range(2)] == ["bye", "end"]
        assert server.process.stdout is not None
        assert server.process.stdout.read() == "", "one line, and nothing else"
        assert "Traceback" not in server.errors.read_text()


def test_after_a_kill_everything_is_as_it_was_and_streams_are_taken_up(tmp_path: Path) -> None:
    with started(tmp_path) as first, people(first.url, "dana", "") as (dana, nobody):
        with nobody.stream("table:stud-1:seat") as heard:
            next_of(heard)
            seq = dana.do("stud-1", {"act": "OpenTable"})
            before = after(heard, seq)
            first.kill()
            assert next_of(heard) == Event("broken")
        with started(tmp_path, port=first.port) as again:
            assert again.url == first.url
            until(lambda: nobody.client.get("/api/me").status_code == 200)
            assert nobody.get("table:stud-1:seat") == before.document
            with nobody.stream("table:stud-1:seat", last=before.id) as heard:
                seq = something(dana)
                assert next_of(heard).id == seq, "a session outlives the process, and nothing is told twice"
