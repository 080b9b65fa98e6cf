"""The people of a demonstration: their password is known to everybody, so they exist on this machine alone."""

from __future__ import annotations

import secrets

from upcard.errors import HouseError, Refused
from upcard.people import People, Person, Role
from upcard.web.security.allowed_hosts import is_loopback

PASSWORD = "upcard-demo"
DEMO_PEOPLE: tuple[tuple[str, str, Role], ...] = (
    ("dana", "Dana", "dealer"),
    ("flo", "Flo", "floorperson"),
    ("sam", "Sam", "supervisor"),
    ("sol", "Sol", "supervisor"),
    ("vic", "Vic", "surveillance"),
    ("rae", "Rae", "regulator"),
    ("lee", "Lee", "licensee"),
    ("pat", "Pat", "player"),
    ("kim", "Kim", "player"),
    ("lou", "Lou", "player"),
)
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Letters that make no words."""


def add_demo_people(people: People, host: str) -> None:
    """Makes whoever of them is not there yet; refused where anybody else could reach them, or has people of its own."""
    if not is_loopback(host):
        raise HouseError("--demo", f"everybody knows its passwords, so it runs on this machine alone and not on {host}")
    if not people.empty:
        because = "this house has people of its own, so nobody is anybody in it: a demonstration has another journal"
        raise HouseError("--demo", because)
    people.demo = True
    people.add_demo(DEMO_PEOPLE, PASSWORD)


def demo_person(people: People, role: str, id: str) -> Person:
    """Who somebody becomes who asks for a role: the one named, else the first of the role; a player is a new guest."""
    known = [each for each, _, its in DEMO_PEOPLE if its == role]
    if not known or (id and id not in known):
        raise Refused(None, "there is no such person in the demonstration")
    if role == "player" and not id:
        return _guest(people)
    found = people.get(id or known[0])
    if found is None or not found.demo or found.locked:
        raise Refused(None, f"{id or known[0]} is not to be had in this demonstration")
    return found


def _guest(people: People) -> Person:
    while True:
        letters = "".join(secrets.choice(LETTERS) for _ in range(4))
        if people.get(f"guest-{letters}") is None:
            return people.add_guest(f"guest-{letters}", f"Guest {letters.upper()}")
