"""The life of a table around its rounds, pure as well.

Opening and decks, shuffle and cut, devices, lock-out, the deal, the stub, winner keys, supervisors, documents and the
reconciliation: each step that the law prompts is a command of its own, refused out of order and recorded with who and
when, both given. In: `TableRules`, a `Table` and an `Act`. Out: recorded events (`decide`), the table after them
(`evolve`, `replay`), what a person may do (`options`), what is due (`due`), what is seen (`view`, `signs`). A table is
`virtual` (its cards come from a shuffle that is given) or `keyed` (real cards; the dealer keys what is needed).
"""

from upcard.tables.commands import Act, Actor
from upcard.tables.decide import decide
from upcard.tables.options import options, view
from upcard.tables.procedure import due
from upcard.tables.signs import signs
from upcard.tables.state import Table, evolve, replay

__all__ = ["Act", "Actor", "Table", "decide", "due", "evolve", "options", "replay", "signs", "view"]
