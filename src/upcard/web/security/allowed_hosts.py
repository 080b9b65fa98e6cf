"""The names that the site goes by. A page that reaches it under any other name was led here by somebody else's."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

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
