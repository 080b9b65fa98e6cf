"""What the site knows in order to be safe: its people, its names, whether it is reached by https, and the rates."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable

from starlette.requests import HTTPConnection

from upcard.errors import HouseError, Refused
from upcard.people import People, Person, Role
from upcard.web.security.allowed_hosts import LOOPBACK, is_loopback, named
from upcard.web.security.rate_limit import Buckets, Rate, Rates, Scheduler

# ---- The people of a demonstration -------------------------------------------------------------------------
# their password is known to everybody, so they exist on this machine alone.


PASSWORD = "upcard-demo"
DEMO_PEOPLE: tuple[tuple[str, str, Role], ...] = (
    ("dana", "Dana", "dealer"),
    ("flo", "Flo", "floorperson"),
    ("sam", "Sam", "supervisor"),
    ("sol", "Sol", "supervisor"),
    ("vic", "Vic", "surveillance"),
    ("rae", "Rae", "regulator"),
    ("lee", "Lee", "licensee"),
    ("pat", "Pat", "player"),
    ("kim", "Kim", "player"),
    ("lou", "Lou", "player"),
)
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Letters that make no words."""


def add_demo_people(people: People, host: str) -> None:
    """Makes whoever of them is not there yet; refused where anybody else could reach them, or has people of its own."""
    if not is_loopback(host):
        raise HouseError("--demo", f"everybody knows its passwords, so it runs on this machine alone and not on {host}")
    if not people.empty:
        because = "this house has people of its own, so nobody is anybody in it: a demonstration has another journal"
        raise HouseError("--demo", because)
    people.demo = True
    people.add_demo(DEMO_PEOPLE, PASSWORD)


def demo_person(people: People, role: str, id: str) -> Person:
    """Who somebody becomes who asks for a role: the one named, else the first of the role; a player is a new guest."""
    known = [each for each, _, its in DEMO_PEOPLE if its == role]
    if not known or (id and id not in known):
        raise Refused(None, "there is no such person in the demonstration")
    if role == "player" and not id:
        return _guest(people)
    found = people.get(id or known[0])
    if found is None or not found.demo or found.locked:
        raise Refused(None, f"{id or known[0]} is not to be had in this demonstration")
    return found


def _guest(people: People) -> Person:
    while True:
        letters = "".join(secrets.choice(LETTERS) for _ in range(4))
        if people.get(f"guest-{letters}") is None:
            return people.add_guest(f"guest-{letters}", f"Guest {letters.upper()}")


# ---- security ----------------------------------------------------------------------------------------------


COOKIE = "upcard"
FORM_COOKIE = "upcard-form"
"""What the forms of somebody who is not signed in are bound to. It is not the session's cookie: that one does not come
along when a link on another site is followed, and must not be overwritten then."""
FORM_VALUE = re.compile("[0-9a-f]{32}")
SHIFT = 12 * 3600


class Security:
    """One for each running site: `site.security`."""

    def __init__(
        self,
        people: People,
        *,
        hosts: Iterable[str] = (),
        https: bool = False,
        rates: Rates | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hosts` are the names, with ports or without, by which the site is reached beside those of this machine."""
        self.people = people
        names = (named(f"[{host}]" if host.count(":") > 1 and host[0] != "[" else host) for host in hosts)
        self.hosts = frozenset((*LOOPBACK, *names)) - {""}
        self.https = https
        rates = rates or Rates()
        self.acts = Buckets(rates.acts, clock)
        self.reads = {kind: Buckets(getattr(rates, kind), clock) for kind in ("pages", "files", "streams")}
        self.tokens = Buckets(Rate(60, 60, 60), clock)
        """Requests with an API token, each at the token's own rate."""
        self.sign_ins = Buckets(rates.sign_ins, clock)
        self.approvals = Buckets(rates.approvals, clock)
        self.scheduler = Scheduler()

    def token(self, bound_to: str) -> str:
        """The token of forms that belong to a session, or to a cookie of somebody who is not signed in."""
        return hmac.digest(self.people.secret, b"form:" + bound_to.encode(), "sha256").hex()

    def cookie(self, name: str, value: str) -> str:
        """A Set-Cookie header; an empty value takes the cookie away."""
        kept = f"{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={SHIFT if value else 0}"
        return f"{kept}; Secure" if self.https else kept


def security_of(request: HTTPConnection) -> Security:
    """The security of the site that a request came to."""
    found: Security = request.app.state.site.security
    return found


def token_of(request: HTTPConnection) -> str:
    """The token for the forms of a page, and for what its scripts send; whoever has no cookie yet is given one."""
    security = security_of(request)
    if request.state.session:
        return security.token(request.state.session)
    kept = request.cookies.get(FORM_COOKIE, "")
    if not FORM_VALUE.fullmatch(kept):
        kept = request.state.form_cookie = secrets.token_hex(16)
    return security.token(kept)


def is_token(request: HTTPConnection, given: str) -> bool:
    """Whether a form or a script gave the token of the page that it was on."""
    security = security_of(request)
    kept = request.state.session or request.cookies.get(FORM_COOKIE, "")
    if not request.state.session and not FORM_VALUE.fullmatch(kept):
        return False
    return hmac.compare_digest(given.encode("utf-8", "replace"), security.token(kept).encode())
