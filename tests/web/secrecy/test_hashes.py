"""One chain runs through all tables: the proof of a round that is over tells no hash by which another table's cards
could be guessed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.web.served import STUD, Casino, Person, casino


async def _until(dealer: Person, player: Person, slug: str, label: str) -> None:
    """The round goes on, at a table with one player who bets, until the next step is called so."""
    for _ in range(80):
        view = await dealer.view(slug, "dealer")
        following = view["next"]
        if following["label"].startswith(label):
            return
        if following["yours"]:
            told = {ask["name"]: ask["value"] for ask in following["asks"] if ask["value"] is not None}
            told |= {"cards": 26} if following["act"]["act"] == "CutDeck" else {}
            await dealer.do(slug, {**following["act"], **told})
        elif following["label"].startswith("Ask seat"):
            await player.do(slug, {"act": "Bet", "seat": 1})
        elif view["seats"][0]["player"]:
            await player.do(slug, {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
        else:
            await player.do(slug, {"act": "TakeSeat", "seat": 1, "player": player.id})
    raise AssertionError(f"never {label}")


def _hashes(entries: Any) -> dict[int, str | None]:
    """By entry, its hash in a proof."""
    if isinstance(entries, dict) and "seq" in entries:
        return {entries["seq"]: entries["hash"]}
    each = entries.values() if isinstance(entries, dict) else entries if isinstance(entries, list) else ()
    return {seq: hash for one in each for seq, hash in _hashes(one).items()}


async def _interleaved(room: Casino) -> None:
    dealer = await room.somebody("dealer")
    pat, kim = await room.somebody("player", "pat"), await room.somebody("player", "kim")
    vic = await room.somebody("surveillance")
    tables = (("stud-1", pat), ("stud-2", kim))
    for slug, player in tables:
        await dealer.do(slug, {"act": "RelieveDealer", "dealer": dealer.id})
        await dealer.do(slug, {"act": "OpenTable"})
        await _until(dealer, player, slug, "Deal")
    for slug, player in tables:
        await _until(dealer, player, slug, "Ask seat 1")
    await _until(dealer, kim, "stud-2", "Shuffle")
    upto = (await vic.client.get("/api/verification")).json()["hashes_upto"]
    for reader in (vic, pat, kim):
        told = _hashes((await reader.client.get("/api/rounds/stud-2/1/shuffle")).json()["entries"])
        assert {seq for seq, hash in told.items() if hash is not None} == {seq for seq in told if seq <= upto}
        assert [seq for seq in told if seq > upto], "the other table's deal lies between entries of this round"
    await _until(dealer, pat, "stud-1", "Shuffle")
    told = _hashes((await vic.client.get("/api/rounds/stud-2/1/shuffle")).json()["entries"])
    assert None not in told.values(), "nothing lies face down any more"


def test_a_proof_keeps_back_hashes_while_cards_lie_face_down_elsewhere(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, STUD) as room:
            await _interleaved(room)

    asyncio.run(run())
