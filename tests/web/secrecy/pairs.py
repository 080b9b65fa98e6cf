"""A round played twice with other cards where nobody may see them: what was asked, and what was answered each time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import msgspec

from tests.web.secrecy.asking import Asking, Item
from tests.web.secrecy.deck import Exchange, another
from tests.web.secrecy.known import Cards, Known
from tests.web.secrecy.stage import WHO, Stage, actor, waiting
from tests.web.secrecy.wire import Answer
from upcard.bots import Pit
from upcard.cards import DECK, parse_cards
from upcard.journal.act_table import ACTS
from upcard.money.commands import ValidateHit
from upcard.tables import Actor
from upcard.units import show_cents
from upcard.web.act_codec import write_act
from upcard.web.security.security import PASSWORD

MOST_ACTS = 150
AFTERWARDS = 4
"""Acts of the next round."""

ROYAL = parse_cards("As Ks Qs Js Ts")


class Said(NamedTuple):
    """Something that was asked, the answer, and what the asker and everybody had seen by then."""

    item: Item
    answer: Answer
    seen: Cards
    public: Cards


class Played(NamedTuple):
    """A round and everything that was asked meanwhile."""

    said: list[Said]
    known: Known
    keys: frozenset[bytes]
    """The shuffles that cards were dealt from."""
    seen: dict[str, Cards]
    """At a moment chosen by lot, or at the end, what everybody had seen."""
    fixed: Exchange
    """What was exchanged the first time already."""


class Lot(NamedTuple):
    """What is left to chance in a round."""

    seed: str
    rounds: int
    """Rounds before it: none, so that no card was ever seen, or one, to be looked back at."""
    irregular: bool
    royal: bool
    live: bool
    """Whether somebody listens to a stream all the while."""


def lot(seed: str) -> Lot:
    rng = Random(f"lot {seed}")
    return Lot(seed, rng.randrange(2), rng.random() < 0.25, rng.random() < 0.12, rng.random() < 0.12)


# ---- the first time


async def first(stage: Stage, drawn: Lot) -> Played:
    """The round as it comes; by lot the first seat is given a royal flush."""
    rng = Random(f"asking {drawn.seed}")
    fixed = await _royal(stage, drawn) if drawn.royal else {}
    _begin(stage, drawn, {}, fixed)
    known, asking, said = Known(stage.table.number), Asking(stage, rng), list[Said]()
    keys: set[bytes] = set()
    last: Item | None = None
    moments = list[dict[str, Cards]]()

    async def ask(item: Item) -> Answer:
        answer = await item.ask(stage)
        said.append(Said(item, answer, known.seen[item.who], known.public))
        return answer

    listeners = asking.listeners() if drawn.live else ()
    for listener in listeners:
        await ask(listener)
    pit, after = _pit(stage, drawn), 0
    for number in range(MOST_ACTS):
        if known.over and (after := after + 1) > AFTERWARDS:
            break
        item = next_act(stage, pit, number)
        answer = await item.ask(stage)
        known.note(stage.table)
        if answer.status == 422 and drawn.irregular:  # a mishap that the system knows not to have happened
            said.append(Said(item._replace(how="post"), answer, known.seen[item.who], known.public))
            pit = _pit(stage, drawn._replace(irregular=False))
            continue
        assert answer.status == 200, (item, answer)
        said.append(Said(item, answer, known.seen[item.who], known.public))
        keys |= _dealt_from(stage)
        last = item
        for wanted in (*listeners, *_wanted(asking, rng, last, known)):
            await ask(wanted)
        if known.lies and not known.over:
            moments.append(dict(known.seen))
    at = rng.choice(moments) if moments and rng.random() < 0.8 else dict(known.seen)
    return Played(said, known, frozenset(keys), at, fixed)


async def _royal(stage: Stage, drawn: Lot) -> Exchange:
    """The round dealt and no more, to learn which cards have to be others."""
    _begin(stage, drawn, {}, {})
    known, pit = Known(stage.table.number), _pit(stage, drawn)
    for number in range(MOST_ACTS):
        await next_act(stage, pit, number).ask(stage)
        known.note(stage.table)
        hands = [cards for place, cards in known.lies.items() if place.startswith("seat")]
        if hands or known.over:
            wanted = frozenset(ROYAL[: len(hands[0])]) if hands else frozenset()
            gone, come = sorted(hands[0] - wanted) if hands else [], sorted(wanted - hands[0]) if hands else []
            return dict(zip(gone, come, strict=True)) | dict(zip(come, gone, strict=True))
    raise AssertionError("no cards were dealt")


def _begin(stage: Stage, drawn: Lot, moved: Exchange, fixed: Exchange, keys: frozenset[bytes] = frozenset()) -> None:
    """`fixed` is exchanged in every deck; `moved` then in those that are dealt from, and every card in all others."""
    decks = stage.decks
    decks.seed = drawn.seed
    decks.exchanged = {key: _both(fixed, moved) for key in keys}
    decks.otherwise = _both(fixed, another(list(DECK))) if keys else fixed
    stage.begin(drawn.rounds, drawn.seed[-1])


def _both(one: Exchange, two: Exchange) -> Exchange:
    return {card: two.get(one.get(card, card), one.get(card, card)) for card in DECK}


def started(stage: Stage, drawn: Lot) -> Pit:
    """The casino before the round, and who plays it."""
    _begin(stage, drawn, {}, {})
    return _pit(stage, drawn)


def _pit(stage: Stage, drawn: Lot) -> Pit:
    irregular = Fraction(1, 1) if drawn.irregular else Fraction(0)
    return Pit(stage.t, drawn.seed, 3, irregular=irregular, sourced=True)


def _wanted(asking: Asking, rng: Random, last: Item, known: Known) -> Iterator[Item]:
    """What is asked after an act: little as long as there is little to hide."""
    dealt = bool(known.lies)
    if dealt or rng.random() < 0.3:
        yield asking.look()
    if dealt:
        yield asking.look()
    if rng.random() < (0.5 if dealt else 0.1):
        yield asking.wrong(last)
    if rng.random() < (0.25 if dealt else 0.03):
        yield asking.tried()
    if rng.random() < (0.12 if dealt else 0.03):
        yield asking.page()
    if rng.random() < (0.18 if dealt else 0.03):
        yield asking.read(over=known.over)
    if rng.random() < 0.01 and not known.over:
        yield asking.advice()


def _dealt_from(stage: Stage) -> set[bytes]:
    fair = stage.floor.casino.fair.get(stage.t.name)
    return {each.key(stage.t.name) for each in fair.drawn if each.dealt} if fair is not None else set()


def next_act(stage: Stage, pit: Pit, number: int) -> Item:
    """The next act of the round as it is sent."""
    award = waiting(stage.floor, stage.t.name)
    if award is not None:
        return _validation(stage, award, number)
    doing = pit.under(stage.rules).next(stage.table)
    assert doing is not None
    by: Actor = actor(doing[0])
    act = write_act(doing[1])
    if act["act"] == "Fold" and stage.t.edition.game == "bonus-six" and number % 5:
        act = {"act": "Bet", "seat": act["seat"]}  # so that hands of every kind come to the last decision
    body: dict[str, Any] = {"id": f"act-{number}", "act": act}
    if ACTS[act["act"]].two:
        version = stage.floor.casino.versions[f"table/{stage.t.name}"]
        body |= {"version": version, "second": {"id": "vic", "password": PASSWORD}}
    return Item(by.id, "act", f"/api/tables/{stage.slug}/acts", msgspec.json.encode(body))


def _validation(stage: Stage, award: ValidateHit, number: int) -> Item:
    casino = stage.floor.casino
    hit = casino.books.links[award.jackpot].open[award.number]
    body = {
        "id": f"act-{number}", "act": write_act(award), "version": casino.versions[f"jackpot/{award.jackpot}"],
        "expects": show_cents(hit.cents), "second": {"id": "vic", "password": PASSWORD},
    }  # fmt: skip
    by = "sol" if "sam" in hit.by else "sam"  # by another than who keyed it
    return Item(by, "act", "/api/acts", msgspec.json.encode(body))


# ---- the second time


def moved(played: Played, seed: str) -> Exchange:
    """Other cards in some of the places that somebody, chosen by lot, has not seen until a moment chosen by lot."""
    rng = Random(f"moved {seed}")
    hidden = frozenset(DECK) - played.seen[rng.choice(("", "", *WHO))]
    lies = played.known.lies
    stub = frozenset(DECK) - frozenset(card for cards in lies.values() for card in cards)
    places = [
        *[frozenset(DECK)] * (1 + 2 * len(lies)),
        stub,
        *lies.values(),
        *(cards | stub for cards in lies.values()),
    ]
    found = [*rng.choice([hidden & cards for cards in places if len(hidden & cards) > 1] or [hidden])]
    rng.shuffle(found)
    return another(found) if len(found) > 1 else {}


async def second(stage: Stage, drawn: Lot, played: Played) -> list[Item]:
    """The same acts and questions with other hidden cards; what was compared. The first difference is a failure."""
    names = moved(played, drawn.seed)
    changed = frozenset(names) | frozenset(names.values())
    _begin(stage, drawn, names, played.fixed, played.keys)
    compared = []
    for item, answer, seen, public in played.said:
        if public & changed:
            break
        other = await item.ask(stage)
        if not seen & changed:
            assert other == answer, difference(item, answer, other)
            compared.append(item)
        elif item.how == "act" and other.status != answer.status:
            break  # a player may be refused what the own hand does not allow
    return compared


def difference(item: Item, one: Answer, two: Answer) -> str:
    """Where two answers part."""
    if one.status != two.status:
        return f"{item}: {one.status} {two.status}\n{one.body[:600]!r}\n{two.body[:600]!r}"
    at = next((n for n, (a, b) in enumerate(zip(one.body, two.body, strict=False)) if a != b), 0)
    around = slice(max(0, at - 160), at + 160)
    return f"{item}: at {at}\n{one.body[around].decode(errors='replace')}\n{two.body[around].decode(errors='replace')}"
