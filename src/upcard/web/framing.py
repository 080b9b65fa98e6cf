"""Where a request ends: whatever two programs could read in two ways is refused before it is read at all.

A proxy that takes another end of a request for the right one would pass somebody's next request on as a part of it. So
lines end in one way, no line goes on in the next, and the length of a body is said once, as a number.
"""

from __future__ import annotations

import re
from typing import NamedTuple

END = re.compile(rb"\n\r?\n")
"""Where a reader that takes everything would see the end of a head."""
BARE = re.compile(rb"(?<!\r)\n|\r(?!\n|\Z)|\0")
"""A line that ends in another way than all others; a line feed that is still to come is none."""
FOLDED = re.compile(rb"\n[ \t]")
LENGTH = re.compile(rb"\ncontent-length[^\n:]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
ENCODING = re.compile(rb"\ntransfer-encoding[^\n:]*:[ \t]*([^\r\n]*)", re.IGNORECASE)


class Fault(NamedTuple):
    """Why a request is not read."""

    status: int
    said: str


UNCLEAR = Fault(400, "The lines of this request do not end as they have to.")
LENGTHS = Fault(400, "This request says its length in two ways.")
NO_LENGTH = Fault(411, "A request says its length in Content-Length: Transfer-Encoding is not taken.")


def fault_of(received: bytes) -> Fault | None:
    """What is wrong with the request that begins here, as far as it has come.

    >>> fault_of(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n") is None
    True
    >>> fault_of(b"GET / HTTP/1.1\\nHost: x\\n\\n").status
    400
    >>> fault_of(b"GET / HTTP/1.1\\r\\nContent-Length: 5, 5\\r\\n\\r\\n").said
    'This request says its length in two ways.'
    """
    end = END.search(received)
    head = received[: end.end()] if end else received
    if BARE.search(head) or FOLDED.search(head):
        return UNCLEAR
    if encodings := ENCODING.findall(head):
        alone = len(encodings) == 1 and encodings[0].strip().lower() == b"chunked" and not LENGTH.search(head)
        return (NO_LENGTH if alone else LENGTHS) if end else None  # more may come that tells which
    lengths = LENGTH.findall(head)
    one = len(lengths) < 2 and not (end and lengths and not lengths[0].rstrip(b" \t").isdigit())
    return None if one else LENGTHS
