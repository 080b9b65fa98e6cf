"""Heads sent elsewhere as they are signed: to another file, or to an address that the regulator keeps.

A head that is kept where nobody of the house can reach it proves later that nothing before it was cut away. It is sent
by a thread of its own. A place that cannot be reached is logged and never stops play; the newest head vouches for
every one that was lost on the way.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from pathlib import Path
from urllib.request import Request, urlopen

from upcard.store.store import StoreError

LONGEST = 10.0
"""Seconds that an address has for its answer."""
MOST_WAITING = 100

_log = logging.getLogger("upcard.heads")


class Push:
    """Sends lines of heads to one place, in order."""

    def __init__(self, to: str) -> None:
        """`to` is an http or https address, or the path of a file to append to."""
        self.to = to
        self.failed = ""
        """Why the last head was not sent, or empty."""
        self._address = to if to.startswith(("http://", "https://")) else ""
        if not self._address and "://" in to:
            raise StoreError(f"heads are sent to a file or to an http or https address, not to {to!r}")
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="upcard-push", daemon=True)
        self._thread.start()

    def send(self, line: str) -> None:
        """One more head; this returns at once."""
        with self._changed:
            self._waiting.append(line)
            self._changed.notify()

    def close(self) -> None:
        """Send what waits, for as long as one answer may take, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(LONGEST + 1)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    if self._closing:
                        return
                    self._changed.wait()
                line = self._waiting.popleft()
            try:
                if self._address:
                    asked = Request(self._address, line.encode(), {"Content-Type": "application/json"}, method="POST")
                    with urlopen(asked, timeout=LONGEST) as answer:
                        answer.read(1)
                else:
                    with Path(self.to).open("a", encoding="ascii") as file:
                        file.write(f"{line}\n")
                self.failed = ""
            except Exception as error:  # whatever it is, play goes on
                if not self.failed:
                    _log.error("heads cannot be sent to %s: %s", self.to, error)
                self.failed = str(error) or type(error).__name__
