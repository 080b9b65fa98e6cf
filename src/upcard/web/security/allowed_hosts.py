"""The names that the site goes by, and where a request comes from when a proxy that was named has passed it on.

A page that reaches the site under any other name was led here by somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def is_loopback(host: str) -> bool:
    """Whether a host is this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("casino.example")
    (True, True, False, False)
    >>> is_loopback("::1"), is_loopback("::ffff:127.0.0.1"), is_loopback("::ffff:192.0.2.7")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        found = ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def named(header: str) -> str:
    """The name in a Host header, without the port; empty where it is none.

    >>> named("Localhost:8000"), named("[::1]:8000"), named("evil.example@x"), named("a b")
    ('localhost', '::1', '', '')
    """
    return _split(f"//{header}")[0]


def same_origin(origin: str, host: str, *, https: bool) -> bool:
    """Whether an Origin, or the start of a Referer, is the site itself as the browser called it.

    >>> same_origin("http://localhost:8000", "localhost:8000", https=False)
    True
    >>> same_origin("http://localhost:8001", "localhost:8000", https=False)
    False
    """
    scheme = "https" if https else "http"
    if not origin.lower().startswith(f"{scheme}://"):
        return False
    ours = _split(f"//{host}")
    return bool(ours[0]) and _split(origin, scheme) == (ours[0], ours[1] or _DEFAULT_PORTS[scheme])


def _split(url: str, scheme: str = "") -> tuple[str, int]:
    if any(letter in url for letter in " \t\r\n\\") or not url.isascii():
        return "", 0
    try:
        found = urlsplit(url)
        port = found.port or _DEFAULT_PORTS.get(scheme, 0)
    except ValueError:
        return "", 0
    if not found.hostname or "@" in found.netloc:
        return "", 0
    return found.hostname.rstrip("."), port


def local_path(next: str) -> str:
    """Where a sign-in leads to afterwards: a path of this site, or the first page.

    >>> local_path("/table/stud-1?x=1"), local_path("//evil.example"), local_path("https://evil.example")
    ('/table/stud-1?x=1', '/', '/')
    """
    plain = next.isascii() and next.isprintable() and "\\" not in next and len(next) <= 500
    return next if plain and next.startswith("/") and not next.startswith("//") else "/"


FORWARDED_FOR = b"x-forwarded-for"
PASSED_ON = frozenset({b"forwarded", b"via", b"x-real-ip"})
"""Headers, beside those that begin with x-forwarded, which say that a request was passed on."""


class Forwarded:
    """Around the site: gives a request the address that the last proxy which is believed names."""

    def __init__(self, app: ASGIApp, proxies: Iterable[str]) -> None:
        self.app = app
        self._proxies = frozenset(found for found in map(_address, proxies) if found is not None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._proxies and scope["type"] == "http" and scope.get("client"):
            believed = _address(scope["client"][0]) in self._proxies
            scope["client"] = self._origin(scope)
            scope["upcard.believed"] = believed
        await self.app(scope, receive, send)

    def _origin(self, scope: Scope) -> tuple[str, int]:
        """Each proxy adds, at the end, whom it heard: so it is read backwards, for as long as proxies are believed."""
        client: tuple[str, int] = tuple(scope["client"])
        if _address(client[0]) not in self._proxies:
            return client
        lines = [value for name, value in scope["headers"] if name == FORWARDED_FOR]
        for said in reversed(b",".join(lines).decode("latin-1").split(",")):
            heard = _address(_without_port(said.strip()))
            if heard is None:
                break
            client = (str(heard), 0)
            if heard not in self._proxies:
                break
        return client


def is_direct(scope: Scope) -> bool:
    """Whether the address of a request is that of whoever asks: nobody has passed it on, or only who is believed.

    A proxy that is not believed is one more machine that anybody may have asked, this one included.
    """
    if scope.get("upcard.believed"):
        return True
    return not any(name in PASSED_ON or name.startswith(b"x-forwarded-") for name, _ in scope["headers"])


def is_address(text: str) -> bool:
    """Whether it is an address.

    >>> is_address("127.0.0.1"), is_address("::1"), is_address("casino.example"), is_address("")
    (True, True, False, False)
    """
    return _address(text) is not None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def _without_port(text: str) -> str:
    """Some proxies add the port.

    >>> _without_port("192.0.2.7:4711"), _without_port("[2001:db8::7]:4711"), _without_port("2001:db8::7")
    ('192.0.2.7', '2001:db8::7', '2001:db8::7')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
