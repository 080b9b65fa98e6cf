"""What an insider may change in a journal, one thing at a time; everything else is made to fit afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from upcard.cards import DECK, rank_five
from upcard.journal.command import TABLE
from upcard.store.store import Entry

PAID = (
    "stud.StepSettled",
    "six.SeatSettled",
    "stud.HandVoided",
    "stud.RoundVoided",
    "six.HandVoided",
    "stud.HandFolded",
)
CAGE = ("TrayFilled", "TrayCredited", "DropCounted", "AlertAcknowledged", "ShiftClosed", "SignRead")
"""What nothing else in a journal hangs on."""


HANGS_ON_NOTHING = ("IrregularityNoted", "HandCorrected", "DealerCorrected", "CommunityCorrected", "RoundCompleted")
"""What may have changed nothing in a round, or is done with the round's own end."""


class Forgery(NamedTuple):
    """The entries as the insider wants them, and the first that was touched."""

    entries: list[Entry]
    touched: int


Forge = Callable[[list[Entry], Random], Forgery | None]
"""Nothing where the journal has nothing of the kind."""


def kind_of(entry: Entry) -> str:
    event = json.loads(entry.event)
    return str(event["event"]["type"] if event["type"] == "Played" else event["type"])


def _in_rounds_over(entries: list[Entry]) -> list[int]:
    """The places of what happened at tables in rounds that are over, and of all that happened elsewhere.

    What was done last in a round that is still in play may have been done otherwise: nothing hangs on it yet.
    """
    ends: dict[str, int] = {}
    for place, entry in enumerate(entries):
        if kind_of(entry) == "RoundReconciled":
            ends[entry.stream] = place
    return [p for p, each in enumerate(entries) if not each.stream.startswith(TABLE) or p < ends.get(each.stream, 0)]


def _changed(
    entries: list[Entry], random: Random, kinds: tuple[str, ...], change: Callable[[dict[str, Any]], bool]
) -> Forgery | None:
    """One event of these kinds with a change; `change` says whether there was something to be changed."""
    found = [place for place in _in_rounds_over(entries) if kind_of(entries[place]) in kinds]
    random.shuffle(found)
    for place in found:
        whole = json.loads(entries[place].event)
        if not change(whole["event"] if whole["type"] == "Played" else whole):
            continue
        text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False)
        if text != entries[place].event:
            forged = list(entries)
            forged[place] = entries[place]._replace(event=text)
            return Forgery(forged, place + 1)
    return None


# ---- money -------------------------------------------------------------------------------------------------------


def a_payment(entries: list[Entry], random: Random) -> Forgery | None:
    """A seat is paid, or given back, something else."""

    def change(event: dict[str, Any]) -> bool:
        if not event["payments"]:
            return False
        line = random.choice(event["payments"])
        field = "paid" if line["result"] == "win" else "returned"
        line[field] += random.choice((-1, 1, 100, 5000))
        return bool(line[field] >= 0)

    return _changed(entries, random, PAID, change)


def a_payment_to_another(entries: list[Entry], random: Random) -> Forgery | None:
    """What one seat won goes to another."""

    def change(event: dict[str, Any]) -> bool:
        won = [line for line in event["payments"] if line["result"] == "win"]
        others = [line["seat"] for line in event["payments"]] + [1, 2, 3, 4, 5, 6, 7]
        if won:
            won[0]["seat"] = random.choice([seat for seat in others if seat != won[0]["seat"]])
        return bool(won)

    return _changed(entries, random, PAID, change)


def an_award(entries: list[Entry], random: Random) -> Forgery | None:
    """The award that was locked is larger."""

    def change(event: dict[str, Any]) -> bool:
        event["draws"][0]["each"] -= random.choice((1, 100))
        return True

    return _changed(entries, random, ("HitLocked",), change)


def a_wager(entries: list[Entry], random: Random) -> Forgery | None:
    """Another amount was put down."""

    def change(event: dict[str, Any]) -> bool:
        event["cents"] += 100
        return True

    return _changed(entries, random, ("stud.WagerPlaced", "six.WagerPlaced"), change)


