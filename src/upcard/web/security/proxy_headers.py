"""Where a request comes from, when a proxy has passed it on: nobody is believed in this but a proxy that was named."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

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
