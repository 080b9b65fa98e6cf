"""Heads that are sent elsewhere: every line arrives in order, and a place that takes none stops nobody."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from upcard.journal.proof import Heads
from upcard.journal.proof.key import Push
from upcard.store import Head, StoreError

AT = "2026-01-01T00:00:00Z"


class Regulator(BaseHTTPRequestHandler):
    """Takes what is posted, unless it is asked at /closed."""

    taken: list[bytes]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/heads":
            self.taken.append(body)
        self.send_response(204 if self.path == "/heads" else 503)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def regulator() -> Iterator[str]:
    Regulator.taken = []
    server = HTTPServer(("127.0.0.1", 0), Regulator)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def sign(path: Path, to: str, count: int = 3) -> Push:
    heads, push = Heads(path), Push(to)
    heads.told = push.send
    for seq in range(1, count + 1):
        heads.sign(Head(seq, bytes([seq]) * 32), AT)
    push.close()
    heads.close()
    return push


def test_every_head_is_posted_in_order(tmp_path: Path, regulator: str) -> None:
    assert sign(tmp_path / "a.heads", f"{regulator}/heads").failed == ""
    assert [json.loads(line)["seq"] for line in Regulator.taken] == [1, 2, 3]
    assert b"\n".join(Regulator.taken) + b"\n" == (tmp_path / "a.heads").read_bytes()


def test_a_place_that_takes_none_is_logged_once_and_stops_nobody(
    tmp_path: Path, regulator: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert "503" in sign(tmp_path / "a.heads", f"{regulator}/closed").failed
        assert sign(tmp_path / "b.heads", str(tmp_path / "nowhere" / "heads")).failed
    said = [record.message for record in caplog.records]
    assert len(said) == 2, "once for each place"
    assert said[0].startswith(f"heads cannot be sent to {regulator}/closed: ")
    assert len((tmp_path / "a.heads").read_text().splitlines()) == 3


def test_heads_go_to_a_file_or_to_the_web_and_nowhere_else() -> None:
    with pytest.raises(StoreError, match="to a file or to an http or https address"):
        Push("ftp://regulator/heads")
