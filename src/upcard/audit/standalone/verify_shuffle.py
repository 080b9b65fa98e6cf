"""Verify the proof of a shuffle: that the cards of a round follow from a secret that was committed to before.

Nothing but Python's standard library is needed:

    python3 verify_shuffle.py proof.json [--commitment HEX] [--mine WORD]

The proof is what `upcard audit shuffle ID --export proof.json` writes. `--commitment` is what you noted down before the
cards were dealt, and `--mine` a word that you contributed after it: without your own notes the proof shows only that it
agrees with itself. What this file cannot know, it takes from the proof and prints: whether hands are dealt singly or in
stacks, what the house draws and how often, which shuffles were given up, and the numbers of the entries. Compare them
with what you saw at the table. That they are those of the journal is for `upcard audit shuffle` and
`verify_journal.py` to show.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

KIND = "upcard shuffle 1"
RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
FOR_CARDS, FOR_DRAWS, FOR_CUTS = 0, 1, 2
WORD = 0xFFFFFFFF
HAND, STREETS = 5, 3
"""Cards of a hand of stud, and rounds of single cards in Bonus 6 after the first ones."""


class Bad(Exception):
    """The proof is not one."""


def require(condition: object, otherwise: str) -> None:
    if not condition:
        raise Bad(otherwise)


# ---- ChaCha20, as RFC 8439 has it ------------------------------------------------------------------------------------


def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    """Four times: add, exclusive or, turn to the left."""
    for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[one] = (x[one] + x[two]) & WORD
        mixed = x[three] ^ x[one]
        x[three] = (mixed << turn | mixed >> (32 - turn)) & WORD


def block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """64 bytes of the key stream."""
    text = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce
    start = [int.from_bytes(text[at : at + 4], "little") for at in range(0, 64, 4)]
    x = list(start)
    for _ in range(10):
        for at in range(4):
            quarter(x, at, at + 4, at + 8, at + 12)
        for at in range(4):
            quarter(x, at, (at + 1) % 4 + 4, (at + 2) % 4 + 8, (at + 3) % 4 + 12)
    return b"".join(((one + other) & WORD).to_bytes(4, "little") for one, other in zip(x, start, strict=True))


def key_stream(key: bytes, purpose: int) -> Iterator[int]:
    for counter in range(WORD):
        yield from block(key, counter, purpose.to_bytes(12, "big"))


# ---- from the secret to the cards ------------------------------------------------------------------------------------


def below(n: int, stream: Iterator[int]) -> int:
    """A whole number from 0 to n - 1, each equally likely: what would favour some is thrown away."""
    width = ((n - 1).bit_length() + 7) // 8
    while True:
        number = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        if number < 256**width - 256**width % n:
            return number % n


def shuffled(stream: Iterator[int]) -> list[str]:
    order = list(DECK)
    for place in range(len(order) - 1, 0, -1):
        drawn = below(place + 1, stream)
        order[place], order[drawn] = order[drawn], order[place]
    return order


def key_of(proof: dict[str, Any]) -> bytes:
    """The SHA-256 of the fields, each with its length in four bytes before it."""
    shuffle = proof["shuffle"]
    fields: list[Any] = [KIND, bytes.fromhex(shuffle["secret"]), proof["table"], shuffle["number"]]
    for given in shuffle["contributions"]:
        fields += [given["seat"], given["player"], given["value"]]
    written = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return hashlib.sha256(b"".join(len(field).to_bytes(4, "big") + field for field in written)).digest()


def draws(stream: Iterator[int], chances: dict[str, str], places: list[str]) -> dict[str, str | None]:
    """Whether each draw comes about, by name; then a card, then a place."""
    came = {}
    for name in sorted(chances):
        numerator, denominator = map(int, chances[name].split("/"))
        require(0 <= numerator <= denominator > 0, "that is no chance")
        came[name] = below(denominator, stream) < numerator
    card, place = DECK[below(len(DECK), stream)], places[below(len(places), stream)]
    return {"magic_card": card if came.get("magic_card") else None, "lucky": place if came.get("lucky") else None}


# ---- the checks ------------------------------------------------------------------------------------------------------

MEMBERS = (
    "table", "round", "game", "edition", "order", "cuts", "skipped", "deal", "void", "voided", "dealt", "drawn",
    "given_up", "entries",
)  # fmt: skip
DRAWN_FROM = ("number", "deck", "commitment", "secret", "contributions", "chances")
"""What a proof has to say, and of the shuffle itself."""

LOUD = "ATTENTION: "
"""How a line begins that is no fault of the proof, and that you should think about."""


def verify(proof: dict[str, Any], commitment: str = "", mine: str = "") -> list[str]:
    """What is in order, a line for each; the first thing that is not is raised."""
    require(proof.get("document") == KIND, "this is no proof of a shuffle")
    shuffle = proof["shuffle"]
    require(shuffle, "nobody had committed himself to the cards of this round")
    missing = [name for name in MEMBERS if name not in proof] + [name for name in DRAWN_FROM if name not in shuffle]
    require(not missing, f"the proof leaves out {', '.join(missing)}")
    require(len(bytes.fromhex(shuffle["secret"])) == 32, "the secret does not have 32 bytes")
    hashed = hashlib.sha256(bytes.fromhex(shuffle["secret"])).hexdigest()
    require(hashed == shuffle["commitment"], "the commitment is not the hash of the secret")
    said = [f"the commitment {hashed[:16]}… is the SHA-256 of the secret"]
    if commitment:
        require(hashed == commitment.strip().lower(), "the commitment is not the one that you noted down")
        said.append("and the one that you noted down")
    require_in_turn(proof)
    said.append("by its entries it was there before the shuffle, and shuffle and chosen cut before the end of the bets")
    said += given_up(proof) + voided(proof)
    said += contributions(proof, mine)
    key = key_of(proof)
    order = shuffled(key_stream(key, FOR_CARDS))
    require(order == proof["order"], "the order of the deck does not follow from the secret and the contributions")
    said.append("the order of the deck follows from secret and contributions")
    for at, cut in enumerate(proof["cuts"], 1):
        require(0 < cut["cards"] < len(order), f"cut {at} cuts nothing")
        order = order[cut["cards"] :] + order[: cut["cards"]]
        require(order == cut["order"], f"cut {at} changes more than a cut does")
        said.append(f"cut {at} takes {cut['cards']} cards from the top to the bottom{drawn_cut(cut, key)}")
    dealt = [each["card"] for each in proof["dealt"]]
    require(dealt or proof["void"], "no card was dealt from the shuffle, and the round was not void")
    require(proof["entries"]["told"] == [], "cards were told by hand, although the system had drawn them")
    require(proof["skipped"] == 0, "cards were taken off the top of the deck before the deal")
    require(order[: len(dealt)] == dealt, "the cards that were dealt did not lie on top of the deck")
    require_in_rotation(proof)
    way = f", hands {'in stacks' if proof['deal'] == 'stacks' else 'singly'}" if proof["deal"] and dealt else ""
    said.append(f"the {len(dealt)} cards that were dealt lay on top of it, in that order{way}")
    said += [f"  {to}: {' '.join(hand)}" for to, hand in hands(proof).items()]
    return said + drawn(proof, key)


def drawn_cut(cut: dict[str, Any], key: bytes) -> str:
    """A cut after the end of the bets is the system's own, and follows from the key; what is said of it."""
    own = cut.get("drawn")
    if not own:
        return ""
    require(own["turn"] > 0 and 0 < own["least"] < len(DECK), "that is no cut that the system draws")
    stream = key_stream(key, FOR_CUTS)
    cards = [own["least"] + below(len(DECK) - own["least"], stream) for _ in range(own["turn"])][-1]
    require(cut["cards"] == cards, "a cut after the end of the bets does not follow from the secret")
    return f", drawn after the end of the bets from {own['least']} cards on"


