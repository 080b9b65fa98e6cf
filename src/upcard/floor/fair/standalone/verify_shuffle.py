"""Verify the proof of a shuffle: that the cards of a round follow from a secret that was committed to before.

Nothing but Python's standard library is needed:

    python3 verify_shuffle.py proof.json [--commitment HEX] [--mine WORD]

The proof is what `upcard audit shuffle ID --export proof.json` writes. `--commitment` is what you noted down before the
cards were dealt, and `--mine` a word that you contributed: without your own notes the proof shows only that it agrees
with itself. That the entries it names are those of the journal is for `verify_journal.py` to show.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KIND = "upcard shuffle 1"
RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
FOR_CARDS, FOR_DRAWS = 0, 1
WORD = 0xFFFFFFFF


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
        came[name] = below(denominator, stream) < numerator
    card, place = DECK[below(len(DECK), stream)], places[below(len(places), stream)]
    return {"magic_card": card if came.get("magic_card") else None, "lucky": place if came.get("lucky") else None}


# ---- the checks ------------------------------------------------------------------------------------------------------


def verify(proof: dict[str, Any], commitment: str = "", mine: str = "") -> list[str]:
    """What is in order, a line for each; the first thing that is not is raised."""
    require(proof.get("document") == KIND, "this is no proof of a shuffle")
    shuffle, said = proof["shuffle"], []
    require(shuffle, "nobody had committed himself to the cards of this round")
    require(len(bytes.fromhex(shuffle["secret"])) == 32, "the secret does not have 32 bytes")
    hashed = hashlib.sha256(bytes.fromhex(shuffle["secret"])).hexdigest()
    require(hashed == shuffle["commitment"], "the commitment is not the hash of the secret")
    said.append(f"the commitment {hashed[:16]}… is the SHA-256 of the secret")
    if commitment:
        require(hashed == commitment.strip().lower(), "the commitment is not the one that you noted down")
        said.append("and the one that you noted down")

    require_in_turn(proof)
    said.append("by its entries it was there before the shuffle, and both before the end of the bets")

    words = [given["value"] for given in shuffle["contributions"]]
    seats = [given["seat"] for given in shuffle["contributions"]]
    require(seats == sorted(set(seats)), "the contributions are not in the order of the seats")
    require(not mine or mine in words, "your contribution is not among them")
    said.append(f"{len(words)} contributions count" + (", yours among them" if mine else ""))

    key = key_of(proof)
    order = shuffled(key_stream(key, FOR_CARDS))
    require(order == proof["order"], "the order of the deck does not follow from the secret and the contributions")
    said.append("the order of the deck follows from secret and contributions")
    for at, cut in enumerate(proof["cuts"], 1):
        require(0 < cut["cards"] < len(order), f"cut {at} cuts nothing")
        order = order[cut["cards"] :] + order[: cut["cards"]]
        require(order == cut["order"], f"cut {at} changes more than a cut does")
        said.append(f"cut {at} takes {cut['cards']} cards from the top to the bottom")
    dealt = [each["card"] for each in proof["dealt"]]
    require(proof["skipped"] >= 0, "cards cannot be skipped backwards")
    require_in_rotation(proof)
    on_top = order[proof["skipped"] :][: len(dealt)]
    require(on_top == dealt, "the cards that were dealt did not lie on top of the deck")
    said.append(f"the {len(dealt)} cards that were dealt lay on top of it, in that order")
    said += [f"  {to}: {' '.join(hand)}" for to, hand in hands(proof).items()]
    found, chances = proof["drawn"], shuffle["chances"]
    dealt_in = sorted({int(each["to"]) for each in proof["dealt"] if each["to"].isdigit()})
    if found and chances:
        require(found["places"] == [*map(str, dealt_in), "dealer"], "the lucky place was drawn among other places")
        should = draws(key_stream(key, FOR_DRAWS), chances, found["places"])
        came = {name: found[name] for name in should}
        require(came == should, "the house's draws do not follow from the secret")
        said.append(f"so do the house's draws: {', '.join(filter(None, came.values())) or 'nothing'}")
    elif found:
        require(not found["magic_card"] and not found["lucky"], "something was drawn that nobody offers")
    return said


def require_in_turn(proof: dict[str, Any]) -> None:
    """The entries of the journal stand in the order that was promised."""
    entries = proof["entries"]
    turn = [entries["committed"], entries["drawn"], entries["shuffled"], *entries["cuts"], entries["bets_closed"]]
    turn += [*entries["dealt"], entries["revealed"]]
    places = [entry["seq"] for entry in turn if entry]
    require(places == sorted(places), "the entries are not in the order commitment, shuffle, bets, deal, reveal")
    require(entries["committed"] and entries["drawn"] and entries["revealed"], "an entry is missing")
    require(entries["bets_closed"] or not entries["dealt"], "cards were dealt while bets were open")
    for given in proof["shuffle"]["contributions"]:
        require(given["entry"] and given["entry"] < entries["drawn"]["seq"], "a contribution came after the shuffle")


def require_in_rotation(proof: dict[str, Any]) -> None:
    """Clockwise with the dealer last, singly or hand by hand; Bonus 6 burns a card first and has a community card."""
    require(proof["game"] in ("caribbean-stud", "bonus-six"), "nobody knows this game")
    going = [each["to"] for each in proof["dealt"]]
    seats = sorted({to for to in going if to.isdigit()}, key=int)
    places, first = [*seats, "dealer"], ["burnt", *seats, *seats, "community"]
    size = len(going) // len(places)
    if proof["game"] == "bonus-six":
        right = not going or (going[: len(first)] == first and set(going[len(first) :]) <= set(seats))
    else:
        right = going in (places * size, [to for to in places for _ in range(size)])
    require(right, "the cards did not go round as they are dealt")


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
    return "\n".join([f"verified: {proof['table']}, round {proof['round']}", *said, ""])


if __name__ == "__main__":
    try:
        sys.stdout.write(main())
    except (Bad, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"not verified: {error}")
