"""What somebody without the key can do to a journal, and which entry a verifier must name for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.journal.proof.evidence import EVERY, Evidence, editing, honest, rehashed, rewrite, rows

SEQ, STREAM, VERSION, COMMAND, AT, BY, EVENT, POSTINGS, HASH = range(9)


class Attack(NamedTuple):
    """Evidence after it was tampered with, and the places of which one must be named."""

    evidence: Evidence
    places: set[int]


def first_signed(evidence: Evidence, at_or_after: int) -> set[int]:
    return {next(seq for seq in evidence.signed if seq >= at_or_after)}


# ---- single entries --------------------------------------------------------------------------------------------------


def edit_a_field(random: Random) -> Attack:
    return _edited(random, lambda field, value: _other(random, field, value))


def edit_a_type(random: Random) -> Attack:
    """The same value in another type: it would hash the same if it were only printed."""

    def retyped(field: int, value: Any) -> Any:
        if field in {SEQ, VERSION}:
            return random.choice([str(value), float(value), str(value).encode()])
        return value.hex() if field == HASH else random.choice([value.encode(), None])

    return _edited(random, retyped)


def _edited(random: Random, change: Callable[[int, Any], Any]) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        row = random.choice(entries)
        field = random.randrange(9)
        seq, row[field] = row[SEQ], change(field, row[field])
        places = {seq}
        if field == SEQ and type(row[SEQ]) is int and row[SEQ] < seq:
            # Two entries with one number: the wrong one may come first or second.
            places = {row[SEQ], row[SEQ] + 1} if row[SEQ] > 0 else {1, seq}
        return Attack(evidence._replace(database=rewrite(database, entries)), places)


def _other(random: Random, field: int, value: Any) -> Any:
    match field:
        case 0 | 2:
            return random.choice(
                [value + random.randint(1, 500), max(1, value - 1) if value > 1 else value + 1, -value]
            )
        case 6 | 7:
            digits = [place for place, sign in enumerate(value) if sign.isdigit()]
            if not digits:
                return '{"house":1,"tray/1":-1}'
            place = random.choice(digits)
            return f"{value[:place]}{(int(value[place]) + random.randint(1, 9)) % 10}{value[place + 1 :]}"
        case 8:
            bent = bytearray(value)
            bent[random.randrange(32)] ^= 1 << random.randrange(8)
            return random.choice([bytes(bent), b"", value[:31], value + b"\0"])
        case _:
            return random.choice([value + " ", value[:-1], value[1:] + value[0], value + "\n", ""])


def delete_an_entry(random: Random) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        row = entries.pop(random.randrange(len(entries)))
        return Attack(evidence._replace(database=rewrite(database, entries)), {row[SEQ]})


def insert_an_entry(random: Random) -> Attack:
    """With a hash that fits, and all that follow moved on by one."""
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        place = random.randrange(1, len(entries))
        forged = list(entries[place - 1])
        forged[STREAM], forged[VERSION] = "table/none", 1
        head = rehashed([list(row) for row in entries[:place]] + [forged])
        head[-1][SEQ] = place + 1
        later = [[row[SEQ] + 1, *row[1:]] for row in entries[place:]]
        made = rehashed(head) + later
        return Attack(evidence._replace(database=rewrite(database, made)), {place + 1, place + 2})


def swap_two(random: Random) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        one, two = sorted(random.sample(range(len(entries)), 2))
        upto = random.choice([HASH, HASH + 1])
        entries[one][1:upto], entries[two][1:upto] = entries[two][1:upto], entries[one][1:upto]
        return Attack(evidence._replace(database=rewrite(database, entries)), {one + 1})


def unreadable_text(random: Random) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        seq = random.randint(1, len(rows(database)))
        field = random.choice(["stream", "command", "at", "by", "event", "postings"])
        database.execute(f"UPDATE entry SET {field} = CAST(x'7bff7d' AS TEXT) WHERE seq = ?", (seq,))
        return Attack(evidence._replace(database=database.serialize()), {seq})


# ---- the whole journal -----------------------------------------------------------------------------------------------


def truncate_the_tail(random: Random) -> Attack:
    """Sometimes with answers and balances that fit what is left."""
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        left = random.randrange(len(entries))
        del entries[left:]
        if random.random() < 0.5:
            _fit(database, entries)
        # Answers that were left standing name the first entry that is gone; the heads, the first that was signed.
        places = {left + 1, *first_signed(evidence, left + 1)}
        return Attack(evidence._replace(database=rewrite(database, entries)), places)


def roll_back(random: Random) -> Attack:
    """An older copy of the database, whole in itself, under the heads of today."""
    evidence = honest()
    older = honest(EVERY * random.choice([0, 3, 6]) + random.choice([0, 7]))
    with editing(older.database) as database:
        end = len(rows(database))
    return Attack(evidence._replace(database=older.database), first_signed(evidence, end + 1))


def rewrite_history(random: Random) -> Attack:
    """Change an entry, then hash the chain anew and make the balances and the answers fit."""
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        place = random.randrange(len(entries))
        row = entries[place]
        postings = json.loads(row[POSTINGS])
        ours = [account for account in postings if account.startswith(("seat/", "tray/"))]
        if len(ours) > 1 and random.random() < 0.7:
            stolen = random.randint(1, 10**9)
            postings[ours[0]] -= stolen
            postings[ours[1]] += stolen
            row[POSTINGS] = json.dumps(postings, separators=(",", ":"))
        else:
            field = random.choice([AT, BY, EVENT])
            row[field] = row[field].replace("0", "1") if "0" in row[field] else row[field] + " "
        _fit(database, rehashed(entries))
        return Attack(evidence._replace(database=rewrite(database, entries)), first_signed(evidence, place + 1))


def remove_and_renumber(random: Random) -> Attack:
    """Take an entry out, close the gap in the journal and in its stream, and make everything else fit."""
    evidence = honest()
    with editing(evidence.database) as database:
        entries = rows(database)
        while True:
            place = random.randrange(len(entries))
            if "meter/" not in entries[place][POSTINGS] and "pending/" not in entries[place][POSTINGS]:
                break
        gone = entries.pop(place)
        for row in entries[place:]:
            row[SEQ] -= 1
            row[VERSION] -= row[STREAM] == gone[STREAM]
        _fit(database, rehashed(entries))
        return Attack(evidence._replace(database=rewrite(database, entries)), first_signed(evidence, place + 1))


def _fit(database: Any, entries: list[list[Any]]) -> None:
    """Balances and answers that follow from other entries."""
    held: Counter[str] = Counter()
    ranges: dict[str, list[int]] = {}
    for row in entries:
        held.update(json.loads(row[POSTINGS]))
        ranges.setdefault(row[COMMAND], []).append(row[SEQ])
    database.execute("DELETE FROM balance")
    database.executemany("INSERT INTO balance VALUES (?, ?)", held.items())
    for (command,) in database.execute("SELECT id FROM command WHERE refusal = ''").fetchall():
        if command in ranges:
            places = (min(ranges[command]), max(ranges[command]), command)
            database.execute("UPDATE command SET first = ?, last = ? WHERE id = ?", places)
        else:
            database.execute("DELETE FROM command WHERE id = ?", (command,))


# ---- what follows from the journal -----------------------------------------------------------------------------------


def change_a_balance(random: Random) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        held = database.execute("SELECT account, micros FROM balance").fetchall()
        account, micros = random.choice(held)
        fraction = random.choice([micros + 0.5, float(micros)])
        query, values = random.choice([
            ("UPDATE balance SET micros = micros + ? WHERE account = ?", (random.choice([-1, 1, 10**8]), account)),
            ("UPDATE balance SET micros = ? WHERE account = ?", (str(micros), account)),
            ("UPDATE balance SET micros = ? WHERE account = ?", (fraction, account)),
            ("UPDATE balance SET account = account || ? WHERE account = ?", ("x", account)),
            ("DELETE FROM balance WHERE account = ? OR account = ?", (account, account)),
            ("INSERT INTO balance VALUES (?, ?)", ("house/new", random.choice([0, 5]))),
            ("INSERT INTO balance VALUES (?, ?)", (account, micros)),
        ])  # fmt: skip
        database.execute(query, values)
        return Attack(evidence._replace(database=database.serialize()), {0})


def change_an_answer(random: Random) -> Attack:
    evidence = honest()
    with editing(evidence.database) as database:
        answers = database.execute("SELECT id, first, last FROM command WHERE refusal = ''").fetchall()
        name, first, last = random.choice(answers)
        spare = ("x" * 32, bytes(32), first, last, "")
        query, values, places = random.choice([
            ("DELETE FROM command WHERE id = ?", (name,), {first}),
            ("UPDATE command SET id = 'x' || id WHERE id = ?", (name,), {first}),
            ("UPDATE command SET first = first + 1 WHERE id = ?", (name,), {first}),
            ("UPDATE command SET last = last - 1 WHERE id = ?", (name,), {last}),
            ("UPDATE command SET last = last + 1 WHERE id = ?", (name,), {first, last + 1}),
            ("UPDATE command SET first = first - 1 WHERE id = ?", (name,), {first - 1, first}),
            ("UPDATE command SET last = -last WHERE id = ?", (name,), {first}),
            ("UPDATE command SET refusal = '{}' WHERE id = ?", (name,), {first}),
            ("INSERT INTO command VALUES (?, ?, ?, ?, ?)", spare, {first, last + 1}),
            ("INSERT INTO command VALUES (?, ?, ?, ?, ?)", (*spare[:2], 5000, 5001, ""), {5000}),
            ("INSERT INTO command VALUES (?, ?, ?, ?, ?)", (*spare[:4], "{}"), {first}),
        ])  # fmt: skip
        database.execute(query, values)
        return Attack(evidence._replace(database=database.serialize()), places)
