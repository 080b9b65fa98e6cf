"""Coupons are alarmed like money: on the supervisor's page and the house's, as often as they pass what is elected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.test_paying import HARBOR, play
from upcard.errors import HouseError
from upcard.rules.house import COUPON_ALERT, read_house
from upcard.web.security.security import PASSWORD

PLAIN, DEALER = "2d 4h 6s 8d Th", "9c Ac Jd Qc Kd"
ANTE = Hand({"ante": "10.00"}, PLAIN)


async def told(desk: Keyed) -> list[dict[str, Any]]:
    found = (await desk.supervisor())["alerts"]
    assert found == (await desk.lee.client.get("/api/house")).json()["alerts"]
    return [alert for alert in found if "coupons" in alert["text"]]


async def closes(desk: Keyed, **fields: Any) -> None:
    """A shift with a table open takes two people, who say why."""
    act = {"act": "CloseShift", "day": "2026-03-01", **fields}
    alone = await desk.sam.act("", act)
    assert (alone.status_code, "One is open" in alone.text) == (422, True)
    house = (await desk.sam.client.get("/api/house")).json()
    (lever,) = house["shift"]
    assert (lever["second"], "One is open" in lever["statement"]) == (True, True)
    told = {**act, "reason": "the table plays on"}
    assert (await desk.sam.act("", told, version=house["cage"])).status_code == 403
    await desk.sam.do("", told, version=house["cage"], second={"id": "vic", "password": PASSWORD})


@pytest.mark.rule("match_play")
def test_many_coupons_are_an_alert_until_the_day_is_over(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        await desk.players[1].do("one", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "1000.00"})
        coupon = {"act": "PlaceCoupon", "seat": 1, "coupon": "match_play"}
        back = {"act": "TakeBackWager", "seat": 1, "wager": "match_play"}
        await desk.dana.do("one", {**coupon, "amount": "499.99"})
        assert await told(desk) == []
        await desk.dana.do("one", back)
        await desk.dana.do("one", {**coupon, "amount": "500.00"})
        (alert,) = await told(desk)
        assert "One: coupons of $500.00 or more since the house opened: 1 of them, $500.00 in all" in alert["text"]
        later = alert["act"] | {"alert": alert["key"].replace("$500.00", "$1000.00")}
        for hidden in (later, alert["act"] | {"alert": "x"}):
            refused = await desk.lee.act("", hidden)
            assert (refused.status_code, "no such alert stands there" in refused.text) == (422, True), "not beforehand"
        await desk.lee.do("", alert["act"])
        assert (await told(desk))[0]["acknowledged"].startswith("licensee lee")
        await desk.dana.do("one", back)
        await desk.dana.do("one", {**coupon, "amount": "1000.00"})
        (alert,) = await told(desk)
        assert (alert["acknowledged"], "$1000.00 or more" in alert["text"]) == ("", True), "it is told again"
        await closes(desk, shift="swing")
        assert await told(desk), "whoever closes shifts takes nothing out of sight"
        await closes(desk, shift="grave", last=True)
        assert await told(desk) == [], "the day is over, and its coupons are on its report"

    play(tmp_path, HARBOR, {1: ANTE}, DEALER, happens)


@pytest.mark.parametrize(("elected", "cents"), [("", COUPON_ALERT), ('coupon_alert = "25.00"', 2500)])
def test_a_house_elects_where_the_alert_begins(elected: str, cents: int) -> None:
    assert read_house(elected + HARBOR).coupon_alert == cents


@pytest.mark.parametrize("elected", ['"0"', '"-5.00"', "500", '"a lot"', "true"])
def test_where_it_begins_is_an_amount(elected: str) -> None:
    with pytest.raises(HouseError, match="coupon_alert"):
        read_house(f"coupon_alert = {elected}{HARBOR}")
