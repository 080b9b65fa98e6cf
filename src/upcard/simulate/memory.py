"""Memory for one call of a kernel, apart from that of other threads: two that write to one cache line wait for another.

>>> [array.shape for array in zeros((2, 3), (4,))]
[(2, 3), (4,)]
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

APART = 32
"""Numbers of 64 bits left free at either end: more than a cache line and the one that is fetched with it."""


def zeros(*shapes: tuple[int, ...]) -> tuple[NDArray[np.int64], ...]:
    """Arrays side by side in one piece of memory, all of them zero."""
    sizes = [prod(shape) for shape in shapes]
    whole = np.zeros(sum(sizes) + 2 * APART, np.int64)
    found, at = [], APART
    for shape, size in zip(shapes, sizes, strict=True):
        found.append(whole[at : at + size].reshape(shape))
        at += size
    return tuple(found)
