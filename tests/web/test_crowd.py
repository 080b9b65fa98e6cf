"""How many streams one person, one address and nobody in particular may have open."""

from __future__ import annotations

from contextlib import ExitStack

from upcard.web.router import NOBODY, Who
from upcard.web.security.rate_limit import Crowd, Room

PAT, KIM = Who("pat", "player"), Who("kim", "player")


def crowd(stack: ExitStack, *those: tuple[Who, str], room: Room) -> Crowd:
    found = Crowd(room)
    for who, address in those:
        assert not found.full(who, address)
        stack.enter_context(found.entered(who, address))
    return found


def test_a_person_has_so_many_wherever_they_are() -> None:
    with ExitStack() as stack:
        found = crowd(stack, (PAT, "192.0.2.1"), (PAT, "192.0.2.2"), room=Room(person=2))
        assert "You have too many" in found.full(PAT, "127.0.0.1")
        assert not found.full(KIM, "192.0.2.1")
        assert not found.full(NOBODY, "192.0.2.1")
    assert not found.full(PAT, "192.0.2.1")


def test_an_address_has_so_many_of_whoever_is_not_signed_in() -> None:
    with ExitStack() as stack:
        found = crowd(stack, *[(NOBODY, f"2001:db8:a:b::{n}") for n in range(3)], room=Room(address=3))
        assert "from here" in found.full(NOBODY, "2001:db8:a:b::99"), "one customer has many addresses"
        assert not found.full(NOBODY, "2001:db8:a:c::1")
        assert not found.full(PAT, "2001:db8:a:b::1"), "somebody who is signed in is counted as such"


def test_this_machine_may_be_where_every_screen_comes_from() -> None:
    with ExitStack() as stack:
        found = crowd(stack, *[(NOBODY, "127.0.0.1")] * 9, room=Room(address=3, local=20, nobody=9))
        assert "at this moment" in found.full(NOBODY, "127.0.0.1"), "but not without any end"
        assert "at this moment" in found.full(NOBODY, "192.0.2.1")
        assert not found.full(PAT, "127.0.0.1")
    with ExitStack() as stack:
        found = crowd(stack, *[(NOBODY, "127.0.0.1")] * 5, room=Room(address=3, local=5, nobody=9))
        assert "from here" in found.full(NOBODY, "127.0.0.1"), "nor so that nobody else finds room"
        assert not found.full(NOBODY, "192.0.2.1")


def test_whoever_has_gone_is_forgotten() -> None:
    with ExitStack() as stack:
        found = crowd(stack, (PAT, ""), (NOBODY, "192.0.2.1"), (NOBODY, "192.0.2.2"), room=Room())
    assert (found.nobody, dict(found._of)) == (0, {})
