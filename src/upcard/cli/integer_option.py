"""Whole numbers as options: digits and perhaps a sign, and nothing that only looks like a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def whole(_type: Any, tokens: Sequence[Any]) -> int:
    """The number that an option was given.

    A library that takes 3.7 for 4 and other alphabets' digits for ours would answer another question than was asked.
    """
    text = tokens[0].value
    if _WHOLE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


Whole = Annotated[int, Parameter(converter=whole, n_tokens=1)]
"""A whole number."""
