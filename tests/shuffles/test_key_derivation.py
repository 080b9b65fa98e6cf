"""The arithmetic of a draw: published vectors, two implementations, and a key in which every field counts."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from upcard.audit.standalone import verify_shuffle
from upcard.cards import DECK, show_card
from upcard.shuffles.events import Contribution
from upcard.shuffles.key_derivation import (
    FOR_CARDS,
    FOR_DRAWS,
    SECRET,
    Draws,
    Source,
    draws_of,
    key_of,
    key_stream,
    order_of,
)

# RFC 8439: the block of section 2.3.2, and the first two key streams of appendix A.1.
COUNTED = bytes(range(32))
VECTORS = [
    (
        COUNTED, 1, bytes.fromhex("000000090000004a00000000"),
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        bytes(32), 0, bytes(12),
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        bytes(32), 1, bytes(12),
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "counter", "nonce", "expected"), VECTORS)
def test_the_cipher_is_the_published_one(key: bytes, counter: int, nonce: bytes, expected: str) -> None:
    assert verify_shuffle.block(key, counter, nonce).hex() == expected
    stream = Cipher(ChaCha20(key, counter.to_bytes(4, "little") + nonce), mode=None).encryptor()
    assert stream.update(bytes(64)).hex() == expected


def test_the_key_stream_begins_with_block_nought() -> None:
    stream = bytes(islice(key_stream(bytes(32), FOR_CARDS), 128)).hex()
    assert stream == VECTORS[1][3] + VECTORS[2][3]


@pytest.mark.parametrize("purpose", [FOR_CARDS, FOR_DRAWS])
def test_both_implementations_give_the_same_stream(purpose: int) -> None:
    for seed in range(20):
        key = sha256(bytes([seed])).digest()
        ours, alone = key_stream(key, purpose), verify_shuffle.key_stream(key, purpose)
        assert bytes(islice(ours, 700)) == bytes(islice(alone, 700))


def test_cards_and_draws_have_streams_of_their_own() -> None:
    key = bytes(32)
    assert bytes(islice(key_stream(key, FOR_CARDS), 64)) != bytes(islice(key_stream(key, FOR_DRAWS), 64))


def test_both_implementations_shuffle_alike() -> None:
    for seed in range(50):
        key = sha256(b"deck" + bytes([seed])).digest()
        alone = verify_shuffle.shuffled(verify_shuffle.key_stream(key, FOR_CARDS))
        assert [show_card(card) for card in order_of(key)] == alone
        assert sorted(order_of(key)) == sorted(DECK)


CHANCES = {"lucky": "1/3", "magic_card": "2/5"}


def test_both_implementations_draw_alike() -> None:
    came: list[Draws] = []
    for seed in range(200):
        key = sha256(b"draws" + bytes([seed])).digest()
        found = draws_of(key, CHANCES, (1, 4))
        stream = verify_shuffle.key_stream(key, FOR_DRAWS)
        alone = verify_shuffle.draws(stream, CHANCES, ["1", "4", "dealer"])
        card = show_card(found.magic_card) if found.magic_card is not None else None
        assert alone == {"magic_card": card, "lucky": found.lucky}
        came.append(found)
    assert {each.lucky for each in came} == {None, "1", "4", "dealer"}
    assert 50 < sum(each.magic_card is not None for each in came) < 110
    assert draws_of(bytes(32), {}, (1, 4)) == Draws()


SECRET_1 = "ab" * 32
GIVEN = (Contribution(1, "pat", "x"), Contribution(3, "kim", "yz"))


def test_every_field_of_the_key_counts() -> None:
    keys = [
        key_of(SECRET_1, "Stud 1", 7, GIVEN),
        key_of("ac" + "ab" * 31, "Stud 1", 7, GIVEN),
        key_of(SECRET_1, "Stud 2", 7, GIVEN),
        key_of(SECRET_1, "Stud 1", 8, GIVEN),
        key_of(SECRET_1, "Stud 1", 7, ()),
        key_of(SECRET_1, "Stud 1", 7, GIVEN[:1]),
        key_of(SECRET_1, "Stud 1", 7, GIVEN[::-1]),
        key_of(SECRET_1, "Stud 1", 7, (GIVEN[0], Contribution(2, "kim", "yz"))),
        key_of(SECRET_1, "Stud 1", 7, (GIVEN[0], Contribution(3, "kin", "yz"))),
        key_of(SECRET_1, "Stud 1", 7, (GIVEN[0], Contribution(3, "kim", "yy"))),
        # The same letters, cut otherwise.
        key_of(SECRET_1, "Stud 17", 7, GIVEN),
        key_of(SECRET_1, "Stud 1", 77, GIVEN),
        key_of(SECRET_1, "Stud 1", 7, (Contribution(1, "patx", ""), GIVEN[1])),
        key_of(SECRET_1, "Stud 1", 7, (Contribution(1, "pa", "tx"), GIVEN[1])),
    ]
    assert len(set(keys)) == len(keys)


def test_secrets_come_from_the_system_and_never_twice() -> None:
    secrets = {Source().secret() for _ in range(1000)}
    assert len(secrets) == 1000
    assert {len(secret) for secret in secrets} == {SECRET}
