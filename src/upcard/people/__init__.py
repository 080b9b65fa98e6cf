"""Personal identities: who people are, how they prove it, what they tried and for how long they are signed in.

In: ids, passwords and tokens, with a clock that is given. Out: a `Person`, or nothing. The store is one of its own,
beside the journal (a file, or a schema on PostgreSQL), so that whoever may read the journal reads no hashes. Attempts
and changes are appended and never altered; passwords are kept as argon2id hashes and tokens as SHA-256.
"""

from upcard.people.open import open_people
from upcard.people.people import People
from upcard.people.person import Attempt, Change, Limits, Person, Purpose, Role, Signing
from upcard.people.sessions import Busy

__all__ = ["Attempt", "Busy", "Change", "Limits", "People", "Person", "Purpose", "Role", "Signing", "open_people"]
