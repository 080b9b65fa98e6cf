"""The journal read by people: a disputed round as the table looked, the whole replayed, a copy for the regulator.

In: entries, and nothing else; no house file, no running floor. Out: stories of rounds (`find`, `Follower`), what they
come to as documents (`document`) and in words (`told`), a replay of everything (`replay`), a bundle (`bundle`).
"""

from upcard.floor.audit.difference import Difference
from upcard.floor.audit.document import document
from upcard.floor.audit.follow import Follower
from upcard.floor.audit.replay import Otherwise, Replayed, replay
from upcard.floor.audit.rounds import find, listing
from upcard.floor.audit.story import Step, Story
from upcard.floor.audit.words import told

__all__ = [
    "Difference", "Follower", "Otherwise", "Replayed", "Step", "Story", "document", "find", "listing", "replay", "told",
]  # fmt: skip
