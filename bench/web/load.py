"""Many connections that ask for one page again and again, in a process of their own.

Nothing is understood of an answer but where it ends, so that the load takes as little as it can of the machine that the
server runs on. Whoever is refused asks again at once, as somebody does who means harm.
"""

from __future__ import annotations

import re
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

PAGE = "/law/ma"
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
SETTLED = 1.5
"""Seconds after which every connection has asked."""


class Line:
    """One connection, and what has come of the answer that it waits for."""

    def __init__(self, port: int, asked: bytes) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setblocking(False)
        self._asked = asked
        self._head = b""
        self._left = -1
        self.ask()

    def ask(self) -> None:
        self._head, self._left = b"", -1
        self.sock.send(self._asked)

    def read(self) -> bytes | None:
        """The status of a whole answer; nothing while there is more to come; None where the line has ended."""
        try:
            part = self.sock.recv(1 << 18)
        except BlockingIOError:
            return b""
        except ConnectionError:
            return None
        if not part:
            return None
        if self._left < 0:
            self._head += part
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return b""
            found = LENGTH.search(self._head, 0, end)
            self._left = (int(found[1]) if found else 0) - (len(self._head) - end - 4)
        else:
            self._left -= len(part)
        return self._head[9:12] if self._left <= 0 else b""


def run(port: int, many: int, path: str, seconds: float) -> Counter[str]:
    """How many answers came, by status."""
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    answers: Counter[str] = Counter()
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as ready:
        for _ in range(many):
            line = Line(port, asked)
            ready.register(line.sock, selectors.EVENT_READ, line)
        while time.monotonic() < end:
            for key, _ in ready.select(0.1):
                line = key.data
                status = line.read()
                if status is None:
                    answers["ended"] += 1
                    ready.unregister(line.sock)
                    line.sock.close()
                    line = Line(port, asked)
                    ready.register(line.sock, selectors.EVENT_READ, line)
                elif status:
                    answers[status.decode()] += 1
                    line.ask()
    return answers


@contextmanager
def loaded(port: int, many: int, seconds: float = 600.0, path: str = PAGE) -> Iterator[None]:
    """So many connections, for as long as the block lasts."""
    command = [sys.executable, __file__, str(port), str(many), path, str(seconds)]
    process = subprocess.Popen(command)
    try:
        time.sleep(SETTLED)
        assert process.poll() is None, "the load has ended"
        yield
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], float(sys.argv[4]))))
