"""Somebody at a real server, over a real socket."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

from tests.web.conforming import held
from tests.web.counting import counted


def as_described(answer: httpx.Response) -> None:
    """Whatever anybody is answered is as OpenAPI says."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        answer.read()
        held(answer)


class Visitor:
    """A session; `act` and `do` as in a browser."""

    def __init__(self, url: str, role: str = "none", id: str = "") -> None:
        self.url = url
        self.client = httpx.Client(base_url=url, timeout=20, event_hooks={"response": [as_described]})
        self.look()
        if role != "none":
            form = {"token": self.token, "id": id}
            answer = self.client.post(f"/demo/{role}", data=form, headers={"Origin": url})
            assert answer.status_code == 303, answer.text
            self.look()

    def look(self) -> None:
        me = self.client.get("/api/me").json()
        self.token, self.id, self.role = me["token"], me["id"], me["role"]

    def act(self, slug: str, act: dict[str, Any], **more: Any) -> httpx.Response:
        path = f"/api/tables/{slug}/acts" if slug else "/api/acts"
        body = {"id": uuid.uuid4().hex, "act": act, **more}
        return self.client.post(path, json=body, headers={"Origin": self.url, "X-Upcard-Token": self.token})

    def several(self, slug: str, acts: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """Acts one after the other, and what came of them."""
        body = {"id": uuid.uuid4().hex, "acts": acts, **more}
        headers = {"Origin": self.url, "X-Upcard-Token": self.token}
        answer = self.client.post(f"/api/tables/{slug}/several", json=body, headers=headers)
        assert answer.status_code == 200, (acts, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def do(self, slug: str, act: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.act(slug, act, **more)
        assert answer.status_code == 200, (act, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def table(self, slug: str, as_: str = "seat") -> Any:
        return self.get(f"/api/tables/{slug}?as={as_}")

    def documents(self, view: str, last: str = "") -> Iterator[tuple[str, Any]]:
        """The stream of a view: ids and documents."""
        headers = {"Last-Event-ID": last} if last else {}
        with self.client.stream("GET", f"/api/stream?view={view}", headers=headers) as answer:
            id = ""
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    id = line[4:]
                elif line.startswith("data: ") and id:
                    yield id, json.loads(line[6:])

    def close(self) -> None:
        self.client.close()


def step(dealer: Visitor, slug: str) -> str:
    """The next lawful step, as the large button has it; its label, or empty where it is not the dealer's."""
    view = dealer.table(slug, "dealer")
    following = view["next"]
    if not following["yours"]:
        return ""
    act = {**following["act"], **counted(view)}
    dealer.do(slug, act)
    return str(following["label"])
