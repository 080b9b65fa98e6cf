"""The types of the kernels' arguments."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.int64]
Int: TypeAlias = Any
"""A 64-bit integer, of Python before compilation and of the machine after it."""
