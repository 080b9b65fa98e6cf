"""The server breaks, and whoever runs it reads so in the log, in /health and in /metrics, without opening a page."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest

from tests.web.served import STUD, Process, casino, until
from tests.web.visitor import Visitor
from upcard.people.sqlite import SqlitePeople
from upcard.store.store import StoreError
from upcard.web.monitor import STOPS, Figure, Histogram, Sample, Tally, exposed
from upcard.web.operator_log import AT_ONCE, BETWEEN, EVENTS, OperatorLog
from upcard.web.security.allowed_hosts import Forwarded, is_direct, is_loopback

Visit = Callable[..., Visitor]
DOCS = Path(__file__).parents[2] / "docs"
LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from upcard.cli import main
sys.exit(main(sys.argv[1:]))
"""


def _arguments(folder: Path) -> tuple[str, ...]:
    (folder / "house.toml").write_text(STUD, encoding="utf-8")
    return (str(folder / "house.toml"), "--demo", "--db", f"sqlite:{folder / 'casino.db'}", "--log-json")


def _events(server: Process) -> list[dict[str, Any]]:
    """Every line of standard error: one document each, whatever happened."""
    return [json.loads(line) for line in server.errors.read_text().splitlines()]


def _told(server: Process, event: str) -> dict[str, Any]:
    found: dict[str, Any] = until(lambda: next((each for each in _events(server) if each["event"] == event), None))
    return found


def _figure(server: Process, name: str) -> float:
    text = httpx.get(f"{server.url}/metrics").text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, (name, text)
    return float(found[1])


def _reasons(server: Process) -> tuple[int, list[str]]:
    answer = httpx.get(f"{server.url}/health")
    return answer.status_code, [each["reason"] for each in answer.json()["reasons"]]


def test_a_server_that_is_well_says_so(tmp_path: Path, visit: Visit) -> None:
    with Process(tmp_path, *_arguments(tmp_path)) as server:
        answer = httpx.get(f"{server.url}/health")
        assert (answer.status_code, answer.json()["ok"], answer.json()["reasons"]) == (200, True, [])
        dealer = visit(server.url, "dealer")
        before = _figure(server, 'upcard_acts_total{outcome="done"}')
        dealer.do("stud-1", {"act": "OpenTable"})
        assert dealer.act("stud-1", {"act": "OpenTable"}).status_code == 422
        assert _figure(server, 'upcard_acts_total{outcome="done"}') == before + 1
        assert _figure(server, 'upcard_acts_total{outcome="refused"}') == 1
        assert _figure(server, "upcard_act_seconds_count") == before + 2
        for name in ("entries_total", "commits_total", "connections", "disk_free_bytes", "heads_signed_total",
                     "start_time_seconds"):  # fmt: skip
            assert _figure(server, f"upcard_{name}") > 0, name
        assert _figure(server, "upcard_store_up") == 1
        assert server.stop() == 0
        told = [each["event"] for each in _events(server)]
        assert (told[0], told[-1]) == ("start", "stop")
        assert "ready" in told


def test_a_sign_in_that_is_locked_out_and_a_slow_act_are_told(tmp_path: Path, visit: Visit) -> None:
    with Process(tmp_path, *_arguments(tmp_path), "--slow-act", "0") as server:
        visit(server.url, "dealer").do("stud-1", {"act": "OpenTable"})
        assert _told(server, "slow-act")["act"] == "OpenTable at Stud 1"
        guesser = visit(server.url)
        for _ in range(6):
            form = {"token": guesser.token, "id": "lee", "password": "wrong"}
            guesser.client.post("/sign-in", data=form, headers={"Origin": server.url})
        assert _told(server, "sign-in-locked")["id"] == "lee"
        assert _figure(server, 'upcard_sign_ins_total{outcome="failed"}') == 5
        assert _figure(server, 'upcard_sign_ins_total{outcome="locked"}') == 1
        assert _figure(server, "upcard_slow_acts_total") >= 1
        assert _reasons(server) == (200, [])


