"""An evening without browsers: people act over the wire until the tables stand as a test or a picture wants them."""

from __future__ import annotations

from typing import Any

from tests.web.counting import counted
from tests.web.visitor import Visitor

Answers = dict[str, Any]
"""What is keyed, by the label of the step: `{"Key seat 1's cards": ["As", …]}`."""

ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]
PAIR = ["3s", "3d", "4h", "5c", "6c"]
KEYED: Answers = {
    "Key what was dealt": "2c",
    "Turn up the dealer's card": "2c",
    "Turn up the dealer's hand": ["2c", "Kd", "Ah", "7s", "9h"],
    "Key seat 1's cards": ROYAL,
    "Key seat 2's cards": PAIR,
}


class Evening:
    """Dana deals, Sam is the supervisor, and unless others are named Pat and Kim play."""

    def __init__(self, url: str, seats: dict[int, str] | None = None) -> None:
        self.dealer, self.floor = Visitor(url, "dealer", "dana"), Visitor(url, "supervisor", "sam")
        self.players = {seat: Visitor(url, "player", id) for seat, id in (seats or {1: "pat", 2: "kim"}).items()}

    def close(self) -> None:
        for one in (self.dealer, self.floor, *self.players.values()):
            one.close()

    def seated(self, slug: str) -> None:
        """The table is opened and both sit down."""
        self.dealer.do(slug, {"act": "RelieveDealer", "dealer": "dana"})
        self.dealer.do(slug, {"act": "OpenTable"})
        for seat, player in self.players.items():
            player.do(slug, {"act": "TakeSeat", "seat": seat, "player": player.id})

    def bets(self, slug: str, *wagers: tuple[str, str]) -> None:
        """Both make the same wagers."""
        for seat, player in self.players.items():
            for wager, amount in wagers:
                player.do(slug, {"act": "PlaceWager", "seat": seat, "wager": wager, "amount": amount})

    def steps(self, slug: str, until: str, answers: Answers | None = None) -> None:
        """Steps by whoever may take them, until the next is the one named; decisions are bets."""
        for _ in range(80):
            found = [who.table(slug, "dealer") for who in (self.dealer, self.floor)]
            if found[0]["next"]["label"] == until:
                return
            self._step(slug, found, answers or {})
        raise AssertionError(f"{until!r} did not come at {slug}")

    def _step(self, slug: str, found: list[dict[str, Any]], answers: Answers) -> None:
        for who, view in zip((self.dealer, self.floor), found, strict=True):
            if view["next"]["yours"]:
                who.do(slug, {**view["next"]["act"], **_told(view, answers)})
                return
        seat = found[0]["next"]["seat"]
        assert seat in self.players, found[0]["next"]
        choices = {one["key"]: one["act"] for one in self.players[seat].table(slug)["choices"]}
        self.players[seat].do(slug, choices.get("b") or choices.get("t") or choices["d"])


def _told(view: dict[str, Any], answers: Answers) -> dict[str, Any]:
    following = view["next"]
    keyed = answers.get(following["label"])
    told = {name: value for name, value in counted(view).items() if value is not None}
    for ask in following["asks"]:
        if ask["kind"] in ("card", "cards") and keyed is not None:
            told[ask["name"]] = keyed
    return told