def require_in_turn(proof: dict[str, Any]) -> None:
    """The entries of the journal stand in the order that was promised, and there is one for everything."""
    entries = proof["entries"]
    for name in ("committed", "drawn", "shuffled", "revealed", "over"):
        require(entries[name], f"an entry is missing: {name}")
    require(len(entries["cuts"]) == len(proof["cuts"]), "there is not one entry for each cut")
    require(bool(entries["dealt"]) == bool(proof["dealt"]), "the cards that were dealt and their entries disagree")
    require(entries["bets_closed"] or not entries["dealt"], "cards were dealt while bets were open")
    closed = [entries["bets_closed"]] if entries["bets_closed"] else []
    turns = [(cut.get("drawn") or {}).get("turn", 0) for cut in proof["cuts"]]
    chosen = turns.count(0)
    require(turns == [0] * chosen + list(range(1, len(turns) - chosen + 1)), "the cuts are not counted in their order")
    turn = [entries["committed"], entries["drawn"], entries["shuffled"], *entries["cuts"][:chosen], *closed]
    turn += entries["cuts"][chosen:]
    places = [entry["seq"] for entry in [*turn, *entries["dealt"], entries["revealed"], entries["over"]]]
    right = places[0] > 0 and all(one < other for one, other in pairwise(places))
    require(right, "the entries are not in the order commitment, shuffle, cut, bets, deal, reveal")


