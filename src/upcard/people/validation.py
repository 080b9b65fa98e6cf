"""What an id, a name and a password must be like; anything else is refused in a sentence."""

from __future__ import annotations

import re
import unicodedata

from upcard.errors import Refused

ID = re.compile(r"[a-z0-9._-]{2,40}")
SHORTEST = 10
LONGEST = 200
"""Letters of a password: so few are guessed, and so many are nobody's."""
LONGEST_NAME = 60
UNFIT = "(no id)"
"""What stands in the log for text that could not be anybody's id: it may be a password typed in the wrong place."""


def fit_id(id: str) -> str:
    if not ID.fullmatch(id):
        raise Refused(None, "an id is 2 to 40 of the letters a to z, digits, dots, dashes and underscores")
    return id


def fit_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(None, f"a name has 1 to {LONGEST_NAME} letters")
    return name


def fit_password(password: str, id: str, name: str, *, demo: bool = False) -> str:
    """The password as it is hashed; the ones of a demonstration are known to everybody and may be short."""
    password = normal(password)
    if len(password) > LONGEST or (not demo and len(password) < SHORTEST):
        raise Refused(None, f"a password has {SHORTEST} to {LONGEST} characters")
    if password.casefold() in (id.casefold(), name.casefold()):
        raise Refused(None, "a password is not the id or the name")
    return password


def normal(password: str) -> str:
    """The same letters typed on another keyboard are the same password."""
    return unicodedata.normalize("NFC", password)


def loggable(id: str) -> str:
    """The id as the log of attempts keeps it.

    >>> loggable("sam"), loggable("My Secret!")
    ('sam', '(no id)')
    """
    return id if ID.fullmatch(id) else UNFIT
