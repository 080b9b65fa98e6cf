"""The floor: commands go in together, entries come out once they are on disk.

All commands that wait are decided in one turn of the store and committed together; nobody is answered before the
commit is on disk. When the store fails the floor locks: nothing more is decided, nothing is acknowledged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from upcard.errors import Conflict, Refused
from upcard.floor.casino import Casino
from upcard.floor.codec import postings
from upcard.floor.command import Command, Reply, keepable, unfit
from upcard.floor.fair.source import Source
from upcard.floor.store.entry import Answer, Entry
from upcard.floor.store.store import Head, Store, StoreError
from upcard.floor.terms import check_terms
from upcard.rules.house import House


def now() -> str:
    """The time of an entry, in UTC to the microsecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Floor:
    """A house on a store, going on where its journal ends."""

    def __init__(
        self,
        house: House,
        store: Store,
        clock: Callable[[], str] = now,
        casino: Casino | None = None,
        source: Source | None = None,
    ) -> None:
        """`casino` is one that has seen the journal up to some entry already; the rest is read from the store.

        With a `source` the floor draws the cards of its virtual tables; without one they come with the commands.
        """
        self.store = store
        self.clock = clock
        self.locked = ""
        """Why nothing is done any more, or empty."""
        self.watch: Callable[[Sequence[Entry]], None] = lambda entries: None
        """Told of every entry once it is on disk, also of those that others wrote."""
        self.casino = casino or Casino(house)
        self.casino.source = source
        for entry in store.entries(self.casino.seq):
            self.casino.apply(entry)
        store.prove(Head(self.casino.seq, self.casino.hash))
        check_terms(house, self.casino)

    def process(self, commands: Sequence[Command]) -> list[Reply]:
        """The replies to commands, in their order, with everything on disk."""
        if self.locked:
            raise StoreError(f"the tables are locked: {self.locked}")
        try:
            return self._process(commands)
        except Exception as error:
            self.locked = str(error) or type(error).__name__
            raise

    def follow(self) -> None:
        """Take what others have written since, without a turn of the store's."""
        if self.locked:
            return
        missed = list(self.store.entries(self.casino.seq))
        try:
            if missed:
                self.store.prove(Head(missed[-1].seq, missed[-1].hash))
            for entry in missed:
                self.casino.apply(entry)
        except Exception as error:
            self.locked = str(error) or type(error).__name__
            raise
        if missed:
            self.watch(missed)

    def _process(self, commands: Sequence[Command]) -> list[Reply]:
        casino = self.casino
        entries: list[Entry] = []
        answers: dict[str, Answer] = {}
        replies: list[Reply] = []
        first_reply: dict[str, Reply] = {}
        with self.store.turn(casino.seq, [command.id for command in commands if keepable(command.id)]) as turn:
            missed = turn.missed
            for entry in missed:
                casino.apply(entry)
            at = self.clock()
            for command in commands:
                if because := unfit(command):
                    replies.append(Reply((), Conflict(because)))
                    continue
                answer = answers.get(command.id) or turn.known.get(command.id)
                if answer is not None:
                    reply = self._again(command, answer, first_reply.get(command.id))
                else:
                    reply = self._decide(command, at)
                    if not isinstance(reply.error, Conflict):
                        answers[command.id] = _answer(command, reply, casino.seq)
                        first_reply[command.id] = reply
                    entries += reply.entries
                replies.append(reply)
            if entries or answers:
                changed = {name for entry in entries for name in _accounts(entry)}
                balances = {name: casino.books.balances[name] for name in changed}
                turn.append(entries, balances, list(answers.values()))
        if missed or entries:
            self.watch([*missed, *entries])
        return replies

    def _decide(self, command: Command, at: str) -> Reply:
        try:
            return Reply(tuple(self.casino.decide(command, at)))
        except (Refused, Conflict) as error:
            return Reply((), error)

    def _again(self, command: Command, answer: Answer, first: Reply | None) -> Reply:
        """The first answer; another body under the same id is refused."""
        if answer.digest != command.digest:
            return Reply((), Conflict(f"the id {command.id!r} was used for another command"))
        if first is not None:
            return first._replace(again=True)
        if answer.refusal:
            return Reply((), _refusal(answer.refusal), again=True)
        return Reply(tuple(self.store.entries(answer.first - 1, upto=answer.last)), again=True)


def _accounts(entry: Entry) -> list[str]:
    return list(postings(entry.postings)) if entry.postings != "{}" else []


def _answer(command: Command, reply: Reply, seq: int) -> Answer:
    refusal = ""
    if isinstance(reply.error, Refused):
        error = reply.error
        refusal = json.dumps({"rule": error.rule, "because": error.because, "clause": error.clause})
    return Answer(command.id, command.digest, seq - len(reply.entries) + 1, seq, refusal)


def _refusal(text: str) -> Refused:
    said = json.loads(text)
    return Refused(said["rule"], said["because"], clause=said["clause"])