def given_up(proof: dict[str, Any]) -> list[str]:
    """The shuffles of this deck that were drawn before and never dealt from."""
    numbers = proof["given_up"]
    ours = [*numbers, proof["shuffle"]["number"]]
    require(ours == sorted(set(ours)) and ours[0] > 0, "the shuffles that were given up are not ones before this")
    if not numbers:
        return ["by the proof no shuffle of this deck was given up before it"]
    many = f"{len(numbers)} shuffles of this deck were" if len(numbers) > 1 else "1 shuffle of this deck was"
    return [f"{LOUD}{many} drawn before it and GIVEN UP without a card dealt: {', '.join(map(str, numbers))}"]


def voided(proof: dict[str, Any]) -> list[str]:
    """Rounds that paid nothing, this one and those just before it."""
    said = [f"{LOUD}by the proof every hand of this round was VOID: {proof['void']}"] if proof["void"] else []
    numbers = proof["voided"]
    require(numbers == sorted(set(numbers)), "the rounds that were void before are not in their order")
    if numbers:
        many = "rounds were" if len(numbers) > 1 else "round was"
        said.append(f"{LOUD}the {many} VOID just before this one: {', '.join(map(str, numbers))}")
    return said


def contributions(proof: dict[str, Any], mine: str) -> list[str]:
    """Whose words count, and how many are younger than the commitment: only those were unknown to the house."""
    given, entries = proof["shuffle"]["contributions"], proof["entries"]
    seats = [each["seat"] for each in given]
    require(seats == sorted(set(seats)), "the contributions are not in the order of the seats")
    require(len({each["player"] for each in given}) == len(given), "a player contributes twice")
    for each in given:
        require(each["value"] and each["entry"] and each["entry"] > 0, "a contribution is empty, or has no entry")
        require(each["entry"] < entries["drawn"]["seq"], "a contribution came after the shuffle")
    fresh = [each for each in given if each["entry"] > entries["committed"]["seq"]]
    said = [f"{len(given)} contributions count, {len(fresh)} of them given after the commitment"]
    if not mine:
        return said
    require(any(each["value"] == mine for each in given), "your contribution is not among them")
    found = [f"seat {each['seat']}, {each['player']}" for each in fresh if each["value"] == mine]
    if found:
        return [*said, f"yours among them, after the commitment: {'; '.join(found)}"]
    return [*said, f"{LOUD}your word counts, but it is OLDER than the commitment: the house knew it, it proves nothing"]


