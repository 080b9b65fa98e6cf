"""Whom a proxy names is believed of that proxy alone, and only where it is an address."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import here
from tests.web.served import Process
from tests.web.visitor import Visitor
from upcard.web.security.allowed_hosts import Forwarded

PROXY, INNER, PERSON = "192.0.2.1", "192.0.2.2", "203.0.113.9"


def address(client: str, *lines: str, proxies: tuple[str, ...] = (PROXY,)) -> str:
    """Where a request seems to come from."""
    heard: list[str] = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope["client"][0])

    headers = [(b"host", b"x"), *((b"x-forwarded-for", line.encode("latin-1")) for line in lines)]
    scope = {"type": "http", "client": (client, 5000), "headers": headers}
    asyncio.run(Forwarded(site, proxies)(scope, None, None))  # type: ignore[arg-type]  # neither is used
    return heard[0]


SAID = (
    ((PERSON,), PERSON),
    (("198.51.100.7, 203.0.113.9",), PERSON),
    (("198.51.100.7", PERSON), PERSON),
    ((f"{PERSON}, {INNER}",), PERSON),
    ((f"{PERSON}:4711",), PERSON),
    (("[2001:db8::9]:4711",), "2001:db8::9"),
    ((f"::ffff:{PERSON}",), PERSON),
    ((), PROXY),
    (("",), PROXY),
    (("unknown",), PROXY),
    (("<img src=x onerror=alert(1)>",), PROXY),
    ((f"{PERSON}, not an address",), PROXY),
    ((f"not an address, {INNER}",), INNER),
    (("203.0.113.999",), PROXY),
    (("\xb2\xb0\xb3.0.113.9",), PROXY),
)


@pytest.mark.parametrize(("lines", "found"), SAID)
def test_a_proxy_is_believed(lines: tuple[str, ...], found: str) -> None:
    assert address(PROXY, *lines, proxies=(PROXY, INNER)) == found


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "198.51.100.7", "a socket"])
def test_nobody_else_is(client: str) -> None:
    assert address(client, PERSON) == client
    assert address(client, PERSON, proxies=()) == client


def test_by_default_nobody_is_not_even_on_this_machine(tmp_path: Path) -> None:
    with Process(tmp_path, "--demo", "--no-bots", "--db", f"sqlite:{tmp_path / 'a.db'}") as server:
        nobody, watcher = Visitor(server.url), Visitor(server.url, "surveillance")
        form = {"token": nobody.token, "id": "pat", "password": "not the right one"}
        headers = {"Origin": server.url, "X-Forwarded-For": PERSON}
        assert nobody.client.post("/sign-in", data=form, headers=headers).status_code == 403
        assert {each["address"] for each in watcher.get("/api/attempts")["attempts"]} == {"127.0.0.1"}
        nobody.close()
        watcher.close()


def test_a_proxy_is_named_by_its_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran = here(capsys, monkeypatch)("serve", "--behind-proxy", "casino.example")
    assert ran.status == 2
    assert "--behind-proxy: 'casino.example' is not an address." in ran.err


def test_a_demonstration_has_no_proxy(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran = here(capsys, monkeypatch)("serve", "--demo", "--behind-proxy", "127.0.0.1")
    assert ran.status == 2
    assert "--behind-proxy" in ran.err
