"""Several processes, one casino: a table dealt through one, a seat on another; and a process that dies in a round."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import apart
from tests.journal.proof.foreign import forge
from tests.web.served import STUD, Process, until
from tests.web.visitor import Visitor, step

Visit = Callable[..., Visitor]


def _house(folder: Path) -> str:
    (folder / "house.toml").write_text(STUD, encoding="utf-8")
    return str(folder / "house.toml")


def _bets(player: Visitor, seat: int, slug: str = "stud-1") -> None:
    player.do(slug, {"act": "TakeSeat", "seat": seat, "player": player.id})
    player.do(slug, {"act": "PlaceWager", "seat": seat, "wager": "ante", "amount": "10.00"})
    player.do(slug, {"act": "PlaceWager", "seat": seat, "wager": "progressive", "amount": "1.00"})


def _deal(dealer: Visitor, slug: str = "stud-1") -> None:
    """From a closed table to dealt cards, space bar by space bar."""
    while step(dealer, slug):
        pass
    assert dealer.table(slug, "dealer")["phase"] == "deciding"


def test_a_table_dealt_through_one_process_and_a_seat_on_the_other(
    postgres_url: str, tmp_path: Path, visit: Visit
) -> None:
    house = _house(tmp_path)
    arguments = (house, "--demo", "--db", postgres_url)
    with Process(tmp_path, *arguments) as one, Process(tmp_path, *arguments) as two:
        dealer, player, other = visit(one.url, "dealer"), visit(two.url, "player"), visit(two.url, "none")
        dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
        dealer.do("stud-1", {"act": "OpenTable"})
        until(lambda: player.table("stud-1")["table"]["open"])
        _bets(player, 3)
        until(lambda: dealer.table("stud-1", "dealer")["seats"][2]["wagers"])
        _deal(dealer)
        until(lambda: (cards := player.table("stud-1")["seats"][2]["cards"]) and None not in cards)  # the stub is away
        assert player.table("stud-1")["phase"] == "deciding"
        assert dealer.table("stud-1", "dealer")["seats"][2]["cards"] == [None] * 5
        player.do("stud-1", {"act": "Bet", "seat": 3})
        until(lambda: dealer.table("stud-1", "dealer")["phase"] == "decided")
        meters = until(
            lambda: [dealer.get("/api/jackpots")["jackpots"], other.get("/api/jackpots")["jackpots"]], seconds=1
        )
        assert meters[0] == meters[1]
        assert meters[0][0]["levels"][0]["amount"] == "10000.25"
        while step(dealer, "stud-1"):
            if dealer.table("stud-1", "dealer")["phase"] == "betting":
                break
        until(lambda: player.table("stud-1")["receipt"])
        assert (one.stop(), two.stop()) == (0, 0)


def test_an_id_is_used_once_whichever_process_hears_it(postgres_url: str, tmp_path: Path, visit: Visit) -> None:
    arguments = (_house(tmp_path), "--demo", "--db", postgres_url)
    with Process(tmp_path, *arguments) as one, Process(tmp_path, *arguments) as two:
        first = visit(one.url, "dealer")
        second = visit(two.url)
        second.client.cookies = first.client.cookies
        second.look()
        assert second.id == first.id, "a session is one on every process"
        body = {"act": "OpenTable"}
        done = first.act("stud-1", body, id="once").json()
        again = until(lambda: (a := second.act("stud-1", body, id="once")).status_code == 200 and a).json()
        assert (done["again"], again["again"]) == (False, True)
        assert done["seq"] == again["seq"]
        assert second.act("stud-1", {"act": "CloseTable"}, id="once").status_code == 409


def test_a_server_that_is_killed_in_a_round_goes_on_with_the_same_cards(tmp_path: Path, visit: Visit) -> None:
    arguments = (_house(tmp_path), "--demo", "--db", f"sqlite:{tmp_path / 'casino.db'}")
    with Process(tmp_path, *arguments) as one:
        dealer, player = visit(one.url, "dealer"), visit(one.url, "player")
        dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
        dealer.do("stud-1", {"act": "OpenTable"})
        _bets(player, 3)
        _deal(dealer)
        before = player.table("stud-1"), dealer.table("stud-1", "dealer")
        assert None not in before[0]["seats"][2]["cards"]
        one.kill()
        with Process(tmp_path, *arguments, port=one.port):
            after = player.table("stud-1"), dealer.table("stud-1", "dealer")
            assert _still(after[0]) == _still(before[0])
            assert _still(after[1]) == _still(before[1])
            player.do("stud-1", {"act": "Fold", "seat": 3})


def _still(view: dict[str, object]) -> dict[str, object]:
    """A document but for the entry after which it changed, which a new process does not remember."""
    return {name: value for name, value in view.items() if name != "seq"}


def _last_head(folder: Path) -> dict[str, Any]:
    """The last line of the only file of heads in a folder."""
    (path,) = folder.glob("*.heads")
    found: dict[str, Any] = json.loads(path.read_text().splitlines()[-1])
    return found


def test_heads_are_signed_without_being_asked_for_and_by_one_process_after_the_other(
    postgres_url: str, tmp_path: Path, visit: Visit
) -> None:
    arguments = (_house(tmp_path), "--demo", "--db", postgres_url)
    with Process(tmp_path, *arguments) as one, Process(tmp_path, *arguments) as two:
        done = visit(one.url, "dealer").act("stud-1", {"act": "OpenTable"}).json()
        until(lambda: _last_head(tmp_path)["seq"] >= done["seq"])
        assert "takes over when that one ends" in two.errors.read_text()
        one.kill()
        done = visit(two.url, "dealer").act("stud-2", {"act": "OpenTable"}).json()
        until(lambda: _last_head(tmp_path)["seq"] >= done["seq"])
        assert two.stop() == 0
    verified = apart("audit", "verify", "--db", postgres_url, "--json", cwd=tmp_path).json
    assert (verified["ok"], verified["sealed"]["from"], verified["signed"]["to"]) == (True, 1, verified["events"])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_another_program_wrote_is_neither_shown_nor_signed(
    request: pytest.FixtureRequest, kind: str, tmp_path: Path, visit: Visit
) -> None:
    """A meter corrected by -$9,000, by a supervisor with a licensee: in the database, and nowhere else."""
    db = f"sqlite:{tmp_path / 'casino.db'}" if kind == "sqlite" else str(request.getfixturevalue("postgres_url"))
    arguments = (_house(tmp_path), "--demo", "--db", db)
    with Process(tmp_path, *arguments) as one:
        dealer = visit(one.url, "dealer")
        before = dealer.act("stud-1", {"act": "OpenTable"}).json()["seq"]
        made = forge(db)
        until(lambda: f"entry {made.seq} is not sealed by this house" in one.errors.read_text())
        refused = dealer.act("stud-2", {"act": "OpenTable"})
        assert refused.status_code == 503
        assert "somebody else has written to the journal" in refused.text
        assert dealer.get("/api/jackpots")["jackpots"][0]["levels"][0]["amount"] == "10000.00"
        assert one.stop() == 1
    assert _last_head(tmp_path)["seq"] <= before
    again = apart("serve", *arguments, "--port", "0", cwd=tmp_path)
    assert again.status != 0
    assert f"entry {made.seq} is not sealed by this house" in again.err
    verified = apart("audit", "verify", "--db", db, "--json", cwd=tmp_path)
    assert (verified.status, verified.json["entry"]) == (1, made.seq)
