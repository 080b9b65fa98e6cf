"""At a served table the console names what is taken back, and a supervisor signs where others rely on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.test_paying import GOLD, play
from upcard.web.security.security import PASSWORD


def undo(view: dict[str, Any]) -> dict[str, Any]:
    """What U does."""
    (found,) = (choice for choice in view["choices"] if choice["key"] == "u")
    return dict(found)


@pytest.mark.rule("decision_choices")
def test_a_fold_for_the_wrong_seat_is_named_and_taken_back_by_two(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        asked = await desk.until("Ask seat 1")
        await desk.dana.do("one", {"act": "Fold", "seat": 1}, version=asked["version"])
        fold = undo(await desk.view())
        assert (fold["label"], fold["second"], fold["why"]["rule"]) == (
            "Take back: seat 1 folds",
            False,
            "decision_choices",
        )
        assert "is not changed" in fold["confirm"]
        await desk.dana.do("one", {"act": "Bet", "seat": 3})
        view = await desk.view()
        bet = undo(view)
        assert bet["label"] == "Take back: seat 3 bets $20"
        other = await desk.dana.act("one", fold["act"], version=view["version"])
        assert "not the last step" in other.json()["error"]["message"]
        await desk.dana.do("one", bet["act"], version=view["version"])
        view = await desk.view()
        assert (undo(view)["act"], undo(view)["second"]) == (fold["act"], True)
        assert undo(view)["note"] == "A supervisor signs it: another seat has acted since."
        alone = await desk.dana.act("one", fold["act"], version=view["version"])
        assert (alone.status_code, alone.json()["error"]["rule"]) == (403, "two_people")
        watch = {"id": "vic", "password": PASSWORD}
        watched = await desk.dana.act("one", fold["act"], version=view["version"], second=watch)
        assert (watched.status_code, watched.json()["error"]["rule"]) == (403, "second_person")
        await desk.dana.do("one", fold["act"], version=view["version"], second={"id": "sam", "password": PASSWORD})
        view = await desk.view()
        assert view["next"]["label"] == "Ask seat 1"
        assert [line["text"] for line in view["log"]][-3:-1] == [
            "The last step is taken back, which was keyed by mistake, seat 1.",
            "Taken back: Seat 1 folds.",
        ]

    hands = {1: Hand({"ante": "10.00"}, "3c 3d 3h 3s Ks"), 3: Hand({"ante": "10.00"}, "2d 4h 6s 8c Th")}
    play(tmp_path, GOLD, hands, "9c Tc Jc Qc Kc", happens)


def test_nothing_is_offered_where_nothing_goes_back(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("No more bets")
        assert not [choice for choice in view["choices"] if choice["key"] == "u"]

    play(tmp_path, GOLD, {1: Hand({"ante": "10.00"}, "3c 3d 3h 3s Ks")}, "9c Tc Jc Qc Kc", happens)