def test_a_disk_that_takes_no_more_is_told_until_it_does(tmp_path: Path, visit: Visit) -> None:
    """With a limit on the size of files, as `ulimit -f` sets it, put on the running server and taken off again."""
    resource = pytest.importorskip("resource")
    with Process(tmp_path, *_arguments(tmp_path), program=("-c", LIMITED)) as server:
        dealer = visit(server.url, "dealer")
        limit = max(file.stat().st_size for file in tmp_path.glob("casino.db*"))
        _limit(resource, server.process.pid, limit)

        def refused() -> bool:
            return dealer.act("stud-1", {"act": "RelieveDealer", "dealer": dealer.id}).status_code == 503

        until(refused)
        assert "Play has stopped" in _told(server, "floor-locked")["text"]

        def told() -> bool:
            refused()  # the house tries by itself whether the disk takes more, and for a small act it may
            figures = _figure(server, "upcard_store_up"), _figure(server, "upcard_floor_locked")
            return (*figures, *_reasons(server)) == (0, 1, 503, ["floor-locked"])

        until(told)
        assert _figure(server, 'upcard_acts_total{outcome="unavailable"}') >= 1
        _limit(resource, server.process.pid, -1)
        _told(server, "floor-unlocked")
        until(lambda: _reasons(server) == (200, []))
        assert _figure(server, "upcard_store_up") == 1


def _limit(resource: Any, pid: int, size: int) -> None:
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux changes the limits of another process")
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))


def test_the_first_people_are_led_to_the_address_that_people_use(tmp_path: Path) -> None:
    """Where the site is reached by https, a form that was sent to the server's own address is refused."""
    house, _, *others = _arguments(tmp_path)
    with Process(tmp_path, house, *others, "--https", "--name", "casino.example") as server:
        ready = _told(server, "ready")
        assert ready["place"] == f"{server.url}/"
        assert ready["welcome"].startswith("https://casino.example/welcome?code=")
        assert ready["regulator"].startswith("https://casino.example/regulator?code=")


def test_a_start_says_where_it_goes_on(tmp_path: Path, visit: Visit) -> None:
    with Process(tmp_path, *_arguments(tmp_path)) as server:
        visit(server.url, "dealer").do("stud-1", {"act": "OpenTable"})
        assert server.stop() == 0
        stopped = _told(server, "stop")["entry"]
    with Process(tmp_path, *_arguments(tmp_path)) as server:
        assert _told(server, "start")["entry"] == stopped > 0


def test_a_store_that_is_taken_away_is_told(tmp_path: Path) -> None:
    """What the system still lets the server write is gone when it stops."""
    with Process(tmp_path, *_arguments(tmp_path)) as server:
        assert "welcome" not in _told(server, "ready"), "a demonstration has no such page"
        for file in ("casino.db", "casino.people.db"):
            assert _reasons(server) == (200, [])
            (tmp_path / file).rename(tmp_path / "elsewhere.db")
            until(lambda: _reasons(server) == (503, ["store-gone"]))
            (tmp_path / "elsewhere.db").rename(tmp_path / file)
            until(lambda: _reasons(server) == (200, []))
        gone = [each for each in _events(server) if each["event"] == "store-gone"]
        assert [Path(each["file"]).name for each in gone] == ["casino.db", "casino.people.db"]


def test_people_who_cannot_be_reached_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> NoReturn:
        raise StoreError("the people cannot be reached")

    async def broken() -> None:
        async with casino(tmp_path) as here:
            nobody, told = await here.somebody(), here.site.monitor.log.last

            async def answers(status: int, event: str) -> httpx.Response:
                for _ in range(100):
                    answer = await nobody.client.get("/health")
                    if answer.status_code == status and told and told[-1].event == event:
                        return answer
                    await asyncio.sleep(0.1)
                raise AssertionError((answer.text, told))

            with monkeypatch.context() as patch:
                patch.setattr(SqlitePeople, "read", away)
                answer = await answers(503, "people-failing")
                assert [each["text"] for each in answer.json()["reasons"]] == ["the people cannot be reached"]
                assert "upcard_people_up 0\n" in (await nobody.client.get("/metrics")).text
            await answers(200, "people-back")
            assert "upcard_people_up 1\n" in (await nobody.client.get("/metrics")).text

    asyncio.run(broken())


def test_the_page_shows_it_to_the_licensee_and_the_regulator(tmp_path: Path) -> None:
    async def looked() -> None:
        async with casino(tmp_path) as here:
            here.site.journal.sign(here.site.floor)
            for role in ("licensee", "regulator"):
                somebody = await here.somebody(role)
                found = (await somebody.client.get("/api/status")).json()
                assert (found["health"]["ok"], found["signed"]) == (True, here.site.moment.seq)
                page = await somebody.client.get("/status")
                assert page.status_code == 200
                assert 'href="/status" aria-current="page"' in page.text
            player = await here.somebody("player")
            assert (await player.client.get("/api/status")).status_code == 403

    asyncio.run(looked())


# ---- who is told -----------------------------------------------------------------------------------------------------


