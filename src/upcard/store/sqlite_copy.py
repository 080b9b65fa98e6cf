"""A copy of an SQLite journal into a new file, taken while the journal is in use."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from upcard.store.new_file import new_file
from upcard.store.store import StoreError


def copy(source: apsw.Connection, to: str, check: Callable[[], None] = lambda: None) -> None:
    """The journal as it is at one moment, in a new file; `check` may still refuse the copy when it is made."""
    with new_file(to) as part:
        try:
            target = apsw.Connection(part)
            try:
                # All in one step: between two, a commit of the writer would make the copy begin again.
                with target.backup("main", source, "main") as backup:
                    backup.step(-1)
            finally:
                target.close(True)
        except apsw.Error as error:
            raise StoreError(f"the journal cannot be copied to {to}: {error}") from error
        check()
