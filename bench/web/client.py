"""Somebody with a connection: plain HTTP over a socket, so that what is measured is the server and not a library."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode


class Client:
    """One person's session, on a connection that is kept."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.token = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def become(self, role: str) -> Client:
        """Sign in as somebody of the demonstration."""
        await self.look()
        await self._ask("POST", f"/demo/{role}", urlencode({"token": self.token}), "application/x-www-form-urlencoded")
        await self.look()
        return self

    async def look(self) -> None:
        _, body = await self._ask("GET", "/api/me")
        me = json.loads(body)
        self.token, self.id = me["token"], me["id"]

    async def act(self, slug: str, id: str, act: dict[str, Any]) -> int:
        """The status of an act."""
        body = json.dumps({"id": id, "act": act})
        status, _ = await self._ask("POST", f"/api/tables/{slug}/acts", body, "application/json")
        return status

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self._ask("GET", path)

    async def _ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, bytes]:
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self._reader is not None
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Origin: http://127.0.0.1:{self.port}"]
        head += [f"Cookie: {cookies}"] if cookies else []
        head += [f"X-Upcard-Token: {self.token}"] if self.token else []
        head += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"] if kind else []
        self._writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
        said = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        for name, value in re.findall(r"set-cookie: ([^=]+)=([^;\r]*)", said, re.IGNORECASE):
            self.cookies[name] = value
        length = re.search(r"content-length: (\d+)", said, re.IGNORECASE)
        content = await self._reader.readexactly(int(length[1])) if length else b""
        return int(said.split(" ", 2)[1]), content

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


async def stream(port: int, view: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """An open stream of a view."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(_asked(port, view))
    return reader, writer


def _asked(port: int, view: str) -> bytes:
    return f"GET /api/stream?view={view} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()


SIP, SIPS = 1024, 0.5
"""Bytes that a slow reader takes at once, and how many seconds it then does something else."""


async def slowly(port: int, view: str) -> None:
    """Reads a stream more slowly than it is written, on a bare socket: a stream reader would read ahead."""
    loop = asyncio.get_running_loop()
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", port))
        await loop.sock_sendall(sock, _asked(port, view))
        while await loop.sock_recv(sock, SIP):
            await asyncio.sleep(SIPS)


async def versions(reader: asyncio.StreamReader) -> AsyncIterator[int]:
    """The version of the table in each document, as it arrives."""
    while line := await reader.readline():
        if line.startswith(b"data: ") and (found := re.search(rb'"version":(\d+)', line)):
            yield int(found[1])
