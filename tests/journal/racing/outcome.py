"""What must be true once every award of a trial is paid, whatever happened on the way."""

from __future__ import annotations

from itertools import groupby

from tests.journal.racing.due import MICROS, Ledger, ledger_of
from tests.journal.racing.linked import JACKPOT, METER, PENDING, RESERVE, Flavour
from tests.journal.racing.trial import Told
from upcard.journal.casino import Casino
from upcard.rules.house import House
from upcard.store.store import Store


def check(flavour: Flavour, house: House, store: Store, told: list[Told]) -> Ledger:
    """One order everywhere, each paid what was due in it, nothing waiting and nothing lost."""
    entries = list(store.entries())
    casino = Casino(house)
    for entry in entries:
        casino.apply(entry)  # the chain, the postings and the order of the streams
    balances = store.balances()
    assert balances == casino.books.balances
    assert sum(balances.values()) == 0

    ledger = ledger_of(flavour, entries)
    assert balances[METER] == ledger.meter * MICROS
    assert balances.get(RESERVE, 0) == ledger.reserve * MICROS
    assert balances[PENDING] == 0

    link = casino.books.links[JACKPOT]
    closed = dict.fromkeys(ledger.rejected, "rejected") | dict.fromkeys(ledger.paid, "paid")
    assert not link.open
    assert link.sequence == len(ledger.awards)
    assert {hit.number: (hit.table, hit.cents, hit.state) for hit in link.last} == {
        number: (award.table, award.cents, closed[number]) for number, award in ledger.awards.items()
    }
    slips = [slip for numbers in ledger.paid.values() for slip in numbers]
    assert sorted(slips) == sorted(casino.books.slips) == list(range(1, len(slips) + 1))
    for name in flavour.winning:
        parts = [ledger.awards[number].ways for number in ledger.paid if ledger.awards[number].table == name]
        assert sum(parts) == flavour.royals(name), "every seat that has won is paid once"
    assert all(len(ledger.paid[number]) == ledger.awards[number].ways for number in ledger.paid)

    once = [command for command, _ in groupby(entry.command for entry in entries)]
    assert len(once) == len(set(once)), "a command has one effect"
    for command, reply in told:
        assert reply.error is None, (command, reply.error)
        assert reply.entries == tuple(entry for entry in entries if entry.command == command.id)
    return ledger
