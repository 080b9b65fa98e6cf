"""What one press at a console records: the steps that hands do in one go, each as the procedure would ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response

from tests.web.keyed import Hand, Keyed
from tests.web.test_guest_actions import several
from tests.web.test_paying import GOLD, HARBOR, play
from upcard.journal.command import Command
from upcard.store.store import Entry
from upcard.web.routes import acts
from upcard.web.site import Site

DEALER = "9c Ac Jd Qc Kd"
EVERY = {
    "ante": "10.00", "progressive": "1.00", "bonus": "5.00", "five_card_player": "1.00", "five_card_dealer": "1.00",
    "cover_all": "5.00",
}  # fmt: skip
PLAIN = {"ante": "10.00"}
CALLED = {
    GOLD: {
        ("LockOut", "deal"), ("DealUnseen", "rack the stub"), ("RackCards", "spread, count and rack 2"),
        ("Bet", "spread, count and rack 1, 2"), ("Settle", "spread, count and rack 3"),
        ("Reconcile", "shuffle the red deck"),
    },
    HARBOR: {
        ("DealUnseen", "rack the stub"), ("Fold", "collect from 1"), ("Fold", "rack 2"), ("Settle", "rack 3"),
    },
}  # fmt: skip
"""By house, acts and what one press records behind them."""


@pytest.mark.parametrize("house", [GOLD, HARBOR], ids=["sd", "ma"])
def test_what_a_press_records_is_what_the_procedure_asks_for_next(tmp_path: Path, house: str) -> None:
    most = EVERY if house == HARBOR else PLAIN
    hands = {
        1: Hand(most, "2d 4h 6s 8d Th", "Fold"),
        2: Hand(PLAIN, "3d 5h 7s 9d Jh", "Fold"),
        3: Hand(most, "As Ad 5c 7h 9h"),
    }

    async def happens(desk: Keyed) -> None:
        called, coming = set(), list[dict[str, Any]]()
        await desk.until("No more bets")
        await desk.step()  # the wagers
        view = await desk.view()
        while view["table"]["round"] == 1:
            following = view["next"]
            if coming:
                assert following["act"] == coming.pop(0)
                assert following["asks"] == []
                assert following["act"]["act"] != "Settle" or not view["pay"]["lines"], "money is looked at first"
            found = [following]
            if following["label"].startswith("Ask"):
                decided = {"act": hands[following["seat"]].decision, "seat": following["seat"]}
                found = [one for one in view["choices"] if one["act"] == decided]
            for one in found:
                coming = coming or list(one.get("then", {}).get("acts", []))
                called |= {(one["act"]["act"], one["then"]["label"])} if "then" in one else set()
            await desk.step()
            view = await desk.view()
        assert coming in ([], [view["next"]["act"]])
        assert called >= CALLED[house], called

    play(tmp_path, house, hands, DEALER, happens)


def test_acts_in_order_end_with_the_first_that_is_refused(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        await desk.step()
        view = await desk.view()
        locks, then = view["next"]["act"], view["next"]["then"]["acts"]
        assert [locks["act"], *(one["act"] for one in then)] == ["LockOut", "DealCards"]
        too_early = {"act": "RackStub"}
        sent = {"acts": [locks, *then, too_early, too_early], "version": view["version"], "in_order": True, "id": "run"}
        assert (await several(desk.dana, "one", **{**sent, "id": "late", "version": view["version"] - 1}))[0] == 409
        status, done = await several(desk.dana, "one", **sent)
        assert (status, done["done"], [one["act"] for one in done["refused"]]) == (200, 2, [too_early])
        after = await desk.view()
        assert (after["next"]["label"], done["seq"]) == ("Key what was dealt", after["seq"])
        assert await several(desk.dana, "one", **sent) == (status, done), "a retry gets the first answers"
        assert (await desk.view())["version"] == after["version"]

    play(tmp_path, GOLD, {1: Hand(PLAIN, "2d 4h 6s 8d Th")}, DEALER, happens)


def test_acts_in_order_end_where_somebody_else_acts_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        await desk.step()
        view, sends = await desk.view(), acts._sent

        async def interrupted(site: Site, command: Command) -> tuple[Response, Sequence[Entry]]:
            found = await sends(site, command)
            if type(command.ask).__name__ == "LockOut":
                await desk.dana.do("one", {"act": "CallSupervisor"})
            return found

        monkeypatch.setattr(acts, "_sent", interrupted)
        run = [view["next"]["act"], *view["next"]["then"]["acts"]]
        status, done = await several(desk.dana, "one", run, version=view["version"], in_order=True)
        assert (status, done["done"], [one["act"]["act"] for one in done["refused"]]) == (200, 1, ["DealCards"])
        assert "moved on" in done["refused"][0]["error"]["message"]
        assert (await desk.view())["next"]["label"] == "Deal"

    play(tmp_path, GOLD, {1: Hand(PLAIN, "2d 4h 6s 8d Th")}, DEALER, happens)


def test_where_the_cards_are_dealt_by_the_system_every_step_is_by_itself(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        while (view := await desk.view())["next"]["act"] != {"act": "Reveal"}:
            assert "then" not in view["next"]
            assert not [one for one in view["choices"] if "then" in one]
            await desk.step()

    virtual = GOLD.replace('mode = "keyed"', 'mode = "virtual"')
    assert virtual != GOLD
    play(tmp_path, virtual, {1: Hand(PLAIN, "2d 4h 6s 8d Th")}, DEALER, happens)
