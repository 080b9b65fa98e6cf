"""`upcard serve` whose shuffles come out the same each time: the secret of all of them is UPCARD_TEST_SECRET.

The order of a deck follows from the secret, the table, the number of the shuffle and who sits where, so that a test
that does the same again is dealt the same again.
"""

from __future__ import annotations

import hashlib
import os

from upcard.cli import main
from upcard.shuffles.key_derivation import Source


def same(self: Source) -> bytes:
    return hashlib.sha256(os.environ["UPCARD_TEST_SECRET"].encode()).digest()


if __name__ == "__main__":
    setattr(Source, "secret", same)  # noqa: B010 - the one thing that is not as it is served
    raise SystemExit(main())