class Answering:
    """What the site would see of a request."""

    def __init__(self) -> None:
        self.direct: bool | None = None
        self.address: object = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.direct, self.address = is_direct(scope), scope["client"][0]


@pytest.mark.parametrize(
    ("proxies", "client", "headers", "told"),
    [
        ((), "127.0.0.1", {}, True),
        ((), "::1", {}, True),
        ((), "192.0.2.7", {}, False),
        ((), "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, False),
        ((), "127.0.0.1", {"Forwarded": "for=127.0.0.1"}, False),
        ((), "127.0.0.1", {"X-Real-IP": "127.0.0.1"}, False),
        ((), "127.0.0.1", {"Via": "1.1 proxy"}, False),
        (("127.0.0.1",), "127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, False),
        (("127.0.0.1",), "127.0.0.1", {"X-Forwarded-For": "127.0.0.1, 192.0.2.7"}, False),
        (("127.0.0.1",), "127.0.0.1", {}, True),
        (("192.0.2.1",), "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, False),
    ],
)
def test_only_this_machine_is_told(proxies: tuple[str, ...], client: str, headers: dict[str, str], told: bool) -> None:
    site = Answering()
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (client, 1), "headers": raw}
    asyncio.run(Forwarded(site, proxies)(scope, None, None))  # type: ignore[arg-type]
    assert (bool(site.direct) and is_loopback(str(site.address))) is told


def test_others_are_told_with_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_METRICS_TOKEN", "for prometheus")
    with Process(tmp_path, *_arguments(tmp_path)) as server:
        elsewhere = {"X-Forwarded-For": "192.0.2.7"}
        for path in ("/health", "/metrics"):
            assert httpx.get(server.url + path, headers=elsewhere).status_code == 403
            wrong = elsewhere | {"Authorization": "Bearer for somebody"}
            assert httpx.get(server.url + path, headers=wrong).status_code == 403
            right = elsewhere | {"Authorization": "Bearer for prometheus"}
            assert httpx.get(server.url + path, headers=right).status_code == 200


def test_a_silent_proxy_tells_nobody(tmp_path: Path) -> None:
    """Many proxies add no header that says so; the name that their visitors use tells them from this machine."""
    arguments = [each for each in _arguments(tmp_path) if each != "--demo"]
    with Process(tmp_path, *arguments, "--name", "casino.example") as server:
        for path in ("/health", "/metrics"):
            assert httpx.get(server.url + path, headers={"Host": "casino.example"}).status_code == 403
            assert httpx.get(server.url + path).status_code == 200


# ---- the log and the figures themselves ------------------------------------------------------------------------------


def test_nobody_fills_a_disk_with_the_log() -> None:
    now = [0.0]
    log, to = OperatorLog(lambda: now[0]), io.StringIO()
    log.begin(to, as_json=True)
    for _ in range(1000):
        log.report("sign-in-locked", id="lee", address="192.0.2.7\nalarm forged: x")
    assert len(to.getvalue().splitlines()) == AT_ONCE
    assert "\\n" not in to.getvalue()
    now[0] += BETWEEN
    log.report("sign-in-locked", id="lee", address="")
    assert json.loads(to.getvalue().splitlines()[-1])["left_out"] == 1000 - AT_ONCE
    assert log.count["sign-in-locked"] == 1001
    for _ in range(50):
        log.report("floor-locked", because="an alarm is never left out")
    assert len(to.getvalue().splitlines()) == AT_ONCE + 51


def test_figures_are_as_prometheus_reads_them() -> None:
    took, outcomes = Histogram(), Tally("outcome", ("done", "refused"))
    for seconds in (0.001, 0.005, 0.3, 99.0):
        took.add(seconds)
    outcomes.add("done")
    figures = [Figure("t", "histogram", "Time.", took.samples()), Figure("n", "counter", "N.", outcomes.samples())]
    lines = exposed([*figures, Figure("g", "gauge", "G.", [Sample(0.5, {"a": 'x"\n\\'})])]).splitlines()
    assert 't_bucket{le="0.005"} 2' in lines
    assert 't_bucket{le="0.5"} 3' in lines
    assert 't_bucket{le="+Inf"} 4' in lines
    assert "t_count 4" in lines
    assert lines[-1] == 'g{a="x\\"\\n\\\\"} 0.5'
    assert 'n{outcome="refused"} 0' in lines, "what has not happened yet is 0, and not missing"


def test_the_document_says_what_every_alarm_means() -> None:
    text = (DOCS / "operate.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE))
    assert explained == set(EVENTS) | STOPS
