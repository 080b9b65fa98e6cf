"""After every act of a round, everything is asked for by everybody: nothing that is hidden is in any of the answers."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from tests.effort import effort
from tests.web.secrecy.asking import Asking, Item
from tests.web.secrecy.known import Known
from tests.web.secrecy.leaks import cards_in, cards_in_text, guessable, secrets
from tests.web.secrecy.pairs import MOST_ACTS, Lot, next_act, started
from tests.web.secrecy.stage import Stage, stages
from tests.web.secrecy.wire import Answer
from upcard.cards import pretty

HOUSES = ("deadwood-2011", "deadwood", "massachusetts", "bonus-6")
WRONG = effort(2, 6)
LONG = bool(os.environ.get("UPCARD_LONG"))
"""Acts that are refused, after each that is done."""


class Watch:
    """Looks at every answer that anybody is given."""

    def __init__(self, stage: Stage, known: Known) -> None:
        self._stage = stage
        self._known = known
        self._hidden: tuple[int, set[str], set[str]] = (0, set(), set())
        self.answers = 0

    def look(self, item: Item, answer: Answer) -> None:
        self.answers += 1
        assert answer.status < 500, (item, answer)
        rows, text = self._stage.rows, answer.body.decode("latin-1")
        if self._hidden[0] != len(rows):  # what was recorded stays, so this is as true until there is more
            self._hidden = len(rows), secrets(rows), guessable(rows, self._stage.t.name)
        _, kept, hashes = self._hidden
        assert not [secret for secret in kept if secret in text], (item, "a secret")
        assert not [hash for hash in hashes if hash in text], (item, "a hash")
        sent = set(cards_in_text(item.body.decode() + item.path.replace("=", " ")))  # it is quoted to whoever sent it
        unseen = cards_in(answer) - self._known.seen[item.who] - self._known.drawn - sent
        assert not unseen, (item, [pretty(card) for card in unseen], answer.body[:300])


async def watched(stage: Stage, drawn: Lot) -> int:
    """A first round of a table, so that no card was ever seen before; how many answers there were."""
    asking = Asking(stage, Random(f"watched {drawn.seed}"))
    pit = started(stage, drawn)
    known = Known(stage.table.number)
    watch = Watch(stage, known)
    for number in range(MOST_ACTS):
        item = next_act(stage, pit, number)
        answer = await item.ask(stage)
        assert answer.status == 200, (item, answer)
        known.note(stage.table)
        if known.over:
            break
        watch.look(item, answer)
        wrong = [asking.wrong(item) for _ in range(WRONG)]
        everything = asking.all(dealt=bool(known.lies)) if LONG or number % 2 else ()
        for each in (*everything, *wrong):
            if each.how != "probe":
                watch.look(each, await each.ask(stage))
    return watch.answers


@pytest.mark.parametrize("house", HOUSES)
def test_no_answer_holds_what_its_reader_may_not_see(
    house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stages(tmp_path, monkeypatch, house) as (stage,):
        answers = asyncio.run(watched(stage, Lot(f"{house} leaks 1", 0, irregular=False, royal=False, live=False)))
    assert answers > (1000 if LONG else 400)


def test_the_search_finds_cards_however_they_are_written() -> None:
    json_ = ((b"content-type", b"application/json"),)
    html = ((b"content-type", b"text/html; charset=utf-8"),)
    for headers, body in (
        (json_, b'{"seats":[{"cards":["As",null]}]}'),
        (json_, '{"log":[{"text":"Seat 2 folds A♠."}]}'.encode()),
        (json_, b'{"error":{"message":"seat 1 holds As"}}'),
        (json_, b'{"event":{"order":[51]}}'),
        (json_, b'{"raw":"{\\"hands\\":{\\"1\\":[51]}}"}'),
        (json_, b'{"anything":[51,51]}'.replace(b"51,51", b"51,3,9,4")),
        (html, b'<script type="application/json" id="view">{"a":["As"]}</script>'),
        (html, "<p>A&spades; or A♠</p>".encode()),
    ):
        assert 51 in cards_in(Answer(200, headers, body)), body
    for body in (b'{"seats":[1,2,3,4]}', b'{"at":"14:02:11","text":"As a player bets"}', b'{"words":"bets 2"}'):
        assert not cards_in(Answer(200, json_, body)) - {51}, body
