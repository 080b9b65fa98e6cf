"""How often somebody may do something: a bucket for each, refilled steadily, and a bounded number of buckets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

MOST_BUCKETS = 10_000


class Rate(NamedTuple):
    """So many at once, and so many in so many seconds from then on."""

    burst: int
    many: int
    seconds: int


class Rates(NamedTuple):
    """The rates of a site."""

    acts: Rate = Rate(60, 20, 1)
    """Whatever is sent, by session, or by address where nobody is signed in."""
    sign_ins: Rate = Rate(10, 10, 60)
    """Passwords tried, by address."""
    approvals: Rate = Rate(10, 10, 60)
    """Passwords of second persons tried, by the first one's id."""


class Buckets:
    """What is left for each key. The one that was used longest ago is forgotten first: it is the fullest."""

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = MOST_BUCKETS) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> int:
        """0 where it may be done, else the seconds after which it may be tried again."""
        burst, many, seconds = self._rate
        now = self._clock()
        left, at = self._left.pop(key, (float(burst), now))
        left = min(float(burst), left + (now - at) * many / seconds)
        taken = left >= 1
        self._left[key] = (left - 1 if taken else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0 if taken else max(1, ceil((1 - left) * seconds / many))

    def __len__(self) -> int:
        return len(self._left)


def network(address: str) -> str:
    """Whom an address belongs to, as far as rates go: one customer has many addresses of the newer kind.

    >>> network("192.0.2.7"), network("2001:db8:a:b:c:d:e:f"), network("a socket")
    ('192.0.2.7', '2001:db8:a:b::', 'a socket')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
