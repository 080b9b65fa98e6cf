"""The journal on disk: SQLite for one process, PostgreSQL for any number, one interface for both.

In: entries that the caller has chained, balances and answers, a turn at a time. Out: the journal in order, the
balances, the answers. The store keeps bytes and decides nothing; the database itself refuses to change or to shorten
the journal. `open_store` opens one by its address, `restore` makes one from a backup.
"""

from upcard.store.open import open_store, restore
from upcard.store.store import (
    GENESIS,
    Answer,
    Entry,
    ForeignEntry,
    Head,
    Reading,
    Seal,
    SealedReading,
    Sealer,
    Store,
    StoreError,
    Turn,
    chained,
    intact,
)

__all__ = [
    "GENESIS",
    "Answer",
    "Entry",
    "ForeignEntry",
    "Head",
    "Reading",
    "Seal",
    "SealedReading",
    "Sealer",
    "Store",
    "StoreError",
    "Turn",
    "chained",
    "intact",
    "open_store",
    "restore",
]
