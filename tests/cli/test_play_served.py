"""`upcard play --at`: a terminal as a player's window on a served table, with a server that a test scripts."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.cli.running import Run, one_sentence
from tests.web.served import Process
from upcard.cli.play.casino import ServedCasino
from upcard.cli.play.screen import cents, felt, receipt, step
from upcard.client import Client, RefusedByServer
from upcard.errors import Refused

WHY = {"rule": "ante_odds", "clause": "sd-2015(16)", "summary": "Even money.", "reading": None, "arithmetic": "1 to 1"}


def seat(number: int, player: str | None = None, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {
        "cards": [],
        "hand": None,
        "wagers": [],
        "lamp": None,
        "state": "empty",
        "words": "",
        "net": None,
    }
    return {"seat": number, "player": player, **empty, **more}


def offer(wager: str, **more: Any) -> dict[str, Any]:
    bare: dict[str, Any] = dict.fromkeys(("low", "high", "amounts", "placed", "back"))
    bare |= {"open": True, "limit": "A limit."}
    return {"wager": wager, "label": wager.capitalize(), **bare, "why": WHY, **more}


def table(seq: int, phase: str, round: int = 7, **more: Any) -> dict[str, Any]:
    """A table in a document, with nothing on it but what is said."""
    bare = {
        "you": 2,
        "table": {"name": "Stud 1", "title": "A game", "game": "caribbean-stud", "round": round},
        "words": "bets are open",
        "meters": [{"label": "Gold Rush", "amount": "10004.00"}],
        "dealer": {"cards": [], "hand": None, "qualifies": None},
        "seats": [seat(1, "Ada"), seat(2, "pat")],
        "log": [],
        "next": {"waits": ""},
        "choices": [],
        "wagers": [],
        "receipt": None,
    }
    return {"seq": seq, "phase": phase, **bare, **more}


class Fake:
    """A server with a script: documents to stream, and what was sent to it."""

    def __init__(self) -> None:
        self.documents: list[dict[str, Any]] = []
        self.streams: list[list[dict[str, Any]]] = []
        self.sent: list[dict[str, Any]] = []
        self.headers: list[Any] = []
        self.resumed: list[str] = []
        self.refuse: dict[str, str] = {}
        self.hang_up: list[str] = []
        """Acts during which the connection breaks once, after they were heard."""
        self.signed_in = ""
        self.lobby = [
            {"name": "Stud 1", "slug": "stud-1", "title": "A game", "open": True, "limits": "Ante", "seats": []}
        ]

    @property
    def acts(self) -> list[tuple[Any, ...]]:
        return [tuple(one["act"].values()) for one in self.sent]


class Answers(BaseHTTPRequestHandler):
    fake: Fake

    def log_message(self, *_: Any) -> None:
        pass

    def _say(self, status: int, document: Any, cookie: str = "", location: str = "") -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        if cookie:
            self.send_header("Set-Cookie", f"{cookie}; Path=/; HttpOnly")
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        fake = self.fake
        if self.path == "/api/me":
            role = "player" if fake.signed_in else "none"
            self._say(
                200, {"id": fake.signed_in, "role": role, "name": "", "token": f"token-{fake.signed_in}"}, "form=x"
            )
        elif self.path == "/api/lobby":
            self._say(200, {"tables": fake.lobby})
        elif self.path.startswith("/api/tables/stud-1"):
            self._say(200, fake.documents[0])
        elif self.path.startswith("/api/stream"):
            self._stream()
        else:
            self._say(404, {"error": {"message": "there is no such thing", "rule": None, "clause": None}})

    def _stream(self) -> None:
        fake = self.fake
        fake.resumed.append(self.headers.get("Last-Event-ID", ""))
        told = fake.streams.pop(0) if fake.streams else [fake.documents[-1]]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": here\n\n")
        for document in told:
            fake.documents[0] = document
            data = json.dumps(document)
            self.wfile.write(f"id: {document['seq']}\nevent: view\ndata: {data}\n\n".encode())

    def do_POST(self) -> None:
        fake = self.fake
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fake.headers.append(self.headers)
        if self.path == "/demo/player":
            fake.signed_in = "guest"
            self._say(303, {}, "upcard=session", "/")
        elif self.path == "/sign-in":
            given = parse_qs(body.decode())
            right = given == {"id": ["pat"], "password": ["secret"], "next": ["/"]}
            fake.signed_in = "pat" if right else ""
            self._say(303 if right else 403, {}, "upcard=session", "/")
        else:
            self._act(json.loads(body))

    def _act(self, sent: dict[str, Any]) -> None:
        fake, name = self.fake, sent["act"]["act"]
        again = any(one["id"] == sent["id"] for one in fake.sent)
        if not again:
            fake.sent.append(sent)
        if name in fake.hang_up:
            fake.hang_up.remove(name)
            self.close_connection = True
            return
        if name in fake.refuse:
            self._say(422, {"error": {"message": fake.refuse[name], "rule": "limit", "clause": "sd-2015(limit)"}})
        else:
            self._say(200, {"id": sent["id"], "seq": 1, "again": again})


@pytest.fixture
def fake() -> Iterator[tuple[Fake, str]]:
    """The server, and its address."""
    found = Fake()
    handler = type("Handler", (Answers,), {"fake": found})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield found, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


DONE = {
    "round": 7, "hand": "pair of aces", "staked": "10.00", "back": "20.00", "net": "10.00",
    "cards": ["As", "Ad", "7h", "4c", "2d"], "community": None,
    "dealer": {"cards": ["Ks", "Qd", "9h", "4d", "2c"], "hand": "king-queen high", "qualifies": False},
    "lines": [
        {"seat": 2, "wager": "ante", "label": "Ante", "result": "win", "staked": "10.00", "returned": "10.00",
         "paid": "10.00", "odds": "1 to 1", "why": WHY},
    ],
}  # fmt: skip

ANTE = [offer("ante", low="5.00", high="30.00"), offer("progressive", amounts=["1.00"], open=False)]
DOWN = [{"wager": "ante", "label": "Ante", "amount": "10.00"}]
CHOICES = [
    {
        "label": "Fold",
        "key": "f",
        "act": {"act": "Fold", "seat": 2},
        "asks": [],
        "seat": 2,
        "why": WHY,
        "second": False,
    },
    {"label": "Bet", "key": "b", "act": {"act": "Bet", "seat": 2}, "asks": [], "seat": 2, "why": WHY, "second": False},
]
MINE = seat(2, "pat", wagers=DOWN, cards=["As", "Ad", "7h", "4c", "2d"], hand="pair of aces")


def evening() -> list[list[dict[str, Any]]]:
    """One round: bets are open, a decision, a receipt."""
    betting = table(10, "betting", wagers=ANTE)
    deciding = table(
        20, "deciding", choices=CHOICES, seats=[seat(1, "Ada"), MINE],
        log=[{"seq": 15, "text": "No more bets.", "clause": "sd-2015(5)"}],
    )  # fmt: skip
    over = table(30, "betting", 8, receipt=DONE, wagers=ANTE)
    return [[betting], [deciding], [over]]


def play(upcard: Run, at: str, *more: str, keys: str = "") -> Any:
    return upcard("play", "--at", at, "--table", "stud-1", *more, stdin=keys.encode())


def test_a_guest_plays_a_round_and_leaves(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    server.documents = [table(1, "settled", you=None, seats=[seat(1, "Ada"), seat(2)])]
    server.streams = evening()
    ran = play(upcard, at, keys="12.50\ny\n?\nb\n?\nq\n")
    assert ran.status == 0, ran.err
    assert server.acts == [
        ("TakeSeat", 2, "guest"), ("PlaceWager", 2, "ante", "12.50"), ("PlaceWager", 2, "progressive", "1.00"),
        ("Bet", 2), ("LeaveSeat", 2),
    ]  # fmt: skip
    assert "No more bets.  sd-2015(5)" in ran.out
    assert "[f] Fold  [b] Bet" in ran.out
    assert re.search(r"Total +\$10\.00 +\$20\.00 +\+\$10\.00", ran.out)
    assert "sd-2015(16)  Even money." in ran.out
    assert "You leave with +$10.00 in 1 round." in ran.out


def test_everything_that_is_sent_has_cookies_token_and_origin(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    server.documents = [table(1, "settled", you=None, seats=[seat(1)])]
    play(upcard, at)
    first, *rest = server.headers
    assert (first["X-Upcard-Token"], first["Cookie"]) == ("token-", "form=x")
    assert rest
    for headers in rest:
        assert headers["X-Upcard-Token"] == "token-guest"
        assert "upcard=session" in headers["Cookie"]
        assert headers["Origin"] == at


def test_signing_in_takes_the_password_from_the_environment(
    fake: tuple[Fake, str], upcard: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, at = fake
    server.documents = [table(1, "betting", wagers=ANTE)]
    monkeypatch.setenv("UPCARD_PASSWORD", "secret")
    assert play(upcard, at, "--as", "pat").status == 0
    assert server.signed_in == "pat"
    monkeypatch.setenv("UPCARD_PASSWORD", "wrong")
    assert "or its password is not right" in one_sentence(play(upcard, at, "--as", "pat"))
    monkeypatch.delenv("UPCARD_PASSWORD")
    assert "set UPCARD_PASSWORD" in one_sentence(play(upcard, at, "--as", "pat"))


def test_a_broken_stream_is_taken_up_where_it_broke(fake: tuple[Fake, str]) -> None:
    server, at = fake
    server.documents = [table(1, "settled")]
    server.streams = [[table(5, "closed"), table(6, "deciding")], [], [table(9, "decided")]]
    found = ServedCasino(Client(at, again=0.01), "stud-1").following()
    assert [next(found)["seq"] for _ in range(3)] == [5, 6, 9]
    assert server.resumed == ["", "6", "6"]


def test_an_act_that_was_not_answered_is_sent_again_under_its_id(fake: tuple[Fake, str]) -> None:
    server, at = fake
    client = Client(at, again=0.01)
    client.me()
    server.hang_up = ["Bet", "Bet"]
    client.act({"act": "Bet", "seat": 2}, "stud-1")
    assert server.acts == [("Bet", 2)]
    assert len(server.headers) == 3


def test_what_the_server_refuses_is_said_with_its_clause(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    server.documents = [table(1, "betting", wagers=ANTE)]
    server.streams = [[table(10, "betting", wagers=ANTE)]]
    server.refuse = {"PlaceWager": "$20 does not fit the limit (sd-2015(limit))"}
    ran = play(upcard, at, keys="20\nn\nq\n")
    assert "Ante: $20 does not fit the limit (sd-2015(limit))." in ran.out, "the clause stands once"
    assert ran.status == 0


def test_a_program_sees_the_status_of_a_refusal_and_its_clause_once(fake: tuple[Fake, str]) -> None:
    server, at = fake
    client = Client(at)
    server.refuse = {"Bet": "no bets now (sd-2015(limit))"}
    with pytest.raises(RefusedByServer) as refused:
        client.act({"act": "Bet", "seat": 2}, "stud-1")
    found = refused.value
    assert (found.status, found.rule, found.because, found.clause) == (422, "limit", "no bets now", "sd-2015(limit)")
    assert str(found) == "no bets now (sd-2015(limit))"
    for asked, status in ((lambda: client.get("/api/nowhere"), 404), (lambda: client.sign_in("pat", "wrong"), 401)):
        with pytest.raises(RefusedByServer) as refused:
            asked()
        assert refused.value.status == status


def test_what_is_posted_goes_out_once_with_the_token(fake: tuple[Fake, str]) -> None:
    server, at = fake
    client = Client(at, again=0.01)
    client.me()
    assert client.post("/api/tables/stud-1/acts", {"id": "1", "act": {"act": "Bet"}})["again"] is False
    assert server.headers[-1]["X-Upcard-Token"] == "token-"
    server.hang_up = ["Bet"]
    with pytest.raises(ConnectionError):
        client.post("/api/tables/stud-1/acts", {"id": "2", "act": {"act": "Bet"}})
    assert len(server.headers) == 2, "nobody knows whether it was done, so it is not sent again"


def test_whoever_leaves_takes_wagers_back_and_gives_a_hand_up(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    back = {"act": "TakeBackWager", "seat": 2, "wager": "ante"}
    placed = [offer("ante", placed="10.00", back=back)]
    server.documents = [table(1, "betting", seats=[seat(1), MINE], wagers=placed)]
    server.streams = [[table(2, "deciding", seats=[seat(1), MINE], choices=CHOICES, wagers=placed)]]
    ran = play(upcard, at, keys="q\n")
    assert server.acts == [tuple(back.values()), ("Fold", 2), ("LeaveSeat", 2)]
    assert "it was given up" in ran.out


def test_tables_are_listed_where_none_is_named(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    other = {**server.lobby[0], "name": "Six 1", "slug": "six-1", "open": False}
    server.lobby = [other, server.lobby[0]]
    server.documents = [table(1, "betting", wagers=ANTE)]
    ran = upcard("play", "--at", at, stdin=b"9\n2\n")
    assert ran.out.index("Six 1") < ran.out.index("Stud 1")
    assert "'9' is no table" in ran.out
    assert ran.status == 0
    assert server.acts == [("LeaveSeat", 2)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--at", "ftp://x"], "not an address"), (["--at", "http://127.0.0.1:99999"], "port"),
        (["--at", "http://127.0.0.1:1"], "does not answer"), (["--as", "pat"], "--at belongs with it"),
        (["--at", "http://127.0.0.1:1", "--seed", "7"], "--seed"), (["--at", "127.0.0.1:1", "--auto"], "--auto"),
        (["--at", "127.0.0.1:1", "--rounds", "0"], "--rounds"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_one_sentence(upcard: Run, options: list[str], said: str) -> None:
    assert said in one_sentence(upcard("play", *options))


def test_a_table_or_seat_that_is_not_there_is_said(fake: tuple[Fake, str], upcard: Run) -> None:
    server, at = fake
    server.documents = [table(1, "settled", you=None, seats=[seat(1, "Ada")])]
    assert "there is no table 'x'" in one_sentence(upcard("play", "--at", at, "--table", "x"))
    assert "every seat of Stud 1 is taken" in one_sentence(play(upcard, at))
    server.refuse = {"TakeSeat": "the table has 1 seats"}
    assert "the table has 1 seats" in one_sentence(play(upcard, at, "--seat", "9"))


def test_something_that_is_no_casino_is_told_apart(fake: tuple[Fake, str]) -> None:
    with pytest.raises(Refused, match="there is no such thing"):
        Client(fake[1]).get("/other")


def test_a_felt_and_its_log_fit_a_terminal() -> None:
    document = table(1, "deciding", seats=[seat(1, "A player of a long name", wagers=DOWN, cards=[None] * 5), MINE])
    for large in (False, True):
        assert all(line.cell_len <= 80 for line in felt(document, large=large))
    line = step({"seq": 1, "text": "x" * 200, "clause": "sd-2015(21)(g)(iii)"})
    assert line.cell_len <= 80
    assert line.plain.endswith("sd-2015(21)(g)(iii)")
    assert receipt(DONE)[-1].plain.rstrip().endswith("+$10.00")
    assert cents("-3.50") == -350


def test_a_real_casino_is_played_at(tmp_path: Path, upcard: Run) -> None:
    """`upcard serve` with its bots: a round, whose receipt adds up to what is said at the end."""
    keys = "10\n\n\nb\n\n"
    with Process(tmp_path, "--demo", "--speed", "8") as server:
        ran = upcard("play", "--at", server.url, "--table", "deadwood-1", "--rounds", "1", stdin=keys.encode())
    assert ran.status == 0, ran.err
    assert "Total" in ran.out
    total = ran.out.rpartition("Total")[2].splitlines()[0].split()[-1]
    assert f"You leave with {total} in 1 round." in ran.out
