"""The journal read by people: a disputed round as the table looked, the whole replayed, a copy for the regulator.

In: entries, and nothing else; no house file, no running floor. Out: stories of rounds (`find`, `Follower`), what they
come to as documents (`document`) and in words (`told`), a replay of everything (`replay`), a bundle (`bundle`).
"""

from upcard.audit.difference import Difference
from upcard.audit.document import document
from upcard.audit.narration import told
from upcard.audit.replay import Otherwise, Replayed, replay
from upcard.audit.round_index import find, listing
from upcard.audit.round_reader import Follower
from upcard.audit.round_record import Step, Story

__all__ = [
    "Difference", "Follower", "Otherwise", "Replayed", "Step", "Story", "document", "find", "listing", "replay", "told",
]  # fmt: skip
