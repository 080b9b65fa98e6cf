"""Proof for people who trust nobody: that the journal is what was recorded, and that its books balance.

In: a journal, the file of its signed heads, a public key, and perhaps a head that a regulator noted down. Out: what was
verified, or the first bad entry. `Heads` signs the end of a running journal; `verify_sqlite` and `verify_store` check
one, and `at_one_moment` gives the same moment of it to a check of its guards and to a replay.
`audit/standalone/verify_journal.py` does the same again without a line of this package, for a stranger to read and run.
"""

from upcard.journal.command import exported
from upcard.journal.proof.attestation import Bad, Compared, Signed, Vouched, attested, compare_approvals
from upcard.journal.proof.heads import Forged, Heads, heads_beside
from upcard.journal.proof.key import public_key
from upcard.journal.proof.raw_reader import ProofInput, at_one_moment
from upcard.journal.proof.verification import Verified, verify, verify_sqlite, verify_store

__all__ = [
    "Bad",
    "Compared",
    "Forged",
    "Heads",
    "ProofInput",
    "Signed",
    "Verified",
    "Vouched",
    "at_one_moment",
    "attested",
    "compare_approvals",
    "exported",
    "heads_beside",
    "public_key",
    "verify",
    "verify_sqlite",
    "verify_store",
]
