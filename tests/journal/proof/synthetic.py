"""A journal made up for proofs: rounds at several tables, a linked meter with its reserve, an award now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from upcard.journal.proof import Heads
from upcard.store import GENESIS, Answer, Entry, Head, Store, chained

RANKS, SUITS = "23456789TJQKA", "cdhs"
CENT = 1_000_000
Step = tuple[str, dict[str, Any], dict[str, int]]


def rounds(seed: int) -> Iterator[list[Step]]:
    """Commands without end, each with the events that it leads to: stream, event, postings."""
    random = Random(seed)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    meter, pending = 0, 0
    for number in count(1):
        table = f"table/{random.randint(1, 8)}"
        tray = table.replace("table", "tray")
        label = f"{number:08d}"
        seats = random.sample(range(1, 8), random.randint(1, 4))
        random.shuffle(deck)
        for seat in seats:
            ante = random.choice([5, 10, 25, 100]) * 100 * CENT
            chips = f"seat/{table[6:]}/{seat}"
            event = {"type": "AntePlaced", "round": label, "seat": seat, "cents": ante // CENT, "rule": "ante_minimum"}
            jackpot = {"type": "ContributionTaken", "round": label, "table": table, "seat": seat, "level": "main"}
            yield [
                (table, event, {chips: -ante, tray: ante}),
                (
                    "jackpot/main",
                    jackpot | {"wager_cents": 100, "rate": "71/100", "reserve_rate": "29/100", "sign_cents": meter},
                    {chips: -100 * CENT, "meter/main": 71 * CENT, "reserve/main": 29 * CENT},
                ),
            ]
            meter += 71
        hands = {str(seat): deck[5 * place : 5 * place + 5] for place, seat in enumerate(seats, 1)}
        yield [(table, {"type": "CardsDealt", "round": label, "dealer": deck[:5], "seats": hands}, {})]
        for seat in seats:
            event = {"type": "DecisionMade", "round": label, "seat": seat, "decision": random.choice(["bet", "fold"])}
            yield [(table, event | {"options": ["bet", "fold"], "rule": "bet_is_twice_the_ante", "clock": number}, {})]
        closing: list[Step] = []
        if random.random() < 0.05:
            award = random.randint(1, meter)
            meter, pending = meter - award, pending + award
            event = {"type": "AwardPending", "round": label, "table": table, "seat": seats[0], "cents": award}
            closing.append(("jackpot/main", event, {"meter/main": -award * CENT, "pending/main": award * CENT}))
        elif pending:
            event = {"type": "AwardPaid", "round": label, "table": table, "seat": seats[0], "cents": pending}
            closing.append(("jackpot/main", event, {"pending/main": -pending * CENT, tray: pending * CENT}))
            pending = 0
        paid = random.randint(1, 40) * 500 * CENT
        chips = f"seat/{table[6:]}/{seats[0]}"
        event = {"type": "HandSettled", "round": label, "seat": seats[0], "wager": "ante", "result": "win"}
        closing.append((table, event | {"paid_cents": paid // CENT, "rule": "ante_odds"}, {tray: -paid, chips: paid}))
        event = {"type": "RoundReconciled", "round": label, "seats": sorted(seats), "stub": 52 - 5 * (len(seats) + 1)}
        closing.append(
            (table, event | {"edition": "ma", "engine": "0.2.0", "text": sha256(label.encode()).hexdigest()}, {})
        )
        yield closing


def fill(store: Store, commands: int, seed: int = 1, heads: Heads | None = None, every: int = 25) -> Head:
    """Append that many commands to an empty journal, every ninth refused; sign a head after every `every` of them."""
    head = Head(0, GENESIS)
    versions: Counter[str] = Counter()
    balances: Counter[str] = Counter()
    encode = msgspec.json.encode
    steps = enumerate(islice(rounds(seed), commands), 1)
    while batch := list(islice(steps, every)):
        entries: list[Entry] = []
        answers: list[Answer] = []
        changed: set[str] = set()
        after = head.seq
        at = f"2026-01-01T{batch[0][0] // 3600 % 24:02d}:{batch[0][0] // 60 % 60:02d}:{batch[0][0] % 60:02d}Z"
        for number, command in batch:
            name = sha256(b"%d/%d" % (seed, number)).hexdigest()[:32]
            first = head.seq + 1
            for stream, event, postings in command:
                versions[stream] += 1
                balances.update(postings)
                changed |= postings.keys()
                bare = Entry(
                    head.seq + 1, stream, versions[stream], name, at, f"dealer d{number % 40}",
                    encode(event).decode(), encode(postings).decode(),
                )  # fmt: skip
                entry = chained(head.hash, bare)
                entries.append(entry)
                head = Head(entry.seq, entry.hash)
            answers.append(Answer(name, sha256(name.encode()).digest(), first, head.seq))
            if number % 9 == 0:
                refused = '{"message":"no more wagers","rule":"wagers_before_the_deal"}'
                answers.append(Answer(f"{name}-r", bytes(32), head.seq + 1, head.seq, refused))
        with store.turn(after) as turn:
            turn.append(entries, {account: balances[account] for account in sorted(changed)}, answers)
        if heads:
            heads.sign(head, at)
    return head


def journal(folder: Path, commands: int, seed: int = 1, every: int = 25, *, sealed: bool = False) -> tuple[Path, bytes]:
    """An SQLite journal with its heads beside it, closed; and the public key."""
    from upcard.journal.proof import heads_beside
    from upcard.store import Sealer, open_store

    path = folder / "journal.db"
    store = open_store(f"sqlite:{path}")
    heads = Heads(heads_beside(path))
    if sealed:
        heads.begin_seals(store.head(), 0, "2026-01-01T00:00:00Z")
        store.sealer = Sealer(heads.public, heads.signature, heads.signed)
    try:
        fill(store, commands, seed, heads, every)
    finally:
        heads.close()
        store.close()
    return path, heads.public
