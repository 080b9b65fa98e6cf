"""What an insider may change in a journal, one thing at a time; everything else is made to fit afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from upcard.cards import DECK, rank_five
from upcard.floor.codec import TABLE
from upcard.floor.store.entry import Entry

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


class Forgery(NamedTuple):
    """The entries as the insider wants them, and the first that was touched."""

    entries: list[Entry]
    touched: int


Forge = Callable[[list[Entry], Random], Forgery | None]
"""Nothing where the journal has nothing of the kind."""


def kind_of(entry: Entry) -> str:
    event = json.loads(entry.event)
    return str(event["event"]["type"] if event["type"] == "Played" else event["type"])


def _changed(
    entries: list[Entry], random: Random, kinds: tuple[str, ...], change: Callable[[dict[str, Any]], bool]
) -> Forgery | None:
    """One event of these kinds with a change; `change` says whether there was something to be changed."""
    found = [place for place, entry in enumerate(entries) if kind_of(entry) in kinds]
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


def a_card(entries: list[Entry], random: Random) -> Forgery | None:
    """A hand that was dealt or keyed has another card, with the rank that it then has; payments stay."""

    def change(event: dict[str, Any]) -> bool:
        if event["type"].endswith("HandsDealt"):
            seat, hand = random.choice(list(event["hands"].items()))
            seen = [card for cards in event["hands"].values() for card in cards] + list(event.get("dealer", ()))
        else:
            seat, hand, seen = "", event["cards"] if "cards" in event else event["dealer"], []
            seen = list(hand)
        if not hand or not isinstance(hand, list):
            return False
        hand[random.randrange(len(hand))] = random.choice([card for card in DECK if card not in seen])
        if event["type"].startswith("stud.") and len(hand) == 5:
            value = rank_five(tuple(hand))
            if seat:
                event["values"][seat] = value
            else:
                event["value"] = value
        return True

    kinds = ("stud.HandsDealt", "six.HandsDealt", "stud.HandShown", "six.HandShown", "stud.HoleCardsRevealed")
    return _changed(entries, random, kinds, change)


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
    found = [place for place, entry in enumerate(entries) if kind_of(entry) in ("stud.BetMade", "six.BetMade")]
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
    """Another second person has approved."""
    return _by(
        entries, random, lambda each: " with " in each.by, lambda by: f"{by.split(' with ')[0]} with licensee no"
    )


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
    played = [place for place, entry in enumerate(entries) if '"Played"' in entry.event]
    place = random.choice([place for place in played if "RoundCompleted" not in entries[place].event])
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


BY_THE_AUDIT: dict[str, Forge] = {
    each.__name__.removeprefix("a_").removeprefix("an_").replace("_", " "): each
    for each in (
        a_payment, a_payment_to_another, an_award, a_wager, a_card, a_shuffle, a_decision, a_validation, whose_act,
        a_deletion, a_repetition,
    )
}  # fmt: skip
"""What the journal itself betrays, whatever has become of its heads."""

BY_HEADS_ALONE: dict[str, Forge] = {
    each.__name__.removeprefix("a_").removeprefix("an_").replace("_", " "): each
    for each in (an_approval, a_time, a_cage_entry, a_deleted_cage_entry, an_end)
}
"""What would have been just as lawful: only a head that was signed or noted after it tells."""
