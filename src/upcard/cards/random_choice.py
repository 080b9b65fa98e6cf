"""Chance from a stream of bytes: one of some, and some in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from upcard.cards import below

T = TypeVar("T")


def pick(choices: Sequence[T], stream: Iterator[int]) -> T:
    """One of them."""
    return choices[below(len(choices), stream)]


def mixed(items: Iterable[T], stream: Iterator[int]) -> tuple[T, ...]:
    """All of them, in an order of chance."""
    left = list(items)
    return tuple(left.pop(below(len(left), stream)) for _ in range(len(left)))
