"""The socket that is served on: small answers leave at once, and a slow reader is kept little for."""

from __future__ import annotations

import asyncio
import socket

import pytest

from tests.cli.running import Run, one_sentence
from upcard.cli.serve import SENT_AHEAD, listen


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_answers_leave_at_once_and_little_is_kept_for_slow_readers(host: str) -> None:
    async def options() -> tuple[int, int]:
        found: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            sock = writer.get_extra_info("socket")
            nodelay = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            found.set_result((nodelay, sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)))
            writer.close()

        with listen(host, 0) as listening:
            server = await asyncio.start_server(answer, sock=listening)
            async with server:
                _, writer = await asyncio.open_connection(*listening.getsockname()[:2])
                seen = await asyncio.wait_for(found, 10)
                writer.close()
        return seen

    try:
        listen(host, 0).close()
    except OSError as error:
        if ":" not in host:
            raise
        pytest.skip(f"this machine has no IPv6: {error}")
    nodelay, kept = asyncio.run(options())
    assert nodelay, "an answer in two parts would wait 40 ms for the reader's acknowledgement"
    assert kept <= 2 * SENT_AHEAD


def test_https_without_a_name_is_refused(upcard: Run) -> None:
    """It would lead the first people to an address where they cannot sign in."""
    assert "--name" in one_sentence(upcard("serve", "--https"))
