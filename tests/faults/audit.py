"""What is looked at after every crash: that nothing is lost, nothing is there twice, and everything follows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.faults.crash import Said
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.journal.proof import Bad, Vouched, verify_store
from upcard.journal.proof.heads import signed_heads
from upcard.rules.house import House
from upcard.store.store import Entry, Store


class Auditor:
    """Follows a journal from crash to crash; what was there once must stay there to the byte."""

    def __init__(self, house: House) -> None:
        self.casino = Casino(house)
        self.entries: list[Entry] = []
        self.commands: dict[str, tuple[int, int]] = {}
        """By id, the first and the last entry of each command that an entry names."""
        self.dealt = Dealt()

    def look(self, store: Store, heads: Path | None, *saids: Said) -> None:
        """Every check, on a journal that was opened after a crash, with what each process said before it."""
        self._follow(store)
        verified = verify_store(store, Vouched(heads) if heads is not None and heads.exists() else Vouched())
        assert not isinstance(verified, Bad), verified
        for said in saids:
            self._acknowledged(store, said)
            self._whole(store, said.lost)
        assert store.balances() == self.casino.books.balances
        assert sum(self.casino.books.balances.values()) == 0
        for line in signed_heads(heads) if heads is not None and heads.exists() else ():
            if line.head.seq:
                assert self.entries[line.head.seq - 1].hash == line.head.hash, "a signed head is in the journal"

    def _follow(self, store: Store) -> None:
        """The journal begins with what it was, and what is new follows from it: `apply` refuses anything else."""
        before = len(self.entries)
        if before:
            assert [*store.entries(before - 1, upto=before)] == self.entries[-1:], "the journal was shortened"
        for entry in store.entries(before):
            self.casino.apply(entry)
            self.dealt.follow(entry)
            self.entries.append(entry)
            first, last = self.commands.get(entry.command, (entry.seq, entry.seq - 1))
            assert last == entry.seq - 1, "the entries of a command stand together, so that none has an effect twice"
            self.commands[entry.command] = first, entry.seq

    def _acknowledged(self, store: Store, said: Said) -> None:
        for told in said.told:
            answer = store.answer(told.command)
            assert answer is not None, f"{told.command} was acknowledged, and is lost"
            assert not answer.refusal
            if not told.last:
                assert answer.last == answer.first - 1
                continue
            assert (answer.first, answer.last) == (told.first, told.last) == self.commands[told.command]
            assert self.entries[told.last - 1].hash == told.hash

    def _whole(self, store: Store, batch: Sequence[Command]) -> None:
        """Of commands that were sent together all are done, or none."""
        done = [store.answer(command.id) is not None for command in batch]
        assert all(done) or not any(done), "half of a batch is there"


class Tally:
    """What a row of crashes has hit: without it a test could pass because nothing happened."""

    def __init__(self) -> None:
        self.told = 0
        self.retried = 0
        self.unheard = 0
        """Commits that nobody was told of."""
        self.resumed = 0
        """Rounds with wagers locked out or cards dealt, at a crash."""
        self.locked = 0
        """Awards locked and not paid, at a crash."""
        self.rounds = 0
        self.dealt = 0
        self.void = 0

    def __repr__(self) -> str:
        return " ".join(f"{name}={number}" for name, number in vars(self).items())

    def count(self, auditor: Auditor, store: Store, *saids: Said) -> None:
        """After a crash."""
        casino = auditor.casino
        self.told += sum(len(said.told) for said in saids)
        self.unheard += sum(bool(said.lost) and store.answer(said.lost[0].id) is not None for said in saids)
        self.resumed += sum(t.round is not None and t.round.phase != "betting" for t in casino.tables.values())
        self.locked += sum(len(link.open) for link in casino.books.links.values())

    def finished(self, auditor: Auditor) -> None:
        """When a journal is done with."""
        self.rounds += auditor.dealt.rounds
        self.dealt += auditor.dealt.hands
        self.void += auditor.dealt.void


class Dealt:
    """Whether the cards of each round are those that its shuffle and its cut put there, whoever was killed between."""

    def __init__(self) -> None:
        self.rounds = 0
        self.hands = 0
        self.void = 0
        self.numbers: dict[str, int] = {}
        self._orders: dict[tuple[str, str], list[int]] = {}
        self._deck: dict[str, str] = {}

    def follow(self, entry: Entry) -> None:
        """One entry more, read as plain JSON: by other code than what deals."""
        event: dict[str, Any] = json.loads(entry.event)
        table = entry.stream
        match event["type"]:
            case "DeckShuffled" | "DeckCut":
                self._orders[table, event["deck"]] = event["order"]
            case "CardsLeftDeck":
                self._deck[table] = event["deck"]
            case "Played":
                self._played(table, event["event"])
            case "RoundReconciled":
                assert event["number"] == self.numbers.get(table, 0) + 1, "no round is left out or closed twice"
                self.numbers[table] = event["number"]
                self.rounds += 1

    def _played(self, table: str, event: dict[str, Any]) -> None:
        match event["type"]:
            case "stud.HandsDealt":
                hands = [event["hands"][seat] for seat in sorted(event["hands"], key=int)]
                self._from_top(table, [hand[place] for place in range(5) for hand in [*hands, event["dealer"]]])
            case "six.HandsDealt":
                hands = [event["hands"][seat] for seat in sorted(event["hands"], key=int)]
                dealt = [hand[place] for place in range(2) for hand in hands]
                self._from_top(table, [event["burnt"], *dealt, event["community"]])
            case "stud.RoundVoided" | "six.RoundVoided" | "stud.TableMisdealt" | "six.TableMisdealt":
                self.void += 1

    def _from_top(self, table: str, cards: list[int]) -> None:
        order = self._orders[table, self._deck[table]]
        assert cards == order[: len(cards)], "a round is dealt from the deck that was shuffled for it"
        self.hands += 1
