"""How often somebody may do something: a bucket for each, refilled steadily, and a bounded number of buckets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
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
    """The rates of a site, each for a person, or for a network where nobody is signed in."""

    acts: Rate = Rate(60, 20, 1)
    """Whatever is sent."""
    pages: Rate = Rate(300, 60, 1)
    """Pages and documents."""
    files: Rate = Rate(1500, 300, 1)
    """Style sheets, scripts and pictures: a page has a dozen of them, and a house many screens behind one address."""
    streams: Rate = Rate(300, 30, 1)
    """Streams that are opened."""
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

    def take(self, key: str, times: int = 1) -> int:
        """0 where it may be done, else the seconds after which it may be tried again.

        Somebody who stands for many others may do everything so many times as often.
        """
        burst, many, seconds = self._rate.burst * times, self._rate.many * times, self._rate.seconds
        now = self._clock()
        left, at = self._left.pop(key, (float(burst), now))
        left = min(float(burst), left + (now - at) * many / seconds)
        taken = left >= 1
        self._left[key] = (left - 1 if taken else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0 if taken else max(1, ceil((1 - left) * seconds / many))

    def empty(self, key: str) -> bool:
        """Whether it may not be done at this moment; asking takes nothing."""
        _, many, seconds = self._rate
        left, at = self._left.get(key, (1.0, 0.0))
        return left + (self._clock() - at) * many / seconds < 1

    def __len__(self) -> int:
        return len(self._left)


@lru_cache(1024)
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
