"""Kernels are compiled once and kept where a changed source can never find stale code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import upcard.compiled as room


def test_only_loading_a_kernel_loads_the_compiler() -> None:
    program = "import sys, upcard.compiled, upcard.exact.caribbean_stud; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_the_folder_follows_every_kernel_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kernels = tmp_path / "exact" / "kernels"
    kernels.mkdir(parents=True)
    (kernels / "caller.py").write_text("one")
    (kernels / "callee.py").write_text("two")
    own = tmp_path / "compiled.py"
    own.write_text("how")
    monkeypatch.setattr(room, "PACKAGE", tmp_path)
    monkeypatch.setattr(room, "__file__", str(own))
    seen = {room._digest()}
    for changed in (kernels / "caller.py", kernels / "callee.py", own):
        changed.write_text(changed.read_text() + " changed")
        seen.add(room._digest())
    (kernels / "callee.py").rename(kernels / "renamed.py")
    seen.add(room._digest())
    (tmp_path / "exact" / "price.py").write_text("no kernel")
    seen.add(room._digest())
    assert len(seen) == 5


def test_code_is_kept_in_our_folder_and_the_users_stays_in_theirs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import numba

    config: Any = numba.config
    monkeypatch.setattr(room, "cache_folder", lambda: tmp_path)
    before = config.CACHE_DIR
    twice = room.compiled(_twice)
    assert not room.ready("nowhere.test_compiled")
    assert twice(21) == 42
    assert before == config.CACHE_DIR
    assert room.ready("nowhere.test_compiled")
    assert not room.ready("nowhere.compiled")


def _twice(number: int) -> int:
    return 2 * number
