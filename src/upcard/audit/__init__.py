"""The journal read by people: a disputed round as the table looked, the whole replayed, a copy for the regulator.

In: entries, and nothing else; no house file, no running floor. Out: stories of rounds (`find`, `Follower`), what they
come to as documents (`document`) and in words (`told`), a replay of everything (`replay`), a bundle (`bundle`).
"""

from upcard.audit.document import document, told
from upcard.audit.replay import Otherwise, Replayed, replay
from upcard.audit.round_reader import Follower, find, listing
from upcard.audit.round_record import Step, Story
from upcard.audit.verdict import Difference

__all__ = [
    "Difference", "Follower", "Otherwise", "Replayed", "Step", "Story", "document", "find", "listing", "replay", "told",
]  # fmt: skip
