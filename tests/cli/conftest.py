from __future__ import annotations

import pytest

from tests.cli.running import Run, here


@pytest.fixture
def upcard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line, in this process."""
    return here(capsys, monkeypatch)
