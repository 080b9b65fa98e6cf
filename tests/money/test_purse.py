"""What a player holds of the chips that were bought at a table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upcard.money import account
from upcard.money.purse import Purse, beyond, buys, empty, moves
from upcard.units import micros

amounts = st.lists(st.integers(-50_000, 50_000), max_size=12)


@given(bought=st.integers(1, 10**6), gained=amounts, others=amounts)
def test_a_purse_follows_what_its_own_seat_gains_and_no_other(
    bought: int, gained: list[int], others: list[int]
) -> None:
    purses: dict[tuple[str, int], Purse] = {}
    buys(purses, "One", 3, bought)
    for cents in gained:
        moves(purses, "One", {account.seat("One", 3): micros(cents), "felt/One": -micros(cents)})
    for cents in others:
        moves(purses, "One", {account.seat("One", 4): micros(cents)})
        moves(purses, "Two", {account.seat("Two", 3): micros(cents)})
    assert purses == {("One", 3): Purse(bought, micros(bought + sum(gained)))}
    assert purses["One", 3].chips == max(0, bought + sum(gained))


def test_the_last_cent_is_put_down_and_none_beyond() -> None:
    purse = Purse(1000, micros(1000))
    assert [bool(beyond(needs, purse)) for needs in (999, 1000, 1001)] == [False, False, True]
    assert beyond(1001, purse) == "It takes $10.01 and you hold $10: buy chips first."


def test_a_purse_goes_with_its_seat_and_all_go_when_the_table_closes() -> None:
    purses = {("One", 1): Purse(1, 1), ("One", 2): Purse(2, 2), ("Two", 1): Purse(3, 3)}
    empty(purses, "One", 1)
    assert set(purses) == {("One", 2), ("Two", 1)}
    empty(purses, "One", None)
    assert set(purses) == {("Two", 1)}