# ---- cards and decisions -----------------------------------------------------------------------------------------


def a_dealt_card(entries: list[Entry], random: Random) -> Forgery | None:
    """A hand that the system dealt has another card, with the rank that it then has."""

    def change(event: dict[str, Any]) -> bool:
        seat, hand = random.choice(list(event["hands"].items()))
        seen = [card for cards in event["hands"].values() for card in cards] + list(event.get("dealer", ()))
        hand[random.randrange(len(hand))] = random.choice([card for card in DECK if card not in seen])
        if "values" in event:
            event["values"][seat] = rank_five(tuple(hand))
        return True

    return _changed(entries, random, ("stud.HandsDealt", "six.HandsDealt"), change)


def a_keyed_card(entries: list[Entry], random: Random) -> Forgery | None:
    """A hand that was keyed has another card, with the rank that it then has; whatever was paid on it stays."""

    def change(event: dict[str, Any]) -> bool:
        hand = event["dealer" if "dealer" in event else "cards"]
        hand[random.randrange(len(hand))] = random.choice([card for card in DECK if card not in hand])
        if event["type"].startswith("stud."):
            event["value"] = rank_five(tuple(hand))
        return True

    return _changed(entries, random, ("stud.HandShown", "six.HandShown", "stud.HoleCardsRevealed"), change)


def a_shuffle(entries: list[Entry], random: Random) -> Forgery | None:
    """Two cards of a shuffle change places."""

    def change(event: dict[str, Any]) -> bool:
        order = event["order"]
        if order:
            one, two = random.sample(range(len(order)), 2)
            order[one], order[two] = order[two], order[one]
        return bool(order)

    return _changed(entries, random, ("DeckShuffled",), change)


def a_decision(entries: list[Entry], random: Random) -> Forgery | None:
    """Somebody who bet has folded, for nothing."""
    found = [place for place in _in_rounds_over(entries) if kind_of(entries[place]) in ("stud.BetMade", "six.BetMade")]
    if not found:
        return None
    place = random.choice(found)
    event = json.loads(entries[place].event)["event"]
    game = event["type"].split(".")[0]
    folded = {"type": "Played", "event": {"type": f"{game}.HandFolded", "seat": event["seat"], "payments": []}}
    forged = list(entries)
    forged[place] = entries[place]._replace(event=json.dumps(folded, separators=(",", ":")))
    return Forgery(forged, place + 1)


# ---- people ------------------------------------------------------------------------------------------------------


def _by(
    entries: list[Entry], random: Random, wanted: Callable[[Entry], bool], change: Callable[[str], str]
) -> Forgery | None:
    found = [place for place, entry in enumerate(entries) if wanted(entry)]
    if not found:
        return None
    place = random.choice(found)
    forged = list(entries)
    forged[place] = entries[place]._replace(by=change(entries[place].by))
    return Forgery(forged, place + 1)


def an_approval(entries: list[Entry], random: Random) -> Forgery | None:
    """Another second person has approved an act."""
    commands = list(dict.fromkeys(entry.command for entry in entries if " with " in entry.by))
    if not commands:
        return None
    command = random.choice(commands)
    places = [place for place, entry in enumerate(entries) if entry.command == command and " with " in entry.by]
    forged = list(entries)
    for place in places:
        forged[place] = entries[place]._replace(by=f"{entries[place].by.split(' with ')[0]} with licensee nobody")
    return Forgery(forged, places[0] + 1)


def a_validation(entries: list[Entry], random: Random) -> Forgery | None:
    """Whoever keyed an award has validated it, too."""
    keyed: dict[tuple[str, int], str] = {}
    for entry in entries:
        event = json.loads(entry.event)
        if event["type"] == "HitLocked":
            keyed[event["jackpot"], event["number"]] = entry.by
    validated = [entry for entry in entries if kind_of(entry) == "HitValidated"]
    if not validated:
        return None
    entry = random.choice(validated)
    event = json.loads(entry.event)
    person = keyed[event["jackpot"], event["number"]].split(" ", 1)[1].split(" with ")[0]
    return _by(entries, random, lambda each: each is entry, lambda by: f"supervisor {person}")


