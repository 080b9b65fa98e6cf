"""Floors walked at random, every command among it: the audit takes every journal that comes of it.

    UPCARD_LONG=1 .venv/bin/python -m pytest -s tests/audit/test_random_rounds.py

walks ten thousand rounds of each edition, virtual and keyed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.audit.insider import honest
from tests.audit.random_rounds import Walk, walked
from tests.audit.walked_houses import EDITIONS, MODES
from tests.effort import effort
from upcard.audit import Otherwise, Replayed, replay
from upcard.audit.document import WHOLLY, compared, differences, kept
from upcard.audit.round_reader import Follower
from upcard.cli.audit.verify import proven
from upcard.games.settle import settle_or_error
from upcard.journal.proof import Compared, Verified, Vouched, heads_beside
from upcard.journal.proof.attestation import Sealed
from upcard.store.store import Entry

ROUNDS = effort(90, 10_000)
NIGHT = effort(90, 500)
"""Rounds in one journal: a jackpot that has ended is not offered again, so that every night begins anew."""

STOOD_AND_LOST, OUT_OF_ORDER = "a losing hand that stood", "a void hand whose progressive wager was made last"

LATE_MISDEAL = "a dealer whose wrong count is found while the round is settled"

CHIPS_VOID = "a round that is void since the chips were not as many as the wagers"

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where nothing has to be written to a disk that others wait for."""


def audited(walk: Walk) -> Replayed:
    """What the audit says of the journal, which has to be nothing at all."""
    return right(replay(walk.floor.store, settle=True), walk.floor.store.entries())


def piped(entries: Iterable[Entry]) -> int:
    """Every round as `audit round` gives it, put into `upcard settle`, which makes of it what was paid."""
    follower, unseen = Follower(), 0
    for entry in entries:
        story = follower.feed(entry)
        round = story.written if story is not None else None
        if story is None or round is None or story.eased:
            continue
        paid = story.settlement
        assert paid is not None
        again = settle_or_error(json.loads(json.dumps(round)))
        if "error" in again:  # a losing hand that stood, which nobody had seen: no finished round shows one
            assert again["error"]["clause"] == "sd-bonus6(9)", (story.id, again)
            continue
        if kept(story):
            assert differences(story) == (), story.id
            continue
        assert list(compared(again, paid, moved=story.meters_moved)) == [], story.id
        unseen += any("cards" not in seat for seat in round["seats"].values())
    return unseen


def right(found: Replayed | Otherwise | None, entries: Iterable[Entry]) -> Replayed:
    """All rounds were played again, and nothing came out otherwise."""
    assert isinstance(found, Replayed), found and f"{len(found.differences)}, the first is {found.differences[0]}"
    assert found.rounds == sum('"RoundReconciled"' in entry.event for entry in entries)
    assert found.settled + sum(found.not_compared.get(why, 0) for why in WHOLLY) == found.rounds
    return found


REACHED: dict[str, set[str]] = {
    "stud": {"HandFolded", "BetMade", "StepSettled", "WagerTakenBack"},
    "six": {"HandFolded", "FinalDecided", "SeatSettled", "HandVoided", "BonusCardDealt", "BonusCardRefused"},
    "keyed stud": {
        "HandsDealtUnseen",
        "HandShown",
        "HandVoided",
        "HandCorrected",
        "DealerCorrected",
        "UpCardCorrected",
        "DealTakenBack",
        LATE_MISDEAL,
        "HitLocked",
        "HitValidated",
        "HitRejected",
        "HitPaid",
        "SlipIssued",
    },
    "keyed six": {"HandsDealtUnseen", "HandShown", "CommunityCorrected", "DealTakenBack", STOOD_AND_LOST},
    "virtual stud": {"HandsDealt"},
    "virtual six": {"HandsDealt", "StreetDealt"},
    "sd-2015 keyed": {OUT_OF_ORDER},
    "ma keyed": {"ProgressiveCorrected", CHIPS_VOID},
}
"""What every walk comes by, by the game and the cards, or the edition and the cards."""


def reached(entries: Iterator[Entry]) -> set[str]:
    """What happened, by name; and some things that once were refused, or taken for forgeries."""
    found: set[str] = set()
    revealed: set[str] = set()
    decided: dict[tuple[str, int], str] = {}
    for entry in entries:
        event = json.loads(entry.event)
        event = event.get("event", event)
        name = event["type"].split(".")[-1]
        found.add(name)
        if event.get("irregularity") == "chips-miscounted":
            found.add(CHIPS_VOID)
        if name in ("HoleCardsRevealed", "RoundCompleted"):
            (revealed.add if name == "HoleCardsRevealed" else revealed.discard)(entry.stream)
        if event.get("rule") == "dealer_wrong_count" and entry.stream in revealed:
            found.add(LATE_MISDEAL)
        if name == "FinalDecided":
            decided[entry.stream, event["seat"]] = event["decision"]
        if name == "SeatSettled" and decided[entry.stream, event["seat"]] == "stand":
            found |= {STOOD_AND_LOST} if event["payments"][0]["result"] == "lose" else set()
        if name == "HandVoided":
            wagers = [line["wager"] for line in event["payments"] if line["staked"]]
            found |= {OUT_OF_ORDER} if {"tip", "progressive"} <= set(wagers) and wagers[-1] == "progressive" else set()
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_the_product_writes_settles_again(edition: str, mode: str) -> None:
    told: Counter[str] = Counter()
    happened: set[str] = set()
    rounds = settled = unseen = 0
    for night in range(-(-ROUNDS // NIGHT)):
        with TemporaryDirectory(dir=MEMORY) as folder:
            # On every third night the floor is as it is served: it draws the cards, and asks for two people.
            walk = walked(Path(folder) / "night.db", edition, mode, f"vigil {night}", NIGHT, sourced=night % 3 == 2)
            with closing(walk.floor.store):
                found = audited(walk)
                happened |= reached(walk.floor.store.entries())
                unseen += piped(walk.floor.store.entries())
        rounds, settled = rounds + found.rounds, settled + found.settled
        told.update(found.not_compared)
    print(f"{edition}, {mode}: {rounds:,} rounds, {settled:,} settled again; not all of it: {dict(told)}")
    assert settled > rounds * 0.7
    game = "six" if edition == "sd-bonus6" else "stud"
    wanted = REACHED[game] | REACHED[f"{mode} {game}"] | REACHED.get(f"{edition} {mode}", set())
    assert wanted <= happened
    assert bool(unseen) == (mode == "keyed"), "rounds in which a hand was never seen are among them"


@pytest.mark.parametrize("mode", MODES)
def test_a_served_floor_verifies(mode: str) -> None:
    """Sealed and signed as it goes on, with an approval of every act of two people."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        for edition in ("ma", "sd-bonus6"):
            night = honest(Path(folder) / edition, edition, mode, "served", effort(25, 500), sourced=True)
            who = Vouched(heads_beside(night.path), night.key, night.noted, demanded=True)
            proof, approvals, again = proven(f"sqlite:{night.path}", who, settle=True, books_only=False)
            assert isinstance(proof, Verified), proof
            assert proof.sealed == Sealed(1, night.noted.seq, len(night.seals), night.key)
            assert proof.signed is not None
            assert proof.signed.last == night.noted.seq
            assert approvals == Compared(compared=len(night.approvals) - 1, unused=1)
            assert len(night.approvals) > 1
            right(again, night.entries)
