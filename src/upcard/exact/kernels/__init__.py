"""What kernels share: the types of their arguments, and suits in order."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.compiled import compiled

Array: TypeAlias = NDArray[np.int64]
Int: TypeAlias = Any
"""A 64-bit integer, of Python before compilation and of the machine after it."""


@compiled
def ordered(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Four suits in descending order."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a, b, c, d