def whose_act(entries: list[Entry], random: Random) -> Forgery | None:
    """A player's act was another player's."""
    played = [entry for entry in entries if entry.by.startswith("player ") and '"Played"' in entry.event]
    return _by(entries, random, lambda each: each in played, lambda by: "player nobody")


def a_time(entries: list[Entry], random: Random) -> Forgery | None:
    """Something happened at another time."""
    place = random.randrange(len(entries) // 2, len(entries))
    forged = list(entries)
    forged[place] = entries[place]._replace(at=entries[place].at.replace("2026-01-01", "2026-01-02"))
    return Forgery(forged, place + 1)


# ---- whole entries -----------------------------------------------------------------------------------------------


def a_deletion(entries: list[Entry], random: Random) -> Forgery | None:
    """Something that happened in a round has not happened."""
    played = [place for place in _in_rounds_over(entries) if '"Played"' in entries[place].event]
    place = random.choice([place for place in played if kind_of(entries[place]).split(".")[-1] not in HANGS_ON_NOTHING])
    return Forgery([*entries[:place], *entries[place + 1 :]], place + 1)


def a_repetition(entries: list[Entry], random: Random) -> Forgery | None:
    """A step of a settlement is paid twice."""
    found = [place for place, entry in enumerate(entries) if kind_of(entry) in ("stud.StepSettled", "six.SeatSettled")]
    if not found:
        return None
    place = random.choice(found)
    again = entries[place]._replace(command=f"{entries[place].command} again")
    return Forgery([*entries[: place + 1], again, *entries[place + 1 :]], place + 2)


def _between_acts(entries: list[Entry]) -> list[int]:
    """Where one act ends and another begins: what cuts an act in two is told from it."""
    later = range(len(entries) // 2, len(entries))
    return [place for place in later if entries[place].command != entries[place - 1].command]


def a_cage_entry(entries: list[Entry], random: Random) -> Forgery | None:
    """A credit of a tray that nobody took."""
    table = random.choice([entry.stream.removeprefix(TABLE) for entry in entries if entry.stream.startswith(TABLE)])
    place = random.choice(_between_acts(entries))
    event = json.dumps({"type": "TrayCredited", "table": table, "cents": 900_000}, separators=(",", ":"))
    credit = Entry(0, "cage", 0, f"c{place}", entries[place - 1].at, "cage cat", event, "{}")
    return Forgery([*entries[:place], credit, *entries[place:]], place + 1)


def a_deleted_cage_entry(entries: list[Entry], random: Random) -> Forgery | None:
    """What was done at the cage is gone."""
    found = [place for place, entry in enumerate(entries) if kind_of(entry) in CAGE]
    if not found:
        return None
    place = random.choice(found)
    return Forgery([*entries[:place], *entries[place + 1 :]], place + 1)


def an_end(entries: list[Entry], random: Random) -> Forgery | None:
    """The last acts have not happened."""
    place = random.choice(_between_acts(entries))
    return Forgery(entries[:place], place + 1)


def _named(*forges: Forge) -> dict[str, Forge]:
    return {each.__name__.removeprefix("a_").removeprefix("an_").replace("_", " "): each for each in forges}


BY_THE_AUDIT = _named(
    a_payment, a_payment_to_another, an_award, a_wager, a_dealt_card, a_decision, a_validation, whose_act, a_deletion,
    a_repetition,
)  # fmt: skip
"""What the journal itself betrays, whatever has become of its heads."""

WHERE_IT_MATTERS = _named(a_keyed_card, a_shuffle, an_approval)
"""What the journal betrays where a payment hangs on the card, it was dealt, or a supervisor alone may approve."""

BY_HEADS_ALONE = _named(a_time, a_cage_entry, a_deleted_cage_entry, an_end)
"""What would have been just as lawful: only a head that was signed or noted after it tells."""
