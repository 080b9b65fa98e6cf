"""An entry that somebody appends by plain SQL, made as well as it can be made without the key of the house."""

from __future__ import annotations

from contextlib import closing

from tests.store.scribe import database
from tests.web.served import STUD
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.money import commands as money
from upcard.rules.house import read_house
from upcard.store import Entry, open_store
from upcard.tables.commands import Actor
from upcard.units import micros

HOUSE = read_house(STUD)
SAM, LEE = Actor("sam", "supervisor"), Actor("lee", "licensee")
THEFT = money.CorrectMeter("Gold Rush", "main", micros(900_000), "the sign was wrong", "lee")


def forge(url: str, *, seal: bool = False) -> Entry:
    """A meter corrected by plain SQL: the chain, the postings, the balances and the answer are all right."""
    with closing(open_store(url, read_only=True)) as store:
        casino = Casino(HOUSE)
        for entry in store.entries():
            casino.apply(entry)
    command = Command("sam/forged", SAM, THEFT, second=LEE)
    (made,) = casino.decide(command, "2026-01-01T00:00:00Z")
    with database(url) as execute:
        execute(f"INSERT INTO entry VALUES ({', '.join('?' * 9)})", *made)
        for account, held in casino.books.balances.items():
            execute("UPDATE balance SET micros = ? WHERE account = ?", held, account)
        execute("INSERT INTO command VALUES (?, ?, ?, ?, '')", command.id, command.digest, made.seq, made.seq)
        if seal:
            ((first, before, signer),) = execute("SELECT last + 1, before, signer FROM seal ORDER BY last DESC LIMIT 1")
            values = (first, made.seq, made.hash, bytes(32), before, signer, bytes(64))
            execute("INSERT INTO seal VALUES (?, ?, ?, ?, ?, ?, ?)", *values)
    return made
