"""Machine code for the kernels: how they are compiled, where the code is kept, and how they are loaded.

A kernel takes arrays and numbers and gives arrays and numbers: it counts, ranks or deals, and knows no price. Kernels
live in folders named `kernels`; their modules are loaded by `load` alone, so that nobody who needs none waits for a
compiler. The compiled code is kept in a folder named by a hash of all kernel sources: a changed callee can never serve
stale code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parent


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function in machine code, kept for the next process, leaving other threads to run."""
    return _made(function, {})


def lean(function: Callable[P, R]) -> Callable[P, R]:
    """Like `compiled`, for functions that allocate nothing, which fail to compile if they do.

    Their arrays need no reference counting, which would cost small kernels more than their work.
    """
    return _made(function, {"_nrt": False})


def _made(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    import numba  # noqa: PLC0415 - here, so that `load` can be imported without it

    with _kept_in(cache_folder(), numba.config):
        made: Callable[P, R] = numba.njit(cache=True, nogil=True, **options)(function)
    return made


@contextmanager
def _kept_in(folder: Path, config: Any) -> Iterator[None]:
    """numba asks where to keep the code when it decorates; a user's own functions stay where the user keeps them."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept: under `UPCARD_CACHE`, else under the user's cache folder."""
    base = os.environ.get("UPCARD_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "upcard" / f"kernels-{_digest()}"


def _digest() -> str:
    """A hash of every kernel's source and of this file."""
    sources = sorted({*PACKAGE.glob("**/kernels/*.py"), Path(__file__)})
    joined = b"\0".join(str(one.relative_to(PACKAGE)).encode() + b"\0" + one.read_bytes() for one in sources)
    return hashlib.sha256(joined).hexdigest()[:16]


def ready(kernel: str) -> bool:
    """Whether the kernel of that module was compiled before, here."""
    return any(cache_folder().glob(f"**/{kernel.rpartition('.')[2]}.*.nbi"))


@cache
def load(kernel: str) -> ModuleType:
    """The kernel module of that name under upcard: `exact.kernels.stud`."""
    return import_module(f"upcard.{kernel}")