def require_in_rotation(proof: dict[str, Any]) -> None:
    """Clockwise with the dealer last, singly or hand by hand; Bonus 6 burns a card first and has a community card."""
    going = [each["to"] for each in proof["dealt"]]
    seats = sorted({to for to in going if to.isdigit()}, key=int)
    places, first = [*seats, "dealer"], ["burnt", *seats, *seats, "community"]
    if proof["game"] == "bonus-six":
        require(proof["deal"] is None, "nobody deals Bonus 6 that way")
        right = not going or (going[: len(first)] == first and by_streets(going[len(first) :], seats))
    else:
        require(proof["game"] == "caribbean-stud", "nobody knows this game")
        require(proof["deal"] in ("singly", "stacks"), "the proof does not say how the hands are dealt")
        stacks = [to for to in places for _ in range(HAND)]
        right = not going or going == (stacks if proof["deal"] == "stacks" else places * HAND)
    require(right, "the cards did not go round as they are dealt")


def by_streets(going: list[str], seats: list[str]) -> bool:
    """One card to each that is still in, clockwise, and so on; the last time round are the bonus cards."""
    streets: list[list[int]] = []
    for seat in map(int, going):
        if not streets or seat <= streets[-1][-1]:
            streets.append([])
        streets[-1].append(seat)
    before = [list(map(int, seats)), *streets]
    return len(streets) <= STREETS and all(set(street) <= set(last) for last, street in pairwise(before))


def drawn(proof: dict[str, Any], key: bytes) -> list[str]:
    """The house's draws, which stand with the dealer's cards."""
    found, chances = proof["drawn"], proof["shuffle"]["chances"]
    require(isinstance(chances, dict) and set(chances) <= {"magic_card", "lucky"}, "nobody draws such a thing")
    if proof["game"] != "caribbean-stud" or not proof["dealt"]:
        require(not found, "something was drawn without a hand of stud")
        return []
    if not found:
        require(proof["void"], "the dealer's cards were not turned, and the round was not void: the draws are missing")
        return [f"{LOUD}by the proof all hands were void ({proof['void']}), and the house's draws never came"]
    dealt_in = sorted({int(each["to"]) for each in proof["dealt"] if each["to"].isdigit()})
    require(found["places"] == [*map(str, dealt_in), "dealer"], "the lucky place was drawn among other places")
    came = {name: found[name] for name in ("magic_card", "lucky")}
    if not chances:
        require(not any(came.values()), "something was drawn that nobody offers")
        return ["by the proof the house offers no draws at this table"]
    should = draws(key_stream(key, FOR_DRAWS), chances, found["places"])
    require(came == should, "the house's draws do not follow from the secret")
    offered = ", ".join(f"{name.replace('_', ' ')} {chances[name]}" for name in sorted(chances))
    return [f"the house's draws ({offered}) follow, too: {', '.join(filter(None, came.values())) or 'nothing'}"]


def hands(proof: dict[str, Any]) -> dict[str, list[str]]:
    """The cards by where they went, to be compared with what was seen."""
    found: dict[str, list[str]] = {}
    for each in proof["dealt"]:
        found.setdefault(f"seat {each['to']}" if each["to"].isdigit() else each["to"], []).append(each["card"])
    return found


def main() -> str:
    parser = argparse.ArgumentParser(description="Verify the proof of a shuffle.")
    parser.add_argument("proof", type=Path)
    parser.add_argument("--commitment", default="", help="what you noted down before the cards were dealt")
    parser.add_argument("--mine", default="", help="a word that you contributed")
    given = parser.parse_args()
    proof = json.loads(given.proof.read_text(encoding="utf-8"))
    said = verify(proof, given.commitment, given.mine)
    loud = sum(line.startswith(LOUD) for line in said)
    told = f", but read what begins with {LOUD.strip(': ')}" if loud else ""
    return "\n".join([f"verified: {proof['table']}, round {proof['round']}{told}", *said, ""])


if __name__ == "__main__":
    try:
        sys.stdout.write(main())
    except (Bad, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        sys.exit(f"not verified: {error}")
