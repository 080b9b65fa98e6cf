"""API tokens on both stores: whose they are, until when, and what ends them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.people.conftest import Clock
from upcard.errors import Refused
from upcard.people import People
from upcard.people.api_tokens import DAY, FASTEST, LONGEST_DAYS, LONGEST_NAME, MOST, PREFIX, Wish

SECRET = "a long enough one"
FEED = Wish("feed", acts=True, rate=30, days=2)


@pytest.fixture
def house(people: People) -> People:
    people.add("lee", "Lee", "licensee", SECRET, "lee")
    people.add("sol", "Sol", "supervisor", SECRET, "sol")
    return people


def made(people: People, wish: Wish = FEED, id: str = "sol") -> str:
    token = people.api_token(id, SECRET, wish)
    assert token is not None
    return token


def test_a_token_is_its_owners_and_says_what_it_may(house: People) -> None:
    token = made(house)
    found = house.bearer(token)
    assert found is not None
    person, kept = found
    assert token.startswith(PREFIX)
    assert (person.id, person.role, kept.name, kept.acts, kept.rate) == ("sol", "supervisor", "feed", True, 30)
    assert kept.ends - kept.made == 2 * DAY
    assert [each.name for each in house.api_tokens_of("sol")] == ["feed"]
    assert house.api_tokens_of("lee") == ()
    assert house.last_changes(limit=1)[0].what == "made the API token 'feed', which reads and acts for 2 days"


def test_the_store_does_not_hold_the_token_itself(house: People) -> None:
    token = made(house)
    [row] = house._database.read("SELECT * FROM api_token")
    assert token not in row
    assert token.removeprefix(PREFIX) not in "".join(map(str, row))


def test_a_wrong_password_makes_none_and_is_logged(house: People) -> None:
    assert house.api_token("sol", "not the right one", FEED) is None
    assert house.last_attempts(limit=1)[0].outcome == "failed"
    assert house.api_tokens_of("sol") == ()


def test_a_token_ends_at_its_moment(house: People, clock: Clock) -> None:
    token = made(house)
    clock.seconds += 2 * DAY // 1000 - 1
    assert house.bearer(token) is not None
    clock.seconds += 1
    assert house.bearer(token) is None
    assert house.api_tokens_of("sol") == ()
    made(house)
    assert len(house._database.read("SELECT 1 FROM api_token")) == 1, "what has ended is swept away"


ENDS: dict[str, Callable[[People], None]] = {
    "revoked": lambda people: people.revoke_api_token("sol", people.api_tokens_of("sol")[0].number),
    "locked": lambda people: people.lock("sol", "lee"),
    "another role": lambda people: people.change_role("sol", "dealer", "lee"),
    "a password set by another": lambda people: people.set_password("sol", "lee chose this 1", "lee"),
    "another password": lambda people: assert_done(people.choose_password("sol", SECRET, "one that I chose")),
}


def assert_done(what: object) -> None:
    assert what is not None


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_ends_a_token_ends_it_at_once(house: People, end: Callable[[People], None]) -> None:
    token, other = made(house), made(house, id="lee")
    end(house)
    assert house.bearer(token) is None
    assert house.bearer(other) is not None, "another's stays"


def test_nobody_revokes_the_token_of_another(house: People) -> None:
    token = made(house)
    with pytest.raises(Refused, match="you have no API token 1"):
        house.revoke_api_token("lee", 1)
    assert house.bearer(token) is not None


def test_when_it_was_last_used_is_kept_to_the_minute(house: People, clock: Clock) -> None:
    token = made(house)
    assert house.api_tokens_of("sol")[0].used == 0
    house.bearer(token)
    first = house.now()
    clock.seconds += 59
    house.bearer(token)
    assert house.api_tokens_of("sol")[0].used == first
    clock.seconds += 1
    house.bearer(token)
    assert house.api_tokens_of("sol")[0].used == house.now()


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        (Wish(""), "name"),
        (Wish("  "), "name"),
        (Wish("a\nb"), "name"),
        (Wish("x" * (LONGEST_NAME + 1)), "name"),
        (Wish("x", rate=0), "rate"),
        (Wish("x", rate=FASTEST + 1), "rate"),
        (Wish("x", days=0), "days"),
        (Wish("x", days=LONGEST_DAYS + 1), "days"),
    ],
)
def test_a_wish_beyond_the_bounds_is_refused_before_the_password_is_tried(
    house: People, wish: Wish, field: str
) -> None:
    tried = house.last_attempts()
    with pytest.raises(Refused, match=f"^{field}: "):
        house.api_token("sol", SECRET, wish)
    assert house.last_attempts() == tried


def test_the_bounds_themselves_are_taken(house: People) -> None:
    made(house, Wish("x" * LONGEST_NAME, rate=FASTEST, days=LONGEST_DAYS))
    made(house, Wish("y", rate=1, days=1))
    assert [each.rate for each in house.api_tokens_of("sol")] == [FASTEST, 1]


def test_a_person_has_so_many_and_no_two_of_one_name(house: People) -> None:
    made(house)
    with pytest.raises(Refused, match="you have an API token 'feed' already"):
        house.api_token("sol", SECRET, FEED)
    for each in range(MOST - 1):
        made(house, Wish(str(each)))
    with pytest.raises(Refused, match=f"you have {MOST} API tokens"):
        house.api_token("sol", SECRET, Wish("one more"))
    made(house, id="lee")


def test_what_is_no_token_is_nobodys(house: People) -> None:
    session = house.begin("sol")
    for text in ("", PREFIX, PREFIX + session, session, made(house)[:-1] + "!"):
        assert house.bearer(text) is None


def test_somebody_of_a_demonstration_has_none_where_it_is_none(people: People) -> None:
    people.demo = True
    people.add_demo([("pat", "Pat", "player")], SECRET)
    token = made(people, id="pat")
    assert people.bearer(token) is not None
    people.demo = False
    assert people.bearer(token) is None
